package raylist

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// New converts p to a Position of this package. It returns an error if a side has
// more than 16 pieces, the number of piece numbers, or if
// [movegen.Position.Validate] returns one.
func New(p movegen.Position) (*Position, error) {
	q := new(Position)
	if err := q.Set(p); err != nil {
		return nil, err
	}
	return q, nil
}

// Set sets p to from. It returns the errors of [New], and then leaves p unchanged.
func (p *Position) Set(from movegen.Position) error {
	if err := validate(from); err != nil {
		return err
	}
	p.board = emptyMailbox()
	p.turn, p.passed = from.Side&1, noSquare
	p.halfMoves, p.fullMove = from.HalfMoves, from.FullMoves
	squares := from.Board.Squares()
	var pieces [2]uint8
	for c := range p.sides {
		p.sides[c].reset(quad.Color(c))
		// The king comes first: it is piece 0.
		for sq, piece := range squares {
			if piece == quad.MakePiece(quad.Color(c), quad.King) {
				p.place(&pieces, fromIndex(sq), piece)
			}
		}
	}
	for sq, piece := range squares {
		switch {
		case piece == quad.EnPassantTarget:
			p.passed = fromIndex(sq)
		case piece != quad.NoPiece && piece.Kind() != quad.King:
			p.place(&pieces, fromIndex(sq), piece)
		}
	}
	return nil
}

// validate returns the errors of Set.
func validate(p movegen.Position) error {
	for _, c := range [...]quad.Color{quad.White, quad.Black} {
		if n := bits.OnesCount64(p.Board.ByColor(c)); n > pieceNumbers {
			return fmt.Errorf("raylist: %d %s pieces, expected at most %d: there are no more piece numbers", n, c, pieceNumbers)
		}
	}
	if err := p.Validate(); err != nil {
		return fmt.Errorf("raylist: %w", err)
	}
	return nil
}

// place assigns the next number of its colour to the piece on y, and links its rays.
func (p *Position) place(pieces *[2]uint8, y square, piece quad.Piece) {
	s := &p.sides[piece.Color()]
	i := pieces[piece.Color()]
	pieces[piece.Color()]++
	k := piece.Kind()
	if k == quad.CastlingRook {
		k = quad.Rook
		if s.castle[0] == noSquare {
			s.castle[0] = y
		} else {
			s.castle[1] = y
		}
	}
	p.board[y] = s.number(i)
	s.add(i, k, y)
}

// Position converts p to a position of package movegen. It has the en-passant
// target only if there is a legal capture on it.
func (p *Position) Position() movegen.Position {
	var squares [64]quad.Piece
	for sq := range squares {
		squares[sq] = p.pieceOn(fromIndex(sq))
	}
	if p.capturesEnPassant() {
		squares[toIndex(p.passed)] = quad.EnPassantTarget
	}
	return movegen.Position{
		Board: quad.FromSquares(&squares), Side: p.turn,
		HalfMoves: p.halfMoves, FullMoves: p.fullMove,
	}
}

// pieceOn returns the piece on y, a square of the board, or quad.NoPiece.
func (p *Position) pieceOn(y square) quad.Piece {
	n := p.board[y]
	if n == emptySq {
		return quad.NoPiece
	}
	s := &p.sides[n>>5&1]
	k := s.kind[n&indexMask]
	if s.castle[0] == y || s.castle[1] == y {
		k = quad.CastlingRook
	}
	return quad.MakePiece(s.color, k)
}

// capturesEnPassant reports whether there is a legal capture en passant.
func (p *Position) capturesEnPassant() bool {
	var l List
	p.enPassants(&l)
	for _, m := range l.Moves() {
		if p.isLegal(m) {
			return true
		}
	}
	return false
}
