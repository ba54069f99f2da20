package movegen

import (
	"fmt"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// Where the fields in a layout.Play are, in bytes.
var (
	argAt    = emit.Offsets[layout.Play]()
	parentAt = emit.Offsets[layout.PlayParent]()

	playArgs layout.Play
)

// The kernels' argument is a Play as words.
var _ [8 * layout.PlayWords]byte = [unsafe.Sizeof(playArgs)]byte{}

// The bits above the squares in a movegen.Move.
const (
	moveDouble    = 1 // a pawn's move by two squares
	moveKind      = 12
	movePromotion = 0x8000
)

// A laneMover plays moves in parallel. Each lane is a move, and each word is a plane of
// its board. The parents' planes are in memory, or on AVX-512 possibly in registers.
//
// The caller must play all moves that change more than two squares or depend on other
// pieces: castling, captures en passant, and double steps beside an opponent's pawn, which
// may allow an en passant capture. The other moves need no branches, except for promotions,
// which are rare.
type laneMover struct {
	lanes
	args reg.GPVirtual

	// The parents.
	g      [4]Op // planes
	occ    Op
	side   Op // gb without the en-passant target
	black  Op // all squares where Black is to move
	rights Op // own rooks that may castle

	// The moves.
	moves, from, to emit.Vec
	has             [3]choice // the lanes where the moving piece is in plane p
	king            choice

	left  Mem // number of moves left to the caller
	frame int // slots of the frame in use (AVX2)
	slots Mem
}

// laneSlots is how many registers an AVX2 kernel keeps in its frame.
const laneSlots = 12

func newLaneMover(v *emit.ISA) *laneMover {
	m := &laneMover{lanes: lanes{v}, args: GP64(), left: AllocLocal(8)}
	if !v.Wide() {
		// Go aligns frames to 8 bytes.
		frame := AllocLocal((laneSlots + 1) * v.Bytes)
		m.slots = Mem{Base: GP64()}
		LEAQ(frame.Offset(v.Bytes-1), m.slots.Base)
		ANDQ(I32(-v.Bytes), m.slots.Base)
	}
	Load(Param("p"), m.args)
	MOVQ(I32(0), m.left)
	return m
}

func (m *laneMover) arg(offset int) Mem { return Mem{Base: m.args, Disp: offset} }

// pointer returns an argument in a register.
func (m *laneMover) pointer(offset int) reg.GPVirtual {
	return emit.Register(m.arg(offset))
}

// hold keeps a value that lives long: on AVX2 in the frame, which has laneSlots slots.
func (m *laneMover) hold(x emit.Vec) Op {
	if m.v.Wide() {
		return x
	}
	if m.frame == laneSlots {
		panic("no slot left")
	}
	slot := m.slots.Offset(m.frame * m.v.Bytes)
	m.frame++
	m.v.Store(x, slot)
	return slot
}

// word returns a constant in every lane, as an operand.
func (m *laneMover) word(x uint64) Op {
	if m.v.Wide() {
		return m.v.Broadcast(x)
	}
	return emit.Table(fmt.Sprintf("all%016x", x), []uint64{x, x, x, x})
}

// look computes the fields that depend on the planes.
func (m *laneMover) look() (target emit.Vec) {
	v := m.v
	occ := v.Or3(v.CopyOf(m.g[0]), v.InRegister(m.g[1]), m.g[2])
	gb := v.InRegister(m.g[3])
	side := v.And(gb, occ)
	target = v.Xor(gb, side)
	plain := v.NotAnd(v.Or(v.InRegister(m.g[1]), m.g[2]), m.g[0])
	m.rights = m.hold(v.NotAnd(v.Xor(side, m.black), plain))
	m.occ, m.side = m.hold(occ), m.hold(side)
	return target
}

// load sets the moves to the 16-bit words at an address.
func (m *laneMover) load(at Mem) {
	v := m.v
	moves := v.Vec()
	VPMOVZXWQ(at, moves)
	m.moves = moves
	one, square := m.word(1), m.word(63)
	bit := func(squares emit.Vec) emit.Vec {
		r := v.Vec()
		VPSLLVQ(v.And(squares, square), v.InRegister(one), r)
		return r
	}
	m.from, m.to = bit(moves), bit(v.Shift(moves, -6))
	for k := range m.has {
		m.has[k] = m.meets(m.from, m.g[k])
	}
	m.king = m.bothBut(m.has[1], m.has[2], m.has[0])
}

// others returns words that are not zero in the lanes of moves that are left to the caller.
func (m *laneMover) others() emit.Vec {
	v := m.v
	// The caller plays types 2 to 7. The high bytes of a word look up entry 0.
	kinds := v.Shift(m.moves, -moveKind)
	table := emit.BytesOf("others", 64, func(i int) int {
		if i%16 >= 2 && i%16 < 8 {
			return 1
		}
		return 0
	})
	x := v.Pick(VPSHUFB, VPSHUFB, v.Load(table), kinds)
	beside := v.And(v.Or(v.And(v.Shift(m.to, 1), m.word(squares.NotFileA)), v.And(v.Shift(m.to, -1), m.word(squares.NotFileH))), m.g[1])
	beside = v.NotAnd(v.Or(v.InRegister(m.g[0]), m.g[2]), beside)
	beside = v.And(beside, v.Xor(v.InRegister(m.side), m.black))
	return m.add(x, m.equal(kinds, m.word(moveDouble)), beside)
}

// promote replaces promoting pawns by their new pieces.
func (m *laneMover) promote() {
	v := m.v
	bit := func(b uint64) choice { return m.meets(m.moves, m.word(b)) }
	promotes := bit(movePromotion)
	for k := range m.has {
		new := bit(1 << (moveKind + k))
		if v.Wide() {
			KANDNB(m.has[k].k, promotes.k, m.has[k].k)
			KANDB(new.k, promotes.k, new.k)
			KORB(new.k, m.has[k].k, m.has[k].k)
		} else {
			VPBLENDVB(promotes.not, m.has[k].not, new.not, m.has[k].not)
		}
	}
}

// planes calls store with the planes of the children.
func (m *laneMover) planes(store func(k int, x emit.Vec)) {
	v := m.v
	both := v.Or(m.from, m.to)
	for k := range m.g {
		if k == 3 {
			gone := v.NotAnd(both, m.side)
			store(k, v.Or(gone, v.And(m.to, m.black)))
			return
		}
		x := m.add(v.NotAnd(both, m.g[k]), m.has[k], m.to)
		if k == 2 {
			x = m.add(x, m.but(m.has[0], m.has[1]), m.to)
			x = m.add(x, m.king, v.NotAnd(both, m.rights))
		}
		store(k, x)
	}
}

// resets returns the lanes where the half-move clock is reset, because a pawn moves or a
// piece is captured.
func (m *laneMover) resets() choice {
	v := m.v
	taken := m.meets(m.to, m.occ)
	if v.Wide() {
		k := K()
		KORB(m.has[0].k, m.has[2].k, k)
		KANDNB(m.has[1].k, k, k)
		KORB(k, taken.k, k)
		return choice{k: k}
	}
	pawn := v.NotAnd(m.has[1].not, v.And(m.has[0].not, m.has[2].not))
	return choice{not: v.NotAnd(pawn, taken.not)}
}

// clocks returns the clocks after the moves.
func (m *laneMover) clocks(before emit.Vec, resets choice) emit.Vec {
	v := m.v
	step := v.Or(v.And(v.InRegister(m.word(1<<16)), m.black), m.word(1))
	x := v.Pick(VPADDUSW, VPADDUSW, before, step)
	return m.replace(x, resets, v.And(x, m.word(0xffff<<16)))
}

// squares returns the from squares (shift 0) or the to squares (shift 6) of the moves.
func (m *laneMover) squares(shift int) emit.Vec {
	x := m.moves
	if shift > 0 {
		x = m.v.Shift(x, -shift)
	}
	return m.v.And(x, m.word(63))
}

// numbers returns the key numbers of the pieces in the planes on the given squares, for the
// given colours, which are 0 or 8*64.
func (m *laneMover) numbers(table reg.GPVirtual, square, color emit.Vec, in func(k int) choice) emit.Vec {
	v := m.v
	index := v.Or(square, color)
	for k := range m.has {
		index = m.add(index, in(k), m.word(64<<k))
	}
	return gather(v, Mem{Base: table, Index: index, Scale: 8})
}

// gather returns the words at addresses that have a vector register as index.
func gather(v *emit.ISA, at Mem) emit.Vec {
	// avo treats the result of the instruction also as an input.
	x := v.Copy(at.Index.(emit.Vec))
	if v.Wide() {
		all := K()
		VPCMPEQQ(x, x, all)
		VPGATHERQQ(at, all, x)
		return x
	}
	VPGATHERQQ(v.Ones(), at, x)
	return x
}

// keyChange returns the difference of the keys, without the parts for lost rights and targets.
func (m *laneMover) keyChange() emit.Vec {
	v := m.v
	table := m.pointer(argAt("Numbers"))
	own := func() emit.Vec { return v.And(v.InRegister(m.word(64*8)), m.black) }
	x := m.numbers(table, m.squares(0), own(), func(k int) choice { return m.meets(m.from, m.g[k]) })
	// A rook that moves loses the right to castle.
	to := m.add(m.squares(6), m.but(m.has[0], m.has[1]), m.word(64<<2))
	x = v.Xor(x, m.numbers(table, to, own(), func(k int) choice { return m.has[k] }))
	taken := m.only(m.meets(m.to, m.side), m.word(64*8))
	x = v.Xor(x, m.numbers(table, m.squares(6), taken, func(k int) choice { return m.meets(m.to, m.g[k]) }))
	return v.Xor(x, v.BroadcastAt(m.arg(argAt("SideKey"))))
}

// leave appends the numbers of the moves in a set of lanes to the list for the caller. The
// move in lane 0 has number i.
func (m *laneMover) leave(name string, lanes, i reg.GPVirtual) {
	TESTL(lanes.As32(), lanes.As32())
	JZ(LabelRef(name + "none"))
	others, n, number := m.pointer(argAt("Others")), GP64(), GP64()
	MOVQ(m.left, n)
	Label(name)
	TZCNTL(lanes.As32(), number.As32())
	ADDL(i.As32(), number.As32())
	MOVL(number.As32(), Mem{Base: others, Index: n, Scale: 4})
	INCQ(n)
	BLSRL(lanes.As32(), lanes.As32())
	JNZ(LabelRef(name))
	MOVQ(n, m.left)
	Label(name + "none")
}

// testPromotions jumps to a label if none of the moves at an address is a promotion.
func (m *laneMover) testPromotions(label string) {
	if m.v.Wide() {
		k := K()
		VPTESTMQ(m.word(movePromotion), m.moves, k)
		KORTESTB(k, k)
	} else {
		VPTEST(m.word(movePromotion), m.moves)
	}
	JZ(LabelRef(label))
}

// playBatch emits the kernel that plays one move on each of many positions.
func playBatch(v *emit.ISA) {
	name := "playBatch" + v.Name
	emit.Kernel(name, fmt.Sprintf("func(p *[%d]uint64) (others int)", layout.PlayWords))
	Doc(fmt.Sprintf("%s plays the moves of a layout.Play in groups of %d; N must be a multiple of that. Dst may be Src. It does not play zero moves, castling, captures en passant, and double steps that may offer one. If Dst has keys, it also leaves positions with an en-passant target, and king moves that lose castling rights. It lists the moves that it does not play in Others, and returns their number.", name, v.Words()))
	m := newLaneMover(v)
	i := emit.Zero()
	var src, dst [4]reg.GPVirtual
	for k := range src {
		src[k], dst[k] = m.pointer(argAt("Src")+8*k), m.pointer(argAt("Dst")+8*k)
	}
	at := func(base reg.Register, bytes int) Mem { return Mem{Base: base, Index: i, Scale: uint8(bytes)} }
	JMP(LabelRef("check"))
	Label("loop")
	m.frame = 0
	{
		sides := v.Vec()
		VPMOVZXBQ(at(m.pointer(argAt("SrcSides")), 1), sides)
		m.black = m.hold(v.Negated(sides))
	}
	for k := range m.g {
		m.g[k] = at(src[k], 8)
		if v.Wide() {
			m.g[k] = v.Load(at(src[k], 8))
		}
	}
	target := m.look()
	m.load(at(m.pointer(argAt("Moves")), 2))
	x := m.others()
	x = m.add(x, m.equal(m.moves, m.word(0)), m.word(1))
	keys := emit.Register(m.arg(argAt("DstKeys")))
	TESTQ(keys, keys)
	JZ(LabelRef("nokeys"))
	if v.Wide() {
		emit.Tern(emit.TA|emit.TB|emit.TC, x, target, m.only(m.king, m.rights))
	} else {
		VPOR(target, x, x)
		VPOR(m.only(m.king, m.rights), x, x)
	}
	Label("nokeys")
	rest := m.filled(x)
	lanes := m.bits(rest)
	Comment("Sides.")
	{
		sides, flip := GP64(), GP64()
		if v.Wide() {
			MOVQ(I32(0x01010101), flip)
			MOVQ(at(m.pointer(argAt("SrcSides")), 1), sides)
			ones, played := GP64(), GP64()
			MOVQ(U64(0x0101010101010101), ones)
			MOVL(lanes.As32(), played.As32())
			XORL(U8(0xff), played.As32())
			PDEPQ(ones, played, flip)
			XORQ(flip, sides)
			MOVQ(sides, at(m.pointer(argAt("DstSides")), 1))
		} else {
			table := make([]uint64, 8)
			for b := range 16 {
				for lane := range 4 {
					if b>>lane&1 == 0 {
						table[b/2] |= 1 << (32*(b%2) + 8*lane)
					}
				}
			}
			LEAQ(emit.Table("flips", table), flip)
			MOVL(Mem{Base: flip, Index: lanes, Scale: 4}, flip.As32())
			MOVL(at(m.pointer(argAt("SrcSides")), 1), sides.As32())
			XORL(flip.As32(), sides.As32())
			MOVL(sides.As32(), at(m.pointer(argAt("DstSides")), 1))
		}
	}
	m.leave("other", lanes, i)
	Comment("Clocks.")
	clocks := m.pointer(argAt("DstClocks"))
	TESTQ(clocks, clocks)
	JZ(LabelRef("noclocks"))
	{
		before := v.Vec()
		VPMOVZXDQ(at(m.pointer(argAt("SrcClocks")), 4), before)
		after := m.replace(m.clocks(before, m.resets()), rest, before)
		m.storeHalves(after, at(clocks, 4))
	}
	Label("noclocks")
	m.testPromotions("nopromotions")
	m.promote()
	Label("nopromotions")
	Comment("Keys.")
	MOVQ(m.arg(argAt("DstKeys")), keys)
	TESTQ(keys, keys)
	JZ(LabelRef("nokey"))
	{
		change := m.keyChange()
		change = m.replace(change, rest, v.Broadcast(0))
		v.Store(v.Xor(change, at(m.pointer(argAt("SrcKeys")), 8)), at(keys, 8))
	}
	Label("nokey")
	Comment("Planes.")
	m.planes(func(k int, x emit.Vec) {
		v.Store(m.replace(x, rest, m.g[k]), at(dst[k], 8))
	})
	ADDQ(I8(int8(v.Words())), i)
	Label("check")
	CMPQ(i, m.arg(argAt("N")))
	JL(LabelRef("loop"))
	m.finish()
}

// finish returns the number of moves left to the caller.
func (m *laneMover) finish() {
	n := emit.Register(m.left)
	Store(n, Return("others"))
	emit.Finish()
}

// storeHalves stores the low halves of words.
func (m *laneMover) storeHalves(x emit.Vec, at Mem) {
	if m.v.Wide() {
		VPMOVQD(x, at)
		return
	}
	r := YMM()
	VPERMD(x, m.v.Load(emit.Table("lowhalves", []uint64{0 | 2<<32, 4 | 6<<32, 0 | 2<<32, 4 | 6<<32})), r)
	VMOVDQU(r.AsX(), at)
}

// playLists emits the kernel that plays all moves of lists. A record for each position with moves
// contains the data that all its moves share. The loop runs over all groups of moves, so that no jump
// depends on the length of a list.
//
//	for j < the number of moves:
//		play moves j to j+3 or j+7 on the board of the record
//		j += 4 or 8
//		if j >= end of the record's list: j = that end; the next record
func playLists(v *emit.ISA) {
	name := "playLists" + v.Name
	emit.Kernel(name, fmt.Sprintf("func(p *[%d]uint64) (others int)", layout.PlayWords))
	Doc(fmt.Sprintf("%s plays the moves of a layout.Play on its Parents, in groups of %d moves. It writes the child of move i to element i of Dst. It may read %d moves and write %d elements past the last. Its results for castling, captures en passant and double steps that may offer one are arbitrary: it lists these moves in Others, and returns their number.", name, v.Words(), layout.PlayAhead, layout.PlayAhead))
	m := &laneMover{lanes: lanes{v}, args: emit.Argument("p"), left: AllocLocal(8)}
	MOVQ(I32(0), m.left)

	record, j := m.pointer(argAt("Parents")), emit.Zero()
	var dst [4]reg.GPVirtual
	for k := range dst {
		dst[k] = m.pointer(argAt("Dst") + 8*k)
	}
	moves, sides := m.pointer(argAt("Moves")), m.pointer(argAt("DstSides"))
	field := func(offset int) Mem { return Mem{Base: record, Disp: offset} }
	all := func(offset int) emit.Vec { return v.BroadcastAt(field(offset)) }
	at := func(base reg.Register, bytes int) Mem { return Mem{Base: base, Index: j, Scale: uint8(bytes)} }
	JMP(LabelRef("check"))

	Label("loop")
	for k := range 3 {
		m.g[k] = all(parentAt("Planes") + 8*k)
	}
	m.load(at(moves, 2))
	CMPQ(m.arg(argAt("DstClocks")), U8(0))
	JEQ(LabelRef("noclocks"))
	{
		m.occ, m.black = v.Or3(v.CopyOf(m.g[0]), m.g[1].(emit.Vec), m.g[2]), all(parentAt("Black"))
		m.storeHalves(m.clocks(all(parentAt("Clocks")), m.resets()), at(m.pointer(argAt("DstClocks")), 4))
	}
	Label("noclocks")
	Comment("Moves that are not ordinary.")
	{
		kinds := emit.Register(at(moves, 2))
		if v.Wide() {
			ORQ(Mem{Base: moves, Index: j, Scale: 2, Disp: 8}, kinds)
		}
		TESTQ(kinds, field(parentAt("Kinds")))
	}
	JZ(LabelRef("ordinary"))
	{
		m.side, m.black = all(parentAt("Side")), all(parentAt("Black"))
		lanes, rest, most := m.bits(m.filled(m.others())), GP64(), GP64()
		MOVQ(field(parentAt("End")), rest)
		SUBQ(j, rest)
		MOVL(U32(uint32(v.Words())), most.As32())
		CMPQ(rest, most)
		CMOVQGT(most, rest)
		BZHIL(rest.As32(), lanes.As32(), lanes.As32()) // only lanes within the list
		m.leave("other", lanes, j)
		m.promote()
	}
	Label("ordinary")
	CMPQ(m.arg(argAt("DstKeys")), U8(0))
	JEQ(LabelRef("nokey"))
	{
		m.side, m.black = all(parentAt("Side")), all(parentAt("Black"))
		change := v.Xor(m.keyChange(), all(parentAt("Key")))
		v.Store(v.Xor(change, m.only(m.king, all(parentAt("Lost")))), at(m.pointer(argAt("DstKeys")), 8))
	}
	Label("nokey")
	m.rights, m.side, m.black = all(parentAt("Rights")), nil, nil
	m.planes(func(k int, x emit.Vec) {
		v.Store(x, at(dst[k], 8))
		if k == 2 {
			m.side, m.black = all(parentAt("Side")), all(parentAt("Black"))
		}
	})
	turn, next := GP64(), GP64()
	MOVQ(field(parentAt("Turn")), turn)
	if v.Wide() {
		MOVQ(turn, at(sides, 1))
	} else {
		MOVL(turn.As32(), at(sides, 1))
	}
	LEAQ(field(int(unsafe.Sizeof(layout.PlayParent{}))), next)
	ADDQ(I8(int8(v.Words())), j)
	CMPQ(j, field(parentAt("End")))
	CMOVQGE(field(parentAt("End")), j)
	CMOVQGE(next, record)
	Label("check")
	CMPQ(j, m.arg(argAt("N")))
	JL(LabelRef("loop"))
	m.finish()
}
