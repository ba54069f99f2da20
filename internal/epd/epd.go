// Package epd reads suites of positions with their perft counts. Each line has one position. The counts
// are EPD operations, or each count comes after a semicolon:
//
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start"; D1 20; D2 400;
//
// The FEN has four to six fields. Blank lines, lines that begin with #, and all other operations are
// skipped.
package epd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// A Line is a position in a suite, with the operations that describe it.
type Line struct {
	Number   int // number of the line in the file, from 1
	FEN      string
	Position movegen.Position
	Counts   []Count
}

// A Count is the number of leaves at a depth.
type Count struct {
	Depth int
	Nodes perft.Uint128
}

// Lines yields the lines of a suite. If a line is malformed, it yields the line's
// number and a [*lines.Error], and then continues with the next line. It ends if r
// fails.
func Lines(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		in := lines.NewReader(r, lines.Longest)
		for {
			text, err := in.NextRecord()
			if err == io.EOF {
				return
			}
			line := Line{Number: in.Line()}
			var malformed *lines.Error
			goesOn := err == nil || errors.As(err, &malformed)
			if err == nil {
				if err = line.parse(string(text)); err != nil {
					line, err = Line{Number: in.Line()}, &lines.Error{Line: in.Line(), Err: err}
				}
			}
			if !yield(line, err) || !goesOn {
				return
			}
		}
	}
}

// parse sets the fields of l from a line.
func (l *Line) parse(text string) (err error) {
	fen, operations := Cut(text)
	l.FEN = strings.Clone(fen) // text may be long
	if l.Position, err = movegen.ParseFEN(fen); err != nil {
		return err
	}
	for number := 1; operations != ""; {
		var operation string
		if operation, operations, err = cutOperation(operations); err != nil {
			return fmt.Errorf("operation %d: %w", number, err)
		}
		if operation == "" {
			continue
		}
		if count, isCount, err := parseCount(operation); err != nil {
			return fmt.Errorf("operation %d: %w", number, err)
		} else if isCount {
			l.Counts = append(l.Counts, count)
		}
		number++
	}
	return nil
}

// Cut splits a line into a FEN with four to six fields and the operations, which begin at the
// first semicolon, or at a letter where a clock could be. It drops clocks that are written as
// hyphens.
func Cut(line string) (fen, operations string) {
	end := len(line)
	if i := strings.IndexByte(line, ';'); i >= 0 {
		end = i
	}
	stop := end // end of the FEN
	for field, at := 1, 0; ; field++ {
		for at < end && isBlank(line[at]) {
			at++
		}
		start := at
		for at < end && !isBlank(line[at]) {
			at++
		}
		isClock := field == 5 || field == 6
		switch {
		case start == at:
			return strings.TrimRight(line[:stop], " \t"), line[end:]
		case isClock && line[start:at] == "-":
			stop = min(stop, start)
		case field == 6 && stop == end && at == start+1: // one character is no operation
		case (isClock || field == 7) && (isLetter(line[start]) || stop < start):
			return strings.TrimRight(line[:min(stop, start)], " \t"), line[start:]
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// cutOperation returns the text before and after the first semicolon that is not between
// quotation marks.
func cutOperation(text string) (operation, rest string, err error) {
	quoted := false
	end := len(text)
	for i := range len(text) {
		if text[i] == '"' {
			quoted = !quoted
		} else if text[i] == ';' && !quoted {
			end, rest = i, text[i+1:]
			break
		}
	}
	operation = strings.TrimSpace(text[:end])
	if quoted {
		return "", "", fmt.Errorf("%s: expected a second quotation mark, found the end of the line", quote.Short(operation))
	}
	return operation, rest, nil
}

// otherName matches the other EPD operations: id, bm, c0, v9.
var otherName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z]{2}\w*|[cv][0-9])$`) })

// parseCount parses an operation like "D3 8902". isCount is false for other EPD operations.
func parseCount(operation string) (c Count, isCount bool, err error) {
	words := strings.Fields(operation)
	name := words[0]
	if otherName().MatchString(name) {
		return Count{}, false, nil
	}
	if len(words) != 2 || len(name) == 1 || name[0] != 'D' {
		return Count{}, false, fmt.Errorf("expected D, a depth and a number of nodes, as in D3 8902, found %s", quote.Short(operation))
	}
	depth, err := strconv.ParseUint(name[1:], 10, 16)
	if err != nil {
		return Count{}, false, fmt.Errorf("expected D and a depth from 0 to 65535, found %s", quote.Short(name))
	}
	nodes, err := perft.ParseUint128(words[1])
	if err != nil {
		return Count{}, false, err
	}
	return Count{int(depth), nodes}, true, nil
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// A Limit leaves out counts that would take long to compute. Zero fields do not limit anything.
type Limit struct {
	Depth int           // greatest depth
	Nodes perft.Uint128 // greatest number of nodes
}

// Within returns the counts of l within a limit.
func (l *Line) Within(limit Limit) []Count {
	var within []Count
	for _, c := range l.Counts {
		if (limit.Depth == 0 || c.Depth <= limit.Depth) &&
			(limit.Nodes == perft.Uint128{} || c.Nodes.Cmp(limit.Nodes) <= 0) {
			within = append(within, c)
		}
	}
	return within
}

// A Mismatch is a count that is wrong.
type Mismatch struct {
	Count               // in the suite
	Found perft.Uint128 // as counted
}

// String returns the mismatch as a few words.
func (m Mismatch) String() string {
	return fmt.Sprintf("D%d: expected %v nodes, found %v", m.Depth, m.Nodes, m.Found)
}

// Check counts the tree to each depth that has a count, up to limit, and returns the counts that are
// wrong.
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
