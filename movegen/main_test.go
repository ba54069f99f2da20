package movegen

import (
	"flag"
	"os"
	"os/exec"
	"strings"
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

// TestInlining checks that the compiler inlines the functions that searches call for each move.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Skipf("cannot compile the package here: %v\n%s", err, out)
	}
	for _, name := range []string{"Move.From", "Move.To", "Move.RookFrom", "Move.RookTo", "Move.Promotion",
		"RookAttacksFrom", "BishopAttacksFrom", "KnightAttacksFrom", "KingAttacksFrom", "PawnAttacksFrom", "(*Position).Moved", "(*Position).Captured", "(*Position).IsCapture",
		"PieceMove.To", "PieceMove.Moved", "PieceMove.Captured", "PieceMove.PieceTo", "PieceMove.PieceIndex", "Material.Count", "PieceMove.IsNoisy", "PieceMove.Promotion", "PieceMove.IsCastling", "PieceMove.IsEnPassant", "(*Node).Bitboards"} {
		if !strings.Contains(string(out), ": can inline "+name+"\n") {
			t.Errorf("%s is not inlined", name)
		}
	}
}
