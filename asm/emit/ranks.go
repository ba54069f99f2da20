package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/internal/squares"
)

// Ranks is a set of squares for a block of 16 (NEON), 32 (AVX2) or 64 (AVX-512)
// positions. Element r is a register or memory that contains rank r+1 of all positions,
// one byte for each position.
//
// A fill to the north is then a walk over registers,
//
//	attacks[r] = sliders[r-1] | empty[r-1] & attacks[r-1]
//
// one step for each rank. This serial prefix is faster than the parallel prefix if enough
// positions are side by side, because it has the fewest operations. Diagonals walk in the
// same way, but shift the bytes by one file at each step; nothing wraps between bytes. East
// and West stay within a byte. They are filled by subtraction (see ByteLines; NEON also
// reverses bytes in one instruction), except West on AVX2, which uses the parallel prefix.
type Ranks [8]Op

// RankSlots is a set in memory, with a slot of a Room for each rank.
type RankSlots [8]Mem

// RanksOf returns a set in registers.
func RanksOf(x [8]Vec) (r Ranks) {
	for i := range x {
		r[i] = x[i]
	}
	return r
}

// Spill stores registers to memory at base.
func (v *ISA) Spill(x [8]Vec, base Mem) (r Ranks) {
	for i := range x {
		m := base.Offset(i * v.Bytes)
		v.Store(x[i], m)
		r[i] = m
	}
	return r
}

// A RankWalk emits attacks rank by rank. It keeps the constants in registers.
type RankWalk struct {
	V     *ISA
	Apart bool       // no slider is on an empty square: NEON then uses a selection
	lines *ByteLines // AVX-512
	right Vec        // AVX-512: the matrix that shifts bytes one file west
	notH  Vec        // AVX2: 0x7f in every byte
}

// NewRankWalk loads the constants of walks.
func NewRankWalk(v *ISA) *RankWalk {
	switch v {
	case NEON:
		return &RankWalk{V: v}
	case AVX512:
		return &RankWalk{V: v,
			lines: &ByteLines{reverse: v.Broadcast(reverseMatrix)},
			right: v.Broadcast(BitMatrix(func(x uint8) uint8 { return x >> 1 })),
		}
	}
	return &RankWalk{V: v, notH: v.Broadcast(squares.NotFileH)}
}

// westByOne returns x shifted one file west.
func (w *RankWalk) westByOne(x Op) Vec {
	switch w.V {
	case NEON:
		return w.V.Sideways(x, -1)
	case AVX512:
		return Affine(x, w.right)
	}
	r := w.V.Vec()
	VPSRLW(U8(1), x, r)
	return w.V.And(r, w.notH)
}

// Step returns the attacks on the next rank of a walk, which come from sliders, or from
// prev through empty squares; both move by df files. prev is nil at the start. On
// AVX-512 it is overwritten unless it must be kept.
func (w *RankWalk) Step(prev Vec, sliders, empty Op, df int, keep bool) Vec {
	v := w.V
	var f Vec
	switch {
	case prev == nil:
		f = v.InRegister(sliders)
	case v.Wide():
		f = prev
		if keep {
			f = v.Vec()
			VMOVDQA64(prev, f)
		}
		Tern(TC|TA&TB, f, v.InRegister(empty), sliders)
	case v == NEON && w.Apart:
		f = v.Select(empty, prev, v.InRegister(sliders))
	default:
		f = v.Or(v.And(prev, empty), sliders)
	}
	switch df {
	case +1:
		return v.AddBytes(f, f)
	case -1:
		return w.westByOne(f)
	}
	return f
}

// join adds sets to acc, which is nil at first. On AVX-512 it can overwrite the first of
// them.
func (w *RankWalk) join(acc *Vec, sets ...Vec) {
	v := w.V
	if *acc != nil {
		sets = append([]Vec{*acc}, sets...)
	}
	for len(sets) > 2 {
		sets = append([]Vec{v.Or3(sets[0], sets[1], sets[2])}, sets[3:]...)
	}
	if len(sets) == 2 {
		sets[0] = v.Or(sets[0], sets[1])
	}
	*acc = sets[0]
}

// apart returns a walk over the squares of one rank and the squares to use: on NEON,
// only the empty squares without sliders.
func (w *RankWalk) apart(sliders, empty Op) (*RankWalk, Op) {
	if w.V != NEON || w.Apart {
		return w, empty
	}
	return &RankWalk{V: w.V, Apart: true}, w.V.Free(sliders, empty)
}

// Separate does the same for whole sets that several walks share.
func (w *RankWalk) Separate(sliders, empty Ranks) (walk *RankWalk, free Ranks) {
	for r := range empty {
		walk, free[r] = w.apart(sliders[r], empty[r])
	}
	return walk, free
}

// Diagonals adds the squares that sliders attack along both diagonals to out. The walks
// up and down alternate, so that four chains of dependent steps run side by side.
func (w *RankWalk) Diagonals(out *[8]Vec, sliders, empty Ranks) {
	w, empty = w.Separate(sliders, empty)
	var east, west [2]Vec
	for i := range 7 {
		for k, dr := range []int{+1, -1} {
			r := i
			if dr < 0 {
				r = 7 - i
			}
			east[k] = w.Step(east[k], sliders[r], empty[r], +1, false)
			west[k] = w.Step(west[k], sliders[r], empty[r], -1, false)
			w.join(&out[r+dr], east[k], west[k])
		}
	}
}

// Orthogonals adds the squares that sliders attack along files and ranks to out. On
// AVX-512 the attacks to the north stay in registers until the attacks to the south are
// known, so that one instruction joins the three sets of a rank.
func (w *RankWalk) Orthogonals(out *[8]Vec, sliders, empty Ranks) {
	var north [8]Vec
	var prev Vec
	for r := 0; r < 7; r++ {
		prev = w.Step(prev, sliders[r], empty[r], 0, true)
		if w.V.Wide() {
			north[r+1] = prev
		} else {
			w.join(&out[r+1], prev)
		}
	}
	prev = nil
	for r := 7; r >= 0; r-- {
		w, empty := w.apart(sliders[r], empty[r])
		sets := w.Along(sliders[r], empty)
		for _, x := range []Vec{north[r], prev} {
			if x != nil {
				sets = append(sets, x)
			}
		}
		w.join(&out[r], sets...)
		if r > 0 {
			// The first step returns the sliders' register itself, which must not change.
			prev = w.Step(prev, sliders[r], empty, 0, r == 6)
		}
	}
}

// Along returns the squares that sliders s attack to the east and west on one rank.
func (w *RankWalk) Along(s, e Op) []Vec {
	v := w.V
	sr := v.InRegister(s)
	if v == NEON {
		east, west := w.EastWest(sr, e)
		return []Vec{east, west}
	}
	f := v.Free(sr, e)
	if v.Wide() {
		return []Vec{w.lines.BothWays(sr, f)}
	}
	// West uses the parallel prefix within bytes. The first propagator lacks the
	// h-file, because there a shift of words brings in the next byte's a-file.
	right := func(x Op, n uint8) Vec {
		y := v.Vec()
		VPSRLW(U8(n), x, y)
		return y
	}
	p1 := v.And(w.notH, e)
	g := v.Or(v.And(right(sr, 1), p1), sr)
	p2 := v.And(right(p1, 1), p1)
	g = v.Or(v.And(right(g, 2), p2), g)
	p4 := v.And(right(p2, 2), p2)
	g = v.Or(v.And(right(g, 4), p4), g)
	return []Vec{v.Xor(v.Ripple(f, sr), f), w.westByOne(g)}
}

// EastWest returns the attacks of s over e to the east and to the west.
func (w *RankWalk) EastWest(s Vec, e Op) (east, west Vec) {
	v := w.V
	switch v {
	case NEON:
		_, e = w.apart(s, e)
		f := v.InRegister(e)
		return v.Xor(v.Ripple(f, s), f), neon{}.downward(s, f)
	case AVX2:
		both := w.Along(s, e)
		return both[0], both[1]
	}
	f := v.Free(s, e)
	return v.Xor(v.Ripple(f, s), f), w.lines.Downward(s, f)
}

// East returns the attacks of s over e to the east.
func (w *RankWalk) East(s Vec, e Op) Vec { return w.V.East(s, e) }

// West returns the attacks of s over e to the west.
func (w *RankWalk) West(s Vec, e Op) Vec {
	switch w.V {
	case NEON:
		_, e = w.apart(s, e)
		return neon{}.downward(s, w.V.InRegister(e))
	case AVX512:
		return w.lines.Downward(s, w.V.Free(s, e))
	}
	return w.Along(s, e)[1]
}

// BroadcastByte returns a register with b in every byte.
func (v *ISA) BroadcastByte(b uint8) Vec { return v.Broadcast(uint64(b) * 0x0101010101010101) }
