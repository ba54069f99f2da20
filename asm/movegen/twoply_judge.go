package movegen

import (
	"slices"

	"github.com/koggestone/koggestone/asm/emit"
)

// rules contains the squares that the numbered rules of TWOPLY.md exclude. The phases of judge fill
// it in, and the phases of choose read it. As in TWOPLY.md, their king may now enter S0; it may not
// enter Sa, because own pieces guard these squares; S1 are the squares in Sa with exactly one guard.
type rules struct {
	uncover      emit.Ranks    // rules 1 and 3: own pieces that must stay
	segment      emit.Ranks    // rules 2 and 9: from their king to a slider that pins
	guardLine    emit.Ranks    // rule 4: between S0 and an own slider
	path         formula       // rules 5 and 9: the path of their castling, on the eighth rank
	once         emit.Ranks    // rules 6 and 9: S1
	loses        [4]emit.Ranks // rule 6: where a slider guards S1 along an axis
	open         emit.Ranks    // rule 7: S0
	gains        [2]emit.Ranks // rule 7: where a slider of a kind attacks S0
	checks       [2]emit.Ranks // rule 8: where a slider of a kind attacks their king or pins a piece
	king         spread        // rules 8 and 9: their king
	attackedLine emit.Ranks    // rule 9: between Sa and an own slider
	nearKing     emit.Ranks    // rule 10: beside their king and not guarded twice
	castlers     formula       // rule 10: their rooks that may castle now

	// Squares that dead pawns could capture on, to the west and to the east.
	deadWest, deadEast emit.Ranks
}

// replies contains the opponent's pieces that may reply; a pinned piece may move only along its
// pin. The phases of judge fill it in, and the counting phases read it.
type replies struct {
	sliders              [4]emit.Ranks // by axis
	reach                [8]emit.Ranks // what these sliders attack, by direction
	knights              emit.Ranks
	pushers              emit.Ranks    // pawns
	capturers            [2]emit.Ranks // pawns that may capture to the west and to the east
	takesWest, takesEast emit.Ranks    // where a pawn could capture an own piece to the west, and to the east
}

// judged contains values that only the phases of judge read.
type judged struct {
	attacks  [8]emit.Ranks // what own sliders attack, by direction
	one, two emit.Ranks    // what the own side attacks at least once and at least twice
	closed   emit.Ranks    // Sa
	dead     [4]emit.Ranks // their dead pawns, by axis
	live     [4]emit.Ranks // their other pieces
	// The lines from their king: up to the first piece, and from there up to the second.
	rays, beyond [8]emit.Ranks
}

// judge finds what the rules exclude and which pieces can reply, in three phases.
func (p *twoPly) judge() (*rules, *replies) {
	u, b, j := new(rules), new(replies), new(judged)
	p.them = p.keep(func(r int) formula { return at(p.own, r).Or(at(p.empty, r)).Not() })
	p.judgeAttacks(u, j)
	short, long := p.judgeCastling(u, j)
	p.judgeKingTargets(u, j, short, long)
	p.next(twoPlyBlocks, "lines of their king")
	p.judgePawns(b, j)
	p.judgeKingLines(u, b, j)
	p.next(twoPlyBlocks, "lines of its squares")
	p.judgeTargetLines(u, j)
	p.judgeReach(b)
	return u, b
}

// judgeAttacks finds what the own side attacks, and the lines from their king.
func (p *twoPly) judgeAttacks(u *rules, j *judged) {
	v := p.V
	for _, kind := range p.kinds() {
		got := p.fills(kind, []fill{{from: always(p.ownSliders[kind])}, {from: always(p.theirKing)}, {behind: true}}, nil)
		for d := kind; d < 8; d += 2 {
			j.attacks[d], j.rays[d], j.beyond[d] = got[d][0], got[d][1], got[d][2]
		}
	}
	knights, king := p.spread(p.ownKnights), p.spread(p.ownKing)
	u.king = p.spread(p.theirKing)
	for r := range 8 {
		attacks := []formula{at(p.ownPawns, r-1).Moved(+1), at(p.ownPawns, r-1).Moved(-1), knights.knights(r), king.kings(r)}
		for d := range j.attacks {
			attacks = append(attacks, at(j.attacks[d], r))
		}
		one, two := emit.None, emit.None
		for _, x := range attacks {
			if x.IsNone() {
				continue
			}
			if !x.IsSet() {
				x = emit.Set(v.Eval(x))
			}
			if two = two.Or(one.Again().And(x)); !two.IsNone() {
				two = emit.Spent(v.Eval(two))
			}
			one = emit.Spent(v.Eval(one.Or(x)))
		}
		j.one[r], j.two[r] = p.Keep(v.Eval(one)), p.Keep(v.Eval(two))
	}
	hangs := emit.Set(p.oddCastlers)
	for r := range 8 {
		hangs = emit.Spent(v.Eval(hangs.Or(at(j.one, r).And(at(p.theirKing, r)))))
	}
	v.Store(v.Eval(hangs), p.oddCastlers)
}

// judgeCastling sets the paths and the rooks of their castling moves. It returns the king's
// targets for short and long castling.
func (p *twoPly) judgeCastling(u *rules, j *judged) (short, long formula) {
	const last = 7
	v := p.V
	u.path, u.castlers = emit.None, emit.None
	if p.endings {
		return emit.None, emit.None
	}
	one, them, rooks := at(j.one, last), at(p.them, last), emit.Set(p.theirCastlers)
	castles := func(rook, way, first, safe uint8) (to, through, now formula) {
		gone := p.byteOf(rook).Without(rooks)
		none := func(e formula) formula { return emit.Set(v.ZeroBytes(v.Eval(e))) }
		open := none(emit.Union(gone, them.And(p.byteOf(way)), one.And(p.byteOf(first))))
		quiet := none(one.And(p.byteOf(safe)))
		to, through = open.And(p.byteOf(way&safe)), emit.Union(open.And(quiet).And(p.byteOf(way)))
		now = none(emit.Union(gone, p.byteOf(way).Without(at(p.empty, last)), one.And(p.byteOf(safe|0x10)))).And(p.byteOf(rook))
		return emit.Set(p.Keep(v.Eval(to))), emit.Set(p.Keep(v.Eval(through))), emit.Set(p.Keep(v.Eval(now)))
	}
	short, shortPath, shortRook := castles(0x80, 0x60, 0x20, 0x60)
	long, longPath, longRook := castles(0x01, 0x0e, 0x08, 0x0c)
	u.path = emit.Set(p.Keep(v.Eval(shortPath.Or(longPath))))
	u.castlers = emit.Set(p.Keep(v.Eval(shortRook.Or(longRook))))
	return short, long
}

// judgeKingTargets finds the squares that their king could go to, and counts its moves.
func (p *twoPly) judgeKingTargets(u *rules, j *judged, short, long formula) {
	const last = 7
	v := p.V
	var goals emit.Ranks
	for r := range 8 {
		around := emit.Set(v.Eval(u.king.kings(r)))
		goal := around.Without(at(p.them, r))
		if r == last {
			goal = goal.Or(short, long)
		}
		goals[r] = p.Keep(v.Eval(goal))
		u.open[r] = p.Keep(v.Eval(at(goals, r).Without(at(j.one, r))))
		j.closed[r] = p.Keep(v.Eval(at(goals, r).And(at(j.one, r))))
		u.once[r] = p.Keep(v.Eval(at(j.closed, r).Without(at(j.two, r))))
		u.nearKing[r] = p.Keep(v.Eval(around.Without(at(j.two, r))))
	}
	p.addBytes(&p.base, p.popcount(func(r int) formula { return u.king.kings(r).Without(at(p.them, r).Or(at(j.one, r))) }), 0)
	if !u.castlers.IsNone() {
		p.addBytes(&p.base, v.PopcountBytes(v.Eval(u.castlers)), 0)
	}
}

// judgePawns finds, for each axis, their dead pawns and their other pieces.
func (p *twoPly) judgePawns(b *replies, j *judged) {
	b.takesWest = p.keep(func(r int) formula { return at(p.own, r-1).Moved(+1) })
	b.takesEast = p.keep(func(r int) formula { return at(p.own, r-1).Moved(-1) })
	blocked := p.keep(func(r int) formula {
		return at(p.theirPawns, r).Without(at(p.empty, r-1).Or(at(p.own, r-1).Without(at(p.ownPawns, r-1))))
	})
	for axis := range j.dead {
		if !slices.Contains(p.kinds(), axis&1) {
			continue
		}
		j.dead[axis] = p.keep(func(r int) formula {
			e, w := at(b.takesEast, r), at(b.takesWest, r)
			switch axis {
			case 0:
				return at(blocked, r).Without(e)
			case 1:
				return at(blocked, r).Without(e.Or(w))
			case 2:
				return at(blocked, r).Without(w)
			}
			return at(p.theirPawns, r).Without(e.Or(w))
		})
		j.live[axis] = p.keep(func(r int) formula { return at(p.them, r).Without(at(j.dead[axis], r)) })
	}
}

// A kingLine decides what the rules exclude on a line from their king. Each condition is a mask: the
// byte of a board is all ones if the condition holds there, so that Without keeps the line only on
// the other boards.
//
//	king . . first . second . slider
//
// Only their live pieces count, because the rules ignore pins of dead pawns.
type kingLine struct {
	// noPin: no piece is pinned, because the first piece is not theirs or no own slider is behind
	// it (rule 2).
	noPin formula
	// noSecond: no own slider is behind the second piece.
	noSecond formula
	// noShield: neither of the first two pieces is theirs, or noSecond holds. Otherwise the other of
	// the two, if it is own, has to stay, because theirs would be pinned without it (rule 3).
	noShield formula
	// noBehind: the first piece is not theirs. Otherwise an own slider behind it pins it (rule 8).
	noBehind formula
}

// kingLine emits the conditions of the line along d.
func (p *twoPly) kingLine(j *judged, d int) (l kingLine) {
	axis, seen := d&3, j.attacks[d^4]
	nowhere := func(f func(r int) formula, or ...formula) formula {
		return emit.Set(p.Keep(p.V.Eval(p.nowhere(f).Or(or...))))
	}
	first := func(r int) formula { return at(j.rays[d], r).And(at(j.live[axis], r)) }
	l.noPin = nowhere(func(r int) formula { return first(r).And(at(seen, r)) })
	l.noSecond = nowhere(func(r int) formula { return at(j.beyond[d], r).And(at(seen, r)).Without(at(p.empty, r)) })
	l.noShield = nowhere(func(r int) formula { return at(j.rays[d], r).Or(at(j.beyond[d], r)).And(at(j.live[axis], r)) }, l.noSecond)
	l.noBehind = nowhere(first)
	return l
}

// judgeKingLines finds what the rules exclude on the lines of their king, and which of
// their pieces may move. It first computes conditions for whole boards, and then goes rank
// by rank.
func (p *twoPly) judgeKingLines(u *rules, b *replies, j *judged) {
	v := p.V
	var lines [8]kingLine
	for _, d := range p.directions() {
		lines[d] = p.kingLine(j, d)
	}
	var seenOn [4]emit.Ranks // the first piece on a line that has an own slider behind it
	var deadOn [4]emit.Ranks // dead pawns on a line that has an own slider
	for r := range 8 {
		shield, segment := emit.None, emit.None
		var checks [2]formula
		checks[0], checks[1] = emit.None, emit.None
		anySeen := emit.None
		var seen, doubtful [4]formula
		for axis := range seen {
			seen[axis], doubtful[axis] = emit.None, emit.None
		}
		// AVX2 has enough registers for the eight accumulators of one axis.
		acc := func(x *formula, e formula) {
			if e := (*x).Or(e); !e.IsNone() {
				*x = emit.Spent(v.Eval(e))
			}
		}
		for axis := range 4 {
			for _, d := range []int{axis, axis + 4} {
				if !slices.Contains(p.kinds(), d&1) {
					continue
				}
				l := &lines[d]
				acc(&seen[axis], at(j.rays[d], r).And(at(j.attacks[d^4], r)))
				line := emit.Set(v.Eval(at(j.rays[d], r).Or(at(j.beyond[d], r))))
				acc(&segment, line.Without(l.noPin))                                           // rule 2
				acc(&shield, line.Without(l.noShield))                                         // rule 3
				acc(&doubtful[axis], line.Without(l.noSecond))                                 // dead pawns
				acc(&checks[d&1], at(j.rays[d], r).Or(at(j.beyond[d], r).Without(l.noBehind))) // rule 8
			}
			seenOn[axis][r] = p.keepOne(seen[axis].Again())
			deadOn[axis][r] = p.keepOne(seen[axis].Again().Or(doubtful[axis].Again()).And(at(j.dead[axis], r)))
			switch {
			case seenOn[axis][r] == nil:
			case anySeen.IsNone():
				anySeen = emit.Set(seenOn[axis][r])
			default:
				anySeen = emit.Spent(v.Eval(anySeen.Or(emit.Set(seenOn[axis][r]))))
			}
		}
		u.uncover[r] = p.Keep(v.Eval(at(p.own, r).And(anySeen.Again().Or(shield)))) // rules 1 and 3
		u.segment[r] = p.Keep(v.Eval(segment))
		for kind := range checks {
			u.checks[kind][r] = p.keepOne(checks[kind])
		}
		// Their pieces that may move.
		pinned := emit.Set(v.Eval(anySeen.Again()))
		for axis := range 4 {
			stuck := pinned.Without(at(seenOn[axis], r))
			b.sliders[axis][r] = p.keepOne(at(p.theirSliders[axis&1], r).Without(stuck))
			switch axis {
			case 0:
				b.capturers[0][r] = p.Keep(v.Eval(at(p.theirPawns, r).Without(stuck)))
			case 2:
				b.capturers[1][r] = p.Keep(v.Eval(at(p.theirPawns, r).Without(stuck)))
			case 3:
				b.pushers[r] = p.Keep(v.Eval(at(p.theirPawns, r).Without(stuck)))
			}
		}
		b.knights[r] = p.keepOne(at(p.theirKnights, r).Without(pinned))
	}
	u.deadWest = p.keep(func(r int) formula { return emit.Union(at(deadOn[1], r), at(deadOn[3], r), at(deadOn[2], r)) })
	u.deadEast = p.keep(func(r int) formula { return emit.Union(at(deadOn[1], r), at(deadOn[3], r), at(deadOn[0], r)) })
}

// judgeTargetLines finds the lines through squares that their king could go to.
func (p *twoPly) judgeTargetLines(u *rules, j *judged) {
	for _, kind := range p.kinds() {
		p.fills(kind, []fill{{from: always(u.open)}, {from: always(j.closed)}, {from: always(u.once)}}, func(r int, got func(d, i int) formula) {
			gains, guard, attacked := emit.None, emit.None, emit.None
			for d := kind; d < 8; d += 2 {
				gains = gains.Or(got(d, 0))                                  // rule 7
				guard = guard.Or(got(d, 0).And(at(j.attacks[d^4], r)))       // rule 4
				attacked = attacked.Or(got(d, 1).And(at(j.attacks[d^4], r))) // rule 9
			}
			for axis := kind; axis < 4; axis += 2 {
				u.loses[axis][r] = p.keepOne(got(axis, 2).Or(got(axis+4, 2))) // rule 6
			}
			u.gains[kind][r] = p.keepOne(gains)
			p.into(&u.guardLine, r, guard)
			p.into(&u.attackedLine, r, attacked)
		})
	}
}

// judgeReach finds what their sliders that may move attack.
func (p *twoPly) judgeReach(b *replies) {
	for _, kind := range p.kinds() {
		got := p.fills(kind, []fill{{from: func(d int) emit.Ranks { return b.sliders[d&3] }, keep: p.keepReach}}, nil)
		for d := kind; d < 8; d += 2 {
			b.reach[d] = got[d][0]
		}
	}
}
