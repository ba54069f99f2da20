package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// ExchangeRules are the parameters of static exchange evaluation.
type ExchangeRules struct {
	// Values says what each kind of piece is worth. Only Pawn, Knight, Bishop, Rook and
	// Queen are used, and the values can have any order. A king is never captured.
	Values [8]int
	// Pins excludes pieces that are pinned before the move from the exchange as long as
	// their pinner stays on its square, unless the exchange is on the pin's line. If it is
	// false, pins are ignored, which is faster.
	Pins bool
}

// standardExchange is the default of [Position.SEE] for nil rules.
var standardExchange = ExchangeRules{Values: [8]int{
	quad.Pawn: 100, quad.Knight: 300, quad.Bishop: 300, quad.Rook: 500, quad.Queen: 900,
}}

// SEE returns the static exchange evaluation of the legal move m: the material that the
// side to move wins by the captures on the target square. If r is nil, a pawn is worth
// 100, a knight or bishop 300, a rook 500 and a queen 900, and pins are ignored.
//
// After m the sides capture on the square in turn, but each side can stop. A side captures
// with its least valuable attacker, in the order pawn, knight, bishop, rook, queen, king,
// and among attackers of one kind with the one on the lowest square. Sliders attack
// through pieces that have captured. A king captures only if no piece can recapture, or
// only pinned ones with [ExchangeRules.Pins]. Only
// m itself can promote. The value of castling is 0.
//
// [Node.SEE] is faster, and [Node.SEEAtLeast] takes a fraction of the time. To order captures, sort them by
// victim, and by whether they reach a threshold, instead of by value.
func (p *Position) SEE(m Move, r *ExchangeRules) int {
	var v view
	v.set(&p.Board, p.Side)
	return v.exchangeValue(p.PieceMove(m), r)
}

// SEE returns [Position.SEE] of the legal move m.
func (n *Node) SEE(m PieceMove, r *ExchangeRules) int {
	// See exchange about the danger map.
	if m.Captured() == quad.None && (n.v.danger()>>(m>>6&63)|n.v.attacked>>(m&63))&1 == 0 {
		if m&promotion == 0 {
			return 0
		}
		if r == nil {
			r = &standardExchange
		}
		gain, _ := m.stake(r)
		return gain
	}
	return n.v.exchangeValue(m, r)
}

// exchangeValue implements SEE.
func (v *view) exchangeValue(m PieceMove, r *ExchangeRules) int {
	if m.IsCastling() {
		return 0
	}
	if r == nil {
		r = &standardExchange
	}
	gain, risked := m.stake(r)
	var line exchangeLine
	exchange[complete](v, m, 0, r, &line)
	// best is what the side that makes capture i gains by it and by what follows, or 0 if it is better to
	// stop. Capture i takes the piece that made capture i-1.
	best := 0
	for i := line.n - 1; i > 0; i-- {
		best = max(0, r.Values[line.kinds[(i-1)&63]&7]-best)
	}
	if line.n > 0 {
		best = max(0, risked-best)
	}
	return gain - best
}

// SEEAtLeast reports whether [Position.SEE] of the legal move m is at least threshold. It is faster than SEE,
// because it stops as soon as the result is certain.
func (n *Node) SEEAtLeast(m PieceMove, threshold int, r *ExchangeRules) bool {
	return exchange[plain](&n.v, m, threshold, r, nil)
}

// stake returns how much m gains at once, and how much the piece on the target square
// is worth afterwards. m must not be castling.
func (m PieceMove) stake(r *ExchangeRules) (gain, risked int) {
	gain, risked = r.Values[m.Captured()&7], r.Values[m.Moved()&7]
	if m&promotion != 0 {
		risked = r.Values[m>>12&7]
		gain += risked - r.Values[quad.Pawn]
	}
	return gain, risked
}

// An exchangeLine contains the kinds of the pieces that capture in an exchange, in order.
type exchangeLine struct {
	kinds [64]quad.Kind
	n     int
}

// The two kinds of exchange differ in an array's length, which the compiler knows in each instance of exchange. A
// plain exchange has neither pins nor a line, so that more values stay in registers. A complete exchange continues a
// plain one: its threshold is the deficit of the side that moved.
type (
	plain    = [0]bool
	complete = [1]bool
)

// exchange implements [Node.SEEAtLeast]. If line is not nil, it continues to the last capture and records the pieces;
// then m must not castle.
//
// Pawns and knights capture first. Sliders are looked up only if there are none left, and only
// if a slider is on a line with the square. Each look-up uses the squares that are occupied at
// that time, so sliders behind other pieces need no further step.
func exchange[K plain | complete](v *view, m PieceMove, threshold int, r *ExchangeRules, line *exchangeLine) (won bool) {
	var kind K
	if r == nil {
		r = &standardExchange
	}
	from, sq := int(m&63), int(m>>6&63)
	deficit := 0 // how far the side that moved last falls short if it loses the piece on sq
	if len(kind) == 0 {
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
		// The opponent cannot capture on a square that it does not attack, and the move can uncover
		// an attack only if it leaves an attacked square. So two bits of the danger map, which all
		// quiet moves of the node share, often decide without a look-up.
		if m.Captured() == quad.None {
			danger := v.danger() // which also computes v.attacked
			if (danger>>sq|v.attacked>>from)&1 == 0 {
				return true
			}
		}
		if deficit = threshold + risked - gain; r.Pins {
			return exchange[complete](v, m, deficit, r, nil)
		}
	} else {
		deficit = threshold
	}
	occ := v.occ&^(1<<from) | 1<<sq
	if m.Move().IsEnPassant() {
		occ &^= m.Move().victim()
	}
	var pins []exchangePin
	if len(kind) > 0 && r.Pins {
		var room [16]exchangePin
		pins = v.appendPins(room[:0], sq)
	}
	pawns := (pawnFrom[quad.White][sq]&v.Black | pawnFrom[quad.Black][sq]&v.White) & v.Pawns
	for own, other := v.them, v.own; ; own, other, won = other, own, !won {
		mine := own & occ
		if len(kind) > 0 {
			for _, p := range pins {
				if p.pinner&occ != 0 {
					mine &^= p.piece
				}
			}
		}
		var capturer quad.Kind // only a line needs it
		var value int
		set := pawns & mine
		if set != 0 {
			capturer, value = quad.Pawn, r.Values[quad.Pawn]
		} else if set = squares.KnightFrom[sq] & v.Knights & mine; set != 0 {
			capturer, value = quad.Knight, r.Values[quad.Knight]
		} else {
			var diagonal, orthogonal uint64
			if (slider.BishopLines[sq]&v.diagonal|slider.RookLines[sq]&v.orthogonal)&mine != 0 {
				diagonal = bishopAttacks(sq, occ) & v.diagonal & mine
				orthogonal = rookAttacks(sq, occ) & v.orthogonal & mine
			}
			if set = diagonal & v.Bishops; set != 0 {
				capturer, value = quad.Bishop, r.Values[quad.Bishop]
			} else if set = orthogonal & v.Rooks; set != 0 {
				capturer, value = quad.Rook, r.Values[quad.Rook]
			} else if set = diagonal | orthogonal; set != 0 {
				capturer, value = quad.Queen, r.Values[quad.Queen]
			} else {
				// The king captures only if nothing recaptures.
				kings := squares.KingFrom[sq] & v.Kings
				if kings&mine == 0 || v.attackers(sq, occ)&other&occ != 0 {
					return !won
				}
				if len(kind) > 0 {
					line.add(quad.King)
				}
				return won
			}
		}
		occ &^= set & -set
		if len(kind) > 0 && line != nil {
			line.add(capturer)
			continue
		}
		// The side that captures has a surplus of deficit - 1 if it keeps its piece.
		if deficit -= value; deficit > 0 {
			return won
		}
		deficit = 1 - deficit
	}
}

// add adds a kind to l, unless l is nil.
func (l *exchangeLine) add(kind quad.Kind) {
	if l != nil {
		l.kinds[l.n&63] = kind
		l.n++
	}
}

// An exchangePin keeps piece from capturing while pinner stays on its square.
type exchangePin struct{ piece, pinner uint64 }

// appendPins appends the pins of both sides, except for pins on lines through square sq,
// and returns the result. There are at most 16 if each side has one king.
func (v *view) appendPins(pins []exchangePin, sq int) []exchangePin {
	occ := v.occ
	for _, own := range [2]uint64{v.White, v.Black} {
		kings := v.Kings & own
		if kings == 0 {
			continue
		}
		king := bits.TrailingZeros64(kings)
		snipers := (slider.RookLines[king]&v.orthogonal | slider.BishopLines[king]&v.diagonal) &^ own
		for ; snipers != 0; snipers &= snipers - 1 {
			sniper := snipers & -snipers
			line := slider.Between[king][bits.TrailingZeros64(sniper)]
			blockers := line & occ
			if blockers&own != 0 && blockers&(blockers-1) == 0 && (line|sniper)>>sq&1 == 0 {
				pins = append(pins, exchangePin{blockers, sniper})
			}
		}
	}
	return pins
}
