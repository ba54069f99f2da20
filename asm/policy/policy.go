// Package policy emits the kernels for package policy: masks of legal moves.
package policy

import (
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/asm/movegen"
)

// Kernels emits the kernels of package policy.
func Kernels() {
	movegen.AlphaZero(emit.AVX2)
	movegen.AlphaZero(emit.AVX512)
	movegen.Leela()
}
