package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"go/format"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/positions"
	"github.com/koggestone/koggestone/internal/simd"
)

func TestVerify(t *testing.T) {
	n := "20000"
	if testing.Short() {
		n = "5000"
	}
	code, stdout, stderr := command("", "verify", "--positions", n, "--seed", "7")
	if code != exitOK || stderr != "" {
		t.Fatalf("exit %d, %q, %q", code, stdout, stderr)
	}
	for _, want := range []string{
		"koggestone 54 functions, ", "quad        5 functions, ", "prefix      9 functions, ",
		n + " positions, 68 functions, paths generic", "no difference (seed 7",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q lacks %q", stdout, want)
		}
	}
}

// faulty returns the subjects with one made wrong.
func faulty(t *testing.T, name string, fault func(w work)) *verifier {
	t.Helper()
	v := &verifier{subjects: subjects(), paths: simd.Paths()[:1], seed: 1, games: positions.Games()}
	for k := range v.subjects {
		if s := &v.subjects[k]; s.name == name {
			right := s.run
			s.run = func(w work) {
				right(w)
				fault(w)
			}
			return v
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}

// Every kind of function with a fault in it is found out, and shown.
func TestVerifyFindsFaults(t *testing.T) {
	// rare boards show the fault of a function of one position.
	rare := func(w work, i int) bool { return w.in.gens[0][i]&w.in.gens[2][i] != 0 && w.in.empty[i]&1 != 0 }
	for _, c := range []struct {
		name  string
		fault func(w work)
	}{
		{"RookAttacks", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if rare(w, i) {
					w.out.words[i] ^= 1 << 20
				}
			}
		}},
		{"RayAttacks", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if rare(w, i) {
					w.out.rays[i][5] ^= 1 << 63
				}
			}
		}},
		{"MultiOccluded", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if rare(w, i) {
					w.out.multi[i][7][3] ^= 1
				}
			}
		}},
		{"8 named Fill", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if rare(w, i) {
					w.out.rays[i][2] ^= 2
				}
			}
		}},
		{"PawnAttacks South", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] ^= 1 << 33
			}
		}},
		{"RayTable", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.rays[i][0] ^= w.in.gens[2][i] & 1
			}
		}},
		// A tail of one vector and seven that forgets its last element.
		{"SliderAttacksBatch", func(w work) {
			if (w.hi-w.lo)%8 == 7 {
				w.out.words[w.hi-1] = 0
			}
		}},
		// Wrong in place only.
		{"OccludedBatch West", func(w work) {
			if w.alias == onSecond && w.hi > w.lo {
				w.out.words[w.lo] ^= 1 << 9
			}
		}},
		// Wrong in calls longer than a chunk only.
		{"MultiAttacksBatch", func(w work) {
			if w.hi-w.lo > 4096 {
				w.out.columns[3][2][w.hi-1] ^= 4
			}
		}},
		// Writes past the end, or before the beginning.
		{"RayAttacksBatch", func(w work) { w.out.rayColumns[6][w.hi] = 0 }},
		// One set of one side to move.
		{"quad.Threats", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if w.in.us[i] == 1 {
					w.out.threats[i].Pinners &^= 1
				}
			}
		}},
		{"quad.Vision", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if w.in.boards[i].G2&3 == 3 {
					w.out.visions[i].Rays[4].GB ^= 1 << 40
				}
			}
		}},
		{"quad.VisionBatch", func(w work) { w.out.columns[7][3][w.hi+1] = 0 }},
		{"quad.ThreatsBatch", func(w work) {
			if (w.hi-w.lo)%8 == 5 {
				w.out.threatColumns.RookChecks[w.hi-1] ^= 1 << 63
			}
		}},
		{"quad.AttacksBatch black", func(w work) {
			if w.hi-w.lo > 1024 {
				w.out.words[w.lo+1024] ^= 2
			}
		}},
		{"prefix.ByteSubBatch", func(w work) {
			if w.alias == onSecond && w.hi > w.lo {
				w.out.words[w.hi-1] ^= 1 << 9
			}
		}},
		{"prefix.ParityUpBatch", func(w work) { w.out.words[w.hi] = 0 }},
		{"AttacksBatch East", func(w work) { w.out.words[w.hi+7] = 0 }},
		{"QueenAttacksBatch", func(w work) {
			if w.lo > 0 {
				w.out.words[w.lo-1] = 0
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && !strings.HasPrefix(c.name, "R") && c.name != "quad.Threats" {
				t.Skip("slow under emulation")
			}
			found := faulty(t, c.name, c.fault).run(100_000, func(int) {})
			if found == nil {
				t.Fatal("not found")
			}
			if found.s.name != c.name {
				t.Fatalf("found in %s", found.s.name)
			}
			if found.got == found.want {
				t.Errorf("got = want = %#x", found.got)
			}
			var out bytes.Buffer
			s := &streams{out: bufio.NewWriter(&out)}
			found.report(s)
			s.out.Flush()
			if !strings.HasPrefix(out.String(), "difference: "+c.name+" on path generic") {
				t.Errorf("report %q", out.String())
			}
			test := found.goTest()
			if !strings.HasSuffix(out.String(), test) {
				t.Error("the report does not end with the test")
			}
			if formatted, err := format.Source([]byte(test)); err != nil {
				t.Errorf("%v in\n%s", err, test)
			} else if string(formatted) != test {
				t.Errorf("the test is not formatted:\n%s", test)
			}
		})
	}
}

// The first difference does not depend on the number of workers.
func TestVerifyIsDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under emulation")
	}
	fault := func(w work) {
		for i := w.lo; i < w.hi; i++ {
			if w.in.gens[1][i]%1021 == 17 {
				w.out.words[i] ^= 1
			}
		}
	}
	a := faulty(t, "BishopAttacks", fault).run(50_000, func(int) {})
	b := faulty(t, "BishopAttacks", fault).run(500_000, func(int) {})
	if a == nil || b == nil || a.goTest() != b.goTest() || a.t.number != b.t.number {
		t.Errorf("two runs differ: %v, %v", a, b)
	}
}

// The bencher's comparison of paths finds a fault, too.
func TestBenchChecks(t *testing.T) {
	if len(simd.Paths()) == 1 {
		t.Skip("one path only: nothing to compare")
	}
	v := faulty(t, "RookAttacksBatch", func(w work) {
		if simd.Active() != simd.Generic {
			w.out.words[w.hi-1] ^= 1
		}
	})
	err := newBencher(v.subjects, simd.Paths()).check()
	if err == nil || !strings.Contains(err.Error(), "RookAttacksBatch on path avx2, position 4095, word 0") {
		t.Errorf("error %v", err)
	}
}

func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under emulation")
	}
	code, stdout, stderr := command("", "bench", "--duration", "50ms", "--json")
	if code != exitOK || stderr != "" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	var r benchJSON
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	const root, quads, prefixes, movegens, trees = 8 + 6 + 16, 6, 2 * (1 + 9), 4, 2 * 2
	if len(r.Functions) != root+quads+prefixes+movegens || len(r.Perft) != trees || len(r.Generalised) != 4 {
		t.Errorf("%d functions, %d generalised", len(r.Functions), len(r.Generalised))
	}
	for _, f := range r.Functions {
		paths := len(simd.Paths())
		if f.Function == "memory copy" || f.Function == "CountLegal" || f.Function == "AppendLegalMoves" {
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
	if strings.Count(b.String(), "\n") != 2+5*3+root+quads+prefixes+movegens+trees+4+1+4 {
		t.Errorf("%d lines:\n%s", strings.Count(b.String(), "\n"), b.String())
	}
}

// bench --only measures what matches, and the copy beside the batches of prefix.
func TestBenchOnly(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		{"quad[.]vision", []string{"quad.Vision", "quad.VisionBatch"}},
		{"ByteAdd", []string{"prefix.memory copy", "prefix.ByteAddBatch"}},
		{"^koggestone.Fill$", []string{"8 named Fill", "Fill"}},
		{"movegen[.]count", []string{"movegen.CountLegalBatch", "movegen.CountLegal"}},
	} {
		subjects, _, err := (&benchCmd{Only: c.pattern}).choose()
		var names []string
		for _, s := range subjects {
			names = append(names, s.name)
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: %q, %v", c.pattern, names, err)
		}
	}
	code, stdout, stderr := command("", "bench", "--duration", "1ms", "--only", "^perft.*bulk")
	if code != exitOK || stderr != "" || strings.Count(stdout, "\n") != 6 || !strings.Contains(stdout, "\nkiwipete, 4, bulk ") {
		t.Errorf("trees alone: exit %d, %q, %q", code, stdout, stderr)
	}
	code, stdout, _ = command("", "bench", "--duration", "1ms", "--only", "koggestone.fill|quad.threats$")
	if code != exitOK || !strings.Contains(stdout, "\nFill ") || !strings.Contains(stdout, "\nThreats ") || strings.Contains(stdout, "Attacks") {
		t.Errorf("exit %d, %q", code, stdout)
	}
}

// bench takes only what is right: a count of moves, or of leaves.
func TestBenchAsserts(t *testing.T) {
	for k := range movegenSubjects() {
		s := movegenSubjects()[k]
		if !s.asserted {
			continue
		}
		right := s.run
		s.run = func(w work) {
			right(w)
			w.out.words[4095]++
			w.out.counts[4095]++
		}
		err := newBencher([]subject{s}, simd.Paths()[:1]).check()
		if err == nil || !strings.Contains(err.Error(), s.name+" on path generic, position 4095, word 0: ") || !strings.Contains(err.Error(), ", expected 0x") {
			t.Errorf("%s: error %v", s.name, err)
		}
	}
	rows := perftRows(func(name string) bool { return name == "perft.Count batch" })
	if len(rows) != len(perftTrees) {
		t.Fatalf("%d rows", len(rows))
	}
	rows[1].nodes++
	if err := measurePerft(rows, simd.Paths()[:1]); err == nil ||
		err.Error() != "difference: perft.Count batch on path generic, kiwipete, depth 4: 4085603 nodes, expected 4085604" {
		t.Errorf("error %v", err)
	}
}

func TestDemo(t *testing.T) {
	code, stdout, stderr := command("", "attacks", "--demo")
	if code != exitOK || stderr != "" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	if !strings.Contains(stdout, "in 600 positions from games") || strings.Count(stdout, "million positions/s") != len(simd.Paths()) {
		t.Errorf("got\n%s", stdout)
	}
}

// The demonstration's check sees a wrong attack.
func TestCheckAttacks(t *testing.T) {
	games := positions.Games()
	a := newAttackBatch(len(games))
	for i := range games {
		a.append(&games[i], 0, i)
	}
	a.compute()
	if err := a.checkAttacks(); err != nil {
		t.Fatal(err)
	}
	a.attacks[1][queens][599] ^= 1
	if err := a.checkAttacks(); err == nil || !strings.Contains(err.Error(), games[599].String()+", black queens attack") {
		t.Errorf("error %v", err)
	}
}

func TestInfo(t *testing.T) {
	code, stdout, _ := command("", "info", "--json")
	var r infoJSON
	if err := json.Unmarshal([]byte(stdout), &r); code != exitOK || err != nil {
		t.Fatalf("exit %d, %v", code, err)
	}
	if len(r.Paths) != 3 || r.Paths[0].Path != "generic" || !r.Paths[0].Runs || r.CPU == "" || !strings.HasPrefix(r.Go, "go") {
		t.Errorf("got %+v", r)
	}
	best := ""
	for _, p := range r.Paths {
		if p.Runs {
			best = p.Path
		} else if p.WhyNot == "" {
			t.Errorf("%s cannot run, and nothing says why", p.Path)
		}
	}
	if r.Implementation != best {
		t.Errorf("implementation %s, best path %s", r.Implementation, best)
	}
	code, stdout, _ = command("", "info")
	if code != exitOK || !strings.Contains(stdout, "path        "+best+"\n") {
		t.Errorf("exit %d, %q", code, stdout)
	}
}
