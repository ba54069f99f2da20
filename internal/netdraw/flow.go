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

// A Flow is the pairs at each level in a network, from its inputs to its outputs.
type Flow struct {
	Title  string
	Net    prefix.Network
	Names  []string // names of the lines, at most three letters
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

// class returns the palette class for a line's value after l levels.
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

// Sizes in the picture of a flow.
const (
	flowPitch  = 54
	flowTop    = 104 // place of the inputs, below the caption and the names
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

// Rows and columns of the picture, in pixels.
const (
	titleRow    = 22
	legendWidth = 230
	legendRow   = 28
)

// flowLegend says what each class of values means.
var flowLegend = []struct{ class, text string }{
	{"slider", "generates from the start"}, {"new", "reached by this step"}, {"gen", "reached before"}, {"pro", "propagates"}, {"kill", "kills"},
}

// A flowLayout is the places in the picture of a flow.
type flowLayout struct {
	left, pitch   int // first line, distance of the lines
	titles        []string
	namesAt       int
	ys            []int // rows of values, before the levels and after each
	codeAt        int
	notes         [][2]string // the rows and their code below a narrow picture
	legendTop     int
	legendColumns int
	width, height int
}

func (p *flowLayout) x(line int) int { return p.left + p.pitch*line }

// layout returns the places in the picture.
func (f *Flow) layout() *flowLayout {
	p := &flowLayout{left: 46, pitch: flowPitch, titles: []string{f.Title}, legendColumns: 3}
	if f.Narrow {
		p.left, p.pitch, p.titles = 38, 46, wrapped(f.Title, 34)
	}
	more := titleRow * (len(p.titles) - 1)
	p.namesAt = 72 + more
	p.ys = []int{flowTop + more + flowRow*len(f.Above)}
	d := newDiagram(f.Net, nil)
	levels := len(f.Net.Levels())
	for l := range levels {
		p.ys = append(p.ys, p.ys[l]+70+6*d.span(l))
	}
	names := 0 // the width of the names of rows
	for _, r := range slices.Concat(f.Above, f.Below) {
		names = max(names, flowCode*len(r.Name))
	}
	p.legendTop = p.ys[levels] + 40 + flowRow*len(f.Below)
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
				code = max(code, flowCode*len(text))
			}
		}
		p.width = max(p.codeAt+code+20, 46+p.legendColumns*legendWidth, 40+10*len(f.Title))
	}
	p.height = p.legendTop + legendRow*((len(flowLegend)+p.legendColumns-1)/p.legendColumns) + 14
	return p
}

// SVG returns the flow as a self-contained SVG picture. Wires with a generate signal are
// thick.
func (f *Flow) SVG() string {
	values, p := f.Values(), f.layout()
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", p.width, p.height)
	title := html.EscapeString(f.Title)
	fmt.Fprintf(&out, "<title>%s</title>\n<style>%s%s</style>\n", title, flowStyle, palette.CSS())
	fmt.Fprintf(&out, `<rect class="ground" width="%d" height="%d"/>`+"\n", p.width, p.height)
	text := func(class string, x, y int, s string) {
		fmt.Fprintf(&out, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, x, y, html.EscapeString(s))
	}
	for i, line := range p.titles {
		text("caption", 30, 34+titleRow*i, line)
	}
	for i, name := range f.Names {
		text("name", p.x(i), p.namesAt, name)
	}
	rows := func(rows []Row, y int) {
		for k, r := range rows {
			for i, c := range r.Cells {
				text("cell", p.x(i), y+flowRow*k, c)
			}
			text("code", p.codeAt, y+flowRow*k, r.Name)
		}
	}
	rows(f.Above, p.namesAt+flowRow)
	f.drawWires(&out, p, values)
	for l := range values {
		for line, v := range values[l] {
			c := class(values, l, line)
			fmt.Fprintf(&out, `<circle class="%s" cx="%d" cy="%d" r="%d"/>`+"\n", c, p.x(line), p.ys[l], flowRadius)
			text("value on"+c, p.x(line), p.ys[l]+5, fmt.Sprintf("%d %d", bit(v.G), bit(v.P)))
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
	rows(f.Below, p.ys[len(p.ys)-1]+14+flowRow)
	for i, item := range flowLegend {
		lx, ly := 30+i%p.legendColumns*legendWidth, p.legendTop+i/p.legendColumns*legendRow
		fmt.Fprintf(&out, `<rect class="swatch %s" x="%d" y="%d" width="18" height="18"/>`+"\n", item.class, lx, ly)
		text("note", lx+26, ly+14, item.text)
	}
	out.WriteString("</svg>\n")
	return out.String()
}

// drawWires draws the wires between the values of neighbouring levels.
func (f *Flow) drawWires(out *strings.Builder, p *flowLayout, values [][]Pair) {
	for l, level := range f.Net.Levels() {
		for line := range f.Net.Lines() {
			fmt.Fprintf(out, `<path class="wire" d="M%d %dV%d"/>`+"\n", p.x(line), p.ys[l], p.ys[l+1])
		}
		for _, n := range level {
			lit := ""
			if values[l][n.From].G && values[l][n.To].P {
				lit = " lit"
			}
			fmt.Fprintf(out, `<path class="wire%s" d="M%d %dL%d %d"/>`+"\n", lit, p.x(n.From), p.ys[l], p.x(n.To), p.ys[l+1])
		}
	}
}
