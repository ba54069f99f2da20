//go:build cgo

package main

// #include "support.h"
import "C"

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// report prints a line on standard error.
func report(function, format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	fmt.Fprintf(os.Stderr, "training_data_loader: %s: %s\n", function, text)
}

// A failure is the panic value by which an exported function fails.
type failure struct{ error }

// fail ends an exported function with an error.
func fail(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }

// check ends an exported function if err is not nil.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// guard prints a panic in an exported function, which then returns its zero result. It must be
// the first deferred call.
func guard(function string) { printed(function, recover()) }

// guardStream is like guard, for the functions that create and read streams. If they fail, it also stops the
// program, because nnue-pytorch cannot tell NULL from the end of the data.
func guardStream(function string) {
	if printed(function, recover()) {
		C.stop_program()
	}
}

// printed prints the value of a panic, and reports whether there was one.
func printed(function string, value any) bool {
	switch value := value.(type) {
	case nil:
		return false
	case failure:
		report(function, "%s", strings.TrimPrefix(value.Error(), "training: "))
	default:
		report(function, "internal error: %v", value)
		os.Stderr.Write(debug.Stack())
	}
	return true
}
