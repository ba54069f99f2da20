package attacks

import (
	"errors"
	"fmt"
	"io"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

// A sliderSet is a kind of sliders of a colour.
type sliderSet int

const (
	bishops sliderSet = iota
	rooks
	queens
	sliders // all of them
)

func (k sliderSet) String() string {
	return [...]string{"bishops", "rooks", "queens", "sliders"}[k]
}

// An entry is a position of the input and the attacks of its sliders.
type entry struct {
	line    int // line number in the input
	board   quad.Board
	side    quad.Color   // side to move
	pieces  [2][4]uint64 // sliders by colour and sliderSet
	attacks [2][4]uint64
}

func newEntry(b quad.Board, side quad.Color, line int) *entry {
	e := &entry{line: line, board: b, side: side}
	empty := b.Empty()
	for c := range e.pieces {
		own := b.ByColor(quad.Color(c))
		p := [4]uint64{bishops: b.Bishops() & own, rooks: b.Rooks() & own, queens: b.Queens() & own, sliders: b.Sliders() & own}
		e.pieces[c] = p
		e.attacks[c] = [4]uint64{
			bishops: koggestone.BishopAttacks(p[bishops], empty),
			rooks:   koggestone.RookAttacks(p[rooks], empty),
			queens:  koggestone.QueenAttacks(p[queens], empty),
			sliders: koggestone.SliderAttacks(p[bishops]|p[queens], p[rooks]|p[queens], empty),
		}
	}
	return e
}

// An attackSource reads positions and counts malformed lines.
type attackSource struct {
	name      string
	reader    *lines.Reader
	keepGoing bool
	errs      io.Writer
	err       error // why next returned nil, io.EOF at the end of the input
	good, bad int
}

// next returns the next position, or nil at the end of the input and after an error.
func (s *attackSource) next() *entry {
	for s.err == nil {
		b, us, err := s.parse()
		var malformed *lines.Error
		switch {
		case err == nil:
			s.good++
			return newEntry(b, us, s.reader.Line())
		case s.keepGoing && errors.As(err, &malformed):
			cli.WriteMessage(s.errs, "%s: %v", s.name, err)
			s.bad++
		default:
			s.err = err
		}
	}
	return nil
}

// parse returns the board and the side to move of the next line.
func (s *attackSource) parse() (b quad.Board, us quad.Color, err error) {
	text, err := s.reader.NextRecord()
	if err != nil {
		return b, us, err
	}
	line := string(text)
	b, rest, err := quad.ParsePlacement(line)
	if err == nil {
		us, err = sideToMove(line, rest)
	}
	if err != nil {
		err = &lines.Error{Line: s.reader.Line(), Err: err}
	}
	return b, us, err
}

// sideToMove parses the second field of a line of FEN or EPD. rest is the line after the
// first field. Without a second field it returns White.
func sideToMove(line, rest string) (quad.Color, error) {
	start, end := fen.Next(rest, 0)
	field := rest[start:end]
	black, ok := fen.Black(field)
	switch {
	case black:
		return quad.Black, nil
	case ok || field == "":
		return quad.White, nil
	}
	return quad.White, &quad.FENError{
		Field:   "side to move",
		Offset:  len(line) - len(rest) + start,
		Problem: quote.Short(field) + ", expected " + fen.SideExpected,
	}
}

// close returns the error of the input, or reports the number of skipped lines.
func (s *attackSource) close() error {
	if s.err != io.EOF {
		return fmt.Errorf("%s: %w", s.name, s.err)
	}
	if s.good == 0 {
		return fmt.Errorf("%s: %w", s.name, cli.NoPositions(uint64(s.bad)))
	}
	if s.bad > 0 {
		cli.WriteMessage(s.errs, "%s: positions: %d, malformed lines skipped: %d", s.name, s.good, s.bad)
	}
	return nil
}
