package kernels

import (
	"errors"
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	register("pairs/pairs_amd64.s", (*Case).victims, "refresh", "refreshBoard")
}

// Where the fields of layout.PairTables are, and its size.
const (
	pairLines, pairReaches, pairReached, pairRows, pairBoard, pairTables = 9728, 17920, 18176, 18560, 18816, 19392
)

// pairTables adds the tables of the rules. knight says whether the piece whose row of Reaches the current instruction loads
// attacks by jumps only, or along rays and by steps only.
func (b *bounds) pairTables(knight func() bool) {
	b.Exact = map[int]bool{}
	row := -1
	for _, in := range b.Func.Code { // the look-ups in rows of Reaches
		switch {
		case in.Op == "VBROADCASTI128" && in.Args[0].Value == pairReaches:
			row = in.Args[1].Reg
		case in.Op == "VPSHUFB" && in.Args[1].Reg == row:
			b.Exact[in.Line], row = true, -1
		}
	}
	b.bound("tables as NewRules makes them")
	b.region("tables", num(pairTables), machine.Input).Fill = func(at int64) aig.Bits {
		switch {
		case at >= pairLines && at < pairReaches && at%2 == 0: // eight times a ray, up to none
			line := b.Case.G.Vars(8)
			b.Limit(line, 64)
			return line
		case at >= pairReaches && at < pairReached && knight != nil:
			if knight() {
				return aig.Bits{b.Case.G.Var()}.Extend(8)
			}
			return append(aig.Bits{aig.False}, b.Case.G.Vars(7)...)
		case at >= pairRows && at < pairBoard:
			return append(make(aig.Bits, 4), b.Case.G.Vars(4)...)
		}
		return nil
	}
}

// refresh proves the kernels that list the pairs of a board: up to eight for each piece, in the order of squares.
func (c *Case) refresh() error {
	b, knight := c.bounds(), false
	b.pairTables(func() bool { return knight })
	b.Frame().Garbage = true
	b.region("list", num(2120), machine.Output)
	size := int64(64)
	if c.Name == "refreshBoard" {
		size = 32
	}
	b.region("board", num(size), machine.Input)
	rest, n := "DX", "BX"
	if !c.AVX512 {
		rest, n = "DI", "R9"
	}
	sets, pairs := [2]aig.Bits{c.G.Vars(64), c.G.Vars(64)}, b.NewNumber("pairs", 8*63)
	var others aig.Bits
	var sq machine.Num
	return b.induct(map[string]*machine.Cut{"piece": {
		Cases: 2,
		State: func(i int) { // the lowest square of a set has any number sq, and there are at most 8*sq pairs
			set := sets[i]
			knight, others = i == 0, c.G.Ands(set, c.G.Sub(set, aig.Const(1, 64)))
			lowest := c.G.TrailingZeros(set)
			b.Limit(lowest, 63)
			sq = b.Count(lowest)
			b.AssumeAtLeast(sq.Mul(8).Sub(pairs))
			b.Set(rest, set)
			b.Set(n, pairs)
		},
		Check: func(first bool) error { // the lowest square of the others is at least sq+1
			_, left := b.Get(rest)
			if err := b.given(b.Machine, claim("a set that is not empty", aig.Bits{c.G.Any(left)}, aig.Bits{aig.True})); err != nil {
				return err
			}
			if first {
				return b.must(n, plain, func(x machine.Num) machine.Num { return x.Mul(-1) })
			}
			if !slices.Equal(left, others) {
				return errors.New("the lowest square is left")
			}
			return b.must(n, plain, func(x machine.Num) machine.Num { return sq.Plus(1).Mul(8).Sub(x) })
		},
	}})
}

// deltas proves the kernels that list the pairs that a change of up to four squares removes and adds: at most 24 for each square. Each list
// must stay in its own memory, and have at most 96 pairs.
func (c *Case) deltas() error {
	const list = 448
	b, knights := c.bounds(), map[int]bool{}
	b.pairTables(func() bool { return knights[b.Instr().Line] })
	b.Frame().Garbage = true
	b.region("before", num(64), machine.Input)
	b.region("deltas", num(1024), machine.Output)
	b.SetArgBits("change", c.G.Vars(64))
	lengths := []string{"BX", "SI"}
	if c.AVX512 {
		lengths = []string{"DX", "BX"}
	}
	b.Block = func(writes []machine.Write) error {
		for _, w := range writes {
			from := list * ((w.Offset.Modulo(1 << 62)) / list)
			if !b.AtLeast(w.Offset.Plus(-from)) || !b.AtLeast(num(from+list-1).Sub(w.Offset)) {
				return fmt.Errorf("a write at %v leaves its list", w.Offset)
			}
			if at, ok := w.Offset.Const(); ok && (at == 2*list || at == 2*list+8) { // how many pairs a list has
				if err := b.must(lengths[at/8%2], plain, func(x machine.Num) machine.Num { return num(96).Sub(x) }); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if !c.AVX512 {
		return b.induct(nil)
	}
	var loads []int // where the two rows are loaded in the loop
	for i, in := range c.Func.Code {
		if i > c.Func.Labels["square"] && len(in.Args) > 0 && in.Args[0].Value == pairReaches {
			loads = append(loads, in.Line)
		}
	}
	left, looping, change := 4, false, c.G.Vars(64)
	pairs := map[string]machine.Num{"DX": b.NewSym("removed").Times(1), "BX": b.NewSym("added").Times(1)}
	return b.induct(map[string]*machine.Cut{
		"apply": cut(func() { looping = false }, func(bool) error { return nil }),
		"square": {
			Cases: 16,
			State: func(i int) {
				left, looping = i/4+1, true
				b.Set("DI", change[:16*left].Extend(64))
				for k, line := range loads {
					knights[line] = i>>k&1 != 0
				}
				for n, x := range pairs {
					b.AssumeAtLeast(num(int64(24 * (4 - left))).Sub(x))
					b.Set(n, x)
				}
			},
			Check: func(bool) error {
				done := 5 - left
				if !looping {
					done = 0
				}
				if _, change := b.Get("DI"); c.G.Any(change[16*(4-done):]) != aig.False {
					return fmt.Errorf("more than %d squares are left", 4-done)
				}
				for n := range pairs {
					if err := b.must(n, plain, func(x machine.Num) machine.Num { return num(int64(24 * done)).Sub(x) }); err != nil {
						return err
					}
				}
				return nil
			},
		},
	})
}
