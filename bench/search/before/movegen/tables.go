package movegen

import "github.com/koggestone/koggestone"

const (
	fileA = 0x0101010101010101
	fileH = 0x8080808080808080

	rank1 = 0xff
	rank3 = rank1 << 16
	rank7 = rank1 << 48
	rank8 = rank1 << 56
)

// Squares from which a queen, rook or bishop reaches sq on an empty board, and
// the attacks of knight and king.
var rookLines, bishopLines, knightTable, kingTable = lineTables()

func lineTables() (rook, bishop, knight, king [64]uint64) {
	for d, ray := range koggestone.RayTable() {
		for sq := range ray {
			if d&1 == 0 {
				bishop[sq] |= ray[sq]
			} else {
				rook[sq] |= ray[sq]
			}
			king[sq] |= koggestone.Step(1<<sq, koggestone.Direction(d))
		}
	}
	for sq := range knight {
		knight[sq] = knightAttacks(1 << sq)
	}
	return
}

// knightAttacks returns the squares that a set of knights attacks.
func knightAttacks(knights uint64) uint64 {
	one := knights<<1&^fileA | knights>>1&^fileH
	two := knights<<2&^(fileA|fileA<<1) | knights>>2&^(fileH|fileH>>1)
	return one<<16 | one>>16 | two<<8 | two>>8
}

// between[a][b] holds the squares strictly between a and b where these share a
// line, and is empty otherwise.
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

// A castlingPath is what castling asks of the first rank: the squares that the
// king or the rook goes over or to, and those that must not be attacked.
//
//	. R . . . K . .   ->   . . K R . . . .
//	  1 1 1 1 1            empty but for king and rook
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

// castlingFiles returns the files where king and rook stand after castling, given
// those where they stand before.
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
