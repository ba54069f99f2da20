package records

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is the largest window of a zstd file that is accepted. The zstd tool has the same limit
// without --long.
const maxWindow = 1 << 27

// decompress returns the data of raw, which may be compressed by gzip, zstd or bzip2.
func decompress(raw io.Reader, n *atomic.Int64) (plain io.Reader, compressed bool, err error) {
	r := bufio.NewReaderSize(countingReader{raw, n}, 1<<18)
	magic, err := r.Peek(zstd.HeaderMaxSize)
	if err != nil && err != io.EOF {
		return nil, false, reason(err)
	}
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		plain, err = newGzipReader(r)
	case isZstd(magic):
		var d *zstd.Decoder
		d, err = zstd.NewReader(r, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(1<<63), zstd.WithDecoderLowmem(true))
		if err == nil {
			plain = d.IOReadCloser()
		}
	case bytes.HasPrefix(magic, []byte("BZh")):
		plain = bzip2.NewReader(r)
	default:
		return r, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("compressed data: %w", err)
	}
	return plain, true, nil
}

// isZstd reports whether data that begin with magic are zstd. They may begin with a skippable frame, as pzstd
// writes it.
func isZstd(magic []byte) bool {
	var h zstd.Header
	return len(magic) >= 4 && !errors.Is(h.Decode(magic), zstd.ErrMagicMismatch)
}

// gzipMagic is the start of each member of gzip data.
var gzipMagic = []byte{0x1f, 0x8b}

// A gzipReader reads gzip data. Zeros may follow the last member, as in gzip, because tapes and block devices
// pad files with them.
type gzipReader struct {
	member *gzip.Reader
	src    *bufio.Reader
}

func newGzipReader(src *bufio.Reader) (io.Reader, error) {
	r, err := gzip.NewReader(src)
	if err != nil {
		return nil, err
	}
	r.Multistream(false)
	return &gzipReader{r, src}, nil
}

func (r *gzipReader) Read(p []byte) (int, error) {
	for {
		n, err := r.member.Read(p)
		if n > 0 && err == io.EOF {
			return n, nil // the next call returns it again
		}
		if err != io.EOF {
			return n, err
		}
		if err := r.next(); err != nil {
			return 0, err
		}
	}
}

// next starts the next member. It returns io.EOF at the end.
func (r *gzipReader) next() error {
	if magic, _ := r.src.Peek(len(gzipMagic)); bytes.Equal(magic, gzipMagic) {
		if err := r.member.Reset(r.src); err != nil {
			return err
		}
		r.member.Multistream(false)
		return nil
	}
	for {
		c, err := r.src.ReadByte()
		if err != nil {
			return err
		}
		if c != 0 {
			return errors.New("expected the end of the gzip data or more of them, found other bytes after them, which gzip -dc ignores")
		}
	}
}

// Decompress returns the data of in, which may be compressed by gzip, zstd or bzip2. Closing
// the result does not close in.
func Decompress(in io.Reader) (io.ReadCloser, error) {
	plain, _, err := decompress(in, nil)
	if err != nil {
		return nil, err
	}
	return decompressed{plain}, nil
}

// A decompressed stream returns errors in words.
type decompressed struct{ io.Reader }

func (d decompressed) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = streamError(err)
	}
	return n, err
}

func (d decompressed) Close() error {
	if c, ok := d.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
