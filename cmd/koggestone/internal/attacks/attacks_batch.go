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

// An attackBatch contains positions and the squares that their sliders attack. It stores columns with
// one word for each position, because the batch functions of the library read columns.
type attackBatch struct {
	boards  []quad.Board
	sides   []quad.Color // to move
	lines   []int
	empty   []uint64
	pieces  [2][4][]uint64 // by colour and sliderSet
	attacks [2][4][]uint64
}

// newAttackBatch returns a batch for n positions.
func newAttackBatch(n int) *attackBatch {
	a := &attackBatch{
		boards: make([]quad.Board, 0, n),
		sides:  make([]quad.Color, 0, n),
		lines:  make([]int, 0, n),
		empty:  make([]uint64, 0, n),
	}
	for c := range a.pieces {
		for k := range a.pieces[c] {
			a.pieces[c][k] = make([]uint64, 0, n)
			a.attacks[c][k] = make([]uint64, n)
		}
	}
	return a
}

// reset empties the batch.
func (a *attackBatch) reset() {
	a.boards, a.sides, a.lines, a.empty = a.boards[:0], a.sides[:0], a.lines[:0], a.empty[:0]
	for c := range a.pieces {
		for k := range a.pieces[c] {
			a.pieces[c][k] = a.pieces[c][k][:0]
		}
	}
}

// append adds a position with us to move, which was read from the given line.
func (a *attackBatch) append(b quad.Board, us quad.Color, line int) {
	a.boards = append(a.boards, b)
	a.sides = append(a.sides, us)
	a.lines = append(a.lines, line)
	a.empty = append(a.empty, b.Empty())
	for c := range a.pieces {
		own := b.ByColor(quad.Color(c))
		for k, set := range [4]uint64{bishops: b.Bishops(), rooks: b.Rooks(), queens: b.Queens(), sliders: b.Sliders()} {
			a.pieces[c][k] = append(a.pieces[c][k], set&own)
		}
	}
}

// compute sets the attacks of all positions.
func (a *attackBatch) compute() {
	n := len(a.boards)
	diagonal, orthogonal := make([]uint64, n), make([]uint64, n)
	for c := range a.pieces {
		p, dst := &a.pieces[c], &a.attacks[c]
		for k := range dst {
			dst[k] = dst[k][:n]
		}
		for i := range n {
			diagonal[i] = p[bishops][i] | p[queens][i]
			orthogonal[i] = p[rooks][i] | p[queens][i]
		}
		koggestone.BishopAttacksBatch(dst[bishops], p[bishops], a.empty)
		koggestone.RookAttacksBatch(dst[rooks], p[rooks], a.empty)
		koggestone.QueenAttacksBatch(dst[queens], p[queens], a.empty)
		koggestone.SliderAttacksBatch(dst[sliders], diagonal, orthogonal, a.empty)
	}
}

// An attackSource fills batches from a reader and counts malformed lines.
type attackSource struct {
	name      string
	reader    *lines.Reader
	keepGoing bool
	errs      io.Writer
	err       error // why the last batch ended early, io.EOF at the end of the input
	good, bad int
}

// fill reads the next positions into a and computes their attacks. It returns false at the end of the
// input.
func (s *attackSource) fill(a *attackBatch) bool {
	a.reset()
	for s.err == nil && len(a.boards) < cap(a.boards) {
		b, us, err := s.next()
		var malformed *lines.Error
		switch {
		case err == nil:
			a.append(b, us, s.reader.Line())
			s.good++
		case s.keepGoing && errors.As(err, &malformed):
			cli.WriteMessage(s.errs, "%s: %v", s.name, err)
			s.bad++
		default:
			s.err = err
		}
	}
	a.compute()
	return len(a.boards) > 0
}

// next returns the next board and the side to move.
func (s *attackSource) next() (b quad.Board, us quad.Color, err error) {
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
