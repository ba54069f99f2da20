package movegen

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// SAN returns the legal move m of p in standard algebraic notation: "e4", "Nbd7",
// "exd6", "e8=Q+", "O-O", "Qxf7#". Squares of departure are named only as far as
// needed among the legal moves: by file, else by rank, else by both. It also plays
// m, to find check and mate.
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
	var v view
	v.look(&p.Board, p.Side)
	want := moveText{kind: kind, from: ^uint64(1 << m.From()), to: m.To()}
	rivals := p.comingFrom(&v, &want)
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
	var v view
	v.look(&p.Board, p.Side)
	switch body {
	case "O-O", "0-0":
		return p.castlingMove(&v, text, kingside)
	case "O-O-O", "0-0-0":
		return p.castlingMove(&v, text, queenside)
	}
	want, err := splitSAN(body)
	if err != nil {
		return 0, fmt.Errorf("movegen: SAN %s: %w", quote.Short(text), err)
	}
	from := p.comingFrom(&v, &want)
	if from == 0 {
		return 0, p.notLegal(text)
	}
	m := p.moveFrom(bits.TrailingZeros64(from), &want)
	if rest := from & (from - 1); rest != 0 {
		return 0, fmt.Errorf("movegen: SAN %s: expected one move, could be %v or %v in %s",
			quote.Short(text), m, p.moveFrom(bits.TrailingZeros64(rest), &want), p.FEN())
	}
	return m, nil
}

func (p *Position) notLegal(text string) error {
	return fmt.Errorf("movegen: SAN %s: expected a legal move in %s", quote.Short(text), p.FEN())
}

// castlingMove returns castling on one side of the king.
func (p *Position) castlingMove(v *view, text string, wing int) (Move, error) {
	king := bits.TrailingZeros64(p.Board.Pieces(p.Side, quad.King)) & 63
	rook := p.Board.Pieces(p.Side, quad.CastlingRook) & beside(&p.Board, p.Side, wing)
	m := Move(king|bits.TrailingZeros64(rook)&63<<6) | castling
	if rook == 0 || !v.isLegal(m) {
		return 0, p.notLegal(text)
	}
	return m, nil
}

// comingFrom returns the squares from which want is a legal move.
func (p *Position) comingFrom(v *view, want *moveText) (from uint64) {
	movers := want.from & p.Board.ByKind(want.kind) & p.Board.ByColor(p.Side)
	occ := p.Board.Occupied()
	switch want.kind {
	case quad.Knight:
		movers &= squares.KnightFrom[want.to&63]
	case quad.Bishop:
		movers &= bishopAttacks(want.to, occ)
	case quad.Rook:
		movers &= rookAttacks(want.to, occ)
	case quad.Queen:
		movers &= bishopAttacks(want.to, occ) | rookAttacks(want.to, occ)
	}
	for ; movers != 0; movers &= movers - 1 {
		m := p.moveFrom(bits.TrailingZeros64(movers), want)
		if v.isLegal(m) && (!want.captures || m.captures(&p.Board)) {
			from |= movers & -movers
		}
	}
	return from
}

// moveFrom returns want as a move of the piece on from.
func (p *Position) moveFrom(from int, want *moveText) Move {
	m := Move(from | want.to<<6)
	switch {
	case want.kind != quad.Pawn:
	case want.promotion != quad.None:
		m |= promotion | Move(want.promotion)<<12
	case from-want.to == 16 || want.to-from == 16:
		m |= doublePush
	case (from-want.to)&7 != 0 && p.Board.EnPassant()>>want.to&1 != 0:
		m |= enPassant
	}
	return m
}

// moveText is what the text of a move other than castling says.
type moveText struct {
	kind, promotion quad.Kind
	from            uint64 // squares where the piece may stand
	to              int
	captures        bool // there is an x
}

// splitSAN returns the parts of a move's SAN without marks.
func splitSAN(text string) (parts moveText, err error) {
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
func splitDeparture(text string, parts moveText) (from uint64, err error) {
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
