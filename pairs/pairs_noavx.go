//go:build !amd64 || !gc || purego

package pairs

func numberDeltas(dst *FeatureDeltas, f *Features, d *Deltas, white, black int) {
	numberDeltasGeneric(dst, f, d, white, black)
}

func numberList(dst *FeatureList, f *Features, l *List, white, black int) {
	numberListGeneric(dst, f, l, white, black)
}
