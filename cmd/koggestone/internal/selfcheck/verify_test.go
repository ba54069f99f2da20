package selfcheck

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// faults are functions with a fault, and a part of the message that reports it.
func faults() map[string]Call {
	name := func(s string, k kind) Call { return Call{Package: "x", Name: s, input: k, N: BatchSize} }
	rooks := func(dst []uint64, in *Input, lo, hi int) {
		koggestone.RookAttacksBatch(dst, in.sets[orthogonal][lo:hi], in.sets[empty][lo:hi])
	}
	rook := func(s string, fault func(dst []uint64, in *Input, lo, hi int)) Call {
		return batch(name(s, sets), func(dst []uint64, in *Input, lo, hi int) {
			rooks(dst, in, lo, hi)
			fault(dst, in, lo, hi)
		}, wantRook(orthogonal))
	}
	return map[string]Call{
		": the result: expected 0x": one(name("Rare", sets), func(in *Input, dst []uint64, lo, hi int) {
			rooks(dst[lo:hi], in, lo, hi)
			for i := lo; i < hi; i++ {
				if in.sets[0][i]&in.sets[2][i] != 0 && in.sets[empty][i]&1 != 0 {
					dst[i] ^= 1 << 20
				}
			}
		}, wantRook(orthogonal)),
		": the result: expected ": rook("Tail", func(dst []uint64, _ *Input, _, _ int) {
			if len(dst)%8 == 7 {
				dst[len(dst)-1] = 1
			}
		}),
		"element 4090 of 409": rook("Long", func(dst []uint64, _ *Input, _, _ int) {
			if len(dst) > 4090 {
				dst[4090] ^= 1
			}
		}),
		"found 0x": rook("PastTheEnd", func(dst []uint64, _ *Input, _, _ int) { dst[:len(dst)+1][len(dst)] = 1 }),
		"element 0 of ": wordBatch("InPlace", wantRook(orthogonal), func(dst []uint64, args [][]uint64) {
			inPlace := len(dst) > 0 && &dst[0] == &args[1][0]
			koggestone.RookAttacksBatch(dst, args[0], args[1])
			if inPlace {
				dst[0] ^= 1
			}
		}, orthogonal, empty),
		"the result.Pinners: expected ": one(name("Set", boards), func(in *Input, dst []quad.Threats, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i].Set(in.boards[i], in.us[i])
				if in.us[i] == quad.Black {
					dst[i].Pinners ^= 1
				}
			}
		}, wantThreats),
		"the result[7][3]: expected ": row(name("Column", boards), multiColumns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
			quad.VisionBatch(dst, in.columns.Slice(lo, hi))
			clear(dst[7][3])
		}), func(in *Input, i int) (words [8][4]uint64) {
			for d, b := range in.visions[i].Rays {
				words[d] = b.Planes()
			}
			return words
		}),
		"expected 20 entries, found 19; wrong are [], missing are [": row(name("List", games), func(in *Input) bound[string] {
			return texts(in, func(_, _ int) {}, func(int) string { return textOf(movegen.Start().AppendLegalMoves(nil)[1:]) })
		}, func(*Input, int) string { return textOf(movegen.Start().AppendLegalMoves(nil)) }),
	}
}

// TestVerifyFindsFaults plants faults, and checks that the reports are complete and can be repeated.
func TestVerifyFindsFaults(t *testing.T) {
	for message, c := range faults() {
		t.Run(c.Name, func(t *testing.T) {
			v := Verifier{Calls: []Call{c}, Seed: 7}
			err := v.Run(t.Context(), 4*tileSize, func(int) {})
			if err == nil {
				t.Fatal("not found")
			}
			report := err.Error()
			for _, part := range []string{"difference: " + c.String() + " on path generic, ", message, "\ninput: ", "\nrepeat: koggestone verify --seed "} {
				if !strings.Contains(report, part) {
					t.Errorf("%q lacks %q", report, part)
				}
			}
			var seed uint64
			var n int
			if _, err := fmt.Sscanf(report[strings.Index(report, "--seed"):], "--seed %d --positions %d --only", &seed, &n); err != nil {
				t.Fatal(err)
			}
			again := Verifier{Calls: []Call{c}, Seed: seed}
			if err := again.Run(t.Context(), n, func(int) {}); err == nil || err.Error() != report {
				t.Errorf("repeated: %v, want %s", err, report)
			}
		})
	}
}

// TestFaultOfOnePath checks that Verifier and Timer find a fault that only one path has.
func TestFaultOfOnePath(t *testing.T) {
	last := simd.Paths()[len(simd.Paths())-1]
	if last == simd.Generic {
		t.Skip("there is only one path")
	}
	c := batch(Call{Package: "x", Name: "Sum", N: BatchSize}, func(dst []uint64, _ *Input, _, _ int) {
		for i := range dst {
			dst[i] = 1
			if simd.Active() == last {
				dst[i] = 2
			}
		}
	}, nil)
	v := Verifier{Calls: []Call{c}}
	if err := v.Run(t.Context(), 100, func(int) {}); err == nil || !strings.Contains(err.Error(), "on path "+last.String()) {
		t.Errorf("Verifier: error %v", err)
	}
	if err := NewTimer([]Call{c}).Check(); err == nil || !strings.Contains(err.Error(), "on path "+last.String()+", position 0: the result: expected 0x0000000000000001, found 0x0000000000000002") {
		t.Errorf("Timer: error %v", err)
	}
}

// TestTrees checks that a Timer compares the counts of trees.
func TestTrees(t *testing.T) {
	for _, c := range treeCalls() {
		if err := NewTimer([]Call{c}).Check(); err != nil {
			t.Error(err)
		}
	}
}

// TestChess960 checks that random start positions of Chess960 are legal.
func TestChess960(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 1000 {
		p := chess960(r)
		seen[p.FEN()[:8]] = true
		if n := p.CountLegal(); n < 18 {
			t.Fatalf("%s: %d moves", p.FEN(), n)
		}
	}
	if len(seen) < 500 {
		t.Errorf("%d first ranks", len(seen))
	}
}

// TestEveryBatchIsListed fails unless the table contains every exported function of the library with
// a name that ends in Batch, so that verify compares its paths.
func TestEveryBatchIsListed(t *testing.T) {
	const root = "../../../.."
	if _, err := os.Stat(filepath.Join(root, "go.work")); err != nil {
		t.Skip("the library is not here")
	}
	listed := map[string]bool{}
	for _, c := range Calls() {
		listed[c.Package+"."+c.function()] = true
	}
	unlisted := map[string]bool{ // make batches
		"quad.NewBatch": true, "quad.AppendBatch": true, "movegen.NewBatch": true, "movegen.AppendBatch": true,
	}
	found := 0
	for dir, pkg := range map[string]string{
		".": "koggestone", "prefix": "prefix", "pawns": "pawns", "quad": "quad", "pairs": "pairs", "movegen": "movegen", "policy": "policy", "perft": "perft",
	} {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || !fn.Name.IsExported() || !strings.HasSuffix(fn.Name.Name, "Batch") {
					continue
				}
				found++
				if name := pkg + "." + fn.Name.Name; !listed[name] && !unlisted[name] {
					t.Errorf("%s: add %s to the calls_*.go of this package", strings.TrimPrefix(file, root+"/"), name)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("%d exported batches found, expected at least 20", found)
	}
}
