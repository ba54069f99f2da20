package netdraw

import (
	"fmt"
	"html"
	"strings"

	"github.com/koggestone/koggestone/internal/palette"
	"github.com/koggestone/koggestone/prefix"
)

// A Pair is a generate and a propagate signal of one line.
type Pair struct{ G, P bool }

// String returns the two bits, g first.
func (x Pair) String() string { return fmt.Sprintf("%d%d", bit(x.G), bit(x.P)) }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compose returns later # earlier.
func (later Pair) compose(earlier Pair) Pair {
	return Pair{later.G || later.P && earlier.G, later.P && earlier.P}
}

// A Flow is the pairs at each level of a network, from its inputs to its outputs.
type Flow struct {
	Title  string
	Net    prefix.Network
	Names  []string // of the lines, at most three letters
	Inputs []Pair
	Code   [][]string // lines of code for the inputs and each level; missing elements are empty
	Above  []Row      // above the inputs
	Below  []Row      // below the outputs
	Narrow bool       // draw the picture for narrow screens, with the code below the network
}

// A Row is a named row of cells, one for each line.
type Row struct {
	Name  string
	Cells []string
}

// Values returns the pairs before the first level and after each.
func (f *Flow) Values() [][]Pair {
	now := f.Inputs
	all := [][]Pair{now}
	for _, level := range f.Net.Levels() {
		next := append([]Pair(nil), now...)
		for _, n := range level {
			next[n.To] = now[n.To].compose(now[n.From])
		}
		all, now = append(all, next), next
	}
	return all
}

// class returns the palette class of the value of a line after l levels.
func class(values [][]Pair, l, line int) string {
	switch x := values[l][line]; {
	case values[0][line].G:
		return "slider"
	case x.G && !values[l-1][line].G:
		return "new"
	case x.G:
		return "gen"
	case x.P:
		return "pro"
	}
	return "kill"
}

// code returns the lines of code beside the values after l levels.
func (f *Flow) code(l int) []string {
	if l < len(f.Code) {
		return f.Code[l]
	}
	return nil
}

// Text returns the flow as text, like [Text] with the pairs between the levels. The function
// colour returns a text in the colour of a class.
func (f *Flow) Text(colour func(class, text string) string) string {
	const pitch = 4
	d := newDiagram(f.Net, nil)
	values := f.Values()
	var out strings.Builder
	row := func(cells []string, class func(i int) string, note string) {
		var b strings.Builder
		for i, c := range cells {
			b.WriteString(colour(class(i), c))
			b.WriteString(strings.Repeat(" ", max(pitch-len(c), 0)))
		}
		text := strings.TrimRight(b.String(), " ")
		if note != "" {
			text = b.String() + "  " + note
		}
		out.WriteString(text + "\n")
	}
	plain := func(int) string { return "" }
	row(f.Names, plain, "")
	for _, r := range f.Above {
		row(r.Cells, plain, r.Name)
	}
	for l, level := range values {
		if l > 0 {
			for _, drawn := range d.textLevel(l-1, pitch) {
				out.WriteString(strings.TrimRight(string(drawn), " ") + "\n")
			}
		}
		cells := make([]string, len(level))
		for i, x := range level {
			cells[i] = x.String()
		}
		row(cells, func(i int) string { return class(values, l, i) }, strings.Join(f.code(l), ";  "))
	}
	for _, r := range f.Below {
		row(r.Cells, plain, r.Name)
	}
	return out.String()
}

// Sizes of the picture of a flow.
const (
	flowPitch  = 54
	flowTop    = 104 // of the inputs, below the caption and the names
	flowRadius = 17
	flowRow    = 26 // the height of a row above or below
	flowCode   = 9  // the width of a letter of code
)

// wrapped returns text in lines of at most most letters.
func wrapped(text string, most int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || len(longer) <= most {
			line = longer
		} else {
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

var flowStyle = `
  text { font-family: "DejaVu Sans", Verdana, Helvetica, sans-serif; fill: #1d2733; text-anchor: middle; font-size: 14px }
  .caption { font-size: 17px; font-weight: bold; text-anchor: start }
  .value { font-weight: bold; font-size: 13px }
  .onnew { fill: #ffffff }
  .code { font-family: "DejaVu Sans Mono", Consolas, monospace; text-anchor: start }
  .note { text-anchor: start }
  .wire { stroke: #3d4c5c; stroke-width: 1.5; fill: none }
  .lit { stroke: ` + palette.Of("new") + `; stroke-width: 4 }
  circle, .swatch { stroke: #3d4c5c; stroke-width: 1 }
  .ground { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #e6edf3 } .value { fill: #1d2733 } .value.onnew { fill: #ffffff } .wire { stroke: #9aa7b5 } .lit { stroke: #4a9be8 }
  }
  `

// SVG returns the flow as a self-contained SVG picture. Wires with a generate signal are
// thick.
func (f *Flow) SVG() string {
	values := f.Values()
	levels := f.Net.Levels()
	d := newDiagram(f.Net, nil)
	lines := f.Net.Lines()
	pitch, left := flowPitch, 46
	if f.Narrow {
		pitch, left = 46, 38
	}
	x := func(line int) int { return left + pitch*line }
	titles := []string{f.Title}
	if f.Narrow {
		titles = wrapped(f.Title, 34)
	}
	const titleRow = 22
	namesAt := 72 + titleRow*(len(titles)-1)
	top := flowTop + titleRow*(len(titles)-1) + flowRow*len(f.Above)
	ys := []int{top}
	for l := range levels {
		ys = append(ys, ys[l]+70+6*d.span(l))
	}
	codeAt := x(lines-1) + 40
	widest := 0
	for l := range values {
		for _, text := range f.code(l) {
			widest = max(widest, flowCode*len(text))
		}
	}
	for _, rows := range [][]Row{f.Above, f.Below} {
		for _, r := range rows {
			widest = max(widest, flowCode*len(r.Name))
		}
	}
	legend := []struct{ class, text string }{
		{"slider", "generates from the start"}, {"new", "reached by this step"}, {"gen", "reached before"}, {"pro", "propagates"}, {"kill", "kills"},
	}
	const perRow, legendWidth, legendRow = 3, 230, 28
	columns := perRow
	width := max(codeAt+widest+20, 46+perRow*legendWidth, 40+10*len(f.Title))
	legendTop := ys[len(levels)] + 40 + flowRow*len(f.Below)
	var notes [][2]string // rows and their code
	if f.Narrow {
		columns, codeAt = 1, x(lines-1)+28
		for l := range values {
			for i, line := range f.code(l) {
				label := ""
				if i == 0 {
					label = fmt.Sprintf("row %d:", l+1)
				}
				notes = append(notes, [2]string{label, line})
			}
		}
		width = 402
		for _, rows := range [][]Row{f.Above, f.Below} {
			for _, r := range rows {
				width = max(width, codeAt+flowCode*len(r.Name))
			}
		}
		legendTop += 20 * len(notes)
	}
	height := legendTop + legendRow*((len(legend)+columns-1)/columns) + 14

	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", width, height)
	title := html.EscapeString(f.Title)
	fmt.Fprintf(&out, "<title>%s</title>\n<style>%s%s</style>\n", title, flowStyle, palette.CSS())
	fmt.Fprintf(&out, `<rect class="ground" width="%d" height="%d"/>`+"\n", width, height)
	text := func(class string, x, y int, s string) {
		fmt.Fprintf(&out, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, x, y, html.EscapeString(s))
	}
	for i, line := range titles {
		text("caption", 30, 34+titleRow*i, line)
	}
	for i, name := range f.Names {
		text("name", x(i), namesAt, name)
	}
	rows := func(rows []Row, y int) {
		for k, r := range rows {
			for i, c := range r.Cells {
				text("cell", x(i), y+flowRow*k, c)
			}
			text("code", codeAt, y+flowRow*k, r.Name)
		}
	}
	rows(f.Above, namesAt+flowRow)
	for l, level := range levels {
		for line := range lines {
			fmt.Fprintf(&out, `<path class="wire" d="M%d %dV%d"/>`+"\n", x(line), ys[l], ys[l+1])
		}
		for _, n := range level {
			lit := ""
			if values[l][n.From].G && values[l][n.To].P {
				lit = " lit"
			}
			fmt.Fprintf(&out, `<path class="wire%s" d="M%d %dL%d %d"/>`+"\n", lit, x(n.From), ys[l], x(n.To), ys[l+1])
		}
	}
	for l := range values {
		for line, v := range values[l] {
			c := class(values, l, line)
			fmt.Fprintf(&out, `<circle class="%s" cx="%d" cy="%d" r="%d"/>`+"\n", c, x(line), ys[l], flowRadius)
			text("value on"+c, x(line), ys[l]+5, fmt.Sprintf("%d %d", bit(v.G), bit(v.P)))
		}
		code := f.code(l)
		if f.Narrow {
			code = nil
		}
		for i, line := range code {
			text("code", codeAt, ys[l]+5+20*i-10*(len(code)-1), line)
		}
	}
	for i, line := range notes {
		y := legendTop - 20*(len(notes)-i) + 6
		text("code", 16, y, line[0])
		text("code", 76, y, line[1])
	}
	rows(f.Below, ys[len(levels)]+14+flowRow)
	for i, item := range legend {
		lx, ly := 30+i%columns*legendWidth, legendTop+i/columns*legendRow
		fmt.Fprintf(&out, `<rect class="swatch %s" x="%d" y="%d" width="18" height="18"/>`+"\n", item.class, lx, ly)
		text("note", lx+26, ly+14, item.text)
	}
	out.WriteString("</svg>\n")
	return out.String()
}
