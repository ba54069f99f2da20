package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// paths are the library's paths, from slow to fast.
var paths = []string{"generic", "avx2", "avx512"}

// ours reports whether a method or program is the library's.
func ours(by string) bool {
	return slices.Contains(paths, by) || strings.HasPrefix(by, "koggestone") || strings.HasPrefix(by, "export-")
}

func other(by string) bool { return !ours(by) }

// inGo lists the rivals in plain Go. In the block vectors, methods with these names are in C.
var inGo = []string{"fancy-magic", "hyperbola"}

// runs reports whether a method of a record runs where a path is chosen. The path of the record's CPU has all methods
// except loops of our calls in plain Go; plain Go has these and other methods in Go; and other paths have none, since
// their CPUs are of another kind.
func (g *grid) runs(by, path string) bool {
	generic := strings.HasSuffix(by, "-generic") || g.block != "vectors" && slices.Contains(inGo, by)
	switch path {
	case g.rec.config("path"):
		return !strings.HasSuffix(by, "-generic")
	case "generic":
		return generic
	}
	return false
}

// chosen returns the record that timed the benchmarks last on a CPU that chooses a path, or for plain Go on any CPU. It
// returns nil if there is none.
func (p *page) chosen(path string, benchmarks ...string) (chosen *record) {
	last := ""
	for _, rec := range p.records {
		date := ""
		for _, name := range benchmarks {
			all := rec.of(name)
			if len(all) == 0 {
				date = ""
				break
			}
			for _, s := range all {
				date = max(date, s.config["date"])
			}
		}
		if date > last && (path == "generic" || rec.config("path") == path) {
			chosen, last = rec, date
		}
	}
	return chosen
}

// comparisons says which benchmarks a block compares in a table of methods, and which keys form
// the rows. The remaining key, by, is the column.
var comparisons = map[string]struct {
	benchmark string
	keys      []string
	rows      []string // the rows to show; all if there are none
}{
	"union":     {"Union", []string{"call", "sliders"}, []string{"one/1+1", "one/2+2", "one/3+3", "one/games", "batch/1+1", "batch/games"}},
	"rays":      {"Rays", []string{"call"}, nil},
	"threats":   {"Threats", []string{"call"}, nil},
	"calls":     {"Calls", []string{"sets"}, nil},
	"pairs":     {"Pairs", []string{"of"}, nil},
	"crossover": {"Crossover", []string{"sliders"}, []string{"1", "2", "3", "4", "8", "12"}},
	"count":     {"Count", []string{"plies"}, nil},
	"batch":     {"Batch", []string{"call"}, nil},
	"node": {"Node", []string{"ask"}, []string{"moves", "piece-moves", "piece-captures", "captures-then-quiets", "quiet-checks", "in-check", "any-move", "stalemate",
		"attackers", "legal", "gives-check", "play-and-key", "play-and-set", "exchange", "exchange-value", "quiet-exchange"}},
	"disturbed": {"Disturbed", []string{"ask"}, []string{"moves", "piece-captures", "in-check", "play-and-key", "exchange"}},
	"vectors":   {"Vectors", []string{"ask"}, []string{"queen", "side", "sides", "threats", "both", "attackers", "pairs"}},
	"perft":     {"Perft", []string{"position"}, nil},
}

// measured says what the figures of a block are for, if not for a position.
var measured = map[string]string{
	"node":      "a list, an answer or a move",
	"disturbed": "a list, an answer or a move",
	"pairs":     "a move or a board",
}

// nanoseconds returns the unit of a block's figures.
func nanoseconds(block string) string {
	return "Nanoseconds for " + cmp.Or(measured[block], "a position")
}

// A place is a row of a block.
type place struct{ block, row string }

// alike lists, for a row, the rows in other benchmarks that answer the same question, so that the library is
// compared with the fastest rival in all of them. A call for one position, in a loop, also answers for a batch.
var alike = map[place][]place{
	{"union", "one/games"}:   {{"vectors", "side"}},
	{"union", "batch/games"}: {{"union", "one/games"}, {"vectors", "side"}, {"vectors", "sides"}},
	{"vectors", "side"}:      {{"union", "one/games"}},
	{"vectors", "sides"}:     {{"vectors", "side"}, {"union", "one/games"}, {"union", "batch/games"}},
	{"rays", "batch"}:        {{"rays", "one"}},
	{"threats", "one"}:       {{"vectors", "threats"}},
	{"threats", "batch"}:     {{"threats", "one"}, {"vectors", "threats"}},
	{"vectors", "threats"}:   {{"threats", "one"}},
	{"vectors", "both"}:      {{"calls", "both"}},
	{"calls", "both"}:        {{"vectors", "both"}},
	{"pairs", "deltas"}:      {{"vectors", "pairs"}},
	{"vectors", "pairs"}:     {{"pairs", "deltas"}},
}

// titles maps methods and other keys' values to titles. A name that is not here is its
// own title.
var titles = map[string]string{
	"fancy-magic":            "fancy magics",
	"hyperbola":              "hyperbola quintessence",
	"kogge-stone":            "Kogge-Stone, scalar",
	"kogge-stone-vectorized": "Kogge-Stone, vectorized C",
	"calls":                  "one position a call",
	"calls-generic":          "the same, generic",
	"export-generic":         "exported C, generic",
	"export-avx2":            "exported C, avx2",
	"export-avx512":          "exported C, avx512",
	"export-inline":          "exported C, inlined",
	"lookups":                "our CountLegal",
	"lookups-generic":        "the same, generic",
	"koggestone-bulk":        "koggestone, bulk",
	"koggestone-generic":     "koggestone, generic",
	"koggestone-avx2":        "koggestone, avx2",

	"archsimd":        "Go's own vectors",
	"archsimd-avx512": "Go's own vectors",
	"pext":            "PEXT",
	"hyperbola-gfni":  "the same, GFNI",
	"four-lanes-avx2": "four lanes, AVX2",
	"four-lanes":      "four lanes, AVX-512",
	"four-lanes-gfni": "four lanes, GFNI",
	"queen":           "attacks of a queen",
	"side":            "attacks of a side's sliders",
	"sides":           "the same for arrays of positions",
	"threats":         "`Threats`",

	"ask":      "question",
	"of":       "result",
	"sets":     "call",
	"one":      "one position",
	"batch":    "batch of 4096",
	"legality": "`Legality`",
	"both":     "`BothThreats`",

	"start":     "start position",
	"position3": "position 3",
	"position4": "position 4",
	"position5": "position 5",
	"position6": "position 6",

	"deltas":   "pairs that a move changes",
	"pairs":    "pairs that a move changes",
	"features": "... and the features of both sides",
	"refresh":  "all pairs of a board",

	"lists":          "`AppendLegalMovesBatch`",
	"select":         "`SelectMoveBatch`",
	"status":         "`StatusBatch`",
	"play":           "`PlayBatch`, with clocks and keys",
	"children":       "`AppendChildrenBatch`, a child",
	"mask-alphazero": "`policy.AlphaZero.MaskBatch`",
	"mask-leela":     "`policy.Leela.MaskBatch`",
	"playout":        "a ply of random games: count, select, play, status",

	"moves":                "all legal moves",
	"captures":             "captures and queen promotions",
	"captures-then-quiets": "captures, then quiet moves, in two lists",
	"piece-moves":          "all legal moves with their pieces",
	"piece-captures":       "captures and queen promotions with their pieces",
	"any-move":             "is there a legal move? (`HasLegalMove`)",
	"stalemate":            "stalemate? (`IsStalemate`)",
	"play-and-keys":        "play a move, with all keys and the material",
	"attackers":            "attackers of a square (each of the board)",
	"play-and-set":         "play a move, set its node, read its bitboards",
	"quiet-exchange":       "does a quiet move lose more than two pawns? (`SEEAtLeast`)",
	"quiet-checks":         "quiet moves that give check",
	"in-check":             "in check?",
	"legal":                "is a move legal? (each of the position)",
	"legal-pieces":         "is a quiet move of another position legal? (`IsLegalPieceMove`)",
	"gives-check":          "does a move give check? (each of the position)",
	"play-and-key":         "play a move, with its change and key",
	"exchange":             "does a capture lose material? (`SEEAtLeast`)",
	"exchange-value":       "what does a capture win? (`Node.SEE`)",

	"position-exchange-value": "what does a capture win? (`Position.SEE`)",
}

func title(name string) string { return cmp.Or(titles[name], name) }

func (p *page) block(name string) (string, error) {
	c, ok := comparisons[name]
	switch {
	case name == "machines":
		var b strings.Builder
		for _, rec := range p.records {
			fmt.Fprintf(&b, "- %s\n", p.about(rec, rec.series))
		}
		return b.String(), nil
	case name == "loader":
		return p.loaders()
	case name == "losses":
		return p.losses(), nil
	case name == "gains":
		return p.gains()
	case name == "speed":
		return p.summary(name)
	case name == "perft-chart":
		return p.summary("perft")
	case !ok:
		return "", fmt.Errorf("unknown block bench:%s", name)
	case p.dir != "bench":
		return p.joined(name)
	}
	text := ""
	for _, path := range slices.Backward(paths[1:]) {
		rec := p.chosen(path, c.benchmark)
		if rec == nil {
			continue
		}
		g := newGrid(rec, name)
		table := g.table(c.keys) + "\n" + g.note() + "\n"
		if text == "" { // readers first see the best path
			text = p.source(rec, rec.of(c.benchmark)) + ":\n\n" + table
		} else {
			text += fmt.Sprintf("\n[%s on %s](%s).\n", upper[path], cpuName(rec.config("cpu")), p.link(p.further(rec, path, table)))
		}
	}
	return text, nil
}

// further appends a table to the page of a CPU beside its record, and returns a link to the table.
func (p *page) further(rec *record, path, table string) string {
	name := filepath.Join(filepath.Dir(rec.file), "README.md")
	beside := page{dir: filepath.Dir(name)}
	if p.files[name] == nil {
		p.files[name] = fmt.Appendf(nil, "# %s, %s\n\nTables of the comparisons in [bench/README.md](../../README.md), which explains them. %s.\n", cpuName(rec.config("cpu")), upper[path], beside.about(rec, rec.series))
	}
	if heading := "\n## " + p.heading + "\n"; !bytes.Contains(p.files[name], []byte(heading)) {
		p.files[name] = append(p.files[name], heading...)
	}
	p.files[name] = append(p.files[name], "\n"+table...)
	return name + "#" + anchor(p.heading)
}

// anchor returns the fragment by which GitHub links to a heading.
func anchor(heading string) string {
	return strings.NewReplacer(" ", "-", ",", "", ".", "", "`", "").Replace(strings.ToLower(heading))
}

// about returns a record's CPU and Go version, and the commits and dates of its series.
func (p *page) about(rec *record, all []*series) string {
	clock := ""
	if ghz := all[0].config["ghz"]; ghz != "" {
		clock = " at " + ghz + " GHz"
	}
	runs := distinct(all, func(s *series) string { return "commit " + s.config["commit"] + ", " + s.date() })
	return fmt.Sprintf("[%s](%s)%s, %s, %s, %s", cpuName(rec.config("cpu")), p.link(rec.file), clock, all[0].config["go"], strings.Join(runs, " and "), medians(all))
}

// source returns what the line at a table says of series of a record: the CPU and the dates, and in bench the number of rounds.
func (p *page) source(rec *record, all []*series) string {
	text := fmt.Sprintf("[%s](%s), %s", cpuName(rec.config("cpu")), p.link(rec.file), strings.Join(distinct(all, (*series).date), " and "))
	if p.dir == "bench" {
		text += ", " + medians(all)
	}
	return text
}

// medians says of how many rounds the figures of series are medians. A single round has none.
func medians(all []*series) string {
	var rounds []int
	for _, s := range all {
		rounds = append(rounds, len(s.values["ns/op"]))
	}
	if slices.Min(rounds) == slices.Max(rounds) {
		return fmt.Sprintf("medians of %d rounds", rounds[0])
	}
	if slices.Min(rounds) == 1 {
		return fmt.Sprintf("1 to %d rounds", slices.Max(rounds))
	}
	return fmt.Sprintf("medians of %d to %d rounds", slices.Min(rounds), slices.Max(rounds))
}

// distinct returns the texts of series, each once.
func distinct(all []*series, text func(*series) string) (texts []string) {
	for _, s := range all {
		if t := text(s); !slices.Contains(texts, t) {
			texts = append(texts, t)
		}
	}
	return texts
}

// A grid is a table of series.
type grid struct {
	rec     *record
	block   string
	rows    []string // the keys' values, joined by "/"
	columns []string // other methods first
	cells   map[[2]string]*series
	perft   bool // whether the cells are nodes a second
}

// newGrid arranges a block's series in the order of the record: rows by each key, and the
// library's columns last.
func newGrid(rec *record, block string) *grid {
	keys := comparisons[block].keys
	g := &grid{rec: rec, block: block, cells: map[[2]string]*series{}, perft: block == "perft"}
	ranks := make([][]string, len(keys))
	for _, s := range rec.of(comparisons[block].benchmark) {
		values := make([]string, len(keys))
		for i, key := range keys {
			values[i] = s.keys[key]
			if !slices.Contains(ranks[i], values[i]) {
				ranks[i] = append(ranks[i], values[i])
			}
		}
		cell := [2]string{strings.Join(values, "/"), s.keys["by"]}
		if shown := comparisons[block].rows; shown != nil && !slices.Contains(shown, cell[0]) {
			continue
		}
		if old := g.cells[cell]; old == nil || number(s.keys["depth"]) > number(old.keys["depth"]) {
			g.cells[cell] = s
		}
		if !slices.Contains(g.rows, cell[0]) {
			g.rows = append(g.rows, cell[0])
		}
		if !slices.Contains(g.columns, cell[1]) {
			g.columns = append(g.columns, cell[1])
		}
	}
	slices.SortStableFunc(g.rows, func(a, b string) int {
		x, y := strings.Split(a, "/"), strings.Split(b, "/")
		for i := range keys {
			if c := cmp.Compare(slices.Index(ranks[i], x[i]), slices.Index(ranks[i], y[i])); c != 0 {
				return c
			}
		}
		return 0
	})
	slices.SortStableFunc(g.columns, func(a, b string) int {
		if ours(a) == ours(b) {
			return 0
		}
		if ours(b) {
			return -1
		}
		return 1
	})
	return g
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// at returns the time of a cell in nanoseconds.
func (g *grid) at(row, by string) quartiles { return g.cells[[2]string{row, by}].in("ns/op") }

// best returns the fastest method that pick accepts, or "" if there is none.
func (g *grid) best(row string, pick func(by string) bool) (by string, best quartiles) {
	for _, c := range g.columns {
		if q := g.at(row, c); q.median > 0 && pick(c) && (by == "" || q.median < best.median) {
			by, best = c, q
		}
	}
	return by, best
}

// rival returns the fastest method that is not the library's and runs where the path is chosen, in the row and in the rows
// that are alike. It also reports whether it is in another row.
func (g *grid) rival(row, path string) (by string, best quartiles, elsewhere bool) {
	in := func(g *grid, row string) (string, quartiles) {
		return g.best(row, func(by string) bool { return other(by) && g.runs(by, path) })
	}
	by, best = in(g, row)
	for _, p := range alike[place{g.block, row}] {
		if b, q := in(newGrid(g.rec, p.block), p.row); b != "" && (by == "" || q.median < best.median) {
			by, best, elsewhere = b, q, true
		}
	}
	return by, best, elsewhere
}

// table returns the grid in Markdown, the fastest method in bold. Tables of many methods have a row for each.
func (g *grid) table(keys []string) string {
	if len(g.columns) > 10 {
		return g.methods()
	}
	depths, rivals := g.perft, slices.ContainsFunc(g.columns, other)
	t := table{left: len(keys)}
	var head []string
	for _, key := range keys {
		head = append(head, title(key))
	}
	if depths {
		head = append(head, "depth")
	}
	for _, by := range g.columns {
		head = append(head, title(by))
	}
	if rivals {
		head = append(head, g.against())
	}
	t.add(head...)
	for _, row := range g.rows {
		var cells []string
		for value := range strings.SplitSeq(row, "/") {
			cells = append(cells, title(value))
		}
		depth := g.depth(row)
		if depths {
			cells = append(cells, depth)
		}
		fastest, _ := g.best(row, func(string) bool { return true })
		for _, by := range g.columns {
			cell := bold(g.figure(g.at(row, by)), by == fastest)
			if s := g.cells[[2]string{row, by}]; s != nil && s.keys["depth"] != depth {
				cell += " (depth " + s.keys["depth"] + ")"
			}
			cells = append(cells, cell)
		}
		if rivals {
			_, own := g.best(row, ours)
			by, theirs, elsewhere := g.rival(row, g.rec.config("path"))
			cells = append(cells, versus(own, theirs, by, g.figure(theirs), elsewhere))
		}
		t.add(cells...)
	}
	return t.String()
}

// methods returns the grid with a row for each method, and a last row that compares.
func (g *grid) methods() string {
	t := table{left: 1}
	head, last := []string{"method"}, []string{g.against()}
	for _, row := range g.rows {
		head = append(head, title(row))
		_, own := g.best(row, ours)
		by, theirs, elsewhere := g.rival(row, g.rec.config("path"))
		last = append(last, versus(own, theirs, by, g.figure(theirs), elsewhere))
	}
	t.add(head...)
	for _, by := range g.columns {
		name := title(by)
		if ours(by) {
			name = "ours: " + name
		}
		cells := []string{name}
		for _, row := range g.rows {
			fastest, _ := g.best(row, func(string) bool { return true })
			cells = append(cells, bold(g.figure(g.at(row, by)), by == fastest))
		}
		t.add(cells...)
	}
	t.add(last...)
	return t.String()
}

// versus returns the ratio of ours to a rival. The rival follows if the row does not show it.
func versus(own, theirs quartiles, by, figure string, elsewhere bool) string {
	cell := ratio(own, theirs)
	if elsewhere {
		cell += " (" + title(by) + ", " + figure + ")"
	}
	return cell
}

// bold returns a figure as it is, or in bold.
func bold(figure string, yes bool) string {
	if yes {
		return "**" + figure + "**"
	}
	return figure
}

// against returns the title of the column that compares. If a table has no rivals, it compares with our own calls.
func (g *grid) against() string {
	if slices.ContainsFunc(g.columns, func(by string) bool { return other(by) && !single(by) }) {
		return "best of ours / best other"
	}
	return "against single calls"
}

// single reports whether a method is a loop of our calls for one position.
func single(by string) bool {
	by = strings.TrimSuffix(by, "-generic")
	return by == "calls" || by == "lookups"
}

// depth returns the depth to which our fastest method counts, or "" if there is none.
func (g *grid) depth(row string) string {
	by, _ := g.best(row, ours)
	if s := g.cells[[2]string{row, by}]; s != nil {
		return s.keys["depth"]
	}
	return ""
}

// figure returns a time as tables show it: nanoseconds, or for perft million nodes a second.
func (g *grid) figure(q quartiles) string {
	if g.perft && q.median > 0 {
		return figure(1e3 / q.median)
	}
	return figure(q.median)
}

// note returns a note on the unit of a grid's cells, and how much the rounds differ.
func (g *grid) note() string {
	unit := nanoseconds(g.block)
	if g.perft {
		unit = "Million nodes a second"
	}
	var spreads []float64
	for _, row := range g.rows {
		for _, by := range g.columns {
			if q := g.at(row, by); q.median > 0 {
				spreads = append(spreads, q.spread())
			}
		}
	}
	return fmt.Sprintf("%s. %s.", unit, rounds(spreads))
}

// rounds says how far the middle half of the rounds is from the median, from the spreads of some methods.
func rounds(spreads []float64) string {
	return fmt.Sprintf("Rounds differ by ±%.0f%%, at worst ±%.0f%%", math.Ceil(100*quartilesOf(spreads).median), math.Ceil(100*slices.Max(spreads)))
}

// loaderQuestion returns the feature set, the filter and the number of cores of a data loader.
func loaderQuestion(s *series) string {
	return s.keys["features"] + " " + s.keys["filter"] + " " + s.keys["cores"]
}

// loaderRivals returns the CPU time of the fastest other loader for each question.
func (p *page) loaderRivals() map[string]float64 {
	rivals := map[string]float64{}
	for _, s := range p.loader.of("Loader") {
		ns, old := s.in("cpu-ns/op").median, rivals[loaderQuestion(s)]
		if strings.HasPrefix(s.keys["by"], "nnue-pytorch") && (old == 0 || ns < old) {
			rivals[loaderQuestion(s)] = ns
		}
	}
	return rivals
}

// loaderRange returns how many times as fast as the fastest other loader ours is: the least and the most of all questions.
func (p *page) loaderRange() (least, most float64) {
	rivals := p.loaderRivals()
	least = math.Inf(1)
	for _, s := range p.loader.of("Loader") {
		if factor := rivals[loaderQuestion(s)] / s.in("cpu-ns/op").median; s.keys["by"] == "koggestone" && factor > 0 {
			least, most = min(least, factor), max(most, factor)
		}
	}
	return least, most
}

// loaders returns the comparison of data loaders.
func (p *page) loaders() (string, error) {
	all := p.loader.of("Loader")
	rivals := p.loaderRivals()
	byName := map[string]*series{}
	for _, s := range all {
		byName[loaderQuestion(s)+s.keys["by"]] = s
	}
	t := table{left: 2}
	t.add("features", "filter", "koggestone", "fastest nnue-pytorch", "times as fast", "nnue-pytorch as built", "MiB", "its MiB", "first batch, s", "its, s")
	for _, s := range all {
		if s.keys["by"] != "koggestone" {
			continue
		}
		ns, built := s.in("cpu-ns/op").median, byName[loaderQuestion(s)+"nnue-pytorch"]
		filter := s.keys["filter"]
		if s.keys["cores"] != "1" {
			filter += ", " + s.keys["cores"] + " cores"
		}
		t.add(s.keys["features"], filter, figure(ns), figure(rivals[loaderQuestion(s)]), times(rivals[loaderQuestion(s)]/ns), figure(built.in("cpu-ns/op").median),
			figure(s.in("rss-bytes").median/(1<<20)), figure(built.in("rss-bytes").median/(1<<20)), figure(s.in("first-sec").median), figure(built.in("first-sec").median))
	}
	return fmt.Sprintf("%s; batches of %s:\n\n%s", p.source(p.loader, all), p.loader.config("size"), t.String()), nil
}

// A table has rows of cells below a head. The first columns are left-aligned.
type table struct {
	left int
	strings.Builder
}

// add adds a row; the first is the head.
func (t *table) add(cells ...string) {
	head := t.Len() == 0
	fmt.Fprintf(t, "| %s |\n", strings.Join(cells, " | "))
	if head {
		t.WriteString(strings.Repeat("| --- ", t.left) + strings.Repeat("| ---: ", len(cells)-t.left) + "|\n")
	}
}

// figure formats x with three digits, or with all digits before the point if there are more. The text
// of 0 is empty.
func figure(x float64) string {
	switch {
	case x == 0:
		return ""
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// times formats a factor with two digits, or with all digits before the point if there are more.
// Factors near 1 have three.
func times(x float64) string {
	switch {
	case x < 1.095:
		return fmt.Sprintf("%.2fx", x)
	case x < 9.95:
		return fmt.Sprintf("%.1fx", x)
	}
	return fmt.Sprintf("%.0fx", x)
}

// even and unclear are the words after a ratio that does not say which method is faster.
const (
	even    = ", even"
	unclear = ", unclear"
)

// ratio returns how many times as fast own is as theirs. It adds the word even if they differ by 2 % or less, unclear with
// the wider spread if the middle halves of the rounds overlap, and otherwise loses if theirs is faster.
func ratio(own, theirs quartiles) string {
	if theirs.median == 0 {
		return ""
	}
	text := times(theirs.median / own.median)
	switch {
	case math.Abs(theirs.median/own.median-1) < 0.025:
		return text + even
	case own.overlaps(theirs):
		return text + unclear + fmt.Sprintf(" ±%.0f%%", math.Ceil(100*max(own.spread(), theirs.spread())))
	case theirs.median < own.median:
		return text + ", **loses**"
	}
	return text
}
