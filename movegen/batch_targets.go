package movegen

import (
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/slicecheck"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

//asm:kernels legalTargets

// LegalTargets contains all legal moves in a position as 23 sets of targets. At most one
// slider reaches a square from a direction, and at most one knight by a given jump.
// Therefore every bit is one move, or four if it is a promotion. [LegalTargets.Count] adds
// them up.
//
// Squares and directions are not turned for Black. For example, White's rook on b3 can move
// to the marked squares; c3 and d3 are in Sliders[East]:
//
//	· x · · k · · ·
//	· x · · · · · ·
//	· x · · · · · ·
//	· x · · · · · ·
//	· x · · · · · ·
//	x R x p · · · ·      and to d3, a capture
//	· x · · · · · ·
//	· x · · K · · ·
type LegalTargets struct {
	// Sliders contains the targets of bishops, rooks and queens, by direction.
	Sliders [8]uint64
	// Knights contains the targets of knights by jump, clockwise, starting with two
	// ranks to the north and one file to the east.
	Knights [8]uint64
	// King contains the targets of the king's steps.
	King uint64

	// PawnPush and PawnDouble contain the squares that pawns can move to by one and by
	// two squares. PawnEast and PawnWest contain the squares that they can capture on
	// towards the h-file and towards the a-file, without en passant. A target on the
	// last rank is four moves.
	PawnPush, PawnDouble, PawnEast, PawnWest uint64

	// Castling contains the rooks that the king may castle with, which [Move.RookFrom] also returns. In
	// Chess960 the king's target does not tell you which rook it is.
	Castling uint64
	// EnPassant contains the pawns that may capture en passant. Their target is
	// [quad.Board.EnPassant].
	EnPassant uint64
}

const (
	firstOther = 8 + 8 // the index of King among the sets
	targetSets = layout.TargetColumns
)

// LegalTargets returns all legal moves as target sets. It accepts any board, and returns
// the sets that [CountLegalBatch] counts. It uses fills in Go, so it takes several times as
// long as [Position.CountLegal].
func (p *Position) LegalTargets() (t LegalTargets) {
	t.set(&p.Board, p.Side&1)
	return t
}

// Count returns the number of moves. For a valid position this is [Position.CountLegal].
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

// set sets t to the target sets of side. It turns the board so that the own pawns go north,
// and mirrors the resulting sets and directions for Black.
func (t *LegalTargets) set(b *quad.Board, side quad.Color) {
	var north setwiseTargets
	north.set(b, side)
	capturers, rooks := rareMoves(b, side)
	t.join(&north, capturers, rooks, side)
}

// join computes t from the sets for a board with the own pawns going north, and adds
// the moves that rareMoves has found.
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

// LegalTargetsColumns holds [LegalTargets] for many positions, with a slice for each set.
// Element i of each slice is for position i.
type LegalTargetsColumns struct {
	Sliders, Knights                         [8][]uint64
	King                                     []uint64
	PawnPush, PawnDouble, PawnEast, PawnWest []uint64
	Castling, EnPassant                      []uint64
}

// NewLegalTargetsColumns returns columns of length n.
func NewLegalTargetsColumns(n int) *LegalTargetsColumns {
	c := new(LegalTargetsColumns)
	// Columns that are a multiple of 4 KB apart would compete for the same few lines in the
	// first-level cache. An extra cache line between columns avoids this.
	stride := n + 8
	all := make([]uint64, targetSets*stride)
	for k := range c.columns() {
		c.columns()[k] = all[k*stride : k*stride+n : k*stride+n]
	}
	return c
}

// At returns the targets in position i. It panics if i is out of range.
func (c *LegalTargetsColumns) At(i int) (t LegalTargets) {
	for k, column := range c.columns() {
		t.sets()[k] = column[i]
	}
	return t
}

// Slice returns the columns for positions low to high-1, which share memory with c. It
// panics if they are out of range.
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

// LegalTargetsBatch computes [Position.LegalTargets] for every position in b. It writes
// each set to element i of the slice with its name. On any board the popcounts of all sets
// add up to the result of [CountLegalBatch], if pawns on the last rank count four times.
// "make prove" proves the kernels for amd64 on all boards. It allocates nothing.
//
// All 23 slices in dst must have the length of the batch. None may overlap another slice or
// a plane of the batch. Otherwise LegalTargetsBatch panics before it writes anything.
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

// After targetsChunk positions the scheduler may run. They take the kernel about 5 to 20
// microseconds.
const targetsChunk = 1024

// fewTargets is the largest number of positions that are processed one by one instead
// of in a block. A block takes as long as five to seven positions.
const fewTargets = 5

// legalTargetsBlocks processes whole blocks from the start, and returns how many boards
// they have. It stops when too few are left for a block.
func legalTargetsBlocks(dst *LegalTargetsColumns, b *Batch) int {
	n, block := b.Len(), blockLen()
	if simd.Active() == simd.Generic {
		return 0
	}
	i := 0
	for ; n-i >= block; i += min(targetsChunk, (n-i)&^(block-1)) {
		legalTargetsChunk(dst, b, i, min(targetsChunk, (n-i)&^(block-1)))
	}
	if n-i > fewTargets {
		legalTargetsRest(dst, b, i)
		i = n
	}
	return i
}

// legalTargetsChunk processes n positions starting at i. n is a multiple of the block
// length.
//
//go:noinline
func legalTargetsChunk(dst *LegalTargetsColumns, b *Batch, i, n int) {
	var room layout.LegalRoom
	var rare uint64
	p := &b.planes
	for end := i + n; i < end; i += blockLen() {
		legalTargets(dst.columns(), &rare, &p[0][i], &p[1][i], &p[2][i], &p[3][i], &b.sides[i], i, &room)
		dst.addRare(b, i, i, rare)
	}
}

// legalTargetsRest sets the elements of the positions starting at i, which are fewer than a block.
//
//go:noinline
func legalTargetsRest(dst *LegalTargetsColumns, b *Batch, i int) {
	var block struct {
		boards  boardBlock
		sets    [targetSets][layout.BlockAVX512]uint64
		columns LegalTargetsColumns
		room    layout.LegalRoom
	}
	n := b.Len() - i
	planes, black := block.boards.take(b, i, n, blockLen())
	columns := block.columns.columns()
	for k := range columns {
		columns[k] = block.sets[k][:]
	}
	var rare uint64 // a bit for each board that may have moves that the kernel does not find
	legalTargets(columns, &rare, planes[0], planes[1], planes[2], planes[3], black, 0, &block.room)
	block.columns.addRare(b, i, 0, rare&(1<<n-1))
	for k, column := range dst.columns() {
		copy(column[i:], block.sets[k][:n])
	}
}

// addRare adds rare moves: if bit i of rare is set, the moves of position lo+i go to element at+i.
func (c *LegalTargetsColumns) addRare(b *Batch, lo, at int, rare uint64) {
	for ; rare != 0; rare &= rare - 1 {
		j := bits.TrailingZeros64(rare)
		board, side := b.board(lo+j), quad.Color(b.sides[lo+j]&1)
		capturers, rooks := rareMoves(&board, side)
		if side == quad.Black {
			capturers, rooks = bits.ReverseBytes64(capturers), bits.ReverseBytes64(rooks)
		}
		c.Castling[at+j] |= rooks
		c.EnPassant[at+j] = capturers
	}
}
