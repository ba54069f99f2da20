package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// Where the fields in a two-ply block are, in bytes.
var (
	twoPlyAt = emit.Offsets[layout.TwoPlyBlock]()

	twoPlyBlock layout.TwoPlyBlock
)

// A restPlayer emits the kernel that plays the few moves of each board that are not
// simple, one group of moves after the other. Each lane is a board that has moves in the
// group; there are eight lanes on AVX-512 and four on AVX2. Each lane plays the move to its
// lowest target, until no lane has a target. So there are no lists of moves, and few jumps
// for the CPU to predict. Own pawns go north on all boards until a child is stored. Children
// are compressed, so that they are consecutive.
type restPlayer struct {
	lanes
	block   reg.GPVirtual
	dst     [4]reg.GPVirtual
	parents reg.GPVirtual
	n       reg.GPVirtual     // where the next child goes
	mask    reg.GPVirtual     // boards of the group
	busy    reg.OpmaskVirtual // AVX-512: boards with a move
	used    int               // registers of the room
	ones    Op

	// The boards in the lanes.
	number Op    // number of the parent
	g      [4]Op // the planes
	black  Op    // all squares where Black is to move
	turn   Op    // the shuffle that turns the ranks of a child back

	count reg.GPVirtual // of children that are being played
	order emit.Vec      // AVX2: of their dwords
}

func (p *restPlayer) at(offset int) Mem { return Mem{Base: p.block, Disp: offset} }

// hold keeps a value through a loop: in a register on AVX-512, in memory on AVX2.
func (p *restPlayer) hold(x emit.Vec) Op {
	if p.v.Wide() {
		return x
	}
	m := p.at(twoPlyAt("Lanes") + p.used*p.v.Bytes)
	p.used++
	p.v.Store(x, m)
	return m
}

// gather fills the lanes with the first boards of mask, and removes these from mask. The
// words of lanes without a board are 0.
func (p *restPlayer) gather(set layout.MoveSet) (words emit.Vec) {
	v := p.v
	p.used = 0
	var load func(offset int) emit.Vec
	number, there := v.Vec(), emit.Vec(nil)
	if v.Wide() {
		count, all, chosen, first := GP64(), GP64(), K(), v.Vec()
		KMOVQ(p.mask, chosen)
		VPCOMPRESSB_Z(v.Load(allSquares()), chosen, first)
		VPMOVZXBQ(first.AsX(), number)
		POPCNTQ(p.mask, count)
		MOVL(U32(0xff), all.As32())
		BZHIL(count.As32(), all.As32(), count.As32())
		p.busy = K()
		KMOVB(count.As32(), p.busy)
		MOVQ(I32(-256), all)
		PDEPQ(p.mask, all, p.mask)
		load = func(offset int) emit.Vec {
			x, all := v.Copy(number), K() // avo treats the result of a gather also as an input
			KXNORB(p.busy, p.busy, all)
			VPGATHERQQ(Mem{Base: p.block, Disp: offset, Index: number, Scale: 8}, all, x)
			return x
		}
	} else {
		var board [4]reg.GPVirtual
		for i := range board {
			board[i] = GP64()
			TZCNTL(p.mask.As32(), board[i].As32()) // 32 if there is none
			BLSRL(p.mask.As32(), p.mask.As32())
		}
		lo, hi := XMM(), XMM()
		VMOVQ(board[0], lo)
		VPINSRQ(U8(1), board[1], lo, lo)
		VMOVQ(board[2], hi)
		VPINSRQ(U8(1), board[3], hi, hi)
		VINSERTI128(U8(1), hi, lo.AsY(), number)
		there = v.Vec()
		VPCMPGTQ(number, v.Broadcast(layout.BlockAVX2), there)
		load = func(offset int) emit.Vec {
			at := func(i int) Mem { return Mem{Base: p.block, Disp: offset, Index: board[i], Scale: 8} }
			lo, hi, x := XMM(), XMM(), v.Vec()
			VMOVQ(at(0), lo)
			VMOVHPS(at(1), lo, lo)
			VMOVQ(at(2), hi)
			VMOVHPS(at(3), hi, hi)
			VINSERTI128(U8(1), hi, lo.AsY(), x)
			return x
		}
	}
	words = load(twoPlyAt("Sets") + int(set)*8*v.Bytes)
	if v.Wide() {
		x := v.Vec()
		VMOVDQA64_Z(words, p.busy, x)
		words = x
	} else {
		words = v.And(words, there)
	}
	base, numbers := v.Vec(), v.Vec()
	VPBROADCASTQ(emit.WordParam("base"), base)
	VPADDQ(base, number, numbers)
	p.number = p.hold(numbers)
	for k := range p.g {
		p.g[k] = p.hold(load(twoPlyAt("North") + k*8*64))
	}
	black := load(twoPlyAt("Sides"))
	p.black = p.hold(black)
	p.turn = p.hold(v.Xor(v.And(black, v.BroadcastByte(7)), v.Load(samePlaces())))
	return words
}

// allSquares returns 0 to 63.
func allSquares() Mem { return emit.BytesOf("squares", 64, func(i int) int { return i }) }

// samePlaces returns the identity shuffle.
func samePlaces() Mem { return emit.BytesOf("sameplace", 64, func(i int) int { return i % 16 }) }

// lowest returns the lowest bits of words, and removes them.
func (p *restPlayer) lowest(x emit.Vec) (bit emit.Vec) {
	v := p.v
	less := v.Pick(VPADDQ, VPADDQ, x, p.ones)
	bit = v.NotAnd(less, x)
	if v.Wide() {
		VPANDQ(less, x, x)
	} else {
		VPAND(less, x, x)
	}
	return bit
}

// A play is the current move of each lane.
type play struct {
	from, to, both emit.Vec
}

// An arrival returns the bit of the moved piece in plane k of a child.
type arrival func(p *restPlayer, k int, m play) emit.Vec

// absent is for planes that no such piece is in, and present for planes that all are in.
func absent(p *restPlayer, k int, m play) emit.Vec { return p.v.NotAnd(m.both, p.g[k]) }

func present(p *restPlayer, k int, m play) emit.Vec {
	return p.v.Or(p.v.NotAnd(m.from, p.g[k]), m.to)
}

// on is for planes that a piece is in if it comes from a square of x.
func on(x Op) arrival {
	return func(p *restPlayer, k int, m play) emit.Vec { return p.add(absent(p, k, m), p.meets(m.from, x), m.to) }
}

// off is for planes that a piece is in if it comes from another square.
func off(x Op) arrival {
	return func(p *restPlayer, k int, m play) emit.Vec { return p.add(absent(p, k, m), p.misses(m.from, x), m.to) }
}

// A mover describes the moves of a group.
type mover struct {
	from   func(to emit.Vec) emit.Vec // the source of a move
	planes [3]arrival
}

// playLowest plays the move of each lane to the lowest square of left, and removes that
// square.
func (p *restPlayer) playLowest(left emit.Vec, mover mover, promotes bool) {
	v := p.v
	to := p.lowest(left)
	from := mover.from(to)
	m := play{from, to, v.Or(from, to)}
	p.pack(to)
	side := v.Or(absent(p, 3, m), v.And(to, p.black))
	if promotes {
		p.promote(m, side)
		return
	}
	for k, plane := range mover.planes {
		p.store(p.child(plane(p, k, m)), p.dst[k], p.n)
	}
	p.storeSide(side)
}

// storeSide stores the last plane of children, and their parents.
func (p *restPlayer) storeSide(side emit.Vec) {
	p.store(p.child(side), p.dst[3], p.n)
	p.store(p.packed(p.v.InRegister(p.number)), p.parents, p.n)
	ADDQ(p.count, p.n)
}

func (p *restPlayer) store(x emit.Vec, base, at reg.GPVirtual) {
	p.v.Store(x, Mem{Base: base, Index: at, Scale: 8})
}

// promote stores four children for each lane.
func (p *restPlayer) promote(m play, side emit.Vec) {
	kinds := [4]int{0b111, 0b101, 0b011, 0b100} // queen, rook, bishop, knight, by plane, starting at the lowest bit
	at := [4]reg.GPVirtual{p.n}
	for i := 1; i < len(at); i++ {
		at[i] = emit.Address(Mem{Base: at[i-1], Index: p.count, Scale: 1})
	}
	for k := range 3 {
		x := [2]emit.Vec{p.child(absent(p, k, m)), p.child(present(p, k, m))}
		for i, kind := range kinds {
			p.store(x[kind>>k&1], p.dst[k], at[i])
		}
	}
	side, number := p.child(side), p.packed(p.v.InRegister(p.number))
	for _, i := range at {
		p.store(side, p.dst[3], i)
		p.store(number, p.parents, i)
	}
	LEAQ(Mem{Base: at[3], Index: p.count, Scale: 1}, p.n)
}

// child returns a plane of the children as it is stored.
func (p *restPlayer) child(x emit.Vec) emit.Vec {
	y := p.v.Vec()
	VPSHUFB(p.turn, x, y)
	return p.packed(y)
}

// pack prepares the compression of the lanes with a bit in to, and counts them.
func (p *restPlayer) pack(to emit.Vec) {
	v := p.v
	p.count = GP64()
	if v.Wide() {
		VPTESTMQ(to, to, p.busy)
		KMOVB(p.busy, p.count.As32())
		POPCNTL(p.count.As32(), p.count.As32())
		return
	}
	none, idle, table := v.Vec(), GP64(), GP64()
	VPCMPEQQ(nothing(), to, none)
	VMOVMSKPD(none, idle.As32())
	MOVL(idle.As32(), p.count.As32())
	XORL(U8(15), p.count.As32())
	POPCNTL(p.count.As32(), p.count.As32())
	SHLL(U8(5), idle.As32())
	LEAQ(packTable(), table)
	p.order = v.Load(Mem{Base: table, Index: idle, Scale: 1})
}

// packed returns x with the lanes of pack moved to the front.
func (p *restPlayer) packed(x emit.Vec) emit.Vec {
	y := p.v.Vec()
	if p.v.Wide() {
		VPCOMPRESSQ_Z(x, p.busy, y)
	} else {
		VPERMD(x, p.order, y)
	}
	return y
}

// packTable holds the orders of dwords that move the active lanes of four words to the
// front. The index is the set of idle lanes.
func packTable() Mem {
	var order []uint64
	for idle := range 16 {
		var busy [4]uint64
		n := 0
		for i := range uint64(4) {
			if idle>>i&1 == 0 {
				busy[n] = 2*i | (2*i+1)<<32
				n++
			}
		}
		order = append(order, busy[:]...)
	}
	return emit.Table("pack", order)
}

// play plays the moves of a group, to those squares of a set. body is called with the
// boards in the lanes.
func (p *restPlayer) play(group layout.RestGroup, set layout.MoveSet, where uint64, body func(name string, left emit.Vec)) {
	v := p.v
	name := fmt.Sprintf("group%d", group)
	filled := p.at(twoPlyAt("Filled") + 8*int(group))
	MOVQ(filled, p.mask)
	ANDQ(emit.WordParam("boards"), p.mask)
	JZ(LabelRef(name + "end"))
	Label(name)
	CMPQ(p.n, emit.WordParam("limit"))
	JG(LabelRef(name + "full"))
	left := p.gather(set)
	if where != ^uint64(0) {
		left = v.And(left, v.Broadcast(where))
	}
	body(name, left)
	TESTQ(p.mask, p.mask)
	JNZ(LabelRef(name))
	Label(name + "full")
	MOVQ(p.mask, filled)
	TESTQ(p.mask, p.mask)
	JNZ(LabelRef("done"))
	Label(name + "end")
}

// playAll is play for moves one by one. prepare is called with the boards in the lanes.
func (p *restPlayer) playAll(group layout.RestGroup, set layout.MoveSet, where uint64, prepare func() mover) {
	v := p.v
	promotes := group >= layout.RestPromotions && group <= layout.RestPromotionsWest
	p.play(group, set, where, func(name string, left emit.Vec) {
		m := prepare()
		Label(name + "next")
		p.playLowest(left, m, promotes)
		if v.Wide() {
			VPTESTMQ(left, left, p.busy)
			KORTESTB(p.busy, p.busy)
		} else {
			VPTEST(left, left)
		}
		JNZ(LabelRef(name + "next"))
	})
}

// stepped returns the mover of pieces that are in the given planes and step by a constant
// number of squares.
func (p *restPlayer) stepped(by int, planes ...arrival) func() mover {
	return func() mover {
		return mover{func(to emit.Vec) emit.Vec { return p.v.Shift(to, -by) }, [3]arrival(planes)}
	}
}

// slid returns the mover of sliders along d: a fill back from the target finds the first
// piece.
func (p *restPlayer) slid(d koggestone.Direction) func() mover {
	v := p.v
	return func() mover {
		back := emit.Directions[d.Opposite()]
		wrap, shift := v.Broadcast(back.Wrap()), back.Shift()
		occupied := v.Or3(v.CopyOf(p.g[0]), v.InRegister(p.g[1]), p.g[2])
		first := v.NotAnd(occupied, wrap)
		second := v.And(v.Shift(first, shift), first)
		pro := [3]Op{first, second, p.hold(v.And(v.Shift(second, 2*shift), second))}
		sources := p.hold(v.And(occupied, wrap))
		// All but bishops are in plane 2, rooks once they have moved.
		bishops := p.hold(v.NotAnd(v.InRegister(p.g[2]), p.g[1]))
		return mover{func(to emit.Vec) emit.Vec {
			gen := to
			for k := range 3 {
				gen = v.OrAndInto(v.Shift(gen, shift<<k), pro[k], gen)
			}
			return v.And(v.Shift(gen, shift), sources)
		}, [3]arrival{present, on(p.g[1]), off(bishops)}}
	}
}

// home returns the own kings, and the own rooks that may castle.
func (p *restPlayer) home() (kings, rights emit.Vec) {
	v := p.v
	notOwn := v.Xor(v.InRegister(p.g[3]), p.black)
	kings = v.NotAnd(notOwn, v.NotAnd(v.InRegister(p.g[0]), v.And(v.InRegister(p.g[1]), p.g[2])))
	rights = v.NotAnd(notOwn, v.NotAnd(v.Or(v.InRegister(p.g[1]), p.g[2]), p.g[0]))
	return kings, rights
}

// kings returns the mover of kings, which also removes castling rights.
func (p *restPlayer) kings() mover {
	kings, rights := p.home()
	from := p.hold(kings)
	p.g[2] = p.hold(p.v.Or(rights, p.g[2]))
	return mover{func(emit.Vec) emit.Vec { return p.v.InRegister(from) }, [3]arrival{absent, present, present}}
}

// castle plays castling with the rooks in left.
func (p *restPlayer) castle(left emit.Vec, king, rook, kingTo, rookTo uint64) {
	v := p.v
	p.pack(left)
	_, rights := p.home()
	for k, to := range [3]uint64{rookTo, kingTo, kingTo | rookTo} {
		x := v.InRegister(p.g[k])
		if k == 2 {
			x = v.Or(rights, x)
		}
		p.store(p.child(v.Or(v.NotAnd(v.Broadcast(king|rook), x), v.Broadcast(to))), p.dst[k], p.n)
	}
	p.storeSide(v.Or(v.NotAnd(v.Broadcast(king|rook), p.g[3]), v.And(v.Broadcast(kingTo|rookTo), p.black)))
}

func playRest(v *emit.ISA) {
	name := "playRest" + v.Name
	emit.Kernel(name, "func(block *[4][64]uint64, boards uint64, dst0, dst1, dst2, dstb, parents *uint64, base, n, limit int) (end int, left uint64)")
	Doc(name + " plays the moves in the groups of a layout.TwoPlyBlock, whose first field is block, on the boards whose bits are set in boards. It writes the planes of the children to dst0[n] to dst3[n] and following, and base plus the number of the parent to parents[n] and following. It may overwrite up to seven elements after them. It returns the index of the next child, and 0 if all moves are played. It stops when the index exceeds limit; the next call continues.")
	p := &restPlayer{lanes: lanes{v}, block: GP64(), n: GP64(), parents: GP64(), mask: GP64()}
	Load(Param("block"), p.block)
	Load(Param("parents"), p.parents)
	Load(Param("n"), p.n)
	for k, name := range []string{"dst0", "dst1", "dst2", "dstb"} {
		p.dst[k] = emit.Argument(name)
	}
	p.ones = emit.Table("everything", []uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)})
	if v.Wide() {
		p.ones = v.Ones()
	}

	const all = ^uint64(0)
	for d := range layout.RestGroup(8) {
		p.playAll(layout.RestSliders+d, layout.SliderTargets+layout.MoveSet(d), all, p.slid(koggestone.Direction(d)))
	}
	for d, jump := range jumps {
		p.playAll(layout.RestJumps+layout.RestGroup(d), layout.RestKnights+layout.MoveSet(d), all, p.stepped(8*jump[0]+jump[1], absent, absent, present))
	}
	p.playAll(layout.RestKing, layout.KingTargets, all, p.kings)
	for _, pawns := range []struct {
		group, promotes layout.RestGroup
		set             layout.MoveSet
		by              int
	}{
		{layout.RestPushes, layout.RestPromotions, layout.PawnPushes, 8},
		{layout.RestDoubles, 0, layout.PawnDoubles, 16},
		{layout.RestEast, layout.RestPromotionsEast, layout.PawnEast, 9},
		{layout.RestWest, layout.RestPromotionsWest, layout.PawnWest, 7},
	} {
		mover := p.stepped(pawns.by, absent, present, absent)
		p.playAll(pawns.group, pawns.set, all&^squares.Rank8, mover)
		if pawns.promotes != 0 {
			p.playAll(pawns.promotes, pawns.set, squares.Rank8, mover)
		}
	}
	const a1, c1, d1, e1, f1, g1, h1 = 1 << 0, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7
	p.play(layout.RestShort, layout.CastlingRooks, h1, func(_ string, left emit.Vec) { p.castle(left, e1, h1, g1, f1) })
	p.play(layout.RestLong, layout.CastlingRooks, a1, func(_ string, left emit.Vec) { p.castle(left, e1, a1, c1, d1) })

	XORL(p.mask.As32(), p.mask.As32())
	Label("done")
	Store(p.n, ReturnIndex(0))
	Store(p.mask, ReturnIndex(1))
	emit.Finish()
}
