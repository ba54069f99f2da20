package movegen

import (
	"math/bits"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// Where the fields in a group of moves are, in bytes.
var (
	groupAt = emit.Offsets[layout.MoveGroup]()

	group       layout.MoveGroup
	groupOffset = groupAt("Formula") + 1
	groupBits   = groupAt("Formula") + 2
	groupIndex  = groupAt("Formula") + 4 // in copies
	groupBytes  = int(unsafe.Sizeof(group))
)

// unrolled is how many moves the AVX2 kernel lists before each jump. Most pieces have no
// more.
const unrolled = 8

// listMoves emits the kernel that lists the moves of groups to squares in where. If a
// group may not fit in the room, it stops before it.
//
//	for each group:
//		targets := group.Targets & where
//		for to in targets: dst[moves++] = to*factor + offset ^ bits
func listMoves(v *emit.ISA) {
	emit.Kernel("listMoves"+v.Name, "func(dst *uint16, room int, groups *uint64, n int, where uint64) (moves, left int)")
	Doc("listMoves" + v.Name + " writes the moves of the first n groups to squares in where to dst. n must be 1 to layout.MoveGroups. It writes up to layout.MovesAhead words for each group; words after the moves are arbitrary. It stops before a group if room has fewer words left. It returns the number of moves and the number of remaining groups.")
	dst, room := emit.Argument("dst"), emit.Argument("room")
	g, n := emit.Argument("groups"), emit.Argument("n")
	where := emit.Argument("where")
	moves, end, targets, count := GP64(), GP64(), GP64(), GP64()
	XORL(moves.As32(), moves.As32())
	SUBQ(U8(layout.MovesAhead), room)
	MOVQ(n, end)
	SHLQ(U8(bits.Len(uint(groupBytes-1))), end)
	ADDQ(g, end)

	l := groupLister{v: v, at: Mem{Base: g}, dst: dst, moves: moves}
	l.begin()
	if !v.Wide() {
		l.keepSome(g, end, where)
	}
	Label("group")
	CMPQ(moves, room)
	JG(LabelRef("end"))
	MOVQ(l.at.Offset(groupAt("Targets")), targets)
	if v.Wide() {
		ANDQ(where, targets)
	}
	POPCNTQ(targets, count)
	l.list(targets, count)
	ADDQ(U8(groupBytes), g)
	CMPQ(g, end)
	JNE(LabelRef("group"))
	Label("end")
	left := emit.Register(end)
	SUBQ(g, left)
	if v.Wide() {
		SHRQ(U8(bits.Len(uint(groupBytes-1))), left)
	} else {
		JEQ(LabelRef("all"))
		MOVL(l.at.Offset(groupIndex), end.As32())
		Load(Param("n"), left)
		SUBQ(end, left)
		Label("all")
	}
	Store(moves, ReturnIndex(0))
	Store(left, ReturnIndex(1))
	emit.Finish()
}

// A groupLister lists the moves of the group at an address.
type groupLister struct {
	v          *emit.ISA
	at         Mem
	dst, moves reg.Register
	squares    emit.Vec // 0 to 63
	ones       emit.Vec // in the high bytes of words
}

func (l *groupLister) begin() {
	if !l.v.Wide() {
		return
	}
	l.squares = l.v.Load(allSquares())
	l.ones = l.v.Broadcast(0x0100010001000100)
}

// keepSome copies the groups that have targets in where to the frame, with only these
// targets, and sets g and end to the copies. This is faster because a group without moves
// takes as long as a group with four. Each copy contains its group's index. The only
// branch is the loop's.
func (l *groupLister) keepSome(g, end, where reg.Register) {
	kept := AllocLocal(layout.MoveGroups * groupBytes)
	next, targets, formula, after, index := GP64(), GP64(), GP64(), GP64(), GP64()
	LEAQ(kept, next)
	XORL(index.As32(), index.As32())
	Label("keep")
	MOVQ(l.at.Offset(groupAt("Targets")), targets)
	MOVL(l.at.Offset(groupAt("Formula")), formula.As32())
	ANDQ(where, targets)
	MOVQ(targets, Mem{Base: next, Disp: groupAt("Targets")})
	MOVL(formula.As32(), Mem{Base: next, Disp: groupAt("Formula")})
	MOVL(index.As32(), Mem{Base: next, Disp: groupIndex})
	INCL(index.As32())
	LEAQ(Mem{Base: next, Disp: groupBytes}, after)
	TESTQ(targets, targets)
	CMOVQNE(after, next)
	ADDQ(U8(groupBytes), g)
	CMPQ(g, end)
	JNE(LabelRef("keep"))
	MOVQ(next, end)
	LEAQ(kept, g)
	CMPQ(g, end)
	JEQ(LabelRef("end"))
}

// list appends the moves to targets; count is how many there are. It can write past them.
func (l *groupLister) list(targets, count reg.GPVirtual) {
	if l.v.Wide() {
		l.compress(targets, count)
	} else {
		l.scan(targets, count)
	}
}

// compress lists the moves by byte compression, 16 moves in a pass. Most pieces need one
// pass.
func (l *groupLister) compress(targets, count reg.GPVirtual) {
	chosen := K()
	KMOVQ(targets, chosen)
	to := ZMM()
	VPCOMPRESSB_Z(l.squares, chosen, to)
	factors, special := YMM(), YMM() // factor and offset of each move
	VPBROADCASTW(l.at.Offset(groupAt("Formula")), factors)
	VPBROADCASTW(l.at.Offset(groupBits), special)
	write := func(squares Op, after int) {
		x := YMM()
		VPMOVZXBW(squares, x)
		VPOR(l.ones.AsY(), x, x)
		VPMADDUBSW(factors, x, x)
		VPXOR(special, x, x)
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

// scan lists the moves one by one, unrolled of them before each jump.
func (l *groupLister) scan(targets, count reg.GPVirtual) {
	factor, offset, special, left := GP64(), GP64(), GP64(), GP64()
	MOVBQSX(l.at.Offset(groupAt("Formula")), factor)
	MOVBQSX(l.at.Offset(groupOffset), offset)
	MOVWQZX(l.at.Offset(groupBits), special)
	next := emit.Address(Mem{Base: l.dst, Index: l.moves, Scale: 2})
	MOVQ(count, left)
	Label("move")
	for i := range unrolled {
		to := GP64()
		TZCNTQ(targets, to)
		BLSRQ(targets, targets)
		IMULQ(factor, to)
		ADDQ(offset, to)
		XORQ(special, to)
		MOVW(to.As16(), Mem{Base: next, Disp: 2 * i})
	}
	ADDQ(U8(2*unrolled), next)
	SUBQ(U8(unrolled), left)
	JG(LabelRef("move"))
	ADDQ(count, l.moves)
}
