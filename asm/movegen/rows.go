package movegen

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// rows turns the moves of a block from ranks into rows: the fields of the library's rowSets. A row
// is a byte of 8 possible moves. The rows of sliders and of the king are lines: squares along the
// direction of the moves, with the farthest square in the lowest bit, so that a move comes from
// the lowest own piece on the line at or above its target.
//
// Diagonals become bytes in two steps. First, rank r is rotated by r to the right, so that all
// squares of a diagonal have the same index in their ranks, as the squares of a file do. Then
// files become bytes by exchanging bit i of byte j with bit j of byte i. AVX2 does this across
// eight registers of ranks, which takes a quarter of the operations for boards. On AVX-512 one
// GFNI instruction does it for eight boards.
//
//	diagonal a1-h8          ranks rotated          transposed: a byte
//	· · · · · · · 1         1 · · · · · · ·
//	· · · · · · 1 ·         1 · · · · · · ·
//	· · · · · 1 · ·    ->   1 · · · · · · ·   ->   1 1 1 1 1 1 1 1
//	       ...                    ...
type rows struct {
	v     *emit.ISA
	ranks moveRanks
	tally *rowTally // nil if moves are not counted

	set                     func(k int) Mem // the address of a set of Rows
	board, knights, targets Mem
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

// all stores all sets, and the own pieces as boards.
func (s *rows) all() {
	for d := range emit.Directions {
		s.direction(d)
	}
	s.countKnights()
	s.column(layout.RankKnights, s.knights)
	s.column(layout.RankTargets, s.targets)
	for w := range layout.RankKnights - layout.RankPawns {
		x := s.ranks.load(layout.RankPawns + w)
		for _, y := range x {
			s.count(tallyPawns, y)
		}
		s.counted(tallyPawns)
		s.v.Unslice(x, s.set(layout.PawnRows+w))
	}
	s.v.Unslice(s.ranks.load(layout.RankOwn), s.board)
}

// direction stores the moves of sliders and king in a direction as lines. The directions of even sets are diagonal, and
// the moves of both kinds are counted apart.
func (s *rows) direction(set int) {
	d := emit.Directions[set]
	x := s.ranks.load(set)
	for r := range x {
		s.count(set&1, x[r])
		x[r] = s.intoLine(x[r], r, d)
	}
	s.counted(set & 1)
	x = s.lines(x, d)
	s.v.Unslice(x, s.set(layout.LineRows+set))
}

// intoLine moves the bits of rank r to the indices that they have in the lines of a direction.
func (s *rows) intoLine(x emit.Vec, r int, d emit.Direction) emit.Vec {
	v := s.v
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
	case v == emit.NEON:
		return v.Or(v.Sideways(x, n), v.Sideways(x, n-8))
	}
	left := v.And(v.ShiftWords(x, n), v.BroadcastByte(uint8(0xff<<n&0xff)))
	right := v.And(v.ShiftWords(x, n-8), v.BroadcastByte(uint8(0xff>>(8-n))))
	return v.Or(left, right)
}

// reversed reverses the bits of bytes.
func reversed(v *emit.ISA, x emit.Vec) emit.Vec {
	switch v {
	case emit.AVX512:
		return emit.Affine(x, v.Broadcast(emit.BitMatrix(bits.Reverse8)))
	case emit.NEON:
		return v.ReverseBytes(x)
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

// lines turns ranks, after intoLine, into the bytes of lines, with the first target of a
// direction in the lowest bit. On AVX-512 boards are transposed later.
func (s *rows) lines(x [8]emit.Vec, d emit.Direction) [8]emit.Vec {
	if d.Ranks() == 0 {
		return x
	}
	if wide := s.v.Wide(); d.Ranks() > 0 != wide {
		for r := range 4 {
			x[r], x[7-r] = x[7-r], x[r]
		}
	}
	if !s.v.Wide() {
		transposeBits(s.v, &x)
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
	v := s.v
	for r := range 8 {
		free := v.Load(s.ranks.at(layout.RankKnights, r))
		s.count(tallyKnights, free)
		for _, files := range []int{1, -1, 2, -2} {
			x := v.Sideways(free, files)
			ranks := 3 - max(files, -files)
			for _, to := range []int{r + ranks, r - ranks} {
				if to >= 0 && to < 8 {
					s.count(tallyLeapers, v.And(x, s.ranks.at(layout.RankTargets, to)))
				}
			}
		}
	}
	s.counted(tallyKnights)
	s.counted(tallyLeapers)
}

// column stores a set as words, one for each board.
func (s *rows) column(set int, dst Mem) {
	v := s.v
	black := v.Load(s.ranks.at(layout.RankRest, layout.RankBlack))
	var mask Op = black
	if v.Wide() {
		k := K()
		VPMOVB2M(black, k)
		mask = k
	}
	x := s.ranks.load(set)
	for r := range 4 {
		low, high := x[r], x[7-r]
		x[r], x[7-r] = v.Select(mask, high, low), v.Select(mask, low, high)
	}
	v.Unslice(x, dst)
}

// ownLines stores the own pieces as lines in the eight directions. The lines to the west are the boards, which all has
// stored. The lines of opposite directions have the same squares in opposite order.
func (s *rows) ownLines(lines func(d koggestone.Direction) Mem) {
	v := s.v
	for _, d := range []koggestone.Direction{koggestone.West, koggestone.South, koggestone.SouthEast, koggestone.SouthWest} {
		if d != koggestone.West {
			x := s.ranks.load(layout.RankOwn)
			for r := range x {
				x[r] = s.intoLine(x[r], r, emit.Directions[d])
			}
			v.Unslice(s.lines(x, emit.Directions[d]), lines(d))
		}
		for k := range 8 {
			at := k * v.Bytes
			v.Store(reversed(v, v.Load(lines(d).Offset(at))), lines(d.Opposite()).Offset(at))
		}
	}
}
