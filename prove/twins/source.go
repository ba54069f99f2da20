package twins

import (
	"bytes"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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

// onlyRead returns an error unless the variable is of an internal package, and all code of the repository only ranges
// over it or calls methods of its elements that only read them.
func onlyRead(v *ssa.Global) error {
	pkg := v.Pkg.Pkg
	_, inside, internal := strings.Cut(pkg.Path(), "/internal/")
	if !internal {
		return fmt.Errorf("%s: a program that uses the library may change it", v)
	}
	home := filepath.Dir(v.Pkg.Prog.Fset.Position(v.Pos()).Filename)
	root := strings.TrimSuffix(home, filepath.Join("internal", filepath.FromSlash(inside)))
	use := regexp.MustCompile(`(range )?\b` + pkg.Name() + `\.` + v.Name() + `\b(?:\[\w+\]\.(\w+)\b)?`)
	elem := v.Type().Underlying().(*types.Pointer).Elem()
	if a, ok := elem.Underlying().(*types.Array); ok {
		elem = a.Elem()
	}
	return filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(at, ".go") {
			return err
		}
		raw, err := os.ReadFile(at)
		if err != nil || !bytes.Contains(raw, []byte(strconv.Quote(pkg.Path()))) {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), at, raw, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			if imp.Path.Value == strconv.Quote(pkg.Path()) && imp.Name != nil {
				return fmt.Errorf("%s: expected an import of %s without another name", at, pkg.Path())
			}
		}
		for _, line := range strings.Split(string(raw), "\n") {
			line, _, _ = strings.Cut(line, "//")
			for _, m := range use.FindAllStringSubmatch(line, -1) {
				if m[1] == "" && (m[2] == "" || !reads(v.Pkg.Prog, elem, m[2])) {
					return fmt.Errorf("%s: %q may change %s", at, strings.TrimSpace(line), v)
				}
			}
		}
		return nil
	})
}

// reads reports whether a type has a method that writes nothing to its receiver.
func reads(prog *ssa.Program, t types.Type, method string) bool {
	sel := prog.MethodSets.MethodSet(types.NewPointer(t)).Lookup(nil, method)
	if sel == nil {
		return false
	}
	_, follow := uses()
	return follow(prog.MethodValue(sel).Params[0]) == nil
}
