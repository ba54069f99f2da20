package movegen

import (
	"math"
	"math/bits"

	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// Play returns the position after m, which must be a legal move of p; Play does not check it.
//
// Play moves the piece's bits by a few masked operations on the planes. Clearing the
// target square also removes a captured piece and, if it is a castling rook, the right
// to castle with it. A rook that moves becomes a rook that may not castle. After a
// king's move this applies to all its rooks.
func (p Position) Play(m Move) Position {
	p.PlayInto(&p, m)
	return p
}

// PlayInto writes the result of [Position.Play] to dst. This avoids copying positions,
// which takes longer than the move. dst may be p.
func (p *Position) PlayInto(dst *Position, m Move) {
	board, again := boardAfter(p.Board, m, p.Side)
	// All fields are read after the call, which would not keep them in registers.
	side, half, full := p.Side, later(p.HalfMoves)&quietAfter(again), laterFull(p.FullMoves, p.Side)
	dst.Board = board
	dst.Side, dst.HalfMoves, dst.FullMoves = side.Other(), half, full
}

// later returns the next value of a clock.
func later(clock uint16) uint16 {
	if clock < math.MaxUint16 {
		clock++
	}
	return clock
}

// laterFull returns FullMoves after a move of side. It does not branch on side, which is unpredictable
// if positions with White and Black to move are mixed.
func laterFull(full uint16, side quad.Color) uint16 {
	next := full + uint16(side&1)
	if next < full {
		next = math.MaxUint16
	}
	return next
}

// quietAfter returns 0 if pawnOrTaken, a result of boardAfter, is not empty, and otherwise all ones. It does not branch.
func quietAfter(pawnOrTaken uint64) uint16 { return uint16((pawnOrTaken|-pawnOrTaken)>>63) - 1 }

// captures reports whether m captures a piece of b.
func (m Move) captures(b *quad.Board) bool {
	occ := b.G0 | b.G1 | b.G2
	return occ>>(m>>6&63)&1 != 0 && !m.IsCastling() || m.IsEnPassant()
}

// victim returns the pawn that m captures en passant, as a set: it is on the target's file
// and on the source's rank.
func (m Move) victim() uint64 { return 1 << (m.From()&^7 | m.square()&7) }

// IsCapture reports whether the legal move m captures a piece, including en passant.
func (p *Position) IsCapture(m Move) bool { return m.captures(&p.Board) }

// Moved returns the kind of the piece that the legal move m moves. It is Rook even for a rook
// that may castle, King for castling, and Pawn for promotions. It is inlined.
func (p *Position) Moved(m Move) quad.Kind {
	b, sq := &p.Board, m&63
	p0, p1, p2 := b.G0>>sq&1, b.G1>>sq&1, b.G2>>sq&1
	return quad.Kind(p0 | p1<<1 | (p2|p0&^p1)<<2)
}

// Captured returns the kind of the piece that the legal move m captures, or None. It is Pawn for
// captures en passant, None for castling, and Rook even for a rook that may castle. It is
// inlined.
func (p *Position) Captured(m Move) quad.Kind {
	switch m &^ 0xfff {
	case enPassant:
		return quad.Pawn
	case castling:
		return quad.None
	}
	return p.Moved(m >> 6) // the piece on the target square
}

// boardAfter returns b after the legal move m of side, and the target square if a pawn moves or a piece is
// captured, and otherwise the empty set.
func boardAfter(b quad.Board, m Move, side quad.Color) (after quad.Board, pawnOrTaken uint64) {
	from, to := uint64(1)<<(m&63), uint64(1)<<(m>>6&63)
	occ := b.G0 | b.G1 | b.G2
	keep := ^(from | to)
	var p0, p1, p2 uint64 // the piece on its new square; these compile to conditional moves
	if b.G0&from != 0 {
		p0 = to
	}
	if b.G1&from != 0 {
		p1 = to
	}
	if b.G2&from != 0 {
		p2 = to
	}
	after = quad.Board{
		G0: b.G0&keep | p0,
		G1: b.G1&keep | p1,
		G2: b.G2&keep | p2 | p0&^p1,            // a rook that may castle, 001, becomes 101
		GB: b.GB&occ&keep | to&blackMask(side), // without an en-passant target
	}
	pawnOrTaken = occ&to | p1&^(p0|p2)
	if m >= doublePush {
		if m.IsCastling() {
			pawnOrTaken = 0 // the target is the rook's square
		}
		return afterSpecial(after, m, side), pawnOrTaken
	}
	if p1&p2&^p0 != 0 { // a king
		own := after.GB
		if side&1 == 0 {
			own = ^own
		}
		after.G2 |= after.G0 &^ after.G1 & own
	}
	return after, pawnOrTaken
}

// afterSpecial completes a special move m that has been played on b like an ordinary move.
func afterSpecial(b quad.Board, m Move, side quad.Color) quad.Board {
	to := uint64(1) << m.square()
	switch {
	case m >= promotion:
		put(&b, to, m.Promotion(), side)
	case m.IsCastling():
		put(&b, to, quad.None, quad.White)
		put(&b, 1<<m.kingTo(), quad.King, side)
		put(&b, 1<<m.RookTo(), quad.Rook, side)
		endCastling(&b, side)
	case m.IsEnPassant():
		put(&b, m.victim(), quad.None, quad.White)
	default:
		offerEnPassant(&b, to, side)
	}
	return b
}

// blackMask returns all squares for Black and none for White.
func blackMask(side quad.Color) uint64 { return -uint64(side & 1) }

// put sets the square of the one-square set sq to a piece.
func put(b *quad.Board, sq uint64, kind quad.Kind, side quad.Color) {
	b.G0 = b.G0&^sq | sq&-uint64(kind&1)
	b.G1 = b.G1&^sq | sq&-uint64(kind>>1&1)
	b.G2 = b.G2&^sq | sq&-uint64(kind>>2&1)
	b.GB = b.GB&^sq | sq&blackMask(side)
}

// endCastling removes the castling rights of side.
func endCastling(b *quad.Board, side quad.Color) {
	own := b.GB ^ ^blackMask(side)
	b.G2 |= b.G0 &^ b.G1 & own
}

// offerEnPassant stores the en-passant target after side's pawn has moved two squares, to to,
// if there is a legal capture, and returns how many captures there are. It reads single
// planes, as play writes them, because copying the whole board would stall on store
// forwarding.
func offerEnPassant(b *quad.Board, to uint64, side quad.Color) int {
	g0, g1, g2 := b.G0, b.G1, b.G2
	theirs := b.GB ^ blackMask(side) // and empty squares
	beside := (to<<1&squares.NotFileA | to>>1&squares.NotFileH) & theirs & g1 &^ (g0 | g2)
	if beside == 0 {
		return 0
	}
	target, origin := to>>8, to>>16
	if side == quad.Black {
		target, origin = to<<8, to<<16
	}
	b.GB |= target
	// A capture can only be illegal if a slider is on a line to the king through a square
	// that a pawn leaves.
	king := bits.TrailingZeros64(g1&g2&^g0&theirs) & 63
	var lines uint64
	for x := (slider.BishopLines[king]&g0&g1 | slider.RookLines[king]&g0&(g2|^g1)) &^ theirs; x != 0; x &= x - 1 {
		lines |= slider.Between[king][bits.TrailingZeros64(x)&63]
	}
	if lines&(beside|to|origin) == 0 {
		return bits.OnesCount64(beside)
	}
	var v view
	v.look(b, side.Other())
	captures := bits.OnesCount64(v.capturers())
	if captures == 0 {
		b.GB &^= target
	}
	return captures
}
