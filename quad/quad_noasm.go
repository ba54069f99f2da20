//go:build !(amd64 || arm64) || !gc || purego

package quad

//go:noinline
func visionChunk(dst *[8][4][]uint64, planes *[4][]uint64, lo, hi int) {
	visionBatchGeneric(dst, planes, lo, hi)
}

//go:noinline
func threatsChunk(dst *[threatSets][]uint64, planes *[4][]uint64, us []Color, lo, hi int) {
	threatsBatchGeneric(dst, planes, us, lo, hi)
}
