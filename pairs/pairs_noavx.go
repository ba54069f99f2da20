//go:build !amd64 || !gc || purego

package pairs

import "github.com/koggestone/koggestone/quad"

func numberDeltas(dst *FeatureDeltas, f *Features, d *Deltas, white, black int) {
	numberDeltasGeneric(dst, f, d, white, black)
}

func numberList(dst *FeatureList, f *Features, l *List, white, black int) {
	numberListGeneric(dst, f, l, white, black)
}

func fillBatch(in *Inputs, rows [2][]int32, used []int32, length int, boards []quad.Board) (active [2]int) {
	return fillBatchGeneric(in, rows, used, length, boards)
}
