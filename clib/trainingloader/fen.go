//go:build cgo

package main

// #include <stdlib.h>
// #include <string.h>
// #include "training_data_loader.h"
import "C"

import (
	"sync"
	"unsafe"

	"github.com/koggestone/koggestone/data/training"
)

// A fenStream is the object behind a FenBatchStream.
type fenStream struct {
	stream *stream
	size   int
	ready  chan *C.FenBatch
	closed chan struct{}
	done   sync.WaitGroup
	mu     sync.Mutex
	err    error
}

var (
	fenStreams = table[*fenStream]{kind: "stream of FENs"}
	fenBatches = table[struct{}]{kind: "batch of FENs"}
)

//export kgCreateFenBatchStream
func kgCreateFenBatchStream(concurrency, files C.int, filenames **C.char, size C.int, cyclic C.bool, config C.DataloaderSkipConfig, part C.DataloaderDDPConfig) *C.FenBatchStream {
	defer guardStream("create_fen_batch_stream")
	if size < 1 || size > training.MaxBatchSize {
		fail("batch_size: expected 1 to %d, found %d", training.MaxBatchSize, size)
	}
	opened := open(cstrings("filenames", filenames, files), concurrency, cyclic, &config, part)
	n := opened.threads
	s := &fenStream{stream: opened, size: int(size), ready: make(chan *C.FenBatch, n), closed: make(chan struct{})}
	s.done.Add(n)
	for range n {
		go s.work()
	}
	go func() {
		s.done.Wait()
		close(s.ready)
	}()
	p := C.malloc(1) // an address that no other object has
	fenStreams.add(p, s)
	return (*C.FenBatchStream)(p)
}

// work makes batches until the stream ends.
func (s *fenStream) work() {
	defer s.done.Done()
	defer guardStream("create_fen_batch_stream: worker")
	entries := make([]training.Entry, s.size)
	for {
		n, err := 0, error(nil)
		for n < s.size && err == nil {
			var more int
			more, err = s.stream.Next(entries[n:])
			n += more
		}
		if n > 0 {
			b := newFenBatch(entries[:n])
			select {
			case s.ready <- b:
			case <-s.closed:
				C.free(unsafe.Pointer(b))
				return
			}
		}
		if s.stream.ended(err) {
			return
		}
		if err != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.err = err
			return
		}
	}
}

// newFenBatch returns the FENs of entries, in one block of memory.
func newFenBatch(entries []training.Entry) *C.FenBatch {
	var text []byte
	ends := make([]int, len(entries))
	for i := range entries {
		text = append(append(text, entries[i].Position.FEN()...), 0)
		ends[i] = len(text)
	}
	head := int(C.sizeof_FenBatch) + len(entries)*int(C.sizeof_Fen)
	block := C.malloc(C.size_t(head + len(text)))
	C.memcpy(unsafe.Add(block, head), unsafe.Pointer(unsafe.SliceData(text)), C.size_t(len(text)))
	fens := (*C.Fen)(unsafe.Add(block, int(C.sizeof_FenBatch)))
	start := 0
	for i, f := range ends {
		unsafe.Slice(fens, len(entries))[i] = C.Fen{size: C.int(f - start - 1), fen: (*C.char)(unsafe.Add(block, head+start))}
		start = f
	}
	b := (*C.FenBatch)(block)
	*b = C.FenBatch{size: C.int(len(entries)), fens: fens}
	return b
}

//export kgFetchNextFenBatch
func kgFetchNextFenBatch(stream *C.FenBatchStream) *C.FenBatch {
	defer guardStream("fetch_next_fen_batch")
	s := fenStreams.find(unsafe.Pointer(stream))
	b, ok := <-s.ready
	if !ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		check(s.err)
		return nil
	}
	fenBatches.add(unsafe.Pointer(b), struct{}{})
	return b
}

//export kgDestroyFenBatch
func kgDestroyFenBatch(batch *C.FenBatch) {
	defer guard("destroy_fen_batch")
	if _, ok := fenBatches.remove(unsafe.Pointer(batch)); ok {
		C.free(unsafe.Pointer(batch))
	}
}

//export kgDestroyFenBatchStream
func kgDestroyFenBatchStream(stream *C.FenBatchStream) {
	defer guard("destroy_fen_batch_stream")
	s, ok := fenStreams.remove(unsafe.Pointer(stream))
	if !ok {
		return
	}
	close(s.closed)
	err := s.stream.end()
	for b := range s.ready {
		C.free(unsafe.Pointer(b))
	}
	C.free(unsafe.Pointer(stream))
	check(err)
}
