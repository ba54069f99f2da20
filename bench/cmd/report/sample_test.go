package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sample returns a record of made-up figures, with three rounds whose medians are the
// figures here.
func sample() string {
	var b strings.Builder
	b.WriteString(`goos: linux
goarch: amd64
pkg: github.com/koggestone/koggestone/bench
cpu: Example CPU 9000
go: go1.26.8
goamd64: v1
commit: v0.1.0-1-g0123456
date: 2026-01-02T03:04:05Z
command: make bench
wrong: other-1.0 on position3; other-1.0 on position5
threads: 2
path: avx512
ghz: 2.5
l1d: 49152
l2: 2097152
l3: 33554432

`)
	type result struct {
		name string
		ns   float64
	}
	var all []result
	add := func(ns float64, format string, args ...any) {
		all = append(all, result{fmt.Sprintf(format, args...), ns})
	}
	methods := []struct {
		by         string
		one, batch float64
	}{
		{"avx2", 7.5, 2}, {"plain-magic", 9, 8}, {"fancy-magic", 6, 5}, {"hyperbola", 14, 12}, {"obstruction-difference", 16, 13},
		{"dumb7", 40, 38}, {"classical", 22, 20}, {"kogge-stone", 30, 28}, {"generic", 14.7, 13.7}, {"avx512", 5.95, 1.02},
	}
	for _, m := range methods {
		for i, set := range []string{"1+1", "2+2", "3+3", "games"} {
			slower := 1.0
			if strings.HasSuffix(m.by, "magic") {
				slower = []float64{0.5, 1, 1.5, 1.2}[i]
			}
			add(m.one*slower, "Union/sliders=%s/call=one/by=%s", set, m.by)
			add(m.batch*slower, "Union/sliders=%s/call=batch/by=%s", set, m.by)
		}
		add(2*m.one, "Rays/call=one/by=%s", m.by)
		add(1.5*m.batch, "Rays/call=batch/by=%s", m.by)
	}
	for i, by := range []string{"generic", "avx2", "avx512", "lookups"} {
		add([]float64{78, 46, 30, 47}[i], "Threats/call=one/by=%s", by)
		add([]float64{100, 25, 18, 47}[i], "Threats/call=batch/by=%s", by)
		add([]float64{31, 17, 15, 30}[i], "Calls/sets=legality/by=%s", by)
		add([]float64{27, 14, 15, 25}[i], "Calls/sets=by-kind/by=%s", by)
		add([]float64{110, 46, 32, 90}[i], "Calls/sets=both/by=%s", by)
		add([]float64{90, 26, 18, 95}[i], "Pairs/of=deltas/by=%s", strings.Replace(by, "lookups", "fancy-magic", 1))
		add([]float64{204, 15.8, 7.3, 40}[i], "Count/plies=1/by=%s", by)
		add([]float64{2000, 300, 150, 600}[i], "Count/plies=2/by=%s", by)
	}
	for i, by := range []string{"generic", "avx2", "avx512"} {
		add([]float64{85, 25, 18}[i], "Pairs/of=counted-deltas/by=%s", by)
		add([]float64{115, 40, 33}[i], "Pairs/of=features/by=%s", by)
		add([]float64{250, 150, 89}[i], "Pairs/of=refresh/by=%s", by)
	}
	for n := 1; n <= 12; n++ {
		for i, by := range []string{"fancy-magic", "hyperbola", "generic", "avx2", "avx512"} {
			add([]float64{1.2, 3, 0, 0, 0}[i]*float64(n)+[]float64{1, 1, 14.7, 7.5, 5.9}[i], "Crossover/sliders=%d/by=%s", n, by)
		}
	}
	for e := 0; e <= 22; e++ {
		memory := 0.0
		if e > 16 {
			memory = float64(e-16) / 3
		}
		for i, by := range []string{"generic", "avx2", "avx512"} {
			add([]float64{13.7, 2, 1}[i]+5/math.Ldexp(1, e)+memory, "BatchSize/size=%d/by=%s", 1<<e, by)
		}
		if e%4 == 0 {
			add(5+memory, "BatchSize/size=%d/by=fancy-magic", 1<<e)
		}
	}
	for _, call := range []string{"lists", "select", "play", "mask-alphazero"} {
		for i, by := range []string{"calls", "generic", "avx2", "avx512"} {
			add([]float64{70, 110, 40, 16}[i], "Batch/call=%s/by=%s", call, by)
		}
	}
	for w := 1; w <= 2; w++ {
		add(1.02/(1+0.7*float64(w-1)), "Workers/of=union/workers=%d/by=avx512", w)
		add(7.3/(1+0.95*float64(w-1)), "Workers/of=count/workers=%d/by=avx512", w)
		add(14/float64(w), "Workers/of=union/workers=%d/by=generic", w)
		add(0.75/(1+0.9*float64(w-1)), "Workers/of=perft/workers=%d/by=koggestone", w)
	}
	for i, p := range []string{"start", "kiwipete", "position3", "position4", "position5", "position6"} {
		add([]float64{0.77, 0.43, 1.5, 0.41, 0.43, 0.41}[i], "Perft/position=%s/depth=6/by=koggestone", p)
		add(6, "Perft/position=%s/depth=6/by=koggestone-bulk", p)
		add(0.60, "Perft/position=%s/depth=6/by=mindchess-47d98f5", p)
		add(90, "Perft/position=%s/depth=3/by=corentings-v2.5.1", p) // not the deepest
		add(80, "Perft/position=%s/depth=4/by=corentings-v2.5.1", p)
		add(5, "Perft/position=%s/depth=5/by=koggestone-bulk", p) // not the deepest
		add(100, "Perft/position=%s/depth=4/by=brighamskarda-v2.0.0", p)
		add(300, "Perft/position=%s/depth=3/by=notnil-v1.9.0", p)
	}
	for _, factor := range []float64{1, 0.99, 1.02} {
		for _, r := range all {
			ns := r.ns * factor
			fmt.Fprintf(&b, "Benchmark%s\t%d\t%.4g ns/op", r.name, 1000, ns)
			if strings.HasPrefix(r.name, "Perft") {
				fmt.Fprintf(&b, "\t%.0f nodes/s", 1e9/ns)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// sampleKernels is a table as make mca prints it.
const sampleKernels = `                     kernel  positions  instructions  znver4 bound  simulated  icelake-server bound  simulated  cycles a position
          sliderAttacksAVX2          1            51          8.70      13.77                  9.30      14.75
    sliderAttacksBlocksAVX2         32           524          3.22       5.23                  3.60       6.04
             rayAttacksAVX2          1            47          8.00      11.95                  8.80      12.17
        rayAttacksBatchAVX2          4           121          5.25       7.04                  5.58       9.29
                threatsAVX2          1           459         78.20     111.24                 90.20     118.11
           threatsBatchAVX2          4           927         38.62      55.35                 44.88      68.80
               legalityAVX2          1           224         38.20      90.21                 40.20      92.21
                 byKindAVX2          1           183         30.80      54.20                 34.10      58.31
            bothThreatsAVX2          1           485        105.00     150.18                118.00     160.40
            countBlocksAVX2         32          4613         30.52      39.13                 29.98      40.51
                 deltasAVX2          1           588        101.50     162.03                108.70     182.05
                refreshAVX2          1           105         19.00      27.91                 20.30      38.50
        sliderAttacksAVX512          1            30          6.00      12.55                  6.50       9.25
  sliderAttacksBlocksAVX512         64           327          1.25       2.46                  1.62       2.64
           rayAttacksAVX512          1            22          6.00       9.12                  6.00       6.50
      rayAttacksBatchAVX512          8            85          2.44       3.90                  3.00       3.47
              threatsAVX512          1           229         38.20      76.21                 44.00      94.06
         threatsBatchAVX512          8           801         24.25      33.66                 25.00      36.92
             legalityAVX512          1           151         25.70      63.11                 27.70      70.15
               byKindAVX512          1           127         21.20      47.12                 23.20      50.16
          bothThreatsAVX512          1           268         44.80     109.14                 48.40     120.20
               deltasAVX512          1           177         36.00      63.44                 55.00      79.54
              refreshAVX512          1            39          8.50      11.97                  8.00      17.21
          countBlocksAVX512         64          2962         11.38      16.10                 11.41      15.52
`

// sampleLoader is a record of loaders, with two rounds of the first.
const sampleLoader = `goos: linux
cpu: Example
go: go1.26
goamd64: v1
commit: abc
date: 2026-01-02T03:04:05Z
path: avx2
features: HalfKAv2_hm
size: 65536

BenchmarkLoader/filter=none/cores=1/by=koggestone 1000 500.0 ns/op 499.0 cpu-ns/op 209715200 rss-bytes 0.250 first-sec
BenchmarkLoader/filter=none/cores=1/by=nnue-pytorch 1000 3000.0 ns/op 2990.0 cpu-ns/op 1048576000 rss-bytes 2.000 first-sec
BenchmarkLoader/filter=none/cores=1/by=nnue-pytorch-3 1000 4000.0 ns/op 2990.0 cpu-ns/op 1048576000 rss-bytes 2.000 first-sec
BenchmarkLoader/filter=none/cores=1/by=koggestone 1000 700.0 ns/op 600.0 cpu-ns/op 209715200 rss-bytes 0.250 first-sec
`

// sampleRoot returns a repository with the sample record, empty blocks, and
// what edit changes in its files.
func sampleRoot(t *testing.T, edit func(files map[string]string)) string {
	t.Helper()
	files := map[string]string{
		"bench/record/example/2026-01-02.txt": sample(),
		"bench/record/mca.txt":                sampleKernels,
		loaderRecord:                          sampleLoader,
	}
	for _, d := range documents {
		text := "# Title\n"
		for _, b := range d.blocks {
			text += fmt.Sprintf("\nBefore %s.\n\n<!-- bench:%s -->\nold\n<!-- /bench:%s -->\n", b, b, b)
		}
		files[d.name] = text
	}
	if edit != nil {
		edit(files)
	}
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
