package twins

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A Program contains packages of the library and everything that they import.
type Program struct {
	prog  *ssa.Program
	uses  map[*ast.Ident]types.Object
	specs map[token.Pos]ast.Spec // of constants and types, by the places of their names
}

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
	program := &Program{prog, map[*ast.Ident]types.Object{}, map[token.Pos]ast.Spec{}}
	for _, p := range pkgs {
		maps.Copy(program.uses, p.TypesInfo.Uses)
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				if d, ok := d.(*ast.GenDecl); ok {
					for _, s := range d.Specs {
						switch spec := s.(type) {
						case *ast.ValueSpec:
							for _, n := range spec.Names {
								program.specs[n.Pos()] = spec
							}
						case *ast.TypeSpec:
							program.specs[spec.Name.Pos()] = spec
						}
					}
				}
			}
		}
	}
	return program, nil
}

// constants panics unless all builds contain the files of the constants and types that a function or a declaration uses.
func (p *Program) constants(n ast.Node, seen map[types.Object]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, _ := n.(*ast.Ident)
		switch o := p.uses[id].(type) {
		case *types.Const, *types.TypeName:
			if !seen[o] && o.Pkg() != nil {
				seen[o] = true
				everywhere(p.prog, o.Pos())
				if s := p.specs[o.Pos()]; s != nil {
					p.constants(s, seen)
				}
			}
		}
		return true
	})
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
