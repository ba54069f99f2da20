//go:build !goexperiment.simd || !amd64 || !go1.27

package rivals

// Archsimd returns nil: this program was built without GOEXPERIMENT=simd, or by Go 1.26.
func Archsimd() []Vectors { return nil }
