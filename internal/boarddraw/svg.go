package boarddraw

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/koggestone/koggestone/internal/palette"
)

// The constant parts of all drawings.
var (
	//go:embed shapes.svg
	shapes string
	//go:embed style.css
	style string
	//go:embed markers.svg
	markers string
)

const grid = `
<path class="grid" d="M45 0v360M90 0v360M135 0v360M180 0v360M225 0v360M270 0v360M315 0v360M0 45h360M0 90h360M0 135h360M0 180h360M0 225h360M0 270h360M0 315h360"/>
<rect class="frame" width="360" height="360"/>`

// Shapes returns the piece shapes as SVG elements with the ids P, N, B, R, Q and K, 45
// pixels wide and high.
func Shapes() string { return strings.TrimSuffix(shapes, "\n") }

// Write writes the drawing as SVG.
func (d *Drawing) Write(w io.Writer) error {
	var s svg
	s.begin(d, "", d.Left)
	for _, r := range d.Registers {
		s.register(&r)
	}
	for _, p := range d.Panels {
		if len(p.Squares) > 0 {
			s.panel(&p, d.Flipped)
		}
	}
	for _, a := range d.Links {
		s.arrow(a)
	}
	s.legend(d.Legend)
	s.add("\n</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// An svg is the text of a drawing. Unless its method says otherwise, an element begins with a new line.
type svg struct{ strings.Builder }

// Escape escapes text for SVG and HTML. A package of templates would do it too, but takes a fortieth of the time of the
// command's first build.
func Escape(text string) string { return escaper.Replace(text) }

var escaper = strings.NewReplacer(`&`, "&amp;", `'`, "&#39;", `<`, "&lt;", `>`, "&gt;", `"`, "&#34;")

// add adds elements in a format. It escapes strings among the arguments.
func (s *svg) add(format string, args ...any) {
	for k, arg := range args {
		if text, ok := arg.(string); ok {
			args[k] = Escape(text)
		}
	}
	fmt.Fprintf(s, format, args...)
}

// begin adds what precedes registers and panels. The heading begins at left.
func (s *svg) begin(d *Drawing, moreStyle string, left int) {
	s.add(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" font-family="DejaVu Sans, Verdana, Helvetica, sans-serif">
<title>%[3]s</title>
<style>
`, d.Width, d.Height, d.Title)
	s.WriteString(strings.Replace(style, "{palette}", palette.CSS(), 1) + moreStyle + "</style>\n<defs>\n" + markers + shapes + "</defs>")
	s.add("\n"+`<rect class="ground" width="%d" height="%d"/>`, d.Width, d.Height)
	for _, line := range d.Heading {
		s.add("\n"+`<text class="heading" x="%d" y="%d">%s</text>`, left, line.Y, line.Text)
	}
}

func (s *svg) register(r *Register) {
	s.add("\n"+`<g transform="translate(0 %d)">`, r.Y)
	for _, line := range r.Heading {
		s.add(`<text class="title" x="34" y="%d">%s</text>`, line.Y, line.Text)
	}
	for _, l := range r.Lanes {
		s.add("\n"+`<g transform="translate(%d %d)"><rect class="lane" width="%d" height="44"/></g>`, l.X, l.Y, l.Width)
		s.add(`<g transform="translate(%d %d)"><text class="lanetitle" y="18">%s</text><text class="lanenote" y="36">%s</text></g>`, l.Middle, l.Y, l.Title, l.Note)
	}
	s.add("</g>")
}

func (s *svg) panel(p *Panel, flipped bool) {
	small, half, end := "", "", ""
	if p.Half {
		small, half, end = " small", "\n"+`<g class="half" transform="scale(.5)">`, "</g>"
	}
	s.add("\n"+`<g transform="translate(%d %d)">`+"\n"+`<text class="title%s" x="0" y="-%d">%s</text>`, p.X, p.Y, small, p.TitleAt(), p.Title)
	for _, line := range p.Notes {
		s.add("\n"+`<text class="note" x="0" y="%d">%s</text>`, line.Y, line.Text)
	}
	s.WriteString(half)
	for _, q := range p.Squares {
		s.add("\n")
		s.square(&q)
		if q.Lower != "" {
			s.add(`<path class="%s" d="M%d %dv45h45z"/>`, q.Lower, q.X, q.Y)
		}
		if q.Upper != "" {
			s.add(`<path class="%s" d="M%d %dh45v45z"/>`, q.Upper, q.X, q.Y)
		}
		if q.Piece != "" {
			s.piece(&q)
		}
	}
	s.add(grid)
	for _, r := range p.Rings {
		s.add("\n"+`<circle class="ring" cx="%v" cy="%v" r="20"/>`, r.X, r.Y)
	}
	for _, a := range p.Arrows {
		s.arrow(a)
	}
	for _, q := range p.Squares {
		for _, count := range []struct{ text, class, anchor string }{
			{q.Below, "count halo", `x="%d" dx="3" y="%d" dy="42"`},
			{q.Above, "count halo upper", `x="%d" dx="42" y="%d" dy="11"`},
			{q.Middle, "count", `text-anchor="middle" x="%d" dx="22" y="%d" dy="27"`},
		} {
			if count.text != "" {
				s.add("\n"+`<text class="`+count.class+`" `+count.anchor+`>%s</text>`, q.X, q.Y, count.text)
			}
		}
	}
	s.coordinates(flipped)
	s.WriteString(end + "\n</g>")
}

// square adds a shaded square, without a new line.
func (s *svg) square(q *Square) {
	s.add(`<rect class="%s" x="%d" y="%d" width="45" height="45"/>`, q.Class, q.X, q.Y)
}

// piece adds the piece on a square, without a new line.
func (s *svg) piece(q *Square) {
	s.add(`<use xlink:href="#%s" href="#%[1]s" class="%s" x="%d" y="%d"/>`, q.Piece, q.Side, q.X, q.Y)
}

func (s *svg) arrow(a Arrow) {
	s.add("\n"+`<path class="%s" marker-end="url(#%[1]shead)" d="M%v %vL%v %v"/>`, a.Class, a.From.X, a.From.Y, a.To.X, a.To.Y)
}

func (s *svg) coordinates(flipped bool) {
	s.add("\n" + `<g class="coordinate">` + "\n")
	for k := range 8 {
		rank := 8 - k
		if flipped {
			rank = k + 1
		}
		s.add(`<text x="-13" y="%d">%d</text>`, 27+squareSize*k, rank)
	}
	s.add("\n")
	for k := range 8 {
		file := 'a' + rune(k)
		if flipped {
			file = 'h' - rune(k)
		}
		s.add(`<text x="%d" y="378">%c</text>`, 22+squareSize*k, file)
	}
	s.add("\n</g>")
}

func (s *svg) legend(items []LegendItem) {
	for _, l := range items {
		class, sample := l.Class, ""
		if l.Arrow {
			class, sample = "light", fmt.Sprintf(`<path class="%s" marker-end="url(#%[1]shead)" d="M1 10h14"/>`, l.Class)
		}
		s.add("\n"+`<g transform="translate(%d %d)"><rect class="%s" width="20" height="20" stroke="#4d4436" stroke-width=".8"/>`+sample, l.X, l.Y, class)
		for _, line := range l.Lines {
			s.add(`<text class="legend" x="28" y="%d">%s</text>`, line.Y, line.Text)
		}
		s.add("</g>")
	}
}
