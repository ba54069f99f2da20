package emit

import . "github.com/mmcloughlin/avo/operand"

// A Board holds four quad planes in registers and emits the piece sets. It can be one
// board in every lane, a different board in each lane, or one rank of a block.
type Board struct {
	V          *ISA
	G0, G1, G2 Vec
	GB         Vec
	Occupied   Vec
}

// NewBoard returns the board of four planes.
func (v *ISA) NewBoard(g [4]Vec) *Board {
	b := &Board{V: v, G0: g[0], G1: g[1], G2: g[2], GB: g[3]}
	b.Occupied = v.Formula(TA|TB|TC, b.G0, b.G1, b.G2, func() Vec {
		return v.Or(v.Or(b.G0, b.G1), b.G2)
	})
	return b
}

// Empty returns the squares without a piece.
func (b *Board) Empty() Vec {
	v := b.V
	if v.Wide() {
		r := v.CopyOf(b.G0)
		Tern(^(TA | TB | TC), r, b.G1, b.G2)
		return r
	}
	return v.NotAnd(b.Occupied, v.Ones())
}

// Black returns gB without the en-passant square.
func (b *Board) Black() Vec { return b.V.And(b.GB, b.Occupied) }

// within returns the squares in in where a function of G0, G1 and G2 holds: see [ISA.Formula].
func (b *Board) within(in Op, table int, two func(v *ISA) Vec) Vec {
	return b.V.And(b.V.Formula(table, b.G0, b.G1, b.G2, func() Vec { return two(b.V) }), in)
}

// Diagonal returns the bishops and queens within a set, such as a side's pieces.
func (b *Board) Diagonal(in Op) Vec {
	v := b.V
	return v.Formula(TA&TB&TC, b.G0, b.G1, in, func() Vec { return v.And(v.And(b.G0, b.G1), in) })
}

// Orthogonal returns the rooks and queens within a set: g0 & (g2 | ^g1) & in.
func (b *Board) Orthogonal(in Op) Vec {
	return b.within(in, TA&(TC|^TB), func(v *ISA) Vec { return v.And(b.G0, v.Or(b.G2, v.NotAnd(b.G1, b.G0))) })
}

// Queens returns the queens within a set.
func (b *Board) Queens(in Op) Vec {
	return b.within(in, TA&TB&TC, func(v *ISA) Vec { return v.And(v.And(b.G0, b.G1), b.G2) })
}

// Kings returns the kings within a set.
func (b *Board) Kings(in Op) Vec {
	return b.within(in, ^TA&TB&TC, func(v *ISA) Vec { return v.NotAnd(b.G0, v.And(b.G1, b.G2)) })
}

// Pawns returns the pawns within a set.
func (b *Board) Pawns(in Op) Vec {
	return b.within(in, ^TA&TB&^TC, func(v *ISA) Vec { return v.NotAnd(b.G0, v.NotAnd(b.G2, b.G1)) })
}

// Knights returns the knights within a set.
func (b *Board) Knights(in Op) Vec {
	return b.within(in, ^TA&^TB&TC, func(v *ISA) Vec { return v.NotAnd(b.G0, v.NotAnd(b.G1, b.G2)) })
}

// Side returns the pieces of one side; black has all bits set for Black and none for White.
func (b *Board) Side(black Op) Vec {
	v := b.V
	return v.Xor(v.NotAnd(b.Black(), b.Occupied), v.And(b.Occupied, black))
}

// CastlingRooks returns the rooks within a set that may castle: g0 &^ (g1 | g2).
func (b *Board) CastlingRooks(in Op) Vec {
	return b.within(in, TA&^(TB|TC), func(v *ISA) Vec { return v.NotAnd(b.G1, v.NotAnd(b.G2, b.G0)) })
}
