package movegen

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// Where isRare is false, rareMoves finds nothing: the kernels rely on it.
func TestIsRare(t *testing.T) {
	b := nonsenseBatch(t, rand.New(rand.NewPCG(85, 86)), count(100_000))
	common := 0
	for i := range b.Len() {
		p := b.At(i)
		g, own := p.Board, p.Board.GB^^blackMask(p.Side)
		target := g.GB &^ g.Occupied()
		rooks := g.G0 &^ (g.G1 | g.G2) & own
		king := kings(&g, p.Side)
		if p.Side == quad.Black {
			rooks, king = bits.ReverseBytes64(rooks), bits.ReverseBytes64(king)
		}
		if isRare(target, rooks, king) {
			continue
		}
		common++
		if n := rareCount(&g, p.Side); n != 0 {
			t.Fatalf("%d rare moves of side %v on %#x, isRare is false", n, p.Side, g.Planes())
		}
	}
	if common < b.Len()/10 {
		t.Errorf("%d of %d boards are not rare, expected a tenth", common, b.Len())
	}
}
