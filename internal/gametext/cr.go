package gametext

import (
	"bytes"
	"io"
)

// EndsInCR reports whether lines of text end in a single CR.
func EndsInCR(text []byte) bool {
	return bytes.IndexByte(text, '\r') >= 0 && bytes.IndexByte(text, '\n') < 0
}

// A LineReader replaces the CR at the end of each line by LF.
type LineReader struct{ io.Reader }

// Read reads text.
func (r LineReader) Read(p []byte) (n int, err error) {
	n, err = r.Reader.Read(p)
	endLines(p[:n])
	return n, err
}

// A LineReaderAt is a LineReader that can read at any offset.
type LineReaderAt struct{ io.ReaderAt }

// ReadAt reads text at an offset.
func (r LineReaderAt) ReadAt(p []byte, offset int64) (n int, err error) {
	n, err = r.ReaderAt.ReadAt(p, offset)
	endLines(p[:n])
	return n, err
}

// endLines replaces CR by LF.
func endLines(text []byte) {
	for i, c := range text {
		if c == '\r' {
			text[i] = '\n'
		}
	}
}
