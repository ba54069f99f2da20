package gametext

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// starts returns the offsets of the games of text.
func starts(text string) []int {
	var l Lexer
	l.Reset([]byte(text))
	found := []int{0}
	for {
		switch l.Next() {
		case End:
			return found
		case Game:
			found = append(found, l.Start)
		case Move:
			l.Word()
		}
	}
}

// small makes tokens and windows so short that small texts have many of them.
func small(t testing.TB, length int) {
	oldLongest, oldBack := longest, firstBack
	longest, firstBack = length, 8
	t.Cleanup(func() { longest, firstBack = oldLongest, oldBack })
}

// checkStarts tests First for every offset, and Last and Next for texts of any length, against
// the games that are found from the start.
func checkStarts(t *testing.T, text string) {
	t.Helper()
	all := starts(text)
	for from := range len(text) + 2 {
		want := len(text)
		for _, at := range all {
			if at >= from {
				want = at
				break
			}
		}
		got, err := First(strings.NewReader(text), 0, int64(from), int64(len(text)))
		if err != nil || got != int64(want) {
			t.Fatalf("First from %d of %q is %d, %v, want %d of %v", from, text, got, err, want, all)
		}
	}
	for end := range len(text) {
		part := []byte(text[:end])
		whole := lastAfter(part, 0)
		if got := Last(part); got != whole {
			t.Fatalf("Last of %q is %d, want %d", part, got, whole)
		}
		if k := Next(part, 1); whole >= 0 != (k > 0) || whole >= 0 && whole != all[0] && !isOneOf(whole, all) {
			t.Fatalf("Last of %q is %d, the first is %d, the games of %q start at %v", part, whole, k, text, all)
		}
	}
	// Each game alone is one game.
	for i, at := range all {
		end := len(text)
		if i+1 < len(all) {
			end = all[i+1]
		}
		if part := starts(text[at:end]); len(part) != 1 {
			t.Fatalf("%q, a game of %q, is %d games: %v", text[at:end], text, len(part), part)
		}
	}
	// The games of a stream are the same.
	s := NewScanner(&slowReader{text: text}, 0)
	found := []int{0}
	for {
		kind, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == End {
			break
		}
		if kind == Game {
			found = append(found, int(s.Offset()))
		}
	}
	if fmt.Sprint(found) != fmt.Sprint(all) {
		t.Fatalf("the games of %q as a stream start at %v, want %v", text, found, all)
	}
}

func isOneOf(at int, all []int) bool {
	for _, x := range all {
		if x == at {
			return true
		}
	}
	return false
}

// A slowReader returns a few bytes for each call.
type slowReader struct {
	text string
	n    int
}

func (r *slowReader) Read(p []byte) (int, error) {
	r.n++
	n := copy(p[:min(len(p), 1+r.n%7)], r.text)
	r.text = r.text[n:]
	if n == 0 {
		return (&bytes.Reader{}).Read(p)
	}
	return n, nil
}

// Games start as the rule defines.
func TestStarts(t *testing.T) {
	for _, test := range []struct {
		text string // | marks the starts after the first
		name string
	}{
		{"[Event \"a\"]\n\n1. e4 *\n\n|[Event \"b\"]\n\n1. d4 *\n", "usual"},
		{"[White \"a\"]\n\n1. e4 1-0\n\n|[White \"b\"]\n\n1. d4 0-1\n", "without Event"},
		{"[FEN \"x\"]\n[Event \"a\"]\n\ne4 *\n|[FEN \"x\"]\n[Event \"b\"]\n\nd4", "a tag before Event"},
		{"1. e4 1-0 |1. d4 0-1 |1. c4", "without tags"},
		{"[Event \"a\"]\n1. e4 1-0\n |[event \"b\"]\n1. e4\n\t|[ Event\"c\"]e4", "odd tags"},
		{"[Event \"a\"]\r\r1. e4 *\r\r|[Event \"b\"]\r\r1. d4 *", "lines that end in CR"},
		{"1. e4 {\n[Event \"b\"]\n} e5 * { [x]\n\n[Event \"y\"]\n\n} |[Event \"c\"]", "a tag in a comment"},
		{"1. e4 ; [Event \"b\"]\n%[Event \"b\"]\ne5", "a tag in a line comment"},
		{"e4 { a\n\n|[Event \"b\"]\n\nd4 { c } d5", "a comment without its end"},
		{"e4 { a\n\n|[Event \"b\"]\n\nd4", "a comment without its end in the last game with one"},
		{"e4 (d4 1-0 (c4 * [x] {\n[Event \"b\"]\n}) *) e5 0-1 |f4", "variations"},
		{"e4 (d4 1-0\n|[Event \"b\"]\nd4", "a variation without its end"},
		{"[Event \"a\"]\n\n|[Event \"b\"]\n\n|[Event \"c\"]\n[Event \"d\"]\ne4", "games without moves"},
		{"[Event \"a\"]\n\n[White \"b\"]\n\ne4", "a blank line between tags"},
		{"[Event \"a [Event \"b\"] \\\"] x\"] e4 * |[Event", "quotation marks in a value"},
		{"[Event \"a\"][White \"b\"] e4 * |[Event \"c\"][White \"d\"] d4", "tags in one line"},
		{"e4\n|[Event\ne4 1-0 |Kf1? x", "a tag without a value"},
		{"e4 1-0 |} |(d4)"[:8] + "} (d4)", "text after a result"},
		{"1-0 |1-0 |* |*", "results"},
		{"1. e4 e5\n\n|1. d4\n\n|1. c4 c5\n", "move number 1 after a blank line"},
		{"1. e4\n\n1... e5\r\n\r\n{ c } $1\n|1... d5 11. d4\n\n1-0 |1. e4 { c\n\n} 1. e4\n1. e4 (e5\n\n1. e4)\n\n|1 f4", "other numbers"},
		{"1. e4 *\n\n|{ a", "an open comment after a result"},
		{"R8xg20-1 |e4\\$1 d41-0 |Nf3!1/2-1/2 |a1-0 x1-0x", "results without a blank"},
		{"e4 N1-0 e5 *", "no result after one letter"},
		{"[Event \"a\"]\n\n|[EVENT \"b\"]\n\ne4", "a tag in upper case"},
		{"[A \"x\\\\\"] e4 * |[B \"y\\\"] z\"] d4 * |c4", "backslashes before quotation marks"},
		{"[Event \"a\"]\n[B \"" + strings.Repeat("x", 100) + "\"]\n[C \"c\"]\n\ne4 *\n|[Event \"b\"]\n[B " + strings.Repeat("[x ", 100) + "\n[C \"c\"]\n\nd4 *", "tags that are too long"},
		{"[Event \"a\"]\n;" + strings.Repeat(" x", 100) + "\n%" + strings.Repeat(" x", 100) + "\n[C \"c\"]\n\ne4 ;" + strings.Repeat(" d5", 100) + "\ne5 *\n|[Event \"b\"]", "lines that are too long"},
		{"e4 *\n\ufeff|[Event \"b\"]\n\n\ufeffe4 1-0\n\ufeff|e4 {a\n\ufeff|[Event \"x\"]\n{b} e5 *", "byte order marks"},
		{"e4 (d4\n\ufeff|[Event \"b\"]\ne4 {a\n\ufeff\ufeff|[Event \"c\"]\n{b}", "byte order marks before tags that end a variation and a comment"},
		{"1.\u00a0e4\u2009e5\u00a01-0\u200b|1.\u202fe4\xa01–0 |1… e5 1 - 0 |e4 1:0 |e4 +:-|e4 1-0F |e4 0.5-0.5 |½ |e4", "other blanks and results"},
		{"1. e4\n\n1… e5\n\n|1… e5\n\n|1.0-0 Nf6 1. 0-0 f4 1.0-0.0 |e4 ½ - ½ |e4", "an ellipsis, castling and results"},
		{"[A \"x\"]\n+/- |e4 +/- e5 -/+ 1-0 |+/- e4", "a sign, or a result by forfeit"},
		{"e4 0-0 {c} ;d\n|[Event \"b\"]\n0-0 {c\n|[Event \"c\"] {d} e4 0:0 |e4 0-0", "castling or the end"},
		{"e4±Nf6=d4 N d5 TN Nf3N RR d6 1-0 |e4!?5.d4 e5⩲1-0 |e4=1/2 |e4+-0-1", "signs without blanks"},
		{"e4 exf6 e.p. exf6e.p. gxf6ep $1 += +- 2... -- 1/2-1/2 |1/2", "marks"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := []int{0}
			var text strings.Builder
			for part := range strings.SplitSeq(test.text, "|") {
				if text.Len() > 0 {
					want = append(want, text.Len())
				}
				text.WriteString(part)
			}
			if got := starts(text.String()); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%q starts at %v, want %v", text.String(), got, want)
			}
			small(t, 40)
			checkStarts(t, text.String())
		})
	}
}

// pieces are the parts of random texts that test the rule.
var pieces = []string{"[Event \"a\"]", "[White \"b\"]", "[A \"}\"]", "[B \"{\"]", "[C {]", "[", "[%x", "]", "\n", "\n", "\n", "\r\n", "\r", "\n\n", " ", " ", "\t",
	"e4", "Nf3", "1.", "1-0", "*", "1/2-1/2", "{", "}", "{ c }", "{\n[Event \"c\"]\n}", "(", ")", ";", "; {", "; }", "%", "\n%{", "\"", "\\", "$1", "--", "e.p.", "exf6e.p.", ".",
	"\ufeff", "\u00a0", "\u2009", "\xa0", "\u200b", "…", "±", "⩲", "=", "+/-", "N", "TN", "e4±e5", "Nf3!?5.", "1 - 0", "1 -", " 0", "1:0", "0.5-0.5", "0-0", "0-0\n\n1.", "+:-", "½", "–", "1–0", "[Result \"0-0\"]",
	"[Event \"a\"]\n\ne4 e5 1-0\n\n", "[Event \"a\"]\n[FEN \"x\"]\n\ne4 { c } e5 1-0\n\n", "1. e4 e5\n\n", "\n\n1.", "1...", "1", "R8xg20-1", "e4\\$1", "[L \"" + strings.Repeat("y [L \"", 20), ";" + strings.Repeat(" e4", 40), "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}

// The games of a text are the same wherever reading starts and ends.
func TestStartsAnywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 1))
	texts := 1500
	if testing.Short() {
		texts = 300
	}
	for i := range texts {
		small(t, 20+r.IntN(60))
		var text strings.Builder
		only := 1 + r.IntN(len(pieces))
		for range r.IntN(60) {
			text.WriteString(pieces[(i+r.IntN(only))%len(pieces)])
		}
		checkStarts(t, text.String())
	}
}

// FuzzStarts searches for texts where the games depend on the offset at which reading starts.
func FuzzStarts(f *testing.F) {
	for _, p := range pieces {
		f.Add("[Event \"a\"]\n\n1. e4 "+p+" e5 1-0\n\n[Event \"b\"]\n\n"+p+"1. d4 *\n", uint8(30))
	}
	f.Fuzz(func(t *testing.T, text string, length uint8) {
		if len(text) > 300 {
			return
		}
		small(t, 16+int(length))
		checkStarts(t, text)
	})
}
