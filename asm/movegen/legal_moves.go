package movegen

import (
	"slices"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// movable returns the own pieces on rank r that are not pinned, or are pinned along the
// axis.
func (c *legalMoves) movable(s emit.RankSlots, r int, a axis) emit.Vec {
	v := c.V
	x, on := v.Load(s[r]), c.lineOn[a][r]
	if on == nil {
		return v.NotAnd(v.Load(c.line[r]), x)
	}
	if v.Wide() {
		emit.Tern(emit.TA&(^emit.TB|emit.TC), x, v.Load(c.line[r]), on)
		return x
	}
	return v.NotAnd(v.NotAnd(v.InRegister(on), c.line[r]), x)
}

// hit returns the squares of x on rank r that are targets.
func (c *legalMoves) hit(x emit.Vec, r int) emit.Vec { return c.V.And(x, c.targets[r]) }

// sliders emits the moves of sliders by direction. The walks up and down an axis are
// interleaved.
func (c *legalMoves) sliders(out sink) {
	for _, kind := range c.kinds() {
		sliders := c.ours.sliders[kind]
		type chain struct {
			axis     axis
			movable  emit.RankSlots
			up, down emit.Vec
		}
		var chains []*chain
		for _, a := range axesOf(kind) {
			if a == rank {
				c.slidersAlongRanks(sliders, out)
				continue
			}
			x := &chain{axis: a, movable: c.Ranks()}
			for r, m := range x.movable {
				c.V.Store(c.movable(sliders, r, a), m)
			}
			chains = append(chains, x)
		}
		for r := range 7 {
			for _, x := range chains {
				x.up = c.Step(x.up, x.movable[r], c.empty[r], x.axis.files(), false)
				out.put(x.axis.up(), r+1, c.hit(x.up, r+1))
				x.down = c.Step(x.down, x.movable[7-r], c.empty[7-r], -x.axis.files(), false)
				out.put(x.axis.down(), 6-r, c.hit(x.down, 6-r))
			}
		}
		for _, x := range chains {
			out.end(x.axis.up(), x.axis.down())
		}
	}
}

func (c *legalMoves) slidersAlongRanks(sliders emit.RankSlots, out sink) {
	for r := range 8 {
		east, west := c.EastWest(c.movable(sliders, r, rank), c.empty[r])
		out.put(rank.up(), r, c.hit(east, r))
		out.put(rank.down(), r, c.hit(west, r))
	}
	out.end(rank.up(), rank.down())
}

// knights emits the moves of knights. A pinned knight has none.
func (c *legalMoves) knights(out sink) {
	v := c.V
	if c.endings {
		return
	}
	if c.byJump {
		c.knightsByJump(out)
		return
	}
	for r := range 8 {
		free := v.NotAnd(v.Load(c.line[r]), c.ours.knights[r])
		if c.asPieces {
			out.put(layout.FreeKnights, r, free)
			out.put(layout.PieceTargets, r, v.Load(c.targets[r]))
			continue
		}
		for _, files := range []int{1, -1, 2, -2} {
			x := v.Sideways(free, files)
			ranks := 3 - max(files, -files)
			for _, to := range []int{r + ranks, r - ranks} {
				if to >= 0 && to < 8 {
					out.put(knightTargets, to, c.hit(x, to))
				}
			}
		}
	}
	out.end(layout.FreeKnights, layout.PieceTargets)
}

// knightsByJump emits the moves of knights jump by jump. Two jumps that move by the
// same files, one to the north and one to the south, are computed together.
func (c *legalMoves) knightsByJump(out sink) {
	v := c.V
	free := c.Ranks()
	for r := range 8 {
		v.Store(v.NotAnd(v.Load(c.line[r]), c.ours.knights[r]), free[r])
	}
	for north, jump := range jumps {
		ranks, files := jump[0], jump[1]
		if ranks < 0 {
			continue
		}
		south := slices.Index(jumps[:], [2]int{-ranks, files})
		for r := range 8 {
			x := v.Sideways(v.Load(free[r]), files)
			if r+ranks < 8 {
				out.put(layout.RestKnights+layout.MoveSet(north), r+ranks, c.hit(x, r+ranks))
			}
			if r-ranks >= 0 {
				out.put(layout.RestKnights+layout.MoveSet(south), r-ranks, c.hit(x, r-ranks))
			}
		}
		out.end(layout.RestKnights+layout.MoveSet(north), layout.RestKnights+layout.MoveSet(south))
	}
}

// pawns emits the moves of pawns. Moves to the last rank are promotions.
func (c *legalMoves) pawns(out sink) {
	v := c.V
	pawns := c.ours.pawns
	for r := range 7 {
		to := r + 1
		push := v.And(c.movable(pawns, r, file), c.empty[to])
		out.put(layout.PawnPushes, to, v.And(push, c.mask[to]))
		if to == 2 {
			c.doubleSteps(push, out)
		}
		foes := v.AndNotOr(v.Load(c.mask[to]), c.own[to], c.empty[to])
		out.put(layout.PawnEast, to, v.And(v.Sideways(c.movable(pawns, r, diagonal), 1), foes))
		out.put(layout.PawnWest, to, v.And(v.Sideways(c.movable(pawns, r, antidiagonal), -1), foes))
	}
	out.end(layout.PawnPushes, layout.PawnDoubles, layout.PawnBeside, layout.PawnEast, layout.PawnWest)
}

// doubleSteps emits the moves by two squares. third is the pawns after a step to the third
// rank; the check mask does not limit this step.
func (c *legalMoves) doubleSteps(third emit.Vec, out sink) {
	v := c.V
	double := v.And(v.And(third, c.empty[3]), c.mask[3])
	if c.played {
		theirs := v.Load(c.theirs.pawns[3])
		beside := v.And(v.Or(v.Sideways(theirs, 1), v.Sideways(theirs, -1)), double)
		out.put(layout.PawnBeside, 3, beside)
		double = v.NotAnd(beside, double)
	}
	out.put(layout.PawnDoubles, 3, double)
}
