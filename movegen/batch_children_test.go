package movegen

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// A place is a position without its clocks.
type place struct {
	board quad.Board
	side  quad.Color
}

func (b *Batch) places() (all []place) {
	for i := range b.Len() {
		p := b.At(i)
		all = append(all, place{p.Board, p.Side})
	}
	return all
}

func comparePlanes(a, b [4]uint64) int { return slices.Compare(a[:], b[:]) }

// sorted sorts positions in place and returns them.
func sorted(all []place) []place {
	slices.SortFunc(all, func(a, b place) int {
		return cmp.Or(comparePlanes(a.board.Planes(), b.board.Planes()), cmp.Compare(a.side, b.side))
	})
	return all
}

// played returns the positions after each legal move of p by Play, sorted.
func played(p Position) (all []place) {
	for _, m := range p.AppendLegalMoves(nil) {
		child := p.Play(m)
		all = append(all, place{child.Board, child.Side})
	}
	return sorted(all)
}

// The children are the positions that Play gives, in some order, of
// one parent and, parent by parent, of a batch.
func TestAppendChildren(t *testing.T) {
	children := 0
	gameBatches(t, func(parents *Batch) {
		// A batch keeps its first positions.
		var all Batch
		all.Append(Start())
		AppendChildrenBatch(&all, parents)
		if all.At(0) != Start() {
			t.Fatal("the position in front has changed")
		}
		got := all.places()[1:]
		for i := range parents.Len() {
			p := parents.At(i)
			want := played(p)
			if n := len(want); len(got) < n || !slices.Equal(sorted(got[:n]), want) {
				t.Fatalf("%s, parent %d: AppendChildrenBatch differs from Play", p.FEN(), i)
			}
			got = got[len(want):]
			children += len(want)
		}
		if len(got) != 0 {
			t.Fatalf("%d children too many", len(got))
		}
	})
	t.Logf("%d children", children)
}

// The children of valid positions are valid.
func TestAppendChildrenValid(t *testing.T) {
	for _, p := range positions(t, corpus.Tricky(), corpus.Chess960()) {
		var b, parent Batch
		parent.Append(p)
		AppendChildrenBatch(&b, &parent)
		for i := range b.Len() {
			if err := b.Boards().At(i).Validate(); err != nil {
				t.Fatalf("%s: child %d: %v", p.FEN(), i, err)
			}
		}
	}
}

// On every path the children follow the moves of AppendLegalMovesBatch in their order, also
// on boards that are no chess.
func TestAppendChildrenNonsense(t *testing.T) {
	rng := rand.New(rand.NewPCG(93, 94))
	parents := nonsenseBatch(t, rng, count(5000))
	for range count(1000) {
		parents.Append(crowd(rng))
	}
	var lists MoveLists
	pathtest.On(simd.Generic, func() { AppendLegalMovesBatch(&lists, parents) })
	var want []place
	for i := range parents.Len() {
		p := parents.At(i)
		for _, m := range lists.At(i) {
			child := p.Play(m)
			want = append(want, place{child.Board, child.Side})
		}
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		var children Batch
		AppendChildrenBatch(&children, parents)
		got := children.places()
		if len(got) != len(want) {
			t.Fatalf("%d children, %d moves", len(got), len(want))
		}
		for i := range parents.Len() {
			from, to := lists.Offsets[i], lists.Offsets[i+1]
			if !slices.Equal(got[from:to], want[from:to]) {
				p := parents.At(i)
				t.Fatalf("the children differ from the moves\n%#x, side %v", p.Board.Planes(), p.Side)
			}
		}
	})
}

// crowd returns a board with a king each and up to 62 pieces of one kind and side,
// for more moves than fit a list: in half of the boards on squares of one colour,
// where knights are not in each other's way.
func crowd(rng *rand.Rand) Position {
	var p Position
	squares := rng.Perm(64)
	put(&p.Board, 1<<squares[0], quad.King, quad.White)
	put(&p.Board, 1<<squares[1], quad.King, quad.Black)
	kind, side := quad.Kind(1+rng.IntN(7)), quad.Color(rng.IntN(2))
	const light = 0x55aa55aa55aa55aa
	where := ^uint64(0)
	if rng.IntN(2) == 0 {
		where = light
	}
	for _, sq := range squares[2 : 2+rng.IntN(63)] {
		if kind != quad.King && where>>sq&1 != 0 {
			put(&p.Board, 1<<sq, kind, side)
		}
	}
	p.Side = quad.Color(rng.IntN(2))
	return p
}

// A batch may be expanded into itself.
func TestAppendChildrenInPlace(t *testing.T) {
	var b Batch
	b.Append(Start())
	AppendChildrenBatch(&b, &b)
	AppendChildrenBatch(&b, &b)
	if got, want := b.Len(), 1+20+20+400; got != want {
		t.Fatalf("%d positions, want %d", got, want)
	}
	got := b.places()
	parents := append([]place{}, got[:21]...)
	next := 21
	for _, p := range parents {
		want := played(Position{Board: p.board, Side: p.side})
		if !slices.Equal(sorted(got[next:next+len(want)]), want) {
			t.Fatal("not the parents and their children, parent by parent")
		}
		next += len(want)
	}
}

// Only the lowest bit of a side to move counts.
func TestAppendChildrenSide(t *testing.T) {
	p := Start()
	p.Side = quad.Color(3)
	var b Batch
	b.Append(p)
	AppendChildrenBatch(&b, &b)
	if got := b.places(); len(got) != 21 || got[0].side != quad.Black || got[1].side != quad.White {
		t.Errorf("%d positions, sides %d", len(got), b.sides)
	}
	if got := p.LegalTargets(); got.PawnPush != 0xff<<40 {
		t.Errorf("pushes to %#x, expected the sixth rank", got.PawnPush)
	}
}

func TestAppendChildrenAllocations(t *testing.T) {
	parents := new(Batch)
	for _, p := range positions(t, corpus.Games()) {
		parents.Append(p)
	}
	var dst Batch
	AppendChildrenBatch(&dst, parents)
	if n := testing.AllocsPerRun(3, func() {
		dst.Reset()
		AppendChildrenBatch(&dst, parents)
	}); n != 0 {
		t.Errorf("%v allocations where there is room", n)
	}
}

func TestBatch(t *testing.T) {
	var b Batch
	all := positions(t, corpus.Tricky(), corpus.Chess960())
	for i, p := range all {
		if i%2 == 0 {
			b.Append(p)
		} else if err := b.AppendFEN(p.FEN()); err != nil {
			t.Fatal(err)
		}
	}
	if b.Len() != len(all) || b.Boards().Len() != len(all) {
		t.Fatalf("%d positions, %d boards, want %d", b.Len(), b.Boards().Len(), len(all))
	}
	for i, p := range all {
		if got := b.At(i); !got.Same(p) || got.HalfMoves != 0 || got.FullMoves != 1 {
			t.Fatalf("position %d is %s, want %s", i, got.FEN(), p.FEN())
		}
	}
	const bad = "8/8/8/8/8/8/8/8 w - - 0 1"
	_, want := ParseFEN(bad)
	if err := b.AppendFEN(bad); err == nil || err.Error() != want.Error() || b.Len() != len(all) {
		t.Errorf("%v, %d positions, want %v, %d", err, b.Len(), want, len(all))
	}
	if panicOf(func() { b.At(len(all)) }) == nil {
		t.Error("no panic for a position out of range")
	}
	middle := b.Slice(1, 3)
	if got := middle.places(); !slices.Equal(got, b.places()[1:3]) {
		t.Errorf("Slice(1, 3) is %v", got)
	}
	next := b.At(3)
	middle.Append(all[0])
	if middle.Len() != 3 || b.At(3) != next {
		t.Error("appending to a slice writes what it is a slice of")
	}
	if panicOf(func() { b.Slice(0, len(all)+1) }) == nil {
		t.Error("no panic for a slice out of range")
	}
	if b.Reset(); b.Len() != 0 || b.Boards().Len() != 0 {
		t.Error("not empty after Reset")
	}
}

// A board with several en-passant targets has no captures en passant on any path. On this
// board the other targets would lie between the king and both checking pieces.
func TestSeveralEnPassantTargets(t *testing.T) {
	board, _, err := quad.ParsePlacement("4b3/8/2q3K1/8/8/8/4P3/6kR")
	if err != nil {
		t.Fatal(err)
	}
	const d3, f6, f7 = 1 << 19, 1 << 45, 1 << 53
	board.GB |= d3 | f6 | f7
	p := Position{Board: board, Side: quad.White}
	if n := len(p.AppendLegalMoves(nil)); n != 4 {
		t.Fatalf("%d legal moves, want 4 of the king", n)
	}
	var b Batch
	for range 65 {
		b.Append(p)
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		var children Batch
		AppendChildrenBatch(&children, &b)
		counts, leaves := make([]uint16, b.Len()), make([]uint32, b.Len())
		CountLegalBatch(counts, &b)
		CountTwoPlyBatch(leaves, &b)
		if children.Len() != 4*b.Len() {
			t.Errorf("%d children of %d boards, want 4 each", children.Len(), b.Len())
		}
		for i := range counts {
			if counts[i] != 4 || leaves[i] != 16 {
				t.Fatalf("board %d: %d moves, %d leaves, want 4 and 16", i, counts[i], leaves[i])
			}
		}
	})
}
