package movegen

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/quad"
)

// pieceMoves emits the kernel that adds the pieces to moves: to 32 of them together, or 16 on
// AVX2.
//
//	high := to | kinds[from]<<6 | kinds[to]<<9
//	castling:   to is on file c or g, and the captured kind is None
//	en passant: a pawn is captured
//	dst[i] = moves[i] | high<<16
func pieceMoves(v *emit.ISA) {
	emit.Kernel("pieceMoves"+v.Name, "func(dst *uint32, moves *uint16, n int, g0, g1, g2 uint64)")
	Doc("pieceMoves" + v.Name + " sets dst[i] to the PieceMove of moves[i] for 0 <= i < n, which is at least 1. The planes hold the kinds of pieces, all rooks as quad.Rook. It rounds n up to a multiple of layout.PieceMoves. moves may be the upper half of dst.")
	dst, moves, n := emit.Argument("dst"), emit.Argument("moves"), emit.Argument("n")
	words := func(x uint64) emit.Vec { return v.Broadcast(x * 0x0001000100010001) }
	kinds := kindsOf(v)

	Label("block")
	m := v.Load(Mem{Base: moves})
	// A byte for the source and one for the target of each move.
	squares, low := v.ShiftWords(m, 2), words(0x00ff)
	squares = v.Or(v.And(m, low), v.NotAnd(low, squares))
	pieces := kinds(squares)
	VPMADDUBSW(words(uint64(1|8<<8)), pieces, pieces) // kinds[from] + 8*kinds[to]
	special := v.And(m, words(0xf000))
	from, to := v.And(m, words(63)), v.And(v.ShiftWords(m, -6), words(63))
	kingTo := v.AddWords(v.And(from, words(56)), words(2)) // 4 more if the rook is east of the king
	kingFile, rookFile := v.And(from, words(7)), v.And(to, words(7))
	castling, enPassant, four := words(3<<12), words(2<<12), words(4)
	moved := v.And(pieces, words(7))
	takesPawn := v.Or(moved, words(8*uint64(quad.Pawn)))
	if v.Wide() {
		castles, passes, east := K(), K(), K()
		VPCMPEQW(castling, special, castles)
		VPCMPEQW(enPassant, special, passes)
		VPCMPUW(U8(6), kingFile, rookFile, castles, east)
		VPADDW(four, kingTo, east, kingTo)
		VMOVDQU16(kingTo, castles, to)
		VMOVDQU16(moved, castles, pieces)
		VMOVDQU16(takesPawn, passes, pieces)
	} else {
		castles, passes, east := YMM(), YMM(), YMM()
		VPCMPEQW(castling, special, castles)
		VPCMPEQW(enPassant, special, passes)
		VPCMPGTW(kingFile, rookFile, east)
		to = v.Select(castles, v.AddWords(kingTo, v.And(east, four)), to)
		pieces = v.Select(passes, takesPawn, v.Select(castles, moved, pieces))
	}
	high := v.Or(to, v.ShiftWords(pieces, 6))
	if v.Wide() {
		var order [128]uint8 // words of moves and high in turn
		for i := range 64 {
			order[2*i] = uint8(i/2 + i%2*32)
		}
		table, first := emit.ByteTable("pieceMovesOrder", order[:]), emit.AVX512.Copy(m)
		VPERMT2W(high, v.Load(table), first)
		VPERMT2W(high, v.Load(table.Offset(64)), m)
		v.Store(first, Mem{Base: dst})
		v.Store(m, Mem{Base: dst, Disp: 64})
	} else {
		even, odd := YMM(), YMM() // of pairs of four moves
		VPUNPCKLWD(high, m, even)
		VPUNPCKHWD(high, m, odd)
		VPERM2I128(U8(0x20), odd, even, m)
		VPERM2I128(U8(0x31), odd, even, high)
		v.Store(m, Mem{Base: dst})
		v.Store(high, Mem{Base: dst, Disp: 32})
	}
	ADDQ(I32(int32(v.Bytes)), moves)
	ADDQ(I32(int32(2*v.Bytes)), dst)
	SUBQ(U8(uint8(v.Bytes/2)), n)
	JGT(LabelRef("block"))
	emit.Finish()
}

// kindsOf returns a function that returns the kinds of pieces on squares, which are bytes. On
// AVX-512 a register holds the kinds of all squares. On AVX2 a shuffle selects the rank in each
// plane, and a mask the file.
func kindsOf(v *emit.ISA) func(squares emit.Vec) emit.Vec {
	const ones = 0x0101010101010101
	if v.Wide() {
		all := v.Broadcast(0)
		for i, name := range []string{"g0", "g1", "g2"} {
			plane := K()
			KMOVQ(emit.WordParam(name), plane)
			VPADDB(v.Broadcast(ones<<i), all, plane, all)
		}
		return func(squares emit.Vec) emit.Vec { return permuted(all, squares) }
	}
	planes := [3]emit.Vec{v.BroadcastParam("g0"), v.BroadcastParam("g1"), v.BroadcastParam("g2")}
	return func(squares emit.Vec) emit.Vec {
		seven := v.Broadcast(7 * ones)
		file, rank := v.And(squares, seven), v.And(v.ShiftWords(squares, -3), seven)
		VPSHUFB(file, v.Broadcast(0x8040201008040201), file)
		var kinds [3]emit.Vec
		for i, plane := range planes {
			kinds[i] = YMM()
			VPSHUFB(rank, plane, kinds[i])
			VPAND(file, kinds[i], kinds[i])
			VPCMPEQB(file, kinds[i], kinds[i])
			kinds[i] = v.And(kinds[i], v.Broadcast(ones<<i))
		}
		return v.Or3(kinds[0], kinds[1], kinds[2])
	}
}
