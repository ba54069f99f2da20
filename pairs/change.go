package pairs

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
)

// A Change is what a move does to the squares of a board: up to four squares and
// what stands there afterwards. The zero Change changes nothing.
//
//	move or capture  Move(from, to, code)
//	promotion        Move(from, to, queen)
//	en passant       Move(from, to, pawn).And(captured, Empty)
//	castling         Move(king, kingTo, kingCode).And(rook, Empty).And(rookTo, rookCode)
//
// If king or rook go where the other stood, a later change of a square replaces an
// earlier one: empty both squares first.
type Change uint64

// Empty, 0x80, as a code means that no piece stands there, whatever codes the engine has
// for that.
const Empty uint8 = layout.PairEmpty

const used = layout.PairUsed

// Move returns the change of a piece that leaves square from and stands on square
// to as code.
func Move(from, to int, code uint8) Change {
	return Change(used|from&63|int(Empty)<<8) | Change(used|to&63|int(code)<<8)<<16
}

// And returns c with one more square, on which code stands afterwards. It panics if
// c has four.
func (c Change) And(sq int, code uint8) Change {
	n := c.len()
	if n > 3 {
		tooMany()
	}
	return c | Change(used|sq&63|int(code)<<8)<<(16*n)
}

// len returns the number of squares of c, those named twice counted twice.
func (c Change) len() int { return (bits.Len64(uint64(c)) + 15) >> 4 }

//go:noinline
func tooMany() { panic("pairs: Change.And: a fifth square") }

// Castling returns the change of castling for any squares of Chess960, those that
// king and rook swap or keep among them.
func Castling(king, kingTo int, kingCode uint8, rook, rookTo int, rookCode uint8) Change {
	return Change(0).And(king, Empty).And(rook, Empty).And(kingTo, kingCode).And(rookTo, rookCode)
}

// Difference returns the change that makes the mailbox before into after: first the
// squares that are left, then those where something arrives. It returns false if more
// than four squares differ.
func (r *Rules) Difference(before, after *[64]uint8) (c Change, ok bool) {
	n := 0
	for _, arrives := range [...]bool{false, true} {
		for sq := range before {
			old, now := r.kernel.Rows[before[sq]], r.kernel.Rows[after[sq]]
			if old == now || now != 0 != arrives {
				continue
			}
			if n++; n > 4 {
				return 0, false
			}
			code := Empty
			if arrives {
				code = after[sq] & 15
			}
			c = c.And(sq, code)
		}
	}
	return c, true
}
