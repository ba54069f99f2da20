package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// A parquetChunk is a column of a row group: what all of its pages have in common.
type parquetChunk struct {
	file       io.ReaderAt
	name       string // of the column
	group      int
	codec      format.CompressionCodec
	kind       parquet.Kind
	unsigned   bool
	optional   bool
	dictionary *parquetPage // nil if there is none
}

// A parquetPage is some values of a column. Pages are decoded by any number of goroutines,
// each page once.
type parquetPage struct {
	chunk       *parquetChunk
	header      pageHeader
	at          int64 // of its body in the file
	bytes       int64 // in the file, with its header and the dictionary before it
	first       int64 // its first row, counted over the file
	need, frees int64 // bytes of memory that are taken before it is decoded and given back when it was read

	once sync.Once
	done chan struct{} // closed when it is decoded
	*pageTexts
	err error
}

// A pageTexts is the values of a page as texts, and the memory with which they were made.
type pageTexts struct {
	text  []byte
	spans []Span // of the values in text, empty for nulls

	compressed, plain, printed, levels []byte
	int32s                             []int32
	int64s                             []int64
	lengths                            []int32
}

// size returns how many bytes t takes.
func (t *pageTexts) size() int64 {
	bytes := cap(t.compressed) + cap(t.plain) + cap(t.printed) + cap(t.levels)
	return int64(bytes + 8*cap(t.spans) + 4*cap(t.int32s) + 8*cap(t.int64s) + 4*cap(t.lengths))
}

// decode sets the texts of p.
func (p *parquetPage) decode() error {
	p.once.Do(func() {
		defer func() {
			if problem := recover(); problem != nil { // damaged values
				p.err = fmt.Errorf("page at byte %d: Parquet: %v", p.at, problem)
			}
		}()
		if p.pageTexts == nil {
			p.pageTexts = new(pageTexts)
		}
		if err := p.setTexts(); err != nil {
			p.err = fmt.Errorf("page at byte %d: %w", p.at, err)
		}
	})
	return p.err
}

func (p *parquetPage) setTexts() error {
	h, c := &p.header, p.chunk
	levels, data, err := p.read()
	if err != nil {
		return err
	}
	p.spans = slices.Grow(p.spans[:0], int(h.values))
	n := int(h.values) // that are not null
	if c.optional && h.kind != pageDictionary {
		if err := checkRuns(levels, 1, h.values); err != nil {
			return fmt.Errorf("levels: %w", err)
		}
		bits := rle.Encoding{BitWidth: 1}
		if p.levels, err = bits.DecodeLevels(p.levels[:0], levels); err != nil {
			return fmt.Errorf("levels: %w", err)
		}
		if len(p.levels) < n {
			return fmt.Errorf("%d levels, expected %d", len(p.levels), n)
		}
		p.levels = p.levels[:n]
		n = 0
		for _, level := range p.levels {
			n += int(level & 1)
		}
	}
	if err := p.setValues(data, n); err != nil {
		return err
	}
	if len(p.spans) < n {
		return fmt.Errorf("%d values, expected %d", len(p.spans), n)
	}
	if p.spans = p.spans[:h.values]; n == len(p.spans) {
		return nil
	}
	for i := len(p.spans) - 1; i >= 0; i-- { // nulls among them
		if p.levels[i]&1 != 0 {
			n--
			p.spans[i] = p.spans[n]
		} else {
			p.spans[i] = Span{}
		}
	}
	return nil
}

// read returns the levels and the values of p, decompressed.
func (p *parquetPage) read() (levels, data []byte, err error) {
	h, c := &p.header, p.chunk
	p.compressed = slices.Grow(p.compressed[:0], int(h.size))[:h.size]
	if _, err := c.file.ReadAt(p.compressed, p.at); err != nil {
		return nil, nil, err
	}
	data = p.compressed
	size := h.plainSize
	if h.kind == pageDataV2 {
		n := h.definitions + h.repetitions
		if h.definitions < 0 || h.repetitions != 0 || n > h.size || n > size {
			return nil, nil, fmt.Errorf("%d bytes of levels in %d", n, h.size)
		}
		levels, data = data[:n], data[n:]
		size -= n
	}
	if h.compressed && c.codec != format.Uncompressed && len(data) > 0 {
		p.plain = slices.Grow(p.plain[:0], int(size))[:size]
		if data, err = decompressPage(p.plain, c.codec, data); err != nil {
			return nil, nil, err
		}
	}
	if int64(len(data)) != size {
		return nil, nil, fmt.Errorf("%d bytes, expected %d", len(data), size)
	}
	switch {
	case h.kind == pageData && c.optional:
		if h.definitionsBy != 3 || len(data) < 4 {
			return nil, nil, fmt.Errorf("levels of encoding %d, expected RLE", h.definitionsBy)
		}
		n := binary.LittleEndian.Uint32(data)
		if uint64(n) > uint64(len(data)-4) {
			return nil, nil, fmt.Errorf("%d bytes of levels in %d", n, len(data))
		}
		return data[4 : 4+n], data[4+n : len(data) : len(data)], nil
	case h.kind == pageData, h.kind == pageDataV2, h.kind == pageDictionary:
		return levels, data[:len(data):len(data)], nil
	}
	return nil, nil, fmt.Errorf("kind %d, expected a page of data or a dictionary", h.kind)
}

// The encodings of values, by their numbers in files.
const (
	plainValues      = 0
	plainDictionary  = 2
	runsOfBooleans   = 3
	deltaNumbers     = 5
	deltaLengths     = 6
	deltaTexts       = 7
	dictionaryValues = 8
	splitValues      = 9
)

// setValues sets the spans to at least n values, if data hold as many.
func (p *parquetPage) setValues(data []byte, n int) error {
	by := p.header.encoding
	if p.header.kind == pageDictionary {
		if by != plainValues && by != plainDictionary {
			return fmt.Errorf("a dictionary in encoding %d is not read", by)
		}
		by = plainValues
	} else if err := checkValues(data, by, p.header.values); err != nil {
		return err
	}
	switch {
	case n == 0:
		return nil
	case by == plainDictionary || by == dictionaryValues:
		return p.look(data, n)
	case p.chunk.kind != parquet.ByteArray:
		return p.setNumbers(data, by, n)
	case by == plainValues:
		return p.cut(data, n)
	case by == deltaLengths:
		return p.cutBy(data, n)
	case by == deltaTexts:
		return p.join(data, n)
	}
	return fmt.Errorf("texts in encoding %d are not read", by)
}

// setNumbers makes texts of n numbers or booleans.
func (p *parquetPage) setNumbers(data []byte, by int64, n int) (err error) {
	kind := p.chunk.kind
	text := textOf(kind, p.chunk.unsigned)
	p.printed = p.printed[:0]
	add := func(bits uint64) {
		start := len(p.printed)
		p.printed = text(p.printed, bits)
		p.spans = append(p.spans, Span{uint32(start), uint32(len(p.printed) - start)})
	}
	width := 8
	if kind == parquet.Int32 || kind == parquet.Float {
		width = 4
	}
	switch {
	case kind == parquet.Boolean && by == runsOfBooleans:
		bits := rle.Encoding{BitWidth: 1}
		var values []byte // the levels are still needed
		if values, err = bits.DecodeLevels(values, data[4:4+binary.LittleEndian.Uint32(data)]); err != nil {
			return err
		}
		for _, v := range values[:min(n, len(values))] {
			add(uint64(v))
		}
	case kind == parquet.Boolean && by == plainValues:
		for i := range min(n, 8*len(data)) {
			add(uint64(data[i/8] >> (i % 8)))
		}
	case kind == parquet.Boolean:
		return fmt.Errorf("booleans in encoding %d are not read", by)
	case by == plainValues && width == 4:
		for i := range min(n, len(data)/4) {
			add(uint64(binary.LittleEndian.Uint32(data[4*i:])))
		}
	case by == plainValues:
		for i := range min(n, len(data)/8) {
			add(binary.LittleEndian.Uint64(data[8*i:]))
		}
	case by == splitValues: // the lowest bytes of all, then the next ones
		values := len(data) / width
		for i := range min(n, values) {
			var bits uint64
			for k := range width {
				bits |= uint64(data[k*values+i]) << (8 * k)
			}
			add(bits)
		}
	case by == deltaNumbers && kind == parquet.Int32:
		var numbers delta.BinaryPackedEncoding
		if p.int32s, err = numbers.DecodeInt32(p.int32s[:0], data); err != nil {
			return err
		}
		for _, v := range p.int32s[:min(n, len(p.int32s))] {
			add(uint64(uint32(v)))
		}
	case by == deltaNumbers && kind == parquet.Int64:
		var numbers delta.BinaryPackedEncoding
		if p.int64s, err = numbers.DecodeInt64(p.int64s[:0], data); err != nil {
			return err
		}
		for _, v := range p.int64s[:min(n, len(p.int64s))] {
			add(uint64(v))
		}
	default:
		return fmt.Errorf("numbers in encoding %d are not read", by)
	}
	p.text = p.printed
	return nil
}

// textOf returns what appends a number of a kind as text.
func textOf(kind parquet.Kind, unsigned bool) func(dst []byte, bits uint64) []byte {
	switch {
	case kind == parquet.Boolean:
		return func(dst []byte, bits uint64) []byte { return append(dst, '0'+byte(bits&1)) }
	case kind == parquet.Float:
		return func(dst []byte, bits uint64) []byte {
			return strconv.AppendFloat(dst, float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
		}
	case kind == parquet.Double:
		return func(dst []byte, bits uint64) []byte {
			return strconv.AppendFloat(dst, math.Float64frombits(bits), 'g', -1, 64)
		}
	case unsigned:
		return func(dst []byte, bits uint64) []byte { return strconv.AppendUint(dst, bits, 10) }
	case kind == parquet.Int32:
		return func(dst []byte, bits uint64) []byte { return strconv.AppendInt(dst, int64(int32(bits)), 10) }
	}
	return func(dst []byte, bits uint64) []byte { return strconv.AppendInt(dst, int64(bits), 10) }
}

// cut makes spans of n texts, each behind its length.
func (p *parquetPage) cut(data []byte, n int) error {
	p.text = data
	for at := 0; n > 0; n-- {
		if len(data)-at < 4 {
			return errors.New("texts without their length")
		}
		length := binary.LittleEndian.Uint32(data[at:])
		at += 4
		if uint64(length) > uint64(len(data)-at) {
			return fmt.Errorf("a text of %d bytes in %d", length, len(data)-at)
		}
		p.spans = append(p.spans, Span{uint32(at), length})
		at += int(length)
	}
	return nil
}

// look makes spans of n values of the dictionary by their numbers.
func (p *parquetPage) look(data []byte, n int) (err error) {
	d := p.chunk.dictionary
	if d == nil {
		return errors.New("numbers of a dictionary, expected one before them")
	}
	if err := d.decode(); err != nil {
		return err
	}
	var numbers rle.DictionaryEncoding
	if p.int32s, err = numbers.DecodeInt32(p.int32s[:0], data); err != nil {
		return err
	}
	p.text = d.text
	for _, k := range p.int32s[:min(n, len(p.int32s))] {
		if uint64(uint32(k)) >= uint64(len(d.spans)) {
			return fmt.Errorf("number %d in a dictionary of %d", uint32(k), len(d.spans))
		}
		p.spans = append(p.spans, d.spans[k])
	}
	return nil
}

// longestTexts returns how many bytes texts may become in a page of a size that share what
// they begin with.
func longestTexts(size int64) int64 { return 16*size + 1<<20 }

// join makes spans of n texts: how much each has in common with the one before, the lengths of
// their rests, the rests. They take no more memory than was counted for them.
func (p *parquetPage) join(data []byte, n int) (err error) {
	if p.int32s, data, err = p.differences(p.int32s, data); err != nil {
		return err
	}
	if p.lengths, data, err = p.differences(p.lengths, data); err != nil {
		return err
	}
	p.printed = p.printed[:0]
	var last Span
	for i := range min(n, len(p.int32s), len(p.lengths)) {
		shared, rest := p.int32s[i], p.lengths[i]
		if shared < 0 || uint32(shared) > last.Length {
			return fmt.Errorf("a text that begins with %d bytes of one of %d", shared, last.Length)
		}
		if rest < 0 || int(rest) > len(data) {
			return fmt.Errorf("a text of %d bytes in %d", rest, len(data))
		}
		start := len(p.printed)
		if most := longestTexts(p.header.plainSize); int64(start)+int64(shared)+int64(rest) > most {
			return fmt.Errorf("texts in a page of %d bytes become more than %d", p.header.plainSize, most)
		}
		p.printed = append(p.printed, p.printed[last.Start:last.Start+uint32(shared)]...)
		p.printed = append(p.printed, data[:rest]...)
		data = data[rest:]
		last = Span{uint32(start), uint32(len(p.printed) - start)}
		p.spans = append(p.spans, last)
	}
	p.text = p.printed
	return nil
}

// cutBy makes spans of n texts behind all their lengths.
func (p *parquetPage) cutBy(data []byte, n int) (err error) {
	p.text = data
	if p.lengths, data, err = p.differences(p.lengths, data); err != nil {
		return err
	}
	at := len(p.text) - len(data)
	for _, length := range p.lengths[:min(n, len(p.lengths))] {
		if length < 0 || int(length) > len(p.text)-at {
			return fmt.Errorf("a text of %d bytes in %d", length, len(p.text)-at)
		}
		p.spans = append(p.spans, Span{uint32(at), uint32(length)})
		at += int(length)
	}
	return nil
}

// differences decodes the numbers at the start of data, no more than the page has values, into
// the memory of numbers, and returns what follows them.
func (p *parquetPage) differences(numbers []int32, data []byte) (decoded []int32, rest []byte, err error) {
	rest, err = checkDifferences(data, p.header.values)
	if err != nil {
		return numbers[:0], nil, err
	}
	var e delta.BinaryPackedEncoding
	decoded, err = e.DecodeInt32(numbers[:0], data)
	return decoded, rest, err
}
