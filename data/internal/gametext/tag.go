package gametext

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
)

// Name returns the name of the token Tag.
func (l *Lexer) Name() []byte { return l.text[l.NameStart:l.NameStop] }

// Value returns the raw value of the token Tag, or an empty slice if there is none.
func (l *Lexer) Value() []byte { return l.text[l.ValueStart:l.ValueStop] }

// variants are the values of the tag Variant of games by the rules of chess, in lower case and
// without blanks and punctuation.
var variants = map[string]bool{"": true, "standard": true, "chess": true, "normal": true, "fromposition": true,
	"chess960": true, "960": true, "frc": true, "fischerandom": true, "fischerrandom": true,
	"fischerandomchess": true, "fischerrandomchess": true, "chess960fischerrandom": true}

// SetUp sets p to the position of a tag FEN and reports whether the tag is one. The error is
// that of a FEN, or of a tag Variant that is not chess.
func (l *Lexer) SetUp(p *movegen.Position) (ok bool, err error) {
	switch name := l.Name(); {
	case len(name) == 3 && bytes.EqualFold(name, []byte("FEN")):
		if !l.Well {
			return false, l.noValue("FEN")
		}
		start, err := movegen.ParseFEN(string(bytes.TrimSpace(l.Value())))
		if err != nil {
			return false, fmt.Errorf("tag FEN: %w", err)
		}
		*p = start
		return true, nil
	case len(name) == 7 && bytes.EqualFold(name, []byte("Variant")):
		if !l.Well {
			return false, l.noValue("Variant")
		}
		if !variants[plainLetters(l.Value())] {
			return false, fmt.Errorf("tag Variant: %s is not chess", quote.Short(string(l.Value())))
		}
	}
	return false, nil
}

func (l *Lexer) noValue(name string) error {
	return fmt.Errorf("tag %s: %s, expected a value between quotation marks", name, quote.Short(string(bytes.TrimSpace(l.Text()))))
}

// plainLetters returns the letters and digits of text in lower case.
func plainLetters(text []byte) string {
	return strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(string(text)))
}
