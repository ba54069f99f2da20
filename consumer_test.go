package koggestone

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestConsumer makes a module that imports library packages: its build and its go.sum name
// golang.org/x/sys and nothing of what the command needs.
func TestConsumer(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" {
		t.Skip("builds another module")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": fmt.Sprintf("module example.org/consumer\n\ngo 1.25.0\n\nrequire github.com/koggestone/koggestone v0.0.0\n\nreplace github.com/koggestone/koggestone => %q\n", here),
		"main.go": `package main

import (
	_ "github.com/koggestone/koggestone/movegen/raylist"
	_ "github.com/koggestone/koggestone/pairs"
	_ "github.com/koggestone/koggestone/pawns"
	_ "github.com/koggestone/koggestone/perft/plan"
	_ "github.com/koggestone/koggestone/prefix"
)

func main() {}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Skipf("go %q: %v\n%s", args, err, text)
		}
		return string(text)
	}
	run("mod", "tidy")
	sum, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sum)) {
		if !strings.HasPrefix(line, "golang.org/x/sys ") {
			t.Errorf("go.sum has %s", line)
		}
	}
	modules := strings.Fields(run("list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "."))
	slices.Sort(modules)
	want := []string{"example.org/consumer", "github.com/koggestone/koggestone", "golang.org/x/sys"}
	if got := slices.Compact(modules); !slices.Equal(got, want) {
		t.Errorf("the build takes %v, want %v", got, want)
	}
}
