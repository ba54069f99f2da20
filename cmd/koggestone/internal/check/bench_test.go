package check

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/simd"
)

func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under emulation")
	}
	code, stdout, stderr := command("", "bench", "--duration", "50ms", "--json")
	if code != cli.ExitOK || stderr != "" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	var r benchJSON
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	functions, trees, err := new(benchCmd).choose(simd.Paths())
	// Batches of prefix and a copy of memory are measured at two lengths. Pairs of named and
	// generalised functions have a table of their own.
	rows := len(functions) + 2 - 2*len(r.Generalised)
	for _, f := range functions {
		if f.Package == "prefix" && f.Batch {
			rows++
		}
	}
	packages := map[string]bool{}
	for _, f := range r.Functions {
		packages[f.Package] = true
	}
	if err != nil || len(functions) < 60 || len(r.Functions) != rows || len(r.Perft) != len(trees) || len(r.Generalised) != 4 {
		t.Errorf("%d functions of %d, %d trees of %d, %d generalised, %v",
			len(r.Functions), len(functions), len(r.Perft), len(trees), len(r.Generalised), err)
	}
	for _, f := range r.Functions {
		paths := len(simd.Paths())
		if f.Function == "memory copy" || f.Function == "CountLegal" {
			paths = 1
		}
		if len(f.Paths) != paths || f.Paths[0].Ratio != 1 {
			t.Errorf("%s: paths %v", f.Function, f.Paths)
		}
		if (f.Paths[0].Bandwidth > 0) != (f.Package == "prefix") {
			t.Errorf("%s.%s: bandwidth %v", f.Package, f.Function, f.Paths[0].Bandwidth)
		}
		for _, p := range f.Paths {
			if p.NS <= 0 || p.Ratio <= 0 {
				t.Errorf("%s: %v", f.Function, p)
			}
		}
	}
	for _, p := range r.Perft {
		if p.Nodes < 4_000_000 || p.Paths[0].Rate <= 0 || p.Paths[0].Ratio != 1 ||
			p.Function == "Count batch" && len(p.Paths) != len(simd.Paths()) {
			t.Errorf("perft: %+v", p)
		}
	}
	var b bytes.Buffer
	r.write(&b)
	if strings.Count(b.String(), "\n") != 2+3*(len(packages)+1)+rows+len(trees)+4+1+4 {
		t.Errorf("%d lines:\n%s", strings.Count(b.String(), "\n"), b.String())
	}
}

// bench --only measures the functions that match.
func TestBenchOnly(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		{"quad[.]vision", []string{"quad.Vision", "quad.VisionBatch"}},
		{"ByteAdd", []string{"prefix.ByteAddBatch"}},
		{"^koggestone.Fill$", []string{"8 named Fill", "Fill"}},
		{"movegen[.]count", []string{"movegen.CountLegalBatch", "movegen.CountTwoPlyBatch", "movegen.CountLegal"}},
	} {
		functions, _, err := (&benchCmd{Only: c.pattern}).choose(simd.Paths())
		var names []string
		for k := range functions {
			names = append(names, functions[k].String())
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: %q, %v", c.pattern, names, err)
		}
	}
	code, stdout, stderr := command("", "bench", "--duration", "1ms", "--only", "^perft.*bulk")
	if code != cli.ExitOK || stderr != "" || strings.Count(stdout, "\n") != 6 || !strings.Contains(stdout, "\nkiwipete, 4, bulk ") {
		t.Errorf("trees alone: exit %d, %q, %q", code, stdout, stderr)
	}
	code, stdout, _ = command("", "bench", "--duration", "1ms", "--only", "koggestone.fill|quad.threats$")
	if code != cli.ExitOK || !strings.Contains(stdout, "\nFill ") || !strings.Contains(stdout, "\nThreats ") || strings.Contains(stdout, "Attacks") {
		t.Errorf("exit %d, %q", code, stdout)
	}
}
