package quad

func threats(t *Threats, b *Board, us Color) { threatsGeneric(t, b, us) }

//go:noinline
func visionChunk(dst *[8][4][]uint64, planes *[4][]uint64) { visionBatchGeneric(dst, planes) }

//go:noinline
func threatsChunk(dst *[threatSets][]uint64, planes *[4][]uint64, us []Color) {
	threatsBatchGeneric(dst, planes, us)
}

//go:noinline
func attacksChunk(dst []uint64, planes *[4][]uint64, c Color) { attacksBatchGeneric(dst, planes, c) }
