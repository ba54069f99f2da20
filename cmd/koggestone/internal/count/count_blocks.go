package count

import (
	"encoding/json"
	"errors"
	"io"
	"iter"
	"runtime"
	"strconv"

	"github.com/koggestone/koggestone/internal/epd"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/ordered"
	"github.com/koggestone/koggestone/movegen"
)

// blockSize is how many bytes a worker gets at a time: about 4000 lines.
const blockSize = 1 << 18

// A lineForm says what the results look like, and whether malformed lines are skipped.
type lineForm struct {
	echo, silent, json bool
	keepGoing          bool
}

// A block is some consecutive lines and their results.
type block struct {
	first int    // the number of the first line, counted from 1
	text  []byte // whole lines
	end   error  // error of reading after text, or nil

	results   []byte
	positions int
	moves     uint64
	errs      []error // *lines.Error of malformed lines in order; end is the last

	batch  movegen.Batch
	counts []uint16
	spans  []span
}

// A span is the line of a position.
type span struct {
	line int
	text string
}

// countLines yields the lines in counted blocks, in order. Workers parse and count while the next
// lines are being read. Blocks are reused, so the memory does not depend on the length of the
// stream. A block is valid until the next one is yielded. A reading error is the last error in
// the last block.
func countLines(in io.Reader, workers int, f lineForm) iter.Seq[*block] {
	// Each worker has three blocks: one is in work, one is ready, and one may be waiting for a slower
	// worker.
	blocks := make([]*block, 3*min(workers, runtime.GOMAXPROCS(0)+1))
	for i := range blocks {
		blocks[i] = new(block)
	}
	r := blockReader{in: lines.NewReader(in, lines.Longest)}
	read := func(take func() (*block, bool), send func(*block)) {
		for {
			b, ok := take()
			if !ok || !r.read(b) {
				return
			}
			send(b)
		}
	}
	worker := func() func(*block) { return func(b *block) { b.count(f) } }
	return ordered.Blocks(blocks, workers, read, worker)
}

// A blockReader divides a stream into blocks.
type blockReader struct {
	in   *lines.Reader
	over bool
}

// read sets b's text to the next lines, and reports whether there are lines or an error. If
// no more input is buffered, a block ends early, so that a slow writer receives its results
// at once.
func (r *blockReader) read(b *block) bool {
	b.first, b.text, b.end = r.in.Line()+1, b.text[:0], nil
	for !r.over && b.end == nil && len(b.text) < blockSize && (len(b.text) == 0 || r.in.Buffered()) {
		line, err := r.in.Next()
		if err == nil {
			b.text = append(append(b.text, line...), '\n')
			continue
		}
		var malformed *lines.Error
		r.over = !errors.As(err, &malformed)
		if err != io.EOF {
			b.end = err
		}
	}
	return len(b.text) > 0 || b.end != nil
}

// count parses the lines of b and counts the moves.
func (b *block) count(f lineForm) {
	b.batch.Reset()
	b.spans, b.errs, b.results, b.moves = b.spans[:0], b.errs[:0], b.results[:0], 0
	all := string(b.text)
	for record := range lines.Records(b.text) {
		line, text := b.first+record.Number-1, all[record.Start:record.End]
		fen, _ := epd.Cut(text)
		if err := b.batch.AppendFEN(fen); err != nil {
			b.errs = append(b.errs, &lines.Error{Line: line, Err: err})
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

// append appends the line for a result.
func (f lineForm) append(dst []byte, from span, moves uint16) []byte {
	if f.json {
		cut, _ := epd.Cut(from.text)
		fen, _ := json.Marshal(cut) // strings cannot cause errors
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
