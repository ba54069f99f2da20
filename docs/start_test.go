package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The complete Go programs of the documentation and the commands of start.md run. Package python runs the block of
// Python, and the tests of the export compile the C.
func TestStart(t *testing.T) {
	page, err := os.ReadFile("start.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := func(language string) (all []string) {
		for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
			all = append(all, m[1])
		}
		return all
	}
	bin := t.TempDir()
	run := func(dir, name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir, command.Env = dir, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, output)
		}
		return string(output)
	}
	pages, _ := filepath.Glob("*.md")
	printed := ""
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?s)```go\n(package main\n.*?)```").FindAllSubmatch(text, -1) {
			main := filepath.Join(t.TempDir(), "main.go")
			if err := os.WriteFile(main, m[1], 0o666); err != nil {
				t.Fatal(err)
			}
			printed += run("..", "go", "run", main)
		}
	}
	for _, want := range []string{"e2a6 bishop 36\n", "\n43 ", "mate in 3 "} { // of start.md, batches.md and engines.md
		if !strings.Contains(printed, want) {
			t.Errorf("the programs print %q, want %q", printed, want)
		}
	}
	run("..", "go", "build", "-o", bin, "./cmd/koggestone")
	clone, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	scratch := t.TempDir()
	lines := 0
	for _, block := range blocks("console") {
		for line := range strings.Lines(block) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
			if !strings.HasPrefix(line, "koggestone ") {
				continue
			}
			lines++
			for _, folder := range []string{" data/", " internal/"} {
				line = strings.ReplaceAll(line, folder, " "+clone+"/"+folder[1:])
			}
			if got := run(scratch, "sh", "-c", line); got == "" && !strings.Contains(line, "--out") {
				t.Errorf("%s prints nothing", line)
			}
		}
	}
	if lines < 7 {
		t.Errorf("%d commands", lines)
	}
}
