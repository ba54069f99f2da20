package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// command runs the command and returns its exit code and its output.
func command(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(append([]string{"--patience", "0s"}, args...), &out, &err)
	return code, out.String(), err.String()
}

// results returns the results of a record.
func results(t *testing.T, text string) (all []*benchfmt.Result) {
	t.Helper()
	r := benchfmt.NewReader(strings.NewReader(text), "record")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			all = append(all, rec.Clone())
		case *benchfmt.SyntaxError:
			t.Fatal(rec)
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// benchfmt reads a record: the header and all samples, in rounds.
func TestRecord(t *testing.T) {
	out := filepath.Join(t.TempDir(), "new", "folder", "r.txt")
	only := `^(Union/sliders=1\+1/call=one/by=(fancy-magic|generic)|Count/plies=1/by=lookups|Perft/position=position4/.*/by=notnil.*)$`
	code, stdout, stderr := command("--quick", "--rounds", "3", "--only", only, "--out", out)
	if code != exitOK || !strings.Contains(stdout, "4 benchmarks, 3 rounds") || stderr != "" {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	all := results(t, string(text))
	if len(all) != 12 {
		t.Fatalf("%d results, want 12", len(all))
	}
	for i, r := range all {
		if string(r.Name) != string(all[i%4].Name) {
			t.Errorf("result %d is %s: rounds are not interleaved", i, r.Name)
		}
		ns, ok := r.Value("sec/op")
		if !ok || ns <= 0 || ns > 1e-3 || r.Iters <= 0 {
			t.Errorf("%s: %v, %d operations", r.Name, r.Values, r.Iters)
		}
		rate, ok := r.Value("nodes/s")
		if ok != strings.HasPrefix(string(r.Name), "Perft/") || ok && (rate*ns < 0.99 || rate*ns > 1.01) {
			t.Errorf("%s: %v", r.Name, r.Values)
		}
	}
	for key, want := range map[string]string{
		"pkg": "github.com/koggestone/koggestone/bench", "cpu": cpuName(), "path": best().String(),
		"command": "record --rounds 3 --patience 0s --only '" + only + "' --quick",
	} {
		if got := all[0].GetConfig(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	for _, key := range []string{"goos", "goarch", "go", "goamd64", "commit", "threads"} {
		if all[0].GetConfig(key) == "" {
			t.Errorf("no %s", key)
		}
	}
	if _, err := time.Parse(time.RFC3339, all[0].GetConfig("date")); err != nil {
		t.Error(err)
	}
}

// The names of the list are different and consist of keys with values, and every path has
// benchmarks.
func TestNames(t *testing.T) {
	code, stdout, _ := command("--list")
	names := strings.Fields(stdout)
	if code != exitOK || len(names) < 100 {
		t.Fatalf("exit %d, %d names", code, len(names))
	}
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			t.Errorf("%s twice", name)
		}
		seen[name] = true
		for _, part := range strings.Split(name, "/")[1:] {
			if key, value, ok := strings.Cut(part, "="); !ok || key == "" || value == "" {
				t.Errorf("%s: %q", name, part)
			}
		}
		if threadsSuffix.MatchString(name) {
			t.Errorf("%s ends like a number of threads", name)
		}
	}
	for _, p := range simd.Paths() {
		for _, name := range []string{"Union/sliders=games/call=batch", "Rays/call=one", "Threats/call=batch", "Calls/sets=legality", "Crossover/sliders=12",
			"BatchSize/size=4194304", "Workers/of=count/workers=1", "Count/plies=2"} {
			if !seen[fmt.Sprintf("%s/by=%v", name, p)] {
				t.Errorf("no %s by %v", name, p)
			}
		}
	}
}

// A benchmark with a wrong result fails, at the start or later.
func TestWrongResults(t *testing.T) {
	b := fill(100, func(i int) (uint64, uint64, uint64) { return 1 << (i & 63), 0, 3 })
	calls := 0
	for name, bad := range map[string]*benchmark{
		"attacks": unionBenchmark("attacks", best(), b, func() { unionOne(b.dst, b); b.dst[99] ^= 1 }),
		"missing": unionBenchmark("missing", best(), b, func() { unionOne(b.dst[:99], b) }),
		"leaves":  tree{&standard[0], 3}.benchmark("leaves", best(), func() (uint64, error) { return 8903, nil }),
		"error":   tree{&standard[0], 3}.benchmark("error", best(), func() (uint64, error) { return 8902, errors.New("broken") }),
		"later": tree{&standard[0], 3}.benchmark("later", best(), func() (uint64, error) {
			calls++
			return 8902 + uint64(calls/3), nil
		}),
	} {
		var out bytes.Buffer
		err := measure(&out, nil, []*benchmark{bad}, 5, time.Microsecond, 0, func() {})
		if !errors.As(err, new(*differenceError)) || !strings.HasPrefix(err.Error(), name+": difference: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The record has the counts of other programs and names their wrong counts.
func TestPrograms(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r.txt")
	args := []string{"--quick", "--rounds", "1", "--out", out, "--only", "Perft/position=start/.*by=other"}
	code, stdout, stderr := command(append(args, "--program", "other-1.0=/bin/echo '{fen} at  {depth}' 'Nodes searched: 119,060,324' 17 ms")...)
	if code != exitOK {
		t.Fatalf("exit %d: %s%s", code, stdout, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	all := results(t, string(text))
	if len(all) != 1 || string(all[0].Name) != "Perft/position=start/depth=6/by=other-1.0" {
		t.Fatalf("%s", text)
	}
	if got := all[0].GetConfig("command"); !strings.Contains(got, "--program 'other-1.0=echo {fen} at") || strings.Contains(got, "/bin") {
		t.Errorf("command: %s", got)
	}
	for command, want := range map[string]string{
		"/bin/echo {fen} {depth} 5":           "5 leaves, expected 119060324",
		"/bin/sh -c 'exit 3' {fen}{depth}":    "program other: exit status 3",
		"/bin/sh -c 'echo none' {fen}{depth}": `expected a number of nodes, found "none"`,
		"/nowhere/program {fen} {depth}":      "no such file",
	} {
		code, _, stderr := runProgram(args, command)
		if code != exitDifferent || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d: %s", command, code, stderr)
		}
	}
}

// A wrong count of another program is noted in the record and not timed; its other counts
// are.
func TestProgramWrongOnce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r.txt")
	code, stdout, stderr := command("--quick", "--rounds", "1", "--out", out, "--only", "Perft/position=(start|kiwipete)/.*by=other",
		"--program", "other-1.0=/bin/echo {fen} {depth} 119060324")
	if code != exitOK {
		t.Fatalf("exit %d: %s%s", code, stdout, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	all := results(t, string(text))
	if len(all) != 1 || all[0].GetConfig("wrong") != "other-1.0 on kiwipete" {
		t.Fatalf("%s", text)
	}
}

func runProgram(args []string, text string) (int, string, string) {
	return command(append(args, "--program", "other="+text)...)
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

// Bad input causes exit code 2 and one line that names the flag and the expected value.
func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--rounds", "0"}, "--rounds: expected 1 or more, found 0"},
		{[]string{"--patience=-1s"}, "--patience: expected 0 or more, found -1s"},
		{[]string{"--only", "("}, "--only: expected a regular expression"},
		{[]string{"--only", "Nothing/at=all"}, "matches none"},
		{[]string{"--program", "a"}, "--program: expected NAME=COMMAND"},
		{[]string{"--program", "a b=c {fen} {depth}"}, "--program: expected a name"},
		{[]string{"--program", "a-12=c {fen} {depth}"}, "--program: expected a name"},
		{[]string{"--program", "a=c {fen}"}, "--program: expected a command with {fen} and {depth}"},
		{[]string{"--program", "a=c '{fen} {depth}"}, "--program: expected a closing quote"},
		{[]string{"--quick", "--rounds", "1", "--only", "^Count/plies=1/by=generic", "--out", "/dev/null/x"}, "/dev/null"},
		{[]string{"--wrong"}, "unknown flag --wrong"},
	} {
		code, _, stderr := command(c.args...)
		if code != exitBadInput || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d: %s", c.args, code, stderr)
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

// The published counts are right, as far as they can be counted quickly.
func TestStandard(t *testing.T) {
	for _, s := range standard {
		p, err := movegen.ParseFEN(s.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := uint64(p.CountLegal()); got != s.nodes[0] {
			t.Errorf("%s: %d", s.name, got)
		}
		for _, depth := range append(s.peers[:], s.bulk, s.batch, s.deep) {
			if depth > len(s.nodes) || depth < 2 || s.nodes[depth-1] == 0 {
				t.Errorf("%s: no count of depth %d", s.name, depth)
			}
		}
	}
}
