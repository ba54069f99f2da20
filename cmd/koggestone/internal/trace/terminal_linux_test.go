package trace

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// The sentences around a network are wrapped at the width of the terminal.
func TestNarrowTerminal(t *testing.T) {
	code, written, _ := clitest.OnTerminal(t, program(), 40, "", "network", "--n", "8", "--trace", "q5")
	if code != cli.ExitOK || !strings.Contains(written, "Kogge-Stone, 8 lines") {
		t.Fatalf("exit %d, %q", code, written)
	}
	for line := range strings.Lines(written) {
		if line = strings.TrimRight(line, "\r\n"); len(line) > 40 {
			t.Errorf("a line of %d columns: %q", len(line), line)
		}
	}
}
