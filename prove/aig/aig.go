// Package aig builds circuits from AND gates and inverters. The prover runs a kernel with bits
// instead of numbers, which turns it into such a graph, and does the same with the definition
// that it compares with the kernel.
package aig

// A Lit is a node of a graph or its inverse: twice the node's number, plus 1 for the inverse.
type Lit int32

// False and True are the constants of every graph.
const (
	False Lit = 0
	True  Lit = 1
)

// Not returns the inverse of l.
func (l Lit) Not() Lit { return l ^ 1 }

// IsConst reports whether l is False or True.
func (l Lit) IsConst() bool { return l <= True }

// A Graph is an and-inverter graph with structural hashing, so that equal gates exist only
// once.
type Graph struct {
	Adders bool // whether popcounts are circuits, which can be simulated, not words of a Sum

	in   [][2]Lit // inputs of each node, or -1 for a variable
	hash map[[2]Lit]Lit
	sums map[Lit]sumWord // by the lowest bit that is not 0
}

// New returns a graph that contains only the constants.
func New() *Graph {
	return &Graph{in: [][2]Lit{{-1, -1}}, hash: map[[2]Lit]Lit{}, sums: map[Lit]sumWord{}}
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.in) }

// Var returns a new variable.
func (g *Graph) Var() Lit {
	g.in = append(g.in, [2]Lit{-1, -1})
	return Lit(2 * (len(g.in) - 1))
}

// Vars returns n new variables.
func (g *Graph) Vars(n int) Bits {
	b := make(Bits, n)
	for i := range b {
		b[i] = g.Var()
	}
	return b
}

// And returns a & b. It simplifies constants, equal and opposite inputs, and inputs that
// share a literal with the other input's gate.
func (g *Graph) And(a, b Lit) Lit {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == False || a == b.Not():
		return False
	case a == True || a == b:
		return b
	}
	k := [2]Lit{a, b}
	if l, ok := g.hash[k]; ok {
		return l
	}
	for _, s := range [2][2]Lit{{a, b}, {b, a}} {
		x, y := s[0], s[1]
		n := g.in[y>>1]
		if n[0] < 0 {
			continue
		}
		if y&1 == 0 {
			if n[0] == x || n[1] == x { // a & (a & c) = a & c
				return y
			}
			if n[0] == x.Not() || n[1] == x.Not() { // a & (!a & c) = 0
				return False
			}
		} else {
			if n[0] == x { // a & !(a & c) = a & !c
				return g.And(x, n[1].Not())
			}
			if n[1] == x {
				return g.And(x, n[0].Not())
			}
			if n[0] == x.Not() || n[1] == x.Not() { // a & !(!a & c) = a
				return x
			}
		}
	}
	g.in = append(g.in, k)
	l := Lit(2 * (len(g.in) - 1))
	g.hash[k] = l
	return l
}

// Or returns a | b.
func (g *Graph) Or(a, b Lit) Lit { return g.And(a.Not(), b.Not()).Not() }

// AndNot returns a &^ b.
func (g *Graph) AndNot(a, b Lit) Lit { return g.And(a, b.Not()) }

// Xor returns a ^ b.
func (g *Graph) Xor(a, b Lit) Lit { return g.Or(g.And(a, b.Not()), g.And(a.Not(), b)) }

// Mux returns a if s is true, and b otherwise.
func (g *Graph) Mux(s, a, b Lit) Lit {
	if a == b {
		return a
	}
	return g.Or(g.And(s, a), g.And(s.Not(), b))
}
