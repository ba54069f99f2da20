// Package simd decides once which implementation of the kernels runs.
//
// On amd64 the paths are generic < avx2 < avx512. The best one runs of which the CPU and
// the operating system have every extension that its assembly uses. The flags are those
// of golang.org/x/sys/cpu, so that GODEBUG=cpu.avx512f=off forces avx2 at most, and
// GODEBUG=cpu.avx512f=off,cpu.avx2=off forces generic.
//
// On arm64 they are generic < neon. Every CPU has NEON, so that nothing is detected. A
// function without a kernel on a path takes the next path down that has one.
package simd

import (
	"runtime"
	"slices"
	"strconv"
)

// A Path is one implementation of all kernels.
type Path uint8

// The paths, worst to best of an architecture.
const (
	Generic Path = iota
	NEON
	AVX2
	AVX512
)

// All returns the paths of all architectures, generic first and those of an architecture
// worst to best.
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
	Name string // as in assembly listings' Requires lines: "AVX512VBMI2"
	Has  bool
}

var (
	paths  = detect()
	active = paths[len(paths)-1]
)

// Active returns the path that runs.
func Active() Path { return active }

// Paths returns the paths that this CPU can run, generic first.
func Paths() []Path { return slices.Clone(paths) }

// Force makes p the path that runs, and returns a function that restores the one
// before. It panics if this CPU cannot run p. It is for tests and benchmarks, and must
// not be called while kernels run.
func Force(p Path) (restore func()) {
	if !slices.Contains(paths, p) {
		panic("simd: this CPU cannot run path " + p.String())
	}
	old := active
	active = p
	return func() { active = old }
}

// detect returns the paths whose features are all there.
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

// lacking returns the name of a feature that path p needs and this CPU lacks.
func lacking(p Path) string {
	for _, f := range Needs(p) {
		if !f.Has {
			return f.Name
		}
	}
	return ""
}

// WhyNot returns why path p cannot run here, or "" if it can.
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
