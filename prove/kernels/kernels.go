// Package kernels contains the proof of each kernel: the definition of its results, and what
// its arguments point to.
package kernels

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/goasm"
	"github.com/koggestone/koggestone/prove/machine"
)

// A Proof proves one kernel of a path.
type Proof func(*Case) error

// proofs contains the proofs by file and kernel. If one proof serves both paths, the name is the
// kernel's without the path. Each file of this package adds its own proofs.
var proofs = map[string]map[string]Proof{}

func register(file string, p Proof, names ...string) {
	if proofs[file] == nil {
		proofs[file] = map[string]Proof{}
	}
	for _, n := range names {
		proofs[file][n] = p
	}
}

// slow contains the names of kernels with proofs that take long.
var slow = map[string][]string{}

func registerSlow(file string, p Proof, names ...string) {
	register(file, p, names...)
	slow[file] = append(slow[file], names...)
}

// bounded contains the names of kernels that are only proved to stay inside their slices.
var bounded = map[string][]string{}

func registerBounds(file string, p Proof, names ...string) {
	register(file, p, names...)
	bounded[file] = append(bounded[file], names...)
}

// Bounded reports whether a kernel is only proved to stay inside its slices.
func Bounded(file, fn string) bool { return isIn(bounded, file, fn) }

// Slow reports whether the proof of a kernel takes longer than most others together.
func Slow(file, fn string) bool { return isIn(slow, file, fn) }

func isIn(names map[string][]string, file, fn string) bool {
	list := names[onAMD64(file, fn)]
	return slices.Contains(list, fn) || slices.Contains(list, base(fn))
}

// onAMD64 returns the file of a kernel on amd64: those of arm64 are proved in the same way.
func onAMD64(file, fn string) string {
	if strings.HasSuffix(fn, "NEON") {
		return strings.Replace(file, "_arm64.s", "_amd64.s", 1)
	}
	return file
}

// Of returns the proof of a kernel: the function fn in a file, which is named relative to
// the repository's root.
func Of(file, fn string) (Proof, bool) {
	file = onAMD64(file, fn)
	p, ok := proofs[file][fn]
	if !ok {
		p, ok = proofs[file][base(fn)]
	}
	return p, ok
}

// base returns the name of a kernel without its path.
func base(fn string) string {
	for _, path := range []string{"AVX2", "AVX512", "NEON", "Plain"} {
		if name, ok := strings.CutSuffix(fn, path); ok {
			return name
		}
	}
	return fn
}

// A Case is the proof of one kernel while it runs.
type Case struct {
	G      *aig.Graph
	File   *goasm.File
	Func   *goasm.Func
	Name   string // without path
	AVX512 bool
	Steps  int      // instructions that the machines followed
	Bounds []string // the lengths and inputs for which the proof holds, if it is not for all

	checker *cec.Checker
	sampled map[[32]byte][]int // see classes
}

// NewCase returns the proof of a kernel.
func NewCase(file *goasm.File, fn *goasm.Func, checker *cec.Checker) *Case {
	return &Case{G: aig.New(), File: file, Func: fn, AVX512: strings.HasSuffix(fn.Name, "AVX512"), checker: checker,
		Name: base(fn.Name)}
}

// bound adds to the bounds of the proof.
func (c *Case) bound(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); !slices.Contains(c.Bounds, s) {
		c.Bounds = append(c.Bounds, s)
	}
}

// Machine returns a machine for the kernel.
func (c *Case) Machine() *machine.Machine {
	m := machine.New(c.G, c.File, c.Func)
	m.Impossible = func(l aig.Lit) error { return c.Prove(cec.Claim{Got: aig.Bits{l}, Want: aig.Bits{aig.False}}) }
	return m
}

// Run runs a machine.
func (c *Case) Run(m *machine.Machine) error {
	err := m.Run()
	c.Steps += m.Steps
	return err
}

// Prove proves that the kernel's words equal the definition's words. Claims that belong
// together, such as all sets of a position, are faster to prove together.
func (c *Case) Prove(claims ...cec.Claim) error { return c.checker.Prove(c.G, claims) }

// ProveBy proves claims separately for both values of a variable. This is faster if much
// depends on the variable.
func (c *Case) ProveBy(v aig.Lit, claims ...cec.Claim) error {
	var all aig.Bits
	for _, x := range claims {
		all = append(append(all, x.Got...), x.Want...)
	}
	for _, value := range []aig.Lit{aig.False, aig.True} {
		b := c.G.Replace(all, map[aig.Lit]aig.Lit{v: value})
		cases := make([]cec.Claim, len(claims))
		for i, x := range claims {
			n := len(x.Got)
			cases[i] = cec.Claim{Name: x.Name, Got: b[:n], Want: b[n : n+len(x.Want)]}
			b = b[n+len(x.Want):]
		}
		if err := c.Prove(cases...); err != nil {
			return err
		}
	}
	return nil
}
