// Package cec asks berkeley-abc, an equivalence checker that hardware designers use,
// whether two circuits are equal for all inputs.
package cec

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/koggestone/koggestone/prove/aig"
)

// A Claim says that two words are equal for all values of their variables.
type Claim struct {
	Name      string
	Got, Want aig.Bits
}

// ErrMissing is the error of machines without berkeley-abc.
var ErrMissing = errors.New("berkeley-abc is missing: apt-get install berkeley-abc")

// A Checker proves claims. It proves equal circuits only once, even if they have different
// variables, so that one proof serves all positions of a block.
type Checker struct {
	// Quick skips the proof of claims that random inputs do not refute, for callers that only
	// look for differences.
	Quick bool

	proved map[[32]byte]bool
	dir    string

	Proofs int           // calls of berkeley-abc, and proofs by trying all inputs
	Shared int           // groups of claims that an equal circuit had proved before
	Vars   int           // the most variables of a proof
	Gates  int           // the most gates of a proof
	Time   time.Duration // in berkeley-abc
}

// New returns a Checker, or ErrMissing.
func New() (*Checker, error) {
	if _, err := exec.LookPath("berkeley-abc"); err != nil {
		return nil, ErrMissing
	}
	dir, err := os.MkdirTemp("", "prove-")
	if err != nil {
		return nil, err
	}
	return &Checker{proved: map[[32]byte]bool{}, dir: dir}, nil
}

// Close removes the temporary files.
func (c *Checker) Close() error { return os.RemoveAll(c.dir) }

// A Difference is the error for claims that do not hold.
type Difference struct{ Name string }

func (d *Difference) Error() string { return d.Name + " differs from its definition" }

// Prove returns nil if all claims hold. It proves them together, because results often
// share a computation and are then easier to compare together.
func (c *Checker) Prove(g *aig.Graph, claims []Claim) error {
	var got, want aig.Bits
	var names []string // by bit
	for _, claim := range claims {
		if len(claim.Got) != len(claim.Want) {
			return fmt.Errorf("%s: %d bits are compared with %d", claim.Name, len(claim.Got), len(claim.Want))
		}
		for i, l := range claim.Got {
			if l == claim.Want[i] {
				continue // the same gate
			}
			got, want = append(got, l), append(want, claim.Want[i])
			names = append(names, fmt.Sprintf("%s, bit %d,", claim.Name, i))
		}
	}
	if len(got) == 0 {
		return nil
	}
	cone := g.Cone(append(append(aig.Bits{}, got...), want...))
	key := cone.Key()
	if c.proved[key] {
		c.Shared++
		return nil
	}
	if i := cone.Differ(16); i >= 0 {
		return &Difference{names[i]}
	}
	if c.Quick {
		return nil
	}
	if len(cone.Vars) <= 14 { // faster than to start berkeley-abc
		if i := cone.DifferForAll(); i >= 0 {
			return &Difference{names[i]}
		}
		c.Proofs++
	} else if err := c.abc(cone); err != nil {
		var d *Difference
		if errors.As(err, &d) {
			d.Name = names[0] + " or a later bit"
			if i := cone.Differ(10000); i >= 0 {
				d.Name = names[i]
			}
		}
		return err
	}
	c.proved[key] = true
	c.Vars, c.Gates = max(c.Vars, len(cone.Vars)), max(c.Gates, len(cone.Gates))
	return nil
}

// abc compares the first half of the cone's outputs with the second.
func (c *Checker) abc(cone *aig.Cone) error {
	start := time.Now()
	defer func() { c.Proofs, c.Time = c.Proofs+1, c.Time+time.Since(start) }()
	n := len(cone.Outputs)
	for i, name := range []string{"kernel.aig", "definition.aig"} {
		f, err := os.Create(filepath.Join(c.dir, name))
		if err != nil {
			return err
		}
		if err := errors.Join(cone.WriteAIGER(f, i*n/2, (i+1)*n/2), f.Close()); err != nil {
			return err
		}
	}
	// The newest of three methods is the fastest, but may give up. With -s berkeley-abc reads no abc.rc, which may give
	// its commands another meaning.
	for _, method := range []string{"&r kernel.aig; &cec -y -T 300 definition.aig", "&r kernel.aig; &cec -T 300 definition.aig", "cec -T 600 kernel.aig definition.aig"} {
		abc := exec.Command("berkeley-abc", "-s", "-q", method)
		abc.Dir = c.dir
		out, err := abc.CombinedOutput()
		switch s := string(out); {
		case err != nil:
			return fmt.Errorf("berkeley-abc: %w: %s", err, s)
		case strings.Contains(s, "Networks are equivalent"):
			return nil
		case strings.Contains(s, "NOT EQUIVALENT"):
			return &Difference{}
		}
	}
	return errors.New("berkeley-abc did not decide whether the circuits are equal")
}
