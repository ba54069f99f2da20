package quad

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// A bothSight is what BothThreats needs of the vision in one direction: six classes of
// pieces in three planes.
//
//	               mover heavy black
//	king             0     1    0 1
//	queen            1     1    0 1
//	bishop or rook   1     0    0 1   whichever moves that way
type bothSight struct{ mover, heavy, black uint64 }

// bothSums is the sums over the directions. Pairs are indexed by side.
type bothSums struct {
	singles     [2][2]uint64 // of bishops, and of rooks
	queens      [2]uint64
	once, twice [2]uint64
	lines       [2]uint64 // from the side's king to sliders of the other
	pinned      [8]uint64 // pinned pieces of both sides, by the direction from their king
	checkers    uint64    // sliders of both sides
}

// add counts the squares of set as attacked once more by side c.
func (s *bothSums) add(c Color, set uint64) {
	s.twice[c&1] |= s.once[c&1] & set
	s.once[c&1] |= set
}

// axis adds the vision of movers and black pieces along d and its opposite.
func (s *bothSums) axis(d koggestone.Direction, up, down bothSight, movers, occupied, black uint64) {
	whiteUp, blackUp := up.mover&^up.black, up.mover&up.black
	whiteDown, blackDown := down.mover&^down.black, down.mover&down.black
	single := &s.singles[d&1]
	single[White] |= whiteUp&^up.heavy | whiteDown&^down.heavy
	single[Black] |= blackUp&^up.heavy | blackDown&^down.heavy
	s.queens[White] |= whiteUp&up.heavy | whiteDown&down.heavy
	s.queens[Black] |= blackUp&up.heavy | blackDown&down.heavy
	s.add(White, whiteUp)
	s.add(White, whiteDown)
	s.add(Black, blackUp)
	s.add(Black, blackDown)

	kingUp, kingDown := up.heavy&^up.mover, down.heavy&^down.mover
	ofWhite, ofBlack := kingUp&^up.black|kingDown&^down.black, kingUp&up.black|kingDown&down.black
	s.checkers |= movers & (ofWhite&black | ofBlack&^black)
	whiteLine, blackLine := kingUp&^up.black&blackDown, kingUp&up.black&whiteDown
	s.pinned[d&7] = occupied & (whiteLine&^black | blackLine&black)
	s.lines[White] |= whiteLine
	s.lines[Black] |= blackLine
	whiteLine, blackLine = kingDown&^down.black&blackUp, kingDown&down.black&whiteUp
	s.pinned[(d+4)&7] = occupied & (whiteLine&^black | blackLine&black)
	s.lines[White] |= whiteLine
	s.lines[Black] |= blackLine
}

// bothThreatsGeneric sets t to the threats of both sides of b. Without one king on each side it uses
// fills.
//
//asm:dispatch dst=t.sets() board=b.planes()
func bothThreatsGeneric(t *BothThreats, b *Board) {
	if oneKingEach(b.Kings(), b.GB) {
		t[Black].Discoverers = sideLookups(&t[White], b, White)
		t[White].Discoverers = sideLookups(&t[Black], b, Black)
		return
	}
	occupied := b.Occupied()
	empty := ^occupied
	sides := [2]uint64{b.White(), b.Black()}
	kings := b.Kings()
	var s bothSums

	// empty without the edge files: see threatsGeneric.
	inner := empty - empty&(squares.FileA|squares.FileH)
	movers := b.Diagonal()
	heavy := kings | b.Queens()
	black := (movers | kings) & sides[Black]
	p1, p2, p4 := chain(inner, 9)
	s.axis(koggestone.NorthEast,
		bothSight{attackUp(movers, p1, p2, p4, 9, squares.NotFileA), attackUp(heavy, p1, p2, p4, 9, squares.NotFileA), attackUp(black, p1, p2, p4, 9, squares.NotFileA)},
		bothSight{attackDown(movers, p1, p2, p4, 9, squares.NotFileH), attackDown(heavy, p1, p2, p4, 9, squares.NotFileH), attackDown(black, p1, p2, p4, 9, squares.NotFileH)},
		movers, occupied, sides[Black])
	p1, p2, p4 = chain(inner, 7)
	s.axis(koggestone.NorthWest,
		bothSight{attackUp(movers, p1, p2, p4, 7, squares.NotFileH), attackUp(heavy, p1, p2, p4, 7, squares.NotFileH), attackUp(black, p1, p2, p4, 7, squares.NotFileH)},
		bothSight{attackDown(movers, p1, p2, p4, 7, squares.NotFileA), attackDown(heavy, p1, p2, p4, 7, squares.NotFileA), attackDown(black, p1, p2, p4, 7, squares.NotFileA)},
		movers, occupied, sides[Black])

	movers = b.Orthogonal()
	black = (movers | kings) & sides[Black]
	p1, p2, p4 = chain(inner, 1)
	s.axis(koggestone.East,
		bothSight{attackEast(movers, inner), attackEast(heavy, inner), attackEast(black, inner)},
		bothSight{attackDown(movers, p1, p2, p4, 1, squares.NotFileH), attackDown(heavy, p1, p2, p4, 1, squares.NotFileH), attackDown(black, p1, p2, p4, 1, squares.NotFileH)},
		movers, occupied, sides[Black])
	const all = ^uint64(0)
	p1, p2, p4 = chain(empty, 8)
	s.axis(koggestone.North,
		bothSight{attackUp(movers, p1, p2, p4, 8, all), attackUp(heavy, p1, p2, p4, 8, all), attackUp(black, p1, p2, p4, 8, all)},
		bothSight{attackDown(movers, p1, p2, p4, 8, all), attackDown(heavy, p1, p2, p4, 8, all), attackDown(black, p1, p2, p4, 8, all)},
		movers, occupied, sides[Black])

	pinning := uint64(0)
	if (s.lines[White]|s.lines[Black])&occupied != 0 {
		pinning = pinners(&s.pinned, empty)
	}
	for c := range Color(2) {
		x, own, foe := &t[c], sides[c], sides[c^1]
		king := kings & own
		x.ByPawn, x.ByKnight, x.ByKing = s.leapers(b, c, own, king)
		x.ByBishop, x.ByRook, x.ByQueen = s.singles[0][c], s.singles[1][c], s.queens[c]
		x.Attacked, x.AttackedTwice = s.once[c], s.twice[c]
		x.Checkers = s.checkers&foe | squares.KnightAttacks(king)&b.Knights()&foe | pawnAttacks(king, c)&b.Pawns()&foe
		x.Pinned = s.lines[c] & own
		x.Pinners = pinning & foe
		x.Discoverers = s.lines[c^1] & own
	}
}

// leapers counts and returns the attacks of pawns, knights and kings of side c.
func (s *bothSums) leapers(b *Board, c Color, own, kings uint64) (pawn, knight, king uint64) {
	front := b.Pawns() & own
	if c == White {
		front <<= 8
	} else {
		front >>= 8
	}
	east, west := front<<1&squares.NotFileA, front>>1&squares.NotFileH
	s.add(c, east)
	s.add(c, west)
	// Up to two knights are counted one by one, more of them by jumps.
	knights := b.Knights() & own
	first := knights & -knights
	if rest := knights ^ first; rest&(rest-1) == 0 {
		one, other := squares.KnightAttacks(first), squares.KnightAttacks(rest)
		s.add(c, one)
		s.add(c, other)
		knight = one | other
	} else {
		for i := range squares.Jumps {
			set := squares.Jumps[i].From(knights)
			s.add(c, set)
			knight |= set
		}
	}
	for ; kings != 0; kings &= kings - 1 {
		set := squares.KingAttacks(kings & -kings)
		s.add(c, set)
		king |= set
	}
	return east | west, knight, king
}
