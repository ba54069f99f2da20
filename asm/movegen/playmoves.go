package movegen

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// The fields of an expansion by their offsets in bytes.
var (
	block       layout.Expansion
	blockBoards = int(unsafe.Offsetof(block.Boards))
	blockSets   = int(unsafe.Offsetof(block.Sets))
	blockFlags  = int(unsafe.Offsetof(block.Flags))
	blockListed = int(unsafe.Offsetof(block.Listed))
	blockBlack  = int(unsafe.Offsetof(block.Black))
	blockLists  = int(unsafe.Offsetof(block.Lists))
)

// A list is the memory of one of a board's lists.
type list struct {
	to, from int // in layout.Lists
	length   int // in layout.Listed
}

var (
	sliderList = newList(unsafe.Offsetof(block.Lists[0].Sliders), unsafe.Offsetof(block.Listed[0].Sliders))
	leaperList = newList(unsafe.Offsetof(block.Lists[0].Leapers), unsafe.Offsetof(block.Listed[0].Leapers))
)

func newList(at, length uintptr) list {
	var l layout.List
	return list{to: int(at + unsafe.Offsetof(l.To)), from: int(at + unsafe.Offsetof(l.From)), length: int(length)}
}

// A side holds the constants of a side to move. Its sets are those of a board on which
// its pawns go north; squares and directions are made those of the board.
type side struct {
	Squares [64]uint8                  // the square of the board, by square
	Shifts  [8]uint64                  // of the opposite of each direction
	Wraps   [8]uint64                  // and its wrap mask
	Black   [8]uint64                  // all squares for Black
	Pawns   [4][layout.MostOfSet]uint8 // from minus to: pushes, double steps, captures to the east and west
}

// The fields of a side by their offsets in bytes.
var (
	sideSquares = int(unsafe.Offsetof(side{}.Squares))
	sideShifts  = int(unsafe.Offsetof(side{}.Shifts))
	sideWraps   = int(unsafe.Offsetof(side{}.Wraps))
	sideBlack   = int(unsafe.Offsetof(side{}.Black))
	sidePawns   = int(unsafe.Offsetof(side{}.Pawns))
	sideBytes   = int(unsafe.Sizeof(side{}))
)

// sideTable returns the table of White and Black.
func sideTable() Mem {
	var table [2]side
	for black := range table {
		t := &table[black]
		for i := range t.Squares {
			t.Squares[i] = uint8(i ^ 56*black)
		}
		for d := range 8 {
			turned := d
			if black == 1 {
				turned = 2 - d // north and south exchanged
			}
			back := emit.Directions[koggestone.Direction(turned&7).Opposite()]
			t.Shifts[d] = uint64(back.Shift() & 63)
			t.Wraps[d] = back.Wrap()
			t.Black[d] = -uint64(black)
		}
		for k, back := range [4]struct{ ranks, files int }{{-1, 0}, {-2, 0}, {-1, -1}, {-1, +1}} {
			for i := range t.Pawns[k] {
				t.Pawns[k][i] = uint8(8*back.ranks*(1-2*black) + back.files)
			}
		}
	}
	data, err := binary.Append(nil, binary.LittleEndian, table)
	if err != nil {
		panic(err)
	}
	return emit.ByteTable("sides", data)
}

// knightTable returns the table of the attacks of a knight by square. Entry 64, for no
// knight, is empty.
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
	return emit.Table("knights", w)
}

// A player emits the kernel that plays.
type player struct {
	block, i reg.GPVirtual // the address of the expansion, and the number of the board
	side     reg.GPVirtual // address of the constants of its side to move
	lists    reg.GPVirtual // address of its lists
	most     reg.GPVirtual // the numbers of moves of its sets, by or
	squares  emit.Vec
	dst      [4]reg.Register
	n        reg.GPVirtual // where the next child goes
	g        [4]emit.Vec
	one      emit.Vec
}

func (p *player) at(offset int) Mem { return Mem{Base: p.block, Disp: offset} }

// word returns the board's word of 64 at an offset.
func (p *player) word(offset int) Mem {
	return Mem{Base: p.block, Disp: offset, Index: p.i, Scale: 8}
}

func (p *player) set(s layout.MoveSet) Mem { return p.word(blockSets + int(s)*8*64) }

func (p *player) plane(k int) Mem { return p.word(blockBoards + k*8*64) }

// listed returns a number in the board's Listed.
func (p *player) listed(at int) Mem {
	return Mem{Base: p.block, Disp: blockListed + at, Index: p.i, Scale: uint8(unsafe.Sizeof(layout.Listed{}))}
}

func (p *player) constant(at int) Mem { return Mem{Base: p.side, Disp: at} }

func (p *player) entry(offset int, n reg.Register) Mem {
	return Mem{Base: p.lists, Disp: offset, Index: n, Scale: 1}
}

// findSide and findLists set the addresses of the board.
func (p *player) findSide() {
	black := GP64()
	MOVBQZX(Mem{Base: p.block, Disp: blockBlack, Index: p.i, Scale: 1}, black)
	ANDL(U8(1), black.As32())
	IMUL3Q(I32(sideBytes), black, black)
	LEAQ(sideTable(), p.side)
	ADDQ(black, p.side)
}

func (p *player) findLists() {
	MOVQ(p.i, p.lists)
	ANDL(U8(layout.ListsAhead-1), p.lists.As32())
	IMUL3Q(I32(int32(unsafe.Sizeof(layout.Lists{}))), p.lists, p.lists)
	LEAQ(Mem{Base: p.block, Disp: blockLists, Index: p.lists, Scale: 1}, p.lists)
}

// list appends the squares of a set to a list of n moves, and returns them.
func (p *player) list(set Op, l list, n reg.GPVirtual, from func(squares emit.Vec) emit.Vec) {
	k, x, m := K(), ZMM(), GP64()
	KMOVQ(set, k)
	POPCNTQ(set, m)
	ORQ(m, p.most)
	VPCOMPRESSB_Z(p.squares, k, x)
	VMOVDQU(x.AsX(), p.entry(l.to, n))
	VMOVDQU(from(x).AsX(), p.entry(l.from, n))
	ADDQ(m, n)
}

func none() reg.GPVirtual {
	n := GP64()
	XORL(n.As32(), n.As32())
	return n
}

// listMoves emits the lists of a board. It goes to the label if there are too many
// moves.
func (p *player) listMoves(tooMany string) {
	p.findSide()
	p.findLists()
	VMOVDQU64(p.constant(sideSquares), p.squares)
	XORL(p.most.As32(), p.most.As32())

	Comment("Sliders.")
	sliders := none()
	for d := range 8 {
		p.list(p.set(layout.MoveSet(d)), sliderList, sliders, func(emit.Vec) emit.Vec {
			way := XMM()
			VMOVDQU(emit.ByteTable(fmt.Sprintf("way%d", d), bytes.Repeat([]uint8{uint8(d)}, layout.MostOfSet)), way)
			return way
		})
	}
	MOVB(sliders.As8(), p.listed(sliderList.length))

	Comment("King, and knights: two, and more where there are.")
	leapers := none()
	on := func(square reg.GPVirtual) func(emit.Vec) emit.Vec {
		return func(emit.Vec) emit.Vec {
			from := XMM()
			VPBROADCASTB(square.As32(), from)
			return from
		}
	}
	{
		// g1 & g2 &^ g0, where gb is that of the side.
		king, not := GP64(), GP64()
		MOVQ(p.plane(0), not)
		MOVQ(p.plane(1), king)
		ANDQ(p.plane(2), king)
		ANDNQ(king, not, king)
		MOVQ(p.plane(3), not)
		XORQ(p.constant(sideBlack), not)
		ANDNQ(king, not, king)
		TZCNTQ(king, king)
		p.list(p.set(layout.KingTargets), leaperList, leapers, on(king))
	}
	pieces, attacks := GP64(), GP64()
	MOVQ(p.set(layout.FreeKnights), pieces)
	LEAQ(knightTable(), attacks)
	knight := func() {
		square, to := GP64(), GP64()
		TZCNTQ(pieces, square) // 64 without
		MOVQ(p.set(layout.PieceTargets), to)
		ANDQ(Mem{Base: attacks, Index: square, Scale: 8}, to)
		MOVBQZX(Mem{Base: p.side, Index: square, Scale: 1, Disp: sideSquares}, square)
		p.list(to, leaperList, leapers, on(square))
	}
	knight()
	BLSRQ(pieces, pieces)
	knight()
	BLSRQ(pieces, pieces)
	JEQ(LabelRef("knights"))
	Label("knight")
	knight()
	BLSRQ(pieces, pieces)
	JNE(LabelRef("knight"))
	Label("knights")
	Comment("Pawns.")
	promoting := GP64()
	MOVQ(I64(^int64(0)<<56), promoting)
	for k, s := range []layout.MoveSet{layout.PawnPushes, layout.PawnDoubles, layout.PawnEast, layout.PawnWest} {
		var x Op = p.set(s)
		if s != layout.PawnDoubles {
			t := GP64()
			ANDNQ(x, promoting, t)
			x = t
		}
		p.list(x, leaperList, leapers, func(to emit.Vec) emit.Vec {
			from := XMM()
			VPADDB(p.constant(sidePawns+layout.MostOfSet*k), to.AsX(), from)
			return from
		})
	}

	MOVB(leapers.As8(), p.listed(leaperList.length))
	CMPQ(p.most, U8(layout.MostOfSet))
	JGE(LabelRef(tooMany))
}

// copied returns a copy of x.
func copied(x emit.Vec) emit.Vec {
	y := ZMM()
	VMOVDQA64(x, y)
	return y
}

// each emits a loop over the moves of a list, eight at a time: body gets the bits
// of their targets, the bytes of the other column and where the children go.
func (p *player) each(name string, l list, body func(to emit.Vec, from Mem, at reg.GPVirtual)) {
	length, j, at := GP64(), none(), GP64()
	MOVBQZX(p.listed(l.length), length)
	TESTL(length.As32(), length.As32())
	JE(LabelRef(name + "end"))
	MOVQ(p.n, at)
	ADDQ(length, p.n)
	Label(name)
	body(p.bits(p.entry(l.to, j)), p.entry(l.from, j), at)
	ADDQ(I8(8), at)
	ADDQ(I8(8), j)
	CMPQ(j, length)
	JL(LabelRef(name))
	Label(name + "end")
}

// bits returns the bits of eight squares of a list.
func (p *player) bits(m Mem) emit.Vec {
	x := ZMM()
	VPMOVZXBQ(m, x)
	VPSLLVQ(x, p.one, x)
	return x
}

func (p *player) child(k int, x emit.Vec, at reg.Register) {
	VMOVDQU64(x, Mem{Base: p.dst[k], Index: at, Scale: 8})
}

// play emits the children of a board.
func (p *player) play() {
	p.findSide()
	p.findLists()
	for k, name := range []string{"dst0", "dst1", "dst2", "dstb"} {
		p.dst[k] = Load(Param(name), GP64())
	}
	for k := range p.g {
		p.g[k] = ZMM()
		VPBROADCASTQ(p.plane(k), p.g[k])
	}
	g := p.g
	occupied := copied(g[0])
	emit.Tern(emit.TA|emit.TB|emit.TC, occupied, g[1], g[2])
	VPANDQ(occupied, g[3], g[3]) // without the en-passant target
	empty := emit.AVX512.Xor(occupied, emit.AVX512.Ones())
	// The own king, and the own rooks that may castle.
	own := copied(g[3]) // and empty squares
	emit.Tern(^(emit.TA ^ emit.TC), own, own, p.constant(sideBlack))
	king := copied(g[0])
	emit.Tern(^emit.TA&emit.TB&emit.TC, king, g[1], g[2])
	VPANDQ(own, king, king)
	rights := copied(g[0])
	emit.Tern(emit.TA&^(emit.TB|emit.TC), rights, g[1], g[2])
	VPANDQ(own, rights, rights)
	// A rook that moves loses its right.
	moved := g
	moved[2] = copied(g[2])
	emit.Tern(emit.TA|emit.TB&^emit.TC, moved[2], g[0], g[1])

	pieces := func(from, to emit.Vec, at reg.Register, leapers bool) {
		both := emit.AVX512.Or(from, to)
		for k := range g {
			x, mask := emit.AVX512.NotAnd(both, g[k]), K()
			VPTESTMQ(moved[k], from, mask)
			VPORQ(to, x, mask, x)
			if k == 2 && leapers {
				mask := K()
				VPTESTMQ(king, from, mask)
				VPORQ(rights, x, mask, x)
			}
			p.child(k, x, at)
		}
	}
	shifts, wraps := ZMM(), ZMM()
	VMOVDQU64(p.constant(sideShifts), shifts)
	VMOVDQU64(p.constant(sideWraps), wraps)
	p.each("slider", sliderList, func(to emit.Vec, ways Mem, at reg.GPVirtual) {
		way, wrap, pro := ZMM(), ZMM(), ZMM()
		var by [3]emit.Vec
		VPMOVZXBQ(ways, way)
		by[0] = ZMM()
		VPERMQ(shifts, way, by[0])
		VPERMQ(wraps, way, wrap)
		for k := 1; k < 3; k++ {
			by[k] = ZMM()
			VPADDQ(by[k-1], by[k-1], by[k])
		}
		VPANDQ(wrap, empty, pro)
		rotated := func(x, by emit.Vec) emit.Vec {
			y := ZMM()
			VPROLVQ(by, x, y)
			return y
		}
		gen := copied(to)
		for k := range 3 {
			emit.Tern(emit.TA|emit.TB&emit.TC, gen, pro, rotated(gen, by[k]))
			if k < 2 {
				pro = emit.AVX512.And(pro, rotated(pro, by[k]))
			}
		}
		from := rotated(gen, by[0])
		emit.Tern(emit.TA&emit.TB&emit.TC, from, wrap, occupied)
		pieces(from, to, at, false)
	})
	p.each("leaper", leaperList, func(to emit.Vec, from Mem, at reg.GPVirtual) {
		pieces(p.bits(from), to, at, true)
	})
}

// playMoves emits the kernel that plays all moves of a position, on AVX-512. The sets of
// target squares become lists of bytes, where moves go to and where they come from; for
// sliders the second tells the direction, as in one direction a square is the target of
// one slider at most. Then lanes are moves, eight at a time: a word has the one bit of a
// square. A slider is found from its target by a fill back to the first piece, in every
// lane another way. A plane of a child is that of the parent without the two squares, and
// with the target if the piece that moves is in the plane.
//
// The lists keep one port of the CPU busy and the children others, and a load of bytes
// that several stores have written waits until these have left the core. So the lists of
// a board are written before the children of the board before it.
func playMoves() {
	emit.Kernel("playMovesAVX512", "func(block *[4][64]uint64, dst0, dst1, dst2, dstb *uint64, i, n, limit int) (next, end int)")
	Doc("playMovesAVX512 plays the moves of boards i to 63 of the expansion whose first field is block, except promotions, castling, en passant and double steps that arrive beside a pawn of theirs. The planes of the children go to dst0[n] and so on, and after those of a board room is left for as many as it has other moves; words behind them, up to seven, are overwritten. It sets the lengths of the lists, and returns the first board that is not played and where its children go: 64, unless end > limit or a board is odd or has more moves than fit the lists.")
	p := &player{block: GP64(), i: GP64(), n: GP64(), side: GP64(), lists: GP64(), most: GP64(), squares: ZMM()}
	Load(Param("block"), p.block)
	Load(Param("n"), p.n)
	first := GP64()
	Load(Param("i"), first)
	p.one = emit.AVX512.Broadcast(1)

	// Board i is listed, then board i-1 played.
	MOVQ(first, p.i)
	Label("next")
	CMPQ(p.i, U8(64))
	JEQ(LabelRef("listed"))
	p.listMoves("toomany")
	Label("listed")
	DECQ(p.i)
	CMPQ(p.i, first)
	JL(LabelRef("played"))
	CMPQ(p.n, emit.WordParam("limit"))
	JG(LabelRef("done"))
	{
		odd := GP64()
		MOVQ(p.at(blockFlags+8*layout.OddFlag), odd)
		BTQ(p.i, odd)
		JCS(LabelRef("done"))
	}
	p.play()
	{
		others := GP64()
		MOVBQZX(p.listed(int(unsafe.Offsetof(block.Listed[0].Others))), others)
		ADDQ(others, p.n)
	}
	Label("played")
	ADDQ(U8(2), p.i)
	CMPQ(p.i, U8(64))
	JLE(LabelRef("next"))
	DECQ(p.i)

	Label("done")
	Store(p.i, Return("next"))
	Store(p.n, Return("end"))
	emit.Finish()

	Label("toomany")
	{
		odd := GP64()
		MOVQ(p.at(blockFlags+8*layout.OddFlag), odd)
		BTSQ(p.i, odd)
		MOVQ(odd, p.at(blockFlags+8*layout.OddFlag))
		JMP(LabelRef("listed"))
	}
}
