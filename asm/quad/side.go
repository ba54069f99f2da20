package quad

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
)

// A sideTable is the address of constants that depend on the side to move, a register each.
type sideTable struct {
	v    *emit.ISA
	base reg.GPVirtual
	us8  reg.GPVirtual
}

// captureLanes returns a table of the lanes of each bundle where Black's pawns capture, and
// where White's do.
func captureLanes(v *emit.ISA) Mem {
	forward := [2]koggestone.Direction{koggestone.North, koggestone.South}
	var words []uint64
	for _, dirs := range v.BundleDirs() {
		for us := range forward {
			for _, d := range dirs {
				words = append(words, -min(1, pawnWrap(d, forward[1-us])))
			}
		}
	}
	return emit.Table("sides"+v.Name, words)
}

// sideTableOf returns the constants for a side, given eight times what is 0 or 1.
func sideTableOf(v *emit.ISA, us8 reg.GPVirtual) sideTable {
	base := emit.Address(captureLanes(v))
	return sideTable{v, base, us8}
}

// pawnLanes returns the lanes of a bundle where the opponent's pawns capture. They mask pawns
// before a step, as wrap masks do after one.
func (t sideTable) pawnLanes(bundle int) Mem {
	return Mem{Base: t.base, Disp: 2 * t.v.Bytes * bundle, Index: t.us8, Scale: uint8(t.v.Words())}
}
