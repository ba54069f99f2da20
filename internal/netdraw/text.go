package netdraw

import (
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/prefix"
)

// Text returns the network as text: | is a line, and \ leads from a line to an operator #.
// With a trace, parts that do not contribute to the output use : for |, . for \ and o for #.
// The trace must belong to the network, or be nil.
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
func Text(net prefix.Network, trace *prefix.Trace) string {
	d := newDiagram(net, trace)
	pitch := len(strconv.Itoa(net.Lines())) + 2 // columns from line to line, to fit "x8 "
	var out strings.Builder
	label := func(letter string, lit func(line int) bool) {
		row := ""
		for line := range net.Lines() {
			name := letter + strconv.Itoa(line+1)
			if !lit(line) {
				name = ":"
			}
			row += name + strings.Repeat(" ", pitch-len(name))
		}
		out.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	label("x", func(line int) bool { return d.wire(0, line) })
	for l := range d.levels {
		for _, row := range d.textLevel(l, pitch) {
			out.WriteString(strings.TrimRight(string(row), " ") + "\n")
		}
	}
	label("q", func(line int) bool { return d.wire(len(d.levels), line) })
	return out.String()
}

// textLevel returns the rows of a level. A diagonal moves by one column in each row, so the
// longest diagonal determines the height, and shorter ones start lower.
func (d diagram) textLevel(l, pitch int) [][]byte {
	height := d.span(l) * pitch
	rows := make([][]byte, height)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(" ", (d.net.Lines()-1)*pitch+1))
	}
	vertical := func(line, to int, c byte) {
		for _, row := range rows[:to] {
			row[line*pitch] = c
		}
	}
	// Highlighted parts are drawn over dim parts, and diagonals over lines.
	for _, lit := range []bool{false, true} {
		for line := range d.net.Lines() {
			if d.wire(l+1, line) == lit {
				vertical(line, height, pick(lit, '|', ':'))
			}
		}
		for _, n := range d.levels[l] {
			// A line that is highlighted only for this operator ends at its diagonal.
			if d.node(l, n) && lit {
				vertical(n.From, height-(n.To-n.From)*pitch+1, '|')
			}
		}
		for _, n := range d.levels[l] {
			if d.node(l, n) != lit {
				continue
			}
			steps := (n.To - n.From) * pitch
			for i := 1; i < steps; i++ {
				rows[height-1-steps+i][n.From*pitch+i] = pick(lit, '\\', '.')
			}
			rows[height-1][n.To*pitch] = pick(lit, '#', 'o')
		}
	}
	return rows
}

func pick(lit bool, yes, no byte) byte {
	if lit {
		return yes
	}
	return no
}
