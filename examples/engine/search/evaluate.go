package search

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pawns"
	"github.com/koggestone/koggestone/quad"
)

// The evaluation adds the values of the pieces on their squares and the values of sets of squares,
// where each square of a set has the same value. The values started as textbook values, and were
// adjusted by hand to fit the results of games of the engine against itself.

// A value contains two values in centipawns, for the middle game and the endgame, in one
// number: 1<<16 * middle + end. So one addition or multiplication computes both.
type value int32

func (v value) middle() int { return int((v + 1<<15) >> 16) }
func (v value) end() int    { return int(int16(v)) }

// count returns the value of a set of squares.
func count(set uint64, middle, end value) value {
	return value(bits.OnesCount64(set)) * (middle<<16 + end)
}

// evaluate returns the value of a position for the side to move, in centipawns.
func evaluate(p *movegen.Position) int {
	var both quad.BothThreats
	both.Set(p.Board)
	b := &p.Board
	us, them := sideValue(b, &both, p.Side), sideValue(b, &both, p.Side.Other())
	phase := min(24, bits.OnesCount64(b.Knights()|b.Bishops())+2*bits.OnesCount64(b.Rooks())+4*bits.OnesCount64(b.Queens()))
	return 14 + ((us-them).middle()*phase+(us-them).end()*(24-phase))/24 // 14 for being to move
}

func sideValue(b *quad.Board, both *quad.BothThreats, side quad.Color) (v value) {
	us, them := &both[side&1], &both[side&1^1]
	own, theirs, allPawns := b.ByColor(side), b.ByColor(side^1), b.Pawns()
	ownPawns, theirPawns := allPawns&own, allPawns&theirs
	for kind, values := range squareValues {
		for set := b.Pieces(side, quad.Kind(kind)); set != 0; set &= set - 1 {
			v += values[bits.TrailingZeros64(set)^56*int(side&1)]
		}
	}
	// Mobility: the squares that pieces attack, except for the squares of the side's own pawns and
	// king, and squares where enemy pawns capture.
	free := ^(ownPawns | b.Kings()&own | them.ByPawn)
	v += count(us.ByKnight&free, 6, 2) + count(us.ByBishop&free, 5, 3) + count(us.ByRook&free, 3, 3) + count(us.ByQueen&free, 3, 4)
	// Attacks on the squares around the enemy king.
	ring := them.ByKing
	v += count(us.ByKnight&ring, 6, 0) + count(us.ByBishop&ring, 4, -2) + count(us.ByRook&ring, 18, -3) + count(us.ByQueen&ring, 18, -5) +
		count(us.AttackedTwice&ring&^them.AttackedTwice, 28, -4)
	// Threats: undefended pieces, and pieces that lesser pieces attack.
	majors := b.Orthogonal() & theirs
	v += count(theirs&us.Attacked&^them.Attacked, 18, 32) + count(theirs&^allPawns&us.ByPawn, 46, 22) +
		count(majors&(us.ByKnight|us.ByBishop|b.Queens()&us.ByRook), 37, 10)

	rooks, ownFiles := b.Rooks()&own, pawns.FileFill(ownPawns)
	v += count(rooks&^(ownFiles|pawns.FileFill(theirPawns)), 32, 2) + count(rooks&^ownFiles, 16, 4)
	if bishops := b.Bishops() & own; bishops&(bishops-1) != 0 {
		v += count(bishops, 12, 40)
	}

	// Pawns, as the side sees them: they move north.
	view := func(b uint64) uint64 {
		if side == quad.Black {
			return koggestone.FlipRanks(b)
		}
		return b
	}
	ownPawns, theirPawns = view(ownPawns), view(theirPawns)
	v += count(pawns.Isolated(ownPawns), -4, -4) + count(pawns.Doubled(ownPawns), -4, -14) +
		count(pawns.WhiteBackward(ownPawns, theirPawns), -3, -16) + count(allPawns&own&us.ByPawn, 10, -2)
	near, far := view(us.ByKing), koggestone.NorthStep(view(us.ByKing))
	v += count(ownPawns&near, 8, 0) + count(ownPawns&far, 16, -12) // in front of the king
	passed := pawns.WhitePassed(ownPawns, theirPawns)
	next := koggestone.NorthStep(passed)
	v += count(next&view(b.Empty()), 3, 24) + count(next&view(us.Attacked&^them.Attacked), 2, 18) +
		count(passed&near, -3, 22) + count(passed&view(them.ByKing), -8, -30)
	for ; passed != 0; passed &= passed - 1 {
		v += passedValues[bits.TrailingZeros64(passed)>>3]
	}
	return v
}

// passedValues contains the value of a passed pawn by rank.
var passedValues = [8]value{0, -4, -4 << 16, -3<<16 + 26, 14<<16 + 55, 34<<16 + 85, 66<<16 + 105, 0}

// squareValues contains the value of each kind of piece on each square, as White sees it. It is the
// sum of a value for the rank, in the middle game and in the endgame, and a value for the files a to
// d. The board is symmetric, so the files e to h have the values of d to a.
var squareValues = func() (t [8][64]value) {
	for kind, v := range [8][4][]value{
		quad.Pawn:   {{0, 62, 62, 74, 79, 100, 110, 0}, {0, 94, 102, 101, 110, 118, 118, 0}, {-4, 0, 0, 4}, {14, 3, -10, -7}},
		quad.Knight: {{304, 320, 316, 345, 326, 336, 317, 300}, {245, 268, 260, 290, 284, 278, 262, 250}, {-21, 3, 9, 9}, {-12, -4, 13, 3}},
		quad.Bishop: {{305, 324, 332, 326, 334, 331, 326, 316}, {255, 260, 268, 276, 296, 285, 276, 270}, {-4, 10, -1, -5}, {-12, 1, 5, 6}},
		quad.Rook:   {{428, 424, 418, 416, 426, 448, 448, 440}, {478, 470, 480, 468, 488, 487, 490, 486}, {-8, 1, 7, 0}, {8, -3, 0, -5}},
		quad.Queen:  {{990, 990, 997, 1005, 990, 996, 992, 990}, {925, 928, 937, 955, 965, 960, 958, 952}, {-20, 0, 8, 12}, {2, 6, 0, -8}},
		quad.King:   {{56, 12, 8, -22, -25, -14, -9, -10}, {-8, 5, -5, -2, 2, 14, 18, 2}, {29, -3, 0, -26}, {-9, 4, 3, 2}},
	} {
		for sq := 0; sq < 64 && v[0] != nil; sq++ {
			rank, file := sq>>3, min(sq&7, 7-sq&7)
			t[kind][sq] = (v[0][rank]+v[2][file])<<16 + v[1][rank] + v[3][file]
		}
	}
	return
}()

// exchanges contains the values of the pieces for static exchange evaluation.
var exchanges = movegen.ExchangeRules{Values: [8]int{
	quad.Pawn: 100, quad.Knight: 320, quad.Bishop: 330, quad.Rook: 500, quad.Queen: 950,
}}
