// Package netdraw draws prefix networks: the classic diagram with vertical lines, inputs at
// the top and outputs at the bottom, and a # where two lines are joined. Given a trace of
// one output, it highlights the inputs and operators that this output depends on, and dims
// the rest.
package netdraw

import (
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/prefix"
)

// Caption returns "Kogge-Stone, 8 lines: depth 3, 17 operators", and with a trace
// "; q5 takes x1 to x5, by 4 operators".
func Caption(net prefix.Network, trace *prefix.Trace) string {
	caption, traced := newDiagram(net, trace).captions()
	if trace != nil {
		caption += "; " + traced
	}
	return caption
}

// diagram contains the wiring, and which parts are highlighted.
type diagram struct {
	net    prefix.Network
	levels [][]prefix.Node
	trace  *prefix.Trace
}

func newDiagram(net prefix.Network, trace *prefix.Trace) diagram {
	return diagram{net, net.Levels(), trace}
}

// wire reports whether the line is highlighted between level l and the level above.
func (d diagram) wire(l, line int) bool {
	return d.trace == nil || slices.Contains(d.trace.Wires[l], line)
}

// node reports whether the operator of level l is highlighted.
func (d diagram) node(l int, n prefix.Node) bool {
	return d.trace == nil || slices.Contains(d.trace.Nodes[l], n)
}

// span returns how many lines the longest diagonal in level l spans.
func (d diagram) span(l int) (span int) {
	for _, n := range d.levels[l] {
		span = max(span, n.To-n.From)
	}
	return span
}

// captions returns "Kogge-Stone, 8 lines: depth 3, 17 operators" and "q5 takes x1 to
// x5, by 4 operators", which is empty without a trace.
func (d diagram) captions() (caption, traced string) {
	name := strings.NewReplacer("KoggeStone", "Kogge-Stone", "BrentKung", "Brent-Kung").Replace(d.net.Name())
	caption = name + ", " + count(d.net.Lines(), "line") + ": depth " + strconv.Itoa(d.net.Depth()) +
		", " + count(d.net.Operators(), "operator")
	if d.trace != nil {
		operators := 0
		for _, level := range d.trace.Nodes {
			operators += len(level)
		}
		traced = "q" + strconv.Itoa(d.trace.Output+1) + " takes " + inputs(d.trace.Inputs()) + ", by " + count(operators, "operator")
	}
	return caption, traced
}

// inputs names the inputs of an output, which start at the first: "x1", "x1 to x5".
func inputs(lines []int) string {
	if len(lines) == 1 {
		return "x1"
	}
	return "x1 to x" + strconv.Itoa(len(lines))
}

// count returns "1 line", "2 lines".
func count(n int, what string) string {
	s := strconv.Itoa(n) + " " + what
	if n != 1 {
		s += "s"
	}
	return s
}
