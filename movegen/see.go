package movegen

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// exchangeOrder is the order in which pieces take part in an exchange.
var exchangeOrder = [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.King}

// exchangeValues are what [Position.SEE] reckons with, by kind. A king is never
// taken: it captures only what is not defended.
var exchangeValues = [8]int{
	quad.Pawn: 100, quad.Knight: 300, quad.Bishop: 300,
	quad.Rook: 500, quad.CastlingRook: 500, quad.Queen: 900,
}

// SEE reports whether the exchange that the legal move m starts on its target
// square wins at least threshold for the side to move: static exchange evaluation,
// pawn 100, knight and bishop 300, rook 500, queen 900.
//
// After m the sides capture in turn on the square, each with its least valuable
// attacker (pawn, knight, bishop, rook, queen, king; on the lowest square if there
// are several), sliders behind others joining in, and each may stop. A king
// captures only where no piece can take back. Pins are ignored, and only m itself
// promotes. Castling is an exchange worth 0.
func (p *Position) SEE(m Move, threshold int) bool {
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
	// balance is by how much the side that has just moved exceeds what it needs, if
	// the exchange stops here.
	balance := gain - threshold
	if balance < 0 {
		return false
	}
	balance -= exchangeValues[risked]
	if balance >= 0 {
		return true // even if the piece is lost
	}
	return p.exchange(m.To(), occ, balance)
}

// exchange reports whether p's side to move, which has just captured on sq, reaches
// its threshold. The squares of occ are occupied then. balance is negative: by how
// much the side would miss its threshold if its piece on sq were lost.
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
		// Seen from side the balance changes its sign: it now exceeds what it needs
		// by -balance - 1. From that goes the piece that it puts at risk.
		balance = -balance - 1 - exchangeValues[kind]
		if balance >= 0 {
			return won
		}
		occ &^= from
	}
}

// leastAttacker returns the first of attackers in exchangeOrder, as a set.
func leastAttacker(b *quad.Board, attackers uint64) (quad.Kind, uint64) {
	for _, kind := range exchangeOrder {
		if set := attackers & b.ByKind(kind); set != 0 {
			return kind, set & -set
		}
	}
	return quad.None, 0
}

// attackersTo returns the pieces of both colours among occ that attack sq over
// the empty squares of occ.
func attackersTo(b *quad.Board, sq int, occ uint64) uint64 {
	target := uint64(1) << sq
	white, black := b.White(), b.Black()
	return occ & (squares.KnightFrom[sq]&b.Knights() | squares.KingFrom[sq]&b.Kings() |
		rookAttacks(sq, occ)&b.Orthogonal() | bishopAttacks(sq, occ)&b.Diagonal() |
		koggestone.PawnAttacks(target, koggestone.South)&b.Pawns()&white |
		koggestone.PawnAttacks(target, koggestone.North)&b.Pawns()&black)
}
