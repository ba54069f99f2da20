//go:build !goexperiment.simd || !amd64 || !go1.27

package rivals

// HasArchsimd returns false: this program was built without GOEXPERIMENT=simd, or by Go 1.26.
func HasArchsimd() bool { return false }

// Archsimd must not be called.
func Archsimd(dst, diagonal, orthogonal, empty []uint64) {
	panic("rivals: built without simd/archsimd")
}
