//go:build !(amd64 || arm64) || !gc || purego

package pairs

func deltas(d *Deltas, r *Rules, before *[64]uint8, change Change) {
	deltasGeneric(d, r, before, change)
}

func refresh(l *List, r *Rules, board *[64]uint8) { refreshGeneric(l, r, board) }
