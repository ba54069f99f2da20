package movegen

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// A choice is a set of lanes. On AVX-512 it is an opmask. On AVX2, either is has all bits set
// in the lanes of the choice, or not has all bits set in the other lanes, whichever is
// cheaper to compute.
type choice struct {
	k       reg.OpmaskVirtual
	is, not emit.Vec
}

// lanes emits operations on words, and on choices of words.
type lanes struct{ v *emit.ISA }

// nothing returns four zero words, as an operand.
func nothing() Mem { return emit.Table("nothing", make([]uint64, 4)) }

// zeroWords returns a mask of the words of x that are zero (AVX2).
func zeroWords(x emit.Vec) emit.Vec { return emit.AVX2.Pick(VPCMPEQQ, nil, x, nothing()) }

// compared returns the lanes that a comparison selects (AVX-512).
func compared(compare func(...Op), x, y Op) choice {
	k := K()
	compare(y, x, k)
	return choice{k: k}
}

// meets returns the lanes where x and y have a common bit.
func (l lanes) meets(x emit.Vec, y Op) choice {
	if l.v.Wide() {
		return compared(VPTESTMQ, x, y)
	}
	return choice{not: zeroWords(l.v.And(x, y))}
}

// misses returns the lanes where x and y have no common bit.
func (l lanes) misses(x emit.Vec, y Op) choice {
	if l.v.Wide() {
		return compared(VPTESTNMQ, x, y)
	}
	return choice{is: zeroWords(l.v.And(x, y))}
}

// equal returns the lanes where x and y are equal.
func (l lanes) equal(x emit.Vec, y Op) choice {
	if l.v.Wide() {
		return compared(VPCMPEQQ, x, y)
	}
	return choice{is: l.v.Pick(VPCMPEQQ, nil, x, y)}
}

// only returns x in the lanes of c and 0 elsewhere.
func (l lanes) only(c choice, x Op) emit.Vec {
	switch {
	case l.v.Wide():
		r := ZMM()
		VMOVDQA64_Z(l.v.InRegister(x), c.k, r)
		return r
	case c.is != nil:
		return l.v.And(c.is, x)
	}
	return l.v.NotAnd(c.not, x)
}

// add returns acc with the bits of x in the lanes that c selects. It can overwrite acc.
func (l lanes) add(acc emit.Vec, c choice, x Op) emit.Vec {
	if l.v.Wide() {
		VPORQ(x, acc, c.k, acc)
		return acc
	}
	return l.v.Or(acc, l.only(c, x))
}

// replace returns y in the lanes of c and x elsewhere. It may overwrite x.
func (l lanes) replace(x emit.Vec, c choice, y Op) emit.Vec {
	switch {
	case l.v.Wide():
		VMOVDQA64(l.v.InRegister(y), c.k, x)
		return x
	case c.is != nil:
		r := YMM()
		VPBLENDVB(c.is, y, x, r)
		return r
	}
	return l.v.Select(c.not, x, l.v.InRegister(y))
}

// bothBut returns the lanes that are in a and b, but not in c.
func (l lanes) bothBut(a, b, c choice) choice {
	if l.v.Wide() {
		k := K()
		KANDB(a.k, b.k, k)
		KANDNB(k, c.k, k)
		return choice{k: k}
	}
	return choice{is: l.v.NotAnd(l.v.Or(a.not, b.not), c.not)}
}

// but returns the lanes that are in a but not in b.
func (l lanes) but(a, b choice) choice {
	if l.v.Wide() {
		k := K()
		KANDNB(a.k, b.k, k)
		return choice{k: k}
	}
	return choice{is: l.v.NotAnd(a.not, b.not)}
}

// filled returns the lanes where the word is not zero.
func (l lanes) filled(words emit.Vec) choice {
	if l.v.Wide() {
		return compared(VPTESTMQ, words, words)
	}
	return choice{not: zeroWords(words)}
}

// bits returns a set of lanes as bits in a general register.
func (l lanes) bits(c choice) reg.GPVirtual {
	b := GP64()
	if l.v.Wide() {
		KMOVB(c.k, b.As32())
		return b
	}
	VMOVMSKPD(c.not, b.As32())
	XORL(U8(15), b.As32())
	return b
}
