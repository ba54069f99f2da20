package docs

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The widths in pixels at which people see a page of the repository: GitHub shows no
// picture wider than pageWidth.
const (
	maxWidth  = 850
	pageWidth = 838
	phone     = 358 // a page on a phone of 390 pixels
	minFont   = 11
)

var (
	svgWidth = regexp.MustCompile(`^<svg [^>]*?\bwidth="([0-9.]+)"`)
	viewBox  = regexp.MustCompile(`^<svg [^>]*?viewBox="0 0 ([0-9.]+) `)
	fontSize = regexp.MustCompile(`font-size(?:="|: *)([0-9.]+)`)
	narrowOf = regexp.MustCompile(`<source media="\(max-width: 600px\)" srcset="narrow/([^"]+\.svg)">\n<img src="([^"]+\.svg)" alt=`)
	imgWidth = regexp.MustCompile(`<img src="([^"]+\.svg)"[^>]* width="([0-9]+)"`)
)

// TestLegible checks every picture from its SVG: at most 850 pixels wide, no text under
// 11 pixels at the size at which the pages show it, also on a phone, and colours for dark
// pages. On a phone, pages show the picture of the same name in narrow, if there is one.
func TestLegible(t *testing.T) {
	pictures, err := filepath.Glob("*.svg")
	if err != nil || len(pictures) < 10 {
		t.Fatalf("pictures %q, %v", pictures, err)
	}
	narrow, _ := filepath.Glob("narrow/*.svg")
	pictures = append(pictures, narrow...)
	hasNarrow := map[string]bool{}
	shown := map[string]float64{} // the least width, where a page sets one
	pages, _ := filepath.Glob("*.md")
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range narrowOf.FindAllStringSubmatch(string(text), -1) {
			if m[1] != m[2] {
				t.Errorf("%s: %s is the narrow variant of %s", page, m[1], m[2])
			}
			hasNarrow[m[2]] = true
		}
		for _, m := range imgWidth.FindAllStringSubmatch(string(text), -1) {
			name := filepath.Base(m[1])
			width, _ := strconv.ParseFloat(m[2], 64)
			if old, ok := shown[name]; !ok || width < old {
				shown[name] = width
			}
		}
	}
	number := func(name string, r *regexp.Regexp, text string) float64 {
		m := r.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%s: no %v", name, r)
		}
		x, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return x
	}
	for _, name := range pictures {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		width, units := number(name, svgWidth, text), number(name, viewBox, text)
		if width > maxWidth {
			t.Errorf("%s is %v pixels wide, want at most %d", name, width, maxWidth)
		}
		display := math.Min(width, pageWidth)
		if w, ok := shown[name]; ok {
			display = w
		}
		if !hasNarrow[name] {
			display = min(display, phone)
		}
		sizes := fontSize.FindAllStringSubmatch(text, -1)
		if len(sizes) == 0 {
			t.Errorf("%s: no font size", name)
		}
		for _, m := range sizes {
			size, _ := strconv.ParseFloat(m[1], 64)
			if px := size * display / units; px < minFont {
				t.Errorf("%s: a text of %s is %.1f pixels high on a page, want %d", name, m[1], px, minFont)
			}
		}
		if !strings.Contains(text, "@media (prefers-color-scheme: dark)") {
			t.Errorf("%s: no colours for dark pages", name)
		}
	}
}
