package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
)

// Positions in lanes: a register holds one bitboard of 4 or 8 positions, and the
// directions are unrolled with immediate shifts.

// A lane loop passes its body these: load and store at the current index.
type (
	loader func(base reg.Register) reg.VecVirtual
	storer func(x Op, base reg.Register)
)

// stream emits a kernel's loop over n positions, a register of them at a time:
//
//	for i := 0; i+words <= n; i += words {
//		body
//	}
//	body under a mask for the last n%8 on AVX-512
//
// On AVX2 the caller sees to the last n%4.
func (v *isa) stream(body func(loader, storer)) {
	zero := GP64()
	XORQ(zero, zero)
	v.streamFrom("", zero, Load(Param("n"), GP64()).(reg.GPVirtual), body)
	finish()
}

// streamFrom emits the loop for n positions from index from. Labels end in
// suffix, so that a kernel may have several loops.
func (v *isa) streamFrom(suffix string, from, n reg.GPVirtual, body func(loader, storer)) {
	v.streamBytes(suffix, from, n, func(load loader, store storer, _ loader) { body(load, store) })
}

// streamBytes is streamFrom for a body that also reads arrays of bytes, each as
// a word.
func (v *isa) streamBytes(suffix string, from, n reg.GPVirtual, body func(load loader, store storer, bytes loader)) {
	i, end := GP64(), GP64()
	MOVQ(from, i)
	MOVQ(n, end)
	ANDQ(I32(-v.words()), end)
	ADDQ(from, end)
	at := func(base reg.Register) Mem { return Mem{Base: base, Index: i, Scale: 8} }
	JMP(LabelRef("check" + suffix))
	Label("loop" + suffix)
	body(
		func(base reg.Register) reg.VecVirtual { return v.load(at(base)) },
		func(x Op, base reg.Register) { v.store(x, at(base)) },
		func(base reg.Register) reg.VecVirtual {
			r := v.vec()
			VPMOVZXBQ(Mem{Base: base, Index: i, Scale: 1}, r)
			return r
		},
	)
	ADDQ(I32(v.words()), i)
	Label("check" + suffix)
	CMPQ(i, end)
	JLT(LabelRef("loop" + suffix))
	if !v.wide() {
		return
	}
	rest, ones, mask := GP64(), GP64(), K()
	MOVQ(n, rest)
	ANDQ(I32(7), rest)
	JZ(LabelRef("done" + suffix))
	MOVQ(I32(-1), ones)
	BZHIQ(rest, ones, ones)
	KMOVB(ones.As32(), mask)
	body(
		func(base reg.Register) reg.VecVirtual {
			r := v.vec()
			VMOVDQU64_Z(at(base), mask, r)
			return r
		},
		func(x Op, base reg.Register) { VMOVDQU64(x, mask, at(base)) },
		func(base reg.Register) reg.VecVirtual {
			r := v.vec()
			VPMOVZXBQ_Z(Mem{Base: base, Index: i, Scale: 1}, mask, r)
			return r
		},
	)
	Label("done" + suffix)
}

// batchKernel starts a function of arrays, given by the names of its pointers.
func (v *isa) batchKernel(name string, params []string, extra, sets string) map[string]reg.Register {
	kernel(name+v.name, "func("+strings.Join(params, ", ")+" *uint64, n int"+extra+")")
	v.batchComment(name, sets)
	p := map[string]reg.Register{}
	for _, s := range params {
		p[s] = Load(Param(s), GP64())
	}
	return p
}

// batchComment is the comment of a kernel that streams over n positions.
func (v *isa) batchComment(name, sets string) {
	rest := "n must be a multiple of 4."
	if v.wide() {
		rest = "The last n%8 positions go through a mask."
	}
	Doc(fmt.Sprintf("%s%s sets %s for 0 <= i < n, %d positions at a time. %s",
		name, v.name, sets, v.words(), rest))
}

func (v *isa) masks() map[uint64]Op {
	return map[uint64]Op{notAFile: v.broadcast(notAFile), notHFile: v.broadcast(notHFile)}
}

// unionBatch emits a batch of attacks as one set. Diagonal and orthogonal name
// the parameters of the sliders, the same for queens, "" for none.
func (v *isa) unionBatch(name, diagonal, orthogonal string) {
	params := []string{"dst"}
	for _, s := range []string{diagonal, orthogonal} {
		if s != "" && params[len(params)-1] != s {
			params = append(params, s)
		}
	}
	args := strings.Join(params[1:], "[i], ")
	params = append(params, "empty")
	p := v.batchKernel(name+"Batch", params, "",
		fmt.Sprintf("dst[i] to %sGeneric(%s[i], empty[i])", name, args))
	masks := v.masks()
	lines := v.lines()
	v.stream(func(load loader, store storer) {
		e := load(p["empty"])
		pro := v.propagator(e, masks)
		var sum, s reg.VecVirtual
		if orthogonal != "" {
			s = load(p[orthogonal])
			if v.wide() {
				sum = lines.orthogonal(s, e)
			} else {
				sum = v.east(s, e)
			}
		}
		if diagonal != "" && diagonal != orthogonal {
			t := load(p[diagonal])
			sum = v.unionOf(sum, pro, t, true)
		}
		if orthogonal != "" && !v.wide() {
			sum = v.unionOf(sum, pro, s, false)
		}
		if diagonal != "" && diagonal == orthogonal {
			sum = v.unionOf(sum, pro, s, true)
		}
		store(sum, p["dst"])
	})
}

// unionOf adds to sum the attacks of s along the diagonals, or north, south and
// west. The wrap mask is applied to the two or three directions that share it.
func (v *isa) unionOf(sum reg.VecVirtual, pro *propagator, s Op, diagonal bool) reg.VecVirtual {
	byFiles := map[uint64][]direction{}
	for _, d := range directions {
		if d.diagonal() == diagonal && d.Direction != koggestone.East {
			byFiles[d.files()] = append(byFiles[d.files()], d)
		}
	}
	for _, f := range []uint64{notAFile, notHFile, ^uint64(0)} {
		var part reg.VecVirtual
		for _, d := range byFiles[f] {
			x := v.shift(pro.occluded(d, s)[0], d.shift)
			if part == nil {
				part = x
			} else {
				part = v.or(part, x)
			}
		}
		switch {
		case part == nil:
		case sum == nil:
			sum = v.and(part, pro.mask[f])
		case f == ^uint64(0):
			sum = v.or(sum, part)
		default:
			sum = v.accAnd(sum, part, pro.mask[f])
		}
	}
	return sum
}

// directionBatch emits AttacksBatch and OccludedBatch. The generalised ray takes
// shift and wrap mask of the direction as parameters; on AVX2, which has no
// rotation, there is one kernel for the left and one for the right shifts.
func (v *isa) directionBatch(attacks bool) {
	gen, pro, kind := "gen", "pro", "occluded"
	if attacks {
		gen, pro, kind = "sliders", "empty", "attacks"
	}
	sets := func(d string) string { return fmt.Sprintf("dst[i] to %s(%s[i], %s[i], %s)", title(kind), gen, pro, d) }
	params := []string{"dst", gen, pro}
	rays := []*bundle{{v: v}}
	suffix := []string{""}
	if !v.wide() {
		rays = []*bundle{{v: v, left: true}, {v: v}}
		suffix = []string{"Left", "Right"}
	}
	for i, b := range rays {
		p := v.batchKernel(kind+suffix[i]+"Batch", params, ", shift, wrap uint64",
			sets("d")+", where d has the given amount of shift and wrap mask,")
		b.s[0] = v.broadcastParam("shift")
		for i := 1; i < 3; i++ {
			b.s[i] = v.vec()
			VPADDQ(b.s[i-1], b.s[i-1], b.s[i])
		}
		b.wrap = v.broadcastParam("wrap")
		v.stream(func(load loader, store storer) {
			x := b.fill(load(p[gen]), b.chain(load(p[pro])))
			if attacks {
				x = b.onto(x)
			}
			store(x, p["dst"])
		})
	}
	for _, d := range directions {
		if !v.byLine(d) {
			continue
		}
		p := v.batchKernel(strings.ToLower(d.String())+title(kind)+"Batch", params, "", sets(d.String()))
		lines := v.lines()
		v.stream(func(load loader, store storer) {
			g, e := load(p[gen]), load(p[pro])
			x := v.singleLines(lines, g, e)(d)
			if !attacks {
				// The fill is the generator and what it attacks of the propagator.
				x = v.orAndInto(x, e, g)
			}
			store(x, p["dst"])
		})
	}
}

// rayBatch emits RayAttacksBatch.
func (v *isa) rayBatch() {
	name := "rayAttacksBatch"
	kernel(name+v.name, "func(dst *[8][]uint64, sliders, empty *uint64, from, n int)")
	v.batchComment(name, "dst[d][from+i] to Attacks(sliders[from+i], empty[from+i], d) for every direction d and")
	headers := pointer("dst")
	sliders, empty := Load(Param("sliders"), GP64()), Load(Param("empty"), GP64())
	var dst [8]reg.GPVirtual
	for d := range dst {
		dst[d] = GP64()
		MOVQ(headers.Offset(24*d), dst[d])
	}
	masks := v.masks()
	lines := v.lines()
	from, n := Load(Param("from"), GP64()), Load(Param("n"), GP64())
	v.streamFrom("", from.(reg.GPVirtual), n.(reg.GPVirtual), func(load loader, store storer) {
		e, s := load(empty), load(sliders)
		pro := v.propagator(e, masks)
		single := v.singleLines(lines, s, e)
		for i, d := range directions {
			if v.byLine(d) {
				store(single(d), dst[i])
			} else {
				store(pro.attacks(d, s)[0], dst[i])
			}
		}
	})
	finish()
}

// multiBatch emits MultiAttacksBatch: a loop for each direction, so that no more
// than four outputs are written side by side. With all 32, arrays that lie powers
// of two apart would throw one another out of the first cache.
func (v *isa) multiBatch() {
	name := "multiAttacksBatch"
	kernel(name+v.name, "func(dst *[8][4][]uint64, gens *[4][]uint64, empty *uint64, from, n int)")
	v.batchComment(name, "dst[d][g][from+i] to Attacks(gens[g][from+i], empty[from+i], d) for every direction d, generator g and")
	headers, inputs := pointer("dst"), pointer("gens")
	empty := Load(Param("empty"), GP64())
	v.multiLoops(headers, inputs, func(load loader, gens [4]reg.GPVirtual) (x []Op, e Op) {
		for _, p := range gens {
			x = append(x, load(p))
		}
		return x, load(empty)
	})
	finish()
}

// multiLoops emits the loops of multiBatch. board loads, at each position, the
// four generators from arrays and the propagator.
func (v *isa) multiLoops(headers, inputs Mem, board func(loader, [4]reg.GPVirtual) ([]Op, Op)) {
	var gens, dst [4]reg.GPVirtual
	for g := range gens {
		gens[g], dst[g] = GP64(), GP64()
		MOVQ(inputs.Offset(24*g), gens[g])
	}
	masks := v.masks()
	lines := v.lines()
	from, n := GP64(), GP64()
	Load(Param("from"), from)
	for i, d := range directions {
		for g := range dst {
			MOVQ(headers.Offset(24*(4*i+g)), dst[g])
		}
		Load(Param("n"), n)
		v.streamFrom(d.String(), from, n, func(load loader, store storer) {
			x, e := board(load, gens)
			if v.byLine(d) {
				for g, s := range x {
					store(v.singleLines(lines, s, e)(d), dst[g])
				}
				return
			}
			for g, y := range v.propagator(e, masks).attacks(d, x...) {
				store(y, dst[g])
			}
		})
	}
}

// lines returns the constants of the byte lines where there are any.
func (v *isa) lines() *byteLines {
	if !v.wide() {
		return nil
	}
	return newByteLines()
}

// byLine tells whether a direction is filled by subtraction.
func (v *isa) byLine(d direction) bool {
	return d.Direction == koggestone.East || v.wide() && !d.diagonal()
}

// singleLines returns what emits the attacks of s over e in the directions that
// are filled by subtraction.
func (v *isa) singleLines(lines *byteLines, s, e Op) func(direction) reg.VecVirtual {
	if v.wide() {
		return lines.single(s, e)
	}
	return func(direction) reg.VecVirtual { return v.east(s, e) }
}

// title returns s with its first letter in upper case.
func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
