package columnar

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/thrift/lib/go/thrift"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
)

// The Parquet library trusts the sizes in a file, for example the length of a dictionary, of a
// block of differences or of a decompressed page. The checks in this file refuse sizes that are
// too large before the library allocates memory for them.

// The limits of a Parquet file.
const (
	longestFooter   = 1 << 24 // bytes
	mostElements    = 1 << 11 // elements in the schema
	largestPage     = 1 << 26 // bytes, compressed or not
	groupMemory     = 1 << 28 // bytes of a row group
	groupsMemory    = 1 << 27 // bytes of row groups that are read at once, if there are several
	mostDifferences = 1 << 24 // values in a page that are stored as differences
	longestBlock    = 1 << 16 // differences
	batchMemory     = 1 << 24 // bytes of texts with common prefixes that are decoded at once
)

// checkSchema checks how many children the elements of a footer's schema claim to have,
// because the library allocates memory for that number.
func checkSchema(footer []byte) error {
	ctx := context.Background()
	in := thrift.NewTCompactProtocolConf(&thrift.TMemoryBuffer{Buffer: bytes.NewBuffer(footer)}, &thrift.TConfiguration{MaxMessageSize: longestFooter})
	fields := func(read func(id int16, of thrift.TType) error) error {
		for {
			_, of, id, err := in.ReadFieldBegin(ctx)
			if err != nil || of == thrift.STOP {
				return err
			}
			if err := read(id, of); err != nil {
				return err
			}
		}
	}
	return fields(func(id int16, of thrift.TType) error {
		if id != 2 || of != thrift.LIST {
			return in.Skip(ctx, of)
		}
		_, elements, err := in.ReadListBegin(ctx)
		if err != nil {
			return err
		}
		if elements > mostElements {
			return fmt.Errorf("expected a schema of at most %d elements, found %d", mostElements, elements)
		}
		for range elements {
			if _, err := in.ReadStructBegin(ctx); err != nil {
				return err
			}
			err := fields(func(id int16, of thrift.TType) error {
				if id != 5 || of != thrift.I32 {
					return in.Skip(ctx, of)
				}
				n, err := in.ReadI32(ctx)
				if err == nil && (n < 0 || int(n) > elements) {
					err = fmt.Errorf("expected at most %d children in a schema of as many elements, found %d", elements, n)
				}
				return err
			})
			if err != nil {
				return err
			}
			if err := in.ReadStructEnd(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// A limitedAllocator allocates the buffers of pages. If they take more than most bytes,
// it panics with an error.
type limitedAllocator struct {
	memory.Allocator
	used atomic.Int64
	most int64
}

func (a *limitedAllocator) take(n int) {
	if a.used.Add(int64(n)) > a.most {
		panic(fmt.Errorf("expected pages of at most %d bytes, as the footer says, found more", a.most))
	}
}

func (a *limitedAllocator) Allocate(size int) []byte {
	a.take(size)
	return a.Allocator.Allocate(size)
}

func (a *limitedAllocator) Reallocate(size int, b []byte) []byte {
	a.take(size - len(b))
	return a.Allocator.Reallocate(size, b)
}

func (a *limitedAllocator) Free(b []byte) {
	a.used.Add(int64(-len(b)))
	a.Allocator.Free(b)
}

// A checkedPages checks each page before the library decodes it.
type checkedPages struct {
	file.PageReader
	rows     int64 // how many values may follow
	optional bool
	shortest int   // bytes of the shortest value
	most     int64 // how many values of the current page may be decoded at once
	err      error
}

func (c *checkedPages) Next() bool {
	for c.err == nil && c.PageReader.Next() {
		page := c.PageReader.Page()
		if c.err = c.check(page); c.err == nil && (page.NumValues() > 0 || page.Type() == file.PageTypeDictionaryPage) {
			return true
		}
	}
	return false
}

func (c *checkedPages) Err() error {
	if c.err != nil {
		return c.err
	}
	return c.PageReader.Err()
}

func (c *checkedPages) GetDictionaryPage() (*file.DictionaryPage, error) {
	page, err := c.PageReader.GetDictionaryPage()
	if err == nil && page != nil {
		err = c.check(page)
	}
	return page, err
}

func (c *checkedPages) check(page file.Page) error {
	n, data := int64(page.NumValues()), page.Data()
	levels := 0 // bytes of levels before the values
	switch p := page.(type) {
	case *file.DictionaryPage:
		if n > int64(len(data)/c.shortest) {
			return fmt.Errorf("expected a dictionary of at most %d values in %d bytes, found %d", len(data)/c.shortest, len(data), n)
		}
		return nil
	case *file.DataPageV1:
		if c.optional && len(data) >= 4 {
			levels = 4 + int(binary.LittleEndian.Uint32(data))
		}
	case *file.DataPageV2:
		levels = int(p.DefinitionLevelByteLen()) + int(p.RepetitionLevelByteLen())
	}
	if c.rows -= n; c.rows < 0 {
		return fmt.Errorf("expected one value for each row, found %d more", -c.rows)
	}
	c.most = n
	encoding := parquet.Encoding(page.Encoding())
	switch encoding {
	case parquet.Encodings.DeltaBinaryPacked, parquet.Encodings.DeltaLengthByteArray, parquet.Encodings.DeltaByteArray:
	default:
		return nil
	}
	if levels > len(data) || n > mostDifferences {
		return fmt.Errorf("expected at most %d values and %d bytes of levels, found %d and %d", mostDifferences, len(data), n, levels)
	}
	rest, err := checkDifferences(data[levels:], n)
	if err == nil && encoding == parquet.Encodings.DeltaByteArray { // prefix lengths, then suffix lengths
		c.most = max(1, batchMemory/int64(len(data)))
		_, err = checkDifferences(rest, n)
	}
	return err
}

// checkDifferences checks that data starts with at most n numbers, stored as differences
// (DELTA_BINARY_PACKED) in blocks of a usual length. It returns the data after them.
func checkDifferences(data []byte, n int64) (rest []byte, err error) {
	at := 0
	number := func() (uint64, error) {
		v, k := binary.Uvarint(data[at:])
		if k <= 0 {
			return 0, errors.New("expected the header of differences, found the end of the page")
		}
		at += k
		return v, nil
	}
	var header [4]uint64 // the size of a block, its parts, how many numbers there are, and the first number
	for k := range header {
		if header[k], err = number(); err != nil {
			return nil, err
		}
	}
	block, parts, left := header[0], header[1], header[2]
	if left > uint64(n) {
		return nil, fmt.Errorf("expected at most %d differences, found %d", n, left)
	}
	if parts == 0 || block < parts || block > longestBlock {
		return nil, fmt.Errorf("expected differences in blocks of at most %d numbers in one or more parts, found %d numbers in %d parts", longestBlock, block, parts)
	}
	for left = max(left, 1) - 1; left > 0 && at < len(data); {
		if _, err := number(); err != nil { // the least difference of the block
			return nil, err
		}
		widths := data[at:min(at+int(parts), len(data))]
		at += len(widths)
		for _, width := range widths {
			at = min(at+int(block/parts*uint64(width)/8), len(data))
			if left -= min(left, block/parts); left == 0 {
				break
			}
		}
	}
	return data[at:], nil
}

// init replaces the library's codecs, because they decompress a page to any size. The
// replacements refuse a page that is longer than its header says.
func init() {
	for name, decode := range map[compress.Compression]func(dst, src []byte) ([]byte, error){
		compress.Codecs.Zstd:   decodeZstd,
		compress.Codecs.Snappy: decodeSnappy,
	} {
		codec, err := compress.GetCodec(name)
		if err != nil {
			panic(err) // the library has both
		}
		compress.RegisterCodec(name, boundedCodec{codec, decode})
	}
}

// A boundedCodec decompresses into the memory that it receives.
type boundedCodec struct {
	compress.Codec
	decode func(dst, src []byte) ([]byte, error)
}

func (c boundedCodec) DecodeWithError(dst, src []byte) ([]byte, error) {
	if dst == nil {
		return nil, errors.New("expected the size of the decompressed page, found none")
	}
	return c.decode(dst, src)
}

func (c boundedCodec) Decode(dst, src []byte) []byte {
	plain, err := c.DecodeWithError(dst, src)
	if err != nil {
		panic(err)
	}
	return plain
}

// zstdDecoder decompresses into the capacity that it receives.
var zstdDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderMaxMemory(2*largestPage))
})

func decodeZstd(dst, src []byte) ([]byte, error) {
	d, err := zstdDecoder()
	if err != nil {
		return nil, err
	}
	return d.DecodeAll(src, dst[:0:len(dst)])
}

func decodeSnappy(dst, src []byte) ([]byte, error) {
	n, err := snappy.DecodedLen(src)
	if err == nil && n > len(dst) {
		err = fmt.Errorf("expected %d bytes when decompressed, found %d", len(dst), n)
	}
	if err != nil {
		return nil, err
	}
	return snappy.Decode(dst, src)
}
