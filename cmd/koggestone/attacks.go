package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

type attacksCmd struct {
	FEN       string   `name:"fen" placeholder:"FEN" help:"One position. Of its fields the first (the pieces) and the second (the side to move, white if it is missing) matter."`
	Demo      bool     `xor:"json,svg,show" help:"Take 600 positions from games, check them against the oracle, show one and the throughput of every path."`
	Show      []string `placeholder:"SET" xor:"show" help:"Show these sets in place of the sliders' attacks. Of each colour: ${colour_sets}. (The first is all attacks, then by type; xrays go on beyond the first blocker, xrays-own beyond own ones; lesser-rook is what pieces worth less than a rook attack; reach is moves, without castling and en passant.) Of the side to move: ${us_sets}. threats is all of those, all is everything."`
	JSON      bool     `name:"json" xor:"json" help:"Write one JSON object a line: line, placement, side_to_move; for each colour bishops, rooks, queens and sliders, each with its squares and its attacks in hexadecimal, a1 = bit 0; and under sets those of --show, all without it. Attackers are numbers for white and black from a1 to h8."`
	SVG       string   `name:"svg" placeholder:"OUT" xor:"svg" help:"Also draw the one position as an SVG file, squares shaded by the number of attackers of each colour, with arrows for pins and checks, and the sets of --show; - writes to standard output in place of the text."`
	KeepGoing bool     `help:"Report malformed lines on standard error, skip and count them; without it the first ends the command with exit 2."`
	File      string   `arg:"" optional:"" help:"FEN or EPD lines, - for standard input. Blank lines and lines that begin with # are skipped. One position is shown as boards, several with a line each: squares attacked by the bishops, rooks, queens and all sliders, and the last set in hexadecimal."`

	sets []*namedSet // of Show
}

// Run reads positions in batches and writes their attacks.
func (c *attacksCmd) Run(s *streams) error {
	inputs := 0
	for _, given := range []bool{c.FEN != "", c.File != "", c.Demo} {
		if given {
			inputs++
		}
	}
	if inputs != 1 {
		return fmt.Errorf("attacks: expected one of --fen FEN, a FILE, - for standard input, and --demo, found %d", inputs)
	}
	if c.Demo {
		return demo(s)
	}
	var err error
	if c.sets, err = chooseSets(c.Show); err != nil {
		return err
	}
	name, in, err := c.open(s)
	if err != nil {
		return err
	}
	defer in.Close()
	src := source{reader: lines.NewReader(in, lines.Longest), keepGoing: c.KeepGoing, errs: s.err, name: name}
	a := newAttackBatch(batchSize)
	for many := false; src.fill(a); many = true {
		if single := !many && len(a.boards) == 1 && src.err == io.EOF; single {
			err = c.writeOne(s, a)
		} else if c.SVG != "" {
			err = fmt.Errorf("%s: --svg draws one position, found more", name)
		} else {
			err = c.writeMany(s.out, a, !many)
		}
		if err == nil {
			err = s.out.Flush()
		}
		if err != nil {
			return err
		}
	}
	return src.close()
}

// open returns the input that --fen or FILE names.
func (c *attacksCmd) open(s *streams) (name string, in io.ReadCloser, err error) {
	if c.FEN != "" {
		return "--fen", io.NopCloser(strings.NewReader(c.FEN)), nil
	}
	return openInput(s, c.File)
}

// batchSize is how many positions are read and computed at a time.
const batchSize = 4096

// A source fills batches from a reader, and keeps account of malformed lines.
type source struct {
	name      string
	reader    *lines.Reader
	keepGoing bool
	errs      io.Writer
	err       error // why the last batch ended early, io.EOF at the end of the input
	good, bad int
}

// fill reads the next positions into a and computes their attacks. It returns
// false if there are none.
func (s *source) fill(a *attackBatch) bool {
	a.reset()
	for s.err == nil && len(a.boards) < cap(a.boards) {
		b, us, err := s.next()
		var malformed *lines.Error
		switch {
		case err == nil:
			a.append(b, us, s.reader.Line())
			s.good++
		case s.keepGoing && errors.As(err, &malformed):
			tell(s.errs, "%s: %v", s.name, err)
			s.bad++
		default:
			s.err = err
		}
	}
	a.compute()
	return len(a.boards) > 0
}

// next returns the next board and the side to move.
func (s *source) next() (b quad.Board, us quad.Color, err error) {
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

// sideToMove returns the side that the second field of a line of FEN or EPD says is
// to move, given what follows the first: White where there is no second field.
func sideToMove(line, rest string) (quad.Color, error) {
	fields := strings.Fields(rest)
	switch {
	case len(fields) == 0 || fields[0] == "w":
		return quad.White, nil
	case fields[0] == "b":
		return quad.Black, nil
	}
	return quad.White, &quad.FENError{
		Field:   "side to move",
		Offset:  len(line) - len(rest) + strings.Index(rest, fields[0]),
		Problem: quote.Short(fields[0]) + ", expected w or b",
	}
}

// close returns why the input is bad, if it is, and sums up what was skipped.
func (s *source) close() error {
	if s.err != io.EOF {
		return fmt.Errorf("%s: %w", s.name, s.err)
	}
	if s.good == 0 {
		return fmt.Errorf("%s: %w", s.name, noLines(uint64(s.bad)))
	}
	if s.bad > 0 {
		tell(s.errs, "%s: positions: %d, malformed lines skipped: %d", s.name, s.good, s.bad)
	}
	return nil
}

// noLines returns the error of an input without a position, with the given number
// of malformed lines.
func noLines(malformed uint64) error {
	if malformed > 0 {
		return fmt.Errorf("expected FEN or EPD lines, found only malformed ones: %d", malformed)
	}
	return errors.New("expected FEN or EPD lines, found none")
}
