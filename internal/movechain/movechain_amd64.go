//go:build gc && !purego

package movechain

import (
	"golang.org/x/sys/cpu"

	"github.com/koggestone/koggestone/internal/simd"
)

// Available reports whether [Walk] can run: on the avx2 path and those above it, on CPUs with a
// fast PDEP. AMD's CPUs before Zen 3 have a slow one, in microcode, and no ERMS. All others with BMI2
// have ERMS.
func Available() bool { return simd.Active() >= simd.AVX2 && cpu.X86.HasERMS }

// Walk plays the moves of a chain and reads the next ones until a position is not dropped, the
// chain ends, the next move is special, or it finds a fault. It reads 8 bytes of text, which must
// contain them, at bit At <= End. Special must be 0 before, Plies above 0.
//
//go:noinline
func Walk(state *[Words]uint64, tables *[Size / 8]uint64, text []byte) {
	walkAVX2(&state[0], &tables[0], &text[0])
}
