// Package epd reads suites of positions with their perft counts, one a line:
//
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
//
// Blank lines and lines that begin with # are skipped. The FEN has four to six
// fields.
package epd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// A Line is a position of a suite and what is known about it.
type Line struct {
	Number   int // of the line in the file, from 1
	FEN      string
	Position movegen.Position
	Counts   []Count
}

// A Count is the number of leaves at a depth.
type Count struct {
	Depth int
	Nodes perft.Nodes
}

// An Error tells what is wrong with a line of a suite.
type Error struct {
	Line  int    // from 1
	Field string // "position" or "count 2", the second one
	Err   error
}

// Error returns the error as one line.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, %s: %v", e.Line, e.Field, e.Err)
}

// Unwrap returns what is wrong with the field.
func (e *Error) Unwrap() error { return e.Err }

// maxLine is the length of the longest line that is read, in bytes.
const maxLine = 1 << 20

// Lines returns the lines of a suite in order. A line that cannot be read comes
// with an *[Error], its number and nothing else; the next one may follow. If r
// fails, or has a line longer than 1 MiB, that error comes last.
func Lines(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		scanner := bufio.NewScanner(r)
		scanner.Buffer(nil, maxLine)
		number := 0
		for scanner.Scan() {
			number++
			text := strings.TrimSpace(scanner.Text())
			if text == "" || text[0] == '#' {
				continue
			}
			if !yield(parseLine(number, text)) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			number++
			if errors.Is(err, bufio.ErrTooLong) {
				err = errors.New("longer than 1 MiB, expected a position and its counts")
			}
			yield(Line{Number: number}, &Error{number, "text", err})
		}
	}
}

// parseLine returns the line that text holds.
func parseLine(number int, text string) (Line, error) {
	fields := strings.Split(text, ";")
	line := Line{Number: number, FEN: strings.TrimSpace(fields[0])}
	var err error
	if line.Position, err = movegen.ParseFEN(line.FEN); err != nil {
		return Line{Number: number}, &Error{number, "position", err}
	}
	for i, field := range fields[1:] {
		count, err := parseCount(field)
		if err != nil {
			return Line{Number: number}, &Error{number, "count " + strconv.Itoa(i+1), err}
		}
		line.Counts = append(line.Counts, count)
	}
	return line, nil
}

// parseCount returns the count that "D3 8902 " holds.
func parseCount(field string) (Count, error) {
	words := strings.Fields(field)
	if len(words) != 2 || words[0][0] != 'D' {
		return Count{}, fmt.Errorf("%q, expected D, a depth and a number of nodes, as in D3 8902", strings.TrimSpace(field))
	}
	depth, err := strconv.ParseUint(words[0][1:], 10, 16)
	if err != nil {
		return Count{}, fmt.Errorf("%q, expected D and a depth from 0 to 65535", words[0])
	}
	nodes, err := perft.ParseNodes(words[1])
	if err != nil {
		return Count{}, fmt.Errorf("%q: %w", words[1], err)
	}
	return Count{int(depth), nodes}, nil
}

// A Limit leaves out counts that would take long. The zero Limit leaves out none.
type Limit struct {
	Depth int         // the deepest, if not 0
	Nodes perft.Nodes // the most nodes, if not 0
}

// Within returns the counts of l within a limit.
func (l *Line) Within(limit Limit) []Count {
	var within []Count
	for _, c := range l.Counts {
		if (limit.Depth == 0 || c.Depth <= limit.Depth) &&
			(limit.Nodes == perft.Nodes{} || c.Nodes.Cmp(limit.Nodes) <= 0) {
			within = append(within, c)
		}
	}
	return within
}

// A Mismatch is a count that the tree does not confirm.
type Mismatch struct {
	Count             // as the suite has it
	Found perft.Nodes // as counted
}

// String returns the mismatch as a few words.
func (m Mismatch) String() string {
	return fmt.Sprintf("D%d: %v nodes, expected %v", m.Depth, m.Found, m.Nodes)
}

// Check counts the tree of l to the depth of each count within limit, and returns
// those counts that are wrong.
func (l *Line) Check(ctx context.Context, limit Limit, opts perft.Options) ([]Mismatch, error) {
	var wrong []Mismatch
	for _, c := range l.Within(limit) {
		r, err := perft.Count(ctx, l.Position, c.Depth, opts)
		if err != nil {
			return nil, err
		}
		if r.Nodes != c.Nodes {
			wrong = append(wrong, Mismatch{c, r.Nodes})
		}
	}
	return wrong, nil
}
