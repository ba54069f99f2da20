package movegen

import (
	"os/exec"
	"strings"
	"testing"
)

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
		"PieceMove.To", "PieceMove.Moved", "PieceMove.Captured", "PieceMove.PieceTo", "PieceMove.IsNoisy", "(*Node).Bitboards"} {
		if !strings.Contains(string(out), ": can inline "+name+"\n") {
			t.Errorf("%s is not inlined", name)
		}
	}
}
