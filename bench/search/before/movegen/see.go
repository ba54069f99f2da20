package movegen

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/quad"
)

// exchangeOrder is the order in which pieces take part in an exchange.
var exchangeOrder = [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.King}

// exchangeValues are what [Position.SEE] reckons with, by kind. A king is never
// taken: it only captures what nothing defends. The library's were 300 for knights and
// bishops and 900 for queens; these are the search's.
var exchangeValues = [8]int{
	quad.Pawn: 100, quad.Knight: 320, quad.Bishop: 330,
	quad.Rook: 500, quad.CastlingRook: 500, quad.Queen: 950,
}

// SEE reports whether the exchange that the legal move m starts on its target
// square wins at least threshold for the side to move: static exchange evaluation.
//
// After m the sides capture in turn on the square, each with its least valuable
// attacker (pawn, knight, bishop, rook, queen, king; on the lowest square if there
// are several), sliders behind others joining in, and each may stop. A king
// captures only where nothing can take back. Pins are not looked at, and only m
// itself promotes. Castling exchanges nothing.
func (p Position) SEE(m Move, threshold int) bool {
	if m.IsCastling() {
		return threshold <= 0
	}
	b := &p.Board
	from, to := uint64(1)<<m.From(), uint64(1)<<m.To()
	risked := b.At(m.From()).Kind()
	gain := exchangeValues[b.At(m.To()).Kind()]
	occ := b.Occupied()&^from | to
	switch {
	case m.IsPromotion():
		risked = m.Promotion()
		gain += exchangeValues[risked] - exchangeValues[quad.Pawn]
	case m.IsEnPassant():
		gain = exchangeValues[quad.Pawn]
		occ &^= m.victim()
	}
	// balance is what the side that has just moved has above what it needs, if the
	// exchange stops here; won is whether the first side then has its threshold.
	balance := gain - threshold
	if balance < 0 {
		return false
	}
	balance -= exchangeValues[risked]
	if balance >= 0 {
		return true // even if the piece is lost for nothing
	}
	return p.exchange(m.To(), occ, balance)
}

// exchange reports whether the side that has just captured on sq, leaving the
// squares of occ occupied, holds its threshold, where balance, below 0, is what it
// has above it once its piece there is lost.
func (p *Position) exchange(sq int, occ uint64, balance int) bool {
	b := &p.Board
	won := true
	for side := p.Side.Other(); ; side = side.Other() {
		attackers := attackersTo(b, sq, occ)
		kind, from := leastAttacker(b, attackers&b.ByColor(side))
		if from == 0 || kind == quad.King && attackers&b.ByColor(side.Other()) != 0 {
			return won
		}
		won = !won
		// The capture wins for side what the other loses: seen from side, the
		// balance is what it lacks no more, less what it puts at risk.
		balance = -balance - 1 - exchangeValues[kind]
		if balance >= 0 {
			return won
		}
		occ &^= from
	}
}

// leastAttacker returns the first of attackers in exchangeOrder, as a set.
func leastAttacker(b *Board, attackers uint64) (quad.Kind, uint64) {
	for _, kind := range exchangeOrder {
		if set := attackers & b.ByKind(kind); set != 0 {
			return kind, set & -set
		}
	}
	return quad.None, 0
}

// attackersTo returns the pieces of both colours among occ that attack sq over
// the empty squares of occ.
func attackersTo(b *Board, sq int, occ uint64) uint64 {
	target := uint64(1) << sq
	white, black := b.White(), b.Black()
	return occ & (knightTable[sq]&b.Knights() | kingTable[sq]&b.Kings() |
		rookAttacks(sq, occ)&b.Orthogonal() | bishopAttacks(sq, occ)&b.Diagonal() |
		koggestone.PawnAttacks(target, koggestone.South)&b.Pawns()&white |
		koggestone.PawnAttacks(target, koggestone.North)&b.Pawns()&black)
}
