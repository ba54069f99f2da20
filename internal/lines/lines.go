// Package lines reads text line by line in bounded memory.
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/koggestone/koggestone/internal/fen"
)

// Longest is how many bytes a line in a file of positions can have. That is generous, because a FEN
// has at most about 90 bytes, and an EPD with many operations a few hundred.
const Longest = 1 << 16

// longestSkip is how many bytes of a line that is too long are skipped before the search for its
// end is given up.
const longestSkip = 1 << 28

// An Error is a malformed line. Reading can continue after it.
type Error struct {
	Line int // counted from 1
	Err  error
}

// Error returns "line 5: " and the problem.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the problem.
func (e *Error) Unwrap() error { return e.Err }

// A Reader reads lines.
type Reader struct {
	in      *bufio.Reader
	longest int
	line    int
}

// NewReader returns a Reader that accepts lines with up to longest bytes.
func NewReader(in io.Reader, longest int) *Reader {
	return &Reader{in: bufio.NewReaderSize(in, len("\ufeff")+longest+len("\r\n")), longest: longest}
}

// Next returns the next line without LF or CR LF. It is valid until the next call. A byte
// order mark before the first line is removed. The error is io.EOF at the end, an [*Error]
// if a line is too long, or the error of the underlying reader. After an [*Error], Next
// returns the line after the long one.
func (r *Reader) Next() ([]byte, error) {
	text, err := r.in.ReadSlice('\n')
	if len(text) == 0 && err != nil {
		return nil, err
	}
	r.line++
	full := false
	for skipped := 0; errors.Is(err, bufio.ErrBufferFull); {
		full = true
		var more []byte
		more, err = r.in.ReadSlice('\n')
		if skipped += len(more); skipped > longestSkip {
			return nil, fmt.Errorf("line %d: expected the end of a line within %d bytes, found none: the input is not text", r.line, longestSkip)
		}
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if r.line == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if full || len(text) > r.longest {
		return nil, &Error{r.line, fmt.Errorf("expected at most %d bytes, found more", r.longest)}
	}
	if i := bytes.IndexByte(text, '\r'); i >= 0 && len(bytes.TrimSpace(text[i:])) > 0 {
		return nil, &Error{r.line, errors.New(`expected lines that end in LF or CR LF, found CR alone: tr '\r' '\n' converts them`)}
	}
	return text, nil
}

// NextRecord returns the next line that [Records] would return, without the white space around it.
func (r *Reader) NextRecord() ([]byte, error) {
	for {
		text, err := r.Next()
		if err != nil {
			return nil, err
		}
		for record := range Records(text) {
			return text[record.Start:record.End], nil
		}
	}
}

// A Record is a line of a text that is neither blank nor a comment.
type Record struct {
	Number     int // number of the line, counted from 1
	Line       int // offset of the line in the text
	Start, End int // offsets of the record, without the white space around it
}

// Records returns the records of a text. It skips blank lines and comments, which begin with #.
func Records(text []byte) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		number := 0
		for at := 0; at < len(text); {
			number++
			r := Record{Number: number, Line: at, Start: at, End: len(text)}
			at = len(text)
			if i := bytes.IndexByte(text[r.Line:], '\n'); i >= 0 {
				r.End, at = r.Line+i, r.Line+i+1
			}
			for r.Start < r.End && fen.IsBlank(text[r.Start]) {
				r.Start++
			}
			for r.End > r.Start && fen.IsBlank(text[r.End-1]) {
				r.End--
			}
			if r.Start < r.End && text[r.Start] != '#' && !yield(r) {
				return
			}
		}
	}
}

// Line returns the number of the last line that was returned, counted from 1.
func (r *Reader) Line() int { return r.line }

// Buffered reports whether a part of the next line has been read already. Otherwise Next may have to
// wait for it.
func (r *Reader) Buffered() bool { return r.in.Buffered() > 0 }
