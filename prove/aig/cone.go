package aig

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
)

// Inputs returns the inputs of the gate behind l, which may be inverted. If l is a
// variable or a constant, ok is false.
func (g *Graph) Inputs(l Lit) (a, b Lit, ok bool) {
	in := g.in[l>>1]
	return in[0], in[1], in[0] >= 0
}

// A Cone is everything that some literals depend on, numbered from the inputs: 0 is False,
// then come the variables in the order that a walk meets them, then the gates.
type Cone struct {
	Outputs []int // twice the number, plus 1 if inverted
	Vars    []Lit // the variables
	Gates   [][2]int
}

// Cone returns the cone of outs. If equal circuits are built in the same order, their cones are
// equal, even if they have different variables.
func (g *Graph) Cone(outs Bits) *Cone {
	c := &Cone{}
	number := map[Lit]int{0: 0}
	var gates []Lit
	var stack []Lit
	for _, o := range outs {
		stack = append(stack, o>>1)
		for len(stack) > 0 {
			x := stack[len(stack)-1]
			if _, ok := number[x]; ok {
				stack = stack[:len(stack)-1]
				continue
			}
			in := g.in[x]
			if in[0] < 0 {
				c.Vars = append(c.Vars, 2*x)
				number[x] = len(c.Vars)
				continue
			}
			_, ok0 := number[in[0]>>1]
			_, ok1 := number[in[1]>>1]
			if ok0 && ok1 {
				gates = append(gates, x)
				number[x] = -len(gates)
				continue
			}
			if !ok1 {
				stack = append(stack, in[1]>>1)
			}
			if !ok0 {
				stack = append(stack, in[0]>>1)
			}
		}
	}
	lit := func(l Lit) int {
		n := number[l>>1]
		if n < 0 {
			n = len(c.Vars) - n
		}
		return 2*n + int(l&1)
	}
	for _, x := range gates {
		a, b := lit(g.in[x][0]), lit(g.in[x][1])
		c.Gates = append(c.Gates, [2]int{max(a, b), min(a, b)})
	}
	for _, o := range outs {
		c.Outputs = append(c.Outputs, lit(o))
	}
	return c
}

// Key returns a hash of the cone. Equal circuits have equal keys.
func (c *Cone) Key() (key [32]byte) {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(c.Vars)))
	for _, o := range c.Outputs {
		b = binary.LittleEndian.AppendUint64(b, uint64(o))
	}
	for _, in := range c.Gates {
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, uint64(in[0])), uint64(in[1]))
	}
	return sha256.Sum256(b)
}

// WriteAIGER writes outputs from to to-1 as a binary AIGER file, the format that model checkers
// read. All files of a cone have the same variables and gates.
func (c *Cone) WriteAIGER(w io.Writer, from, to int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "aig %d %d 0 %d %d\n", len(c.Vars)+len(c.Gates), len(c.Vars), to-from, len(c.Gates))
	for _, o := range c.Outputs[from:to] {
		fmt.Fprintln(b, o)
	}
	for i, in := range c.Gates {
		b.Write(binary.AppendUvarint(nil, uint64(2*(len(c.Vars)+1+i)-in[0])))
		b.Write(binary.AppendUvarint(nil, uint64(in[0]-in[1])))
	}
	return b.Flush()
}

// Differ simulates the cone with 64 random inputs a round. The first half of the outputs
// should equal the second half: Differ returns the number of an output in the first half that
// does not, or -1.
func (c *Cone) Differ(rounds int) int {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range rounds {
		v := c.Eval(func(Lit) uint64 {
			x := r.Uint64()
			for range round % 4 { // set half of the bits, a quarter, ...
				x &= r.Uint64()
			}
			return x
		})
		h := len(v) / 2
		for i := range h {
			if v[i] != v[h+i] {
				return i
			}
		}
	}
	return -1
}

// DifferForAll is like Differ for all inputs. Its time is exponential in the number of variables.
func (c *Cone) DifferForAll() int {
	low := []uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}
	place := map[Lit]int{}
	for i, v := range c.Vars {
		place[v] = i
	}
	for high := range 1 << max(len(c.Vars)-len(low), 0) {
		v := c.Eval(func(v Lit) uint64 {
			if i := place[v]; i >= len(low) {
				return -uint64(high >> (i - len(low)) & 1)
			}
			return low[place[v]]
		})
		h := len(v) / 2
		for i := range h {
			if v[i] != v[h+i] {
				return i
			}
		}
	}
	return -1
}

// Eval returns the outputs for 64 inputs at once; value returns the value of a variable.
func (c *Cone) Eval(value func(v Lit) uint64) []uint64 {
	v := make([]uint64, 1, 1+len(c.Vars)+len(c.Gates))
	for _, x := range c.Vars {
		v = append(v, value(x))
	}
	of := func(l int) uint64 { return v[l>>1] ^ -uint64(l&1) }
	for _, in := range c.Gates {
		v = append(v, of(in[0])&of(in[1]))
	}
	r := make([]uint64, len(c.Outputs))
	for i, o := range c.Outputs {
		r[i] = of(o)
	}
	return r
}

// Replace returns b with constants in place of variables.
func (g *Graph) Replace(b Bits, values map[Lit]Lit) Bits {
	c := g.Cone(b)
	lits := make([]Lit, 1, 1+len(c.Vars)+len(c.Gates))
	for _, x := range c.Vars {
		if value, ok := values[x]; ok {
			x = value
		}
		lits = append(lits, x)
	}
	of := func(l int) Lit { return lits[l>>1] ^ Lit(l&1) }
	for _, in := range c.Gates {
		lits = append(lits, g.And(of(in[0]), of(in[1])))
	}
	r := make(Bits, len(b))
	for i, o := range c.Outputs {
		r[i] = of(o)
	}
	return r
}
