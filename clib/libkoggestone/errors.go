//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"fmt"
	"unicode/utf8"
	"unsafe"
)

// A failure is the panic value that an exported function uses to return an error to C.
type failure struct {
	code    C.int
	message string
}

// fail ends an exported function with an error.
func fail(code C.int, format string, args ...any) {
	panic(&failure{code, fmt.Sprintf(format, args...)})
}

// check ends an exported function if err is not nil.
func check(err error) {
	if err != nil {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%v", err)
	}
}

// guard converts a panic in an exported function to its error code and message. It must be the
// first deferred call.
func guard(code *C.int, e *C.koggestone_error) {
	value := recover()
	var f *failure
	switch value := value.(type) {
	case nil:
		setError(e, C.KOGGESTONE_OK, "")
		return
	case *failure:
		f = value
	case string: // the packages panic with a string if a caller breaks their rules
		f = &failure{C.KOGGESTONE_ERROR_ARGUMENT, value}
	default:
		f = &failure{C.KOGGESTONE_ERROR_INTERNAL, fmt.Sprint(value)}
	}
	*code = f.code
	setError(e, f.code, f.message)
}

// setError sets the caller's error, unless it is NULL.
func setError(e *C.koggestone_error, code C.int, message string) {
	if e == nil {
		return
	}
	e.code = C.int32_t(code)
	room := len(e.message) - 1
	if len(message) > room {
		for room > 0 && !utf8.RuneStart(message[room]) {
			room--
		}
		message = message[:room]
	}
	text := unsafe.Slice((*byte)(unsafe.Pointer(&e.message)), len(e.message))
	text[copy(text, message)] = 0
}

// array returns the caller's array, which must have want elements.
func array[T any](name string, p unsafe.Pointer, n C.size_t, want int) []T {
	if uint64(n) != uint64(want) {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected %d elements, found %d", name, want, uint64(n))
	}
	if want == 0 {
		return nil
	}
	var element T
	if p == nil {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected an array, found NULL", name)
	}
	if uintptr(p)%unsafe.Alignof(element) != 0 {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected an address divisible by %d, found %p", name, unsafe.Alignof(element), p)
	}
	return unsafe.Slice((*T)(p), want)
}

// maxElements bounds the lengths that callers can choose, so that sizes in bytes cannot
// overflow.
const maxElements = 1 << 40

// input returns the caller's array of n elements.
func input[T any](name string, p unsafe.Pointer, n C.size_t) []T {
	if n > maxElements {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected at most %d elements, found %d", name, int64(maxElements), uint64(n))
	}
	return array[T](name, p, n, int(n))
}

// result fails if p, where a function writes its result, is NULL.
func result[T any](name string, p *T) {
	if p == nil {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected an address, found NULL", name)
	}
}
