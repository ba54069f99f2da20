package movegen

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// targetTables is the size of a table for scanPieces. The unrolled loop also reads an entry for
// square 64, after the end of the table.
const targetTables = 4 * (64 + 8)

// listPieces emits the kernel that lists the moves of groups with their pieces. If a group may
// not fit in the room, it stops before it. Base is the high half of the group's formula.
//
//	for each group:
//		for to in group.Targets & where: dst[moves++] = to<<6 + to<<16 + kinds[to]<<25 + Base, + to for pawns
func listPieces(v *emit.ISA) {
	emit.Kernel("listPieces"+v.Name, "func(dst *uint32, room int, groups *uint64, n int, where, g0, g1, g2 uint64) (moves, left int)")
	Doc("listPieces" + v.Name + " writes the PieceMoves of the first n groups to squares in where to dst. The planes hold the kinds of pieces, all rooks as quad.Rook. It writes up to layout.MovesAhead elements for each group; elements after the moves are arbitrary. It stops before a group if room has fewer elements left. It returns the number of moves and the number of remaining groups.")
	list := scanPieces
	if v.Wide() {
		list = compressPieces
	}
	listGroup := list()
	dst, room := emit.Argument("dst"), emit.Argument("room")
	g, left, where := emit.Argument("groups"), emit.Argument("n"), emit.Argument("where")
	moves := emit.Zero()
	SUBQ(U8(layout.MovesAhead), room)
	Label("group")
	TESTQ(left, left)
	JEQ(LabelRef("end"))
	CMPQ(moves, room)
	JG(LabelRef("end"))
	targets, pawns, base, next, count := GP64(), GP64(), GP32(), GP64(), GP64()
	MOVQ(Mem{Base: g, Disp: groupAt("Targets")}, targets)
	MOVBQZX(Mem{Base: g, Disp: groupAt("Formula")}, pawns)
	MOVL(Mem{Base: g, Disp: groupIndex}, base)
	ADDQ(U8(groupBytes), g)
	DECQ(left)
	ANDQ(where, targets)
	JEQ(LabelRef("group"))
	ANDQ(U8(1), pawns)
	LEAQ(Mem{Base: dst, Index: moves, Scale: 4}, next)
	POPCNTQ(targets, count)
	ADDQ(count, moves)
	listGroup(targets, pawns, next, count, base)
	JMP(LabelRef("group"))
	Label("end")
	Store(moves, ReturnIndex(0))
	Store(left, ReturnIndex(1))
	emit.Finish()
}

// A groupOf emits the code that lists the moves to targets at next; count is how many there are.
// pawns is 1 if pawns move, and 0 otherwise. The code can change these registers, and write past
// the moves.
type groupOf func(targets, pawns, next, count, base reg.GPVirtual)

// scanPieces lists the moves one by one, from tables of all targets.
func scanPieces() groupOf {
	tables := AllocLocal(2 * targetTables)
	fillTargets(tables)
	first := emit.Address(tables)
	return func(targets, pawns, next, _, base reg.GPVirtual) {
		IMUL3Q(I32(targetTables), pawns, pawns)
		ADDQ(first, pawns)
		Label("move")
		for i := range unrolled {
			to, m := GP64(), GP32()
			TZCNTQ(targets, to)
			BLSRQ(targets, targets)
			MOVL(base, m)
			ADDL(Mem{Base: pawns, Index: to, Scale: 4}, m)
			MOVL(m, Mem{Base: next, Disp: 4 * i})
		}
		ADDQ(U8(4*unrolled), next)
		TESTQ(targets, targets)
		JNE(LabelRef("move"))
	}
}

// compressPieces lists the moves by byte compression, 16 moves in a pass. Most pieces need one
// pass.
func compressPieces() groupOf {
	v := emit.AVX512
	kinds, squares := v.Broadcast(0), v.Load(allSquares()) // kinds are shifted to their place in the highest byte
	for i, name := range []string{"g0", "g1", "g2"} {
		plane := K()
		KMOVQ(emit.WordParam(name), plane)
		VPADDB(v.Broadcast(0x0202020202020202<<i), kinds, plane, kinds)
	}
	order := v.Load(emit.BytesOf("highBytes", 64, func(i int) int { return i/4 | i&1<<6 }))
	high := K()
	KMOVQ(emit.Word(0xcccccccccccccccc), high)
	return func(targets, pawns, next, count, base reg.GPVirtual) {
		chosen, pawn := K(), K()
		KMOVQ(targets, chosen)
		to, bases := ZMM(), ZMM()
		VPCOMPRESSB_Z(squares, chosen, to)
		captured := permuted(kinds, to)
		NEGQ(pawns)
		KMOVQ(pawns, pawn)
		VPBROADCASTD(base, bases)
		write := func(to, captured emit.Vec, after int) {
			x, m, y := ZMM(), ZMM(), v.Copy(order)
			VPMOVZXBD(to.AsX(), x)
			VPERMI2B_Z(captured, to, high, y)
			VPSLLD(U8(6), x, m)
			VPADDD(bases, m, m)
			VPADDD(x, m, pawn, m)
			VPADDD(y, m, m)
			VMOVDQU32(m, Mem{Base: next, Disp: after})
		}
		write(to, captured, 0)
		CMPQ(count, U8(16))
		JLE(LabelRef("group"))
		for i := 1; i < 4; i++ {
			part, kind := ZMM(), ZMM()
			VEXTRACTI64X2(U8(uint8(i)), to, part.AsX())
			VEXTRACTI64X2(U8(uint8(i)), captured, kind.AsX())
			write(part, kind, 64*i)
		}
	}
}

// fillTargets fills the tables of scanPieces, first for pieces and then for pawns, with a register
// for each rank:
//
//	table[to] = to<<6 + to<<16 + kinds[to]<<25, + to for pawns
//
// Byte r of dword f in kinds is the kind on file f of rank r or 4 + r.
func fillTargets(tables Mem) {
	dwords := func(name string, f func(i int) int) Mem {
		w := make([]uint64, 4)
		for i := range 8 {
			w[i/2] |= uint64(f(i)) << (i % 2 * 32)
		}
		return emit.Table(name, w)
	}
	files := emit.AVX2.Load(dwords("files", func(i int) int { return i }))
	squares := emit.AVX2.Load(dwords("targets", func(i int) int { return i * (1<<6 | 1<<16) }))
	rank := emit.AVX2.InRegister(dwords("targetsOfRank", func(int) int { return 8 * (1<<6 | 1<<16) }))
	eight := emit.AVX2.InRegister(dwords("eight", func(int) int { return 8 }))
	captured := emit.AVX2.InRegister(dwords("captured", func(int) int { return 7 << 25 }))
	one := emit.AVX2.Broadcast(0x0101010101010101)
	to := emit.AVX2.Copy(files)
	for half := range 2 {
		kinds := emit.AVX2.Broadcast(0)
		for i, name := range []string{"g2", "g1", "g0"} {
			if i > 0 {
				VPADDD(kinds, kinds, kinds)
			}
			x := YMM()
			VPSHUFD(U8(uint8(0xa0+0x55*half)), emit.AVX2.BroadcastParam(name), x) // a half of the plane
			VPSRLVD(files, x, x)
			VPAND(one, x, x)
			VPOR(x, kinds, kinds)
		}
		for r := range 4 {
			x := YMM()
			VPSLLD(U8(25-8*r), kinds, x)
			VPAND(captured, x, x)
			VPOR(squares, x, x)
			at := 32 * (4*half + r)
			VMOVDQU(x, tables.Offset(at))
			VPADDD(to, x, x)
			VMOVDQU(x, tables.Offset(targetTables+at))
			VPADDD(rank, squares, squares)
			VPADDD(eight, to, to)
		}
	}
}
