// Package squares defines sets of squares that several packages use: files, ranks, and
// the attacks of knights and kings.
package squares

import "math/bits"

// The edge files, and all squares except for one or two of them: these are the squares
// where a step or a jump to the east or west can end.
const (
	FileA uint64 = 0x0101010101010101
	FileH uint64 = FileA << 7

	NotFileA   = ^FileA
	NotFileH   = ^FileH
	NotFilesAB = NotFileA &^ (FileA << 1)
	NotFilesGH = NotFileH &^ (FileH >> 1)
)

// The ranks.
const (
	Rank1 uint64 = 0xff << (8 * iota)
	Rank2
	Rank3
	Rank4
	Rank5
	Rank6
	Rank7
	Rank8
)

// Dark is every square with the colour of a1.
const Dark uint64 = 0xaa55aa55aa55aa55

// KnightAttacks returns the squares that a set of knights attacks. It computes the eight
// jumps of the whole set with four shifts, and four more shifts by whole ranks.
//
//	· · · · · · · ·
//	· · 1 · 1 · · ·
//	· 1 · · · 1 · ·
//	· · · N · · · ·
//	· 1 · · · 1 · ·
//	· · 1 · 1 · · ·
//	· · · · · · · ·
//	· · · · · · · ·
func KnightAttacks(knights uint64) uint64 {
	one := knights<<1&NotFileA | knights>>1&NotFileH
	two := knights<<2&NotFilesAB | knights>>2&NotFilesGH
	return one<<16 | one>>16 | two<<8 | two>>8
}

// KingAttacks returns the squares that a set of kings attacks, their neighbours.
//
//	· · · · · · · ·
//	· · · · · · · ·
//	· · 1 1 1 · · ·
//	· · 1 K 1 · · ·
//	· · 1 1 1 · · ·
//	· · · · · · · ·
//	· · · · · · · ·
//	· · · · · · · ·
func KingAttacks(kings uint64) uint64 {
	beside := kings<<1&NotFileA | kings>>1&NotFileH
	row := beside | kings
	return beside | row<<8 | row>>8
}

// KnightFrom and KingFrom contain the attacks of a knight and a king by square. Square 64, the
// first square of an empty set, attacks nothing.
var KnightFrom, KingFrom = table(KnightAttacks), table(KingAttacks)

func table(attacks func(uint64) uint64) (t [65]uint64) {
	for sq := range 64 {
		t[sq] = attacks(1 << sq)
	}
	return t
}

// A Jump is a knight's jump: a shift, to the left if positive, and the squares where it
// can end.
type Jump struct {
	Shift   int
	Arrives uint64
}

// The jumps clockwise from north-north-east.
var jumps = [8]Jump{
	{+17, NotFileA &^ (Rank1 | Rank2)}, {+10, NotFilesAB &^ Rank1},
	{-6, NotFilesAB &^ Rank8}, {-15, NotFileA &^ (Rank7 | Rank8)},
	{-17, NotFileH &^ (Rank7 | Rank8)}, {-10, NotFilesGH &^ Rank8},
	{+6, NotFilesGH &^ Rank1}, {+15, NotFileH &^ (Rank1 | Rank2)},
}

// Jumps returns the jumps clockwise from north-north-east.
func Jumps() [8]Jump { return jumps }

// JumpFrom returns the squares that knights reach by jump j of Jumps.
func JumpFrom(knights uint64, j int) uint64 {
	return bits.RotateLeft64(knights, jumps[j].Shift) & jumps[j].Arrives
}
