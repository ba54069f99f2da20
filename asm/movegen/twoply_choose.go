package movegen

import (
	"slices"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// simpleMoves contains the moves that need not be played, because their replies can be counted
// in the parent. The phases of choose fill it in, and the counting phases read it.
type simpleMoves struct {
	sliders                  [8]emit.Ranks // targets by direction
	movers                   [4]emit.Ranks // sources by axis
	knights, knightTo        emit.Ranks    // sources and targets
	king                     emit.Ranks    // targets
	push, double, east, west emit.Ranks    // targets of pawns
	castling                 emit.Ranks    // the rooks to castle with
}

// chosen contains what only the phases of choose read: where simple moves can start and end.
type chosen struct {
	*rules
	openTo, onceTo       spread        // S0 and S1, to find the squares that attack them
	from                 emit.Ranks    // sources
	sliderTo             [2]emit.Ranks // targets by kind
	kingTo               emit.Ranks
	pawnQuiet, pawnTakes emit.Ranks
}

// choose finds the simple moves in two phases and removes them from the legal moves. b are the
// pieces that may reply.
func (p *twoPly) choose(u *rules, b *replies) *simpleMoves {
	c, s := &chosen{rules: u, openTo: p.spread(u.open), onceTo: p.spread(u.once)}, new(simpleMoves)
	p.chooseTargets(c, s)
	p.chooseKing(c, s)
	p.chooseCastling(c, s)
	p.next(twoPlyBlocks, "simple moves")
	p.chooseSliders(c, s)
	s.knights = p.keep(func(r int) formula {
		return at(p.legal[layout.FreeKnights], r).And(at(c.from, r)).Without(c.onceTo.knights(r)) // rule 6
	})
	p.choosePawns(c, s, b)
	p.removeSimple(s)
	return s
}

// unmoved returns their pawns on the seventh rank, moved to the two ranks that a double
// step touches.
func (p *twoPly) unmoved(r int) formula {
	if r == 4 || r == 5 {
		return at(p.theirPawns, 6)
	}
	return emit.None
}

// chooseTargets sets the squares where simple moves can start and end.
func (p *twoPly) chooseTargets(c *chosen, s *simpleMoves) {
	v := p.V
	only := func(rank, r int, e formula) formula {
		if r == rank {
			return e
		}
		return emit.None
	}
	for r := range 8 {
		c.from[r] = p.Keep(v.Eval(at(p.own, r).Without(emit.Union(
			at(c.uncover, r),      // rules 1 and 3
			at(c.segment, r),      // rule 2
			at(c.guardLine, r),    // rule 4
			only(7, r, c.path))))) // rule 5
		dead := emit.Union(at(c.deadWest, r+1).Moved(-1), at(c.deadEast, r+1).Moved(+1))
		if !dead.IsNone() {
			dead = emit.Set(v.Eval(dead))
		}
		quiet := emit.Set(v.Eval(at(p.empty, r).Without(emit.Union( // rule 9
			at(c.segment, r), at(c.attackedLine, r), dead, only(7, r, c.path)))))
		takes := emit.Set(v.Eval(at(p.them, r).Without(emit.Union( // rule 10
			at(c.nearKing, r), dead, only(7, r, c.castlers), only(1, r, at(p.theirPawns, 1))))))
		beside := at(c.once, r) // rule 9
		if r == 7 {
			beside = beside.And(c.king.kings(r))
		}
		// The king may not capture a checker, unless it is a knight, nor the pawn in front of
		// it.
		checks := at(p.checkers, r).Without(at(p.theirKnights, r))
		front := at(p.theirPawns, r).And(at(p.ownKing, r-1))
		c.kingTo[r] = p.Keep(v.Eval(quiet.Without(beside).Or(takes.Without(checks.Or(front))).
			Without(c.openTo.kings(r)). // rule 7
			And(at(p.legal[layout.KingTargets], r))))

		quiet = emit.Set(v.Eval(quiet.And(at(p.mask, r))))
		takes = emit.Set(v.Eval(takes.And(at(p.mask, r))))
		pieces := emit.Set(v.Eval(quiet.Without(beside).Or(takes)))
		for _, kind := range p.kinds() {
			c.sliderTo[kind][r] = p.Keep(v.Eval(pieces.Without(at(c.gains[kind], r).Or(at(c.checks[kind], r))))) // rules 7 and 8
		}
		if !p.endings {
			s.knightTo[r] = p.Keep(v.Eval(pieces.Without(c.openTo.knights(r).Or(c.king.knights(r))))) // rules 7 and 8
		}
		if r < 7 {
			unsafe := emit.Set(v.Eval(c.openTo.pawns(r).Or(c.king.pawns(r)))) // rules 7 and 8
			c.pawnQuiet[r] = p.Keep(v.Eval(quiet.Without(unsafe)))
			c.pawnTakes[r] = p.Keep(v.Eval(takes.Without(unsafe)))
		}
	}
}

// chooseKing sets the simple moves of the king.
func (p *twoPly) chooseKing(c *chosen, s *simpleMoves) {
	stays := p.nowhere(func(r int) formula {
		return at(p.ownKing, r).And(emit.Union(
			at(c.from, r).Not(), // rules 1 to 5
			c.onceTo.kings(r),   // rule 6
			p.unmoved(r)))
	})
	stays = emit.Set(p.Keep(p.V.Eval(stays)))
	s.king = p.keep(func(r int) formula { return at(c.kingTo, r).And(stays) })
}

// chooseCastling sets the rooks of simple castling moves.
func (p *twoPly) chooseCastling(c *chosen, s *simpleMoves) {
	v := p.V
	if p.endings {
		return
	}
	castle := func(rook, kingTo, rookTo uint8) formula {
		leave := emit.Union(at(c.uncover, 0), at(c.segment, 0), at(c.guardLine, 0).And(at(p.own, 0)), at(c.attackedLine, 0))
		no := emit.Union(
			leave.And(p.byteOf(rook|0x10)),                                 // rules 1 to 4 and 9
			c.onceTo.kings(0).And(p.byteOf(0x10)),                          // rule 6
			c.openTo.kings(0).And(p.byteOf(kingTo)),                        // rule 7
			at(c.loses[1], 0).Or(at(c.loses[3], 0)).And(p.byteOf(rook)),    // rule 6
			at(c.checks[1], 0).Or(at(c.gains[1], 0)).And(p.byteOf(rookTo))) // rules 8 and 7
		yes := emit.Set(v.ZeroBytes(v.Eval(no)))
		return yes.And(p.byteOf(rook)).And(at(p.legal[layout.CastlingRooks], 0))
	}
	s.castling[0] = p.Keep(v.Eval(castle(0x80, 0x40, 0x20)))
	p.into(&s.castling, 0, castle(0x01, 0x04, 0x08))
}

// unpinned returns the pieces of s that may move along axis.
func (p *twoPly) unpinned(s emit.Ranks, r, axis int) formula {
	return at(s, r).Without(at(p.line, r).Without(at(p.lineOn[axis], r)))
}

// chooseSliders sets the sliders that can make simple moves, sets these moves, and removes
// them from the legal moves. A slider that guards S1 can move only along the axis of that
// guard (rule 6). A queen guards along both kinds of axes, so it may guard S1 along three
// others.
func (p *twoPly) chooseSliders(c *chosen, s *simpleMoves) {
	v := p.V
	var single, double [4]emit.Ranks
	for axis := range 4 {
		if !slices.Contains(p.kinds(), axis&1) {
			continue
		}
		for r := range 8 {
			x := emit.Set(v.Eval(p.unpinned(p.ownSliders[axis&1], r, axis).And(at(c.from, r))))
			if axis == 3 {
				x = x.Without(p.unmoved(r))
			}
			queens := at(p.ownSliders[axis&1^1], r)
			single[axis][r] = p.Keep(v.Eval(x.Without(queens.Or(at(c.loses[axis^2], r)))))
			double[axis][r] = p.keepOne(x.And(queens).Without(emit.Union(at(c.loses[axis^1], r), at(c.loses[axis^2], r), at(c.loses[axis^3], r))))
			x = emit.Set(v.Eval(at(single[axis], r).Or(at(double[axis], r))))
			s.movers[axis][r] = p.keepAlong(x, rayMovers, axis, r)
			p.copyAlong(x, rayMovers, axis+4, r)
		}
	}
	for _, kind := range p.kinds() {
		p.fills(kind, []fill{{from: func(d int) emit.Ranks { return single[d&3] }}, {from: func(d int) emit.Ranks { return double[d&3] }}},
			func(r int, got func(d, i int) formula) {
				for d := kind; d < 8; d += 2 {
					t := got(d, 0).Or(got(d, 1).And(at(c.sliderTo[kind^1], r))).And(at(c.sliderTo[kind], r))
					if d == int(koggestone.North) {
						t = t.Without(at(p.theirPawns, r).And(at(s.movers[3], r-1)))
					}
					if t.IsNone() {
						continue
					}
					x := v.Eval(t)
					s.sliders[d][r] = p.keepAlong(emit.Set(x), rayTargets, d, r)
					rest := p.legal[d]
					v.Store(v.Eval(at(rest, r).Without(emit.Set(x))), rest[r].(Mem))
				}
			})
	}
}

// choosePawns sets the simple moves of pawns.
func (p *twoPly) choosePawns(c *chosen, s *simpleMoves, b *replies) {
	pawns := p.keep(func(r int) formula {
		return at(p.ownPawns, r).And(at(c.from, r)).Without(c.onceTo.pawns(r)) // rule 6
	})
	hit := func(r, axis int) formula { return at(b.reach[axis], r).Or(at(b.reach[axis+4], r)) }
	pushers := p.keep(func(r int) formula { return p.unpinned(pawns, r, 3).Without(hit(r, 3)) })
	s.push = p.keep(func(r int) formula { return at(pushers, r-1).And(at(c.pawnQuiet, r)) })
	takes := func(axis, files int) emit.Ranks {
		return p.keep(func(r int) formula {
			if r == 0 || r == 7 {
				return emit.None
			}
			return p.unpinned(pawns, r-1, axis).Without(hit(r-1, axis)).Moved(files).And(at(c.pawnTakes, r))
		})
	}
	s.east, s.west = takes(0, +1), takes(2, -1)
	s.double[3] = p.Keep(p.V.Eval(at(pushers, 1).And(at(p.empty, 2)).And(at(c.pawnQuiet, 3))))
}

// removeSimple removes the simple moves, except moves of sliders and knights, from the legal
// ones.
func (p *twoPly) removeSimple(s *simpleMoves) {
	v := p.V
	remove := func(set layout.MoveSet, simple emit.Ranks) {
		for r, m := range p.legal[set] {
			if m != nil && simple[r] != nil {
				v.Store(v.Eval(emit.Set(m).Without(at(simple, r))), m.(Mem))
			}
		}
	}
	remove(layout.KingTargets, s.king)
	remove(layout.CastlingRooks, s.castling)
	remove(layout.PawnPushes, s.push)
	remove(layout.PawnDoubles, s.double)
	remove(layout.PawnBeside, s.double)
	remove(layout.PawnEast, s.east)
	remove(layout.PawnWest, s.west)
}
