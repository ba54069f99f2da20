package guard

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// FaultingFunction calls f and returns the name, without its package, of the function that
// accessed forbidden memory, or "" if none did.
func FaultingFunction(f func()) (name string) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() == nil {
			return
		}
		pcs := make([]uintptr, 32)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		// The frames are those of the panic, then the function that faulted.
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
