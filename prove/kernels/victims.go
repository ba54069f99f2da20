package kernels

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/goasm"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	register("pairs/pairs_amd64.s", (*Case).victims, "refresh", "refreshBoard")
}

// Where the fields of layout.PairTables are, and its size; where layout.PairList and layout.PairDeltas have numbers of pairs.
const (
	pairRays, pairJumps, pairFirst, pairLines, pairReaches, pairReached    = 4096, 8192, 8704, 9728, 17920, 18176
	pairVictims, pairVictimBytes, pairRows, pairBoard, pairQuad, pairEmpty = 18432, 18496, 18560, 18816, 18832, 18848
	pairTables, pairListN, pairDeltasN                                     = 19392, 2112, 896
)

// pairRules are the codes of an engine, and which pairs of an attacker and a victim count: variables for each. Codes are XORed with that of an
// empty square.
type pairRules struct {
	*Case
	kinds  [16]aig.Bits // how the piece with a code attacks
	empty  aig.Bits
	quad   [16]aig.Bits // the engine's codes for those of package quad
	counts [16][16]aig.Lit
	data   []aig.Bits // of squares, by the engine's codes

	upper, high aig.Bits // any values of parts of registers that do not matter
}

// kinds are how pieces attack: bit 0 by jumps, 1 along ranks and files, 2 along diagonals, 3 by one step, 4 and 5 by one diagonal step to the
// north and to the south.
var kinds = []uint64{0, 1, 2, 4, 6, 8, 16, 32}

// newRules returns any rules. No piece has the code of an empty square.
func (c *Case) newRules() *pairRules {
	p := &pairRules{Case: c, upper: c.G.Vars(512), high: c.G.Vars(160), empty: c.G.Vars(4)}
	var ways []aig.Bits
	for _, w := range kinds {
		ways = append(ways, aig.Const(w, 6))
	}
	for a := range 16 {
		p.quad[a] = c.G.Vars(4)
		if p.kinds[a] = ways[0]; a > 0 {
			p.kinds[a] = c.G.Select(ways, c.G.Vars(3))
		}
		for v := range 16 {
			p.counts[a][v] = c.G.Var()
		}
	}
	return p
}

// reaches reports whether a piece attacks along line i, which are eight jumps and eight rays, if the squares before are empty.
func (p *pairRules) reaches(kind aig.Bits, i int, adjacent aig.Lit) aig.Lit {
	if i < 8 {
		return kind[0]
	}
	d, step := i-8, kind[3]
	if d%2 != 0 {
		return p.G.Or(kind[1], p.G.And(adjacent, step))
	}
	pawn := kind[4]
	if chess.Directions[d].Rank < 0 {
		pawn = kind[5]
	}
	return p.G.Or(kind[2], p.G.And(adjacent, p.G.Or(step, pawn)))
}

// along returns the n-th square from a square by a step, and whether it is on the board.
func along(square int, s chess.Step, n int) (int, bool) {
	f, r := square%8+n*s.File, square/8+n*s.Rank
	return 8*r + f, f >= 0 && f < 8 && r >= 0 && r < 8
}

// tables sets the tables of the kernels.
func (p *pairRules) tables(m *machine.Machine) *machine.Region {
	r := m.Memory("tables", pairTables, machine.Input, 0)
	r.Table = true
	set := func(at int, v uint64, n int) { m.SetInitial(r, machine.Int(int64(at)), aig.Const(v, 8*n)) }
	for sq := range 64 {
		for d := range 8 {
			ray, jump := uint64(0), uint64(64)
			set(64*sq+8*d, 0, 1)
			if to, ok := along(sq, chess.Jumps[d], 1); ok {
				set(64*sq+8*d, 0x80|uint64(to), 1)
				jump = uint64(to)
			}
			set(pairJumps+8*sq+d, jump, 1)
			set(pairFirst+16*sq+d, 255, 1)
			set(pairFirst+16*sq+8+d, 255, 1)
			for n := 1; n < 8; n++ {
				to, ok := along(sq, chess.Directions[d], n)
				square := uint64(0)
				if ok {
					square, ray = 0x80|uint64(to), ray|1<<to
				}
				if ok && n == 1 {
					set(pairFirst+16*sq+8+d, uint64(to), 1)
				}
				set(64*sq+8*d+8-n, square, 1)
			}
			if d >= 2 && d < 6 {
				ray = bits.Reverse64(ray)
			}
			set(pairRays+64*sq+8*d, ray, 8)
		}
		for to := range 64 {
			set(pairLines+128*sq+2*to, pairLine(sq, to), 2)
		}
	}
	fill := func(at int, b aig.Bits) { m.SetInitial(r, num(int64(at)), b) }
	for a, kind := range p.kinds {
		fill(pairBoard+a, p.square(aig.Const(uint64(a), 4), aig.False))
		fill(pairQuad+a, p.square(p.quad[a], aig.False))
		victims := [2]aig.Bits{make(aig.Bits, 16), make(aig.Bits, 16)}
		for v := range 16 {
			k := p.G.Gate(p.G.And(p.counts[a][v], p.G.Any(p.kinds[v])), kind)
			fill(pairReaches+16*a+v, k.Extend(8))
			fill(pairReached+16*v+a, slices.Concat(k[:4], aig.Bits{k[5], k[4], aig.False, aig.False})) // pawns as their victims see them
			victims[0][v], victims[1][v] = k[2], k[1]
		}
		for way, b := range victims { // along diagonals, and along ranks and files
			fill(pairVictims+32*way+2*a, b)
			fill(pairVictimBytes+16*way+a, b[:8])
			fill(pairVictimBytes+32+16*way+a, b[8:])
		}
	}
	for b := range 256 {
		code := aig.Const(uint64(b), 8)
		fill(pairRows+b, append(make(aig.Bits, 4), p.square(code[:4], code[7])[:4]...))
	}
	fill(pairEmpty, slices.Concat(make(aig.Bits, 12), p.empty, make(aig.Bits, 2), p.empty).Extend(64))
	return r
}

// square returns the data of a square: the code of its piece XOR that of an empty square, three zeros, and 1 if there is a piece.
func (p *pairRules) square(code aig.Bits, empty aig.Lit) aig.Bits {
	for c := len(p.data); c < 16; c++ {
		i := p.G.Xors(aig.Const(uint64(c), 4), p.empty)
		there := p.G.Any(p.G.Select(p.kinds[:], i))
		p.data = append(p.data, p.G.Gate(there, append(i, aig.False, aig.False, aig.False, there)))
	}
	return p.G.Gate(empty.Not(), p.G.Select(p.data, code))
}

// A place is what the piece on a square sees in a direction: the nearest piece, or the piece at the end of a jump, and whether it is one
// step away.
type pairPlace struct {
	there, adjacent     aig.Lit
	square, code, flags aig.Bits
	done                aig.Lit // whether a square up to there has the second flag
}

// places returns the places around a square: eight jumps and eight rays.
func (p *pairRules) places(board [64]aig.Bits, sq int) (list [16]pairPlace) {
	g := p.G
	for i := range list {
		step, most, clear := chess.Jumps[i%8], 1, aig.True
		if i >= 8 {
			step, most = chess.Directions[i-8], 7
		}
		x := pairPlace{square: aig.Const(0, 6), code: aig.Const(0, 4), flags: aig.Const(0, 2)}
		for n := 1; n <= most; n++ {
			to, ok := along(sq, step, n)
			if !ok {
				break
			}
			hit := g.And(clear, board[to][7])
			x.there, x.code, x.flags = g.Or(x.there, hit), g.Muxes(hit, board[to][:4], x.code), g.Muxes(hit, board[to][4:6], x.flags)
			x.square, x.done = g.Muxes(hit, aig.Const(uint64(to), 6), x.square), g.Or(x.done, g.And(clear, board[to][5]))
			if i >= 8 && n == 1 {
				x.adjacent = hit
			}
			clear = g.AndNot(clear, board[to][7])
		}
		list[i] = x
	}
	return list
}

// attacks returns whether a piece attacks another along line i, and the pair counts.
func (p *pairRules) attacks(attacker, victim aig.Bits, i int, adjacent aig.Lit) aig.Lit {
	g, rows := p.G, make([]aig.Bits, 16)
	for a, kind := range p.kinds {
		row := make([]aig.Bits, 16)
		for v := range row {
			row[v] = aig.Bits{g.And(p.counts[a][v], g.Any(p.kinds[v]))}
		}
		rows[a] = aig.Bits{g.And(p.reaches(kind, i, adjacent), g.Select(row, victim)[0])}
	}
	return g.Select(rows, attacker)[0]
}

// constant returns word i of a constant.
func (p *pairRules) constant(name string, i int) aig.Bits {
	raw := p.File.Data[name]
	return aig.Const(uint64(raw[2*i])|uint64(raw[2*i+1])<<8, 16)
}

// words are the vectors of a view: squares and codes, codes, ways. there are the places that matter.
func (p *pairRules) words(v [16]pairPlace, there aig.Bits) (pieces, codes, ways aig.Bits) {
	for i, x := range v {
		pieces = slices.Concat(pieces, x.square, p.G.Muxes(there[i], append(make(aig.Bits, 6), x.code...), p.high[10*i:10*i+10]))
		codes = slices.Concat(codes, make(aig.Bits, 8), x.code, make(aig.Bits, 4))
		ways = append(ways, p.G.Muxes(x.adjacent, p.constant("oneStepWays", i), p.constant("ways", i))...)
	}
	return
}

// fixed is the vector of an attacker on a square.
func fixed(sq, code aig.Bits) aig.Bits {
	return slices.Concat(slices.Repeat([]aig.Bits{slices.Concat(sq, make(aig.Bits, 6), code, make(aig.Bits, 16))}, 8)...)
}

// pair returns a pair of pieces.
func (p *pairRules) pair(from, to, attacker, victim aig.Bits) aig.Bits {
	return slices.Concat(from, to, p.G.Xors(attacker, p.empty), aig.Const(0, 2), p.G.Xors(victim, p.empty), aig.Const(0, 10))
}

// occupied returns the squares with a piece, and reverse the last bit first.
func occupied(board [64]aig.Bits) (b aig.Bits) {
	for _, x := range board {
		b = append(b, x[7])
	}
	return b
}

func reverse(b aig.Bits) aig.Bits {
	b = slices.Clone(b)
	slices.Reverse(b)
	return b
}

// anyBoard returns the data of each square of any board.
func (p *pairRules) anyBoard() (board [64]aig.Bits) {
	for sq := range board {
		o := p.G.Var()
		board[sq] = append(p.G.Gate(o, p.G.Vars(4)), aig.False, aig.False, aig.False, o)
	}
	return board
}

// A part of a proof begins at the n-th instruction with a text, or after it.
type part struct {
	name, text string
	n, after   int
}

// parted calls f for a kernel with labels at parts.
func (c *Case) parted(f func(p *pairRules) error, parts ...part) error {
	fn := *c.Func
	fn.Labels = maps.Clone(fn.Labels)
	for _, x := range parts {
		for i, in := range fn.Code {
			if strings.Contains(in.String(), x.text) {
				if x.n--; x.n == -1 {
					fn.Labels[x.name] = i + x.after
				}
			}
		}
		if x.n >= 0 {
			return fmt.Errorf("%s has no %s", fn.Name, x.text)
		}
	}
	defer func(whole *goasm.Func) { c.Func = whole }(c.Func)
	c.Func, c.G, c.Bounds = &fn, aig.New(), []string{"tables as NewRules makes them, for any codes and any pairs that count"}
	return f(c.newRules())
}

// victims proves the kernels that list the pairs of a board: for each occupied square in order, those in which the piece there is the
// attacker, in the order of jumps or directions.
func (c *Case) victims() error {
	if c.AVX512 {
		return c.parted((*pairRules).victims, part{"see", "VMOVDQU16 ", 0, 1}, part{"list", "VPCOMPRESSW", 0, 0})
	}
	return c.parted((*pairRules).victims, part{"see", "MOVBLZX (DX)(R10", 0, 0}, part{"list", "NOTL", 0, 1})
}

func (p *pairRules) victims() error {
	s, rest := &site{codes: "Y7", pieces: "Y8", ways: "Y6", masks: []string{"R12"}}, "DI"
	f, registers := p.finder([]string{"R9"}, pairListN), []string{"Y3", "Y4", "Y1", "Y2"}
	if p.AVX512 {
		rest = "DX"
		f.lengths[0] = "BX"
		s.ways, s.masks, s.counts, s.fixed, registers = "Y4", []string{"K1"}, []string{"SI"}, "Y6", []string{"Z5"}
	}
	size := int64(64)
	if p.Name == "refreshBoard" {
		size, s.ways, registers = 32, "Y5", []string{"Z4"}
	}
	f.any(s)
	g, m, set := p.G, f.m, p.G.Vars(64)
	m.Memory("list", pairListN+8, machine.Output, -1).Sparse = true
	memory, board, raw := m.Memory("board", int(size), machine.Input, -1), p.anyBoard(), [64]aig.Bits{} // raw is the board by its definition
	for sq := range raw {
		if size == 64 {
			b := m.Initial(memory, num(int64(sq)), 1)
			raw[sq] = p.square(b[:4], b[7])
		} else {
			var code aig.Bits
			for k := range int64(4) {
				code = append(code, m.Initial(memory, num(8*k), 8)[sq])
			}
			raw[sq] = p.square(g.Select(p.quad[:], code), aig.False)
		}
	}
	before := m.NewNumber("pairs", 8*63) // at most eight for each square before
	from := func(sq int) aig.Bits { return slices.Concat(make(aig.Bits, sq), aig.Bits{aig.True}, set[sq+1:]) }
	listed := func(end bool) error {
		if f.stage == "" {
			return f.grown([]machine.Num{num(0)}, []machine.Num{num(0)}, nil, end)
		}
		return f.grown([]machine.Num{before}, []machine.Num{m.Count(s.square.Extend(64)).Plus(1).Mul(8)}, f.puts(0, s, s.view)[:1], end)
	}
	left := func() aig.Bits { // the squares after those that are done
		if f.stage == "" {
			return occupied(raw)
		}
		return g.Ands(set, g.Sub(set, aig.Const(1, 64)))
	}
	m.Returned = func() error {
		if err := p.given(m, f.follows("", "list"), always("no square that is left", g.Any(left()).Not())); err != nil {
			return err
		}
		return listed(true)
	}
	m.Lemmas = map[string]func() error{"see": func() error { return f.see(s, p.places(board, f.sq), false) }}
	err := m.Induct(map[string]*machine.Cut{
		"piece": {Cases: 64, State: func(k int) {
			f.stage, f.sq = "piece", k
			m.Set(rest, from(k))
			m.Set(f.lengths[0], before)
			m.AssumeAtLeast(num(int64(8 * k)).Sub(before))
		}, Check: func(bool) error {
			if err := listed(false); err != nil {
				return err
			}
			is, later := board, aig.True
			if f.stage == "" {
				is = raw
			} else {
				for k, l := range left() {
					later = g.AndNot(later, g.AndNot(l, g.Less(s.square, constant6(k))))
				}
			}
			forms := []form{{register: rest, is: left(), any: set}}
			if !p.AVX512 {
				forms = append(forms, form{register: "BX", is: occupied(is), any: occupied(board)}, form{register: "R8", is: reverse(occupied(is)), any: reverse(occupied(board))})
			}
			return f.become([]cec.Claim{f.follows("", "list"), always("a later square", g.And(later, g.Any(left())))}, append(forms, boards(registers, is, board)...)...)
		}},
		"list": cut(func() {
			f.stage = "list"
			m.AssumeAtLeast(m.Count(s.square.Extend(64)).Mul(8).Sub(before))
			m.Assume(g.Equal(g.TrailingZeros(set), s.square.Extend(64)))
		}, func(bool) error {
			code := raw[f.sq][:4]
			forms, claims := f.pairs(s, s.view, constant6(f.sq), code)
			if forms = append(forms, form{register: rest, is: from(f.sq), any: set}, f.used(s, s.direct[0])); !p.AVX512 {
				forms = append(forms, form{register: "R11", is: pieceRow(code), any: pieceRow(s.piece)}, form{register: "R10", is: constant6(f.sq).Extend(64), any: s.square.Extend(64)})
			}
			return f.become(append(claims, f.follows("piece")), forms...)
		}),
	})
	p.Steps += m.Steps
	return err
}

// pairLine returns the element of PairTables.Lines: eight times the ray to a square or 64, and where the square is on it.
func pairLine(from, to int) uint64 {
	for d := range 8 {
		for n := 1; n < 8; n++ {
			if sq, ok := along(from, chess.Directions[d], n); ok && sq == to {
				if d >= 2 && d < 6 {
					to = 63 - to
				}
				return uint64(8*d | to<<8)
			}
		}
	}
	return 64
}

// theres returns at which places there is a piece.
func (p *pairRules) theres(view [16]pairPlace) (b aig.Bits) {
	for _, x := range view {
		b = append(b, x.there)
	}
	return b
}
