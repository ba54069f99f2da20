package movegen

import "math/bits"

// AppendLegalMoves appends the legal moves to dst and returns the result. It does not
// allocate if dst has room. Positions that can be reached in a game have at most 218
// moves, but composed positions with more queens can have more. Kernels can write past
// the last move, so the call is faster if dst has room for 64 more elements.
//
// The order is the same on every path. Squares are sorted from a1 to h8, for both sides:
//
//  1. promotions straight ahead, then by captures to the east, then to the west: each
//     by square, to queen, rook, bishop and knight;
//  2. castling by the rook's square, then the king's steps by target;
//  3. moves of pawns by one square, then by two, captures to the east and to the west,
//     each by square;
//  4. pinned bishops, rooks and queens by the square of the piece that pins them, then
//     by target;
//  5. knights, then bishops with rooks and queens: by square, then by target;
//  6. captures en passant by square.
//
// [AppendLegalMovesBatch] has another order.
//
// To list only captures, or if you have more than one query about a position, use a [Node].
func (p Position) AppendLegalMoves(dst []Move) []Move {
	var v view
	var l moveList
	v.look(&p.Board, p.Side)
	l.collect(&v)
	return l.append(dst, &v, AllMoves)
}

// A Selection selects legal moves. Each move belongs to exactly one kind: Captures,
// QueenPromotions, Quiets or Underpromotions; AllMoves selects all. Quiescence search usually
// tries Captures|QueenPromotions. Append lists selections without Quiets directly, which takes
// less time than listing all moves.
type Selection uint8

// What a [Selection] can select.
const (
	// Captures are all captures except underpromotions. They include en passant and
	// captures that promote to a queen.
	Captures Selection = 1 << iota
	// QueenPromotions are promotions to a queen that capture nothing.
	QueenPromotions
	// Quiets are the moves that neither capture nor promote, including castling.
	Quiets
	// Underpromotions are all promotions to a rook, bishop or knight, whether they capture or not.
	Underpromotions

	AllMoves = Captures | QueenPromotions | Quiets | Underpromotions
)

// promotions returns the promotions that s selects, as bits of a Move. Promotions to a queen
// belong to queens, which is Captures or QueenPromotions.
func (s Selection) promotions(queens Selection) []Move {
	kinds := promotions[:]
	if s&Underpromotions == 0 {
		kinds = kinds[:1]
	}
	if s&queens == 0 {
		kinds = kinds[1:]
	}
	return kinds
}

// targets returns the squares that the moves that s selects can go to, except for en
// passant and promotions. Castling goes to the rook.
func (s Selection) targets(v *view) uint64 {
	return v.them&-uint64(s&Captures) | ^v.them&-uint64(s/Quiets&1)
}

// appendTargets appends the moves from sq to each square of targets.
func appendTargets(dst []Move, sq int, targets uint64) []Move {
	for ; targets != 0; targets &= targets - 1 {
		dst = append(dst, Move(sq|bits.TrailingZeros64(targets)<<6))
	}
	return dst
}

// appendPromotions appends the promotions that s selects. targets are the squares that pawns
// can reach by a step, by captures to the east and by captures to the west.
func (v *view) appendPromotions(dst []Move, targets *[3]uint64, s Selection) []Move {
	for i, shift := range [3]int{v.step, v.step + 1, v.step - 1} {
		kinds := s.promotions(QueenPromotions)
		if i > 0 {
			kinds = s.promotions(Captures)
		}
		for x := targets[i]; x != 0; x &= x - 1 {
			to := bits.TrailingZeros64(x)
			for _, kind := range kinds {
				dst = append(dst, Move((to-shift)&63|to<<6)|kind)
			}
		}
	}
	return dst
}

func (v *view) appendEnPassant(dst []Move, capturers uint64) []Move {
	to := bits.TrailingZeros64(v.EnPassant)
	for x := capturers; x != 0; x &= x - 1 {
		dst = append(dst, Move(bits.TrailingZeros64(x)|to<<6)|enPassant)
	}
	return dst
}
