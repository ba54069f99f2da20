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
// cannot hold. It allocates only for its errors.
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

	// seen[from] has the bit of to set; promotions have a set for each kind.
	var seen [8][64]uint64
	if len(theirs) == l.Len() {
		same := true
		for _, m := range l.Moves() {
			seen[m.promotesTo()][toIndex(m.from())] |= 1 << toIndex(m.to())
		}
		for _, m := range theirs {
			set := &seen[promotionOf(m)][m.From()]
			same = same && *set>>m.To()&1 != 0
			*set &^= 1 << m.To()
		}
		if same {
			return nil
		}
	}
	return differences(p, l.Moves(), theirs)
}

// promotionOf returns the kind that a pawn becomes with m, quad.None if m is no
// promotion.
func promotionOf(m movegen.Move) quad.Kind {
	if m.IsPromotion() {
		return m.Promotion()
	}
	return quad.None
}

// differences returns the error for two lists that are not the same set.
func differences(p movegen.Position, own []Move, theirs []movegen.Move) error {
	surplus := map[string]int{} // of own over theirs
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

// uci returns the name of m as [Move.String] would have it.
func uci(m movegen.Move) string {
	own := makeMove(fromIndex(m.From()), fromIndex(m.To()), ordinary)
	if m.IsPromotion() {
		own = makePromotion(own.from(), own.to(), m.Promotion())
	}
	return own.String()
}
