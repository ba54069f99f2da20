package movegen

import (
	"math/bits"

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
	if m.IsCastling() {
		return 0
	}
	if r == nil {
		r = &standardExchange
	}
	var v view
	var line exchangeLine
	v.look(&p.Board, p.Side)
	gain, risked := p.PieceMove(m).stake(r)
	v.exchange(m, 0, r, &line)
	// gains[i] is the gain of the side that makes capture i, if the exchange stops there.
	var gains [64]int
	gains[0] = gain
	for i, value := range line.values[:line.n] {
		gains[i+1] = risked - gains[i]
		risked = value
	}
	for n := line.n; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// SEEAtLeast reports whether [Position.SEE] is at least threshold. It is faster than SEE,
// because it stops as soon as the result is certain. [Node.SEEAtLeast] is faster still, because
// the moves of a node share its bitboards.
func (p *Position) SEEAtLeast(m Move, threshold int, r *ExchangeRules) bool {
	if r == nil {
		r = &standardExchange
	}
	pieces := p.PieceMove(m)
	if gain, risked := pieces.stake(r); gain < threshold || gain-risked >= threshold {
		return gain >= threshold // without bitboards
	}
	var v view
	v.look(&p.Board, p.Side)
	v.known, v.attacked = knownDanger, ^uint64(0) // the danger map takes longer than one exchange
	return v.seeAtLeast(pieces, threshold, r)
}

// SEEAtLeast reports whether [Position.SEE] of the legal move m is at least threshold.
func (n *Node) SEEAtLeast(m PieceMove, threshold int, r *ExchangeRules) bool {
	return n.v.seeAtLeast(m, threshold, r)
}

// seeAtLeast is [Node.SEEAtLeast]. It repeats the loop of exchange without pins and without a
// record of the pieces, so that more values stay in registers.
func (v *view) seeAtLeast(m PieceMove, threshold int, r *ExchangeRules) (won bool) {
	if r == nil {
		r = &standardExchange
	}
	if m.Move().IsCastling() {
		return threshold <= 0
	}
	gain, risked := m.stake(r)
	if gain < threshold {
		return false
	}
	if gain-risked >= threshold {
		return true // even if the piece is lost
	}
	// The opponent cannot capture on a square that it does not attack. The move can uncover an
	// attack only if it leaves an attacked square. So two bits of the danger map, which all quiet
	// moves of the node share, often decide without a look-up.
	from, sq := m&63, m>>6&63
	if m.Captured() == quad.None && (v.danger()>>sq|v.attacked>>from)&1 == 0 {
		return true
	}
	deficit := threshold + risked - gain // what the side that moved last lacks if it loses the piece on sq
	if r.Pins {
		return v.exchange(m.Move(), -deficit, r, nil)
	}
	occ := v.occ&^(1<<from) | 1<<sq
	if m.Move().IsEnPassant() {
		occ &^= m.Move().victim()
	}
	pawns := (pawnFrom[quad.White][sq]&v.Black | pawnFrom[quad.Black][sq]&v.White) & v.Pawns
	for own, other := v.them, v.own; ; own, other, won = other, own, !won {
		mine := own & occ
		var value int
		set := pawns & mine
		if set != 0 {
			value = r.Values[quad.Pawn]
		} else if set = squares.KnightFrom[sq] & v.Knights & mine; set != 0 {
			value = r.Values[quad.Knight]
		} else {
			var diagonal, orthogonal uint64
			if (magics.BishopLines[sq]&v.diagonal|magics.RookLines[sq]&v.orthogonal)&mine != 0 {
				diagonal = bishopAttacks(int(sq), occ) & v.diagonal & mine
				orthogonal = rookAttacks(int(sq), occ) & v.orthogonal & mine
			}
			if set = diagonal & v.Bishops; set != 0 {
				value = r.Values[quad.Bishop]
			} else if set = orthogonal & v.Rooks; set != 0 {
				value = r.Values[quad.Rook]
			} else if set = diagonal | orthogonal; set != 0 {
				value = r.Values[quad.Queen]
			} else {
				// The king captures only if nothing recaptures.
				kings := squares.KingFrom[sq] & v.Kings
				return won != (kings&mine == 0 || v.attackers(int(sq), occ)&other&occ != 0)
			}
		}
		// The side that captures has a surplus of deficit - 1 if it does not lose its piece.
		if deficit -= value; deficit > 0 {
			return won
		}
		deficit = 1 - deficit
		occ &^= set & -set
	}
}

// stake returns the immediate gain of m, and the value of the piece that is on the target square
// after m. m must not be castling.
func (m PieceMove) stake(r *ExchangeRules) (gain, risked int) {
	gain, risked = r.Values[m.Captured()&7], r.Values[m.Moved()&7]
	if m&promotion != 0 {
		risked = r.Values[m>>12&7]
		gain += risked - r.Values[quad.Pawn]
	}
	return gain, risked
}

// An exchangeLine contains the values of the pieces that capture in an exchange, in order.
type exchangeLine struct {
	values [64]int
	n      int
}

// exchange reports whether the side to move wins the exchange after m, which does not castle.
// balance is its surplus over the threshold if it loses the piece that moved and the exchange
// stops there; it is negative. If line is not nil, exchange instead continues to the last
// capture and records the pieces.
//
// Pawns and knights capture first. Sliders are looked up only if there are none, and only if a
// slider is on a line with the square. Each look-up uses the occupied squares of its turn, so
// that sliders behind other pieces need no further step.
func (v *view) exchange(m Move, balance int, r *ExchangeRules, line *exchangeLine) (won bool) {
	sq := m.square() & 63
	occ := v.occ&^(1<<(m&63)) | 1<<sq
	if m.IsEnPassant() {
		occ &^= m.victim()
	}
	var pins []exchangePin
	if r.Pins {
		var room [16]exchangePin
		pins = v.appendPins(room[:0], sq)
	}
	diagonals, orthogonals := magics.BishopLines[sq]&v.diagonal, magics.RookLines[sq]&v.orthogonal
	pawns := (pawnFrom[quad.White][sq]&v.Black | pawnFrom[quad.Black][sq]&v.White) & v.Pawns
	knights := squares.KnightFrom[sq] & v.Knights
	for own, other := v.them, v.own; ; own, other, won = other, own, !won {
		mine := own & occ
		for _, p := range pins {
			if p.pinner&occ != 0 {
				mine &^= p.piece
			}
		}
		var value int
		set := pawns & mine
		if set != 0 {
			value = r.Values[quad.Pawn]
		} else if set = knights & mine; set != 0 {
			value = r.Values[quad.Knight]
		} else {
			diagonal := diagonals & mine
			if diagonal != 0 {
				diagonal &= bishopAttacks(sq, occ)
			}
			if set = diagonal & v.Bishops; set != 0 {
				value = r.Values[quad.Bishop]
			} else {
				orthogonal := orthogonals & mine
				if orthogonal != 0 {
					orthogonal &= rookAttacks(sq, occ)
				}
				if set = orthogonal & v.Rooks; set != 0 {
					value = r.Values[quad.Rook]
				} else if set = diagonal | orthogonal; set != 0 {
					value = r.Values[quad.Queen]
				} else {
					// The king captures only if nothing recaptures.
					kings := squares.KingFrom[sq] & v.Kings
					if kings&mine == 0 || v.attackers(sq, occ)&other&occ != 0 {
						return !won
					}
					line.add(r.Values[quad.King])
					return won
				}
			}
		}
		occ &^= set & -set
		if line != nil {
			line.add(value)
			continue
		}
		// From the view of the side that captures, the balance changes its sign: its surplus
		// is -balance - 1, minus the piece that it puts at risk.
		if balance = -balance - 1 - value; balance >= 0 {
			return won
		}
	}
}

// add adds a value to l, unless l is nil.
func (l *exchangeLine) add(value int) {
	if l != nil {
		l.values[l.n&63] = value
		l.n++
	}
}

// An exchangePin keeps piece from capturing while pinner stays on its square.
type exchangePin struct{ piece, pinner uint64 }

// appendPins appends the pins of both sides, except those on lines through square sq, and
// returns the result. There are at most 16 if each side has one king.
func (v *view) appendPins(pins []exchangePin, sq int) []exchangePin {
	occ := v.occ
	for _, own := range [2]uint64{v.White, v.Black} {
		kings := v.Kings & own
		if kings == 0 {
			continue
		}
		king := bits.TrailingZeros64(kings)
		snipers := (magics.RookLines[king]&v.orthogonal | magics.BishopLines[king]&v.diagonal) &^ own
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
