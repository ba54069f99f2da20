package movegen

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// rows is the sink that stores the moves of a block as rows: the fields of the library's
// rowSets. A row is a byte of 8 possible moves. The rows of sliders and the king are lines:
// squares along the direction of the moves, the farthest in the lowest bit, so that the source
// of a move is the lowest own piece of the line at or above its target.
//
// Diagonals become bytes in two steps. If rank r is rotated by r to the right, all squares of a
// diagonal have the same index in their ranks, like a file. Files become bytes if bit i of byte j
// is exchanged with bit j of byte i. AVX2 does this across eight registers of ranks, which takes a
// quarter of the operations that boards would take. On AVX-512 one GFNI instruction does it for
// eight boards.
//
//	diagonal a1-h8          ranks rotated          transposed: a byte
//	. . . . . . . 1         1 . . . . . . .
//	. . . . . . 1 .         1 . . . . . . .
//	. . . . . 1 . .    ->   1 . . . . . . .   ->   1 1 1 1 1 1 1 1
//	       ...                    ...
type rows struct {
	c                       *legalMoves
	captures, quiets        Mem // the selection
	queens, lesser          Mem
	where                   emit.RankSlots
	ranks                   [layout.MoveSets]emit.Ranks
	steps                   kingSteps
	set                     func(k int) Mem // the address of a set of Rows
	board, knights, targets Mem
	tally                   *rowTally // nil if moves are not counted
}

// count adds moves to a tally.
func (s *rows) count(k int, x emit.Vec) {
	if s.tally != nil {
		s.tally[k].add(x)
	}
}

// counted stores the tally.
func (s *rows) counted(k int) {
	if s.tally != nil {
		s.tally[k].save()
	}
}

func newRows(c *legalMoves, selection Mem) *rows {
	s := &rows{c: c, steps: kingSteps{c: c}}
	for k, m := range []*Mem{&s.captures, &s.quiets, &s.queens, &s.lesser} {
		*m = c.Keep(c.V.BroadcastAt(selection.Offset(8 * k)))
	}
	return s
}

func (s *rows) pieces() bool { return true }
func (s *rows) jumps() bool  { return false }

// selected sets where to the targets of the selection.
func (s *rows) selected() {
	c, v := s.c, s.c.V
	s.where = c.Ranks()
	for r, empty := range c.empty {
		e := v.Load(empty)
		v.Store(v.Or(v.NotAnd(e, s.captures), v.And(e, s.quiets)), s.where[r])
	}
}

// restricted limits the targets of pieces to the selection.
func (s *rows) restricted() {
	for r, m := range s.c.targets {
		s.c.V.Store(s.c.V.And(s.c.V.Load(m), s.where[r]), m)
	}
}

func (s *rows) put(set layout.MoveSet, r int, x emit.Vec) {
	v := s.c.V
	var within Op
	switch {
	case set == layout.KingTargets:
		if r == 0 {
			s.selected()
		}
		within = s.where[r]
	case set == layout.CastlingRooks, set == layout.PawnDoubles, set == layout.PawnPushes && r < 7:
		within = s.quiets
	case (set == layout.PawnEast || set == layout.PawnWest) && r < 7:
		within = s.captures
	}
	if within != nil {
		x = v.And(x, within)
	}
	s.ranks[set][r] = s.c.Keep(x)
}

func (s *rows) end(sets ...layout.MoveSet) {
	for _, set := range sets {
		switch {
		case set < 8:
			s.direction(set)
		case set == layout.KingTargets:
			s.steps.keep(s.ranks[set])
		case set == layout.FreeKnights:
			s.countKnights()
			s.column(set, s.knights)
		case set == layout.PieceTargets:
			s.column(set, s.targets)
		case set == layout.PawnWest: // the last set of pawn moves
			s.pawns()
		}
	}
}

// kingSteps are the moves of the king, which directions include.
type kingSteps struct {
	c       *legalMoves
	targets emit.Ranks
	by      [3]emit.RankSlots // the king, moved to the west, not moved, and moved to the east
}

// keep sets k to the king's targets.
func (k *kingSteps) keep(targets emit.Ranks) {
	c, v := k.c, k.c.V
	k.targets = targets
	for files := range k.by {
		k.by[files] = c.Ranks()
		for r, m := range c.ours.king {
			x := v.Load(m)
			if files != 1 {
				x = v.Sideways(x, files-1)
			}
			v.Store(x, k.by[files][r])
		}
	}
}

// added returns rank r of the moves of sliders in a direction, which may be nil, with the moves of
// the king. It frees m.
func (k *kingSteps) added(m Op, d emit.Direction, r int) emit.Vec {
	c, v := k.c, k.c.V
	x := v.Broadcast(0)
	if m != nil {
		x = v.Load(m.(Mem))
		c.Free(m.(Mem))
	}
	if from := r - d.Ranks(); from >= 0 && from < 8 {
		x = v.AccAnd(x, v.Load(k.by[d.Shift()-8*d.Ranks()+1][from]), k.targets[r])
	}
	return x
}

// direction stores the moves of sliders and king in a direction as lines.
func (s *rows) direction(set layout.MoveSet) {
	d := emit.Directions[set]
	var x [8]emit.Vec
	for r := range x {
		x[r] = s.steps.added(s.ranks[set][r], d, r)
		s.count(int(set)&1, x[r])
		x[r] = s.rotated(x[r], r, d)
	}
	s.counted(int(set) & 1)
	x = s.lines(x, d)
	s.c.V.Unslice(x, s.set(layout.LineRows+int(set)))
}

// rotated moves the bits of a rank to their places in lines: see toLines.
func (s *rows) rotated(x emit.Vec, r int, d emit.Direction) emit.Vec {
	v := s.c.V
	switch d.Direction {
	case koggestone.East:
		return reversed(v, x)
	case koggestone.NorthEast, koggestone.SouthWest:
		return rotated(v, x, (8-r)%8)
	case koggestone.NorthWest, koggestone.SouthEast:
		return rotated(v, x, (r+1)%8)
	}
	return x
}

// rotated returns ranks rotated n files to the east.
func rotated(v *emit.ISA, x emit.Vec, n int) emit.Vec {
	switch {
	case n == 0:
		return x
	case v.Wide():
		return emit.Affine(x, v.Broadcast(emit.BitMatrix(func(b uint8) uint8 { return bits.RotateLeft8(b, n) })))
	}
	left := v.And(v.ShiftWords(x, n), v.BroadcastByte(uint8(0xff<<n&0xff)))
	right := v.And(v.ShiftWords(x, n-8), v.BroadcastByte(uint8(0xff>>(8-n))))
	return v.Or(left, right)
}

// reversed reverses the bits of bytes.
func reversed(v *emit.ISA, x emit.Vec) emit.Vec {
	if v.Wide() {
		return emit.Affine(x, v.Broadcast(emit.BitMatrix(bits.Reverse8)))
	}
	var high, low [32]uint8
	for i := range high {
		low[i] = bits.Reverse8(uint8(i % 16)) // reversed low digit
		high[i] = low[i] >> 4
	}
	digit := v.BroadcastByte(0x0f)
	shuffled := func(table Mem, by emit.Vec) emit.Vec {
		y := v.Load(table)
		VPSHUFB(by, y, y)
		return y
	}
	a := shuffled(emit.ByteTable("reverselow", low[:]), v.And(digit, x))
	b := shuffled(emit.ByteTable("reversehigh", high[:]), v.And(v.ShiftWords(x, -4), digit))
	return v.Or(a, b)
}

// lines turns ranks with the bits of lines into the bytes of lines, the first target of a
// direction in the lowest bit. On AVX-512 boards are transposed later.
func (s *rows) lines(x [8]emit.Vec, d emit.Direction) [8]emit.Vec {
	if d.Ranks() == 0 {
		return x
	}
	if wide := s.c.V.Wide(); d.Ranks() > 0 != wide {
		for r := range 4 {
			x[r], x[7-r] = x[7-r], x[r]
		}
	}
	if !s.c.V.Wide() {
		transposeBits(s.c.V, &x)
	}
	return x
}

// transposeBits exchanges bit i of register j with bit j of register i, in every byte.
func transposeBits(v *emit.ISA, x *[8]emit.Vec) {
	for _, k := range []int{4, 2, 1} {
		mask := v.BroadcastByte(map[int]uint8{4: 0x0f, 2: 0x33, 1: 0x55}[k])
		for i := range x {
			if i&k != 0 {
				continue
			}
			if v.Wide() {
				low, high := v.ShiftWords(x[i|k], k), v.ShiftWords(x[i], -k)
				emit.Tern(emit.TA&^emit.TC|emit.TB&emit.TC, low, x[i], mask)
				emit.Tern(emit.TA&emit.TC|emit.TB&^emit.TC, high, x[i|k], mask)
				x[i], x[i|k] = low, high
				continue
			}
			t := v.And(v.Xor(v.ShiftWords(x[i], -k), x[i|k]), mask)
			x[i|k] = v.Xor(x[i|k], t)
			x[i] = v.Xor(x[i], v.ShiftWords(t, k))
		}
	}
}

// countKnights counts the moves of knights, and the knights that are not pinned.
func (s *rows) countKnights() {
	if s.tally == nil {
		return
	}
	c, v := s.c, s.c.V
	for r := range 8 {
		free := v.Load(s.ranks[layout.FreeKnights][r].(Mem))
		s.count(tallyKnights, free)
		for _, files := range []int{1, -1, 2, -2} {
			x := v.Sideways(free, files)
			ranks := 3 - max(files, -files)
			for _, to := range []int{r + ranks, r - ranks} {
				if to >= 0 && to < 8 {
					s.count(tallyLeapers, c.hit(x, to))
				}
			}
		}
	}
	s.counted(tallyKnights)
	s.counted(tallyLeapers)
}

// column stores a set as words of the board.
func (s *rows) column(set layout.MoveSet, dst Mem) {
	c, v := s.c, s.c.V
	black := v.Load(c.black)
	var mask Op = black
	if v.Wide() {
		k := K()
		VPMOVB2M(black, k)
		mask = k
	}
	var x [8]emit.Vec
	for r := range 4 {
		low, high := v.Load(s.ranks[set][r].(Mem)), v.Load(s.ranks[set][7-r].(Mem))
		x[r], x[7-r] = v.Select(mask, high, low), v.Select(mask, low, high)
		c.Free(s.ranks[set][r].(Mem), s.ranks[set][7-r].(Mem))
	}
	v.Unslice(x, dst)
}

// pawns stores the words of pawns.
func (s *rows) pawns() {
	c, v := s.c, s.c.V
	load := func(set layout.MoveSet, r int) emit.Vec { return v.Load(s.ranks[set][r].(Mem)) }
	sets := [3]layout.MoveSet{layout.PawnPushes, layout.PawnEast, layout.PawnWest}
	var queens, lesser [3]Mem
	for k, set := range sets {
		selected := s.captures
		if set == layout.PawnPushes {
			selected = s.queens
		}
		queens[k] = c.Keep(v.And(load(set, 7), selected))
		lesser[k] = c.Keep(v.And(load(set, 7), s.lesser))
	}
	for k, set := range sets {
		var x [8]emit.Vec
		for r := 2; r < 7; r++ {
			x[r-2] = load(set, r)
		}
		x[5], x[6], x[7] = v.Load(queens[k]), v.Load(lesser[k]), v.Load(lesser[k])
		for _, y := range x {
			s.count(tallyPawns, y)
		}
		v.Unslice(x, s.set(layout.PawnRows+k))
	}
	castling := load(layout.CastlingRooks, 0)
	a, h := v.And(castling, v.BroadcastByte(0x01)), v.And(castling, v.BroadcastByte(0x80))
	x := [8]emit.Vec{v.Load(lesser[0]), v.Load(lesser[1]), v.Load(lesser[2]), load(layout.PawnDoubles, 3), a, h, v.Broadcast(0), v.Broadcast(0)}
	for _, y := range x[:6] {
		s.count(tallyPawns, y)
	}
	s.counted(tallyPawns)
	v.Unslice(x, s.set(layout.PawnRows+3))
}

// ownRanks returns the own pieces.
func (s *rows) ownRanks() (x [8]emit.Vec) {
	for r, m := range s.c.own {
		x[r] = s.c.V.Load(m)
	}
	return x
}

// own stores the own pieces as boards.
func (s *rows) own() { s.c.V.Unslice(s.ownRanks(), s.board) }

// ownLines stores the own pieces as lines of all directions except West, which are boards:
// see own. The lines of opposite directions have the same squares in opposite order.
func (s *rows) ownLines(lines func(d koggestone.Direction) Mem) {
	v := s.c.V
	for _, d := range []koggestone.Direction{koggestone.West, koggestone.South, koggestone.SouthEast, koggestone.SouthWest} {
		if d != koggestone.West {
			x := s.ownRanks()
			for r := range x {
				x[r] = s.rotated(x[r], r, emit.Directions[d])
			}
			v.Unslice(s.lines(x, emit.Directions[d]), lines(d))
		}
		for k := range 8 {
			at := k * v.Bytes
			v.Store(reversed(v, v.Load(lines(d).Offset(at))), lines(d.Opposite()).Offset(at))
		}
	}
}

// rowSignature returns the signature of the kernels that compute rows, with additional
// pointers to words.
func rowSignature(more ...string) string {
	words := ""
	for _, name := range more {
		words += name + " *uint64, "
	}
	return fmt.Sprintf("func(dst *uint64, g0, g1, g2, gb *uint64, black *uint8, selection *uint64, %sroom *[%d]uint64)", words, len(layout.RowRoom{}))
}
