package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// ByKind is what the pieces of one side attack or defend, by kind. They look through the
// kings of the other side: to the square where such a king stands they attack, and on
// behind it, too, so that the sets say where it cannot go.
//
//	. r . . K .  ->  Rook: 1 . 1 1 1 1
//
// An evaluation takes mobility and king safety from it, and the moves of a king in the same
// call. [Threats] has more sets, and stops at kings.
type ByKind struct {
	Pawn, Knight, Bishop, Rook, Queen, King uint64

	// All is the union of these six: where there is one king of the other side, the
	// Danger of its [Legality].
	All uint64
}

const byKindSets = layout.ByKindSets

// AttacksByKind returns what the pieces of c attack by kind. [ByKind.Set] does the same in place,
// without a copy.
func (b Board) AttacksByKind(c Color) (a ByKind) {
	a.Set(b, c)
	return a
}

// Set sets a to what the pieces of c attack by kind. It allocates nothing and takes any
// board.
func (a *ByKind) Set(b Board, c Color) { byKind(a, &b, c&1^1) }

// Of returns the attacks of kind k: for Rook and CastlingRook those of all rooks, for None
// the empty set. It panics if k is not a kind.
func (a *ByKind) Of(k Kind) uint64 {
	k.check()
	switch k {
	case Pawn:
		return a.Pawn
	case Knight:
		return a.Knight
	case Bishop:
		return a.Bishop
	case Rook, CastlingRook:
		return a.Rook
	case Queen:
		return a.Queen
	case King:
		return a.King
	}
	return 0
}

// A ByKind is its sets in order, without padding.
var _ = [1]struct{}{}[unsafe.Sizeof(ByKind{})-8*byKindSets]

// sets returns the sets of a in the order of the struct, in place.
func (a *ByKind) sets() *[byKindSets]uint64 { return (*[byKindSets]uint64)(unsafe.Pointer(a)) }
