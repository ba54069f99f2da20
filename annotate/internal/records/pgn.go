package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/koggestone/koggestone/internal/gametext"
	"github.com/koggestone/koggestone/movegen"
)

// pgnFormat reads games in portable game notation: every position in a game's main line is
// a row. Package gametext defines where a game starts.
type pgnFormat struct {
	skipped [pgnCount]bool // fields that are not needed
}

var pgnFields = []Field{
	{"ply", Int}, {"move", Move}, {"result", Float}, {"white_elo", Int}, {"black_elo", Int}, {"eval", Float},
	{"white", Text}, {"black", Text}, {"date", Text}, {"clock", Float}, {"game", Int},
}

// The fields. Those after pgnEval are only carried if they are named.
const (
	pgnPly = iota
	pgnMove
	pgnResult
	pgnWhiteElo
	pgnBlackElo
	pgnEval
	pgnWhite
	pgnBlack
	pgnDate
	pgnClock
	pgnGame
	pgnCount
)

// DefaultFields returns how many fields of a format are carried if none is named: the first
// ones.
func DefaultFields(f Format) int {
	if _, ok := f.(pgnFormat); ok {
		return pgnEval + 1
	}
	return len(f.Fields())
}

// LongestName is how many bytes a player's name and a date can have, because every row of
// the game repeats them.
const LongestName = 100

// noPGNFields are missing values.
var noPGNFields = func() (values [pgnCount]Value) {
	for k, f := range pgnFields {
		values[k] = noValue(f.Kind)
	}
	return values
}()

func (pgnFormat) Name() string    { return "pgn" }
func (pgnFormat) Fields() []Field { return pgnFields }
func (pgnFormat) isText() bool    { return true }
func (pgnFormat) Games() bool     { return true }
func (pgnFormat) RowBytes() int   { return 7 } // a move

func (f pgnFormat) reader(in *Input, r Range) (*Reader, error) {
	return newGameReader(in, f, r)
}

func (pgnFormat) without(skipped []bool) Format { return pgnFormat{[pgnCount]bool(skipped)} }

func (pgnFormat) next(buf []byte, from int) int { return gametext.Next(buf, from) }
func (pgnFormat) last(buf []byte) int           { return gametext.Last(buf) }

func (pgnFormat) nextGame(f io.ReaderAt, in *Input, from int64) (int64, error) {
	if in.cr {
		f = gametext.LineReaderAt{ReaderAt: f}
	}
	return gametext.First(f, in.start, from, in.Size)
}

func (f pgnFormat) Parse(b *Block, r *Request) {
	g := game{skipped: &f.skipped, first: gametext.Lead(b.Text[:b.Raw])}
	g.lexer.Reset(b.Text[:b.Raw])
	for g.parse(b, r) {
	}
}

// A game is a game that is being read.
type game struct {
	replay
	skipped *[pgnCount]bool
	lexer   gametext.Lexer

	first  int // where the first game begins, after blanks and comments
	tagged bool
	over   bool // a result was read
	failed bool
	fields [pgnCount]Value // fields of the next row; most are the same in all rows
}

// parse adds the rows of the next game and reports whether another game follows. An
// error ends the rows, but not the game.
func (g *game) parse(b *Block, r *Request) (more bool) {
	start := g.lexer.Rest()
	g.tagged, g.over, g.failed, g.fields = false, false, false, noPGNFields
	g.start(b, r, Span{Start: uint32(max(start, g.first))}, movegen.Start())
	g.fields[pgnGame] = intValue(b.Offset + int64(g.record.Start))
	var reject Reject
	fail := func(err error) {
		if !g.failed {
			g.failed, reject.At, reject.Err = true, uint32(g.lexer.Start), err
		}
	}
	for {
		switch kind := g.lexer.Next(); kind {
		case gametext.Move:
			if g.failed {
				g.lexer.Word()
				continue
			}
			move, ok := g.node.FindSAN(stringOf(g.lexer.Text()))
			var skip bool
			var err error
			if !ok {
				move, skip, err = g.lexer.Move(&g.node, &g.p)
			}
			switch {
			case err != nil:
				g.row(0)
				fail(fmt.Errorf("ply %d: %w", g.ply+1, err))
			case !skip:
				g.row(move)
				g.play(move)
				g.fields[pgnEval], g.fields[pgnClock] = noFloat, noFloat
			}
			continue
		case gametext.Comment:
			if !g.over {
				g.comment(g.lexer.Text())
			}
			continue
		case gametext.Tag:
			g.tagged = true
			if err := g.tag(); err != nil {
				fail(err)
			}
			continue
		case gametext.Result:
			g.over = true
			if !g.tagged && g.ply == 0 {
				fail(errors.New("expected a game before a result, found none"))
			}
			if points, ok := results[string(g.lexer.Text())]; ok && !g.failed && g.fields[pgnResult] == noFloat {
				g.fields[pgnResult] = points
			}
			continue
		case gametext.Bad:
			if !g.failed {
				g.row(0)
			}
			fail(errors.New(g.lexer.Problem))
			continue
		case gametext.Game:
			more = true
		}
		break
	}
	if !g.failed {
		g.row(0)
	}
	g.record.Length = uint32(g.lexer.Rest()) - g.record.Start
	g.end()
	for _, k := range [...]int{pgnResult, pgnWhiteElo, pgnBlackElo, pgnWhite, pgnBlack, pgnDate, pgnGame} {
		if !g.skipped[k] {
			b.fillField(k, g.fields[k])
		}
	}
	if g.failed {
		reject.Record = g.record
		b.addReject(reject)
	}
	return more
}

// tag reads a tag token. If a tag has no value, it is skipped, unless the moves depend on
// it.
func (g *game) tag() error {
	p := movegen.Position{}
	ok, note, err := g.lexer.SetUp(&p)
	switch {
	case err != nil:
		return err
	case ok:
		g.start(g.b, g.r, g.record, p)
	}
	if note != nil {
		g.note(note)
	}
	switch name, value := g.lexer.Name(), g.lexer.Value(); len(name) {
	case len("Date"):
		if bytes.EqualFold(name, []byte("Date")) {
			g.text(pgnDate, value)
		}
	case len("White"):
		if bytes.EqualFold(name, []byte("White")) {
			g.text(pgnWhite, value)
		} else if bytes.EqualFold(name, []byte("Black")) {
			g.text(pgnBlack, value)
		}
	case len("Result"):
		if bytes.EqualFold(name, []byte("Result")) {
			points, ok := results[string(value)]
			switch first := g.fields[pgnResult]; {
			case ok && first == noFloat:
				g.fields[pgnResult] = points
			case ok && first != points:
				g.note(fmt.Errorf("tag Result: %s contradicts the tag before it, which is used", value))
			}
		}
	case len("WhiteElo"):
		if bytes.EqualFold(name, []byte("WhiteElo")) {
			g.rating(pgnWhiteElo, value)
		} else if bytes.EqualFold(name, []byte("BlackElo")) {
			g.rating(pgnBlackElo, value)
		}
	}
	return nil
}

// note reports a problem with the tag token.
func (g *game) note(err error) {
	g.b.addNote(Reject{Record: g.record, At: uint32(g.lexer.Start), Err: err})
}

// text sets a field to the tag token's value, if there is one.
func (g *game) text(field int, value []byte) {
	switch span := (Span{uint32(g.lexer.ValueStart), uint32(len(value))}); {
	case g.skipped[field] || len(value) == 0:
	case len(value) > LongestName:
		g.note(fmt.Errorf("tag %s: expected at most %d bytes, found %d; the field %s is left out", g.lexer.Name(), LongestName, len(value), pgnFields[field].Name))
	default:
		if bytes.IndexByte(value, '\\') >= 0 {
			span = g.b.put([]byte(gametext.Unescape.Replace(string(value))))
		}
		g.fields[field] = textValue(span)
	}
}

// rating sets a field to the rating in text, if there is one: "?" means none.
func (g *game) rating(field int, text []byte) {
	if elo, err := integer(text); err == nil {
		g.fields[field] = intValue(elo)
	}
}

// comment sets the next position's evaluation and clock from [%eval ...] and [%clk ...].
func (g *game) comment(text []byte) {
	if g.skipped[pgnEval] && g.skipped[pgnClock] {
		return
	}
	if value := command(text, "[%eval "); len(value) > 0 {
		g.fields[pgnEval] = floatValue(evaluation(value, g.p.Side))
	}
	if value := command(text, "[%clk "); len(value) > 0 {
		g.fields[pgnClock] = floatValue(clock(value))
	}
}

// command returns the text after a command's name in a comment, up to a comma or bracket.
func command(comment []byte, name string) []byte {
	_, value, _ := bytes.Cut(comment, []byte(name))
	return value[:max(0, bytes.IndexAny(value, "],"))]
}

// clock returns the seconds for hours, minutes and seconds such as 1:59:59.5. Other text is NaN.
func clock(text []byte) (seconds float64) {
	parts := bytes.SplitN(text, []byte{':'}, 4)
	for _, part := range parts {
		x, err := strconv.ParseFloat(stringOf(part), 64)
		if err != nil || len(part) > 12 || len(parts) != 3 || len(bytes.Trim(part, ".0123456789")) != 0 {
			return math.NaN()
		}
		seconds = 60*seconds + x
	}
	return seconds
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
	g.b.addValue(pgnPly, intValue(int64(g.ply)), g.skipped[:])
	g.b.addValue(pgnMove, Value(move), g.skipped[:])
	g.b.addValue(pgnEval, g.fields[pgnEval], g.skipped[:])
	g.b.addValue(pgnClock, g.fields[pgnClock], g.skipped[:])
}
