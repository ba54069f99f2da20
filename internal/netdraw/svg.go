package netdraw

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/palette"
	"github.com/koggestone/koggestone/prefix"
)

// Sizes of the picture, in user units.
const (
	pitchX  = 48 // from line to line
	marginX = 44
	top     = 112 // start of the first level, below captions and labels
	bottom  = 54  // below the last level, for the labels
	tap     = 14  // from the top of a level to the start of the diagonals
	sign    = 14  // from an operator to the bottom of its level
	radius  = 11  // radius of an operator
	letter  = 9   // approximate width of a letter of the captions
)

// levelHeight returns the height of a level. Levels with longer diagonals are higher, so that
// the diagonals do not touch operators.
func (d diagram) levelHeight(l int) int { return 54 + 10*min(d.span(l), 12) }

func style() string {
	return strings.NewReplacer("NEW", palette.Of("new"), "GEN", palette.Of("gen")).Replace(`
  text { font-family: "DejaVu Sans", Verdana, Helvetica, sans-serif; fill: #1d2733; text-anchor: middle }
  .caption { font-size: 15px; font-weight: bold; text-anchor: start }
  .traced { font-size: 15px; text-anchor: start; fill: NEW }
  .name { font-size: 15px }
  .sign { font-size: 14px; font-weight: bold; fill: #1d2733 }
  .wire { stroke: #3d4c5c; stroke-width: 2; fill: none; stroke-linecap: round }
  .tap { fill: #3d4c5c }
  .op { fill: GEN; stroke: #35617f; stroke-width: 1.5 }
  .lit.wire { stroke: NEW; stroke-width: 3 }
  .lit.tap, .lit.op { fill: NEW; stroke: #06275a }
  .lit.sign { fill: #ffffff }
  .lit.name { fill: NEW; font-weight: bold }
  .dim.wire { stroke: #c4ccd4 }
  .dim.tap { fill: #c4ccd4 }
  .dim.op { fill: #dde3e9; stroke: #b4bec8 }
  .dim.sign { fill: #8e9aa6 }
  .dim.name { fill: #8e9aa6 }
  .ground { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #e6edf3 } .sign { fill: #1d2733 } .wire { stroke: #9aa7b5 } .tap { fill: #9aa7b5 }
    .traced, .lit.name { fill: #79c0ff } .lit.wire { stroke: #4a9be8 } .lit.tap, .lit.op { fill: #1f6fc4; stroke: #79c0ff }
    .dim.wire { stroke: #3a4552 } .dim.tap { fill: #3a4552 } .dim.op { fill: #252d37; stroke: #4a5562 } .dim.sign, .dim.name { fill: #7d8894 }
  }
`)
}

// SVG returns the network as a self-contained SVG picture. With a trace, it highlights the lines and
// operators that determine the output. The trace must belong to the network, or be nil.
func SVG(net prefix.Network, trace *prefix.Trace) string {
	d := newDiagram(net, trace)
	caption, traced := d.captions()
	width := max(2*marginX+(net.Lines()-1)*pitchX, marginX+letter*max(len(caption), len(traced)))
	ys := []int{top}
	for l := range d.levels {
		ys = append(ys, ys[l]+d.levelHeight(l))
	}
	depth, end := len(d.levels), ys[len(ys)-1]
	// A line may change from dim to highlighted at its ends and where diagonals start.
	joints := []int{top - 20}
	for l := range d.levels {
		joints = append(joints, ys[l]+tap)
	}
	joints = append(joints, end+20)

	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", width, end+bottom)
	fmt.Fprintf(&out, "<title>%s</title>\n<style>%s</style>\n", caption, style())
	fmt.Fprintf(&out, `<rect class="ground" width="%d" height="%d"/>`+"\n", width, end+bottom)
	fmt.Fprintf(&out, `<text class="caption" x="%d" y="30">%s</text>`+"\n", marginX-14, caption)
	fmt.Fprintf(&out, `<text class="traced" x="%d" y="54">%s</text>`+"\n", marginX-14, traced)

	// Highlighted parts are drawn over dim parts, and operators over lines.
	for _, lit := range []bool{false, true} {
		class := "lit"
		switch {
		case trace == nil && !lit:
			continue
		case trace == nil:
			class = "plain"
		case !lit:
			class = "dim"
		}
		for line := range net.Lines() {
			if d.wire(0, line) == lit {
				name(&out, class, 'x', line, top-30)
			}
			if d.wire(depth, line) == lit {
				name(&out, class, 'q', line, end+40)
			}
			for l := 0; l <= depth; l++ {
				if d.wire(l, line) != lit {
					continue
				}
				first := l
				for l < depth && d.wire(l+1, line) == lit {
					l++
				}
				fmt.Fprintf(&out, `<path class="wire %s" d="M%d %dV%d"/>`+"\n", class, column(line), joints[first], joints[l+1])
			}
		}
		for l, level := range d.levels {
			for _, n := range level {
				if d.node(l, n) != lit {
					continue
				}
				fmt.Fprintf(&out, `<path class="wire %s" d="M%d %dL%d %d"/>`+"\n", class, column(n.From), ys[l]+tap, column(n.To), ys[l+1]-sign)
				fmt.Fprintf(&out, `<circle class="tap %s" cx="%d" cy="%d" r="3.5"/>`+"\n", class, column(n.From), ys[l]+tap)
			}
		}
		for l, level := range d.levels {
			for _, n := range level {
				if d.node(l, n) != lit {
					continue
				}
				fmt.Fprintf(&out, `<circle class="op %s" cx="%d" cy="%d" r="%d"/>`+"\n", class, column(n.To), ys[l+1]-sign, radius)
				fmt.Fprintf(&out, `<text class="sign %s" x="%d" y="%d">#</text>`+"\n", class, column(n.To), ys[l+1]-sign+5)
			}
		}
	}
	out.WriteString("</svg>\n")
	return out.String()
}

func column(line int) int { return marginX + line*pitchX }

// name writes the label of an input or output.
func name(out *strings.Builder, class string, letter rune, line, y int) {
	fmt.Fprintf(out, `<text class="name %s" x="%d" y="%d">%c<tspan font-size="14" dy="4">%d</tspan></text>`+"\n", class, column(line), y, letter, line+1)
}
