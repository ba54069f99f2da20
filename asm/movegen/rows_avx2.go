package movegen

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

var (
	rowsAt   = emit.Offsets[layout.RowsAVX2]()
	streamAt = emit.Offsets[layout.RowStream]()
)

// setBytes is the size of a block's set.
const setBytes = 8 * layout.BlockAVX2

// rowsAVX2 emits the kernel that computes the rows of a block.
func rowsAVX2() {
	v := emit.AVX2
	v.Kernel("rows"+v.Name, rowSignature(""), "rowsAVX2 sets Rows, Own, Knights, Targets and Rare of the block of rows at dst.")
	dst := v.Param("dst")
	c := newLegalMovesIn(v, v.NewRoom(len(layout.RowRoom{})))
	c.AssignLater(7)
	at := func(offset int) Mem { return Mem{Base: dst, Disp: offset} }
	own := func(d koggestone.Direction) Mem { return at(rowsAt("Own") + int(d)*setBytes) }
	out := &rows{v: v, ranks: ranksParam(v, "ranks"), set: func(k int) Mem { return at(k * setBytes) },
		board: own(koggestone.West), knights: at(rowsAt("Knights")), targets: at(rowsAt("Targets"))}
	out.all()
	out.ownLines(own)
	v.StoreBits(v.Load(out.ranks.at(layout.RankRest, layout.RankRare)), at(rowsAt("Rare")))
	v.Finish()
}

// rowSignature returns the signature of a kernel that turns ranks into rows, with further
// parameters.
func rowSignature(more string) string {
	return fmt.Sprintf("func(dst *uint64, ranks *[%d]uint64, %sroom *[%d]uint64)", len(layout.MoveRanks{}), more, len(layout.RowRoom{}))
}

// bitIndices contains for each byte the indices of its set bits as entries of a stream:
// the index in the low half, and 16 times the index in the high half.
func bitIndices() Mem {
	var table []uint8
	for x := range 256 {
		var entry [8]uint32
		n := 0
		for i := range uint32(8) {
			if x>>i&1 != 0 {
				entry[n] = i | i<<20
				n++
			}
		}
		for _, e := range entry {
			table = binary.LittleEndian.AppendUint32(table, e)
		}
	}
	return emit.ByteTable("bitindices", table)
}

// rowStreamAVX2 emits the kernel that collects the non-empty rows.
//
//	for each position:
//		for each set: append its rows, a byte of eight at once, found by a table
//		between lines and pawns: for each knight: append its targets as a row
func rowStreamAVX2() {
	emit.Kernel("rowStreamAVX2", "func(block *uint64, stream *uint32, black *uint8, i, n int) (next, entries int)")
	Doc("rowStreamAVX2 sets the entries and ends of the stream of positions i to n-1 of a block of rows. It stops after the position at which there are at least layout.RowStreamLen entries, and returns the next position and the number of entries.")
	block, stream, black := emit.Argument("block"), emit.Argument("stream"), emit.Argument("black")
	p, n := GP64(), emit.Zero()
	Load(Param("i"), p)

	Comment("Which rows are not empty.")
	zero := emit.AVX2.Broadcast(0)
	set := emit.Register(block)
	masks, left := emit.Address(Mem{Base: block, Disp: rowsAt("Masks")}), emit.Register(U32(layout.RowSets))
	Label("set")
	for i := range 8 {
		x, m := YMM(), GP32()
		VPCMPEQB(Mem{Base: set, Disp: 32 * i}, zero, x)
		VPMOVMSKB(x, m)
		NOTL(m)
		MOVL(m, Mem{Base: masks, Disp: 4 * i})
	}
	ADDQ(I32(setBytes), set)
	ADDQ(U8(layout.BlockAVX2), masks)
	DECQ(left)
	JNE(LabelRef("set"))

	indices, jumps := emit.Address(bitIndices()), emit.Address(knightTable())
	step := func(offset, code int) emit.Vec {
		return emit.AVX2.Broadcast(uint64(offset|code<<20) | uint64(offset|code<<20)<<32)
	}
	nextLines, nextPawns := step(setBytes, 8), step(setBytes, 8)
	// The rows of knights come after all others.
	knightRow := emit.Register(U32(layout.RowSets * setBytes))
	entry := func() Mem { return Mem{Base: stream, Index: n, Scale: 4, Disp: streamAt("Entries")} }

	Label("position")
	CMPQ(p, emit.WordParam("n"))
	JGE(LabelRef("end"))
	CMPQ(n, U32(layout.RowStreamLen))
	JGE(LabelRef("end"))
	side := GP64()
	MOVBQZX(Mem{Base: black, Index: p, Scale: 1}, side)
	ANDL(U8(1), side.As32())
	rows := func(first, sets, offset, code, blackCode int, next emit.Vec) {
		x, base := GP64(), YMM()
		IMUL3Q(I32(int32(blackCode<<20)), side, x)
		LEAQ(Mem{Base: x, Index: p, Scale: 8, Disp: offset | code<<20}, x)
		VMOVD(x.As32(), base.AsX())
		VPBROADCASTD(base.AsX(), base)
		for k := range sets {
			m, count, y := GP64(), GP64(), YMM()
			MOVBQZX(Mem{Base: block, Index: p, Scale: 1, Disp: rowsAt("Masks") + layout.BlockAVX2*(first+k)}, m)
			POPCNTL(m.As32(), count.As32())
			SHLL(U8(5), m.As32())
			VPADDD(Mem{Base: indices, Index: m, Scale: 1}, base, y)
			VMOVDQU(y, entry())
			ADDQ(count, n)
			if k < sets-1 {
				VPADDD(next, base, base)
			}
		}
	}
	rows(layout.LineRows, 8, 0, 0, 64, nextLines)
	knights, targets := emit.Register(Mem{Base: block, Index: p, Scale: 8, Disp: rowsAt("Knights")}), emit.Register(Mem{Base: block, Index: p, Scale: 8, Disp: rowsAt("Targets")})
	knight := func() {
		sq, x, e, some := GP64(), GP64(), GP64(), GP64()
		TZCNTQ(knights, sq) // 64 if there is no knight
		MOVQ(Mem{Base: jumps, Index: sq, Scale: 8}, x)
		PEXTQ(x, targets, x)
		MOVB(x.As8(), Mem{Base: block, Index: knightRow, Scale: 1})
		MOVQ(sq, e)
		SHLQ(U8(20), e)
		LEAQ(Mem{Base: e, Index: knightRow, Scale: 1, Disp: layout.KnightCode << 20}, e)
		MOVL(e.As32(), entry())
		XORL(some.As32(), some.As32())
		TESTL(x.As32(), x.As32())
		SETNE(some.As8())
		ADDQ(some, n)
		ADDQ(some, knightRow)
		BLSRQ(knights, knights)
	}
	knight()
	knight()
	JEQ(LabelRef("pawns"))
	Label("knight")
	knight()
	JNE(LabelRef("knight"))
	Label("pawns")
	rows(layout.PawnRows, 4, layout.PawnRows*setBytes, layout.PawnCode, 32, nextPawns)
	MOVL(n.As32(), Mem{Base: stream, Index: p, Scale: 4, Disp: streamAt("Ends")})
	INCQ(p)
	JMP(LabelRef("position"))
	Label("end")
	Store(p, ReturnIndex(0))
	Store(n, ReturnIndex(1))
	emit.Finish()
}

// shuffles returns the two tables that expand a row to 16-bit moves. ofBits contains, for
// each row, the indices of its bits, two bytes for each. nearest contains, for each set of
// own pieces on a line, the nearest piece at or above each bit; without own pieces it is
// the bit itself.
func shuffles() (ofBits, nearest Mem) {
	a, b := shuffleBytes()
	return emit.ByteTable("bitshuffles", a), emit.ByteTable("nearestshuffles", b)
}

func shuffleBytes() (ofBits, nearest []uint8) {
	for x := range 256 {
		var bit, near [16]uint8
		n := 0
		for i := range 8 {
			if x>>i&1 != 0 {
				bit[2*n], bit[2*n+1] = uint8(2*i), uint8(2*i+1)
				n++
			}
			source := i
			if above := x >> i << i; above != 0 {
				source = bits.TrailingZeros(uint(above))
			}
			near[2*i], near[2*i+1] = uint8(2*source), uint8(2*source+1)
		}
		ofBits, nearest = append(ofBits, bit[:]...), append(nearest, near[:]...)
	}
	return ofBits, nearest
}

// lineSquare returns the square for a bit of a line along d, in the order of the library's toLines.
func lineSquare(d koggestone.Direction, line, bit int) int {
	up := emit.Directions[d].Ranks()
	r := bit
	if up > 0 {
		r = 7 - bit
	}
	switch d {
	case koggestone.East:
		return 8*line + 7 - bit
	case koggestone.West:
		return 8*line + bit
	case koggestone.North, koggestone.South:
		return 8*r + line
	case koggestone.NorthEast, koggestone.SouthWest:
		return 8*r + (line+r)&7
	}
	return 8*r + (line-r-1)&7
}

// The special moves in the highest bits of a move, as movegen.Move has them.
const (
	doublePush = 1 << 12
	castling   = 3 << 12
	promotion  = 8 << 12
)

// pawnRowMove returns the move for a file of a row of pawns, with the own pawns going
// north, or 0 if there is no such move.
func pawnRowMove(row, file int) (from, to, special int) {
	set, r := row/8, row%8
	kinds := [3]quad.Kind{quad.Queen, quad.Rook, quad.Bishop}
	back := [3]int{8, 9, 7}
	switch {
	case set < 3 && r < 5:
		to = 8*(r+2) + file
		from = to - back[set]
	case set < 3:
		to = 56 + file
		from, special = to-back[set], promotion|int(kinds[r-5])<<12
	case r <= layout.RowWestKnight:
		to = 56 + file
		from, special = to-back[r], promotion|int(quad.Knight)<<12
	case r == layout.RowDouble:
		return 8 + file, 24 + file, doublePush
	case r == layout.RowCastleA, r == layout.RowCastleH:
		return 4, file, castling
	default:
		return 0, 0, 0
	}
	if far := from&7 - file; far < -1 || far > 1 {
		return 0, 0, 0
	}
	return from, to, special
}

// rowTables returns the two parts of the moves of rows by code: to contains the targets of
// a row's bits, with the special bits of the moves, and from the sources.
func rowTables() (to, from Mem) {
	var a, b []uint8
	for code := range layout.RowCodes {
		for bit := range 8 {
			from, to, special := rowMove(code, bit)
			a = binary.LittleEndian.AppendUint16(a, uint16(to<<6|special))
			b = binary.LittleEndian.AppendUint16(b, uint16(from))
		}
	}
	return emit.ByteTable("rowtargets", a), emit.ByteTable("rowsources", b)
}

// rowMove returns the move for a bit of the row with the given code. For lines the source is
// the square of the bit itself.
func rowMove(code, bit int) (from, to, special int) {
	switch {
	case code < layout.KnightCode:
		sq := lineSquare(koggestone.Direction(code>>3&7), code&7, bit) ^ 56*(code>>6)
		return sq, sq, 0
	case code < layout.PawnCode:
		from = code & 63
		targets := squares.KnightFrom[from]
		for range bit {
			targets &= targets - 1
		}
		return from, bits.TrailingZeros64(targets) & 63, 0
	}
	from, to, special = pawnRowMove(code&31, bit)
	turned := 56 * (code >> 5 & 1)
	return from ^ turned, to ^ turned, special
}

// rowMovesAVX2 emits the kernel that expands a stream of rows to moves.
//
//	for each row:
//		bits := the indices of its bits
//		dst[moves:] = targets[code][bits] | sources[code][nearest own piece at or above bits]
func rowMovesAVX2() {
	emit.Kernel("rowMovesAVX2", "func(dst *uint16, block *uint64, stream *uint32, n int) (moves int)")
	Doc("rowMovesAVX2 writes the moves of the first n entries of a stream, and returns their number. It writes 8 words for each entry; words after its moves are arbitrary. It sets the first n+1 elements of At. n must be at least 1.")
	dst, block, stream := emit.Argument("dst"), emit.Argument("block"), emit.Argument("stream")
	last, i, moves := GP64(), emit.Zero(), emit.Zero()
	Load(Param("n"), last)
	tables := [4]reg.GPVirtual{}
	ofBits, nearest := shuffles()
	to, from := rowTables()
	for k, m := range []Mem{ofBits, nearest, to, from} {
		tables[k] = emit.Address(m)
	}
	Label("row")
	row, offset, own, count := GP64(), GP64(), GP64(), GP64()
	MOVL(Mem{Base: stream, Index: i, Scale: 4, Disp: streamAt("Entries")}, row.As32())
	MOVL(moves.As32(), Mem{Base: stream, Index: i, Scale: 4, Disp: streamAt("At")})
	MOVWQZX(row.As16(), offset)
	SHRL(U8(16), row.As32())
	MOVBQZX(Mem{Base: block, Index: offset, Scale: 1, Disp: rowsAt("Own")}, own)
	MOVBQZX(Mem{Base: block, Index: offset, Scale: 1}, offset)
	POPCNTL(offset.As32(), count.As32())
	SHLL(U8(4), own.As32())
	SHLL(U8(4), offset.As32())
	squares, source, target := XMM(), XMM(), XMM()
	VMOVDQU(Mem{Base: tables[0], Index: offset, Scale: 1}, squares)
	VMOVDQU(Mem{Base: tables[1], Index: own, Scale: 1}, source)
	VPSHUFB(squares, source, source)
	VMOVDQU(Mem{Base: tables[2], Index: row, Scale: 1}, target)
	VPSHUFB(squares, target, target)
	x := XMM()
	VMOVDQU(Mem{Base: tables[3], Index: row, Scale: 1}, x)
	VPSHUFB(source, x, x)
	VPOR(x, target, x)
	VMOVDQU(x, Mem{Base: dst, Index: moves, Scale: 2})
	ADDQ(count, moves)
	INCQ(i)
	CMPQ(i, last)
	JLT(LabelRef("row"))
	MOVL(moves.As32(), Mem{Base: stream, Index: i, Scale: 4, Disp: streamAt("At")})
	Store(moves, ReturnIndex(0))
	emit.Finish()
}
