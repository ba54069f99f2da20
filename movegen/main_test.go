package movegen

import (
	"os"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
)

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }

// count returns how many cases a test runs: a third of full, a tenth with -short, for
// emulators and the race detector, and full in make exact.
func count(full int) int { return max(1, full/part(10)) }

// part returns by how much a test divides its input.
func part(short int) int {
	switch {
	case testing.Short():
		return short
	case *exactPositions >= 100_000:
		return 1
	}
	return 3
}
