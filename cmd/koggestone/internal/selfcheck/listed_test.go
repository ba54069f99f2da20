package selfcheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
