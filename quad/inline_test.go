package quad

import (
	"os/exec"
	"strings"
	"testing"
)

// TestInlining checks that the conversion of an engine's bitboards to a board stays in
// registers, as the documentation says.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Skipf("cannot compile the package here: %v\n%s", err, out)
	}
	for _, name := range []string{"Pack", "PackRights", "(*Bitboards).Board", "Board.Planes", "Board.Occupied", "Board.ByColor",
		"Board.Pawns", "Board.At", "Board.Rooks", "Board.Diagonal", "Board.Orthogonal", "(*Threats).Set", "(*Legality).Set", "(*AttacksByKind).Set",
		"(*BothThreats).Set"} {
		if !strings.Contains(string(out), ": can inline "+name+"\n") {
			t.Errorf("%s is not inlined", name)
		}
	}
}
