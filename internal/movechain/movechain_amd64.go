//go:build gc && !purego

package movechain

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/koggestone/koggestone/internal/simd"
)

// Available reports whether [Walk] can run: on the avx2 path and those above it, on CPUs with a
// fast PDEP. AMD's CPUs before Zen 3 have a slow one, in microcode, and no ERMS. All others with BMI2
// have ERMS.
func Available() bool { return simd.Active() >= simd.AVX2 && cpu.X86.HasERMS }

// Walk plays the moves of the chain of state and, if it is not nil, of fresh, and reads the next ones. It
// returns when one chain ends, has filled its rows, has a special move next, or has a fault, with
// the address of the state of that chain. The other one may be in the middle of a move; then it must
// be state in the next call. Walk reads 8 bytes at bit At <= End, so 8 bytes must follow the text.
// Each chain must have Plies above 0, a free row and no special move.
//
// The words of states contain addresses. The memory there must be in the heap and reachable.
//
//go:noinline
func Walk(fresh, state *[Words]uint64, tables *[Size / 8]uint64) uintptr {
	return walkAVX2((*uint64)(unsafe.Pointer(fresh)), &state[0], &tables[0])
}
