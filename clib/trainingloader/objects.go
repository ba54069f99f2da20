//go:build cgo

package main

import (
	"sync"
	"unsafe"
)

// A table contains the objects of one kind that C has pointers to.
type table[T any] struct {
	kind    string
	mu      sync.Mutex
	objects map[unsafe.Pointer]T
}

func (t *table[T]) add(p unsafe.Pointer, object T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.objects == nil {
		t.objects = map[unsafe.Pointer]T{}
	}
	t.objects[p] = object
}

func (t *table[T]) find(p unsafe.Pointer) T {
	t.mu.Lock()
	defer t.mu.Unlock()
	object, ok := t.objects[p]
	if !ok {
		t.unknown(p)
	}
	return object
}

// remove returns the object of p and removes it from the table. It reports whether p is not
// NULL.
func (t *table[T]) remove(p unsafe.Pointer) (object T, ok bool) {
	if p == nil {
		return object, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if object, ok = t.objects[p]; !ok {
		t.unknown(p)
	}
	delete(t.objects, p)
	return object, true
}

func (t *table[T]) unknown(p unsafe.Pointer) {
	if p == nil {
		fail("expected a %s, found NULL", t.kind)
	}
	fail("%p is no %s, or it was destroyed", p, t.kind)
}
