package gametext

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
)

// Move returns the legal move of p that a token Move names. If FindSAN does not accept the
// token, Move shortens it to a word. n must be p's Node. skip is true if the word is not a move
// but a mark such as e.p. The text can be a UCI move, or standard algebraic notation as
// [movegen.Position.ParseSAN] accepts it; it can also have a letter for pawns, a hyphen after
// the departure, or ep at the end. Dashes count as hyphens, and figurines as letters.
func (l *Lexer) Move(n *movegen.Node, p *movegen.Position) (m movegen.Move, skip bool, err error) {
	if !l.Word() {
		return 0, true, nil
	}
	word := plain(l.Text())
	if m, ok := n.FindSAN(word); ok {
		return m, false, nil
	}
	if nullMoves[word] {
		return 0, false, fmt.Errorf("expected a legal move, found the null move %s", word)
	}
	if m, ok := looseMove(n, p, word); ok {
		return m, false, nil
	}
	_, err = p.ParseSAN(word)
	if isUCI(word) && (err == nil || !strings.Contains(err.Error(), "did you mean")) {
		_, err = p.ParseMove(strings.ToLower(strings.ReplaceAll(word, "-", "")))
	}
	if err == nil {
		err = errors.New("expected a legal move, found " + quote.Short(word))
	}
	if whole := l.whole(); whole != word {
		err = fmt.Errorf("in %s: %w", quote.Short(whole), err)
	}
	return 0, false, err
}

// whole returns the token with the text around it up to blanks and comments.
func (l *Lexer) whole() string {
	text := l.within(l.Start)
	end := l.Stop - l.Start
	belongs := func(c byte) bool { // to the token; a closing bracket does if the token opens one
		return !endsWord[c] || c == '.' || c == '(' || c == ')' && bytes.IndexByte(text[:end], '(') >= 0
	}
	for end < len(text) && belongs(text[end]) && blankLength(text[end:]) == 0 {
		_, n := charAt(text[end:])
		end += n
	}
	return strings.TrimRight(string(text[:end]), ".")
}

// nullMoves are the notations of a null move.
var nullMoves = map[string]bool{"--": true, "Z0": true, "@@@@": true, "0000": true, "null": true, "pass": true, "<>": true}

// looseMove returns the legal move for a word that deviates from the standard.
func looseMove(n *movegen.Node, p *movegen.Position, word string) (movegen.Move, bool) {
	body := strings.TrimRight(word, "+#!?")
	if move, err := p.ParseMove(strings.ToLower(strings.NewReplacer("-", "", "=", "").Replace(body))); err == nil && isUCI(body) {
		return move, true
	}
	switch enPassant := strings.TrimSuffix(body, "ep"); {
	case enPassant != body:
		m, ok := n.FindSAN(enPassant)
		return m, ok && m.IsEnPassant()
	case strings.HasPrefix(body, "P"):
		body = body[1:]
	}
	// Ng1-f3 and e2-e4, but not O-O.
	if i := strings.IndexByte(body, '-'); i >= 2 && isSquare(body[i-2:i]) {
		body = body[:i] + body[i+1:]
	}
	return n.FindSAN(body)
}

// isUCI reports whether a word is two squares, possibly with a hyphen between them, and
// possibly with a piece to promote to.
func isUCI(word string) bool {
	if len(word) < 4 || !isSquare(word[:2]) {
		return false
	}
	rest := strings.TrimPrefix(word[2:], "-")
	return len(rest) >= 2 && isSquare(rest[:2]) && len(rest) <= len("e8=q")
}

// isSquare reports whether text is the name of a square.
func isSquare(text string) bool {
	return 'a' <= text[0] && text[0] <= 'h' && '1' <= text[1] && text[1] <= '8'
}
