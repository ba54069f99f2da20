package twins

import (
	"go/build"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
)

var built sync.Map // whether all builds contain a file, by path

// everywhere panics unless all builds contain the file of a function or a variable.
func everywhere(prog *ssa.Program, pos token.Pos) {
	path := prog.Fset.Position(pos).Filename
	if path == "" || strings.HasPrefix(path, build.Default.GOROOT) {
		return
	}
	all, ok := built.Load(path)
	if !ok {
		raw, err := os.ReadFile(path)
		in, err2 := (&build.Context{GOOS: "none", GOARCH: "none"}).MatchFile(filepath.Split(path)) // not by its name alone
		all = in && err == nil && err2 == nil && !regexp.MustCompile(`(?m)^//( \+build|go:build) `).Match(raw)
		built.Store(path, all)
	}
	if !all.(bool) {
		panic(path + " is not in all builds")
	}
}

// dispatches reports whether a function of a file without assembly only calls another. It stands for one that
// chooses a path.
func dispatches(fn *ssa.Function) bool {
	if !strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_noasm.go") || len(fn.Blocks) != 1 {
		return false
	}
	_, call := fn.Blocks[0].Instrs[0].(*ssa.Call)
	return call && len(fn.Blocks[0].Instrs) == 2
}
