// Package gnu prints kernels as GNU assembler source (AT&T syntax) with a C ABI, for System V
// and Windows. It is a second printer for avo: it receives the functions that avo prints as Go
// assembly, after register allocation, so the instructions in the bodies are the same.
//
// syntax.go prints an instruction, and frame.go the code around a body. macros.S hides the differences between ELF, Mach-O and Windows objects.
package gnu

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"go/types"
	"hash/fnv"
	"regexp"
	"strings"
	"unicode"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
)

// Macros is the beginning of a file with functions. The file ends in #endif.
//
//go:embed macros.S
var Macros string

// A Part contains the functions of one program.
type Part struct {
	Text         string            // the functions
	Declarations string            // in C
	Data         map[string]string // the constants, by name
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
	return "ks_" + Snake(strings.TrimSuffix(name, path)) + "_" + strings.ToLower(path)
}

// Snake returns a name of Go in lower case, with an underscore before each word except the first.
func Snake(name string) string {
	var w strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			w.WriteByte('_')
		}
		w.WriteRune(unicode.ToLower(r))
	}
	return w.String()
}

// declaration returns f's prototype with a comment. All pointers are void *, because C has
// nothing like Go's arrays and slices.
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

// cType returns a type in C, as a declaration begins with it.
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

func contents(g *ir.Global) []byte {
	b := make([]byte, g.Size)
	for _, d := range g.Data {
		if s, ok := d.Value.(operand.String); ok {
			copy(b[d.Offset:], s)
			continue
		}
		var v [8]byte
		binary.LittleEndian.PutUint64(v[:], uint64(value(d.Value)))
		copy(b[d.Offset:], v[:d.Value.Bytes()])
	}
	return b
}

// dataName returns a constant's name. It ends in a hash of the contents: equal constants in
// several programs become one, but different constants with the same name do not.
func dataName(name string, b []byte) string {
	h := fnv.New32a()
	h.Write(b)
	return fmt.Sprintf("%s_%08x", name, h.Sum32())
}

// data defines a constant. If a constant has up to 64 bytes, it does not cross a cache line.
func data(name string, b []byte) string {
	align := 8
	for align < len(b) && align < 64 {
		align *= 2
	}
	var w strings.Builder
	fmt.Fprintf(&w, "\n\tDATA(%s, %d)\n", name, align)
	for len(b) >= 8 {
		n := min(len(b)/8, 4)
		words := make([]string, n)
		for i := range words {
			words[i] = fmt.Sprintf("0x%016x", binary.LittleEndian.Uint64(b[8*i:]))
		}
		fmt.Fprintf(&w, "\t.quad %s\n", strings.Join(words, ", "))
		b = b[8*n:]
	}
	for _, x := range b {
		fmt.Fprintf(&w, "\t.byte %d\n", x)
	}
	return w.String()
}
