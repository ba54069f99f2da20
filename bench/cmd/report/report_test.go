package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/bench/internal/results"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// read returns the files of a repository by name.
func read(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, root+"/")] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// run reports on the repository and writes the results.
func run(root string, records ...string) error {
	files, err := report(root, records)
	if err != nil {
		return err
	}
	return files.write(root)
}

// blockOf returns the text of a block of a document.
func blockOf(t *testing.T, document, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(document, "<!-- bench:"+name+" -->\n")
	block, _, ok2 := strings.Cut(rest, "<!-- /bench:"+name+" -->\n")
	if !ok || !ok2 {
		t.Fatalf("no block %s", name)
	}
	return block
}

// TestAgain checks that a table says which of its benchmarks were measured at another commit.
func TestAgain(t *testing.T) {
	again := "again: Calls/sets=legality at commit 1234567, first rounds of record --rounds 8; Count and Perft at commit 89abcde, 2026-01-03, runs with --rounds 3\n"
	root := sampleRoot(t, func(files map[string]string) {
		for name, text := range files {
			files[name] = strings.Replace(text, "threads: 2\n", again+"threads: 2\n", 1)
		}
	})
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	files := read(t, root)
	for _, block := range []string{"speed", "perft"} {
		const want = "medians of 3 rounds; Count and Perft at commit 89abcde, 2026-01-03:\n"
		if text := blockOf(t, files["README.md"], block); !strings.Contains(text, want) {
			t.Errorf("README.md, block %s: want %q in\n%s", block, want, text)
		}
	}
	if text := blockOf(t, files["bench/README.md"], "machines"); !strings.Contains(text, "Measured again: Calls/sets=legality at commit 1234567, first rounds") {
		t.Errorf("block machines: %s", text)
	}
}

// TestTables compares rows of the tables with the sample's figures.
func TestTables(t *testing.T) {
	root := sampleRoot(t, nil)
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	files := read(t, root)
	for _, tt := range []struct{ document, block, want string }{
		{"README.md", "speed", "[Example CPU 9000](bench/record/example/2026-01-02.txt) at 2.5 GHz, go1.26.8, GOAMD64=v1, " +
			"commit v0.1.0-1-g0123456, 2026-01-02, medians of 3 rounds:"},
		{"README.md", "speed", `"bench/charts/example/paths.svg" alt=`},
		{"README.md", "speed", "| `SliderAttacksBatch`, n = 4096 | 6.00 fancy magics | 13.7 (0.44x) | 2.00 (3.0x) | **1.02** (5.9x) |"},
		{"README.md", "perft", `"bench/charts/example/perft.svg" alt=`},
		// A win, a loss, a cell of another depth.
		{"README.md", "perft", "| kiwipete | 6 | 1667 mindchess-47d98f5 | **2326** | 1.4x |"},
		{"bench/README.md", "perft", "| kiwipete | 6 | 3.33 (depth 3) | 12.5 (depth 4) | 10.0 (depth 4) | 1667 | **2326** | 167 | 1.4x |"},
		{"README.md", "perft", "| start position | 6 | 1667 mindchess-47d98f5 | **1299** | 0.78x, **loses** |"},
		{"bench/README.md", "perft", "| start position | 6 | 3.33 (depth 3) | 12.5 (depth 4) | 10.0 (depth 4) | **1667** | 1299 | 167 | 0.78x, **loses** |"},
		{"README.md", "perft", "\nNot timed, since the count is wrong: other-1.0 on position 3, other-1.0 on position 5.\n"},
		{"bench/README.md", "machines", "- [Example CPU 9000](record/example/2026-01-02.txt) at 2.5 GHz"},
		{"bench/README.md", "union", `"charts/example/rivals.svg" alt=`},
		{"bench/README.md", "union", "| one position | 1+1 | 4.50 | **3.00** | 14.0 | 16.0 | 40.0 | 22.0 | 30.0 | 14.7 | 7.50 | 5.95 | 0.50x, **loses** |"},
		// 12.0 and 11.9 ns: the rounds overlap.
		{"bench/README.md", "rays", "| one position | 18.0 | 12.0 | 28.0 | 32.0 | 80.0 | 44.0 | 60.0 | 29.4 | 15.0 | **11.9** | 1.01x, even |"},
		{"bench/README.md", "crossover", "| 12 | 15.4 | 37.0 | 14.7 | 7.50 | **5.90** | 2.6x |"},
		{"bench/README.md", "batch-size", "| 2 |  | 16.2 | 4.50 | **3.50** |  |"},
		{"bench/README.md", "count", "| 1 | 40.0 | 204 | 15.8 | **7.30** | 5.5x |"},
		{"bench/README.md", "batch", "| `AppendLegalMovesBatch` | 70.0 | 110 | 40.0 | **16.0** | 4.4x |"},
		{"README.md", "speed", "| `movegen` `AppendLegalMovesBatch`, n = 4096 | 70.0 one position a call | 110 (0.64x) | 40.0 (1.8x) | **16.0** (4.4x) |"},
		{"bench/README.md", "workers", "| `CountLegalBatch` | avx512 | 7.30 | 3.74 (1.95x) |"},
		// 2962 instructions for 64 positions; 7.30 ns at 2.5 GHz.
		{"bench/README.md", "kernels", "| `countBlocksAVX512` | 46.3 | 11.4 to 16.1 | 11.4 to 15.5 | 18.2 | 7.30 |"},
		{"bench/README.md", "loader", "[Example](record/loader.txt), go1.26, commit abc, 2026-01-02, medians of 1 to 2 rounds; `HalfKAv2_hm` in batches of 65536:\n"},
		// Compared with the faster of the rival's.
		{"bench/README.md", "loader", "| none | 1 | koggestone | 1.67 | 5.0x | 550 | 200 | 0.25 |\n"},
		{"bench/README.md", "loader", "| none | 1 | nnue-pytorch | 0.33 | 1.00x | 2990 | 1000 | 2.00 |\n"},
		{"bench/README.md", "loader", "| none | 1 | nnue-pytorch-3 | 0.25 | 0.75x | 2990 | 1000 | 2.00 |\n"},
	} {
		text := blockOf(t, files[tt.document], tt.block)
		if !strings.Contains(text, tt.want) {
			t.Errorf("%s, block %s: want %q in\n%s", tt.document, tt.block, tt.want, text)
		}
	}
	for _, d := range documents {
		if strings.Contains(files[d.name], "old\n") {
			t.Errorf("%s holds what was between the markers", d.name)
		}
		for _, b := range d.blocks {
			if !strings.Contains(files[d.name], "\nBefore "+b+".\n") {
				t.Errorf("%s lost the text before block %s", d.name, b)
			}
		}
	}
}

// TestReproducible reports twice, and then on its own output.
func TestReproducible(t *testing.T) {
	first, second := sampleRoot(t, nil), sampleRoot(t, nil)
	for _, root := range []string{first, second} {
		if err := run(root); err != nil {
			t.Fatal(err)
		}
	}
	want := read(t, first)
	if got := read(t, second); !maps.Equal(got, want) {
		t.Error("two runs differ")
	}
	if err := run(first); err != nil {
		t.Fatal(err)
	}
	if got := read(t, first); !maps.Equal(got, want) {
		t.Error("a run on its own output changes it")
	}
}

// placedText finds the start of a text element: its width and where it begins.
var placedText = regexp.MustCompile(`<text textLength="([0-9.]+)"[^>]* x="([-0-9.]+)"[^>]*>`)

var fontSize = regexp.MustCompile(`font-size: *([0-9.]+)`)

// TestCharts checks that each chart is XML with a white ground, its title, and that texts
// stay within the picture.
func TestCharts(t *testing.T) {
	titles := map[string]string{
		"paths":      "One thread, speed of the best other method = 1: avx512 1.01x to 5.9x (even in 1 of 12); avx2 0.80x to 3.0x (loses in 2 of 12)",
		"rivals":     "Attacks of all sliders, in batches: avx512 1.02 ns a position, fancy magics 6.00, ratio 5.9x",
		"crossover":  "A lookup answers for one slider, a fill for all: avx512 is faster from 5 sliders",
		"batch-size": "avx512: 6.00 ns for one position a call, 1.00 each of 4096, 3.00 each of 4 M",
		"perft":      "Perft, one thread, speed of the fastest other program = 1: avx512 0.40x to 1.5x (loses in 2 of 6)",
	}
	root := sampleRoot(t, nil)
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	for _, c := range charts {
		for folder, width := range map[string]float64{"": chartWidth, "narrow": narrowWidth} {
			testChart(t, filepath.Join(root, "bench/charts/example", folder, c.name+".svg"), titles[c.name], width)
		}
	}
	rec, err := results.Read(filepath.Join(root, "bench/record/example/2026-01-02.txt"))
	if err != nil {
		t.Fatal(err)
	}
	batch, err := drawBatchSize(rec, chartWidth)
	if err != nil {
		t.Fatal(err)
	}
	caches, err := cachesOf(rec)
	if want := (marks{{1536, "L1 48 KiB"}, {65536, "L2 2 MiB"}, {1 << 20, "L3 32 MiB"}}); err != nil || !slices.Equal(caches, want) {
		t.Errorf("the caches are %v, want %v", caches, want)
	}
	for _, cache := range caches {
		if !bytes.Contains(batch, []byte(">"+cache.label+"<")) {
			t.Errorf("no mark %s", cache.label)
		}
	}
}

// testChart tests the chart of a file with a title and a width. On a phone, texts have at
// least 11 pixels.
func testChart(t *testing.T, file, title string, width float64) {
	picture, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	text := strings.Join(slices.Collect(textsOf(picture)), " ")
	if title == "" || !strings.HasPrefix(text, title) {
		t.Errorf("%s: the title is not %q: %.150s", file, title, text)
	}
	for _, m := range placedText.FindAllSubmatch(picture, -1) {
		long, _ := strconv.ParseFloat(string(m[1]), 64)
		x, _ := strconv.ParseFloat(string(m[2]), 64)
		if !bytes.Contains(m[0], []byte("rotate")) && (x < margin-1 || x+long > width-margin+1) {
			t.Errorf("%s: a text runs out of the picture: %s", file, m[0])
		}
	}
	if ground := bytes.Index(picture, []byte(`fill:#FFFFFF`)); ground < 0 || ground > bytes.Index(picture, []byte("<text")) {
		t.Errorf("%s: no white ground", file)
	}
	for _, m := range fontSize.FindAllSubmatch(picture, -1) {
		const phone = 358 // the width of a page on a phone
		if size, _ := strconv.ParseFloat(string(m[1]), 64); size*min(1, phone/width) < 11 && width < chartWidth {
			t.Errorf("%s: text of %s pixels", file, m[1])
		}
	}
}

// textsOf yields the texts of a picture.
func textsOf(picture []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for part := range strings.SplitSeq(string(picture), "</text>") {
			if _, element, ok := strings.Cut(part, "<text "); ok {
				if !yield(element[strings.Index(element, ">")+1:]) {
					return
				}
			}
		}
	}
}

// TestMachines reports on two CPUs, one without AVX-512: README.md has the newer,
// bench/README.md both. What a record lacks is left out.
func TestMachines(t *testing.T) {
	older := sample()
	for _, line := range []string{"ghz: 2.5\n", "l1d: 49152\n", "l2: 2097152\n", "l3: 33554432\n"} {
		older = strings.Replace(older, line, "", 1)
	}
	older = strings.Replace(older, "path: avx512", "path: avx2", 1)
	older = strings.Replace(older, "date: 2026", "date: 2025", 1)
	older = strings.Replace(older, "cpu: Example CPU 9000", "cpu: Old CPU", 1)
	older = without(older, "/by=avx512\t")
	root := sampleRoot(t, func(files map[string]string) {
		files["bench/record/a/2026-02-02.txt"] = older
		files["bench/charts/gone/paths.svg"] = "<svg/>"
	})
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	files := read(t, root)
	if strings.Contains(files["README.md"], "Old CPU") {
		t.Error("README.md speaks of the older record")
	}
	both := files["bench/README.md"]
	if !strings.Contains(blockOf(t, both, "rays"), "[Old CPU](record/a/2026-02-02.txt), go1.26.8") {
		t.Error("the older record has no heading")
	}
	if block := blockOf(t, both, "kernels"); strings.Count(block, "countBlocksAVX512") != 1 || strings.Count(block, "measured cycles") != 1 {
		t.Errorf("kernels:\n%s", block)
	}
	for _, name := range []string{"a", "example"} {
		if files["bench/charts/"+name+"/perft.svg"] == "" {
			t.Errorf("no charts of %s", name)
		}
	}
	if _, ok := files["bench/charts/gone/paths.svg"]; ok {
		t.Error("the charts of a record that is gone are still there")
	}
}

// without returns the lines of a text that do not have a part.
func without(text, part string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, part) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// TestErrors checks that errors name the fault, and that nothing is written.
func TestErrors(t *testing.T) {
	const record = "bench/record/example/2026-01-02.txt"
	in := func(file, old, new string) func(map[string]string) {
		return func(files map[string]string) {
			if !strings.Contains(files[file], old) {
				t.Errorf("%q is not in %s", old, file)
			}
			files[file] = strings.ReplaceAll(files[file], old, new)
		}
	}
	drop := func(part string) func(map[string]string) {
		return func(files map[string]string) { files[record] = without(files[record], part) }
	}
	for _, tt := range []struct {
		name string
		edit func(files map[string]string)
		want string
	}{
		{"opening marker", in("bench/README.md", "<!-- bench:rays -->\n", ""),
			"bench/README.md:24: <!-- /bench:rays --> closes nothing: want <!-- bench:rays --> before it"},
		{"closing marker", in("bench/README.md", "<!-- /bench:rays -->\n", ""),
			"bench/README.md:28: <!-- bench:threats -->: want <!-- /bench:rays --> first, for line 23"},
		{"last closing marker", in("bench/README.md", "<!-- /bench:loader -->\n", ""),
			"bench/README.md:101: <!-- bench:loader -->: want <!-- /bench:loader --> after it"},
		{"both markers", in("README.md", "<!-- bench:perft -->\nold\n<!-- /bench:perft -->\n", ""),
			"README.md: want the lines <!-- bench:perft --> and <!-- /bench:perft -->"},
		{"unknown marker", in("README.md", "bench:perft", "bench:parfait"),
			"README.md:17: <!-- bench:parfait -->: want one of speed, batch, perft"},
		{"marker twice", in("README.md", "bench:perft", "bench:speed"),
			"README.md:17: <!-- bench:speed --> is on line 5 already: want it once"},
		{"broken line", in(record, "BenchmarkCount/plies=1/by=avx2\t1000", "BenchmarkCount/plies=1/by=avx2\tmany"),
			record + ":132: parsing iteration count: invalid syntax"},
		{"benchmark", drop("BenchmarkCount"), record + ": no BenchmarkCount, which bench:count needs"},
		{"row", drop("Union/sliders=2+2/call=one"),
			record + ": no BenchmarkUnion/call=one/sliders=2+2/by=..., which bench:union needs"},
		{"path", drop("Rays/call=batch/by=avx2"), record + ": no BenchmarkRays/call=batch/by=avx2, which bench:rays needs"},
		{"program", drop("Perft/position=position4/depth=6/by=koggestone\t"),
			record + ": no BenchmarkPerft/position=position4/by=koggestone, which bench:perft needs"},
		{"one worker", drop("of=count/workers=1"), record + ": no BenchmarkWorkers/of=count/workers=1/by=avx512, which bench:workers needs"},
		{"unit", in(record, "nodes/s", "leaves/s"), "no nodes/s, which bench:perft needs"},
		{"key", in(record, "Crossover/sliders=3/", "Crossover/pieces=3/"), "no sliders=, which bench:crossover needs"},
		{"ambiguous", in(record, "BenchmarkRays/call=one/by=avx2", "BenchmarkRays/call=one/by=avx2/n=2\t1 1 ns/op\nBenchmarkRays/call=one/by=avx2"),
			"answers what BenchmarkRays/call=one/by=avx2/n=2 does: want one for bench:rays"},
		{"size", in(record, "BatchSize/size=64/", "BatchSize/size=lots/"), "BenchmarkBatchSize/size=lots/by=fancy-magic: lots: want a number above 0"},
		{"path of the CPU", in(record, "path: avx512", "path: sse"), record + ": path: sse: want one of generic, avx2, avx512"},
		{"clock", in(record, "ghz: 2.5", "ghz: fast"), record + ": ghz: fast: want the clock in GHz, a number above 0"},
		{"cache", in(record, "l2: 2097152", "l2: 2M"), record + ": l2: 2M: want a cache's size in bytes"},
		{"kernel", in("bench/record/mca.txt", "countBlocksAVX2 ", "countBlocks "),
			"bench/record/mca.txt: no row countBlocksAVX2, which bench:kernels needs"},
		{"loader", in(loaderRecord, "rss-bytes", "bytes"), "loader.txt:11: BenchmarkLoader/filter=none/cores=1/by=koggestone: want rss-bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := sampleRoot(t, tt.edit)
			before := read(t, root)
			err := run(root)
			if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
				t.Errorf("\n got %v\nwant %s", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			if !maps.Equal(read(t, root), before) {
				t.Error("files were written")
			}
		})
	}
}

func TestNamedRecords(t *testing.T) {
	root := sampleRoot(t, func(files map[string]string) {
		files["bench/record/example/2026-03-03.txt"] = strings.ReplaceAll(files["bench/record/example/2026-01-02.txt"], "v0.1.0-1-", "v0.2.0-2-")
	})
	older := filepath.Join(root, "bench/record/example/2026-01-02.txt")
	for _, tt := range []struct {
		records []string
		commit  string
	}{{nil, "v0.2.0-2-g"}, {[]string{older}, "v0.1.0-1-g"}} {
		if err := run(root, tt.records...); err != nil {
			t.Fatal(err)
		}
		if text := read(t, root)["README.md"]; !strings.Contains(text, "commit "+tt.commit) {
			t.Errorf("with %d named records, README.md is not about commit %s", len(tt.records), tt.commit)
		}
	}
	if err := run(root, older, older); err == nil || !strings.HasSuffix(err.Error(), ": a second record of example: want one of each CPU") {
		t.Errorf("a record twice: %v", err)
	}
}

func TestSpread(t *testing.T) {
	got := spread([]vg.Length{10, 50, 11, 52}, 4)
	for i, a := range got {
		for j, b := range got[:i] {
			if d := a - b; d > -3.99 && d < 3.99 {
				t.Errorf("labels %d and %d are at %v and %v: less than 4 apart", j, i, b, a)
			}
		}
	}
	if !(got[0] < got[2] && got[2] < got[1] && got[1] < got[3]) {
		t.Errorf("the order changed: %v", got)
	}
	if got := spread([]vg.Length{10, 20}, 4); got[0] != 10 || got[1] != 20 {
		t.Errorf("labels that have room moved: %v", got)
	}
}

func TestTicks(t *testing.T) {
	labels := func(ticks plot.ConstantTicks) string {
		var all []string
		for _, tick := range ticks {
			all = append(all, tick.Label)
		}
		return strings.Join(all, " ")
	}
	for _, tt := range []struct {
		high float64
		want string
	}{
		{2, "0 0.5 1 1.5 2"}, {6.9, "0 1 2 3 4 5 6"}, {7, "0 2 4 6"}, {40, "0 10 20 30 40"}, {2582, "0 500 1000 1500 2000 2500"},
	} {
		if got := labels(linearTicks(tt.high)); got != tt.want {
			t.Errorf("up to %v: %s, want %s", tt.high, got, tt.want)
		}
	}
	if got, want := labels(logTicks(0.9, 25)), "1 2 5 10 20"; got != want {
		t.Errorf("from 0.9 to 25: %s, want %s", got, want)
	}
	if got, want := labels(logTicks(0.15, 1)), "0.2 0.5 1"; got != want {
		t.Errorf("from 0.15 to 1: %s, want %s", got, want)
	}
}

// TestCrossover changes the times of avx512 and checks the title.
func TestCrossover(t *testing.T) {
	one := regexp.MustCompile(`(?m)^(BenchmarkCrossover/.*/by=avx512\t1000)\t.*$`)
	for _, tt := range []struct{ line, drop, want string }{
		{"$1\t5.9 ns/op", "", "A lookup answers for one slider, a fill for all: avx512 is faster from 5 sliders"},
		{"$1\t5.8 ns/op", "", "A lookup answers for one slider, a fill for all: avx512 is faster from 5 sliders, even at 4"},
		{"$1\t1.5 ns/op", "", "One position a call: avx512 is faster than lookups at every number of sliders"},
		{"$1\t99 ns/op", "", "One position a call: avx512 is not faster than lookups at 12 sliders"},
		{"$1\t15.4 ns/op", "", "One position a call: avx512 is not faster than lookups at 12 sliders"},
		{"$1\t5.9 ns/op", "Crossover/sliders=12/by=[fh]", "One position a call, by number of sliders"},
	} {
		text := one.ReplaceAllString(sample(), tt.line)
		if tt.drop != "" {
			text = regexp.MustCompile(`(?m)^Benchmark`+tt.drop+`.*\n`).ReplaceAllString(text, "")
		}
		rec, err := results.Parse([]byte(text), "example/2026-01-02.txt")
		if err != nil {
			t.Fatal(err)
		}
		g, err := ask(rec, "crossover")
		if err != nil {
			t.Fatal(err)
		}
		if got := g.crossover("avx512"); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.line, got, tt.want)
		}
	}
}

// TestClaims compares the titles of the charts of the committed records with the verdicts
// of the tables.
func TestClaims(t *testing.T) {
	root := "../../.."
	records, err := results.Newest(filepath.Join(root, "bench/record"))
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		picture, err := drawPaths(rec, chartWidth)
		if err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(strings.Join(slices.Collect(textsOf(picture)), " "), " positions from games")
		table, err := speedTable(page{}, rec)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(table), "\n")[2:]
		for i, path := range pathsOf(rec) {
			if path == "generic" {
				continue
			}
			even := 0
			for _, line := range lines {
				cell := strings.Split(line, " | ")[2+i]
				if strings.Contains(cell, "even") {
					even++
				}
				_, factor, _ := strings.Cut(cell, "(")
				factor, _, _ = strings.Cut(factor, "x")
				f, err := strconv.ParseFloat(factor, 64)
				if err != nil {
					t.Fatalf("%q: %v", cell, err)
				}
				m := regexp.MustCompile(path + ` ([0-9.]+)x to ([0-9.]+)x`).FindStringSubmatch(title)
				if m == nil {
					t.Fatalf("%s: nothing about %s", title, path)
				}
				least, _ := strconv.ParseFloat(m[1], 64)
				most, _ := strconv.ParseFloat(m[2], 64)
				if f < least || f > most {
					t.Errorf("%s: %s is outside the title's range: %s", path, cell, title)
				}
			}
			if want := strconv.Itoa(even) + " of " + strconv.Itoa(len(lines)); even > 0 && !strings.Contains(title, "even in "+want) {
				t.Errorf("%s: want %q for %s", title, want, path)
			}
		}
	}
}

// TestLegible checks the committed charts: at most 850 pixels wide, no text under 11
// pixels, and every colour has a variant for dark pages.
func TestLegible(t *testing.T) {
	names, err := filepath.Glob("../../charts/*/*.svg")
	if err != nil || len(names) == 0 {
		t.Fatalf("charts: %q, %v", names, err)
	}
	for _, name := range names {
		picture, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(`<svg width="([0-9.]+)" height="[0-9.]+" viewBox="0 0 ([0-9.]+) `).FindSubmatch(picture)
		if m == nil {
			t.Fatalf("%s: no width in pixels", name)
		}
		width, _ := strconv.ParseFloat(string(m[1]), 64)
		units, _ := strconv.ParseFloat(string(m[2]), 64)
		if width > 850 {
			t.Errorf("%s: %v pixels wide", name, width)
		}
		for _, size := range regexp.MustCompile(`font-size:([0-9.]+)px`).FindAllSubmatch(picture, -1) {
			if px, _ := strconv.ParseFloat(string(size[1]), 64); px*min(width, 838)/units < 11 {
				t.Errorf("%s: text of %v pixels", name, px*min(width, 838)/units)
			}
		}
		for _, m := range shade.FindAll(picture, -1) {
			if !bytes.Contains(picture, []byte(`[style*="`+string(m)+`"] {`)) {
				t.Errorf("%s: %s has no dark variant", name, m)
			}
		}
	}
}
