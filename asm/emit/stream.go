package emit

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/squares"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A kernel with positions in lanes holds one bitboard of 4 or 8 positions in a register,
// and computes one direction after the other with immediate shifts. Its loop passes to
// the body a Loader and a Storer for the current positions in an array.
type (
	Loader func(base reg.Register) Vec
	Storer func(x Op, base reg.Register)
)

// Stream emits a kernel's loop over n positions, in steps of one register:
//
//	for i := 0; i+words <= n; i += words {
//		body
//	}
//	body under a mask for the last n%8 on AVX-512
//
// On AVX2 the caller handles the last n%4 positions.
func (v *ISA) Stream(body func(Loader, Storer)) {
	zero := GP64()
	XORQ(zero, zero)
	v.StreamFrom("", zero, Argument("n"), body)
	Finish()
}

// StreamFrom emits the loop for n positions, starting at index from. Labels end in
// suffix, so that a kernel can have several loops.
func (v *ISA) StreamFrom(suffix string, from, n reg.GPVirtual, body func(Loader, Storer)) {
	v.StreamBytes(suffix, from, n, func(load Loader, store Storer, _ Loader) { body(load, store) })
}

// StreamBytes is like StreamFrom, but the body can also read arrays of bytes, each as a
// word.
func (v *ISA) StreamBytes(suffix string, from, n reg.GPVirtual, body func(load Loader, store Storer, bytes Loader)) {
	i, end := Register(from), Register(n)
	ANDQ(I32(-v.Words()), end)
	ADDQ(from, end)
	at := func(base reg.Register) Mem { return Mem{Base: base, Index: i, Scale: 8} }
	JMP(LabelRef("check" + suffix))
	Label("loop" + suffix)
	body(
		func(base reg.Register) Vec { return v.Load(at(base)) },
		func(x Op, base reg.Register) { v.Store(x, at(base)) },
		func(base reg.Register) Vec {
			r := v.Vec()
			VPMOVZXBQ(Mem{Base: base, Index: i, Scale: 1}, r)
			return r
		},
	)
	ADDQ(I32(v.Words()), i)
	Label("check" + suffix)
	CMPQ(i, end)
	JLT(LabelRef("loop" + suffix))
	if !v.Wide() {
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
		func(base reg.Register) Vec {
			r := v.Vec()
			VMOVDQU64_Z(at(base), mask, r)
			return r
		},
		func(x Op, base reg.Register) { VMOVDQU64(x, mask, at(base)) },
		func(base reg.Register) Vec {
			r := v.Vec()
			VPMOVZXBQ_Z(Mem{Base: base, Index: i, Scale: 1}, mask, r)
			return r
		},
	)
	Label("done" + suffix)
}

// BatchKernel starts a kernel with arrays as parameters, given by their names.
func (v *ISA) BatchKernel(name string, params []string, extra, sets string) map[string]reg.Register {
	Kernel(name+v.Name, "func("+strings.Join(params, ", ")+" *uint64, n int"+extra+")")
	v.BatchComment(name, sets)
	p := map[string]reg.Register{}
	for _, s := range params {
		p[s] = Argument(s)
	}
	return p
}

// BatchComment writes the comment of a kernel that streams over n positions.
func (v *ISA) BatchComment(name, sets string) {
	rest := "n must be a multiple of 4."
	if v.Wide() {
		rest = "The last n%8 positions go through a mask."
	}
	Doc(fmt.Sprintf("%s%s sets %s for 0 <= i < n, in vectors of %d positions. %s",
		name, v.Name, sets, v.Words(), rest))
}

// Masks returns the constants of a Propagator in registers.
func (v *ISA) Masks() map[uint64]Op {
	return map[uint64]Op{squares.NotFileA: v.Broadcast(squares.NotFileA), squares.NotFileH: v.Broadcast(squares.NotFileH)}
}

// MultiLoops emits the attacks of four generators, with a loop for each direction. The
// destination slices' headers are at headers. For each position, board loads the four
// generators from the slices at inputs, and the propagator.
func (v *ISA) MultiLoops(headers, inputs Mem, board func(Loader, [4]reg.GPVirtual) ([]Op, Op)) {
	var gens, dst [4]reg.GPVirtual
	for g := range gens {
		gens[g], dst[g] = GP64(), GP64()
		MOVQ(inputs.Offset(24*g), gens[g])
	}
	masks := v.Masks()
	lines := v.NewLines()
	from, n := GP64(), GP64()
	Load(Param("from"), from)
	for i, d := range Directions {
		for g := range dst {
			MOVQ(headers.Offset(24*(4*i+g)), dst[g])
		}
		Load(Param("n"), n)
		v.StreamFrom(d.String(), from, n, func(load Loader, store Storer) {
			x, e := board(load, gens)
			if v.ByLine(d) {
				for g, s := range x {
					store(v.SingleLines(lines, s, e)(d), dst[g])
				}
				return
			}
			for g, y := range v.NewPropagator(e, masks).Attacks(d, x...) {
				store(y, dst[g])
			}
		})
	}
}

// Title returns s with its first letter in upper case.
func Title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
