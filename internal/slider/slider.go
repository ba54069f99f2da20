// Package slider finds the attacks of one slider, and the squares between two squares.
package slider

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// Lines contains what the attacks of a slider on one square depend on.
//
// Along a diagonal or file the attacks come from two subtractions ("hyperbola quintessence", Gerd
// Isenberg and Aleks Peshkov, 2007). If s is the slider and o the occupied squares of the line, the
// borrow of o - 2s runs up to the first blocker, so o ^ (o - 2s) is the way to it. The same
// subtraction with the ranks in reverse order, which is the order of bytes, finds the way down. It is
// package prefix's fill by subtraction, for one slider.
//
// A rank would need its bits in reverse order, which amd64 has no instruction for, so its attacks are
// looked up by the six squares that can block them.
//
// The masks and the table of ranks have 4.1 KB together. Magic bitboards have 840 KB, which only a
// benchmark keeps in the cache: in a search the hash table and the network push them out, and then they
// can take several times as long.
type Lines struct {
	diagonal, anti, file uint64 // without the square itself
	square, swapped      uint64 // the square, and the square on the board with reversed ranks
	row                  uint16 // where its file starts in ranks
	shift                uint8  // the first square of the rank
}

// all contains the lines by square. Square 64, the first of an empty set, attacks nothing.
var all = lines()

func lines() (all [65]Lines) {
	for sq := range 64 {
		s := uint64(1) << sq
		along := func(d koggestone.Direction) uint64 {
			return koggestone.Attacks(s, ^uint64(0), d) | koggestone.Attacks(s, ^uint64(0), d.Opposite())
		}
		all[sq] = Lines{
			diagonal: along(koggestone.NorthEast), anti: along(koggestone.NorthWest), file: along(koggestone.North),
			square: s, swapped: bits.ReverseBytes64(s),
			row: uint16(sq & 7 * 64), shift: uint8(sq &^ 7),
		}
	}
	all[64].row = 8 * 64
	return all
}

// ranks contains the attacks along the first rank by 64 times the slider's file and the occupied squares from
// b1 to g1. A piece on a1 or h1 blocks nothing. After the eight files there is no slider.
var ranks = func() (t [1024]uint8) {
	for file := range 8 {
		for inner := range 64 {
			slider, empty := uint64(1)<<file, ^(uint64(inner) << 1)
			t[64*file+inner] = uint8(koggestone.EastAttacks(slider, empty) | koggestone.WestAttacks(slider, empty))
		}
	}
	return t
}()

// Rook returns the squares that a rook attacks.
func (l *Lines) Rook(occ uint64) uint64 {
	rank := uint64(ranks[(uint64(l.row)|occ>>(l.shift&63)>>1&63)&1023]) << (l.shift & 63)
	return l.along(l.file, occ) | rank
}

// Bishop returns the squares that a bishop attacks.
func (l *Lines) Bishop(occ uint64) uint64 { return l.along(l.diagonal, occ) | l.along(l.anti, occ) }

// along returns the squares that a slider attacks along a line with at most one square on each rank. Since
// the slider is not in o, subtracting it once from o is the same as twice from o and the slider.
func (l *Lines) along(line, occ uint64) uint64 {
	o := occ & line
	return (o - l.square ^ bits.ReverseBytes64(bits.ReverseBytes64(o)-l.swapped)) & line
}

// Rook returns the squares that a rook on sq, 0 to 63, attacks.
func Rook(sq int, occ uint64) uint64 { return all[sq&63].Rook(occ) }

// Bishop returns the squares that a bishop on sq, 0 to 63, attacks.
func Bishop(sq int, occ uint64) uint64 { return all[sq&63].Bishop(occ) }

// FirstRook returns the squares that the first of some rooks attacks, or none if there is no rook.
func FirstRook(rooks, occ uint64) uint64 { return all[bits.TrailingZeros64(rooks)].Rook(occ) }

// FirstBishop returns the squares that the first of some bishops attacks, or none if there is no bishop.
func FirstBishop(bishops, occ uint64) uint64 { return all[bits.TrailingZeros64(bishops)].Bishop(occ) }

// RookLines and BishopLines contain the attacks of a rook and a bishop on an empty
// board, by square.
var RookLines, BishopLines = emptyBoard()

func emptyBoard() (rook, bishop [64]uint64) {
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

// Between[a][b] contains the squares strictly between a and b if they share a line, and
// otherwise the empty set.
//
//	a 1 1 1 b
var Between = betweenTable()

func betweenTable() (t [64][64]uint64) {
	rays := koggestone.RayTable()
	for a := range t {
		for d, ray := range rays {
			for set := ray[a]; set != 0; set &= set - 1 {
				b := bits.TrailingZeros64(set)
				t[a][b] = ray[a] & rays[koggestone.Direction(d).Opposite()][b]
			}
		}
	}
	return
}
