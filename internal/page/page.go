// Package page makes the page that shows fills step by step: one file of HTML that
// needs neither a server nor a network.
//
// Its script computes the fills itself, in the three lines of the method, over big
// integers. The library compiled to WebAssembly would do as well, but would make the
// page forty times as large and unreadable, and differ with every version of Go; the
// script is what a reader of the page's source wants to see. Tests in docs hold its
// functions and the squares it shows to the library's, in a browser.
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
	//go:embed base.css
	base string
	//go:embed page.css
	pageCSS string
	//go:embed fills.js
	fillsJS string
	//go:embed page.js
	pageJS string
)

// Base returns the rules of style that all pages share: colours of light and dark, and
// letters.
func Base() string { return base }

// A Start is what the page shows first.
type Start struct {
	FEN       string
	Direction string // "north-east"
	Sliders   string // white, black, both, or squares: "d4,g3"
}

// Write writes the page.
func Write(w io.Writer, start Start) error {
	var colours strings.Builder
	for _, c := range palette.Colours {
		fmt.Fprintf(&colours, ".square.%s, td.%[1]s, #legend .%[1]s { background: %s } #network circle.%[1]s { fill: %[2]s }\n", c.Class, c.Fill)
	}
	_, err := strings.NewReplacer(
		"@STYLE@", base+pageCSS+colours.String(),
		"@SHAPES@", boarddraw.Shapes(),
		"@SCRIPT@", "'use strict';\n"+fillsJS+"\n"+pageJS,
		"@FEN@", html.EscapeString(start.FEN),
		"@DIRECTION@", html.EscapeString(start.Direction),
		"@SLIDERS@", html.EscapeString(start.Sliders),
	).WriteString(w, pageHTML)
	return err
}
