package movegen

import (
	"errors"
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

// sanError returns the error for a text that names no legal move. problem says what is wrong with the text alone, or is nil.
// If another text that is close to it names a legal move, the error says so.
func (p Position) sanError(v *view, text string, problem error) error {
	if hint := p.sanHint(v, text); hint != "" {
		if problem == nil {
			problem = errors.New("expected a legal move")
		}
		return fmt.Errorf("movegen: SAN %s: %w; did you mean %s? In %s", quote.Short(text), problem, hint, p.FEN())
	}
	if problem == nil {
		problem = fmt.Errorf("expected a legal move in %s", p.FEN())
	}
	return fmt.Errorf("movegen: SAN %s: %w", quote.Short(text), problem)
}

// sanHint returns the SAN of the legal move that a text nearly names, or "".
func (p Position) sanHint(v *view, text string) string {
	const longest = 12 // bytes of a SAN with marks, and some more
	body := strings.TrimRight(text, "+#!?")
	if len(body) < 2 || len(body) > longest {
		return ""
	}
	for _, near := range near(body) {
		if m, other, err := v.findSAN(near); err == nil && m != 0 && other == 0 {
			return p.SAN(m)
		}
	}
	// Two moves without a blank between them.
	for k := 2; k <= len(body)-2; k++ {
		first, other, err := v.findSAN(body[:k])
		if err != nil || first == 0 || other != 0 {
			continue
		}
		child := p.Play(first)
		var next view
		next.look(&child.Board, child.Side)
		if second, other, err := next.findSAN(body[k:]); err == nil && second != 0 && other == 0 {
			return p.SAN(first) + " " + child.SAN(second)
		}
	}
	// A king's move that is castling, and a pawn's capture without its file.
	for _, m := range p.AppendLegalMoves(nil) {
		to := quad.SquareName(m.To())
		isPawn := sanKind(p.Board.At(m.From())) == quad.Pawn
		switch {
		case m.IsCastling() && (body == "K"+to || body == "K"+quad.SquareName(m.From())+to),
			isPawn && m.captures(&p.Board) && !m.IsPromotion() && (body == to || body == "x"+to):
			return p.SAN(m)
		}
	}
	return ""
}

// near returns texts that a writer of body may have meant.
func near(body string) (texts []string) {
	switch strings.Map(castlingLetter, body) {
	case "OO":
		return []string{"O-O"}
	case "OOO":
		return []string{"O-O-O"}
	}
	upper, lower := strings.ToUpper(body[:1]), strings.ToLower(body)
	// A promotion without its piece, or with a small letter, a slash or brackets.
	square := strings.TrimRight(body, "=/()QRBNKqrbnk")
	piece := strings.ToUpper(strings.Trim(body[len(square):], "=/()"))
	if n := len(square); n >= 2 && (square[n-1] == '1' || square[n-1] == '8') {
		if len(piece) != 1 || piece == "K" {
			piece = "Q"
		}
		texts = append(texts, square+"="+piece)
	}
	if strings.Contains(body, ":") {
		texts = append(texts, strings.Replace(body, ":", "x", 1))
	}
	// Letters of other languages: German, French, Spanish.
	if n := strings.IndexByte("SLTDCFAR", body[0]); n >= 0 {
		texts = append(texts, "NBRQNBBK"[n:n+1]+body[1:])
	}
	// A letter of a piece or a file in the other case.
	texts = append(texts, upper+body[1:], upper+lower[1:], lower)
	return texts
}

// castlingLetter drops what is between the letters of castling, and maps zeros and small letters to O. Other characters become
// spaces, so that the text is not castling.
func castlingLetter(c rune) rune {
	switch {
	case c == 'O' || c == 'o' || c == '0':
		return 'O'
	case c == '-' || c == '\u2013' || c == '\u2011' || c == '\u2010' || c == '\u2212' || c == '\u2014' || c == '_':
		return -1
	}
	return ' '
}
