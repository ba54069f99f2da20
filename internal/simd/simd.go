// Package simd decides once which implementation of the kernels runs.
//
// The paths are ordered: generic < avx2 < avx512. The best one runs of which the CPU and
// the operating system have every extension that its assembly uses. The flags are those
// of golang.org/x/sys/cpu, so that GODEBUG=cpu.avx512f=off forces avx2 at most, and
// GODEBUG=cpu.avx512f=off,cpu.avx2=off forces generic.
package simd

import "strconv"

// A Path is one implementation of all kernels.
type Path uint8

// The paths, worst to best.
const (
	Generic Path = iota
	AVX2
	AVX512
)

// String returns "generic", "avx2" or "avx512".
func (p Path) String() string {
	switch p {
	case Generic:
		return "generic"
	case AVX2:
		return "avx2"
	case AVX512:
		return "avx512"
	}
	return "Path(" + strconv.Itoa(int(p)) + ")"
}

// A Feature is a CPU extension that a path needs.
type Feature struct {
	Name string // as in assembly listings' Requires lines: "AVX512VBMI2"
	Has  bool
}

var (
	best   = detect()
	active = best
)

// Active returns the path that runs.
func Active() Path { return active }

// Paths returns the paths that this CPU can run, generic first.
func Paths() []Path {
	var ps []Path
	for p := Generic; p <= best; p++ {
		ps = append(ps, p)
	}
	return ps
}

// Force makes p the path that runs, and returns a function that restores the one
// before. It panics if this CPU cannot run p. It is for tests and benchmarks, and must
// not be called while kernels run.
func Force(p Path) (restore func()) {
	if p > best {
		panic("simd: this CPU cannot run path " + p.String())
	}
	old := active
	active = p
	return func() { active = old }
}

// detect returns the best path whose features are all there.
func detect() Path {
	best := Generic
	for p := AVX2; p <= AVX512; p++ {
		for _, f := range Needs(p) {
			if !f.Has {
				return best
			}
		}
		if !compiled {
			return best
		}
		best = p
	}
	return best
}

// WhyNot returns why path p cannot run here, or "" if it can.
func WhyNot(p Path) string {
	if p <= best {
		return ""
	}
	if !compiled {
		return "built without assembly: " + whyNotCompiled
	}
	for q := AVX2; q <= p; q++ {
		for _, f := range Needs(q) {
			if !f.Has {
				return "no " + f.Name
			}
		}
	}
	return ""
}
