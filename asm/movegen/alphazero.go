package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// AlphaZero emits the kernel that computes AlphaZero's masks of a block, 73 words for each position.
// It first stores the sets of moves position by position. Then it computes each plane, which
// contains the source squares of its moves, with 4 or 8 positions in a register. From the targets it
// walks back until it meets an own piece:
//
//	for each direction d, with targets x of all pieces:
//		for n in 1..7:
//			x = x moved back by 1
//			plane[d, n] = x & own
//			x &^= own
func AlphaZero(v *emit.ISA) {
	v.Kernel("alphaZero"+v.Name, fmt.Sprintf("func(dst, sets, rare *uint64, ranks *[%d]uint64)", len(layout.MoveRanks{})), fmt.Sprintf("alphaZero%s sets 73 words starting at dst[73*i] to the moves of position i at ranks, for 0 <= i < %d. It sets bit i of rare if the position may have other moves. It uses at most the %d words at sets as scratch space.",
		v.Name, v.Bytes, layout.MaskRoom))
	dst, sets := v.Param("dst"), v.Param("sets")
	ranks := ranksParam(v, "ranks")
	at := func(set int) Mem { return Mem{Base: sets, Disp: set * 8 * v.Bytes} }
	for _, d := range emit.Directions {
		v.Unslice(maskTargets(ranks, d.Direction, true), at(int(d.Direction)))
	}
	v.Unslice(ranks.load(layout.RankKnights), at(maskKnights))
	v.Unslice(ranks.load(layout.RankTargets), at(maskLeaps))
	v.Unslice(ranks.load(layout.RankOwn), at(maskOwn))
	var last [8]emit.Vec // promotions: to the west in the sixth rank, ahead in the seventh, to the east in the eighth
	for r := range last {
		last[r] = v.Broadcast(0)
	}
	for way, r := range [3]int{6, 7, 5} {
		last[r] = v.Load(ranks.at(layout.RankPawns+way, 5))
	}
	v.Unslice(last, at(maskPromotions))
	v.StoreBits(v.Load(ranks.at(layout.RankRest, layout.RankRare)), emit.Pointer("rare"))
	left := GP64()
	MOVQ(U32(8), left) // iterations, each for one register of every set
	Label("planes")
	m := &masks{v: v, set: at, at: func(position, plane int) Mem { return Mem{Base: dst, Disp: position*alphaZeroBytes + 8*plane} }}
	m.all()
	ADDQ(I32(int32(v.Bytes)), sets)
	ADDQ(I32(int32(alphaZeroBytes*v.Words())), dst)
	DECQ(left)
	JNE(LabelRef("planes"))
	v.Finish()
}

// The sets that masks are computed from. The first eight are the directions.
const (
	maskKnights = 8 + iota
	maskLeaps   // the targets of knights
	maskOwn
	maskPromotions
)

// maskTargets returns the targets in a direction, for sliders, king, pawns and castling.
// Castling goes to the rook, or to the king's target g1 or c1.
func maskTargets(ranks moveRanks, d koggestone.Direction, king bool) (x [8]emit.Vec) {
	v := ranks.v
	x = ranks.load(int(d))
	pawns := func(way int) {
		for r := 2; r < 8; r++ {
			x[r] = v.Or(x[r], ranks.at(layout.RankPawns+way, r-2))
		}
	}
	rest := func(row int) emit.Vec { return v.Load(ranks.at(layout.RankPawns+3, row)) }
	castling := func(row, files int) {
		rook := rest(row)
		if king {
			rook = v.ShiftWords(rook, files)
		}
		x[0] = v.Or(x[0], rook)
	}
	switch d {
	case koggestone.North:
		pawns(0)
		x[3] = v.Or(x[3], rest(layout.RowDouble))
	case koggestone.NorthEast:
		pawns(1)
	case koggestone.NorthWest:
		pawns(2)
	case koggestone.East:
		castling(layout.RowCastleH, -1)
	case koggestone.West:
		castling(layout.RowCastleA, 2)
	}
	return x
}

// alphaZeroBytes is the size of a mask.
const alphaZeroBytes = 73 * 8

// masks emits the planes of one position for each word of a register.
type masks struct {
	v    *emit.ISA
	at   func(position, plane int) Mem // address of a plane
	set  func(set int) Mem
	some []emit.Vec // planes that are not stored yet
	n    int        // number of planes stored
}

func (m *masks) all() {
	v := m.v
	own := v.Load(m.set(maskOwn))
	for k := range 8 { // clockwise from north
		d := emit.Directions[(k+7)%8]
		x, board := v.Load(m.set(int(d.Direction))), v.Broadcast(koggestone.Step(^uint64(0), d.Opposite()))
		for n := range 7 {
			if d.Shift() == -1 { // an addition runs on more ports than a shift
				x = v.Pick(VPADDQ, VPADDQ, x, x)
			} else {
				x = v.Shift(x, -d.Shift())
			}
			back := x
			m.add(v.Formula(emit.TA&emit.TB&emit.TC, back, own, board, func() emit.Vec {
				back = v.And(x, board)
				return v.And(back, own)
			}))
			if n < 6 {
				x = v.Formula(emit.TA&^emit.TB&emit.TC, back, own, board, func() emit.Vec { return v.NotAnd(own, back) })
			}
		}
	}
	targets := v.Load(m.set(maskLeaps))
	for _, j := range squares.Jumps() {
		x := v.And(targets, v.Broadcast(j.Arrives))
		m.add(v.And(v.Shift(x, -j.Shift), m.set(maskKnights)))
	}
	last := v.Load(m.set(maskPromotions))
	from := func(rank uint64, shift int) emit.Vec { return v.Shift(v.And(last, v.Broadcast(rank)), shift) }
	ahead := v.And(last, v.Broadcast(squares.Rank7))
	for _, x := range []emit.Vec{from(squares.Rank7>>8, +9), ahead, from(squares.Rank8, -9)} {
		for range 3 {
			m.add(x)
		}
	}
}

// add adds the next plane. When it has collected a plane for each word of a register, it stores
// them. It ignores plane 72, because planes 70 to 72 are equal, so the last store also writes
// this plane.
func (m *masks) add(x emit.Vec) {
	v := m.v
	words := v.Words()
	if m.n+len(m.some) == 72 {
		return
	}
	if m.some = append(m.some, x); len(m.some) < words {
		return
	}
	var rows []emit.Vec
	if v.Wide() {
		y := [8]emit.Vec(m.some)
		turnWords(&y)
		rows = y[:]
	} else {
		rows = turnFour([4]emit.Vec(m.some))
	}
	for i, row := range rows {
		at := m.at(i, m.n)
		v.Store(row, at)
		switch { // planes 70 to 72 are equal
		case m.n+words < 72:
		case v.Wide():
			VEXTRACTI64X2(U8(3), row, at.Offset(7*8))
		default:
			VEXTRACTI128(U8(1), row, at.Offset(3*8))
		}
	}
	m.n += words
	m.some = nil
}

// turnFour transposes 4 x 4 words.
func turnFour(x [4]emit.Vec) []emit.Vec {
	v := emit.AVX2
	var y [4]emit.Vec
	for i := range 2 {
		y[i], y[2+i] = v.Pick(VPUNPCKLQDQ, nil, x[2*i], x[2*i+1]), v.Pick(VPUNPCKHQDQ, nil, x[2*i], x[2*i+1])
	}
	halves := func(imm uint8, a, b emit.Vec) emit.Vec {
		r := YMM()
		VPERM2I128(U8(imm), b, a, r)
		return r
	}
	return []emit.Vec{halves(0x20, y[0], y[1]), halves(0x20, y[2], y[3]), halves(0x31, y[0], y[1]), halves(0x31, y[2], y[3])}
}
