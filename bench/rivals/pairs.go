package rivals

import (
	"math/bits"
	"math/rand/v2"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// PairBoard is a board as an engine with magics has it: bitboards and a mailbox, in
// Stockfish's codes.
type PairBoard struct {
	Kinds   [7]uint64 // both colours, by code without colour; 0 unused
	Black   uint64
	Mailbox [64]uint8
}

// PairDeltas contains the pairs that a move removes and adds.
type PairDeltas struct {
	Removed, Added [pairs.MaxChanged]pairs.Pair
	R, A           int
}

// Change sets d to the pairs that a move or capture (without castling and en passant)
// removes and adds. It uses fancy magics and tables, as engines do: the moving piece
// leaves, the captured piece leaves, and the moving piece arrives. Each step uses the
// bitboards of that moment, and includes sliders that look over the squares.
func (d *PairDeltas) Change(b *PairBoard, from, to int, code uint8) {
	d.R, d.A = 0, 0
	occupied := b.Kinds[1] | b.Kinds[2] | b.Kinds[3] | b.Kinds[4] | b.Kinds[5] | b.Kinds[6]
	without := occupied &^ (1 << from)
	line := fancyLine(from, to)
	d.R = b.touching(&d.Removed, d.R, occupied, 0, from, b.Mailbox[from&63])
	if captured := b.Mailbox[to&63]; captured != 0 {
		d.A = b.over(&d.Added, d.A, without&^(1<<to), from, line)
		// The pairs of the mover with the captured piece have already been listed. The mover's
		// square is still occupied here, so that sliders behind it are not found.
		d.R = b.touching(&d.Removed, d.R, occupied, 1<<from, to, captured)
	} else {
		d.A = b.over(&d.Added, d.A, without, from, line)
		d.R = b.over(&d.Removed, d.R, without, to, line)
	}
	d.A = b.touching(&d.Added, d.A, without|1<<to, 1<<from, to, code)
}

// fancyLine returns the squares of the line through both squares, 0 if there is none.
func fancyLine(from, to int) uint64 {
	for d := range 8 {
		if raysFrom[from&63][d]>>to&1 != 0 {
			return raysFrom[from&63][d] | raysFrom[from&63][d^4]
		}
	}
	return 0
}

// touching appends the pairs of a piece with the given code on square sq, except for pairs with
// pieces on the squares in not.
func (b *PairBoard) touching(list *[pairs.MaxChanged]pairs.Pair, n int, occupied, not uint64, sq int, code uint8) int {
	sq &= 63
	bishop, rook := magicBishop(sq, occupied), magicRook(sq, occupied)
	var victims uint64
	switch code & 7 {
	case 1:
		victims = pawn[code>>3&1][sq]
	case 2:
		victims = squares.KnightFrom[sq]
	case 3:
		victims = bishop
	case 4:
		victims = rook
	case 5:
		victims = bishop | rook
	case 6:
		victims = squares.KingFrom[sq]
	}
	for victims &= occupied &^ not; victims != 0; victims &= victims - 1 {
		to := bits.TrailingZeros64(victims) & 63
		list[n%pairs.MaxChanged] = pairs.MakePair(code, sq, b.Mailbox[to], to)
		n++
	}
	attackers := pawn[1][sq]&b.Kinds[1]&^b.Black | pawn[0][sq]&b.Kinds[1]&b.Black |
		squares.KnightFrom[sq]&b.Kinds[2] | squares.KingFrom[sq]&b.Kinds[6] |
		bishop&(b.Kinds[3]|b.Kinds[5]) | rook&(b.Kinds[4]|b.Kinds[5])
	for attackers &^= not; attackers != 0; attackers &= attackers - 1 {
		from := bits.TrailingZeros64(attackers) & 63
		list[n%pairs.MaxChanged] = pairs.MakePair(b.Mailbox[from], from, code, sq)
		n++
	}
	return n
}

// over appends the pairs of sliders that look over square sq, except for pairs along line.
func (b *PairBoard) over(list *[pairs.MaxChanged]pairs.Pair, n int, occupied uint64, sq int, line uint64) int {
	sq &= 63
	bishop, rook := magicBishop(sq, occupied), magicRook(sq, occupied)
	seen := (bishop | rook) & occupied &^ line
	sliders := (bishop&(b.Kinds[3]|b.Kinds[5]) | rook&(b.Kinds[4]|b.Kinds[5])) &^ line
	for ; sliders != 0; sliders &= sliders - 1 {
		from := bits.TrailingZeros64(sliders) & 63
		if victim := beyond[from][sq] & seen; victim != 0 {
			to := bits.TrailingZeros64(victim) & 63
			list[n%pairs.MaxChanged] = pairs.MakePair(b.Mailbox[from], from, b.Mailbox[to], to)
			n++
		}
	}
	return n
}

// A PairMove is a move of a game with the board before it, as an engine with a mailbox
// has it. It is small, so that all of them fit in the caches.
type PairMove struct {
	Before         [64]uint8
	Change         pairs.Update
	From, To, Code uint8
	Kings          [2]uint8 // after the move
}

// PairMoves returns a random move in nearly every position, without castling and en passant. The boards are the
// same positions for an engine with magics.
func PairMoves(positions []movegen.Position, rules *pairs.Rules) (all []PairMove, boards []PairBoard) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range positions {
		p := &positions[i]
		moves := p.AppendLegalMoves(nil)
		if len(moves) == 0 {
			continue
		}
		m := moves[rng.IntN(len(moves))]
		if m.IsCastling() || m.IsEnPassant() {
			continue
		}
		after := p.Play(m)
		x := PairMove{From: uint8(m.From()), To: uint8(m.To())}
		rules.Mailbox(&x.Before, p.Board)
		x.Code = x.Before[x.From]
		if m.IsPromotion() {
			x.Code = rules.Code(quad.MakePiece(p.Side, m.Promotion()))
		}
		x.Change = pairs.MoveUpdate(m.From(), m.To(), x.Code)
		for side := range x.Kings {
			x.Kings[side] = uint8(bits.TrailingZeros64(after.Board.Pieces(quad.Color(side), quad.King)))
		}
		b := p.Board
		kinds := [7]uint64{0, b.Pawns(), b.Knights(), b.Bishops(), b.Rooks(), b.Queens(), b.Kings()}
		all, boards = append(all, x), append(boards, PairBoard{kinds, b.Black(), x.Before})
	}
	return all, boards
}
