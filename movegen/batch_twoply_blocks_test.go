package movegen

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// restSets returns the sets that a kernel computes for a board, except en passant.
func (p *twoPlyBoard) restSets() (s [layout.RestSets]uint64) {
	rest := p.legal.without(&p.simple)
	for d := range 8 {
		s[d] = rest.sliders[d]
		s[int(layout.RestKnights)+d] = rest.knights[d]
	}
	s[layout.KingTargets] = rest.king
	s[layout.CastlingRooks] = rest.castling
	s[layout.PawnPushes] = rest.push
	beside := p.pawns & p.them
	beside = koggestone.EastStep(beside) | koggestone.WestStep(beside)
	s[layout.PawnDoubles], s[layout.PawnBeside] = rest.double&^beside, rest.double&beside
	s[layout.PawnEast], s[layout.PawnWest] = rest.east, rest.west
	return s
}

// filled reports whether board j of a block has moves in set k. PawnBeside has no such flag.
func filled(block *layout.TwoPlyBlock, k, j int) bool {
	var groups []layout.RestGroup
	switch set := layout.MoveSet(k); set {
	case layout.KingTargets:
		groups = []layout.RestGroup{layout.RestKing}
	case layout.CastlingRooks:
		groups = []layout.RestGroup{layout.RestShort, layout.RestLong}
	case layout.PawnPushes:
		groups = []layout.RestGroup{layout.RestPushes, layout.RestPromotions}
	case layout.PawnDoubles:
		groups = []layout.RestGroup{layout.RestDoubles}
	case layout.PawnEast:
		groups = []layout.RestGroup{layout.RestEast, layout.RestPromotionsEast}
	case layout.PawnWest:
		groups = []layout.RestGroup{layout.RestWest, layout.RestPromotionsWest}
	case layout.PawnBeside:
		return true
	default:
		groups = []layout.RestGroup{layout.RestSliders + layout.RestGroup(k)}
		if set >= layout.RestKnights {
			groups = []layout.RestGroup{layout.RestJumps + layout.RestGroup(set-layout.RestKnights)}
		}
	}
	return slices.ContainsFunc(groups, func(g layout.RestGroup) bool { return block.Filled[g]>>j&1 != 0 })
}

// The kernels agree with the twin on any board that is not odd.
func TestTwoPlyKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(105, 106))
	b := nonsenseBatch(t, rng, 64*count(3000))
	for i := range b.Len() {
		if i%3 == 0 {
			p := placement(rng)
			b.planes[0][i], b.planes[1][i], b.planes[2][i], b.planes[3][i] = p.Board.G0, p.Board.G1, p.Board.G2, p.Board.GB
			b.sides[i] = uint8(p.Side)
		}
		if i/64%4 == 0 {
			board := b.board(i)
			onlyEndings(&board)
			b.planes[0][i], b.planes[1][i] = board.G0, board.G1
		}
	}
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		if path == simd.Generic {
			return
		}
		c := new(twoPlyCounter)
		var p twoPlyBoard
		n := 0
		for i := 0; i < b.Len(); i += blockLen() {
			c.take(b, i, blockLen(), 0)
			for j := range blockLen() {
				board, side := b.board(i+j), quad.Color(b.sides[i+j]&1)
				p.look(&board, side)
				odd := c.blocks[0].Flags[layout.OddFlag]>>j&1 != 0
				if odd != p.isOdd() {
					t.Fatalf("odd: %v\n%#x, side %d", odd, board, side)
				}
				if odd {
					continue
				}
				n++
				p.set(&board, side)
				for k, want := range p.restSets() {
					if k == int(layout.FreeKnights) || k == int(layout.PieceTargets) {
						continue
					}
					got := c.blocks[0].Sets[blockLen()*k+j]
					if path != simd.NEON && !filled(&c.blocks[0], k, j) {
						got = 0
					}
					if got != want {
						t.Errorf("set %d is %#x, want %#x\n%#x, side %d", k, got, want, board, side)
					}
				}
				if got := int(c.blocks[0].Sums[j]); got != p.sum() {
					t.Errorf("sum %d, want %d\n%#x, side %d", got, p.sum(), board, side)
				}
				if t.Failed() {
					t.FailNow()
				}
			}
		}
		if n < b.Len()/4 {
			t.Errorf("%d of %d boards are not odd, expected a quarter", n, b.Len())
		}
	})
}

// Blocks have the same counts whether one or two plies are counted at once.
func TestTwoPlyEstimate(t *testing.T) {
	rng := rand.New(rand.NewPCG(113, 114))
	b := nonsenseBatch(t, rng, 64*count(300))
	for range 64 * count(300) {
		b.Append(placement(rng))
	}
	want := definitionTwoPly(b)
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		if path == simd.Generic {
			return
		}
		c := new(twoPlyCounter)
		got := make([]uint32, b.Len())
		for _, least := range []int{0, 5 * blockLen(), 20 * blockLen(), 1 << 30} {
			n := c.count(got, b, least)
			sameTwoPly(t, got[:n], want[:n], b)
		}
		if path == simd.NEON {
			return // estimates nothing
		}
		for _, test := range []struct {
			fen   string
			moves int // as estimated
		}{
			{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1 + 3},
			{"4k3/8/8/8/8/8/4P3/QNB1K3 w - - 0 1", 3*5 + 4 + 1 + 3},
			{"4k3/8/8/8/8/8/4r3/QNB1K3 w - - 0 1", 3},
		} {
			p := parse(t, test.fen)
			var b Batch
			for range blockLen() {
				b.Append(p)
			}
			for more, want := range []bool{false, true} { // one move too many
				least := test.moves*blockLen() + more
				c.take(&b, 0, b.Len(), least)
				if got := c.blocks[0].OnePly != 0; got != want {
					t.Errorf("%s: one ply after the other below %d moves of %d boards: %v, want %v", test.fen, least, b.Len(), got, want)
				}
			}
		}
	})
}

// TestCountTwoPlyBatchDispatch proves that the code of the chosen path runs: the stack at a
// fault names the function. For the twin the sides to move are not readable. The kernels work
// on copies in a counter; its scratch space and the memory after it are not accessible.
func TestCountTwoPlyBatchDispatch(t *testing.T) {
	newCounter := twoPlyCounters.New
	usePool := func(f func() any) { twoPlyCounters = sync.Pool{New: f} }
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		n := blockLen()
		var planes [4][]uint64
		for p := range planes {
			planes[p] = make([]uint64, n)
		}
		planes[quad.G2][0] = a1 // a knight
		b, want := &Batch{planes: planes, sides: make([]uint8, n)}, ""
		if path == simd.Generic {
			want = "countTwoPlyOneByOne"
			sides := guard.New(t, n)
			b.sides = guard.SmallAtStart[uint8](sides, n)
			sides.Forbid(t)
		} else {
			want = map[simd.Path]string{simd.NEON: "twoPlyNEON", simd.AVX2: "twoPlyAVX2", simd.AVX512: "twoPlyAVX512"}[path]
			var c *twoPlyCounter
			before := int(unsafe.Offsetof(c.blocks[0].Room) / 8)
			from := (before + guard.Unit - 1) / guard.Unit * guard.Unit
			memory := guard.New(t, from+int(unsafe.Sizeof(*c)/8))
			c = (*twoPlyCounter)(unsafe.Pointer(&memory.All()[from-before]))
			memory.ForbidFrom(t, from)
			usePool(func() any { return c })
			defer usePool(newCounter)
		}
		if got := guard.FaultingFunction(func() { CountTwoPlyBatch(make([]uint32, n), b) }); got != want {
			t.Errorf("ran %q, want %q", got, want)
		}
		if path != simd.AVX2 && path != simd.AVX512 {
			return
		}
		planes[quad.G0][0] = a1 // a rook
		want = map[simd.Path]string{simd.AVX2: "twoPlyEndingsAVX2", simd.AVX512: "twoPlyEndingsAVX512"}[path]
		if got := guard.FaultingFunction(func() { CountTwoPlyBatch(make([]uint32, n), b) }); got != want {
			t.Errorf("rook endings: ran %q, want %q", got, want)
		}
	})
}
