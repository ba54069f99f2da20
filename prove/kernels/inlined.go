package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/inlined"
	"github.com/koggestone/koggestone/prove/machine"
)

// The functions of koggestone_inline.h, as clang compiles them. If the arguments are sets of pieces, they come from a
// board, so that no square has two pieces. All other sets are arbitrary.
func init() {
	register(inlined.Name, Proof{Run: func(c *Case) error { return c.single(sights()["sliderAttacks"]) }}, "inlineSliderAttacks")
	register(inlined.Name, Proof{Run: (*Case).inlineBoth}, "inlineSliderAttacksOfBoth")
	register(inlined.Name, Proof{Run: (*Case).inlineRays}, "inlineRayAttacks", "inlineMultiAttacks")
	register(inlined.Name, Proof{Run: (*Case).inlineAttacks}, "inlineAttacks")
	register(inlined.Name, Proof{Run: (*Case).inlineLegality}, "inlineLegality")
}

// output makes a parameter point to n words that the function writes.
func output(m *machine.Machine, name string, n int) *machine.Region {
	r := m.NewRegion(name, machine.Int(int64(8*n)), machine.Output, -1)
	m.SetArg(name, r.Pointer(machine.Int(0)))
	return r
}

// followed runs m and returns the words that it wrote to each region.
func (c *Case) followed(m *machine.Machine, outputs ...*machine.Region) (words [][]aig.Bits, err error) {
	m.Block = func([]machine.Write) error { return nil }
	if err := c.Run(m); err != nil {
		return nil, err
	}
	for _, r := range outputs {
		var all []aig.Bits
		size, _ := r.Size.Const()
		for at := int64(0); at < size; at += 8 {
			all = append(all, m.Load(r, machine.Int(at), 8))
		}
		words = append(words, all)
	}
	return words, nil
}

func (c *Case) inlineBoth() error {
	m, g := c.Machine(), c.G
	sets := map[string]aig.Bits{}
	for _, name := range []string{"diagonal", "orthogonal", "own", "empty"} {
		sets[name] = g.Vars(64)
		m.SetArgBits(name, sets[name])
	}
	got, err := c.followed(m, output(m, "own_attacks", 1), output(m, "their_attacks", 1))
	if err != nil {
		return err
	}
	for i, side := range []aig.Bits{sets["own"], sets["own"].Not()} {
		want := g.Ors(chess.Rays(g, g.Ands(sets["diagonal"], side), sets["empty"], chess.Diagonal...),
			chess.Rays(g, g.Ands(sets["orthogonal"], side), sets["empty"], chess.Straight...))
		if err := c.Prove(claim(fmt.Sprintf("the attacks of side %d", i), got[i][0], want)); err != nil {
			return err
		}
	}
	return nil
}

func (c *Case) inlineRays() error {
	m, g := c.Machine(), c.G
	var gens []aig.Bits
	if c.Func.Param("sliders") != nil {
		gens = []aig.Bits{g.Vars(64)}
		m.SetArgBits("sliders", gens[0])
	} else {
		r := m.NewRegion("gens", machine.Int(16), machine.Input, -1)
		m.SetArg("gens", r.Pointer(machine.Int(0)))
		gens = []aig.Bits{m.Initial(r, machine.Int(0), 8), m.Initial(r, machine.Int(8), 8)}
	}
	empty := g.Vars(64)
	m.SetArgBits("empty", empty)
	got, err := c.followed(m, output(m, "dst", 8*len(gens)))
	if err != nil {
		return err
	}
	for i, x := range got[0] {
		if err := c.Prove(claim(fmt.Sprintf("the attacks of set %d in direction %d", i/8, i%8), x, chess.Ray(g, gens[i/8], empty, i%8))); err != nil {
			return err
		}
	}
	return nil
}

// pieces sets the argument pieces to the sets of a board.
func (c *Case) pieces(m *machine.Machine) *chess.Board {
	var planes [4]chess.Set
	for i := range planes {
		planes[i] = c.G.Vars(64)
	}
	b := chess.NewBoard(c.G, planes)
	r := m.NewRegion("pieces", machine.Int(48), machine.Input, -1)
	m.SetArg("pieces", r.Pointer(machine.Int(0)))
	for i, set := range []chess.Set{b.Pawns, b.Knights, b.Bishops, b.Rooks, b.Queens, b.Kings} {
		m.SetInitial(r, machine.Int(int64(8*i)), set)
	}
	return b
}

func (c *Case) inlineAttacks() error {
	for black := range 2 {
		m := c.Machine()
		b := c.pieces(m)
		m.SetArgBits("side", b.Sides[black])
		m.SetArgBits("empty", b.Empty)
		m.SetArg("black", machine.Int(int64(black)))
		if err := c.Run(m); err != nil {
			return err
		}
		if err := c.Prove(claim("the attacks", m.Result("ret"), b.Threats(1 - black)[6])); err != nil {
			return err
		}
	}
	return nil
}

func (c *Case) inlineLegality() error {
	for black := range 2 {
		m := c.Machine()
		b := c.pieces(m)
		m.SetArgBits("own", b.Sides[black])
		m.SetArgBits("their", b.Sides[1-black])
		m.SetArg("black", machine.Int(int64(black)))
		got, err := c.followed(m, output(m, "dst", 5))
		if err != nil {
			return err
		}
		want := b.Threats(black)[6:11] // attacked, danger, checkers, check mask, pinned
		for i, x := range got[0] {
			if err := c.Prove(claim(fmt.Sprintf("set %d of side %d", i, black), x, want[i])); err != nil {
				return err
			}
		}
	}
	return nil
}
