package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// AttacksByKind is the attacks of one side by kind of piece. They pass through the kings of
// the other side: the squares behind such a king are attacked too, so it cannot move there.
//
//	. r . . K .  ->  ByRook: 1 . 1 1 1 1
//
// An evaluation can use it for mobility and king safety, and a move generator for the king's
// moves. [Threats] has more sets, but its attacks end at kings.
type AttacksByKind struct {
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen, ByKing uint64

	// Attacked is the union of these six. If the other side has one king, it is the Danger
	// of its [Legality].
	Attacked uint64
}

const byKindSets = layout.ByKindSets

// AttacksByKind returns the attacks of the pieces of c by kind. [AttacksByKind.Set] sets
// them in place, without a copy.
func (b Board) AttacksByKind(c Color) (a AttacksByKind) {
	a.Set(b, c)
	return a
}

// Set sets a to the attacks of the pieces of c. It accepts any board and allocates nothing.
func (a *AttacksByKind) Set(b Board, c Color) { byKind(a, &b, c&1^1) }

// Of returns the attacks of kind k. For Rook and CastlingRook these are the attacks of all
// rooks, for None the empty set. It panics if k is not a kind.
func (a *AttacksByKind) Of(k Kind) uint64 {
	k.check()
	switch k {
	case Pawn:
		return a.ByPawn
	case Knight:
		return a.ByKnight
	case Bishop:
		return a.ByBishop
	case Rook, CastlingRook:
		return a.ByRook
	case Queen:
		return a.ByQueen
	case King:
		return a.ByKing
	}
	return 0
}

// An AttacksByKind is its sets in order, without padding.
var _ = [1]struct{}{}[unsafe.Sizeof(AttacksByKind{})-8*byKindSets]

// sets returns the sets of a in the order of the struct, in place.
func (a *AttacksByKind) sets() *[byKindSets]uint64 { return (*[byKindSets]uint64)(unsafe.Pointer(a)) }
