package movegen

import "github.com/koggestone/koggestone/internal/magics"

// Between returns the squares strictly between a and b, 0 to 63, if these share a rank,
// file or diagonal, and the empty set otherwise.
func Between(a, b int) uint64 { return magics.Between[a][b] }

// Line returns all squares of the rank, file or diagonal that a and b, 0 to 63, share,
// including a and b, from edge to edge. It returns the empty set if they share none or are
// the same square.
//
//	. . . . . . . 1
//	. . . . . . b .
//	. . . . . 1 . .
//	. . . . a . . .
//	. . . 1 . . . .
//	. . 1 . . . . .
//	. 1 . . . . . .
//	1 . . . . . . .
func Line(a, b int) uint64 {
	ends := uint64(1)<<(a&63) | 1<<(b&63)
	switch {
	case magics.RookLines[a]&ends != 0:
		return magics.RookLines[a]&magics.RookLines[b] | ends
	case magics.BishopLines[a]&ends != 0:
		return magics.BishopLines[a]&magics.BishopLines[b] | ends
	}
	return 0
}
