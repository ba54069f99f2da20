package records

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"github.com/koggestone/koggestone/internal/gametext"
)

// A Range is a part of an input: the records that start at offsets from Start to End-1 in
// the decompressed data.
type Range struct {
	Input      int `json:"input"`
	Start, End int64
}

// Plan divides inputs into n shares of about the same number of bytes, and returns share i. Each
// record is in exactly one share, and the shares follow the order of the inputs. A compressed
// input cannot be divided; it belongs to the share that contains its first byte. If n is not 1,
// every input must have a size.
func Plan(inputs []*Input, i, n int) ([]Range, error) {
	var total int64
	for _, in := range inputs {
		if in.Size < 0 && n > 1 {
			return nil, fmt.Errorf("%s: expected a file to cut into %d shards, found a stream", in.Name, n)
		}
		total += max(in.Size, 0)
	}
	// The share begins at low and ends before high, counted over all inputs.
	low, high := cut(total, i, n), cut(total, i+1, n)
	if i == n-1 {
		high = math.MaxInt64
	}
	var ranges []Range
	var at int64
	for k, in := range inputs {
		size := max(in.Size, 0)
		start, end := at, at+size
		at = end
		switch {
		case !in.Splittable():
			if start >= low && start < high {
				ranges = append(ranges, Range{k, 0, math.MaxInt64})
			}
		case start < high && end > low:
			// Data that are written after the size was read are left out.
			ranges = append(ranges, Range{k, max(low, start) - start, min(high, end) - start})
		}
	}
	return ranges, nil
}

// cut returns where share i out of n starts in total.
func cut(total int64, i, n int) int64 {
	return total/int64(n)*int64(i) + total%int64(n)*int64(i)/int64(n)
}

// longestSkip is how many bytes are searched for the end of a record.
const longestSkip = 1 << 30

// A Reader reads a range block by block.
type Reader struct {
	// MostRows is how many rows a block can have if the records are lines or Parquet rows,
	// because these can have many fields. Zero means no limit. Set it before the first Next.
	MostRows int

	unskippable bool      // whether the end of a record that is too long cannot be found
	rows        RowReader // reader of decoded rows, which does not use the fields below
	in          *Input
	r           Range
	src         io.Reader
	closers     []io.Closer
	pending     []byte // the start of the next record, which has already been read
	offset      int64  // offset of pending in the input
	line        int64  // line of pending, 0 if it is unknown
	over        bool
	err         error // error or io.EOF after pending
}

// A RowReader reads rows that are not parsed from text.
type RowReader interface {
	// NextRows sets b's Decoded, Text and Raw to the next rows, about size bytes and at most mostRows unless it is 0,
	// and reports whether there are any.
	NextRows(b *Block, size, mostRows int) (bool, error)
	Close() error
}

// NewRowReader returns a Reader for the rows of a range.
func NewRowReader(in *Input, r Range, rows RowReader) *Reader {
	return &Reader{in: in, r: r, rows: rows, closers: []io.Closer{rows}}
}

// NewStreamReader returns a Reader for records that src reads, instead of the bytes of the range. Its offsets count the bytes
// of src. The Reader closes closers, also after an error.
func NewStreamReader(in *Input, r Range, src io.Reader, closers []io.Closer, err error) (*Reader, error) {
	d := &Reader{in: in, r: Range{r.Input, 0, math.MaxInt64}, src: src, closers: closers}
	if err != nil {
		d.Close()
		return nil, fmt.Errorf("%s: %w", in.Name, streamError(err))
	}
	return d, nil
}

// Read returns a Reader for a range of an input.
func Read(in *Input, r Range) (*Reader, error) { return in.Format.Reader(in, r) }

// Reader returns a Reader for records that can be found from any offset.
func (LineSplitter) Reader(in *Input, r Range) (*Reader, error) {
	d := &Reader{in: in, r: r, offset: max(r.Start, in.Start)}
	synced := d.offset == in.Start
	if synced {
		d.line = in.line
	} else {
		d.offset-- // the byte before shows whether a record starts here
	}
	return d.begin(synced)
}

// Reader returns a Reader for the records that start in a range.
func (n FixedSplitter) Reader(in *Input, r Range) (*Reader, error) {
	size := int64(n)
	// A record belongs to the range that contains its first byte.
	if r.Start > in.Start {
		r.Start = (r.Start + size - 1) / size * size
	}
	if r.End < in.Size {
		r.End = (r.End + size - 1) / size * size
	}
	d := &Reader{in: in, r: r, offset: max(r.Start, in.Start)}
	return d.begin(true)
}

// begin opens the input at d's offset. Unless a record starts there, it skips to the next
// one.
func (d *Reader) begin(synced bool) (_ *Reader, err error) {
	if d.src, d.closers, err = d.in.OpenText(d.offset, d.r); err != nil {
		d.Close()
		return nil, fmt.Errorf("%s: %w", d.in.Name, err)
	}
	if !synced {
		if err := d.skip(nil); err != nil {
			d.Close()
			return nil, err
		}
	}
	return d, nil
}

// A GameFormat is a format for games, where the start of a game depends on the text around it.
type GameFormat interface {
	// NextGame returns where the first game starts in f, the input's file, at or after from.
	NextGame(f io.ReaderAt, in *Input, from int64) (int64, error)
}

// gameRange returns the range of the games that start in r.
func gameRange(in *Input, g GameFormat, r Range) (Range, error) {
	f, err := in.OpenFile()
	if err != nil {
		return r, err
	}
	defer f.Close()
	if r.Start, err = g.NextGame(f, in, r.Start); err == nil {
		r.End, err = g.NextGame(f, in, r.End)
	}
	return r, err
}

// NewGameReader returns a Reader for the games that start in a range.
func NewGameReader(in *Input, f GameFormat, r Range) (d *Reader, err error) {
	isText := in.Format.IsText()
	if !in.Splittable() {
		d = &Reader{in: in, r: r, offset: in.Start, unskippable: !isText}
		if isText {
			d.line = in.line
		}
		return d.begin(true)
	}
	d = &Reader{in: in, unskippable: !isText}
	if d.r, err = gameRange(in, f, r); err == nil {
		d.offset = d.r.Start
		if isText && d.offset == in.Start {
			d.line = in.line
		}
		d.src, d.closers, err = in.OpenText(d.offset, d.r)
	}
	if err != nil {
		d.Close()
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	d.src = io.LimitReader(d.src, d.r.End-d.offset)
	return d, nil
}

// Close closes the input.
func (d *Reader) Close() {
	for _, c := range d.closers {
		c.Close()
	}
	d.closers = nil
}

// longestStart is how many bytes are enough to recognize the start of a record.
const longestStart = 64

var errNoRecord = fmt.Errorf("expected the end of a record within %d bytes, found none: the input does not have this format", longestSkip)

// skip skips to the first record that starts after the first byte of text, which has been
// read from the current offset.
func (d *Reader) skip(text []byte) error {
	start := d.offset
	buf := make([]byte, HeadSize)
	for {
		kept := text[max(0, len(text)-longestStart):] // the end of the buffer can divide a start
		d.advance(text[:len(text)-len(kept)])
		n := copy(buf, kept)
		var k int
		k, d.err = fill(d.src, buf[n:])
		text = buf[:n+k]
		if at := d.in.Format.Next(text, 1); at >= 0 {
			d.advance(text[:at])
			d.pending = append(d.pending[:0], text[at:]...)
			return nil
		}
		if d.err != nil {
			d.advance(text)
			return nil
		}
		if d.offset-start > longestSkip {
			return fmt.Errorf("%s: %w", d.in.Name, errNoRecord)
		}
	}
}

// fill reads into buf until it is full or the stream ends; then it returns io.EOF.
func fill(src io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var k int
		k, err = src.Read(buf[n:])
		n += k
	}
	if n == len(buf) && err == io.EOF {
		err = nil // the next read returns it again, so blocks do not depend on how src reports its end
	}
	return n, err
}

// longestGame is the length of PGN games that are read even if blocks are smaller.
const longestGame = 1 << 18

// Next sets b's text to the next whole records, about size bytes, and reports whether there are any.
// After an error there are no more records.
func (d *Reader) Next(b *Block, size int) (bool, error) {
	size = max(size, HeadSize, len(d.pending))
	if d.rows != nil {
		b.File, b.long = d.r.Input, false
		more, err := d.rows.NextRows(b, size, d.MostRows)
		if err != nil {
			err = fmt.Errorf("%s: %w", d.in.Name, err)
		}
		return more, err
	}
	b.Decoded = nil
	if cap(b.Text) < size {
		b.Text = make([]byte, size, size+size/4)
	}
	buf := b.Text[:size]
	n := copy(buf, d.pending)
	d.pending = d.pending[:0]
	if !d.over && d.err == nil {
		var k int
		k, d.err = fill(d.src, buf[n:])
		n += k
	}
	buf = buf[:n]
	b.File, b.Offset, b.Line, b.long = d.r.Input, d.offset, d.line, false
	if n == 0 || d.over || d.offset >= d.r.End {
		return false, d.end()
	}
	if at := d.linesEnd(buf); at > 0 {
		d.pending = append(d.pending, buf[at:]...)
		buf = buf[:at]
	} else if d.err != io.EOF { // an incomplete record is kept for the next block
		last := d.in.Format.Last(buf)
		switch {
		case last >= 0:
			d.pending = append(d.pending, buf[last:]...)
			buf = buf[:last]
		case d.err != nil:
			return false, d.end()
		default:
			if d.isPGN() && size < longestGame {
				d.pending = append(d.pending, buf...)
				return d.Next(b, longestGame)
			}
			err := d.skipLong(b, buf)
			return err == nil, err
		}
	}
	if left := d.r.End - d.offset; left < int64(len(buf)) {
		if at := d.in.Format.Next(buf, int(left)); at >= 0 {
			buf, d.over = buf[:at], true
		}
	}
	b.Text, b.Raw = buf, len(buf)
	d.advance(buf)
	return true, nil
}

// linesEnd returns the end of the first MostRows lines in buf, or 0 if buf does not have more
// lines.
func (d *Reader) linesEnd(buf []byte) int {
	const shortest = 16 // bytes of a line with a position are more
	l, ok := d.in.Format.(interface{ afterLines([]byte, int) int })
	if !ok || d.MostRows == 0 || d.MostRows > len(buf)/shortest {
		return 0
	}
	return l.afterLines(buf, d.MostRows)
}

// advance moves the offset and the line past text.
func (d *Reader) advance(text []byte) {
	d.offset += int64(len(text))
	if d.line > 0 {
		d.line += int64(bytes.Count(text, newline))
	}
}

// end returns the error that ended the input, or nil.
func (d *Reader) end() error {
	if d.over || d.err == nil || d.err == io.EOF {
		return nil
	}
	return fmt.Errorf("%s: %w", d.in.Name, streamError(d.err))
}

// isPGN reports whether records are games in text.
func (d *Reader) isPGN() bool { return d.in.Format.Games() && d.in.Format.IsText() }

// skipLong gives b the start of a record that is too long, and skips the rest.
func (d *Reader) skipLong(b *Block, text []byte) error {
	if d.unskippable {
		return fmt.Errorf("%s: byte %d: expected a record of at most %d bytes, found more: the input does not have this format", d.in.Name, d.offset, len(text))
	}
	b.Text, b.Raw = text, len(text)
	if d.isPGN() {
		return d.skipGame(b)
	}
	err := d.skip(text)
	b.long = err == nil
	return err
}

// skipGame skips to the next game after b's text. Blanks and comments between games can be
// longer than the text, because they are not part of a game. If b's text is a game with blanks
// and comments after it, b becomes this game without them. If blanks and comments come first, b
// becomes empty. If the game is longer than the text, it stays incomplete in b.
func (d *Reader) skipGame(b *Block) error {
	s := gametext.NewScanner(io.MultiReader(bytes.NewReader(b.Text), d.src), d.offset)
	lead := gametext.Lead(b.Text) > 0
	end := 0 // end of the game in the text
	for over := false; ; {
		kind, err := s.Next()
		if kind == gametext.Game || kind == gametext.End || lead && kind != gametext.Comment {
			if b.long = end > b.Raw; !b.long {
				b.Text, b.Raw = b.Text[:end], end
			}
			if d.line > 0 {
				d.line += s.Line() - 1
			}
			d.offset = s.Offset()
			d.pending = append(d.pending[:0], s.Unread()...)
			if d.err = err; err == nil && s.Ended() {
				d.err = io.EOF
			}
			return nil
		}
		stop := int(s.Offset()-d.offset) + max(1, len(s.Text()))
		if over = over || kind == gametext.Result; kind != gametext.Comment || !over && stop <= b.Raw {
			end = max(end, stop)
		}
		if s.Offset()-d.offset > longestSkip {
			return fmt.Errorf("%s: %w", d.in.Name, errNoRecord)
		}
	}
}
