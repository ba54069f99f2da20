package pairs

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// A List holds all pairs on a board. The zero List is empty.
type List struct{ list layout.PairList[Pair] }

// MaxPairs, 512, is how many pairs a board can have at most: no piece attacks more than
// eight others.
const MaxPairs = layout.MaxPairs

// Pairs returns the pairs. The slice shares memory with the list.
func (l *List) Pairs() []Pair { return l.list.Pairs[:l.list.N:l.list.N] }

// Deltas holds the pairs that a move removes and adds. The zero Deltas is empty.
type Deltas struct{ deltas layout.PairDeltas[Pair] }

// MaxChanged, 96, is how many pairs a move can remove or add at most: a changed square has
// up to eight victims and sixteen attackers, eight of them knights, and up to four squares
// change.
const MaxChanged = layout.MaxChangedPairs

// changes is memory for the pairs that a move removes or adds.
type changes = [layout.MaxChangedPairs + layout.PairRoom]Pair

// Removed returns the removed pairs. The slice shares memory with d.
func (d *Deltas) Removed() []Pair { return d.of(0) }

// Added returns the added pairs. The slice shares memory with d.
func (d *Deltas) Added() []Pair { return d.of(1) }

func (d *Deltas) of(i int) []Pair {
	n := d.deltas.N[i]
	return d.deltas.Pairs[i][:n:n]
}

// A Pair is a piece that attacks or defends another piece: two squares, and the
// engine's codes of the two pieces.
//
//	bits 0-5    square of the attacker
//	bits 6-11   square of the victim
//	bits 12-15  code of the attacker
//	bits 18-21  code of the victim
//
// You can index tables by bits 0 to 15, which are the squares and the attacker, or by bits 12 to
// 21, which are the two pieces.
type Pair uint32

// MakePair returns the pair where attacker, a code on square from, attacks or defends
// victim, a code on square to. Higher bits in the arguments are ignored.
func MakePair(attacker uint8, from int, victim uint8, to int) Pair {
	return Pair(from&63)<<layout.PairFrom | Pair(to&63)<<layout.PairTo |
		Pair(attacker&15)<<layout.PairAttacker | Pair(victim&15)<<layout.PairVictim
}

// From returns the square of the attacker.
func (p Pair) From() int { return int(p >> layout.PairFrom & 63) }

// To returns the square of the victim.
func (p Pair) To() int { return int(p >> layout.PairTo & 63) }

// Attacker returns the code of the attacker.
func (p Pair) Attacker() uint8 { return uint8(p >> layout.PairAttacker & 15) }

// Victim returns the code of the victim.
func (p Pair) Victim() uint8 { return uint8(p >> layout.PairVictim & 15) }

// Deltas sets d to the pairs that a move removes and adds. before is the mailbox (see [Rules])
// before the move. Deltas does not change it; [Rules.Apply] updates it afterwards. No pair is
// in both lists, or twice in a list. The lists include pairs of sliders on lines that the move
// opens or closes.
//
// The lists are the difference between the pairs of the board before and after, for every
// board and every update of up to four squares, legal or not. d must not overlap before.
func (r *Rules) Deltas(d *Deltas, before *[64]uint8, u Update) {
	deltas(d, r, before, u)
}

// Refresh sets l to all pairs in a mailbox (see [Rules]), sorted by the attacker's square,
// a1 first. l must not overlap board.
func (r *Rules) Refresh(l *List, board *[64]uint8) { refresh(l, r, board) }

// RefreshBoard sets l to all pairs on b, as [Rules.Refresh] does for the result of
// [Rules.Mailbox].
func (r *Rules) RefreshBoard(l *List, b quad.Board) { refreshBoard(l, r, b) }
