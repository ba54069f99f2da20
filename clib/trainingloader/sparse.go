//go:build cgo

package main

// #include <stdlib.h>
// #include "training_data_loader.h"
import "C"

import (
	"errors"
	"math"
	"unsafe"

	"github.com/koggestone/koggestone/data/training"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
)

// A sparseStream is the object behind a SparseBatchStream.
type sparseStream struct {
	stream   *stream
	batches  *training.Batches
	features *training.FeatureSet
}

// A sparseBatch is the object behind a SparseBatch.
type sparseBatch struct {
	*training.Batch
	batches *training.Batches // nil if the batch has no stream
}

var (
	sparseStreams = table[*sparseStream]{kind: "stream of batches"}
	sparseBatches = table[sparseBatch]{kind: "batch"}
)

// features returns a feature set.
func features(name *C.char) *training.FeatureSet {
	if name == nil {
		fail("feature set: expected a name, found NULL")
	}
	f, err := training.ParseFeatures(C.GoString(name))
	check(err)
	return f
}

// addBatch returns a new SparseBatch that contains the arrays of b.
func addBatch(b sparseBatch, f *training.FeatureSet) *C.SparseBatch {
	s := (*C.SparseBatch)(C.malloc(C.sizeof_SparseBatch)) // cgo's malloc never fails
	*s = C.SparseBatch{
		num_inputs: C.int(f.Inputs()), size: C.int(b.Size), max_active_features: C.int(f.MaxActive()),
		num_active_white_features: C.int(b.ActiveWhite), num_active_black_features: C.int(b.ActiveBlack),
		is_white: floats(b.IsWhite), outcome: floats(b.Outcome), score: floats(b.Score),
		white: ints(b.White), black: ints(b.Black), piece_count: ints(b.PieceCount),
	}
	sparseBatches.add(unsafe.Pointer(s), b)
	return s
}

func floats(a []float32) *C.float { return (*C.float)(unsafe.SliceData(a)) }
func ints(a []int32) *C.int       { return (*C.int)(unsafe.SliceData(a)) }

//export kgSparseBatchFromFENs
func kgSparseBatchFromFENs(name *C.char, n C.int, fens **C.char, scores, plies, results *C.int) (batch *C.SparseBatch) {
	const function = "get_sparse_batch_from_fens"
	defer guard(function)
	f := features(name)
	texts := cstrings("fens", fens, n)
	entries := make([]training.Entry, n)
	score, ply, result := cints("scores", scores, n), cints("plies", plies, n), cints("results", results, n)
	bad := 0
	for i, text := range texts {
		p, err := movegen.ParseFEN(text)
		if err != nil {
			if bad++; bad <= 5 {
				report(function, "fens[%d], %s: %v", i, quote.Short(text), err)
			}
			continue
		}
		entries[i] = training.Entry{
			Position: p,
			Score:    int16(inRange("scores", i, score[i], math.MinInt16, math.MaxInt16)),
			Ply:      uint16(inRange("plies", i, ply[i], 0, math.MaxUint16)),
			Result:   int8(inRange("results", i, result[i], -1, 1)),
		}
	}
	if bad > 0 {
		fail("%d of %d FENs are bad", bad, n)
	}
	b, err := f.Batch(entries, memory)
	check(err)
	return addBatch(sparseBatch{Batch: b}, f)
}

// inRange returns x, which must be between low and high.
func inRange(name string, i int, x C.int, low, high int) int {
	if int(x) < low || int(x) > high {
		fail("%s[%d]: expected %d to %d, found %d", name, i, low, high, x)
	}
	return int(x)
}

//export kgDestroySparseBatch
func kgDestroySparseBatch(batch *C.SparseBatch) {
	defer guard("destroy_sparse_batch")
	b, ok := sparseBatches.remove(unsafe.Pointer(batch))
	if !ok {
		return
	}
	C.free(unsafe.Pointer(batch))
	if b.batches == nil {
		memory.Free(b.Floats, b.Ints)
		return
	}
	b.batches.Recycle(b.Batch)
}

//export kgCreateSparseBatchStream
func kgCreateSparseBatchStream(name *C.char, concurrency, files C.int, filenames **C.char, size C.int, cyclic C.bool, config C.DataloaderSkipConfig, part C.DataloaderDDPConfig) *C.SparseBatchStream {
	defer guardStream("create_sparse_batch_stream")
	f := features(name)
	if size < 1 {
		fail("batch_size: expected at least 1, found %d", size)
	}
	if row := 2*f.MaxActive() + 1; int(size) > math.MaxInt32/row {
		fail("batch_size: expected at most %d for this feature set, found %d", math.MaxInt32/row, size)
	}
	s := open(cstrings("filenames", filenames, files), concurrency, cyclic, &config, part)
	batches, err := training.NewBatches(s.Stream, f, training.BatchOptions{Size: int(size), Workers: s.threads, Memory: memory})
	if err != nil {
		s.end()
		check(err)
	}
	p := C.malloc(1) // an address that no other object has
	sparseStreams.add(p, &sparseStream{s, batches, f})
	return (*C.SparseBatchStream)(p)
}

//export kgFetchNextSparseBatch
func kgFetchNextSparseBatch(stream *C.SparseBatchStream) *C.SparseBatch {
	defer guardStream("fetch_next_sparse_batch")
	s := sparseStreams.find(unsafe.Pointer(stream))
	b, err := s.batches.Next()
	if s.stream.ended(err) {
		return nil
	}
	check(err)
	return addBatch(sparseBatch{b, s.batches}, s.features)
}

//export kgDestroySparseBatchStream
func kgDestroySparseBatchStream(stream *C.SparseBatchStream) {
	defer guard("destroy_sparse_batch_stream")
	s, ok := sparseStreams.remove(unsafe.Pointer(stream))
	if !ok {
		return
	}
	err := s.batches.Close()
	C.free(unsafe.Pointer(stream))
	check(errors.Join(err, s.stream.end()))
}
