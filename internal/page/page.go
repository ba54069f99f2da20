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
