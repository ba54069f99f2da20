package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
)

// No command succeeds if its output is lost because standard output is closed.
func TestClosedOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	const fen = "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n"
	out := filepath.Join(t.TempDir(), "out.csv")
	run := func(line, redirection string) (code int, stderr string) {
		cmd := exec.Command("sh", "-c", `"$0" `+line+" "+redirection, os.Args[0])
		cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
		cmd.Stdin = strings.NewReader(fen)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		cmd.Run()
		return cmd.ProcessState.ExitCode(), errs.String()
	}
	for _, line := range []string{
		"", "--help", "--version", "help perft", "attacks", "pairs --fen startpos", "trace", "trace --html -", "network", "perft --depth 1", "count -", "count - --total",
		"epd -", "uci", "annotate -", "annotate --list", "annotate - --out -", "verify", "bench", "info", "completion bash",
	} {
		code, stderr := run(line, ">&-")
		if code != cli.ExitBadInput || !strings.HasPrefix(stderr, "koggestone: standard output: expected an open file, found that it is closed") {
			t.Errorf("%s >&-: exit %d, %q", line, code, stderr)
		}
	}
	if code, stderr := run("info", "1<>/dev/null"); code != cli.ExitBadInput { // what the Go runtime opens, too
		t.Errorf("exit %d, %q", code, stderr)
	}
	for _, line := range []string{"info >/dev/null", "annotate - --out " + out + " >&-", "annotate - --out /dev/null >&-", "perft --depth 1 | cat >/dev/null"} {
		if code, stderr := run(line, ""); code != cli.ExitOK {
			t.Errorf("%s: exit %d, %q", line, code, stderr)
		}
	}
}
