package chess

import "github.com/koggestone/koggestone/prove/aig"

// Codes of pieces on a square: see [Board].
const (
	unmovedRook = 1
	pawn        = 2
	movedRook   = 5
	king        = 6
)

// Code returns the code of the piece on a square, which is a set of one square.
func Code(g *aig.Graph, planes [4]Set, square Set) (code aig.Bits) {
	for _, p := range planes[:3] {
		code = append(code, g.Any(g.Ands(p, square)))
	}
	return code
}

// Play returns the planes after the piece on square from, which becomes the given code, went to another square, for a side
// to move. A rook that moves may no longer castle. If the king moves, the other rooks of its side may not either. There is no en
// passant target afterwards.
func (b *Board) Play(planes [4]Set, black aig.Lit, from, to Set, becomes aig.Bits) (after [4]Set) {
	g := b.G
	own := g.Muxes(black, b.Sides[Black], b.Sides[White])
	rook := g.Equal(becomes, aig.Const(unmovedRook, 3))
	becomes = append(g.Muxes(rook, aig.Const(movedRook, 3), becomes), black)
	stays := planes
	lost := g.Gate(g.Equal(Code(g, planes, from), aig.Const(king, 3)), g.Ands(b.Castling, own))
	stays[2] = g.Ors(stays[2], lost)
	stays[3] = g.Ands(stays[3], b.Occupied)
	for p := range after {
		after[p] = each(func(t int) aig.Lit {
			return g.Mux(to[t], becomes[p], g.AndNot(stays[p][t], from[t]))
		})
	}
	return after
}

// A MoveWord describes a move of 16 bits on a board: the source square, the target square, and four bits for its kind, of which
// 1 is a double step, 8 to 15 are promotions to the code in the low three bits, and 2 to 7 are special.
type MoveWord struct {
	From, To       Set
	Piece, Becomes aig.Bits // codes
	Taken          aig.Bits // the code on the target square, and whether the piece there is black
	Resets         aig.Lit  // a pawn moves, or a piece is captured
	Beside         aig.Lit  // a double step that ends beside a pawn of the other side
	Special        aig.Lit  // such a step or a special kind
	Zero           aig.Lit  // all bits are 0
	Loses          aig.Lit  // the king moves while a rook of its side may castle
}

// Word describes a move.
func (b *Board) Word(planes [4]Set, black aig.Lit, move aig.Bits) (w MoveWord) {
	g := b.G
	square := func(n aig.Bits) Set { return each(func(t int) aig.Lit { return g.Equal(n, aig.Const(uint64(t), 6)) }) }
	own, their := g.Muxes(black, b.Sides[Black], b.Sides[White]), g.Muxes(black, b.Sides[White], b.Sides[Black])
	w.From, w.To = square(move[:6]), square(move[6:12])
	w.Piece = Code(g, planes, w.From)
	w.Becomes = g.Muxes(move[15], move[12:15], w.Piece)
	w.Taken = append(Code(g, planes, w.To), g.Any(g.Ands(w.To, b.Sides[Black])))
	w.Resets = g.Or(g.Equal(w.Piece, aig.Const(pawn, 3)), g.Any(g.Ands(w.To, b.Occupied)))
	double := g.Equal(move[12:], aig.Const(1, 4))
	beside := g.Any(g.Ands(Leap(g, w.To, Step{1, 0}, Step{-1, 0}), b.Pawns, their))
	w.Beside = g.And(double, beside)
	w.Special = g.Or(g.AndNot(g.Or(move[13], move[14]), move[15]), w.Beside)
	w.Zero = g.Any(move).Not()
	w.Loses = g.And(g.Equal(w.Piece, aig.Const(king, 3)), g.Any(g.Ands(b.Castling, own)))
	return w
}
