package movegen

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// targetColumns is the sink that stores sets in the columns of the library's
// LegalTargetsColumns. If Black is to move, it mirrors the board back, which exchanges
// ranks, and directions to the north with directions to the south. It stores two sets that
// are exchanged when it knows both.
type targetColumns struct {
	c      *legalMoves
	column func(k int) Mem
	ranks  [layout.RestSets]emit.Ranks
	ended  [layout.RestSets]bool
}

func (t *targetColumns) put(set layout.MoveSet, r int, x emit.Vec) {
	t.ranks[set][r] = t.c.Keep(x)
}

func (t *targetColumns) end(sets ...layout.MoveSet) {
	for _, s := range sets {
		t.ended[s] = targetColumn(s) >= 0
	}
	for _, s := range sets {
		if other := turnedSet(s); t.ended[s] && t.ended[other] {
			pair := slices.Compact([]layout.MoveSet{s, other})
			for _, k := range pair {
				t.store(k, turnedSet(k))
			}
			for _, k := range pair {
				t.ended[k] = false
			}
		}
	}
}

// store stores set s, or the other set if Black is to move.
func (t *targetColumns) store(s, other layout.MoveSet) {
	v := t.c.V
	black := v.Load(t.c.black)
	mask := Op(black)
	if v.Wide() {
		k := K()
		VPMOVB2M(black, k)
		mask = k
	}
	rank := func(m Op) emit.Vec {
		if m == nil {
			return v.Broadcast(0)
		}
		return v.Load(m.(Mem))
	}
	var x [8]emit.Vec
	for r := range x {
		white, black := t.ranks[s][r], t.ranks[other][7-r]
		if white == nil && black == nil {
			x[r] = v.Broadcast(0)
		} else {
			x[r] = v.Select(mask, rank(black), rank(white))
		}
	}
	v.Unslice(x, t.column(targetColumn(s)))
}

// turnedSet returns the set that s becomes when the ranks are mirrored.
func turnedSet(s layout.MoveSet) layout.MoveSet {
	switch {
	case s < 8:
		d := koggestone.Direction(s)
		return layout.MoveSet((2 - d) & 7)
	case s >= layout.RestKnights:
		return layout.RestKnights + (3-(s-layout.RestKnights))&7
	}
	return s
}

// targetColumn returns the column for a set, or -1.
func targetColumn(s layout.MoveSet) int {
	switch {
	case s < 8:
		return int(s)
	case s >= layout.RestKnights:
		return layout.TargetKnights + int(s-layout.RestKnights)
	}
	if column, ok := otherColumns[s]; ok {
		return column
	}
	return -1
}

var otherColumns = map[layout.MoveSet]int{
	layout.KingTargets: layout.TargetKing, layout.CastlingRooks: layout.TargetCastling,
	layout.PawnPushes: layout.TargetPush, layout.PawnDoubles: layout.TargetDouble,
	layout.PawnEast: layout.TargetEast, layout.PawnWest: layout.TargetWest,
}

// legalTargets emits the kernel that sets the columns of one block.
func legalTargets(v *emit.ISA) {
	name := "legalTargets"
	signature := fmt.Sprintf("func(dst *[%d][]uint64, rare *uint64, g0, g1, g2, gb *uint64, black *uint8, from int, room *[%d]uint64)",
		layout.TargetColumns, len(layout.LegalRoom{}))
	v.Kernel(name+v.Name, signature, fmt.Sprintf("%s%s sets element from+i of each slice of dst to that set of the legal targets of the board i whose side to move is the lowest bit of black[i], for 0 <= i < %d. It leaves out captures en passant, and castling from squares other than e1, a1 and h1. It sets bit i of rare to isRare.",
		name, v.Name, v.Bytes))
	rare, black := v.Param("rare"), v.Param("black")
	planes := emit.Arrays{}
	c := newLegalMoves(v, planes, len(layout.LegalRoom{}))
	c.byJump = true
	if v != emit.NEON {
		c.AssignLater(4)
	}
	out := &targetColumns{c: c}
	if v == emit.NEON {
		out.column = v.Columns(planes, "dst")
	} else {
		dst, from := emit.Argument("dst"), emit.Argument("from")
		out.column = func(k int) Mem {
			column := emit.Register(Mem{Base: dst, Disp: 24 * k})
			return Mem{Base: column, Index: from, Scale: 8}
		}
	}
	c.sets(func(name string) Mem { return Mem{Base: planes[name].Base} }, Mem{Base: black}, out)
	var none [8]emit.Vec
	for r := range none {
		none[r] = v.Broadcast(0)
	}
	v.Unslice(none, out.column(layout.TargetEnPassant))
	v.StoreBits(v.Load(c.rare), Mem{Base: rare})
	v.Finish()
}
