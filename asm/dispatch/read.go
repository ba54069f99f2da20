package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/koggestone/koggestone/internal/layout"
)

const directive = "//asm:dispatch"

// A path is an instruction set of the library.
type path struct {
	name  string // the suffix of its kernels, and its constant in package simd
	block int    // positions in a block of ranks
	batch int    // positions in a register of words, 1 if the kernel masks the last ones
}

var (
	neon   = path{"NEON", layout.BlockNEON, 0}
	avx2   = path{"AVX2", layout.BlockAVX2, 4}
	avx512 = path{"AVX512", layout.BlockAVX512, 1}
)

// A param is a parameter of a twin or a kernel.
type param struct{ name, kind string }

// A twin is a function that is dispatched.
type twin struct {
	name      string // without Generic
	params    []param
	signature string            // from the parameters on
	result    bool              // whether it returns something
	args      map[string]string // expressions for parameters of kernels
	local     map[string]bool   // slices that begin at position lo
}

// A library is what dispatch needs to know of a package.
type library struct {
	name    string
	twins   []twin
	kernels map[string][]param // by their full names
}

// read reads the twins and the stubs of a package.
func read(files []string) (*library, error) {
	l := &library{kernels: map[string][]param{}}
	set := token.NewFileSet()
	for _, file := range files {
		if name := filepath.Base(file); strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "dispatch_") {
			continue
		}
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		l.name = f.Name.Name
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			switch {
			case !ok:
			case fn.Body == nil:
				l.kernels[fn.Name.Name] = params(fn)
			default:
				t, ok, err := twinOf(fn)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", set.Position(fn.Pos()), fn.Name.Name, err)
				}
				if ok {
					l.twins = append(l.twins, t)
				}
			}
		}
	}
	return l, nil
}

func params(fn *ast.FuncDecl) (list []param) {
	for _, f := range fn.Type.Params.List {
		for _, name := range f.Names {
			list = append(list, param{name.Name, types.ExprString(f.Type)})
		}
	}
	return list
}

// twinOf returns the twin that fn is, if it has the directive.
func twinOf(fn *ast.FuncDecl) (t twin, ok bool, err error) {
	if fn.Doc == nil {
		return t, false, nil
	}
	rest, ok := strings.CutPrefix(fn.Doc.List[len(fn.Doc.List)-1].Text, directive)
	if !ok {
		return t, false, nil
	}
	name, ok := strings.CutSuffix(fn.Name.Name, "Generic")
	if !ok {
		return t, false, fmt.Errorf("the name does not end in Generic")
	}
	t = twin{
		name: name, params: params(fn), signature: strings.TrimPrefix(types.ExprString(fn.Type), "func"),
		result: fn.Type.Results != nil, args: map[string]string{}, local: map[string]bool{},
	}
	for _, word := range strings.Fields(rest) {
		name, expression, ok := strings.Cut(word, "=")
		switch {
		case !ok:
			return t, false, fmt.Errorf("%q is not parameter=expression", word)
		case name == "local":
			for _, slice := range strings.Split(expression, ",") {
				t.local[slice] = true
			}
		default:
			t.args[name] = expression
		}
	}
	return t, true, nil
}
