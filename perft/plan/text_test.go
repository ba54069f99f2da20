package plan_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/perft/plan"
)

// sealed returns lines followed by their hash.
func sealed(lines ...string) string {
	text := strings.Join(lines, "\n") + "\n"
	return text + fmt.Sprintf("sha256 %x\n", sha256.Sum256([]byte(text)))
}

func planText(t *testing.T) string {
	var text bytes.Buffer
	if _, err := newPlan(t, movegen.Start().FEN(), 3, 1, 3).WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func resultText(t *testing.T) string {
	var text bytes.Buffer
	r := plan.Result{Plan: plan.Hash{1, 2, 3}, Block: 3, Blocks: 64, Nodes: perft.Nodes{Hi: 1, Lo: 5}}
	if _, err := r.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// The texts have the form that the package comment describes.
func TestTexts(t *testing.T) {
	hash := "0102030000000000000000000000000000000000000000000000000000000000"
	want := sealed("koggestone perft result 1", "plan "+hash, "block 3 of 64", "nodes 18446744073709551621")
	if got := resultText(t); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p := newPlan(t, "7k/8/8/8/8/8/8/K7 w - - 4 9", 5, 1, 2)
	var text bytes.Buffer
	p.WriteTo(&text)
	want = sealed("koggestone perft plan 1", "position 7k/8/8/8/8/8/8/K7 w - - 4 9", "depth 5", "ply 1", "blocks 2",
		"block 0 positions 2", "1 7k/8/8/8/8/8/8/1K6 b - -", "1 7k/8/8/8/8/8/1K6/8 b - -",
		"block 1 positions 1", "1 7k/8/8/8/8/8/K7/8 b - -")
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
}

// The texts in the package comment are real.
func TestDoc(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	p := newPlan(t, movegen.Start().FEN(), 6, 2, 4)
	r, err := p.Run(t.Context(), 3, perft.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	p.WriteTo(&text)
	lines := strings.SplitAfter(text.String(), "\n")
	shown := strings.Join(lines[:7], "") + "...\n" + lines[len(lines)-2]
	text.Reset()
	r.WriteTo(&text)
	for _, want := range []string{shown, text.String()} {
		want = "//\t" + strings.ReplaceAll(strings.TrimSuffix(want, "\n"), "\n", "\n//\t") + "\n"
		if !strings.Contains(string(doc), want) {
			t.Errorf("missing:\n%s", want)
		}
	}
}

// Every truncated text, and every text with a changed or dropped byte, is an error with a
// line. The last newline may be missing.
func TestDamage(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		read func(text string) error
	}{
		"plan":   {planText(t), func(text string) error { _, err := plan.Read(strings.NewReader(text)); return err }},
		"result": {resultText(t), func(text string) error { _, err := plan.ReadResults(strings.NewReader(text)); return err }},
	} {
		if err := c.read(c.text); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := c.read(strings.TrimSuffix(c.text, "\n")); err != nil {
			t.Errorf("%s without the last newline: %v", name, err)
		}
		bad := func(what, text string) {
			err := c.read(text)
			if e := (*plan.ParseError)(nil); !errors.As(err, &e) || e.Line < 1 || e.Line > 1+strings.Count(c.text, "\n") {
				t.Fatalf("%s, %s: error %v, want one with a line", name, what, err)
			}
			if text := err.Error(); strings.Contains(text, "\n") || len(text) > 1000 {
				t.Fatalf("%s, %s: error of %d bytes: %s", name, what, len(text), text)
			}
		}
		step := 1
		if testing.Short() {
			step = 19
		}
		for i := 0; i < len(c.text); i += step {
			if i < len(c.text)-1 {
				bad(fmt.Sprintf("cut after %d bytes", i), c.text[:i])
				bad(fmt.Sprintf("without byte %d", i), c.text[:i]+c.text[i+1:])
			}
			for _, x := range []byte{1, 3, 0x80} {
				if c.text[i] == '\n' && i == len(c.text)-1 {
					continue
				}
				b := []byte(c.text)
				b[i] ^= x
				bad(fmt.Sprintf("byte %d changed by %#x", i, x), string(b))
			}
		}
		bad("with more behind", c.text+"more\n")
		bad("with a line of 100,000 bytes", c.text+strings.Repeat("x", 100_000))
		if err := c.read(""); err == nil || !strings.Contains(err.Error(), "line 1: expected koggestone perft "+name+" 1, found the end of the text") {
			t.Errorf("empty %s: error %v", name, err)
		}
	}
}

// Texts with a right hash and wrong lines are errors with the line.
func TestHostilePlans(t *testing.T) {
	head := func(lines ...string) []string {
		return append([]string{"koggestone perft plan 1", "position 7k/8/8/8/8/8/8/K7 w - - 0 1"}, lines...)
	}
	one := func(lines ...string) []string { return append(head("depth 5", "ply 1", "blocks 1"), lines...) }
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"koggestone perft plan 2"}, `line 1: expected koggestone perft plan 1, found "koggestone perft plan 2"`},
		{[]string{"koggestone perft result 1"}, "line 1: expected koggestone perft plan 1"},
		{[]string{"\x7fELF\x02\x01"}, `line 1: expected koggestone perft plan 1, found "\x7fELF\x02\x01"`},
		{[]string{"koggestone perft plan 1", "position 8/8/8/8/8/8/8/8 w - - 0 1"}, "line 2: expected position and a FEN"},
		{head("depth x"), `line 3: expected depth and a number, 0 to`},
		{head("depth +5"), "line 3: "},
		{head("depth 99999999999999999999"), "line 3: "},
		{head("depth 5", "ply 6"), "line 4: expected ply and a number, 0 to 5, found"},
		{head("depth 5", "ply 1", "blocks 0"), "line 5: expected blocks and a number, 1 to 1048576"},
		{head("depth 5", "ply 1", "blocks 9999999"), "line 5: "},
		{one("block 1 positions 1"), "line 6: expected block 0 positions and a number"},
		{one("block 0 positions " + strconv.Itoa(math.MaxInt)), "line 7: "},
		{one("block 0 positions 1", "0 7k/8/8/8/8/8/8/1K6 b - -"), "line 7: expected the ways"},
		{one("block 0 positions 1", "340282366920938463463374607431768211456 7k/8/8/8/8/8/8/1K6 b - -"), "line 7: expected the ways"},
		{one("block 0 positions 1", "1 7k/8/8/8/8/8/8/1K6 w - -"), "line 7: expected a position with black to move"},
		{one("block 0 positions 1", "1 7k/8/8/8/8/8/8/1KK5 b - -"), "line 7: expected the ways"},
		{one("block 0 positions 2", "1 7k/8/8/8/8/8/8/1K6 b - -", "1 7k/8/8/8/8/8/8/1K6 b - -"), "line 8: expected a position after the one before it"},
		{one("block 0 positions 2", "1 7k/8/8/8/8/8/1K6/8 b - -", "1 7k/8/8/8/8/8/8/1K6 b - -"), "line 8: expected a position after the one before it"},
		{one("block 0 positions 1", "1 7k/8/8/8/8/8/8/1K6 b - -", "block 1 positions 0"), "line 8: expected sha256"},
	} {
		_, err := plan.Read(strings.NewReader(sealed(c.lines...)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.lines, err, c.want)
		}
	}
}

func TestHostileResults(t *testing.T) {
	hash := strings.Repeat("5a", 32)
	head := func(lines ...string) []string { return append([]string{"koggestone perft result 1"}, lines...) }
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"koggestone perft plan 1"}, "line 1: expected koggestone perft result 1"},
		{head("plan " + hash[1:]), "line 2: expected plan and"},
		{head("plan " + hash + "00"), "line 2: expected plan and"},
		{head("plan " + strings.ToUpper(hash)), "line 2: expected plan and"},
		{head("plan "+hash, "block 64 of 64"), "line 3: expected block and"},
		{head("plan "+hash, "block -1 of 64"), "line 3: "},
		{head("plan "+hash, "block 0 of 0"), "line 3: "},
		{head("plan "+hash, "block 0 of 1048577"), "line 3: "},
		{head("plan "+hash, "block 3"), "line 3: "},
		{head("plan "+hash, "block 3 of 64", "nodes"), "line 4: "},
		{head("plan "+hash, "block 3 of 64", "nodes -1"), "line 4: expected nodes and their number"},
		{head("plan "+hash, "block 3 of 64", "nodes 340282366920938463463374607431768211456"), "line 4: "},
		{head("plan "+hash, "block 3 of 64", "nodes 1", "nodes 1"), "line 5: expected sha256"},
	} {
		_, err := plan.ReadResults(strings.NewReader(sealed(c.lines...)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.lines, err, c.want)
		}
	}
}

// Errors of the reader and of the writer are returned.
func TestReadWriteErrors(t *testing.T) {
	broken := errors.New("broken")
	text := planText(t)
	for _, n := range []int{0, 100, len(text)} {
		in := func() *errorAfter { return &errorAfter{text[:n], broken} }
		if _, err := plan.Read(in()); !errors.Is(err, broken) {
			t.Errorf("plan broken after %d bytes: error %v", n, err)
		}
	}
	if _, err := plan.ReadResults(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("results: error %v", err)
	}
	p := newPlan(t, movegen.Start().FEN(), 3, 2, 3)
	if _, err := p.WriteTo(brokenWriter{broken}); !errors.Is(err, broken) {
		t.Errorf("plan written: error %v", err)
	}
	if _, err := (plan.Result{Blocks: 1}).WriteTo(brokenWriter{broken}); !errors.Is(err, broken) {
		t.Errorf("result written: error %v", err)
	}
}

// An errorAfter is a text, and then an error.
type errorAfter struct {
	text string
	err  error
}

func (e *errorAfter) Read(b []byte) (int, error) {
	if e.text == "" {
		return 0, e.err
	}
	n := copy(b, e.text)
	e.text = e.text[n:]
	return n, nil
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// FuzzRead reads arbitrary texts.
func FuzzRead(f *testing.F) {
	var text bytes.Buffer
	plan.Result{Plan: plan.Hash{1}, Block: 3, Blocks: 64, Nodes: perft.Nodes{Lo: 5}}.WriteTo(&text)
	f.Add(text.String())
	p, err := plan.New(f.Context(), movegen.Start(), 3, 1, 3, perft.Options{})
	if err != nil {
		f.Fatal(err)
	}
	text.Reset()
	p.WriteTo(&text)
	f.Add(text.String())
	f.Fuzz(func(t *testing.T, text string) {
		// The fuzzer cannot find hashes, so they are added.
		for _, text := range []string{text, sealed(strings.Split(text, "\n")...)} {
			if p, err := plan.Read(strings.NewReader(text)); err == nil {
				readBack(t, p)
			}
			if results, err := plan.ReadResults(strings.NewReader(text)); err == nil {
				var sum plan.Sum
				for _, r := range results {
					sum.Add(r)
				}
				sum.Nodes()
			}
		}
	})
}
