package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Colours that people with any kind of colour vision can distinguish, also by lightness
// (Masataka Okabe and Kei Ito 2008). The library is blue, from light to dark with its
// paths.
var (
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink   = color.RGBA{0x22, 0x22, 0x22, 0xff}
	faint = color.RGBA{0x66, 0x66, 0x66, 0xff}
	rule  = color.RGBA{0xe4, 0xe4, 0xe4, 0xff}

	colorsOf = map[string]color.RGBA{
		"generic":            {0x9e, 0xca, 0xe1, 0xff},
		"avx2":               {0x31, 0x82, 0xbd, 0xff},
		"avx512":             {0x08, 0x30, 0x6b, 0xff},
		"koggestone":         {0x08, 0x30, 0x6b, 0xff},
		"koggestone-bulk":    {0x9e, 0xca, 0xe1, 0xff},
		"koggestone-one-ply": {0x31, 0x82, 0xbd, 0xff},
		"koggestone-generic": {0x9e, 0xca, 0xe1, 0xff},
		"koggestone-avx2":    {0x31, 0x82, 0xbd, 0xff},
		"fancy-magic":        {0xd5, 0x5e, 0x00, 0xff},
		"hyperbola":          {0x77, 0x77, 0x77, 0xff},
	}
	darkOf = map[color.RGBA]color.RGBA{
		white:                    {0x0d, 0x11, 0x17, 0xff},
		ink:                      {0xe6, 0xed, 0xf3, 0xff},
		faint:                    {0xa0, 0xaa, 0xb5, 0xff},
		rule:                     {0x30, 0x36, 0x3d, 0xff},
		{0x9e, 0xca, 0xe1, 0xff}: {0x45, 0x5f, 0x85, 0xff},
		{0x31, 0x82, 0xbd, 0xff}: {0x3f, 0x78, 0xb8, 0xff},
		{0x08, 0x30, 0x6b, 0xff}: {0x79, 0xc0, 0xff, 0xff},
		{0xd5, 0x5e, 0x00, 0xff}: {0xe0, 0x6c, 0x1a, 0xff},
		{0x77, 0x77, 0x77, 0xff}: {0x8b, 0x94, 0x9e, 0xff},
	}
	otherColors = []color.RGBA{ // in turns
		{0xd5, 0x5e, 0x00, 0xff},
		{0x77, 0x77, 0x77, 0xff},
		{0xe6, 0x9f, 0x00, 0xff},
		{0x00, 0x9e, 0x73, 0xff},
		{0xcc, 0x79, 0xa7, 0xff},
	}
)

// colorOf returns the colour of a method or program, the i-th of its chart.
func colorOf(by string, i int) color.RGBA {
	if c, ok := colorsOf[by]; ok {
		return c
	}
	return otherColors[i%len(otherColors)]
}

// Shares of mixed colours: of white in bars of less weight, of ink in labels.
const (
	tint  = 0.5
	label = 0.4
)

// mix returns a colour between a and b.
func mix(a, b color.RGBA, share float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a)) + 0.5) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff}
}

// The widths of charts in pixels: of a page, and of a page on a phone, which shows them at
// 358 pixels.
const (
	chartWidth  = 838
	narrowWidth = 390
)

// Measures of a chart, in pixels.
const (
	margin    = 16
	titleSize = 16
	textSize  = 13
	smallSize = 12
)

// style returns a style of text.
func style(size vg.Length, c color.Color, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{
		Color:   c,
		Font:    face(stdfont.WeightNormal, size),
		XAlign:  x,
		YAlign:  y,
		Handler: plot.DefaultTextHandler,
	}
}

// newPlot returns a plot in the style of the charts, with labels for its axes.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // frame fills it
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = face(stdfont.WeightNormal, textSize)
		a.Label.TextStyle.Color = ink
		a.Label.Padding = 4
		a.Tick.Label.Font = a.Label.TextStyle.Font
		a.Tick.Label.Color = ink
		a.Tick.Color, a.Color = faint, faint
		a.Padding = 0
	}
	return p
}

// A canvas is an SVG canvas that records the widths of its texts.
type canvas struct {
	*vgsvg.Canvas
	widths []vg.Length
}

// FillString implements vg.Canvas.
func (c *canvas) FillString(face font.Face, at vg.Point, text string) {
	c.widths = append(c.widths, face.Width(text))
	c.Canvas.FillString(face, at, text)
}

var (
	textElement = regexp.MustCompile(`<text `)
	family      = regexp.MustCompile(`font-family:[^;]*;`)
)

// svg returns the picture, with other colours for dark pages. Viewers without the font fit
// their texts to the recorded widths.
func (c *canvas) svg() ([]byte, error) {
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		return nil, err
	}
	i := 0
	picture := textElement.ReplaceAllFunc(out.Bytes(), func([]byte) []byte {
		i++
		return fmt.Appendf(nil, `<text textLength="%.2f" lengthAdjust="spacingAndGlyphs" `, c.widths[i-1].Points())
	})
	picture = family.ReplaceAll(picture, []byte("font-family:"+families+";"))
	picture = points.ReplaceAll(picture, []byte(`<svg width="$1" height="$2"`))
	return bytes.Replace(picture, []byte("<g "), append(darkStyle(picture), "<g "...), 1), nil
}

var (
	points = regexp.MustCompile(`<svg width="([0-9.]+)pt" height="([0-9.]+)pt"`)
	shade  = regexp.MustCompile(`(fill|stroke):(#[0-9A-F]{6})`)
)

// darkStyle returns a style element that gives each colour of a picture its dark variant.
func darkStyle(picture []byte) []byte {
	var found []string
	for _, m := range shade.FindAll(picture, -1) {
		found = append(found, string(m))
	}
	slices.Sort(found)
	var out bytes.Buffer
	out.WriteString("<style>@media (prefers-color-scheme: dark) {\n")
	for _, s := range slices.Compact(found) {
		property, hex, _ := strings.Cut(s, ":")
		var c color.RGBA
		fmt.Sscanf(hex, "#%02X%02X%02X", &c.R, &c.G, &c.B)
		d := dark(c)
		fmt.Fprintf(&out, "[style*=\"%s\"] { %s: #%02X%02X%02X !important }\n", s, property, d.R, d.G, d.B)
	}
	out.WriteString("}</style>\n")
	return out.Bytes()
}

// dark returns the variant of a colour for a dark page.
func dark(c color.RGBA) color.RGBA {
	c.A = 0xff
	if d, ok := darkOf[c]; ok {
		return d
	}
	for light, d := range darkOf {
		switch c {
		case mix(light, white, tint):
			return mix(d, darkOf[white], tint)
		case mix(light, ink, label):
			return mix(d, darkOf[ink], label)
		}
	}
	return mix(c, white, 0.4)
}

// frame returns the chart as SVG: the title, the subtitle, and the plot with the given
// height and margins.
func frame(title, subtitle string, width, height, left, right vg.Length, p *plot.Plot) ([]byte, error) {
	head := style(titleSize, ink, text.XLeft, text.YTop)
	head.Font.Weight = stdfont.WeightBold
	below := style(textSize, faint, text.XLeft, text.YTop)
	titles, subtitles := wrap(head, title, width-2*margin), wrap(below, subtitle, width-2*margin)
	height += 2*margin + vg.Length(len(titles))*1.25*titleSize + vg.Length(len(subtitles))*1.25*textSize + textSize

	svg := &canvas{Canvas: vgsvg.New(width, height)}
	c := draw.NewCanvas(svg, width, height)
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)

	for _, line := range titles {
		c.FillText(head, vg.Point{X: c.Min.X, Y: c.Max.Y}, line)
		c.Max.Y -= 1.25 * titleSize
	}
	for _, line := range subtitles {
		c.FillText(below, vg.Point{X: c.Min.X, Y: c.Max.Y}, line)
		c.Max.Y -= 1.25 * textSize
	}
	c.Max.Y -= textSize
	p.Draw(draw.Crop(c, left, -right, 0, 0))

	return svg.svg()
}

// wrap breaks a text into lines that are not wider than width.
func wrap(s text.Style, words string, width vg.Length) (lines []string) {
	line := ""
	for _, word := range strings.Fields(words) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || s.Width(longer) <= width {
			line = longer
		} else {
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

// spread returns heights in the order of the given ones, moved apart so that
// neighbours are at least gap apart.
func spread(heights []vg.Length, gap vg.Length) []vg.Length {
	order := make([]int, len(heights))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case heights[a] < heights[b]:
			return -1
		case heights[a] > heights[b]:
			return 1
		}
		return 0
	})
	moved := slices.Clone(heights)
	for range 100 { // neighbours push each other until all have room
		for i := 1; i < len(order); i++ {
			low, high := &moved[order[i-1]], &moved[order[i]]
			if missing := gap - (*high - *low); missing > 0 {
				*low -= missing / 2
				*high += missing / 2
			}
		}
	}
	return moved
}

// linearTicks returns ticks from 0 to high, at most 7, at multiples of 1, 2 or 5
// times a power of ten.
func linearTicks(high float64) (ticks plot.ConstantTicks) {
	for e := -3; ; e++ {
		for _, m := range []float64{1, 2, 5} {
			step := m * math.Pow10(e)
			if high/step >= 7 {
				continue
			}
			for i := 0; float64(i)*step <= high; i++ {
				ticks = append(ticks, newTick(float64(i)*step))
			}
			return ticks
		}
	}
}

// logTicks returns ticks at 1, 2 and 5 times each power of ten.
func logTicks(low, high float64) (ticks plot.ConstantTicks) {
	for e := int(math.Floor(math.Log10(low))); math.Pow10(e) <= high; e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow10(e); v >= low && v <= high {
				ticks = append(ticks, newTick(v))
			}
		}
	}
	return ticks
}

// newTick returns a tick that is labelled with its value.
func newTick(v float64) plot.Tick {
	return plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 6, 64)}
}

// Texts are measured in DejaVu Sans, the widest of the usual fonts and the default of many
// renderers. Viewers without it use Verdana, which is as wide, or a narrower font.
const (
	typeface = "DejaVu"
	families = "DejaVu Sans,Verdana,Geneva,sans-serif"
)

func init() {
	faces := font.Collection{
		{Font: face(stdfont.WeightNormal, 0)},
		{Font: face(stdfont.WeightBold, 0)},
	}
	for i, ttf := range [][]byte{dejavusans.TTF, dejavusansbold.TTF} {
		parsed, err := opentype.Parse(ttf)
		if err != nil {
			panic(err) // the module's font is broken
		}
		faces[i].Face = parsed
	}
	font.DefaultCache.Add(faces)
}

// face describes the charts' font in a weight and a size.
func face(weight stdfont.Weight, size vg.Length) font.Font {
	return font.Font{Typeface: typeface, Variant: "Sans", Weight: weight, Size: size}
}
