package raylist

import (
	"github.com/koggestone/koggestone/quad"
)

// generate sets l to the moves that the pieces of s make along their rays: all pseudo-legal
// moves except double steps, en passant and castling. A pawn's step onto the last rank is
// stored as an ordinary move. The ray list must not be empty, which is no restriction
// because it always contains the king's rays.
//
// Each iteration of the loop is one step along one ray, as the package comment
// describes. The only branch is the loop's own.
func generate(s *side, board *mailbox, l *List) {
	_ = *board // the nil check, outside the loop
	n := uint(0)
	r := s.rays[s.rays[head].next()%head]
	x := ray(s.at[r.piece()%places])
	for end := ray(0); end == 0; {
		next := s.rays[r.next()%head] // if the head is next, this is some ray that is not used
		start := ray(s.at[r.next()/slotsPerPiece])
		runs := r & slides

		y := x + r.step()
		b := ray(board[uint8(y)])
		l.moves[n%listSize] = Move(s.at[r.piece()%places]) | Move(uint8(y))<<8
		if b&r&landing == 0 { // SETcc, and an addition
			n++
		}
		k := b/emptySq&runs - 1 // 0 if the ray continues, all ones if it ends
		end = r & k & (head << nextShift)
		r ^= (r ^ next) & k
		x = y ^ (y^start)&k
	}
	l.n = n
}

// Generate sets l to the pseudo-legal moves of p. Some of them may leave the king in check, but
// castling is only in the list if the king is not in check and crosses no attacked square. Rays
// do not describe promotions, double steps, en passant and castling, so code with branches adds
// these after the loop.
func (p *Position) Generate(l *List) {
	us, _ := p.opponents()
	generate(us, &p.board, l)
	p.pawns(l)
	p.enPassants(l)
	p.castlings(l)
}

// GenerateLegal sets l to the legal moves in p, which are the pseudo-legal moves after
// which the king cannot be captured. It makes each move and takes it back.
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

// pawns replaces each pawn move onto the last rank in l, which the loop has just
// filled, by four promotions, and adds the double steps.
func (p *Position) pawns(l *List) {
	us, _ := p.opponents()
	for i, m := range l.Moves() {
		from, to := m.from(), m.to()
		if !p.isPawn(us, from) {
			continue
		}
		switch step := forward(p.turn); rank(from, p.turn) {
		case 1:
			if to == from+step && p.board[to+step] == emptySq {
				l.push(makeMove(from, to+step, doubleStep))
			}
		case 6:
			l.moves[i] = makePromotion(from, to, quad.Queen)
			for _, k := range [...]quad.Kind{quad.Knight, quad.Bishop, quad.Rook} {
				l.push(makePromotion(from, to, k))
			}
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

// castled returns where king and rook go when they castle: to files g and f, or c and d,
// on their rank.
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
	if us.castle[0]&us.castle[1] == noSquare || p.attacked(us.at[0], them) {
		return
	}
	for _, rook := range us.castle {
		if rook != noSquare && p.mayPass(us.at[0], rook, them) {
			l.push(makeMove(us.at[0], rook, castling))
		}
	}
}

// mayPass reports whether the king can castle: no other piece is on the squares that
// king and rook cross or reach, and them attacks none of the squares that the king
// crosses or reaches.
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

// Perft counts the sequences of depth legal moves from p. It returns 1 if depth is 0 or
// less. It makes every move, even in the last ply, because the test for legality needs it.
func (p *Position) Perft(depth int) (nodes uint64) {
	if depth <= 0 {
		return 1
	}
	var l List
	p.Generate(&l)
	for _, m := range l.Moves() {
		u := p.Do(m)
		if !p.leftInCheck() {
			nodes += p.Perft(depth - 1)
		}
		p.Undo(m, u)
	}
	return nodes
}

// InCheck reports whether the king of the side to move could be captured if it
// were the other side's turn.
func (p *Position) InCheck() bool {
	us, them := p.opponents()
	return p.attacked(us.at[0], them)
}

// leftInCheck reports whether the king of the side that has just moved can be
// captured: then the move was not legal.
func (p *Position) leftInCheck() bool {
	us, them := p.opponents()
	return p.attacked(them.at[0], us)
}

// attacked reports whether by's pieces could capture on y. It searches backwards: it checks
// the first piece on each of the eight lines from y, and the eight squares a knight's move
// away.
func (p *Position) attacked(y square, by *side) bool {
	theirs := by.number(0)
	for _, step := range knightSteps {
		n := p.board[y+square(step)]
		if n&^indexMask == theirs && by.kind[n&indexMask] == quad.Knight {
			return true
		}
	}
	ahead := forward(by.color)
	for i, step := range royalSteps {
		step := square(step)
		z := y + step
		for p.board[z] == emptySq {
			z += step
		}
		n := p.board[z]
		if n&^indexMask != theirs {
			continue
		}
		diagonal := i >= 4
		switch k := by.kind[n&indexMask]; {
		case k == quad.Queen, k == quad.Rook && !diagonal, k == quad.Bishop && diagonal,
			k == quad.King && z == y+step,
			k == quad.Pawn && diagonal && (z+ahead == y+east || z+ahead == y-east):
			return true
		}
	}
	return false
}
