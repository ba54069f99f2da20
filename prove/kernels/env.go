package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "env/env_amd64.s"
	register(file, Proof{Run: func(c *Case) error { return c.expand(8) }}, "expandBytes")
	register(file, Proof{Run: func(c *Case) error { return c.expand(32) }}, "expandFloats")
	register(file, Proof{Run: (*Case).history}, "setHistory")
}

// expand proves a kernel that turns each bit of its input into an element of size bits: one for
// a 1 bit, and zero for a 0 bit. The argument stream selects how the kernel writes: to any
// address, to multiples of 64, or to multiples of 16.
func (c *Case) expand(size int) error {
	for stream := range int64(3) {
		m := c.Machine()
		n := m.NewSym("q").Times(1).Plus(1)
		src := m.NewRegion("src", n.Mul(8), machine.Input, -1)
		dst := m.NewRegion("dst", n.Mul(int64(8*size)), machine.Output, []int64{-1, 0, 16}[stream])
		one := c.G.Vars(size)
		m.SetArg("src", src.Pointer(machine.Int(0)))
		m.SetArg("dst", dst.Pointer(machine.Int(0)))
		m.SetArg("n", n)
		m.SetArg("stream", machine.Int(stream))
		var ones aig.Bits
		for len(ones) < 64 {
			ones = append(ones, one...)
		}
		m.SetArgBits("one", ones)
		c.proveWrites(m, func(_ string, offset machine.Num) (want aig.Bits) {
			rest := offset.Modulo(int64(8 * size)) // bytes of a word's elements
			word := m.Initial(src, offset.Plus(-rest).Div(int64(size)), 8)
			for bit := int(8*rest) / size; len(want) < 64; bit++ {
				want = append(want, c.G.Gate(word[bit], one)...)
			}
			return want
		})
		if err := c.Run(m); err != nil {
			return fmt.Errorf("stream %d: %w", stream, err)
		}
	}
	return nil
}

// history proves the kernel that sets planes of pieces for the last eight positions, by side and
// kind, as the side to move sees them.
func (c *Case) history() error {
	const groups, group = 8, 14 * 8 // a group has room for other planes
	for ply := range int64(8) {
		for side := range int64(2) {
			m := c.Machine()
			dst := m.NewRegion("dst", machine.Int(groups*group), machine.Output, -1)
			dst.Sparse = true
			history := m.NewRegion("history", machine.Int(8*32), machine.Input, -1)
			m.SetArg("dst", dst.Pointer(machine.Int(0)))
			m.SetArg("history", history.Pointer(machine.Int(0)))
			for name, value := range map[string]int64{"ply": ply, "n": groups, "black": side, "white": side - 1, "group": group} {
				m.SetArg(name, machine.Int(value))
			}
			m.Block = func([]machine.Write) error { return nil }
			if err := c.Run(m); err != nil {
				return err
			}
			for k := range int64(groups) {
				var planes [4]chess.Set
				for p := range planes {
					planes[p] = m.Initial(history, machine.Int((ply-k)&7*32+8*int64(p)), 8)
					if side == chess.Black {
						planes[p] = chess.FlipRanks(planes[p])
					}
				}
				b := chess.NewBoard(c.G, planes)
				var claims []cec.Claim
				for _, pieces := range []chess.Set{b.Sides[side], b.Sides[1-side]} {
					for _, kind := range []chess.Set{b.Pawns, b.Knights, b.Bishops, b.Rooks, b.Queens, b.Kings} {
						at := machine.Int(k*group + 8*int64(len(claims)))
						claims = append(claims, claim(fmt.Sprintf("plane %d", len(claims)), m.Load(dst, at, 8), c.G.Ands(kind, pieces)))
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
