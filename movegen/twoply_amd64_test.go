//go:build gc && !purego

package movegen

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// restSets returns the sets that a kernel makes of a board, but for en passant.
func (p *twoPly) restSets() (s [layout.RestSets]uint64) {
	rest := p.legal.without(&p.simple)
	for d := range 8 {
		s[d] = rest.sliders[d]
	}
	s[layout.KingTargets] = rest.king
	s[layout.FreeKnights] = p.knights & p.own &^ p.anyPinned
	s[layout.PieceTargets] = p.mask &^ p.own
	s[layout.CastlingRooks] = rest.castling
	s[layout.PawnPushes] = rest.push
	beside := p.pawns & p.them
	beside = koggestone.EastStep(beside) | koggestone.WestStep(beside)
	s[layout.PawnDoubles], s[layout.PawnBeside] = rest.double&^beside, rest.double&beside
	s[layout.PawnEast], s[layout.PawnWest] = rest.east, rest.west
	s[layout.SimpleKnights], s[layout.SimpleTargets] = p.knightFrom, p.knightTo
	return s
}

// The kernels make what the twin makes, of any board that is not odd.
func TestTwoPlyKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(105, 106))
	b := nonsenseBatch(t, rng, 64*count(3000))
	for i := range b.Len() {
		if i%3 == 0 {
			p := placement(rng)
			b.planes[0][i], b.planes[1][i], b.planes[2][i], b.planes[3][i] = p.Board.G0, p.Board.G1, p.Board.G2, p.Board.GB
			b.sides[i] = uint8(p.Side)
		}
	}
	var sets [64 * int(layout.RestSets)]uint64
	var flags [layout.MoveFlags]uint64
	var room layout.TwoPlyRoom
	var p twoPly
	odd, n := 0, 0
	for _, path := range simd.Paths() {
		if path != simd.AVX512 {
			continue
		}
		var dst [64]uint32
		for i := 0; i < b.Len(); i += 64 {
			twoPlyAVX512(&dst, &sets, &flags, &b.planes[0][i], &b.planes[1][i], &b.planes[2][i], &b.planes[3][i], &b.sides[i], &room)
			for j := range 64 {
				board, side := b.board(i+j), quad.Color(b.sides[i+j]&1)
				p.look(&board, side)
				n++
				isOdd := flags[layout.OddFlag]>>j&1 != 0
				if isOdd != p.isOdd() {
					t.Fatalf("odd: %v", isOdd)
				}
				if isOdd {
					odd++
					continue
				}
				p.set(&board, side)
				want := p.restSets()
				for k := range layout.RestSets {
					if got := sets[64*int(k)+j]; got != want[k] {
						t.Errorf("%s: set %d is %#x, want %#x", b.At(i+j).FEN(), k, got, want[k])
					}
				}
				if got := int(dst[j]); got != p.sum() {
					t.Errorf("%s: sum %d, want %d", b.At(i+j).FEN(), got, p.sum())
				}
				if t.Failed() {
					t.FailNow()
				}
			}
		}
	}
	t.Logf("%d boards, %d odd", n, odd)
}
