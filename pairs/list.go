package pairs

// A List holds the pairs of a board. The zero List is empty.
type List struct {
	n     int
	pairs [MaxPairs + room]Pair
}

// MaxPairs is the number of pairs that a board has at most: no piece attacks more
// than eight others.
const MaxPairs = 64 * 8

// room is how many pairs beyond the last a kernel may write: it stores whole
// registers.
const room = 16

// Pairs returns the pairs of the list, in the list's own memory.
func (l *List) Pairs() []Pair { return l.pairs[:l.n:l.n] }

// Deltas holds the pairs that a move removes and adds. The zero Deltas is empty.
type Deltas struct {
	removed, added int
	lists          [2][MaxChanged + room]Pair // removed, added
}

// MaxChanged is the number of pairs that a move removes at most, and adds at most:
// a changed square has up to eight victims and sixteen attackers, of which eight
// are knights, and up to four squares change.
const MaxChanged = 4 * (8 + 16)

// Removed returns the pairs that are no longer there, in d's own memory.
func (d *Deltas) Removed() []Pair { return d.lists[0][:d.removed:d.removed] }

// Added returns the pairs that were not there before, in d's own memory.
func (d *Deltas) Added() []Pair { return d.lists[1][:d.added:d.added] }
