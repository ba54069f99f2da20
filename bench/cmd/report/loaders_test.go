package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
`

// The block bench:loader compares libraries with the fastest of the rival's.
func TestLoader(t *testing.T) {
	with := func(record string) func(map[string]string) {
		return func(files map[string]string) {
			if record != "" {
				files[loaderRecord] = record
			}
			files["bench/README.md"] += "\n<!-- bench:loader -->\n<!-- /bench:loader -->\n"
		}
	}
	root := sampleRoot(t, with(sampleLoader))
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "bench/README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"[Example](record/loader.txt), go1.26, commit abc, 2026-01-02, one round; `HalfKAv2_hm` in batches of 65536:\n",
		"| none | 1 | koggestone | 2.00 | 6.0x | 499 | 200 | 0.25 |\n",
		"| none | 1 | nnue-pytorch | 0.33 | 1.00x | 2990 | 1000 | 2.00 |\n",
		"| none | 1 | nnue-pytorch-3 | 0.25 | 0.75x | 2990 | 1000 | 2.00 |\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	again := sampleLoader + "BenchmarkLoader/filter=none/cores=1/by=koggestone 1000 700.0 ns/op 600.0 cpu-ns/op 209715200 rss-bytes 0.250 first-sec\n"
	root = sampleRoot(t, with(again))
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	if text, err = os.ReadFile(filepath.Join(root, "bench/README.md")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2026-01-02, medians of 1 to 2 rounds; `HalfKAv2_hm`", "| koggestone | 1.67 | 5.0x | 550 | 200 | 0.25 |\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for record, want := range map[string]string{
		"": "bench/record/loader.txt: the block bench:loader needs it",
		strings.ReplaceAll(sampleLoader, "rss-bytes", "bytes"): "loader.txt:11: BenchmarkLoader/filter=none/cores=1/by=koggestone: want rss-bytes",
	} {
		if err := run(sampleRoot(t, with(record))); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
