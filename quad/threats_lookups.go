package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
)

// For one position in pure Go, look-ups of single pieces take less time than fills.

// bishopsAttack returns the attacks of bishops, one by one.
func bishopsAttack(bishops, occupied uint64) (set uint64) {
	for ; bishops != 0; bishops &= bishops - 1 {
		set |= slider.FirstBishop(bishops, occupied)
	}
	return set
}

// rooksAttack returns the attacks of rooks, one by one.
func rooksAttack(rooks, occupied uint64) (set uint64) {
	for ; rooks != 0; rooks &= rooks - 1 {
		set |= slider.FirstRook(rooks, occupied)
	}
	return set
}

// slidersAttack returns the squares that sliders attack, by kind. It looks up two bishops, two
// rooks and a queen without a branch, because branches on the number of pieces are hard to
// predict. A missing piece is on square 64, which attacks nothing.
func slidersAttack(bishops, rooks, queens, occupied uint64) (bishop, rook, queen uint64) {
	bishop, rook = slider.FirstBishop(bishops, occupied), slider.FirstRook(rooks, occupied)
	queen = slider.FirstBishop(queens, occupied) | slider.FirstRook(queens, occupied)
	bishops, rooks, queens = bishops&(bishops-1), rooks&(rooks-1), queens&(queens-1)
	bishop |= slider.FirstBishop(bishops, occupied)
	rook |= slider.FirstRook(rooks, occupied)
	bishops, rooks = bishops&(bishops-1), rooks&(rooks-1)
	if bishops|rooks|queens != 0 {
		bishop |= bishopsAttack(bishops, occupied)
		rook |= rooksAttack(rooks, occupied)
		queen |= bishopsAttack(queens, occupied) | rooksAttack(queens, occupied)
	}
	return bishop, rook, queen
}

// knightsAttack returns the squares that knights attack. It looks up the first two without a
// branch.
func knightsAttack(knights uint64) uint64 {
	rest := knights & (knights - 1)
	set := squares.KnightFrom[bits.TrailingZeros64(knights)] | squares.KnightFrom[bits.TrailingZeros64(rest)]
	if rest &= rest - 1; rest != 0 {
		set |= squares.KnightAttacks(rest)
	}
	return set
}

// oneKingEach reports whether each side has one king.
func oneKingEach(kings, gb uint64) bool {
	white, black := kings&^gb, kings&gb
	return white != 0 && black != 0 && white&(white-1)|black&(black-1) == 0
}

// lines looks along the lines from the square king for sliders. It returns the sliders that
// attack king, the squares between them and king, the single pieces between king and a slider,
// and the sliders behind such pieces if the piece is in own.
func lines(king int, diagonal, orthogonal, occupied, own uint64) (checkers, between, single, pinners uint64) {
	snipers := slider.RookLines[king&63]&orthogonal | slider.BishopLines[king&63]&diagonal
	for ; snipers != 0; snipers &= snipers - 1 {
		line := slider.Between[king&63][bits.TrailingZeros64(snipers)&63]
		blockers := line & occupied
		if blockers == 0 {
			checkers |= snipers & -snipers
			between |= line
		} else if blockers&(blockers-1) == 0 {
			single |= blockers
			if blockers&own != 0 {
				pinners |= snipers & -snipers
			}
		}
	}
	return checkers, between, single, pinners
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

	t.ByPawn, t.ByKnight, t.ByKing = pawnAttacks(pawns, us.Other()), knightsAttack(knights), squares.KingFrom[foeSquare&63]
	bishop, rook, queen := slidersAttack(b.Bishops()&foe, b.Rooks()&foe, queens, occupied)
	t.ByBishop, t.ByRook, t.ByQueen = bishop, rook, queen
	attacked := t.ByPawn | t.ByKnight | bishop | rook | queen | t.ByKing
	t.Attacked = attacked
	checkers, between, blockers, pinners := lines(square, diagonal&foe, orthogonal&foe, occupied, own)
	danger := attacked
	if checkers != 0 {
		through := occupied ^ king
		danger |= bishopsAttack(checkers&diagonal&slider.BishopLines[square&63], through) |
			rooksAttack(checkers&orthogonal&slider.RookLines[square&63], through)
	}
	checkers |= squares.KnightFrom[square&63]&knights | pawnAttacks(king, us)&pawns
	_, _, discoverers, _ := lines(foeSquare, diagonal&own, orthogonal&own, occupied, own)
	t.Danger, t.Checkers, t.CheckMask, t.Pinned, t.Pinners = danger, checkers, checkMask(checkers, between), blockers&own, pinners
	t.PawnChecks, t.KnightChecks = pawnAttacks(foeKing, us.Other()), squares.KnightFrom[foeSquare&63]
	t.BishopChecks, t.RookChecks = slider.Bishop(foeSquare, occupied), slider.Rook(foeSquare, occupied)
	t.Discoverers = discoverers & own
}

// A tally counts attacks up to two.
type tally struct{ once, twice uint64 }

// add counts the attacks of a piece.
func (n *tally) add(set uint64) {
	n.twice |= n.once & set
	n.once |= set
}

// sideLookups computes x for side c, except for Discoverers, on a board with one king on
// each side. It also returns the other side's discoverers.
func sideLookups(x *SideThreats, b *Board, c Color) (discoverers uint64) {
	occupied := b.Occupied()
	own := b.ByColor(c)
	foe := occupied ^ own
	king := b.Kings() & own
	square := bits.TrailingZeros64(king) & 63

	front := (b.Pawns() & own) >> 8
	if c == White {
		front = (b.Pawns() & own) << 8
	}
	east, west := front<<1&squares.NotFileA, front>>1&squares.NotFileH
	n := tally{east | west, east & west}
	x.ByPawn, x.ByKing = n.once, squares.KingFrom[square]
	n.add(squares.KingFrom[square])

	// Most sides have at most two knights, two bishops, two rooks and a queen: see slidersAttack.
	knights, bishops, rooks, queens := b.Knights()&own, b.Bishops()&own, b.Rooks()&own, b.Queens()&own
	knight, bishop, rook := squares.KnightFrom[bits.TrailingZeros64(knights)], slider.FirstBishop(bishops, occupied), slider.FirstRook(rooks, occupied)
	queen := slider.FirstBishop(queens, occupied) | slider.FirstRook(queens, occupied)
	n.add(knight)
	n.add(bishop)
	n.add(rook)
	n.add(queen)
	knights, bishops, rooks, queens = knights&(knights-1), bishops&(bishops-1), rooks&(rooks-1), queens&(queens-1)
	for knights|bishops|rooks|queens != 0 {
		other := squares.KnightFrom[bits.TrailingZeros64(knights)]
		n.add(other)
		knight |= other
		other = slider.FirstBishop(bishops, occupied)
		n.add(other)
		bishop |= other
		other = slider.FirstRook(rooks, occupied)
		n.add(other)
		rook |= other
		knights, bishops, rooks = knights&(knights-1), bishops&(bishops-1), rooks&(rooks-1)
		if queens != 0 {
			other = slider.FirstBishop(queens, occupied) | slider.FirstRook(queens, occupied)
			n.add(other)
			queen |= other
			queens &= queens - 1
		}
	}
	x.ByKnight, x.ByBishop, x.ByRook, x.ByQueen = knight, bishop, rook, queen
	x.Attacked, x.AttackedTwice = n.once, n.twice

	checkers, _, blockers, pinners := lines(square, b.Diagonal()&foe, b.Orthogonal()&foe, occupied, own)
	x.Checkers = checkers | squares.KnightFrom[square]&b.Knights()&foe | pawnAttacks(king, c)&b.Pawns()&foe
	x.Pinned, x.Pinners = blockers&own, pinners
	return blockers & foe
}
