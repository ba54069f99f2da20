// Package gnu prints kernels as GNU assembler source (AT&T syntax) with a C ABI, System V and
// Windows. It is a second printer for avo: it gets the functions that avo prints as Go assembly,
// after register allocation, so that the bodies are the same instructions.
//
// syntax.go prints an instruction, frame.go the code around a body, and data.go a constant.
// macros.S hides the differences between ELF, Mach-O and Windows objects.
package gnu

import (
	_ "embed"
	"fmt"
	"go/types"
	"regexp"
	"strings"
	"unicode"

	"github.com/mmcloughlin/avo/ir"
)

// Macros is the beginning of a file with functions. The file ends in #endif.
//
//go:embed macros.S
var Macros string

// A Part is the functions of one program.
type Part struct {
	Text         string            // the functions
	Declarations string            // in C
	Data         map[string]string // the constants by name
}

// Print returns the functions of f that want accepts.
func Print(f *ir.File, want func(name string) bool) Part {
	p := Part{Data: map[string]string{}}
	names, contentsOf := map[string]string{}, map[string][]byte{}
	for _, s := range f.Sections {
		if g, ok := s.(*ir.Global); ok {
			b := contents(g)
			name := dataName(g.Symbol.Name, b)
			names[g.Symbol.Name], contentsOf[name] = name, b
		}
	}
	label := func(symbol string) string {
		name, ok := names[symbol]
		if !ok {
			panic("gnu: no constant " + symbol)
		}
		p.Data[name] = data(name, contentsOf[name])
		return "L(" + name + ")"
	}
	for _, fn := range f.Functions() {
		if !want(fn.Name) {
			continue
		}
		g := newFunction(fn, CName(fn.Name))
		p.Text += g.print(label)
		p.Declarations += g.declaration()
	}
	return p
}

var paths = regexp.MustCompile(`(AVX2|AVX512)$`)

// CName returns the C name of a kernel: rookAttacksAVX2 becomes ks_rook_attacks_avx2.
func CName(name string) string {
	path := paths.FindString(name)
	var w strings.Builder
	for _, r := range strings.TrimSuffix(name, path) {
		if unicode.IsUpper(r) {
			w.WriteByte('_')
		}
		w.WriteRune(unicode.ToLower(r))
	}
	return "ks_" + w.String() + "_" + strings.ToLower(path)
}

// declaration returns the prototype of f, documented. All pointers are void *, because Go's types
// of arrays and slices have no counterpart.
func (f *function) declaration() string {
	result := "void "
	for _, r := range f.results {
		result = cType(r.typ)
	}
	ps := make([]string, len(f.params))
	for i, p := range f.params {
		ps[i] = cType(p.typ) + p.name
	}
	if len(ps) == 0 {
		ps = []string{"void"}
	}
	doc := strings.ReplaceAll(strings.Join(f.fn.Doc, " "), f.fn.Name, f.name)
	return fmt.Sprintf("\n/* %s\n   Go: %s%s */\n%s%s(%s);\n", wrap(doc), f.fn.Name, f.fn.Signature, result, f.name, strings.Join(ps, ", "))
}

// cType returns a type in C as it begins a declaration.
func cType(t types.Type) string {
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		return "void *"
	case *types.Basic:
		switch t.Kind() {
		case types.Int:
			return "int64_t "
		case types.Bool:
			return "bool "
		}
		return t.Name() + "_t "
	}
	panic("gnu: type " + t.String())
}

// wrap breaks lines of a comment at 100 columns.
func wrap(s string) string {
	var w strings.Builder
	column := 3
	for i, word := range strings.Fields(s) {
		switch {
		case i == 0:
		case column+1+len(word) > 100:
			w.WriteString("\n   ")
			column = 3
		default:
			w.WriteByte(' ')
			column++
		}
		w.WriteString(word)
		column += len(word)
	}
	return w.String()
}
