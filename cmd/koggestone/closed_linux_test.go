package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// A command says that its output is lost if standard output is closed, and fails if it writes rows.
func TestClosedOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	const fen = "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n"
	run := func(line, redirection string) (code int, stderr string) {
		cmd := exec.Command("sh", "-c", `"$0" `+line+" "+redirection, os.Args[0])
		cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
		cmd.Stdin = strings.NewReader(fen)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		cmd.Run()
		return cmd.ProcessState.ExitCode(), errs.String()
	}
	const closed = "standard output is closed"
	for _, redirection := range []string{">&-", "1<>/dev/null"} { // the Go runtime opens the second for the first
		for _, line := range []string{"count -", "count - --echo"} {
			if code, stderr := run(line, redirection); code != cli.ExitBadInput || !strings.HasPrefix(stderr, "koggestone: "+closed+": expected an open file") {
				t.Errorf("%s %s: exit %d, %q", line, redirection, code, stderr)
			}
		}
		for _, line := range []string{
			"", "--help", "--version", "help perft", "attacks", "pairs --fen startpos", "trace", "trace --html -", "network", "perft --depth 1", "count - --total",
			"epd -", "info", "completion bash",
		} {
			if code, stderr := run(line, redirection); code != cli.ExitOK || strings.Count(stderr, "koggestone: note: "+closed) != 1 {
				t.Errorf("%s %s: exit %d, %q", line, redirection, code, stderr)
			}
		}
	}
	for _, line := range []string{"info >/dev/null", "perft --depth 1 | cat >/dev/null"} {
		if code, stderr := run(line, ""); code != cli.ExitOK {
			t.Errorf("%s: exit %d, %q", line, code, stderr)
		}
	}
}
