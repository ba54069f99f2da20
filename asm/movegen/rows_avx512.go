package movegen

import (
	"math/bits"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// Where the fields in a block of rows are, in bytes.
var (
	wideAt       = emit.Offsets[layout.RowsAVX512]()
	byteStreamAt = emit.Offsets[layout.RowBytes]()

	rowBytes    layout.RowBytes
	streamBytes = int(unsafe.Sizeof(rowBytes.Rows[0]))
)

// A rowTally counts moves in four sums that fit in a byte: diagonals, other lines, leapers
// and pawns. A fifth sum counts the knights that are not pinned.
type rowTally [5]tally

const (
	tallyLeapers = 2
	tallyPawns   = 3
	tallyKnights = 4
)

// rowsAVX512 emits the kernel that computes the rows of a block.
func rowsAVX512() {
	v := emit.AVX512
	v.Kernel("rows"+v.Name, rowSignature("sets *uint64, "), "rowsAVX512 sets the fields of the block of rows at dst. It uses a layout.RowWords at sets as scratch space.")
	dst, words := v.Param("dst"), v.Param("sets")
	c := newLegalMovesIn(v, v.NewRoom(len(layout.RowRoom{})))
	c.AssignLater(1)
	at := func(offset int) Mem { return Mem{Base: dst, Disp: offset} }
	out := &rows{v: v, ranks: ranksParam(v, "ranks"), tally: new(rowTally), set: func(k int) Mem { return Mem{Base: words, Disp: k * 8 * 64} },
		board: at(wideAt("Board")), knights: at(wideAt("Knights")), targets: at(wideAt("Targets"))}
	for k := range out.tally {
		out.tally[k].c = c
	}
	out.all()
	v.StoreBits(v.Load(out.ranks.at(layout.RankRest, layout.RankRare)), at(wideAt("Rare")))

	sum := v.Load(out.tally[0].mem)
	for k := 1; k < tallyKnights; k++ {
		VPADDUSB(out.tally[k].mem, sum, sum)
	}
	many := emit.AVX512.Vec()
	VPSUBUSB(v.BroadcastByte(16), v.Load(out.tally[tallyKnights].mem), many)
	v.StoreBits(v.Or(many, v.EqualBytes(sum, v.BroadcastByte(255))), at(wideAt("Odd")))
	v.Store(v.PositionOrder(sum), at(wideAt("Counts")))

	Comment("Sets by position.")
	set, lines, pawns, left := emit.Register(words), emit.Address(at(wideAt("Lines"))), emit.Address(at(wideAt("Pawns"))), emit.Register(U32(8))
	identity := v.Broadcast(emit.BitMatrix(func(x uint8) uint8 { return bits.Reverse8(x) }))
	Label("turn")
	word := func(k int) Mem { return Mem{Base: set, Disp: k * 8 * 64} }
	var x [8]emit.Vec
	for d := range x {
		x[d] = v.Load(word(layout.LineRows + d))
		if emit.Directions[d].Ranks() != 0 {
			x[d] = emit.Affine(identity, x[d])
		}
	}
	turnWords(&x)
	for j := range x {
		v.Store(x[j], Mem{Base: lines, Disp: 64 * j})
	}
	for k := range 2 {
		a, b := v.Load(word(layout.PawnRows+2*k)), v.Load(word(layout.PawnRows+2*k+1))
		v.Store(v.Pick(nil, VPUNPCKLQDQ, a, b), Mem{Base: pawns, Disp: k * 64 * 16})
		v.Store(v.Pick(nil, VPUNPCKHQDQ, a, b), Mem{Base: pawns, Disp: k*64*16 + 64})
	}
	ADDQ(U8(64), set)
	ADDQ(I32(8*64), lines)
	ADDQ(I32(8*16), pawns)
	DECQ(left)
	JNE(LabelRef("turn"))
	v.Finish()
}

// turnWords transposes 8 x 8 words.
func turnWords(x *[8]emit.Vec) {
	v := emit.AVX512
	lanes := func(imm uint8, a, b emit.Vec) emit.Vec {
		r := ZMM()
		VSHUFI64X2(U8(imm), b, a, r)
		return r
	}
	var y [8]emit.Vec
	for i := range 4 {
		y[i] = v.Pick(nil, VPUNPCKLQDQ, x[2*i], x[2*i+1])
		y[4+i] = v.Pick(nil, VPUNPCKHQDQ, x[2*i], x[2*i+1])
	}
	for h := range 2 {
		z := y[4*h:]
		s0, s1 := lanes(0x88, z[0], z[1]), lanes(0xdd, z[0], z[1])
		s2, s3 := lanes(0x88, z[2], z[3]), lanes(0xdd, z[2], z[3])
		x[h], x[4+h] = lanes(0x88, s0, s2), lanes(0xdd, s0, s2)
		x[2+h], x[6+h] = lanes(0x88, s1, s3), lanes(0xdd, s1, s3)
	}
}

// ownLines turns the own pieces of a board into the lines of the eight directions. It
// duplicates every rank and selects rotated bytes: bytes 0 to 3 of a word are the rank
// itself, and the others are the rank rotated for diagonals or antidiagonals. Then it
// sorts the bytes into the order of lines and transposes them, except for lines along
// ranks.
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

// of returns the lines of a board; every word of the argument is the board.
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

// A rowLister emits the kernel that lists moves.
type rowLister struct {
	zero emit.Vec
}

// compressed returns the bytes of x that k selects. On Zen 5 VPCOMPRESSB depends on the old
// value of its destination, so the destination is cleared first, which register renaming
// does without an operation.
func (l *rowLister) compressed(x emit.Vec, k Op) emit.Vec {
	y := ZMM()
	VMOVDQA64(l.zero, y)
	VPCOMPRESSB_Z(x, k, y)
	return y
}

func permuted(table, index Op) emit.Vec { return emit.AVX512.Pick(nil, VPERMB, index, table) }

// permuted2 looks up bytes in two tables by index.
func permuted2(low, high, index emit.Vec) emit.Vec {
	r := emit.AVX512.Copy(index)
	VPERMI2B(high, low, r)
	return r
}

// interleavings returns the indices that interleave two registers byte by byte, for the
// first and the second resulting register.
func interleavings() [2]emit.Vec {
	return [2]emit.Vec{
		emit.AVX512.Load(emit.BytesOf("interleavelow", 64, func(i int) int { return i&1<<6 | i>>1 })),
		emit.AVX512.Load(emit.BytesOf("interleavehigh", 64, func(i int) int { return i&1<<6 | i>>1 + 32 })),
	}
}

// wordTable returns eight words.
func wordTable(name string, f func(i int) uint64) Mem {
	table := make([]uint64, 8)
	for i := range table {
		table[i] = f(i)
	}
	return emit.Table(name, table)
}

// jump returns the i-th jump of a knight in the order of its targets.
func jump(i int) (files, ranks int) {
	all := [8][2]int{{-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2}, {1, 2}}
	return all[i][0], all[i][1]
}

// spreadLanes transposes eight words of eight bytes.
func spreadLanes() emit.Vec {
	return emit.AVX512.Load(emit.BytesOf("spread", 64, func(i int) int { return i&7<<3 | i>>3 }))
}

// listRowsAVX512 emits the kernel that lists the moves of rows, in three loops without
// branches on the data.
func listRowsAVX512() {
	emit.Kernel("listRowsAVX512", "func(dst *uint16, rows *uint64, bytes *uint8, black *uint8, i, n int)")
	Doc("listRowsAVX512 writes the moves of positions i to n-1 of a block of rows to dst. It may write up to 63 words after them. None of the positions may be odd, and they may have at most layout.RowMoves moves and knights.")
	l := &rowLister{zero: emit.AVX512.Broadcast(0)}
	bytes := emit.Argument("bytes")
	n := l.rows(bytes)
	moves := l.expand(bytes, n)
	l.finish(bytes, moves)
	emit.Finish()
}

// stream returns the address of byte at in a stream.
func stream(bytes, at reg.Register, offset, k int) Mem {
	return Mem{Base: bytes, Index: at, Scale: 1, Disp: offset + k*streamBytes}
}

// appendBytes appends n bytes, seldom more than 32, to three streams. A store that crosses a
// cache line costs one more cycle, and 64-byte stores always cross one.
func (l *rowLister) appendBytes(name string, bytes, at, n reg.GPVirtual, offset int, x [3]emit.Vec) (more func()) {
	for k := range x {
		VMOVDQU(x[k].AsY(), stream(bytes, at, offset, k))
	}
	CMPQ(n, U8(32))
	JA(LabelRef(name + "more"))
	Label(name + "done")
	ADDQ(n, at)
	return func() {
		Label(name + "more")
		for k := range x {
			VEXTRACTI64X4(U8(1), x[k], stream(bytes, at, offset, k).Offset(32))
		}
		JMP(LabelRef(name + "done"))
	}
}

// rows emits the loop that appends the non-empty rows to streams, with their codes and, for
// lines, the own pieces. It returns how many there are.
func (l *rowLister) rows(bytes reg.GPVirtual) reg.GPVirtual {
	v := emit.AVX512
	block, black := emit.Argument("rows"), emit.Argument("black")
	i, at := GP64(), emit.Zero()
	Load(Param("i"), i)

	ownPieces := newOwnLines()
	identity := ownPieces.identity
	transpose := spreadLanes()
	jumpBy := v.Load(wordTable("jumpby", func(i int) uint64 {
		files, ranks := jump(7 - i)
		return uint64(files+8*ranks) & 63
	}))
	jumpFits := v.Load(wordTable("jumpfits", func(i int) (set uint64) {
		files, ranks := jump(7 - i)
		for sq := range 64 {
			if f, r := sq&7+files, sq>>3+ranks; f >= 0 && f < 8 && r >= 0 && r < 8 {
				set |= 1 << sq
			}
		}
		return set
	}))
	knightCodes := v.Load(emit.BytesOf("knightcodes", 64, func(i int) int { return layout.KnightCode | i }))
	var lineCodeBytes, pawnCodeBytes []uint8
	for b := range 2 {
		for k := range 64 {
			lineCodeBytes = append(lineCodeBytes, uint8(b<<6|k))
			pawnCodeBytes = append(pawnCodeBytes, uint8(layout.PawnCode|b<<5|k&31))
		}
	}
	lineCodes, pawnCodes := emit.Address(emit.ByteTable("linecodes", lineCodeBytes)), emit.Address(emit.ByteTable("pawncodes", pawnCodeBytes))
	units := GP64()
	LEAQ(emit.BytesOf("units", 64, layout.RowUnit), units)
	lines := emit.Register(i)
	SHLQ(U8(6), lines)
	ADDQ(block, lines)

	Label("rows")
	Comment("Lines.")
	side := GP64()
	MOVBQZX(Mem{Base: black, Index: i, Scale: 1}, side)
	ANDL(U8(1), side.As32())
	SHLL(U8(6), side.As32())
	t := v.Load(Mem{Base: lines, Disp: wideAt("Lines")})
	own := emit.AVX512.BroadcastAt(Mem{Base: block, Index: i, Scale: 8, Disp: wideAt("Board")})
	own = ownPieces.of(own)
	some, count := K(), GP64()
	VPTESTMB(t, t, some)
	KMOVQ(some, count)
	POPCNTQ(count, count)
	code := l.compressed(v.Load(Mem{Base: lineCodes, Index: side, Scale: 1}), some)
	more := l.appendBytes("lines", bytes, at, count, byteStreamAt("Rows"), [3]emit.Vec{permuted(t, code), code, permuted(own, code)})

	Comment("Knights, by the jumps in the order of targets.")
	k := emit.AVX512.BroadcastAt(Mem{Base: block, Index: i, Scale: 8, Disp: wideAt("Targets")})
	VPRORVQ(jumpBy, k, k)
	VPANDQ(jumpFits, k, k)
	k = emit.Affine(identity, permuted(k, transpose))
	knights, knightCount := K(), GP64()
	KMOVQ(Mem{Base: block, Index: i, Scale: 8, Disp: wideAt("Knights")}, knights)
	POPCNTQ(Mem{Base: block, Index: i, Scale: 8, Disp: wideAt("Knights")}, knightCount)
	code = l.compressed(knightCodes, knights)
	VMOVDQU(permuted(k, code).AsX(), stream(bytes, at, byteStreamAt("Rows"), 0))
	VMOVDQU(code.AsX(), stream(bytes, at, byteStreamAt("Rows"), 1))
	ADDQ(knightCount, at)

	Comment("Pawns and castling.")
	unit := GP64()
	MOVBQZX(Mem{Base: units, Index: i, Scale: 1}, unit)
	SHLL(U8(4), unit.As32())
	pawns := YMM()
	VMOVDQU(Mem{Base: block, Index: unit, Scale: 1, Disp: wideAt("Pawns")}, pawns.AsX())
	VINSERTI128(U8(1), Mem{Base: block, Index: unit, Scale: 1, Disp: wideAt("Pawns") + 64*16}, pawns, pawns)
	somePawns, pawnCount := K(), GP64()
	VPTESTMB(pawns, pawns, somePawns)
	KMOVD(somePawns, pawnCount.As32())
	POPCNTL(pawnCount.As32(), pawnCount.As32())
	// The mask has 32 bits, so only half of the register is compressed.
	code = l.compressed(v.Load(Mem{Base: pawnCodes, Index: side, Scale: 1}), somePawns)
	chosen := YMM()
	VPERMB(pawns, code.AsY(), chosen)
	VMOVDQU(chosen, stream(bytes, at, byteStreamAt("Rows"), 0))
	VMOVDQU(code.AsY(), stream(bytes, at, byteStreamAt("Rows"), 1))
	ADDQ(pawnCount, at)

	ADDQ(U8(64), lines)
	INCQ(i)
	CMPQ(i, emit.WordParam("n"))
	JLT(LabelRef("rows"))
	v.Store(l.zero, stream(bytes, at, byteStreamAt("Rows"), 0))
	JMP(LabelRef("rowsend"))
	more()
	Label("rowsend")
	return at
}

// expand emits the loop that expands rows to streams of moves. Eight rows form a mask of
// 64 lanes, and the number of a lane is bit << 3 | row.
func (l *rowLister) expand(bytes, n reg.GPVirtual) reg.GPVirtual {
	lanes := spreadLanes()
	i, at := emit.Zero(), emit.Zero()
	TESTQ(n, n)
	JE(LabelRef("expandend"))
	Label("expand")
	chosen, count := K(), GP64()
	KMOVQ(stream(bytes, i, byteStreamAt("Rows"), 0), chosen)
	POPCNTQ(stream(bytes, i, byteStreamAt("Rows"), 0), count)
	lane := l.compressed(lanes, chosen)
	var x [2]emit.Vec
	for k := range x {
		x[k] = emit.AVX512.BroadcastAt(stream(bytes, i, byteStreamAt("Rows"), 1+k))
		VPSHUFB(lane, x[k], x[k])
	}
	more := l.appendBytes("moves", bytes, at, count, byteStreamAt("Moves"), [3]emit.Vec{lane, x[0], x[1]})
	ADDQ(U8(8), i)
	CMPQ(i, n)
	JLT(LabelRef("expand"))
	JMP(LabelRef("expandend"))
	more()
	Label("expandend")
	return at
}

// finish emits the loop that computes 64 moves in each iteration. Squares are 8*file +
// rank modulo 64 here, which is linear along lines. The last step transposes them.
func (l *rowLister) finish(bytes, n reg.GPVirtual) {
	v := emit.AVX512
	dst, i := emit.Argument("dst"), emit.Zero()
	var square, base [2]emit.Vec // move of a line: the squares of line 0, and the difference for each line
	for b := range 2 {
		turned := func(rank int) int {
			if b == 1 {
				return 7 - rank
			}
			return rank
		}
		square[b] = v.Load(emit.BytesOf([]string{"squareswhite", "squaresblack"}[b], 64, func(i int) int {
			d, bit := koggestone.Direction(i/8), i%8
			sq := lineSquare(d, 0, bit)
			file, rank := sq&7, sq>>3
			return (8*file + turned(rank)) & 63
		}))
		base[b] = v.Load(emit.BytesOf([]string{"baseswhite", "basesblack"}[b], 64, func(i int) int {
			line := i % 8
			switch koggestone.Direction(i / 8) {
			case koggestone.East, koggestone.West:
				return (turned(line) - turned(0)) & 63
			}
			return 8 * line
		}))
	}
	above := v.Load(emit.BytesOf("above", 64, func(i int) int { return 0xff << (i >> 3) & 0xff }))
	jumps := v.Load(emit.BytesOf("jumps", 64, func(i int) int {
		files, ranks := jump(i >> 3)
		return (8*files + ranks) & 0xff
	}))
	knightAt := v.Load(emit.BytesOf("knightat", 64, func(i int) int { return i&7<<3 | i>>3 }))
	pawnTable := func(name string, f func(from, to, special, file int) int) emit.Vec {
		return v.Load(emit.BytesOf(name, 64, func(i int) int {
			row, b := i&31, i>>5
			for file := range 8 {
				from, to, special := pawnRowMove(row, file)
				if special == 0 && from == to || row == 24+layout.RowCastleH && file != 7 { // a castling has one bit
					continue
				}
				byFile := func(sq int) int { return 8*(sq&7) + sq>>3 ^ 7*b }
				return f(byFile(from), byFile(to), special, file) & 0xff
			}
			return 0
		}))
	}
	pawnTo := pawnTable("pawnto", func(_, to, _, file int) int { return to - 8*file })
	pawnBack := pawnTable("pawnback", func(from, to, _, _ int) int { return to - from }) // from source to target
	pawnFlags := pawnTable("pawnflags", func(_, _, special, _ int) int { return special >> 8 })
	orders := interleavings()
	linear := func(bit func(i int) int) emit.Vec {
		return v.Broadcast(emit.BitMatrix(func(x uint8) (y uint8) {
			for i := range 8 {
				if to := bit(i); x>>i&1 != 0 && to >= 0 && to < 8 {
					y |= 1 << to
				}
			}
			return y
		}))
	}
	inLine := linear(func(i int) int { return i - 3 })
	place := func(shift int) emit.Vec { // masks of the six bits of a square, as ranks and files
		return linear(func(i int) int {
			if i > 5 {
				return -1
			}
			return (i+3)%6 + shift
		})
	}
	fromLow, toLow, toHigh := place(0), place(6), place(-2)
	ways, bit8, c0 := v.BroadcastByte(0x78), v.BroadcastByte(0x38), v.BroadcastByte(layout.PawnCode)
	ones := v.Ones()

	TESTQ(n, n)
	JE(LabelRef("end"))
	Label("finish")
	lane, code, line := v.Load(stream(bytes, i, byteStreamAt("Moves"), 0)), v.Load(stream(bytes, i, byteStreamAt("Moves"), 1)), v.Load(stream(bytes, i, byteStreamAt("Moves"), 2))
	bit := emit.Affine(lane, inLine)
	x := v.And(line, permuted(above, lane))
	y := v.AddBytes(x, ones)
	source := v.PopcountBytes(v.NotAnd(x, y)) // the lowest bit of x
	emit.Tern(emit.TA|emit.TB&emit.TC, bit, code, ways)
	emit.Tern(emit.TA|emit.TB&emit.TC, source, code, ways)
	to, from := permuted2(square[0], square[1], bit), permuted2(square[0], square[1], source)
	by := permuted2(base[0], base[1], code)
	to, from = v.AddBytes(to, by), v.AddBytes(from, by)
	leaper, pawn := K(), K()
	VPMOVB2M(code, leaper)
	VPERMB(knightAt, code, leaper, from)
	VPADDB(permuted(jumps, lane), from, leaper, to)
	VPCMPUB(U8(5), c0, code, pawn)
	VPERMB(pawnTo, code, pawn, to)
	VPADDB(v.And(lane, bit8), to, pawn, to)
	VPSUBB(permuted(pawnBack, code), to, pawn, from)
	flags := ZMM()
	VPERMB_Z(pawnFlags, code, pawn, flags)
	low := v.Or(emit.Affine(from, fromLow), emit.Affine(to, toLow))
	high := v.Or(emit.Affine(to, toHigh), flags)
	for k, order := range orders {
		v.Store(permuted2(low, high, order), Mem{Base: dst, Index: i, Scale: 2, Disp: 64 * k})
	}
	ADDQ(U8(64), i)
	CMPQ(i, n)
	JLT(LabelRef("finish"))
	Label("end")
}
