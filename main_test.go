package koggestone

import (
	"os"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
)

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }

// count returns the number of cases of a test: full, or a tenth of that with -short, for
// emulators and the race detector.
func count(full int) int {
	if testing.Short() {
		return max(1, full/10)
	}
	return full
}
