package main

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/koggestone/koggestone/internal/page"
	"github.com/koggestone/koggestone/internal/palette"
)

var (
	//go:embed reference/reference.html
	referenceHTML string
	//go:embed reference/reference.css
	referenceCSS string
	//go:embed reference/reference.js
	referenceJS string
)

// repository is where links to files lead that the page does not contain.
const repository = "https://github.com/koggestone/koggestone/blob/main/"

// live names the pictures that the page replaces by widgets, which have the same names.
var live = map[string]bool{
	"bits": true, "fill": true, "occluded": true, "propagator": true, "doubling": true, "wraps": true,
	"subtraction": true, "generators": true, "directions": true, "positions": true, "ranks": true,
}

// stepperHeading is the section of the text that gets the stepper.
const stepperHeading = "12-your-own-position"

// writeReference writes the page index.html to folder: the text of method.md with widgets
// in place of its pictures.
func writeReference(folder string) error {
	source, err := os.ReadFile("method.md")
	if err != nil {
		return err
	}
	stepper := page.NewStepper(page.Start{FEN: position, Direction: "north", Sliders: "both"})
	r := reference{source: source, folder: folder, stepper: fmt.Sprintf("<section id=\"stepper\" aria-label=\"Your own position\" %s>\n%s</section>\n", stepper.Data, stepper.Markup)}
	markdown := goldmark.New(goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(&r, 100))))
	document := markdown.Parser().Parse(text.NewReader(source))
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, document); err != nil {
		return err
	}
	if r.widgets != len(live) || !r.stepped {
		return fmt.Errorf("method.md: %d of %d pictures with widgets, section %s: %v", r.widgets, len(live), stepperHeading, r.stepped)
	}
	var colours strings.Builder
	for _, c := range palette.Colours {
		fmt.Fprintf(&colours, ".widget .square.%s, .bytes td.%[1]s, .bytes i.%[1]s, .widget .legend .%[1]s { background: %s } .network circle.%[1]s { fill: %[2]s }\n", c.Class, c.Fill)
	}
	var out bytes.Buffer
	if _, err := strings.NewReplacer(
		"@STYLE@", page.Base()+referenceCSS+colours.String()+"#stepper {\n"+stepper.Style+"}\n",
		"@SHAPES@", stepper.Shapes,
		"@TEXT@", body.String(),
		"@SCRIPT@", "'use strict';\n"+stepper.Shared+"\n{\n"+referenceJS+"}\n{\n"+stepper.Script+"}",
	).WriteString(&out, referenceHTML); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "index.html"), out.Bytes(), 0o644)
}

// A reference renders the nodes of the text that differ from plain HTML.
type reference struct {
	source  []byte
	folder  string
	stepper string
	widgets int
	stepped bool
}

func (r *reference) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, r.heading)
	reg.Register(ast.KindParagraph, r.paragraph)
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

// headingID returns the id of a heading.
func headingID(n ast.Node) string {
	id, _ := n.AttributeString("id")
	text, _ := id.([]byte)
	return string(text)
}

// heading gives sections of the second level a link, and the title a table of contents.
func (r *reference) heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h, id := n.(*ast.Heading), headingID(n)
	if entering {
		if previous := n.PreviousSibling(); previous != nil && h.Level == 2 && r.section(previous) == stepperHeading {
			w.WriteString(r.stepper)
			r.stepped = true
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

// contents returns links to the sections.
func (r *reference) contents(n ast.Node) string {
	var b strings.Builder
	b.WriteString("<nav aria-label=\"Contents\"><ol>\n")
	for ; n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 2 {
			fmt.Fprintf(&b, "<li><a href=\"#%s\">%s</a></li>\n", headingID(h), html.EscapeString(r.plain(h)))
		}
	}
	b.WriteString("</ol></nav>\n")
	return b.String()
}

// isPicture reports whether a paragraph is only a picture.
func isPicture(n ast.Node) bool {
	return n.ChildCount() == 1 && n.FirstChild().Kind() == ast.KindImage
}

// paragraph leaves out the link to this page itself; pictures are no paragraphs.
func (r *reference) paragraph(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if link, ok := n.FirstChild().(*ast.Link); ok && string(link.Destination) == "index.html" {
		if entering {
			w.WriteString("<p>Every picture here changes when you tap it or press its buttons.</p>\n")
		}
		return ast.WalkSkipChildren, nil
	}
	if !isPicture(n) {
		if entering {
			w.WriteString("<p>")
			return ast.WalkContinue, nil
		}
		w.WriteString("</p>\n")
		if next := n.NextSibling(); next != nil && next.Kind() == ast.KindHeading && r.section(n) != "" && n.Parent().FirstChild().Kind() == ast.KindHeading && r.section(n) == headingID(n.Parent().FirstChild()) {
			w.WriteString(r.contents(next))
		}
	}
	return ast.WalkContinue, nil
}

// image writes a widget, or the picture itself.
func (r *reference) image(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	return ast.WalkSkipChildren, r.picture(w, string(n.(*ast.Image).Destination), r.plain(n))
}

// pictureTag is how the text shows a picture that has a narrow variant.
var pictureTag = regexp.MustCompile(`^<picture>\n<source media="\(max-width: 600px\)" srcset="narrow/([a-z]+\.svg)">\n<img src="([a-z]+\.svg)" alt="([^"<>]*)">\n</picture>\n$`)

// block writes a widget in place of a picture.
func (r *reference) block(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	m := pictureTag.FindStringSubmatch(r.lines(n))
	if m == nil || m[1] != m[2] {
		return ast.WalkStop, fmt.Errorf("method.md: expected a picture, found %s", r.lines(n))
	}
	return ast.WalkContinue, r.picture(w, m[2], m[3])
}

// lines returns the lines of a block.
func (r *reference) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(r.source))
	}
	return b.String()
}

// picture writes a widget, or a picture with its narrow variant.
func (r *reference) picture(w util.BufWriter, file, text string) error {
	alt := html.EscapeString(text)
	if name := strings.TrimSuffix(file, ".svg"); live[name] {
		r.widgets++
		fmt.Fprintf(w, `<figure class="widget" id="%s" data-widget="%[1]s" aria-label="%s"><div class="live"><noscript>%[2]s. This picture needs JavaScript.</noscript></div><a class="permalink" href="#%[1]s">Link to this picture</a></figure>`+"\n", name, alt)
		return nil
	}
	var data [2]string
	for i, name := range []string{file, "narrow/" + file} {
		picture, err := os.ReadFile(filepath.Join(r.folder, name))
		if i > 0 && os.IsNotExist(err) {
			data[i] = data[0] // it fits a phone
			continue
		}
		if err != nil {
			return err
		}
		data[i] = "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(picture)
	}
	fmt.Fprintf(w, `<picture><source media="(max-width: 600px)" srcset="%s"><img class="still" alt="%s" src="%s"></picture>`+"\n", data[1], alt, data[0])
	return nil
}

// link leads to the repository where the page has no such file.
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

// fenced folds blocks of code that follow each other, one for each language; the first is
// open.
func (r *reference) fenced(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	isCode := func(n ast.Node) bool { return n != nil && n.Kind() == ast.KindFencedCodeBlock }
	open := ""
	if !isCode(n.PreviousSibling()) {
		w.WriteString("<div class=\"languages\">\n")
		open = " open"
	}
	name := map[string]string{"go": "Go", "c": "C", "rust": "Rust"}[string(n.(*ast.FencedCodeBlock).Language(r.source))]
	fmt.Fprintf(w, "<details name=\"language\" aria-label=\"%[2]s\"%[1]s><summary>%[2]s</summary><pre><code>%[3]s</code></pre></details>\n", open, name, html.EscapeString(r.lines(n)))
	if !isCode(n.NextSibling()) {
		w.WriteString("</div>\n")
	}
	return ast.WalkSkipChildren, nil
}
