package quad

import "github.com/koggestone/koggestone"

// The pure-Go twins: always compiled, always tested, and what runs where no
// assembly does.

// A sight is what is seen along one direction, of what Threats needs to know:
// five classes of pieces, in three planes instead of the four of a Vision.
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
func (s sight) checked(k uint64) uint64 {
	if s.them&k != 0 {
		return s.ourKing()
	}
	return 0
}

// chainUp returns the propagators of the three steps of a fill by left shifts of
// s: what the generators of a direction share. All arguments but empty are
// constants once it is inlined.
func chainUp(empty uint64, s uint, wrap uint64) (p1, p2, p4 uint64) {
	p1 = empty & wrap
	p2 = p1 & (p1 << (s & 63))
	return p1, p2, p2 & (p2 << (2 * s & 63))
}

// chainDown does what chainUp does for right shifts.
func chainDown(empty uint64, s uint, wrap uint64) (p1, p2, p4 uint64) {
	p1 = empty & wrap
	p2 = p1 & (p1 >> (s & 63))
	return p1, p2, p2 & (p2 >> (2 * s & 63))
}

// attackUp returns the attacks of gen by left shifts of s.
func attackUp(gen, p1, p2, p4 uint64, s uint, wrap uint64) uint64 {
	gen |= p1 & (gen << (s & 63))
	gen |= p2 & (gen << (2 * s & 63))
	gen |= p4 & (gen << (4 * s & 63))
	return gen << (s & 63) & wrap
}

// attackDown returns the attacks of gen by right shifts of s.
func attackDown(gen, p1, p2, p4 uint64, s uint, wrap uint64) uint64 {
	gen |= p1 & (gen >> (s & 63))
	gen |= p2 & (gen >> (2 * s & 63))
	gen |= p4 & (gen >> (4 * s & 63))
	return gen >> (s & 63) & wrap
}

// attackEast returns the attacks of gen going east by subtraction, as the root
// package does: free is empty, free7 its lower seven files, gen apart from it.
func attackEast(gen, free7 uint64) uint64 {
	const low7 = 0x7f7f7f7f7f7f7f7f
	s2 := gen << 1 & notAFile
	return (free7 + s2&low7) ^ free7 ^ s2&^low7
}

// threatsGeneric sets t as Threats says. us is White or Black.
func threatsGeneric(t *Threats, b *Board, us Color) {
	empty := b.Empty()
	own := b.ByColor(us)
	foe := b.ByColor(us.Other())
	king := b.Kings() & own
	queens, foeKing := b.Queens()&foe, b.Kings()&foe
	kings := king | foeKing
	theirDiagonal, theirOrthogonal := b.Diagonal()&foe, b.Orthogonal()&foe

	// Diagonals.
	g := sight{theirDiagonal, queens | foeKing | b.Diagonal()&own, kings}
	p1, p2, p4 := chainUp(empty, 9, notAFile)
	ne := sight{attackUp(g.them, p1, p2, p4, 9, notAFile), attackUp(g.mark, p1, p2, p4, 9, notAFile), attackUp(g.king, p1, p2, p4, 9, notAFile)}
	p1, p2, p4 = chainDown(empty, 9, notHFile)
	sw := sight{attackDown(g.them, p1, p2, p4, 9, notHFile), attackDown(g.mark, p1, p2, p4, 9, notHFile), attackDown(g.king, p1, p2, p4, 9, notHFile)}
	p1, p2, p4 = chainDown(empty, 7, notAFile)
	se := sight{attackDown(g.them, p1, p2, p4, 7, notAFile), attackDown(g.mark, p1, p2, p4, 7, notAFile), attackDown(g.king, p1, p2, p4, 7, notAFile)}
	p1, p2, p4 = chainUp(empty, 7, notHFile)
	nw := sight{attackUp(g.them, p1, p2, p4, 7, notHFile), attackUp(g.mark, p1, p2, p4, 7, notHFile), attackUp(g.king, p1, p2, p4, 7, notHFile)}

	// Ranks and files.
	g = sight{theirOrthogonal, queens | foeKing | b.Orthogonal()&own, kings}
	free7 := empty & 0x7f7f7f7f7f7f7f7f
	e := sight{attackEast(g.them, free7), attackEast(g.mark, free7), attackEast(g.king, free7)}
	p1, p2, p4 = chainDown(empty, 1, notHFile)
	w := sight{attackDown(g.them, p1, p2, p4, 1, notHFile), attackDown(g.mark, p1, p2, p4, 1, notHFile), attackDown(g.king, p1, p2, p4, 1, notHFile)}
	const all = ^uint64(0)
	p1, p2, p4 = chainUp(empty, 8, all)
	n := sight{attackUp(g.them, p1, p2, p4, 8, all), attackUp(g.mark, p1, p2, p4, 8, all), attackUp(g.king, p1, p2, p4, 8, all)}
	// k empty squares in a row, counted from the other end.
	p2, p4 = p2>>8, p4>>24
	s := sight{attackDown(g.them, p1, p2, p4, 8, all), attackDown(g.mark, p1, p2, p4, 8, all), attackDown(g.king, p1, p2, p4, 8, all)}

	t.ByPawn = pawnAttacks(b.Pawns()&foe, us.Other())
	t.ByKnight = knightAttacks(b.Knights() & foe)
	t.ByBishop = ne.other() | sw.other() | se.other() | nw.other()
	t.ByRook = e.other() | w.other() | n.other() | s.other()
	t.ByQueen = ne.queen() | sw.queen() | se.queen() | nw.queen() | e.queen() | w.queen() | n.queen() | s.queen()
	t.ByKing = kingAttacks(foeKing)
	t.Attacked = t.ByPawn | t.ByKnight | t.ByBishop | t.ByRook | t.ByQueen | t.ByKing

	// line, king(d) & them(opp) by direction.
	lines := [8]uint64{
		koggestone.NorthEast: ne.ourKing() & sw.them,
		koggestone.East:      e.ourKing() & w.them,
		koggestone.SouthEast: se.ourKing() & nw.them,
		koggestone.South:     s.ourKing() & n.them,
		koggestone.SouthWest: sw.ourKing() & ne.them,
		koggestone.West:      w.ourKing() & e.them,
		koggestone.NorthWest: nw.ourKing() & se.them,
		koggestone.North:     n.ourKing() & s.them,
	}
	line := lines[0] | lines[1] | lines[2] | lines[3] | lines[4] | lines[5] | lines[6] | lines[7]
	sliding := (ne.ourKing()|sw.ourKing()|se.ourKing()|nw.ourKing())&theirDiagonal |
		(e.ourKing()|w.ourKing()|n.ourKing()|s.ourKing())&theirOrthogonal

	t.Checkers = sliding | knightAttacks(king)&b.Knights()&foe | pawnAttacks(king, us)&b.Pawns()&foe
	t.CheckMask = checkMask(t.Checkers, line&empty)
	t.Danger = t.Attacked
	if sliding != 0 {
		t.Danger |= ne.checked(king) | sw.checked(king) | se.checked(king) | nw.checked(king) |
			e.checked(king) | w.checked(king) | n.checked(king) | s.checked(king)
	}
	t.Pinned = line & own
	t.Pinners = 0
	if t.Pinned != 0 {
		for d := range lines {
			lines[d] &= own
		}
		t.Pinners = pinners(b, &lines) & foe
	}

	t.PawnChecks = pawnAttacks(foeKing, us.Other())
	t.KnightChecks = knightAttacks(foeKing)
	t.BishopChecks = ne.theirKing() | sw.theirKing() | se.theirKing() | nw.theirKing()
	t.RookChecks = e.theirKing() | w.theirKing() | n.theirKing() | s.theirKing()
	t.Discoverers = own & (ne.theirKing()&sw.ours() | sw.theirKing()&ne.ours() |
		se.theirKing()&nw.ours() | nw.theirKing()&se.ours() |
		e.theirKing()&w.ours() | w.theirKing()&e.ours() |
		n.theirKing()&s.ours() | s.theirKing()&n.ours())
}

// threatsBatchGeneric sets dst[k][i] to set k of the threats of board i of planes
// for side us[i].
func threatsBatchGeneric(dst *[threatSets][]uint64, planes *[4][]uint64, us []Color) {
	for i := range us {
		var t Threats
		threatsGeneric(&t, &Board{planes[G0][i], planes[G1][i], planes[G2][i], planes[GB][i]}, us[i]&1)
		for k, set := range t.sets() {
			dst[k][i] = *set
		}
	}
}

// visionBatchGeneric sets dst[d][p][i] to plane p of what is seen in direction d
// on board i of planes. The fills are the root package's, which has its own twins.
func visionBatchGeneric(dst *[8][4][]uint64, planes *[4][]uint64) {
	n := len(planes[G0])
	var black, empty [chunk]uint64
	for i := range n {
		occupied := planes[G0][i] | planes[G1][i] | planes[G2][i]
		black[i], empty[i] = planes[GB][i]&occupied, ^occupied
	}
	gens := [4][]uint64{planes[G0], planes[G1], planes[G2], black[:n]}
	koggestone.MultiAttacksBatch(dst, &gens, empty[:n])
}

// attacksBatchGeneric sets dst[i] to all attacks of colour c on board i of
// planes, the sliders' by the root package.
func attacksBatchGeneric(dst []uint64, planes *[4][]uint64, c Color) {
	var diagonal, orthogonal, empty [chunk]uint64
	n := len(dst)
	for i := range n {
		b := Board{planes[G0][i], planes[G1][i], planes[G2][i], planes[GB][i]}
		own := b.ByColor(c)
		diagonal[i], orthogonal[i], empty[i] = b.Diagonal()&own, b.Orthogonal()&own, b.Empty()
	}
	koggestone.SliderAttacksBatch(dst, diagonal[:n], orthogonal[:n], empty[:n])
	for i := range n {
		b := Board{planes[G0][i], planes[G1][i], planes[G2][i], planes[GB][i]}
		dst[i] |= b.leaps(b.ByColor(c), c)
	}
}
