package records

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// The library that decodes Parquet allocates what a file says of its sizes. These are the
// checks of all that it will believe: of the footer before it is opened, of the headers of the
// pages of a row group before they are read, of what a page holds before it is decoded. Footer
// and headers are Thrift in its compact protocol, whose structure tells how much memory it
// becomes.

// What a file of Parquet may ask for.
const (
	longestFooter = 1 << 26 // bytes
	mostStructs   = 1 << 17 // in the lists of the footer: columns and chunks of columns
	mostElements  = 1 << 11 // of the schema
	longestHeader = 1 << 22 // bytes of a page's header, which may hold two of its values
	groupMemory   = 1 << 28 // bytes of the pages that are read at a time
	pageMemory    = 1 << 9  // bytes of what is known of a page
	mostPages     = groupMemory / pageMemory
	deepestThrift = 16
)

var errThrift = errors.New("the metadata are no Thrift of the compact protocol")

// A thriftWalk goes over a struct of Thrift's compact protocol, and reports the integers and
// booleans of it and of the structs in it that are no items of lists.
type thriftWalk struct {
	data    []byte
	at      int
	structs int                                 // that lists hold
	number  func(outer, field int, value int64) // outer is the field of the struct around, 0 at the top
	list    func(outer, field, size int) error
}

func (w *thriftWalk) uvarint() (uint64, error) {
	v, n := binary.Uvarint(w.data[w.at:])
	if n <= 0 {
		return 0, errThrift
	}
	w.at += n
	return v, nil
}

func (w *thriftWalk) byte() (byte, error) {
	if w.at == len(w.data) {
		return 0, errThrift
	}
	w.at++
	return w.data[w.at-1], nil
}

// skip passes over n bytes.
func (w *thriftWalk) skip(n uint64) error {
	if n > uint64(len(w.data)-w.at) {
		return errThrift
	}
	w.at += int(n)
	return nil
}

func (w *thriftWalk) structure(outer, depth int) error {
	if depth > deepestThrift {
		return errThrift
	}
	for field := 0; ; {
		header, err := w.byte()
		if err != nil || header == 0 {
			return err
		}
		if delta := int(header >> 4); delta != 0 {
			field += delta
		} else {
			id, err := w.uvarint()
			if err != nil {
				return err
			}
			field = int(int16(id>>1) ^ -int16(id&1))
		}
		if err := w.value(header&15, outer, field, depth); err != nil {
			return err
		}
	}
}

// The structs whose numbers are not told.
const (
	inItem = -1 - iota // a value is an item of a list
	inside             // it is a field of a struct in a list, or of one further down
)

// value passes over a value; outer may be inItem.
func (w *thriftWalk) value(kind byte, outer, field, depth int) error {
	switch kind {
	case 1, 2: // true, false
		if outer == inItem {
			return w.skip(1)
		}
		w.report(outer, field, int64(2-kind))
		return nil
	case 3:
		return w.skip(1)
	case 4, 5, 6:
		v, err := w.uvarint()
		w.report(outer, field, int64(v>>1)^-int64(v&1))
		return err
	case 7:
		return w.skip(8)
	case 8:
		n, err := w.uvarint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case 9, 10:
		return w.items(outer, field, depth)
	case 12:
		if outer != 0 {
			field = inside
		}
		return w.structure(field, depth+1)
	}
	return errThrift // maps are in no metadata of Parquet
}

func (w *thriftWalk) report(outer, field int, value int64) {
	if outer >= 0 && w.number != nil {
		w.number(outer, field, value)
	}
}

func (w *thriftWalk) items(outer, field, depth int) error {
	header, err := w.byte()
	if err != nil {
		return err
	}
	size := uint64(header >> 4)
	if size == 15 {
		if size, err = w.uvarint(); err != nil {
			return err
		}
	}
	if size > uint64(len(w.data)-w.at) { // an item has a byte or more
		return errThrift
	}
	if w.list != nil {
		if err := w.list(outer, field, int(size)); err != nil {
			return err
		}
	}
	kind := header & 15
	if kind == 12 {
		if w.structs += int(size); w.structs > mostStructs {
			return fmt.Errorf("the metadata list more than %d columns of row groups", mostStructs)
		}
	}
	for range size {
		if err := w.value(kind, inItem, 0, depth); err != nil {
			return err
		}
	}
	return nil
}

// checkFooter returns what is wrong with the footer of a file of Parquet, if it would take
// more memory than a file of its size may.
func checkFooter(f *os.File, size int64) error {
	var tail [8]byte
	if size < 12 {
		return errors.New("expected Parquet, found less than 12 bytes")
	}
	if _, err := f.ReadAt(tail[:], size-8); err != nil {
		return err
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	switch {
	case string(tail[4:]) == "PARE":
		return errors.New("encrypted Parquet is not read")
	case string(tail[4:]) != "PAR1":
		return errors.New("expected Parquet, which ends with PAR1: the file is cut off or none")
	case n > size-12 || n > longestFooter:
		return fmt.Errorf("a footer of %d bytes, expected at most %d in a file of %d", n, min(size-12, longestFooter), size)
	}
	footer := make([]byte, n)
	if _, err := f.ReadAt(footer, size-8-n); err != nil {
		return err
	}
	w := thriftWalk{data: footer, list: func(outer, field, size int) error {
		if outer == 0 && field == 2 && size > mostElements {
			return fmt.Errorf("a schema of %d elements, expected at most %d", size, mostElements)
		}
		return nil
	}}
	if err := w.structure(0, 0); err != nil {
		return fmt.Errorf("footer: %w", err)
	}
	return nil
}

// A pageHeader is what a page says of itself.
type pageHeader struct {
	kind, plainSize, size    int64
	values                   int64
	encoding                 int64
	definitions, repetitions int64 // bytes of levels in front of the values, in version 2
	compressed               bool
	definitionsBy            int64 // encoding of levels, in version 1
}

const (
	pageData       = 0
	pageDictionary = 2
	pageDataV2     = 3
)

// pages returns the pages of data of a chunk, the first of them with its dictionary, and how much memory
// they take at a time, or what is wrong. Row first is the first one of its group, which has rows of them.
func (c *parquetChunk) pages(m *format.ColumnMetaData, size, first, rows int64) (pages []*parquetPage, memory int64, err error) {
	at := m.DataPageOffset
	if m.DictionaryPageOffset != 0 {
		at = m.DictionaryPageOffset
	}
	if at < 4 || m.TotalCompressedSize < 0 || at > size || m.TotalCompressedSize > size-at {
		return nil, 0, fmt.Errorf("%d bytes at byte %d, beyond the file", m.TotalCompressedSize, at)
	}
	var largest, values int64
	for end := at + m.TotalCompressedSize; at < end; {
		h, n, err := readPageHeader(c.file, at, end)
		if err != nil {
			return nil, 0, fmt.Errorf("page at byte %d: %w", at, err)
		}
		p := &parquetPage{chunk: c, header: h, at: at + n, bytes: n + h.size, first: first + values}
		if h.size < 0 || h.plainSize < 0 || h.values < 0 || h.size > end-p.at {
			return nil, 0, fmt.Errorf("page at byte %d: %d bytes, beyond its column", at, h.size)
		}
		if p.need = p.memory(); p.need > groupMemory {
			return nil, 0, fmt.Errorf("page at byte %d: %d bytes and %d values, more than %d MiB of memory", at, h.plainSize, h.values, groupMemory>>20)
		}
		p.frees = p.need
		if h.kind == pageDictionary {
			if c.dictionary != nil || pages != nil {
				return nil, 0, fmt.Errorf("page at byte %d: a dictionary behind other pages", at)
			}
			c.dictionary = p
		} else if h.values > 0 {
			if values += h.values; values > rows {
				break
			}
			if len(pages) == mostPages {
				return nil, 0, fmt.Errorf("page at byte %d: more than %d pages", at, mostPages)
			}
			largest = max(largest, p.need)
			p.done = make(chan struct{})
			pages = append(pages, p)
		}
		at = p.at + h.size
	}
	if values != rows {
		return nil, 0, fmt.Errorf("%d values, expected one for each of %d rows", values, rows)
	}
	if c.dictionary != nil {
		largest += c.dictionary.need
	}
	return pages, largest + int64(len(pages))*pageMemory, nil
}

// memory returns how much memory p takes, about: compressed, decompressed, and as texts.
func (p *parquetPage) memory() int64 {
	h := &p.header
	if h.plainSize > groupMemory || h.values > groupMemory {
		return groupMemory + 1
	}
	need := h.size + h.plainSize + 16*h.values // with spans, and numbers as texts
	if h.encoding == deltaTexts {
		need += longestTexts(h.plainSize)
	}
	return need
}

// readPageHeader returns the header at an offset, and its length.
func readPageHeader(file io.ReaderAt, at, end int64) (h pageHeader, n int64, err error) {
	for length := int64(1 << 10); ; length *= 16 {
		length = min(length, end-at, longestHeader)
		header := make([]byte, length)
		if _, err := file.ReadAt(header, at); err != nil {
			return h, 0, err
		}
		h = pageHeader{compressed: true}
		w := thriftWalk{data: header, number: h.set}
		if err = w.structure(0, 0); err == nil || length == longestHeader || length == end-at {
			return h, int64(w.at), err
		}
	}
}

// set sets what field says.
func (h *pageHeader) set(outer, field int, v int64) {
	switch [2]int{outer, field} {
	case [2]int{0, 1}:
		h.kind = v
	case [2]int{0, 2}:
		h.plainSize = v
	case [2]int{0, 3}:
		h.size = v
	case [2]int{5, 1}, [2]int{7, 1}, [2]int{8, 1}:
		h.values = v
	case [2]int{5, 2}, [2]int{8, 4}:
		h.encoding = v
	case [2]int{5, 3}:
		h.definitionsBy = v
	case [2]int{8, 5}:
		h.definitions = v
	case [2]int{8, 6}:
		h.repetitions = v
	case [2]int{8, 7}:
		h.compressed = v != 0
	}
}

// checkValues checks that encoded values become no more than n.
func checkValues(data []byte, encoding, n int64) error {
	switch encoding {
	case plainValues, splitValues, deltaLengths, deltaTexts: // texts check their lengths
		return nil
	case plainDictionary, dictionaryValues:
		if len(data) == 0 {
			return nil // of nulls alone
		}
		return checkRuns(data[1:], int(data[0]), n)
	case runsOfBooleans:
		if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
			return errors.New("runs without their length")
		}
		return checkRuns(data[4:4+binary.LittleEndian.Uint32(data)], 1, n)
	case deltaNumbers:
		_, err := checkDifferences(data, n)
		return err
	}
	return fmt.Errorf("encoding %d is not read", encoding)
}

// checkDifferences checks that the numbers at the start of data, kept as differences, become
// no more than n, and returns what follows them.
func checkDifferences(data []byte, n int64) (rest []byte, err error) {
	w := thriftWalk{data: data} // has numbers of the same kind
	var header [4]uint64        // the size of a block, its parts, how many numbers, the first of them
	for k := range header {
		if header[k], err = w.uvarint(); err != nil {
			return nil, errors.New("differences without their header")
		}
		if k == 2 && header[k] > uint64(n) {
			return nil, fmt.Errorf("%d differences, expected at most %d", header[k], n)
		}
	}
	block, parts, left := header[0], header[1], header[2]
	if parts == 0 || block < parts || block > longestBlock {
		return nil, fmt.Errorf("differences in blocks of %d numbers in %d parts", block, parts)
	}
	for left = max(left, 1) - 1; left > 0 && w.at < len(data); {
		if _, err := w.uvarint(); err != nil { // the least difference
			return nil, errors.New("a block of differences without its header")
		}
		widths := data[w.at:min(w.at+int(parts), len(data))]
		w.at += len(widths)
		for _, width := range widths {
			w.at = min(w.at+int(block/parts*uint64(width)/8), len(data))
			if left -= min(left, block/parts); left == 0 {
				break
			}
		}
	}
	return data[w.at:], nil
}

// longestBlock is more numbers than a block of differences has.
const longestBlock = 1 << 16

// runSlack is by how much the values of a page may be rounded up.
const runSlack = 1 << 16

// checkRuns checks that runs of numbers of a width in bits become no more than n numbers.
func checkRuns(data []byte, width int, n int64) error {
	if width > 32 {
		return fmt.Errorf("numbers of %d bits, expected at most 32", width)
	}
	for total := int64(0); len(data) > 0; {
		header, k := binary.Uvarint(data)
		if k <= 0 || header>>1 > uint64(n+runSlack) {
			return fmt.Errorf("a run of %d values, expected at most %d", header>>1, n)
		}
		data = data[k:]
		if header>>1 == 0 { // the library expects no value behind it
			continue
		}
		count, length := int64(header>>1), (width+7)/8
		if header&1 != 0 {
			length = int(count) * width
			count *= 8
		}
		if total += count; total > n+runSlack {
			return fmt.Errorf("runs of %d values, expected %d", total, n)
		}
		data = data[min(length, len(data)):]
	}
	return nil
}

// decompressPage decompresses data into plain, and returns what they hold, which is no
// longer.
func decompressPage(plain []byte, codec format.CompressionCodec, data []byte) ([]byte, error) {
	size := len(plain)
	switch codec {
	case format.Snappy:
		n, err := snappy.DecodedLen(data)
		if err != nil || n > size {
			return nil, fmt.Errorf("%d bytes when decompressed, expected %d: %w", n, size, err)
		}
		return snappy.Decode(plain, data)
	case format.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return readPage(plain, r)
	case format.Brotli:
		return readPage(plain, brotli.NewReader(bytes.NewReader(data)))
	case format.Lz4Raw:
		n, err := lz4.UncompressBlock(data, plain)
		return plain[:max(n, 0)], err
	case format.Zstd:
		d, err := pageDecoder()
		if err != nil {
			return nil, err
		}
		return d.DecodeAll(data, plain[:0])
	}
	return nil, fmt.Errorf("compressed by %v, expected Snappy, gzip, Zstandard, LZ4_RAW, Brotli or nothing", codec)
}

// readPage reads plain from r, which may hold no more.
func readPage(plain []byte, r io.Reader) ([]byte, error) {
	n, err := io.ReadFull(r, plain)
	if err == nil {
		var more [1]byte
		if k, _ := r.Read(more[:]); k > 0 {
			return nil, fmt.Errorf("more than %d bytes when decompressed", len(plain))
		}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil // too few are seen by their number
	}
	return plain[:n], err
}

// pageDecoder returns a decoder of pages, which fills what it is given and makes nothing
// longer.
var pageDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderMaxMemory(groupMemory))
})
