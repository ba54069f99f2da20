package kernels

import (
	"errors"
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/goasm"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "movegen/batch_play_amd64.s"
	registerSlow(file, func(c *Case) error { return c.play(8, (*player).batch) }, "playBatch")
	registerSlow(file, func(c *Case) error { return c.play(4, (*player).list) }, "playLists")
	register(file, (*Case).playBlocks, "playBlocks")
}

// Where the fields of layout.Play are.
const (
	playDst, playSrc, playDstSides, playSrcSides, playDstClocks, playSrcClocks = 0, 32, 64, 72, 80, 88
	playDstKeys, playSrcKeys, playMoves, playNumbers, playSideKey              = 96, 104, 112, 120, 128
	playOthers, playParents, playN                                             = 136, 144, 152
)

// A player is the proof of a kernel that plays moves. Before an iteration, i moves are played, and left of them are listed for the
// caller.
type player struct {
	*Case
	m            *machine.Machine
	lanes        int64
	args         *machine.Region
	arrays       map[string]*machine.Region
	size         map[string]int64
	i, left      machine.Num
	sideKey      aig.Bits
	clocks, keys bool
	inPlace      bool
	columns      int // arrays in a batch

	parents *machine.Region // records, or nil
	parent  parent          // the current record
	next    map[string]machine.Num
	valid   int64 // lanes with moves

	looked [][2]aig.Bits // the look-ups in the numbers of keys since the last cut: index and result
	listed int64         // the moves that were listed
}

// A parent is a position: its planes, whether Black is to move, its key and clocks, what changes the key if the king moves, and
// whether a double step may end beside a pawn of the other side.
type parent struct {
	planes            [4]chess.Set
	black, double     aig.Lit
	key, clocks, lost aig.Bits
}

// array adds a slice.
func (p *player) array(name string, at, size int64, kind machine.Kind) {
	r := p.m.NewRegion(name, machine.Int(0), kind, -1)
	r.Sparse = true
	p.arrays[name], p.size[name] = r, size
	p.m.SetPointer(p.args, at, r.Pointer(machine.Int(0)))
}

// in returns element i+lane of an input.
func (p *player) in(name string, lane int64) aig.Bits {
	n := p.size[name]
	return p.m.Initial(p.arrays[name], p.i.Plus(lane).Mul(n), int(n))
}

// given proves claims, if necessary only for inputs that lead to the current instruction.
func (c *Case) given(m *machine.Machine, claims ...cec.Claim) (err error) {
	jumps, all := m.Path()
	for _, path := range []aig.Lit{aig.True, jumps, all} { // less is faster to prove, and more often the same again
		gated := slices.Clone(claims)
		for i, x := range gated {
			gated[i].Got, gated[i].Want = c.G.Gate(path, x.Got), c.G.Gate(path, x.Want)
		}
		if err = c.Prove(gated...); err == nil || path == all {
			return err
		}
	}
	return err
}

// number returns the number of a piece on a square, as part of a key. Look-up k of a lane must have been the same.
func (p *player) number(k, lane int64, square, piece aig.Bits) (aig.Bits, error) {
	at := k*p.lanes + lane
	if at >= int64(len(p.looked)) {
		return nil, errors.New("a number of a key is missing")
	}
	want := append(append(append(aig.Bits{}, square...), piece...), make(aig.Bits, 54)...)
	return p.looked[at][1], p.given(p.m, claim("the index of a number", p.looked[at][0], want))
}

// play proves a kernel that plays moves, with and without clocks and keys, and, of 8 variants, also if both batches are the same.
func (c *Case) play(variants int, prove func(p *player) error) error {
	for variant := range variants {
		p := &player{Case: c, lanes: 4, clocks: variant&1 != 0, keys: variant&2 != 0, inPlace: variant&4 != 0}
		if c.AVX512 {
			p.lanes = 8
		}
		if err := prove(p); err != nil {
			return fmt.Errorf("clocks %v, keys %v, in place %v: %w", p.clocks, p.keys, p.inPlace, err)
		}
	}
	return nil
}

// column adds a column of both batches, or of the children's only if src is negative.
func (p *player) column(name string, dst, src, size int64) {
	p.columns++
	if p.inPlace {
		p.array("src "+name, src, size, machine.Output)
		p.m.SetPointer(p.args, dst, p.arrays["src "+name].Pointer(machine.Int(0)))
		return
	}
	if src >= 0 {
		p.array("src "+name, src, size, machine.Input)
	}
	p.array("dst "+name, dst, size, machine.Output)
}

// induct proves a kernel whose loop ends at the label check, with a number of moves. State sets the state before an iteration that
// begins with move i and returns the number of moves, and next returns the registers after it.
func (p *player) induct(parents bool, cases int, state func(i int) machine.Num, next func(first bool) map[string]machine.Num) error {
	p.G = aig.New()
	p.m, p.arrays, p.size = p.Machine(), map[string]*machine.Region{}, map[string]int64{}
	m := p.m
	p.args = m.Memory("p", 160, machine.Input, -1)
	p.sideKey = m.Initial(p.args, machine.Int(playSideKey), 8)
	numbers := m.NewRegion("numbers", machine.Int(8*16*64), machine.Input, -1)
	numbers.Lookup = func(_, _ int64, index aig.Bits, _ int) aig.Bits {
		p.looked = append(p.looked, [2]aig.Bits{index, p.G.Vars(64)})
		return p.looked[len(p.looked)-1][1]
	}
	if parents {
		p.parents = m.NewRegion("parents", machine.Int(0), machine.Input, -1)
		m.SetPointer(p.args, playParents, p.parents.Pointer(machine.Int(0)))
	}
	m.SetPointer(p.args, playNumbers, numbers.Pointer(machine.Int(0)))
	p.array("others", playOthers, 4, machine.Output)
	p.array("moves", playMoves, 2, machine.Input)
	src := func(at int64) int64 {
		if parents {
			return -1
		}
		return at
	}
	for k := range int64(4) {
		p.column(fmt.Sprint("plane ", k), playDst+8*k, src(playSrc+8*k), 8)
	}
	p.column("sides", playDstSides, src(playSrcSides), 1)
	m.SetInitial(p.args, machine.Int(playDstClocks), aig.Const(0, 64))
	m.SetInitial(p.args, machine.Int(playDstKeys), aig.Const(0, 64))
	if p.clocks {
		p.column("clocks", playDstClocks, src(playSrcClocks), 4)
	}
	if p.keys {
		p.column("keys", playDstKeys, src(playSrcKeys), 8)
	}
	left, past := m.NewSym("left"), m.NewSym("past")
	p.left, p.i = left.Times(1), left.Times(1).Add(past.Times(1))
	m.Block = p.children
	m.SetPointer(p.args, playN, m.NewSym("n").Times(p.lanes))
	m.Returned = func() error {
		if got := m.At(m.Args(), machine.Int(8)); !got.Equal(p.left) && !got.Equal(machine.Int(0)) {
			return fmt.Errorf("the result is %v, expected %v", got, p.left)
		}
		return nil
	}
	err := m.Induct(map[string]*machine.Cut{"check": {
		Cases: cases,
		State: func(i int) {
			p.valid = p.lanes
			p.looked, p.listed = nil, 0
			n := state(i)
			ahead := int64(0)
			if parents {
				ahead = 8
			}
			for name, r := range p.arrays {
				r.Size = n.Plus(ahead).Mul(p.size[name])
			}
			p.arrays["others"].Size = n.Mul(4)
			m.Put(p.args, machine.Int(playN), n)
			m.Put(m.Frame(), machine.Int(0), p.left)
		},
		Check: func(first bool) error {
			left := p.left.Plus(p.listed)
			if first {
				left = machine.Int(0)
			}
			if got := m.At(m.Frame(), machine.Int(0)); !got.Equal(left) {
				return fmt.Errorf("an iteration ends with %v moves listed, expected %v", got, left)
			}
			for name, want := range next(first) {
				if got, _ := m.Get(name); !got.Equal(want) {
					return fmt.Errorf("an iteration ends with %v in %s, expected %v", got, name, want)
				}
			}
			return nil
		},
	}})
	p.Steps += m.Steps
	return err
}

// batch proves the kernel that plays one move on each of a number of positions.
func (p *player) batch() error {
	var rest *machine.Sym
	index := goasm.Registers[p.Func.Code[p.Func.Labels["check"]].Args[0].Reg]
	return p.induct(false, 1, func(int) machine.Num {
		if rest == nil {
			rest = p.m.NewSym("rest")
			for lane := range p.lanes { // 0 or 1
				sides := p.arrays["src sides"]
				p.m.SetInitial(sides, p.i.Plus(lane), aig.Bits{p.m.Initial(sides, p.i.Plus(lane), 1)[0]}.Extend(8))
			}
		}
		p.m.Set(index, p.i)
		return p.i.Add(rest.Times(p.lanes))
	}, func(first bool) map[string]machine.Num {
		if first {
			return map[string]machine.Num{index: machine.Int(0)}
		}
		return map[string]machine.Num{index: p.i.Plus(p.lanes)}
	})
}

// Where the fields of layout.PlayParent are, and its size.
const (
	parentSide, parentBlack, parentRights, parentEnd, parentKinds = 24, 32, 40, 48, 56
	parentTurn, parentKey, parentLost, parentClocks, parentRecord = 64, 72, 80, 88, 96
)

// list proves the kernel that plays the moves of lists. Each record has the number of the first move after its list, and these
// numbers increase up to the number of all moves. An iteration with fewer moves than lanes ends a list.
func (p *player) list() error {
	p.bound("records as the caller sets them")
	var record, more, tail *machine.Sym
	var parents *machine.Region
	var at machine.Num
	load := func(m *machine.Machine, offset int64) aig.Bits { return m.Initial(parents, at.Plus(offset), 8) }
	return p.induct(true, 2*int(p.lanes)+3, func(i int) machine.Num {
		m, g := p.m, p.G
		if record == nil {
			record, more, tail = m.NewSym("record"), m.NewSym("more"), m.NewSym("tail")
			parents = p.parents
			at = record.Times(parentRecord)
			b := &p.parent
			for k := range 3 {
				b.planes[k] = load(m, int64(8*k))
			}
			occupied := g.Ors(b.planes[0], b.planes[1], b.planes[2])
			b.planes[3] = g.Ands(load(m, parentSide), occupied)
			b.black = g.Var()
			board := chess.NewBoard(g, b.planes)
			double := g.Var()
			for offset, v := range map[int64]aig.Bits{
				parentSide: b.planes[3], parentBlack: g.Gate(b.black, chess.None().Not()),
				parentRights: g.Ands(board.Castling, g.Muxes(b.black, board.Sides[chess.Black], board.Sides[chess.White])),
				parentKinds:  g.Ors(aig.Const(0xe000e000e000e000, 64), g.Gate(double, aig.Const(0x1000100010001000, 64))),
				parentTurn:   g.Gate(b.black.Not(), aig.Const(0x0101010101010101, 64)),
			} {
				m.SetInitial(parents, at.Plus(offset), v)
			}
			b.key, b.lost, b.clocks, b.double = load(m, parentKey), load(m, parentLost), load(m, parentClocks)[:32], double
		}
		m.Set("DX", p.i)
		m.Set("CX", parents.Pointer(at))
		if i == 0 { // the end
			return p.i
		}
		n := int64((i + 1) / 2)
		end := p.i.Plus(n)
		p.valid = min(n, p.lanes)
		p.next = map[string]machine.Num{"DX": end, "CX": parents.Pointer(at.Plus(parentRecord))}
		if n > p.lanes {
			end = end.Add(more.Times(1))
			p.next = map[string]machine.Num{"DX": p.i.Plus(p.lanes), "CX": parents.Pointer(at)}
		}
		m.Put(parents, at.Plus(parentEnd), end)
		for lane := range p.valid { // if no double step may end beside a pawn, none does
			b := &p.parent
			w := chess.NewBoard(g, b.planes).Word(b.planes, b.black, p.in("moves", lane))
			m.Assume(g.Or(b.double, w.Beside.Not()))
		}
		if i%2 == 0 {
			parents.Size = at.Plus(parentRecord)
			return end
		}
		parents.Size = at.Plus(2 * parentRecord).Add(tail.Times(parentRecord))
		return end.Add(tail.Times(1)).Plus(1)
	}, func(first bool) map[string]machine.Num {
		if first {
			return map[string]machine.Num{"DX": machine.Int(0), "CX": p.parents.Pointer(machine.Int(0))}
		}
		return p.next
	})
}

// children proves what an iteration writes.
func (p *player) children(writes []machine.Write) error {
	g, m := p.G, p.m
	got, list := map[string]map[int64]aig.Bits{}, map[int64]aig.Bits{}
	for _, w := range writes {
		name := w.Region.Name
		if name == "others" {
			at, ok := w.Offset.Sub(p.left.Mul(4)).Const()
			if !ok {
				return fmt.Errorf("others is written at %v", w.Offset)
			}
			list[at/4] = append(list[at/4], w.Value...)
			continue
		}
		at, ok := w.Offset.Sub(p.i.Mul(p.size[name])).Const()
		if !ok || at < 0 || at >= p.lanes*p.size[name] {
			return fmt.Errorf("%s is written at %v", name, w.Offset)
		}
		if got[name] == nil {
			got[name] = map[int64]aig.Bits{}
		}
		got[name][at/p.size[name]] = append(got[name][at/p.size[name]], w.Value...)
	}
	p.listed = int64(len(list))
	p.looked = p.looked[max(0, len(p.looked)-3*int(p.lanes)):] // on this way
	var others aig.Bits
	for lane := range p.valid {
		b := p.parent
		if p.parents == nil {
			for k := range b.planes {
				b.planes[k] = p.in(fmt.Sprint("src plane ", k), lane)
			}
			b.black = p.in("src sides", lane)[0]
		}
		board, move := chess.NewBoard(g, b.planes), p.in("moves", lane)
		w := board.Word(b.planes, b.black, move)
		other := w.Special
		if p.parents == nil {
			other = g.Or(other, w.Zero)
			if p.keys {
				other = g.Or(other, g.Or(g.Any(board.EnPassant), w.Loses))
				b.key = p.in("src keys", lane)
			}
			if p.clocks {
				b.clocks = p.in("src clocks", lane)
			}
		}
		others = append(others, other)
		after := board.Play(b.planes, b.black, w.From, w.To, w.Becomes)
		var claims []cec.Claim
		want := func(name string, was, is aig.Bits) { // what the caller plays is as before, or anything in lists
			for _, prefix := range []string{"dst ", "src "} {
				if v, ok := got[prefix+name][lane]; ok && p.parents != nil {
					claims = append(claims, claim(name, g.Gate(other.Not(), v), g.Gate(other.Not(), is)))
				} else if ok {
					claims = append(claims, claim(name, v, g.Muxes(other, was, is)))
				}
			}
		}
		for k := range b.planes {
			want(fmt.Sprint("plane ", k), b.planes[k], after[k])
		}
		want("sides", aig.Bits{b.black}.Extend(8), aig.Bits{b.black.Not()}.Extend(8))
		if p.clocks {
			want("clocks", b.clocks, p.clock(b.clocks, b.black, w.Resets))
		}
		if p.keys {
			is, err := p.key(b, lane, move, w)
			if err != nil {
				return err
			}
			want("keys", b.key, is)
		}
		if len(claims) != p.columns {
			return fmt.Errorf("%d elements of move %d are written, expected %d", len(claims), lane, p.columns)
		}
		for _, part := range [][]cec.Claim{claims[:5], claims[5:]} { // columns that only some batches have are proved apart
			if err := p.given(m, part...); err != nil {
				return fmt.Errorf("move %d: %w", lane, err)
			}
		}
	}
	return p.proveList(others, list)
}

// playBlocks proves a kernel that plays one move on each of a number of positions, also if both batches are the same.
func (c *Case) playBlocks() error {
	m := c.Machine()
	outputs := []string{"d0", "d1", "d2", "db", "sides", "clocks"}
	b := c.batch(m, m.NewSym("q").Times(c.block()), append(outputs, "others")...)
	for k, input := range []string{"g0", "g1", "g2", "gb", "black", "times"} {
		r := b.arrays[outputs[k]]
		r.Shared, r.With = true, b.arrays[input].Region
	}
	c.bound("n is %s", b.n.Values())
	b.prove(func(b *batch, i machine.Num, got map[string]aig.Bits) error {
		g, p := c.G, &player{Case: c}
		planes, black := b.board(i)
		board, move, times, sides := chess.NewBoard(g, planes), b.in("moves", i), b.in("times", i), b.in("black", i)
		w := board.Word(planes, black, move)
		after := board.Play(planes, black, w.From, w.To, w.Becomes)
		other := g.Or(move[15], g.Or(w.Special, w.Zero))
		claims := []cec.Claim{claim("others", got["others"], aig.Bits{other})}
		for k, x := range [][2]aig.Bits{
			{planes[0], after[0]}, {planes[1], after[1]}, {planes[2], after[2]}, {planes[3], after[3]},
			{sides, append(aig.Bits{black.Not()}, sides[1:]...)}, {times, p.clock(times, black, w.Resets)},
		} {
			claims = append(claims, claim(outputs[k], got[outputs[k]], g.Muxes(other, x[0], x[1])))
		}
		return c.Prove(claims...)
	})
	return c.Run(m)
}

// clock returns the clocks after a move: the number of moves goes up after Black's, and the other clock after each, up to
// 65535.
func (p *player) clock(was aig.Bits, black, resets aig.Lit) aig.Bits {
	g := p.G
	up := func(x aig.Bits, by aig.Lit) aig.Bits {
		return g.Muxes(g.And(by, g.All(x).Not()), g.Add(x, aig.Const(1, 16)), x)
	}
	return append(g.Gate(resets.Not(), up(was[:16], aig.True)), up(was[16:], black)...)
}

// key returns a key with the numbers of the pieces that leave and arrive changed.
func (p *player) key(b parent, lane int64, move aig.Bits, w chess.MoveWord) (aig.Bits, error) {
	g := p.G
	arrives := g.Muxes(g.Equal(w.Becomes, aig.Const(1, 3)), aig.Const(5, 3), w.Becomes) // a rook may no longer castle
	is := g.Xors(b.key, p.sideKey)
	if b.lost != nil {
		is = g.Xors(is, g.Gate(g.Equal(w.Piece, aig.Const(6, 3)), b.lost))
	}
	for k, x := range [][2]aig.Bits{{move[:6], append(append(aig.Bits{}, w.Piece...), b.black)}, {move[6:12], append(arrives, b.black)}, {move[6:12], w.Taken}} {
		n, err := p.number(int64(k), lane, x[0], x[1])
		if err != nil {
			return nil, err
		}
		is = g.Xors(is, n)
	}
	return is, nil
}

// proveList proves that the numbers of the moves that the caller must play follow each other in the list.
func (p *player) proveList(others aig.Bits, list map[int64]aig.Bits) error {
	g := p.G
	index, _ := p.m.Word(p.i)
	numbers := make([]aig.Bits, len(others))
	for lane := range numbers {
		numbers[lane] = g.Add(index, aig.Const(uint64(lane), 64))[:32]
	}
	want, there := p.packed(others, numbers, len(others))
	claims := []cec.Claim{claim("the length of the list", there, aig.Const(1<<len(list)-1, len(others)))}
	for i, v := range list {
		claims = append(claims, claim("an element of the list", v, want[i]))
	}
	return p.given(p.m, claims...)
}
