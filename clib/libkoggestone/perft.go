//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unsafe"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// A job is a count that runs on a goroutine.
type job struct {
	cancel context.CancelFunc
	done   chan struct{} // closed at the end; then nodes and err are set
	nodes  perft.Uint128
	err    error
}

var jobs = table[*job]{kind: "job"}

//export kgPerftStart
func kgPerftStart(fen *C.char, depth, workers C.int, memory C.int64_t, handle *C.koggestone_job, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("fen", fen)
	result("job", handle)
	p, err := movegen.ParseFEN(C.GoString(fen))
	check(err)
	o := perft.Options{Workers: int(workers), Merge: memory != 0, Memory: int64(memory)}
	// If Count would refuse the arguments at once, starting it is already an error.
	switch {
	case depth < 0:
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "depth: expected 0 or more, found %d", int(depth))
	case workers < 0 || workers > perft.MaxWorkers:
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "workers: expected 0 to %d, found %d", perft.MaxWorkers, int(workers))
	case memory < 0:
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "memory: expected 0 or more bytes, found %d", int64(memory))
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(j.done)
		defer func() {
			if value := recover(); value != nil {
				j.err = fmt.Errorf("perft: %v", value)
			}
		}()
		r, err := perft.Count(ctx, p, int(depth), o)
		j.nodes, j.err = r.Nodes, err
	}()
	*handle = C.koggestone_job(jobs.add(j))
	return
}

//export kgPerftWait
func kgPerftWait(h C.koggestone_job, milliseconds C.int64_t, nodes *C.uint64_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("nodes", nodes)
	o := jobs.lock(uint64(h))
	j := o.value
	o.Unlock() // so that another thread can cancel the count
	if milliseconds < 0 {
		<-j.done
	} else {
		select {
		case <-j.done:
		case <-time.After(time.Duration(min(milliseconds, 1e9)) * time.Millisecond):
			return C.KOGGESTONE_RUNNING
		}
	}
	if errors.Is(j.err, context.Canceled) {
		fail(C.KOGGESTONE_ERROR_CANCELLED, "perft: cancelled")
	}
	check(j.err)
	dst := array[uint64]("nodes", unsafe.Pointer(nodes), 2, 2)
	dst[0], dst[1] = j.nodes.Lo, j.nodes.Hi
	return
}

//export kgPerftCancel
func kgPerftCancel(h C.koggestone_job, e *C.koggestone_error) C.int {
	return jobs.call(uint64(h), e, func(j *job) { j.cancel() })
}

//export kgPerftFree
func kgPerftFree(h C.koggestone_job, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	if j := jobs.free(uint64(h)); j != nil {
		j.cancel()
	}
	return
}
