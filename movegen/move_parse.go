package movegen

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

// ParseMove parses a legal move in UCI's notation: two squares and, for promotions, the
// letter q, r, b or n. Castling is king takes rook ("e1h1"). If king and rook are on their
// standard squares, it can also be the king's move ("e1g1").
func (p Position) ParseMove(text string) (Move, error) {
	if len(text) != 4 && len(text) != 5 {
		return 0, p.moveError(text, "two squares, such as e2e4, or with a promotion e7e8q,")
	}
	from, ok1 := quad.ParseSquare(text[:2])
	to, ok2 := quad.ParseSquare(text[2:4])
	if !ok1 || !ok2 {
		return 0, p.moveError(text, "two squares, such as e2e4, or with a promotion e7e8q,")
	}
	kind := quad.None
	if len(text) == 5 {
		piece, ok := quad.PieceFromLetter(text[4])
		if !ok || !strings.Contains("qrbn", text[4:]) {
			return 0, p.moveError(text, "q, r, b or n to promote to")
		}
		kind = piece.Kind()
	}
	if m, ok := p.findMove(from, to, kind); ok {
		return m, nil
	}
	return 0, p.moveError(text, "a legal move")
}

// findMove returns the legal move between two squares, and whether there is one. promotion is the kind
// that a pawn promotes to, or None. Castling can have the same forms as in [Position.ParseMove].
func (p *Position) findMove(from, to int, promotion quad.Kind) (m Move, ok bool) {
	var v view
	v.look(&p.Board, p.Side)
	want := moveText{kind: p.Board.At(from).Kind(), promotion: promotion, to: to}
	if promotion == quad.None || want.kind == quad.Pawn {
		if m := v.moveFrom(from, &want); v.isLegal(m) {
			return m, true
		}
	}
	if want.kind == quad.King && promotion == quad.None {
		if m := Move(from|to<<6) | castling; v.isLegal(m) {
			return m, true
		}
		for rook := from &^ 7; rook <= from|7; rook += 7 {
			m := Move(from|rook<<6) | castling
			if m.To() == to && m.usualCastling() && v.isLegal(m) {
				return m, true
			}
		}
	}
	return 0, false
}

func (p Position) moveError(text, expected string) error {
	return fmt.Errorf("movegen: move %s: expected %s in %s", quote.Short(text), expected, p.FEN())
}
