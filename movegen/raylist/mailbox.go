package raylist

import "github.com/koggestone/koggestone/quad"

// The contents of a square of the mailbox: a piece number, emptySq or offBoard. Each
// of the four kinds of content has its own bit in the high nibble, so one AND with
// the mask of a ray tests for any set of kinds.
const (
	whitePiece = 0x10 // to 0x1f
	blackPiece = 0x20 // to 0x2f
	emptySq    = 0x40
	offBoard   = 0x80

	pieceNumbers = 16   // a side
	indexMask    = 0x0f // piece number to its index within its side
)

// A square is an index into the mailbox, rank*16 + file. Squares with a bit of 0x88
// set are off the board.
//
//	70 71 72 73 74 75 76 77 | 78 ... 7f
//	 .                    . |    guards
//	10 11 12 13 14 15 16 17 | 18 ... 1f
//	00 01 02 03 04 05 06 07 | 08 ... 0f
//	------------------------+----------
//	f0 to 80: guards, both below rank 1 and above rank 8
type square = uint8

// noSquare means no en-passant target or no castling rook. It is off the board.
const noSquare square = 0xff

// Vectors of single steps.
const (
	north = 16
	east  = 1
	south = -north
	west  = -east
)

// A mailbox is the board with its guards. It has 256 squares, so a byte plus a step,
// modulo 256, is always a square: the loop needs neither a test for the edge nor a
// bounds check.
type mailbox [256]uint8

// emptyMailbox returns the board without pieces.
func emptyMailbox() (m mailbox) {
	for y := range m {
		m[y] = emptySq
		if y&0x88 != 0 {
			m[y] = offBoard
		}
	}
	return m
}

// fromIndex returns the square with index sq (0 to 63, a1 = 0, h8 = 63).
func fromIndex(sq int) square { return square(sq + sq&^7) }

// toIndex returns the index (0 to 63) of a square on the board.
func toIndex(y square) int { return int(y+y&7) >> 1 }

// rank returns the rank of y, 0 to 7, as a pawn of colour c counts it: its own
// back rank is 0.
func rank(y square, c quad.Color) uint8 { return (y>>4 ^ -uint8(c)) & 7 }
