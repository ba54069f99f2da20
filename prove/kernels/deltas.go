package kernels

import (
	"errors"
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() { registerSlow("pairs/pairs_amd64.s", (*Case).changes, "deltas") }

// changes proves the kernels that list the pairs that an update of up to four squares removes and adds, in this order: for each square
// of the update on which something changes, what there is on the board before and on the board after. If a piece is on the square, these are
// its victims and then its attackers, by jumps and then along rays. Otherwise they are the sliders that see a piece over the square. Pairs
// with or over a square that came before are left out, and over a square those with a square that changes.
func (c *Case) changes() error {
	parts := []part{{"from", "TZCNTQ", 0, -5}, {"left", "dead<>", 0, 0}, {"to", "BTRQ", 0, -2}, {"arrived", "deadOpposite<>", 0, 0},
		{"quiet", "squeezes<>", 0, 0}, {"taken", "squeezes<>", 1, 0}}
	if c.AVX512 {
		parts = []part{{"from", "window<>", 0, 0}, {"left", "VMOVDQU16 ", 0, 1}, {"live", "VPTESTNMQ", 0, 1}, {"to", "window<>", 1, 0}, {"arrived", "VMOVDQU16 ", 1, 1},
			{"quiet", "VPCOMPRESSW", 0, 0}, {"taken", "VPCOMPRESSW", 4, 0}}
		for i := range 2 {
			parts = append(parts, part{fmt.Sprint("see", i), "VMOVDQU16 ", 2 + i, 1}, part{fmt.Sprint("live", i), "KANDB", i, 1},
				part{fmt.Sprint("list", i), "VPCOMPRESSW", 10 + 2*i, 0}, part{fmt.Sprint("over", i), ", Y11, X8", i, 0})
		}
	}
	return c.parted(func(p *pairRules) error {
		if err := p.difference(); err != nil {
			return err
		}
		return p.changes()
	}, parts...)
}

// deltas is the proof of one kernel.
type deltas struct {
	*finder
	left, arrived, gone *site    // of a move: its first square, its second, and there the captured piece
	turns               [2]*site // of other updates: the board before and after
	registers           map[string]string
	raw, board, after   [64]aig.Bits // the board by its definition; any boards
	change, rest        aig.Bits
	changed, done       aig.Bits // flags of squares
	lines               [2]aig.Bits
	numbers             [3]machine.Num // how many pairs were removed and added before a square, and removed before the board after
	turn                aig.Bits       // how many squares were before
}

func (p *pairRules) changes() error {
	d := &deltas{finder: p.finder([]string{"BX", "SI"}, pairDeltasN), change: p.G.Vars(64), rest: p.G.Vars(64), turn: p.G.Vars(2), changed: p.G.Vars(64), board: p.anyBoard(), after: p.anyBoard()}
	d.done = p.G.AndNots(p.G.Vars(64), d.changed)
	d.left = &site{codes: "Y6", pieces: "Y8", ways: "Y7", masks: []string{"R11"}, fixed: "Y7", over: "R8"}
	d.arrived = &site{codes: "Y1", pieces: "Y3", ways: "Y2", masks: []string{"DX"}, fixed: "Y5", over: "R9"}
	d.gone = &site{masks: []string{"R10"}, fixed: "Y1"}
	d.registers = map[string]string{"from": "SI", "to": "DI", "mover": "R8", "placed": "BX", "captured": "R9", "line": "DX"}
	sites := []*site{d.left, d.arrived, d.gone}
	if p.AVX512 {
		d.lengths = []string{"DX", "BX"}
		*d.left = site{codes: "Y8", pieces: "Y10", ways: "Y11", live: "K3", masks: []string{"K1", "K2"}, counts: []string{"SI", "DI"}, fixed: "Y12", over: "K3", overCount: "R11"}
		*d.arrived = site{codes: "Y0", pieces: "Y4", ways: "Y1", live: "K4", masks: []string{"K5", "K6"}, counts: []string{"R8", "R10"}, fixed: "Y2", over: "K4", overCount: "AX"}
		*d.gone = site{masks: []string{"K4", "K7"}, counts: []string{"R9", "AX"}, fixed: "Y5"}
		for i := range d.turns {
			d.turns[i] = &site{codes: "Y10", pieces: "Y11", ways: "Y7", live: "K1", masks: []string{"K1", "K2"}, counts: []string{"R10", "R9"}, fixed: "Y9", over: "K1", overCount: "R9"}
			sites = append(sites, d.turns[i])
		}
		d.registers = map[string]string{"from": "R8", "to": "R9", "mover": "R11", "placed": "R10", "captured": "R12"}
	}
	for i, s := range sites {
		if d.any(s); !p.AVX512 && i < 2 {
			d.lines[i] = append(make(aig.Bits, 3), p.G.Vars(4)...).Extend(64)
			d.m.Limit(d.lines[i], 64)
			s.rays = d.alive(d.lines[i], 4*i)
		}
	}
	d.gone.square = d.arrived.square
	return d.prove()
}

// difference proves that these pairs are the difference between both boards, each of them once: those along a jump or over any number of squares
// of a ray. Pairs that are added are those that the opposite update removes.
func (p *pairRules) difference() error {
	g, steps := p.G, slices.Concat(chess.Jumps[:], chess.Directions[:])
	before, after := p.anyBoard(), p.anyBoard()
	for way, step := range steps {
		back := slices.Index(steps, chess.Step{File: -step.File, Rank: -step.Rank})
		for n := 1; n < 8 && (n == 1 || way >= 8); n++ {
			var line []int // the squares from the attacker to the victim
			for sq := 0; len(line) <= n; sq++ {
				line = []int{sq}
				for k := 1; k <= n; k++ {
					if to, ok := along(sq, step, k); ok {
						line = append(line, to)
					}
				}
			}
			from, to, changed, rank, ordered := line[0], line[n], make(aig.Bits, 64), [64]aig.Bits{}, aig.True
			for i, sq := range line { // squares that change have an order
				changed[sq], rank[sq] = g.Equal(before[sq], after[sq]).Not(), g.Vars(2)
				for _, earlier := range line[:i] {
					ordered = g.AndNot(ordered, g.All(aig.Bits{changed[sq], changed[earlier], g.Equal(rank[sq], rank[earlier])}))
				}
			}
			exists := func(board [64]aig.Bits) aig.Lit { // the pair of the pieces before
				l := g.And(g.Equal(board[from], before[from]), g.Equal(board[to], before[to]))
				for _, sq := range line[1:n] {
					l = g.AndNot(l, board[sq][7])
				}
				return g.And(l, p.attacks(before[from][:4], before[to][:4], way, aig.Lit(1/n)))
			}
			listed, twice := aig.False, aig.False
			for _, sq := range line {
				done := make(aig.Bits, 64)
				for _, other := range line {
					done[other] = g.And(changed[other], g.Less(rank[other], rank[sq]))
				}
				places := p.places(flagged(before, g.AndNots(changed, done), done), sq)
				between, counts := sq != from && sq != to, p.notDone
				if between {
					counts = p.unchanged
				}
				places = p.only(places, counts)
				x, y, this := places[back], places[way], pairPlace{square: constant6(sq), code: before[sq][:4]}
				if sq == from {
					x = this
				} else if sq == to {
					y = this
				}
				l := g.All(aig.Bits{changed[sq], g.Equal(x.square, constant6(from)), g.Equal(y.square, constant6(to)), p.attacks(x.code, y.code, way, aig.Lit(1/n))})
				if between {
					l = g.AndNot(l, before[sq][7])
				}
				listed, twice = g.Or(listed, l), g.Or(twice, g.And(listed, l))
			}
			if err := p.Prove(claim("the difference", aig.Bits{g.And(ordered, listed)}, aig.Bits{g.All(aig.Bits{ordered, exists(before), exists(after).Not()})}),
				claim("pairs that are listed twice", aig.Bits{g.And(ordered, twice)}, aig.Bits{aig.False})); err != nil {
				return fmt.Errorf("line %d of %d steps: %w", way, n, err)
			}
		}
	}
	return nil
}

// notDone is for pairs with the piece on a square, and unchanged for pairs over an empty one.
func (p *pairRules) notDone(x pairPlace) aig.Lit   { return x.flags[1].Not() }
func (p *pairRules) unchanged(x pairPlace) aig.Lit { return p.G.Or(x.done, x.flags[0]).Not() }

// one returns the set of one square.
func (d *deltas) one(sq aig.Bits) (b aig.Bits) {
	for i := range 64 {
		b = append(b, d.G.Equal(sq, constant6(i)))
	}
	return b
}

// clear reports whether nothing stands between two squares, as if they were on a line.
func (d *deltas) clear(sq int, other aig.Bits) aig.Lit {
	blocked := aig.False
	for i := range 8 {
		before := aig.False
		for n := 1; n < 8; n++ {
			if to, ok := along(sq, chess.Directions[i], n); ok {
				blocked = d.G.Or(blocked, d.G.And(d.G.Equal(other, constant6(to)), before))
				before = d.G.Or(before, d.board[to][7])
			}
		}
	}
	return blocked.Not()
}

// lineTo returns eight times the ray from one square to another, or 64: from other if i is 1.
func (d *deltas) lineTo(sq int, other aig.Bits, i int) aig.Bits {
	table := make([]aig.Bits, 64)
	for k := range table {
		table[k] = aig.Const(pairLine([]int{sq, k}[i], []int{k, sq}[i])&255, 64)
	}
	return d.G.Select(table, other)
}

// alive returns the rays that are not on a line: of its end if turned is 4.
func (d *deltas) alive(line aig.Bits, turned int) (live aig.Bits) {
	for i := range 8 {
		live = append(live, d.G.Equal(line, aig.Const(uint64(8*(i^turned)), 64)).Not())
	}
	return live
}

// only returns the places for which a condition holds.
func (p *pairRules) only(places [16]pairPlace, holds func(x pairPlace) aig.Lit) [16]pairPlace {
	for i, x := range places {
		l := holds(x)
		places[i] = pairPlace{there: p.G.And(x.there, l), adjacent: x.adjacent, square: p.G.Gate(l, x.square), code: p.G.Gate(l, x.code)}
	}
	return places
}

// link proves that the live rays of a view, and its jumps from place first, are places of another board.
func (d *deltas) link(s *site, live aig.Bits, places, others [16]pairPlace, first int) error {
	var claims []cec.Claim
	for i := first; i < 16; i++ {
		x, y, l := places[i], others[i], aig.True
		if i >= 8 {
			l = live[i-8]
		}
		claims = append(claims, claim(fmt.Sprintf("the code of place %d on the other board", i), d.G.Gate(l, x.code), y.code),
			claim(fmt.Sprintf("place %d on the other board", i), d.G.Gate(y.there, append(x.square[:6:6], x.adjacent)), d.G.Gate(y.there, append(y.square[:6:6], y.adjacent))))
	}
	if err := d.given(d.m, claims...); err != nil || s.live == "" {
		return err
	}
	d.set(s.live, s.rays)
	return nil
}

func (d *deltas) prove() error {
	g, m := d.G, d.m
	memory := m.Memory("before", 64, machine.Input, -1)
	memory.Table = true
	m.Memory("deltas", 1024, machine.Output, -1).Sparse = true
	m.SetArgBits("change", d.change)
	for sq := range d.raw {
		b := m.Initial(memory, num(int64(sq)), 1)
		d.raw[sq] = d.square(b[:4], b[7])
	}
	// The update as a move.
	from, to := d.change[:6], d.change[16:22]
	mover, captured, placed := g.Select(d.raw[:], from), g.Select(d.raw[:], to), d.square(d.change[24:28], d.change[31])
	isMove := g.All(aig.Bits{g.Any(d.change[32:]).Not(), d.change[6], d.change[22], d.change[15], placed[7], mover[7], g.Equal(from, to).Not(), g.Equal(placed[:4], captured[:4]).Not()})
	register := func(name string, is, any aig.Bits) form { return form{register: d.registers[name], is: is, any: any} }
	cuts := map[string]*machine.Cut{
		"from": {Cases: 64, State: func(k int) {
			d.stage, d.sq = "from", k
			m.Assume(d.board[k][7])
			m.Assume(g.Equal(d.arrived.square, constant6(k)).Not())
			d.set(d.registers["from"], aig.Const(uint64(k), 64))
		}, Check: func(bool) error {
			forms := []form{
				register("from", from.Extend(64), d.left.square.Extend(64)), register("mover", pieceRow(mover), pieceRow(d.left.piece)),
				register("to", to.Extend(64), d.arrived.square.Extend(64)), register("placed", pieceRow(placed), pieceRow(d.arrived.piece)),
				register("captured", pieceRow(captured), pieceRow(d.gone.piece)),
			}
			if d.AVX512 {
				return d.become([]cec.Claim{d.follows(""), always("a move", isMove)}, append(forms, boards([]string{"Z6"}, d.raw, d.board)...)...)
			}
			forms = append(forms, boards([]string{"Y3", "Y5", "Y1", "Y2"}, d.raw, d.board)...)
			forms = append(forms, form{register: "R10", is: occupied(d.raw), any: occupied(d.board)}, form{register: "R12", is: reverse(occupied(d.raw)), any: reverse(occupied(d.board))})
			return d.become([]cec.Claim{d.follows(""), always("a move", isMove)}, forms...)
		}},
		"to": {Cases: 64, State: func(k int) {
			d.stage, d.sq = "to", k
			m.Assume(g.Select(d.board[:], d.left.square)[7])
			m.Assume(g.Equal(d.left.square, constant6(k)).Not())
			d.set(d.registers["to"], aig.Const(uint64(k), 64))
			if !d.AVX512 {
				m.Assume(d.clear(k, d.left.square))
				d.set(d.registers["line"], d.lineTo(k, d.left.square, 1))
			}
		}, Check: func(bool) error {
			forms, claims := d.pairs(d.left, d.left.view, constant6(d.sq), d.left.piece)
			if claims = append(claims, d.follows("from")); !d.AVX512 {
				claims = append(claims, always("nothing between", d.clear(d.sq, d.arrived.square)))
			}
			forms = append(append(forms, d.pairsOver(d.left)...), register("from", constant6(d.sq).Extend(64), d.left.square.Extend(64)))
			return d.become(claims, append(forms, d.used(d.left, d.left.direct[0], d.left.direct[1], d.left.sliders))...)
		}},
	}
	for _, name := range []string{"quiet", "taken"} {
		cuts[name] = cut(func() { d.stage = name }, func(bool) error {
			forms, claims := d.pairs(d.arrived, d.arrived.view, constant6(d.sq), d.arrived.piece)
			sets, taken := d.arrived.direct[:2:2], g.Any(d.gone.piece)
			if claims = append(claims, d.follows("to")); name == "quiet" {
				forms, claims = append(forms, d.pairsOver(d.arrived)...), append(claims, always("an empty square", taken.Not()))
				sets = append(sets, d.arrived.sliders)
			} else {
				view := d.arrived.view
				for i, l := range d.arrived.rays {
					view[8+i] = d.only([16]pairPlace{view[8+i]}, func(pairPlace) aig.Lit { return l })[0]
				}
				more, others := d.pairs(d.gone, view, constant6(d.sq), d.gone.piece)
				forms, claims = append(forms, more...), append(append(claims, others...), always("a captured piece", taken))
				sets = append(sets, d.gone.direct[:]...)
			}
			return d.become(claims, append(forms, d.used(d.arrived, sets...))...)
		})
	}
	is := func(sq aig.Bits) func(x pairPlace) aig.Lit {
		return func(x pairPlace) aig.Lit { return g.Equal(x.square, sq).Not() }
	}
	left := func() error { return d.see(d.left, d.places(d.board, d.sq), false) }
	live := func() error {
		after := d.board
		for sq, l := range d.one(d.arrived.square) {
			after[sq] = append(after[sq][:7:7], g.Or(after[sq][7], l))
		}
		return d.lined(0, d.left, d.arrived.square, d.places(d.board, d.sq), d.only(d.places(after, d.sq), is(d.arrived.square)), 8)
	}
	m.Lemmas = map[string]func() error{
		"arrived": func() error {
			after := d.board
			for sq, l := range d.one(d.left.square) {
				after[sq] = g.Gate(l.Not(), after[sq])
			}
			if err := d.see(d.arrived, d.places(after, d.sq), false); err != nil {
				return err
			}
			return d.lined(1, d.arrived, d.left.square, d.places(after, d.sq), d.only(d.places(d.board, d.sq), is(d.left.square)), 0)
		},
	}
	if d.AVX512 {
		m.Lemmas["left"], m.Lemmas["live"] = left, live
		d.loop(cuts)
	} else { // the line says which rays count, so that this follows at once
		m.Lemmas["left"] = func() error { return errors.Join(left(), live()) }
	}
	m.Returned = func() error {
		moved := slices.Concat(d.puts(0, d.left, d.left.view), d.putsOver(1, d.left), d.puts(1, d.arrived, d.arrived.view))
		ret, ok := uint64(1), true
		if !d.AVX512 {
			ret, ok = m.Result("ret").Const()
		}
		switch {
		case !ok:
		case ret == 0 && d.stage == "":
			return d.given(m, claim("no move", aig.Bits{isMove}, aig.Bits{aig.False}))
		case ret == 0 && d.stage == "from":
			return d.given(m, claim("something between", aig.Bits{d.clear(d.sq, d.arrived.square)}, aig.Bits{aig.False}))
		case ret == 1 && d.stage == "quiet":
			return d.grown(make([]machine.Num, 2), []machine.Num{num(d.most), num(d.most)}, append(moved, d.putsOver(0, d.arrived)...), true)
		case ret == 1 && d.stage == "taken":
			return d.grown(make([]machine.Num, 2), []machine.Num{num(d.most), num(d.most)}, append(moved, d.puts(0, d.gone, d.arrived.view)...), true)
		case d.AVX512:
			left := d.rest[16:]
			if d.stage == "" {
				left = d.change
			}
			return errors.Join(d.given(m, d.passed(), always("no square that is left", g.Any(left).Not())), d.ends(true))
		}
		return fmt.Errorf("the result is %d after part %q", ret, d.stage)
	}
	err := m.Induct(cuts)
	d.Steps += m.Steps
	return err
}

// lined links a view of a move to the other board, on which the line between its squares is not seen over, and lets the line be any.
func (d *deltas) lined(i int, s *site, other aig.Bits, places, others [16]pairPlace, first int) error {
	if d.AVX512 {
		return d.link(s, d.get(s.live)[:8], places, others, first)
	}
	line := d.lineTo(d.sq, other, i)
	if err := d.link(s, d.alive(line, 4*i), places, others, first); err != nil {
		return err
	}
	return d.become(nil, form{register: d.registers["line"], is: line, any: d.lines[i]})
}

// flagged returns a board with flags.
func flagged(board [64]aig.Bits, changed, done aig.Bits) [64]aig.Bits {
	for sq, b := range board {
		board[sq] = slices.Concat(b[:4], aig.Bits{changed[sq], done[sq], aig.False}, b[7:])
	}
	return board
}

// loop adds the parts of the loop over the squares of other updates.
func (d *deltas) loop(cuts map[string]*machine.Cut) {
	g, m := d.G, d.m
	boards, next := [2][64]aig.Bits{d.board, d.after}, func(sq aig.Bits) aig.Bits { return append(slices.Clone(sq), d.rest[6:]...) }
	for i := range d.numbers {
		d.numbers[i] = m.NewNumber("pairs", d.most)
	}
	// state says that at most 24 pairs of a list are of each square before, or of the current one if i is 1, and how many squares are left.
	state := func(stage string, i int) {
		d.stage = stage
		before := m.Count(d.turn.Extend(64))
		m.AssumeAtLeast(before.Mul(24).Sub(d.numbers[1]))
		m.AssumeAtLeast(before.Plus(int64(i)).Mul(24).Sub(d.numbers[2*i]))
		m.Assume(d.few(d.rest, d.turn))
	}
	// turn is what has the current square.
	turn := func(sq, any aig.Bits) []form {
		return []form{{register: "R8", is: sq.Extend(64), any: any.Extend(64)}, {register: "DI", is: next(sq), any: next(any)},
			{register: "SI", is: g.AndNots(d.changed, d.one(sq)), any: g.AndNots(d.changed, d.one(any))}}
	}
	cuts["square"] = &machine.Cut{Cases: 64, State: func(k int) {
		d.sq = k
		state("square", 0)
		m.Set("DI", next(constant6(k)))
		m.Set("DX", d.numbers[0])
		m.Set("BX", d.numbers[1])
	}, Check: func(bool) error {
		before, after, changed, done := d.raw, d.raw, aig.Bits{}, make(aig.Bits, 64)
		rest, more := d.change, g.Any(d.change)
		if d.stage == "" {
			for i := 0; i < 64; i += 16 {
				written := d.change[i : i+16]
				for sq, l := range d.one(written[:6]) {
					after[sq] = g.Muxes(g.And(l, g.Any(d.change[i:])), d.square(written[8:12], written[15]), after[sq])
				}
			}
			for sq := range after {
				changed = append(changed, g.Equal(before[sq], after[sq]).Not())
			}
		} else {
			before, after, changed, done = d.board, d.after, d.changed, d.done
			turn, many := g.AddCarry(d.turn, aig.Const(1, 2), aig.False)
			rest = d.rest.Shl(-16)
			more = g.All(aig.Bits{g.Any(rest), many.Not(), d.few(rest, turn)})
			if d.stage != "square" {
				here := d.one(d.turns[1].square)
				changed, done = g.AndNots(changed, here), g.Ors(done, here)
			}
		}
		if err := d.ends(false); err != nil {
			return err
		}
		forms := []form{{register: "DI", is: rest, any: d.rest}, {register: "SI", is: changed, any: d.changed}}
		for i, is := range [2][64]aig.Bits{before, after} {
			is1, any := flagged(is, changed, done), flagged(boards[i], d.changed, d.done)
			forms = append(forms, form{register: []string{"Z5", "Z6"}[i], is: slices.Concat(is1[:]...), any: slices.Concat(any[:]...)},
				form{register: []string{"F0", "F64"}[i], is: slices.Concat(is[:]...), any: slices.Concat(boards[i][:]...)})
		}
		return d.become([]cec.Claim{d.passed(), always("a square", more)}, forms...)
	}}
	cuts["endBefore"] = &machine.Cut{Cases: 64, State: func(k int) {
		d.sq = k
		state("endBefore", 1)
		m.Assume(d.changed[k])
		for _, f := range turn(constant6(k), constant6(k)) {
			d.set(f.register, f.any)
		}
		m.Set("DX", d.numbers[2])
	}, Check: func(bool) error {
		here := g.Any(g.Ands(d.changed, d.one(d.turns[0].square)))
		return errors.Join(d.given(m, d.follows("list0", "over0"), always("a changed square", here)), d.ends(false))
	}}
	for i, s := range d.turns {
		board := flagged(boards[i], d.changed, d.done)
		m.Lemmas[fmt.Sprint("see", i)] = func() error {
			return d.see(s, d.only(d.places(board, d.sq), d.notDone), false)
		}
		m.Lemmas[fmt.Sprint("live", i)] = func() error {
			places := d.places(board, d.sq)
			if err := d.see(s, places, true); err != nil {
				return err
			}
			return d.link(s, d.get(s.live)[:8], places, d.only(places, d.unchanged), 8)
		}
		list := func(name string, forms func() ([]form, []cec.Claim)) {
			cuts[name] = cut(func() {
				state(name, i)
				m.Assume(g.Any(g.Ands(d.changed, d.one(s.square))))
			}, func(bool) error {
				f, claims := forms()
				claims = append(claims, d.follows([]string{"square", "endBefore"}[i]), always("a changed square", d.changed[d.sq]))
				return d.become(claims, append(f, turn(constant6(d.sq), s.square)...)...)
			})
		}
		list(fmt.Sprint("list", i), func() ([]form, []cec.Claim) {
			code := boards[i][d.sq][:4]
			forms, claims := d.pairs(s, s.view, constant6(d.sq), code)
			return append(forms, d.used(s, s.direct[0], s.direct[1])), append(claims, always("a piece", g.Any(code)))
		})
		list(fmt.Sprint("over", i), func() ([]form, []cec.Claim) {
			return append(d.pairsOver(s), d.used(s, s.sliders)), []cec.Claim{always("an empty square", g.Any(boards[i][d.sq][:4]).Not())}
		})
	}
}

// passed claims that a square is done, because all its pairs are listed or nothing changes there.
func (d *deltas) passed() cec.Claim {
	if d.stage == "square" {
		return always("a square that does not change", d.changed[d.sq].Not())
	}
	return d.follows("", "list1", "over1")
}

// few reports whether at most four squares less those before are left.
func (d *deltas) few(rest, turn aig.Bits) aig.Lit {
	g, more := d.G, aig.False
	for i, l := range []aig.Lit{g.And(turn[0], turn[1]), turn[1], g.Or(turn[0], turn[1])} {
		more = g.Or(more, g.And(l, g.Any(rest[16*i+16:16*i+32])))
	}
	return more.Not()
}

// ends proves what the last part of the loop has listed.
func (d *deltas) ends(end bool) (err error) {
	at, puts, most := d.numbers, []put(nil), d.m.Count(d.turn.Extend(64)).Plus(1).Mul(24)
	switch d.stage {
	case "":
		at, most = [3]machine.Num{}, num(0)
	case "endBefore", "list1", "over1":
		at[0] = d.numbers[2]
	}
	for i, s := range d.turns {
		switch d.stage {
		case fmt.Sprint("list", i):
			puts = d.puts(i, s, s.view)
		case fmt.Sprint("over", i):
			puts = d.putsOver(i, s)
		}
	}
	return d.grown(at[:2], []machine.Num{most, most}, puts, end)
}
