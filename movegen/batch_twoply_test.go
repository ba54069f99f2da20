package movegen

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// replies returns the number of replies to a simple move by the formula. The move belongs to
// the board where own pawns go north.
func (p *twoPlyBoard) replies(m Move) int {
	from, to := m.From(), m.square()
	f, t := uint64(1)<<from, uint64(1)<<to
	if m.IsCastling() {
		return p.base + p.weight.at(to) // to is the rook's square
	}
	n := p.base + p.weight.at(from) + p.weight.at(to)
	length := func(sq int, d koggestone.Direction) (n int) {
		for x := koggestone.Step(1<<sq, d); x&^p.them != 0; x = koggestone.Step(x, d) {
			n++
			if x&p.own != 0 {
				break
			}
		}
		return n
	}
	for d := range koggestone.Direction(8) {
		if p.kinds[d&1]&f == 0 || koggestone.Attacks(f, p.empty, d)&t == 0 {
			continue
		}
		if p.reach[d^4]&f != 0 {
			n -= length(from, d^4)
		}
		if p.reach[d]&f != 0 && t&p.them != 0 {
			n++
		} else if p.reach[d]&f != 0 {
			n -= length(to, d)
		}
	}
	forward := p.pawns&f != 0 || p.kinds[0]&f != 0
	switch {
	case forward && koggestone.NorthEastStep(f)&t&p.capturers[0] != 0:
		n++
	case forward && koggestone.NorthWestStep(f)&t&p.capturers[1] != 0:
		n++
	case m.IsDoublePush():
		n += bits.OnesCount64(koggestone.WestStep(t)&p.capturers[1]) + bits.OnesCount64(koggestone.EastStep(t)&p.capturers[0])
	case p.pawns&f != 0 && f<<8 == t && t&(p.pushers>>8)&squares.Rank6 != 0:
		n--
	}
	return n
}

// twoPlyChecker compares the formula with the moves of positions, played one by one.
type twoPlyChecker struct {
	p             twoPlyBoard
	moves, simple int
}

// check fails the test unless the formula is right for every simple move of p, and for the
// sum over all moves.
func (c *twoPlyChecker) check(t testing.TB, pos Position) {
	t.Helper()
	p := &c.p
	p.look(&pos.Board, pos.Side)
	if p.isOdd() {
		return
	}
	p.set(&pos.Board, pos.Side)
	flip := Move(0)
	if pos.Side == quad.Black {
		flip = 56 | 56<<6
	}
	rest := p.simple.without(&p.legal)
	rest.each(p.occ, p.king, func(m Move) { t.Fatalf("%s: %v is simple, not legal", pos.FEN(), m^flip) })
	sum := 0
	p.legal.each(p.occ, p.king, func(Move) { c.moves++ })
	p.simple.each(p.occ, p.king, func(m Move) {
		c.simple++
		child := pos.Play(m ^ flip)
		n := p.replies(m)
		sum += n
		if want := child.CountLegal(); n != want {
			t.Fatalf("%s: %d replies to %v, counted %d", pos.FEN(), want, m^flip, n)
		}
	})
	if got := p.sum(); got != sum {
		t.Fatalf("%s: the sum of simple moves is %d, of moves one by one %d", pos.FEN(), got, sum)
	}
}

func TestTwoPlyMoves(t *testing.T) {
	var c twoPlyChecker
	gameBatches(t, func(b *Batch) {
		for i := range b.Len() {
			c.check(t, b.At(i))
		}
	})
	t.Logf("games: %d of %d moves are simple", c.simple, c.moves)
	rng := rand.New(rand.NewPCG(101, 102))
	c = twoPlyChecker{}
	for range count(100_000) {
		c.check(t, placement(rng))
	}
	t.Logf("placements: %d of %d moves are simple", c.simple, c.moves)
}

// Every path agrees with CountTwoPly.
func TestCountTwoPlyBatch(t *testing.T) {
	check := func(b *Batch) {
		t.Helper()
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			got := make([]uint32, b.Len())
			CountTwoPlyBatch(got, b)
			for i, n := range got {
				if p := b.At(i); int(n) != p.CountTwoPly() {
					t.Fatalf("position %d of %d: %d leaves, want %d: %s", i, b.Len(), n, p.CountTwoPly(), p.FEN())
				}
			}
		})
	}
	gameBatches(t, check)
	rng := rand.New(rand.NewPCG(103, 104))
	var b Batch
	for range count(10_000) {
		b.Append(placement(rng))
	}
	check(&b)
}

// definitionTwoPly returns the leaves two plies below the positions of b by the definition.
func definitionTwoPly(b *Batch) []uint32 {
	want := make([]uint32, b.Len())
	countTwoPlyGeneric(want, b, 0)
	return want
}

// sameTwoPly fails the test unless got are the counts of the definition for b.
func sameTwoPly(tb testing.TB, got, want []uint32, b *Batch) {
	tb.Helper()
	for i := range got {
		if got[i] != want[i] {
			tb.Fatalf("board %d of %d: %d leaves, generic %d\n%v, side %d", i, len(got), got[i], want[i], b.board(i), b.sides[i])
		}
	}
}

// All paths count the same on any 256 bits.
func TestCountTwoPlyBatchNonsense(t *testing.T) {
	rng := rand.New(rand.NewPCG(107, 108))
	b := nonsenseBatch(t, rng, count(50_000))
	for range count(5000) {
		b.Append(crowd(rng))
	}
	for range count(50_000) { // where moves may be played one by one
		b.Append(Position{Board: fewPieces(rng), Side: quad.Color(rng.IntN(2))})
	}
	want := definitionTwoPly(b)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		got := make([]uint32, b.Len())
		CountTwoPlyBatch(got, b)
		sameTwoPly(t, got, want, b)
	})
}
