package movegen

import (
	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// RookAttacksFrom returns the squares that a rook on sq attacks, given the occupied squares. They
// include the first occupied square in each direction. They are computed by subtraction along lines
// (hyperbola quintessence), from 4 KB of masks that the package shares with its move generation.
//
//	· · · · · · · ·
//	· · · · o · · ·
//	· · · · 1 · · ·
//	1 1 1 1 R 1 o ·      o is occupied and attacked
//	· · · · 1 · · ·
//	· · · · 1 · · ·
//	· · · · 1 · · ·
//	· · · · 1 · · ·
//
// Use these functions for the mobility or the targets of a single piece. Use a fill if you only need
// all sliders' attacks together ([koggestone.SliderAttacks], [quad.Board.Attacks]), or attacks by
// kind together with checks and pins ([quad.Threats], [quad.BothThreats]). With many positions, fills
// are also faster.
//
// RookAttacksFrom and the other functions in this group panic if sq is not 0 to 63.
func RookAttacksFrom(sq int, occupied uint64) uint64 {
	_ = slider.RookLines[sq] // panics if sq is not a square
	return slider.Rook(sq, occupied)
}

// BishopAttacksFrom is like [RookAttacksFrom], for a bishop.
func BishopAttacksFrom(sq int, occupied uint64) uint64 {
	_ = slider.BishopLines[sq]
	return slider.Bishop(sq, occupied)
}

// QueenAttacksFrom is like [RookAttacksFrom], for a queen.
func QueenAttacksFrom(sq int, occupied uint64) uint64 {
	_ = slider.RookLines[sq]
	return slider.Rook(sq, occupied) | slider.Bishop(sq, occupied)
}

// KnightAttacksFrom returns the squares that a knight on sq attacks.
func KnightAttacksFrom(sq int) uint64 { return squares.KnightFrom[:64][sq] }

// KingAttacksFrom returns the squares that a king on sq attacks.
func KingAttacksFrom(sq int) uint64 { return squares.KingFrom[:64][sq] }

// PawnAttacksFrom returns the squares that a pawn of colour c on sq attacks.
func PawnAttacksFrom(sq int, c quad.Color) uint64 { return pawnFrom[c&1][sq] }

// Between returns the squares strictly between a and b, 0 to 63, if they share a rank,
// file or diagonal, and otherwise the empty set. These are the squares where a piece can
// stop a check from a slider.
func Between(a, b int) uint64 { return slider.Between[a][b] }

// Line returns all squares of the rank, file or diagonal that a and b, 0 to 63, share,
// including a and b, from edge to edge. If they share none or are the same square, it
// returns the empty set. A pinned piece may only move along the line that it shares with
// its king.
//
//	· · · · · · · 1
//	· · · · · · b ·
//	· · · · · 1 · ·
//	· · · · a · · ·
//	· · · 1 · · · ·
//	· · 1 · · · · ·
//	· 1 · · · · · ·
//	1 · · · · · · ·
func Line(a, b int) uint64 {
	ends := uint64(1)<<(a&63) | 1<<(b&63)
	switch {
	case slider.RookLines[a]&ends != 0:
		return slider.RookLines[a]&slider.RookLines[b] | ends
	case slider.BishopLines[a]&ends != 0:
		return slider.BishopLines[a]&slider.BishopLines[b] | ends
	}
	return 0
}

var pawnFrom = func() (t [2][64]uint64) {
	for sq := range 64 {
		pawn := uint64(1) << sq
		t[quad.White][sq] = pawn&squares.NotFileH<<9 | pawn&squares.NotFileA<<7
		t[quad.Black][sq] = pawn&squares.NotFileH>>7 | pawn&squares.NotFileA>>9
	}
	return
}()
