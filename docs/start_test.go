package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPages runs the complete Go programs on the pages, lines that run examples, and the lines that call koggestone, in a
// folder with the test data of a clone. If a block of text follows, they must print it, or their messages must contain it. Package python
// runs the blocks in Python, except for the one of annotate.md, and the tests of the export compile the blocks in C.
func TestPages(t *testing.T) {
	clone, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if output, err := exec.Command("go", "build", "-C", clone, "-o", bin, "./cmd/koggestone", "./annotate/cmd/koggestone-annotate").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	programs, lines := map[string]int{}, map[string]int{}
	for _, name := range append(pages, "../README.md") {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		scratch := t.TempDir()
		for link, target := range map[string]string{"testdata": "testdata", "internal": "internal", "examples": "examples", "games.pgn": "examples/games.pgn"} {
			if err := os.Symlink(filepath.Join(clone, target), filepath.Join(scratch, link)); err != nil {
				t.Fatal(err)
			}
		}
		var stdout, stderr bytes.Buffer
		ran := false // whether a block ran, so that stdout is known
		run := func(dir, name string, args ...string) {
			t.Helper()
			command := exec.Command(name, args...)
			command.Dir, command.Stdout, command.Stderr = dir, &stdout, &stderr
			command.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			if err := command.Run(); err != nil {
				t.Errorf("%s %q: %v\n%s", name, args, err, &stderr)
			}
			ran = true
		}
		for _, block := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```").FindAllStringSubmatch(string(page), -1) {
			language, text := block[1], block[2]
			if language == "text" {
				if ran && text != stdout.String() && !strings.Contains(stderr.String(), text) {
					t.Errorf("%s: the block\n%sis neither the output\n%snor a message of\n%s", name, text, &stdout, &stderr)
				}
				continue
			}
			ran = false
			stdout.Reset()
			stderr.Reset()
			if language == "go" && strings.HasPrefix(text, "package main\n") {
				file := filepath.Join(t.TempDir(), "main.go")
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				run(clone, "go", "run", file)
				programs[name]++
			}
			if language == "python" && name == "annotate.md" { // it needs only Python's standard library
				if _, err := exec.LookPath("python3"); err == nil {
					if err := os.WriteFile(filepath.Join(scratch, "tags.py"), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
					run(scratch, "sh", "-c", "cat games.pgn | python3 tags.py")
					tags, err := os.ReadFile(filepath.Join(scratch, "tags.csv"))
					if lines := strings.Split(string(tags), "\r\n"); err != nil || len(lines) != 22 || !strings.HasPrefix(lines[1], "0,Blitz game of ") {
						t.Errorf("%s: the tags are %q, %v", name, tags, err)
					}
				}
			}
			if language == "console" || name == "../README.md" && language == "sh" {
				for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
					line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
					if strings.HasPrefix(line, "go run ./examples/") {
						run(clone, "sh", "-c", line)
						programs[name]++
						continue
					}
					if !strings.HasPrefix(line, "koggestone ") && !strings.HasPrefix(line, "printf ") {
						continue
					}
					before := stdout.Len()
					run(scratch, "sh", "-c", line)
					if stdout.Len() == before && !strings.Contains(line, "--out") && !strings.Contains(line, ">") {
						t.Errorf("%s: %s prints nothing", name, line)
					}
					if strings.Contains(stderr.String(), "rows: 0 of") {
						t.Errorf("%s: %s writes no rows: %s", name, line, &stderr)
					}
					lines[name]++
				}
			}
		}
	}
	for _, name := range []string{"start.md", "engines.md", "batches.md", "pairs.md", "training.md"} {
		if programs[name] == 0 {
			t.Errorf("%s has no complete program", name)
		}
	}
	for _, name := range []string{"start.md", "annotate.md", "training.md", "pgn.md", "../README.md"} {
		if lines[name] == 0 {
			t.Errorf("%s has no line that calls koggestone", name)
		}
	}
}

// The README's line for a module that no proxy has makes the program of the README run in an empty folder beside the clone.
func TestWorkspace(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile("`(go work init [^`]+)`").FindSubmatch(readme)
	code := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(readme)
	if line == nil || code == nil {
		t.Fatal("README.md has no line for a workspace or no program")
	}
	clone, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	engine := filepath.Join(dir, "engine")
	if err := os.Symlink(clone, filepath.Join(dir, "koggestone")); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(engine, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(engine, "main.go"), code[1], 0o666); err != nil {
		t.Fatal(err)
	}
	output := ""
	for _, args := range [][]string{{"go", "mod", "init", "example.com/engine"}, strings.Fields(string(line[1])), {"go", "run", "."}} {
		command := exec.Command(args[0], args[1:]...)
		command.Dir, command.Env = engine, append(os.Environ(), "GOWORK=", "GOFLAGS=", "GOPROXY=off")
		out, err := command.Output()
		if err != nil {
			t.Fatalf("%q: %v %s", args, err, out)
		}
		output = string(out)
	}
	if output != "e4d5 pawn\n" {
		t.Errorf("the program prints %q", output)
	}
}

// Each line of make help fits in a terminal of 80 columns and all words of the Makefile's comments are there.
func TestMakeHelp(t *testing.T) {
	command := exec.Command("make", "-s", "help")
	command.Dir = ".."
	help, err := command.Output()
	if err != nil {
		t.Skipf("make: %v", err)
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z0-9-]+):.*?## (.*)$`).FindAllStringSubmatch(string(makefile), -1) {
		want = append(append(want, m[1]), strings.Fields(m[2])...)
	}
	if got := strings.Fields(string(help)); len(want) < 200 || strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("make help prints %q, want %q", got, want)
	}
	for line := range strings.Lines(string(help)) {
		if line = strings.TrimSuffix(line, "\n"); len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}
