package positions

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line that a Reader takes, in bytes. EPD lines with many
// operations stay far below it.
const maxLine = 1 << 16

// A LineError is a malformed line of a [Reader]'s input. Reading can go on after it.
type LineError struct {
	Line int // counted from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns what is wrong with the line.
func (e *LineError) Unwrap() error { return e.Err }

// A Reader reads placements from lines of FEN or EPD in constant memory. It skips
// blank lines and lines that begin with #.
type Reader struct {
	in   *bufio.Reader
	line int
	text string
}

// NewReader returns a Reader of in.
func NewReader(in io.Reader) *Reader { return &Reader{in: bufio.NewReaderSize(in, maxLine)} }

// Next returns the next placement and the number of its line, counted from 1. The
// error is io.EOF at the end, a [*LineError] for a malformed line, after which
// Next goes on with the line below it, or what the underlying reader reports.
func (r *Reader) Next() (Placement, int, error) {
	for {
		text, err := r.readLine()
		if err != nil {
			return Placement{}, r.line, err
		}
		field := FirstField(text)
		if field == "" || field[0] == '#' {
			continue
		}
		r.text = text
		p, err := ParsePlacement(field)
		if err != nil {
			err = &LineError{r.line, err}
		}
		return p, r.line, err
	}
}

// Text returns the whole line of the placement that Next returned last.
func (r *Reader) Text() string { return r.text }

// readLine returns the next line.
func (r *Reader) readLine() (string, error) {
	b, err := r.in.ReadSlice('\n')
	if len(b) == 0 && err != nil {
		return "", err
	}
	r.line++
	if errors.Is(err, bufio.ErrBufferFull) {
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.in.ReadSlice('\n')
		}
		if err == nil || err == io.EOF {
			err = &LineError{r.line, fmt.Errorf("expected at most %d bytes, found more", maxLine)}
		}
		return "", err
	}
	if err != nil && err != io.EOF {
		return "", err
	}
	text := string(b)
	if r.line == 1 {
		text = strings.TrimPrefix(text, "\ufeff") // some editors write a byte order mark
	}
	return text, nil
}

// FirstField returns the piece-placement field of a FEN or EPD line: the first
// run of characters that are not white space, "" if there is none.
func FirstField(line string) string {
	line = strings.TrimSpace(line)
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		line = line[:i]
	}
	return line
}
