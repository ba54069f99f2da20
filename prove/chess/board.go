package chess

import "github.com/koggestone/koggestone/prove/aig"

// A Board contains the sets of a position, which is given as four planes. Each square has a code
// of three bits: 0 is empty, 1 a rook that may castle, 2 a pawn, 3 a bishop, 4 a knight, 5
// another rook, 6 a king and 7 a queen. The fourth plane marks black pieces and, on an empty
// square, the en passant target.
type Board struct {
	G               *aig.Graph
	Occupied, Empty Set
	Sides           [2]Set // White and Black
	Pawns, Knights  Set
	Bishops, Rooks  Set
	Queens, Kings   Set
	Castling        Set // the rooks that may castle
	EnPassant       Set
}

// White and Black are the sides.
const (
	White = 0
	Black = 1
)

// NewBoard returns the sets of the planes g0, g1, g2 and gB.
func NewBoard(g *aig.Graph, planes [4]Set) *Board {
	piece := func(codes ...int) Set {
		return each(func(t int) aig.Lit {
			is := aig.False
			for _, code := range codes {
				is = g.Or(is, g.Equal(aig.Bits{planes[0][t], planes[1][t], planes[2][t]}, aig.Const(uint64(code), 3)))
			}
			return is
		})
	}
	b := &Board{G: g, Empty: piece(0), Castling: piece(1), Pawns: piece(2), Bishops: piece(3), Knights: piece(4),
		Rooks: piece(1, 5), Kings: piece(6), Queens: piece(7)}
	b.Occupied = b.Empty.Not()
	b.Sides = [2]Set{g.AndNots(b.Occupied, planes[3]), g.Ands(b.Occupied, planes[3])}
	b.EnPassant = g.Ands(b.Empty, planes[3])
	return b
}

// Sliders returns the pieces that move along a direction.
func (b *Board) Sliders(direction int) Set {
	if direction%2 == 0 {
		return b.G.Ors(b.Bishops, b.Queens)
	}
	return b.G.Ors(b.Rooks, b.Queens)
}

// PawnAttacks returns the squares that pawns of a side attack.
func PawnAttacks(g *aig.Graph, pawns Set, side int) Set {
	forward := 1 - 2*side
	return Leap(g, pawns, Step{1, forward}, Step{-1, forward})
}

// Leaps returns the attacks of the pawns, knights and kings among pieces of a side.
func (b *Board) Leaps(pieces Set, side int) Set {
	g := b.G
	return g.Ors(PawnAttacks(g, g.Ands(b.Pawns, pieces), side), Leap(g, g.Ands(b.Knights, pieces), Jumps[:]...), Leap(g, g.Ands(b.Kings, pieces), Directions[:]...))
}

// danger returns the squares that the pieces of a side attack if a king of the other side is lifted off the board.
func (b *Board) danger(king, pieces Set, side int) Set {
	danger := b.Leaps(pieces, side)
	for d := range Directions {
		danger = b.G.Ors(danger, Ray(b.G, b.G.Ands(b.Sliders(d), pieces), b.G.Ors(b.Empty, king), d))
	}
	return danger
}

// A view is the checks and pins of a king. Several kings count together.
type view struct {
	checkers        Set    // their pieces that give check
	lines           [8]Set // squares that the king sees in a direction, and a slider of theirs in the opposite one
	line            Set    // the union of lines
	pinned, pinners Set
}

// view returns the view of a king of side us. Their sliders see through a set, and the king through empty squares.
func (b *Board) view(king, own, foe, through Set, us int) (v view) {
	g := b.G
	v = view{line: None(), pinners: None()}
	v.checkers = g.Ands(foe, g.Ors(g.Ands(Leap(g, king, Jumps[:]...), b.Knights), g.Ands(PawnAttacks(g, king, us), b.Pawns)))
	for d := range Directions {
		movers := g.Ands(b.Sliders(d), foe)
		seen := Ray(g, king, b.Empty, d)
		v.checkers = g.Ors(v.checkers, g.Ands(seen, movers))
		v.lines[d] = g.Ands(seen, Ray(g, movers, through, d^4))
		v.line = g.Ors(v.line, v.lines[d])
		v.pinners = g.Ors(v.pinners, g.Ands(movers, Ray(g, g.Ands(v.lines[d], own), b.Empty, d)))
	}
	v.pinned = g.Ands(v.line, own)
	return v
}

// CheckMask returns the squares where a piece other than the king can end a check: all squares
// if there is no checker, none if there are several, and otherwise the checker and the squares
// between it and the king.
func CheckMask(g *aig.Graph, checkers, between Set) Set {
	one, several := aig.False, aig.False
	for _, c := range checkers {
		several = g.Or(several, g.And(one, c))
		one = g.Or(one, c)
	}
	ends := g.Ors(checkers, between)
	return each(func(t int) aig.Lit { return g.And(several.Not(), g.Or(one.Not(), ends[t])) })
}

// Threats returns the sets of quad.Threats in order, for a side to move.
func (b *Board) Threats(us int) []Set {
	g, them := b.G, 1-us
	own, foe := b.Sides[us], b.Sides[them]
	king, foeKing := g.Ands(b.Kings, own), g.Ands(b.Kings, foe)
	s := b.side(them) // what they attack
	checks := b.side(us)
	danger := s.attacked
	pawnChecks, knightChecks := PawnAttacks(g, foeKing, them), Leap(g, foeKing, Jumps[:]...)
	kingRays := [2]Set{None(), None()} // from the foe's king, diagonal and straight
	for d := range Directions {
		movers := g.Ands(b.Sliders(d), foe)
		hit := g.Any(g.Ands(Ray(g, movers, b.Empty, d), king))
		danger = g.Ors(danger, g.Gate(hit, Ray(g, king, b.Empty, d))) // behind our king
		kingRays[d%2] = g.Ors(kingRays[d%2], Ray(g, foeKing, b.Empty, d))
	}
	return []Set{s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings, s.attacked, danger,
		checks.checkers, CheckMask(g, checks.checkers, g.Ands(checks.line, b.Empty)), checks.pinned, checks.pinners,
		pawnChecks, knightChecks, kingRays[0], kingRays[1], checks.discoverers}
}

// BothThreats returns the sets of quad.BothThreats in order.
func (b *Board) BothThreats() (sets []Set) {
	for us := range 2 {
		s := b.side(us)
		sets = append(sets, s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings, s.attacked, s.twice,
			s.checkers, s.pinned, s.pinners, s.discoverers)
	}
	return sets
}

// A side contains what one side attacks, and the checks and pins on its opponent. If there are
// several kings, they count together.
type side struct {
	pawns, knights, bishops, rooks, queens, kings Set // squares attacked by kind
	attacked, twice                               Set // by one piece at least, by two
	view
	discoverers Set
}

func (b *Board) side(us int) *side {
	g, own, foe := b.G, b.Sides[us], b.Sides[1-us]
	king, foeKing := g.Ands(b.Kings, own), g.Ands(b.Kings, foe)
	s := &side{pawns: None(), knights: None(), bishops: None(), rooks: None(), queens: None(), kings: None(), attacked: None(), twice: None(),
		view: b.view(king, own, foe, b.Empty, us), discoverers: None()}
	count := func(kind *Set, attacks Set) { // each by one piece
		*kind = g.Ors(*kind, attacks)
		s.twice = g.Ors(s.twice, g.Ands(s.attacked, attacks))
		s.attacked = g.Ors(s.attacked, attacks)
	}
	for d, step := range Directions {
		for _, k := range []struct{ kind, pieces *Set }{{&s.bishops, &b.Bishops}, {&s.rooks, &b.Rooks}, {&s.queens, &b.Queens}} {
			if k.pieces == &b.Rooks && d%2 == 0 || k.pieces == &b.Bishops && d%2 == 1 {
				continue
			}
			count(k.kind, Ray(g, g.Ands(*k.pieces, own), b.Empty, d))
		}
		count(&s.kings, Move(king, step))
	}
	for _, step := range Jumps {
		count(&s.knights, Move(g.Ands(b.Knights, own), step))
	}
	forward := 1 - 2*us
	for _, file := range []int{1, -1} {
		count(&s.pawns, Move(g.Ands(b.Pawns, own), Step{file, forward}))
	}

	for d := range Directions {
		s.discoverers = g.Ors(s.discoverers, g.Ands(own, g.Ands(Ray(g, foeKing, b.Empty, d), Ray(g, g.Ands(b.Sliders(d), own), b.Empty, d^4))))
	}
	return s
}

// Legality returns the sets of quad.Legality in order. If there are several kings, ours is the
// one on the lowest square.
func (b *Board) Legality(us int) []Set {
	g, own, foe := b.G, b.Sides[us], b.Sides[1-us]
	kings := g.Ands(b.Kings, own)
	before := aig.False
	king := each(func(t int) aig.Lit {
		is := g.AndNot(kings[t], before)
		before = g.Or(before, kings[t])
		return is
	})
	v := b.view(king, own, foe, b.Empty, us)
	return []Set{v.checkers, CheckMask(g, v.checkers, g.Ands(v.line, b.Empty)), v.pinned, v.pinners, b.danger(king, foe, 1-us)}
}
