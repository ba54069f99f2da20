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

// A block in memory: what the kernel reads and writes of movegen's expansion, by
// offset in bytes.
const (
	blockBoards = 0                             // the four planes
	blockSets   = blockBoards + 4*64*8          // the sets of moveSets
	blockFlags  = blockSets + 64*8*int(numberOfSets) // rare, special, odd
	blockPlayed = blockFlags + 3*8              // how many children of each, 32 bits
	blockBlack  = blockPlayed + 64*4            // the sides to move
	blockLists  = blockBlack + 64
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
	block   reg.GPVirtual
	side    reg.GPVirtual // address of its constants
	most    reg.GPVirtual // the numbers of moves of the sets, by or
	squares reg.VecVirtual
}

func (p *player) at(offset int) Mem { return Mem{Base: p.block, Disp: offset} }

// entry returns entry n of a list.
func (p *player) entry(list int, n reg.Register) Mem {
	return Mem{Base: p.block, Disp: blockLists + list, Index: n, Scale: 1}
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
	kernel("playMovesAVX512", "func(block *[4][64]uint64, dst0, dst1, dst2, dstb *uint64, i, n, limit int) (next, end int)")
	Doc("playMovesAVX512 plays the moves of boards i to 63 of the expansion whose first field is block, but for promotions, castling, en passant and double steps that arrive beside a pawn of theirs. The planes of the children go to dst0[n] and so on; the words behind them, up to seven, are overwritten. It sets the number of children of each board, and returns the first board that is not played and where its children go. It stops where end > limit, after a board that is special, and before one that is odd or has more moves than it can play: 16 of a set or 256.")
	p := &player{block: GP64(), side: GP64(), most: GP64(), squares: ZMM()}
	Load(Param("block"), p.block)
	i, n := GP64(), GP64()
	Load(Param("i"), i)
	Load(Param("n"), n)
	var dst [4]reg.Register
	for k, name := range []string{"dst0", "dst1", "dst2", "dstb"} {
		dst[k] = Load(Param(name), GP64())
	}
	word := func(offset int) Mem { return Mem{Base: p.block, Disp: offset, Index: i, Scale: 8} }
	set := func(s targetSet) Mem { return word(blockSets + int(s)*8*64) }
	plane := func(k int) Mem { return word(blockBoards + k*8*64) }
	constant := func(offset int) Mem { return Mem{Base: p.side, Disp: offset} }
	one := avx512.broadcast(1)

	Label("board")
	{
		flags := GP64()
		CMPQ(i, U8(64))
		JGE(LabelRef("done"))
		CMPQ(n, param("limit"))
		JG(LabelRef("done"))
		MOVQ(p.at(blockFlags+2*8), flags)
		BTQ(i, flags)
		JCS(LabelRef("done"))
		black := GP64()
		MOVBQZX(Mem{Base: p.block, Disp: blockBlack, Index: i, Scale: 1}, black)
		ANDL(U8(1), black.As32())
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
		_, k := p.list(set(targetSet(d)), p.entry(sliderTo, sliders))
		way := XMM()
		VMOVDQU(table(fmt.Sprintf("way%d", d), []uint64{uint64(d) * 0x0101010101010101, uint64(d) * 0x0101010101010101}), way)
		VMOVDQU(way, p.entry(sliderWay, sliders))
		ADDQ(k, sliders)
	}

	Comment("King, and knights: two, and more where there are.")
	others := GP64()
	XORL(others.As32(), others.As32())
	fromSquare := func(square reg.GPVirtual) {
		x := XMM()
		VPBROADCASTB(square.As32(), x)
		VMOVDQU(x, p.entry(otherFrom, others))
	}
	{
		// g1 & g2 &^ g0, where gb is that of the side.
		king, not := GP64(), GP64()
		MOVQ(plane(0), not)
		MOVQ(plane(1), king)
		ANDQ(plane(2), king)
		ANDNQ(king, not, king)
		MOVQ(plane(3), not)
		XORQ(constant(sideBlack), not)
		ANDNQ(king, not, king)
		TZCNTQ(king, king)
		fromSquare(king)
		_, k := p.list(set(kingTargets), p.entry(otherTo, others))
		ADDQ(k, others)
	}
	{
		pieces, squares, attacks := GP64(), GP64(), GP64()
		MOVQ(set(freeKnights), pieces)
		LEAQ(knightTable(), attacks)
		knight := func() {
			to := GP64()
			TZCNTQ(pieces, squares) // 64 without
			MOVQ(set(pieceTargets), to)
			ANDQ(Mem{Base: attacks, Index: squares, Scale: 8}, to)
			MOVBQZX(Mem{Base: p.side, Index: squares, Scale: 1, Disp: sideSquares}, squares)
			fromSquare(squares)
			_, k := p.list(to, p.entry(otherTo, others))
			ADDQ(k, others)
			BLSRQ(pieces, pieces)
		}
		knight()
		knight()
		TESTQ(pieces, pieces)
		JE(LabelRef("pawns"))
		Label("knight")
		knight()
		JNE(LabelRef("knight"))
	}

	Label("pawns")
	promoting := GP64()
	MOVQ(I64(^int64(0)<<56), promoting)
	for k, s := range []targetSet{pushTargets, doubleTargets, eastTargets, westTargets} {
		var x Op = set(s)
		if s != doubleTargets {
			t := GP64()
			ANDNQ(set(s), promoting, t)
			x = t
		}
		to, m := p.list(x, p.entry(otherTo, others))
		from := XMM()
		VPADDB(constant(sidePawns+mostOfSet*k), to.AsX(), from)
		VMOVDQU(from, p.entry(otherFrom, others))
		ADDQ(m, others)
	}
	{
		sum := GP64()
		LEAQ(Mem{Base: sliders, Index: others, Scale: 1}, sum)
		CMPQ(p.most, U8(mostOfSet))
		JGE(LabelRef("done"))
		CMPQ(sum, U32(mostChildren))
		JG(LabelRef("done"))
		MOVL(sum.As32(), Mem{Base: p.block, Disp: blockPlayed, Index: i, Scale: 4})
	}

	Comment("The parent.")
	var g [4]reg.VecVirtual
	for k := range g {
		g[k] = ZMM()
		VPBROADCASTQ(plane(k), g[k])
	}
	copied := func(x reg.VecVirtual) reg.VecVirtual {
		y := ZMM()
		VMOVDQA64(x, y)
		return y
	}
	occupied := copied(g[0])
	tern(ta|tb|tc, occupied, g[1], g[2])
	VPANDQ(occupied, g[3], g[3]) // without the en-passant target
	empty := avx512.xor(occupied, avx512.ones())
	// The own king, and the own rooks that may castle.
	own := copied(g[3]) // and empty squares
	tern(^(ta ^ tc), own, own, constant(sideBlack))
	king := copied(g[0])
	tern(^ta&tb&tc, king, g[1], g[2])
	VPANDQ(own, king, king)
	rights := copied(g[0])
	tern(ta&^(tb|tc), rights, g[1], g[2])
	VPANDQ(own, rights, rights)
	// A rook that moves loses its right.
	moved2 := copied(g[2])
	tern(ta|tb&^tc, moved2, g[0], g[1])

	// squaresAt returns the bits of eight squares of a list.
	squaresAt := func(m Mem) reg.VecVirtual {
		x := ZMM()
		VPMOVZXBQ(m, x)
		VPSLLVQ(x, one, x)
		return x
	}
	children := func(from, to reg.VecVirtual, at reg.Register, slider bool) {
		both := avx512.or(from, to)
		for k, test := range []reg.VecVirtual{g[0], g[1], moved2, g[3]} {
			child, mask := avx512.notAnd(both, g[k]), K()
			VPTESTMQ(test, from, mask)
			VPORQ(to, child, mask, child)
			if k == 2 && !slider {
				mask := K()
				VPTESTMQ(king, from, mask)
				VPORQ(rights, child, mask, child)
			}
			VMOVDQU64(child, Mem{Base: dst[k], Index: at, Scale: 8})
		}
	}
	// loop emits a loop over the entries of a list, whose children go to at.
	loop := func(name string, length reg.GPVirtual, body func(j, at reg.GPVirtual)) {
		j, at := GP64(), GP64()
		XORL(j.As32(), j.As32())
		MOVQ(n, at)
		Label(name)
		body(j, at)
		ADDQ(I8(8), at)
		ADDQ(I8(8), j)
		CMPQ(j, length)
		JL(LabelRef(name))
		ADDQ(length, n)
	}

	TESTQ(sliders, sliders)
	JE(LabelRef("leapers"))
	shifts, wraps := ZMM(), ZMM()
	VMOVDQU64(constant(sideShifts), shifts)
	VMOVDQU64(constant(sideWraps), wraps)
	loop("slider", sliders, func(j, at reg.GPVirtual) {
		to := squaresAt(p.entry(sliderTo, j))
		way, wrap, pro := ZMM(), ZMM(), ZMM()
		var by [3]reg.VecVirtual
		VPMOVZXBQ(p.entry(sliderWay, j), way)
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
		children(from, to, at, true)
	})

	Label("leapers")
	TESTQ(others, others)
	JE(LabelRef("played"))
	loop("leaper", others, func(j, at reg.GPVirtual) {
		children(squaresAt(p.entry(otherFrom, j)), squaresAt(p.entry(otherTo, j)), at, false)
	})

	Label("played")
	{
		flags := GP64()
		MOVQ(p.at(blockFlags+8), flags)
		BTQ(i, flags)
		INCQ(i)
		JCC(LabelRef("board"))
	}
	Label("done")
	Store(i, Return("next"))
	Store(n, Return("end"))
	finish()
}
