package goasm

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// Declared returns an error unless the builds for arch at all levels contain the file, and the Go files beside it declare each of its
// functions with the parameters and results that its comment names.
func (f *File) Declared(arch string) error {
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled, context.BuildTags = "linux", arch, false, nil
	for _, context.ToolTags = range [][]string{nil, {"amd64.v2", "amd64.v3", "amd64.v4", "arm64.v8.1", "arm64.v8.2", "arm64.v8.3", "arm64.v8.4", "arm64.v8.5", "arm64.v8.6",
		"arm64.v8.7", "arm64.v8.8", "arm64.v8.9", "arm64.v9.0", "arm64.v9.1", "arm64.v9.2", "arm64.v9.3", "arm64.v9.4", "arm64.v9.5"}} {
		if err := f.declared(arch, context); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) declared(arch string, context build.Context) error {
	dir, name := filepath.Split(f.Path)
	if ok, err := context.MatchFile(dir, name); !ok || err != nil {
		return fmt.Errorf("%s: expected a file that is built for %s (%v)", f.Path, arch, err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	declared := map[string]string{}
	for _, path := range paths {
		if ok, err := context.MatchFile(dir, filepath.Base(path)); !ok || strings.HasSuffix(path, "_test.go") {
			if err != nil {
				return err
			}
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil && fn.Recv == nil {
				declared[fn.Name.Name] = types.ExprString(fn.Type)
			}
		}
	}
	for _, fn := range f.Funcs {
		if got := declared[fn.Name]; got != fn.Type {
			return fmt.Errorf("%s: %s is %q, but Go files declare %q", f.Path, fn.Name, fn.Type, got)
		}
	}
	return nil
}
