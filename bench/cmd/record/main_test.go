package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/bench/vectors"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/simd"
)

// The record of a few benchmarks has a head and a line for each benchmark and round.
func TestRecord(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r.txt")
	var stdout bytes.Buffer
	err := run([]string{"--quick", "--rounds", "2", "--patience", "0s", "--out", out,
		"--only", "^(Union/sliders=1\\+1|Rays|Threats|Calls|Pairs|Count/plies=1|Batch|Node|Disturbed)/|^Perft/position=position4/.*bulk|by=other",
		"--program", "other-1.0=/bin/echo {fen} at {depth-3} >/dev/null; echo 'Nodes searched: 8,902'"}, &stdout)
	if err == nil || !strings.Contains(err.Error(), "kiwipete/depth=2/by=other-1.0: expected 2039 leaves, found 8902") {
		t.Errorf("another program's wrong count: %v", err)
	}
	err = run([]string{"--quick", "--rounds", "2", "--patience", "0s", "--out", out,
		"--only", "^(Union/sliders=1\\+1|Rays|Threats|Calls|Pairs|Count/plies=1|Batch|Node|Disturbed)/|^Perft/position=position4/.*bulk"}, &stdout)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`\ncpu: .`, `\ncommit: .`, `\ndate: 2`, `\npath: ` + simd.Active().String() + `\n`, `\nghz: [0-9]`,
		`\nBenchmarkPerft/position=position4/depth=4/by=koggestone-bulk 422333 [0-9.e-]+ ns/op\n`} {
		if !regexp.MustCompile(want).Match(text) {
			t.Errorf("no %q in\n%.2000s", want, text)
		}
	}
	for _, p := range simd.Paths() {
		for _, name := range []string{"Union/sliders=1+1/call=batch", "Rays/call=one", "Threats/call=batch", "Calls/sets=legality", "Pairs/of=features", "Batch/call=playout", "Disturbed/ask=attackers"} {
			if n := bytes.Count(text, []byte("Benchmark"+name+"/by="+p.String()+" ")); n != 2 {
				t.Errorf("%s by %v: %d lines", name, p, n)
			}
		}
	}
}

// The rivals in C agree with the library, and a difference is an error.
func TestVectors(t *testing.T) {
	s := &suite{searched: parsed.Positions(corpus.Search())}
	end, err := s.vectors("")
	if errors.Is(err, vectors.ErrMissing) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer end()
	if err := measure(new(bytes.Buffer), s.all, 1, time.Microsecond, 0, func() {}); err != nil {
		t.Error(err)
	}
	s.searched[100].Board.G0 ^= 1 << 27 // after the program has received the positions
	failed := 0
	for _, b := range s.all {
		if err := b.check(); errors.As(err, new(difference)) {
			failed++
		} else if b.time != nil && strings.HasPrefix(b.name, "Vectors/ask=attackers/") {
			t.Errorf("%s on a changed board: %v", b.name, err)
		}
	}
	if failed < 2 {
		t.Errorf("%d methods failed on a changed board", failed)
	}
}

// A wrong result of a method or of a tree is an error.
func TestWrongResults(t *testing.T) {
	s := &suite{positions: positions()}
	dst := make([]int, 8)
	q := &question{name: "Q", n: len(dst), result: func() uint64 { return take(dst) }}
	right := func(lo, hi int) {
		for i := lo; i < hi; i++ {
			dst[i] = i
		}
	}
	s.paths(q, right)
	s.add(q, "rival", best(), func(lo, hi int) { right(lo, hi); dst[7]++ })
	s.add(q, "idle rival", best(), func(lo, hi int) {})
	for _, b := range s.all {
		err := measure(new(bytes.Buffer), []*benchmark{b}, 1, time.Microsecond, 0, func() {})
		if (err == nil) == strings.HasSuffix(b.name, "rival") || err != nil && !errors.As(err, new(difference)) {
			t.Errorf("%s: %v", b.name, err)
		}
	}
}

func TestParseNodes(t *testing.T) {
	for text, want := range map[string]uint64{
		"20":                                       20,
		"e2e4 1\nd2d4 1\nNodes searched: 400\n":    400,
		"depth 4 nodes 197281 time 3 ms":           197281,
		"info nodes 8\n nodes: 197,281\n12.5 Mnps": 197281,
		"perft(6) = 119_060_324":                   119060324,
		"a2a3: 380\nTotal Nodes=8902\nTime 3":      8902,
		"perft(1): 20  0.003s  1632.97 MNPS":       20,
	} {
		if got, ok := parseNodes(text); !ok || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "none", "99999999999999999999999"} {
		if got, ok := parseNodes(text); ok {
			t.Errorf("%q: %d", text, got)
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--rounds 0", "--rounds: expected 1 or more, found 0"},
		{"--only (", "--only: error parsing regexp"},
		{"--only Nothing/at=all", "no benchmark matches"},
		{"--program a-12=c{fen}{depth}", "must not end in a dash and digits"},
		{"--quick --rounds 1 --only ^Count/plies=1/by=generic --out /dev/null/x", "/dev/null"},
	} {
		if err := run(strings.Fields(c.args), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.args, err)
		}
	}
}

func TestSlug(t *testing.T) {
	for cpu, want := range map[string]string{
		"Intel(R) Xeon(R) CPU @ 2.00GHz": "intel-xeon-cpu-2-00ghz",
		"AMD EPYC 9R14":                  "amd-epyc-9r14",
		"../..":                          "unknown",
	} {
		if got := slug(cpu); got != want {
			t.Errorf("%q: %q, want %q", cpu, got, want)
		}
	}
}
