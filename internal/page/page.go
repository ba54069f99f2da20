// Package page writes the HTML page that shows fills step by step. It is one file and needs
// neither a server nor a network.
//
// The script of the page computes the fills itself, in the three lines of the method, with
// big integers. The library compiled to WebAssembly would make the page forty times as large
// and would change with every version of Go, and the source could not be read. Tests in docs
// compare the functions of the script and the squares of the page with the library, in a
// browser.
package page

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/internal/palette"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed stepper.html
	stepperHTML string
	//go:embed base.css
	base string
	//go:embed page.css
	pageCSS string
	//go:embed fills.js
	fillsJS string
	//go:embed page.js
	pageJS string
)

// Base returns the style rules that all pages share: light and dark colours, and fonts.
func Base() string { return base }

// A Start is the initial state of the page.
type Start struct {
	FEN       string
	Direction string // "north-east"
	Sliders   string // white, black, both, or squares: "d4,g3"
}

// A Stepper is the part of the page that shows a fill, for pages that contain more.
type Stepper struct {
	Style  string // rules, nested in the rules of #stepper on a longer page
	Shapes string // the pieces, as definitions of an SVG
	Shared string // the script of the method and of boards
	Script string // the rest of the script, after Shared
	Markup string // the children of the element with the id stepper
	Data   string // attributes of that element
}

// NewStepper returns a stepper. It is the whole page if it is in a main element.
func NewStepper(start Start) Stepper {
	var colours strings.Builder
	for _, c := range palette.Colours {
		fmt.Fprintf(&colours, ".square.%s, td.%[1]s, #legend .%[1]s { background: %s } #network circle.%[1]s { fill: %[2]s }\n", c.Class, c.Fill)
	}
	return Stepper{
		Style: pageCSS + colours.String(), Shapes: boarddraw.Shapes(), Shared: fillsJS, Script: pageJS, Markup: stepperHTML,
		Data: fmt.Sprintf(`data-fen="%s" data-direction="%s" data-sliders="%s"`,
			html.EscapeString(start.FEN), html.EscapeString(start.Direction), html.EscapeString(start.Sliders)),
	}
}

// Write writes the page.
func Write(w io.Writer, start Start) error {
	s := NewStepper(start)
	_, err := strings.NewReplacer(
		"@STYLE@", base+s.Style,
		"@SHAPES@", s.Shapes,
		"@SCRIPT@", "'use strict';\n"+s.Shared+"\n"+s.Script,
		"@STEPPER@", s.Markup,
		"@DATA@", s.Data,
	).WriteString(w, pageHTML)
	return err
}
