// Package netdraw draws prefix networks as the classic diagram: vertical lines with inputs
// at the top and outputs at the bottom, and a # where two lines are joined. If a trace of
// one output is given, it highlights the inputs and operators that this output depends on,
// and dims the rest.
package netdraw

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/prefix"
)

// Caption returns "Kogge-Stone, 8 lines: depth 3, 17 operators", and with a trace
// "; q5 takes x1 to x5, by 4 operators".
func Caption(net prefix.Network, trace *prefix.Trace) string {
	name := strings.NewReplacer("KoggeStone", "Kogge-Stone", "BrentKung", "Brent-Kung").Replace(net.Name())
	caption := fmt.Sprintf("%s, %s: depth %d, %s", name, count(net.Lines(), "line"), net.Depth(), count(net.Operators(), "operator"))
	if trace == nil {
		return caption
	}
	inputs := "x1"
	if n := len(trace.Inputs()); n > 1 {
		inputs = fmt.Sprintf("x1 to x%d", n)
	}
	return fmt.Sprintf("%s; q%d takes %s, by %s", caption, trace.Output+1, inputs, count(len(slices.Concat(trace.Nodes...)), "operator"))
}

// count returns "1 line", "2 lines".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
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
