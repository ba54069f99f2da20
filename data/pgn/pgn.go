// Package pgn reads games in portable game notation (PGN): tags, moves, comments, results and
// the positions of the main line.
//
// It also reads files that deviate from the standard. For example, tags and results can be missing,
// tags can come in any order, and moves can be in long algebraic notation or as in UCI. Each move is
// checked, and variations are skipped. docs/pgn.md in the repository describes what is read and
// where a game starts.
package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/koggestone/koggestone/internal/gametext"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
)

// A Game is a game with its main line.
type Game struct {
	Tags     []Tag // in the order of the file
	Start    movegen.Position
	Moves    []movegen.Move // legal moves from Start
	Comments []Comment      // comments in the main line
	// Result is the result after the moves: "1-0", "0-1", "1/2-1/2" or "*". It is "0-0" if both players lost, and "+:-", "-:+" or "-:-"
	// after a forfeit. Other spellings, such as 1:0, ½-½ or 1-0F, become one of these. If there is no result after the moves, or if
	// an error precedes it, Result is that of the tag Result: one of the same, or the value as it is if it is not a result. It
	// is empty if that tag is missing too.
	Result string
	// Notes are problems that do not reject the game: impossible castling rights in the tag FEN, which are left out; tags Result,
	// WhiteElo and BlackElo that have no value; a tag Result that is not a result, or that contradicts the result after the moves.
	Notes []Error
	// Signs counts what was skipped between the moves: numeric glyphs such as $14, and signs such as !?, += and ±. Variations counts
	// the skipped variations, without those inside of others.
	Signs, Variations int
	Line              int64 // the number of the first line, counted from 1
	Offset            int64 // offset in the text of the first tag, comment, move or result
}

// A Tag is a tag pair. If there is no value between quotation marks, the value is empty.
type Tag struct{ Name, Value string }

// A Comment is a comment, without its braces or semicolon.
type Comment struct {
	Ply  int // how many moves come before it
	Text string
}

// Command returns the value of the first command with this name in the comment, without the blanks around it, and whether there is one. For
// example, the command eval in [%eval 0.35,18] has the value "0.35,18". A line end or a tab counts as a blank, as in exports with
// short lines. Upper and lower case do not matter.
//
// Evaluations with a decimal point are in pawns. Programs that write none, as in [%eval 35,18], mean hundredths of a pawn.
func (c *Comment) Command(name string) (value string, ok bool) {
	text := []byte(c.Text)
	for at := 0; ; {
		command, found := gametext.NextCommand(text, at)
		if !found {
			return "", false
		}
		if at = command.Stop; command.WellFormed && command.Is(name) {
			return string(command.Value), true
		}
	}
}

// Tag returns the value of the first tag with this name, or "". Upper and lower case do not matter.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// Positions yields each position in the game, with the move that was played there. The
// last position comes with the zero Move. A position is valid until the next one is
// yielded.
func (g *Game) Positions() iter.Seq2[*movegen.Position, movegen.Move] {
	return func(yield func(*movegen.Position, movegen.Move) bool) {
		p := g.Start
		for _, m := range g.Moves {
			q := p
			if !yield(&q, m) {
				return
			}
			p.PlayInto(&p, m)
		}
		yield(&p, 0)
	}
}

// An Error is an error in a game, which ends the game's moves, or text that is not a game.
type Error struct {
	Line int64 // line of the bad token, counted from 1
	Ply  int   // how many moves come before the token
	Err  error
}

// Error returns the line and the problem.
func (e *Error) Error() string { return fmt.Sprintf("pgn: line %d: %v", e.Line, e.Err) }

// Unwrap returns the problem.
func (e *Error) Unwrap() error { return e.Err }

// A Reader reads games from a text stream. It only keeps the current game, so its memory does not
// depend on the stream's length.
type Reader struct {
	scanner *gametext.Scanner
	err     error
}

// NewReader returns a Reader for text in UTF-8, Latin-1 or another extension of ASCII.
func NewReader(src io.Reader) *Reader {
	buffered := bufio.NewReaderSize(src, gametext.Longest)
	head, _ := buffered.Peek(gametext.Longest) // the error comes again later
	var offset int64
	if bytes.HasPrefix(head, []byte("\ufeff")) {
		offset = 3
		buffered.Discard(3) // which Peek has read
	}
	src = buffered
	if gametext.EndsInCR(head) {
		src = gametext.LineReader{Reader: src}
	}
	return &Reader{scanner: gametext.NewScanner(src, offset)}
}

// Games returns the remaining games. An error of the stream, which is not an [*Error], ends
// them.
func (r *Reader) Games() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Read()
			if err == io.EOF || !yield(g, err) {
				return
			}
			var malformed *Error
			if err != nil && !errors.As(err, &malformed) {
				return
			}
		}
	}
}

// Read returns the next game. If a game is malformed, Read returns the moves before the error
// together with an [*Error], and the next Read returns the game after it. After the last game
// the error is io.EOF.
func (r *Reader) Read() (*Game, error) {
	for r.err == nil {
		g := &Game{Start: movegen.Start()}
		var malformed *Error
		malformed, r.err = r.read(g)
		switch {
		case r.err != nil && r.err != io.EOF:
			return nil, r.err
		case malformed != nil:
			return g, malformed
		case len(g.Tags)+len(g.Moves) > 0:
			return g, nil
		}
	}
	return nil, r.err
}

// read reads a game. If it is the last game, err is io.EOF.
func (r *Reader) read(g *Game) (malformed *Error, err error) {
	s := r.scanner
	p := g.Start
	var node movegen.Node
	node.Set(&p)
	fail := func(err error) {
		if malformed == nil {
			malformed = &Error{s.Line(), len(g.Moves), err}
		}
	}
	signs, variations := s.Signs, s.Variations
	tagged := gametext.Unknown // the result in the tag
	for {
		kind, err := s.Next()
		if err != nil {
			return nil, err
		}
		if kind == gametext.Game || kind == gametext.End {
			if g.Result == "" {
				g.Result = g.Tag("Result")
				if o := gametext.ParseResult([]byte(g.Result)); o > gametext.Unknown {
					g.Result = o.String()
				}
			}
			g.Signs, g.Variations = int(s.Signs-signs), int(s.Variations-variations)
			if kind == gametext.End {
				return malformed, io.EOF
			}
			return malformed, nil
		}
		if g.Line == 0 {
			g.Line, g.Offset = s.Line(), s.Offset()
		}
		switch kind {
		case gametext.Tag:
			g.Tags = append(g.Tags, Tag{string(s.Name()), gametext.Unescape.Replace(string(s.Value()))})
			ok, note, err := s.SetUp(&p)
			switch {
			case err != nil:
				fail(err)
			case ok:
				g.Start = p
				node.Set(&p)
			}
			if note == nil && s.WellFormed && tagged == gametext.Unknown && strings.EqualFold(string(s.Name()), "Result") {
				if tagged = gametext.ParseResult(s.Value()); tagged == gametext.NoResult {
					note = fmt.Errorf("tag Result: expected a result such as 1-0, found %s", quote.Short(string(s.Value())))
				}
			}
			if note != nil {
				g.Notes = append(g.Notes, Error{Line: s.Line(), Err: note})
			}
		case gametext.Move:
			if malformed != nil {
				continue
			}
			m, ok := node.FindSAN(string(s.Text()))
			var skip bool
			if !ok {
				m, skip, err = s.Move(&node, &p)
			}
			switch {
			case err != nil:
				fail(err)
			case !skip:
				g.Moves = append(g.Moves, m)
				p.PlayInto(&p, m)
				node.Set(&p)
			}
		case gametext.Comment:
			g.Comments = append(g.Comments, Comment{len(g.Moves), commentText(s.Text())})
		case gametext.Result:
			if len(g.Tags)+len(g.Moves) == 0 {
				fail(errors.New("expected a game before a result, found none"))
			}
			if malformed != nil { // the result may belong to a later game
				continue
			}
			g.Result = s.Outcome.String()
			if tagged.Contradicts(s.Outcome) {
				g.Notes = append(g.Notes, Error{s.Line(), len(g.Moves), fmt.Errorf("the result %s contradicts the tag Result, %v", quote.Short(string(s.Text())), tagged)})
			}
		case gametext.Bad:
			fail(errors.New(s.Problem))
		}
	}
}

// commentText returns what a comment says.
func commentText(token []byte) string {
	if token[0] == '{' {
		token = token[:len(token)-1]
	}
	return string(bytes.TrimSpace(token[1:]))
}
