package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	rec, err := Read("testdata/2026-01-02.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rec.Config("cpu"), "Example CPU 9000 @ 2.50GHz"; got != want {
		t.Errorf("cpu %q, want %q", got, want)
	}
	if want := time.Date(2026, 1, 2, 1, 4, 5, 0, time.UTC); !rec.Date().Equal(want) {
		t.Errorf("date %v, want %v", rec.Date(), want)
	}
	rays := rec.All("Rays")
	if len(rays) != 1 || rays[0].Line != 11 || rays[0].Key("by") != "avx2" || rays[0].Key("depth") != "" {
		t.Fatalf("Rays: %+v", rays)
	}
	// 1, 7, 8, 9, 100: one slow round moves nothing.
	if q, ok := rays[0].In("ns/op"); !ok || q != (Quartiles{7, 8, 9}) {
		t.Errorf("Rays take %v ns/op, want 7 8 9", q)
	}
	if _, ok := rays[0].In("nodes/s"); ok {
		t.Error("Rays have nodes/s")
	}
	perft := rec.All("Perft")
	if q, ok := perft[0].In("nodes/s"); !ok || q.Median != (3333333+2500000)/2.0 {
		t.Errorf("Perft counts %v nodes/s", q)
	}
	if by := perft[0].Key("by"); by != "notnil-v1.9.0" {
		t.Errorf("Perft is by %s", by)
	}
	if got := rec.Rounds(); got != 2 { // 5 of Rays; 2 of Perft, in two units
		t.Errorf("%d rounds, want 2", got)
	}
}

// TestParseErrors changes one line of the record of TestRead in each case.
func TestParseErrors(t *testing.T) {
	data, err := os.ReadFile("testdata/2026-01-02.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"100\t9 ns/op\n", "100\t9\n", "r.txt:13: missing units"},
		{"100\t9 ns/op\n", "100\tnine ns/op\n", "r.txt:13: parsing measurement: invalid syntax"},
		{"100\t9 ns/op\n", "ns/op\n", "r.txt:13: parsing iteration count: invalid syntax"},
		{"100\t9 ns/op\n", "100\t0 ns/op\n", "r.txt:13: 0 ns/op: want a number above 0"},
		{"100\t9 ns/op\n", "100\tNaN ns/op\n", "r.txt:13: NaN ns/op: want a number above 0"},
		{"one/by=avx2\t100\t9", "one/avx2\t100\t9", `r.txt:13: BenchmarkRays/call=one/avx2: "avx2": want key=value`},
		{"\n\n", "\npanic!\n", `r.txt:10: "panic!": want a "key: value", or "BenchmarkName 100 1.5 ns/op"`},
		{"\n\n", "\nFAIL\n", `r.txt:10: "FAIL": want a "key: value", or "BenchmarkName 100 1.5 ns/op"`},
		{"100\t1 ns/op\n", "100\t1 ns/op", "r.txt:17: the last line has no end: the record is cut off"},
		{"cpu: ", "gpu: ", `r.txt:1: no line "cpu: ..." before the benchmarks`},
		{"date: 2026-01-02T03:04:05+02:00", "date: yesterday", "r.txt: date: yesterday: want a date like 2006-01-02T15:04:05Z"},
		{string(data), "", `r.txt: no benchmarks: want lines like "BenchmarkName 100 1.5 ns/op"`},
	} {
		broken := strings.Replace(string(data), tt.old, tt.new, 1)
		if broken == string(data) {
			t.Fatalf("%q is not in the record", tt.old)
		}
		if _, err := Parse([]byte(broken), "r.txt"); err == nil || err.Error() != tt.want {
			t.Errorf("%q for %q:\n got %v\nwant %s", tt.new, tt.old, err, tt.want)
		}
	}
}

func TestQuartiles(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   Quartiles
	}{
		{[]float64{3}, Quartiles{3, 3, 3}},
		{[]float64{4, 2}, Quartiles{2.5, 3, 3.5}},
		{[]float64{5, 1, 3, 2, 4}, Quartiles{2, 3, 4}},
		{[]float64{40, 10, 20, 30}, Quartiles{17.5, 25, 32.5}},
	} {
		first := tt.values[0]
		if got := QuartilesOf(tt.values); got != tt.want {
			t.Errorf("quartiles of %v are %v, want %v", tt.values, got, tt.want)
		}
		if tt.values[0] != first {
			t.Error("the values were sorted in place")
		}
	}
	q := Quartiles{9, 10, 12}
	if s := q.Spread(); s != 0.15 {
		t.Errorf("spread %v, want 0.15", s)
	}
	for _, tt := range []struct {
		p    Quartiles
		want bool
	}{{Quartiles{7, 8, 9}, true}, {Quartiles{7, 8, 8.9}, false}, {Quartiles{12.1, 13, 14}, false}, {Quartiles{10, 10, 10}, true}} {
		if q.Overlaps(tt.p) != tt.want || tt.p.Overlaps(q) != tt.want {
			t.Errorf("%v and %v: overlap is not %v", q, tt.p, tt.want)
		}
	}
}

func TestNewest(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile("testdata/2026-01-02.txt")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Newest(dir); err == nil || !strings.HasSuffix(err.Error(), ": no records: make bench writes one") {
		t.Errorf("an empty directory: %v", err)
	}
	write("mca.txt", "no record")
	write("b/2025-12-31.txt", "not read")
	write("b/2026-01-02.txt", "not read")
	write("b/2026-01-02-2.txt", string(data))
	write("a/2026-01-01.txt", string(data))
	records, err := Newest(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range records {
		names = append(names, filepath.Base(filepath.Dir(r.File))+"/"+filepath.Base(r.File))
	}
	if got := strings.Join(names, " "); got != "a/2026-01-01.txt b/2026-01-02-2.txt" {
		t.Errorf("the newest are %s", got)
	}
	if err := os.Mkdir(filepath.Join(dir, "c"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Newest(dir); err == nil || !strings.HasSuffix(err.Error(), "c: no record: want a file like 2006-01-02.txt") {
		t.Errorf("a directory without a record: %v", err)
	}
}

func TestReadKernels(t *testing.T) {
	const table = `           kernel  positions  instructions  znver4 bound  simulated  icelake-server bound  simulated  cycles a position
countBlocksAVX512         64          2962         11.38      16.10                 11.41      15.52
 rayAttacksAVX512          1            22          6.00       9.12                  6.00       6.50
  lines of a king         64          2137         14.75      14.76                 12.46      12.65
         kernel  positions  instructions  neoverse-v1 bound  simulated  cycles a position
countBlocksNEON         16          2658              31.38      37.57
`
	name := filepath.Join(t.TempDir(), "mca.txt")
	read := func(text string) ([]Kernel, error) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return ReadKernels(name)
	}
	kernels, err := read(table)
	if err != nil {
		t.Fatal(err)
	}
	if len(kernels) != 4 {
		t.Fatalf("%d kernels, want 4", len(kernels))
	}
	if k := kernels[2]; k.Name != "lines of a king" || k.Instructions != 2137 {
		t.Errorf("of a phase of a kernel: %+v", k)
	}
	if k := kernels[3]; len(k.Simulated) != 1 || k.Simulated[0] != (Simulation{"neoverse-v1", 31.38, 37.57}) {
		t.Errorf("of the second table: %+v", k)
	}
	k := kernels[0]
	if k.Name != "countBlocksAVX512" || k.Positions != 64 || k.Instructions != 2962 || len(k.Simulated) != 2 ||
		k.Simulated[1] != (Simulation{"icelake-server", 11.41, 15.52}) {
		t.Errorf("%+v", k)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"kernel ", "colonel ", ":1: want the head of the table that make mca prints: kernel, positions, instructions, " +
			"then bound and simulated for each CPU"},
		{"6.00       9.12", "6.00", ":3: 6 columns: want 7"},
		{"9.12", "fast", `:3: "fast": want a number above 0`},
		{"22", "0", `:3: "0": want a number above 0`},
		{"neoverse-v1 bound", "neoverse-v1", ":5: want the head of the table that make mca prints: kernel, positions, instructions, " +
			"then bound and simulated for each CPU"},
		{table[strings.Index(table, "countB"):], "", ": no kernels: want the table that make mca prints"},
	} {
		if _, err := read(strings.Replace(table, tt.old, tt.new, 1)); err == nil || err.Error() != name+tt.want {
			t.Errorf("%q for %q:\n got %v\nwant %s", tt.new, tt.old, err, tt.want)
		}
	}
}
