//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"sync"
	"sync/atomic"
)

// lastHandle is the latest handle of any kind, so that an environment never has the same
// handle as a batch.
var lastHandle atomic.Uint64

// A table holds the objects of one kind by handle.
type table[T any] struct {
	kind    string
	mu      sync.RWMutex
	objects map[uint64]*object[T]
}

// An object is locked during each call that uses it.
type object[T any] struct {
	sync.Mutex
	value T
	freed bool
}

// add returns the handle of a new object.
func (t *table[T]) add(value T) uint64 {
	handle := lastHandle.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.objects == nil {
		t.objects = map[uint64]*object[T]{}
	}
	t.objects[handle] = &object[T]{value: value}
	return handle
}

// lock returns the object of a handle, which the caller must unlock.
func (t *table[T]) lock(handle uint64) *object[T] {
	t.mu.RLock()
	o := t.objects[handle]
	t.mu.RUnlock()
	if o == nil {
		fail(C.KOGGESTONE_ERROR_HANDLE, "%s %d: there is none, or it was freed", t.kind, handle)
	}
	o.Lock()
	if o.freed {
		o.Unlock()
		fail(C.KOGGESTONE_ERROR_HANDLE, "%s %d: it was freed", t.kind, handle)
	}
	return o
}

// call locks the object that belongs to handle and calls f with it. It returns the call's code and sets e.
func (t *table[T]) call(handle uint64, e *C.koggestone_error, f func(value T)) (code C.int) {
	defer guard(&code, e)
	o := t.lock(handle)
	defer o.Unlock()
	f(o.value)
	return
}

// lockTwo returns the objects of two handles, which can be equal, and a function that unlocks them. It
// locks the lower handle first, so that two calls cannot wait for each other. If the second handle is
// 0, it means the first object.
func (t *table[T]) lockTwo(a, b uint64) (x, y T, unlock func()) {
	if b == 0 || a == b {
		o := t.lock(a)
		return o.value, o.value, o.Unlock
	}
	first := t.lock(min(a, b))
	done := false
	defer func() {
		if !done {
			first.Unlock()
		}
	}()
	second := t.lock(max(a, b))
	done = true
	unlock = func() {
		second.Unlock()
		first.Unlock()
	}
	if a < b {
		return first.value, second.value, unlock
	}
	return second.value, first.value, unlock
}

// free removes an object. It waits for calls that use it.
func (t *table[T]) free(handle uint64) (value T) {
	if handle == 0 {
		return value
	}
	o := t.lock(handle)
	defer o.Unlock()
	o.freed = true
	value, o.value = o.value, value
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.objects, handle)
	return value
}
