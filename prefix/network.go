package prefix

import (
	"slices"
	"strconv"
)

// A Node is an operator in a network. It joins the values on lines From and To, with From
// as the earlier operand, and writes the result to line To. From < To.
type Node struct{ From, To int }

// A Network is the wiring of an inclusive scan: lines 0 to n-1 from the inputs to the outputs,
// and levels of operators that join them. All operators in a level read before any of them
// writes, so a level takes the time of one operator. Line i carries input i at the top, and the
// prefix of inputs 0 to i at the bottom. [Serial], [KoggeStone] and [BrentKung] make networks.
// The zero Network has no lines.
//
//	          Depth()               Operators()                (n a power of two)
//	Serial       n-1                      n-1
//	KoggeStone   log2(n)      n*log2(n) - n+1
//	BrentKung  2*log2(n) - 2   2n - 2 - log2(n)                (n > 2)
type Network struct {
	name   string
	lines  int
	levels [][]Node
}

// Serial returns the network that adds the inputs one by one. It has the fewest operators,
// but only one in each level: it is the loop, or the "dumb7fill" of chess.
//
//	x1 x2 x3 x4
//	|\ |  |  |
//	| \|  |  |
//	|  #  |  |
//	|  |\ |  |
//	|  | \|  |
//	|  |  #  |
//	|  |  |\ |
//	|  |  | \|
//	|  |  |  #
//	q1 q2 q3 q4
//
// It panics if n < 1.
func Serial(n int) Network {
	w := newWiring("Serial", n)
	for to := 1; to < n; to++ {
		w.add(to-1, to)
	}
	return w.network()
}

// KoggeStone returns Kogge and Stone's network: at level k = 0, 1, 2..., every line joins
// its value with the line 2^k before it. It has the smallest depth, and within a level no
// line is an operand of more than two operators. Peter Kogge and Harold Stone (1973).
//
//	x1 x2 x3 x4
//	|\ |\ |\ |
//	| \| \| \|
//	|  #  #  #
//	|\ |\ |  |
//	| \| \|  |
//	|  \  \  |
//	|  |\ |\ |
//	|  | \| \|
//	|  |  #  #
//	q1 q2 q3 q4
//
// It panics if n < 1.
func KoggeStone(n int) Network {
	w := newWiring("KoggeStone", n)
	for d := 1; d < n; d *= 2 {
		for to := n - 1; to >= d; to-- {
			w.add(to-d, to)
		}
	}
	return w.network()
}

// BrentKung returns the network that first joins pairs, pairs of pairs and so on, and then
// joins these with the lines between them. It has less than twice as many operators as
// Serial, and less than twice the depth of KoggeStone. Richard Brent and H. T. Kung
// (1982).
//
//	x1 x2 x3 x4
//	|\ |  |\ |
//	| \|  | \|
//	|  #  |  #
//	|  |\ |  |
//	|  | \|  |
//	|  |  \  |
//	|  |\ |\ |
//	|  | \| \|
//	|  |  #  #
//	q1 q2 q3 q4
//
// It panics if n < 1.
func BrentKung(n int) Network {
	w := newWiring("BrentKung", n)
	d := 1
	for ; 2*d <= n; d *= 2 {
		for to := 2*d - 1; to < n; to += 2 * d {
			w.add(to-d, to)
		}
	}
	for ; d >= 1; d /= 2 {
		for to := 3*d - 1; to < n; to += 2 * d {
			w.add(to-d, to)
		}
	}
	return w.network()
}

// Name returns the name of the function that made the network: "KoggeStone".
func (n Network) Name() string { return n.name }

// Lines returns the number of lines. Each has an input at the top and an output at the
// bottom.
func (n Network) Lines() int { return n.lines }

// Depth returns the number of levels, which is how many operators a signal passes at most.
func (n Network) Depth() int { return len(n.levels) }

// Operators returns the number of operators in all levels.
func (n Network) Operators() (count int) {
	for _, level := range n.levels {
		count += len(level)
	}
	return count
}

// Levels returns the operators in each level, sorted by To. No two operators in a level
// share To. You may change the result.
func (n Network) Levels() [][]Node {
	levels := make([][]Node, len(n.levels))
	for i, level := range n.levels {
		levels[i] = slices.Clone(level)
	}
	return levels
}

// A Trace is the part of a network that an output depends on.
type Trace struct {
	// Output is the traced output line.
	Output int
	// Nodes[l] contains the operators in level l that the output depends on, sorted by To.
	Nodes [][]Node
	// Wires[l] contains the lines into level l that the output depends on, in order.
	// The last element, after all levels, contains only the output.
	Wires [][]int
}

// Inputs returns the inputs that the output depends on, in order.
func (t Trace) Inputs() []int { return t.Wires[0] }

// Trace follows an output through the operators to the inputs that it depends on. In a
// prefix network these are inputs 0 to i for output i. It panics if the network has no such
// line.
func (n Network) Trace(output int) Trace {
	if output < 0 || output >= n.lines {
		panic("prefix: Trace: expected an output from 0 to " + strconv.Itoa(n.lines-1) + ", found " + strconv.Itoa(output))
	}
	depth := len(n.levels)
	t := Trace{output, make([][]Node, depth), make([][]int, depth+1)}
	t.Wires[depth] = []int{output}
	for l := depth - 1; l >= 0; l-- {
		wires := slices.Clone(t.Wires[l+1])
		for _, node := range n.levels[l] {
			if slices.Contains(t.Wires[l+1], node.To) {
				t.Nodes[l] = append(t.Nodes[l], node)
				wires = append(wires, node.From)
			}
		}
		slices.Sort(wires)
		t.Wires[l] = slices.Compact(wires)
	}
	return t
}

// A wiring is a network under construction. Operators are added in an order that would also
// be correct one by one. Each goes into the first level where its operands are ready.
type wiring struct {
	net   Network
	ready []int // the first level that can read the line's current value
}

func newWiring(name string, n int) *wiring {
	if n < 1 {
		panic("prefix: " + name + ": expected at least one line, found " + strconv.Itoa(n))
	}
	return &wiring{Network{name: name, lines: n}, make([]int, n)}
}

func (w *wiring) add(from, to int) {
	level := max(w.ready[from], w.ready[to])
	w.ready[to] = level + 1
	if level == len(w.net.levels) {
		w.net.levels = append(w.net.levels, nil)
	}
	w.net.levels[level] = append(w.net.levels[level], Node{from, to})
}

func (w *wiring) network() Network {
	for _, level := range w.net.levels {
		slices.SortFunc(level, func(a, b Node) int { return a.To - b.To })
	}
	return w.net
}
