package movegen

import (
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/slicecheck"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// LegalTargets is where the legal moves of a position go: 23 sets, which tell all
// moves, except to what a pawn promotes. In one direction a square is the target
// of at most one slider, by one jump of at most one knight, so that every bit is a
// move; [LegalTargets.Count] adds them up.
//
// The squares and directions are those of the board, whoever is to move. Here
// White's rook on b3 may go to the squares marked; c3 and d3 are in Sliders[East]:
//
//	. x . . k . . .
//	. x . . . . . .
//	. x . . . . . .
//	. x . . . . . .
//	. x . . . . . .
//	x R x p . . . .      on d3, too: a capture
//	. x . . . . . .
//	. x . . K . . .
type LegalTargets struct {
	// Sliders holds, for each direction, the squares where bishops, rooks and queens
	// go that way.
	Sliders [8]uint64
	// Knights holds the squares where knights go by each jump, clockwise from the
	// one by two ranks to the north and one file to the east.
	Knights [8]uint64
	// King holds where the king steps to.
	King uint64

	// PawnPush and PawnDouble hold where pawns go by one and by two squares,
	// PawnEast and PawnWest where they capture towards the h-file and towards the
	// a-file, without en passant. A target on the last rank is four moves.
	PawnPush, PawnDouble, PawnEast, PawnWest uint64

	// Castling holds the rooks that the king may castle with, as [Move.To] gives
	// them: in Chess960 the king's target square does not tell which rook it is.
	Castling uint64
	// EnPassant holds the pawns that may capture en passant. The board tells where
	// they go: see [quad.Board.EnPassant].
	EnPassant uint64
}

const (
	firstOther = 8 + 8 // the index of King among the sets
	targetSets = layout.TargetColumns
)

// LegalTargets returns where the legal moves of p go. It takes any board and
// answers as [CountLegalBatch] counts. Fills in Go find the sets, which takes
// several times as long as [Position.CountLegal].
func (p *Position) LegalTargets() (t LegalTargets) {
	t.set(&p.Board, p.Side&1)
	return t
}

// Count returns the number of moves, which is [Position.CountLegal] for every valid
// position.
func (t *LegalTargets) Count() int {
	n := 0
	for _, set := range t.sets() {
		n += bits.OnesCount64(set)
	}
	for _, set := range [...]uint64{t.PawnPush, t.PawnEast, t.PawnWest} {
		n += 3 * bits.OnesCount64(set&(squares.Rank1|squares.Rank8)) // no pawn arrives on its own first rank
	}
	return n
}

// set sets t to where the legal moves of side go. They are found on a board on
// which the own pawns go north: for Black, sets and directions are turned over.
func (t *LegalTargets) set(b *quad.Board, side quad.Color) {
	var north setwiseTargets
	north.set(b, side)
	capturers, rooks := rareMoves(b, side)
	t.join(&north, capturers, rooks, side)
}

// join sets t to sets of a board on which the own pawns go north, and to what
// rareMoves returns.
func (t *LegalTargets) join(north *setwiseTargets, capturers, rooks uint64, side quad.Color) {
	*t = LegalTargets{
		Sliders: north.sliders, Knights: north.knights, King: north.king,
		PawnPush: north.push, PawnDouble: north.double, PawnEast: north.east, PawnWest: north.west,
		Castling: north.castling | rooks, EnPassant: capturers,
	}
	if side != quad.Black {
		return
	}
	for d := range koggestone.Direction(8) {
		t.Sliders[turnedDirection(d)] = bits.ReverseBytes64(north.sliders[d])
		t.Knights[turnedJump(int(d))] = bits.ReverseBytes64(north.knights[d])
	}
	for k, set := range t.sets()[firstOther:] {
		t.sets()[firstOther+k] = bits.ReverseBytes64(set)
	}
}

// turnedDirection returns d with north and south exchanged.
func turnedDirection(d koggestone.Direction) koggestone.Direction { return (2 - d) & 7 }

// turnedJump returns the d-th jump of a knight with north and south exchanged.
func turnedJump(d int) int { return (3 - d) & 7 }

// LegalTargetsColumns holds the sets of [LegalTargets] of many positions, one slice
// a set: element i of each belongs to position i.
type LegalTargetsColumns struct {
	Sliders, Knights                         [8][]uint64
	King                                     []uint64
	PawnPush, PawnDouble, PawnEast, PawnWest []uint64
	Castling, EnPassant                      []uint64
}

// NewLegalTargetsColumns returns columns of length n.
func NewLegalTargetsColumns(n int) *LegalTargetsColumns {
	c := new(LegalTargetsColumns)
	// Columns a multiple of 4 KB apart would share the same few lines of the first-
	// level cache; a cache line between them keeps them off one another.
	stride := n + 8
	all := make([]uint64, targetSets*stride)
	for k := range c.columns() {
		c.columns()[k] = all[k*stride : k*stride+n : k*stride+n]
	}
	return c
}

// At returns the targets of position i. It panics if i is out of range.
func (c *LegalTargetsColumns) At(i int) (t LegalTargets) {
	for k, column := range c.columns() {
		t.sets()[k] = column[i]
	}
	return t
}

// Slice returns the columns of positions low to high-1, which share their memory with
// c. It panics if they are out of range.
func (c *LegalTargetsColumns) Slice(low, high int) *LegalTargetsColumns {
	s := *c
	for k, column := range s.columns() {
		s.columns()[k] = column[low:high:high]
	}
	return &s
}

// Both types are their sets in order, without padding.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(LegalTargets{})-8*targetSets]
	_ = [1]struct{}{}[unsafe.Sizeof(LegalTargetsColumns{})-targetSets*unsafe.Sizeof([]uint64{})]
)

// sets returns the sets of t in order, in place.
func (t *LegalTargets) sets() *[targetSets]uint64 { return (*[targetSets]uint64)(unsafe.Pointer(t)) }

// columns returns the slices of c in order, in place.
func (c *LegalTargetsColumns) columns() *[targetSets][]uint64 {
	return (*[targetSets][]uint64)(unsafe.Pointer(c))
}

func targetName(k int) string {
	switch {
	case k < 8:
		return "dst.Sliders[" + koggestone.Direction(k).String() + "]"
	case k < firstOther:
		return "dst.Knights[" + strconv.Itoa(k-8) + "]"
	}
	return "dst." + [...]string{"King", "PawnPush", "PawnDouble", "PawnEast", "PawnWest", "Castling", "EnPassant"}[k-firstOther]
}

// LegalTargetsBatch sets element i of every slice of dst to that set of the
// [Position.LegalTargets] of position i of b. The popcounts of all, those of pawns
// on the last rank four times, add up to what [CountLegalBatch] counts, on any
// boards. It allocates nothing.
//
// All 23 slices of dst must have the length of the batch. None may overlap another
// or a plane of the batch; overlap and lengths that differ panic before anything
// is written.
func LegalTargetsBatch(dst *LegalTargetsColumns, b *Batch) {
	var out [targetSets]slicecheck.Span
	var in [4]slicecheck.Span
	columns := dst.columns()
	for k, column := range columns {
		out[k] = slicecheck.Of(column, k)
	}
	for p, plane := range b.planes {
		in[p] = slicecheck.Of(plane, p)
	}
	slicecheck.Apart("movegen: LegalTargetsBatch", out[:], in[:], targetName, planeName)
	var t LegalTargets
	for i := legalTargetsBlocks(dst, b); i < b.Len(); i++ {
		board := b.board(i)
		t.set(&board, quad.Color(b.sides[i]&1))
		dst.put(i, &t)
	}
}

// put sets the elements of position i.
func (c *LegalTargetsColumns) put(i int, t *LegalTargets) {
	columns := c.columns()
	for k, set := range t.sets() {
		columns[k][i] = set
	}
}

func planeName(p int) string { return "plane " + strconv.Itoa(p) + " of the batch" }
