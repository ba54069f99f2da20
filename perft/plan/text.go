package plan

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/quad"
)

// The first lines of texts. The number is that of the format.
const (
	planHeader   = "koggestone perft plan 1"
	resultHeader = "koggestone perft result 1"
)

// hashWord begins the last line of a text, which holds the SHA-256 of all before it.
const hashWord = "sha256"

// A ParseError is an error in a text, with its line.
type ParseError struct {
	Line     int    // from 1
	Expected string // what should be there
	Found    string // the text that was read, shortened
	Err      error  // the cause, or nil
}

// Error returns "line 3: expected depth and a number, found "dept 9"".
func (e *ParseError) Error() string {
	text := "line " + strconv.Itoa(e.Line) + ": expected " + e.Expected + ", found " + e.Found
	if e.Err != nil && e.Err != errEnd {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// WriteTo writes the text of p for [Read]: a line for each position.
func (p *Plan) WriteTo(w io.Writer) (int64, error) {
	t := newTextWriter(w)
	p.writeBody(t)
	return t.end()
}

func (p *Plan) computeHash() (h Hash) {
	t := newTextWriter(io.Discard)
	p.writeBody(t)
	t.w.Flush()
	t.hash.Sum(h[:0])
	return h
}

func (p *Plan) writeBody(t *textWriter) {
	t.printf("%s\nposition %s\ndepth %d\nply %d\nblocks %d\n", planHeader, p.root.FEN(), p.depth, p.ply, len(p.blocks))
	for i, block := range p.blocks {
		t.printf("block %d positions %d\n", i, len(block))
		for k := range block {
			t.printf("%v %s\n", block[k].Ways, fen(&block[k]))
		}
	}
}

// fen returns the FEN of a position without the clocks.
func fen(w *perft.Weighted) string { return strings.TrimSuffix(w.Position().FEN(), " 0 1") }

// WriteTo writes the text of r, which [ReadResults] reads.
func (r Result) WriteTo(w io.Writer) (int64, error) {
	t := newTextWriter(w)
	t.printf("%s\nplan %v\nblock %d of %d\nnodes %v\n", resultHeader, r.Plan, r.Block, r.Blocks, r.Nodes)
	return t.end()
}

// A textWriter writes a text and computes its hash.
type textWriter struct {
	w    *bufio.Writer // to out and hash
	out  counter
	hash hash.Hash
}

// A counter counts the bytes that it writes.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

func newTextWriter(w io.Writer) *textWriter {
	t := &textWriter{out: counter{w: w}, hash: sha256.New()}
	t.w = bufio.NewWriterSize(io.MultiWriter(t.hash, &t.out), 1<<16)
	return t
}

// printf writes a part of the text. The writer keeps the error for end.
func (t *textWriter) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

// end writes the last line. It returns the number of bytes written.
func (t *textWriter) end() (int64, error) {
	t.w.Flush() // to hash what is before
	t.printf("%s %x\n", hashWord, t.hash.Sum(nil))
	err := t.w.Flush()
	return t.out.n, err
}

// A textReader reads a text line by line.
type textReader struct {
	r    *bufio.Reader
	line int // the number of the current line
	hash hash.Hash
}

// newTextReader returns a reader of texts one after the other.
func newTextReader(r io.Reader) *textReader {
	return &textReader{r: bufio.NewReaderSize(r, 1<<16), hash: sha256.New()}
}

// errEnd is the cause of a ParseError at the end of the text.
var errEnd = errors.New("the text ends")

// next returns the next line, without its newline.
func (t *textReader) next(expected string) (string, error) {
	t.line++
	line, err := t.r.ReadSlice('\n')
	switch {
	case err == nil:
		return string(line[:len(line)-1]), nil
	case err == io.EOF && len(line) > 0:
		return string(line), nil
	case err == io.EOF:
		return "", &ParseError{t.line, expected, "the end of the text", errEnd}
	case err == bufio.ErrBufferFull:
		return "", t.wrong(expected, string(line), errors.New("a line of 64 KiB or more"))
	}
	return "", fmt.Errorf("line %d: %w", t.line, err)
}

// read returns the next line of the text and adds it to the hash.
func (t *textReader) read(expected string) (string, error) {
	line, err := t.next(expected)
	if err == nil {
		io.WriteString(t.hash, line)
		io.WriteString(t.hash, "\n")
	}
	return line, err
}

// wrong returns the error of a line that is not what was expected.
func (t *textReader) wrong(expected, found string, err error) error {
	return &ParseError{t.line, expected, quote.Short(found), err}
}

// field returns the text after word of a line.
func (t *textReader) field(word, expected string) (string, error) {
	expected = word + " and " + expected
	line, err := t.read(expected)
	if err != nil {
		return "", err
	}
	text, ok := strings.CutPrefix(line, word+" ")
	if !ok {
		return "", t.wrong(expected, line, nil)
	}
	return text, nil
}

// number returns the number after word of a line, least to most.
func (t *textReader) number(word string, least, most int) (int, error) {
	expected := fmt.Sprintf("a number, %d to %d", least, most)
	text, err := t.field(word, expected)
	if err != nil {
		return 0, err
	}
	n, ok := parseNumber(text, least, most)
	if !ok {
		return 0, t.wrong(word+" and "+expected, word+" "+text, nil)
	}
	return n, nil
}

// parseNumber returns the number that text contains in canonical form.
func parseNumber(text string, least, most int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= least && n <= most && strconv.Itoa(n) == text
}

// end reads the last line of a text, and checks and returns the hash.
func (t *textReader) end() (h Hash, err error) {
	t.hash.Sum(h[:0])
	t.hash.Reset()
	expected := hashWord + " and the hash of all lines before it"
	line, err := t.next(expected)
	if err != nil {
		return h, err
	}
	text, ok := strings.CutPrefix(line, hashWord+" ")
	if !ok {
		return h, t.wrong(expected, line, nil)
	}
	if text != h.String() {
		return h, t.wrong(hashWord+" "+h.String()+", the hash of all lines before it (a damaged text)", line, nil)
	}
	return h, nil
}

// Read reads a plan that [Plan.WriteTo] wrote, and nothing after it. It returns a
// *[ParseError] for a text that is damaged, cut short, or not a plan.
func Read(r io.Reader) (*Plan, error) {
	t := newTextReader(r)
	line, err := t.read(planHeader)
	if err != nil {
		return nil, err
	}
	if line != planHeader {
		return nil, t.wrong(planHeader, line, nil)
	}
	p := &Plan{}
	if line, err = t.field("position", "a FEN"); err != nil {
		return nil, err
	}
	if p.root, err = movegen.ParseFEN(line); err != nil {
		return nil, t.wrong("position and a FEN", line, err)
	}
	if p.depth, err = t.number("depth", 0, math.MaxInt); err != nil {
		return nil, err
	}
	if p.ply, err = t.number("ply", 0, p.depth); err != nil {
		return nil, err
	}
	blocks, err := t.number("blocks", 1, MaxBlocks)
	if err != nil {
		return nil, err
	}
	for i := range blocks {
		block, err := p.readBlock(t, i)
		if err != nil {
			return nil, err
		}
		p.blocks = append(p.blocks, block)
	}
	if p.hash, err = t.end(); err != nil {
		return nil, err
	}
	line, err = t.next("the end of the text")
	if err == nil {
		return nil, t.wrong("the end of the text", line, nil)
	}
	if !errors.Is(err, errEnd) {
		return nil, err
	}
	return p, nil
}

// readBlock reads block i.
func (p *Plan) readBlock(t *textReader, i int) ([]perft.Weighted, error) {
	n, err := t.number("block "+strconv.Itoa(i)+" positions", 0, math.MaxInt)
	if err != nil {
		return nil, err
	}
	const expected = "the ways to a position, at least 1, and its FEN"
	side := p.root.Side ^ quad.Color(p.ply&1)
	block := make([]perft.Weighted, 0, min(n, 1<<16))
	for range n {
		line, err := t.read(expected)
		if err != nil {
			return nil, err
		}
		ways, text, _ := strings.Cut(line, " ")
		w := perft.Weighted{}
		if w.Ways, err = perft.ParseNodes(ways); err != nil || w.Ways == (perft.Nodes{}) {
			return nil, t.wrong(expected, line, err)
		}
		position, err := movegen.ParseFEN(text)
		if err != nil {
			return nil, t.wrong(expected, line, err)
		}
		w.Board, w.Side = position.Board, position.Side
		if w.Side != side {
			return nil, t.wrong("a position with "+side.String()+" to move", line, nil)
		}
		if k := len(block); k > 0 && block[k-1].Compare(&w) >= 0 {
			return nil, t.wrong("a position after the one before it, in the order of their boards", line, nil)
		}
		block = append(block, w)
	}
	return block, nil
}

// ReadResults reads results that [Result.WriteTo] wrote, one after the other, at least
// one. It returns a *[ParseError] for a text that is damaged, cut short, or not a
// result.
func ReadResults(r io.Reader) ([]Result, error) {
	t := newTextReader(r)
	var results []Result
	for {
		line, err := t.read(resultHeader)
		if errors.Is(err, errEnd) && len(results) > 0 {
			return results, nil
		}
		if err != nil {
			return nil, err
		}
		if line != resultHeader {
			return nil, t.wrong(resultHeader, line, nil)
		}
		result, err := readResult(t)
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
}

// readResult reads a result after its first line.
func readResult(t *textReader) (r Result, err error) {
	text, err := t.field("plan", "the hash of a plan")
	if err != nil {
		return r, err
	}
	if n, err := hex.Decode(r.Plan[:], []byte(text[:min(len(text), 2*len(r.Plan))])); err != nil || n < len(r.Plan) || r.Plan.String() != text {
		return r, t.wrong("plan and the hash of a plan, 64 hexadecimal digits", "plan "+text, nil)
	}
	const expected = "the number of a block, of, and that of all blocks"
	if text, err = t.field("block", expected); err != nil {
		return r, err
	}
	block, blocks, _ := strings.Cut(text, " of ")
	var ok bool
	if r.Blocks, ok = parseNumber(blocks, 1, MaxBlocks); ok {
		r.Block, ok = parseNumber(block, 0, r.Blocks-1)
	}
	if !ok {
		return r, t.wrong("block and "+expected, "block "+text, nil)
	}
	if text, err = t.field("nodes", "their number"); err != nil {
		return r, err
	}
	if r.Nodes, err = perft.ParseNodes(text); err != nil {
		return r, t.wrong("nodes and their number", "nodes "+text, err)
	}
	_, err = t.end()
	return r, err
}
