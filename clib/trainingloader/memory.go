//go:build cgo

package main

// #include <stdlib.h>
// #include "support.h"
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/koggestone/koggestone/data/training"
)

// alloc returns n values in C's memory.
func alloc[T any](n int) ([]T, error) {
	var value T
	bytes := uint64(n) * uint64(unsafe.Sizeof(value))
	p := C.block_alloc(C.size_t(bytes))
	if p == nil {
		return nil, fmt.Errorf("out of memory: %d bytes", bytes)
	}
	return unsafe.Slice((*T)(p), n), nil
}

// release frees memory from alloc.
func release[T any](values []T) { C.free(unsafe.Pointer(unsafe.SliceData(values))) }

// memory allocates batches in C's memory.
var memory = training.Allocator{
	New: func(floats, ints int) ([]float32, []int32, error) {
		f, err := alloc[float32](floats)
		if err != nil {
			return nil, nil, err
		}
		i, err := alloc[int32](ints)
		if err != nil {
			release(f)
			return nil, nil, err
		}
		return f, i, nil
	},
	Free: func(f []float32, i []int32) {
		release(f)
		release(i)
	},
}

// cstrings returns n strings of C.
func cstrings(name string, p **C.char, n C.int) []string {
	if n < 0 || n > 0 && p == nil {
		fail("%s: expected an array, found %d strings at %p", name, n, p)
	}
	list := make([]string, n)
	for i, s := range unsafe.Slice(p, n) {
		if s == nil {
			fail("%s[%d]: expected a string, found NULL", name, i)
		}
		list[i] = C.GoString(s)
	}
	return list
}

// cints returns n integers of C, which C does not change during the call.
func cints(name string, p *C.int, n C.int) []C.int {
	if n < 0 || n > 0 && p == nil {
		fail("%s: expected an array, found %d integers at %p", name, n, p)
	}
	return unsafe.Slice(p, n)
}
