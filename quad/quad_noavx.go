//go:build !amd64 || !gc || purego

package quad

func threats(t *Threats, b *Board, us Color) { threatsGeneric(t, b, us) }

func legality(l *Legality, b *Board, us Color) { legalityGeneric(l, b, us) }

func byKind(a *ByKind, b *Board, us Color) { byKindGeneric(a, b, us) }

func bothThreats(t *BothThreats, b *Board) { bothThreatsGeneric(t, b) }

func vision(dst *[8][4]uint64, b *Board) { visionGeneric(dst, b) }

//go:noinline
func slidersChunk(diagonal, orthogonal, empty []uint64, planes *[4][]uint64, c Color, lo, hi int) {
	slidersBatchGeneric(diagonal, orthogonal, empty, planes, c, lo, hi)
}

//go:noinline
func leapsChunk(dst []uint64, planes *[4][]uint64, c Color, lo, hi int) {
	leapsBatchGeneric(dst, planes, c, lo, hi)
}
