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

// Unescape replaces the escapes of a value.
var Unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// variants lists the values of the tag Variant that mean ordinary chess, in lower case and
// without blanks and punctuation.
var variants = map[string]bool{"": true, "standard": true, "chess": true, "normal": true, "fromposition": true,
	"chess960": true, "960": true, "frc": true, "fischerandom": true, "fischerrandom": true,
	"fischerandomchess": true, "fischerrandomchess": true, "chess960fischerrandom": true}

// SetUp sets p to the position of a tag FEN, and reports whether the tag is a FEN. Impossible
// castling rights are left out. The note reports them, and also a tag Result or rating that has no
// value. The tag Result decides what 0-0 at the end of the moves means. It returns an error for a bad FEN, for a tag Variant that names a game other than chess, and
// for a tag that is too long.
func (l *Lexer) SetUp(p *movegen.Position) (ok bool, note, err error) {
	switch name := l.Name(); {
	case l.TooLong:
		return false, nil, fmt.Errorf("tag %s: expected at most %d bytes, found more", quote.Short(string(name)), Longest)
	case len(name) == 3 && bytes.EqualFold(name, []byte("FEN")):
		if !l.WellFormed {
			return false, nil, l.noValue("FEN")
		}
		fen := string(TrimBlanks(l.Value()))
		start, err := movegen.ParseFEN(fen)
		if err != nil {
			if start, ok = withoutRights(fen); !ok {
				return false, nil, fmt.Errorf("tag FEN: %w", err)
			}
			note = fmt.Errorf("tag FEN: the castling right is left out: %w", err)
		}
		*p = start
		return true, note, nil
	case len(name) == 7 && bytes.EqualFold(name, []byte("Variant")):
		if !l.WellFormed {
			return false, nil, l.noValue("Variant")
		}
		if !variants[plainLetters(l.Value())] {
			return false, nil, fmt.Errorf("tag Variant: expected chess, found %s", quote.Short(string(l.Value())))
		}
	case l.WellFormed && len(name) == len("Result") && bytes.EqualFold(name, []byte("Result")):
		l.bothLose = ParseResult(l.Value()) == BothLose
	case !l.WellFormed && (bytes.EqualFold(name, []byte("Result")) || bytes.EqualFold(name, []byte("WhiteElo")) || bytes.EqualFold(name, []byte("BlackElo"))):
		return false, l.noValue(string(name)), nil
	}
	return false, nil, nil
}

// withoutRights parses a FEN, but leaves out impossible castling rights. It reports whether
// the rest of the FEN is valid.
func withoutRights(fen string) (p movegen.Position, ok bool) {
	fields := strings.Fields(fen)
	if len(fields) < 4 || strings.Trim(fields[2], "KQkqABCDEFGHabcdefgh") != "" {
		return p, false
	}
	rights := ""
	for _, right := range fields[2] {
		fields[2] = rights + string(right)
		if _, err := movegen.ParseFEN(strings.Join(fields, " ")); err == nil {
			rights = fields[2]
		}
	}
	if fields[2] = rights; rights == "" {
		fields[2] = "-"
	}
	p, err := movegen.ParseFEN(strings.Join(fields, " "))
	return p, err == nil
}

func (l *Lexer) noValue(name string) error {
	return fmt.Errorf("tag %s: expected a value between quotation marks, found %s", name, quote.Short(string(bytes.TrimSpace(l.Text()))))
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
