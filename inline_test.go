package koggestone

import (
	"os/exec"
	"regexp"
	"testing"
)

// TestInlining checks that the compiler inlines the functions that the documentation says
// it inlines.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Skipf("cannot compile the package here: %v\n%s", err, out)
	}
	can := map[string]bool{}
	for _, m := range regexp.MustCompile(`can inline (\S+)`).FindAllSubmatch(out, -1) {
		can[string(m[1])] = true
	}
	want := []string{"Fill", "RookAttacks", "BishopAttacks", "QueenAttacks", "SliderAttacks",
		"MirrorFiles", "FlipRanks", "ReverseSquares",
		"Direction.Opposite", "Direction.Shift"}
	for _, d := range eight {
		for _, kind := range []string{"Step", "Fill", "Occluded", "Attacks"} {
			want = append(want, d.String()+kind)
		}
	}
	for _, name := range want {
		if !can[name] {
			t.Errorf("%s is not inlined", name)
		}
	}
}
