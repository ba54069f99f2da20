// Package decompress reads files that may be compressed by gzip, zstd or bzip2, or in a zip archive alone.
package decompress

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is the largest window of a zstd file that is accepted. The zstd tool has the same limit
// without --long.
const maxWindow = 1 << 27

// Open returns the data of in, which may be compressed by gzip, zstd or bzip2, or a zip archive if it is a [File]. Closing the
// result frees the memory of the decompressor and does not close in.
func Open(in io.Reader) (plain io.ReadCloser, compressed bool, err error) {
	zipped, err := openZip(in)
	if err != nil {
		return nil, false, err
	}
	d := &decompressor{compression: "zip", plain: zipped}
	var r *bufio.Reader
	if zipped == nil {
		r = bufio.NewReaderSize(in, 1<<18)
		magic, err := r.Peek(zstd.HeaderMaxSize)
		if err != nil && err != io.EOF {
			return nil, false, Reason(err)
		}
		d.compression = compressionOf(magic)
	}
	switch d.compression {
	case "zip":
	case "gzip":
		d.plain, err = newGzipReader(r)
	case "zstd":
		var z *zstd.Decoder
		z, err = zstd.NewReader(r, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(1<<63), zstd.WithDecoderLowmem(true))
		if err == nil {
			d.plain = z.IOReadCloser()
		}
	case "bzip2":
		d.plain = newBzip2Reader(r)
	default:
		return io.NopCloser(r), false, nil
	}
	if err != nil {
		return nil, false, d.explain(err)
	}
	buffered := bufio.NewReader(d.plain)
	magic, _ := buffered.Peek(zstd.HeaderMaxSize) // Read returns the error
	if inner := compressionOf(magic); inner != "" {
		d.Close()
		return nil, false, fmt.Errorf("expected data that are compressed once, found %s data within %s data", inner, d.compression)
	}
	d.first = buffered
	return d, true, nil
}

// compressionOf returns the compression of data that begin with magic, or "" if they are not compressed. zstd
// data can begin with a skippable frame, as pzstd writes it.
func compressionOf(magic []byte) string {
	var h zstd.Header
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		return "gzip"
	case len(magic) >= 4 && bytes.HasPrefix(magic, []byte("BZh")) && magic[3] >= '1' && magic[3] <= '9':
		return "bzip2"
	case len(magic) >= 4 && !errors.Is(h.Decode(magic), zstd.ErrMagicMismatch):
		return "zstd"
	}
	return ""
}

// A decompressor reads compressed data. Its errors name the compression, the place and the problem.
type decompressor struct {
	compression string
	plain       io.Reader
	first       *bufio.Reader // of plain
	n           int64         // bytes that were read from first
}

func (d *decompressor) Read(p []byte) (int, error) {
	n, err := d.first.Read(p)
	d.n += int64(n)
	if err != nil && err != io.EOF {
		err = d.explain(err)
	}
	return n, err
}

// Close frees the memory of the decompressor. It does not close the compressed data.
func (d *decompressor) Close() error {
	if c, ok := d.plain.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// explain explains an error in compressed data. Errors of reading the file stay as they are.
func (d *decompressor) explain(err error) error {
	var flateError flate.CorruptInputError
	var bzip2Error bzip2.StructuralError
	var fileError *fs.PathError
	problem := strings.TrimPrefix(err.Error(), d.compression+": ")
	switch {
	case errors.As(err, &fileError):
		return Reason(err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		problem = "the data end early: the file is cut off"
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch), err == bzip2.StructuralError("file checksum mismatch"), err == bzip2.StructuralError("block checksum mismatch"):
		problem = "the checksum is wrong: the file is damaged"
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		problem = fmt.Sprintf("expected a window of at most %d MiB, as zstd has without --long: decompress the file with zstd -dc --long=31", maxWindow>>20)
	case errors.Is(err, zstd.ErrMagicMismatch):
		problem = "expected the end of the data or another frame, found other bytes after them"
	case errors.Is(err, gzip.ErrHeader):
		problem = "expected a header, found other bytes: the file is damaged"
	case errors.As(err, &flateError):
		problem = "invalid data: the file is damaged"
	case errors.As(err, &bzip2Error):
		problem = string(bzip2Error) + ": the file is damaged"
	case d.compression == "zstd":
		problem += ": the file is damaged"
	}
	return fmt.Errorf("%s, after %d decompressed bytes: %s", d.compression, d.n, problem)
}

// A bzip2Reader reads bzip2 data. As in bzip2, zeros can follow the last member.
type bzip2Reader struct {
	members io.Reader
	src     bzip2Source
	err     error // the last one, which package bzip2 does not keep
}

func newBzip2Reader(src *bufio.Reader) io.Reader {
	r := &bzip2Reader{src: bzip2Source{Reader: src}}
	r.members = bzip2.NewReader(&r.src)
	return r
}

// errBadMember is the error of package bzip2 after two bytes that do not begin another member.
const errBadMember = bzip2.StructuralError("bad magic value in continuation file")

func (r *bzip2Reader) Read(p []byte) (n int, err error) {
	if r.err != nil {
		return 0, r.err
	}
	n, r.err = r.members.Read(p)
	if r.err == errBadMember {
		r.err = r.src.padding()
	}
	return n, r.err
}

// padding returns io.EOF if only zeros follow the last member, whose next two bytes have been read.
func (s *bzip2Source) padding() error {
	if s.last != [2]byte{} {
		return errBzip2Trailing
	}
	for {
		c, err := s.ReadByte()
		if err != nil {
			return err
		}
		if c != 0 {
			return errBzip2Trailing
		}
	}
}

// A bzip2Source passes bytes to package bzip2, which reads them one by one, and keeps the last two.
type bzip2Source struct {
	*bufio.Reader
	last   [2]byte
	padded bool
}

// ReadByte returns the next byte. A zero at the end may be alone, but package bzip2 needs two bytes to see that they begin no
// member. So another zero follows it.
func (s *bzip2Source) ReadByte() (byte, error) {
	c, err := s.Reader.ReadByte()
	if err == io.EOF && s.last[1] == 0 && !s.padded {
		s.padded, c, err = true, 0, nil
	}
	if err == nil {
		s.last = [2]byte{s.last[1], c}
	}
	return c, err
}

// gzipMagic is the start of each member of gzip data, which has only one method.
var gzipMagic = []byte{0x1f, 0x8b, 8}

// A gzipReader reads gzip data. As in gzip, zeros can follow the last member, because tapes and block devices
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

var errBzip2Trailing = errors.New("expected the end of the data or more of them, found other bytes after them, which bzip2 -dc ignores")

var errTrailing = errors.New("expected the end of the data or more of them, found other bytes after them, which gzip -dc ignores")

// next starts the next member. It returns io.EOF at the end.
func (r *gzipReader) next() error {
	if magic, _ := r.src.Peek(2); bytes.Equal(magic, gzipMagic[:2]) {
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
			return errTrailing
		}
	}
}

// Reason returns an error without the name of the file, which the caller adds.
func Reason(err error) error {
	var about *fs.PathError
	if errors.As(err, &about) {
		return about.Err
	}
	return err
}
