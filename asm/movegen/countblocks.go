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
	mem Mem // memory of the sum while it is not in a register
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

// A carrySave counts bits by carry-save addition (Harley and Seal): three sets with one weight
// become a set with the same weight and a set with twice the weight. Then only every eighth
// set needs a popcount. On AVX2 a popcount takes seven instructions, and an addition takes
// five.
type carrySave struct {
	levels [3]struct{ first, second Op } // sets of weight 1, 2 and 4 that wait for a third
	eights tally
}

// add adds the bits of x, counted 1 << level times.
func (s *carrySave) add(level int, x emit.Vec) {
	if level == len(s.levels) {
		s.eights.add(x)
		return
	}
	switch l := &s.levels[level]; {
	case l.first == nil:
		l.first = x
	case l.second == nil:
		l.second = x
	default:
		sum, carry := s.eights.c.V.AddBits(x, l.first, l.second)
		l.first, l.second = sum, nil
		s.add(level+1, carry)
	}
}

// save stores all registers in memory.
func (s *carrySave) save() {
	for k := range s.levels {
		for _, x := range []*Op{&s.levels[k].first, &s.levels[k].second} {
			if r, ok := (*x).(emit.Vec); ok {
				*x = s.eights.c.Keep(r)
			}
		}
	}
	s.eights.save()
}

// words returns the sums as words in position order. There are at most 110 eights.
func (s *carrySave) words() (lo, hi emit.Vec) {
	c := s.eights.c
	v := c.V
	rest := tally{c: c}
	for k := len(s.levels) - 1; k >= 0; k-- {
		if rest.sum != nil {
			rest.sum = v.AddBytes(rest.sum, rest.sum)
		}
		for _, x := range []Op{s.levels[k].first, s.levels[k].second} {
			if x != nil {
				rest.add(v.InRegister(x))
			}
		}
	}
	rest.save()
	lo, hi = v.SumBytes(s.eights.mem)
	restLo, restHi := v.SumBytes(rest.mem)
	return v.AddWords(v.ShiftWords(lo, 3), restLo), v.AddWords(v.ShiftWords(hi, 3), restHi)
}

// counts is the sink that counts the moves. It keeps separate sums for diagonal sliders (at
// most 196 moves), other sliders (224), leapers (168 + 64 + 2) and pawns (228), so that
// every sum fits in a byte. On AVX2 carrySave replaces the sums.
type counts struct {
	sums  [4]tally
	count func(emit.Vec) emit.Vec // popcounts, until end
	saves *carrySave
	held  [8]emit.Vec // pushes and double steps wait here for PawnEast, which has other targets
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
	v := n.sums[0].c.V
	switch {
	case set == layout.PawnPushes || set == layout.PawnDoubles:
		v.Join(&n.held[r], x)
		return
	case set == layout.PawnEast && n.held[r] != nil:
		x = v.Or(x, n.held[r])
		n.held[r] = nil
	}
	if n.saves != nil {
		level := 0
		if r == 7 && set >= layout.PawnPushes { // promotions
			level = 2
		}
		n.saves.add(level, x)
		return
	}
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
	if n.saves != nil {
		n.saves.save()
		return
	}
	for _, s := range sets {
		n.of(s).save()
	}
	n.count = nil
}

// countBlocks emits the kernel that counts moves, or the variant for rook endings if endings is true.
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
	if v != emit.NEON {
		c.AssignLater(3)
	}
	v.Blocks(arrays, func(at func(string) Mem) {
		var n counts
		for k := range n.sums {
			n.sums[k].c = c
		}
		if v == emit.AVX2 {
			n.saves = &carrySave{eights: tally{c: c}}
		}
		c.sets(at, at("black"), &n)
		// Extend bytes to words in position order.
		var sums []Mem
		for _, t := range n.sums {
			if t.mem.Base != nil {
				sums = append(sums, t.mem)
			}
		}
		var lo, hi emit.Vec
		if n.saves != nil {
			lo, hi = n.saves.words()
		} else {
			lo, hi = v.SumBytes(sums...)
		}
		m := at("dst")
		v.Store(lo, m)
		v.Store(hi, m.Offset(v.Bytes))
		bits := at("rare")
		v.StoreBits(v.Load(c.rare), bits)
	})
	v.Finish()
}
