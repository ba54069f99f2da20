package twins

import (
	"fmt"
	"go/types"
	"path"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A Program contains packages of the library and everything that they import.
type Program struct{ prog *ssa.Program }

const module = "github.com/koggestone/koggestone"

// Load reads the source of library packages in a folder. It leaves out the assembly, so
// that functions call the Go twins. Functions of other packages cannot be followed.
func Load(dir string, names ...string) (*Program, error) {
	patterns := []string{"math/bits"}
	for _, n := range names {
		patterns = append(patterns, path.Join(module, n))
	}
	config := &packages.Config{Mode: packages.LoadSyntax, Dir: dir, BuildFlags: []string{"-tags=purego"}}
	pkgs, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
	}
	prog, _ := ssautil.Packages(pkgs, ssa.InstantiateGenerics)
	prog.Build()
	return &Program{prog}, nil
}

// Func returns a function by its package's folder and name, for example "prefix.ByteAdd",
// ".Attacks" in the root package, or "movegen.setwiseTargets.set" for a method of a
// pointer.
func (p *Program) Func(name string) (*ssa.Function, error) {
	dir, name, _ := strings.Cut(name, ".")
	pkg := p.prog.ImportedPackage(path.Join(module, dir))
	if pkg == nil {
		return nil, fmt.Errorf("package %q was not loaded", dir)
	}
	if typ, method, ok := strings.Cut(name, "."); ok {
		if t := pkg.Type(typ); t != nil {
			for _, recv := range []types.Type{t.Type(), types.NewPointer(t.Type())} {
				if sel := p.prog.MethodSets.MethodSet(recv).Lookup(pkg.Pkg, method); sel != nil {
					return p.prog.MethodValue(sel), nil
				}
			}
		}
	} else if fn := pkg.Func(name); fn != nil {
		return fn, nil
	}
	return nil, fmt.Errorf("package %q has no function %s", dir, name)
}
