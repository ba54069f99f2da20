package movegen

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// An axis is a pair of opposite directions, with the number of the first.
type axis int

const (
	diagonal     = axis(koggestone.NorthEast)
	rank         = axis(koggestone.East)
	antidiagonal = axis(koggestone.SouthEast)
	file         = axis(koggestone.South)
)

func axesOf(kind int) []axis {
	if kind == diagonalSliders {
		return []axis{diagonal, antidiagonal}
	}
	return []axis{file, rank}
}

// up returns the direction of a that goes to higher ranks. On the axis along ranks it is east.
func (a axis) up() layout.MoveSet {
	switch a {
	case antidiagonal:
		return layout.MoveSet(koggestone.NorthWest)
	case file:
		return layout.MoveSet(koggestone.North)
	}
	return layout.MoveSet(a)
}

// down returns the opposite of up.
func (a axis) down() layout.MoveSet { return (a.up() + 4) % 8 }

// files returns how many files to the east a step up goes.
func (a axis) files() int { return map[axis]int{diagonal: +1, antidiagonal: -1}[a] }

// A source is a set of sliders for a walk along an axis, and the squares that they see through.
type source struct{ from, through emit.RankSlots }

// A meeting contains the walks along an axis that arrive on one rank, by source: up from the
// ranks below, down from the ranks above, and along the rank from the west and from the
// east. It is nil if no walk can arrive.
type meeting struct {
	axis     axis
	up, down []Op
}

// walk emits the attacks of sources along axes, and calls meet for each rank, from the eighth
// to the first. The walks up are stored in memory, and the walks down meet them. All axes and
// sources are interleaved, because within a walk every step depends on the one before it.
func (c *legalMoves) walk(axes []axis, sources []source, meet func(r int, along []meeting)) {
	v := c.V
	type chains struct {
		up   []emit.RankSlots // by source
		last []emit.Vec
	}
	walks := map[axis]*chains{}
	step := func(a axis, r, files int) {
		for k, s := range sources {
			last := walks[a].last
			last[k] = c.Step(last[k], s.from[r], s.through[r], files, false)
		}
	}
	for _, a := range axes {
		if a != rank {
			w := &chains{up: make([]emit.RankSlots, len(sources)), last: make([]emit.Vec, len(sources))}
			for k := range sources {
				w.up[k] = c.Ranks()
			}
			walks[a] = w
		}
	}
	for r := range 7 {
		for _, a := range axes {
			if a == rank {
				continue
			}
			step(a, r, a.files())
			for k, x := range walks[a].last {
				v.Store(x, walks[a].up[k][r+1])
			}
		}
	}
	for _, w := range walks {
		clear(w.last)
	}
	for r := 7; r >= 0; r-- {
		var along []meeting
		for _, a := range axes {
			m := meeting{a, make([]Op, len(sources)), make([]Op, len(sources))}
			for k, s := range sources {
				if a == rank {
					m.up[k], m.down[k] = c.EastWest(v.Load(s.from[r]), s.through[r])
					continue
				}
				if r > 0 {
					m.up[k] = walks[a].up[k][r]
				}
				if r < 7 {
					m.down[k] = walks[a].last[k]
				}
			}
			along = append(along, m)
		}
		meet(r, along)
		if r > 0 {
			for _, a := range axes {
				if a != rank {
					step(a, r, -a.files())
				}
			}
		}
	}
}

// axes computes the sets that depend on the rays of the own king and on the attacks of
// opposing sliders. It processes both diagonals together and then files and ranks, so that
// it writes every rank once for two axes.
func (c *legalMoves) axes() {
	c.danger, c.line, c.checkers = c.Ranks(), c.Ranks(), c.Ranks()
	for _, kind := range c.kinds() {
		sources := []source{{c.ours.king, c.empty}, {c.theirs.sliders[kind], c.through}}
		c.walk(axesOf(kind), sources, func(r int, along []meeting) { c.meet(kind, r, along) })
	}
}

// meet combines the walks that meet on a rank along the axes of one kind of sliders.
// Diagonals come first.
func (c *legalMoves) meet(kind, r int, along []meeting) {
	v := c.V
	var attacks, rays, lines []Op
	for _, on := range c.lineOn {
		lines = append(lines, on[r])
	}
	for _, m := range along {
		kingUp, theirsUp, kingDown, theirsDown := m.up[0], m.up[1], m.down[0], m.down[1]
		attacks = append(attacks, theirsUp, theirsDown)
		rays = append(rays, kingUp, kingDown)
		if kingUp != nil && kingDown != nil {
			line := v.AccAnd(v.And(v.InRegister(kingUp), theirsDown), v.InRegister(kingDown), theirsUp)
			c.lineOn[m.axis][r] = c.Keep(line)
			lines = append(lines, line)
		}
	}
	ray := v.Union(rays...)
	if kind == c.kinds()[0] {
		v.Store(v.Union(attacks...), c.danger[r])
		v.Store(v.And(ray, c.theirs.sliders[kind][r]), c.checkers[r])
	} else {
		v.Store(v.Union(append(attacks, c.danger[r])...), c.danger[r])
		v.Store(v.AccAnd(v.Load(c.checkers[r]), ray, c.theirs.sliders[kind][r]), c.checkers[r])
	}
	if kind == orthogonalSliders {
		v.Store(v.Union(lines...), c.line[r])
	}
}
