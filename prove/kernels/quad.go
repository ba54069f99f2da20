package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "quad/quad_amd64.s"
	for name, sets := range map[string]func(b *chess.Board, us int) []chess.Set{
		"threats":     (*chess.Board).Threats,
		"legality":    (*chess.Board).Legality,
		"bothThreats": func(b *chess.Board, _ int) []chess.Set { return b.BothThreats() },
	} {
		register(file, Proof{Run: func(c *Case) error { return c.boardSets(sets) }}, name)
	}
	register(file, Proof{Run: (*Case).vision}, "vision")
	register(file, Proof{Run: (*Case).visionBatch}, "visionBatch")
	register(file, Proof{Run: (*Case).threatsBatch}, "threatsBatch")
	register(file, Proof{Run: (*Case).slidersBatch}, "slidersBatch")
	register(file, Proof{Run: (*Case).leapsBatch}, "leapsBatch")
}

// board sets the argument of a kernel for one position and returns its planes.
func board(m *machine.Machine) (planes [4]chess.Set) {
	r := m.NewRegion("board", machine.Int(32), machine.Input, -1)
	m.SetArg("board", r.Pointer(machine.Int(0)))
	for i := range planes {
		planes[i] = m.Initial(r, machine.Int(int64(8*i)), 8)
	}
	return planes
}

// boardSets proves a kernel that computes sets of one position, for either side to move.
func (c *Case) boardSets(sets func(b *chess.Board, us int) []chess.Set) error {
	for us := range 2 {
		m := c.Machine()
		if c.Func.Param("us") != nil {
			m.SetArg("us", machine.Int(int64(us)))
		}
		want := sets(chess.NewBoard(c.G, board(m)), us)
		dst := m.NewRegion("dst", machine.Int(int64(8*len(want))), machine.Output, -1)
		m.SetArg("dst", dst.Pointer(machine.Int(0)))
		m.Block = func([]machine.Write) error { return nil }
		if err := c.Run(m); err != nil {
			return err
		}
		var got, all aig.Bits
		for i, w := range want {
			got, all = append(got, m.Load(dst, machine.Int(int64(8*i)), 8)...), append(all, w...)
		}
		if err := c.Prove(claim(fmt.Sprintf("a set of side %d", us), got, all)); err != nil {
			return err
		}
	}
	return nil
}

// generators returns the planes without the en passant target.
func generators(g *aig.Graph, planes [4]chess.Set) [4]chess.Set {
	b := chess.NewBoard(g, planes)
	return [4]chess.Set{planes[0], planes[1], planes[2], b.Sides[chess.Black]}
}

func (c *Case) vision() error {
	m := c.Machine()
	planes := board(m)
	empty := chess.NewBoard(c.G, planes).Empty
	dst := m.NewRegion("dst", machine.Int(8*32), machine.Output, -1)
	m.SetArg("dst", dst.Pointer(machine.Int(0)))
	c.proveWrites(m, func(_ string, offset machine.Num) aig.Bits {
		at, _ := offset.Const()
		return chess.Ray(c.G, generators(c.G, planes)[at/8%4], empty, int(at/32))
	})
	return c.Run(m)
}

// planes returns the planes of one element of a batch.
func (b *batch) planes(offset machine.Num) (p [4]chess.Set) {
	for i := range p {
		p[i] = b.in(fmt.Sprintf("planes[%d]", i), offset)
	}
	return p
}

func (c *Case) visionBatch() error {
	return c.eachLength(nil, func(b *batch) want {
		return func(output string, offset machine.Num) aig.Bits {
			i, planes := 0, b.planes(offset)
			scan(output, "dst[%d]", &i)
			return chess.Ray(c.G, generators(c.G, planes)[i%4], chess.NewBoard(c.G, planes).Empty, i/4)
		}
	}, "dst")
}

func (c *Case) threatsBatch() error {
	return c.eachLength(nil, func(b *batch) want {
		sets, sides := map[string][]chess.Set{}, map[string]aig.Lit{}
		c.split = func(offset string) aig.Lit { return sides[offset] }
		return func(output string, offset machine.Num) aig.Bits {
			s := sets[offset.String()]
			if s == nil { // either side
				board := chess.NewBoard(c.G, b.planes(offset))
				us := b.m.Initial(b.regions["us"], offset.Div(8), 1)[0]
				black := board.Threats(chess.Black)
				for i, white := range board.Threats(chess.White) {
					s = append(s, c.G.Muxes(us, black[i], white))
				}
				sets[offset.String()], sides[offset.String()] = s, us
			}
			i := 0
			scan(output, "dst[%d]", &i)
			return s[i]
		}
	}, "dst")
}

// eachSide calls f twice, with the mask of Black for each side.
func (c *Case) eachSide(f func(side int, setup func(m *machine.Machine)) error) error {
	for side := range 2 {
		if err := f(side, func(m *machine.Machine) { m.SetArg("black", machine.Int(int64(-side))) }); err != nil {
			return fmt.Errorf("side %d: %w", side, err)
		}
	}
	return nil
}

func (c *Case) slidersBatch() error {
	return c.eachSide(func(side int, setup func(m *machine.Machine)) error {
		return c.eachLength(setup, func(b *batch) want {
			return func(output string, offset machine.Num) aig.Bits {
				board := chess.NewBoard(c.G, b.planes(offset.Add(b.from.Mul(8))))
				own := board.Sides[side]
				return map[string]aig.Bits{"diagonal": c.G.Ands(board.Sliders(0), own), "orthogonal": c.G.Ands(board.Sliders(1), own), "empty": board.Empty}[output]
			}
		}, "diagonal", "orthogonal", "empty")
	})
}

func (c *Case) leapsBatch() error {
	return c.eachSide(func(side int, setup func(m *machine.Machine)) error {
		return c.eachLength(setup, func(b *batch) want {
			return func(_ string, offset machine.Num) aig.Bits {
				board := chess.NewBoard(c.G, b.planes(offset.Add(b.from.Mul(8))))
				return c.G.Ors(b.in("dst", offset), board.Leaps(side))
			}
		}, "dst")
	})
}
