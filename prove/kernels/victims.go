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

// Where the other fields of layout.PairTables are; where layout.PairList has the number of its pairs.
const (
	pairRays, pairJumps, pairFirst, pairVictims, pairVictimBytes, pairQuad, pairEmpty = 4096, 8192, 8704, 18432, 18496, 18832, 18848
	pairListN                                                                         = 2112
)

// pairCodes are the pieces of two engines by their codes: package quad's, and others with an empty square that is not 0. In the
// order of quad, letters are pieces of White or Black, and others are empty squares.
var pairCodes = []string{".RPBNRKQ.rpbnrkq", "pPnN..bBrRqQkK.."}

// pairRules are the codes of an engine, and which pairs of an attacker and a victim count: a variable for each.
type pairRules struct {
	*Case
	letters string
	empty   int
	counts  [16][16]aig.Lit // by codes XOR that of an empty square

	upper, high aig.Bits // any values of parts of registers that do not matter
}

// ways returns how a piece attacks: bit 0 by jumps, 1 along ranks and files, 2 along diagonals, 3 by one step, 4 and 5 by one
// diagonal step to the north and to the south.
func ways(letter byte) byte {
	switch letter {
	case 'N', 'n':
		return 1
	case 'R', 'r':
		return 2
	case 'B', 'b':
		return 4
	case 'Q', 'q':
		return 6
	case 'K', 'k':
		return 8
	case 'P':
		return 16
	case 'p':
		return 32
	}
	return 0
}

// reaches reports whether a piece attacks the n-th square in a direction, if the squares before it are empty.
func reaches(letter byte, d, n int) bool {
	w, diagonal := ways(letter), d%2 == 0
	switch {
	case w&2 != 0 && !diagonal, w&4 != 0 && diagonal, w&8 != 0 && n == 1:
		return true
	}
	return n == 1 && diagonal && (w&16 != 0 && chess.Directions[d].Rank > 0 || w&32 != 0 && chess.Directions[d].Rank < 0)
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
	data := func(code int) uint64 {
		if ways(p.letters[code]) == 0 {
			return 0
		}
		return 0x80 | uint64(code^p.empty)
	}
	for a := range 16 {
		set(pairBoard+a, data(a), 1)
		set(pairQuad+a, data(p.own(a)), 1)
		victims := [2]aig.Bits{make(aig.Bits, 16), make(aig.Bits, 16)}
		for v := range 16 {
			p.counts[a][v] = p.G.Var()
			w := ways(p.letters[a^p.empty])
			if ways(p.letters[v^p.empty]) == 0 {
				w = 0
			}
			put := func(at int, b aig.Bits) { m.SetInitial(r, num(int64(at)), p.G.Gate(p.counts[a][v], b)) }
			put(pairReaches+16*a+v, aig.Const(uint64(w), 8))
			put(pairReached+16*v+a, aig.Const(uint64(w&15|w&16<<1|w&32>>1), 8)) // pawns as their victims see them
			for way := range victims {
				victims[way][v] = p.G.And(p.counts[a][v], aig.Lit(w>>(2-way)&1))
			}
		}
		for way, b := range victims { // along diagonals, and along ranks and files
			m.SetInitial(r, num(int64(pairVictims+32*way+2*a)), b)
			m.SetInitial(r, num(int64(pairVictimBytes+16*way+a)), b[:8])
			m.SetInitial(r, num(int64(pairVictimBytes+32+16*way+a)), b[8:])
		}
	}
	for b := range 256 {
		row := uint64(0)
		if b < 128 {
			row = data(b&15) << 4
		}
		set(pairRows+b, row&0xff, 1)
	}
	set(pairEmpty, uint64(p.empty)<<12|uint64(p.empty)<<18, 8)
	return r
}

// square returns the data of a square: the code of its piece XOR that of an empty square, three zeros, and 1 if there is a piece.
func (p *pairRules) square(code aig.Bits, empty aig.Lit) aig.Bits {
	table := make([]aig.Bits, 16)
	for c := range table {
		table[c] = aig.Const(0, 8)
		if ways(p.letters[c]) != 0 {
			table[c] = aig.Const(uint64(c^p.empty|0x80), 8)
		}
	}
	return p.G.Gate(empty.Not(), p.G.Select(table, code))
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

// attacks returns whether a piece attacks another along line i, which are eight jumps and eight rays, and the pair counts.
func (p *pairRules) attacks(attacker, victim aig.Bits, i int, adjacent aig.Lit) aig.Lit {
	g, rows := p.G, make([]aig.Bits, 16)
	for a := range rows {
		letter, row := p.letters[a^p.empty], make([]aig.Bits, 16)
		reach := aig.False
		if i < 8 && ways(letter) == 1 {
			reach = aig.True
		} else if i >= 8 && reaches(letter, i-8, 1) {
			reach = adjacent
			if reaches(letter, i-8, 2) {
				reach = aig.True
			}
		}
		for v := range row {
			row[v] = aig.Bits{aig.False}
			if ways(p.letters[v^p.empty]) != 0 {
				row[v][0] = p.counts[a][v]
			}
		}
		rows[a] = aig.Bits{g.And(reach, g.Select(row, victim)[0])}
	}
	return g.Select(rows, attacker)[0]
}

// constants returns word i of a constant.
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
	empty := aig.Const(uint64(p.empty), 4)
	return slices.Concat(from, to, p.G.Xors(attacker, empty), aig.Const(0, 2), p.G.Xors(victim, empty), aig.Const(0, 10))
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

// engines calls f with the rules of engines, for a kernel with labels at parts.
func (c *Case) engines(f func(p *pairRules) error, parts ...part) error {
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
	c.Func, c.Bounds = &fn, nil
	c.bound("tables as NewRules makes them, any pairs that count")
	c.bound("its lists for the codes of two engines, and that it stays inside its slices for any codes")
	for _, letters := range pairCodes {
		c.G = aig.New()
		p := &pairRules{Case: c, letters: letters, upper: c.G.Vars(512), high: c.G.Vars(160)}
		for ways(letters[p.empty]) != 0 {
			p.empty++
		}
		if err := f(p); err != nil {
			return fmt.Errorf("codes %s: %w", letters, err)
		}
	}
	return nil
}

// victims proves the kernels that list the pairs of a board: for each occupied square in order, those in which the piece there is the
// attacker, in the order of jumps or directions.
func (c *Case) victims() error {
	if err := c.refresh(); err != nil {
		return fmt.Errorf("for any codes: %w", err)
	}
	if c.AVX512 {
		return c.engines((*pairRules).victims, part{"see", "VMOVDQU16 ", 0, 1}, part{"list", "VPCOMPRESSW", 0, 0})
	}
	return c.engines((*pairRules).victims, part{"see", "MOVBLZX (DX)(R10", 0, 0}, part{"list", "NOTL", 0, 1})
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
			raw[sq] = p.quadSquare(code)
		}
	}
	before := m.NewNumber("pairs", 8*63) // as proved for any codes
	from := func(sq int) aig.Bits { return slices.Concat(make(aig.Bits, sq), aig.Bits{aig.True}, set[sq+1:]) }
	listed := func(end bool) error {
		if f.stage == "" {
			return f.grown([]machine.Num{num(0)}, nil, end)
		}
		return f.grown([]machine.Num{before}, f.puts(0, s, s.view)[:1], end)
	}
	left := func() aig.Bits { // the squares after those that are done
		if f.stage == "" {
			return occupied(raw)
		}
		return g.Ands(set, g.Sub(set, aig.Const(1, 64)))
	}
	m.Returned = func() error {
		if err := p.given(m, claim("squares that are left", aig.Bits{g.Any(left())}, aig.Bits{aig.False})); err != nil {
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
		}, Check: func(bool) error {
			if err := listed(false); err != nil {
				return err
			}
			is := board
			if f.stage == "" {
				is = raw
			}
			forms := []form{{register: rest, is: left(), any: set}}
			if !p.AVX512 {
				forms = append(forms, form{register: "BX", is: occupied(is), any: occupied(board)}, form{register: "R8", is: reverse(occupied(is)), any: reverse(occupied(board))})
			}
			return f.become([]cec.Claim{always("a square", g.Any(left()))}, append(forms, boards(registers, is, board)...)...)
		}},
		"list": cut(func() { f.stage = "list" }, func(bool) error {
			code := raw[f.sq][:4]
			forms, claims := f.pairs(s, s.view, constant6(f.sq), code)
			if forms = append(forms, form{register: rest, is: from(f.sq), any: set}, f.used(s, s.direct[0])); !p.AVX512 {
				forms = append(forms, form{register: "R11", is: pieceRow(code), any: pieceRow(s.piece)}, form{register: "R10", is: constant6(f.sq).Extend(64), any: s.square.Extend(64)})
			}
			return f.become(claims, forms...)
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

// quadSquare returns the data of a square by its code of package quad.
func (p *pairRules) quadSquare(code aig.Bits) aig.Bits {
	table := make([]aig.Bits, 16)
	for c := range table {
		table[c] = p.square(aig.Const(uint64(p.own(c)), 4), aig.False)
	}
	return p.G.Select(table, code)
}

// own returns an engine's code for a code of package quad. Rooks may have the same code whether or not they may castle.
func (p *pairRules) own(c int) int {
	piece := pairCodes[0][c]
	switch {
	case p.letters == pairCodes[0]:
		return c
	case piece == '.':
		return p.empty
	}
	return strings.IndexByte(p.letters, piece)
}
