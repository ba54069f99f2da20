package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Ranks in registers: a block of 32 (AVX2) or 64 (AVX-512) positions is
// transposed so that register r holds rank r+1 of each of them, a byte a
// position. A fill north is then a walk over registers,
//
//	attacks[r] = sliders[r-1] | empty[r-1] & attacks[r-1]
//
// one step a rank, and no position needs the log steps of a parallel prefix:
// with enough positions side by side the serial prefix, which takes the fewest
// operations, is the fastest. Diagonals walk the same way and shift the bytes by
// one file at each step; bytes have no neighbours to wrap into. Only East and
// West stay inside a byte, and are filled by subtraction (see byteLines) or, to
// the west on AVX2, by the parallel prefix.

// interleave returns the lower and the upper halves of the two registers' 128-bit
// lanes, byte by byte in turn.
func (v *isa) interleave(lo, hi Op) (a, b reg.VecVirtual) {
	return v.pick(VPUNPCKLBW, VPUNPCKLBW, lo, hi), v.pick(VPUNPCKHBW, VPUNPCKHBW, lo, hi)
}

// stage interleaves the registers whose numbers differ in one bit. In the byte
// index of a lane it moves the top bit into the register number and the
// register's bit to the bottom.
func (v *isa) stage(x *[8]reg.VecVirtual, bit int) {
	for i := range x {
		if i&bit == 0 {
			x[i], x[i|bit] = v.interleave(x[i], x[i|bit])
		}
	}
}

// A slicer holds what the transposition keeps in registers.
type slicer struct {
	v         *isa
	gather    Op
	even, odd reg.OpmaskVirtual // AVX-512: every other dword
}

// gatherBytes is the byte order in which a lane's four half boards become four
// quadruples: (q i2 b1 b0) becomes (b1 b0 q i2), in the notation of slice.
var gatherBytes = []uint64{0x0d0905010c080400, 0x0f0b07030e0a0602}

func newSlicer(v *isa) *slicer {
	var w []uint64
	for range v.bytes / 16 {
		w = append(w, gatherBytes...)
	}
	t := &slicer{v: v, gather: table(fmt.Sprintf("gather%d", v.bytes), w)}
	if v.wide() {
		t.gather = v.load(t.gather.(Mem))
		r := GP32()
		t.even, t.odd = K(), K()
		MOVL(U32(0x5555), r)
		KMOVW(r, t.even)
		MOVL(U32(0xaaaa), r)
		KMOVW(r, t.odd)
	}
	return t
}

// slice transposes eight registers of boards at base into eight of ranks.
//
// Let (i2 i1 i0) be the number of a register and (q b2 b1 b0) a byte's index in
// its 128-bit lane: board q, rank b. The first stage exchanges i2 and b2. It
// blends the lower halves of the boards of two registers, and the upper halves,
// by loading one of the two from four bytes off its place, which costs no
// shuffle. The byte shuffle makes (b1 b0 q i2) of (q i2 b1 b0), and two stages
// more lead to the number (b2 b1 b0) and the index (q i2 i1 i0).
func (t *slicer) slice(base Mem) (x [8]reg.VecVirtual) {
	v := t.v
	for i := range 4 {
		lo, hi := base.Offset(i*v.bytes), base.Offset((i+4)*v.bytes)
		x[i] = t.blend(v.load(lo), hi.Offset(-4), 0xaa, t.odd)
		x[i+4] = t.blend(v.load(hi), lo.Offset(4), 0x55, t.even)
	}
	for i := range x {
		x[i] = v.pick(VPSHUFB, VPSHUFB, x[i], t.gather)
	}
	v.stage(&x, 2)
	v.stage(&x, 1)
	return x
}

// blend returns x with every other dword from m.
func (t *slicer) blend(x reg.VecVirtual, m Mem, bits uint8, mask Op) reg.VecVirtual {
	if t.v.wide() {
		VMOVDQU32(m, mask, x)
		return x
	}
	VPBLENDD(U8(bits), m, x, x)
	return x
}

// unslice undoes slice and stores the boards at base. Three stages leave the
// number (q i2 i1) and the byte index (i0 b2 b1 b0); the last exchanges q and i0.
func (v *isa) unslice(x [8]reg.VecVirtual, base Mem) {
	v.stage(&x, 4)
	v.stage(&x, 2)
	v.stage(&x, 1)
	for i := range 4 {
		lo := v.pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x[i], x[i|4])
		hi := v.pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x[i], x[i|4])
		v.store(lo, base.Offset(2*i*v.bytes))
		v.store(hi, base.Offset((2*i+1)*v.bytes))
	}
}

// blocks emits a loop over n positions, n a multiple of the block.
func (v *isa) blocks(p map[string]reg.Register, body func(at func(string) Mem)) {
	n := Load(Param("n"), GP64())
	i := GP64()
	XORQ(i, i)
	JMP(LabelRef("check"))
	Label("loop")
	body(func(name string) Mem { return Mem{Base: p[name], Index: i, Scale: 8} })
	ADDQ(I32(v.bytes), i)
	Label("check")
	CMPQ(i, n)
	JLT(LabelRef("loop"))
	finish()
}

// ranks is a set of squares with a register or 32 or 64 bytes of memory a rank.
type ranks [8]Op

func ranksOf(x [8]reg.VecVirtual) (r ranks) {
	for i := range x {
		r[i] = x[i]
	}
	return r
}

// spill stores registers to memory at base.
func (v *isa) spill(x [8]reg.VecVirtual, base Mem) (r ranks) {
	for i := range x {
		m := base.Offset(i * v.bytes)
		v.store(x[i], m)
		r[i] = m
	}
	return r
}

// A rankWalk emits attacks rank by rank.
type rankWalk struct {
	v     *isa
	empty ranks
	lines *byteLines     // AVX-512
	right reg.VecVirtual // AVX-512: the matrix that shifts bytes one file west
	notH  reg.VecVirtual // AVX2: 0x7f in every byte
	out   [8]reg.VecVirtual
}

// westByOne returns x shifted one file west.
func (w *rankWalk) westByOne(x Op) reg.VecVirtual {
	if w.v.wide() {
		return affine(x, w.right)
	}
	r := w.v.vec()
	VPSRLW(U8(1), x, r)
	return w.v.and(r, w.notH)
}

// inRegister returns x, loaded if it is memory.
func (v *isa) inRegister(x Op) reg.VecVirtual {
	if m, ok := x.(Mem); ok {
		return v.load(m)
	}
	return x.(reg.VecVirtual)
}

// step returns the attacks on the next rank of a walk: those of sliders and what
// comes through empty squares from prev, df files further. prev is nil at the
// start; on AVX-512 it is overwritten unless it is to be kept.
func (w *rankWalk) step(prev reg.VecVirtual, sliders, empty Op, df int, keep bool) reg.VecVirtual {
	v := w.v
	var f reg.VecVirtual
	switch {
	case prev == nil:
		f = v.inRegister(sliders)
	case v.wide():
		f = prev
		if keep {
			f = v.vec()
			VMOVDQA64(prev, f)
		}
		tern(tc|ta&tb, f, v.inRegister(empty), sliders)
	default:
		f = v.or(v.and(prev, empty), sliders)
	}
	switch df {
	case +1:
		return v.addBytes(f, f)
	case -1:
		return w.westByOne(f)
	}
	return f
}

// join adds the sets to the output of rank r. On AVX-512 it may overwrite the
// first of them.
func (w *rankWalk) join(r int, sets ...reg.VecVirtual) {
	v := w.v
	if w.out[r] != nil {
		sets = append([]reg.VecVirtual{w.out[r]}, sets...)
	}
	for len(sets) > 2 {
		sets = append([]reg.VecVirtual{v.or3(sets[0], sets[1], sets[2])}, sets[3:]...)
	}
	if len(sets) == 2 {
		sets[0] = v.or(sets[0], sets[1])
	}
	w.out[r] = sets[0]
}

// diagonals adds the attacks of sliders along both diagonals. The walks up and
// down alternate, so that four chains of dependent steps run side by side.
func (w *rankWalk) diagonals(sliders ranks) {
	var east, west [2]reg.VecVirtual
	for i := range 7 {
		for k, dr := range []int{+1, -1} {
			r := i
			if dr < 0 {
				r = 7 - i
			}
			east[k] = w.step(east[k], sliders[r], w.empty[r], +1, false)
			west[k] = w.step(west[k], sliders[r], w.empty[r], -1, false)
			w.join(r+dr, east[k], west[k])
		}
	}
}

// orthogonals adds the attacks of sliders along files and ranks. On AVX-512 the
// attacks to the north wait in registers until those to the south come by, so
// that the three sets of a rank are joined at once.
func (w *rankWalk) orthogonals(sliders ranks) {
	var north [8]reg.VecVirtual
	var prev reg.VecVirtual
	for r := 0; r < 7; r++ {
		prev = w.step(prev, sliders[r], w.empty[r], 0, true)
		if w.v.wide() {
			north[r+1] = prev
		} else {
			w.join(r+1, prev)
		}
	}
	prev = nil
	for r := 7; r >= 0; r-- {
		sets := w.along(sliders[r], w.empty[r])
		for _, x := range []reg.VecVirtual{north[r], prev} {
			if x != nil {
				sets = append(sets, x)
			}
		}
		w.join(r, sets...)
		if r > 0 {
			// The first step returns the sliders themselves, which stay as they are.
			prev = w.step(prev, sliders[r], w.empty[r], 0, r == 6)
		}
	}
}

// along returns the attacks of sliders s in one rank to its east and west.
func (w *rankWalk) along(s, e Op) []reg.VecVirtual {
	v := w.v
	sr := v.inRegister(s)
	f := v.free(sr, e)
	if v.wide() {
		return []reg.VecVirtual{w.lines.bothWays(sr, f)}
	}
	// West by the parallel prefix within bytes. The first propagator lacks the
	// h-file, where a word's shift brings in the next byte's a-file.
	right := func(x Op, n uint8) reg.VecVirtual {
		y := v.vec()
		VPSRLW(U8(n), x, y)
		return y
	}
	p1 := v.and(w.notH, e)
	g := v.or(v.and(right(sr, 1), p1), sr)
	p2 := v.and(right(p1, 1), p1)
	g = v.or(v.and(right(g, 2), p2), g)
	p4 := v.and(right(p2, 2), p2)
	g = v.or(v.and(right(g, 4), p4), g)
	return []reg.VecVirtual{v.xor(v.ripple(f, sr), f), w.westByOne(g)}
}

// unionBlocks emits the batch of unionBatch for whole blocks.
func (v *isa) unionBlocks(name, diagonal, orthogonal string) {
	params := []string{"dst"}
	for _, s := range []string{diagonal, orthogonal} {
		if s != "" && params[len(params)-1] != s {
			params = append(params, s)
		}
	}
	args := strings.Join(params[1:], "[i], ")
	params = append(params, "empty")
	extra := ""
	if !v.wide() {
		extra = ", ranks *[100]uint64"
	}
	name += "Blocks"
	kernel(name+v.name, "func("+strings.Join(params, ", ")+" *uint64, n int"+extra+")")
	doc := fmt.Sprintf("%s%s sets dst[i] to %sGeneric(%s[i], empty[i]) for 0 <= i < n, %d positions at a time, with ranks in registers. n must be a multiple of %d.",
		name, v.name, strings.TrimSuffix(name, "Blocks"), args, v.bytes, v.bytes)
	if !v.wide() {
		doc += " Transposed inputs go to ranks, from the first multiple of 32 bytes."
	}
	Doc(doc)
	p := map[string]reg.Register{}
	for _, s := range params {
		p[s] = Load(Param(s), GP64())
	}
	w := &rankWalk{v: v}
	t := newSlicer(v)
	var scratch [3]Mem
	if v.wide() {
		w.lines = &byteLines{reverse: v.broadcast(reverseMatrix)}
		w.right = v.broadcast(bitMatrix(func(x uint8) uint8 { return x >> 1 }))
	} else {
		w.notH = v.broadcast(notHFile)
		base := Load(Param("ranks"), GP64())
		ADDQ(I32(v.bytes-1), base)
		ANDQ(I32(-v.bytes), base)
		m := Mem{Base: base}
		scratch = [3]Mem{m, m.Offset(8 * v.bytes), m.Offset(16 * v.bytes)}
	}
	v.blocks(p, func(at func(string) Mem) {
		w.out = [8]reg.VecVirtual{}
		sliced := func(name string, spill Mem) ranks {
			x := t.slice(at(name))
			if v.wide() {
				return ranksOf(x)
			}
			return v.spill(x, spill)
		}
		w.empty = sliced("empty", scratch[0])
		var orth, diag ranks
		if orthogonal != "" {
			orth = sliced(orthogonal, scratch[1])
		}
		if diagonal == orthogonal {
			diag = orth
		} else if diagonal != "" && !v.wide() {
			diag = sliced(diagonal, scratch[2])
		}
		if orthogonal != "" {
			w.orthogonals(orth)
		}
		if diagonal != "" {
			if diagonal != orthogonal && v.wide() {
				// Not before the registers of the other sliders are free.
				diag = sliced(diagonal, Mem{})
			}
			w.diagonals(diag)
		}
		v.unslice(w.out, at("dst"))
	})
}
