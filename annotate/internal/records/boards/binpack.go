package boards

import (
	"bytes"
	"io"
	"math"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/internal/formats"
)

// A binpackReader decodes the chunks that start in a part of a file into records. Several goroutines
// decode chunks in advance.
type binpackReader struct {
	src     io.Reader
	offset  int64 // offset of the next chunk
	end     int64 // chunks that start here or later are not read
	workers int
	problem error // the error after the chunks in queue

	queue   []*binpackChunk
	held    int64 // memory of queue and current in bytes
	current *binpackChunk
	at      int      // how many bytes of current.records have been read
	free    [][]byte // memory for the records of new chunks
}

// A binpackChunk is a chunk that has been decoded to records up to some position.
type binpackChunk struct {
	chain   formats.Chains
	offset  int64 // offset in the file
	records []byte
	done    chan struct{} // closed when the first records have been decoded
}

const (
	// recordsAhead is how many bytes of a chunk's records are decoded in advance. This is
	// enough for most chunks. The rest of a larger chunk is decoded after these records have
	// been read.
	recordsAhead = 24 << 20
	// chunksAhead limits the memory in bytes for chunks that are decoded in advance.
	chunksAhead = 104 << 20
)

// Reader returns a Reader for the decoded records. Its offsets count decoded bytes in the
// range.
func (binpackFormat) Reader(in *records.Input, r records.Range) (*records.Reader, error) {
	src, closers, err := openBinpack(in, r)
	return records.NewStreamReader(in, r, src, closers, err)
}

// openBinpack decodes the chunks in part, and also returns the files to close.
func openBinpack(in *records.Input, part records.Range) (io.Reader, []io.Closer, error) {
	r := &binpackReader{end: math.MaxInt64, workers: max(1, in.Workers)}
	if !in.Splittable() {
		src, closers, err := in.OpenText(0, part)
		r.src = src
		return r, closers, err
	}
	f, err := in.OpenFile()
	if err != nil {
		return nil, nil, err
	}
	closers := []io.Closer{f}
	if r.offset, err = firstChunk(f, part.Start); err == nil {
		_, err = f.Seek(r.offset, io.SeekStart)
	}
	r.src, r.end = in.Counted(f), part.End
	return r, closers, err
}

// firstChunk returns where the first chunk starts at or after from. If there is none, it returns
// the file's size.
func firstChunk(f io.ReaderAt, from int64) (at int64, err error) {
	for at < from {
		var header [8]byte
		n, err := f.ReadAt(header[:], at)
		if n == 0 && err == io.EOF {
			return at, nil
		}
		if err != nil && err != io.EOF {
			return 0, err
		}
		if n < len(header) {
			return 0, io.ErrUnexpectedEOF
		}
		size, err := formats.ChunkSize(header[:], at)
		if err != nil {
			return 0, err
		}
		at += int64(len(header)) + size
	}
	return at, nil
}

// Read reads records.
func (r *binpackReader) Read(p []byte) (n int, err error) {
	for r.current == nil || r.at == len(r.current.records) {
		if err := r.advance(); err != nil {
			return 0, err
		}
	}
	n = copy(p, r.current.records[r.at:])
	r.at += n
	return n, nil
}

// advance decodes more records.
func (r *binpackReader) advance() error {
	r.at = 0
	if c := r.current; c != nil {
		if !c.chain.Ended() {
			c.decode(records.HeadSize)
			return nil
		}
		r.current = nil
		r.held -= c.memory()
		r.free = append(r.free, c.records)
	}
	for r.problem == nil && (len(r.queue) == 0 || len(r.queue) < r.workers && r.held+recordsAhead <= chunksAhead) {
		r.problem = r.readChunk()
	}
	if len(r.queue) == 0 {
		return r.problem
	}
	r.current, r.queue = r.queue[0], r.queue[1:]
	<-r.current.done
	return nil
}

// decode replaces the records by the next ones, up to about most bytes.
func (c *binpackChunk) decode(most int) {
	dst := c.records[:0]
	for len(dst) < most && c.chain.Next() {
		dst = appendPacked(dst, &stockfishRow{c.chain.Row}, uint64(c.offset)+uint64(c.chain.N))
	}
	if len(dst) < most && c.chain.Fault != formats.None {
		dst = appendBad(dst, &stockfishRow{c.chain.Row}, c.chain.Fault, c.offset, c.chain.N+1)
	}
	c.records = dst
}

// memory returns about how many bytes of memory c takes.
func (c *binpackChunk) memory() int64 { return int64(c.chain.Len()) + recordsAhead }

// readChunk reads the next chunk and begins to decode it.
func (r *binpackReader) readChunk() error {
	if r.offset >= r.end {
		return io.EOF
	}
	var header [8]byte
	if _, err := io.ReadFull(r.src, header[:]); err != nil {
		return err // io.EOF, or io.ErrUnexpectedEOF if the file is cut off
	}
	size, err := formats.ChunkSize(header[:], r.offset)
	if err != nil {
		return err
	}
	var chunk bytes.Buffer // grows with the data, because the size in the header can be wrong
	if _, err := io.CopyN(&chunk, r.src, size); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	c := &binpackChunk{offset: r.offset, done: make(chan struct{})}
	chunk.Write(make([]byte, formats.Padding))
	c.chain.Reset(chunk.Bytes(), int(size), true)
	if n := len(r.free); n > 0 {
		c.records, r.free = r.free[n-1][:0], r.free[:n-1]
	}
	r.offset += int64(len(header)) + size
	r.held += c.memory()
	r.queue = append(r.queue, c)
	go func() {
		c.decode(recordsAhead)
		close(c.done)
	}()
	return nil
}
