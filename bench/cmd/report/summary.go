package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/template"
)

// speeds are the calls of the table speed in README.md, with the rows that measure them.
var speeds = []struct{ call, block, row string }{
	{"`CountTwoPlyBatch`: leaves two plies on", "count", "2"},
	{"`CountLegalBatch`: number of legal moves", "count", "1"},
	{"`RayAttacksBatch`: attacks by direction", "rays", "batch"},
	{"`ThreatsBatch`: attacks, checks, pins", "threats", "batch"},
	{"`SliderAttacksBatch`: squares that sliders attack", "vectors", "sides"},
	{"`RayAttacks`, one position: attacks by direction", "rays", "one"},
	{"`Threats`, one position: attacks, checks, pins", "vectors", "threats"},
	{"`Rules.Deltas`, a move: threat pairs that it changes", "vectors", "pairs"},
	{"`SliderAttacks`, one position: squares attacked", "vectors", "side"},
}

// A line compares methods of the library with the best other method.
type line struct {
	Name  string
	Rival bar
	Own   []bar // by method
}

// A bar is a method with its speed; the best other method has 1.
type bar struct {
	Name, Figure, Ratio string
	Factor              float64
}

// newLine returns the comparison of a row.
func newLine(g *grid, name, row string, own []string) line {
	rival, theirs, _ := g.rival(row)
	l := line{Name: name, Rival: bar{title(rival), g.figure(theirs), "", 1}}
	for _, by := range own {
		q := g.at(row, by)
		l.Own = append(l.Own, bar{by, g.figure(q), ratio(q, theirs), theirs.median / q.median})
	}
	return l
}

// summary returns the table and the chart of a block of README.md, from the first record.
func (p *page) summary(block string) (string, error) {
	rec := p.records[0]
	var lines []line
	var used []*series
	unit, rivals, own := "ns", "other method measured", paths[:slices.Index(paths, rec.config("path"))+1]
	if block == "speed" {
		for _, s := range speeds {
			c := comparisons[s.block]
			all := rec.of(c.benchmark)
			if len(all) == 0 {
				return "", fmt.Errorf("%s: no Benchmark%s", rec.file, c.benchmark)
			}
			lines, used = append(lines, newLine(newGrid(rec, s.block), s.call, s.row, own)), append(used, all...)
		}
	} else {
		used = rec.of("Perft")
		g := newGrid(rec, "perft")
		unit, rivals, own = "M/s", "other program measured", []string{"koggestone-avx2", "koggestone"}
		for _, row := range g.rows {
			lines = append(lines, newLine(g, title(row)+", depth "+g.depth(row), row, own))
		}
	}
	t := table{left: 1}
	// The best path comes first, so that phones show it without scrolling.
	head := []string{""}
	for _, by := range slices.Backward(own) {
		head = append(head, title(by))
	}
	t.add(append(head, "fastest "+rivals)...)
	for _, l := range lines {
		cells := []string{l.Name}
		for i, o := range slices.Backward(l.Own) {
			if i == len(l.Own)-1 {
				o.Figure = "**" + o.Figure + "**"
			}
			cells = append(cells, o.Figure+" ("+o.Ratio+")")
		}
		t.add(append(cells, l.Rival.Figure+" "+l.Rival.Name)...)
	}
	for suffix, width := range map[string]int{"": 838, "-narrow": 390} {
		p.files["bench/charts/"+block+suffix+".svg"] = draw(finding(lines), "One thread, "+cpuName(rec.config("cpu"))+". Longer is faster. Dashed: the fastest "+rivals+", 1x. Grey: slower than it.", lines, unit, width)
	}
	charts := p.link("bench/charts/" + block)
	return fmt.Sprintf(`<picture><source media="(max-width: 600px)" srcset="%s-narrow.svg"><img src="%[1]s.svg" alt="Bars: the figures of the table as multiples of the fastest %s"></picture>`+
		"\n\n<details><summary>Table, in %s</summary>\n\n%s:\n\n%s\n</details>\n",
		charts, rivals, map[string]string{"ns": "nanoseconds a position", "M/s": "million nodes a second"}[unit], p.about(rec, used), t.String()), nil
}

// headline returns a sentence that compares perft with the fastest other program.
func (p *page) headline() string {
	rec := p.records[0]
	g := newGrid(rec, "perft")
	least, most, rival := math.Inf(1), 0.0, ""
	for _, row := range g.rows {
		l := newLine(g, "", row, []string{"koggestone"})
		least, most = min(least, l.Own[0].Factor), max(most, l.Own[0].Factor)
		rival, _, _ = strings.Cut(l.Rival.Name, "-")
	}
	return fmt.Sprintf("Counts of the tree of legal moves (perft) are **%.1f to %.1f times as fast as %s**, the fastest other program\nthat we measured (one thread, %s).",
		least, most, rival, cpuName(rec.config("cpu")))
}

// finding returns a title with the gains of batches and of calls for one position, or of programs.
func finding(lines []line) string {
	var ranges []string
	path := map[string]string{"avx512": "AVX-512. ", "avx2": "AVX2. "}[lines[0].Own[len(lines[0].Own)-1].Name]
	for _, kind := range []struct {
		name string
		has  func(name string) bool
	}{
		{"Batches of positions", func(name string) bool { return strings.Contains(name, "Batch") }},
		{"One position", func(name string) bool { return strings.Contains(name, ", one ") || strings.Contains(name, ", a ") }},
		{"Perft", func(name string) bool { return strings.Contains(name, ", depth ") }},
	} {
		least, most := math.Inf(1), 0.0
		for _, l := range lines {
			if best := l.Own[len(l.Own)-1].Factor; kind.has(l.Name) {
				least, most = min(least, best), max(most, best)
			}
		}
		if most > 0 {
			ranges = append(ranges, fmt.Sprintf("%s: %.1f to %s times as fast as the best of the others", kind.name, least, strings.TrimSuffix(fmt.Sprintf("%.1f", most), ".0")))
		}
	}
	return path + strings.Replace(strings.Join(ranges, ". "), " times as fast as the best of the others. One position", " times as fast. One position", 1)
}

// cpuName returns the name of a CPU that readers know.
func cpuName(cpu string) string {
	for _, k := range []struct{ id, name string }{{"AMD EPYC family 25 model 17", "AMD EPYC (Zen 4)"}, {"AMD EPYC family 26 model 2", "AMD EPYC (Zen 5)"}} {
		if cpu == k.id {
			return k.name
		}
	}
	return cpu
}

// draw returns a chart of horizontal bars as SVG. Each line of the table is a group with its own scale, on which the
// fastest other method is 1. The length of a bar is its speed.
func draw(heading, subtitle string, lines []line, unit string, width int) []byte {
	type row struct {
		Name, Class, Label string
		Y, Wide            int
	}
	type group struct {
		Name             string
		Y, One, Top, End int // One is the place of 1x
		Rows             []row
	}
	const left, margin, labels, pitch = 165, 12, 130, 18
	bars := float64(width - left - labels)
	y := margin + 16
	var head []row
	for i, text := range append(wrap(heading, (width-2*margin)/8), wrap(subtitle, (width-2*margin)/7)...) {
		head = append(head, row{Name: text, Class: map[bool]string{true: "name", false: "text"}[i < len(wrap(heading, (width-2*margin)/8))], Y: y})
		y += pitch
	}
	var groups []group
	for _, l := range lines {
		y += 10
		g := group{Name: strings.ReplaceAll(l.Name, "`", ""), Y: y, Top: y + 6}
		y += 8
		longest := 1.0
		for _, o := range l.Own {
			longest = max(longest, o.Factor)
		}
		for _, b := range append([]bar{l.Rival}, l.Own...) {
			r := row{Name: b.Name, Class: "rival", Label: b.Figure + " " + unit, Y: y, Wide: max(1, int(b.Factor/longest*bars))}
			if b.Ratio != "" {
				r.Name, r.Class = title(b.Name), "win"
				r.Label += ", " + strings.TrimSuffix(strings.ReplaceAll(b.Ratio, "*", ""), ", loses")
				if b.Factor < 1 {
					r.Class = "loss"
				}
			}
			g.Rows = append(g.Rows, r)
		}
		slices.Reverse(g.Rows) // the best path first, the rival last
		for i := range g.Rows {
			g.Rows[i].Y = y
			y += pitch
		}
		g.One, g.End = left+int(bars/longest), y-2
		groups = append(groups, g)
		y += 8
	}
	var out bytes.Buffer
	err := chart.Execute(&out, map[string]any{"Width": width, "Height": y + margin - 4, "Left": left, "Margin": margin, "Heading": head, "Groups": groups})
	if err != nil {
		panic(err) // the template is a constant
	}
	return out.Bytes()
}

// wrap breaks a text into lines of at most n letters.
func wrap(text string, n int) (lines []string) {
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && len(lines[last])+1+len(word) <= n {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

var chart = template.Must(template.New("chart").Funcs(template.FuncMap{"add": func(a, b int) int { return a + b }}).Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="{{.Height}}" viewBox="0 0 {{.Width}} {{.Height}}">
<style>
text { font: 12px DejaVu Sans, Verdana, sans-serif; fill: #222; paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round } .name { font-weight: bold } .page { fill: #fff }
.rival { fill: #d55e00 } .win { fill: #0b5394 } .loss { fill: #a9b4c0 } .one { stroke: #d55e00; stroke-width: 1.5; stroke-dasharray: 3 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; stroke: #0d1117 } .page { fill: #0d1117 } .rival { fill: #e06c1a } .win { fill: #4a9be8 } .loss { fill: #59636f } .one { stroke: #e06c1a }
}
</style>
<rect class="page" width="100%" height="100%"/>
{{range .Heading}}<text class="{{.Class}}" x="{{$.Margin}}" y="{{.Y}}">{{.Name}}</text>
{{end}}{{range .Groups}}<text class="name" x="{{$.Margin}}" y="{{.Y}}">{{.Name}}</text>
{{range .Rows}}<text x="{{$.Margin}}" y="{{add .Y 12}}">{{.Name}}</text><rect class="{{.Class}}" x="{{$.Left}}" y="{{add .Y 1}}" width="{{.Wide}}" height="14"/>
{{end}}<path class="one" d="M{{.One}} {{.Top}}V{{.End}}"/>
{{range .Rows}}<text x="{{add $.Left (add .Wide 6)}}" y="{{add .Y 12}}">{{.Label}}</text>
{{end}}{{end}}</svg>
`))
