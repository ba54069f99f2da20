package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// movegenPackage writes the kernels of package movegen.
func movegenPackage() {
	for _, v := range []*isa{avx2, avx512} {
		v.countBlocks()
		v.moveSets()
	}
	playMoves()
}

// A tally adds up popcounts in bytes.
type tally struct {
	c   *legalMoves
	sum reg.VecVirtual
	mem Mem // of the sum, while it is not in a register
}

func (t *tally) add(x reg.VecVirtual) { t.addCount(t.c.popcount(x)) }

func (t *tally) addCount(n reg.VecVirtual) {
	v := t.c.v
	switch {
	case t.sum != nil:
		t.sum = v.addBytes(t.sum, n)
	case t.mem.Base != nil:
		t.sum = v.addBytes(n, t.mem)
	default:
		t.sum = n
	}
}

// save brings the sum to memory.
func (t *tally) save() {
	if t.sum == nil {
		return
	}
	if t.mem.Base == nil {
		t.mem = t.c.slot()
	}
	t.c.v.store(t.sum, t.mem)
	t.sum = nil
}

// counts is the sink that counts the moves: diagonal sliders (at most 196), the
// others (224), pieces that leap (168 + 64 + 2) and pawns (228) apart, so that
// every sum fits a byte.
type counts [4]tally

func (n *counts) of(set targetSet) *tally {
	switch {
	case set < 8:
		return &n[set&1]
	case set < pushTargets:
		return &n[2]
	}
	return &n[3]
}

func (n *counts) put(set targetSet, r int, x reg.VecVirtual) {
	t := n.of(set)
	k := t.c.popcount(x)
	if r == 7 && set >= pushTargets { // promotions
		k = t.c.v.addBytes(k, k)
		k = t.c.v.addBytes(k, k)
	}
	t.addCount(k)
}

func (n *counts) end(sets ...targetSet) {
	for _, s := range sets {
		n.of(s).save()
	}
}

func (n *counts) pieces() bool { return false }

// legalRoom is the number of words of memory that the kernels work in.
const legalRoom = 8*250 + 8

// boardParams are the parameters of a kernel that reads boards.
var boardParams = []string{"g0", "g1", "g2", "gb"}

// newLegalMoves returns what a kernel with a parameter room begins with, and the
// registers of the planes' parameters.
func (v *isa) newLegalMoves() (c *legalMoves, planes map[string]reg.Register) {
	planes = map[string]reg.Register{}
	for _, s := range boardParams {
		planes[s] = Load(Param(s), GP64())
	}
	base := GP64()
	Load(Param("room"), base)
	ADDQ(I32(63), base)
	ANDQ(I32(-64), base)
	// EVEX displacements of one byte reach 128 registers either way.
	ADDQ(I32(128*v.bytes), base)
	c = &legalMoves{rankWalk: &rankWalk{v: v}, room: Mem{Base: base, Disp: -128 * v.bytes}}
	if v.wide() {
		c.lines = &byteLines{reverse: v.broadcast(reverseMatrix)}
		c.right = v.broadcast(bitMatrix(func(x uint8) uint8 { return x >> 1 }))
	} else {
		c.notH = v.broadcast(notHFile)
	}
	return c, planes
}

// countBlocks emits the kernel that counts.
func (v *isa) countBlocks() {
	name := "countBlocks"
	kernel(name+v.name, fmt.Sprintf("func(dst *uint16, rare *uint64, g0, g1, g2, gb *uint64, black *uint8, n int, room *[%d]uint64)", legalRoom))
	Doc(fmt.Sprintf("%s%s sets dst[i] to setwiseCount of the board i whose side to move is the lowest bit of black[i], and bit i of rare to isRare, for 0 <= i < n, %d positions at a time. n must be a multiple of %d.",
		name, v.name, v.bytes, v.bytes))
	dst, rare, black := Load(Param("dst"), GP64()), Load(Param("rare"), GP64()), Load(Param("black"), GP64())
	c, planes := v.newLegalMoves()
	s := newSlicer(v)
	v.blocks(planes, func(at func(string) Mem) {
		i := at("g0").Index
		c.next = 0
		var n counts
		for k := range n {
			n[k].c = c
		}
		rareMem := c.sets(s, at, Mem{Base: black, Index: i, Scale: 1}, &n)
		// Bytes to words, in the order of positions.
		var lo, hi reg.VecVirtual
		for _, t := range n {
			x := c.order(v.load(t.mem), true)
			l, h := v.vec(), v.vec()
			if v.wide() {
				y := YMM()
				VEXTRACTI64X4(U8(1), x, y)
				VPMOVZXBW(x.AsY(), l)
				VPMOVZXBW(y, h)
			} else {
				y := XMM()
				VEXTRACTI128(U8(1), x, y)
				VPMOVZXBW(x.AsX(), l)
				VPMOVZXBW(y, h)
			}
			if lo == nil {
				lo, hi = l, h
			} else {
				lo, hi = v.pick(VPADDW, VPADDW, lo, l), v.pick(VPADDW, VPADDW, hi, h)
			}
		}
		m := Mem{Base: dst, Index: i, Scale: 2}
		v.store(lo, m)
		v.store(hi, m.Offset(v.bytes))
		off := GP64()
		MOVQ(i, off)
		SHRQ(U8(3), off)
		c.bitmap(v.load(rareMem), Mem{Base: rare, Index: off, Scale: 1})
	})
}

// bitmap stores a bit for each position, set where the byte is not nothing.
func (c *legalMoves) bitmap(x reg.VecVirtual, m Mem) {
	v := c.v
	x = c.order(x, true)
	if v.wide() {
		k := K()
		VPTESTMB(x, x, k)
		KMOVQ(k, m)
		return
	}
	zero, bitmap := v.vec(), GP32()
	v.clear(zero)
	VPCMPEQB(zero, x, zero)
	VPMOVMSKB(zero, bitmap)
	NOTL(bitmap)
	MOVL(bitmap, m)
}
