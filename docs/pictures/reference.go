package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/internal/palette"
)

var (
	//go:embed reference/reference.html
	referenceHTML string
	//go:embed reference/reference.css
	referenceCSS string
	//go:embed reference/fills.js
	fillsJS string
	//go:embed reference/reference.js
	referenceJS string
)

const (
	repository = "https://github.com/koggestone/koggestone/blob/main/" // for links to files that are not on the page
	published  = "https://koggestone.github.io/koggestone/"            // the page itself
)

// stills contains the pictures that the page shows in place of its figures if there is no
// JavaScript. Some figures follow a heading, and have no picture in the text.
var stills = map[string]func() *boarddraw.Drawing{
	"opening": strip, "function": func() *boarddraw.Drawing { return some(steps(), 4) },
	"own": allAttacks, "pairs": threatPairs,
}

// some returns a drawing that contains only some panels of d, and explains only their colours.
func some(d *boarddraw.Drawing, panels ...int) *boarddraw.Drawing {
	out := &boarddraw.Drawing{}
	used := map[string]bool{}
	for _, i := range panels {
		out.Panels = append(out.Panels, d.Panels[i])
		for _, s := range d.Panels[i].Squares {
			used[s.Class] = true
		}
	}
	for _, item := range d.Legend {
		if used[item.Class] {
			out.Legend = append(out.Legend, item)
		}
	}
	return out
}

// figuresAt contains the names and labels of the figures at the ends of sections.
var figuresAt = map[string][2]string{
	"6-the-complete-function": {"function", "The complete function, step by step"},
	foldedTo:                  {"own", "The attacks of your own position"},
}

// Sections from foldedFrom to foldedTo are folded on the page.
const (
	foldedFrom, foldedTo = "8-several-generators", "15-your-own-position"
	folded               = `<details class="further" id="further" aria-label="Going further"><summary>Going further <small>How 0.8 ns is reached (9 to 11), several generators, move lists, threat pairs, a proof</small></summary>` + "\n"
)

// writeReference writes the page index.html to folder: the text of method.md, with
// figures in place of its pictures.
func writeReference(folder string) error {
	source, err := os.ReadFile("method.md")
	if err != nil {
		return err
	}
	r := reference{source: source}
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(&r, 100))))
	document := markdown.Parser().Parse(text.NewReader(source))
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, document); err != nil {
		return err
	}
	if want := len(figuresAt) + strings.Count(string(source), ".svg\" alt=") + strings.Count(string(source), "!["); r.figures != want {
		return fmt.Errorf("method.md: expected %d figures, found %d", want, r.figures)
	}
	var colours strings.Builder
	for _, c := range palette.Colours {
		fmt.Fprintf(&colours, ".square.%s, td.%[1]s, i.%[1]s, .legend .%[1]s { background: %s } .square.%[1]s { color: #1b1b1b } .network .%[1]s, .panel svg .%[1]s { fill: %[2]s } .t-%[1]s { --term: %[2]s }\n", c.Class, c.Fill)
	}
	var out bytes.Buffer
	if _, err := strings.NewReplacer(
		"@STYLE@", referenceCSS+colours.String(),
		"@SHAPES@", boarddraw.Shapes()+placements(),
		"@CONTENTS@", r.contents(document.FirstChild()),
		"@TEXT@", body.String(),
		"@SCRIPT@", "'use strict';\n"+indents.ReplaceAllString(fillsJS+referenceJS, ""),
	).WriteString(&out, referenceHTML); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "index.html"), out.Bytes(), 0o644)
}

func pieceUses(p boarddraw.Panel) string {
	var b strings.Builder
	for _, s := range p.Squares {
		if s.Piece != "" {
			fmt.Fprintf(&b, `<use href="#%s" class="%s" x="%d" y="%d"/>`, s.Piece, s.Side, s.X, s.Y)
		}
	}
	return b.String()
}

// placements returns the pieces of the positions that several pictures show, as groups.
func placements() string {
	var b strings.Builder
	for i, p := range four {
		fmt.Fprintf(&b, `<g id="four%d">%s</g>`, i, pieceUses(panel("", "", p)))
	}
	return b.String()
}

// inline returns the boards of a drawing as small SVG.
func inline(d *boarddraw.Drawing) string {
	var b strings.Builder
	pairs := ""
	if len(d.Panels) == 4 {
		pairs = " two"
	}
	fmt.Fprintf(&b, `<div class="panels%s">`, pairs)
	for _, p := range d.Panels {
		fmt.Fprintf(&b, `<div class="panel"><div class="title">%s</div>`, html.EscapeString(p.Title))
		if p.Note != "" {
			fmt.Fprintf(&b, `<div class="note">%s</div>`, html.EscapeString(p.Note))
		}
		fmt.Fprintf(&b, `<svg viewBox="-22 0 384 384" role="img" aria-label="%s"><use href="#empty"/>`, html.EscapeString(p.Title))
		paths := map[string]string{}
		for at := 0; at < len(p.Squares); {
			s, width := p.Squares[at], 0
			for ; at < len(p.Squares) && p.Squares[at].Class == s.Class && p.Squares[at].Y == s.Y; at++ {
				width += 45
			}
			paths[s.Class] += fmt.Sprintf("M%d %dh%dv45h-%[3]dz", s.X, s.Y, width)
		}
		for _, c := range palette.Colours {
			if path := paths[c.Class]; path != "" {
				fmt.Fprintf(&b, `<path class="%s" d="%s"/>`, c.Class, path)
			}
		}
		b.WriteString(`<use href="#grid"/>`)
		uses := pieceUses(p)
		for i, placement := range four {
			if uses == pieceUses(panel("", "", placement)) {
				uses = fmt.Sprintf(`<use href="#four%d"/>`, i)
			}
		}
		b.WriteString(uses)
		for _, s := range p.Squares {
			if s.Middle != "" {
				fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`, s.X+22, s.Y+30, s.Middle)
			}
		}
		for _, a := range p.Arrows {
			fmt.Fprintf(&b, `<path class="%s" d="M%g %gL%g %g"/>`, a.Class, a.From.X, a.From.Y, a.To.X, a.To.Y)
		}
		b.WriteString("</svg></div>")
	}
	b.WriteString("</div>")
	if len(d.Legend) > 0 {
		b.WriteString(`<ul class="legend" aria-label="Colours">`)
		for _, item := range d.Legend {
			fmt.Fprintf(&b, `<li><span class="%s" aria-hidden="true"></span>%s</li>`, item.Class, html.EscapeString(item.Text))
		}
		b.WriteString("</ul>")
	}
	return b.String()
}

// A reference renders the parts of the text that differ from plain HTML.
type reference struct {
	source  []byte
	figures int
}

func (r *reference) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, r.heading)
	reg.Register(ast.KindParagraph, r.paragraph)
	reg.Register(ast.KindList, r.list)
	reg.Register(ast.KindImage, r.image)
	reg.Register(ast.KindHTMLBlock, r.block)
	reg.Register(ast.KindLink, r.link)
	reg.Register(ast.KindFencedCodeBlock, r.fenced)
}

func (r *reference) plain(n ast.Node) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(r.source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func headingID(n ast.Node) string {
	id, _ := n.AttributeString("id")
	text, _ := id.([]byte)
	return string(text)
}

// heading gives sections of the second level a link. Some sections get a figure.
func (r *reference) heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h, id := n.(*ast.Heading), headingID(n)
	if entering {
		if f, ok := figuresAt[r.section(n.PreviousSibling())]; ok && h.Level == 2 {
			r.figure(w, f[0], f[1])
		}
		switch id {
		case foldedFrom:
			w.WriteString(folded)
		case foldedTo:
			w.WriteString("</details>\n")
		}
		fmt.Fprintf(w, `<h%d id="%s">`, h.Level, id)
		return ast.WalkContinue, nil
	}
	if h.Level > 1 {
		fmt.Fprintf(w, `<a class="anchor" href="#%s" aria-label="Link to this section">#</a>`, id)
	}
	fmt.Fprintf(w, "</h%d>\n", h.Level)
	return ast.WalkContinue, nil
}

// section returns the id of the last heading before or at n.
func (r *reference) section(n ast.Node) string {
	for ; n != nil; n = n.PreviousSibling() {
		if n.Kind() == ast.KindHeading {
			return headingID(n)
		}
	}
	return ""
}

// groups contains the first section of each group in the contents, and the name of the group.
var groups = map[string]string{
	"0-a-board-is-a-number": `<a href="#0-a-board-is-a-number">The method</a>`,
	foldedFrom:              `<a href="#further">Going further</a>`,
	foldedTo:                `<a href="#15-your-own-position">Try and compare</a>`,
}

// contents returns links to the sections at n and after it, by group.
func (r *reference) contents(n ast.Node) string {
	var b strings.Builder
	for ; n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 2 {
			if group := groups[headingID(h)]; group != "" {
				if b.Len() > 0 {
					b.WriteString("</ol></li>\n")
				}
				fmt.Fprintf(&b, "<li>%s<ol>\n", group)
			}
			fmt.Fprintf(&b, "<li><a href=\"#%s\">%s</a></li>\n", headingID(h), html.EscapeString(r.plain(h)))
		}
	}
	return "<ol>\n" + b.String() + "</ol></li>\n</ol>\n"
}

// isPicture reports whether a paragraph is only a picture.
func isPicture(n ast.Node) bool {
	return n.ChildCount() == 1 && n.FirstChild().Kind() == ast.KindImage
}

// paragraph replaces links to this page itself by how to use its figures, and leaves out links to its figures. Paragraphs that are pictures get no tag.
func (r *reference) paragraph(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if link, ok := n.FirstChild().(*ast.Link); ok && strings.HasPrefix(string(link.Destination), published) {
		if entering && string(link.Destination) == published { // other links are to figures, which are here
			if r.section(n) == foldedTo {
				w.WriteString("<p class=\"scripted\" hidden>Paste a FEN (a position as text, which chess sites can copy), and every figure shows that position.</p>\n")
				return ast.WalkSkipChildren, nil
			}
			w.WriteString("<p class=\"scripted\" hidden>Play a figure, or move through its steps. Point at a line of code to see its squares, and at a square to see its line. Drag a piece, and it moves in all figures; on a touch screen tap &#9998; first.</p>\n")
		}
		return ast.WalkSkipChildren, nil
	}
	if !isPicture(n) {
		if entering {
			w.WriteString("<p>")
			return ast.WalkContinue, nil
		}
		w.WriteString("</p>\n")
	}
	return ast.WalkContinue, nil
}

// list leaves out the list of sections before the first heading, because the page has contents.
func (r *reference) list(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if r.section(n) == headingID(n.Parent().FirstChild()) {
		return ast.WalkSkipChildren, nil
	}
	if entering {
		w.WriteString("<ul>\n")
	} else {
		w.WriteString("</ul>\n")
	}
	return ast.WalkContinue, nil
}

// image writes a widget, or the picture itself.
func (r *reference) image(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	r.figure(w, string(n.(*ast.Image).Destination), r.plain(n))
	return ast.WalkSkipChildren, nil
}

// pictureTag matches a picture in the text that has a narrow variant.
var pictureTag = regexp.MustCompile(`^<picture>\n<source media="\(max-width: 600px\)" srcset="narrow/([a-z]+\.svg)">\n<img src="([a-z]+\.svg)" alt="([^"<>]*)">\n</picture>\n$`)

// block writes a widget in place of a picture, and the tags of folded text.
func (r *reference) block(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	if tag := r.lines(n); strings.HasPrefix(tag, "<details>") || strings.HasPrefix(tag, "</details>") {
		w.WriteString(detailsTag.ReplaceAllString(tag, `<details class="more" aria-label="$1"><summary>$1`))
		return ast.WalkContinue, nil
	}
	m := pictureTag.FindStringSubmatch(r.lines(n))
	if m == nil || m[1] != m[2] {
		return ast.WalkStop, fmt.Errorf("method.md: expected a picture, found %s", r.lines(n))
	}
	r.figure(w, m[2], m[3])
	return ast.WalkContinue, nil
}

// detailsTag matches the beginning of folded text, with its name.
var detailsTag = regexp.MustCompile(`<details><summary>([^<]*)`)

func (r *reference) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(r.source))
	}
	return b.String()
}

// figure writes a figure. It contains its still picture until the script replaces it.
func (r *reference) figure(w util.BufWriter, name, alt string) {
	r.figures++
	name, alt = strings.TrimSuffix(name, ".svg"), html.EscapeString(alt)
	if name == "occluded" { // an animation; here the reader moves the pieces
		name = "opening"
	}
	still := stills[name]
	if still == nil {
		still = drawings[name]
	}
	content := ""
	if still != nil {
		content = inline(still())
	} else if flow := flows[name]; flow != nil {
		// The narrow picture, so that a phone shows its text at full size.
		picture := strings.NewReplacer("%", "%25", "#", "%23", `"`, "'", "&", "&amp;").Replace(compact(flow(true)))
		content = fmt.Sprintf(`<img class="still" alt="%s" src="data:image/svg+xml,%s">`, alt, picture)
	}
	data := ""
	if name == "opening" {
		data = ` data-position="` + position + `"`
	}
	fmt.Fprintf(w, `<figure class="widget" id="%s" data-widget="%[1]s"%s aria-label="%s"><div class="live">%s</div><a class="permalink" href="#%[1]s" hidden>Link to this state</a></figure>`+"\n", name, data, alt, content)
}

// compact returns a picture of a network in fewer bytes.
func compact(svg string) string {
	svg = regexp.MustCompile(`\n *`).ReplaceAllString(svg, "")
	style := styleTag.FindString(svg)
	before, after, _ := strings.Cut(svg, style)
	svg = before + style + strings.ReplaceAll(after, style, "") // the style of a nested picture is the same
	svg = regexp.MustCompile(` on(slider|gen|pro|kill)"`).ReplaceAllString(svg, `"`)
	for _, c := range palette.Colours {
		if !regexp.MustCompile(`class="(swatch )?` + c.Class + `"`).MatchString(svg) {
			svg = strings.Replace(svg, fmt.Sprintf(".%s { fill: %s }", c.Class, c.Fill), "", 1)
		}
	}
	for _, class := range []string{"wire", "wire lit"} { // neighbouring paths become one
		paths := regexp.MustCompile(`(<path class="` + class + `" d="[^"]*)"/><path class="` + class + `" d="`)
		for paths.MatchString(svg) {
			svg = paths.ReplaceAllString(svg, "$1")
		}
	}
	return svg
}

// indents matches the white space before lines.
var indents = regexp.MustCompile(`(?m)^ +`)

var styleTag = regexp.MustCompile(`<style>[^<]*</style>`)

// link changes a link to lead to the repository if the page does not contain the file.
func (r *reference) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</a>")
		return ast.WalkContinue, nil
	}
	to := string(n.(*ast.Link).Destination)
	if !strings.HasPrefix(to, "#") && !strings.Contains(to, "://") {
		to = repository + filepath.ToSlash(filepath.Clean("docs/"+to))
	}
	fmt.Fprintf(w, `<a href="%s">`, html.EscapeString(to))
	return ast.WalkContinue, nil
}

// fenced writes a block of code.
func (r *reference) fenced(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		fmt.Fprintf(w, "<pre class=\"code\" tabindex=\"0\"><code>%s</code></pre>\n", strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(r.lines(n)))
	}
	return ast.WalkSkipChildren, nil
}
