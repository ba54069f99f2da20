package records

import "bytes"

// A splitter finds where records start in text. buf[0] belongs to a record.
type splitter interface {
	// next returns the first start of a record in buf at or after index from >= 1, or -1.
	next(buf []byte, from int) int
	// last returns the last start of a record in buf after its first byte, or -1.
	last(buf []byte) int
}

// lineSplitter splits lines.
type lineSplitter struct{}

func (lineSplitter) Games() bool   { return false }
func (lineSplitter) isText() bool  { return true }
func (lineSplitter) RowBytes() int { return lineBytes }

func (lineSplitter) reader(in *Input, r Range, p *Place) (*Reader, error) {
	return newTextReader(in, r, p)
}

// lineBytes is about how long a line with a position is.
const lineBytes = 70

func (lineSplitter) next(buf []byte, from int) int {
	if from > len(buf) {
		return -1
	}
	i := bytes.IndexByte(buf[from-1:], '\n')
	if i < 0 {
		return -1
	}
	return from + i
}

func (lineSplitter) last(buf []byte) int {
	i := bytes.LastIndexByte(buf, '\n')
	if i < 0 {
		return -1
	}
	return i + 1
}

// fixedSplitter splits records of one size. buf must start with a record.
type fixedSplitter int

func (fixedSplitter) Games() bool     { return false }
func (fixedSplitter) isText() bool    { return false }
func (n fixedSplitter) RowBytes() int { return int(n) }

func (n fixedSplitter) reader(in *Input, r Range, p *Place) (*Reader, error) {
	return newFixedReader(in, r, p, int64(n))
}

func (n fixedSplitter) next(buf []byte, from int) int {
	at := (from + int(n) - 1) / int(n) * int(n)
	if at > len(buf) {
		return -1
	}
	return at
}

func (n fixedSplitter) last(buf []byte) int {
	if at := len(buf) / int(n) * int(n); at > 0 {
		return at
	}
	return -1
}

// nextEnd and lastEnd are next and last for records with a known length: recordEnd returns the
// end of the record at an offset, or -1 if the end is not in buf.
func nextEnd(buf []byte, from int, recordEnd func(buf []byte, at int) int) int {
	for at := 0; ; {
		if at = recordEnd(buf, at); at < 0 || at >= from {
			return at
		}
	}
}

func lastEnd(buf []byte, recordEnd func(buf []byte, at int) int) int {
	last := -1
	for at := 0; ; {
		if at = recordEnd(buf, at); at < 0 {
			return last
		}
		last = at
	}
}
