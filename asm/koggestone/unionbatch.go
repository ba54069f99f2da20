package koggestone

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/squares"
)

// unionBatch emits a batch of attacks as one set. diagonal and orthogonal are the names of
// the parameters with the sliders. For queens both are equal; for sliders that do not move
// that way the name is "".
func unionBatch(v *emit.ISA, name, diagonal, orthogonal string) {
	params, args := unionParams(diagonal, orthogonal)
	p := v.BatchKernel(name+"Batch", params, "",
		fmt.Sprintf("dst[i] to %sGeneric(%s[i], empty[i])", name, args))
	masks := v.Masks()
	lines := v.NewLines()
	v.Stream(func(load emit.Loader, store emit.Storer) {
		e := load(p["empty"])
		pro := v.NewPropagator(e, masks)
		var sum, s emit.Vec
		if orthogonal != "" {
			s = load(p[orthogonal])
			if v.Wide() {
				sum = lines.Orthogonal(s, e)
			} else {
				sum = v.East(s, e)
			}
		}
		if diagonal != "" && diagonal != orthogonal {
			t := load(p[diagonal])
			sum = unionOf(v, sum, pro, t, true)
		}
		if orthogonal != "" && !v.Wide() {
			sum = unionOf(v, sum, pro, s, false)
		}
		if diagonal != "" && diagonal == orthogonal {
			sum = unionOf(v, sum, pro, s, true)
		}
		store(sum, p["dst"])
	})
}

// unionParams returns the names of a kernel's slices, and the sliders' names in its comment.
func unionParams(diagonal, orthogonal string) (params []string, args string) {
	params = []string{"dst"}
	for _, s := range []string{diagonal, orthogonal} {
		if s != "" && params[len(params)-1] != s {
			params = append(params, s)
		}
	}
	return append(params, "empty"), strings.Join(params[1:], "[i], ")
}

// unionOf adds to sum the attacks of s along the diagonals, or to the north, south and
// west. It applies each wrap mask once, to the two or three directions that share it.
func unionOf(v *emit.ISA, sum emit.Vec, pro *emit.Propagator, s Op, diagonal bool) emit.Vec {
	byFiles := map[uint64][]emit.Direction{}
	for _, d := range emit.Directions {
		if d.Diagonal() == diagonal && d.Direction != koggestone.East {
			byFiles[d.Files()] = append(byFiles[d.Files()], d)
		}
	}
	for _, f := range []uint64{squares.NotFileA, squares.NotFileH, ^uint64(0)} {
		var part emit.Vec
		for _, d := range byFiles[f] {
			v.Join(&part, v.Shift(pro.Occluded(d, s)[0], d.Shift()))
		}
		switch {
		case part == nil:
		case sum == nil:
			sum = v.And(part, pro.Mask[f])
		case f == ^uint64(0):
			sum = v.Or(sum, part)
		default:
			sum = v.AccAnd(sum, part, pro.Mask[f])
		}
	}
	return sum
}
