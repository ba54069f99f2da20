package netdraw

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/palette"
	"github.com/koggestone/koggestone/prefix"
)

// A Pair is a generate and a propagate signal of one line.
type Pair struct{ G, P bool }

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

// A Picture is a network as SVG. With inputs it shows the pairs at each level, from the inputs to
// the outputs; without inputs it only shows the operators.
type Picture struct {
	Title  string
	Net    prefix.Network
	Trace  *prefix.Trace // without inputs: the operators to highlight; the others are dim
	Names  []string      // names of the lines, at most three letters
	Inputs []Pair
	Code   [][]string // lines of code for the inputs and each level; missing elements are empty
	Above  []Row      // above the inputs
	Below  []Row      // below the outputs
	Narrow bool       // draw the picture for narrow screens, with the code below the network
	Plain  bool       // without a legend
}

// A Row is a named row of cells, one for each line.
type Row struct {
	Name  string
	Cells []string
}

// SVG returns a picture of a network's operators. With a trace, it highlights the lines and operators that
// determine the output. The trace must belong to the network, or be nil.
func SVG(net prefix.Network, trace *prefix.Trace) string {
	f := &Picture{Title: Caption(net, trace), Net: net, Trace: trace}
	for line := range net.Lines() {
		f.Names = append(f.Names, fmt.Sprintf("x%d", line+1))
	}
	return f.SVG()
}

// values returns the pairs before the first level and after each.
func (f *Picture) values() [][]Pair {
	now := f.Inputs
	all := [][]Pair{now}
	if now == nil {
		return nil
	}
	for _, level := range f.Net.Levels() {
		next := append([]Pair(nil), now...)
		for _, n := range level {
			next[n.To] = now[n.To].compose(now[n.From])
		}
		all, now = append(all, next), next
	}
	return all
}

// shade returns the palette class for a line's value after l levels.
func shade(values [][]Pair, l, line int) string {
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
func (f *Picture) code(l int) []string {
	if l < len(f.Code) {
		return f.Code[l]
	}
	return nil
}

// Sizes in the picture.
const (
	pitch  = 54
	top    = 104 // where the inputs are, below the caption and the names
	radius = 17
	row    = 26 // the height of a row above or below
	letter = 9  // the width of a letter of code
)

// wrapped returns text in lines of up to width letters.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || len(longer) <= width {
			line = longer
		} else {
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

var style = `
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

// dimStyle contains the rules for parts that do not contribute to an output.
const dimStyle = `.wire.dim { stroke: #c4ccd4 } circle.dim { fill: #dde3e9; stroke: #b4bec8 } .dim.name, .ondim { fill: #8e9aa6 }
  @media (prefers-color-scheme: dark) { .wire.dim { stroke: #3a4552 } circle.dim { fill: #252d37; stroke: #4a5562 } .dim.name, .ondim { fill: #7d8894 } }
  `

// Rows and columns of the picture, in pixels.
const (
	titleRow    = 22
	legendWidth = 230
	legendRow   = 28
)

// legend says what each class of values means.
var legend = []struct{ class, text string }{
	{"slider", "generates from the start"}, {"new", "reached by this step"}, {"gen", "reached before"}, {"pro", "propagates"}, {"kill", "kills"},
}

// A layout says where the parts of the picture are.
type layout struct {
	left, pitch   int // first line, distance of the lines
	titles        []string
	namesAt       int
	ys            []int // rows of values, before the levels and after each
	codeAt        int
	notes         [][2]string // the rows and their code below a narrow picture
	legends       int         // number of entries of the legend
	legendTop     int
	legendColumns int
	width, height int
}

func (p *layout) x(line int) int { return p.left + p.pitch*line }

// layout computes where the parts of the picture are.
func (f *Picture) layout() *layout {
	p := &layout{left: 46, pitch: pitch, titles: []string{f.Title}, legendColumns: 3}
	if f.Narrow {
		p.left, p.pitch, p.titles = 38, 46, wrapped(f.Title, 34)
	}
	across := p.x(f.Net.Lines()-1) + p.left
	if f.Inputs == nil {
		p.titles = wrapped(f.Title, max(40, across/10))
	}
	more := titleRow * (len(p.titles) - 1)
	p.namesAt = 72 + more
	p.ys = []int{top + more + row*len(f.Above)}
	if f.Inputs == nil {
		p.ys[0] = p.namesAt + 16
	}
	d := newDiagram(f.Net, nil)
	levels := len(f.Net.Levels())
	for l := range levels {
		p.ys = append(p.ys, p.ys[l]+70+6*d.span(l))
	}
	if f.Inputs == nil { // without code and legend
		p.width, p.height = across, p.ys[levels]+58
		for _, line := range p.titles {
			p.width = max(p.width, 40+10*len(line))
		}
		return p
	}
	if !f.Plain {
		p.legends = len(legend)
	}
	names := 0 // the width of the names of rows
	for _, r := range slices.Concat(f.Above, f.Below) {
		names = max(names, letter*len(r.Name))
	}
	p.legendTop = p.ys[levels] + 40 + row*len(f.Below)
	if f.Narrow {
		p.codeAt, p.legendColumns = p.x(f.Net.Lines()-1)+28, 1
		for l := range p.ys {
			for i, line := range f.code(l) {
				label := ""
				if i == 0 {
					label = fmt.Sprintf("row %d:", l+1)
				}
				p.notes = append(p.notes, [2]string{label, line})
			}
		}
		p.width = 402
		if len(f.Above)+len(f.Below) > 0 {
			p.width = max(p.width, p.codeAt+names)
		}
		p.legendTop += 20 * len(p.notes)
	} else {
		p.codeAt = p.x(f.Net.Lines()-1) + 40
		code := names
		for l := range p.ys {
			for _, text := range f.code(l) {
				code = max(code, letter*len(text))
			}
		}
		p.width = max(p.codeAt+code+20, 46+p.legendColumns*legendWidth, 40+10*len(f.Title))
	}
	p.height = p.legendTop + legendRow*((p.legends+p.legendColumns-1)/p.legendColumns) + 14
	return p
}

// SVG returns a self-contained SVG picture. Wires with a generate signal are thick.
func (f *Picture) SVG() string {
	values, p, d := f.values(), f.layout(), newDiagram(f.Net, f.Trace)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", p.width, p.height)
	title, rules := html.EscapeString(f.Title), style
	if f.Trace != nil {
		rules += dimStyle
	}
	fmt.Fprintf(&out, "<title>%s</title>\n<style>%s%s</style>\n", title, rules, palette.CSS())
	fmt.Fprintf(&out, `<rect class="ground" width="%d" height="%d"/>`+"\n", p.width, p.height)
	text := func(class string, x, y int, s string) {
		fmt.Fprintf(&out, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, x, y, html.EscapeString(s))
	}
	for i, line := range p.titles {
		text("caption", 30, 34+titleRow*i, line)
	}
	last := len(p.ys) - 1
	for i, name := range f.Names {
		text("name"+dim(!d.wire(0, i)), p.x(i), p.namesAt, name)
		if values == nil {
			text("name"+dim(!d.wire(last, i)), p.x(i), p.ys[last]+42, fmt.Sprintf("q%d", i+1))
		}
	}
	rows := func(rows []Row, y int) {
		for k, r := range rows {
			for i, c := range r.Cells {
				text("cell", p.x(i), y+row*k, c)
			}
			text("code", p.codeAt, y+row*k, r.Name)
		}
	}
	rows(f.Above, p.namesAt+row)
	f.drawWires(&out, p, d, values)
	for l := range p.ys {
		for line := range f.Net.Lines() {
			if c, value := f.node(d, values, l, line); c != "" {
				fmt.Fprintf(&out, `<circle class="%s" cx="%d" cy="%d" r="%d"/>`+"\n", c, p.x(line), p.ys[l], radius)
				text("value on"+c, p.x(line), p.ys[l]+5, value)
			}
		}
		if f.Narrow {
			continue
		}
		code := f.code(l)
		for i, line := range code {
			text("code", p.codeAt, p.ys[l]+5+20*i-10*(len(code)-1), line)
		}
	}
	for i, line := range p.notes {
		y := p.legendTop - 20*(len(p.notes)-i) + 6
		text("code", 16, y, line[0])
		text("code", 76, y, line[1])
	}
	rows(f.Below, p.ys[last]+14+row)
	for i, item := range legend[:p.legends] {
		lx, ly := 30+i%p.legendColumns*legendWidth, p.legendTop+i/p.legendColumns*legendRow
		fmt.Fprintf(&out, `<rect class="swatch %s" x="%d" y="%d" width="18" height="18"/>`+"\n", item.class, lx, ly)
		text("note", lx+26, ly+14, item.text)
	}
	out.WriteString("</svg>\n")
	return out.String()
}

// node returns the class and the text of the circle on a line after l levels. If there is no circle,
// the class is empty.
func (f *Picture) node(d diagram, values [][]Pair, l, line int) (class, text string) {
	if values != nil {
		if l > 0 && !slices.ContainsFunc(d.levels[l-1], func(n prefix.Node) bool { return n.To == line }) {
			return "", "" // the line passes
		}
		return shade(values, l, line), fmt.Sprintf("%d %d", bit(values[l][line].G), bit(values[l][line].P))
	}
	for _, n := range slices.Concat(d.levels[max(l-1, 0):l]...) {
		switch {
		case n.To != line:
		case !d.node(l-1, n):
			return "dim", "#"
		case f.Trace != nil:
			return "new", "#"
		default:
			return "gen", "#"
		}
	}
	return "", ""
}

// drawWires draws the wires between the values of neighbouring levels and, if there are no values, the
// outputs. Dim wires are below the others.
func (f *Picture) drawWires(out *strings.Builder, p *layout, d diagram, values [][]Pair) {
	for _, lit := range []bool{false, true} {
		vertical := func(l, line, from, to int) {
			if d.wire(l, line) == lit {
				fmt.Fprintf(out, `<path class="wire%s" d="M%d %dV%d"/>`+"\n", dim(!lit), p.x(line), from, to)
			}
		}
		for l, level := range d.levels {
			for line := range f.Net.Lines() {
				vertical(l+1, line, p.ys[l], p.ys[l+1])
			}
			for _, n := range level {
				if d.node(l, n) != lit {
					continue
				}
				class := dim(!lit)
				if values == nil && f.Trace != nil && lit || values != nil && values[l][n.From].G && values[l][n.To].P {
					class = " lit"
				}
				fmt.Fprintf(out, `<path class="wire%s" d="M%d %dL%d %d"/>`+"\n", class, p.x(n.From), p.ys[l], p.x(n.To), p.ys[l+1])
			}
		}
		for line := range f.Net.Lines() {
			if last := len(d.levels); values == nil {
				vertical(last, line, p.ys[last], p.ys[last]+24)
			}
		}
	}
}

// dim returns the class for parts that do not contribute to the traced output.
func dim(is bool) string {
	if is {
		return " dim"
	}
	return ""
}

// Stack returns pictures below each other, as one picture.
func Stack(pictures ...*Picture) string {
	var parts strings.Builder
	var titles []string
	width, height := 0, 0
	for _, f := range pictures {
		p := f.layout()
		fmt.Fprintf(&parts, `<svg y="%d" %s`, height, strings.TrimPrefix(f.SVG(), "<svg "))
		titles = append(titles, f.Title)
		width, height = max(width, p.width), height+p.height
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n<title>%s</title>\n", width, height, html.EscapeString(strings.Join(titles, "; "))) +
		fmt.Sprintf(`<rect class="ground" width="%d" height="%d"/>`+"\n", width, height) + parts.String() + "</svg>\n"
}
