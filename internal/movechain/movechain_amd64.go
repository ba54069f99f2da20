//go:build gc && !purego

package movechain

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/koggestone/koggestone/internal/simd"
)

// Available reports whether [Walk] can run: the path must be avx2 or above, and the CPU must have a
// fast PDEP. AMD's CPUs before Zen 3 run PDEP in microcode. Only these CPUs have BMI2 but not ERMS, so
// Available checks for ERMS.
func Available() bool { return simd.Active() >= simd.AVX2 && cpu.X86.HasERMS }

// Walk plays moves and reads the next ones in the chain of state, and also in the chain of fresh if that
// is not nil. It stops when a chain ends, has filled its rows, meets a special move, or has a fault, and
// returns the address of this chain's state. The other chain may then be in the middle of a move, and
// must be state in the next call. Each chain must have Plies above 0, a free row and no special move.
// Walk loads 8 bytes at bit At <= End, so 8 bytes must follow the text.
//
// The states contain addresses. They must point to memory in the heap that is reachable from elsewhere,
// because the garbage collector does not see them.
//
//go:noinline
func Walk(fresh, state *[Words]uint64, tables *[Size / 8]uint64) uintptr {
	return walkAVX2((*uint64)(unsafe.Pointer(fresh)), &state[0], &tables[0])
}
