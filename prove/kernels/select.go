package kernels

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	register("movegen/batch_lists_amd64.s", (*Case).selectBlock, "selectBlockAVX2")
	registerSlow("movegen/batch_lists_amd64.s", (*Case).selectBlock, "selectBlockAVX512", "selectBlockNEON")
}

// A group is a part of a list of moves: 64 possible moves in their order, with their words if they do not depend on the board.
type group struct {
	moves aig.Bits
	words [64]uint64
}

// groups returns a position's moves in the order of lists: by direction, knights by rank, and the sets of pawns. Promotions have a
// piece's code and double steps and castling a number above the two squares.
func (r *rows) groups() (list []*group) {
	squares := make(chess.Set, 64)
	for t := range squares {
		squares[t] = aig.Lit(t)
	}
	for d := range chess.Directions {
		x := &group{moves: lines(r.sets[d], d)}
		for i, to := range lines(squares, d) {
			x.words[i] = uint64(to) << 6
		}
		list = append(list, x)
	}
	black := r.sets[rankOther][0]
	knights, targets := turn(r.g, black, r.sets[rankKnights]), turn(r.g, black, r.sets[rankTargets])
	jumps := slices.SortedFunc(slices.Values(chess.Jumps[:]), func(a, b chess.Step) int { return 8*(a.Rank-b.Rank) + a.File - b.File })
	for rank := range 8 {
		x := &group{moves: make(aig.Bits, 64)}
		for i := range x.moves {
			from, jump := 8*rank+i/8, jumps[i%8]
			f, to := i/8+jump.File, rank+jump.Rank
			if to = 8*to + f; f >= 0 && f < 8 && to >= 0 && to < 64 {
				x.moves[i], x.words[i] = r.g.And(knights[from], targets[to]), uint64(from|to<<6)
			}
		}
		list = append(list, x)
	}
	const queen, rook, bishop, knight = 7, 5, 3, 4
	for set := range 4 {
		x := &group{moves: r.sets[rankPush+set]}
		for i := range x.words {
			row, file := i/8, i%8
			way, from, to, kind := set, 0, 56+file, 0
			switch {
			case set < 3 && row < 5:
				to = 8*(row+2) + file
			case set < 3:
				kind = 8 | [3]int{queen, rook, bishop}[row-5]
			case row < 3:
				way, kind = row, 8|knight
			case row == 3:
				from, to, kind = 8+file, 24+file, 1
			case row < 6:
				from, to, kind = 4, file, 3
			default:
				continue
			}
			if from == 0 {
				from = to - [3]int{8, 9, 7}[way]
			}
			x.words[i] = uint64(from | to<<6 | kind<<12)
		}
		list = append(list, x)
	}
	return list
}

// last returns the last of some values for which here is true, or the first value.
func last(g *aig.Graph, here aig.Bits, values []aig.Bits) aig.Bits {
	v := values[0]
	for i, x := range values[1:] {
		v = g.Muxes(here[i+1], x, v)
	}
	return v
}

// greater compares signed numbers.
func greater(g *aig.Graph, a, b aig.Bits) aig.Lit {
	top := aig.Const(1<<7, 8)
	return g.Less(g.Xors(b, top), g.Xors(a, top))
}

// bit returns which bit of a row is the n-th that is set, where n starts at 1, by halves of the row.
func bit(g *aig.Graph, row, n aig.Bits) aig.Bits {
	at := make(aig.Bits, 3)
	for k := 2; k >= 0; k-- {
		half := 1 << k
		low := g.Popcount(row[:half], 8)
		at[k] = greater(g, n, low)
		row, n = g.Muxes(at[k], row.Shl(-half), row), g.Muxes(at[k], g.Sub(n, low), n)
	}
	return at
}

// lowest returns the lowest bit of a row that is not below another one, or 8.
func lowest(g *aig.Graph, row, from aig.Bits) aig.Bits {
	one := make(aig.Bits, 8)
	for i := range one {
		one[i] = g.Equal(from, aig.Const(uint64(i), 3))
	}
	row = g.Ands(row, g.Sub(make(aig.Bits, 8), one))
	return g.Popcount(g.AndNots(g.Sub(row, aig.Const(1, 8)), row), 8)
}

// lemmas proves that bit counts bits, and that the lowest own piece on a line beyond a target is the nearest one in the other
// direction, if there is one and none is on the target.
func (c *Case) lemmas(list []*group) error {
	g := c.G
	row, n := g.Vars(8), g.Vars(4)
	n = n.Extend(8)
	got := bit(g, row, n)
	var claims []cec.Claim
	for i, l := range row {
		is := g.And(l, g.Equal(n, g.Popcount(row[:i+1], 8)))
		claims = append(claims, claim("a bit", g.Gate(is, got), g.Gate(is, aig.Const(uint64(i), 3))))
	}
	own := g.Vars(64)
	for d, x := range list[:8] {
		on := lines(own, d)
		for i, w := range x.words {
			to, piece, sources := chess.None(), lowest(g, on[i/8*8:i/8*8+8], aig.Const(uint64(i%8), 3)), chess.None()
			to[w>>6] = own[w>>6].Not()
			for range 7 {
				to = chess.Move(to, chess.Directions[d^4])
				sources = g.Ors(sources, g.Ands(to, own))
				to = g.AndNots(to, own)
			}
			found := make(chess.Set, 64)
			for j := range 8 {
				found[x.words[i/8*8+j]>>6] = g.Equal(piece, aig.Const(uint64(j), 8))
			}
			claims = append(claims, claim("a source", g.Gate(g.Any(sources), found), sources))
		}
	}
	return c.Prove(claims...)
}

// written says how rankMoves writes moves as ranks: bits that no move uses are 0.
func (c *Case) written(m *machine.Machine, ranks *machine.Region) {
	c.bound("moves are as rankMoves writes them")
	for i := range int(c.block()) {
		limit := func(set, row, mask int) { c.limit(m, ranks, c.rowAt(m, ranks, set, row, i), mask) }
		for row := range 8 {
			limit(rankEast, row, 0xfe)
			limit(rankWest, row, 0x7f)
			limit(rankRest, row, []int{0xff, 0xfe, 0x7f, 0xff, 1, 0x80, 0, 0}[row])
		}
		side := c.rowAt(m, ranks, rankOther, 0, i) // all ones if Black is to move
		m.SetInitial(ranks, side, c.G.Gate(m.Initial(ranks, side, 1)[0], aig.Const(0xff, 8)))
	}
}

// words are words that are sums of different bits, by these bits.
type words map[string]struct {
	word aig.Bits
	fits bool // the sum is always in its word
}

func (c *Case) sums() words {
	w := words{}
	for s, word := range c.G.Sums() {
		if slices.Max(slices.Collect(maps.Values(s.Terms))) == 1 {
			w[fmt.Sprint(slices.Sorted(maps.Keys(s.Terms)))] = struct {
				word aig.Bits
				fits bool
			}{word.Extend(8), len(s.Fits) == 0}
		}
	}
	return w
}

// of returns the byte that is the number of set bits.
func (w words) of(bits aig.Bits) (word aig.Bits, fits bool, err error) {
	terms := slices.DeleteFunc(slices.Clone(bits), func(l aig.Lit) bool { return l == aig.False })
	slices.Sort(terms)
	x, ok := w[fmt.Sprint([]aig.Lit(terms))]
	if !ok {
		return nil, false, errors.New("no byte is a number of moves")
	}
	return x.word, x.fits, nil
}

// selectBlock proves that the kernel selects move k in the order of lists, or no move if there are not so many, unless there are 255
// moves or more.
func (c *Case) selectBlock() error {
	block := int(c.block())
	m := c.Machine()
	dst, flags := m.Memory("dst", 2*block, machine.Output, -1), m.Memory("flags", 16, machine.Output, -1)
	ranks, k := m.Memory("ranks", 1032*8, machine.Input, -1), m.Memory("k", 2*block, machine.Input, -1)
	m.Memory("room", 2056*8, machine.Scratch, -1)
	flags.Sparse = true
	c.bound("n is %d", block)
	c.written(m, ranks)
	m.Block = func([]machine.Write) error { return nil }
	m.Sums = (12*8 + 52) * block // later popcounts are circuits
	if block == 32 {             // AVX2 counts the bits of half bytes
		m.Sums *= 2
	}
	if err := c.Run(m); err != nil {
		return err
	}
	sums := c.sums()
	if err := c.lemmas(c.rows(m, ranks, 0).groups()); err != nil {
		return err
	}
	for i := range block {
		if err := c.selected(c.rows(m, ranks, i), m.Initial(k, num(int64(2*i)), 2), sums, m.Load(dst, num(int64(2*i)), 2),
			m.Load(flags, num(int64(i/8)), 1)[i%8], m.Load(flags, num(int64(8+i/8)), 1)[i%8]); err != nil {
			return fmt.Errorf("position %d: %w", i, err)
		}
	}
	return nil
}

// selected proves a move: in the last group with at most k moves before it, the last row with at most as many moves before it as
// are left, and there the bit by the number that is left then. This is move k, because numbers of moves are those of the sets, and
// there are more than k. The claims hold for any numbers of moves, so that their sums need no proof. A slider's move has a source,
// and no own piece is on its target.
func (c *Case) selected(r *rows, k aig.Bits, sums words, move aig.Bits, rare, many aig.Lit) error {
	g := c.G
	list := r.groups()
	number := g.Muxes(g.Or(g.Any(k[8:]), g.All(k[:8])), aig.Const(254, 8), k[:8])
	words, codes := make([]aig.Bits, 32*64), make([]aig.Bits, len(list))
	for i := range words {
		words[i] = make(aig.Bits, 17) // the highest bit says whether there is such a move
	}
	var before, moves, own []aig.Bits
	var here aig.Bits
	all := make(aig.Bits, 8) // moves so far, at most 255
	for n, x := range list {
		size, fits, err := sums.of(x.moves)
		if err != nil || !fits {
			return fmt.Errorf("group %d: %v", n, err)
		}
		order := n // of the own pieces; those of groups without sliders have no effect
		switch {
		case n == 1: // the bits of a row are reversed later
			order = 5
			x.moves = lines(r.sets[n], order)
		case n >= 8:
			order = 1 + n/8*2
		}
		here, before = append(here, g.Less(number, all).Not()), append(before, all)
		moves, own = append(moves, x.moves), append(own, lines(r.sets[rankOwn], order))
		codes[n] = aig.Const(uint64(n), 5)
		for i, w := range x.words {
			if x.moves[i] != aig.False {
				words[64*n+i] = aig.Const(w|1<<16, 17)
			}
		}
		sum, carry := g.AddCarry(all, size, aig.False)
		all = g.Ors(sum, slices.Repeat(aig.Bits{carry}, 8))
	}
	found, full, code := g.Less(number, all), g.All(all), last(g, here, codes)
	left := g.Sub(g.Add(number, aig.Const(1, 8)), last(g, here, before))
	x, pieces, east := last(g, here, moves), last(g, here, own), g.Equal(code, aig.Const(1, 5))

	var rows, own8, lines []aig.Bits
	here, before, all = nil, nil, make(aig.Bits, 8)
	for row := range 8 {
		rows, own8, lines = append(rows, x[8*row:8*row+8]), append(own8, pieces[8*row:8*row+8]), append(lines, aig.Const(uint64(row), 3))
		here, before = append(here, greater(g, left, all)), append(before, all)
		all = g.Add(all, g.Popcount(rows[row], 8))
	}
	line, row := last(g, here, lines), last(g, here, rows)
	at := bit(g, g.Muxes(east, reversed(row), row), g.Sub(left, last(g, here, before)))
	piece := g.Select(own8, line)
	source := lowest(g, g.Muxes(east, reversed(piece), piece), at)

	slides := g.Or(code[3], code[4]).Not()
	word := g.Select(words, slices.Concat(at, line, code))
	from := g.Select(words[:512], slices.Concat(source[:3], line, code[:3]))[6:12]
	word = g.Ors(word, g.Gate(slides, from).Extend(17))
	flip := g.AndNot(r.sets[rankOther][0], g.AndNot(code[3], code[4]))
	word = g.Xors(word, g.Gate(flip, aig.Const(56|56<<6, 17)))
	known := g.AndNot(word[16], g.And(slides, source[3]))
	return c.Prove(
		claim("rare", aig.Bits{rare}, aig.Bits{g.Any(r.sets[rankOther][8:16])}),
		claim("255 moves or more", aig.Bits{many}, aig.Bits{full}),
		claim("the move", g.Gate(known, move), g.Gate(known, g.Gate(found, word[:16]))),
	)
}
