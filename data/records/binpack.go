package records

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
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
	chain   chainReader
	records []byte
	done    chan struct{} // closed when they are made
}

const (
	// longestChunk is the largest chunk that is accepted. Usual ones have about 1 MiB.
	longestChunk = 100 << 20
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
		size, err := chunkSize(&header, at)
		if err != nil {
			return 0, err
		}
		at += int64(len(header)) + size
	}
	return at, nil
}

// chunkSize returns the number of bytes of a chunk after its header, which is at an offset.
func chunkSize(header *[8]byte, at int64) (int64, error) {
	size := int64(binary.LittleEndian.Uint32(header[4:]))
	switch {
	case string(header[:4]) != "BINP":
		return 0, fmt.Errorf("byte %d: expected BINP, found %q: the input does not have this format", at, header[:4])
	case size > longestChunk:
		return 0, fmt.Errorf("byte %d: expected a chunk of at most %d bytes, found %d", at, longestChunk, size)
	}
	return size, nil
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
		if c.chain.at < len(c.chain.chunk) {
			c.records = c.chain.chains(c.records[:0], headSize)
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

// memory returns about how many bytes of memory c takes.
func (c *binpackChunk) memory() int64 { return int64(len(c.chain.chunk)) + recordsAhead }

// readChunk reads the next chunk and begins to decode it.
func (r *binpackReader) readChunk() error {
	if r.offset >= r.end {
		return io.EOF
	}
	var header [8]byte
	if _, err := io.ReadFull(r.src, header[:]); err != nil {
		return err // none, or the file is cut off
	}
	size, err := chunkSize(&header, r.offset)
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
	c := &binpackChunk{chain: chainReader{chunk: chunk.Bytes(), offset: r.offset}, done: make(chan struct{})}
	if n := len(r.free); n > 0 {
		c.records, r.free = r.free[n-1][:0], r.free[:n-1]
	}
	r.offset += int64(len(header)) + size
	r.held += c.memory()
	r.queue = append(r.queue, c)
	go func() {
		c.records = c.chain.chains(c.records, recordsAhead)
		close(c.done)
	}()
	return nil
}
