package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "policy/policy_amd64.s"
	register(file, func(c *Case) error { return c.masks((*rows).alphaZero) }, "alphaZero")
	register(file, func(c *Case) error { return c.masks((*rows).leela) }, "leela")
}

// rows contains a position's moves as ranks, in the form that rankMoves makes.
type rows struct {
	g    *aig.Graph
	sets [rankSets]chess.Set
}

// targets returns the targets in a direction, for all pieces but knights. Castling goes to the
// rook's square if toRook is true, and otherwise to the square where the king arrives.
func (r *rows) targets(d int, toRook bool) chess.Set {
	g, t := r.g, r.sets[d]
	pawns := func(set int) { // on ranks 3 to 8
		t = g.Ors(t, append(make(chess.Set, 16), r.sets[set][:48]...))
	}
	castling := func(row, rook, king int) {
		to := chess.None()
		if toRook {
			king = rook
		}
		to[king] = r.sets[rankRest][8*row+rook]
		t = g.Ors(t, to)
	}
	switch d {
	case 7:
		pawns(rankPush)
		t = g.Ors(t, r.sets[rankRest][24:32].Extend(64).Shl(24)) // double steps, to rank 4
	case 0:
		pawns(rankEast)
	case 6:
		pawns(rankWest)
	case 1:
		castling(5, 7, 6)
	case 5:
		castling(4, 0, 2)
	}
	return t
}

// moves returns the source squares of moves by a number of steps: the target is in the
// direction's set, and no own piece is on the squares between.
func (r *rows) moves(d, steps int, toRook bool) chess.Set {
	g, own := r.g, r.sets[rankOwn]
	back := chess.Directions[d^4]
	v := chess.Move(r.targets(d, toRook), back)
	for range steps - 1 {
		v = chess.Move(g.AndNots(v, own), back)
	}
	return g.Ands(v, own)
}

// jumps returns the knights that may jump.
func (r *rows) jumps(j int) chess.Set {
	return r.g.Ands(r.sets[rankKnights], chess.Move(r.sets[rankTargets], chess.Jumps[(j+4)%8]))
}

// promotion returns the pawns that promote to the west, ahead or to the east.
func (r *rows) promotion(way int) chess.Set {
	set := []int{rankWest, rankPush, rankEast}[way]
	last := append(make(chess.Set, 56), r.sets[set][40:48]...)
	return chess.Move(last, chess.Step{File: 1 - way, Rank: -1})
}

// alphaZero returns a word of source squares for each of 73 kinds of moves: 1 to 7 steps in a
// direction, clockwise from north; knights' jumps; and promotions to a knight, bishop or rook to
// the west, ahead and to the east.
func (r *rows) alphaZero() (words []aig.Bits) {
	for k := range 8 {
		for steps := 1; steps <= 7; steps++ {
			words = append(words, r.moves((k+7)%8, steps, false))
		}
	}
	for j := range 8 {
		words = append(words, r.jumps(j))
	}
	for way := range 3 {
		p := r.promotion(way)
		words = append(words, p, p, p)
	}
	return words
}

// leela returns the bits for Leela's 1858 moves in 30 words. First come all queen and knight
// moves by source and target, including promotions to a knight; then promotions to a queen, a
// rook and a bishop, by file and way. Castling goes to the rook's square.
func (r *rows) leela() (words []aig.Bits) {
	between := map[[2]int]aig.Lit{}
	add := func(sources chess.Set, s chess.Step, steps int) {
		for from, l := range sources {
			f, rank := from%8+s.File*steps, from/8+s.Rank*steps
			if f >= 0 && f < 8 && rank >= 0 && rank < 8 {
				between[[2]int{from, 8*rank + f}] = l
			}
		}
	}
	for d, s := range chess.Directions {
		for steps := 1; steps <= 7; steps++ {
			add(r.moves(d, steps, true), s, steps)
		}
	}
	for j, s := range chess.Jumps {
		add(r.jumps(j), s, 1)
	}
	var all aig.Bits
	for from := range 64 {
		for to := range 64 {
			if l, ok := between[[2]int{from, to}]; ok {
				all = append(all, l)
			}
		}
	}
	for from := 48; from < 56; from++ {
		for way := range 3 {
			if to := from%8 + way - 1; to >= 0 && to < 8 {
				l := r.promotion(way)[from]
				all = append(all, l, l, l)
			}
		}
	}
	all = all.Extend(30 * 64)
	for len(all) > 0 {
		words, all = append(words, all[:64]), all[64:]
	}
	return words
}

// masks proves the masks of a block, given its moves as ranks.
func (c *Case) masks(definition func(r *rows) []aig.Bits) error {
	block := int(c.block())
	c.bound("n is %d", block)
	m := c.Machine()
	words := 73
	if c.Name == "leela" {
		words = 30
	}
	dst := m.Memory("dst", 8*words*block, machine.Output, -1)
	rare := m.Memory("rare", block/8, machine.Output, -1)
	ranks := m.Memory("ranks", 1032*8, machine.Input, -1)
	m.Memory("sets", 3048*8, machine.Scratch, -1)
	c.bound("moves are as rankMoves writes them")
	for i := range block { // squares that no move uses
		for _, never := range []struct{ set, row, mask int }{{rankRest, 4, 1}, {rankRest, 5, 0x80}} {
			c.limit(m, ranks, c.rowAt(m, ranks, never.set, never.row, i), never.mask)
		}
		for row := range 8 {
			c.limit(m, ranks, c.rowAt(m, ranks, rankEast, row, i), 0xfe)
			c.limit(m, ranks, c.rowAt(m, ranks, rankWest, row, i), 0x7f)
		}
	}
	m.Block = func([]machine.Write) error { return nil }
	if err := c.Run(m); err != nil {
		return err
	}
	for i := range block {
		r := c.rows(m, ranks, i)
		var claims []cec.Claim
		for k, w := range definition(r) {
			claims = append(claims, claim(fmt.Sprintf("word %d", k), m.Load(dst, machine.Int(int64(8*(words*i+k))), 8), w))
		}
		flag := m.Load(rare, machine.Int(int64(i/8)), 1)[i%8]
		claims = append(claims, claim("rare", aig.Bits{flag}, aig.Bits{c.G.Any(r.sets[rankOther][8:16])}))
		if err := c.Prove(claims...); err != nil {
			return fmt.Errorf("position %d: %w", i, err)
		}
	}
	return nil
}

// rowAt returns where a row of position i is in moves as ranks. Kernels use the array starting at the first multiple
// of 64 in it, which can be at any offset from 0 to 63.
func (c *Case) rowAt(m *machine.Machine, ranks *machine.Region, set, row, i int) machine.Num {
	first := machine.Int(0)
	if c.block() > 16 { // amd64 aligns them
		first = m.First(ranks)
	}
	return first.Plus((8*int64(set)+int64(row))*c.block() + int64(c.place(i)))
}

// rows returns the moves as ranks that a kernel reads for position i.
func (c *Case) rows(m *machine.Machine, ranks *machine.Region, i int) *rows {
	r := &rows{g: c.G}
	for set := range r.sets {
		for row := range 8 {
			r.sets[set] = append(r.sets[set], m.Initial(ranks, c.rowAt(m, ranks, set, row, i), 1)...)
		}
	}
	return r
}

// limit clears all bits of an input outside mask.
func (c *Case) limit(m *machine.Machine, r *machine.Region, offset machine.Num, mask int) {
	m.SetInitial(r, offset, c.G.Ands(m.Initial(r, offset, 1), aig.Const(uint64(mask), 8)))
}
