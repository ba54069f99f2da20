package main

import (
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const sampleRecord = `cpu: Example
go: go1.26
commit: abc
date: 2026-01-02T03:04:05Z
path: avx2

BenchmarkRays/call=one/by=avx2 100 10 ns/op
BenchmarkRays/call=one/by=avx2 100 12 ns/op
BenchmarkRays/call=one/by=avx2 100 11 ns/op
BenchmarkRays/call=one/by=generic 100 40 ns/op
BenchmarkRays/call=one/by=fancy-magic 100 22 ns/op
BenchmarkPerft/position=start/depth=7/by=koggestone 1 0.1 ns/op
BenchmarkPerft/position=start/depth=6/by=koggestone 1 0.2 ns/op
BenchmarkPerft/position=start/depth=6/by=other-1 1 0.05 ns/op

commit: def

BenchmarkRays/call=batch/by=fancy-magic 100 20 ns/op
BenchmarkRays/call=batch/by=avx2 100 20 ns/op
`

const sampleLoader = `cpu: Example
go: go1.26
commit: abc
date: 2026-01-02T03:04:05Z
path: avx2
size: 65536

BenchmarkLoader/features=HalfKAv2_hm/filter=none/cores=1/by=koggestone 1000 500 ns/op 499 cpu-ns/op 209715200 rss-bytes 0.25 first-sec
BenchmarkLoader/features=HalfKAv2_hm/filter=none/cores=1/by=nnue-pytorch 1000 3000 ns/op 2990 cpu-ns/op 1048576000 rss-bytes 2 first-sec
`

const sampleGains = `what,times as fast,other program,conditions,summary
Files,100 to 290,a script,docs/engines.md#speed,ten columns
Perft,perft,,bench/README.md#perft,leaves a second
Training data,loader,their loader,docs/pairs.md#times,batches
`

func sampleRoot(t *testing.T, edit *strings.Replacer) string {
	root := t.TempDir()
	for name, text := range map[string]string{
		"bench/record/example/2026-01-02.txt": sampleRecord,
		"bench/record/example/2026-01-01.txt": "older\n",
		"bench/record/loader.txt":             sampleLoader,
		"README.md":                           "A\n<!-- bench:gains -->\nold\n<!-- /bench:gains -->\nB\n",
		gainsFile:                             sampleGains,
		"docs/engines.md":                     "A\n",
		"docs/batches.md":                     "A\n",
		"docs/pairs.md":                       "A\n",
		"bench/README.md":                     "A\n<!-- bench:perft-chart -->\n<!-- /bench:perft-chart -->\n<!-- bench:rays -->\n<!-- /bench:rays -->\n<!-- bench:loader -->\n<!-- /bench:loader -->\n",
		"bench/charts/perft.svg":              "",
	} {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(edit.Replace(text)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestReport(t *testing.T) {
	root := sampleRoot(t, strings.NewReplacer())
	for range 2 { // the second run changes nothing
		if err := report(root); err != nil {
			t.Fatal(err)
		}
		for name, wants := range map[string][]string{
			"README.md": {`src="bench/charts/gains.svg" alt="Files: 100 to 290 times as fast as a script. Perft: 0.50 to 0.50 times as fast as other. Training data: 6.0 to 6.0 times as fast as their loader"`,
				"\nConditions: [Files](docs/engines.md#speed), [Perft](bench/README.md#perft), [Training data](docs/pairs.md#times).\n", "\nB\n"},
			"bench/charts/gains.svg": {">Files: ten columns<", ">100 to 290 times as fast as a script<", `class="most"`, ">1x<", ">100x<"},
			"bench/README.md": {`src="charts/perft.svg"`, "[Example](record/example/2026-01-02.txt), 2026-01-02, 1 to 3 rounds:\n",
				"| call | fancy magics | avx2 | generic | best of ours / best other |\n| --- | ---: | ---: | ---: | ---: |\n" +
					"| one position | 22.0 | **11.0** | 40.0 | 2.0x |\n| batch of 4096 | **20.0** | 20.0 |  | 1.00x, even |\n",
				"at worst ±5%.", "| HalfKAv2_hm | none | 499 | 2990 | 6.0x | 2990 | 200 | 1000 | 0.25 | 2.00 |\n"},
			"bench/charts/perft-narrow.svg": {"Perft, AVX2: slower than the fastest other<", ">program timed<", `class="loss"`, ">10000 M/s, 0.50x<", ">0.5x<", ">1x<"},
			"bench/charts/perft.svg":        {">10000 M/s, 0.50x (20000 other)<", ">AVX2<"},
		} {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range wants {
				if !strings.Contains(string(text), want) {
					t.Errorf("%s: want %q in\n%s", name, want, text)
				}
			}
			if strings.HasSuffix(name, ".svg") {
				if err := xml.Unmarshal(text, new(struct{})); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}

// A rival counts in every table that asks its question: a call in a loop also answers for a batch, but a batch does not
// answer for one position.
func TestRivals(t *testing.T) {
	const lines = `BenchmarkUnion/sliders=games/call=one/by=avx2 100 4 ns/op
BenchmarkUnion/sliders=games/call=one/by=fancy-magic 100 6 ns/op
BenchmarkUnion/sliders=games/call=batch/by=avx2 100 0.8 ns/op
BenchmarkUnion/sliders=games/call=batch/by=archsimd 100 0.9 ns/op
BenchmarkVectors/ask=side/by=avx2 100 4 ns/op
BenchmarkVectors/ask=side/by=four-lanes 100 3 ns/op
BenchmarkVectors/ask=sides/by=avx2 100 0.7 ns/op
BenchmarkVectors/ask=sides/by=kogge-stone 100 1.8 ns/op
BenchmarkThreats/call=one/by=avx2 100 20 ns/op
BenchmarkThreats/call=one/by=fancy-magic 100 40 ns/op
BenchmarkThreats/call=batch/by=avx2 100 15 ns/op
BenchmarkThreats/call=batch/by=fancy-magic 100 30 ns/op
BenchmarkVectors/ask=threats/by=avx2 100 20 ns/op
BenchmarkVectors/ask=threats/by=four-lanes 100 18 ns/op
BenchmarkPairs/of=deltas/by=avx2 100 20 ns/op
BenchmarkPairs/of=deltas/by=fancy-magic 100 90 ns/op
BenchmarkVectors/ask=pairs/by=avx2 100 19 ns/op
BenchmarkVectors/ask=pairs/by=byteboard 100 16 ns/op
BenchmarkCount/plies=1/by=avx2 100 8 ns/op
BenchmarkCount/plies=1/by=lookups 100 40 ns/op
BenchmarkCount/plies=2/by=avx2 100 80 ns/op
BenchmarkCount/plies=2/by=lookups 100 80 ns/op
`
	root := sampleRoot(t, strings.NewReplacer("\ncommit: def\n", "\n"+lines+"\ncommit: def\n",
		"<!-- bench:perft-chart -->\n<!-- /bench:perft-chart -->", "<!-- bench:speed -->\n<!-- /bench:speed -->",
		"<!-- bench:rays -->\n<!-- /bench:rays -->", "<!-- bench:union -->\n<!-- /bench:union -->\n<!-- bench:threats -->\n<!-- /bench:threats -->\n"+
			"<!-- bench:vectors -->\n<!-- /bench:vectors -->\n<!-- bench:pairs -->\n<!-- /bench:pairs -->\n<!-- bench:count -->\n<!-- /bench:count -->"))
	if err := report(root); err != nil {
		t.Fatal(err)
	}
	for name, wants := range map[string][]string{
		"bench/README.md": {"| `SliderAttacks`, one position: squares attacked | 4.00 (0.75x, **loses**) | **3.00** four lanes, AVX-512 |", "| `SliderAttacksBatch`: squares that sliders attack | **0.70** (1.3x) |",
			"| 0.90 Go's own vectors |", "| `ThreatsBatch`: attacks, checks, pins | **15.0** (1.2x) | 18.0 four lanes, AVX-512 |",
			"| one position | games | 6.00 |  | **4.00** | 0.75x, **loses** (four lanes, AVX-512, 3.00) |\n",
			"| batch of 4096 | games |  | 0.90 | **0.80** | 1.1x |\n", "| batch of 4096 | 30.0 | **15.0** | 1.2x (four lanes, AVX-512, 18.0) |\n",
			"| the same for arrays of positions |  | 1.80 |  | **0.70** | 1.3x (Go's own vectors, 0.90) |\n",
			"| pairs that a move changes | 90.0 | **20.0** | 0.80x, **loses** (byteboard, 16.0) |\n",
			"| plies | our CountLegal | avx2 | against single calls |\n"},
		"bench/charts/speed.svg": {`class="even"`, ">even: within 2 %<", ">80.0 ns, 1.00x, even (80.0 our CountLegal)<", `class="loss"`, ">One position a call, AVX2: slower than the fastest other method timed in 3 of 4 rows<",
			">Counts of legal moves, AVX2: 1.0 to 5 times as fast as a loop of our single calls<"},
	} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: want %q in\n%s", name, want, text)
			}
		}
	}
}

// A path is compared with the fastest method that runs where the path is chosen: AVX2 with the methods on a CPU without
// AVX-512, plain Go with other plain Go, and no path with methods on a CPU of another kind.
func TestColumns(t *testing.T) {
	names := []string{"Vectors/ask=side", "Vectors/ask=sides", "Vectors/ask=threats", "Vectors/ask=pairs", "Threats/call=batch", "Threats/call=one",
		"Count/plies=1", "Count/plies=2", "Union/sliders=games/call=one", "Pairs/of=deltas", "Rays/call=one", "Rays/call=batch"}
	write := func(path, date string, ns map[string]string) string {
		text := "cpu: CPU of " + path + "\ngo: go1.26\ncommit: abc\ndate: " + date + "T03:04:05Z\npath: " + path + "\n\n"
		for _, name := range names {
			for _, by := range slices.Sorted(maps.Keys(ns)) {
				text += "Benchmark" + name + "/by=" + by + " 100 " + ns[by] + " ns/op\n"
			}
		}
		return text
	}
	wide := map[string]string{"generic": "99", "avx2": "50", "avx512": "10", "four-lanes": "11", "four-lanes-avx2": "12", "fancy-magic": "1000"}
	narrow := map[string]string{"generic": "100", "avx2": "40", "four-lanes-avx2": "60", "pext": "50", "fancy-magic": "90"}
	root := sampleRoot(t, strings.NewReplacer("A\n<!-- bench:perft-chart -->\n<!-- /bench:perft-chart -->\n<!-- bench:rays -->\n<!-- /bench:rays -->\n<!-- bench:loader -->\n<!-- /bench:loader -->",
		"<!-- bench:losses --><!-- /bench:losses -->\n<!-- bench:speed -->\n<!-- /bench:speed -->\n## Pairs of a move\n<!-- bench:pairs -->\n<!-- /bench:pairs -->",
		"<!-- bench:gains -->\nold\n<!-- /bench:gains -->\n", "",
		"A\n", "A\n<!-- bench:pairs -->\n<!-- /bench:pairs -->\n"))
	if err := os.Remove(filepath.Join(root, "bench/record/example/2026-01-02.txt")); err != nil {
		t.Fatal(err)
	}
	records := func(texts ...string) string {
		t.Helper()
		for i, text := range texts {
			name := filepath.Join(root, "bench/record", string(rune('a'+i)), "2026-01-01.txt")
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := report(root); err != nil {
			t.Fatal(err)
		}
		text := ""
		pages := []string{"README.md", "docs/pairs.md", "bench/README.md", "bench/record/b/README.md"}
		for _, name := range pages[:len(pages)-2+len(texts)] { // the second CPU has a page of its own
			page, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			text += string(page)
		}
		return text
	}
	if err := os.RemoveAll(filepath.Join(root, "bench/record/example")); err != nil {
		t.Fatal(err)
	}
	// Without a CPU that chooses AVX2 there is no column of AVX2.
	text := records(write("avx512", "2026-01-03", wide))
	for _, want := range []string{"|  | ours, AVX-512 (CPU of avx512) | four lanes, AVX-512 | ours, plain Go (CPU of avx512) | fancy magics |\n", "| **10.0** (1.1x) | 11.0 | **99.0** (10x) | 1000 |\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("one record: want %q in\n%s", want, text)
		}
	}
	// An older record of AVX2 does not change the other columns. A newer one also has plain Go.
	for date, generic := range map[string]string{"2026-01-02": "**99.0** (10x) | 1000", "2026-01-04": "100 (0.90x, **loses**) | **90.0**"} {
		text := records(write("avx512", "2026-01-03", wide), write("avx2", date, narrow)+"BenchmarkPairs/of=refresh/by=avx2 100 70 ns/op\n")
		lost, head := "plain Go loses none<", "| ours, AVX-512 (CPU of avx512) | four lanes, AVX-512 | ours, AVX2 (CPU of avx2) | PEXT | ours, plain Go (CPU of avx512) | fancy magics |\n"
		if strings.Contains(generic, "loses") {
			lost, head = "plain Go loses 9 (down to 0.90x)<", strings.Replace(head, "plain Go (CPU of avx512)", "plain Go (CPU of avx2)", 1)
		}
		for _, want := range []string{"Of the 9 rows, AVX-512 loses none, AVX2 loses none, " + lost,
			"|  " + head,
			"| `Threats`, one position: attacks, checks, pins | **10.0** (1.1x) | 11.0 | **40.0** (1.2x) | 50.0 | " + generic + " |\n",
			"| result " + head,
			": [CPU of avx2](record/b/2026-01-01.txt)", "\n[CPU of avx512](record/a/2026-01-01.txt)", "\n[AVX2 on CPU of avx2](record/b/README.md#pairs-of-a-move).\n",
			"# CPU of avx2, AVX2\n\nTables of the comparisons in [bench/README.md](../../README.md), which explains them. [CPU of avx2](2026-01-01.txt)", "\n## Pairs of a move\n\n| result |",
			"| all pairs of a board |  |  | 70.0 |  |", "| pairs that a move changes | 90.0 | 60.0 | 50.0 | **40.0** | 100 | 1.2x |", "AVX-512: 1.1 times as fast as the fastest other method timed; AVX2: 1.2 times as fast."} {
			if !strings.Contains(text, want) {
				t.Errorf("plain Go of %s: want %q in\n%s", date, want, text)
			}
		}
	}
	// Slower rows whose rounds overlap are counted, but not as losses.
	rounds := ""
	for _, avx2 := range []string{"40", "60", "80"} {
		rounds += write("avx2", "2026-01-04", map[string]string{"generic": "100", "avx2": avx2, "pext": "55", "fancy-magic": "90"})
	}
	if text, want := records(write("avx512", "2026-01-03", wide), rounds), "AVX2 loses none for certain (9 unclear, down to 0.92x)"; !strings.Contains(text, want) {
		t.Errorf("want %q in\n%s", want, text)
	}
	// Loops of our own calls in plain Go belong to plain Go alone, and in plain Go they are the only such loops.
	g := newGrid(&record{series: []*series{{config: map[string]string{"path": "avx2"}}}}, "batch")
	for _, tt := range []struct {
		by, path string
		runs     bool
	}{{"calls", "avx2", true}, {"calls-generic", "avx2", false}, {"calls", "generic", false}, {"calls-generic", "generic", true}, {"calls", "avx512", false}} {
		if got := g.runs(tt.by, tt.path); got != tt.runs {
			t.Errorf("%s where %s is chosen: %v", tt.by, tt.path, got)
		}
	}
}

// A table of more than ten methods has a row for each of them.
func TestMethods(t *testing.T) {
	lines := ""
	for i := range 10 {
		lines += fmt.Sprintf("BenchmarkRays/call=one/by=rival-%d 100 %d ns/op\n", i, 50+i)
	}
	root := sampleRoot(t, strings.NewReplacer("\ncommit: def\n", "\n"+lines+"\ncommit: def\n"))
	if err := report(root); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "bench/README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| method | one position | batch of 4096 |\n| --- | ---: | ---: |\n| fancy magics | 22.0 | **20.0** |\n", "| rival-9 | 59.0 |  |\n",
		"| ours: avx2 | **11.0** | 20.0 |\n| ours: generic | 40.0 |  |\n| best of ours / best other | 2.0x | 1.00x, even |\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
}

// Errors name the fault, and nothing is written.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"<!-- /bench:rays -->\n", "", "bench/README.md: expected pairs of <!-- bench:NAME"},
		{"/bench:rays", "/bench:ray", "expected <!-- /bench:rays -->, found <!-- /bench:ray -->"},
		{"bench:rays", "bench:rhymes", "unknown block bench:rhymes"},
		{"100 12 ns/op", "100 twelve ns/op", "2026-01-02.txt:8: parsing measurement"},
		{"100 12 ns/op", "100 0 ns/op", "expected a number above 0, found 0 ns/op"},
		{"100 to 290", "many", `bench/record/gains.csv, line 2: expected a factor, 1.2 to 1.3, perft or loader with a record, found "many"`},
		{"100 to 290", "290 to 100", "gains.csv, line 2: expected a factor"},
		{",ten columns", "", "gains.csv: record on line 2: wrong number of fields"},
		{"path: avx2", "path: sse", `bad date "2026-01-02T03:04:05Z" or path "sse"`},
		{"commit: abc\n", "", `no line "commit: ..." before BenchmarkRays/call=one/by=avx2`},
	} {
		root := sampleRoot(t, strings.NewReplacer(tt.old, tt.new))
		if err := report(root); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: %v", tt.new, tt.old, err)
		}
		if text, err := os.ReadFile(filepath.Join(root, "README.md")); err != nil || !strings.Contains(string(text), "old\n") {
			t.Errorf("%q for %q: README.md was written", tt.new, tt.old)
		}
	}
}

// Figures within 2 % are even in all tables and charts. If the rounds overlap, the wider spread follows the ratio.
func TestRatio(t *testing.T) {
	at := func(ns float64) quartiles { return quartiles{ns, ns, ns} }
	for _, tt := range []struct {
		own, theirs quartiles
		want        string
	}{
		{at(100), at(102.4), "1.02x, even"}, {at(100), at(97.6), "0.98x, even"}, {at(100), at(97.4), "0.97x, **loses**"}, {at(100), at(104), "1.04x"},
		{quartiles{95, 100, 120}, quartiles{110, 115, 116}, "1.1x, unclear ±13%"}, {quartiles{90, 100, 110}, quartiles{95, 101, 105}, "1.01x, even"},
		{quartiles{50, 100, 110}, quartiles{60, 80, 84}, "0.80x, unclear ±30%"}, {at(100), quartiles{}, ""},
	} {
		if got := ratio(tt.own, tt.theirs); got != tt.want {
			t.Errorf("%v beside %v: %q, want %q", tt.own, tt.theirs, got, tt.want)
		}
	}
}

func TestQuartiles(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   quartiles
	}{
		{nil, quartiles{}},
		{[]float64{3}, quartiles{3, 3, 3}},
		{[]float64{4, 2}, quartiles{2.5, 3, 3.5}},
		{[]float64{5, 1, 3, 2, 100}, quartiles{2, 3, 5}},
		{[]float64{40, 10, 20, 30}, quartiles{17.5, 25, 32.5}},
	} {
		if got := quartilesOf(tt.values); got != tt.want {
			t.Errorf("quartiles of %v are %v, want %v", tt.values, got, tt.want)
		}
	}
}
