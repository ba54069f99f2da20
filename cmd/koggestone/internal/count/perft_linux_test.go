package count

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// The peak of resident memory that the kernel reports stays within --memory.
func TestPerftMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("an emulator cannot run the test as the command")
	}
	if clitest.IsInstrumented() {
		t.Skip("race detectors take memory of their own")
	}
	cmd := exec.Command(os.Args[0], "perft", "--depth", "6", "--merge", "--mode", "bulk", "--memory", "64MiB", "--workers", "2") // bulk merges the most positions
	cmd.Env = append(os.Environ(), clitest.AsCommand+"=status")
	out, err := cmd.CombinedOutput()
	_, peak, found := strings.Cut(string(out), "VmHWM:")
	if err != nil || !found {
		t.Fatalf("%v: %s", err, out)
	}
	if kib, err := strconv.Atoi(strings.Fields(peak)[0]); err != nil || kib > 64<<10 || kib < 12<<10 { // without the table it is 10 MiB
		t.Errorf("a peak of %d KiB resident, %v, want at most 65536, and some of that", kib, err)
	}
}
