package koggestone

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// unionBlocks emits the batch of unionBatch for whole blocks.
func unionBlocks(v *emit.ISA, name, diagonal, orthogonal string) {
	params, args := unionParams(diagonal, orthogonal)
	extra := ""
	if v == emit.AVX2 {
		extra = fmt.Sprintf(", ranks *[%d]uint64", len(layout.RanksRoom{}))
	}
	name += "Blocks"
	doc := fmt.Sprintf("%s%s sets dst[i] to %sGeneric(%s[i], empty[i]) for 0 <= i < n, in blocks of %d positions with ranks in registers. n must be a multiple of %d.",
		name, v.Name, strings.TrimSuffix(name, "Blocks"), args, v.Bytes, v.Bytes)
	if v == emit.AVX2 {
		doc += " ranks is scratch memory for transposed inputs, from the first multiple of 32 bytes."
	}
	v.Kernel(name+v.Name, "func("+strings.Join(params, ", ")+" *uint64, n int"+extra+")", doc)
	p := emit.Arrays{}
	v.Array(p, 64, params...)
	t := emit.NewSlicer(v)
	w := emit.NewRankWalk(v)
	var scratch [3]Mem
	if v == emit.AVX2 {
		m := emit.AlignedPointer("ranks", v.Bytes)
		scratch = [3]Mem{m, m.Offset(8 * v.Bytes), m.Offset(16 * v.Bytes)}
	}
	v.Blocks(p, func(at func(string) Mem) {
		var out [8]emit.Vec
		sliced := func(name string, spill Mem) emit.Ranks {
			x := t.Slice(at(name))
			if v == emit.AVX2 {
				return v.Spill(x, spill)
			}
			return emit.RanksOf(x)
		}
		empty := sliced("empty", scratch[0])
		var orth, diag emit.Ranks
		if orthogonal != "" {
			orth = sliced(orthogonal, scratch[1])
		}
		if diagonal == orthogonal {
			diag = orth
		} else if diagonal != "" && v == emit.AVX2 {
			diag = sliced(diagonal, scratch[2])
		}
		if orthogonal != "" {
			if diagonal == "" || diagonal == orthogonal {
				w, empty = w.Separate(orth, empty)
			}
			w.Orthogonals(&out, orth, empty)
		}
		if diagonal != "" {
			if diagonal != orthogonal && v != emit.AVX2 {
				// The registers of the other sliders are only free now.
				diag = sliced(diagonal, Mem{})
			}
			w.Diagonals(&out, diag, empty)
		}
		v.Unslice(out, at("dst"))
	})
	v.Finish()
}
