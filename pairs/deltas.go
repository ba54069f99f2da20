package pairs

import "github.com/koggestone/koggestone/quad"

// Deltas sets d to the pairs that a move removes and adds. before is the mailbox (see
// [Rules]) before the move, which Deltas does not change; [Rules.Apply] updates it afterwards.
// No pair is in both lists, and none is in a list twice. The lists include pairs of sliders
// whose lines the move opens or closes.
//
// The lists are the difference between the pairs of the board before and after, for every
// board and every update of four squares, legal or not. d must not overlap before.
func (r *Rules) Deltas(d *Deltas, before *[64]uint8, u Update) {
	deltas(d, r, before, u)
}

// Refresh sets l to all pairs of a mailbox (see [Rules]), in the order of the attacker's
// square, a1 first. l must not overlap board.
func (r *Rules) Refresh(l *List, board *[64]uint8) { refresh(l, r, board) }

// RefreshBoard sets l to all pairs of b. It returns what [Rules.Refresh] returns for the
// mailbox of [Rules.Mailbox].
func (r *Rules) RefreshBoard(l *List, b quad.Board) { refreshBoard(l, r, b) }
