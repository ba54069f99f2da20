package raylist

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Compare returns nil if package movegen and this one find the same legal moves
// in p. Otherwise its error names the moves that only one of them finds, or that
// one lists twice. It returns the error of [New] for a position that this package
// does not support. It allocates only for its errors.
func Compare(p movegen.Position) error {
	var own Position
	if err := own.Set(p); err != nil {
		return err
	}
	return own.compare(p)
}

// compare is Compare with p given in both forms.
func (own *Position) compare(p movegen.Position) error {
	var l List
	own.GenerateLegal(&l)
	var buf [listSize]movegen.Move
	theirs := p.AppendLegalMoves(buf[:0])

	if !sameSet(l.Moves(), theirs) {
		return differences(p, l.Moves(), theirs)
	}
	return nil
}

// sameSet reports whether both lists have the same moves, without duplicates.
func sameSet(own []Move, theirs []movegen.Move) bool {
	if len(own) != len(theirs) {
		return false
	}
	// seen[kind][from] is the set of targets of the moves in own that have not yet
	// been found in theirs. kind is what a pawn becomes, None without a promotion.
	var seen [8][64]uint64
	for _, m := range own {
		seen[m.promotesTo()][toIndex(m.from())] |= 1 << toIndex(m.to())
	}
	for _, m := range theirs {
		set := &seen[promotionOf(m)][m.From()]
		to := uint64(1) << target(m)
		if *set&to == 0 {
			return false
		}
		*set &^= to
	}
	return true
}

// target returns the square that m goes to in a ray list: castling is king takes rook.
func target(m movegen.Move) int {
	if m.IsCastling() {
		return m.RookFrom()
	}
	return m.To()
}

// promotionOf returns the kind that a pawn becomes with m, or quad.None if m is
// no promotion.
func promotionOf(m movegen.Move) quad.Kind {
	if m.IsPromotion() {
		return m.Promotion()
	}
	return quad.None
}

// differences returns the error for two lists that are not the same set.
func differences(p movegen.Position, own []Move, theirs []movegen.Move) error {
	surplus := map[string]int{} // count in own minus count in theirs
	for _, m := range own {
		surplus[m.String()]++
	}
	for _, m := range theirs {
		surplus[uci(m)]--
	}
	var more, less []string
	for name, n := range surplus {
		for ; n > 0; n-- {
			more = append(more, name)
		}
		for ; n < 0; n++ {
			less = append(less, name)
		}
	}
	slices.Sort(more)
	slices.Sort(less)
	return fmt.Errorf("raylist: %s: only the ray list has %v, only movegen has %v", p.FEN(), more, less)
}

// uci returns the name of m in the form of [Move.String].
func uci(m movegen.Move) string {
	own := makeMove(fromIndex(m.From()), fromIndex(target(m)), ordinary)
	if m.IsPromotion() {
		own = makePromotion(own.from(), own.to(), m.Promotion())
	}
	return own.String()
}
