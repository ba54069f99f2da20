package movegen

import (
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// composed returns n composed positions.
func composed(tb testing.TB, n int, pieces corpus.Pieces) *Batch {
	tb.Helper()
	b := new(Batch)
	for fen := range corpus.Composed(1, n, pieces) {
		if err := b.AppendFEN(fen); err != nil {
			tb.Fatalf("%q: %v", fen, err)
		}
	}
	return b
}

// spoiled returns the boards of b with changes that make most of them impossible: kings added, removed or in
// check while the other side is to move, rooks that may castle from anywhere, and single bits that are turned.
func spoiled(b *Batch, pieces corpus.Pieces) *Batch {
	rng := rand.New(rand.NewPCG(151, 152))
	bit := func() uint64 { return 1 << rng.IntN(64) }
	bad := new(Batch)
	for i := range b.Len() {
		p := b.At(i)
		g := &p.Board
		switch rng.IntN(8) {
		case 0:
			put(g, bit(), quad.King, quad.Color(rng.IntN(2)))
		case 1:
			kings := g.Kings()
			if rng.IntN(2) == 0 {
				kings &= kings - 1
			}
			g.G1, g.G2, g.GB = g.G1&^kings, g.G2&^kings, g.GB&^kings
		case 2:
			rooks := g.G0 & g.G2 &^ g.G1
			g.G2 &^= rooks & rng.Uint64()
		case 3:
			for range 1 + rng.IntN(3) {
				planes := g.Planes()
				planes[rng.IntN(4)] ^= bit()
				*g = quad.Board{G0: planes[0], G1: planes[1], G2: planes[2], GB: planes[3]}
			}
		default:
			p.Side = p.Side.Other()
		}
		if pieces == corpus.RooksPawns {
			onlyEndings(g)
		}
		bad.Append(p)
	}
	return bad
}

// Composed positions have the leaves that CountTwoPly counts, whether the kernels count one or two plies at
// once. The kernels for rook endings count the positions with rooks and pawns.
//
// The sums over simple moves and the numbers of moves that are left to be played are the same on all paths, also on
// the spoiled boards. A fault that makes a simple move one of the others changes no count and only costs time, so it
// is found here alone. After a change of the rules the test prints the new values.
func TestTwoPlyComposed(t *testing.T) {
	stalemate := parse(t, "7k/R7/8/6R1/8/8/8/K7 b - - 0 1")
	for _, test := range []struct {
		pieces corpus.Pieces
		n      int
		simple [2]uint64
	}{
		{corpus.AllPieces, 192_000, [2]uint64{0xa054e354ebb6e831, 0x167ee4c297e194f6}},
		{corpus.RooksPawns, 128_000, [2]uint64{0x8b07de5c356cf543, 0xdc44d04a0ba1ab04}},
	} {
		n := test.n
		switch {
		case testing.Short():
			n /= 4
		case *whole:
			n *= 10
		}
		legal := composed(t, n, test.pieces)
		for i := 40; i < n; i += 64 { // no block has moves on all boards, because Bochs cannot select 64 bytes: see .ci/avx512
			legal.Set(i, stalemate)
		}
		for i := 0; i < n; i += 997 {
			p := legal.At(i)
			want := 0
			for _, m := range p.AppendLegalMoves(nil) {
				want += len(oracle(t, p.Play(m)).Legal())
			}
			if got := p.CountTwoPly(); got != want {
				t.Fatalf("%s: CountTwoPly is %d, oracle %d", p.FEN(), got, want)
			}
		}
		bad := spoiled(legal, test.pieces)
		for k, b := range []*Batch{legal, bad} {
			want := definitionTwoPly(b)
			pathtest.Each(t, func(t *testing.T, path simd.Path) {
				if path == simd.Generic {
					return
				}
				c := new(twoPlyCounter)
				got := make([]uint32, b.Len())
				for _, least := range []int{0, leastTwoPly() * blockLen(), 1 << 30} {
					k := c.count(got, b, least)
					sameTwoPly(t, got[:k], want[:k], b)
				}
				if sum := simpleSum(c, b.Slice(0, test.n/4)); sum != test.simple[k] {
					t.Errorf("pieces %d: the simple moves have the sum %#x, expected %#x", test.pieces, sum, test.simple[k])
				}
			})
		}
	}
}

// simpleSum returns a hash of the sums over simple moves and the numbers of other moves of each board.
func simpleSum(c *twoPlyCounter, b *Batch) uint64 {
	h := fnv.New64a()
	var word [8]byte
	for i := 0; i < b.Len(); i += blockLen() {
		sums := make([]uint32, min(blockLen(), b.Len()-i))
		c.add(sums, b, i, 0, 0)
		others := make([]uint32, len(sums))
		for _, parent := range c.parents[:c.children.Len()] {
			others[parent]++
		}
		c.children.Reset()
		c.owned = 0
		for k, sum := range sums {
			for j := range 4 {
				word[j], word[4+j] = byte(sum>>(8*j)), byte(others[k]>>(8*j))
			}
			h.Write(word[:])
		}
	}
	return h.Sum64()
}

// estimatedMoves returns how many moves the kernels estimate for board i of b, as TWOPLY.md describes.
func estimatedMoves(b *Batch, i int) int {
	p := b.At(i)
	if p.InCheck() {
		return 3
	}
	n := 3
	for x := p.Board.Occupied() &^ (p.Board.GB ^ -uint64(p.Side)); x != 0; x &= x - 1 {
		n += map[quad.Kind]int{
			quad.Queen: 10, quad.Rook: 5, quad.CastlingRook: 5, quad.Bishop: 5, quad.Knight: 4, quad.Pawn: 1,
		}[p.Board.At(bits.TrailingZeros64(x)).Kind()]
	}
	return n
}

// A block is counted one ply after the other if it is estimated to have fewer than the least moves, also if it
// lacks only one.
func TestTwoPlyComposedEstimate(t *testing.T) {
	for _, pieces := range []corpus.Pieces{corpus.AllPieces, corpus.RooksPawns} {
		b := composed(t, 4096, pieces)
		pathtest.Each(t, func(t *testing.T, path simd.Path) {
			if path == simd.Generic || path == simd.NEON {
				return
			}
			c := new(twoPlyCounter)
			n := layout.TwoPlyBlocks * blockLen()
			for i := 0; i+n <= b.Len(); i += n {
				for k := range layout.TwoPlyBlocks {
					moves := 0
					for j := range blockLen() {
						moves += estimatedMoves(b, i+k*blockLen()+j)
					}
					for more, want := range []bool{false, true} {
						c.take(b, i, n, moves+more)
						if got := c.blocks[k].OnePly != 0; got != want {
							t.Fatalf("block at %d: one ply after the other below %d moves of %d: %v, want %v", i+k*blockLen(), moves+more, moves, got, want)
						}
					}
				}
			}
		})
	}
}
