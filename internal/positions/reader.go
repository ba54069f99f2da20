package positions

import (
	"io"
	"strings"

	"github.com/koggestone/koggestone/internal/lines"
)

// A Reader reads placements from lines of FEN or EPD in constant memory. It skips
// blank lines and lines that begin with #.
type Reader struct {
	in   *lines.Reader
	text string
}

// NewReader returns a Reader of in.
func NewReader(in io.Reader) *Reader { return &Reader{in: lines.NewReader(in, lines.Longest)} }

// Next returns the next placement and the number of its line, counted from 1. The
// error is io.EOF at the end, a [*lines.Error] for a malformed line, after which
// Next goes on with the line below it, or what the underlying reader reports.
func (r *Reader) Next() (Placement, int, error) {
	text, err := r.in.NextRecord()
	if err != nil {
		return Placement{}, r.in.Line(), err
	}
	r.text = string(text)
	p, err := ParsePlacement(FirstField(r.text))
	if err != nil {
		err = &lines.Error{Line: r.in.Line(), Err: err}
	}
	return p, r.in.Line(), err
}

// Text returns the line of the placement that Next returned last, without white
// space around it.
func (r *Reader) Text() string { return r.text }

// FirstField returns the piece-placement field of a FEN or EPD line: the first
// run of characters that are not white space, "" if there is none.
func FirstField(line string) string {
	line = strings.TrimSpace(line)
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		line = line[:i]
	}
	return line
}
