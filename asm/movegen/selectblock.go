package movegen

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// A position's moves are in groups, in the order of lists: sliders and king by direction,
// knights by the board's rank, and four words of pawns. A group has eight rows. Its code is its
// index, with the highest bit set for pawns.
const (
	selectKnights = 8
	selectPawns   = selectKnights + 8
	selectGroups  = selectPawns + 4
)

// selectBlock emits the kernel that selects one move in each position. In every step a register
// has one byte for each position:
//
//	for each group, in the order of lists:
//		if k >= moves before the group:
//			rows, before = the group, moves before the group
//	transpose rows that are not yet in the order of lists
//	for each row:
//		if k - before >= moves of the rows before the row:
//			row = the row
//	the bit of the row with the remaining number is the move
//
// The chosen rows of directions are turned into lines after the choice. This takes only one
// transposition of eight registers; the kernels that make lists need one for each
// direction.
func selectBlock(v *emit.ISA) {
	v.Kernel("selectBlock"+v.Name, fmt.Sprintf("func(dst *uint16, flags *uint64, ranks *[%d]uint64, k *uint16, room *[%d]uint64)", len(layout.MoveRanks{}), len(layout.RowRoom{})),
		fmt.Sprintf("selectBlock%s sets dst[i] to move k[i] of position i of the moves at ranks, for 0 <= i < %d, in the order of lists without the moves of rareMoves. dst[i] is 0 if there are at most k[i] such moves. It sets bit i of flags[0] if the board may have moves of rareMoves, and bit i of flags[1] if the board has 255 moves or more, so that dst[i] is arbitrary.",
			v.Name, v.Bytes))
	c := newLegalMovesIn(v, v.NewRoom(len(layout.RowRoom{})))
	if v != emit.NEON {
		c.AssignLater(7)
	}
	s := &selector{legalMoves: c, ranks: ranksParam(v, "ranks")}
	s.choose()
	s.turn()
	s.pick()
	s.finish()
	flags := Mem{Base: v.Param("flags")}
	v.StoreBits(v.Load(s.ranks.at(layout.RankRest, layout.RankRare)), flags)
	v.StoreBits(v.EqualBytes(v.Load(s.total), v.BroadcastByte(127)), flags.Offset(8))
	v.Finish()
}

// A selector selects moves. The steps are methods, and each step sets the fields below its name.
type selector struct {
	*legalMoves // only the ISA and the room are used
	ranks       moveRanks
	sizes       [selectGroups]tally // how many moves each group has

	// choose. Numbers of moves start at -128, because AVX2 can only compare signed bytes.
	rows   [8]emit.Vec // the rows of the chosen group
	code   Mem         // the code of the group
	rest   Mem         // the number of the move within the group, starting at 1
	total  Mem         // the number of all moves
	beyond Mem         // all bits if there is no such move

	// turn
	turned Mem // all bits if the rows were transposed
	east   Mem // all bits if ranks were rotated to the east before that
	west   Mem // all bits if ranks were rotated to the west before that
	flips  Mem // 7 if the first bit of a row is the last rank or file that a move can reach

	// pick
	line   Mem // the index of the row
	bit    Mem // the index of the bit
	source Mem // for sliders, the index of the source's bit
}

// count adds moves to a group.
func (s *selector) count(group int, x emit.Vec) {
	s.sizes[group].c = s.legalMoves
	s.sizes[group].add(x)
}

// greater returns the bytes where a > b.
func (s *selector) greater(a emit.Vec, b Op) Op {
	switch s.V {
	case emit.AVX2:
		return s.V.Pick(VPCMPGTB, nil, a, b)
	case emit.NEON:
		return s.V.GreaterBytes(a, b)
	}
	k := K()
	VPCMPGTB(b, a, k)
	return k
}

// mask returns a mask of the bytes of x that have the highest bit set.
func (s *selector) mask(x emit.Vec) Op {
	switch s.V {
	case emit.AVX2:
		return x
	case emit.NEON:
		return s.V.SignBytes(x)
	}
	k := K()
	VPMOVB2M(x, k)
	return k
}

// take returns y in the bytes that a mask selects and x elsewhere. It can overwrite x.
func (s *selector) take(x emit.Vec, mask, y Op) emit.Vec {
	switch s.V {
	case emit.AVX512:
		VMOVDQU8(y, mask, x)
		return x
	case emit.NEON:
		return s.V.Select(mask, s.V.InRegister(y), x)
	}
	r := YMM()
	VPBLENDVB(mask, y, x, r)
	return r
}

// lookup looks up bytes by index in a table of 16. It returns 0 if the highest bit of the index
// is set.
func (s *selector) lookup(name string, index emit.Vec, f func(i int) int) emit.Vec {
	if s.V == emit.NEON {
		var table [16]uint8
		for i := range table {
			table[i] = uint8(f(i))
		}
		return s.V.LookupBytes(table, s.V.And(index, s.V.BroadcastByte(0x8f)))
	}
	table := s.V.Load(emit.BytesOf(fmt.Sprint(name, s.V.Bytes), s.V.Bytes, func(i int) int { return f(i & 15) }))
	return s.V.Pick(VPSHUFB, VPSHUFB, table, index)
}

// choose finds the group of each move.
func (s *selector) choose() {
	v := s.V
	targets, free := s.knights()
	for set := range layout.RankKnights {
		group := set
		if set >= layout.RankPawns {
			group += selectPawns - layout.RankPawns
		}
		for r := range 8 {
			s.count(group, v.Load(s.ranks.at(set, r)))
		}
		s.sizes[group].save()
	}
	wanted := s.wanted()
	before, code, all := v.BroadcastByte(0x80), v.BroadcastByte(0), v.BroadcastByte(0x80)
	group := func(n, c int, row func(i int) Op) (here Op) {
		if n == 0 {
			for i := range s.rows {
				s.rows[i] = v.InRegister(row(i))
			}
		} else {
			here = s.greater(wanted, all)
			for i := range s.rows {
				s.rows[i] = s.take(s.rows[i], here, row(i))
			}
			before = s.take(before, here, all)
			code = s.take(code, here, v.BroadcastByte(uint8(c)))
		}
		all = s.addSaturated(all, s.sizes[n].mem)
		return here
	}
	for d := range selectKnights {
		group(d, d, func(i int) Op {
			if emit.Directions[d].Ranks() > 0 {
				i = 7 - i
			}
			return s.ranks.at(d, i)
		})
	}
	zero, on := v.Broadcast(0), v.Ones()
	for r := range 8 {
		here := group(selectKnights+r, selectKnights+r, func(i int) Op {
			files, ranks := jump(i)
			if r+ranks < 0 || r+ranks > 7 {
				return zero
			}
			return targets[files][r+ranks]
		})
		on = s.take(on, here, free[r])
	}
	for i, x := range s.rows {
		s.rows[i] = v.And(x, on)
	}
	for w := range selectGroups - selectPawns {
		group(selectPawns+w, 0x80|w, func(i int) Op { return s.ranks.at(layout.RankPawns+w, i) })
	}
	s.rest, s.total, s.code = s.Keep(v.SubBytes(wanted, before)), s.Keep(all), s.Keep(code)
	beyond := s.greater(wanted, all)
	if v.Wide() {
		x := ZMM()
		VPMOVM2B(beyond, x)
		beyond = x
	}
	s.beyond = s.Keep(beyond.(emit.Vec))
}

// addSaturated adds signed bytes, with results from -128 to 127.
func (s *selector) addSaturated(a emit.Vec, b Mem) emit.Vec {
	if s.V == emit.NEON {
		return s.V.AddSaturated(a, b)
	}
	return s.V.Pick(VPADDSB, VPADDSB, a, b)
}

// wanted returns the numbers of the moves to select, starting at 1. Only the first 254
// moves of a position matter.
func (s *selector) wanted() emit.Vec {
	v := s.V
	k, most := Mem{Base: v.Param("k")}, v.Broadcast(0x00fe00fe00fe00fe)
	if v == emit.NEON {
		x := v.LowBytes(v.MinWords(most, k), v.MinWords(most, k.Offset(v.Bytes)))
		return v.AddBytes(x, v.BroadcastByte(0x81))
	}
	x := v.Pick(VPACKUSWB, VPACKUSWB, v.Pick(VPMINUW, VPMINUW, most, k), v.Pick(VPMINUW, VPMINUW, most, k.Offset(v.Bytes)))
	y := v.Vec()
	if v.Wide() {
		VPERMQ(x, v.Load(wordTable("packed", func(i int) uint64 { return uint64(i&3<<1 | i>>2) })), y)
	} else {
		VPERMQ(U8(0xd8), x, y)
	}
	return v.AddBytes(v.SliceOrder(y), v.BroadcastByte(0x81))
}

// knights counts the knights' moves by the board's rank. It returns the knights that are not
// pinned, and their targets moved back by the files of each jump.
func (s *selector) knights() (targets map[int]emit.RankSlots, free emit.RankSlots) {
	v := s.V
	free, all := s.onBoard(layout.RankKnights), s.onBoard(layout.RankTargets)
	targets = map[int]emit.RankSlots{}
	for _, files := range []int{-2, -1, 1, 2} {
		targets[files] = s.Ranks()
		for r, m := range targets[files] {
			v.Store(v.Sideways(v.Load(all[r]), -files), m)
		}
	}
	for r := range 8 {
		x := v.Load(free[r])
		for i := range 8 {
			if files, ranks := jump(i); r+ranks >= 0 && r+ranks < 8 {
				s.count(selectKnights+r, v.And(x, targets[files][r+ranks]))
			}
		}
		s.sizes[selectKnights+r].save()
	}
	return targets, free
}

// onBoard returns a set by the board's ranks, with Black's pawns going south.
func (s *selector) onBoard(set int) emit.RankSlots {
	x := s.Ranks()
	black := s.mask(s.black())
	for r, m := range x {
		s.V.Store(s.take(s.V.Load(s.ranks.at(set, r)), black, s.ranks.at(set, 7-r)), m)
	}
	return x
}

// black returns all bits if Black is to move.
func (s *selector) black() emit.Vec { return s.V.Load(s.ranks.at(layout.RankRest, layout.RankBlack)) }

// onDirections returns a table that has x for the codes of some directions, and 0 for all other
// codes.
func onDirections(x int, ds ...koggestone.Direction) func(code int) int {
	return func(code int) int {
		if slices.Contains(ds, koggestone.Direction(code)) {
			return x
		}
		return 0
	}
}

// turn transposes the rows of knights, and of all directions except East and West, so that every
// register has a row of each position. Before that it turns diagonals into files: see rows.
func (s *selector) turn() {
	v := s.V
	code := v.Load(s.code)
	s.turned = s.Keep(s.lookup("selectturned", code, func(code int) int {
		if code < selectKnights && emit.Directions[code].Ranks() == 0 {
			return 0
		}
		return 0xff
	}))
	s.east = s.Keep(s.lookup("selectback", code, onDirections(0xff, koggestone.NorthEast, koggestone.SouthEast)))
	s.west = s.Keep(s.lookup("selectto", code, onDirections(0xff, koggestone.SouthWest, koggestone.NorthWest)))
	s.flips = s.Keep(s.lookup("selectflips", code, onDirections(7, koggestone.NorthEast, koggestone.North, koggestone.NorthWest, koggestone.East)))
	s.rows = s.lines(s.rows)
}

// lines turns the rows of the chosen groups into lines.
func (s *selector) lines(x [8]emit.Vec) [8]emit.Vec {
	v := s.V
	east, west := s.mask(v.Load(s.east)), s.mask(v.Load(s.west))
	var level [8]Mem
	for i := range x {
		level[i] = s.Keep(x[i])
		y := s.take(v.Copy(x[i]), east, rotated(v, x[i], (i+1)%8))
		x[i] = s.take(y, west, rotated(v, x[i], (8-i)%8))
	}
	transposeBits(v, &x)
	turned := s.mask(v.Load(s.turned))
	for i := range x {
		x[i] = s.take(v.Load(level[i]), turned, x[i])
	}
	return x
}

// ownLines returns the own pieces as the lines of the chosen directions.
func (s *selector) ownLines() [8]emit.Vec {
	v := s.V
	up := s.mask(s.lookup("selectup", v.Load(s.code), onDirections(0xff, koggestone.NorthEast, koggestone.North, koggestone.NorthWest)))
	var x [8]emit.Vec
	for i := range x {
		x[i] = s.take(v.Load(s.ranks.at(layout.RankOwn, i)), up, s.ranks.at(layout.RankOwn, 7-i))
	}
	return s.lines(x)
}

// pick finds the row and the bit of each move.
func (s *selector) pick() {
	v := s.V
	code, rest, zero := v.Load(s.code), v.Load(s.rest), v.Broadcast(0)
	bits, line, before, all := s.rows[0], zero, zero, zero
	if v.Wide() {
		line, before = v.Copy(zero), v.Copy(zero)
	}
	for i, x := range s.rows {
		var n emit.Vec
		if i < 7 {
			n = v.PopcountBytes(x)
		}
		if i > 0 {
			here := s.greater(rest, all)
			bits, before = s.take(bits, here, x), s.take(before, here, all)
			line = s.take(line, here, v.BroadcastByte(uint8(i)))
		}
		if i < 7 {
			all = v.AddBytes(all, n)
		}
	}
	n := v.SubBytes(rest, before)
	s.line = s.Keep(line)
	east := s.Keep(s.lookup("selecteast", code, onDirections(0xff, koggestone.East)))
	bits = s.take(v.Copy(bits), s.mask(v.Load(east)), reversed(v, bits))

	// Find the bit by halves of the row.
	bit := v.Broadcast(0)
	for _, half := range []int{4, 2, 1} {
		low := v.PopcountBytes(v.And(bits, v.BroadcastByte(1<<half-1)))
		high := s.greater(n, low)
		bits, n = s.take(bits, high, v.ShiftWords(bits, -half)), s.take(n, high, v.SubBytes(n, low))
		bit = s.take(bit, high, v.AddBytes(bit, v.BroadcastByte(uint8(half))))
	}
	s.bit = s.Keep(bit)

	// The source is the lowest own piece of the line beyond the bit.
	own := s.ownLines()
	line = v.Load(s.line)
	chosen := own[0]
	for i, x := range own[1:] {
		chosen = s.take(chosen, s.equal(line, uint8(i+1)), x)
	}
	chosen = s.take(v.Copy(chosen), s.mask(v.Load(east)), reversed(v, chosen))
	single := s.lookup("selectbits", v.Load(s.bit), func(i int) int { return 1 << (i & 7) })
	beyond := v.And(chosen, v.SubBytes(v.Broadcast(0), single))
	s.source = s.Keep(v.PopcountBytes(v.NotAnd(beyond, v.SubBytes(beyond, v.BroadcastByte(1)))))
}

// equal returns a mask of the bytes of x that are equal to b.
func (s *selector) equal(x emit.Vec, b uint8) Op {
	if !s.V.Wide() {
		return s.V.EqualBytes(x, s.V.BroadcastByte(b))
	}
	k := K()
	VPCMPEQB(s.V.BroadcastByte(b), x, k)
	return k
}

// finish computes the moves from groups, rows and bits, and stores them.
func (s *selector) finish() {
	v := s.V
	code, line, bit := v.Load(s.code), v.Load(s.line), v.Load(s.bit)
	pawns := s.mask(code)
	index := v.Or(v.ShiftWords(v.And(code, v.BroadcastByte(3)), 3), line)
	to := s.take(s.square(v.Load(s.bit)), pawns, v.AddBytes(bit, s.pawnTable("selectpawnto", index, func(_, to, _, file int) int { return to - file })))
	from := s.take(s.square(v.Load(s.source)), pawns, v.SubBytes(to, s.pawnTable("selectpawnback", index, func(from, to, _, _ int) int { return to - from })))
	flags := s.take(v.Broadcast(0), pawns, s.pawnTable("selectpawnflags", index, func(_, _, special, _ int) int { return special >> 8 }))
	flip := v.And(s.black(), v.BroadcastByte(56))
	to, from = v.Xor(to, flip), v.Xor(from, flip)

	knights := s.mask(s.lookup("selectknights", code, func(code int) int { return -(code >> 3) }))
	from = s.take(from, knights, v.Or(v.ShiftWords(v.And(code, v.BroadcastByte(7)), 3), line))
	to = s.take(to, knights, v.AddBytes(from, s.lookup("selectjumps", bit, func(i int) int {
		files, ranks := jump(i & 7)
		return 8*ranks + files
	})))

	beyond := v.Load(s.beyond)
	low := v.Or(from, v.And(v.ShiftWords(to, 6), v.BroadcastByte(0xc0)))
	high := v.Or(flags, v.And(v.ShiftWords(to, -2), v.BroadcastByte(0x0f)))
	s.store(v.NotAnd(beyond, low), v.NotAnd(beyond, high))
}

// square returns the square for a bit of the chosen lines, with the own pawns going north.
func (s *selector) square(bit emit.Vec) emit.Vec {
	v := s.V
	line, turned := v.Load(s.line), s.mask(v.Load(s.turned))
	along := v.Xor(bit, s.flips)
	// A transposed line is a file that was moved by bit+1 files to the west or by bit files to the
	// east.
	file := v.AddBytes(v.AddBytes(line, v.NotAnd(bit, s.east)), v.And(bit, s.west))
	file = v.And(file, v.BroadcastByte(7))
	rank := s.take(line, turned, along)
	return v.Or(v.ShiftWords(rank, 3), s.take(along, turned, file))
}

// pawnTable looks up f for the moves in 32 rows of pawns by index.
func (s *selector) pawnTable(name string, index emit.Vec, f func(from, to, special, file int) int) emit.Vec {
	v := s.V
	of := func(row int) int {
		for file := range 8 {
			from, to, special := pawnRowMove(row, file)
			if special == 0 && from == to || row == 24+layout.RowCastleH && file != 7 { // a castling has one bit
				continue
			}
			return f(from, to, special, file) & 0xff
		}
		return 0
	}
	low := s.lookup(name, index, of)
	high := s.lookup(name+"high", index, func(i int) int { return of(16 + i) })
	return s.take(low, s.mask(v.ShiftWords(index, 3)), high)
}

// store stores the low and high bytes of the moves.
func (s *selector) store(low, high emit.Vec) {
	v := s.V
	low, high = v.PositionOrder(low), v.PositionOrder(high)
	dst := Mem{Base: v.Param("dst")}
	switch v {
	case emit.NEON:
		first, last := v.ZipBytes(low, high)
		v.Store(first, dst)
		v.Store(last, dst.Offset(v.Bytes))
		return
	case emit.AVX512:
		for k, order := range interleavings() {
			v.Store(permuted2(low, high, order), dst.Offset(64*k))
		}
		return
	}
	a, b := v.Pick(VPUNPCKLBW, nil, low, high), v.Pick(VPUNPCKHBW, nil, low, high)
	for k := range 2 {
		r := YMM()
		VPERM2I128(U8(0x20+0x11*k), b, a, r)
		v.Store(r, dst.Offset(32*k))
	}
}
