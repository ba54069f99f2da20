package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// The pure-Go twins of the kernels are compiled on every system, and run where there is no
// assembly.

// A sight is what Threats needs of the vision in one direction: five classes of pieces in
// three planes instead of the four of a Vision.
//
//	          them  mark  king
//	our king    0     0     1
//	their king  0     1     1
//	our slider  0     1     0      of the kinds that move along the direction
//	their queen 1     1     0
//	their other 1     0     0      bishop or rook, whichever moves that way
type sight struct{ them, mark, king uint64 }

func (s sight) other() uint64     { return s.them &^ s.mark }
func (s sight) queen() uint64     { return s.them & s.mark }
func (s sight) ours() uint64      { return s.mark &^ (s.them | s.king) }
func (s sight) ourKing() uint64   { return s.king &^ s.mark }
func (s sight) theirKing() uint64 { return s.king & s.mark }

// chain returns the propagators of the three steps of a fill by shifts of s. The fills of a
// direction and its opposite share them. s is a constant after inlining.
func chain(pro uint64, s uint) (p1, p2, p4 uint64) {
	p2 = pro & (pro << (s & 63))
	return pro, p2, p2 & (p2 << (2 * s & 63))
}

// attackUp returns the attacks of gen by left shifts of s.
func attackUp(gen, p1, p2, p4 uint64, s uint, wrap uint64) uint64 {
	gen |= p1 & (gen << (s & 63))
	gen |= p2 & (gen << (2 * s & 63))
	gen |= p4 & (gen << (4 * s & 63))
	return gen << (s & 63) & wrap
}

// attackDown returns the attacks of gen by right shifts of s. It takes the step onto the
// first square before the fill, so that it can share the propagators of attackUp; see
// downAttacks in package koggestone.
func attackDown(gen, p1, p2, p4 uint64, s uint, wrap uint64) uint64 {
	gen >>= s & 63
	gen |= (p1 & gen) >> (s & 63)
	gen |= (p2 & gen) >> (2 * s & 63)
	gen |= (p4 & gen) >> (4 * s & 63)
	return gen & wrap
}

// attackEast returns the attacks of gen going east, by one addition for each rank. inner is
// the empty squares of the inner files. A carry from the square next to a slider runs
// through empty squares to the next blocker.
func attackEast(gen, inner uint64) uint64 {
	return (inner + gen<<1&squares.NotFileA) ^ inner
}

// threatsGeneric sets t to the threats of b. us is White or Black. Without one king on each side it
// uses fills. It completes the two directions of an axis before the next axis, to save registers.
//
//asm:dispatch dst=t.sets() board=b.planes() us=uint64(us)
func threatsGeneric(t *Threats, b *Board, us Color) {
	if oneKingEach(b.Kings(), b.GB) {
		threatsLookups(t, b, us)
		return
	}
	empty := b.Empty()
	own := b.ByColor(us)
	foe := b.ByColor(us.Other())
	king := b.Kings() & own
	queens, foeKing := b.Queens()&foe, b.Kings()&foe
	kings := king | foeKing
	var line [8]uint64 // ourKing(d) & them(opp)
	var others, queen, ourRays, theirRays, discoverers uint64

	theirs := b.Diagonal() & foe
	marks := queens | foeKing | b.Diagonal()&own
	// inner is empty without the edge files, which no ray passes when it changes the file.
	// With & instead of -, the compiler would apply the mask at every step.
	inner := empty - empty&(squares.FileA|squares.FileH)
	p1, p2, p4 := chain(inner, 9)
	up := sight{attackUp(theirs, p1, p2, p4, 9, squares.NotFileA), attackUp(marks, p1, p2, p4, 9, squares.NotFileA), attackUp(kings, p1, p2, p4, 9, squares.NotFileA)}
	down := sight{attackDown(theirs, p1, p2, p4, 9, squares.NotFileH), attackDown(marks, p1, p2, p4, 9, squares.NotFileH), attackDown(kings, p1, p2, p4, 9, squares.NotFileH)}
	line[koggestone.NorthEast], line[koggestone.SouthWest] = up.ourKing()&down.them, down.ourKing()&up.them
	others |= up.other() | down.other()
	queen |= up.queen() | down.queen()
	ourRays |= up.ourKing() | down.ourKing()
	theirRays |= up.theirKing() | down.theirKing()
	discoverers |= up.theirKing()&down.ours() | down.theirKing()&up.ours()

	p1, p2, p4 = chain(inner, 7)
	up = sight{attackUp(theirs, p1, p2, p4, 7, squares.NotFileH), attackUp(marks, p1, p2, p4, 7, squares.NotFileH), attackUp(kings, p1, p2, p4, 7, squares.NotFileH)}
	down = sight{attackDown(theirs, p1, p2, p4, 7, squares.NotFileA), attackDown(marks, p1, p2, p4, 7, squares.NotFileA), attackDown(kings, p1, p2, p4, 7, squares.NotFileA)}
	line[koggestone.NorthWest], line[koggestone.SouthEast] = up.ourKing()&down.them, down.ourKing()&up.them
	others |= up.other() | down.other()
	queen |= up.queen() | down.queen()
	ourRays |= up.ourKing() | down.ourKing()
	theirRays |= up.theirKing() | down.theirKing()
	discoverers |= up.theirKing()&down.ours() | down.theirKing()&up.ours()

	t.ByBishop, t.BishopChecks, others, theirRays = others, theirRays, 0, 0
	sliding := ourRays & theirs
	ourRays = 0
	theirs = b.Orthogonal() & foe
	marks = queens | foeKing | b.Orthogonal()&own
	up = sight{attackEast(theirs, inner), attackEast(marks, inner), attackEast(kings, inner)}
	p1, p2, p4 = chain(inner, 1)
	down = sight{attackDown(theirs, p1, p2, p4, 1, squares.NotFileH), attackDown(marks, p1, p2, p4, 1, squares.NotFileH), attackDown(kings, p1, p2, p4, 1, squares.NotFileH)}
	line[koggestone.East], line[koggestone.West] = up.ourKing()&down.them, down.ourKing()&up.them
	others |= up.other() | down.other()
	queen |= up.queen() | down.queen()
	ourRays |= up.ourKing() | down.ourKing()
	theirRays |= up.theirKing() | down.theirKing()
	discoverers |= up.theirKing()&down.ours() | down.theirKing()&up.ours()

	const all = ^uint64(0)
	p1, p2, p4 = chain(empty, 8)
	up = sight{attackUp(theirs, p1, p2, p4, 8, all), attackUp(marks, p1, p2, p4, 8, all), attackUp(kings, p1, p2, p4, 8, all)}
	down = sight{attackDown(theirs, p1, p2, p4, 8, all), attackDown(marks, p1, p2, p4, 8, all), attackDown(kings, p1, p2, p4, 8, all)}
	line[koggestone.North], line[koggestone.South] = up.ourKing()&down.them, down.ourKing()&up.them
	others |= up.other() | down.other()
	queen |= up.queen() | down.queen()
	ourRays |= up.ourKing() | down.ourKing()
	theirRays |= up.theirKing() | down.theirKing()
	discoverers |= up.theirKing()&down.ours() | down.theirKing()&up.ours()

	t.ByRook, t.RookChecks = others, theirRays
	sliding |= ourRays & theirs
	t.ByQueen = queen
	t.ByPawn = pawnAttacks(b.Pawns()&foe, us.Other())
	t.ByKnight = squares.KnightAttacks(b.Knights() & foe)
	t.ByKing = squares.KingAttacks(foeKing)
	t.Attacked = t.ByPawn | t.ByKnight | t.ByBishop | t.ByRook | t.ByQueen | t.ByKing
	t.PawnChecks = pawnAttacks(foeKing, us.Other())
	t.KnightChecks = squares.KnightAttacks(foeKing)
	t.Discoverers = own & discoverers

	lines := line[0] | line[1] | line[2] | line[3] | line[4] | line[5] | line[6] | line[7]
	t.Checkers = sliding | squares.KnightAttacks(king)&b.Knights()&foe | pawnAttacks(king, us)&b.Pawns()&foe
	t.CheckMask = checkMask(t.Checkers, lines&empty)
	t.Danger = t.Attacked
	if sliding != 0 {
		t.Danger |= behind(*b, king, foe)
	}
	t.Pinned = lines & own
	t.Pinners = 0
	if t.Pinned != 0 {
		for d := range line {
			line[d] &= own
		}
		t.Pinners = pinners(&line, empty)
	}
}

// rayFrom[d][sq] is the attacks of a slider on sq in direction d on an empty board. Square
// 64 has none.
var rayFrom = func() (t [8][65]uint64) {
	for d, rays := range koggestone.RayTable() {
		copy(t[d][:], rays[:])
	}
	return t
}()

// legalityGeneric sets l to the legality of b. us is White or Black. Without one king on each side it
// uses fills.
//
//asm:dispatch dst=l.sets() board=b.planes() us=uint64(us)
func legalityGeneric(l *Legality, b *Board, us Color) {
	if oneKingEach(b.Kings(), b.GB) {
		legalityLookups(l, b, us)
		return
	}
	occupied := b.Occupied()
	own := b.ByColor(us)
	foe := occupied ^ own
	king := b.Kings() & own
	king &= -king
	diagonal, orthogonal := b.Diagonal()&foe, b.Orthogonal()&foe
	through := ^occupied | king
	danger := koggestone.NorthEastAttacks(diagonal, through) | koggestone.SouthWestAttacks(diagonal, through) |
		koggestone.NorthWestAttacks(diagonal, through) | koggestone.SouthEastAttacks(diagonal, through)
	danger |= koggestone.NorthAttacks(orthogonal, through) | koggestone.SouthAttacks(orthogonal, through) |
		koggestone.EastAttacks(orthogonal, through) | koggestone.WestAttacks(orthogonal, through)
	l.Danger = danger | b.leaps(foe, us.Other())

	*l = Legality{Checkers: squares.KnightAttacks(king)&b.Knights()&foe | pawnAttacks(king, us)&b.Pawns()&foe, Danger: l.Danger}
	between := uint64(0)
	square := bits.TrailingZeros64(king)
	for d := range rayFrom {
		ray := rayFrom[d][square]
		pieces := ray & occupied
		movers := orthogonal
		if d&1 == 0 {
			movers = diagonal
		}
		if pieces&movers == 0 {
			continue
		}
		// The first and the second piece on the ray.
		first := nearest(pieces, d)
		second := nearest(pieces^first, d)
		if first&movers != 0 {
			l.Checkers |= first
			between |= ray &^ (rayFrom[d][bits.TrailingZeros64(first)] | first)
		} else if first&own != 0 && second&movers != 0 {
			l.Pinned |= first
			l.Pinners |= second
		}
	}
	l.CheckMask = checkMask(l.Checkers, between)
}

// nearest returns the nearest of the pieces on a ray in direction d.
func nearest(pieces uint64, d int) uint64 {
	if d < 2 || d > 5 { // to higher squares
		return pieces & -pieces
	}
	return 1 << 63 >> bits.LeadingZeros64(pieces)
}

// behind returns the squares behind a king, seen from the sliders of foe that check it.
func behind(b Board, king, foe uint64) (rays uint64) {
	for _, d := range directions {
		if koggestone.Attacks(king, b.Empty(), d.Opposite())&movers(b, d)&foe != 0 {
			rays |= koggestone.Attacks(king, b.Empty(), d)
		}
	}
	return rays
}

// threatsBatchGeneric sets dst[k][i] to set k of the threats of board i of planes
// for side us[i], for lo <= i < hi.
//
//asm:dispatch us=(*uint8)(&us[{lo}])
func threatsBatchGeneric(dst *[threatSets][]uint64, planes *[4][]uint64, us []Color, lo, hi int) {
	for i := lo; i < hi; i++ {
		var t Threats
		threatsGeneric(&t, &Board{planes[G0][i], planes[G1][i], planes[G2][i], planes[GB][i]}, us[i]&1)
		for k, set := range t.sets() {
			dst[k][i] = set
		}
	}
}

//asm:dispatch board=b.planes()
func visionGeneric(dst *[8][4]uint64, b *Board) {
	gens := b.Generators()
	koggestone.MultiAttacks(dst, &gens, b.Empty())
}

// visionBatchGeneric sets dst[d][p][i] to plane p of the vision in direction d of board i
// of planes, for lo <= i < hi.
//
//asm:dispatch
func visionBatchGeneric(dst *[8][4][]uint64, planes *[4][]uint64, lo, hi int) {
	for i := lo; i < hi; i++ {
		var rays [8][4]uint64
		visionGeneric(&rays, &Board{planes[G0][i], planes[G1][i], planes[G2][i], planes[GB][i]})
		for d := range dst {
			for p := range dst[d] {
				dst[d][p][i] = rays[d][p]
			}
		}
	}
}

// slidersBatchGeneric sets diagonal[i], orthogonal[i] and empty[i] to the sliders
// of c and the empty squares of board lo+i.
//
//asm:dispatch local=diagonal,orthogonal,empty black=c.mask()
func slidersBatchGeneric(diagonal, orthogonal, empty []uint64, planes *[4][]uint64, c Color, lo, hi int) {
	for i := lo; i < hi; i++ {
		b := Board{planes[G0][i], planes[G1][i], planes[G2][i], planes[GB][i]}
		own := b.ByColor(c)
		diagonal[i-lo], orthogonal[i-lo], empty[i-lo] = b.Diagonal()&own, b.Orthogonal()&own, b.Empty()
	}
}

// leapsBatchGeneric adds to dst[i] the attacks of the pawns, knights and kings of c on
// board lo+i.
//
//asm:dispatch local=dst black=c.mask()
func leapsBatchGeneric(dst []uint64, planes *[4][]uint64, c Color, lo, hi int) {
	for i := lo; i < hi; i++ {
		b := Board{planes[G0][i], planes[G1][i], planes[G2][i], planes[GB][i]}
		dst[i-lo] |= b.leaps(b.ByColor(c), c)
	}
}
