package movegen

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// SAN formats m, a legal move, in standard algebraic notation: "e4", "Nbd7", "exd6",
// "e8=Q+", "O-O", "Qxf7#". If several pieces of the same kind can legally move to the
// square, it adds the file of departure, or else the rank, or else both. SAN plays m to
// find check and mate.
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

// sanBody returns the SAN without the mark for check or mate.
func (p Position) sanBody(m Move) string {
	if m.IsCastling() {
		if m.RookFrom() > m.From() {
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

// departure returns the file, rank or square that distinguishes the piece from others of
// its kind that can move to the same square.
func (p Position) departure(m Move, kind quad.Kind) string {
	var v view
	v.look(&p.Board, p.Side)
	want := moveText{kind: kind, from: ^uint64(1 << m.From()), to: m.square()}
	rivals := v.comingFrom(&want)
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

// sanKind returns the kind of a piece, with rooks that may castle as rooks.
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

// ParseSAN parses a legal move in standard algebraic notation.
//
// It accepts the results of [Position.SAN]. It also accepts a longer square of departure
// than necessary ("Ng1f3", "e4xd5"), promotions without "=", castling with zeros, captures
// without "x", and any of "+", "#", "!" and "?" at the end, which it does not check.
//
// The text must match the move: with "x" the move must be a capture, and you cannot write
// castling as a king move. A pawn capture must name the file, as SAN requires: "exd5" or
// "ed5", but not "xd5" or "d5". Letters are case-sensitive, and pawns have no letter.
func (p Position) ParseSAN(text string) (Move, error) {
	var v view
	v.look(&p.Board, p.Side)
	m, other, err := v.findSAN(text)
	switch {
	case err != nil || m == 0:
		return 0, p.sanError(&v, text, err)
	case other != 0:
		return 0, fmt.Errorf("movegen: SAN %s: expected one move, could be %v or %v in %s", quote.Short(text), m, other, p.FEN())
	}
	return m, nil
}

// FindSAN returns the legal move that text names in standard algebraic notation, and
// whether there is exactly one. It accepts the same texts as [Position.ParseSAN], which
// says what is wrong with a text. Readers of games call FindSAN for each word, because n is
// already set, and because many words are not moves and need no explanation.
func (n *Node) FindSAN(text string) (m Move, ok bool) {
	m, other, err := n.v.findSAN(text)
	if m == 0 || other != 0 || err != nil {
		return 0, false
	}
	return m, true
}

// findSAN returns the legal move that text names, or 0. If text names several moves, other
// is a second one. The error is only about the text, not about the position.
func (v *view) findSAN(text string) (m, other Move, err error) {
	body := text
	for body != "" && isMark(body[len(body)-1]) {
		body = body[:len(body)-1]
	}
	if body != "" && (body[0] == 'O' || body[0] == '0') {
		switch body {
		case "O-O", "0-0":
			return v.castlingMove(^uint64(0) << (v.king & 63)), 0, nil
		case "O-O-O", "0-0-0":
			return v.castlingMove(1<<(v.king&63) - 1), 0, nil
		}
	}
	var want moveText
	if err := want.split(body); err != nil {
		return 0, 0, err
	}
	from := v.comingFrom(&want)
	if from == 0 {
		return 0, 0, nil
	}
	m = v.moveFrom(bits.TrailingZeros64(from), &want)
	if rest := from & (from - 1); rest != 0 {
		other = v.moveFrom(bits.TrailingZeros64(rest), &want)
	}
	return m, other, nil
}

// isMark reports whether c may follow a move.
func isMark(c byte) bool { return c == '+' || c == '#' || c == '!' || c == '?' }

// castlingMove returns the castling move with a rook on one side of the king, or 0.
func (v *view) castlingMove(side uint64) Move {
	rook := v.CastlingRooks & v.own & side
	if rook == 0 {
		return 0
	}
	m := Move(v.king&63|bits.TrailingZeros64(rook)<<6) | castling
	if !v.isLegal(m) {
		return 0
	}
	return m
}

// comingFrom returns the squares where want can legally start.
func (v *view) comingFrom(want *moveText) (from uint64) {
	to := want.to & 63
	target := uint64(1) << to
	movers := want.from & v.own
	switch want.kind {
	case quad.Pawn:
		movers &= v.Pawns & (squares.FileA<<(to&7) | pawnFrom[(v.side^1)&1][to])
	case quad.Knight:
		movers &= v.Knights & squares.KnightFrom[to]
	case quad.Bishop:
		movers &= v.Bishops & slider.BishopLines[to]
	case quad.Rook:
		movers &= v.Rooks & slider.RookLines[to]
	case quad.Queen:
		movers &= v.Queens & (slider.BishopLines[to] | slider.RookLines[to])
	default:
		movers &= 1 << (v.king & 63)
	}
	if want.kind != quad.Pawn && want.kind != quad.King { // no piece may be in between
		if target&v.mask&^v.own == 0 || want.captures && v.them&target == 0 {
			return 0
		}
		for ; movers != 0; movers &= movers - 1 {
			if sq := bits.TrailingZeros64(movers); slider.Between[sq][to]&v.occ == 0 && v.mayLeave(sq, target) {
				from |= movers & -movers
			}
		}
		return from
	}
	for ; movers != 0; movers &= movers - 1 {
		m := v.moveFrom(bits.TrailingZeros64(movers), want)
		if want.captures && v.them&target == 0 && !m.IsEnPassant() {
			continue
		}
		if v.isLegal(m) {
			from |= movers & -movers
		}
	}
	return from
}

// moveFrom returns want as a move of the piece on from.
func (v *view) moveFrom(from int, want *moveText) Move {
	m := Move(from | want.to<<6)
	switch {
	case want.kind != quad.Pawn:
	case want.promotion != quad.None:
		m |= promotion | Move(want.promotion)<<12
	case want.to-from == 2*v.step:
		m |= doublePush
	case (from-want.to)&7 != 0 && v.EnPassant>>(want.to&63)&1 != 0:
		m |= enPassant
	}
	return m
}

// moveText is the parsed SAN of a move other than castling.
type moveText struct {
	kind, promotion quad.Kind
	from            uint64 // possible squares of the piece
	to              int
	captures        bool // whether the text contains an x
}

// sanKinds maps SAN's letters to kinds.
var sanKinds = [256]quad.Kind{'N': quad.Knight, 'B': quad.Bishop, 'R': quad.Rook, 'Q': quad.Queen, 'K': quad.King}

// split sets parts, which must be zero, to the parts of a SAN without marks. It sets them in
// place, because copying a result would stall on store forwarding.
func (parts *moveText) split(text string) (err error) {
	parts.kind = quad.Pawn
	if text == "" {
		return errors.New("expected a target square")
	}
	if kind := sanKinds[text[0]]; kind != quad.None {
		parts.kind, text = kind, text[1:]
	} else if kind := sanKinds[text[len(text)-1]]; kind != quad.None {
		if kind == quad.King {
			return errors.New("expected Q, R, B or N to promote to")
		}
		parts.promotion, text = kind, strings.TrimSuffix(text[:len(text)-1], "=")
	}
	end := len(text) - 2
	if end < 0 {
		return errors.New("expected a target square")
	}
	file, rank := text[end]-'a', text[end+1]-'1'
	if file > 7 || rank > 7 {
		return errors.New("expected a target square such as e4 at the end")
	}
	parts.to = int(rank)<<3 | int(file)
	if end > 0 && text[end-1] == 'x' {
		parts.captures = true
		end--
	}
	if parts.kind != quad.Pawn {
		parts.from, err = splitDeparture(text[:end])
		return err
	}
	switch {
	case end == 0 && !parts.captures:
		parts.from = squares.FileA << file
	case end == 0 || text[0] < 'a' || text[0] > 'h':
		return pawnError(text)
	default:
		if parts.from, err = splitDeparture(text[:end]); err != nil {
			return err
		}
	}
	if parts.promotion == quad.None && (rank == 0 || rank == 7) {
		return fmt.Errorf("expected =Q, =R, =B or =N after a pawn's move to %s", text[len(text)-2:])
	}
	return nil
}

// pawnError returns the error for a text that does not start like a pawn's move.
func pawnError(text string) error {
	const pieces = "nrqkNRQK"
	switch i := strings.IndexByte(pieces, text[0]); {
	case i >= 0:
		return fmt.Errorf("expected a capital letter for the piece, %q, not %q", pieces[4+i:5+i], text[:1])
	case text[0] == 'P' || text[0] == 'p':
		return fmt.Errorf("expected no letter for a pawn, not %q", text[:1])
	}
	return errors.New("expected the pawn's file before x or the target, as in exd5")
}

// splitDeparture returns the squares where the move can start, given the text between the
// piece and the target.
func splitDeparture(text string) (from uint64, err error) {
	from = ^uint64(0)
	rest := text
	if rest != "" && rest[0] >= 'a' && rest[0] <= 'h' {
		from &= squares.FileA << (rest[0] - 'a')
		rest = rest[1:]
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
