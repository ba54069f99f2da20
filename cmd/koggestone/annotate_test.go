package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// fakeProgram makes a folder with this test as the program koggestone-annotate, and returns it.
func fakeProgram(t *testing.T, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script for a shell")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "koggestone-annotate"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

const echo = `for a; do printf '<%s>' "$a"; done; cat; echo "$COMP_LINE|$COMP_POINT" >&2; exit 7`

// koggestone annotate runs koggestone-annotate with the same arguments, streams and exit code.
func TestAnnotate(t *testing.T) {
	t.Setenv("PATH", fakeProgram(t, echo)+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, args := range [][]string{
		{"a", "b c", "", "--x=é\xff", "-h", "--", "-"}, {"--help"}, {"--version"}, {}, {"annotate"},
	} {
		want := ""
		for _, a := range args {
			want += "<" + a + ">"
		}
		code, stdout, stderr := command("input\n", append([]string{"annotate"}, args...)...)
		if code != 7 || stdout != want+"input\n" || stderr != "|\n" {
			t.Errorf("%q: exit %d, %q, %q", args, code, stdout, stderr)
		}
	}
	for line, want := range map[string]string{
		"help annotate": "<--help>", "--color=always annotate x": "<--color=always><x>", "--color never annotate": "<--color><never>",
	} {
		if code, stdout, _ := command("", strings.Fields(line)...); code != 7 || stdout != want {
			t.Errorf("%s: exit %d, %q, want %q", line, code, stdout, want)
		}
	}
	// The program completes its own flags.
	t.Setenv("COMP_LINE", "koggestone annotate x --form")
	if _, stdout, stderr := command("", "koggestone", "--form", "x"); stdout != "<koggestone><--form><x>" || stderr != "koggestone-annotate x --form|28\n" {
		t.Errorf("%q, %q", stdout, stderr)
	}
	t.Setenv("COMP_LINE", "koggestone annot")
	if code, stdout, stderr := command(""); code != cli.ExitOK || stdout != "annotate\n" || stderr != "" {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

// Without the program, one line says how to install it.
func TestAnnotateMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, stdout, stderr := command("", "annotate", "x")
	if code != cli.ExitBadInput || stdout != "" || strings.Count(stderr, "\n") != 1 ||
		!strings.HasSuffix(stderr, "install it: go install github.com/koggestone/koggestone/annotate/cmd/koggestone-annotate@latest\n") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	t.Setenv("COMP_LINE", "koggestone annotate --f")
	if code, stdout, stderr := command(""); code != cli.ExitOK || stdout != "" || stderr != "" {
		t.Errorf("completion: exit %d, %q, %q", code, stdout, stderr)
	}
}

// As a process, the command becomes the program, which the shell sees: signals, exit code, the folder of the command and of
// the file that it is a link to.
func TestAnnotateProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	other := fakeProgram(t, "echo in PATH")
	for _, c := range []struct{ script, want string }{
		{"cat; exit 3", "input\nexit status 3"},
		{"kill -TERM $$", "signal: terminated"},
		{"echo $PPID >&2; trap 'exit 9' INT; kill -INT $$; sleep 5", "exit status 9"},
	} {
		dir := fakeProgram(t, c.script)
		self, err := os.ReadFile(os.Args[0])
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "koggestone"), self, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(filepath.Join(dir, "koggestone"), link); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{filepath.Join(dir, "koggestone"), link} {
			cmd := exec.Command(file, "annotate", "x")
			cmd.Env = append(os.Environ(), clitest.AsCommand+"=1", "PATH="+other+":"+os.Getenv("PATH"))
			cmd.Stdin = strings.NewReader("input\n")
			output, err := cmd.Output()
			got := string(output)
			if err != nil {
				got += err.Error()
			}
			if got != c.want {
				t.Errorf("%s, %s: %q, want %q", c.script, file, got, c.want)
			}
		}
	}
}
