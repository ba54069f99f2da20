package attacks

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/textboard"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/simd"
)

func TestDemo(t *testing.T) {
	code, stdout, stderr := command("", "attacks", "--demo")
	if code != cli.ExitOK || stderr != "" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	if !strings.Contains(stdout, "in 600 positions from games") || strings.Count(stdout, "million positions/s") != len(simd.Paths()) {
		t.Errorf("got\n%s", stdout)
	}
}

// checkAttacks finds a wrong attack.
func TestCheckAttacks(t *testing.T) {
	src := attackSource{name: "games", reader: lines.NewReader(corpus.Games().Reader(), lines.Longest)}
	a := newAttackBatch(600)
	src.fill(a)
	if err := a.checkAttacks(); err != nil {
		t.Fatal(err)
	}
	a.attacks[1][queens][599] ^= 1
	if err := a.checkAttacks(); err == nil || !strings.Contains(err.Error(), textboard.Placement(a.boards[599])+", black queens attack") {
		t.Errorf("error %v", err)
	}
}
