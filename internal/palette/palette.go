// Package palette holds the colours of what the method works on. Boards, networks and
// the page have the same, and they stay apart for eyes that see no red, no green or no
// blue.
package palette

import (
	"fmt"
	"strings"
)

// A Colour is what a class of squares, or of pairs <g,p>, is filled with.
type Colour struct {
	Class string
	Fill  string // #rrggbb
}

// Colours are all colours. The first five are after the palette of Masataka Okabe and
// Kei Ito.
var Colours = []Colour{
	{"slider", "#df8414"}, // a slider: it generates from the start
	{"gen", "#6db4e4"},    // in the generator
	{"new", "#0b4a94"},    // new in the generator
	{"pro", "#b8ec5e"},    // in the propagator
	{"lost", "#97305a"},   // left the propagator
	{"kill", "#a09b95"},   // in neither: what comes stops here
}

// CSS returns the rules that fill the classes.
func CSS() string {
	var b strings.Builder
	for _, c := range Colours {
		fmt.Fprintf(&b, ".%s { fill: %s } ", c.Class, c.Fill)
	}
	return strings.TrimSpace(b.String())
}

// Of returns the colour of a class, which must be one of them.
func Of(class string) string {
	for _, c := range Colours {
		if c.Class == class {
			return c.Fill
		}
	}
	panic("palette: no class " + class)
}
