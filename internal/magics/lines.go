package magics

import "github.com/koggestone/koggestone"

// RookLines and BishopLines are the attacks of a rook and a bishop on an empty board, by
// square.
var RookLines, BishopLines = lineTables()

func lineTables() (rook, bishop [64]uint64) {
	for d, ray := range koggestone.RayTable() {
		for sq := range ray {
			if d&1 == 0 {
				bishop[sq] |= ray[sq]
			} else {
				rook[sq] |= ray[sq]
			}
		}
	}
	return
}

// Between[a][b] holds the squares strictly between a and b if these share a line, and is
// empty otherwise.
//
//	a 1 1 1 b
var Between = betweenTable()

func betweenTable() (t [64][64]uint64) {
	rays := koggestone.RayTable()
	for a := range t {
		for b := range t[a] {
			for d, ray := range rays {
				if ray[a]>>b&1 != 0 {
					t[a][b] = ray[a] & rays[koggestone.Direction(d).Opposite()][b]
				}
			}
		}
	}
	return
}
