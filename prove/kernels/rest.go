package kernels

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "movegen/batch_twoply_amd64.s"
	registerSlow(file, func(c *Case) error {
		if err := c.restBounds(); err != nil {
			return err
		}
		return c.playRest()
	}, "playRest")
}

// The size of a layout.TwoPlyBlock, and the room that the caller leaves after the limit.
const restBlock, restRoom = 76608, 520

// restBounds proves that the kernel that plays the moves of groups stays inside its slices. Its loop over targets removes the lowest target of each lane. Therefore the
// lowest bits of all lanes are 0, one more in each iteration, and there are at most 64 iterations, or 8 for promotions.
func (c *Case) restBounds() error {
	b := &bounds{c, c.Machine()}
	b.Blind, b.Plain, b.Exact = true, true, map[int]bool{}
	c.bound("room for 520 children after the limit")
	lanes := int64(4)
	if c.AVX512 {
		lanes = 8
	}
	block := b.region("block", num(restBlock), machine.Scratch)
	block.Garbage = true
	block.Lookup = func(_, _ int64, _ aig.Bits, n int) aig.Bits { return c.G.Vars(n) }
	limit := b.NewSym("limit").Times(1)
	for _, name := range []string{"dst0", "dst1", "dst2", "dstb", "parents"} {
		b.region(name, limit.Plus(restRoom).Mul(8), machine.Output).Garbage = true
	}
	b.SetArg("n", b.NewSym("n").Times(1))
	b.SetArg("limit", limit)
	cuts, n, removed := map[string]*machine.Cut{}, b.NewSym("children").Times(1), -1
	for label, at := range c.Func.Labels {
		group, loop := strings.CutSuffix(label, "next")
		switch {
		case !loop && strings.Trim(strings.TrimSuffix(label, "full"), "group0123456789") == "":
			cuts[label] = &machine.Cut{Cases: 1, State: func(int) {
				removed = -1
				b.Set("CX", n)
			}, Check: func(bool) error { return b.must("CX", plain) }}
		case loop:
			left := c.Func.Code[at].Args[1].Reg
			for i, in := range c.Func.Code { // what targets and boards are left
				removes, and := i >= at && i < at+3, strings.HasPrefix(in.Op, "VPAND") && in.Args[2].Reg == left
				if removes || and || in.Op == "VPMOVZXBQ" || in.Op == "VPTESTMQ" && in.Args[0].Reg == left {
					b.Exact[in.Line] = true
				}
			}
			first, children := 0, lanes
			if slices.Contains([]string{"group21", "group22", "group23"}, group) { // promotions
				first, children = 56, 4*lanes
			}
			most := func(i int) machine.Num { return limit.Plus(children * int64(i)) }
			cuts[label] = &machine.Cut{Cases: 64 - first, State: func(i int) {
				removed = i
				b.Set("CX", n)
				b.AssumeAtLeast(most(i).Sub(n))
				v := c.G.Vars(int(64 * lanes))
				for k := range v {
					if k%64 < first+i {
						v[k] = aig.False
					}
				}
				b.SetVector(left, v)
			}, Check: func(bool) error {
				v, next := b.Vector(left), removed+1
				if next == 64-first {
					return fmt.Errorf("targets may be left after %d iterations", next)
				}
				for k := range int(64 * lanes) {
					if k%64 < first+next && v[k] != aig.False {
						return fmt.Errorf("target %d of lane %d may be left after %d iterations", k%64, k/64, next)
					}
				}
				return b.must("CX", plain, most(next).Sub)
			}}
		}
	}
	return b.induct(cuts)
}
