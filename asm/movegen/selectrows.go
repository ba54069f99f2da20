package movegen

import (
	"encoding/binary"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// The indices of the sets of a position in the order of lists: the lines of each direction, two sets of
// knights, and four words of pawns.
const (
	selectKnights = 8
	selectPawns   = selectKnights + 2
	selectSets    = selectPawns + 4
	selectRows    = selectSets + 1 // including one for positions without such a move
)

// selectTable returns, by side and set, the part of the move that a bit of a set determines.
func selectTable() Mem {
	var a []uint8
	for black := range 2 {
		for set := range selectRows {
			for bit := range 64 {
				m := 0
				switch {
				case set < selectKnights:
					m = (lineSquare(koggestone.Direction(set), bit/8, bit%8) ^ 56*black) << 6
				case set < selectPawns:
					m = bit << 6
				case set < selectSets:
					from, to, special := pawnRowMove(8*(set-selectPawns)+bit/8, bit%8)
					if from != to {
						m = from ^ 56*black | (to^56*black)<<6 | special
					}
				}
				a = binary.LittleEndian.AppendUint16(a, uint16(m))
			}
		}
	}
	return emit.ByteTable("selectmoves", a)
}

// behindLines returns, by direction and bit of its lines, the squares where a slider may reach
// the target.
func behindLines() Mem {
	var a []uint64
	for _, d := range emit.Directions {
		for bit := range 64 {
			a = append(a, koggestone.Attacks(1<<lineSquare(d.Direction, bit/8, bit%8), ^uint64(0), d.Opposite()))
		}
	}
	return emit.Table("behindlines", a)
}

// selectMoves emits the kernel that selects moves.
//
//	for each position:
//		n := the sums of the sets' sizes
//		set := the first set whose sum is above k
//		bit := bit k - sum before of the set
//		the bit determines the move; the source of a slider is the nearest own piece behind it
func selectMoves(v *emit.ISA) {
	emit.Kernel("selectRows"+v.Name, "func(dst *uint16, rows *uint64, black *uint8, k *uint16, n int) (again uint64)")
	Doc("selectRows" + v.Name + " sets dst[i] to move k[i] of position i of a block of rows, for 0 <= i < n, in the order of lists without the moves of rareMoves. dst[i] is 0 if there are at most k[i] such moves. Bit i of again is set if the position has more than two knights; then dst[i] is arbitrary.")
	rows := emit.Argument("rows")
	i, again := emit.Zero(), emit.Zero()
	// Registers are scarce, so addresses are computed where they are used.
	l := selector{v: v, rows: rows, i: i}
	l.begin()

	Label("position")
	l.position()
	// Knights.
	knights, targets := GP64(), GP64()
	MOVQ(l.field("Knights"), knights)
	MOVQ(l.field("Targets"), targets)
	var squares [2]reg.GPVirtual
	jumps := emit.Address(knightTable())
	for k := range squares {
		squares[k] = GP64()
		to := GP64()
		TZCNTQ(knights, squares[k]) // 64 if there is no knight
		MOVQ(Mem{Base: jumps, Index: squares[k], Scale: 8}, to)
		ANDQ(targets, to)
		MOVQ(to, l.word(selectKnights+k))
		BLSRQ(knights, knights)
	}
	many, bit := GP64(), GP64()
	XORL(many.As32(), many.As32())
	TESTQ(knights, knights)
	SETNE(many.As8())
	MOVQ(i, reg.RCX)
	SHLQ(reg.CL, many)
	ORQ(many, again)

	// The set.
	want, above, before, sum, set := GP64(), GP64(), emit.Zero(), emit.Zero(), emit.Zero()
	{
		MOVWQZX(Mem{Base: emit.Argument("k"), Index: i, Scale: 2}, want)
	}
	LEAQ(Mem{Base: want, Disp: 1}, above)
	for s := range selectSets {
		n := GP64()
		POPCNTQ(l.word(s), n)
		ADDQ(n, sum)
		CMPQ(sum, above) // carry: sum <= want
		CMOVQCS(sum, before)
		ADCQ(U8(0), set)
	}

	// The bit.
	SUBQ(before, want)
	one := emit.Register(U32(1))
	SHLXQ(want, one, one)
	PDEPQ(l.chosen(set), one, one)
	TZCNTQ(one, bit)
	ANDL(U8(63), bit.As32())

	side := GP64()
	MOVBQZX(Mem{Base: emit.Argument("black"), Index: i, Scale: 1}, side)
	ANDL(U8(1), side.As32())

	// The source.
	source, lowest, at := GP64(), GP64(), GP64()
	MOVQ(set, at)
	SHLQ(U8(6), at)
	ADDQ(bit, at)
	ANDL(U32(8*64-1), at.As32()) // other sets have no sliders
	MOVQ(Mem{Base: emit.Address(behindLines()), Index: at, Scale: 8}, at)
	ANDQ(l.board(), at)
	TZCNTQ(at, lowest)
	ORQ(U8(1), at) // BSRQ of 0 is undefined, and there is no test for LZCNTQ in x/sys/cpu
	BSRQ(at, source)
	{
		Comment("To the south and to the west, it is the lowest.")
		x := emit.Address(Mem{Base: set, Disp: -int(koggestone.SouthEast)})
		CMPQ(x, U8(uint8(koggestone.West-koggestone.SouthEast)))
		CMOVQLS(lowest, source)
		MOVQ(side, x)
		NEGQ(x)
		ANDL(U8(56), x.As32())
		XORL(x.As32(), source.As32())
	}
	row := emit.Zero()
	CMPQ(set, U8(selectKnights))
	CMOVQCC(row, source)
	for k := range squares {
		CMPQ(set, U8(uint8(selectKnights+k)))
		CMOVQEQ(squares[k], source)
	}
	IMUL3Q(I32(selectRows), side, row)
	ADDQ(set, row)
	SHLQ(U8(6), row)
	ADDQ(bit, row)
	MOVWQZX(Mem{Base: emit.Address(selectTable()), Index: row, Scale: 2}, row)
	ORQ(source, row)
	MOVW(row.As16(), Mem{Base: emit.Argument("dst"), Index: i, Scale: 2})
	INCQ(i)
	CMPQ(i, emit.WordParam("n"))
	JLT(LabelRef("position"))
	Store(again, ReturnIndex(0))
	emit.Finish()
}

// A selector finds the sets of a position in a block of rows. On AVX2 they are in the
// block. On AVX-512 the sets of a position are copied together.
type selector struct {
	v       *emit.ISA
	rows, i reg.Register
	places  Mem // AVX2: addresses of the sets, by their number
	local   Mem // AVX-512
	lines   reg.GPVirtual
}

func (l *selector) begin() {
	if !l.v.Wide() {
		var table []uint8
		for s := range selectRows + 1 {
			table = binary.LittleEndian.AppendUint32(table, uint32(setBytes*l.place(s)))
		}
		l.places = emit.ByteTable("selectplaces", table)
		return
	}
	l.local = AllocLocal(16 * 8)
	l.v.Store(l.v.Broadcast(0), l.local.Offset(8*8))
	l.lines = emit.Register(l.rows)
}

// place returns the index in layout.RowsAVX2 of a set. Knights are stored in the room of their rows.
func (l *selector) place(s int) int {
	switch {
	case s < selectKnights:
		return layout.LineRows + s
	case s < selectPawns:
		return layout.RowSets + s - selectKnights
	case s < selectSets:
		return layout.PawnRows + s - selectPawns
	}
	return layout.RowSets // none
}

func (l *selector) position() {
	if !l.v.Wide() {
		return
	}
	l.v.Store(l.v.Load(Mem{Base: l.lines, Disp: wideAt("Lines")}), l.local)
	ADDQ(U8(64), l.lines)
	unit, low := GP64(), GP64()
	// layout.RowUnit
	MOVQ(l.i, unit)
	MOVQ(l.i, low)
	ANDL(I32(^7), unit.As32())
	ANDL(U8(1), low.As32())
	LEAQ(Mem{Base: unit, Index: low, Scale: 4}, unit)
	MOVQ(l.i, low)
	SHRL(U8(1), low.As32())
	ANDL(U8(3), low.As32())
	ADDQ(low, unit)
	SHLL(U8(4), unit.As32())
	for k := range 2 {
		x := XMM()
		VMOVDQU(Mem{Base: l.rows, Index: unit, Scale: 1, Disp: wideAt("Pawns") + k*64*16}, x)
		VMOVDQU(x, l.local.Offset(8*(selectPawns+2*k)))
	}
}

// field returns a word of the position in a field of the block.
func (l *selector) field(name string) Mem {
	offset := rowsAt
	if l.v.Wide() {
		offset = wideAt
	}
	return Mem{Base: l.rows, Index: l.i, Scale: 8, Disp: offset(name)}
}

// word returns the word of a set.
func (l *selector) word(s int) Mem {
	if l.v.Wide() {
		return l.local.Offset(8 * s)
	}
	return Mem{Base: l.rows, Index: l.i, Scale: 8, Disp: setBytes * l.place(s)}
}

// chosen returns the word of a set that is in a register.
func (l *selector) chosen(set reg.Register) Mem {
	if l.v.Wide() {
		return l.local.Idx(set, 8)
	}
	at := emit.Address(l.places)
	MOVL(Mem{Base: at, Index: set, Scale: 4}, at.As32())
	LEAQ(Mem{Base: at, Index: l.i, Scale: 8}, at)
	return Mem{Base: l.rows, Index: at, Scale: 1}
}

// board returns the own pieces.
func (l *selector) board() Mem {
	if l.v.Wide() {
		return l.field("Board")
	}
	return l.field("Own").Offset(int(koggestone.West) * setBytes)
}

// ownLines emits the own pieces of a board as the lines of the eight directions. It
// duplicates every rank and selects rotated bytes: bytes 0 to 3 of a word are the rank
// itself, the others the rank rotated for diagonals or antidiagonals. Then it sorts the
// bytes in the order of lines, and transposes them, except for lines along ranks.
type ownLines struct {
	double, shifts, gather, along, identity emit.Vec
	across, level                           reg.OpmaskVirtual // words of directions that leave the rank, and the others
}

func newOwnLines() *ownLines {
	v := emit.AVX512
	o := &ownLines{across: K(), level: K()}
	o.double = v.Load(emit.BytesOf("double", 64, func(i int) int { return i & 15 / 2 }))
	o.shifts = v.Load(emit.BytesOf("ownshifts", 64, func(i int) int {
		d := emit.Directions[i/16*2] // the diagonal of a 128-bit lane: NE, SE, SW, NW
		r := 4*(i>>3&1) + i&3
		switch {
		case i&4 == 0:
			return 16 * (i & 3)
		case d.Direction == koggestone.NorthEast, d.Direction == koggestone.SouthWest:
			return 16*(i&3) + r
		}
		return 16*(i&3) + 7 - r
	}))
	o.gather = v.Load(emit.BytesOf("owngather", 64, func(i int) int {
		d, r := emit.Directions[i/8], i%8
		if d.Ranks() < 0 {
			r = 7 - r
		}
		at := 8*(r>>2) + r&3
		if d.Diagonal() {
			at += 4
		}
		return at
	}))
	keep, reverse := emit.BitMatrix(func(x uint8) uint8 { return x }), emit.BitMatrix(bits.Reverse8)
	o.along = v.Load(wordTable("ranklines", func(d int) uint64 {
		switch koggestone.Direction(d) {
		case koggestone.East:
			return reverse
		case koggestone.West:
			return keep
		}
		return 0
	}))
	o.identity = v.Broadcast(reverse)
	r := GP32()
	MOVL(U32(0xdd), r)
	KMOVW(r, o.across)
	MOVL(U32(0x22), r)
	KMOVW(r, o.level)
	return o
}

// of returns the lines of a board that is in every word.
func (o *ownLines) of(board emit.Vec) emit.Vec {
	own := ZMM()
	VPSHUFB(o.double, board, own)
	VPMULTISHIFTQB(own, o.shifts, own)
	VPSHUFB(o.gather, own, own)
	matrix, vector := emit.AVX512.Copy(o.along), emit.AVX512.Copy(o.identity)
	VMOVDQA64(own, o.across, matrix)
	VMOVDQA64(own, o.level, vector)
	return emit.Affine(vector, matrix)
}
