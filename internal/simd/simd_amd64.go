//go:build gc && !purego

package simd

import "golang.org/x/sys/cpu"

// compiled is the paths with assembly in this build, slowest first.
var compiled = []Path{AVX2, AVX512}

// Needs returns the extensions that path p uses in addition to the next lower path. It names
// each extension, because the flags of x/sys/cpu do not imply one another.
func Needs(p Path) []Feature {
	x := &cpu.X86
	switch p {
	case AVX2:
		return []Feature{
			{"AVX", x.HasAVX},
			{"AVX2", x.HasAVX2},
			{"BMI1", x.HasBMI1},
			{"BMI2", x.HasBMI2},
			{"POPCNT", x.HasPOPCNT},
		}
	case AVX512:
		return []Feature{
			{"AVX512F", x.HasAVX512F},
			{"AVX512CD", x.HasAVX512CD},
			{"AVX512BW", x.HasAVX512BW},
			{"AVX512DQ", x.HasAVX512DQ},
			{"AVX512VL", x.HasAVX512VL},
			{"AVX512VPOPCNTDQ", x.HasAVX512VPOPCNTDQ},
			{"AVX512VBMI", x.HasAVX512VBMI},
			{"AVX512VBMI2", x.HasAVX512VBMI2},
			{"AVX512BITALG", x.HasAVX512BITALG},
			{"GFNI", x.HasAVX512GFNI},
			{"VPCLMULQDQ", x.HasAVX512VPCLMULQDQ},
		}
	}
	return nil
}
