package movegen

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// The fields of a block of rows by their offsets in bytes.
var (
	blockNEON    layout.RowsNEON
	blockOwn     = int(unsafe.Offsetof(blockNEON.Own))
	blockLines   = int(unsafe.Offsetof(blockNEON.Lines))
	blockPawns   = int(unsafe.Offsetof(blockNEON.Pawns))
	blockKnights = int(unsafe.Offsetof(blockNEON.Knights))
	blockTargets = int(unsafe.Offsetof(blockNEON.Targets))
	blockCounts  = int(unsafe.Offsetof(blockNEON.Counts))
	blockRare    = int(unsafe.Offsetof(blockNEON.Rare))
)

// rowsNEON emits the kernel that computes the rows of a block.
func rowsNEON() {
	v := emit.NEON
	v.Kernel("rows"+v.Name, rowSignature(), "rowsNEON sets the fields of the block of rows at dst to the moves of the selection on 16 boards whose sides to move are the lowest bits of black. It works like rowSets.set, without the moves of rareMoves.")
	dst, black, selection := v.Param("dst"), v.Param("black"), v.Param("selection")
	planes := emit.Arrays{}
	c := newLegalMoves(v, planes, len(layout.RowRoom{}))
	c.plain = true
	at := func(offset int) Mem { return Mem{Base: dst, Disp: offset} }
	out := newRows(c, Mem{Base: selection})
	out.tally = new(rowTally)
	for k := range out.tally {
		out.tally[k].c = c
	}
	out.notEmpty = new([layout.RowSets]Mem)
	out.set = func(k int) Mem { return at(k * 8 * layout.BlockNEON) }
	own := func(d koggestone.Direction) Mem { return at(blockOwn + int(d)*8*layout.BlockNEON) }
	out.board, out.knights, out.targets = own(koggestone.West), at(blockKnights), at(blockTargets)
	c.sets(func(name string) Mem { return Mem{Base: planes[name].Base} }, Mem{Base: black}, out)
	out.own()
	out.ownLines(own)
	v.StoreBits(v.Load(c.rare), at(blockRare))
	var x [2][8]emit.Vec // the first set in the highest byte
	for k, m := range out.notEmpty {
		x[k/8][7-k%8] = v.Load(m)
	}
	v.Unslice(x[0], at(blockLines))
	v.Unslice(x[1], at(blockPawns))
	var sums []Mem
	for _, t := range out.tally[:tallyKnights] {
		sums = append(sums, t.mem)
	}
	lo, hi := v.SumBytes(sums...)
	counts := at(blockCounts)
	v.Store(lo, counts)
	v.Store(hi, counts.Offset(16))
	v.Finish()
}

// The constants of rowMovesNEON by their offsets in bytes. All offsets are multiples of 4096, or
// less than that from the one before.
const (
	rowShuffles = 0                              // see shuffles: of bits, then of the nearest piece
	rowLines    = rowShuffles + 2*256*16         // by side and row: targets, sources
	rowPawns    = rowLines + 2*64*32             // by side and row: moves
	rowKnights  = rowPawns + 2*32*16             // by square: see knightEntry
	rowCounts   = rowKnights + 64*32             // the number of bits of a byte
	rowOffsets  = rowCounts + 256                // of rows from those of a position
	rowBits     = rowOffsets + layout.RowSets*16 // 1 to 128
)

func rowConstants() []uint8 {
	c := slices.Concat(shuffleBytes())
	for code := range 2 * 64 {
		var sources []uint8
		for bit := range 8 {
			from, to, _ := rowMove(code, bit)
			c = binary.LittleEndian.AppendUint16(c, uint16(to<<6))
			sources = binary.LittleEndian.AppendUint16(sources, uint16(from))
		}
		c = append(c, sources...)
	}
	for code := layout.PawnCode; code < layout.RowCodes; code++ {
		for bit := range 8 {
			from, to, special := rowMove(code, bit)
			c = binary.LittleEndian.AppendUint16(c, uint16(from|to<<6|special))
		}
	}
	for from := range 64 {
		c = append(c, knightEntry(from)...)
	}
	for x := range 256 {
		c = append(c, uint8(bits.OnesCount8(uint8(x))))
	}
	for row := range layout.RowSets * 8 {
		c = binary.LittleEndian.AppendUint16(c, uint16(row/8*8*layout.BlockNEON+row%8))
	}
	for i := range 8 {
		c = append(c, 1<<i)
	}
	return c
}

// knightEntry returns the targets of a knight, lowest first: their ranks, 255 if there is none,
// their files as bits, and the moves.
func knightEntry(from int) []uint8 {
	var entry [32]uint8
	x := squares.KnightFrom[from]
	for i := range 8 {
		entry[i] = 255
		if x == 0 {
			continue
		}
		to := bits.TrailingZeros64(x)
		entry[i], entry[8+i] = uint8(to/8), 1<<(to%8)
		binary.LittleEndian.PutUint16(entry[16+2*i:], uint16(from|to<<6))
		x &= x - 1
	}
	return entry[:]
}

// rowMovesNEON emits the kernel that expands rows to moves.
//
//	for each position:
//		for each row of lines that is not empty:
//			bits := the indices of its bits
//			dst = targets[row][bits] | sources[row][nearest own piece at or above bits]
//		for each knight:
//			bits := the indices of its jumps to targets
//			dst = moves[square][bits]
//		for each row of pawns that is not empty:
//			dst = moves[row][bits]
func rowMovesNEON() {
	emit.NEON.Kernel("rowMovesNEON", "func(dst *uint16, block *uint64, black *uint8, i, n int)",
		"rowMovesNEON writes the moves of positions i to n-1 of a block of rows. It may write layout.RowsAhead words more.")
	dst, block, black, i, n := emit.NEON.Param("dst"), emit.NEON.Param("block"), emit.NEON.Param("black"), emit.NEON.Param("i"), emit.NEON.Param("n")
	shuffles := emit.Data("rowconstants", rowConstants())
	counts, offsets, top := emit.General(), emit.General(), emit.General()
	far := func(r reg.Register, offset int) {
		emit.Do("ADD $%v, %v, %v", offset&^0xfff, shuffles, r)
		emit.Do("ADD $%v, %v", offset&0xfff, r)
	}
	far(counts, rowCounts)
	far(offsets, rowOffsets)
	emit.Do("MOVD $0x8000000000000000, %v", top)
	weights := emit.Let("FMOVD %v, F%v", Mem{Base: offsets, Disp: rowBits - rowOffsets})
	emit.Do("ADD %v<<3, %v", i, block)

	table, side, left, row, at, bit, own, address := emit.General(), emit.General(), emit.General(), emit.General(), emit.General(), emit.General(), emit.General(), emit.General()
	// shuffle returns the shuffle of the row in bit.
	shuffle := func() emit.Vec {
		emit.Do("ADD %v<<4, %v, %v", bit, shuffles, address)
		return emit.Let("FMOVQ %v, F%v", Mem{Base: address})
	}
	look := func(table, index emit.Vec) emit.Vec {
		return emit.Let("VTBL V%v.B16, [V%v.B16], V%v.B16", index, table)
	}
	store := func(moves emit.Vec) {
		emit.Do("FMOVQ F%v, %v", moves, Mem{Base: dst})
		emit.Do("MOVBU (%v)(%v), %v", counts, bit, bit)
		emit.Do("ADD %v<<1, %v", bit, dst)
	}
	// next sets row to the next row that is not empty, and bit to its bits.
	next := func(set int) {
		emit.Do("CLZ %v, %v", left, row)
		emit.Do("LSR %v, %v, %v", row, top, bit)
		emit.Do("BIC %v, %v", bit, left)
		emit.Do("ADD %v<<1, %v, %v", row, offsets, at)
		emit.Do("MOVHU %v, %v", Mem{Base: at, Disp: 16 * set}, at)
		emit.Do("MOVBU (%v)(%v), %v", block, at, bit)
	}
	emit.Target("position")
	emit.Do("MOVBU (%v)(%v), %v", black, i, side)
	emit.Do("AND $1, %v", side)

	emit.Do("MOVD %v, %v", Mem{Base: block, Disp: blockLines}, left)
	far(table, rowLines)
	emit.Do("ADD %v<<11, %v", side, table)
	emit.Do("CBZ %v, knights", left)
	emit.Target("line")
	next(layout.LineRows)
	emit.Do("ADD %v, %v, %v", at, block, at)
	emit.Do("MOVBU %v, %v", Mem{Base: at, Disp: blockOwn}, own)
	indices := shuffle()
	emit.Do("ADD %v<<4, %v, %v", own, shuffles, address)
	nearest := look(emit.Let("FMOVQ %v, F%v", Mem{Base: address, Disp: 256 * 16}), indices)
	emit.Do("ADD %v<<5, %v, %v", row, table, address)
	to, from := emit.LetPair("FLDPQ %v, (F%v, F%v)", Mem{Base: address})
	store(emit.NEON.Or(look(to, indices), look(from, nearest)))
	emit.Do("CBNZ %v, line", left)

	emit.Target("knights")
	emit.Do("MOVD %v, %v", Mem{Base: block, Disp: blockKnights}, left)
	far(table, rowKnights)
	targets := emit.Let("FMOVD %v, F%v", Mem{Base: block, Disp: blockTargets})
	emit.Do("CBZ %v, pawns", left)
	emit.Target("knight")
	emit.Do("RBIT %v, %v", left, row)
	emit.Do("CLZ %v, %v", row, row)
	emit.Do("SUB $1, %v, %v", left, bit)
	emit.Do("AND %v, %v", bit, left)
	emit.Do("ADD %v<<5, %v, %v", row, table, address)
	ranks, files := emit.LetPair("FLDPD %v, (F%v, F%v)", Mem{Base: address})
	moves := emit.Let("FMOVQ %v, F%v", Mem{Base: address, Disp: 16})
	hit := emit.Let("VCMTST V%v.B8, V%v.B8, V%v.B8", files, emit.Let("VTBL V%v.B8, [V%v.B16], V%v.B8", ranks, targets))
	emit.Do("VMOV V%v.B[0], %v", emit.Let("VADDV V%v.B8, V%v", emit.NEON.And(hit, weights)), bit)
	store(look(moves, shuffle()))
	emit.Do("CBNZ %v, knight", left)
	emit.Keep(targets)

	emit.Target("pawns")
	emit.Do("MOVD %v, %v", Mem{Base: block, Disp: blockPawns}, left)
	far(table, rowPawns)
	emit.Do("ADD %v<<9, %v", side, table)
	emit.Do("CBZ %v, next", left)
	emit.Target("pawn")
	next(layout.PawnRows)
	emit.Do("ADD %v<<4, %v, %v", row, table, own)
	indices = shuffle()
	store(look(emit.Let("FMOVQ %v, F%v", Mem{Base: own}), indices))
	emit.Do("CBNZ %v, pawn", left)

	emit.Target("next")
	emit.Do("ADD $8, %v", block)
	emit.Do("ADD $1, %v", i)
	emit.Do("CMP %v, %v", n, i)
	emit.Do("BLT position")
	emit.Keep(weights)
	emit.NEON.Finish()
}
