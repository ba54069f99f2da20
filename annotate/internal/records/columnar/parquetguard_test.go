package columnar

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// Pages with false sizes or counts are refused before they are decoded.
func TestHostilePages(t *testing.T) {
	long := binary.AppendUvarint(nil, 1<<40<<1)
	differences := func(block, parts, n uint64, more ...byte) []byte {
		return append(binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(nil, block), parts), n), more...)
	}
	good := differences(128, 4, 1, 0)
	for _, test := range []struct {
		name     string
		data     []byte
		values   int32
		encoding parquet.Encoding
		want     string
	}{
		{"differences", differences(128, 4, 1<<31, 0), 1000, parquet.Encodings.DeltaBinaryPacked, "expected at most 1000 differences, found 2147483648"},
		{"no parts", differences(128, 0, 3, 0), 1000, parquet.Encodings.DeltaBinaryPacked, "found 128 numbers in 0 parts"},
		{"a long block", differences(1<<32, 1, 1000, 0), 1000, parquet.Encodings.DeltaLengthByteArray, "found 4294967296 numbers"},
		{"a long block of rests", append(bytes.Clone(good), differences(1<<32, 1, 1000, 0)...), 1000, parquet.Encodings.DeltaByteArray, "found 4294967296 numbers"},
		{"no header", long[:2], 1000, parquet.Encodings.DeltaByteArray, "expected the header of differences"},
		{"many values", good, 1 << 30, parquet.Encodings.Plain, "expected one value for each row, found 1073740824 more"},
		{"a dictionary", make([]byte, 16), 5, parquet.Encodings.RLE, "expected a dictionary of at most 4 values in 16 bytes, found 5"},
	} {
		var page file.Page
		buffer := memory.NewBufferBytes(test.data)
		if page = file.NewDataPageV1(buffer, test.values, test.encoding, parquet.Encodings.RLE, parquet.Encodings.RLE, int32(len(test.data))); test.name == "a dictionary" {
			page = file.NewDictionaryPage(buffer, test.values, parquet.Encodings.Plain)
		}
		c := &checkedPages{shortest: 4, rows: 1000}
		if err := c.check(page); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	// A dictionary may be as long as its page allows, also if its values are shorter than four
	// bytes.
	for _, test := range []struct {
		values int32
		bytes  int
		short  int
		good   bool
	}{{4, 16, 4, true}, {4, 15, 4, false}, {5, 15, 3, true}, {6, 15, 3, false}, {15, 15, 1, true}, {16, 15, 1, false}, {0, 0, 4, true}} {
		c := &checkedPages{shortest: test.short, rows: 1000}
		err := c.check(file.NewDictionaryPage(memory.NewBufferBytes(make([]byte, test.bytes)), test.values, parquet.Encodings.Plain))
		if (err == nil) != test.good {
			t.Errorf("%d values of %d bytes in %d: %v", test.values, test.short, test.bytes, err)
		}
	}
	// Texts with common prefixes are decoded few at once, because each may be as long as the page.
	prefixed := slices.Concat(good, good, make([]byte, 1<<20))
	c := &checkedPages{shortest: 4, rows: 1000}
	page := file.NewDataPageV1(memory.NewBufferBytes(prefixed), 1000, parquet.Encodings.DeltaByteArray, parquet.Encodings.RLE, parquet.Encodings.RLE, int32(len(prefixed)))
	if err := c.check(page); err != nil || c.most*int64(len(prefixed)) > batchMemory {
		t.Errorf("%d texts of up to %d bytes at once, %v, want at most %d bytes", c.most, len(prefixed), err, batchMemory)
	}
}

// The buffers of pages use no more memory than the sizes in the footer.
func TestLimitedAllocator(t *testing.T) {
	a := &limitedAllocator{Allocator: memory.NewGoAllocator(), most: 100}
	b := a.Reallocate(80, a.Allocate(60))
	a.Free(b)
	b = a.Allocate(90)
	err := func() (err error) {
		defer recovered(&err)
		a.Reallocate(101, b)
		return nil
	}()
	if err == nil || !strings.Contains(err.Error(), "pages of at most 100 bytes") {
		t.Errorf("101 bytes of 100: %v", err)
	}
}

// An error about a damaged file shows no panic of the library.
func TestRecovered(t *testing.T) {
	read := func(columns []int) (err error) {
		defer recovered(&err)
		_ = columns[1]
		return nil
	}
	if err := read([]int{1}); err == nil || strings.Contains(err.Error(), "runtime error") || !strings.HasPrefix(err.Error(), "damaged Parquet: ") {
		t.Errorf("error %v", err)
	}
}
