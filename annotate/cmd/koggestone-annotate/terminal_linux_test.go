package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// The program fails if its rows are lost because standard output is closed, and says that other output is lost.
func TestClosedOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	out := filepath.Join(t.TempDir(), "out.csv")
	shell := func(line string) (code int, stderr string) {
		cmd := exec.Command("sh", "-c", `"$0" `+line, os.Args[0])
		cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
		cmd.Stdin = strings.NewReader("4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		cmd.Run()
		return cmd.ProcessState.ExitCode(), errs.String()
	}
	const closed = "koggestone: standard output is closed: expected an open file"
	for _, redirection := range []string{">&-", "1<>/dev/null"} { // the Go runtime opens the second for the first
		for _, line := range []string{"- ", "- --out - "} {
			if code, stderr := shell(line + redirection); code != cli.ExitBadInput || !strings.HasPrefix(stderr, closed) {
				t.Errorf("%s%s: exit %d, %q", line, redirection, code, stderr)
			}
		}
		for _, line := range []string{"--list ", "--help ", "--completion bash "} {
			if code, stderr := shell(line + redirection); code != cli.ExitOK || strings.Count(stderr, "koggestone: note: standard output is closed") != 1 {
				t.Errorf("%s%s: exit %d, %q", line, redirection, code, stderr)
			}
		}
	}
	for _, line := range []string{"- --out " + out + " >&-", "- --out /dev/null >&-"} {
		if code, stderr := shell(line); code != cli.ExitOK {
			t.Errorf("%s: exit %d, %q", line, code, stderr)
		}
	}
}

// On terminals text is broken between words, and a program that waits for the keyboard says so.
func TestTerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "xterm")
	for _, line := range []string{"--list", "--help"} {
		_, written, _ := clitest.OnTerminal(t, program(), 80, "", line)
		for _, text := range strings.Split(written, "\r\n") {
			if len(text) > 80 && !strings.HasPrefix(text, "  koggestone ") { // an example is one line for a shell
				t.Errorf("%s: %d columns: %s", line, len(text), text)
			}
		}
	}
	const narrow = "\r\n  legal_moves\r\n    legal moves of the side to move\r\n    (uint16 of moves)\r\n"
	if _, written, _ := clitest.OnTerminal(t, program(), 40, "", "--list"); !strings.Contains(written, narrow) {
		t.Errorf("40 columns: %s", written)
	}
	if _, written, _ := clitest.OnTerminal(t, program(), 80, clitest.EOT, "-"); !strings.Contains(written, "koggestone: reading standard input\r\n") {
		t.Errorf("%q", written)
	}
}
