package pairs

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

var sumAt = emit.Offsets[layout.RowSum]()

// tileBytes is the size of a tile of the accumulator.
const tileBytes = 256

// accumulate emits the kernels that add and subtract rows of weights. A tile of the accumulator stays in
// registers while all rows are added, so that the loop over the rows loads only weights and numbers of rows:
//
//	for each tile:
//		acc = src
//		for each added row f:   acc += weights[f]
//		for each removed row f: acc -= weights[f]
//		dst = acc
//
// On Zen 4 the loads are the limit: in each cycle, 64 bytes from the first-level cache or 32 from the second.
// With 32 registers, a tile of 1,024 bytes would be possible. But it takes 10 % longer if the weights are in the
// second-level cache, and 25 to 50 % longer if they are in memory, because smaller tiles keep more rows in
// flight.
//
// The loops also check that the rows are inside weights. The first tile finds a row outside before anything is stored.
// Narrow rows have smaller tiles. On Zen 4 the limit is one 64-byte load, or two 32-byte loads, in a cycle.
func accumulate() {
	for _, v := range [...]*emit.ISA{emit.AVX2, emit.AVX512} {
		for _, size := range [...]int{2, 1} {
			name := "accumulate"
			if size == 1 {
				name = "accumulateInt8"
			}
			emit.Kernel(name+v.Name, "func(s *uint64) bool")
			Doc(name+v.Name+" sets s.Dst to s.Src plus the added rows of weights minus the removed rows. If a row is outside",
				"the weights, it sets nothing and returns false. It works like "+name+"Generic.")
			newAccumulator(v, size).tiles()
		}
	}
}

// An accumulator contains the registers of a kernel.
type accumulator struct {
	v                 *emit.ISA
	size              int // bytes of a weight
	dst, src, weights reg.GPVirtual
	rest, row         reg.GPVirtual // the width that is left, and the bytes of a row
	last              reg.GPVirtual // where the last row begins
	lists             [2][2]reg.GPVirtual
}

func newAccumulator(v *emit.ISA, size int) *accumulator {
	a := &accumulator{v: v, size: size}
	sum := emit.Argument("s")
	field := func(name string) reg.GPVirtual { return emit.Register(Mem{Base: sum, Disp: sumAt(name)}) }
	a.dst, a.src, a.weights, a.rest = field("Dst"), field("Src"), field("Weights"), field("Width")
	a.row, a.last = emit.Register(a.rest), field("Size")
	SUBQ(a.row, a.last)
	if size == 2 {
		ADDQ(a.row, a.row)
		ADDQ(a.last, a.last)
	}
	for i, names := range [...][2]string{{"Added", "Adds"}, {"Removed", "Removes"}} {
		begin, end := field(names[0]), field(names[1])
		LEAQ(Mem{Base: begin, Index: end, Scale: 4}, end)
		a.lists[i] = [2]reg.GPVirtual{begin, end}
	}
	return a
}

// tiles emits a loop for each tile size, the largest first.
func (a *accumulator) tiles() {
	for _, n := range [...]int{tileBytes / a.v.Bytes, 64 / a.v.Bytes} {
		width := n * a.v.Bytes / 2
		label := fmt.Sprintf("tile%d", width)
		JMP(LabelRef(label + "check"))
		Label(label)
		a.tile(label, n)
		ADDQ(I32(2*width), a.dst)
		ADDQ(I32(2*width), a.src)
		ADDQ(I32(a.size*width), a.weights)
		SUBQ(I32(width), a.rest)
		Label(label + "check")
		CMPQ(a.rest, I32(width))
		JGE(LabelRef(label))
	}
	MOVB(U8(1), emit.Result())
	a.v.Finish()
	Label("outside")
	MOVB(U8(0), emit.Result())
	a.v.Finish()
}

// tile emits all rows for a tile with n registers.
func (a *accumulator) tile(label string, n int) {
	acc := make([]emit.Vec, n)
	for i := range acc {
		acc[i] = a.v.Load(Mem{Base: a.src, Disp: i * a.v.Bytes})
	}
	for k, add := range [...]func(...Op){VPADDW, VPSUBW} {
		loop := label + [...]string{"added", "removed"}[k]
		at, f := emit.Register(a.lists[k][0]), GP64()
		CMPQ(at, a.lists[k][1])
		JE(LabelRef(loop + "end"))
		Label(loop)
		MOVL(Mem{Base: at}, f.As32())
		ADDQ(U8(4), at)
		IMULQ(a.row, f)
		CMPQ(f, a.last)
		JG(LabelRef("outside"))
		for i := range acc {
			weights := Mem{Base: a.weights, Index: f, Scale: 1, Disp: i * a.v.Bytes * a.size / 2}
			if a.size == 2 {
				add(weights, acc[i], acc[i])
				continue
			}
			wide := a.v.Vec()
			VPMOVSXBW(weights, wide)
			add(wide, acc[i], acc[i])
		}
		CMPQ(at, a.lists[k][1])
		JNE(LabelRef(loop))
		Label(loop + "end")
	}
	for i := range acc {
		a.v.Store(acc[i], Mem{Base: a.dst, Disp: i * a.v.Bytes})
	}
}
