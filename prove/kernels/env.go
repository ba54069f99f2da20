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
		c.bound("n is %s", b.n.Values())
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

// history proves the kernel that sets planes of pieces for the last n positions, n from 1 to 8, by side and kind, as the
// side to move sees them. Groups of planes are any number of words apart, at least twelve.
func (c *Case) history() error {
	const planes, most = 12, 8
	m := c.Machine()
	group, plies := m.NewSym("group").Times(8).Plus(8*planes), m.NewSym("ply").Times(8)
	c.bound("n from 1 to %d", most)
	c.bound("distances of groups are %s bytes", group.Values())
	dst := m.NewRegion("dst", machine.Int(0), machine.Output, -1)
	dst.Sparse = true
	m.SetArg("dst", dst.Pointer(machine.Int(0)))
	m.SetArg("group", group)
	history := m.Memory("history", 8*4*8, machine.Input, -1)
	proved := map[string]bool{} // another number of positions has the same planes
	for run := range most * 8 * 2 {
		n, ply, side := run%most+1, run/most%8, run/most/8
		dst.Size = group.Mul(int64(n - 1)).Plus(8 * planes)
		m.SetArg("ply", plies.Plus(int64(ply)))
		m.SetArg("n", machine.Int(int64(n)))
		m.SetArg("black", machine.Int(int64(side)))
		m.SetArg("white", machine.Int(int64(side-1)))
		got := map[string]aig.Bits{}
		m.Block = func(writes []machine.Write) error {
			for _, w := range writes {
				got[w.Offset.String()] = w.Value
			}
			return nil
		}
		if err := c.Run(m); err != nil {
			return err
		}
		if len(got) != 8*planes*n { // groups do not overlap, so that no write hides another
			return fmt.Errorf("%d bytes are written, expected %d", len(got), 8*planes*n)
		}
		for k := range n {
			var in [4]chess.Set
			for p := range in {
				in[p] = m.Initial(history, machine.Int(int64(8*((ply-k)&7*4+p))), 8)
				if side == chess.Black {
					in[p] = chess.FlipRanks(in[p])
				}
			}
			b := chess.NewBoard(c.G, in)
			var claims []cec.Claim
			for _, pieces := range []chess.Set{b.Sides[side], b.Sides[1-side]} {
				for _, kind := range []chess.Set{b.Pawns, b.Knights, b.Bishops, b.Rooks, b.Queens, b.Kings} {
					var word aig.Bits
					for i := range 8 {
						word = append(word, got[group.Mul(int64(k)).Plus(int64(8*len(claims)+i)).String()]...)
					}
					claims = append(claims, claim(fmt.Sprintf("plane %d", len(claims)), word, c.G.Ands(kind, pieces)))
				}
			}
			id := fmt.Sprint(claims)
			if proved[id] {
				continue
			}
			proved[id] = true
			if err := c.Prove(claims...); err != nil {
				return fmt.Errorf("ply %d, position %d before: %w", ply, k, err)
			}
		}
	}
	return nil
}
