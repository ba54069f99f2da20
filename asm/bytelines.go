package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
)

// Fill by subtraction. With o = ^e | s the bytes (ranks) of o ^ (o - 2s) are the
// attacks to the east: each slider's borrow runs to its first blocker. As a carry
// that ripples through the free squares, free = e &^ s = ^o, it is
// free ^ (free + 2s), which needs no complement. West is the same between two
// reversals of the bits of every byte; South and North are East and West on the
// board mirrored in its anti-diagonal. On AVX-512 one GFNI instruction reverses,
// another mirrors.

// reverseMatrix as a matrix reverses the bits of every byte. With the board for
// a matrix, mirrorVector mirrors it in the anti-diagonal.
var (
	reverseMatrix = bitMatrix(bits.Reverse8)
	mirrorVector  = bitMatrix(func(x uint8) uint8 { return x })
)

// byteLines holds the constants in registers.
type byteLines struct {
	reverse, mirror reg.VecVirtual
}

func newByteLines() *byteLines {
	return &byteLines{avx512.broadcast(reverseMatrix), avx512.broadcast(mirrorVector)}
}

func (b *byteLines) reversed(x Op) reg.VecVirtual { return affine(x, b.reverse) }
func (b *byteLines) mirrored(x Op) reg.VecVirtual { return affine(b.mirror, x) }

// free returns e &^ s.
func (v *isa) free(s, e Op) reg.VecVirtual { return v.notAnd(s, e) }

// ripple returns free + 2s in bytes; free ^ ripple are the attacks to the east.
func (v *isa) ripple(free, s Op) reg.VecVirtual {
	return v.addBytes(v.addBytes(s, s), free)
}

// east returns the attacks of s to the east.
func (v *isa) east(s, e Op) reg.VecVirtual {
	f := v.free(s, e)
	return v.xor(v.ripple(f, s), f)
}

// upward returns the attacks of s towards the high bits of the bytes, downward
// those towards the low bits, given free squares. The second xor is left of the
// last reversal, which is linear: rev(rev(free) ^ ripple) = free ^ rev(ripple).
func (b *byteLines) downward(s, free Op) reg.VecVirtual {
	v := avx512
	return v.xor(b.reversed(v.ripple(b.reversed(free), b.reversed(s))), free)
}

// bothWays returns upward | downward in one ternary operation more than the two
// ripples cost: (free ^ up) | (free ^ down).
func (b *byteLines) bothWays(s, free Op) reg.VecVirtual {
	v := avx512
	up := v.ripple(free, s)
	down := b.reversed(v.ripple(b.reversed(free), b.reversed(s)))
	tern((tb^ta)|(tb^tc), up, free, down)
	return up
}

// orthogonal returns the rook attacks of s over e.
func (b *byteLines) orthogonal(s, e Op) reg.VecVirtual {
	v := avx512
	f := v.free(s, e)
	ranks := b.bothWays(s, f)
	files := b.bothWays(b.mirrored(s), b.mirrored(f))
	return v.or(ranks, b.mirrored(files))
}

// single returns a function that gives the attacks of s over e in one of the
// four orthogonal directions. What the directions share is emitted once.
func (b *byteLines) single(s, e Op) func(direction) reg.VecVirtual {
	v := avx512
	f := v.free(s, e)
	var ms, mf reg.VecVirtual
	return func(d direction) reg.VecVirtual {
		switch d.Direction {
		case koggestone.East:
			return v.xor(v.ripple(f, s), f)
		case koggestone.West:
			return b.downward(s, f)
		}
		if ms == nil {
			ms, mf = b.mirrored(s), b.mirrored(f)
		}
		if d.Direction == koggestone.South {
			return b.mirrored(v.xor(v.ripple(mf, ms), mf))
		}
		return b.mirrored(b.downward(ms, mf))
	}
}

// affine returns the bytes of x multiplied by the 8x8 bit matrix m (GFNI).
func affine(x, m Op) reg.VecVirtual {
	r := ZMM()
	VGF2P8AFFINEQB(U8(0), m, x, r)
	return r
}
