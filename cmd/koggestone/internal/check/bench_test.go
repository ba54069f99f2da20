package check

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
	"github.com/koggestone/koggestone/internal/simd"
)

func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under emulation")
	}
	code, stdout, stderr := command("", "bench", "--duration", "50ms", "--json")
	if code != cli.ExitOK || stderr != "" {
		t.Fatalf("exit %d, %q, %q", code, stdout, stderr)
	}
	var r benchJSON
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if want := len(selfcheck.Timed()); want < 40 || len(r.Functions) != want {
		t.Errorf("%d functions of %d", len(r.Functions), want)
	}
	packages := map[string]bool{}
	for _, f := range r.Functions {
		packages[f.Package] = true
		if len(f.Paths) != len(simd.Paths()) || f.Paths[0].Ratio != 1 {
			t.Errorf("%s: paths %v", f.Function, f.Paths)
		}
		for _, p := range f.Paths {
			if p.NS <= 0 || p.Ratio <= 0 {
				t.Errorf("%s: %v", f.Function, p)
			}
		}
	}
	var b bytes.Buffer
	r.write(&b)
	if lines := strings.Count(b.String(), "\n"); lines != 2+2*len(packages)+len(r.Functions) {
		t.Errorf("%d lines:\n%s", lines, b.String())
	}
}

// TestBenchOnly checks that only functions that match are measured.
func TestBenchOnly(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		{"quad[.]vision", []string{"quad.Vision", "quad.VisionBatch"}},
		{"movegen[.]count", []string{"movegen.CountLegalBatch", "movegen.CountTwoPlyBatch"}},
	} {
		calls, err := choose(selfcheck.Timed(), c.pattern)
		var names []string
		for k := range calls {
			names = append(names, calls[k].String())
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: %q, %v", c.pattern, names, err)
		}
	}
	code, stdout, _ := command("", "bench", "--duration", "1ms", "--only", "koggestone.ray|quad.threats$")
	if code != cli.ExitOK || !strings.Contains(stdout, "\nRayAttacks ") || !strings.Contains(stdout, "\nThreats ") || strings.Contains(stdout, "Vision") {
		t.Errorf("exit %d, %q", code, stdout)
	}
}
