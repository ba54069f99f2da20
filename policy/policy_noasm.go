//go:build !(amd64 || arm64) || !gc || purego

package policy

import "github.com/koggestone/koggestone/movegen"

// alphaZeroMasks sets the masks of AlphaZero.
func alphaZeroMasks(dst []uint64, b *movegen.Batch) { listMasks(dst, b, AlphaZero) }
