//go:build !(amd64 || arm64) || !gc || purego

package pairs

import "github.com/koggestone/koggestone/quad"

func deltas(d *Deltas, r *Rules, before *[64]uint8, change Update) {
	deltasGeneric(d, r, before, change)
}

func refresh(l *List, r *Rules, board *[64]uint8) { refreshGeneric(l, r, board) }

func refreshBoard(l *List, r *Rules, b quad.Board) {
	var mailbox [64]uint8
	r.Mailbox(&mailbox, b)
	refresh(l, r, &mailbox)
}
