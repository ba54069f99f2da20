package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// A restPlayer emits the kernel that plays the few moves of each board that are not
// simple, on AVX-512. Lanes are boards: eight boards go through a set at a time, each
// with the lowest square of its own. There are no lists, and a set that none of the eight
// has costs a test. Children are compressed, so that they follow one another.
type restPlayer struct {
	v        *emit.ISA
	block    reg.GPVirtual
	i        reg.GPVirtual // of the first board
	n        reg.GPVirtual // where the next child goes
	dst      [4]reg.GPVirtual
	parents  reg.GPVirtual
	boards   reg.OpmaskVirtual // those to play
	black    reg.OpmaskVirtual
	index    reg.VecVirtual
	g        [4]emit.Vec
	moved2   emit.Vec // plane 2 of pieces that have moved
	occupied emit.Vec
	empty    emit.Vec
	king     emit.Vec
	rights   emit.Vec
	turn     emit.Vec // the shuffle that turns ranks over
}

func (p *restPlayer) word(offset int) Mem {
	return Mem{Base: p.block, Disp: offset, Index: p.i, Scale: 8}
}

func (p *restPlayer) set(s layout.MoveSet) emit.Vec {
	x := p.v.Vec()
	VMOVDQU64_Z(p.word(blockSets+int(s)*8*64), p.boards, x)
	return x
}

// bySide returns a where White is to move, b where Black is.
func (p *restPlayer) bySide(a, b uint64) emit.Vec {
	x := p.v.Broadcast(a)
	if a != b {
		VPBROADCASTQ(emit.Word(b), p.black, x)
	}
	return x
}

// rotated returns x rotated by an amount for each lane.
func (p *restPlayer) rotated(x, by emit.Vec) emit.Vec {
	y := p.v.Vec()
	VPROLVQ(by, x, y)
	return y
}

// play plays the moves to the squares of to, on a board on which own pawns go north,
// unless there are none. from prepares what finds where they come from.
func (p *restPlayer) play(name string, to emit.Vec, king bool, from func() func(to emit.Vec) emit.Vec) {
	v := p.v
	lanes := K()
	VPTESTMQ(to, to, lanes)
	KORTESTB(lanes, lanes)
	JZ(LabelRef(name + "end"))
	// Squares of the board.
	left := v.CopyOf(to)
	turned := v.Vec()
	VPSHUFB(p.turn, to, turned)
	VMOVDQA64(turned, p.black, left)
	find := from()
	Label(name)
	t, rest := v.Vec(), v.Vec()
	zero := v.Vec()
	v.Clear(zero)
	VPSUBQ(left, zero, t)
	VPANDQ(left, t, t)
	VPANDNQ(left, t, rest)
	VMOVDQA64(rest, left)
	f := find(t)
	both := v.Or(f, t)
	moved := p.g
	moved[2] = p.moved2
	for k := range p.g {
		x, mask, packed := v.NotAnd(both, p.g[k]), K(), v.Vec()
		VPTESTMQ(moved[k], f, mask)
		VPORQ(t, x, mask, x)
		if king && k == 2 {
			VPORQ(p.rights, x, x)
		}
		VPCOMPRESSQ_Z(x, lanes, packed)
		VMOVDQU64(packed, Mem{Base: p.dst[k], Index: p.n, Scale: 8})
	}
	number, count := XMM(), GP64()
	VPCOMPRESSW_Z(p.index.AsX(), lanes, number)
	VMOVDQU64(number, Mem{Base: p.parents, Index: p.n, Scale: 2})
	KMOVB(lanes, count.As32())
	POPCNTQ(count, count)
	ADDQ(count, p.n)
	VPTESTMQ(left, left, lanes)
	KORTESTB(lanes, lanes)
	JNZ(LabelRef(name))
	Label(name + "end")
}

// offset returns what finds a piece that steps by an amount, which ranks turned over change.
func (p *restPlayer) offset(ranks, files int) func() func(emit.Vec) emit.Vec {
	return func() func(emit.Vec) emit.Vec {
		by := p.bySide(uint64(-8*ranks-files)&63, uint64(8*ranks-files)&63)
		return func(to emit.Vec) emit.Vec { return p.rotated(to, by) }
	}
}

// behind returns what finds the slider that moved along d.
func (p *restPlayer) behind(d int) func() func(emit.Vec) emit.Vec {
	v := p.v
	return func() func(emit.Vec) emit.Vec {
		white := emit.Directions[koggestone.Direction(d).Opposite()]
		black := emit.Directions[koggestone.Direction((2-d)&7).Opposite()]
		wrap := p.bySide(white.Wrap(), black.Wrap())
		var by, pro [3]emit.Vec
		by[0] = p.bySide(uint64(white.Shift()&63), uint64(black.Shift()&63))
		pro[0] = v.And(p.empty, wrap)
		for k := 1; k < 3; k++ {
			by[k] = v.Vec()
			VPADDQ(by[k-1], by[k-1], by[k])
			pro[k] = v.And(pro[k-1], p.rotated(pro[k-1], by[k-1]))
		}
		return func(to emit.Vec) emit.Vec {
			gen := v.CopyOf(to)
			for k := range 3 {
				emit.Tern(emit.TA|emit.TB&emit.TC, gen, pro[k], p.rotated(gen, by[k]))
			}
			from := p.rotated(gen, by[0])
			emit.Tern(emit.TA&emit.TB&emit.TC, from, wrap, p.occupied)
			return from
		}
	}
}

// playRest emits the kernel.
func playRest() {
	v := emit.AVX512
	emit.Kernel("playRestAVX512", "func(block *[4][64]uint64, boards uint64, dst0, dst1, dst2, dstb *uint64, parents *uint16, base, i, n, limit int) (next, end int)")
	Doc("playRestAVX512 plays the moves in the sets of boards i to 63 of the expansion whose first field is block, as far as their bits of boards are set, but for promotions, castling, en passant and double steps that arrive beside a pawn of theirs; of knights those but the simple ones. The planes of the children go to dst0[n] and so on, base plus the number of their parent to parents[n]; elements behind them, up to seven, are overwritten. It returns the first board that is not played and where its children go: 64, unless end > limit. i must be a multiple of 8.")
	p := &restPlayer{v: v, block: GP64(), i: GP64(), n: GP64(), parents: GP64()}
	Load(Param("block"), p.block)
	Load(Param("parents"), p.parents)
	Load(Param("n"), p.n)
	Load(Param("i"), p.i)
	for k, name := range []string{"dst0", "dst1", "dst2", "dstb"} {
		p.dst[k] = GP64()
		Load(Param(name), p.dst[k])
	}
	p.turn = v.Load(emit.ByteTable("turn", turnBytes()))

	Label("next")
	CMPQ(p.i, U8(64))
	JEQ(LabelRef("done"))
	CMPQ(p.n, emit.WordParam("limit"))
	JG(LabelRef("done"))
	{
		byte, number := GP64(), GP64()
		MOVQ(p.i, number)
		SHRQ(U8(3), number)
		parameter := GP64()
		LEAQ(emit.WordParam("boards"), parameter)
		MOVBQZX(Mem{Base: parameter, Index: number, Scale: 1}, byte)
		p.boards, p.black = K(), K()
		KMOVB(byte.As32(), p.boards)
		TESTL(byte.As32(), byte.As32())
		JZ(LabelRef("group"))
	}
	sides := v.Vec()
	VPMOVZXBQ(Mem{Base: p.block, Disp: blockBlack, Index: p.i, Scale: 1}, sides)
	VPTESTMQ_BCST(emit.Word(1), sides, p.black)
	{
		base := GP64()
		Load(Param("base"), base)
		ADDQ(p.i, base)
		p.index = v.Vec()
		VPBROADCASTW(base.As32(), p.index)
		numbers := emit.Table("numbers", []uint64{0x0003000200010000, 0x0007000600050004})
		VPADDW(numbers, p.index.AsX(), p.index.AsX())
	}
	for k := range p.g {
		p.g[k] = v.Load(p.word(blockBoards + k*8*64))
	}
	g := p.g
	p.occupied = v.CopyOf(g[0])
	emit.Tern(emit.TA|emit.TB|emit.TC, p.occupied, g[1], g[2])
	VPANDQ(p.occupied, g[3], g[3])
	p.empty = v.Xor(p.occupied, v.Ones())
	own := v.Vec()
	VPMOVM2Q(p.black, own)
	emit.Tern(^(emit.TA ^ emit.TB), own, g[3], g[3])
	p.king = v.CopyOf(g[0])
	emit.Tern(^emit.TA&emit.TB&emit.TC, p.king, g[1], g[2])
	p.king = v.And(p.king, own)
	p.rights = v.CopyOf(g[0])
	emit.Tern(emit.TA&^(emit.TB|emit.TC), p.rights, g[1], g[2])
	p.rights = v.And(p.rights, own)
	p.moved2 = v.CopyOf(g[2])
	emit.Tern(emit.TA|emit.TB&^emit.TC, p.moved2, g[0], g[1])

	for d := range 8 {
		p.play(fmt.Sprintf("slider%d", d), p.set(layout.MoveSet(d)), false, p.behind(d))
	}
	p.play("king", p.set(layout.KingTargets), true, func() func(emit.Vec) emit.Vec {
		return func(emit.Vec) emit.Vec { return p.king }
	})
	{
		knights, simple := p.set(layout.FreeKnights), p.set(layout.SimpleKnights)
		any := K()
		VPTESTMQ(knights, knights, any)
		KORTESTB(any, any)
		JZ(LabelRef("knightsend"))
		to, simpleTo := p.set(layout.PieceTargets), p.set(layout.SimpleTargets)
		for d, jump := range jumps {
			by := 8*jump[0] + jump[1]
			jumped := func(x emit.Vec) emit.Vec {
				y := v.Vec()
				VPROLQ(U8(by&63), x, y)
				return y
			}
			var on uint64 // where the jump arrives
			for from := range 64 {
				if r, f := from>>3+jump[0], from&7+jump[1]; r >= 0 && r < 8 && f >= 0 && f < 8 {
					on |= 1 << (8*r + f)
				}
			}
			x, y := jumped(knights), jumped(simple)
			x = v.And(x, to)
			emit.Tern(emit.TA&^(emit.TB&emit.TC), x, y, simpleTo)
			z := v.Vec()
			VPANDQ_BCST(emit.Word(on), x, z)
			p.play(fmt.Sprintf("jump%d", d), z, false, p.offset(jump[0], jump[1]))
		}
		Label("knightsend")
	}
	for _, pawns := range []struct {
		set          layout.MoveSet
		ranks, files int
	}{{layout.PawnPushes, 1, 0}, {layout.PawnDoubles, 2, 0}, {layout.PawnEast, 1, 1}, {layout.PawnWest, 1, -1}} {
		x := p.set(pawns.set)
		if pawns.ranks == 1 {
			y := v.Vec()
			VPANDQ_BCST(emit.Word(1<<56-1), x, y)
			x = y
		}
		p.play(fmt.Sprintf("pawns%d", pawns.set), x, false, p.offset(pawns.ranks, pawns.files))
	}

	Label("group")
	ADDQ(I8(8), p.i)
	JMP(LabelRef("next"))
	Label("done")
	Store(p.i, Return("next"))
	Store(p.n, Return("end"))
	emit.Finish()
}

// turnBytes returns the shuffle that reverses the bytes of every word.
func turnBytes() []uint8 {
	b := make([]uint8, 64)
	for i := range b {
		b[i] = uint8(i%16 ^ 7)
	}
	return b
}
