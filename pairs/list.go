package pairs

import "github.com/koggestone/koggestone/internal/layout"

// A List is the pairs of a board, with memory of its own. The zero List is empty.
type List struct{ list layout.PairList[Pair] }

// MaxPairs, 512, is the maximum number of pairs of a board: no piece attacks more than
// eight others.
const MaxPairs = layout.MaxPairs

// Pairs returns the pairs of the list. The slice is the list's own memory.
func (l *List) Pairs() []Pair { return l.list.Pairs[:l.list.N:l.list.N] }

// Deltas is the pairs that a move removes and adds, with memory of its own. The zero Deltas
// is empty.
type Deltas struct{ deltas layout.PairDeltas[Pair] }

// MaxChanged, 96, is the maximum number of pairs that a move removes, and that it adds: a
// changed square has up to eight victims and sixteen attackers, eight of them knights, and
// up to four squares change.
const MaxChanged = layout.MaxChangedPairs

// changes is the memory of the pairs that a move removes, or adds.
type changes = [layout.MaxChangedPairs + layout.PairRoom]Pair

// Removed returns the removed pairs. The slice is d's own memory.
func (d *Deltas) Removed() []Pair { return d.of(0) }

// Added returns the added pairs. The slice is d's own memory.
func (d *Deltas) Added() []Pair { return d.of(1) }

func (d *Deltas) of(i int) []Pair {
	n := d.deltas.N[i]
	return d.deltas.Pairs[i][:n:n]
}
