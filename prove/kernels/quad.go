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
	const file = "quad/quad_amd64.s"
	for name, sets := range map[string]func(b *chess.Board, us int) []chess.Set{
		"threats":     (*chess.Board).Threats,
		"legality":    (*chess.Board).Legality,
		"bothThreats": func(b *chess.Board, _ int) []chess.Set { return b.BothThreats() },
	} {
		register(file, func(c *Case) error { return c.boardSets(sets) }, name)
	}
	register(file, (*Case).vision, "vision")
	register(file, (*Case).visionBatch, "visionBatch")
	register(file, (*Case).threatsBatch, "threatsBatch")
	register(file, (*Case).slidersBatch, "slidersBatch")
	register(file, (*Case).leapsBatch, "leapsBatch")
}

// boardSets proves a kernel that computes sets of one position, for either side to move. The position is
// given by planes or by sets of pieces.
func (c *Case) boardSets(sets func(b *chess.Board, us int) []chess.Set) error {
	for us := range 2 {
		planes := [4]chess.Set(c.sets(arguments{}, "g0", "g1", "g2", "gb"))
		b := chess.NewBoard(c.G, planes)
		want := sets(b, us)
		got, err := c.call(arguments{"dst": output(len(want)), "us": us, "black": us, "board": planes[:],
			"pieces": []aig.Bits{b.Pawns, b.Knights, b.Bishops, b.Rooks, b.Queens, b.Kings}, "empty": b.Empty,
			"side": b.Sides[us], "own": b.Sides[us], "their": b.Sides[1-us]})
		if err != nil {
			return err
		}
		words := append(got["dst"], got["ret"]...)
		if err := c.Prove(claim(fmt.Sprintf("a set of side %d", us), slices.Concat(words...), slices.Concat(want...))); err != nil {
			return err
		}
	}
	return nil
}

// seen returns plane p of what is seen along direction d. A square with an en passant target has no piece.
func seen(g *aig.Graph, planes [4]chess.Set, d, p int) chess.Set {
	b := chess.NewBoard(g, planes)
	planes[3] = b.Sides[chess.Black]
	return chess.Ray(g, planes[p], b.Empty, d)
}

func (c *Case) vision() error {
	planes := [4]chess.Set(c.sets(arguments{}, "g0", "g1", "g2", "gb"))
	got, err := c.call(arguments{"dst": output(32), "board": planes[:]})
	if err != nil {
		return err
	}
	var want []aig.Bits
	for i := range 32 {
		want = append(want, seen(c.G, planes, i/4, i%4))
	}
	return c.proveWords(got["dst"], want)
}

func (c *Case) visionBatch() error {
	return c.eachLength(nil, each(func(b *batch, output string, i machine.Num) aig.Bits {
		k := 0
		scan(output, "dst[%d]", &k)
		return seen(c.G, b.planes(i), k/4, k%4)
	}), "dst")
}

func (c *Case) threatsBatch() error {
	return c.eachLength(nil, func(b *batch, i machine.Num, got map[string]aig.Bits) error {
		board, us := chess.NewBoard(c.G, b.planes(i)), b.in("us", i)[0]
		black := board.Threats(chess.Black)
		var claims []cec.Claim
		for k, white := range board.Threats(chess.White) { // either side
			name := fmt.Sprintf("dst[%d]", k)
			claims = append(claims, claim(name, got[name], c.G.Muxes(us, black[k], white)))
		}
		return c.ProveBy(us, claims...)
	}, "dst")
}

// eachSide proves a batch for each side. The kernel gets the side as a mask.
func (c *Case) eachSide(want func(b *batch, board *chess.Board, side int, output string, i machine.Num) aig.Bits, outputs ...string) error {
	for side := range 2 {
		setup := func(m *machine.Machine) { m.SetArg("black", machine.Int(int64(-side))) }
		err := c.eachLength(setup, each(func(b *batch, output string, i machine.Num) aig.Bits {
			return want(b, chess.NewBoard(c.G, b.planes(i)), side, output, i)
		}), outputs...)
		if err != nil {
			return fmt.Errorf("side %d: %w", side, err)
		}
	}
	return nil
}

func (c *Case) slidersBatch() error {
	return c.eachSide(func(_ *batch, board *chess.Board, side int, output string, _ machine.Num) aig.Bits {
		own := board.Sides[side]
		return map[string]aig.Bits{"diagonal": c.G.Ands(board.Sliders(0), own), "orthogonal": c.G.Ands(board.Sliders(1), own), "empty": board.Empty}[output]
	}, "diagonal", "orthogonal", "empty")
}

func (c *Case) leapsBatch() error {
	return c.eachSide(func(b *batch, board *chess.Board, side int, _ string, i machine.Num) aig.Bits {
		return c.G.Ors(b.in("dst", i), board.Leaps(board.Sides[side], side))
	}, "dst")
}
