package movegen

import (
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// The fields of a group of moves by their offsets in bytes.
var (
	group        layout.MoveGroup
	groupTargets = int(unsafe.Offsetof(group.Targets))
	groupFactor  = int(unsafe.Offsetof(group.Formula))
	groupOffset  = groupFactor + 2
	groupBits    = groupFactor + 4
	groupBytes   = int(unsafe.Sizeof(group))
)

// unrolled is how many moves the AVX2 path's kernel lists at a time: most pieces have
// no more.
const unrolled = 8

// listMoves emits the kernel that lists the moves of groups, those to squares of where.
// It stops before a group for which it may lack room.
//
//	for each group:
//		targets := group.Targets & where
//		for to in targets: dst[moves++] = to*factor + offset ^ bits
func listMoves(v *emit.ISA) {
	emit.Kernel("listMoves"+v.Name, "func(dst *uint16, room int, groups *uint64, n int, where uint64) (moves, done int)")
	Doc("listMoves" + v.Name + " writes the moves to squares of where of the first groups, n at most, to dst and behind it, and returns how many they are and of how many groups. It writes up to layout.MovesAhead words for a group, those behind its moves without meaning, and stops before a group when fewer are left of room.")
	dst, room := Load(Param("dst"), GP64()), Load(Param("room"), GP64())
	g, n := Load(Param("groups"), GP64()), Load(Param("n"), GP64())
	where := Load(Param("where"), GP64())
	moves, done, targets, count := GP64(), GP64(), GP64(), GP64()
	XORL(moves.As32(), moves.As32())
	XORL(done.As32(), done.As32())
	SUBQ(U8(layout.MovesAhead), room)

	l := groupLister{v: v, at: Mem{Base: g}, dst: dst, moves: moves}
	l.begin()
	Label("group")
	CMPQ(done, n)
	JGE(LabelRef("end"))
	CMPQ(moves, room)
	JG(LabelRef("end"))
	MOVQ(l.at.Offset(groupTargets), targets)
	ANDQ(where, targets)
	POPCNTQ(targets, count)
	l.list(targets, count)
	ADDQ(U8(groupBytes), g)
	INCQ(done)
	JMP(LabelRef("group"))
	Label("end")
	Store(moves, ReturnIndex(0))
	Store(done, ReturnIndex(1))
	emit.Finish()
}

// A groupLister lists the moves of the group at an address.
type groupLister struct {
	v          *emit.ISA
	at         Mem
	dst, moves reg.Register
	squares    emit.Vec // 0 to 63
}

func (l *groupLister) begin() {
	if !l.v.Wide() {
		return
	}
	var squares [64]uint8
	for i := range squares {
		squares[i] = uint8(i)
	}
	l.squares = l.v.Load(emit.ByteTable("squares", squares[:]))
}

// list writes the moves to targets, count of them, behind the others, and may write
// beyond.
func (l *groupLister) list(targets, count reg.GPVirtual) {
	if l.v.Wide() {
		l.compress(targets, count)
	} else {
		l.scan(targets, count)
	}
}

// compress lists the moves by byte compression: 16 at a time, which is one pass for
// most pieces.
func (l *groupLister) compress(targets, count reg.GPVirtual) {
	chosen := K()
	KMOVQ(targets, chosen)
	to := ZMM()
	VPCOMPRESSB_Z(l.squares, chosen, to)
	factor, offset, bits := YMM(), YMM(), YMM()
	VPBROADCASTW(l.at.Offset(groupFactor), factor)
	VPBROADCASTW(l.at.Offset(groupOffset), offset)
	VPBROADCASTW(l.at.Offset(groupBits), bits)
	write := func(squares Op, after int) {
		x := YMM()
		VPMOVZXBW(squares, x)
		VPMULLW(factor, x, x)
		VPADDW(offset, x, x)
		VPXOR(bits, x, x)
		VMOVDQU(x, Mem{Base: l.dst, Index: l.moves, Scale: 2, Disp: after})
	}
	write(to.AsX(), 0)
	CMPQ(count, U8(16))
	JLE(LabelRef("listed"))
	part := XMM()
	for i := 1; i < 4; i++ {
		VEXTRACTI64X2(U8(uint8(i)), to, part)
		write(part, 32*i)
	}
	Label("listed")
	ADDQ(count, l.moves)
}

// scan lists the moves one by one, so many before each jump.
func (l *groupLister) scan(targets, count reg.GPVirtual) {
	factor, offset, bits, left := GP64(), GP64(), GP64(), GP64()
	MOVWQZX(l.at.Offset(groupFactor), factor)
	MOVWQZX(l.at.Offset(groupOffset), offset)
	MOVWQZX(l.at.Offset(groupBits), bits)
	next := GP64()
	LEAQ(Mem{Base: l.dst, Index: l.moves, Scale: 2}, next)
	MOVQ(count, left)
	Label("move")
	for i := range unrolled {
		to := GP64()
		TZCNTQ(targets, to)
		BLSRQ(targets, targets)
		IMULQ(factor, to)
		ADDQ(offset, to)
		XORQ(bits, to)
		MOVW(to.As16(), Mem{Base: next, Disp: 2 * i})
	}
	ADDQ(U8(2*unrolled), next)
	SUBQ(U8(unrolled), left)
	JG(LabelRef("move"))
	ADDQ(count, l.moves)
}
