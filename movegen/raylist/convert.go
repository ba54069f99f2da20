package raylist

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// New converts q to a raylist Position. It returns an error if
// [movegen.Position.Validate] does, or if a side has more than 16 pieces, because there
// are only 16 piece numbers.
func New(q movegen.Position) (*Position, error) {
	for _, c := range [...]quad.Color{quad.White, quad.Black} {
		if n := bits.OnesCount64(q.Board.ByColor(c)); n > pieceNumbers {
			return nil, fmt.Errorf("raylist: expected at most %d %s pieces, because there are no more piece numbers, found %d", pieceNumbers, c, n)
		}
	}
	if err := q.Validate(); err != nil {
		return nil, fmt.Errorf("raylist: %w", err)
	}
	return convert(q), nil
}

// convert is New without its checks.
func convert(q movegen.Position) *Position {
	p := new(Position)
	for y := range p.board {
		p.board[y] = emptySq
		if y&0x88 != 0 {
			p.board[y] = offBoard
		}
	}
	p.turn, p.passed = q.Side&1, noSquare
	squares := q.Board.Squares()
	var pieces [2]uint8
	for c := range p.sides {
		p.sides[c].reset(quad.Color(c))
	}
	for _, kings := range [...]bool{true, false} { // a king is piece 0
		for sq, piece := range squares {
			switch {
			case piece == quad.EnPassantTarget:
				p.passed = fromIndex(sq)
			case piece != quad.NoPiece && (piece.Kind() == quad.King) == kings:
				p.place(&pieces, fromIndex(sq), piece)
			}
		}
	}
	return p
}

// place gives the piece on y the next number of its colour, and links its rays.
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

// Position converts p to a position of package movegen, without clocks. It has the
// en-passant target only if there is a legal capture there.
func (p *Position) Position() movegen.Position {
	var squares [64]quad.Piece
	for sq := range squares {
		squares[sq] = p.pieceOn(fromIndex(sq))
	}
	var l List
	p.enPassants(&l)
	for _, m := range l.Moves() {
		if p.isLegal(m) {
			squares[toIndex(p.passed)] = quad.EnPassantTarget
		}
	}
	return movegen.Position{Board: quad.FromSquares(&squares), Side: p.turn}
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

// Compare returns nil if this package and movegen find the same legal moves in p. Otherwise
// the error lists both. If [New] does not support p, Compare returns New's error.
func Compare(p movegen.Position) error {
	q, err := New(p)
	if err != nil {
		return err
	}
	return q.compare(p)
}

// compare checks that q and p, normally the same position, have the same moves.
func (q *Position) compare(p movegen.Position) error {
	var l List
	q.GenerateLegal(&l)
	var own, theirs []string
	for _, m := range l.Moves() {
		own = append(own, m.String())
	}
	for _, m := range p.AppendLegalMoves(nil) {
		theirs = append(theirs, name(m))
	}
	slices.Sort(own)
	slices.Sort(theirs)
	if !slices.Equal(own, theirs) {
		return fmt.Errorf("raylist: %s: the ray list has %v, movegen has %v", p.FEN(), own, theirs)
	}
	return nil
}

// name formats m like [Move.String].
func name(m movegen.Move) string {
	to := m.To()
	if m.IsCastling() {
		to = m.RookFrom()
	}
	own := makeMove(fromIndex(m.From()), fromIndex(to), ordinary)
	if m.IsPromotion() {
		own = makePromotion(own.from(), own.to(), m.Promotion())
	}
	return own.String()
}
