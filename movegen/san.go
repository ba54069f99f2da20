package movegen

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// SAN returns the legal move m of p in standard algebraic notation: "e4", "Nbd7",
// "exd6", "e8=Q+", "O-O", "Qxf7#". Squares of departure are named only as far as
// needed among the legal moves: by file, else by rank, else by both. It generates
// all legal moves of p, and asks for the check and mate that m gives.
func (p Position) SAN(m Move) string {
	text := p.sanBody(m)
	child := p.Play(m)
	switch {
	case child.IsCheckmate():
		return text + "#"
	case child.InCheck():
		return text + "+"
	}
	return text
}

// sanBody returns SAN without the mark of check or mate.
func (p Position) sanBody(m Move) string {
	if m.IsCastling() {
		if m.To() > m.From() {
			return "O-O"
		}
		return "O-O-O"
	}
	from, to := quad.SquareName(m.From()), quad.SquareName(m.To())
	kind := sanKind(p.Board.At(m.From()))
	text := ""
	switch {
	case kind != quad.Pawn:
		text = kindLetter(kind) + p.departure(m, kind)
	case m.captures(&p.Board):
		text = from[:1]
	}
	if m.captures(&p.Board) {
		text += "x"
	}
	text += to
	if m.IsPromotion() {
		text += "=" + kindLetter(m.Promotion())
	}
	return text
}

// departure returns what tells the piece of m from others of its kind that may go
// to the same square.
func (p Position) departure(m Move, kind quad.Kind) string {
	var rivals uint64
	var buf [256]Move
	same := p.Board.ByKind(kind) & p.Board.ByColor(p.Side)
	for _, other := range p.AppendLegalMoves(buf[:0]) {
		if other.To() == m.To() && same>>other.From()&1 != 0 {
			rivals |= 1 << other.From()
		}
	}
	rivals &^= 1 << m.From()
	from := quad.SquareName(m.From())
	switch {
	case rivals == 0:
		return ""
	case rivals&(squares.FileA<<(m.From()&7)) == 0:
		return from[:1]
	case rivals&(squares.Rank1<<(m.From()&^7)) == 0:
		return from[1:]
	}
	return from
}

// sanKind returns the kind of a piece as SAN has it, without castling rooks.
func sanKind(p quad.Piece) quad.Kind {
	if p.Kind() == quad.CastlingRook {
		return quad.Rook
	}
	return p.Kind()
}

// kindLetter returns the letter of a kind, upper case.
func kindLetter(kind quad.Kind) string {
	return string(quad.MakePiece(quad.White, kind).Letter())
}

// ParseSAN returns the legal move of p that text names in standard algebraic
// notation.
//
// Beyond what [Position.SAN] writes it accepts more of the departure than is
// needed ("Ng1f3", "e4xd5"), promotions without "=", castling with zeros, captures
// without "x", and any of "+", "#", "!" and "?" at the end, which are not checked.
// What is written must be so: "x" is a capture, a pawn that captures names its
// file, as SAN demands ("exd5" or "ed5"; "xd5" and "d5" are not it), and castling
// is not a king's move. Letters keep their case, and pawns have none.
func (p Position) ParseSAN(text string) (Move, error) {
	body := strings.TrimRight(text, "+#!?")
	kings := p.Board.Kings() & p.Board.ByColor(p.Side)
	switch body {
	case "O-O", "0-0":
		return p.onlyMove(text, kings, func(m Move) bool { return m.IsCastling() && m.To() > m.From() })
	case "O-O-O", "0-0-0":
		return p.onlyMove(text, kings, func(m Move) bool { return m.IsCastling() && m.To() < m.From() })
	}
	want, err := splitSAN(body)
	if err != nil {
		return 0, fmt.Errorf("movegen: SAN %s: %w", quote.Short(text), err)
	}
	movers := want.from & p.Board.ByColor(p.Side) & p.Board.ByKind(want.kind)
	return p.onlyMove(text, movers, func(m Move) bool {
		return m.To() == want.to && m.Promotion() == want.promotion && !m.IsCastling() &&
			(!want.captures || m.captures(&p.Board))
	})
}

// onlyMove returns the one legal move of the pieces on movers that fits.
func (p Position) onlyMove(text string, movers uint64, fits func(Move) bool) (Move, error) {
	var buf [256]Move
	var found []Move
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		if movers>>m.From()&1 != 0 && fits(m) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("movegen: SAN %s: expected a legal move in %s", quote.Short(text), p.FEN())
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("movegen: SAN %s: expected one move, could be %v or %v in %s", quote.Short(text), found[0], found[1], p.FEN())
}

// sanParts is what the text of a move other than castling says.
type sanParts struct {
	kind, promotion quad.Kind
	from            uint64 // squares where the piece may stand
	to              int
	captures        bool // there is an x
}

// splitSAN returns the parts of a move's SAN without marks.
func splitSAN(text string) (parts sanParts, err error) {
	parts.kind = quad.Pawn
	if kind, ok := pieceLetter(text, 0); ok {
		parts.kind, text = kind, text[1:]
	} else if kind, ok := pieceLetter(text, len(text)-1); ok {
		if kind == quad.King {
			return parts, fmt.Errorf("expected Q, R, B or N to promote to")
		}
		parts.promotion, text = kind, strings.TrimSuffix(text[:len(text)-1], "=")
	}
	if len(text) < 2 {
		return parts, fmt.Errorf("expected a target square")
	}
	departure, target := text[:len(text)-2], text[len(text)-2:]
	to, ok := quad.ParseSquare(target)
	if !ok {
		return parts, fmt.Errorf("expected a target square, not %q", target)
	}
	parts.to = to
	if parts.kind == quad.Pawn && parts.promotion == quad.None && (to < 8 || to >= 56) {
		return parts, fmt.Errorf("expected =Q, =R, =B or =N after a pawn's move to %s", target)
	}
	departure, parts.captures = strings.CutSuffix(departure, "x")
	parts.from, err = splitDeparture(departure, parts)
	return parts, err
}

// splitDeparture returns the squares that the text between a piece and its target
// leaves for where it comes from.
func splitDeparture(text string, parts sanParts) (from uint64, err error) {
	from = ^uint64(0)
	rest := text
	switch {
	case rest != "" && rest[0] >= 'a' && rest[0] <= 'h':
		from &= squares.FileA << (rest[0] - 'a')
		rest = rest[1:]
	case parts.kind == quad.Pawn && (rest != "" || parts.captures):
		return 0, fmt.Errorf("expected the pawn's file before x or the target, as in exd5")
	case parts.kind == quad.Pawn:
		from &= squares.FileA << (parts.to & 7)
	}
	if rest != "" && rest[0] >= '1' && rest[0] <= '8' {
		from &= squares.Rank1 << (8 * (rest[0] - '1'))
		rest = rest[1:]
	}
	if rest != "" {
		return 0, fmt.Errorf("expected a file, a rank, x or a square before the target, not %s", quote.Short(rest))
	}
	return from, nil
}

// pieceLetter returns the kind of the letter NBRQK at text[i], if there is one.
func pieceLetter(text string, i int) (quad.Kind, bool) {
	if i < 0 || i >= len(text) || strings.IndexByte("NBRQK", text[i]) < 0 {
		return quad.None, false
	}
	piece, _ := quad.PieceFromLetter(text[i])
	return piece.Kind(), true
}
