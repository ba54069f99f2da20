package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// A tally adds up popcounts in bytes.
type tally struct {
	c   *legalMoves
	sum emit.Vec
	mem Mem // of the sum, while it is not in a register
}

func (t *tally) add(x emit.Vec) { t.addCount(t.c.V.PopcountBytes(x)) }

func (t *tally) addCount(n emit.Vec) {
	v := t.c.V
	switch {
	case t.sum != nil:
		t.sum = v.AddBytes(t.sum, n)
	case t.mem.Base != nil:
		t.sum = v.AddBytes(n, t.mem)
	default:
		t.sum = n
	}
}

// save stores the sum in memory.
func (t *tally) save() {
	if t.sum == nil {
		return
	}
	if t.mem.Base == nil {
		t.mem = t.c.Slot()
	}
	t.c.V.Store(t.sum, t.mem)
	t.sum = nil
}

// counts is the sink that counts the moves. It has separate sums for diagonal sliders (at
// most 196), the other sliders (224), leapers (168 + 64 + 2) and pawns (228), so that every
// sum fits in a byte.
type counts struct {
	sums  [4]tally
	count func(emit.Vec) emit.Vec // popcounts, until end
}

func (n *counts) of(set layout.MoveSet) *tally {
	switch {
	case set < 8:
		return &n.sums[set&1]
	case set < layout.PawnPushes:
		return &n.sums[2]
	}
	return &n.sums[3]
}

func (n *counts) put(set layout.MoveSet, r int, x emit.Vec) {
	t := n.of(set)
	if n.count == nil {
		n.count = t.c.V.Popcounter()
	}
	k := n.count(x)
	if r == 7 && set >= layout.PawnPushes { // promotions
		k = t.c.V.AddBytes(k, k)
		k = t.c.V.AddBytes(k, k)
	}
	t.addCount(k)
}

func (n *counts) end(sets ...layout.MoveSet) {
	for _, s := range sets {
		n.of(s).save()
	}
	n.count = nil
}

func (n *counts) pieces() bool { return false }
func (n *counts) jumps() bool  { return false }

// countBlocks emits the kernel that counts, or with endings the one for rook endings.
func countBlocks(v *emit.ISA, endings bool) {
	name, boards := "countBlocks", ""
	if endings {
		name, boards = "countEndings", " All boards are rook endings."
	}
	signature := fmt.Sprintf("func(dst *uint16, rare *uint8, g0, g1, g2, gb *uint64, black *uint8, n int, room *[%d]uint64)", len(layout.LegalRoom{}))
	v.Kernel(name+v.Name, signature, fmt.Sprintf("%s%s sets dst[i] to setwiseCount of the board i whose side to move is the lowest bit of black[i], and bit i of rare to isRare, for 0 <= i < n. It processes blocks of %d positions; n must be a multiple of %d.%s",
		name, v.Name, v.Bytes, v.Bytes, boards))
	arrays := emit.Arrays{}
	v.Array(arrays, 16, "dst")
	v.Array(arrays, 1, "rare")
	v.Array(arrays, 8, "black")
	c := newLegalMoves(v, arrays, len(layout.LegalRoom{}))
	c.endings = endings
	v.Blocks(arrays, func(at func(string) Mem) {
		var n counts
		for k := range n.sums {
			n.sums[k].c = c
		}
		c.sets(at, at("black"), &n)
		// Bytes to words, in the order of positions.
		var sums []Mem
		for _, t := range n.sums {
			if t.mem.Base != nil {
				sums = append(sums, t.mem)
			}
		}
		lo, hi := v.SumBytes(sums...)
		m := at("dst")
		v.Store(lo, m)
		v.Store(hi, m.Offset(v.Bytes))
		bits := at("rare")
		v.StoreBits(v.Load(c.rare), bits)
	})
	v.Finish()
}
