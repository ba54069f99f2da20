package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/positions"
	"github.com/koggestone/koggestone/movegen"
)

const (
	// blockSize is how many bytes of lines go to a worker at a time: some 4000 lines.
	blockSize = 1 << 18
	// longestLine is the longest line that count takes, in bytes.
	longestLine = 1 << 16
)

// A lineForm tells how results are written, and what a malformed line means.
type lineForm struct {
	echo, silent, json bool
	keepGoing          bool
}

// A block is some lines and what comes of them.
type block struct {
	first int    // the number of the first line, from 1
	text  []byte // whole lines
	end   error  // what comes after text that is no line, nil if nothing does

	done      chan struct{} // receives when what follows is there
	results   []byte
	positions int
	moves     uint64
	errs      []error // *positions.LineError of malformed lines in order; end is the last

	batch  movegen.Batch
	counts []uint16
	spans  []span
}

// A span is where a position comes from: the line's number and its text.
type span struct {
	line int
	text string
}

// countLines returns the blocks of the lines of in, counted, in order. Workers
// parse and count while the next lines are read. There are only so many blocks,
// used again and again, so that a stream of any length takes the same memory. A
// block is valid until the next one. After a reading error, which is the last of
// its block's errs, there are no more.
func countLines(in io.Reader, workers int, f lineForm) iter.Seq[*block] {
	return func(yield func(*block) bool) {
		blocks := 3 * workers // one at work, one ready for each, and some that wait for a slow one
		free := make(chan *block, blocks)
		for range blocks {
			free <- &block{done: make(chan struct{}, 1)}
		}
		jobs := make(chan *block, blocks)
		inOrder := make(chan *block, blocks)
		stop := make(chan struct{})
		// The reader may wait for a terminal when nobody wants its lines any more;
		// nothing waits for it then.
		defer close(stop)
		for range workers {
			go func() {
				for b := range jobs {
					b.count(f)
					b.done <- struct{}{}
				}
			}()
		}
		go func() {
			defer close(jobs)
			defer close(inOrder)
			r := blockReader{in: bufio.NewReaderSize(in, longestLine)}
			for {
				var b *block
				select {
				case b = <-free:
				case <-stop:
					return
				}
				if !r.read(b) {
					return
				}
				jobs <- b
				inOrder <- b
			}
		}()
		for b := range inOrder {
			<-b.done
			if !yield(b) {
				return
			}
			free <- b
		}
	}
}

// A blockReader cuts a stream into blocks.
type blockReader struct {
	in   *bufio.Reader
	line int // read so far
	over bool
}

// read sets the text of b to the next lines and reports whether there are any, or
// an error. A block ends early where the next line may have to be waited for, so
// that a slow writer gets its answers.
func (r *blockReader) read(b *block) bool {
	b.first, b.text, b.end = r.line+1, b.text[:0], nil
	for !r.over && b.end == nil && len(b.text) < blockSize && (len(b.text) == 0 || r.in.Buffered() > 0) {
		line, err := r.in.ReadSlice('\n')
		if len(line) > 0 {
			r.line++
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.in.ReadSlice('\n')
			}
			b.end = &positions.LineError{Line: r.line, Err: fmt.Errorf("expected at most %d bytes, found more", longestLine)}
		case r.line == 1:
			line = bytes.TrimPrefix(line, []byte("\ufeff")) // some editors write a byte order mark
			fallthrough
		default:
			b.text = append(b.text, line...)
		}
		if err != nil {
			r.over = true
			if err != io.EOF {
				b.end = err
			}
		}
	}
	return len(b.text) > 0 || b.end != nil
}

// count parses the lines of b and counts the moves.
func (b *block) count(f lineForm) {
	b.batch.Reset()
	b.spans, b.errs, b.results, b.moves = b.spans[:0], b.errs[:0], b.results[:0], 0
	line := b.first - 1
	for text := range strings.Lines(string(b.text)) {
		line++
		text = strings.TrimSpace(text)
		if text == "" || text[0] == '#' {
			continue
		}
		if err := b.batch.AppendFEN(fenOf(text)); err != nil {
			b.errs = append(b.errs, &positions.LineError{Line: line, Err: err})
			if !f.keepGoing {
				break
			}
			continue
		}
		b.spans = append(b.spans, span{line, text})
	}
	if b.end != nil {
		b.errs = append(b.errs, b.end)
	}
	b.positions = b.batch.Len()
	if cap(b.counts) < b.positions {
		b.counts = make([]uint16, b.positions, b.positions+b.positions/4)
	}
	b.counts = b.counts[:b.positions]
	movegen.CountLegalBatch(b.counts, &b.batch)
	for i, n := range b.counts {
		b.moves += uint64(n)
		if !f.silent {
			b.results = f.append(b.results, b.spans[i], n)
		}
	}
}

// append appends the line of a result.
func (f lineForm) append(dst []byte, from span, moves uint16) []byte {
	if f.json {
		fen, _ := json.Marshal(fenOf(from.text)) // strings have no errors
		dst = append(strconv.AppendInt(append(dst, `{"line":`...), int64(from.line), 10), `,"fen":`...)
		dst = append(append(dst, fen...), `,"moves":`...)
		return append(strconv.AppendUint(dst, uint64(moves), 10), "}\n"...)
	}
	dst = strconv.AppendUint(dst, uint64(moves), 10)
	if f.echo {
		dst = append(append(dst, '\t'), from.text...)
	}
	return append(dst, '\n')
}

// fenOf returns the fields of FEN at the start of a line: what stands before the
// first semicolon, and of that only four fields if a fifth begins with a letter,
// as operations of EPD do and clocks do not.
func fenOf(line string) string {
	line, _, _ = strings.Cut(line, ";")
	field := 0
	for i := range len(line) {
		blank := line[i] == ' ' || line[i] == '\t'
		if blank || i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		if field++; field == 5 {
			if c := line[i] | 0x20; 'a' <= c && c <= 'z' {
				return strings.TrimRight(line[:i], " \t")
			}
			break
		}
	}
	return strings.TrimRight(line, " \t")
}
