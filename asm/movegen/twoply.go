package movegen

import (
	"fmt"
	"slices"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// twoPly emits the count of two plies at once, with ranks in registers. It has the steps and
// the names of the library's twoPly.
type twoPly struct {
	*legalMoves
	block  Mem           // the current block
	left   reg.GPVirtual // how many blocks of the phase are left
	phases int
	legal  [layout.MoveSets]emit.Ranks // after choose without the simple moves

	// The board.
	empty, own, them                    emit.Ranks
	ownKing, ownKnights, ownPawns       emit.Ranks
	theirKing, theirKnights, theirPawns emit.Ranks
	ownSliders, theirSliders            [2]emit.Ranks
	line, checkers, mask                emit.Ranks

	base, count, plus, minus words // replies if the own side passed; simple moves; corrections

	// judge
	attacks                 [8]emit.Ranks // of own sliders
	one, two                emit.Ranks
	king                    spread // theirs
	open, guarded, once     emit.Ranks
	path                    formula // on the eighth rank
	castlers                formula
	nearKing                emit.Ranks
	takesWest, takesEast    emit.Ranks
	uncover, segment        emit.Ranks // rules 1 and 3, and 2
	checks, gains           [2]emit.Ranks
	guardLine, attackedLine emit.Ranks
	loses                   [4]emit.Ranks
	deadWest, deadEast      emit.Ranks    // pawns that could capture there
	theirMovers             [4]emit.Ranks // by axis
	pushers                 emit.Ranks
	capturers               [2]emit.Ranks
	theirFreeKnights        emit.Ranks
	reach                   [8]emit.Ranks

	// choose
	from                      emit.Ranks
	knightTo                  emit.Ranks
	sliderTo                  [2]emit.Ranks
	movers                    [4]emit.Ranks // by axis
	simple                    [8]emit.Ranks
	simpleKnights, simpleKing emit.Ranks
	push, double, east, west  emit.Ranks
	castling                  emit.Ranks

	lengths, counts [8][3]emit.Ranks // measure
	weight          [7]emit.Ranks    // weigh
	moves           [5]emit.Ranks    // total
	rows            [5]words
}

// words are sums of 16 bits in memory: those of the even bytes, and those of the odd bytes.
type words [2]Mem

// split returns the even and the odd bytes of x as words.
func (p *twoPly) split(x emit.Vec) (w [2]emit.Vec) {
	v := p.V
	w[0] = v.And(x, v.Broadcast(0x00ff00ff00ff00ff))
	w[1] = v.ShiftWords(x, -8)
	return w
}

// addBytes adds the bytes of x, 1 << shift times each.
func (p *twoPly) addBytes(w *words, x emit.Vec, shift int) {
	v := p.V
	for i, y := range p.split(x) {
		if shift > 0 {
			y = v.ShiftWords(y, shift)
		}
		p.addWord(w, i, y)
	}
}

// addWord adds x to half i of w.
func (p *twoPly) addWord(w *words, i int, x emit.Vec) {
	if w[i].Base == nil {
		w[i] = p.Keep(x)
	} else {
		p.V.Store(p.V.AddWords(x, w[i]), w[i])
	}
}

// unless jumps to the label name if the set is empty on all boards of the block.
func (p *twoPly) unless(name string, f func(r int) formula) {
	v := p.V
	if v == emit.NEON {
		return
	}
	var any emit.Vec
	for r := range 8 {
		if e := f(r); !e.IsNone() {
			any = v.Eval(emit.Spent(any).Or(e))
		}
	}
	p.unlessAny(name, any)
}

// unlessAny jumps to the label name if any is zero.
func (p *twoPly) unlessAny(name string, any emit.Vec) {
	v := p.V
	if v == emit.NEON {
		return // its register allocation ignores jumps
	}
	if v.Wide() {
		k := K()
		VPTESTMB(any, any, k)
		KORTESTQ(k, k)
	} else {
		VPTEST(any, any)
	}
	JZ(LabelRef(name))
}

// label is the place to which unless jumps.
func (p *twoPly) label(name string) {
	if p.V != emit.NEON {
		Label(name)
	}
}

// popcounts returns the sum over the ranks of the population counts of each of sets.
func (p *twoPly) popcounts(f func(r int) []formula) emit.Vec {
	v := p.V
	var sum emit.Vec
	var count func(emit.Vec) emit.Vec
	for r := range 8 {
		for _, e := range f(r) {
			if e.IsNone() {
				continue
			}
			if count == nil {
				count = v.Popcounter()
			}
			n := count(v.Eval(e))
			if sum != nil {
				n = v.AddBytes(sum, n)
			}
			sum = n
		}
	}
	return sum
}

func (p *twoPly) popcount(f func(r int) formula) emit.Vec {
	return p.popcounts(func(r int) []formula { return []formula{f(r)} })
}

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
		// AVX2 has registers for eight accumulators, those of one axis.
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

func (p *twoPly) keepOne(e formula) Op {
	if e.IsNone() {
		return nil
	}
	return p.Keep(p.V.Eval(e))
}

// into adds e to rank r of a set.
func (p *twoPly) into(s *emit.Ranks, r int, e formula) {
	switch {
	case e.IsNone():
	case s[r] == nil:
		s[r] = p.Keep(p.V.Eval(e))
	default:
		p.V.Store(p.V.Eval(at(*s, r).Or(e)), s[r].(Mem))
	}
}

// choose sets the sets of simple moves and removes them from the legal ones.
func (p *twoPly) choose() {
	free, once := p.spread(p.open), p.spread(p.once)
	kingTo, safeQuiet, safeTakes := p.chooseTargets(free)
	p.chooseKing(kingTo, once)
	p.chooseCastling(free, once)
	p.next(twoPlyBlocks, "simple moves")
	p.chooseSliders()
	p.simpleKnights = p.keep(func(r int) formula {
		return at(p.legal[layout.FreeKnights], r).And(at(p.from, r)).Without(once.knights(r))
	})
	p.choosePawns(once, safeQuiet, safeTakes)
	p.releaseSpread(free)
	p.releaseSpread(once)
	p.removeSimple()
	p.free(p.open, p.once, p.nearKing, p.uncover, p.segment, p.guardLine, p.attackedLine, p.deadWest, p.deadEast)
	p.free(p.checks[:]...)
	p.free(p.gains[:]...)
	p.free(p.loses[:]...)
	p.free(p.theirKing, p.theirKnights, p.ownKnights, p.ownPawns, p.theirPawns, p.line, p.checkers, p.mask, p.from)
	p.free(p.ownSliders[:]...)
	p.free(p.sliderTo[:]...)
	p.free(p.lineOn[:]...)
	p.releaseSpread(p.king)
}

// unmoved returns their pawns on the seventh rank, moved to the two ranks that their double
// steps touch.
func (p *twoPly) unmoved(r int) formula {
	if r == 4 || r == 5 {
		return at(p.theirPawns, 6)
	}
	return emit.None
}

// chooseTargets sets the squares from which and to which moves may be simple. It returns the
// targets of the king, and of pawns without and with a capture. free is the spread of the
// squares that are open to their king.
func (p *twoPly) chooseTargets(free spread) (kingTo, safeQuiet, safeTakes emit.Ranks) {
	v := p.V
	only := func(rank, r int, e formula) formula {
		if r == rank {
			return e
		}
		return emit.None
	}
	for r := range 8 {
		p.from[r] = p.Keep(v.Eval(at(p.own, r).Without(emit.Union(at(p.uncover, r), at(p.segment, r), at(p.guardLine, r), only(7, r, p.path)))))
		dead := emit.Union(at(p.deadWest, r+1).Moved(-1), at(p.deadEast, r+1).Moved(+1))
		if !dead.IsNone() {
			dead = emit.Set(v.Eval(dead))
		}
		quiet := emit.Set(v.Eval(at(p.empty, r).Without(emit.Union(at(p.segment, r), at(p.attackedLine, r), dead, only(7, r, p.path)))))
		takes := emit.Set(v.Eval(at(p.them, r).Without(emit.Union(at(p.nearKing, r), dead, only(7, r, p.castlers), only(1, r, at(p.theirPawns, 1))))))
		beside := at(p.once, r)
		if r == 7 {
			beside = beside.And(p.king.kings(r))
		}
		// The king may capture neither a checker, except a knight, nor the pawn in front of it.
		checks := at(p.checkers, r).Without(at(p.theirKnights, r))
		front := at(p.theirPawns, r).And(at(p.ownKing, r-1))
		kingTo[r] = p.Keep(v.Eval(quiet.Without(beside).Or(takes.Without(checks.Or(front))).Without(free.kings(r)).And(at(p.legal[layout.KingTargets], r))))

		quiet = emit.Set(v.Eval(quiet.And(at(p.mask, r))))
		takes = emit.Set(v.Eval(takes.And(at(p.mask, r))))
		pieces := emit.Set(v.Eval(quiet.Without(beside).Or(takes)))
		for _, kind := range p.kinds() {
			p.sliderTo[kind][r] = p.Keep(v.Eval(pieces.Without(at(p.gains[kind], r).Or(at(p.checks[kind], r)))))
		}
		if !p.endings {
			p.knightTo[r] = p.Keep(v.Eval(pieces.Without(free.knights(r).Or(p.king.knights(r)))))
		}
		if r < 7 {
			unsafe := emit.Set(v.Eval(free.pawns(r).Or(p.king.pawns(r))))
			safeQuiet[r] = p.Keep(v.Eval(quiet.Without(unsafe)))
			safeTakes[r] = p.Keep(v.Eval(takes.Without(unsafe)))
		}
	}
	return kingTo, safeQuiet, safeTakes
}

// chooseKing sets the simple moves of the king and frees kingTo.
func (p *twoPly) chooseKing(kingTo emit.Ranks, once spread) {
	stays := p.nowhere(func(r int) formula {
		return at(p.ownKing, r).And(emit.Union(at(p.from, r).Not(), once.kings(r), p.unmoved(r)))
	})
	stays = emit.Set(p.Keep(p.V.Eval(stays)))
	p.simpleKing = p.keep(func(r int) formula { return at(kingTo, r).And(stays) })
	p.free(kingTo)
}

// chooseCastling sets the rooks of simple castling moves.
func (p *twoPly) chooseCastling(free, once spread) {
	v := p.V
	if p.endings {
		return
	}
	castle := func(rook, kingTo, rookTo uint8) formula {
		leave := emit.Union(at(p.uncover, 0), at(p.segment, 0), at(p.guardLine, 0).And(at(p.own, 0)), at(p.attackedLine, 0))
		no := emit.Union(
			leave.And(p.byteOf(rook|0x10)),
			once.kings(0).And(p.byteOf(0x10)),
			free.kings(0).And(p.byteOf(kingTo)),
			at(p.loses[1], 0).Or(at(p.loses[3], 0)).And(p.byteOf(rook)),
			at(p.checks[1], 0).Or(at(p.gains[1], 0)).And(p.byteOf(rookTo)))
		yes := emit.Set(v.ZeroBytes(v.Eval(no)))
		return yes.And(p.byteOf(rook)).And(at(p.legal[layout.CastlingRooks], 0))
	}
	p.castling[0] = p.Keep(v.Eval(castle(0x80, 0x40, 0x20)))
	p.into(&p.castling, 0, castle(0x01, 0x04, 0x08))
}

// unpinned returns the pieces of s that may move along axis.
func (p *twoPly) unpinned(s emit.Ranks, r, axis int) formula {
	return at(s, r).Without(at(p.line, r).Without(at(p.lineOn[axis], r)))
}

// chooseSliders sets the sliders that may make simple moves and their simple moves, which it
// removes from the legal ones.
func (p *twoPly) chooseSliders() {
	v := p.V
	var single, double [4]emit.Ranks
	for axis := range 4 {
		if !slices.Contains(p.kinds(), axis&1) {
			continue
		}
		for r := range 8 {
			x := emit.Set(v.Eval(p.unpinned(p.ownSliders[axis&1], r, axis).And(at(p.from, r))))
			if axis == 3 {
				x = x.Without(p.unmoved(r))
			}
			queens := at(p.ownSliders[axis&1^1], r)
			single[axis][r] = p.Keep(v.Eval(x.Without(queens.Or(at(p.loses[axis^2], r)))))
			double[axis][r] = p.keepOne(x.And(queens).Without(emit.Union(at(p.loses[axis^1], r), at(p.loses[axis^2], r), at(p.loses[axis^3], r))))
			p.movers[axis][r] = p.Keep(v.Eval(at(single[axis], r).Or(at(double[axis], r))))
		}
	}
	for _, kind := range p.kinds() {
		p.fills(kind, []fill{{from: func(d int) emit.Ranks { return single[d&3] }}, {from: func(d int) emit.Ranks { return double[d&3] }}},
			func(r int, got func(d, i int) formula) {
				for d := kind; d < 8; d += 2 {
					t := got(d, 0).Or(got(d, 1).And(at(p.sliderTo[kind^1], r))).And(at(p.sliderTo[kind], r))
					if d == int(koggestone.North) {
						t = t.Without(at(p.theirPawns, r).And(at(p.movers[3], r-1)))
					}
					if t.IsNone() {
						continue
					}
					x := v.Eval(t)
					p.simple[d][r] = p.Keep(x)
					rest := p.legal[d]
					v.Store(v.Eval(at(rest, r).Without(emit.Set(x))), rest[r].(Mem))
				}
			})
	}
	p.free(single[:]...)
	p.free(double[:]...)
}

// choosePawns sets the simple moves of pawns and frees safeQuiet and safeTakes.
func (p *twoPly) choosePawns(once spread, safeQuiet, safeTakes emit.Ranks) {
	pawns := p.keep(func(r int) formula { return at(p.ownPawns, r).And(at(p.from, r)).Without(once.pawns(r)) })
	pushers := p.keep(func(r int) formula {
		return p.unpinned(pawns, r, 3).Without(at(p.reach[3], r).Or(at(p.reach[7], r)))
	})
	p.push = p.keep(func(r int) formula { return at(pushers, r-1).And(at(safeQuiet, r)) })
	p.east = p.keep(func(r int) formula {
		x := p.unpinned(pawns, r-1, 0).Without(at(p.reach[0], r-1).Or(at(p.reach[4], r-1)))
		if r == 0 || r == 7 {
			return emit.None
		}
		return x.Moved(+1).And(at(safeTakes, r))
	})
	p.west = p.keep(func(r int) formula {
		x := p.unpinned(pawns, r-1, 2).Without(at(p.reach[2], r-1).Or(at(p.reach[6], r-1)))
		if r == 0 || r == 7 {
			return emit.None
		}
		return x.Moved(-1).And(at(safeTakes, r))
	})
	p.double[3] = p.Keep(p.V.Eval(at(pushers, 1).And(at(p.empty, 2)).And(at(safeQuiet, 3))))
	p.free(pawns, pushers, safeQuiet, safeTakes)
}

// removeSimple removes the simple moves, except those of sliders and knights, from the legal
// ones.
func (p *twoPly) removeSimple() {
	v := p.V
	remove := func(set layout.MoveSet, s emit.Ranks) {
		for r, m := range p.legal[set] {
			if m != nil && s[r] != nil {
				v.Store(v.Eval(emit.Set(m).Without(at(s, r))), m.(Mem))
			}
		}
	}
	remove(layout.KingTargets, p.simpleKing)
	remove(layout.CastlingRooks, p.castling)
	remove(layout.PawnPushes, p.push)
	remove(layout.PawnDoubles, p.double)
	remove(layout.PawnBeside, p.double)
	remove(layout.PawnEast, p.east)
	remove(layout.PawnWest, p.west)
}

// measure computes lengths, the number of squares that their sliders could reach after a
// square, and counts, the number of simple targets along each direction.
func (p *twoPly) measure() {
	v := p.V
	open := p.keep(func(r int) formula { return at(p.them, r).Not() })
	for _, d := range p.directions() {
		dr, df := ahead[d], aside[d]
		for _, what := range []struct {
			targets emit.Ranks
			n       *[3]emit.Ranks
		}{{open, &p.lengths[d]}, {p.simple[d], &p.counts[d]}} {
			if dr == 0 {
				for r := range 8 {
					through := emit.Set(v.Eval(at(p.empty, r).Moved(-df)))
					step := at(what.targets, r).Moved(-df)
					var steps []formula
					for range 7 {
						if step.IsNone() {
							break
						}
						x := v.Eval(step)
						steps = append(steps, emit.Set(x))
						step = emit.Set(x).Moved(-df).And(through)
					}
					for k, e := range v.Sum(p.Room, 3, steps) {
						what.n[k][r] = p.keepOne(e)
					}
				}
				continue
			}
			for i := range 7 {
				r := 6 - i
				if dr < 0 {
					r = i + 1
				}
				var y [3]formula
				for k := range y {
					y[k] = at(p.empty, r+dr).And(at(what.n[k], r+dr)).Moved(-df)
					if !y[k].IsNone() {
						y[k] = emit.Set(v.Eval(y[k]))
					}
				}
				t := at(what.targets, r+dr).Moved(-df)
				if t.IsNone() {
					continue
				}
				t = emit.Set(v.Eval(t))
				what.n[0][r] = p.keepOne(t.Xor(y[0]))
				what.n[1][r] = p.keepOne(y[1].Xor(t.And(y[0])))
				what.n[2][r] = p.keepOne(y[2].Xor(y[1].And(t).And(y[0])))
			}
		}
	}
	p.free(open)
}

// weigh computes weight, and adds the moves of their pieces to base. No square has more than
// 31 of freed or captures: a queen has 27 moves, the four axes of a square gain at most six
// moves each, and eight sliders, eight knights and two promoting pawns attack a square 24
// times. So the differences and their complements have a sign and five more bits.
func (p *twoPly) weigh() {
	v := p.V
	to, from := shifts{}, p.moved(p.theirFreeKnights)
	if !p.endings {
		nothers := p.keep(func(r int) formula { return at(p.them, r).Not() })
		to = p.moved(nothers)
		p.free(nothers)
	}
	var bases [5]tally
	for k := range bases {
		bases[k].c = p.legalMoves
	}
	const rank6, rank5 = 5, 4
	before := func(r int) formula { return at(p.pushers, r+1) }
	push := func(r int) formula { return before(r).And(at(p.empty, r)) }
	west := func(r int) formula { return at(p.capturers[0], r+1).Moved(-1) }
	east := func(r int) formula { return at(p.capturers[1], r+1).Moved(+1) }
	double := emit.Set(p.Keep(v.Eval(push(rank6).And(at(p.empty, rank5)))))
	for r := range 8 {
		if r == 4 {
			for k := range bases {
				bases[k].save()
			}
			p.next(twoPlyBlocks, "weights, the upper ranks")
		}
		// freed is F, and on the squares of their pieces the moves of the piece.
		var freed, captures [3][]formula
		for d := range 8 {
			where := at(p.reach[d], r).Without(at(p.them, r)).Or(at(p.theirMovers[d&3], r))
			if !where.IsNone() {
				where = emit.Set(v.Eval(where))
			}
			for k := range 3 {
				freed[k] = append(freed[k], at(p.lengths[d][k], r).And(where))
			}
			dr, df := jumps[d][0], jumps[d][1]
			freed[0] = append(freed[0], at(p.theirFreeKnights, r).And(at(to[-df], r+dr)))
			captures[0] = append(captures[0], at(p.reach[d], r).And(at(p.them, r)), at(from[df], r-dr).And(at(p.them, r)))
		}
		fill := before(r).Without(at(p.them, r))
		if r == 0 {
			freed[2] = append(freed[2], fill)
		} else {
			freed[0] = append(freed[0], fill)
			freed[0] = append(freed[0], push(r-1))
		}
		freed[0] = append(freed[0], at(p.capturers[0], r).And(at(p.takesWest, r)), at(p.capturers[1], r).And(at(p.takesEast, r)))
		switch r {
		case rank6 + 1:
			freed[0] = append(freed[0], double)
		case rank6:
			freed[0] = append(freed[0], push(rank6).And(double).Or(before(rank6).And(at(p.own, rank6)).And(at(p.empty, rank5))))
		case rank5:
			freed[0] = append(freed[0], double.Or(push(rank6).And(at(p.own, rank5))))
		}
		level := 0
		if r == 0 {
			level = 2
		}
		captures[level] = append(captures[level], west(r), east(r))

		f := v.Sum(p.Room, 5, freed[:]...)
		for k := range f {
			f[k] = emit.Set(p.Keep(v.Eval(f[k])))
			bases[k].add(v.Eval(f[k].And(at(p.them, r))))
			if !v.Wide() {
				bases[k].save()
			}
		}
		y := v.Sum(p.Room, 5, captures[:]...)
		// f - y; its complement on squares without an own piece, which is y - f - 1.
		borrow := emit.None
		other := at(p.own, r).Not()
		for k := range p.weight {
			a, b := emit.None, emit.None
			if k < len(f) {
				a = f[k]
			}
			if k < len(y) {
				b = y[k]
			}
			if k == len(f) {
				p.weight[k][r] = p.Keep(v.Eval(borrow.Xor(other)))
				break
			}
			p.weight[k][r] = p.Keep(v.Eval(emit.Set(v.Eval(a.Xor(b).Xor(borrow))).Xor(other)))
			if b.IsNone() {
				borrow = borrow.Without(a)
			} else {
				borrow = b.Without(a).Or(borrow.And(b.Or(a.Not())))
			}
			borrow = emit.Set(v.Eval(borrow))
		}
		var slots emit.Ranks
		for k := range f {
			slots[k] = f[k].Op()
		}
		p.free(slots)
	}
	for k := range bases {
		bases[k].save()
		p.addBytes(&p.base, v.Load(bases[k].mem), k)
	}
	// Promotions, three more each.
	promotions := p.popcounts(func(r int) []formula {
		if r > 0 {
			return nil
		}
		return []formula{push(0), west(0).And(at(p.own, 0)), east(0).And(at(p.own, 0))}
	})
	p.addBytes(&p.base, promotions, 0)
	p.addBytes(&p.base, promotions, 1)
	p.releaseMoved(to)
	p.releaseMoved(from)
	p.free(p.takesWest, p.takesEast, p.theirFreeKnights)
	p.free(p.theirMovers[:]...)
}

// total computes moves, and multiplies them by weight.
func (p *twoPly) total() {
	v := p.V
	to, from := p.moved(p.knightTo), p.moved(p.simpleKnights)
	// The number of moves of the king, as masks of its bits.
	kings := p.popcount(func(r int) formula { return at(p.simpleKing, r) })
	var bit [4]formula
	for k := range bit {
		bit[k] = emit.Set(p.Keep(v.ZeroBytes(v.Eval(emit.Set(kings).And(p.byteOf(1 << k))))))
	}
	for r := range 8 {
		var moves [3][]formula
		for d := range 8 {
			mover := at(p.movers[d&3], r)
			moves[0] = append(moves[0], at(p.simple[d], r).Or(at(p.counts[d][0], r).And(mover)))
			moves[1] = append(moves[1], at(p.counts[d][1], r).And(mover))
			moves[2] = append(moves[2], at(p.counts[d][2], r).And(mover))
			dr, df := jumps[d][0], jumps[d][1]
			moves[0] = append(moves[0], at(p.knightTo, r).And(at(from[df], r-dr)).Or(at(p.simpleKnights, r).And(at(to[-df], r+dr))))
		}
		moves[0] = append(moves[0], at(p.simpleKing, r), at(p.castling, r),
			at(p.push, r).Or(at(p.push, r+1)),
			at(p.east, r).Or(at(p.east, r+1).Moved(-1)),
			at(p.west, r).Or(at(p.west, r+1).Moved(+1)))
		if r == 3 || r == 1 {
			moves[0] = append(moves[0], at(p.double, 3))
		}
		for k, e := range v.Sum(p.Room, 5, moves[:]...) {
			if k < len(bit) {
				e = e.Or(at(p.ownKing, r).Without(bit[k]))
			}
			p.moves[k][r] = p.keepOne(e)
		}
	}
	p.releaseMoved(to)
	p.releaseMoved(from)

	p.next(twoPlyBlocks, "products")
	if v == emit.AVX2 {
		p.multiply()
		return
	}
	for k := range p.moves {
		p.addProducts(k)
	}
	if !p.endings {
		p.addBytes(&p.count, v.PopcountBytes(v.Eval(at(p.castling, 0))), 0)
	}
}

// multiply sets the first two rows to the sums of the products, of the lower and the upper
// ranks, and adds up the moves. It brings the planes of a rank to bytes for each file, and
// multiplies bytes: half the instructions of addProducts, since AVX2 has no popcount. The
// sums fit in words: 32 squares, at most 31 moves, weights of at least -32.
func (p *twoPly) multiply() {
	v := p.V
	var moves words // from and to all squares
	for half := range 2 {
		var sums [2]Mem // of positions 0 to 7 and 8 to 15 of lanes
		for r := 4 * half; r < 4*half+4; r++ {
			var m, w [8]Op
			for k := range p.moves {
				m[k] = p.moves[k][r]
			}
			for k := range w {
				w[k] = p.weight[min(k, 5)][r]
			}
			files := p.files(m)
			weights := p.files(w)
			var all emit.Vec
			for _, x := range files {
				if all == nil {
					all = v.Load(x)
				} else {
					all = v.AddBytes(all, x)
				}
			}
			p.addBytes(&moves, all, 0)
			for i, unpack := range []func(...Op){VPUNPCKLBW, VPUNPCKHBW} {
				for k := 0; k < 8; k += 2 {
					a := v.Pick(unpack, nil, v.Load(files[k]), files[k+1])
					b := v.Pick(unpack, nil, v.Load(weights[k]), weights[k+1])
					x := v.Pick(VPMADDUBSW, nil, a, b)
					if sums[i].Base == nil {
						sums[i] = p.Keep(x)
					} else {
						v.Store(v.AddWords(x, sums[i]), sums[i])
					}
				}
			}
		}
		apart := emit.ByteTable("wordsapart", slices.Repeat([]uint8{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}, 2))
		low := v.Pick(VPSHUFB, nil, v.Load(sums[0]), apart)
		high := v.Pick(VPSHUFB, nil, v.Load(sums[1]), apart)
		p.rows[half] = words{p.Keep(v.Pick(VPUNPCKLQDQ, nil, low, high)), p.Keep(v.Pick(VPUNPCKHQDQ, nil, low, high))}
	}
	// All moves but castling are counted twice.
	var castling [2]emit.Vec
	if !p.endings {
		castling = p.split(v.PopcountBytes(v.Eval(at(p.castling, 0))))
	}
	for i := range moves {
		n := v.Load(moves[i])
		if castling[i] != nil {
			n = v.SubWords(n, castling[i])
			p.addWord(&p.count, i, castling[i])
		}
		n = v.ShiftWords(n, -1)
		p.addWord(&p.count, i, n)
		p.addWord(&p.plus, i, n) // makes up for the 1
	}
}

// files returns registers in memory for each file, whose bit k is that of plane k: the 8 by 8
// transposition of bits. Planes that are nil are empty.
func (p *twoPly) files(planes [8]Op) (x [8]Mem) {
	v := p.V
	var y [8]Op
	copy(y[:], planes[:])
	for _, s := range []struct {
		distance int
		mask     uint8
	}{{4, 0x0f}, {2, 0x33}, {1, 0x55}} {
		mask := v.BroadcastByte(s.mask)
		for k := range 8 {
			a, b := y[k], y[k|s.distance]
			switch {
			case k&s.distance != 0 || a == nil && b == nil:
			case b == nil:
				y[k], y[k|s.distance] = v.And(mask, a), v.And(v.ShiftWords(v.InRegister(a), -s.distance), mask)
			case a == nil:
				panic("a plane without a lower one")
			default:
				low := v.InRegister(a)
				swap := v.And(v.Xor(v.ShiftWords(low, -s.distance), b), mask)
				y[k|s.distance] = v.Xor(swap, b)
				y[k] = v.Xor(v.ShiftWords(swap, s.distance), low)
			}
		}
	}
	for k := range x {
		x[k] = p.Keep(y[k].(emit.Vec))
	}
	return x
}

// addProducts adds to row k the products of plane k of moves and all planes of weight.
func (p *twoPly) addProducts(k int) {
	v, m := p.V, p.moves[k]
	n := p.popcount(func(r int) formula { return at(m, r).Without(at(p.own, r)) })
	p.addBytes(&p.count, n, k)
	p.addBytes(&p.plus, n, k) // makes up for the 1

	var sums [len(p.weight)]tally
	for j := range sums {
		sums[j].c = p.legalMoves
	}
	count := v.Popcounter()
	for r := range 8 {
		if m[r] == nil {
			continue
		}
		x := emit.Set(v.Load(m[r].(Mem)))
		for j := range sums {
			sums[j].addCount(count(v.Eval(x.And(at(p.weight[j], r)))))
		}
	}
	// At most 64 in a byte, so two planes can be added together.
	row := &p.rows[k]
	for j := 0; j < 4; j += 2 {
		a, b := sums[j].sum, sums[j+1].sum
		p.addBytes(row, v.AddBytes(v.AddBytes(b, b), a), j)
	}
	p.addBytes(row, sums[4].sum, 4)
	for i, x := range p.split(sums[5].sum) {
		y := v.ShiftWords(x, 5)
		v.Store(v.SubWords(v.Load(row[i]), y), row[i])
	}
}

// correct emits the corrections.
func (p *twoPly) correct() {
	p.addBytes(&p.plus, p.popcounts(func(r int) []formula {
		x := []formula{
			at(p.simple[0], r).And(at(p.movers[0], r-1).Moved(+1)).And(at(p.capturers[0], r)),
			at(p.simple[6], r).And(at(p.movers[2], r-1).Moved(-1)).And(at(p.capturers[1], r)),
			at(p.east, r).And(at(p.capturers[0], r)),
			at(p.west, r).And(at(p.capturers[1], r)),
		}
		if r == 3 {
			x = append(x, at(p.double, r).Moved(-1).And(at(p.capturers[1], r)), at(p.double, r).Moved(+1).And(at(p.capturers[0], r)))
		}
		return x
	}), 0)
	p.addBytes(&p.minus, p.popcount(func(r int) formula {
		if r != 5 {
			return emit.None
		}
		return at(p.push, r).And(at(p.pushers, r+1))
	}), 0)
	for d := range 8 {
		if d%2 == 0 && !p.endings {
			p.next(twoPlyBlocks, fmt.Sprintf("corrections along %v and %v", koggestone.Direction(d), koggestone.Direction(d+1)))
		}
		if slices.Contains(p.kinds(), d&1) {
			p.hits(d)
		}
	}
}

// hits emits the corrections of moves along d of sliders that an opposing slider attacks
// along the same axis. The kernel skips them if the block has no such move.
func (p *twoPly) hits(d int) {
	movers := p.movers[d&3]
	skip := fmt.Sprintf("hits%d", d)
	product := func(pairs func(r int) [][2]formula) emit.Vec {
		return p.popcounts(func(r int) (x []formula) {
			for _, q := range pairs(r) {
				x = append(x, q[0].And(q[1]))
			}
			return x
		})
	}
	opposite := d ^ 4
	p.unless(skip+"front", func(r int) formula { return at(movers, r).And(at(p.reach[opposite], r)) })
	{
		hit := p.keep(func(r int) formula { return at(movers, r).And(at(p.reach[opposite], r)) })
		for shift := range 5 {
			n := product(func(r int) (x [][2]formula) {
				for i := range 3 {
					if j := shift - i; j >= 0 && j < 3 {
						x = append(x, [2]formula{at(p.counts[d][i], r).And(at(p.lengths[opposite][j], r)), at(hit, r)})
					}
				}
				return x
			})
			if n != nil {
				p.addBytes(&p.minus, n, shift)
			}
		}
		p.free(hit)
	}
	p.label(skip + "front")
	p.unless(skip+"behind", func(r int) formula { return at(movers, r).And(at(p.reach[d], r)) })
	{
		behind := p.keep(func(r int) formula { return at(movers, r).And(at(p.reach[d], r)) })
		var followed emit.Ranks
		p.fills(d&1, []fill{{from: func(e int) emit.Ranks {
			if e == d {
				return behind
			}
			return emit.Ranks{}
		}}}, func(r int, got func(d, i int) formula) {
			followed[r] = p.keepOne(at(p.simple[d], r).And(got(d, 0)))
		})
		p.addBytes(&p.plus, p.popcount(func(r int) formula { return at(followed, r).And(at(p.them, r)) }), 0)
		for k := range 3 {
			if n := p.popcount(func(r int) formula { return at(followed, r).And(at(p.empty, r)).And(at(p.lengths[d][k], r)) }); n != nil {
				p.addBytes(&p.minus, n, k)
			}
		}
		p.free(behind, followed)
	}
	p.label(skip + "behind")
}

// store brings the sums to dst, as dwords in the order of positions.
func (p *twoPly) store(dst Mem) {
	v := p.V
	var out [2][2]emit.Vec // by parity, and by the low and high words of lanes
	for parity := range out {
		zero := v.Vec()
		v.Clear(zero)
		load := func(w words) emit.Vec { return v.Load(w[parity]) }
		fix := v.SubWords(load(p.plus), load(p.minus))
		one := v.Broadcast(0x0001000100010001)
		for half, unpack := range []func(a, b emit.Vec) emit.Vec{
			func(a, b emit.Vec) emit.Vec { return v.Pick(VPUNPCKLWD, VPUNPCKLWD, a, b) },
			func(a, b emit.Vec) emit.Vec { return v.Pick(VPUNPCKHWD, VPUNPCKHWD, a, b) },
		} {
			madd := func(a, b emit.Vec) emit.Vec { return v.Pick(VPMADDWD, VPMADDWD, a, b) }
			sum := madd(unpack(load(p.count), fix), unpack(load(p.base), one))
			for k := 0; k < len(p.rows) && p.rows[k][0].Base != nil; k += 2 {
				second := zero
				if k < 4 {
					second = load(p.rows[k+1])
				}
				weights := uint64(1<<k) | uint64(2<<k)<<16
				if v == emit.AVX2 {
					weights = 1 | 1<<16
				}
				sum = v.Pick(VPADDD, VPADDD, sum, madd(unpack(load(p.rows[k]), second), v.Broadcast(weights|weights<<32)))
			}
			out[parity][half] = sum
		}
	}
	// Byte (lane, q, i) of a rank is position (i, lane, q): parity is the lowest bit of i,
	// half is q, and the two upper bits of i are in the index of the dword.
	for parity := range out {
		q0, q1 := out[parity][0], out[parity][1]
		for upper, pairs := range []emit.Vec{v.Pick(VPUNPCKLDQ, VPUNPCKLDQ, q0, q1), v.Pick(VPUNPCKHDQ, VPUNPCKHDQ, q0, q1)} {
			// Words (lane, i1) become (i1, lane).
			x := v.Vec()
			if v.Wide() {
				VPERMQ(pairs, v.Load(emit.Table("lanesapart", []uint64{0, 2, 4, 6, 1, 3, 5, 7})), x)
			} else {
				VPERMQ(U8(0b11_01_10_00), pairs, x)
			}
			for middle := range 2 {
				at := dst.Offset((upper<<2 | middle<<1 | parity) * v.Bytes / 2)
				switch {
				case v.Wide() && middle == 0:
					VMOVDQU(x.AsY(), at)
				case v.Wide():
					VEXTRACTI64X4(U8(1), x, at)
				case middle == 0:
					VMOVDQU(x.AsX(), at)
				default:
					VEXTRACTI128(U8(1), x, at)
				}
			}
		}
	}
}

// twoPlies emits the kernel. It runs each phase for all blocks before the next phase: the
// whole code is far larger than the instruction caches, and fetching it takes longer than
// running it, while a phase fits in them.
func twoPlies(v *emit.ISA, endings bool) {
	name, boards := "twoPly"+v.Name, ""
	if endings {
		name, boards = "twoPlyEndings"+v.Name, " All boards are rook endings."
	}
	emit.Kernel(name, "func(blocks *[4][64]uint64, n, least int)")
	Doc(fmt.Sprintf("%s sets the other fields of n layout.TwoPlyBlocks by their boards. blocks is the first field of the first block. For board i of a block, 0 <= i < %d, it computes the sum of twoPly, and stores set k of the moves that are not simple in element %d k + i of the sets. For odd boards only the flag is valid. If a block is estimated to have fewer than least moves, it is counted one ply after the other.%s",
		name, v.Bytes, v.Bytes, boards))
	block, room := Load(Param("blocks"), GP64()), GP64()
	LEAQ(Mem{Base: block, Disp: twoPlyRoom}, room)
	c := newLegalMovesIn(v, v.RoomAt(Mem{Base: room}, len(twoPlyBlock.Room)*64/v.Bytes))
	c.endings = endings
	if v == emit.AVX2 {
		c.AssignLater()
	}
	p := &twoPly{legalMoves: c, block: Mem{Base: block}, left: GP64()}
	p.begin(allBlocks, "legal moves: pins and checks")
	p.legalSets()
	p.estimate()
	p.next(twoPlyBlocks, "attacks")
	p.judge()
	p.next(twoPlyBlocks, "targets of simple moves")
	p.choose()
	p.next(onePlyBlocks, "no simple moves")
	for _, m := range p.simpleKnights {
		if m != nil {
			v.Store(v.Broadcast(0), m.(Mem))
		}
	}
	p.next(allBlocks, "sets to play")
	p.rest()
	p.turnBoards()
	p.next(twoPlyBlocks, "squares along rays")
	p.measure()
	p.next(twoPlyBlocks, "weights")
	p.weigh()
	p.next(twoPlyBlocks, "moves by square")
	p.total()
	p.next(twoPlyBlocks, "corrections")
	p.correct()
	p.next(twoPlyBlocks, "sums")
	p.store(p.block.Offset(twoPlySums))
	p.end()
	emit.Finish()
}

// which selects the blocks of a phase.
type which int

const (
	allBlocks which = iota
	twoPlyBlocks
	onePlyBlocks
)

// begin starts the named phase. Between phases all sets are in memory.
func (p *twoPly) begin(blocks which, name string) {
	Load(Param("n"), p.left)
	p.phases++
	Comment("Phase: " + name + ".")
	Label(fmt.Sprintf("phase%d", p.phases))
	if blocks == allBlocks {
		return
	}
	CMPQ(p.block.Offset(twoPlyOnePly), U8(0))
	if blocks == twoPlyBlocks {
		JNE(LabelRef(fmt.Sprintf("skip%d", p.phases)))
	} else {
		JEQ(LabelRef(fmt.Sprintf("skip%d", p.phases)))
	}
}

// end ends a phase.
func (p *twoPly) end() {
	Label(fmt.Sprintf("skip%d", p.phases))
	const stride = unsafe.Sizeof(twoPlyBlock)
	move := func(bytes Op) {
		ADDQ(bytes, p.block.Base)
		p.Move(bytes)
	}
	move(I32(stride))
	DECQ(p.left)
	JNZ(LabelRef(fmt.Sprintf("phase%d", p.phases)))
	back := GP64()
	Load(Param("n"), back)
	IMUL3Q(I32(-int32(stride)), back, back)
	move(back)
}

// next ends a phase and starts another. NEON has only one phase.
func (p *twoPly) next(blocks which, name string) {
	if p.V == emit.NEON {
		return
	}
	p.end()
	p.begin(blocks, name)
}

// estimate sets OnePly if counting one ply after the other is cheaper: if the boards of the
// block are estimated to have fewer than least moves, by their pieces and by checks.
//
//	5 * sliders + 4 * knights + pawns + 3, or 3 in check
//
// Queens count as two sliders.
func (p *twoPly) estimate() {
	v := p.V
	count := func(sets ...emit.Ranks) emit.Vec {
		return p.popcounts(func(r int) (x []formula) {
			for _, s := range sets {
				x = append(x, at(s, r))
			}
			return x
		})
	}
	sliders := count(p.ownSliders[0], p.ownSliders[1])
	fours := sliders
	if !p.endings {
		fours = v.AddBytes(fours, count(p.ownKnights))
	}
	fours = v.AddBytes(fours, fours)
	moves := v.AddBytes(v.AddBytes(fours, fours), v.AddBytes(sliders, count(p.ownPawns)))
	moves = v.AddBytes(v.And(moves, p.noCheck), v.BroadcastByte(3))
	sum := v.Vec()
	VPSADBW(v.Broadcast(0), moves, sum)
	half, low := YMM(), XMM()
	if v.Wide() {
		VEXTRACTI64X4(U8(1), sum, half)
		VPADDQ(sum.AsY(), half, half)
	} else {
		half = sum
	}
	VEXTRACTI128(U8(1), half, low)
	VPADDQ(half.AsX(), low, low)
	high := XMM()
	VPSRLDQ(U8(8), low, high)
	VPADDQ(low, high, high)
	all, onePly := GP64(), GP64()
	VMOVQ(high, all)
	XORL(onePly.As32(), onePly.As32())
	CMPQ(all, emit.WordParam("least"))
	SETLT(onePly.As8())
	MOVQ(onePly, p.block.Offset(twoPlyOnePly))
}

// rest stores the sets of moves that are not simple, which boards have moves in them, and
// the flags.
func (p *twoPly) rest() {
	v := p.V
	free, simple := p.moved(p.legal[layout.FreeKnights]), p.moved(p.simpleKnights)
	fill := func(group layout.RestGroup, x formula) {
		if v == emit.NEON {
			return
		}
		v.StoreBits(v.Eval(x), p.block.Offset(twoPlyFilled+8*int(group)))
	}
	put := func(set layout.MoveSet, group, promotes layout.RestGroup, rank func(r int) formula) {
		var x [8]emit.Vec
		var any emit.Vec
		exists := false
		for r := range x {
			exists = exists || !rank(r).IsNone()
		}
		if !exists && v != emit.NEON {
			empty := none()
			MOVQ(empty, p.block.Offset(twoPlyFilled+8*int(group)))
			if group == layout.RestShort {
				MOVQ(empty, p.block.Offset(twoPlyFilled+8*int(layout.RestLong)))
			}
			return
		}
		for r := range x {
			x[r] = v.Eval(rank(r))
			if r == 7 && promotes != 0 {
				fill(promotes, emit.Set(x[r]))
			} else if !rank(r).IsNone() {
				v.Join(&any, x[r])
			}
		}
		moves := any
		if promotes != 0 {
			moves = v.Or(any, x[7])
		}
		switch group {
		case layout.RestGroups:
		case layout.RestShort:
			fill(layout.RestShort, emit.Set(x[0]).And(p.byteOf(0x80)))
			fill(layout.RestLong, emit.Set(x[0]).And(p.byteOf(0x01)))
		default:
			fill(group, emit.Set(any))
		}
		// Often no board of the block has moves in the set, which then is not read. PawnBeside
		// is read for other reasons.
		if skip := fmt.Sprintf("set%d", set); group != layout.RestGroups {
			p.unlessAny(skip, moves)
			defer p.label(skip)
		}
		v.Unslice(x, p.block.Offset(twoPlySets+int(set)*8*v.Bytes))
	}
	legal := func(set layout.MoveSet, group, promotes layout.RestGroup) {
		put(set, group, promotes, func(r int) formula { return at(p.legal[set], r) })
	}
	for d := range 8 {
		legal(layout.SliderTargets+layout.MoveSet(d), layout.RestSliders+layout.RestGroup(d), 0)
	}
	legal(layout.KingTargets, layout.RestKing, 0)
	legal(layout.CastlingRooks, layout.RestShort, 0)
	legal(layout.PawnPushes, layout.RestPushes, layout.RestPromotions)
	legal(layout.PawnDoubles, layout.RestDoubles, 0)
	legal(layout.PawnEast, layout.RestEast, layout.RestPromotionsEast)
	legal(layout.PawnWest, layout.RestWest, layout.RestPromotionsWest)
	legal(layout.PawnBeside, layout.RestGroups, 0)
	for d, jump := range jumps {
		dr, df := jump[0], jump[1]
		put(layout.RestKnights+layout.MoveSet(d), layout.RestJumps+layout.RestGroup(d), 0, func(r int) formula {
			return at(free[df], r-dr).And(at(p.legal[layout.PieceTargets], r)).Without(at(simple[df], r-dr).And(at(p.knightTo, r)))
		})
	}
	p.releaseMoved(free)
	p.releaseMoved(simple)
	flag := func(i int) Mem { return p.block.Offset(twoPlyFlags + 8*i) }
	v.StoreBits(v.Eval(emit.Set(p.rare).Or(at(p.legal[layout.PawnBeside], 3))), flag(layout.SpecialFlag))
	v.StoreBits(v.Load(p.rare), flag(layout.RareFlag))
	v.StoreBits(v.Eval(emit.Set(p.odd).Or(emit.Set(p.oddCastlers))), flag(layout.OddFlag))
	p.free(p.legal[:]...)
}

// turnBoards stores the boards with the own pawns going north, position by position.
func (p *twoPly) turnBoards() {
	v := p.V
	zero, one := v.Broadcast(0), v.Broadcast(1)
	same, seven := v.Load(emit.ByteTable("sameplace", samePlaces())), v.BroadcastByte(7)
	for i := 0; i < v.Bytes; i += v.Words() {
		at := func(offset int) Mem { return p.block.Offset(offset + 8*i) }
		black := v.Vec()
		VPMOVZXBQ(p.block.Offset(twoPlyBlack+i), black)
		black = v.Pick(VPSUBQ, VPSUBQ, zero, v.And(black, one))
		v.Store(black, at(twoPlySides))
		turn := v.Xor(v.And(black, seven), same)
		var g [4]emit.Vec
		for k := range g {
			g[k] = v.Pick(VPSHUFB, VPSHUFB, v.Load(at(k*8*64)), turn)
		}
		g[3] = v.And(g[3], v.Or3(v.CopyOf(g[0]), g[1], g[2]))
		for k, x := range g {
			v.Store(x, at(twoPlyNorth+k*8*64))
		}
	}
}

// legalSets finds the legal moves, as sets does, and keeps the sets that later steps use.
func (p *twoPly) legalSets() {
	c, out := p.legalMoves, twoPlySink{p}
	planes := func(name string) Mem { return p.block.Offset(slices.Index(boardParams, name) * 8 * 64) }
	c.theyCastle = !c.endings
	c.load(planes, p.block.Offset(twoPlyBlack))
	c.sort()
	c.FreeRanks(c.planes[:]...)
	if c.endings {
		c.oddCastlers = c.Keep(p.V.Broadcast(0))
	}
	c.countKings()
	c.axes()
	c.FreeRanks(c.through)
	c.leapers()
	c.king(out)
	c.FreeRanks(c.danger)
	c.restrict()
	p.next(allBlocks, "legal moves: targets")
	c.sliders(out)
	c.knights(out)
	c.pawns(out)
	c.Apart = false // fills also start from empty squares

	p.empty, p.own = inMemory(c.empty), inMemory(c.own)
	p.ownKing, p.ownKnights, p.ownPawns = inMemory(c.ours.king), inMemory(c.ours.knights), inMemory(c.ours.pawns)
	p.theirKing, p.theirKnights, p.theirPawns = inMemory(c.theirs.king), inMemory(c.theirs.knights), inMemory(c.theirs.pawns)
	for kind := range 2 {
		p.ownSliders[kind], p.theirSliders[kind] = inMemory(c.ours.sliders[kind]), inMemory(c.theirs.sliders[kind])
	}
	p.line, p.checkers, p.mask = inMemory(c.line), inMemory(c.checkers), inMemory(c.mask)
}

// twoPlySink keeps the sets of legal moves, rank by rank.
type twoPlySink struct{ p *twoPly }

func (s twoPlySink) put(set layout.MoveSet, r int, x emit.Vec) { s.p.legal[set][r] = s.p.Keep(x) }
func (s twoPlySink) end(...layout.MoveSet)                     {}
func (s twoPlySink) pieces() bool                              { return true }
func (s twoPlySink) jumps() bool                               { return false }
