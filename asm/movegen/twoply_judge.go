package movegen

import (
	"slices"

	"github.com/koggestone/koggestone/asm/emit"
)

// judge sets the sets that the rules of simple moves use.
func (p *twoPly) judge() {
	p.them = p.keep(func(r int) formula { return at(p.own, r).Or(at(p.empty, r)).Not() })
	rays, beyond := p.judgeAttacks()
	short, long := p.judgeCastling()
	p.judgeKingTargets(short, long)
	p.next(twoPlyBlocks, "lines of their king")
	dead, live := p.judgePawns()
	p.judgeKingLines(rays, beyond, dead, live)
	p.next(twoPlyBlocks, "lines of its squares")
	p.judgeTargetLines()
	p.judgeReach()
}

// judgeAttacks sets the attacks of the own side, and the squares that it attacks once and
// twice. It returns the rays of their king up to the first piece, and from there up to the
// second.
func (p *twoPly) judgeAttacks() (rays, beyond [8]emit.Ranks) {
	v := p.V
	for _, kind := range p.kinds() {
		got := p.fills(kind, []fill{{from: always(p.ownSliders[kind])}, {from: always(p.theirKing)}, {behind: true}}, nil)
		for d := kind; d < 8; d += 2 {
			p.attacks[d], rays[d], beyond[d] = got[d][0], got[d][1], got[d][2]
		}
	}
	knights, king := p.spread(p.ownKnights), p.spread(p.ownKing)
	p.king = p.spread(p.theirKing)
	for r := range 8 {
		attacks := []formula{at(p.ownPawns, r-1).Moved(+1), at(p.ownPawns, r-1).Moved(-1), knights.knights(r), king.kings(r)}
		for d := range p.attacks {
			attacks = append(attacks, at(p.attacks[d], r))
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
		p.one[r], p.two[r] = p.Keep(v.Eval(one)), p.Keep(v.Eval(two))
	}
	p.releaseSpread(knights)
	p.releaseSpread(king)
	hangs := emit.Set(p.oddCastlers)
	for r := range 8 {
		hangs = emit.Spent(v.Eval(hangs.Or(at(p.one, r).And(at(p.theirKing, r)))))
	}
	v.Store(v.Eval(hangs), p.oddCastlers)
	return rays, beyond
}

// judgeCastling sets the paths and the rooks of their castling moves. It returns the king's
// targets of the short and the long one.
func (p *twoPly) judgeCastling() (short, long formula) {
	const last = 7
	v := p.V
	p.path, p.castlers = emit.None, emit.None
	if p.endings {
		return emit.None, emit.None
	}
	one, them, rooks := at(p.one, last), at(p.them, last), emit.Set(p.theirCastlers)
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
	p.path = emit.Set(p.Keep(v.Eval(shortPath.Or(longPath))))
	p.castlers = emit.Set(p.Keep(v.Eval(shortRook.Or(longRook))))
	return short, long
}

// judgeKingTargets sets the squares that their king could go to, and counts its moves.
func (p *twoPly) judgeKingTargets(short, long formula) {
	const last = 7
	v := p.V
	var goals emit.Ranks
	for r := range 8 {
		around := emit.Set(v.Eval(p.king.kings(r)))
		goal := around.Without(at(p.them, r))
		if r == last {
			goal = goal.Or(short, long)
		}
		goals[r] = p.Keep(v.Eval(goal))
		p.open[r] = p.Keep(v.Eval(at(goals, r).Without(at(p.one, r))))
		p.guarded[r] = p.Keep(v.Eval(at(goals, r).And(at(p.one, r))))
		p.once[r] = p.Keep(v.Eval(at(p.guarded, r).Without(at(p.two, r))))
		p.nearKing[r] = p.Keep(v.Eval(around.Without(at(p.two, r))))
	}
	p.free(goals)
	p.addBytes(&p.base, p.popcount(func(r int) formula { return p.king.kings(r).Without(at(p.them, r).Or(at(p.one, r))) }), 0)
	if !p.castlers.IsNone() {
		p.addBytes(&p.base, v.PopcountBytes(v.Eval(p.castlers)), 0)
	}
	p.free(p.one, p.two)
}

// judgePawns returns, for each axis, their dead pawns and their other pieces.
func (p *twoPly) judgePawns() (dead, live [4]emit.Ranks) {
	p.takesWest = p.keep(func(r int) formula { return at(p.own, r-1).Moved(+1) })
	p.takesEast = p.keep(func(r int) formula { return at(p.own, r-1).Moved(-1) })
	blocked := p.keep(func(r int) formula {
		return at(p.theirPawns, r).Without(at(p.empty, r-1).Or(at(p.own, r-1).Without(at(p.ownPawns, r-1))))
	})
	for axis := range dead {
		if !slices.Contains(p.kinds(), axis&1) {
			continue
		}
		dead[axis] = p.keep(func(r int) formula {
			e, w := at(p.takesEast, r), at(p.takesWest, r)
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
		live[axis] = p.keep(func(r int) formula { return at(p.them, r).Without(at(dead[axis], r)) })
	}
	p.free(blocked)
	return dead, live
}

// judgeKingLines sets the pieces that the rules exclude on the lines of their king, and
// which of their pieces may move: first conditions of whole boards, then rank by rank. It
// frees its arguments.
func (p *twoPly) judgeKingLines(rays, beyond [8]emit.Ranks, dead, live [4]emit.Ranks) {
	v := p.V
	type conditions struct{ noPin, noSecond, noShield, noBehind formula }
	var lines [8]conditions
	keepMask := func(e formula) formula { return emit.Set(p.Keep(v.Eval(e))) }
	for _, d := range p.directions() {
		axis, seen := d&3, p.attacks[d^4]
		l := &lines[d]
		ray := func(r int) formula { return at(rays[d], r).And(at(live[axis], r)) }
		l.noPin = keepMask(p.nowhere(func(r int) formula { return ray(r).And(at(seen, r)) }))
		l.noSecond = keepMask(p.nowhere(func(r int) formula { return at(beyond[d], r).And(at(seen, r)).Without(at(p.empty, r)) }))
		l.noShield = keepMask(p.nowhere(func(r int) formula { return at(rays[d], r).Or(at(beyond[d], r)).And(at(live[axis], r)) }).Or(l.noSecond))
		l.noBehind = keepMask(p.nowhere(ray))
	}
	var seenOn [4]emit.Ranks
	var deadOn [4]emit.Ranks
	for r := range 8 {
		shield, segment := emit.None, emit.None
		var checks [2]formula
		checks[0], checks[1] = emit.None, emit.None
		anySeen := emit.None
		var seen, doubtful [4]formula
		for axis := range seen {
			seen[axis], doubtful[axis] = emit.None, emit.None
		}
		// AVX2 has registers for the eight accumulators of one axis.
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
				acc(&seen[axis], at(rays[d], r).And(at(p.attacks[d^4], r)))
				line := emit.Set(v.Eval(at(rays[d], r).Or(at(beyond[d], r))))
				acc(&segment, line.Without(l.noPin))
				acc(&shield, line.Without(l.noShield))
				acc(&doubtful[axis], line.Without(l.noSecond))
				acc(&checks[d&1], at(rays[d], r).Or(at(beyond[d], r).Without(l.noBehind)))
			}
			seenOn[axis][r] = p.keepOne(seen[axis].Again())
			deadOn[axis][r] = p.keepOne(seen[axis].Again().Or(doubtful[axis].Again()).And(at(dead[axis], r)))
			switch {
			case seenOn[axis][r] == nil:
			case anySeen.IsNone():
				anySeen = emit.Set(seenOn[axis][r])
			default:
				anySeen = emit.Spent(v.Eval(anySeen.Or(emit.Set(seenOn[axis][r]))))
			}
		}
		uncover := at(p.own, r).And(anySeen.Again().Or(shield))
		p.uncover[r] = p.Keep(v.Eval(uncover))
		p.segment[r] = p.Keep(v.Eval(segment))
		for kind := range checks {
			p.checks[kind][r] = p.keepOne(checks[kind])
		}
		// Their pieces that may move.
		pinned := emit.Set(v.Eval(anySeen.Again()))
		for axis := range 4 {
			stuck := pinned.Without(at(seenOn[axis], r))
			p.theirMovers[axis][r] = p.keepOne(at(p.theirSliders[axis&1], r).Without(stuck))
			switch axis {
			case 0:
				p.capturers[0][r] = p.Keep(v.Eval(at(p.theirPawns, r).Without(stuck)))
			case 2:
				p.capturers[1][r] = p.Keep(v.Eval(at(p.theirPawns, r).Without(stuck)))
			case 3:
				p.pushers[r] = p.Keep(v.Eval(at(p.theirPawns, r).Without(stuck)))
			}
		}
		p.theirFreeKnights[r] = p.keepOne(at(p.theirKnights, r).Without(pinned))
	}
	p.deadWest = p.keep(func(r int) formula { return emit.Union(at(deadOn[1], r), at(deadOn[3], r), at(deadOn[2], r)) })
	p.deadEast = p.keep(func(r int) formula { return emit.Union(at(deadOn[1], r), at(deadOn[3], r), at(deadOn[0], r)) })
	p.free(rays[:]...)
	p.free(beyond[:]...)
	p.free(seenOn[:]...)
	p.free(deadOn[:]...)
	p.free(dead[:]...)
	p.free(live[:]...)
}

// judgeTargetLines sets the lines of the squares that their king could go to.
func (p *twoPly) judgeTargetLines() {
	for _, kind := range p.kinds() {
		p.fills(kind, []fill{{from: always(p.open)}, {from: always(p.guarded)}, {from: always(p.once)}}, func(r int, got func(d, i int) formula) {
			gains, guard, attacked := emit.None, emit.None, emit.None
			for d := kind; d < 8; d += 2 {
				gains = gains.Or(got(d, 0))
				guard = guard.Or(got(d, 0).And(at(p.attacks[d^4], r)))
				attacked = attacked.Or(got(d, 1).And(at(p.attacks[d^4], r)))
			}
			for axis := kind; axis < 4; axis += 2 {
				p.loses[axis][r] = p.keepOne(got(axis, 2).Or(got(axis+4, 2)))
			}
			p.gains[kind][r] = p.keepOne(gains)
			p.into(&p.guardLine, r, guard)
			p.into(&p.attackedLine, r, attacked)
		})
	}
	p.free(p.attacks[:]...)
	p.free(p.guarded)
}

// judgeReach sets the attacks of their sliders that may move.
func (p *twoPly) judgeReach() {
	for _, kind := range p.kinds() {
		got := p.fills(kind, []fill{{from: func(d int) emit.Ranks { return p.theirMovers[d&3] }}}, nil)
		for d := kind; d < 8; d += 2 {
			p.reach[d] = got[d][0]
		}
	}
	p.free(p.theirSliders[:]...)
}
