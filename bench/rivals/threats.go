package rivals

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/magics"
	"github.com/koggestone/koggestone/quad"
)

// leapers holds what engines look up beside magics: attacks of the pieces that do
// not slide, the squares strictly between two on a line, and those beyond the second.
var leapers = func() (l struct {
	knight, king [64]uint64
	pawn         [2][64]uint64
	between      [64][64]uint64
	beyond       [64][64]uint64
}) {
	leap := func(sq, files, ranks int) uint64 {
		file, rank := sq&7+files, sq>>3+ranks
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return 0
		}
		return 1 << (8*rank + file)
	}
	for sq := range 64 {
		for a := -2; a <= 2; a++ {
			for b := -2; b <= 2; b++ {
				switch a*a + b*b {
				case 1, 2:
					l.king[sq] |= leap(sq, a, b)
				case 5:
					l.knight[sq] |= leap(sq, a, b)
				}
			}
		}
		l.pawn[quad.White][sq] = leap(sq, -1, 1) | leap(sq, 1, 1)
		l.pawn[quad.Black][sq] = leap(sq, -1, -1) | leap(sq, 1, -1)
		for d := range 8 {
			for ray := raysFrom[sq][d]; ray != 0; ray &= ray - 1 {
				to := bits.TrailingZeros64(ray)
				l.between[sq][to] = raysFrom[sq][d] & raysFrom[to][d^4]
				l.beyond[sq][to] = raysFrom[to][d]
			}
		}
	}
	return l
}()

// Threats sets t as the method Set of quad.Threats does, for a position with a king on each
// side, as engines do: by a loop over the pieces of each kind, with fancy magics for
// sliders and tables for the others. Pinners are the sliders that would attack the king
// without the nearest pieces around it.
func Threats(t *quad.Threats, bb *quad.Bitboards, us quad.Color) {
	l := &leapers
	own, foe := bb.White, bb.Black
	if us == quad.Black {
		own, foe = foe, own
	}
	them := us.Other()
	occupied := own | foe
	king := bits.TrailingZeros64(bb.Kings&own) & 63
	foeKing := bits.TrailingZeros64(bb.Kings&foe) & 63

	*t = quad.Threats{}
	t.ByPawn = pawnsAttack(bb.Pawns&foe, them)
	t.ByKnight = knightsAttack(bb.Knights & foe)
	t.ByBishop = bishops(bb.Bishops&foe, occupied)
	t.ByRook = rooks(bb.Rooks&foe, occupied)
	queens := bb.Queens & foe
	t.ByQueen = bishops(queens, occupied) | rooks(queens, occupied)
	t.ByKing = l.king[foeKing]
	t.Attacked = t.ByPawn | t.ByKnight | t.ByBishop | t.ByRook | t.ByQueen | t.ByKing

	diagonal, orthogonal := bb.Bishops|bb.Queens, bb.Rooks|bb.Queens
	bishopRays, rookRays := magics.Bishop(king, occupied), magics.Rook(king, occupied)
	onDiagonal, onLine := bishopRays&diagonal&foe, rookRays&orthogonal&foe
	t.Checkers = onDiagonal | onLine | (l.knight[king]&bb.Knights|l.pawn[us&1][king]&bb.Pawns)&foe
	without := occupied &^ (1 << king)
	t.Danger = t.Attacked | bishops(onDiagonal, without) | rooks(onLine, without)
	t.CheckMask = checkMask(king, t.Checkers)
	t.Pinned, t.Pinners = blockers(king, occupied, own, diagonal&foe, orthogonal&foe, bishopRays, rookRays)

	t.PawnChecks, t.KnightChecks = l.pawn[them&1][foeKing], l.knight[foeKing]
	t.BishopChecks, t.RookChecks = magics.Bishop(foeKing, occupied), magics.Rook(foeKing, occupied)
	t.Discoverers, _ = blockers(foeKing, occupied, own, diagonal&own, orthogonal&own, t.BishopChecks, t.RookChecks)
}

// blockers returns the sliders that attack the king through exactly one piece of own, and these
// pieces.
func blockers(king int, occupied, own, diagonal, orthogonal, bishopRays, rookRays uint64) (blockers, sliders uint64) {
	sliders = magics.Bishop(king, occupied&^(bishopRays&own))&^bishopRays&diagonal |
		magics.Rook(king, occupied&^(rookRays&own))&^rookRays&orthogonal
	for s := sliders; s != 0; s &= s - 1 {
		blockers |= leapers.between[king&63][bits.TrailingZeros64(s)&63] & occupied
	}
	return blockers, sliders
}
