package machine

import (
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// An inst is an instruction that is being followed.
type inst struct {
	*Machine
	op              string
	args            []goasm.Operand // without the mask
	n               int             // bits of the operation
	mask            int             // the mask register, or -1
	zero, broadcast bool            // .Z and .BCST
}

// src reads n bits of operand i; lane is the size of the elements that .BCST repeats.
func (x *inst) src(i, n, lane int) aig.Bits {
	if !x.broadcast || x.args[i].Kind != goasm.Mem {
		return x.bits(x.args[i], n)
	}
	one := x.bits(x.args[i], lane)
	var v aig.Bits
	for len(v) < n {
		v = append(v, one...)
	}
	return v
}

// dst is the last operand.
func (x *inst) dst() goasm.Operand { return x.args[len(x.args)-1] }

// result writes the result; lane is the size of the elements that the mask selects.
func (x *inst) result(lane int, v aig.Bits) {
	switch {
	case x.mask < 0 && x.zero:
		x.fail("zeroing without a mask")
	case x.mask < 0:
	case x.dst().Kind == goasm.K:
		v = x.G.Ands(v, x.s.k[x.mask][:len(v)])
	default:
		w := make(aig.Bits, len(v)) // zeros, or what the destination contains
		if !x.zero {
			copy(w, x.bits(x.dst(), len(v)))
		}
		for i := range v {
			w[i] = x.G.Mux(x.s.k[x.mask][i/lane], v[i], w[i])
		}
		v = w
	}
	x.put(x.dst(), v)
}

// lanes applies f to each element of the sources and writes the results.
func (x *inst) lanes(lane int, f func(v []aig.Bits) aig.Bits) {
	srcs := make([]aig.Bits, len(x.args)-1)
	for i := range srcs {
		if x.args[i].Kind == goasm.Imm {
			continue
		}
		srcs[i] = x.src(i, x.n, lane)
	}
	out := make(aig.Bits, 0, x.n)
	v := make([]aig.Bits, len(srcs))
	for at := 0; at < x.n; at += lane {
		for i, s := range srcs {
			if s != nil {
				v[i] = s[at : at+lane]
			}
		}
		out = append(out, f(v)...)
	}
	x.result(lane, out)
}

// imm is the immediate, the first operand.
func (x *inst) imm() uint64 { return uint64(uint8(x.args[0].Value)) }

// These functions make instructions. second is Intel's second operand, which is first in Go.

func bitwise(lane int, f func(g *aig.Graph, first, second aig.Lit) aig.Lit) func(*inst) {
	return func(x *inst) {
		x.lanes(lane, func(v []aig.Bits) aig.Bits {
			return aig.Zip(v[1], v[0], func(a, b aig.Lit) aig.Lit { return f(x.G, a, b) })
		})
	}
}

func binary(lane int, f func(x *inst, first, second aig.Bits) aig.Bits) func(*inst) {
	return func(x *inst) {
		x.lanes(lane, func(v []aig.Bits) aig.Bits { return f(x, v[1], v[0]) })
	}
}

// shift shifts by an immediate or by the lowest 64 bits of an XMM register.
func shift(lane int, f func(b aig.Bits, k int) aig.Bits) func(*inst) {
	return func(x *inst) {
		k := x.args[0].Value & 255
		if x.args[0].Kind != goasm.Imm {
			low, ok := x.bits(x.args[0], 128)[:64].Const()
			if !ok {
				x.fail("%s depends on the input", x.args[0])
			}
			k = int64(min(low, 255))
		}
		src := x.src(1, x.n, lane)
		var v aig.Bits
		for at := 0; at < x.n; at += lane {
			v = append(v, f(src[at:at+lane], int(k))...)
		}
		x.result(lane, v)
	}
}

// shiftEach shifts each element by the same element of the first operand.
func shiftEach(lane int, rotate bool, f func(b aig.Bits, k int) aig.Bits) func(*inst) {
	return binary(lane, func(x *inst, first, second aig.Bits) aig.Bits {
		k, ok := second.Const()
		if !ok {
			return x.shiftBy(first, second, rotate, f)
		}
		if k >= 64 {
			k = 64 + k%64 // shifts everything out, but rotations are modulo 64
		}
		return f(first, int(k))
	})
}

func left(b aig.Bits, k int) aig.Bits  { return b.Shl(k) }
func right(b aig.Bits, k int) aig.Bits { return b.Shl(-k) }

// pick copies parts of its sources: part i of the result is part f(i), counted through Intel's sources of n parts
// each, or 0 if f is negative. The mask selects elements of lane bits.
func pick(part, lane int, f func(i, n, imm int) int) func(*inst) {
	return func(x *inst) {
		var all, v aig.Bits
		for k := len(x.args) - 2; k >= 0; k-- {
			if x.args[k].Kind != goasm.Imm {
				all = append(all, x.src(k, x.n, lane)...)
			}
		}
		for i := range x.n / part {
			b := make(aig.Bits, part)
			if k := f(i, x.n/part, int(x.imm())); k >= 0 {
				b = all[part*k : part*k+part]
			}
			v = append(v, b...)
		}
		x.result(lane, v)
	}
}

// quarter chooses part i within its group of four by two bits of an immediate.
func quarter(i, _, imm int) int { return i/4*4 + imm>>(2*(i%4))&3 }

// shuffle chooses 128 bits from the first source for the lower half of the result, and from the second for the upper.
func shuffle(i, n, imm int) int { return imm>>(i*n/2)&(n-1) + i/(n/2)*n }

// unpack interleaves the low or high halves of each 128 bits.
func unpack(lane, high int) func(*inst) {
	m := 128 / lane
	return pick(lane, lane, func(i, n, _ int) int { return i/m*m + high*m/2 + i%m/2 + i%2*n })
}

// compare sets each element to all ones, or a bit of a mask register, if f holds.
func compare(lane int, f func(x *inst, first, second aig.Bits) aig.Lit) func(*inst) {
	return func(x *inst) {
		a, b := x.src(1, x.n, lane), x.src(0, x.n, lane)
		var v aig.Bits
		for at := 0; at < x.n; at += lane {
			l := f(x, a[at:at+lane], b[at:at+lane])
			if x.dst().Kind == goasm.K {
				v = append(v, l)
				continue
			}
			for range lane {
				v = append(v, l)
			}
		}
		x.result(lane, v)
	}
}

// move copies. With a mask it reads and writes only the selected elements.
func move(lane int) func(*inst) {
	return func(x *inst) {
		from, to := x.args[0], x.dst()
		if x.mask < 0 || from.Kind != goasm.Mem && to.Kind != goasm.Mem {
			x.result(lane, x.bits(from, x.n))
			return
		}
		k, ok := x.s.k[x.mask][:x.n/lane].Const()
		if !ok && to.Kind == goasm.Mem {
			x.fail("a masked store whose mask depends on the input")
		} else if !ok {
			x.result(lane, x.bits(from, x.n)) // must be inside of its region, also where the mask is 0
			return
		}
		var v aig.Bits
		for i := range x.n / lane {
			if k>>i&1 != 0 && to.Kind == goasm.Mem {
				x.store(x.address(to).Plus(int64(i*lane/8)), x.bits(from, x.n)[i*lane:(i+1)*lane])
			} else if k>>i&1 != 0 {
				v = append(v, x.load(x.address(from).Plus(int64(i*lane/8)), lane/8)...)
			} else if x.zero {
				v = append(v, make(aig.Bits, lane)...)
			} else if to.Kind != goasm.Mem {
				v = append(v, x.bits(to, x.n)[i*lane:(i+1)*lane]...)
			}
		}
		if to.Kind != goasm.Mem {
			x.put(to, v)
		}
	}
}

// moveAligned is a move that needs an address aligned to the register's size.
func moveAligned(lane int) func(*inst) {
	return func(x *inst) {
		for _, a := range x.args {
			if a.Kind == goasm.Mem && !x.aligned(x.address(a), int64(x.n/8)) {
				x.fail("an address that may be no multiple of %d", x.n/8)
			}
		}
		move(lane)(x)
	}
}

// extend widens elements from narrow to wide bits, with zeros or with copies of the sign. It reads no
// more memory than it needs, and with a mask only the selected elements.
func extend(narrow, wide int, signed bool) func(*inst) {
	return func(x *inst) {
		count, from := x.n/wide, x.args[0]
		var v aig.Bits
		for i := range count {
			var b aig.Bits
			if on := aig.True; from.Kind == goasm.Mem {
				if x.mask >= 0 {
					on = x.s.k[x.mask][i]
				}
				switch on {
				case aig.True:
					b = x.load(x.address(from).Plus(int64(i*narrow/8)), narrow/8)
				case aig.False:
					b = make(aig.Bits, narrow)
				default:
					x.fail("a masked load whose mask depends on the input")
				}
			} else {
				b = x.bits(from, 512)[i*narrow : (i+1)*narrow]
			}
			if signed {
				v = append(v, b.SignExtend(wide)...)
			} else {
				v = append(v, b.Extend(wide)...)
			}
		}
		x.result(wide, v)
	}
}

// extract takes part imm, of n bits, out of a register. A mask selects elements of 64 bits.
func extract(n int) func(*inst) {
	return func(x *inst) {
		i := int(x.imm()) % (x.n / n)
		x.result(64, x.bits(x.args[1], x.n)[i*n:(i+1)*n])
	}
}

// insert replaces part imm, of n bits, in a register.
func insert(n int) func(*inst) {
	return func(x *inst) {
		i := int(x.imm()) % (x.n / n) * n
		v := append(aig.Bits{}, x.bits(x.args[2], x.n)...)
		copy(v[i:i+n], x.bits(x.args[1], n))
		x.result(64, v)
	}
}

// permute chooses elements of a register by the indices in another register.
func permute(lane int) func(*inst) {
	return func(x *inst) { x.result(lane, x.chosen(x.src(0, x.n, lane), x.src(1, x.n, lane), lane)) }
}

// permuteTwo chooses elements of two registers: those of operand low come first, and then those of operand 0. The
// indices are in operand idx.
func permuteTwo(lane, low, idx int) func(*inst) {
	return func(x *inst) {
		x.result(lane, x.chosen(slices.Concat(x.src(low, x.n, lane), x.src(0, x.n, lane)), x.src(idx, x.n, lane), lane))
	}
}

// chosen returns elements of a table by index, modulo the number of elements.
func (m *Machine) chosen(table, index aig.Bits, lane int) (v aig.Bits) {
	var entries []aig.Bits
	for at := 0; at < len(table); at += lane {
		entries = append(entries, table[at:at+lane])
	}
	for at := 0; at < len(index); at += lane {
		v = append(v, m.G.Select(entries, index[at:at+bits.Len(uint(len(entries)-1))])...)
	}
	return v
}

// topBits gathers the highest bit of each byte.
func topBits(x *inst) {
	s, v := x.bits(x.args[0], x.n), make(aig.Bits, 64)
	for i := range x.n / 8 {
		v[i] = s[8*i+7]
	}
	x.put(x.args[1], v)
}

// isPopcount reports whether a table maps each index to its number of set bits.
func isPopcount(table []aig.Bits) bool {
	for i, e := range table {
		if v, ok := e.Const(); !ok || v != uint64(bits.OnesCount(uint(i))) {
			return false
		}
	}
	return true
}

// greater compares signed numbers.
func greater(x *inst, a, b aig.Bits) aig.Lit {
	h := len(a) - 1
	flip := func(v aig.Bits) aig.Bits { return append(append(aig.Bits{}, v[:h]...), v[h].Not()) }
	return x.G.Less(flip(b), flip(a))
}

// popcount returns the number of set bits as a byte.
func (m *Machine) popcount(b aig.Bits) aig.Bits {
	m.popcounts++
	m.G.Adders = m.G.Adders || m.Sums > 0 && m.popcounts > m.Sums
	return m.G.Popcount(b, 8)
}
