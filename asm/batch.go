package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Positions in lanes: a register holds one bitboard of 4 or 8 positions, and the
// directions are unrolled with immediate shifts.

// A lane loop passes its body these: load and store at the current index.
type (
	loader func(base reg.Register) reg.VecVirtual
	storer func(x Op, base reg.Register)
)

// stream emits a loop over n positions, a register of them at a time:
//
//	for i := 0; i+words <= n; i += words {
//		body
//	}
//	body under a mask for the last n%8 on AVX-512
//
// On AVX2 the caller sees to the last n%4.
func (v *isa) stream(body func(loader, storer)) {
	n := Load(Param("n"), GP64())
	i, end := GP64(), GP64()
	XORQ(i, i)
	MOVQ(n, end)
	ANDQ(I32(-v.words()), end)
	at := func(base reg.Register) Mem { return Mem{Base: base, Index: i, Scale: 8} }
	JMP(LabelRef("check"))
	Label("loop")
	body(
		func(base reg.Register) reg.VecVirtual { return v.load(at(base)) },
		func(x Op, base reg.Register) { v.store(x, at(base)) },
	)
	ADDQ(I32(v.words()), i)
	Label("check")
	CMPQ(i, end)
	JLT(LabelRef("loop"))
	if v.wide() {
		rest, ones, mask := GP64(), GP64(), K()
		MOVQ(n, rest)
		ANDQ(I32(7), rest)
		JZ(LabelRef("done"))
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
		)
		Label("done")
	}
	finish()
}

// batchKernel starts a function of arrays, given by the names of its pointers.
func (v *isa) batchKernel(name string, params []string, extra, sets string) map[string]reg.Register {
	TEXT(name+v.name, NOSPLIT, "func("+strings.Join(params, ", ")+" *uint64, n int"+extra+")")
	rest := "n must be a multiple of 4."
	if v.wide() {
		rest = "The last n%8 positions go through a mask."
	}
	Doc(fmt.Sprintf("%s%s sets %s for 0 <= i < n, %d positions at a time. %s",
		name, v.name, sets, v.words(), rest))
	p := map[string]reg.Register{}
	for _, s := range params {
		p[s] = Load(Param(s), GP64())
	}
	return p
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
	var lines *byteLines
	if v.wide() {
		lines = newByteLines()
	}
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
		if d.diagonal() == diagonal && d.String() != "East" {
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
