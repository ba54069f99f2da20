package movegen

import (
	"github.com/koggestone/koggestone/internal/slider"
)

func rookAttacks(sq int, occ uint64) uint64 { return slider.Rook(sq, occ) }

func bishopAttacks(sq int, occ uint64) uint64 { return slider.Bishop(sq, occ) }

// A castlingPath contains the conditions for castling on the first rank: the squares that
// must be empty except for king and rook, and the squares that must not be attacked.
//
//	· R · · · K · ·   ->   · · K R · · · ·
//	  1 1 1 1 1            empty, king and rook apart
//	    1 1 1 1            safe
type castlingPath struct{ empty, safe uint8 }

// castlingPaths is indexed by the files of king and rook. The king goes to the g-file or,
// with a rook to its west, to the c-file, and the rook ends beside it.
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

// castlingFiles returns the files of king and rook after castling from the given files.
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
