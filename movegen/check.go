package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// InCheck reports whether the king of the side to move is attacked. In a search, a [Node] also has
// the pieces that give check.
func (p *Position) InCheck() bool { return inCheck(&p.Board, p.Side) }

// IsCheckmate reports whether the side to move is in check and has no legal move.
func (p *Position) IsCheckmate() bool {
	if !p.InCheck() {
		return false
	}
	var v view
	v.set(&p.Board, p.Side)
	return !v.hasMove()
}

// IsStalemate reports whether the side to move is not in check and has no legal
// move.
func (p *Position) IsStalemate() bool {
	var v view
	v.set(&p.Board, p.Side)
	return v.checkers == 0 && !v.hasMove()
}

// HasLegalMove reports whether the side to move has a legal move. It stops at the first one, which
// is usually a pawn push that takes a nanosecond to find.
func (n *Node) HasLegalMove() bool { return n.v.hasMove() }

func (v *view) hasMove() bool {
	// If the king does not see a pawn, the pawn is not pinned.
	return forward(v.Pawns&v.own&^v.sight, v.side)&^v.occ&v.mask != 0 || v.hasOtherMove()
}

// hasOtherMove is like hasMove, without pawn pushes that the king does not see. If there is no check,
// it shifts sets to find a piece beside a square that it may move to. In check, most kings have a step.
func (v *view) hasOtherMove() bool {
	free := v.own &^ v.sight
	if v.checkers == 0 {
		diagonal, orthogonal := v.diagonal&free, v.orthogonal&free
		beside := diagonal<<1&squares.NotFileA | diagonal>>1&squares.NotFileH
		steps := beside<<8 | beside>>8 | orthogonal<<8 | orthogonal>>8 | orthogonal<<1&squares.NotFileA | orthogonal>>1&squares.NotFileH
		if (steps|squares.KnightAttacks(v.Knights&free))&^v.own != 0 {
			return true
		}
	}
	if squares.KingFrom[v.king&63]&^(v.own|v.danger()) != 0 {
		return true
	}
	if v.mask == 0 {
		return false
	}
	v.pin()
	if single, double, east, west := v.pawnTargets(); single|double|east|west != 0 {
		return true
	}
	free = v.own &^ v.pinned
	if squares.KnightAttacks(v.Knights&free)&v.mask&^v.own != 0 {
		return true
	}
	for x := (v.diagonal | v.Rooks) & free; x != 0; x &= x - 1 {
		if v.slides(bits.TrailingZeros64(x))&v.mask&^v.own != 0 {
			return true
		}
	}
	if v.checkers == 0 {
		for x := v.pinners; x != 0; x &= x - 1 {
			if _, to := v.pinnedTargets(bits.TrailingZeros64(x)); to != 0 {
				return true
			}
		}
	}
	_, rooks := v.kingMoves(0) // in Chess960 castling can be the only move
	return rooks != 0 || v.capturers() != 0
}

// IsLegal reports whether m is legal in p. m can be any value. If you have several
// moves in a position, use a [Node].
func (p *Position) IsLegal(m Move) bool {
	var v view
	v.look(&p.Board, p.Side)
	return v.isLegal(m)
}

// GivesCheck reports whether the legal move m gives check. If you have several moves in
// a position, use a [Node].
func (p *Position) GivesCheck(m Move) bool {
	child, _ := boardAfter(p.Board, m, p.Side)
	return inCheck(&child, p.Side.Other())
}

func inCheck(b *quad.Board, side quad.Color) bool { return checkers(b, side) != 0 }

// checkers returns the pieces that attack side's king. They can include the other king,
// but only on boards that are not valid.
func checkers(b *quad.Board, side quad.Color) uint64 {
	them := b.ByColor(side.Other())
	return attackersOf(b, bits.TrailingZeros64(b.Kings()&^them)&63) & them
}

// AttackersOf returns the pieces of both sides that attack square sq, 0 to 63, whether it
// is occupied or not. Pinned pieces attack like others. [quad.Board.Attackers] accepts
// several squares, but for one square AttackersOf is faster.
func (p *Position) AttackersOf(sq int) uint64 { return attackersOf(&p.Board, sq) }

// IsAttacked reports whether a piece of side attacks square sq, 0 to 63, for example a square in front of a passed
// pawn. If you need the pieces, use [Position.AttackersOf].
func (p *Position) IsAttacked(sq int, side quad.Color) bool {
	return attackersOf(&p.Board, sq)&(p.Board.GB^^blackMask(side)) != 0
}

// attackersOf looks up what each kind attacks from sq. Attacks are symmetric, so a piece of that
// kind attacks sq if it is on such a square.
func attackersOf(b *quad.Board, sq int) uint64 {
	sq &= 63
	g0, g1, g2, gb := b.G0, b.G1, b.G2, b.GB
	occ := g0 | g1 | g2
	sliders := bishopAttacks(sq, occ)&g1 | rookAttacks(sq, occ)&(g2|^g1)
	pawns := pawnFrom[quad.Black][sq]&^gb | pawnFrom[quad.White][sq]&gb
	others := g1&(pawns&^g2|squares.KingFrom[sq]&g2) | squares.KnightFrom[sq]&g2&^g1
	return sliders&g0 | others&^g0
}
