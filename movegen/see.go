package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/magics"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// ExchangeRules are the parameters of static exchange evaluation.
type ExchangeRules struct {
	// Values holds the value of each kind of piece. Only Pawn, Knight, Bishop, Rook and
	// Queen are used; the values may have any order. A king is never captured.
	Values [8]int
	// Pins excludes pieces that are pinned before the move from the exchange while their
	// pinner stays on its square, unless the exchange is on the line of the pin. If it is
	// false, pins are ignored, which is faster.
	Pins bool
}

// standardExchange is the default of [Position.SEE] for nil rules.
var standardExchange = ExchangeRules{Values: [8]int{
	quad.Pawn: 100, quad.Knight: 300, quad.Bishop: 300, quad.Rook: 500, quad.Queen: 900,
}}

// value returns the value of kind, with rooks that may castle as rooks.
func (r *ExchangeRules) value(kind quad.Kind) int {
	if kind == quad.CastlingRook {
		kind = quad.Rook
	}
	return r.Values[kind&7]
}

// SEE returns the static exchange evaluation of the legal move m: the material that the
// side to move wins by the captures on its target square. A nil r means pawn 100,
// knight and bishop 300, rook 500, queen 900, and pins ignored.
//
// After m the sides capture on the square in turn, and each side may stop. A side
// captures with its least attacker in the order pawn, knight, bishop, rook, queen, king.
// Among attackers of one kind it uses the one on the lowest square. Sliders attack through
// pieces that have captured. A king captures only if no piece can recapture. Only m itself
// can promote. The value of castling is 0.
func (p *Position) SEE(m Move, r *ExchangeRules) int {
	if r == nil {
		r = &standardExchange
	}
	if m.IsCastling() {
		return 0
	}
	gain, risked := p.stake(m, r)
	var x exchange
	x.set(p, m)
	if r.Pins {
		var room [16]exchangePin
		x.pins = appendPins(room[:0], &p.Board, m.square())
	}
	// gains[i] is the gain of the side that makes capture i, if the exchange stops there.
	var gains [64]int
	n := 0
	gains[0] = gain
	for side := p.Side.Other(); n < len(gains)-1; side = side.Other() {
		kind := x.next(side)
		if kind == quad.None {
			break
		}
		n++
		gains[n] = risked - gains[n-1]
		risked = r.value(kind)
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// SEEAtLeast reports whether [Position.SEE] is at least threshold. It is faster than SEE,
// since it stops as soon as the result is certain.
func (p *Position) SEEAtLeast(m Move, threshold int, r *ExchangeRules) bool {
	if r == nil {
		r = &standardExchange
	}
	if m.IsCastling() {
		return threshold <= 0
	}
	gain, risked := p.stake(m, r)
	if gain < threshold {
		return false
	}
	if gain-risked >= threshold {
		return true // even if the piece is lost
	}
	// balance is the surplus over the threshold for the side that has just moved, if it
	// loses the piece and the exchange stops there. It is at least -risked, however small
	// threshold is.
	balance := gain - risked - threshold
	var x exchange
	x.set(p, m)
	if r.Pins {
		var room [16]exchangePin
		x.pins = appendPins(room[:0], &p.Board, m.square())
	}
	won := true
	for side := p.Side.Other(); ; side = side.Other() {
		kind := x.next(side)
		if kind == quad.None {
			return won
		}
		won = !won
		// From the view of side the balance changes its sign: its surplus is
		// -balance - 1, minus the piece that it puts at risk.
		balance = -balance - 1 - r.value(kind)
		if balance >= 0 {
			return won
		}
	}
}

// stake returns the immediate gain of m, which does not castle, and the value of the piece
// that is on the target square after m.
func (p *Position) stake(m Move, r *ExchangeRules) (gain, risked int) {
	risked = r.value(codeAt(&p.Board, m.From()).Kind())
	switch {
	case m.IsEnPassant():
		return r.Values[quad.Pawn], risked
	case m.IsPromotion():
		risked = r.value(m.Promotion())
		gain = risked - r.Values[quad.Pawn]
	}
	return gain + r.value(codeAt(&p.Board, m.square()).Kind()), risked
}

// An exchange is the captures on one square after a move.
type exchange struct {
	sq         int
	occ        uint64 // occupied squares, without the pieces that have captured
	attackers  uint64 // of both sides
	black      uint64
	g0, g1, g2 uint64 // planes
	pins       []exchangePin
}

// set sets x to the exchange after m, which does not castle, without pins.
func (x *exchange) set(p *Position, m Move) {
	b := &p.Board
	from, to := uint64(1)<<(m&63), uint64(1)<<(m>>6&63)
	x.sq, x.g0, x.g1, x.g2, x.black = m.square(), b.G0, b.G1, b.G2, b.GB
	x.occ = (x.g0|x.g1|x.g2)&^from | to
	if m.IsEnPassant() {
		x.occ &^= m.victim()
	}
	pawns := x.g1 &^ (x.g0 | x.g2)
	x.attackers = squares.KnightFrom[x.sq]&x.g2&^(x.g0|x.g1) | squares.KingFrom[x.sq]&x.g1&x.g2&^x.g0 |
		koggestone.PawnAttacks(to, koggestone.South)&pawns&^x.black |
		koggestone.PawnAttacks(to, koggestone.North)&pawns&x.black |
		x.diagonals() | x.orthogonals()
}

// diagonals returns the bishops and queens that attack the square of x. It skips the table
// look-up if no such piece is on the diagonals.
func (x *exchange) diagonals() uint64 {
	sliders := x.g0 & x.g1 & x.occ
	if magics.BishopLines[x.sq]&sliders == 0 {
		return 0
	}
	return bishopAttacks(x.sq, x.occ) & sliders
}

// orthogonals returns the rooks and queens that attack the square of x.
func (x *exchange) orthogonals() uint64 {
	sliders := x.g0 & (x.g2 | ^x.g1) & x.occ
	if magics.RookLines[x.sq]&sliders == 0 {
		return 0
	}
	return rookAttacks(x.sq, x.occ) & sliders
}

// next captures with the first attacker of side and returns its kind, or None if there is
// no capture. Sliders that it uncovers become attackers.
func (x *exchange) next(side quad.Color) quad.Kind {
	x.attackers &= x.occ
	theirs := x.black ^ blackMask(side) // and empty squares
	own := x.attackers &^ theirs
	for _, p := range x.pins { // pieces of both sides
		if p.pinner&x.occ != 0 {
			own &^= p.piece
		}
	}
	if own == 0 {
		return quad.None
	}
	g0, g1, g2 := x.g0, x.g1, x.g2
	if set := own & g1 &^ (g0 | g2); set != 0 {
		x.leave(set, true, false)
		return quad.Pawn
	}
	if set := own & g2 &^ (g0 | g1); set != 0 {
		x.occ &^= set & -set
		return quad.Knight
	}
	if set := own & g0 & g1 &^ g2; set != 0 {
		x.leave(set, true, false)
		return quad.Bishop
	}
	if set := own & g0 &^ g1; set != 0 {
		x.leave(set, false, true)
		return quad.Rook
	}
	if set := own & g0 & g1 & g2; set != 0 {
		x.leave(set, true, true)
		return quad.Queen
	}
	if x.attackers&theirs != 0 {
		return quad.None
	}
	x.occ &^= own & -own
	return quad.King
}

// leave removes the piece on the lowest square of set from the board, and adds the
// sliders that it uncovers on diagonals or on ranks and files.
func (x *exchange) leave(set uint64, diagonal, orthogonal bool) {
	x.occ &^= set & -set
	if diagonal {
		x.attackers |= x.diagonals()
	}
	if orthogonal {
		x.attackers |= x.orthogonals()
	}
}

// An exchangePin keeps piece from capturing while pinner stays on its square.
type exchangePin struct{ piece, pinner uint64 }

// appendPins appends the pins of both sides, except those on lines through square sq, and
// returns the result. There are at most 16 if each side has one king.
func appendPins(pins []exchangePin, b *quad.Board, sq int) []exchangePin {
	occ := b.Occupied()
	for side := range quad.Color(2) {
		own := b.ByColor(side)
		kings := b.Kings() & own
		if kings == 0 {
			continue
		}
		king := bits.TrailingZeros64(kings)
		snipers := (magics.RookLines[king]&b.Orthogonal() | magics.BishopLines[king]&b.Diagonal()) &^ own
		for ; snipers != 0; snipers &= snipers - 1 {
			sniper := snipers & -snipers
			line := magics.Between[king][bits.TrailingZeros64(sniper)]
			blockers := line & occ
			if blockers&own != 0 && blockers&(blockers-1) == 0 && (line|sniper)>>sq&1 == 0 {
				pins = append(pins, exchangePin{blockers, sniper})
			}
		}
	}
	return pins
}
