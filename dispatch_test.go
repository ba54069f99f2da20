package koggestone

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// faultingFunction calls f, which must fault, and returns the name of the
// function that did: the innermost of this package.
func faultingFunction(f func()) (name string) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() == nil {
			return
		}
		pcs := make([]uintptr, 32)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		// The frames are those of the panic, then the one that faulted.
		for faulted := false; ; {
			frame, more := frames.Next()
			if faulted {
				name = frame.Function[strings.LastIndexByte(frame.Function, '.')+1:]
				return
			}
			faulted = frame.Function == "runtime.sigpanic"
			if !more {
				return
			}
		}
	}()
	f()
	return ""
}

// TestDispatch proves that every batch runs the code of the path that was
// chosen: it may not touch the memory that it is given, and where it faults, the
// stack tells which function did.
func TestDispatch(t *testing.T) {
	if !guard.Faults {
		t.Skip("memory cannot be forbidden on this system")
	}
	const n = 512
	suffix := map[simd.Path]string{simd.AVX2: "AVX2", simd.AVX512: "AVX512"}
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		for i := range batches {
			b := &batches[i]
			all := make([][]uint64, b.dsts()+len(b.inputs()))
			for k := range all {
				buffer := guard.New(t, n)
				all[k] = buffer.AtStart(n)
				buffer.Forbid(t)
			}
			got := faultingFunction(func() { b.call1(all) })
			simdCode := strings.HasSuffix(got, "AVX2") || strings.HasSuffix(got, "AVX512")
			if got == "" || simdCode != (p != simd.Generic) || !strings.HasSuffix(got, suffix[p]) {
				t.Errorf("%s ran %q, want code of path %s", b.name, got, p)
			}
		}
	})
}
