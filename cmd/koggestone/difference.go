package main

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/simd"
)

// A difference is one word that is not what the oracle says.
type difference struct {
	s         *subject
	path      simd.Path
	t         *tile
	call      work
	at        site
	got, want uint64
}

// where returns what the word is, in words.
func (d *difference) where() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on path %v", d.s.name, d.path)
	switch d.s.shape.slots() {
	case 8:
		fmt.Fprintf(&b, ", direction %v", koggestone.Direction(d.at.slot))
	case 32:
		fmt.Fprintf(&b, ", direction %v, generator %d", koggestone.Direction(d.at.slot/4), d.at.slot%4)
	case len(threatSets):
		fmt.Fprintf(&b, ", %s", threatSets[d.at.slot].name)
	}
	if d.s.isBatch() {
		fmt.Fprintf(&b, ", element %d of %d", d.at.i-d.call.lo, d.call.hi-d.call.lo)
		if d.at.past {
			b.WriteString(", past the end of dst")
		} else if d.at.alias != apart {
			fmt.Fprintf(&b, ", dst is argument %d", d.at.alias)
		}
	}
	return b.String()
}

// report shows the difference as boards and as a Go test.
func (d *difference) report(s *streams) {
	fmt.Fprintf(s.out, "difference: %s\n\n", d.where())
	if d.at.past {
		// There is no board past the end; the test takes the last one of the call.
		fmt.Fprintf(s.out, "dst has %d elements; element %d held %v, then %v\n",
			d.call.hi-d.call.lo, d.at.i-d.call.lo, hex(d.want), hex(d.got))
	} else {
		boards := d.arguments()
		wrong := setBoard("wrong", d.got&d.want)
		wrong.mark(d.got&^d.want, '+', fresh)
		wrong.mark(d.want&^d.got, '-', fresh)
		boards = append(boards, setBoard("got", d.got), setBoard("want", d.want), wrong)
		writeBoards(s.out, s.colour, 4, boards...)
		fmt.Fprintf(s.out, "\n+ got but not wanted, - wanted but not got\n")
		fmt.Fprintf(s.out, "got  %v\nwant %v\n", hex(d.got), hex(d.want))
	}
	fmt.Fprintf(s.out, "\n%s", d.goTest())
}

// arguments returns boards of what the function was given.
func (d *difference) arguments() (boards []board) {
	if pkg, _ := d.s.split(); pkg == "quad" {
		for p, b := range d.t.in.boards[d.at.i].Planes() {
			boards = append(boards, setBoard("plane "+[...]string{"g0", "g1", "g2", "gB"}[p], b))
		}
		return boards
	}
	for g, b := range d.t.in.four(d.at.i) {
		boards = append(boards, setBoard(fmt.Sprintf("generator %d", g), b))
	}
	return append(boards, setBoard("empty", d.t.in.empty[d.at.i]))
}

// goTest returns a Go test file for the root of the module that fails as long as
// the difference is there.
func (d *difference) goTest() string {
	at := d.at
	local := at.i - d.call.lo
	if at.past {
		at.i = max(d.call.lo, d.call.hi-1)
	}
	body := d.s.call(d.t.in, at)
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
	for _, path := range []string{module, module + "/internal/simd", module + "/prefix", module + "/quad"} {
		if strings.HasSuffix(path, "simd") || uses(path) {
			fmt.Fprintf(&b, "\t%q\n", path)
		}
	}
	b.WriteString(")\n\n")
	fmt.Fprintf(&b, "func TestDifference(t *testing.T) {\n\tdefer simd.Force(simd.%s)()\n", pathConstant(d.path))
	if d.s.isBatch() {
		fmt.Fprintf(&b, "\tconst n, i = %d, %d\n", d.call.hi-d.call.lo, local)
	}
	fmt.Fprintf(&b, "\t%s\n", body)
	fmt.Fprintf(&b, "\tif want := uint64(%s); got != want {\n", literal(d.want))
	fmt.Fprintf(&b, "\t\tt.Errorf(\"%s: got %%#016x, want %%#016x\", got, want)\n\t}\n}\n", d.s.name)
	return b.String()
}

// pathConstant returns the name of the constant of package simd for p.
func pathConstant(p simd.Path) string {
	return map[simd.Path]string{simd.Generic: "Generic", simd.AVX2: "AVX2", simd.AVX512: "AVX512"}[p]
}
