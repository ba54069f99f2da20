package quad

import "math/bits"

const (
	notAFile  = 0xfefefefefefefefe
	notABFile = 0xfcfcfcfcfcfcfcfc
	notHFile  = 0x7f7f7f7f7f7f7f7f
	notGHFile = 0x3f3f3f3f3f3f3f3f
)

// knightAttacks returns the squares that knights attack: the eight jumps of the
// whole set, in four shifts and four doubled ones.
//
//	. . . . . . . .
//	. . 1 . 1 . . .
//	. 1 . . . 1 . .
//	. . . N . . . .
//	. 1 . . . 1 . .
//	. . 1 . 1 . . .
//	. . . . . . . .
//	. . . . . . . .
func knightAttacks(knights uint64) uint64 {
	one := knights<<1&notAFile | knights>>1&notHFile
	two := knights<<2&notABFile | knights>>2&notGHFile
	return one<<16 | one>>16 | two<<8 | two>>8
}

// kingAttacks returns the squares that kings attack, their eight neighbours.
//
//	. . . . . . . .
//	. . . . . . . .
//	. . 1 1 1 . . .
//	. . 1 K 1 . . .
//	. . 1 1 1 . . .
//	. . . . . . . .
//	. . . . . . . .
//	. . . . . . . .
func kingAttacks(kings uint64) uint64 {
	sides := kings<<1&notAFile | kings>>1&notHFile
	row := sides | kings
	return sides | row<<8 | row>>8
}

// pawnAttacks returns the squares that pawns of colour c attack: both neighbours
// of the squares in front of them. One conditional move tells the colours apart;
// koggestone.PawnAttacks rotates by variable amounts, which costs more.
func pawnAttacks(pawns uint64, c Color) uint64 {
	front := pawns >> 8
	if c&1 == 0 {
		front = pawns << 8
	}
	return front<<1&notAFile | front>>1&notHFile
}

// A jump is one of the eight of a knight: a signed shift and the squares that it
// can end on.
type jump struct {
	shift int
	wrap  uint64
}

var jumps = [8]jump{
	{+17, notAFile << 16 & notAFile}, {+10, notABFile << 8 & notABFile},
	{-6, notABFile >> 8}, {-15, notAFile >> 16},
	{-17, notHFile >> 16}, {-10, notGHFile >> 8},
	{+6, notGHFile << 8 & notGHFile}, {+15, notHFile << 16 & notHFile},
}

// from returns where knights arrive by the jump.
func (j *jump) from(knights uint64) uint64 {
	return bits.RotateLeft64(knights, j.shift) & j.wrap
}
