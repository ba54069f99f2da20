package movegen

import (
	"flag"
	"os"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
)

var whole = flag.Bool("whole", false, "test the whole input")

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }

// count returns how many cases a test runs: a third of full, a tenth with -short, for
// emulators and the race detector, and full in make exact.
func count(full int) int { return max(1, full/part(10)) }

// part returns by how much a test divides its input.
func part(short int) int {
	switch {
	case testing.Short():
		return short
	case *whole:
		return 1
	}
	return 3
}
