package kernels

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "env/env_amd64.s"
	register(file, func(c *Case) error { return c.expand(8) }, "expandBytes")
	register(file, func(c *Case) error { return c.expand(32) }, "expandFloats")
	register(file, (*Case).history, "setHistory")
}

// expand proves a kernel that turns each bit of its input into an element of size bits: one for
// a 1 bit, and zero for a 0 bit. The argument stream selects how the kernel writes: to any
// address, to multiples of 64, or to multiples of 16.
func (c *Case) expand(size int) error {
	for stream := range int64(3) {
		m := c.Machine()
		b := &batch{c: c, m: m, n: m.NewSym("q").Times(1).Plus(1), arrays: map[string]*array{}}
		one := c.G.Vars(size)
		m.SetArg("src", b.add("src", machine.Int(0), 64, machine.Input, -1).Pointer(machine.Int(0)))
		m.SetArg("dst", b.add("dst", machine.Int(0), int64(64*size), machine.Output, []int64{-1, 0, 16}[stream]).Pointer(machine.Int(0)))
		m.SetArg("n", b.n)
		m.SetArg("stream", machine.Int(stream))
		m.SetArgBits("one", slices.Concat(slices.Repeat([]aig.Bits{one}, 64/size)...))
		b.prove(each(func(b *batch, _ string, i machine.Num) (want aig.Bits) {
			for _, l := range b.in("src", i) {
				want = append(want, c.G.Gate(l, one)...)
			}
			return want
		}))
		if err := c.Run(m); err != nil {
			return fmt.Errorf("stream %d: %w", stream, err)
		}
	}
	return nil
}

// history proves the kernel that sets planes of pieces for the last eight positions, by side and
// kind, as the side to move sees them.
func (c *Case) history() error {
	const groups, group = 8, 14 // a group has room for other planes
	for ply := range 8 {
		for side := range 2 {
			var history []aig.Bits
			for range 8 * 4 {
				history = append(history, c.G.Vars(64))
			}
			got, err := c.call(arguments{"dst": output(groups * group), "history": history, "ply": ply, "n": groups,
				"black": side, "white": side - 1, "group": 8 * group})
			if err != nil {
				return err
			}
			for k := range groups {
				planes := [4]chess.Set(history[(ply-k)&7*4:])
				for p := range planes {
					if side == chess.Black {
						planes[p] = chess.FlipRanks(planes[p])
					}
				}
				b := chess.NewBoard(c.G, planes)
				var claims []cec.Claim
				for _, pieces := range []chess.Set{b.Sides[side], b.Sides[1-side]} {
					for _, kind := range []chess.Set{b.Pawns, b.Knights, b.Bishops, b.Rooks, b.Queens, b.Kings} {
						claims = append(claims, claim(fmt.Sprintf("plane %d", len(claims)), got["dst"][k*group+len(claims)], c.G.Ands(kind, pieces)))
					}
				}
				if err := c.Prove(claims...); err != nil {
					return fmt.Errorf("ply %d, position %d before: %w", ply, k, err)
				}
			}
		}
	}
	return nil
}
