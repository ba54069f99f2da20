package main

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"
)

// An arch is a build of the library: its tag and its paths, the best first.
type arch struct {
	tag   string
	paths []path
}

// source returns a file of functions that choose between the kernels of an architecture.
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
	var file bytes.Buffer
	fmt.Fprintf(&file, "%s\n\n//go:build %s\n\npackage %s\n", header, a.tag, l.name)
	if bytes.Contains(body.Bytes(), []byte("simd.")) {
		fmt.Fprintf(&file, "\nimport \"github.com/koggestone/koggestone/internal/simd\"\n")
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
	cases := 0
	for _, p := range paths {
		kernel, ok := l.kernels[t.name+p.name]
		if !ok {
			continue
		}
		args, scratch, err := t.arguments(kernel, p)
		if err != nil {
			return err
		}
		if cases++; cases == 1 {
			fmt.Fprintln(b, "switch simd.Active() {")
		}
		fmt.Fprintf(b, "case simd.%s:\n%s%s%s%s(%s)\n", p.name, scratch, give, t.name, p.name, args)
	}
	twin := give + t.name + "Generic(" + t.names() + ")\n}\n"
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

// chunk writes the function for part of a batch: for all of its slices, or for the positions
// from lo to hi.
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
			args, scratch, err := t.arguments(kernel, p)
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

// arguments returns the arguments of a kernel, and the declarations of the scratch memory
// among them.
func (t *twin) arguments(kernel []param, p path) (args, scratch string, err error) {
	var list []string
	for _, q := range kernel {
		// The loops of amd64 count from the start of the slices, those of NEON from the
		// pointers that they get.
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

// kind returns the type of a parameter, "" if there is none of this name.
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
func (t *twin) names() string {
	var list []string
	for _, p := range t.params {
		list = append(list, p.name)
	}
	return strings.Join(list, ", ")
}
