package training

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A format is a format of files.
type format struct {
	name       string
	extensions []string // in addition to the name
	// noPly says that positions have no ply, so filters by ply do not apply.
	noPly bool
	// index appends the chunks of a file, and adds corrupt ones to stats.
	index func(chunks []chunk, f io.ReaderAt, size int64, stats *Stats) ([]chunk, error)
	// bounds returns the part of the file to read for a chunk. If it is nil, this is the chunk itself.
	bounds func(f io.ReaderAt, c chunk, size int64) (chunk, error)
	// decode passes the positions of a chunk to w. It returns false when the stream has been closed. For
	// .binpack it is nil.
	decode func(w *worker, data []byte, c chunk) bool
}

// A chunk is a part of a file.
type chunk struct {
	offset int64
	size   int32
	file   int32
	cut    bool // whether the end of the chunk is missing, which index has already reported
}

// allFormats are the formats of files.
var allFormats = []*format{
	{name: "binpack", extensions: []string{"sfbinpack"}, index: indexBinpack},
	{name: "bin", index: records(formats.BinSize), decode: eachRecord(formats.BinSize, decodeBin)},
	{name: "viri", extensions: []string{"viriformat", "vf"}, index: records(1), bounds: viriBounds, decode: decodeViri},
	{name: "marlin", extensions: []string{"marlinformat"}, index: records(formats.BoardSize), decode: eachRecord(formats.BoardSize, decodeMarlin)},
	{name: "bullet", extensions: []string{"bulletformat"}, noPly: true, index: records(formats.BoardSize), decode: eachRecord(formats.BoardSize, decodeBullet)},
}

// Formats returns the names of the formats that [Options.Format] accepts.
func Formats() []string {
	var names []string
	for _, f := range allFormats {
		names = append(names, f.name)
	}
	return names
}

// formatOf returns the named format or, without a name, the format for the file's name.
func formatOf(path, named string) (*format, error) {
	name := named
	if named == "" {
		name = strings.TrimPrefix(filepath.Ext(path), ".")
	}
	for _, f := range allFormats {
		if f.name == name || named == "" && slices.Contains(f.extensions, name) {
			return f, nil
		}
	}
	expected := strings.Join(Formats(), ", ")
	if named != "" {
		return nil, fmt.Errorf("format: expected one of %s, found %q", expected, named)
	}
	return nil, fmt.Errorf("%s: expected an extension of %s, found %q", path, expected, name)
}

// chunkBytes is about how large chunks are in formats that do not define chunks.
const chunkBytes = 1 << 20

// records returns an index function for records of a size.
func records(size int64) func([]chunk, io.ReaderAt, int64, *Stats) ([]chunk, error) {
	return func(chunks []chunk, _ io.ReaderAt, total int64, _ *Stats) ([]chunk, error) {
		step := chunkBytes / size * size
		for at := int64(0); at < total; at += step {
			chunks = append(chunks, chunk{offset: at, size: int32(min(step, total-at))})
		}
		return chunks, nil
	}
}

const (
	partBytes = 1 << 30 // the smallest part of a file that gets its own goroutine
	mostParts = 32      // how many headers are read at once at most
)

// indexBinpack follows the chunk headers. In a large file it does so in several parts at once.
func indexBinpack(chunks []chunk, f io.ReaderAt, size int64, stats *Stats) ([]chunk, error) {
	return indexParts(chunks, f, size, int(max(1, min(size/partBytes, mostParts))), stats)
}

// indexParts follows the chunk headers in n parts at once. A part starts at the first header in it. If the chunks
// of the parts before do not lead to this header, its headers are followed again, so that the result does not
// depend on n.
func indexParts(chunks []chunk, f io.ReaderAt, size int64, n int, stats *Stats) ([]chunk, error) {
	type part struct {
		from, next int64 // offsets of its first header and of the first header after the part
		chunks     []chunk
		stats      Stats
		err        error
	}
	parts := make([]part, n)
	end := func(k int) int64 { return size/int64(n)*int64(k+1) + size%int64(n)*int64(k+1)/int64(n) }
	var wait sync.WaitGroup
	for k := range parts {
		wait.Go(func() {
			p := &parts[k]
			if k > 0 {
				p.from, p.err = nextHeader(f, end(k-1), end(k), size)
			}
			if p.err == nil {
				p.chunks, p.next, p.err = followHeaders(f, p.from, end(k), size, &p.stats)
			}
		})
	}
	wait.Wait()
	at := int64(0)
	for k := range parts {
		p := &parts[k]
		if at >= end(k) {
			continue
		}
		if k > 0 && (p.from != at || p.err != nil) {
			*p = part{}
			p.chunks, p.next, p.err = followHeaders(f, at, end(k), size, &p.stats)
		}
		if p.err != nil {
			return nil, p.err
		}
		chunks, at = append(chunks, p.chunks...), p.next
		stats.add(&p.stats)
	}
	return chunks, nil
}

// followHeaders follows chunk headers, starting at the offset at. It returns the chunks that start before
// the offset before, and where the next header is.
func followHeaders(f io.ReaderAt, at, before, size int64, stats *Stats) (chunks []chunk, next int64, err error) {
	var header [formats.HeaderSize]byte
	for at < before {
		if _, err := f.ReadAt(header[:], at); err != nil {
			if !errors.Is(err, io.EOF) {
				return nil, at, err
			}
			stats.problem("a chunk that is cut off", fmt.Errorf("byte %d: expected a chunk, found %d bytes", at, size-at))
			return chunks, size, nil
		}
		n, err := formats.ChunkSize(header[:], at)
		if err != nil && at == 0 {
			return nil, at, err
		}
		start := at + formats.HeaderSize
		if err == nil && start+n <= size {
			if n > 0 {
				chunks = append(chunks, chunk{offset: start, size: int32(n)})
			}
			at = start + n
			continue
		}
		if err != nil {
			stats.problem("no header of a chunk", err)
		} else {
			stats.problem("a chunk that is cut off", fmt.Errorf("byte %d: expected a chunk of %d bytes, found %d", at, n, size-start))
		}
		cut := err == nil
		if at, err = nextHeader(f, at+1, size, size); err != nil {
			return nil, at, err
		}
		if cut && at == size && start < size { // the last chunk
			chunks = append(chunks, chunk{offset: start, size: int32(size - start), cut: true})
		}
	}
	return chunks, at, nil
}

// nextHeader returns the offset of the next chunk header that is followed by another header or
// by the end of the file. If there is none before the offset before, it returns before.
func nextHeader(f io.ReaderAt, from, before, size int64) (int64, error) {
	buf := make([]byte, min(chunkBytes, max(before-from, 0)+formats.HeaderSize))
	var header [formats.HeaderSize]byte
	for from < before {
		n, err := f.ReadAt(buf, from)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		text := buf[:n]
		for k := 0; ; k++ {
			i := bytes.Index(text[k:], []byte("BINP"))
			if i < 0 {
				break
			}
			k += i
			at := from + int64(k)
			if at >= before {
				return before, nil
			}
			if _, err := f.ReadAt(header[:], at); err != nil {
				break
			}
			length, err := formats.ChunkSize(header[:], at)
			if err != nil {
				continue
			}
			end := at + formats.HeaderSize + length
			if end == size {
				return at, nil
			}
			if _, err := f.ReadAt(header[:], end); err == nil && string(header[:4]) == "BINP" {
				return at, nil
			}
		}
		if n < len(buf) {
			break
		}
		from += int64(n - 3) // BINP can be on both sides of the border
	}
	return before, nil
}

// eachRecord returns a decode function for records of a size. The argument decode sets an entry to a record.
func eachRecord(size int, decode func(e *Entry, data []byte) error) func(*worker, []byte, chunk) bool {
	return func(w *worker, data []byte, c chunk) bool {
		for at := 0; at < len(data); at += size {
			if len(data)-at < size {
				w.problem(c, "a record that is cut off", fmt.Errorf("expected records of %d bytes, found %d at the end", size, len(data)-at))
				break
			}
			err := decode(&w.entry, data[at:at+size])
			if err == nil {
				err = w.entry.Position.Validate()
			}
			if err != nil {
				c := c
				c.offset += int64(at)
				w.problem(c, "a bad record", err)
				continue
			}
			w.stats.Read++
			if !w.offer(&w.entry) {
				return false
			}
		}
		return true
	}
}

// decodeBin sets e to a record of .bin.
func decodeBin(e *Entry, data []byte) error {
	var row formats.Row
	_, _, err := row.UnpackBin(data)
	*e = Entry(row)
	return err
}

// decodeMarlin sets e to a record of marlinformat.
func decodeMarlin(e *Entry, data []byte) error {
	p, score, points, err := formats.UnpackMarlin(data)
	*e = Entry{Position: p, Score: score, Ply: plyOf(&p), Result: int8(points) - 1}
	e.turn()
	return err
}

// decodeBullet sets e to a record of bulletformat.
func decodeBullet(e *Entry, data []byte) error {
	p, score, points, err := formats.UnpackBullet(data)
	*e = Entry{Position: p, Score: score, Result: int8(points) - 1}
	return err
}

// plyOf returns the ply for the position's full-move number.
func plyOf(p *movegen.Position) uint16 {
	return 2*(max(p.FullMoves, 1)-1) + uint16(p.Side)
}

// turn changes the score and the result from White's view to the side to move's.
func (e *Entry) turn() {
	if e.Position.Side == quad.Black {
		e.Score, e.Result = -max(e.Score, -32767), -e.Result
	}
}

// viriBounds returns the games that start in a part of a viriformat file.
func viriBounds(f io.ReaderAt, c chunk, size int64) (chunk, error) {
	start, err := formats.NextGame(f, c.offset, size)
	if err != nil {
		return c, err
	}
	end, err := formats.NextGame(f, c.offset+int64(c.size), size)
	if err != nil {
		return c, err
	}
	if end-start > formats.LongestChunk {
		return c, fmt.Errorf("expected the start of a game within %d bytes, found none", end-start)
	}
	c.offset, c.size = start, int32(end-start)
	return c, nil
}

// decodeViri passes on the positions of viriformat games that a move follows.
func decodeViri(w *worker, data []byte, c chunk) bool {
	for at := 0; at < len(data); {
		end := formats.GameEnd(data, at)
		if end < 0 {
			c.offset += int64(at)
			w.problem(c, "a game that does not end", errors.New("expected the end of the game, found the end of the data"))
			return true
		}
		if !formats.IsViriExtension(data, at) {
			open, err := w.game(data[at:end])
			if !open {
				return false
			}
			if err != nil {
				c := c
				c.offset += int64(at)
				w.problem(c, "a bad game", err)
			}
		}
		at = end
	}
	return true
}

// game passes on the positions of a game. It returns false when the stream has been closed.
func (w *worker) game(data []byte) (open bool, err error) {
	p, _, points, err := formats.UnpackMarlin(data)
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return true, err
	}
	ply := plyOf(&p)
	for at := formats.BoardSize; at+4 < len(data); at += 4 {
		move := formats.UnpackMove(&p, binary.LittleEndian.Uint16(data[at:]))
		w.node.Set(&p)
		if !w.node.IsLegal(move) {
			return true, fmt.Errorf("move %d: expected a legal move in %s, found %#04x", (at-formats.BoardSize)/4+1, p.FEN(), binary.LittleEndian.Uint16(data[at:]))
		}
		w.entry = Entry{Position: p, Move: move, Score: int16(binary.LittleEndian.Uint16(data[at+2:])), Ply: ply, Result: int8(points) - 1}
		w.entry.turn()
		w.stats.Read++
		if !w.offer(&w.entry) {
			return false, nil
		}
		p.PlayInto(&p, move)
		ply++
	}
	return true, nil
}
