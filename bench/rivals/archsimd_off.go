//go:build !goexperiment.simd || !amd64

package rivals

// Archsimd returns nil: this program was built without GOEXPERIMENT=simd.
func Archsimd() func(dst, diagonal, orthogonal, occupied []uint64) { return nil }
