package movegen

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// AlphaZero emits the kernel that computes AlphaZero's masks of a block, 73 words for each
// position. It first stores the sets of moves, as moveSets does. Then it computes, for each plane,
// the source squares of its moves, with 4 or 8 positions in a register:
//
//	for each direction d, with targets x of all pieces:
//		source = own
//		for n in 1..7:
//			plane[d, n] = source & x moved back by n
//			source &^= own moved back by n       // a piece in between
func AlphaZero(v *emit.ISA) {
	signature := fmt.Sprintf("func(dst, sets, rare, g0, g1, g2, gb *uint64, black *uint8, room *[%d]uint64)", len(layout.LegalRoom{}))
	v.Kernel("alphaZero"+v.Name, signature, fmt.Sprintf("alphaZero%s sets 73 words starting at dst[73*i] to the legal moves of the board i whose side to move is the lowest bit of black[i], for 0 <= i < %d. It sets bit i of rare if the board may have other moves. It uses the %d words at sets as scratch space.",
		v.Name, v.Bytes, (int(setKings)+1)*v.Bytes))
	dst, sets, rare, black := v.Param("dst"), v.Param("sets"), v.Param("rare"), v.Param("black")
	planes := emit.Arrays{}
	c := newLegalMoves(v, planes, len(layout.LegalRoom{}))
	c.plain = true
	if !v.Wide() {
		c.AssignLater(5)
	}
	at := func(set layout.MoveSet) Mem { return Mem{Base: sets, Disp: int(set) * 8 * v.Bytes} }
	out := &withKings{&stored{c: c, dst: Mem{Base: sets}}, at(setKings)}
	c.sets(func(name string) Mem { return Mem{Base: planes[name].Base} }, Mem{Base: black}, out)
	v.StoreBits(v.Load(c.rare), Mem{Base: rare})
	var own [8]emit.Vec
	for r, m := range c.own {
		own[r] = v.Load(m)
	}
	v.Unslice(own, at(setOwn))
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

// The sets that masks needs in addition to the layout.MoveSets.
const (
	setOwn = layout.MoveSets + iota
	setKings
)

// withKings is the sink that also stores the own kings.
type withKings struct {
	*stored
	kings Mem
}

func (s *withKings) end(sets ...layout.MoveSet) {
	if slices.Contains(sets, layout.KingTargets) {
		var x [8]emit.Vec
		for r, m := range s.c.ours.king {
			x[r] = s.c.V.Load(m)
		}
		s.c.V.Unslice(x, s.kings)
	}
	s.stored.end(slices.DeleteFunc(sets, func(set layout.MoveSet) bool { return set == layout.PawnBeside })...)
}

// alphaZeroBytes is the size of a mask.
const alphaZeroBytes = 73 * 8

// masks emits the planes of one position for each word of a register.
type masks struct {
	v    *emit.ISA
	at   func(position, plane int) Mem // address of a plane
	set  func(layout.MoveSet) Mem
	some []emit.Vec // planes that are not stored yet
	n    int        // number of planes stored
}

func (m *masks) all() {
	v := m.v
	pawnTargets := func(set layout.MoveSet) emit.Vec { // none on the second rank
		return v.And(v.Load(m.set(set)), v.Broadcast(^squares.Rank2))
	}
	for k := range 8 { // clockwise from north
		d := emit.Directions[(k+7)%8]
		x := v.Load(m.set(layout.SliderTargets + layout.MoveSet(d.Direction)))
		kings := v.And(v.Shift(v.Load(m.set(setKings)), d.Shift()), v.Broadcast(d.Wrap()))
		x = v.AccAnd(x, kings, m.set(layout.KingTargets))
		switch d.Direction {
		case koggestone.North:
			x = v.Or(v.Or(x, pawnTargets(layout.PawnPushes)), m.set(layout.PawnDoubles))
		case koggestone.NorthEast:
			x = v.Or(x, pawnTargets(layout.PawnEast))
		case koggestone.NorthWest:
			x = v.Or(x, pawnTargets(layout.PawnWest))
		case koggestone.East: // castling with h1: the king goes to g1
			x = v.Or(x, v.And(v.Shift(v.Load(m.set(layout.CastlingRooks)), -1), v.Broadcast(1<<6)))
		case koggestone.West: // with a1: to c1
			x = v.Or(x, v.And(v.Shift(v.Load(m.set(layout.CastlingRooks)), 2), v.Broadcast(1<<2)))
		}
		own := v.Load(m.set(setOwn))
		source := v.Copy(own)
		fits := ^uint64(0)
		for n := 1; n < 8; n++ {
			fits = koggestone.Step(fits, d.Opposite())
			back := v.And(v.Shift(x, -n*d.Shift()), source)
			m.add(v.And(back, v.Broadcast(fits)))
			if n < 7 {
				source = v.NotAnd(v.Shift(own, -n*d.Shift()), source)
			}
		}
	}
	targets := v.Load(m.set(layout.PieceTargets))
	for _, j := range squares.Jumps {
		x := v.And(targets, v.Broadcast(j.Arrives))
		m.add(v.And(v.Shift(x, -j.Shift), m.set(layout.FreeKnights)))
	}
	for _, way := range []struct {
		set   layout.MoveSet
		shift int
	}{{layout.PawnWest, 7}, {layout.PawnPushes, 8}, {layout.PawnEast, 9}} {
		from := v.Shift(v.And(v.Load(m.set(way.set)), v.Broadcast(squares.Rank8)), -way.shift)
		for range 3 {
			m.add(from)
		}
	}
}

// add adds the next plane, and stores the collected planes when there is one for each word of a
// register. It ignores plane 72, because planes 70 to 72 are equal: the last store writes it too.
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
