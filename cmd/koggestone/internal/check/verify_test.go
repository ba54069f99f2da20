package check

import (
	"os"
	"os/signal"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
)

func TestVerify(t *testing.T) {
	n := "5000"
	if testing.Short() {
		n = "100"
	}
	code, stdout, stderr := command("", "verify", "--positions", n, "--seed", "7")
	summary := regexp.MustCompile(`(?m)^(?:\w+ +\d+ functions, \d+ results compared with .*\n)+` + n + ` positions, paths generic.*: \d{4,} results, no difference \(seed 7, [0-9.]+ s\)\n$`)
	if code != cli.ExitOK || stderr != "" || !summary.MatchString(stdout) {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	code, stdout, stderr = command("", "verify", "--duration", "1ms", "--only", "^quad.vision$")
	if code != cli.ExitOK || stderr != "" || !strings.HasPrefix(stdout, "quad        1 functions, ") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

// TestVerifyInterrupted checks that an interrupt ends verify with the summary.
func TestVerifyInterrupted(t *testing.T) {
	self, err := os.FindProcess(os.Getpid())
	guard := make(chan os.Signal, 1)
	signal.Notify(guard, os.Interrupt) // an early or late signal must not end the test
	defer signal.Stop(guard)
	if err != nil || self.Signal(os.Interrupt) != nil {
		t.Skip("a process cannot interrupt itself here")
	}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(50 * time.Millisecond):
				self.Signal(os.Interrupt)
			}
		}
	}()
	code, stdout, stderr := command("", "verify", "--duration", "1h", "--only", "quad.Legality")
	close(done)
	if code != cli.ExitOK || stderr != "" || !strings.Contains(stdout, "no difference (stopped, seed 1") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}
