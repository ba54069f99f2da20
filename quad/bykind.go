package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// AttacksByKind is what the pieces of one side attack or defend, by kind. They look through the
// kings of the other side: to the square where such a king stands they attack, and on
// behind it, too, so that the sets say where it cannot go.
//
//	. r . . K .  ->  Rook: 1 . 1 1 1 1
//
// An evaluation takes mobility and king safety from it, and the moves of a king in the same
// call. [Threats] has more sets, and stops at kings.
type AttacksByKind struct {
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen, ByKing uint64

	// All is the union of these six: where there is one king of the other side, the
	// Danger of its [Legality].
	Attacked uint64
}

const byKindSets = layout.ByKindSets

// AttacksByKind returns what the pieces of c attack by kind. [ByKind.Set] does the same in place,
// without a copy.
func (b Board) AttacksByKind(c Color) (a AttacksByKind) {
	a.Set(b, c)
	return a
}

// Set sets a to what the pieces of c attack by kind. It allocates nothing and takes any
// board.
func (a *AttacksByKind) Set(b Board, c Color) { byKind(a, &b, c&1^1) }

// Of returns the attacks of kind k: for Rook and CastlingRook those of all rooks, for None
// the empty set. It panics if k is not a kind.
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
