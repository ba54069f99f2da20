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
	register(movegenFile, Proof{Run: (*Case).legalTargets}, "legalTargets")
	register(movegenFile, Proof{Run: (*Case).status}, "statusBlocks")
	register(movegenFile, Proof{Run: (*Case).counts}, "countBlocks", "countEndings")
}

// boards is a kernel that handles all positions of a block alike.
type boards struct {
	c       *Case
	m       *machine.Machine
	from    machine.Num // where the first position is in dst's columns
	regions map[string]*machine.Region
}

// block returns how many positions a block has.
func (c *Case) block() int64 {
	if c.AVX512 {
		return 64
	}
	return 32
}

// boards sets a kernel's arguments for n positions. bits says how many bits each array has for
// a position.
func (c *Case) boards(n machine.Num, m *machine.Machine, bits map[string]int64) *boards {
	b := &boards{c: c, m: m, regions: map[string]*machine.Region{}}
	if c.Func.Param("from") != nil {
		b.from = m.NewSym("from").Times(1)
		m.SetArg("from", b.from)
	}
	region := func(name string, n machine.Num, bits int64, kind machine.Kind) *machine.Region {
		r := m.NewRegion(name, n.Mul(bits).Div(8), kind, -1)
		b.regions[name] = r
		return r
	}
	for _, p := range c.Func.Params {
		count, kind := 0, machine.Output
		switch {
		case p.Name == "n":
			m.SetArg("n", n)
		case p.Name == "from":
		case p.Name == "room":
			fmt.Sscanf(p.Type, "*[%d]uint64", &count)
			m.SetArg("room", m.NewRegion("room", machine.Int(int64(8*count)), machine.Scratch, -1).Pointer(machine.Int(0)))
		case p.Type == "*[23][]uint64":
			table := m.NewRegion(p.Name, machine.Int(24*23), machine.Input, -1)
			for i := range int64(23) {
				column := region(fmt.Sprintf("dst[%d]", i), b.from.Add(n), 64, machine.Output)
				column.From = b.from.Mul(8)
				m.SetPointer(table, 24*i, column.Pointer(machine.Int(0)))
			}
			m.SetArg(p.Name, table.Pointer(machine.Int(0)))
		case bits[p.Name] > 0:
			if strings.HasPrefix(p.Name, "g") || p.Name == "black" {
				kind = machine.Input
			}
			m.SetArg(p.Name, region(p.Name, n, bits[p.Name], kind).Pointer(machine.Int(0)))
		}
	}
	return b
}

// board returns position i and whether Black is to move.
func (b *boards) board(i machine.Num) (planes [4]chess.Set, black aig.Lit) {
	for p, name := range []string{"g0", "g1", "g2", "gb"} {
		planes[p] = b.m.Initial(b.regions[name], i.Mul(8), 8)
	}
	return planes, b.m.Initial(b.regions["black"], i, 1)[0]
}

// prove runs the kernel. It calls f for each position that the kernel writes, with the results
// by output.
func (b *boards) prove(bits map[string]int64, f func(i machine.Num, got map[string]aig.Bits) error) error {
	b.m.Block = func(writes []machine.Write) error {
		results := map[string]map[string]aig.Bits{}
		var order []machine.Num
		add := func(position machine.Num, name string, v aig.Bits) {
			key := position.String()
			if results[key] == nil {
				results[key] = map[string]aig.Bits{}
				order = append(order, position)
			}
			results[key][name] = append(results[key][name], v...)
		}
		for _, w := range writes {
			name, _, column := strings.Cut(w.Region.Name, "[")
			if size := bits[name]; size == 1 {
				for i, l := range w.Value {
					add(w.Offset.Mul(8).Plus(int64(i)), w.Region.Name, aig.Bits{l})
				}
			} else {
				first := w.Offset.Plus(-w.Offset.Modulo(size / 8)).Div(size / 8)
				if column {
					first = first.Sub(b.from)
				}
				add(first, w.Region.Name, w.Value)
			}
		}
		for _, i := range order {
			if err := f(i, results[i.String()]); err != nil {
				return fmt.Errorf("position %v: %w", i, err)
			}
		}
		return nil
	}
	return b.c.Run(b.m)
}

// turn returns a set as the side to move sees it, with its pawns going north. It is its own
// inverse.
func turn(g *aig.Graph, black aig.Lit, s chess.Set) chess.Set {
	return g.Muxes(black, chess.FlipRanks(s), s)
}

// legal returns the legal moves of position i, as the side to move sees them.
func (b *boards) legal(i machine.Num) (chess.Legal, *chess.Board, aig.Lit) {
	planes, black := b.board(i)
	for p := range planes {
		planes[p] = turn(b.c.G, black, planes[p])
	}
	board := chess.NewBoard(b.c.G, planes)
	return chess.Moves(board, black), board, black
}

// legalTargets proves the sets of targets, which use the board's squares and directions.
func (c *Case) legalTargets() error {
	bits := map[string]int64{"dst": 64, "rare": 1, "g0": 64, "g1": 64, "g2": 64, "gb": 64, "black": 8}
	b := c.boards(machine.Int(c.block()), c.Machine(), bits)
	return b.prove(bits, func(i machine.Num, got map[string]aig.Bits) error {
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
	})
}

// status proves check, checkmate and stalemate.
func (c *Case) status() error {
	bits := map[string]int64{"dst": 8, "rare": 1, "light": 1, "g0": 64, "g1": 64, "g2": 64, "gb": 64, "black": 8}
	m := c.Machine()
	b := c.boards(m.NewSym("q").Times(c.block()), m, bits)
	return b.prove(bits, func(i machine.Num, got map[string]aig.Bits) error {
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
	})
}

// counts proves the number of moves.
func (c *Case) counts() error {
	bits := map[string]int64{"dst": 16, "rare": 1, "g0": 64, "g1": 64, "g2": 64, "gb": 64, "black": 8}
	m := c.Machine()
	b := c.boards(m.NewSym("q").Times(c.block()), m, bits)
	endings := c.Name == "countEndings"
	if endings { // pieces are kings, pawns and rooks without rights
		b.regions["g0"].Derive = func(same func(r *machine.Region) aig.Bits) aig.Bits {
			return c.G.AndNots(same(b.regions["g2"]), same(b.regions["g1"]))
		}
	}
	return b.prove(bits, func(i machine.Num, got map[string]aig.Bits) error {
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
		terms, err := c.matchSums(got["dst"], want, exclusive, func(r *rand.Rand) func(v aig.Lit) uint64 { return randomBoards(r, planes, black, endings) })
		if err != nil {
			return err
		}
		return c.Prove(append(claims, terms...)...)
	})
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
