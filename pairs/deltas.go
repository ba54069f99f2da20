package pairs

import "github.com/koggestone/koggestone/quad"

// Deltas sets d to the pairs that a move removes and adds: before is the board
// before it, an engine's mailbox (see [Rules]); change is what it does. No pair is in both lists, and none is in a list twice. Pairs of
// sliders that look over a changed square are among them: those that see farther when
// a piece leaves, and no longer see when one arrives.
//
// The pairs are the difference of those on the board before and after, for every
// board and every change of four squares, legal or not. d must not overlap before.
func (r *Rules) Deltas(d *Deltas, before *[64]uint8, change Update) {
	deltas(d, r, before, change)
}

// Refresh sets l to all pairs of a board, an engine's mailbox (see [Rules]). They come by the attacker's square, a1 first. l must not overlap
// board.
func (r *Rules) Refresh(l *List, board *[64]uint8) { refresh(l, r, board) }

// RefreshBoard sets l to all pairs of b, as [Rules.Refresh] does for the mailbox that
// [Rules.Mailbox] makes of b.
func (r *Rules) RefreshBoard(l *List, b quad.Board) { refreshBoard(l, r, b) }
