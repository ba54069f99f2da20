package games

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/internal/gametext"
	"github.com/koggestone/koggestone/movegen"
)

// pgnFormat reads games in portable game notation: every position in a game's main line is
// a row. Package gametext defines where a game starts.
type pgnFormat struct {
	skipped [pgnCount]bool // fields that are not needed
	unit    string         // autoUnit, pawnsUnit or centipawnsUnit
}

// The units of evaluations without a decimal point. A number with a decimal point is always in pawns.
const (
	autoUnit       = "auto"
	pawnsUnit      = "pawns"
	centipawnsUnit = "centipawns"
)

// NewPGN returns the format with the unit of the options.
func NewPGN(_ string, _ []byte, o records.InputOptions) (records.Format, int64, error) {
	unit := cmp.Or(o.EvalUnit, autoUnit)
	if unit != autoUnit && unit != pawnsUnit && unit != centipawnsUnit {
		return nil, 0, fmt.Errorf("InputOptions.EvalUnit: expected pawns, centipawns or auto, found %q", unit)
	}
	return pgnFormat{unit: unit}, 0, nil
}

var pgnFields = []records.Field{
	{Name: "ply", Kind: records.Int}, {Name: "move", Kind: records.Move}, {Name: "result", Kind: records.Float}, {Name: "white_elo", Kind: records.Int}, {Name: "black_elo", Kind: records.Int}, {Name: "eval", Kind: records.Float},
	{Name: "white", Kind: records.Text}, {Name: "black", Kind: records.Text}, {Name: "date", Kind: records.Text}, {Name: "clock", Kind: records.Float}, {Name: "game", Kind: records.Int},
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

// noPGNFields are missing values.
var noPGNFields = func() (values [pgnCount]records.Value) {
	for k, f := range pgnFields {
		values[k] = records.NoValue(f.Kind)
	}
	return values
}()

func (pgnFormat) Name() string            { return "pgn" }
func (pgnFormat) Fields() []records.Field { return pgnFields }

// DefaultFields returns how many fields are carried if none is named.
func (pgnFormat) DefaultFields() int { return pgnEval + 1 }

func (pgnFormat) IsText() bool  { return true }
func (pgnFormat) Games() bool   { return true }
func (pgnFormat) RowBytes() int { return 7 } // a move

func (f pgnFormat) Reader(in *records.Input, r records.Range) (*records.Reader, error) {
	return records.NewGameReader(in, f, r)
}

func (f pgnFormat) Without(skipped []bool) records.Format {
	return pgnFormat{[pgnCount]bool(skipped), f.unit}
}

func (pgnFormat) Next(buf []byte, from int) int { return gametext.Next(buf, from) }
func (pgnFormat) Last(buf []byte) int           { return gametext.Last(buf) }

func (pgnFormat) NextGame(f io.ReaderAt, in *records.Input, from int64) (int64, error) {
	if in.CR {
		f = gametext.LineReaderAt{ReaderAt: f}
	}
	return gametext.First(f, in.Start, from, in.Size)
}

func (f pgnFormat) Parse(b *records.Block, r *records.Request) {
	g := game{skipped: &f.skipped, unit: f.unit, first: gametext.Lead(b.Text[:b.Raw])}
	g.lexer.Reset(b.Text[:b.Raw])
	for g.parse(b, r) {
	}
	b.Skipped[records.SkippedSigns], b.Skipped[records.SkippedVariations] = g.lexer.Signs, g.lexer.Variations
}

// A game is a game that is being read.
type game struct {
	records.Replay
	skipped *[pgnCount]bool
	unit    string
	lexer   gametext.Lexer

	first  int // where the first game begins, after blanks and comments
	tagged bool
	over   bool // a result was read
	failed bool
	fields [pgnCount]records.Value // fields of the next row; most are the same in all rows

	tagResult, movesResult gametext.Outcome // the results of the tag and of the moves
	tagResultAt            records.Span     // the value of the tag; its length is 0 if there is none
	movesResultAt          records.Span     // the result after the moves
	pointed                bool             // whether an evaluation has a decimal point
	wholeAt                records.Span     // the evaluation of the next row if it has no decimal point; otherwise its length is 0
	whole                  []wholeEval      // evaluations without a decimal point, whose unit depends on the others
}

// A wholeEval is an evaluation without a decimal point.
type wholeEval struct {
	row  int32 // -1 if the position is not a row
	text records.Span
}

// parse adds the rows of the next game and reports whether another game follows. An
// error ends the rows, but not the game.
func (g *game) parse(b *records.Block, r *records.Request) (more bool) {
	start := g.lexer.Rest()
	g.tagged, g.over, g.failed, g.fields = false, false, false, noPGNFields
	g.tagResult, g.movesResult, g.tagResultAt, g.movesResultAt = gametext.NoResult, gametext.NoResult, records.Span{}, records.Span{}
	g.pointed, g.wholeAt, g.whole = false, records.Span{}, g.whole[:0]
	g.Start(b, r, records.Span{Start: uint32(max(start, g.first))}, movegen.Start())
	g.fields[pgnGame] = records.IntValue(b.Offset + int64(g.Record.Start))
	var reject records.Reject
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
			move, ok := g.Node.FindSAN(records.StringOf(g.lexer.Text()))
			var skip bool
			var err error
			if !ok {
				move, skip, err = g.lexer.Move(&g.Node, &g.Position)
			}
			switch {
			case err != nil:
				g.row(0)
				fail(fmt.Errorf("ply %d: %w", g.Ply+1, err))
			case !skip:
				g.row(move)
				g.Play(move)
				g.fields[pgnEval], g.fields[pgnClock], g.wholeAt = records.NoFloat, records.NoFloat, records.Span{}
			}
			continue
		case gametext.Comment:
			if !g.over && !g.failed {
				g.comment()
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
			if !g.tagged && g.Ply == 0 {
				fail(errors.New("expected a game before a result, found none"))
			}
			if !g.failed {
				g.movesResult, g.movesResultAt = g.lexer.Outcome, g.token()
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
	g.Record.Length = uint32(g.lexer.Rest()) - g.Record.Start
	g.End()
	g.decideUnit()
	g.decideResult()
	for _, k := range [...]int{pgnResult, pgnWhiteElo, pgnBlackElo, pgnWhite, pgnBlack, pgnDate, pgnGame} {
		if !g.skipped[k] {
			b.FillField(k, g.fields[k])
		}
	}
	if g.failed {
		reject.Record = g.Record
		b.AddReject(reject)
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
		g.Start(g.Block, g.Request, g.Record, p)
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
			if !g.lexer.WellFormed { // SetUp has a note about it
				break
			}
			switch o := gametext.ParseResult(value); {
			case g.tagResult <= gametext.Unknown && (o != gametext.NoResult || g.tagResultAt.Length == 0):
				g.tagResult, g.tagResultAt = o, records.Span{Start: uint32(g.lexer.ValueStart), Length: uint32(len(value))}
			case g.tagResult.Contradicts(o):
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
	g.Block.AddNote(records.Reject{Record: g.Record, At: uint32(g.lexer.Start), Err: err})
}

// text sets a field to the tag token's value, if there is one.
func (g *game) text(field int, value []byte) {
	switch span := (records.Span{Start: uint32(g.lexer.ValueStart), Length: uint32(len(value))}); {
	case g.skipped[field] || len(value) == 0:
	case len(value) > records.LongestName:
		g.note(fmt.Errorf("tag %s: expected at most %d bytes, found %d; the field %s is left out", g.lexer.Name(), records.LongestName, len(value), pgnFields[field].Name))
	default:
		if bytes.IndexByte(value, '\\') >= 0 {
			span = g.Block.Put([]byte(gametext.Unescape.Replace(string(value))))
		}
		g.fields[field] = records.TextValue(span)
	}
}

// rating sets a field to the rating in text, if there is one: "?" means none.
func (g *game) rating(field int, text []byte) {
	if g.skipped[field] {
		return
	}
	text = gametext.TrimBlanks(text)
	if elo, err := records.Integer(text); err == nil {
		g.fields[field] = records.IntValue(elo)
	} else if len(bytes.Trim(text, "?-*")) > 0 {
		g.Block.Skip(records.RatingsUnreadable, g.token())
	}
}

// token returns the place of the token.
func (g *game) token() records.Span { return g.at(0, len(g.lexer.Text())) }

// at returns the place of a part of the token.
func (g *game) at(start, stop int) records.Span {
	return records.Span{Start: uint32(g.lexer.Start + start), Length: uint32(stop - start)}
}

// comment sets the next position's evaluation and clock from [%eval ...] and [%clk ...], and counts what it skips.
func (g *game) comment() {
	text := g.lexer.Text()
	read := false
	for at := 0; ; {
		c, ok := gametext.NextCommand(text, at)
		if !ok {
			break
		}
		at = c.Stop
		switch {
		case c.Is("eval"):
			read = true
			if !g.skipped[pgnEval] {
				g.eval(&c)
			}
		case c.Is("clk"):
			read = true
			if !g.skipped[pgnClock] {
				g.clock(&c)
			}
		default:
			g.Block.Skip(records.SkippedCommands, g.at(c.Start, c.Stop))
		}
	}
	switch {
	case read:
	case !g.skipped[pgnEval] && gametext.IsScore(bytes.TrimSuffix(text[1:], []byte{'}'})):
		g.Block.Skip(records.EngineScores, g.token())
	default:
		g.Block.Skip(records.SkippedComments, g.token())
	}
}

// eval sets the next position's evaluation.
func (g *game) eval(c *gametext.Command) {
	at := g.at(c.Start, c.Stop)
	x, unit := gametext.ParseEval(c.Value)
	if !c.WellFormed {
		unit = gametext.NoUnit
	}
	scale := 1.0
	switch unit {
	case gametext.NoUnit:
		g.Block.Skip(records.EvalsUnreadable, at)
		return
	case gametext.Mate:
		x = records.MateScore(x, g.Position.Side)
	case gametext.Pawns:
		g.pointed = true
		g.Block.Skip(records.EvalsInPawns, at)
	case gametext.Whole:
		if g.unit != pawnsUnit {
			scale = 100 // hundredths, until decideUnit
		}
	}
	x /= scale
	// Numbers without a decimal point that would mean mates are another program's own code for mates.
	if size := math.Abs(x); size > records.MostPawns || scale > 1 && size >= records.MostPawns-records.LongestMate {
		g.Block.Skip(records.EvalsOutOfRange, at)
		return
	}
	if g.fields[pgnEval] != records.NoFloat {
		if g.fields[pgnEval] != records.FloatValue(x) {
			g.Block.Skip(records.EvalsRepeated, at)
		}
		return
	}
	g.fields[pgnEval] = records.FloatValue(x)
	if unit == gametext.Whole && x != 0 && g.unit == autoUnit {
		g.wholeAt = at
		g.whole = append(g.whole, wholeEval{-1, at})
	}
}

// clock sets the next position's clock.
func (g *game) clock(c *gametext.Command) {
	at := g.at(c.Start, c.Stop)
	seconds, ok := gametext.ParseClock(c.Value)
	switch {
	case !ok || !c.WellFormed:
		g.Block.Skip(records.ClocksUnreadable, at)
	case g.fields[pgnClock] == records.NoFloat:
		g.fields[pgnClock] = records.FloatValue(seconds)
	case g.fields[pgnClock] != records.FloatValue(seconds):
		g.Block.Skip(records.ClocksRepeated, at)
	}
}

// decideUnit leaves evaluations without a decimal point out if others of the game have one. All games of a file are decided
// alone, so that the values do not depend on where reading starts.
func (g *game) decideUnit() {
	for _, e := range g.whole {
		if !g.pointed {
			g.Block.Skip(records.EvalsInHundredths, e.text)
			continue
		}
		g.Block.Skip(records.EvalsUnclear, e.text)
		if e.row >= 0 {
			g.Block.Fields[pgnEval][e.row] = records.NoFloat
		}
	}
}

// decideResult sets the result from the tag, or else from the end of the moves.
func (g *game) decideResult() {
	if g.skipped[pgnResult] {
		return
	}
	o, at := g.tagResult, g.tagResultAt
	if o <= gametext.Unknown && g.movesResult > gametext.Unknown {
		o, at = g.movesResult, g.movesResultAt
	}
	if g.tagResult.Contradicts(g.movesResult) {
		g.Block.Skip(records.ResultsContradicted, g.movesResultAt)
	}
	halves, ok := o.Halves()
	switch {
	case ok:
		g.fields[pgnResult] = records.Points(int(halves))
	case o == gametext.NoResult && at.Length > 0:
		g.Block.Skip(records.ResultsUnreadable, at)
	case o == gametext.BothLose:
		g.Block.Skip(records.ResultsBothLost, at)
	case o > gametext.Unknown:
		g.Block.Skip(records.ResultsForfeited, at)
	}
}

// row adds the position before move, which is 0 at the end of the game.
func (g *game) row(move movegen.Move) {
	if !g.tagged && g.Ply == 0 && move == 0 { // blank lines or comments before the first game
		return
	}
	if !g.Wanted() {
		return
	}
	g.Add()
	g.Block.AddValue(pgnPly, records.IntValue(int64(g.Ply)), g.skipped[:])
	g.Block.AddValue(pgnMove, records.Value(move), g.skipped[:])
	if g.wholeAt.Length > 0 && !g.skipped[pgnEval] {
		g.whole[len(g.whole)-1].row = int32(len(g.Block.Fields[pgnEval]))
	}
	g.Block.AddValue(pgnEval, g.fields[pgnEval], g.skipped[:])
	g.Block.AddValue(pgnClock, g.fields[pgnClock], g.skipped[:])
}
