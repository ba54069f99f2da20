//go:build !(amd64 || arm64) || !gc || purego

package pairs

func deltas(d *Deltas, r *Rules, before *[64]uint8, change Change) {
	deltasGeneric(d, r, before, change)
}
