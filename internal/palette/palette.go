// Package palette contains the colours of sliders, generators and propagators that boards, networks
// and the page share. Viewers with colour vision deficiencies can also distinguish them.
package palette

import (
	"fmt"
	"strings"
)

// A Colour is how a class of squares, or of pairs <g,p>, is filled.
type Colour struct {
	Class string
	Fill  string // #rrggbb
}

// Colours are all colours. Each has one meaning in text, code and figures. The first five are from the
// palette of Masataka Okabe and Kei Ito.
var Colours = []Colour{
	{"slider", "#df8414"}, // a slider: it generates from the start
	{"gen", "#6db4e4"},    // in the generator
	{"new", "#0b4a94"},    // new in the generator
	{"pro", "#b8ec5e"},    // in the propagator
	{"lost", "#97305a"},   // left the propagator
	{"kill", "#a09b95"},   // in neither: a fill stops here
	{"wrong", "#e8703a"},  // wrapped around, or a wrong answer
	{"borrow", "#2bb5a8"}, // a zero that a borrow passes
	{"paid", "#f0a3b4"},   // a one that pays a borrow
	{"one", "#f5d90a"},    // the first of four generators
	{"two", "#d98cc0"},
	{"three", "#4fbf8b"},
	{"four", "#a99cf5"},
}

// CSS returns the rules that fill the classes.
func CSS() string {
	var b strings.Builder
	for _, c := range Colours {
		fmt.Fprintf(&b, ".%s { fill: %s } ", c.Class, c.Fill)
	}
	return strings.TrimSpace(b.String())
}

// Of returns the colour for a class in Colours.
func Of(class string) string {
	for _, c := range Colours {
		if c.Class == class {
			return c.Fill
		}
	}
	panic("palette: no class " + class)
}
