package movegen

import (
	"slices"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

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

// chooseTargets sets the source and target squares of moves that may be simple. It returns the
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
	takes := func(axis, files int) emit.Ranks {
		return p.keep(func(r int) formula {
			if r == 0 || r == 7 {
				return emit.None
			}
			x := p.unpinned(pawns, r-1, axis).Without(at(p.reach[axis], r-1).Or(at(p.reach[axis+4], r-1)))
			return x.Moved(files).And(at(safeTakes, r))
		})
	}
	p.east, p.west = takes(0, +1), takes(2, -1)
	p.double[3] = p.Keep(p.V.Eval(at(pushers, 1).And(at(p.empty, 2)).And(at(safeQuiet, 3))))
	p.free(pawns, pushers, safeQuiet, safeTakes)
}

// removeSimple removes the simple moves, except moves of sliders and knights, from the legal
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
