package kernels

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

const movegenFile = "movegen/movegen_amd64.s"

func init() {
	register(movegenFile, (*Case).legalTargets, "legalTargets")
	register(movegenFile, (*Case).status, "statusBlocks")
	register(movegenFile, (*Case).counts, "countBlocks", "countEndings")
}

// block returns how many positions a block has.
func (c *Case) block() int64 {
	switch {
	case c.AVX512:
		return 64
	case strings.HasSuffix(c.Func.Name, "NEON"):
		return 16
	}
	return 32
}

// board returns position i and whether Black is to move.
func (b *batch) board(i machine.Num) (planes [4]chess.Set, black aig.Lit) {
	for p, name := range []string{"g0", "g1", "g2", "gb"} {
		planes[p] = b.in(name, i)
	}
	return planes, b.in("black", i)[0]
}

// blocks proves a kernel for any number of blocks.
func (c *Case) blocks(p proof, outputs ...string) error {
	m := c.Machine()
	n := machine.Int(c.block())
	if c.Func.Param("n") != nil {
		n = m.NewSym("q").Times(c.block())
	}
	b := c.batch(m, n, outputs...)
	c.bound("n is %s", n.Values())
	if c.Name == "countEndings" { // pieces are kings, pawns and rooks without rights
		c.bound("boards of kings, rooks and pawns")
		b.arrays["g0"].Derive = func(same func(r *machine.Region) aig.Bits) aig.Bits {
			return c.G.AndNots(same(b.arrays["g2"].Region), same(b.arrays["g1"].Region))
		}
	}
	b.prove(p)
	return c.Run(m)
}

// turn returns a set as the side to move sees it, with its pawns going north. It is its own
// inverse.
func turn(g *aig.Graph, black aig.Lit, s chess.Set) chess.Set {
	return g.Muxes(black, chess.FlipRanks(s), s)
}

// legal returns the legal moves of position i, as the side to move sees them.
func (b *batch) legal(i machine.Num) (chess.Legal, *chess.Board, aig.Lit) {
	planes, black := b.board(i)
	for p := range planes {
		planes[p] = turn(b.c.G, black, planes[p])
	}
	board := chess.NewBoard(b.c.G, planes)
	return chess.Moves(board, black), board, black
}

// legalTargets proves the sets of targets, which use the board's squares and directions.
func (c *Case) legalTargets() error {
	return c.blocks(func(b *batch, i machine.Num, got map[string]aig.Bits) error {
		l, _, black := b.legal(i)
		claims := []cec.Claim{claim("rare", got["rare"], aig.Bits{l.Rare})}
		want := func(column int, white, black chess.Set, side aig.Lit) {
			name := fmt.Sprintf("dst[%d]", column)
			claims = append(claims, claim(name, got[name], c.G.Muxes(side, chess.FlipRanks(black), white)))
		}
		for d := range 8 { // Black's north is the board's south
			want(d, l.Sliders[d], l.Sliders[(2-d)&7], black)
			want(8+d, l.Knights[d], l.Knights[(3-d)&7], black)
		}
		for k, s := range []chess.Set{l.King, l.Push, l.Double, l.East, l.West, l.Castling, chess.None()} { // others add en passant
			want(16+k, s, s, black)
		}
		return c.Prove(claims...)
	}, "dst", "rare")
}

// status proves check, checkmate and stalemate.
func (c *Case) status() error {
	return c.blocks(func(b *batch, i machine.Num, got map[string]aig.Bits) error {
		g := c.G
		l, board, _ := b.legal(i)
		moves := aig.False
		for _, s := range l.Sets() {
			moves = g.Or(moves, g.Any(s))
		}
		status := aig.Const(0, 8)
		status[0] = l.Check
		status[1] = g.AndNot(l.Check, moves)          // checkmate
		status[2] = g.And(l.Check.Not(), moves.Not()) // stalemate
		light := g.Any(g.Ors(board.Pawns, board.Rooks, board.Queens)).Not()
		return c.Prove(claim("status", got["dst"], status), claim("rare", got["rare"], aig.Bits{l.Rare}), claim("light", got["light"], aig.Bits{light}))
	}, "dst", "rare", "light")
}

// counts proves the number of moves.
func (c *Case) counts() error {
	return c.blocks(func(b *batch, i machine.Num, got map[string]aig.Bits) error {
		g := c.G
		l, _, _ := b.legal(i)
		// The kernel counts the union of pushes and captures to the east, because no square is a
		// target of both.
		claims := []cec.Claim{claim("rare", got["rare"], aig.Bits{l.Rare}),
			claim("pushes and double steps", g.Ands(l.Push, l.Double), chess.None()),
			claim("pushes and captures", g.Ands(g.Ors(l.Push, l.Double), l.East), chess.None())}
		pawns := g.Ors(l.Push, l.Double, l.East)
		l.Push, l.Double, l.East = chess.None(), chess.None(), chess.None()
		want := map[aig.Lit]int{}
		for _, s := range append(l.Sets(), pawns) {
			for _, x := range s {
				want[x]++
			}
		}
		for file := range 8 { // promotions to four pieces
			want[pawns[56+file]] += 3
			want[l.West[56+file]] += 3
		}
		planes, black := b.board(i)
		// No knight moves away from a square that another knight of the same side reaches.
		var exclusive [][2]aig.Lit
		for d, jump := range chess.Jumps[:4] {
			for to, x := range l.Knights[d] {
				if from := to - 8*jump.Rank - jump.File; x != aig.False {
					exclusive = append(exclusive, [2]aig.Lit{x, l.Knights[d+4][from]})
					claims = append(claims, claim("two knights", aig.Bits{g.And(x, l.Knights[d+4][from])}, aig.Bits{aig.False}))
				}
			}
		}
		terms, err := c.matchSums(got["dst"], want, exclusive, func(r *rand.Rand) func(v aig.Lit) uint64 {
			return randomBoards(r, planes, black, c.Name == "countEndings")
		})
		if err != nil {
			return err
		}
		return c.Prove(append(claims, terms...)...)
	}, "dst", "rare")
}

// randomBoards returns random values for the variables of 64 boards. They have all numbers of
// pieces, but at least a king on each side. In endings there are only kings, rooks and pawns.
func randomBoards(random *rand.Rand, planes [4]chess.Set, black aig.Lit, endings bool) func(v aig.Lit) uint64 {
	values := map[aig.Lit]uint64{black: random.Uint64()}
	set := func(board, square, piece int) {
		for p := range 4 {
			v := planes[p][square]
			values[v] = values[v]&^(1<<board) | uint64(piece>>p&1)<<board
		}
	}
	for board := range 64 {
		density := random.IntN(64) >> random.IntN(3)
		for square := range 64 {
			piece := 0
			if random.IntN(64) < density {
				kinds := []int{1, 2, 2, 3, 4, 5, 7}
				if endings {
					kinds = []int{2, 2, 5}
				}
				piece = kinds[random.IntN(len(kinds))] + 8*random.IntN(2)
			}
			set(board, square, piece)
		}
		set(board, random.IntN(64), 6)
		set(board, random.IntN(64), 14)
	}
	return func(v aig.Lit) uint64 { return values[v] }
}
