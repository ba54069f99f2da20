// Package simd selects the implementation of the kernels, once.
//
// On amd64 the paths are generic < avx2 < avx512. The selected path is the highest one that
// only uses extensions which the CPU has and the operating system supports. The package
// reads the flags of golang.org/x/sys/cpu, so you can use GODEBUG=cpu.avx512f=off to force
// at most avx2, and GODEBUG=cpu.avx512f=off,cpu.avx2=off to force generic.
//
// On arm64 the paths are generic < neon. Every arm64 CPU has NEON, so nothing needs to
// be detected. If a function has no kernel for a path, it uses the next lower path that
// has one.
package simd

import (
	"runtime"
	"slices"
	"strconv"
)

// A Path is one implementation of all kernels.
type Path uint8

// The paths of each architecture, slowest first.
const (
	Generic Path = iota
	NEON
	AVX2
	AVX512
)

// All returns the paths for all architectures: generic first, then amd64's from the slowest
// to the fastest, then arm64's.
func All() []Path { return []Path{Generic, AVX2, AVX512, NEON} }

// String returns "generic", "neon", "avx2" or "avx512".
func (p Path) String() string {
	switch p {
	case Generic:
		return "generic"
	case NEON:
		return "neon"
	case AVX2:
		return "avx2"
	case AVX512:
		return "avx512"
	}
	return "Path(" + strconv.Itoa(int(p)) + ")"
}

// A Feature is a CPU extension that a path needs.
type Feature struct {
	Name string // as in the Requires comments of avo: "AVX512VBMI2"
	Has  bool
}

var (
	paths  = detect()
	active = paths[len(paths)-1]
)

// Active returns the selected path.
func Active() Path { return active }

// Paths returns the paths that this CPU can run, generic first.
func Paths() []Path { return slices.Clone(paths) }

// Force selects path p, and returns a function that selects the previous path again. It
// panics if this CPU cannot run p. It is for tests and benchmarks, and must not be called
// while kernels run.
func Force(p Path) (restore func()) {
	if !slices.Contains(paths, p) {
		panic("simd: this CPU cannot run path " + p.String())
	}
	old := active
	active = p
	return func() { active = old }
}

// detect returns the paths that this CPU can run.
func detect() []Path {
	ps := []Path{Generic}
	for _, p := range compiled {
		if lacking(p) != "" {
			break
		}
		ps = append(ps, p)
	}
	return ps
}

// lacking returns the name of a feature that path p needs and this CPU does not have.
func lacking(p Path) string {
	for _, f := range Needs(p) {
		if !f.Has {
			return f.Name
		}
	}
	return ""
}

// WhyNot returns the reason why path p cannot run on this CPU, or "" if it can.
func WhyNot(p Path) string {
	switch {
	case slices.Contains(paths, p):
		return ""
	case len(compiled) == 0:
		return "built without assembly: architecture " + runtime.GOARCH + ", or the purego build tag"
	case !slices.Contains(compiled, p):
		return "architecture " + runtime.GOARCH
	}
	for _, q := range compiled {
		if name := lacking(q); name != "" {
			return "no " + name
		}
	}
	return ""
}
