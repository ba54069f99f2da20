// Package raywalk computes attacks slowly, one slider and one square after the other, by
// files and ranks. It shares nothing with the kernels: it has no shifts of sets, no masks
// and no tables. The tests and koggestone verify compare the kernels with it.
package raywalk

import "math/bits"

// steps contains the file and rank steps for each koggestone.Direction: clockwise from
// north-east.
var steps = [8][2]int{{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Attacks returns the squares that sliders attack in direction d (0 is north-east,
// clockwise). It walks from each slider over empty squares, up to and including the
// first occupied square.
func Attacks(sliders, empty uint64, d int) uint64 {
	return walk(sliders, empty, d, true)
}

// Occluded returns gen and the squares that it reaches in direction d over squares of
// pro.
func Occluded(gen, pro uint64, d int) uint64 {
	return gen | walk(gen, pro, d, false)
}

func walk(from, over uint64, d int, blockers bool) (seen uint64) {
	for ; from != 0; from &= from - 1 {
		sq := bits.TrailingZeros64(from)
		file, rank := sq%8, sq/8
		for {
			file, rank = file+steps[d][0], rank+steps[d][1]
			if file < 0 || file > 7 || rank < 0 || rank > 7 {
				break
			}
			to := uint64(1) << (8*rank + file)
			free := over&to != 0
			if free || blockers {
				seen |= to
			}
			if !free {
				break
			}
		}
	}
	return seen
}

// Slider returns the squares that the pieces in diagonal attack along diagonals and the
// pieces in orthogonal along ranks and files.
func Slider(diagonal, orthogonal, empty uint64) (seen uint64) {
	for d := range 8 {
		sliders := orthogonal
		if d%2 == 0 {
			sliders = diagonal
		}
		seen |= Attacks(sliders, empty, d)
	}
	return seen
}
