package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
)

// Playing all moves of a position, on AVX-512. The sets of target squares become
// two lists of bytes, where moves go to and where they come from; for sliders the
// second tells the direction, as in one direction a square is the target of but
// one. Then lanes are moves, eight at a time: a word has the one bit of a square.
// A slider is found from its target by a fill back to the first piece, in every
// lane another way. A plane of a child is that of the parent without the two
// squares, and with the target if the piece that moves is in the plane.

// The parts of the lists, in bytes: as many as the sets may have squares, and the
// rest of the last store.
const (
	sliderTo   = 0
	sliderWay  = sliderTo + 9*64
	otherTo    = sliderWay + 9*64
	otherFrom  = otherTo + 14*64 // king, pawns of four kinds, eight targets for each knight
	listsBytes = otherFrom + 14*64
)

const (
	// mostOfSet is how many moves of a set are listed: one store of bytes.
	mostOfSet = 16
	// mostChildren is how many children are made: those of any game's position.
	mostChildren = 256
)

// The constants of a side to move, by their offset in bytes. Its sets are those of
// a board on which its pawns go north, squares and directions are made those of
// the board.
const (
	sideSquares = 0                // the square of the board, by square
	sideShifts  = sideSquares + 64 // of the opposite of each direction
	sideWraps   = sideShifts + 64  // and its wrap mask
	sideBlack   = sideWraps + 64   // all squares for Black
	sidePawns   = sideBlack + 64   // from minus to, for pushes, double steps, captures to the east and west
	sideBytes   = sidePawns + 4*mostOfSet
)

// sideTable returns the table of the constants.
func sideTable() Mem {
	var w []uint64
	for side := range 2 {
		bytes := func(n int, f func(i int) int) {
			for i := 0; i < n; i += 8 {
				var x uint64
				for j := range 8 {
					x |= uint64(uint8(f(i+j))) << (8 * j)
				}
				w = append(w, x)
			}
		}
		back := func(d int) direction {
			if side == 1 {
				d = 2 - d // north and south exchanged
			}
			return directions[koggestone.Direction(d&7).Opposite()]
		}
		bytes(64, func(i int) int { return i ^ 56*side })
		for d := range 8 {
			w = append(w, uint64(back(d).shift&63))
		}
		for d := range 8 {
			w = append(w, back(d).wrap)
		}
		for range 8 {
			w = append(w, -uint64(side))
		}
		for _, back := range [][2]int{{-1, 0}, {-2, 0}, {-1, -1}, {-1, +1}} { // ranks, files
			bytes(mostOfSet, func(int) int { return 8*back[0]*(1-2*side) + back[1] })
		}
	}
	return table("sides", w)
}

// knightTable returns the table of the attacks of a knight by square, and nothing
// for no knight.
func knightTable() Mem {
	w := make([]uint64, 65)
	for from := range 64 {
		for to := range 64 {
			df, dr := from&7-to&7, from>>3-to>>3
			if df*df+dr*dr == 5 {
				w[from] |= 1 << to
			}
		}
	}
	return table("knights", w)
}

// A player emits the kernel that plays.
type player struct {
	side    reg.GPVirtual // address of its constants
	lists   reg.GPVirtual
	most    reg.GPVirtual // the numbers of moves of the sets, by or
	squares reg.VecVirtual
}

// list appends the squares of a set to a list, and returns these and their number.
func (p *player) list(set Op, to Mem) (squares reg.VecVirtual, n reg.GPVirtual) {
	k, x := K(), ZMM()
	KMOVQ(set, k)
	n = GP64()
	POPCNTQ(set, n)
	ORQ(n, p.most)
	VPCOMPRESSB_Z(p.squares, k, x)
	VMOVDQU(x.AsX(), to)
	return x, n
}

// playMoves emits the kernel.
func playMoves() {
	kernel("playMovesAVX512", fmt.Sprintf("func(dst0, dst1, dst2, dstb, sets, g0, g1, g2, gb *uint64, black int, lists *[%d]byte) int", listsBytes))
	Doc("playMovesAVX512 plays the moves of the board *g0, *g1, *g2, *gb but for promotions, castling, en passant and double steps that arrive beside a pawn of theirs, and returns how many they are. *sets is the board's word of the first set of moveSetsAVX512; black is 1 for black to move, else 0. The planes of the children go to dst0 and so on; the words behind them, up to seven, are overwritten. It returns -1, and has written nothing, if there are more than it can play: 16 of a set or 256.")
	p := &player{side: GP64(), lists: GP64(), most: GP64(), squares: ZMM()}
	Load(Param("lists"), p.lists)
	sets := Load(Param("sets"), GP64())
	set := func(s targetSet) Mem { return Mem{Base: sets, Disp: int(s) * 8 * 64} }
	constant := func(offset int) Mem { return Mem{Base: p.side, Disp: offset} }
	entry := func(offset int, n reg.Register) Mem {
		return Mem{Base: p.lists, Disp: offset, Index: n, Scale: 1}
	}
	{
		black := Load(Param("black"), GP64())
		IMUL3Q(I32(sideBytes), black, black)
		LEAQ(sideTable(), p.side)
		ADDQ(black, p.side)
	}
	VMOVDQU64(constant(sideSquares), p.squares)
	XORL(p.most.As32(), p.most.As32())

	Comment("Sliders.")
	sliders := GP64()
	XORL(sliders.As32(), sliders.As32())
	for d := range 8 {
		_, n := p.list(set(targetSet(d)), entry(sliderTo, sliders))
		way := XMM()
		VMOVDQU(table(fmt.Sprintf("way%d", d), []uint64{uint64(d) * 0x0101010101010101, uint64(d) * 0x0101010101010101}), way)
		VMOVDQU(way, entry(sliderWay, sliders))
		ADDQ(n, sliders)
	}

	Comment("King, and knights: two, and more where there are.")
	others := GP64()
	XORL(others.As32(), others.As32())
	// The first of pieces, or 64.
	fromPiece := func(square reg.GPVirtual) {
		x := XMM()
		VPBROADCASTB(square.As32(), x)
		VMOVDQU(x, entry(otherFrom, others))
	}
	g := map[string]reg.GPVirtual{}
	for _, name := range boardParams {
		g[name] = GP64()
		Load(Param(name), g[name])
	}
	{
		// g1 & g2 &^ g0, where gb is that of the side.
		king, not := GP64(), GP64()
		MOVQ(Mem{Base: g["g0"]}, not)
		MOVQ(Mem{Base: g["g1"]}, king)
		ANDQ(Mem{Base: g["g2"]}, king)
		ANDNQ(king, not, king)
		MOVQ(Mem{Base: g["gb"]}, not)
		XORQ(constant(sideBlack), not)
		ANDNQ(king, not, king)
		TZCNTQ(king, king)
		fromPiece(king)
		_, n := p.list(set(kingTargets), entry(otherTo, others))
		ADDQ(n, others)
	}
	{
		pieces, squares, attacks, targets := GP64(), GP64(), GP64(), GP64()
		MOVQ(set(freeKnights), pieces)
		MOVQ(set(pieceTargets), targets)
		LEAQ(knightTable(), attacks)
		one := func() {
			from, to := GP64(), GP64()
			TZCNTQ(pieces, from)
			MOVQ(Mem{Base: attacks, Index: from, Scale: 8}, to)
			ANDQ(targets, to)
			MOVBQZX(Mem{Base: p.side, Index: from, Scale: 1, Disp: sideSquares}, squares)
			fromPiece(squares)
			_, n := p.list(to, entry(otherTo, others))
			ADDQ(n, others)
			BLSRQ(pieces, pieces)
		}
		one()
		one()
		TESTQ(pieces, pieces)
		JE(LabelRef("pawns"))
		Label("knight")
		one()
		JNE(LabelRef("knight"))
	}

	Label("pawns")
	promoting := GP64()
	MOVQ(I64(^int64(0)<<56), promoting)
	for i, s := range []targetSet{pushTargets, doubleTargets, eastTargets, westTargets} {
		var x Op = set(s)
		if s != doubleTargets {
			t := GP64()
			ANDNQ(set(s), promoting, t)
			x = t
		}
		to, n := p.list(x, entry(otherTo, others))
		from := XMM()
		VPADDB(constant(sidePawns+mostOfSet*i), to.AsX(), from)
		VMOVDQU(from, entry(otherFrom, others))
		ADDQ(n, others)
	}

	result := GP64()
	LEAQ(Mem{Base: sliders, Index: others, Scale: 1}, result)
	CMPQ(p.most, U8(mostOfSet))
	JGE(LabelRef("toomany"))
	CMPQ(result, U32(mostChildren))
	JG(LabelRef("toomany"))

	Comment("The parent.")
	var plane [4]reg.VecVirtual
	for i, name := range boardParams {
		plane[i] = ZMM()
		VPBROADCASTQ(Mem{Base: g[name]}, plane[i])
	}
	g0, g1, g2, gb := plane[0], plane[1], plane[2], plane[3]
	copied := func(x reg.VecVirtual) reg.VecVirtual {
		y := ZMM()
		VMOVDQA64(x, y)
		return y
	}
	occupied := copied(g0)
	tern(ta|tb|tc, occupied, g1, g2)
	VPANDQ(occupied, gb, gb) // without the en-passant target
	empty := avx512.xor(occupied, avx512.ones())
	// The own king, and the own rooks that may castle.
	own := copied(gb) // and empty squares
	tern(^(ta ^ tc), own, own, constant(sideBlack))
	king := copied(g0)
	tern(^ta&tb&tc, king, g1, g2)
	VPANDQ(own, king, king)
	rights := copied(g0)
	tern(ta&^(tb|tc), rights, g1, g2)
	VPANDQ(own, rights, rights)
	// A rook that moves loses its right.
	moved2 := copied(g2)
	tern(ta|tb&^tc, moved2, g0, g1)

	one := avx512.broadcast(1)
	var dst [4]reg.Register
	for i, name := range []string{"dst0", "dst1", "dst2", "dstb"} {
		dst[i] = Load(Param(name), GP64())
	}
	// squaresAt returns the bits of eight squares of a list.
	squaresAt := func(m Mem) reg.VecVirtual {
		x := ZMM()
		VPMOVZXBQ(m, x)
		VPSLLVQ(x, one, x)
		return x
	}
	children := func(from, to reg.VecVirtual, at reg.Register, slider bool) {
		both := avx512.or(from, to)
		for i, test := range []reg.VecVirtual{g0, g1, moved2, gb} {
			child, k := avx512.notAnd(both, plane[i]), K()
			VPTESTMQ(test, from, k)
			VPORQ(to, child, k, child)
			if i == 2 && !slider {
				k := K()
				VPTESTMQ(king, from, k)
				VPORQ(rights, child, k, child)
			}
			VMOVDQU64(child, Mem{Base: dst[i], Index: at, Scale: 8})
		}
	}

	i := GP64()
	XORL(i.As32(), i.As32())
	TESTQ(sliders, sliders)
	JE(LabelRef("leapers"))
	shifts, wraps := ZMM(), ZMM()
	VMOVDQU64(constant(sideShifts), shifts)
	VMOVDQU64(constant(sideWraps), wraps)
	Label("slider")
	{
		to := squaresAt(entry(sliderTo, i))
		way, wrap, pro := ZMM(), ZMM(), ZMM()
		var by [3]reg.VecVirtual
		VPMOVZXBQ(entry(sliderWay, i), way)
		by[0] = ZMM()
		VPERMQ(shifts, way, by[0])
		VPERMQ(wraps, way, wrap)
		for k := 1; k < 3; k++ {
			by[k] = ZMM()
			VPADDQ(by[k-1], by[k-1], by[k])
		}
		VPANDQ(wrap, empty, pro)
		rotated := func(x, by reg.VecVirtual) reg.VecVirtual {
			y := ZMM()
			VPROLVQ(by, x, y)
			return y
		}
		gen := copied(to)
		for k := range 3 {
			tern(ta|tb&tc, gen, pro, rotated(gen, by[k]))
			if k < 2 {
				pro = avx512.and(pro, rotated(pro, by[k]))
			}
		}
		from := rotated(gen, by[0])
		tern(ta&tb&tc, from, wrap, occupied)
		children(from, to, i, true)
	}
	ADDQ(I8(8), i)
	CMPQ(i, sliders)
	JL(LabelRef("slider"))

	Label("leapers")
	for k := range dst {
		at := GP64()
		LEAQ(Mem{Base: dst[k], Index: sliders, Scale: 8}, at)
		dst[k] = at
	}
	XORL(i.As32(), i.As32())
	TESTQ(others, others)
	JE(LabelRef("done"))
	Label("leaper")
	children(squaresAt(entry(otherFrom, i)), squaresAt(entry(otherTo, i)), i, false)
	ADDQ(I8(8), i)
	CMPQ(i, others)
	JL(LabelRef("leaper"))

	Label("done")
	Store(result, ReturnIndex(0))
	finish()
	Label("toomany")
	MOVQ(I32(-1), result)
	Store(result, ReturnIndex(0))
	finish()
}
