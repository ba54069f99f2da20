package chess

import "github.com/koggestone/koggestone/prove/aig"

// FlipRanks returns the set turned upside down: rank 1 becomes rank 8.
func FlipRanks(a Set) Set { return each(func(t int) aig.Lit { return a[t^56] }) }

// Legal contains the legal moves of a side as sets of targets. It is defined on any board
// with any number of kings: see [Moves].
type Legal struct {
	Sliders, Knights         [8]Set // by direction and by jump
	King                     Set
	Push, Double, East, West Set // of pawns; East and West are captures
	Castling                 Set // rooks on a1 and h1 to castle with

	Check                aig.Lit
	Rare                 aig.Lit // there may be other moves: en passant, or castling from other squares
	FreeKnights, Targets Set     // knights that are not pinned, and where they may go
}

// Moves returns the legal moves of the side to move, with its pawns going north.
//
// A piece may move to a square in mask that has no piece of its own side. The mask is all squares
// without a check and none in double check; in a single check it is the checker and the empty
// squares between it and the king. A piece is pinned if it is alone on the line between the king
// and an opposing slider, and may then move along that line. The king may not enter danger, the
// squares that the other side attacks if the king is lifted off the board. If a side has several
// kings, the rules for the king hold for all of them.
func Moves(b *Board, black aig.Lit) Legal {
	g := b.G
	own, their := g.Muxes(black, b.Sides[1], b.Sides[0]), g.Muxes(black, b.Sides[0], b.Sides[1])
	king := g.Ands(b.Kings, own)
	danger := b.danger(king, their, Black)
	v := b.view(king, own, their, g.Ors(b.Empty, king), White)
	mask := CheckMask(g, v.checkers, g.Ands(v.line, b.Empty))
	// free returns the own pieces of a kind that may move along the line of direction d.
	free := func(kind Set, d int) Set {
		return g.AndNots(g.Ands(kind, own), g.AndNots(v.pinned, g.Ors(v.lines[d], v.lines[d^4])))
	}
	l := Legal{Check: g.Any(v.checkers), Targets: g.AndNots(mask, own), FreeKnights: g.AndNots(g.Ands(b.Knights, own), v.pinned)}
	for d := range 8 {
		l.Sliders[d] = g.Ands(Ray(g, free(b.Sliders(d), d), b.Empty, d), l.Targets)
		l.Knights[d] = g.Ands(Move(l.FreeKnights, Jumps[d]), l.Targets)
	}
	l.King = g.AndNots(Leap(g, king, Directions[:]...), g.Ors(own, danger))
	push := g.Ands(Move(free(b.Pawns, 7), Step{0, 1}), b.Empty)
	l.Push = g.Ands(push, mask)
	l.Double = g.Ands(Move(g.Ands(push, rank(3)), Step{0, 1}), b.Empty, mask)
	l.East = g.Ands(Move(free(b.Pawns, 0), Step{1, 1}), their, mask)
	l.West = g.Ands(Move(free(b.Pawns, 6), Step{-1, 1}), their, mask)

	// Usual castling: from e1 with an unmoved rook on a1 or h1, over empty squares that are not
	// in danger.
	const a1, b1, c1, d1, e1, f1, g1, h1 = 0, 1, 2, 3, 4, 5, 6, 7
	rooks := g.Ands(b.Castling, own)
	onE1 := g.Equal(king, aig.Const(1<<e1, 64))
	castling := func(rook int, empty, safe []int) aig.Lit {
		may := g.And(onE1, rooks[rook])
		for _, t := range empty {
			may = g.And(may, b.Empty[t])
		}
		for _, t := range safe {
			may = g.AndNot(may, danger[t])
		}
		return may
	}
	l.Castling = None()
	l.Castling[h1] = castling(h1, []int{f1, g1}, []int{e1, f1, g1})
	l.Castling[a1] = castling(a1, []int{b1, c1, d1}, []int{c1, d1, e1})
	elsewhere := g.AndNots(rooks, aig.Const(1<<a1|1<<h1, 64))
	l.Rare = g.Or(g.Any(b.EnPassant), g.Or(g.Any(elsewhere), g.AndNot(g.Any(rooks), onE1)))
	return l
}

func rank(r int) Set { return aig.Const(0xff<<(8*(r-1)), 64) }

// Sets returns all sets: the sliders, the knights, and the others in the order of their fields.
func (l *Legal) Sets() []Set {
	return append(append(append([]Set{}, l.Sliders[:]...), l.Knights[:]...), l.King, l.Push, l.Double, l.East, l.West, l.Castling)
}
