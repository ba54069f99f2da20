package emit

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
)

// reverseMatrix reverses the bits in every byte. mirrorVector mirrors a board in its
// anti-diagonal, if the board is used as the matrix.
var (
	reverseMatrix = BitMatrix(bits.Reverse8)
	mirrorVector  = BitMatrix(func(x uint8) uint8 { return x })
)

// ByteLines emits fills by subtraction on AVX-512. It keeps the constants in registers.
//
// In each byte (a rank) let o = ^e | s. Then o ^ (o - 2s) are the attacks to the east,
// because subtracting 2s borrows from the slider up to its first blocker. The same attacks
// are free ^ (free + 2s) with free = e &^ s = ^o, where a carry runs over the free squares,
// which saves the complement. To go west, reverse the bits in every byte before and after.
// To go south or north, mirror the board in its anti-diagonal and go east or west. One GFNI
// instruction reverses the bits, and another mirrors the board. East needs no constants and
// also works on AVX2.
type ByteLines struct {
	reverse, mirror Vec
}

func (b *ByteLines) reversed(x Op) Vec { return Affine(x, b.reverse) }

func (b *ByteLines) mirrored(x Op) Vec { return Affine(b.mirror, x) }

// Free returns e &^ s.
func (v *ISA) Free(s, e Op) Vec { return v.NotAnd(s, e) }

// Ripple returns free + 2s in bytes; free ^ ripple are the attacks to the east.
func (v *ISA) Ripple(free, s Op) Vec {
	return v.AddBytes(v.AddBytes(s, s), free)
}

// East returns the attacks of s to the east.
func (v *ISA) East(s, e Op) Vec {
	f := v.Free(s, e)
	return v.Xor(v.Ripple(f, s), f)
}

// Downward returns the squares that s attacks towards the low bits in each byte, given
// the free squares. Reversal is linear, so free is XORed in after it: rev(rev(free) ^
// ripple) = free ^ rev(ripple).
func (b *ByteLines) Downward(s, free Op) Vec {
	v := AVX512
	return v.Xor(b.reversed(v.Ripple(b.reversed(free), b.reversed(s))), free)
}

// BothWays returns the squares that s attacks towards both ends of the bytes. Beyond the two
// ripples it costs one ternary operation: (free ^ up) | (free ^ down).
func (b *ByteLines) BothWays(s, free Op) Vec {
	v := AVX512
	up := v.Ripple(free, s)
	down := b.reversed(v.Ripple(b.reversed(free), b.reversed(s)))
	Tern((TB^TA)|(TB^TC), up, free, down)
	return up
}

// Orthogonal returns the rook attacks of s over e.
func (b *ByteLines) Orthogonal(s, e Op) Vec {
	v := AVX512
	f := v.Free(s, e)
	ranks := b.BothWays(s, f)
	files := b.BothWays(b.mirrored(s), b.mirrored(f))
	return v.Or(ranks, b.mirrored(files))
}

// single returns a function that emits the attacks of s over e in an orthogonal direction.
// Values that several directions need are emitted only once.
func (b *ByteLines) single(s, e Op) func(Direction) Vec {
	v := AVX512
	f := v.Free(s, e)
	var ms, mf Vec
	return func(d Direction) Vec {
		switch d.Direction {
		case koggestone.East:
			return v.Xor(v.Ripple(f, s), f)
		case koggestone.West:
			return b.Downward(s, f)
		}
		if ms == nil {
			ms, mf = b.mirrored(s), b.mirrored(f)
		}
		if d.Direction == koggestone.South {
			return b.mirrored(v.Xor(v.Ripple(mf, ms), mf))
		}
		return b.mirrored(b.Downward(ms, mf))
	}
}

// NewLines returns the ByteLines of AVX-512, or nil on AVX2.
func (v *ISA) NewLines() *ByteLines {
	if !v.Wide() {
		return nil
	}
	return &ByteLines{v.Broadcast(reverseMatrix), v.Broadcast(mirrorVector)}
}

// ByLine reports whether a direction is filled by subtraction.
func (v *ISA) ByLine(d Direction) bool {
	return d.Direction == koggestone.East || v.Wide() && !d.Diagonal()
}

// SingleLines returns a function that emits the attacks of s over e in a direction that is filled by
// subtraction.
func (v *ISA) SingleLines(lines *ByteLines, s, e Op) func(Direction) Vec {
	if v.Wide() {
		return lines.single(s, e)
	}
	return func(Direction) Vec { return v.East(s, e) }
}
