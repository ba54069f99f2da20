package movegen

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// legalMoves emits legal moves with ranks in registers: the sets of the library's
// setwiseCount, whose words are the comments here, for 32 or 64 positions at a
// time. Every set is eight registers, rank by rank, kept in memory between the
// passes; a byte is the rank of one position.
type legalMoves struct {
	*emit.RankWalk
	*emit.Room
	odd Mem // bytes that are not nothing where a side has no king or several; for sinks that want pieces
}

// sets hands the sets of target squares of a block to out. It returns the slot of
// bytes that are not nothing in rare positions.
func (c *legalMoves) sets(s *emit.Slicer, at func(string) Mem, blackAt Mem, out sink) (rareMem Mem) {
	v := c.V

	// The board, own pawns going north: ranks of lanes with black to move change
	// places.
	black := v.SliceOrder(v.Load(blackAt))
	var swap Op
	if v.Wide() {
		k := K()
		VPTESTMB(v.BroadcastByte(1), black, k)
		swap = k
		VPMOVM2B(k, black)
	} else {
		black = v.Pick(VPCMPEQB, VPCMPEQB, v.And(black, v.BroadcastByte(1)), v.BroadcastByte(1))
		swap = black
	}
	blackMem := c.Slot()
	v.Store(black, blackMem)
	var planes [4]emit.Ranks
	for p, name := range []string{"g0", "g1", "g2", "gb"} {
		planes[p] = c.Ranks()
		x := s.Slice(at(name))
		for r := range 4 {
			lo, hi := v.Select(swap, x[7-r], x[r]), v.Select(swap, x[r], x[7-r])
			v.Store(lo, planes[p][r].(Mem))
			v.Store(hi, planes[p][7-r].(Mem))
		}
	}

	empty, through, own := c.Ranks(), c.Ranks(), c.Ranks()
	king, theirKing := c.Ranks(), c.Ranks()
	var ours, theirs [2]emit.Ranks // sliders, diagonal and orthogonal
	for i := range ours {
		ours[i], theirs[i] = c.Ranks(), c.Ranks()
	}
	knights, theirKnights, pawns, theirPawns := c.Ranks(), c.Ranks(), c.Ranks(), c.Ranks()
	var rare, rooks0, kingElsewhere, anyRook, rooksOff emit.Vec
	join := func(acc *emit.Vec, x emit.Vec) {
		if *acc == nil {
			*acc = x
		} else {
			*acc = v.Or(*acc, x)
		}
	}
	for r := range 8 {
		b := v.NewBoard([4]emit.Vec{v.Load(planes[0][r].(Mem)), v.Load(planes[1][r].(Mem)), v.Load(planes[2][r].(Mem)), v.Load(planes[3][r].(Mem))})
		e := b.Empty()
		join(&rare, v.NotAnd(b.Occupied, b.GB))
		put := func(s emit.Ranks, x emit.Vec) { v.Store(x, s[r].(Mem)) }
		put(empty, e)
		// Black pieces, or with black to move all others.
		foe := v.Xor(b.Black(), v.And(b.Occupied, blackMem))
		self := v.Xor(foe, b.Occupied)
		put(own, self)
		k := b.Kings(self)
		put(king, k)
		put(theirKing, b.Kings(foe))
		put(through, v.Or(k, e))
		put(ours[0], b.Diagonal(self))
		put(theirs[0], b.Diagonal(foe))
		put(ours[1], b.Orthogonal(self))
		put(theirs[1], b.Orthogonal(foe))
		put(knights, b.Knights(self))
		put(theirKnights, b.Knights(foe))
		put(pawns, b.Pawns(self))
		put(theirPawns, b.Pawns(foe))
		// Castling rooks: g0 &^ (g1 | g2).
		rook := v.And(v.Formula(emit.TA&^(emit.TB|emit.TC), b.G0, b.G1, b.G2, func() emit.Vec {
			return v.NotAnd(b.G1, v.NotAnd(b.G2, b.G0))
		}), self)
		join(&anyRook, rook)
		if r == 0 {
			rooks0 = rook
			join(&rooksOff, v.And(rook, v.BroadcastByte(0x7e)))
			kingElsewhere = v.Xor(k, v.BroadcastByte(0x10)) // nothing if it is on e1
		} else {
			join(&rooksOff, rook)
			join(&kingElsewhere, k)
		}
	}
	// isRare, and the rooks that castle from the usual squares.
	zero := v.Vec()
	v.Clear(zero)
	usual := c.Slot()
	atHome := v.EqualBytes(kingElsewhere, zero)
	rare = v.Or(rare, v.Or(rooksOff, v.NotAnd(atHome, anyRook)))
	v.Store(v.And(rooks0, atHome), usual)
	rareMem = c.Slot()
	v.Store(rare, rareMem)

	if out.pieces() {
		var odd emit.Vec
		for _, kings := range []emit.Ranks{king, theirKing} {
			n := tally{c: c}
			for _, m := range kings {
				n.add(v.Load(m.(Mem)))
			}
			join(&odd, v.Xor(n.sum, v.BroadcastByte(1)))
		}
		c.odd = c.Slot()
		v.Store(odd, c.odd)
	}

	// Rays of the own king, attacks of their sliders, axis by axis. The walk up
	// goes to memory, the walk down meets it.
	danger, line, checkers := planes[0], planes[1], planes[2] // no longer needed as such
	var axisLine [4]emit.Ranks                                // by the first of an axis's directions: NE, E, SE, S; nil where there is none
	rayUp, theirsUp := [2]emit.Ranks{c.Ranks(), c.Ranks()}, [2]emit.Ranks{c.Ranks(), c.Ranks()}
	// What meets on a rank along an axis: 1 and 2 are opposite, nil where a walk
	// has not begun.
	type meeting struct {
		axis                           int
		king1, theirs1, king2, theirs2 Op
	}
	// meet joins the axes of a kind of sliders; diagonals come first.
	meet := func(kind, r int, ms ...meeting) {
		var attacks, rays, lines []Op
		for axis := range axisLine {
			lines = append(lines, axisLine[axis][r])
		}
		for _, m := range ms {
			attacks = append(attacks, m.theirs1, m.theirs2)
			rays = append(rays, m.king1, m.king2)
			if m.king1 != nil && m.king2 != nil {
				l := v.AccAnd(v.And(v.InRegister(m.king1), m.theirs2), v.InRegister(m.king2), m.theirs1)
				axisLine[m.axis][r] = c.Slot()
				v.Store(l, axisLine[m.axis][r].(Mem))
				lines = append(lines, l)
			}
		}
		ray := v.Union(rays...)
		if kind == 0 {
			v.Store(v.Union(attacks...), danger[r].(Mem))
			v.Store(v.And(ray, theirs[kind][r]), checkers[r].(Mem))
			return
		}
		v.Store(v.Union(append(attacks, danger[r])...), danger[r].(Mem))
		v.Store(v.AccAnd(v.Load(checkers[r].(Mem)), ray, theirs[kind][r]), checkers[r].(Mem))
		v.Store(v.Union(lines...), line[r].(Mem))
	}
	// Both diagonals, then files and ranks, so that many chains of dependent steps
	// run side by side, and every rank is written once for both.
	walk := func(kind int, axes ...int) {
		type chain struct{ king, theirs emit.Vec }
		up, down := make([]chain, len(axes)), make([]chain, len(axes))
		step := func(x *chain, r, df int) {
			x.king = c.Step(x.king, king[r], empty[r], df, false)
			x.theirs = c.Step(x.theirs, theirs[kind][r], through[r], df, false)
		}
		for r := range 7 {
			for i, axis := range axes {
				step(&up[i], r, upward[axis])
				v.Store(up[i].king, rayUp[i][r+1].(Mem))
				v.Store(up[i].theirs, theirsUp[i][r+1].(Mem))
			}
		}
		for r := 7; r >= 0; r-- {
			var ms []meeting
			for i, axis := range axes {
				m := meeting{axis: axis}
				if r > 0 {
					m.king1, m.theirs1 = rayUp[i][r], theirsUp[i][r]
				}
				if r < 7 {
					m.king2, m.theirs2 = down[i].king, down[i].theirs
				}
				ms = append(ms, m)
			}
			if kind == 1 {
				ke, kw := c.EastWest(v.Load(king[r].(Mem)), empty[r])
				te, tw := c.EastWest(v.Load(theirs[1][r].(Mem)), through[r])
				ms = append(ms, meeting{int(koggestone.East), ke, te, kw, tw})
			}
			meet(kind, r, ms...)
			if r > 0 {
				for i, axis := range axes {
					step(&down[i], r, -upward[axis])
				}
			}
		}
	}
	walk(0, 0, 2)
	walk(1, 3)

	// Leapers: what theirs attack, and where they give check. Ranks of a set moved
	// aside are made when they are first needed; on AVX-512 the few that are in use
	// stay in registers.
	lazy := func(f func(r int) emit.Vec) func(int) Op {
		var made [8]Op
		return func(r int) Op {
			if r < 0 || r > 7 {
				return nil
			}
			if made[r] == nil {
				made[r] = f(r)
				if !v.Wide() {
					m := c.Slot()
					v.Store(made[r], m)
					made[r] = m
				}
			}
			return made[r]
		}
	}
	aside := func(s emit.Ranks, files int) func(int) Op {
		return lazy(func(r int) emit.Vec {
			x := v.Load(s[r].(Mem))
			return v.Or(v.Sideways(x, files), v.Sideways(x, -files))
		})
	}
	row := func(s emit.Ranks, sides func(int) Op) func(int) Op {
		return lazy(func(r int) emit.Vec { return v.Or(v.Load(s[r].(Mem)), sides(r)) })
	}
	{
		kings, knights1, knights2, pawns := aside(theirKing, 1), aside(theirKnights, 1), aside(theirKnights, 2), aside(theirPawns, 1)
		kingRow := row(theirKing, kings)
		for r := range 8 {
			v.Store(v.Union(danger[r], kings(r), kingRow(r-1), kingRow(r+1), pawns(r+1),
				knights1(r-2), knights1(r+2), knights2(r-1), knights2(r+1)), danger[r].(Mem))
		}
	}
	{
		one, two := aside(king, 1), aside(king, 2)
		kingRow := row(king, one)
		for r := range 8 {
			step := v.Union(one(r), kingRow(r-1), kingRow(r+1))
			if v.Wide() {
				emit.Tern(emit.TA&^(emit.TB|emit.TC), step, v.Load(own[r].(Mem)), danger[r])
			} else {
				step = v.NotAnd(v.Or(v.Load(own[r].(Mem)), danger[r]), step)
			}
			out.put(layout.KingTargets, r, step)
			jumps := v.Union(one(r-2), one(r+2), two(r-1), two(r+1))
			checks := v.AccAnd(v.Load(checkers[r].(Mem)), jumps, theirKnights[r])
			if r > 0 {
				checks = v.AccAnd(checks, v.InRegister(one(r-1)), theirPawns[r])
			}
			v.Store(checks, checkers[r].(Mem))
		}
		out.end(layout.KingTargets)
	}

	// mask and targets.
	checks := &tally{c: c}
	for r := range 8 {
		checks.add(v.Load(checkers[r].(Mem)))
	}
	v.Clear(zero)
	none, single := c.Slot(), c.Slot()
	v.Store(v.EqualBytes(checks.sum, zero), none)
	v.Store(v.EqualBytes(checks.sum, v.InRegister(v.BroadcastByte(1))), single)
	mask, targets := theirsUp[0], c.Ranks()
	for r := range 8 {
		m := v.AccAnd(v.Load(checkers[r].(Mem)), v.Load(line[r].(Mem)), empty[r])
		m = v.Or(v.And(m, single), none)
		v.Store(m, mask[r].(Mem))
		v.Store(v.NotAnd(v.Load(own[r].(Mem)), m), targets[r].(Mem))
	}

	hit := func(x emit.Vec, r int) emit.Vec { return v.And(x, targets[r]) }
	// free returns the pieces of rank r that are not pinned, or on this axis: an
	// own piece on a line is pinned.
	free := func(s emit.Ranks, r, axis int) emit.Vec {
		x, this := v.Load(s[r].(Mem)), axisLine[axis][r]
		if this == nil {
			return v.NotAnd(v.Load(line[r].(Mem)), x)
		}
		if v.Wide() {
			emit.Tern(emit.TA&(^emit.TB|emit.TC), x, v.Load(line[r].(Mem)), this)
			return x
		}
		return v.NotAnd(v.NotAnd(v.Load(this.(Mem)), line[r]), x)
	}

	// Sliders.
	movers := rayUp
	for kind := range 2 {
		axes := []int{0, 2}
		if kind == 1 {
			axes = []int{3}
			for r := range 8 {
				e, w := c.EastWest(free(ours[1], r, int(koggestone.East)), empty[r])
				out.put(layout.MoveSet(koggestone.East), r, hit(e, r))
				out.put(layout.MoveSet(koggestone.West), r, hit(w, r))
			}
			out.end(layout.MoveSet(koggestone.East), layout.MoveSet(koggestone.West))
		}
		var up, down [2]emit.Vec
		var done []layout.MoveSet
		for i, axis := range axes {
			for r := range 8 {
				v.Store(free(ours[kind], r, axis), movers[i][r].(Mem))
			}
			done = append(done, layout.MoveSet(axis), layout.MoveSet(axis+4)&7)
		}
		for r := range 7 {
			for i, axis := range axes {
				north, south := layout.MoveSet(axis), layout.MoveSet(axis+4)&7
				if axis > 1 { // southeast, south
					north, south = south, north
				}
				up[i] = c.Step(up[i], movers[i][r], empty[r], upward[axis], false)
				out.put(north, r+1, hit(up[i], r+1))
				down[i] = c.Step(down[i], movers[i][7-r], empty[7-r], -upward[axis], false)
				out.put(south, 6-r, hit(down[i], 6-r))
			}
		}
		out.end(done...)
	}

	// Knights and castling.
	for r := range 8 {
		x := v.NotAnd(v.Load(line[r].(Mem)), knights[r])
		if out.pieces() {
			out.put(layout.FreeKnights, r, x)
			out.put(layout.PieceTargets, r, v.Load(targets[r].(Mem)))
			continue
		}
		for _, df := range []int{1, -1, 2, -2} {
			y := v.Sideways(x, df)
			dr := 3 - max(df, -df)
			for _, q := range []int{r + dr, r - dr} {
				if q >= 0 && q < 8 {
					out.put(knightTargets, q, hit(y, q))
				}
			}
		}
	}
	castle := func(rook, clear, safe uint8) emit.Vec {
		blocked := v.NotAnd(v.Load(empty[0].(Mem)), v.BroadcastByte(clear))
		blocked = v.AccAnd(blocked, v.Load(danger[0].(Mem)), v.BroadcastByte(safe))
		nothing := v.Vec()
		v.Clear(nothing)
		return v.And(v.And(v.EqualBytes(blocked, nothing), usual), v.BroadcastByte(rook))
	}
	out.put(layout.CastlingRooks, 0, v.Or(castle(0x80, 0x60, 0x70), castle(0x01, 0x0e, 0x1c)))
	out.end(layout.FreeKnights, layout.PieceTargets, layout.CastlingRooks)

	// Pawns.
	for r := range 7 {
		to := r + 1
		push := v.And(free(pawns, r, 3), empty[to])
		out.put(layout.PawnPushes, to, v.And(push, mask[to]))
		if to == 2 {
			double := v.And(v.And(push, empty[3]), mask[3])
			if out.pieces() {
				x := v.Load(theirPawns[3].(Mem))
				near := v.And(v.Or(v.Sideways(x, 1), v.Sideways(x, -1)), double)
				out.put(layout.PawnBeside, 3, near)
				double = v.NotAnd(near, double)
			}
			out.put(layout.PawnDoubles, 3, double)
		}
		foes := v.Load(mask[to].(Mem)) // without the own and the empty squares
		if v.Wide() {
			emit.Tern(emit.TA&^(emit.TB|emit.TC), foes, v.Load(own[to].(Mem)), empty[to])
		} else {
			foes = v.NotAnd(v.Or(v.Load(own[to].(Mem)), empty[to]), foes)
		}
		out.put(layout.PawnEast, to, v.And(v.Sideways(free(pawns, r, 0), 1), foes))
		out.put(layout.PawnWest, to, v.And(v.Sideways(free(pawns, r, 2), -1), foes))
	}
	out.end(layout.PawnPushes, layout.PawnDoubles, layout.PawnBeside, layout.PawnEast, layout.PawnWest)
	return rareMem
}

// upward is by how many files the walk up goes aside on each axis: NorthEast,
// none, NorthWest, North.
var upward = [4]int{+1, 0, -1, 0}

// knightTargets is the set that a sink that counts gets in place of the two of knights:
// several targets may be the same square.
const knightTargets = layout.PieceTargets

// A sink takes the sets of target squares as they are made.
type sink interface {
	put(set layout.MoveSet, r int, x emit.Vec) // rank r of a set
	end(sets ...layout.MoveSet)                // that is all of these for now
	pieces() bool                              // whether it wants FreeKnights, PieceTargets and PawnBeside
}
