package selfcheck

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// A Difference is a wrong result.
type Difference struct {
	Summary string // function, path and position in one line
	Detail  string // more lines, "" if there are none
	Given   []Set  // arguments of the function

	// Wrong reports whether Got and Want are sets of squares that differ.
	Wrong     bool
	Got, Want uint64

	// Test is a Go test file for the root of the module that fails until the function is
	// correct, or "".
	Test string
}

// A Set is a set of squares and its name.
type Set struct {
	Title   string
	Squares uint64
}

// planeSets returns the planes of b.
func planeSets(b quad.Board) (sets []Set) {
	for p, title := range [...]string{"plane g0", "plane g1", "plane g2", "plane gB"} {
		sets = append(sets, Set{title, b.Planes()[p]})
	}
	return sets
}

// difference returns the Difference for a word that f returned in call w on the given path.
func (t *tile) difference(f *Function, path simd.Path, w work, at site, got, want uint64) *Difference {
	d := &Difference{Wrong: true, Got: got, Want: want, Test: t.goTest(f, path, w, at, want)}
	n, element := w.hi-w.lo, at.i-w.lo
	d.Summary = fmt.Sprintf("%v on path %v%s", f, path, f.result.title(at.slot))
	if f.Batch {
		d.Summary += fmt.Sprintf(", element %d of %d", element, n)
	}
	switch {
	case at.past: // no board belongs to it; the test uses the last board of the call
		d.Summary += ", past the end of dst"
		d.Detail = fmt.Sprintf("dst has %d elements; element %d held %#016x, then %#016x", n, element, want, got)
		d.Wrong = false
		return d
	case at.alias != apart:
		d.Summary += fmt.Sprintf(", dst is argument %d", at.alias)
	}
	if f.Package == "quad" || f.Package == "pairs" {
		d.Given = planeSets(t.in.boards[at.i])
		return d
	}
	for g, b := range t.in.four(at.i) {
		d.Given = append(d.Given, Set{fmt.Sprintf("generator %d", g), b})
	}
	d.Given = append(d.Given, Set{"empty", t.in.empty[at.i]})
	return d
}

// goTest returns the test of a difference.
func (t *tile) goTest(f *Function, path simd.Path, w work, at site, want uint64) string {
	local := at.i - w.lo
	if at.past {
		at.i = max(w.lo, w.hi-1)
	}
	body := f.source(t.in, at)
	var b strings.Builder
	b.WriteString("package koggestone_test\n\nimport (\n")
	const module = "github.com/koggestone/koggestone"
	uses := func(path string) bool { return strings.Contains(body, path[strings.LastIndexByte(path, '/')+1:]+".") }
	for _, path := range []string{"math/bits", "slices"} {
		if uses(path) {
			fmt.Fprintf(&b, "\t%q\n", path)
		}
	}
	b.WriteString("\t\"testing\"\n\n")
	for _, path := range []string{module, module + "/internal/simd", module + "/pairs", module + "/prefix", module + "/quad"} {
		if strings.HasSuffix(path, "simd") || uses(path) {
			fmt.Fprintf(&b, "\t%q\n", path)
		}
	}
	b.WriteString(")\n\n")
	fmt.Fprintf(&b, "func TestDifference(t *testing.T) {\n\tdefer simd.Force(simd.%s)()\n", pathConstant(path))
	if f.Batch {
		fmt.Fprintf(&b, "\tconst n, i = %d, %d\n", w.hi-w.lo, local)
	}
	fmt.Fprintf(&b, "\t%s\n", body)
	fmt.Fprintf(&b, "\tif want := uint64(%s); got != want {\n", literal(want))
	fmt.Fprintf(&b, "\t\tt.Errorf(\"%v: got %%#016x, want %%#016x\", got, want)\n\t}\n}\n", f)
	return b.String()
}

// pathConstant returns the name of the constant of package simd for p.
func pathConstant(p simd.Path) string {
	return map[simd.Path]string{simd.Generic: "Generic", simd.NEON: "NEON", simd.AVX2: "AVX2", simd.AVX512: "AVX512"}[p]
}
