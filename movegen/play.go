package movegen

import (
	"math"

	"github.com/koggestone/koggestone/quad"
)

// Play returns the position after m, a legal move of p, which it does not check.
//
// The bits of the piece go from one square to the other in a few masked
// operations on the planes. A captured piece goes with the bits of its square,
// and so does the right to castle with a captured rook. A rook that moves becomes
// one that may not castle, and a king that moves makes its rooks such ones.
func (p Position) Play(m Move) (child Position) {
	play(&child.Board, &p.Board, m, p.Side)
	child.Side = p.Side.Other()
	child.HalfMoves, child.FullMoves = p.HalfMoves, p.FullMoves
	if m.resetsClock(&p.Board) {
		child.HalfMoves = 0
	} else if p.HalfMoves < math.MaxUint16 {
		child.HalfMoves++
	}
	if p.Side == quad.Black && p.FullMoves < math.MaxUint16 {
		child.FullMoves++
	}
	return child
}

// resetsClock reports whether m is a capture or a pawn move on b.
func (m Move) resetsClock(b *quad.Board) bool {
	pawns := b[quad.G1] &^ (b[quad.G0] | b[quad.G2])
	return m.captures(b) || pawns>>(m&63)&1 != 0
}

// captures reports whether m captures a piece of b.
func (m Move) captures(b *quad.Board) bool {
	occ := b[quad.G0] | b[quad.G1] | b[quad.G2]
	return occ>>(m>>6&63)&1 != 0 && !m.IsCastling() || m.IsEnPassant()
}

// IsCapture reports whether the legal move m captures a piece, en passant included.
func (p Position) IsCapture(m Move) bool { return m.captures(&p.Board) }

// play sets dst to b after the legal move m of side. It reads and writes plane by
// plane: a copy of a board just written would wait for its stores.
func play(dst, b *quad.Board, m Move, side quad.Color) {
	g0, g1, g2, gb := b[quad.G0], b[quad.G1], b[quad.G2], b[quad.GB]
	f, t := m&63, m>>6&63
	c0, c1, c2 := g0>>f&1, g1>>f&1, g2>>f&1
	to := uint64(1) << t
	keep := ^(1<<f | to)
	gb &= g0 | g1 | g2 // drops the en-passant target
	dst[quad.G0] = g0&keep | c0<<t
	dst[quad.G1] = g1&keep | c1<<t
	dst[quad.G2] = g2&keep | (c2|c0&^c1)<<t // a rook that may castle, 001, becomes 101
	dst[quad.GB] = gb&keep | to&blackMask(side)
	if m >= doublePush {
		playSpecial(dst, m, side)
	} else if c1&c2&^c0 != 0 {
		endCastling(dst, side)
	}
}

// playSpecial does what m, just played on b like an ordinary move, does besides.
func playSpecial(b *quad.Board, m Move, side quad.Color) {
	to := uint64(1) << m.To()
	switch {
	case m >= promotion:
		put(b, to, m.Promotion(), side)
	case m.IsCastling():
		kingTo, rookTo := castlingFiles(m.From()&7, m.To()&7)
		rank := m.From() &^ 7
		put(b, to, quad.None, quad.White)
		put(b, 1<<(rank|kingTo), quad.King, side)
		put(b, 1<<(rank|rookTo), quad.Rook, side)
		endCastling(b, side)
	case m.IsEnPassant():
		victim := (to>>8 | to<<8) & (rank1 << (m & 63 &^ 7)) // beside the capturer
		put(b, victim, quad.None, quad.White)
	default:
		offerEnPassant(b, to, side)
	}
}

// blackMask returns all squares for Black and none for White.
func blackMask(side quad.Color) uint64 { return -uint64(side & 1) }

// put sets the square of the one-square set sq to a piece.
func put(b *quad.Board, sq uint64, kind quad.Kind, side quad.Color) {
	b[quad.G0] = b[quad.G0]&^sq | sq&-uint64(kind&1)
	b[quad.G1] = b[quad.G1]&^sq | sq&-uint64(kind>>1&1)
	b[quad.G2] = b[quad.G2]&^sq | sq&-uint64(kind>>2&1)
	b[quad.GB] = b[quad.GB]&^sq | sq&blackMask(side)
}

// endCastling makes the rooks of side such that may not castle.
func endCastling(b *quad.Board, side quad.Color) {
	own := b[quad.GB] ^ ^blackMask(side)
	b[quad.G2] |= b[quad.G0] &^ b[quad.G1] & own
}

// offerEnPassant stores the square behind to, where a pawn of side has just
// arrived by two steps, as the en-passant target if there is a legal capture.
func offerEnPassant(b *quad.Board, to uint64, side quad.Color) {
	beside := to<<1&^fileA | to>>1&^fileH
	if beside&b.Pawns()&(b[quad.GB]^blackMask(side)) == 0 {
		return
	}
	target := to >> 8
	if side == quad.Black {
		target = to << 8
	}
	b[quad.GB] |= target
	var v view
	v.look(b, side.Other())
	if v.capturers() == 0 {
		b[quad.GB] &^= target
	}
}
