package main

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"strings"
)

// An arch is a build of the library: a tag and its paths, best first.
type arch struct {
	tag   string
	paths []path
}

// source returns the Go file that chooses between an architecture's kernels.
func (l *library) source(a arch) ([]byte, error) {
	var body bytes.Buffer
	for i := range l.twins {
		t := &l.twins[i]
		fmt.Fprintln(&body)
		var err error
		if name, ok := strings.CutSuffix(t.name, "Batch"); ok {
			err = l.chunk(&body, name, t, a.paths)
		} else {
			err = l.one(&body, t, a.paths)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", l.name, t.name, err)
		}
	}
	for _, name := range l.called {
		if err := l.call(&body, name, a.paths); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", l.name, name, err)
		}
	}
	var file bytes.Buffer
	fmt.Fprintf(&file, "%s\n\n//go:build %s\n\npackage %s\n", header, a.tag, l.name)
	var imports []string
	for _, use := range [][2]string{
		{"unsafe.", "unsafe"},
		{"layout.", "github.com/koggestone/koggestone/internal/layout"},
		{"simd.", "github.com/koggestone/koggestone/internal/simd"},
		{"quad.", "github.com/koggestone/koggestone/quad"},
	} {
		if bytes.Contains(body.Bytes(), []byte(use[0])) {
			imports = append(imports, fmt.Sprintf("%q", use[1]))
		}
	}
	switch len(imports) {
	case 0:
	case 1:
		fmt.Fprintf(&file, "\nimport %s\n", imports[0])
	default:
		if imports[0] == `"unsafe"` {
			imports[0] += "\n"
		}
		fmt.Fprintf(&file, "\nimport (\n%s\n)\n", strings.Join(imports, "\n"))
	}
	file.Write(body.Bytes())
	return format.Source(file.Bytes())
}

// one writes the function for one position.
func (l *library) one(b *bytes.Buffer, t *twin, paths []path) error {
	give := ""
	if t.result {
		give = "return "
	}
	fmt.Fprintf(b, "func %s%s {\n", t.name, t.signature)
	own := t.name + "Generic(" + t.names() + ")"
	cases := 0
	var higher []string // paths that use the next path's kernel
	for _, p := range paths {
		higher = append(higher, "simd."+p.name)
		kernel, ok := l.kernels[t.name+p.name]
		if !ok {
			continue
		}
		args, scratch, err := t.arguments(kernel.params, p)
		if err != nil {
			return err
		}
		if cases++; cases == 1 {
			fmt.Fprintln(b, "switch simd.Active() {")
		}
		call := t.name + p.name + "(" + args + ")"
		if give == "" && kernel.results != nil {
			call = "if !" + call + " {\n" + own + "\n}"
		}
		fmt.Fprintf(b, "case %s:\n%s%s%s\n", strings.Join(higher, ", "), scratch, give, call)
		higher = nil
	}
	twin := give + own + "\n}\n"
	switch {
	case cases > 0 && give == "":
		fmt.Fprintf(b, "default:\n%s}\n", twin)
	case cases > 0:
		fmt.Fprintf(b, "}\n%s", twin)
	default:
		b.WriteString(twin)
	}
	return nil
}

// chunk writes the function that processes a part of a batch: the whole slices, or
// positions lo to hi-1.
func (l *library) chunk(b *bytes.Buffer, name string, t *twin, paths []path) error {
	length, multiple := t.length(), t.length()
	if t.ranged() {
		multiple = "(" + length + ")"
	}
	var cases bytes.Buffer
	for _, p := range paths {
		var steps bytes.Buffer
		for _, k := range []struct {
			name     string
			multiple int
		}{{name + "Blocks" + p.name, p.block}, {name + "Batch" + p.name, p.batch}} {
			kernel, ok := l.kernels[k.name]
			if !ok {
				continue
			}
			args, scratch, err := t.arguments(kernel.params, p)
			if err != nil {
				return err
			}
			if k.multiple == 1 {
				fmt.Fprintf(&steps, "if n := %s; n > 0 {\n%s%s(%s)\n}\nreturn\n", length, scratch, k.name, args)
			} else {
				fmt.Fprintf(&steps, "if n := %s &^ %d; n > 0 {\n%s%s(%s)\n%s}\n", multiple, k.multiple-1, scratch, k.name, args, t.advance())
			}
		}
		if steps.Len() > 0 {
			fmt.Fprintf(&cases, "case simd.%s:\n%s", p.name, &steps)
		}
	}
	if cases.Len() == 0 {
		fmt.Fprintf(b, "func %sChunk%s {\n%sGeneric(%s)\n}\n", name, t.signature, t.name, t.names())
		return nil
	}
	fmt.Fprintf(b, "//go:noinline\nfunc %sChunk%s {\nswitch simd.Active() {\n%s}\n%sGeneric(%s)\n}\n", name, t.signature, &cases, t.name, t.names())
	return nil
}

// call writes the function that calls the active path's kernel. It has the same parameters
// and results, and also reports whether there is such a kernel.
func (l *library) call(b *bytes.Buffer, name string, paths []path) error {
	var k kernel
	found := false
	for _, p := range []path{avx512, avx2, neon} {
		other, ok := l.kernels[name+p.name]
		if !ok {
			continue
		}
		if found && (!slices.Equal(k.params, other.params) || !slices.Equal(k.results, other.results)) {
			return fmt.Errorf("the parameters of %s differ from those of another path", name+p.name)
		}
		k, found = other, true
	}
	if !found {
		return nil // the programs in asm must run before their output exists
	}
	fmt.Fprintf(b, "\nfunc %s(%s) (%s) {\n", name, join(k.params, true), join(append(k.results[:len(k.results):len(k.results)], param{"ok", "bool"}), true))
	results := join(k.results, false)
	if results != "" {
		results += " = "
	}
	cases := 0
	for _, p := range paths {
		if _, ok := l.kernels[name+p.name]; !ok {
			continue
		}
		if cases++; cases == 1 {
			fmt.Fprintln(b, "switch simd.Active() {")
		}
		fmt.Fprintf(b, "case simd.%s:\n%s%s(%s)\nok = true\n", p.name, results, name+p.name, join(k.params, false))
	}
	if cases > 0 {
		fmt.Fprintln(b, "}")
	}
	fmt.Fprint(b, "return\n}\n")
	return nil
}

// join joins parameter names to a list, with types if kinds is true.
func join(list []param, kinds bool) string {
	var words []string
	for _, p := range list {
		if kinds {
			words = append(words, p.name+" "+p.kind)
		} else {
			words = append(words, p.name)
		}
	}
	return strings.Join(words, ", ")
}

// arguments returns the arguments for a kernel. If the kernel needs scratch memory, it
// also declares it.
func (t *twin) arguments(kernel []param, p path) (args, scratch string, err error) {
	var list []string
	for _, q := range kernel {
		// Loops for amd64 count from the start of the slices, but NEON loops count from the
		// pointers that they receive.
		lo := "0"
		if t.ranged() && p == neon && !t.local[q.name] {
			lo = "lo"
		}
		own := t.kind(q.name)
		expression, given := t.args[q.name]
		switch {
		case given:
			list = append(list, strings.ReplaceAll(expression, "{lo}", lo))
		case q.name == "n":
			list = append(list, "n")
		case q.name == "from":
			list = append(list, "lo")
		case own == q.kind:
			list = append(list, q.name)
		case strings.HasPrefix(own, "[]"):
			list = append(list, "&"+q.name+"["+lo+"]")
		case own != "":
			list = append(list, q.name)
		case strings.HasPrefix(q.kind, "*"):
			scratch += "var " + q.name + " " + q.kind[1:] + "\n"
			list = append(list, "&"+q.name)
		default:
			return "", "", fmt.Errorf("the directive does not have %s", q.name)
		}
	}
	return strings.Join(list, ", "), scratch, nil
}

// kind returns a parameter's type, or "" if there is no such parameter.
func (t *twin) kind(name string) string {
	for _, p := range t.params {
		if p.name == name {
			return p.kind
		}
	}
	return ""
}

// ranged reports whether the function works on the positions from lo to hi.
func (t *twin) ranged() bool { return t.kind("hi") != "" }

// length returns the number of positions.
func (t *twin) length() string {
	if t.ranged() {
		return "hi - lo"
	}
	return "len(" + t.params[0].name + ")"
}

// advance returns the statements that skip n positions.
func (t *twin) advance() string {
	var slices, rests []string
	for _, p := range t.params {
		if t.local[p.name] || !t.ranged() && strings.HasPrefix(p.kind, "[]") {
			slices, rests = append(slices, p.name), append(rests, p.name+"[n:]")
		}
	}
	text := ""
	if slices != nil {
		text = strings.Join(slices, ", ") + " = " + strings.Join(rests, ", ") + "\n"
	}
	if t.ranged() {
		text += "lo += n\n"
	}
	return text
}

// names returns the parameters as arguments.
func (t *twin) names() string { return join(t.params, false) }
