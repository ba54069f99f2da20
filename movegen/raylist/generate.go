package raylist

import (
	"math/bits"

	"github.com/koggestone/koggestone/quad"
)

// Generate sets l to the pseudo-legal moves of p. Some of them may leave the king
// in check. Castling is in the list only if the king is not in check and crosses no
// attacked square. Rays do not describe promotions, double steps, en passant and
// castling: these are added after the loop, by code with branches.
func (p *Position) Generate(l *List) {
	us, _ := p.opponents()
	generate(us, &p.board, l)
	p.pawns(l)
	p.enPassants(l)
	p.castlings(l)
}

// GenerateLegal sets l to the legal moves of p: the pseudo-legal moves after
// which the king cannot be captured. It makes each of them and takes it back.
func (p *Position) GenerateLegal(l *List) {
	p.Generate(l)
	n := uint(0)
	for _, m := range l.Moves() {
		if p.isLegal(m) {
			l.moves[n%listSize] = m
			n++
		}
	}
	l.n = n
}

// isLegal reports whether the pseudo-legal move m is legal.
func (p *Position) isLegal(m Move) bool {
	u := p.Do(m)
	legal := !p.leftInCheck()
	p.Undo(m, u)
	return legal
}

// The ranks of pawns before double steps and promotions, as rank counts them.
const (
	doubleStepRank = 1
	promotionRank  = 6
)

// pawns replaces the pawn moves onto the last rank in l, which the loop has just
// filled, by promotions, and adds the double steps.
func (p *Position) pawns(l *List) {
	us, _ := p.opponents()
	step := forward(p.turn)
	promote := false
	for set := us.pawns; set != 0; set &= set - 1 {
		y := us.at[bits.TrailingZeros16(set)]
		switch rank(y, p.turn) {
		case doubleStepRank:
			if p.board[y+step] == emptySq && p.board[y+2*step] == emptySq {
				l.push(makeMove(y, y+2*step, doubleStep))
			}
		case promotionRank:
			promote = true
		}
	}
	if promote {
		p.promotions(l)
	}
}

// promotions replaces each pawn move onto the last rank in l by four promotions.
func (p *Position) promotions(l *List) {
	us, _ := p.opponents()
	for i, m := range l.Moves() {
		from, to := m.from(), m.to()
		if rank(from, p.turn) != promotionRank || !p.isPawn(us, from) {
			continue
		}
		l.moves[i] = makePromotion(from, to, quad.Queen)
		for _, k := range [...]quad.Kind{quad.Knight, quad.Bishop, quad.Rook} {
			l.push(makePromotion(from, to, k))
		}
	}
}

// enPassants adds the captures en passant.
func (p *Position) enPassants(l *List) {
	if p.passed == noSquare {
		return
	}
	us, _ := p.opponents()
	behind := p.passed - forward(p.turn)
	for _, from := range [...]square{behind + east, behind - east} {
		if p.isPawn(us, from) {
			l.push(makeMove(from, p.passed, enPassant))
		}
	}
}

// castled returns the target squares of king and rook in castling: files g and f,
// or c and d, of their rank.
func castled(king, rook square) (kingTo, rookTo square) {
	rank := king & 0x70
	if rook > king {
		return rank | 6, rank | 5
	}
	return rank | 2, rank | 3
}

// castlings adds castling.
func (p *Position) castlings(l *List) {
	us, them := p.opponents()
	if us.castle[0]&us.castle[1] == noSquare || p.attacked(us.king(), them) {
		return
	}
	for _, rook := range us.castle {
		if rook != noSquare && p.mayPass(us.king(), rook, them) {
			l.push(makeMove(us.king(), rook, castling))
		}
	}
}

// mayPass reports whether the way to castle is free: no other piece is on the squares
// that king and rook cross or reach, and them attacks none of the squares that the
// king crosses or reaches.
func (p *Position) mayPass(king, rook square, them *side) bool {
	kingTo, rookTo := castled(king, rook)
	for y := min(king, rook, kingTo, rookTo); y <= max(king, rook, kingTo, rookTo); y++ {
		if p.board[y] != emptySq && y != king && y != rook {
			return false
		}
	}
	for y := min(king, kingTo); y <= max(king, kingTo); y++ {
		if y != king && p.attacked(y, them) {
			return false
		}
	}
	return true
}
