package pairs

import "github.com/koggestone/koggestone/internal/layout"

// A List holds the pairs of a board, in memory of its own. The zero List is empty.
type List struct{ list layout.PairList[Pair] }

// MaxPairs, 512, is the number of pairs that a board has at most: no piece attacks more
// than eight others.
const MaxPairs = layout.MaxPairs

// Pairs returns the pairs of the list, in the list's own memory.
func (l *List) Pairs() []Pair { return l.list.Pairs[:l.list.N:l.list.N] }

// Deltas holds the pairs that a move removes and adds, in memory of its own. The zero
// Deltas is empty.
type Deltas struct{ deltas layout.PairDeltas[Pair] }

// MaxChanged, 96, is the number of pairs that a move removes at most, and adds at most:
// a changed square has up to eight victims and sixteen attackers, of which eight
// are knights, and up to four squares change.
const MaxChanged = layout.MaxChangedPairs

// changes is the memory of the pairs that a move removes, or adds.
type changes = [layout.MaxChangedPairs + layout.PairRoom]Pair

// Removed returns the pairs that are no longer there, in d's own memory.
func (d *Deltas) Removed() []Pair { return d.of(0) }

// Added returns the pairs that were not there before, in d's own memory.
func (d *Deltas) Added() []Pair { return d.of(1) }

func (d *Deltas) of(i int) []Pair {
	n := d.deltas.N[i]
	return d.deltas.Pairs[i][:n:n]
}
