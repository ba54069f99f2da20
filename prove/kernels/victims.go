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
	pairRays, pairJumps, pairFirst, pairQuad, pairEmpty = 4096, 8192, 8704, 18832, 18848
	pairListN                                           = 2112
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
		for v := range 16 {
			p.counts[a][v] = p.G.Var()
			w := ways(p.letters[a^p.empty])
			if ways(p.letters[v^p.empty]) == 0 {
				w = 0
			}
			m.SetInitial(r, machine.Int(int64(pairReaches+16*a+v)), p.G.Gate(p.counts[a][v], aig.Const(uint64(w), 8)))
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
	there, adjacent aig.Lit
	square, code    aig.Bits
}

// places returns the places around a square: eight jumps and eight rays.
func (p *pairRules) places(board [64]aig.Bits, sq int) (list [16]pairPlace) {
	g := p.G
	for i := range list {
		step, most, clear := chess.Jumps[i%8], 1, aig.True
		if i >= 8 {
			step, most = chess.Directions[i-8], 7
		}
		x := pairPlace{square: aig.Const(0, 6), code: aig.Const(0, 4)}
		for n := 1; n <= most; n++ {
			to, ok := along(sq, step, n)
			if !ok {
				break
			}
			hit := g.And(clear, board[to][7])
			x.there, x.code = g.Or(x.there, hit), g.Muxes(hit, board[to][:4], x.code)
			x.square = g.Muxes(hit, aig.Const(uint64(to), 6), x.square)
			if i >= 8 && n == 1 {
				x.adjacent = hit
			}
			clear = g.AndNot(clear, board[to][7])
		}
		list[i] = x
	}
	return list
}

// seen returns whether a piece with a code attacks the piece at place i, and the pair counts.
func (p *pairRules) seen(code aig.Bits, i int, x pairPlace) aig.Lit {
	g, rows := p.G, make([]aig.Bits, 16)
	for a := range rows {
		letter, row := p.letters[a^p.empty], make([]aig.Bits, 16)
		reach := aig.False
		if i < 8 && ways(letter) == 1 {
			reach = aig.True
		} else if i >= 8 && reaches(letter, i-8, 1) {
			reach = x.adjacent
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
		rows[a] = aig.Bits{g.And(reach, g.Select(row, x.code)[0])}
	}
	return g.Select(rows, code)[0]
}

// victims proves the kernels that list the pairs of a board: for each occupied square in order, those in which the piece there is the
// attacker, in the order of jumps or directions.
func (c *Case) victims() error {
	if err := c.refresh(); err != nil {
		return fmt.Errorf("for any codes: %w", err)
	}
	c.Bounds = nil
	c.bound("tables as NewRules makes them, any pairs that count")
	c.bound("its lists for the codes of two engines, and that it stays inside its slices for any codes")
	for _, letters := range pairCodes {
		c.G = aig.New()
		p := &pairRules{Case: c, letters: letters}
		for ways(letters[p.empty]) != 0 {
			p.empty++
		}
		if err := p.victims(); err != nil {
			return fmt.Errorf("codes %s: %w", letters, err)
		}
	}
	return nil
}

// victims proves one iteration in three parts: on each square, the vectors of the nearest pieces; for any such vectors, which pairs there
// are; for any such set, what is listed.
func (p *pairRules) victims() error {
	g, f := p.G, *p.Func
	f.Labels = maps.Clone(f.Labels)
	next := func(from int, op string) int {
		return from + slices.IndexFunc(f.Code[from:], func(in goasm.Instr) bool { return in.Op == op })
	}
	rest, count, square, test := "DI", "R9", "R10", "NOTL"
	if p.AVX512 {
		rest, count, square, test = "DX", "BX", "SI", "VPTESTMW"
	}
	f.Labels["view"] = next(f.Labels["piece"], "MOVBLZX")
	f.Labels["mask"] = next(f.Labels["piece"], test) + 1
	f.Labels["listed"] = next(f.Labels["piece"], "BLSRQ")
	defer func(whole *goasm.Func) { p.Func = whole }(p.Func)
	p.Func = &f
	m := p.Machine()
	p.tables(m)
	list := m.Memory("list", pairListN+8, machine.Output, -1)
	list.Sparse = true
	size := int64(64)
	if p.Name == "refreshBoard" {
		size = 32
	}
	memory := m.Memory("board", int(size), machine.Input, -1)
	m.Frame().Table = true
	var raw, board [64]aig.Bits // the board by its definition, and any board as the kernel has it
	for sq := range board {
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
		o := g.Var()
		board[sq] = append(g.Gate(o, g.Vars(4)), aig.False, aig.False, aig.False, o)
	}
	of := func(board [64]aig.Bits) (b aig.Bits) { // the occupied squares
		for _, x := range board {
			b = append(b, x[7])
		}
		return b
	}
	reverse := func(b aig.Bits) aig.Bits {
		b = slices.Clone(b)
		slices.Reverse(b)
		return b
	}
	occupied := of(board)
	rays := 4 // the vector of the rays on AVX-512; the board is in the next or in the one before
	if p.Name == "refreshBoard" {
		rays = 5
	}
	quarters, part := map[int]int{3: 0, 4: 16, 1: 32, 2: 48}, 16 // vectors by their first square
	if p.AVX512 {
		quarters, part = map[int]int{9 - rays: 0}, 64
	}
	quarter := func(board [64]aig.Bits, at int) aig.Bits { return slices.Concat(board[at : at+part]...) }

	// Any view of a square, and which pairs there are.
	sq, set, masks, view := g.Vars(6), g.Vars(64), [2]aig.Bits{}, [16]pairPlace{}
	sqNum := machine.Num{}
	high := g.Vars(32)
	before := m.NewNumber("pairs", 8*63)
	for i := range view {
		view[i] = pairPlace{adjacent: aig.False, square: g.Vars(6), code: g.Vars(4)}
		view[i].there = g.Any(view[i].code)
		if i >= 8 {
			view[i].adjacent = g.Var()
		}
	}
	half := g.Vars(8)
	masks[0], masks[1] = append(slices.Clone(half), make(aig.Bits, 8)...), append(make(aig.Bits, 8), half...)
	row := append(append(make(aig.Bits, 4), g.Vars(4)...), make(aig.Bits, 56)...)
	data := func(name string, i int) aig.Bits {
		raw := p.File.Data[name]
		return aig.Const(uint64(raw[2*i])|uint64(raw[2*i+1])<<8, 16)
	}
	// fixed is the vector of the attacker.
	fixed := func(code aig.Bits) aig.Bits {
		one := slices.Concat(sq, make(aig.Bits, 6), code, make(aig.Bits, 16))
		return slices.Concat(slices.Repeat([]aig.Bits{one}, 8)...)
	}
	// words are the vectors of a view: squares and codes, codes, ways. there are the places where the square matters.
	words := func(v [16]pairPlace, there aig.Bits) (pieces, codes, ways aig.Bits) {
		for i, x := range v {
			top := g.Gate(there[i].Not(), high[2*i:2*i+2])
			pieces = slices.Concat(pieces, x.square, top, make(aig.Bits, 4), x.code)
			codes = slices.Concat(codes, make(aig.Bits, 8), x.code, make(aig.Bits, 4))
			ways = append(ways, g.Muxes(x.adjacent, data("oneStepWays", i), data("ways", i))...)
		}
		return
	}
	stage, i, mask := "", 0, aig.Bits(nil)
	above := func(sq int) aig.Bits { return append(make(aig.Bits, sq+1), set[sq+1:]...) }
	from := func(sq int) aig.Bits {
		s := above(sq)
		s[sq] = aig.True
		return s
	}
	at := make([]machine.Num, 65)
	for sq := range at {
		at[sq] = m.NewNumber("pairs", int64(8*sq))
	}
	bits64 := func(name string) aig.Bits {
		x, b := m.Get(name)
		if b == nil {
			b, _ = m.Word(x)
		}
		return b
	}
	upper := g.Vars(512)
	vector := func(register int, b aig.Bits) { m.SetVector(register, append(slices.Clone(b), upper[len(b):]...)) }
	most := func(limit machine.Num) error {
		n, _ := m.Get(count)
		if !m.AtLeast(limit.Sub(n)) {
			return fmt.Errorf("%v pairs, expected at most %v", n, limit)
		}
		return nil
	}
	same := func(what string, got, want aig.Bits) error {
		if !slices.Equal(got, want) {
			return fmt.Errorf("%s is another one", what)
		}
		return nil
	}
	m.Block = func(writes []machine.Write) error {
		got := map[int64]aig.Bits{}
		for _, w := range writes {
			if x, ok := w.Offset.Const(); ok && x >= pairListN {
				got[-1] = append(got[-1], w.Value...)
			} else if x, ok := w.Offset.Sub(before.Mul(4)).Const(); ok && stage == "mask" && x >= 0 {
				got[x/4] = append(got[x/4], w.Value...)
			} else {
				return fmt.Errorf("the list is written at %v", w.Offset)
			}
		}
		if v, ok := got[-1]; ok {
			return p.given(m, claim("the number of pairs", v, bits64(count)))
		}
		want, valid := make([]aig.Bits, 8), make(aig.Bits, 8)
		for j := range want {
			want[j] = aig.Const(0, 32)
		}
		empty := aig.Const(uint64(p.empty), 4)
		for i := 15; i >= 0; i-- { // the pairs of the places from i
			x := view[i]
			pair := slices.Concat(sq, x.square, g.Xors(row[4:8], empty), aig.Const(0, 2), g.Xors(x.code, empty), aig.Const(0, 10))
			next, more := append([]aig.Bits{pair}, want...), append(aig.Bits{aig.True}, valid...)
			for j := range want {
				want[j] = g.Muxes(mask[i], next[j], want[j])
			}
			valid = g.Muxes(mask[i], more[:8], valid)
		}
		var claims []cec.Claim
		for j := range int64(8) {
			if len(got[j]) != 32 {
				return fmt.Errorf("pair %d is not written", j)
			}
			claims = append(claims, claim(fmt.Sprintf("pair %d", j), g.Gate(valid[j], got[j]), g.Gate(valid[j], want[j])))
		}
		return p.Prove(claims...)
	}
	m.Returned = func() error {
		if stage == "" {
			return p.given(m, claim("an empty board", aig.Bits{g.Any(of(raw))}, aig.Bits{aig.False}))
		}
		return p.given(m, claim("squares that are left", aig.Bits{g.Any(above(i))}, aig.Bits{aig.False}))
	}
	err := m.Induct(map[string]*machine.Cut{
		"piece": {
			Cases: 64,
			State: func(k int) {
				stage, i = "piece", k
				for r, q := range quarters {
					vector(r, quarter(board, q))
				}
				if !p.AVX512 {
					m.Set("BX", occupied)
					m.Set("R8", reverse(occupied))
				}
				m.Set(rest, from(k))
				m.Set(count, at[k])
			},
			Check: func(first bool) error {
				want, limit := board, 0
				if first {
					want = raw
				}
				done := of(want)
				var claims []cec.Claim
				if !p.AVX512 {
					claims = []cec.Claim{claim("the occupied squares", bits64("BX"), done), claim("the occupied squares in reverse", bits64("R8"), reverse(done))}
				}
				for r, q := range quarters {
					claims = append(claims, claim("a quarter", m.Vector(r)[:8*part], quarter(want, q)))
				}
				if first {
					claims = append(claims, claim("the pieces", bits64(rest), done))
				} else {
					claims, limit = append(claims, claim("the pieces that are left", bits64(rest), above(i))), 8*(i+1)
				}
				if err := p.Prove(claims...); err != nil {
					return err
				}
				jumps, _ := m.Path()
				if err := p.Prove(claim("whether a piece is left", g.Gate(jumps, aig.Bits{g.Any(bits64(rest))}), aig.Bits{jumps})); err != nil {
					return err
				}
				return most(num(int64(limit)))
			},
		},
		"view": {
			Cases: 1,
			State: func(int) {
				stage = "view"
				sqNum = m.Count(sq.Extend(64))
				m.AssumeAtLeast(sqNum.Mul(8).Sub(before))
				pieces, codes, ways := words(view, p.theres(view))
				vector(8, pieces)
				vector(7, codes)
				if p.AVX512 {
					first := slices.Clone(upper)
					for d := range 8 {
						first[64*d+63] = view[8+d].adjacent
					}
					vector(rays, first)
				} else {
					vector(6, ways)
				}
				m.Set(square, sq.Extend(64))
				m.Set(rest, set)
				m.Set(count, before)
			},
			Check: func(bool) error {
				if err := most(num(int64(8 * i))); err != nil {
					return err
				}
				places := p.places(board, i)
				_, codes, ways := words(places, make(aig.Bits, 16))
				claims := []cec.Claim{
					claim("the square", bits64(square), aig.Const(uint64(i), 64)), claim("the squares that are left", bits64(rest), from(i)),
					claim("the codes", m.Vector(7)[:256], codes),
				}
				if !p.AVX512 {
					claims = append(claims, claim("how places are reached", m.Vector(6)[:256], ways))
				}
				for k, x := range places {
					if p.AVX512 && k >= 8 {
						claims = append(claims, claim("a neighbour", m.Vector(rays)[64*k-449:64*k-448], aig.Bits{x.adjacent}))
					}
					got := m.Vector(8)[16*k : 16*k+16]
					want := slices.Concat(x.square, make(aig.Bits, 6), x.code)
					claims = append(claims, claim(fmt.Sprintf("place %d", k), append(g.Gate(x.there, got[:8]), got[8:]...), append(g.Gate(x.there, want[:8]), want[8:]...)))
				}
				return p.Prove(claims...)
			},
		},
		"mask": {
			Cases: 2,
			State: func(k int) {
				stage, mask = "mask", masks[k]
				m.AssumeAtLeast(sqNum.Mul(8).Sub(before))
				pieces, _, _ := words(view, mask)
				vector(8, pieces)
				if p.AVX512 {
					m.SetMask(1, mask.Extend(64))
					vector(6, fixed(row[4:8]))
				} else {
					m.Set(square, sq.Extend(64))
					m.Set("R11", row)
					m.Set("R12", append(slices.Clone(mask), upper[:48]...))
				}
				m.Set(rest, set)
				m.Set(count, before)
			},
			Check: func(bool) error {
				var there, got, code aig.Bits
				var attacker cec.Claim
				if p.AVX512 {
					code, got = g.Select(raw[:], sq)[:4], m.Mask(1)[:16]
					attacker = claim("the attacker", m.Vector(6)[:256], fixed(code))
				} else {
					from := m.Initial(memory, sqNum, 1)
					code, got = p.square(from[:4], from[7])[:4], bits64("R12")[:16]
					attacker = claim("the row", bits64("R11"), append(make(aig.Bits, 4), code...).Extend(64))
				}
				for k, x := range view {
					there = append(there, p.seen(code, k, x))
				}
				pieces, _, _ := words(view, p.theres(view))
				for _, err := range []error{
					same("the view", m.Vector(8)[:256], pieces), same("the square", bits64(square), sq.Extend(64)), same("the set", bits64(rest), set), most(before),
					p.Prove(attacker),
					p.Prove(claim("the pairs", got, there), claim("pairs of both kinds", aig.Bits{g.And(g.Any(there[:8]), g.Any(there[8:]))}, aig.Bits{aig.False}),
						claim("pairs without a piece", g.AndNots(there, p.theres(view)), make(aig.Bits, 16))),
				} {
					if err != nil {
						return err
					}
				}
				return nil
			},
		},
		"listed": {
			Cases: 64,
			State: func(k int) {
				stage, i = "listed", k
				m.Set(rest, from(k))
				m.Set(count, at[k+1])
			},
			Check: func(bool) error {
				if err := same("the set", bits64(rest), set); err != nil {
					return err
				}
				now, _ := m.Get(count)
				word, _ := m.Word(now.Sub(before))
				sum, ok := g.SumOf(word)
				for _, l := range mask {
					ok = ok && (l == aig.False || sum.Terms[l] == 1)
				}
				if !ok || len(sum.Terms) != 8 {
					return fmt.Errorf("%v pairs are added", now.Sub(before))
				}
				return most(sqNum.Plus(1).Mul(8))
			},
		},
	})
	p.Steps += m.Steps
	return err
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
