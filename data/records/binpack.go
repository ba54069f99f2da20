package records

import (
	"bytes"
	"io"
	"math"
	"os"

	"github.com/koggestone/koggestone/data/internal/formats"
)

// A binpackReader reads the records of the chunks that start in a part of a file. Several
// goroutines decode later chunks in advance.
type binpackReader struct {
	src     io.Reader
	offset  int64 // of the next chunk
	end     int64 // chunks from here on are not read
	workers int
	problem error // the error after the queue

	queue   []*binpackChunk
	held    int64 // bytes of memory of the queue and of current
	current *binpackChunk
	at      int      // the bytes of its records that were read
	free    [][]byte // memory of records that were read
}

// A binpackChunk is a chunk with its first records.
type binpackChunk struct {
	chain   formats.Chains
	offset  int64 // in the file
	records []byte
	done    chan struct{} // closed when they are made
}

const (
	// recordsAhead is the number of bytes of records that are decoded in advance for a chunk,
	// more than those of a usual chunk. The rest is decoded when these were read.
	recordsAhead = 24 << 20
	// chunksAhead bounds the memory of chunks that are decoded ahead.
	chunksAhead = 104 << 20
)

func (binpackFormat) open(in *Input, part Range) (io.Reader, []io.Closer, error) {
	r := &binpackReader{end: math.MaxInt64, workers: max(1, in.Workers)}
	if !in.Splittable() {
		src, closers, err := in.openText(0, part)
		r.src = src
		return r, closers, err
	}
	f, err := os.Open(in.path)
	if err != nil {
		return nil, nil, reason(err)
	}
	closers := []io.Closer{f}
	if r.offset, err = firstChunk(f, part.Start); err == nil {
		_, err = f.Seek(r.offset, io.SeekStart)
	}
	r.src, r.end = countingReader{f, &in.Read}, part.End
	return r, closers, err
}

// firstChunk returns the start of the first chunk at or after an offset, or the end of the
// file.
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
			c.decode(headSize)
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

// decode sets the records to those of the next positions, about as many as fit into some bytes.
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
		return err // none, or the file is cut off
	}
	size, err := formats.ChunkSize(header[:], r.offset)
	if err != nil {
		return err
	}
	var chunk bytes.Buffer // grows by the data, not by the size in the header
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
