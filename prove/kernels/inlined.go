package kernels

import (
	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/inlined"
)

// The functions of koggestone_inline.h, as clang compiles them. If the arguments are sets of pieces, they come from a
// board, so that no square has two pieces. All other sets are arbitrary.
func init() {
	register(inlined.Name, func(c *Case) error { return c.single(sights()["sliderAttacks"]) }, "inlineSliderAttacks")
	register(inlined.Name, (*Case).inlineBoth, "inlineSliderAttacksOfBoth")
	register(inlined.Name, (*Case).directions, "inlineRayAttacks", "inlineMultiAttacks")
	for name, sets := range map[string]func(b *chess.Board, us int) []chess.Set{
		"inlineAttacks":  func(b *chess.Board, us int) []chess.Set { return b.Threats(1 - us)[6:7] },
		"inlineLegality": func(b *chess.Board, us int) []chess.Set { return b.Threats(us)[6:11] }, // attacked, danger, checkers, check mask, pinned
	} {
		register(inlined.Name, func(c *Case) error { return c.boardSets(sets) }, name)
	}
}

func (c *Case) inlineBoth() error {
	a, g := arguments{"own_attacks": output(1), "their_attacks": output(1)}, c.G
	in := c.sets(a, "diagonal", "orthogonal", "empty", "own")
	got, err := c.call(a)
	if err != nil {
		return err
	}
	var want []aig.Bits
	for _, side := range []aig.Bits{in[3], in[3].Not()} {
		want = append(want, sights()["sliderAttacks"].set(g, []aig.Bits{g.Ands(in[0], side), g.Ands(in[1], side), in[2]}))
	}
	return c.proveWords(append(got["own_attacks"], got["their_attacks"]...), want)
}
