package records

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
)

// pgnFormat is games in portable game notation: every position of the main line of every
// game is a row. A game begins with a line [Event ...].
type pgnFormat struct {
	skipped [6]bool // fields that nobody wants
}

var pgnFields = []Field{{"ply", Int}, {"move", Move}, {"result", Float}, {"white_elo", Int}, {"black_elo", Int}, {"eval", Text}}

// The fields.
const (
	pgnPly = iota
	pgnMove
	pgnResult
	pgnWhiteElo
	pgnBlackElo
	pgnEval
)

// noPGNFields are no values.
var noPGNFields = [6]Value{pgnPly: noInt, pgnMove: noMove, pgnResult: noFloat, pgnWhiteElo: noInt, pgnBlackElo: noInt, pgnEval: noText}

func (pgnFormat) Name() string                  { return "pgn" }
func (pgnFormat) Fields() []Field               { return pgnFields }
func (pgnFormat) without(skipped []bool) Format { return pgnFormat{[6]bool(skipped)} }

var gameStart = []byte("\n[Event ")

func (pgnFormat) next(buf []byte, from int) int {
	if from > len(buf) {
		return -1
	}
	i := bytes.Index(buf[from-1:], gameStart)
	if i < 0 {
		return -1
	}
	return from + i
}

func (pgnFormat) last(buf []byte) int {
	if i := bytes.LastIndex(buf, gameStart); i >= 0 {
		return i + 1
	}
	return -1
}

func (f pgnFormat) Parse(b *Block, r *Request) {
	g := game{skipped: &f.skipped}
	for at := 0; at < b.Raw; {
		end := b.Raw
		if next := f.next(b.Text[:b.Raw], at+1); next >= 0 {
			end = next
		}
		g.parse(b, r, at, end)
		at = end
	}
}

// A game is one that is read.
type game struct {
	replay
	skipped *[6]bool
	at      int // where reading is
	last    int // where it ends

	tagged bool
	fields [6]Value // of the next row; result and ratings are those of all
}

// parse adds the rows of the game between two offsets. An error comes after the rows of
// the moves before it.
func (g *game) parse(b *Block, r *Request, start, end int) {
	g.at, g.last, g.tagged, g.fields = start, end, false, noPGNFields
	g.start(b, r, Span{uint32(start), uint32(end - start)}, movegen.Start())
	err := g.tags()
	if err == nil {
		err = g.movetext()
	}
	g.end()
	for _, k := range []int{pgnResult, pgnWhiteElo, pgnBlackElo} {
		if !g.skipped[k] {
			b.fillField(k, g.fields[k])
		}
	}
	if err != nil {
		b.reject(Span{uint32(start), uint32(end - start)}, err)
	}
}

// tags reads the tags.
func (g *game) tags() error {
	text := g.b.Text
	for {
		for g.at < g.last && isBlank(text[g.at]) {
			g.at++
		}
		if g.at == g.last || text[g.at] != '[' {
			return nil
		}
		g.tagged = true
		line := text[g.at:g.last]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		n := 1 // where the name ends: most have a blank nowhere else
		for n < len(line) && line[n] > ' ' {
			n++
		}
		if n+1 >= len(line) || line[n] != ' ' || line[n+1] != '"' {
			n = 1 + bytes.Index(line[1:], []byte(` "`))
		}
		value := bytes.LastIndexByte(line, '"')
		if n < 1 || value < n+2 {
			return fmt.Errorf("tag %s: expected a name and a value between quotation marks", quote.Short(string(bytes.TrimSpace(line))))
		}
		if err := g.tag(bytes.TrimSpace(line[1:n]), Span{uint32(g.at + n + 2), uint32(value - n - 2)}); err != nil {
			return err
		}
		g.at += len(line)
	}
}

// variants are the values of the tag Variant of games by the rules of chess.
var variants = map[string]bool{"": true, "standard": true, "chess": true, "normal": true, "chess960": true,
	"fischerandom": true, "fischerrandom": true, "from position": true}

func (g *game) tag(name []byte, value Span) (err error) {
	text := g.b.Bytes(value)
	switch string(name) {
	case "Result":
		if points, ok := results[string(text)]; ok {
			g.fields[pgnResult] = points
		}
	case "WhiteElo":
		g.rating(pgnWhiteElo, text)
	case "BlackElo":
		g.rating(pgnBlackElo, text)
	case "FEN":
		p, err := movegen.ParseFEN(string(text))
		if err != nil {
			return fmt.Errorf("tag FEN: %w", err)
		}
		g.start(g.b, g.r, g.record, p)
	case "Variant":
		if !variants[strings.ToLower(string(text))] {
			return fmt.Errorf("tag Variant: %s is not chess", quote.Short(string(text)))
		}
	}
	return nil
}

// rating sets a field to the rating that text is, if it is one: "?" is none.
func (g *game) rating(field int, text []byte) {
	if elo, err := integer(text); err == nil {
		g.fields[field] = intValue(elo)
	}
}

// movetext reads the moves and adds the rows.
func (g *game) movetext() error {
	text := g.b.Text[:g.last] // which stays as it is, whatever is appended to the block's
	depth := 0                // of variations
	for g.at < g.last {
		switch c := text[g.at]; {
		case c >= 'A' && depth == 0 && g.move(text):
		case c == ' ' || c == '.' || isBlank(c):
			g.at++
		case isDigit(c) && g.number(text):
		case c == '{':
			n := bytes.IndexByte(text[g.at:], '}')
			if n < 0 {
				return errors.New("a comment without its }")
			}
			if depth == 0 {
				g.comment(Span{uint32(g.at), uint32(n)})
			}
			g.at += n + 1
		case c == ';', c == '%' && (g.at == 0 || text[g.at-1] == '\n'):
			n := bytes.IndexByte(text[g.at:], '\n')
			if n < 0 {
				n = g.last - g.at
			}
			g.at += n
		case c == '(':
			depth++
			g.at++
		case c == ')':
			if depth--; depth < 0 {
				return errors.New("a variation ends that did not begin")
			}
			g.at++
		default:
			if ended, err := g.token(text, depth > 0); ended || err != nil {
				return err
			}
		}
	}
	if depth > 0 {
		return errors.New("a variation without its )")
	}
	g.row(0)
	return nil
}

// endsWord marks the bytes that are no part of a move, a number, a result or a glyph.
var endsWord = func() (t [256]bool) {
	for _, c := range []byte(" \t\r\n{}();.") {
		t[c] = true
	}
	return t
}()

// move plays the move that the text from here to the next blank is, goes behind it, and
// reports whether it is one. Most words of games are: token looks at the others again, and
// at those that end otherwise.
func (g *game) move(text []byte) bool {
	rest := text[g.at:]
	if len(rest) < 8 {
		return false
	}
	// The highest bit of each byte that is no more than a blank, and of no byte before it.
	const ones = 0x0101010101010101
	word := binary.LittleEndian.Uint64(rest)
	blanks := (word - '!'*ones) &^ word & (ones << 7)
	n := bits.TrailingZeros64(blanks) / 8
	return blanks != 0 && endsWord[rest[n]] && g.play(rest[:n])
}

// number goes behind the number of a move and its point, and reports whether there is one.
func (g *game) number(text []byte) bool {
	for at := g.at; at < len(text); at++ {
		if !isDigit(text[at]) {
			if text[at] != '.' {
				return false
			}
			g.at = at + 1
			return true
		}
	}
	return false
}

// play plays the move that word is, goes behind it, and reports whether it is one.
func (g *game) play(word []byte) bool {
	move, ok := g.node.FindSAN(stringOf(word))
	if !ok {
		return false
	}
	g.row(move)
	g.replay.play(move)
	g.fields[pgnEval] = noText
	g.at += len(word)
	return true
}

// token reads a word of the movetext, and reports whether it ends the game.
func (g *game) token(text []byte, skip bool) (ended bool, err error) {
	start, end := g.at, g.at
	digits := true
	for end < len(text) && !endsWord[text[end]] {
		digits = digits && isDigit(text[end])
		end++
	}
	word := text[start:end]
	switch {
	case len(word) == 0:
		return false, fmt.Errorf("expected a move, found %q", text[start:start+1])
	case skip, digits, word[0] == '$', word[0] == '!', word[0] == '?':
		g.at = end
		return false, nil
	case string(word) == "*":
		g.row(0)
		return true, nil
	}
	if word[0] <= '9' { // no move but a result begins with a digit, except 0-0
		if _, result := results[string(word)]; result {
			g.row(0)
			return true, nil
		}
	}
	if g.play(word) {
		return false, nil
	}
	_, err = g.p.ParseSAN(stringOf(word))
	g.row(0)
	return false, fmt.Errorf("ply %d: %w", g.ply+1, err)
}

func isDigit(c byte) bool { return c-'0' <= 9 }

// comment looks for [%eval ...] in a comment.
func (g *game) comment(s Span) {
	const tag = "[%eval "
	text := g.b.Bytes(s)
	i := bytes.Index(text, []byte(tag))
	if i < 0 {
		return
	}
	value := text[i+len(tag):]
	n := bytes.IndexAny(value, "],")
	if n < 0 {
		return
	}
	g.fields[pgnEval] = textValue(Span{s.Start + uint32(i+len(tag)), uint32(n)})
}

// row adds the position before move, which is 0 at the end of the game.
func (g *game) row(move movegen.Move) {
	if !g.tagged && g.ply == 0 && move == 0 { // blank lines or comments before the first game
		return
	}
	if !g.wanted() {
		return
	}
	g.add()
	b := g.b
	if !g.skipped[pgnPly] {
		b.Fields[pgnPly] = append(b.Fields[pgnPly], intValue(int64(g.ply)))
	}
	if !g.skipped[pgnMove] {
		b.Fields[pgnMove] = append(b.Fields[pgnMove], Value(move))
	}
	if !g.skipped[pgnEval] {
		b.Fields[pgnEval] = append(b.Fields[pgnEval], g.fields[pgnEval])
	}
}
