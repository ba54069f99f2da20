package movegen

import "github.com/koggestone/koggestone"

// Squares from which a queen, rook or bishop reaches sq on an empty board.
var rookLines, bishopLines = lineTables()

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

// between[a][b] holds the squares strictly between a and b if these share a line, and is
// empty otherwise.
//
//	a 1 1 1 b
var between = betweenTable()

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

// A castlingPath holds the conditions of castling on the first rank: the squares that must
// be empty except for king and rook, and those that must not be attacked.
//
//	. R . . . K . .   ->   . . K R . . . .
//	  1 1 1 1 1            empty, king and rook apart
//	    1 1 1 1            safe
type castlingPath struct{ empty, safe uint8 }

// castlingPaths is indexed by the files of king and rook. The king goes to the g
// file or, with a rook to its west, to the c file; the rook ends beside it.
var castlingPaths = castlingTable()

func castlingTable() (t [8][8]castlingPath) {
	for king := range t {
		for rook := range t[king] {
			kingTo, rookTo := castlingFiles(king, rook)
			safe := fileSpan(king, kingTo)
			path := safe | fileSpan(rook, rookTo)
			t[king][rook] = castlingPath{empty: path &^ (1<<king | 1<<rook), safe: safe}
		}
	}
	return
}

// castlingFiles returns the files of king and rook after castling, given their files before
// it.
func castlingFiles(king, rook int) (kingTo, rookTo int) {
	if rook > king {
		return 6, 5
	}
	return 2, 3
}

// fileSpan returns the files from a to b, both included, in either order.
func fileSpan(a, b int) uint8 {
	if a > b {
		a, b = b, a
	}
	return uint8(2<<b - 1<<a)
}
