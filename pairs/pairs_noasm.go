//go:build !amd64 || !gc || purego

package pairs

import "github.com/koggestone/koggestone/quad"

func refreshBoard(l *List, r *Rules, b quad.Board) {
	var mailbox [64]uint8
	r.Mailbox(&mailbox, b)
	refresh(l, r, &mailbox)
}

func numberDeltas(dst *FeatureDeltas, f *Features, d *Deltas, white, black int) {
	numberDeltasGeneric(dst, f, d, white, black)
}

func numberList(dst *FeatureList, f *Features, l *List, white, black int) {
	numberListGeneric(dst, f, l, white, black)
}
