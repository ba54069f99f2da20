package pairs

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
)

// An Update contains what a move writes to a mailbox: up to four squares, each with a new
// code. The zero Update writes nothing.
//
//	move or capture  MoveUpdate(from, to, code)
//	promotion        MoveUpdate(from, to, queen)
//	en passant       MoveUpdate(from, to, pawn).And(captured, Empty)
//	castling         CastlingUpdate(king, kingTo, kingCode, rook, rookTo, rookCode)
//
// If a square is written twice, it keeps its last code.
type Update uint64

// Empty is the code 0x80. Every mailbox can use it for a square without a piece.
const Empty uint8 = layout.PairEmpty

const used = layout.PairUsed

// MoveUpdate returns the update for a piece that moves and then has the given code. For a
// promotion, pass the new piece's code.
func MoveUpdate(from, to int, code uint8) Update {
	return Update(used|from&63|int(Empty)<<8) | Update(used|to&63|int(code)<<8)<<16
}

// CastlingUpdate returns the update for castling: the king moves from king to kingTo and
// the rook from rook to rookTo, with the codes kingCode and rookCode there. In Chess960 the
// two can exchange squares or stay where they are.
func CastlingUpdate(king, kingTo int, kingCode uint8, rook, rookTo int, rookCode uint8) Update {
	return Update(0).And(king, Empty).And(rook, Empty).And(kingTo, kingCode).And(rookTo, rookCode)
}

// And returns u with one more square: sq gets code. It panics if u already has four squares.
func (u Update) And(sq int, code uint8) Update {
	n := u.len()
	if n > 3 {
		tooMany()
	}
	return u | Update(used|sq&63|int(code)<<8)<<(16*n)
}

// len returns the number of squares that u writes. A square that it writes twice counts twice.
func (u Update) len() int { return (bits.Len64(uint64(u)) + 15) >> 4 }

//go:noinline
func tooMany() { panic("pairs: Update.And: expected at most four squares, found five") }

// Apply writes u to mailbox. Empty squares get the engine's code, r.Code(quad.NoPiece).
func (r *Rules) Apply(mailbox *[64]uint8, u Update) {
	for ; u != 0; u >>= 16 {
		code := uint8(u >> 8)
		if code&Empty != 0 {
			code = r.empty
		}
		mailbox[u&63] = code
	}
}

// Difference returns the update that turns the mailbox before into after. Squares that become
// empty come first. If more than four squares differ, ok is false.
func (r *Rules) Difference(before, after *[64]uint8) (u Update, ok bool) {
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
			u = u.And(sq, code)
		}
	}
	return u, true
}
