package movegen

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// A listKey is what the documented order of lists compares, first to last.
type listKey [5]int

// listKeyOf returns the key of a legal move of p.
func listKeyOf(p *Position, m Move) listKey {
	from, to := m.From(), m.square()
	kind := p.Board.At(from).Kind()
	if kind == quad.Knight {
		return listKey{1, from, to}
	}
	turned := 0
	if p.Side == quad.Black {
		turned = 56
	}
	from, to = from^turned, to^turned
	file, rank := to&7, to>>3
	switch {
	case m.IsCastling():
		if from == 4 && rank == 0 && (file == 0 || file == 7) {
			return listKey{6, file}
		}
		return listKey{7, to}
	case m.IsEnPassant():
		return listKey{8, from}
	case kind == quad.Pawn:
		way := 0
		switch {
		case file > from&7:
			way = 1
		case file < from&7:
			way = 2
		}
		switch {
		case to-from == 16:
			return listKey{5, to}
		case m.Promotion() == quad.Knight:
			return listKey{4, way, to}
		}
		piece := slices.Index([]quad.Kind{quad.None, quad.Queen, quad.Rook, quad.Bishop}, m.Promotion())
		return listKey{3, way, piece, to}
	}
	// A slider or king.
	way := vector{to&7 - from&7, to>>3 - from>>3}
	far := max(way.file, -way.file, way.rank, -way.rank)
	way.file /= far
	way.rank /= far
	d := slices.Index(compass, way)
	switch koggestone.Direction(d) {
	case koggestone.North:
		return listKey{0, d, file, -rank}
	case koggestone.South:
		return listKey{0, d, file, rank}
	case koggestone.East:
		return listKey{0, d, rank, -file}
	case koggestone.West:
		return listKey{0, d, rank, file}
	case koggestone.NorthEast:
		return listKey{0, d, (file - rank + 8) % 8, -rank}
	case koggestone.SouthWest:
		return listKey{0, d, (file - rank + 8) % 8, rank}
	case koggestone.NorthWest:
		return listKey{0, d, (file + rank + 1) % 8, -rank}
	}
	return listKey{0, d, (file + rank + 1) % 8, rank}
}

// inListOrder returns the legal moves of p that s selects, in the order of lists.
func inListOrder(p *Position, s Selection, buf []Move) []Move {
	moves := buf[:0]
	for _, m := range p.AppendLegalMoves(nil) {
		if selectionOf(p, m)&s != 0 {
			moves = append(moves, m)
		}
	}
	slices.SortFunc(moves, func(a, b Move) int {
		x, y := listKeyOf(p, a), listKeyOf(p, b)
		return slices.Compare(x[:], y[:])
	})
	return moves
}

// selectionOf returns the one selection to which a legal move of p belongs.
func selectionOf(p *Position, m Move) Selection {
	switch kind := m.Promotion(); {
	case kind != quad.None && kind != quad.Queen:
		return Underpromotions
	case p.IsCapture(m):
		return Captures
	case kind == quad.Queen:
		return QueenPromotions
	}
	return Quiets
}

// checkLists compares lists with the moves of each position, sorted as documented.
func checkLists(t *testing.T, b *Batch, lists *MoveLists, s Selection) {
	t.Helper()
	if lists.Len() != b.Len() {
		t.Fatalf("%d lists of %d positions", lists.Len(), b.Len())
	}
	var buf [256]Move
	for i := range b.Len() {
		p := b.At(i)
		if want := inListOrder(&p, s, buf[:]); !slices.Equal(lists.At(i), want) {
			t.Fatalf("position %d of %d, selection %d: %s\ngot  %v\nwant %v", i, b.Len(), s, p.FEN(), lists.At(i), want)
		}
	}
}

// composedBatch returns valid positions of pieces thrown onto a board: many queens,
// pins, double checks, and kings that castle from anywhere.
func composedBatch(rng *rand.Rand, n int) *Batch {
	b := new(Batch)
	for range n {
		b.Append(placement(rng))
	}
	return b
}

// extremes are positions with many moves, many queens, promotions or knights, or with
// none or few moves.
var extremes = []string{
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves
	"3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
	"QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
	"n1n1n1n1/PPPPPPPP/8/8/8/8/6k1/4K3 w - - 0 1",
	"2b1n1r1/1P1P1P1P/8/8/8/6k1/8/4K3 w - - 0 1",
	"4k3/8/8/8/7K/8/pppppppp/N1N3N1 b - - 0 1",
	"NNNNNNNN/NNNNNNNN/8/8/8/8/8/K6k w - - 0 1",
	"NNNNNNNN/NNNNNNNN/NNNNN3/N1N5/NNNNN3/8/8/K6k w - - 0 1",
	"4k3/8/8/K2pP2q/8/8/8/8 w - d6 0 1",        // pinned en passant, dropped by the parser
	"8/8/8/K2pP3/8/8/8/4k3 w - d6 0 1",         // allowed
	"4k3/8/8/1PpP4/8/8/8/4K3 w - c6 0 1",       // two takers
	"4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1",       // for Black
	"4k3/4r3/8/8/1b6/8/8/4K3 w - - 0 1",        // double check
	"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",           // stalemate
	"R6k/6pp/8/8/8/8/8/4K3 b - - 0 1",          // mate
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",     // castling
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",     //
	"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", // castling of Chess960, king on e1
	"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
	"r3k1r1/8/8/8/8/8/8/R3K1R1 b GAga - 0 1", // one rook on its usual square
}

func extremeBatch(t testing.TB) *Batch {
	b := new(Batch)
	for range 5 {
		for _, fen := range extremes {
			b.Append(parse(t, fen))
		}
	}
	return b
}

// Every path appends the legal moves of each position in the documented order.
func TestAppendLegalMovesBatch(t *testing.T) {
	visit := func(b *Batch) {
		var want MoveLists
		pathtest.On(simd.Generic, func() { AppendLegalMovesBatch(&want, b) })
		checkLists(t, b, &want, AllMoves)
		if t.Failed() {
			return
		}
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			var got MoveLists
			AppendLegalMovesBatch(&got, b)
			sameLists(t, b, &got, &want)
		})
	}
	visit(extremeBatch(t))
	crowded := new(Batch)
	for range 100 { // 78 rows and 64 moves: knights without moves have rows
		crowded.Append(parse(t, "NNRqn1Nk/NpQPNPbb/NQRqRBQQ/QBPBbQqP/bQqNrPpB/KQQPQRrR/NRNQQbNQ/NNNbNNQ1 w - - 0 1"))
	}
	visit(crowded)
	visit(composedBatch(rand.New(rand.NewPCG(131, 132)), count(20_000)))
	gameBatches(t, visit)
}

// sameLists compares lists with the lists of the Go twin.
func sameLists(t *testing.T, b *Batch, got, want *MoveLists) {
	t.Helper()
	if got.Len() != want.Len() {
		t.Fatalf("%d lists, generic %d", got.Len(), want.Len())
	}
	for i := range want.Len() {
		if !slices.Equal(got.At(i), want.At(i)) {
			t.Fatalf("position %d of %d: %#x, side %d\n%v, got\n%v, generic", i, b.Len(), b.Boards().At(i).Planes(), b.sides[i], got.At(i), want.At(i))
		}
	}
	if !slices.Equal(got.Offsets, want.Offsets) || len(got.Moves) != len(want.Moves) {
		t.Fatalf("other offsets than generic")
	}
}

// Selections divide the lists, in the same order.
func TestAppendMovesBatch(t *testing.T) {
	b := composedBatch(rand.New(rand.NewPCG(133, 134)), count(3000))
	for _, p := range stream(t, count(3000)) {
		b.Append(p)
	}
	x := extremeBatch(t)
	for i := range x.Len() {
		b.Append(x.At(i))
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for s := Selection(0); s <= AllMoves; s++ {
			var lists MoveLists
			AppendMovesBatch(&lists, b, s)
			checkLists(t, b, &lists, s)
		}
	})
}

// On arbitrary boards every path has the lists of the Go twin, whatever is selected.
func TestAppendMovesBatchNonsense(t *testing.T) {
	b := nonsenseBatch(t, rand.New(rand.NewPCG(135, 136)), count(40_000))
	for _, s := range []Selection{AllMoves, Captures, QueenPromotions, Quiets, Underpromotions} {
		var want MoveLists
		pathtest.On(simd.Generic, func() { AppendMovesBatch(&want, b, s) })
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			var got MoveLists
			AppendMovesBatch(&got, b, s)
			sameLists(t, b, &got, &want)
		})
	}
}

// Lists of batches of all lengths are appended to existing lists.
func TestAppendLegalMovesBatchLengths(t *testing.T) {
	all := new(Batch)
	for _, p := range stream(t, 300) {
		all.Append(p)
	}
	var want MoveLists
	pathtest.On(simd.Generic, func() { AppendLegalMovesBatch(&want, all) })
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for n := range 140 {
			var lists MoveLists
			AppendLegalMovesBatch(&lists, all.Slice(0, 0))
			if lists.Len() != 0 || len(lists.Offsets) != 1 {
				t.Fatalf("offsets of no lists are %v", lists.Offsets)
			}
			AppendLegalMovesBatch(&lists, all.Slice(0, n))
			AppendLegalMovesBatch(&lists, all.Slice(n, 300))
			sameLists(t, all, &lists, &want)
			if x := lists.At(n); cap(x) != len(x) {
				t.Fatalf("list %d: length %d, capacity %d", n, len(x), cap(x))
			}
		}
	})
}

// After the first call a batch of the same length allocates nothing.
func TestAppendLegalMovesBatchAllocs(t *testing.T) {
	b := new(Batch)
	for _, p := range stream(t, 500) {
		b.Append(p)
	}
	dst, k := make([]Move, b.Len()), make([]uint16, b.Len())
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		var lists MoveLists
		AppendLegalMovesBatch(&lists, b)
		if n := testing.AllocsPerRun(10, func() { lists.Reset(); AppendLegalMovesBatch(&lists, b) }); n != 0 {
			t.Errorf("lists: %v allocations", n)
		}
		if n := testing.AllocsPerRun(10, func() { SelectMoveBatch(dst, b, k) }); n != 0 {
			t.Errorf("select: %v allocations", n)
		}
	})
}

// SelectMoveBatch returns move k of the position's list.
func TestSelectMoveBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(137, 138))
	for _, b := range []*Batch{
		extremeBatch(t),
		composedBatch(rng, count(4000)),
		nonsenseBatch(t, rng, count(8000)),
		batchOf(stream(t, count(20_000))),
	} {
		var lists MoveLists
		pathtest.On(simd.Generic, func() { AppendLegalMovesBatch(&lists, b) })
		k, got := make([]uint16, b.Len()), make([]Move, b.Len())
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			for round := range 12 {
				for i := range k {
					n := len(lists.At(i))
					switch round {
					case 0:
						k[i] = 0
					case 1:
						k[i] = uint16(n)
					case 2:
						k[i] = uint16(max(n-1, 0))
					case 3:
						k[i] = 0xffff
					case 4:
						k[i] = uint16(n + 256)
					default:
						k[i] = uint16(rng.IntN(n + 1))
					}
				}
				SelectMoveBatch(got, b, k)
				for i, m := range got {
					want := Move(0)
					if list := lists.At(i); int(k[i]) < len(list) {
						want = list[k[i]]
					}
					if m != want {
						t.Fatalf("move %d of position %d is %v, want %v of %v: %#x", k[i], i, m, want, lists.At(i), b.Boards().At(i).Planes())
					}
				}
			}
		})
	}
}

func batchOf(ps []Position) *Batch {
	b := new(Batch)
	for i := range ps {
		b.Append(ps[i])
	}
	return b
}

// A bit of the lines of a direction is one square, and those before it on a line are
// farther in the direction.
func TestToLines(t *testing.T) {
	for d := range koggestone.Direction(8) {
		var seen uint64
		for sq := range 64 {
			x := toLines(1<<sq, d)
			if bits.OnesCount64(x) != 1 {
				t.Fatalf("%v: square %d is %#x", d, sq, x)
			}
			seen |= x
			if next := koggestone.Step(1<<sq, d); next != 0 && toLines(next, d) != x>>1 {
				t.Fatalf("%v: square %d is %#x, the next %#x", d, sq, x, toLines(next, d))
			}
		}
		if seen != ^uint64(0) {
			t.Fatalf("%v: %#x", d, seen)
		}
	}
}
