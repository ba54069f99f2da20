package selfcheck

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
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
	call := func(name string, k kind, batch bool, bind func(in *Input) calls, want func(in *Input, i int) any) Call {
		return Call{Package: "x", Name: name, input: k, N: BatchSize, Batch: batch, bind: bind, want: want}
	}
	rooks := func(dst []uint64, in *Input, lo, hi int) {
		koggestone.RookAttacksBatch(dst, in.sets()[orthogonal][lo:hi], in.sets()[empty][lo:hi])
	}
	wantRook := union(orthogonal, koggestone.East, 2)
	rook := func(s string, fault func(dst []uint64)) Call {
		return call(s, sets, true, batch(func(dst []uint64, in *Input, lo, hi int) {
			rooks(dst, in, lo, hi)
			fault(dst)
		}), wantRook)
	}
	return map[string]Call{
		": the result: expected 0x": call("Rare", sets, false, into(func(in *Input, dst []uint64, lo, hi int) {
			rooks(dst[lo:hi], in, lo, hi)
			s := in.sets()
			for i := lo; i < hi; i++ {
				if s[0][i]&s[2][i] != 0 && s[empty][i]&1 != 0 {
					dst[i] ^= 1 << 20
				}
			}
		}), wantRook),
		": the result: expected ": rook("Tail", func(dst []uint64) {
			if len(dst)%8 == 7 {
				dst[len(dst)-1] = 1
			}
		}),
		"element 4090 of 409": rook("Long", func(dst []uint64) {
			if len(dst) > 4090 {
				dst[4090] ^= 1
			}
		}),
		"found 0x": rook("PastTheEnd", func(dst []uint64) { dst[:len(dst)+1][len(dst)] = 1 }),
		"element 0 of ": call("InPlace", sets, true, overwriting(func(dst []uint64, args [][]uint64) {
			inPlace := len(dst) > 0 && &dst[0] == &args[1][0]
			koggestone.RookAttacksBatch(dst, args[0], args[1])
			if inPlace {
				dst[0] ^= 1
			}
		}, orthogonal, empty), wantRook),
		"the result.Pinners: expected ": call("Set", boards, false, into(func(in *Input, dst []quad.Threats, lo, hi int) {
			for i, p := range in.boards().all[lo:hi] {
				i += lo
				dst[i].Set(p.Board, p.Side)
				if p.Side == quad.Black {
					dst[i].Pinners ^= 1
				}
			}
		}), wantThreats),
		"the result[7][3]: expected ": call("Column", boards, false, columns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
			quad.VisionBatch(dst, in.boards().batch.Slice(lo, hi).Boards())
			clear(dst[7][3])
		}), wantVision),
		"expected 20 entries, found 19; wrong are [], missing are [": call("List", games, false, func(in *Input) calls {
			return texts(in, func(_, _ int) {}, func(int) string { return textOf(movegen.Start().AppendLegalMoves(nil)[1:]) })
		}, func(*Input, int) any { return textOf(movegen.Start().AppendLegalMoves(nil)) }),
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
	c := Call{Package: "x", Name: "Sum", N: BatchSize, Batch: true, bind: batch(func(dst []uint64, _ *Input, _, _ int) {
		for i := range dst {
			dst[i] = 1
			if simd.Active() == last {
				dst[i] = 2
			}
		}
	})}
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
