package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// prefixPackage writes the kernels of package prefix.
func prefixPackage() {
	for _, v := range []*isa{avx2, avx512} {
		v.unary("parityUp", "ParityUp(x[i])", v.parityUp)
		v.unary("parityDown", "ParityDown(x[i])", v.parityDown)
		v.unary("grayEncode", "GrayEncode(x[i])", v.inFields(64, 1))
		v.unary("grayEncodeBytes", "GrayEncodeBytes(x[i])", v.inFields(8, 1))
		v.unary("grayDecodeBytes", "GrayDecodeBytes(x[i])", v.inFields(8, 1, 2, 4))
		v.unary("grayEncodeNibbles", "GrayEncodeNibbles(x[i])", v.inFields(4, 1))
		v.unary("grayDecodeNibbles", "GrayDecodeNibbles(x[i])", v.inFields(4, 1, 2))
		v.binary("byteAdd", "ByteAdd(a[i], b[i])", v.addBytes)
		v.binary("byteSub", "ByteSub(a[i], b[i])", v.subBytes)
	}
}

// A unaryStep emits the work of a kernel on one register. What makes it loads
// the constants, before the loop.
type unaryStep func(reg.VecVirtual) reg.VecVirtual

func (v *isa) unary(name, sets string, prepare func() unaryStep) {
	p := v.batchKernel(name+"Batch", []string{"dst", "x"}, "", "dst[i] to "+sets)
	step := prepare()
	v.stream(func(load loader, store storer) { store(step(load(p["x"])), p["dst"]) })
}

func (v *isa) binary(name, sets string, op func(a, b Op) reg.VecVirtual) {
	p := v.batchKernel(name+"Batch", []string{"dst", "a", "b"}, "", "dst[i] to "+sets)
	v.stream(func(load loader, store storer) { store(op(load(p["a"]), load(p["b"])), p["dst"]) })
}

// parityUp is a carry-less multiplication by all ones on AVX-512, six shifts and
// xors on AVX2, whose path does not have it on whole registers.
func (v *isa) parityUp() unaryStep {
	if !v.wide() {
		return func(x reg.VecVirtual) reg.VecVirtual {
			for s := 1; s < 64; s *= 2 {
				x = v.xor(v.shift(x, s), x)
			}
			return x
		}
	}
	ones := v.ones()
	return func(x reg.VecVirtual) reg.VecVirtual {
		even, odd := ZMM(), ZMM()
		VPCLMULQDQ(U8(0x00), ones, x, even)
		VPCLMULQDQ(U8(0x01), ones, x, odd)
		return v.pick(VPUNPCKLQDQ, VPUNPCKLQDQ, even, odd)
	}
}

// parityDown is parityUp, x, and the parity of the whole word, which is the top
// bit of parityUp: bits i..63 are all without those below i.
func (v *isa) parityDown() unaryStep {
	if !v.wide() {
		return func(x reg.VecVirtual) reg.VecVirtual {
			for s := 1; s < 64; s *= 2 {
				x = v.xor(v.shift(x, -s), x)
			}
			return x
		}
	}
	parityUp := v.parityUp()
	return func(x reg.VecVirtual) reg.VecVirtual {
		up, all := parityUp(x), ZMM()
		VPSRAQ(U8(63), up, all)
		tern(ta^tb^tc, all, up, x)
		return all
	}
}

// inFields emits x ^= x >> s for each s, in fields of 4, 8 or 64 bits whose
// neighbours stay apart. Within bytes all of it is one matrix over bits (GFNI).
func (v *isa) inFields(width int, shifts ...int) func() unaryStep {
	// low returns the mask of the bits of each field that a shift by s leaves.
	low := func(s int) (m uint64) {
		for i := 0; i < 64; i += width {
			m |= (1<<(width-s) - 1) << i
		}
		return m
	}
	return func() unaryStep {
		if v.wide() && width <= 8 {
			m := v.broadcast(bitMatrix(func(x uint8) uint8 {
				for _, s := range shifts {
					x ^= x >> s & uint8(low(s))
				}
				return x
			}))
			return func(x reg.VecVirtual) reg.VecVirtual { return affine(x, m) }
		}
		var masks []Op
		for _, s := range shifts {
			if width < 64 {
				masks = append(masks, v.broadcast(low(s)))
			}
		}
		return func(x reg.VecVirtual) reg.VecVirtual {
			for i, s := range shifts {
				y := v.shift(x, -s)
				if width < 64 {
					y = v.and(y, masks[i])
				}
				x = v.xor(y, x)
			}
			return x
		}
	}
}

// bitMatrix returns the matrix of a linear function of bytes: row 7-i, a byte,
// holds the bits of the argument that bit i of the result is the parity of.
func bitMatrix(f func(uint8) uint8) (m uint64) {
	for i := range 8 {
		for j := range 8 {
			m |= uint64(f(1<<j)>>i&1) << (8*(7-i) + j)
		}
	}
	return m
}
