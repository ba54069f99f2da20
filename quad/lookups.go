package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/magics"
	"github.com/koggestone/koggestone/internal/squares"
)

// For attacks by kind of one position in pure Go, look-ups of single pieces take less time than fills: see
// BenchmarkCalls. For BothThreats they take as long, so that it uses fills. So does Threats for
// boards without exactly one king on each side.

// bishopsAttack returns the attacks of bishops, one by one.
func bishopsAttack(bishops, occupied uint64) (set uint64) {
	for ; bishops != 0; bishops &= bishops - 1 {
		set |= magics.Bishop(bits.TrailingZeros64(bishops), occupied)
	}
	return set
}

// rooksAttack returns the attacks of rooks, one by one.
func rooksAttack(rooks, occupied uint64) (set uint64) {
	for ; rooks != 0; rooks &= rooks - 1 {
		set |= magics.Rook(bits.TrailingZeros64(rooks), occupied)
	}
	return set
}

// oneKingEach reports whether each side has one king.
func oneKingEach(kings, gb uint64) bool {
	white, black := kings&^gb, kings&gb
	return white != 0 && black != 0 && white&(white-1)|black&(black-1) == 0
}

// lines looks along the lines from the square king to sliders. It returns the sliders that attack
// king, the squares between, the pieces of own that are alone between king and a slider, and those
// sliders.
func lines(king int, diagonal, orthogonal, occupied, own uint64) (checkers, between, pinned, pinners uint64) {
	snipers := magics.RookLines[king&63]&orthogonal | magics.BishopLines[king&63]&diagonal
	for ; snipers != 0; snipers &= snipers - 1 {
		line := magics.Between[king&63][bits.TrailingZeros64(snipers)&63]
		blockers := line & occupied
		if blockers == 0 {
			checkers |= snipers & -snipers
			between |= line
		} else if blockers&(blockers-1) == 0 && blockers&own != 0 {
			pinned |= blockers
			pinners |= snipers & -snipers
		}
	}
	return checkers, between, pinned, pinners
}

// threatsLookups is threatsGeneric for boards with one king on each side.
func threatsLookups(t *Threats, b *Board, us Color) {
	occupied := b.Occupied()
	own := b.ByColor(us)
	foe := occupied ^ own
	kings, queens := b.Kings(), b.Queens()&foe
	king, foeKing := kings&own, kings&foe
	square, foeSquare := bits.TrailingZeros64(king), bits.TrailingZeros64(foeKing)
	knights, pawns := b.Knights()&foe, b.Pawns()&foe
	diagonal, orthogonal := b.Diagonal(), b.Orthogonal()

	pawn, knight, ring := pawnAttacks(pawns, us.Other()), squares.KnightAttacks(knights), squares.KingFrom[foeSquare&63]
	bishop, rook := bishopsAttack(b.Bishops()&foe, occupied), rooksAttack(b.Rooks()&foe, occupied)
	queen := bishopsAttack(queens, occupied) | rooksAttack(queens, occupied)
	attacked := pawn | knight | bishop | rook | queen | ring
	checkers, between, pinned, pinners := lines(square, diagonal&foe, orthogonal&foe, occupied, own)
	danger := attacked
	if checkers != 0 {
		through := occupied ^ king
		danger |= bishopsAttack(checkers&diagonal&magics.BishopLines[square&63], through) |
			rooksAttack(checkers&orthogonal&magics.RookLines[square&63], through)
	}
	checkers |= squares.KnightFrom[square&63]&knights | pawnAttacks(king, us)&pawns
	_, _, discoverers, _ := lines(foeSquare, diagonal&own, orthogonal&own, occupied, own)
	*t = Threats{
		ByPawn: pawn, ByKnight: knight, ByBishop: bishop, ByRook: rook, ByQueen: queen, ByKing: ring,
		Attacked: attacked, Danger: danger,
		Checkers: checkers, CheckMask: checkMask(checkers, between), Pinned: pinned, Pinners: pinners,
		PawnChecks: pawnAttacks(foeKing, us.Other()), KnightChecks: squares.KnightFrom[foeSquare&63],
		BishopChecks: magics.Bishop(foeSquare, occupied), RookChecks: magics.Rook(foeSquare, occupied),
		Discoverers: discoverers,
	}
}
