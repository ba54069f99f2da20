package kernels

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

// Where the fields of a layout.TwoPlyBlock are that playRest uses. The sets begin with those of sliders by direction.
const (
	restSets, restNorth, restSides, restLanes, restFilled = 2368, 15168, 17216, 17728, 18752
	restGroups                                            = 26
)

// The groups after those of sliders by direction and of knights by jump.
const (
	restKing, restPush, restDouble, restEast, restWest = 16, 17, 18, 19, 20
	restPromotes, restShort, restLong                  = 21, 24, 25 // promotions by a push and by captures
)

// A restPlayer proves the children that playRest plays. A group's label is a cut before the next boards of the group are loaded,
// and the label of its loop one before each lane plays the move to its lowest target.
type restPlayer struct {
	*Case
	m      *machine.Machine
	lanes  int
	block  *machine.Region
	groups []*restGroup // in the kernel's order
	words  map[string]aig.Bits

	first, n, limit machine.Num // children before the call and before the cut
	mask, left      aig.Bits    // the boards that are left at a group's label, and the targets that are left at the label of its loop
	boards, base    aig.Bits

	// Since the last cut:
	from   *restGroup // nil at the start
	loop   bool
	looked map[int64][]aig.Bits // indices by offset
	filled []aig.Bits           // before
	played bool                 // children are written

	proved map[string]bool
}

// A restGroup is a group of moves.
type restGroup struct {
	number, order int
	label         string
	set           int64 // offset of its set
	where         uint64
	register      int        // the register with the targets that are left
	index         []aig.Bits // the boards in the lanes
	rest          aig.Bits   // the boards for later
	left          aig.Bits   // the targets after an iteration
}

func (x *restGroup) promotes() bool { return x.number >= restPromotes && x.number < restShort }
func (x *restGroup) castles() bool  { return x.number >= restShort }

// list returns the groups in the kernel's order.
func (p *restPlayer) list() (list []*restGroup) {
	const rank8 = 0xff << 56
	size := int64(64 * p.lanes) // of a set: eight bytes for each board of a block
	for label := range p.Func.Labels {
		number, err := strconv.Atoi(strings.TrimPrefix(label, "group"))
		if err != nil {
			continue
		}
		x := &restGroup{number: number, label: label, order: p.Func.Labels[label], where: ^uint64(0)}
		set := number // MoveSets has the kings, two other sets, castling, and the pawns after the sliders; knights follow last
		switch {
		case number >= restPush && number <= restWest:
			set, x.where = number-restPush+12, ^uint64(rank8)
		case number == restKing:
			set = 8
		case number >= 8 && number < restKing:
			set = number - 8 + 17
		case x.promotes():
			set, x.where = []int{12, 14, 15}[number-restPromotes], rank8
		case number == restShort:
			set, x.where = 11, 1<<7
		case number == restLong:
			set, x.where = 11, 1
		}
		x.set = restSets + size*int64(set)
		if at, ok := p.Func.Labels[label+"next"]; ok {
			x.register = p.Func.Code[at].Args[1].Reg
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(x, y *restGroup) int { return x.order - y.order })
	return list
}

// word returns a board's word at an offset: anything, but all bits or none for the side to move, and no en passant target.
func (p *restPlayer) word(offset int64, index aig.Bits) aig.Bits {
	key := fmt.Sprint(offset, index)
	if v, ok := p.words[key]; ok {
		return v
	}
	v := p.G.Vars(64)
	switch offset {
	case restSides:
		v = slices.Repeat(v[:1], 64)
	case restNorth + 3*512:
		v = p.G.Ands(v, p.G.Ors(p.word(restNorth, index), p.word(restNorth+512, index), p.word(restNorth+2*512, index)))
	}
	p.words[key] = v
	return v
}

// split returns the first boards of a mask, which there are, and the rest of the mask.
func (p *restPlayer) split(mask aig.Bits) (list []aig.Bits, there, rest aig.Bits) {
	g := p.G
	numbers := make([]aig.Bits, 64)
	for i := range numbers {
		numbers[i] = aig.Const(uint64(i), 6)
	}
	list, there = p.packed(mask, numbers, p.lanes)
	rest = make(aig.Bits, 64)
	several := make(aig.Bits, p.lanes) // at least one, at least two, and so on
	for i := range rest {
		rest[i] = g.And(mask[i], several[p.lanes-1])
		for k := p.lanes - 1; k >= 0; k-- {
			more := mask[i]
			if k > 0 {
				more = g.And(more, several[k-1])
			}
			several[k] = g.Or(several[k], more)
		}
	}
	return list, there, rest
}

// filledWords returns the words that say which boards have moves in each group.
func (p *restPlayer) filledWords() (words []aig.Bits) {
	for i := range int64(restGroups) {
		words = append(words, p.m.Load(p.block, num(restFilled+8*i), 8))
	}
	return words
}

// playRest proves what the kernel that plays the moves of groups writes.
func (c *Case) playRest() error {
	c.G = aig.New()
	p := &restPlayer{Case: c, m: c.Machine(), lanes: 4, words: map[string]aig.Bits{}, proved: map[string]bool{}, looked: map[int64][]aig.Bits{}}
	if c.AVX512 {
		p.lanes = 8
	}
	g, m := p.G, p.m
	c.bound("targets that a piece of the group's kind can reach")
	p.block = m.NewRegion("block", num(restFilled+8*restGroups), machine.Scratch, -1)
	p.block.From = num(restLanes)
	p.block.Lookup = func(offset, scale int64, index aig.Bits, n int) aig.Bits {
		if scale != 8 || n != 64 {
			return g.Vars(n)
		}
		p.looked[offset] = append(p.looked[offset], index)
		return p.word(offset, index)
	}
	m.SetArg("block", p.block.Pointer(num(0)))
	var dst []*machine.Region
	for _, name := range restOutputs {
		r := m.NewRegion(name, machine.Num{}, machine.Output, -1)
		r.Sparse = true
		m.SetArg(name, r.Pointer(num(0)))
		dst = append(dst, r)
	}
	p.first, p.n, p.limit = m.NewSym("first").Times(1), m.NewSym("n").Times(1), m.NewSym("limit").Times(1)
	m.SetArg("n", p.first)
	m.SetArg("limit", p.limit)
	block := 8 * p.lanes // boards
	p.boards, p.mask, p.base, p.left = g.Vars(block).Extend(64), g.Vars(block).Extend(64), g.Vars(64), g.Vars(64*p.lanes)
	m.SetArgBits("boards", p.boards)
	m.SetArgBits("base", p.base)
	p.groups, p.filled = p.list(), p.filledWords()
	if len(p.groups) != restGroups {
		return fmt.Errorf("there are %d groups, expected %d", len(p.groups), restGroups)
	}
	set := func(x *restGroup, loop bool) {
		p.from, p.loop, p.looked = x, loop, map[int64][]aig.Bits{}
		g.Adders = loop // so that the number of children is the same symbol in each iteration
		for _, r := range dst {
			r.Size = p.n.Plus(1 << 40).Mul(8) // see restBounds
		}
		m.Set("CX", p.n)
		p.filled = p.filledWords()
	}
	cuts := map[string]*machine.Cut{}
	for _, x := range p.groups {
		cuts[x.label] = &machine.Cut{Cases: 1, State: func(int) {
			m.Set("BX", p.mask)
			set(x, false)
		}, Check: func(bool) error { return p.leave(x) }}
		if !x.castles() {
			cuts[x.label+"next"] = &machine.Cut{Cases: 1, State: func(int) {
				m.SetVector(x.register, p.left)
				set(x, true)
			}, Check: func(bool) error { return p.begin(x) }}
		}
	}
	m.Returned = func() error { return p.leave(nil) }
	err := m.Induct(cuts)
	c.Steps += m.Steps
	return err
}

// register returns the bits of a general register.
func (p *restPlayer) register(name string) aig.Bits {
	x, b := p.m.Get(name)
	if v, ok := x.Const(); b == nil && ok {
		return aig.Const(uint64(v), 64)
	}
	return b
}

// lane returns the part of a vector for a lane.
func lane(v aig.Bits, l int) aig.Bits { return v[64*l : 64*l+64] }

// lowest returns the lowest square of a set as a set.
func (p *restPlayer) lowest(set chess.Set) chess.Set {
	return p.G.AndNots(set, p.G.Sub(set, aig.Const(1, 64)))
}

// gather proves which boards are in the lanes and which are left, and returns the targets in the lanes.
func (p *restPlayer) gather(x *restGroup) (targets []aig.Bits, err error) {
	g := p.G
	list, found, rest := p.split(p.mask)
	x.index, x.rest = p.looked[x.set], p.register("BX")
	if len(x.index) != p.lanes || x.rest == nil {
		return nil, fmt.Errorf("group %d has %d targets, expected %d", x.number, len(x.index), p.lanes)
	}
	var size aig.Bits // AVX-512 counts the boards
	for s, word := range g.Sums() {
		same := len(s.Terms) == len(p.mask)
		for _, l := range p.mask {
			same = same && s.Terms[l] == 1
		}
		if same && (size == nil || word[0] > size[0]) { // the last one
			size = word
		}
	}
	claims := []cec.Claim{claim("the boards that are left", x.rest, rest)}
	for l, board := range list {
		claims = append(claims, claim("a board", g.Gate(found[l], x.index[l]), g.Gate(found[l], board.Extend(64))))
		var there aig.Lit
		if !p.AVX512 {
			there = g.Less(x.index[l], aig.Const(32, 64))
			claims = append(claims, claim("whether there is a board", aig.Bits{there}, found[l:l+1]))
		} else if size == nil {
			return nil, errors.New("no word is the number of boards")
		} else {
			there = g.Less(aig.Const(uint64(l), len(size)), size)
		}
		targets = append(targets, g.Gate(there, g.Ands(p.word(x.set, x.index[l]), aig.Const(x.where, 64))))
	}
	return targets, p.Prove(claims...)
}

// begin proves the state at the label of a group's loop.
func (p *restPlayer) begin(x *restGroup) error {
	got := p.m.Vector(x.register)
	if err := p.children(); err != nil {
		return err
	}
	if p.from != x || p.played != p.loop || !same(p.filledWords(), p.filled) {
		return fmt.Errorf("the loop of group %d begins elsewhere", x.number)
	}
	var claims []cec.Claim
	if p.loop {
		x.left = got[:64*p.lanes]
		for l := range p.lanes {
			left := lane(p.left, l)
			claims = append(claims, claim("the targets that are left", lane(got, l), p.G.AndNots(left, p.lowest(left))))
		}
		return p.Prove(claims...)
	}
	if n, _ := p.m.Get("CX"); !n.Equal(p.n) {
		return fmt.Errorf("there are %v children, expected %v", n, p.n)
	}
	targets, err := p.gather(x)
	for l, want := range targets {
		claims = append(claims, claim("targets", lane(got, l), want))
	}
	return errors.Join(err, p.Prove(claims...))
}

func same(a, b []aig.Bits) bool {
	return slices.EqualFunc(a, b, func(x, y aig.Bits) bool { return slices.Equal(x, y) })
}

// holds proves that a literal is true on the way to the current instruction.
func (p *restPlayer) holds(name string, l aig.Lit) error {
	if p.m.Holds(l) {
		return nil
	}
	_, path := p.m.Path()
	return p.Prove(claim(name, aig.Bits{p.G.AndNot(path, l)}, aig.Bits{aig.False}))
}

// leave proves the state at the label of group to, or at the end if to is nil: all groups in between have no moves.
func (p *restPlayer) leave(to *restGroup) error {
	g, m, x, rest := p.G, p.m, p.from, p.mask
	n, _ := m.Get("CX")
	if err := p.children(); err != nil {
		return err
	}
	switch {
	case x == nil:
		if p.played || !n.Equal(p.first) {
			return fmt.Errorf("the first child is %v", n)
		}
	case p.played:
		rest = x.rest
		if p.loop {
			if x.left == nil {
				return errors.New("a loop without iterations")
			}
			left := x.left
			if p.AVX512 { // as the kernel tests them
				left = nil
				for l := range p.lanes {
					left = append(left, g.Any(lane(x.left, l)))
				}
			}
			if err := p.holds("an iteration that is missing", g.Any(left).Not()); err != nil {
				return err
			}
		}
	case p.loop || !n.Equal(p.n) || !m.AtLeast(n.Sub(p.limit).Plus(-1)):
		return fmt.Errorf("group %d is left with %v children", x.number, n)
	}
	filled := p.filledWords()
	if x != nil && to == x {
		if !p.played || !slices.Equal(p.register("BX"), rest) || !same(filled, p.filled) {
			return fmt.Errorf("group %d begins again with other boards", x.number)
		}
		return nil
	}
	want, empty := slices.Clone(p.filled), x == nil || m.Holds(g.Any(rest).Not())
	if x != nil {
		want[x.number] = rest
	}
	if !same(filled, want) {
		return errors.New("the groups that are left differ")
	}
	if to == nil {
		if got := m.At(m.Args(), num(int64(p.Func.Param("end").Offset))); !got.Equal(n) {
			return fmt.Errorf("the result is %v, expected %v", got, n)
		}
		result := m.Result("left")
		if !empty {
			return errors.Join(p.holds("the end", g.Any(rest)), p.Prove(claim("what is left", result, rest)))
		}
		if err := p.Prove(claim("what is left", result, make(aig.Bits, 64))); err != nil {
			return err
		}
	} else if !empty || !slices.Equal(p.register("BX"), p.waiting(to)) {
		return fmt.Errorf("group %d begins with other boards", to.number)
	}
	for _, y := range p.groups {
		if (x == nil || y.order > x.order) && (to == nil || y.order < to.order) {
			if err := p.holds("a group that is left out", g.Any(p.waiting(y)).Not()); err != nil {
				return err
			}
		}
	}
	return nil
}

// waiting returns which boards have moves in a group that has not begun.
func (p *restPlayer) waiting(x *restGroup) aig.Bits {
	return p.G.Ands(p.m.Initial(p.block, num(restFilled+8*int64(x.number)), 8), p.boards)
}

// restOutputs are the slices that playRest writes.
var restOutputs = []string{"dst0", "dst1", "dst2", "dstb", "parents"}

// written returns the words that were written, by kind of promotion, output and lane. What is written after a kind's last child
// must be written before the next kind.
func (p *restPlayer) written(stores []machine.Write, kinds int, count machine.Num) (got [4][5][8]aig.Bits, err error) {
	var last [5]int // kinds
	for _, w := range stores {
		output, at, kind, ok := slices.Index(restOutputs, w.Region.Name), int64(0), 0, false
		for kind = range kinds {
			if at, ok = w.Offset.Sub(p.n.Mul(8)).Sub(count.Mul(8 * int64(kind))).Const(); ok {
				break
			}
		}
		size := int64(len(w.Value) / 8)
		if !ok || at < 0 || at+size > 8*int64(p.lanes) || at%8 != 0 || size%8 != 0 || kind < last[output] {
			return got, fmt.Errorf("%s is written at %v", w.Region.Name, w.Offset)
		}
		last[output] = kind
		for i := range size / 8 {
			got[kind][output][at/8+i] = lane(w.Value, int(i))
		}
	}
	for kind := range kinds {
		for output, name := range restOutputs {
			for _, word := range got[kind][output][:p.lanes] {
				if word == nil {
					return got, fmt.Errorf("a word of %s is not written", name)
				}
			}
		}
	}
	return got, nil
}

// children proves the children that the lanes wrote since the last cut: lanes without a target write none.
func (p *restPlayer) children() error {
	g, m, x, kinds := p.G, p.m, p.from, 1
	stores := m.Stores()
	if p.played = len(stores) > 0; !p.played {
		return nil
	}
	if x == nil || p.loop == x.castles() {
		return errors.New("children are written outside of loops")
	}
	if x.promotes() {
		kinds = 4
	}
	n, _ := m.Get("CX")
	count := n.Sub(p.n).Div(int64(kinds))
	got, err := p.written(stores, kinds, count)
	if err != nil {
		return err
	}
	key := fmt.Sprint(x.number, count, got)
	if p.proved[key] {
		return nil
	}
	sources, targets := make([]aig.Bits, p.lanes), make([]aig.Bits, p.lanes) // variables, and what the kernel makes of them
	for l := range p.lanes {
		sources[l] = lane(p.left, l)
		targets[l] = sources[l]
	}
	if x.castles() {
		if targets, err = p.gather(x); err != nil {
			return err
		}
		for l := range sources {
			sources[l] = p.word(x.set, x.index[l])
		}
	}
	busy := make(aig.Bits, p.lanes) // lanes with a target
	for l := range busy {
		targets[l] = p.lowest(targets[l])
		busy[l] = g.Any(targets[l])
	}
	if err := p.counted(count, busy); err != nil {
		return err
	}
	// What a lane writes is what is there if no other lane has a target. All lanes with a target write one after the other.
	var first aig.Bits
	for kind := range kinds {
		for output := range restOutputs {
			first = append(first, got[kind][output][0]...)
		}
	}
	alone := make([]aig.Bits, p.lanes)
	for l := range alone {
		none := map[aig.Lit]aig.Lit{}
		for _, v := range slices.Concat(slices.Concat(sources[:l]...), slices.Concat(sources[l+1:]...)) {
			none[v] = aig.False
		}
		alone[l] = g.Gate(busy[l], g.Replace(first, none))
	}
	for kind := range kinds {
		for output, name := range restOutputs {
			words := got[kind][output][:p.lanes]
			own := make([]aig.Bits, p.lanes)
			for l := range own {
				own[l] = lane(alone[l], len(restOutputs)*kind+output)
			}
			want, there := p.packed(busy, own, p.lanes)
			for k := range words {
				if !p.AVX512 { // anything may follow
					words[k] = g.Gate(there[k], words[k])
				}
			}
			if err := p.Prove(claim(name+" of all lanes", slices.Concat(words...), slices.Concat(want...))); err != nil {
				return err
			}
		}
	}
	for l := range p.lanes {
		valid, boards := p.play(x, l, targets[l])
		valid = g.And(valid, busy[l])
		var claims []cec.Claim
		for kind, planes := range boards {
			for output, want := range planes {
				claims = append(claims, claim(restOutputs[output], g.Gate(valid, lane(alone[l], len(restOutputs)*kind+output)), g.Gate(valid, want)))
			}
			claims = append(claims, claim("parents", lane(alone[l], len(restOutputs)*kind+4), g.Gate(busy[l], g.Add(x.index[l], p.base))))
		}
		if err := p.Prove(claims...); err != nil {
			return err
		}
	}
	p.proved[key] = true
	return nil
}

// counted proves a number of children: a sum of bits or, in a loop, a circuit.
func (p *restPlayer) counted(count machine.Num, busy aig.Bits) error {
	g := p.G
	got, ok := p.m.Word(count)
	if !ok {
		return fmt.Errorf("the number of children is %v", count)
	}
	if s, ok := g.SumOf(got); ok {
		for _, l := range busy {
			if len(s.Terms) != len(busy) || s.Terms[l] != 1 {
				return errors.New("the number of children differs from its definition")
			}
		}
		return nil
	}
	return p.Prove(claim("the number of children", got, g.Popcount(busy, 32).Extend(64)))
}

// play returns the boards after the moves of a lane's piece to a square, and whether there is such a piece.
func (p *restPlayer) play(x *restGroup, l int, to chess.Set) (valid aig.Lit, boards [][4]chess.Set) {
	const pawn, king, rook = 2, 6, 5
	g := p.G
	var planes [4]chess.Set
	for k := range planes {
		planes[k] = p.word(restNorth+512*int64(k), x.index[l])
	}
	black := p.word(restSides, x.index[l])[0]
	b := chess.NewBoard(g, planes)
	own := g.Muxes(black, b.Sides[chess.Black], b.Sides[chess.White])
	add := func(after [4]chess.Set) {
		for k, plane := range after {
			after[k] = g.Muxes(black, chess.FlipRanks(plane), plane)
		}
		boards = append(boards, after)
	}
	step := func(from, pieces chess.Set) (chess.Set, aig.Lit) { return from, g.Any(g.Ands(from, own, pieces)) }
	back := func(file, rank int) chess.Set { return chess.Move(to, chess.Step{File: -file, Rank: -rank}) }
	var from chess.Set
	switch {
	case x.number < 8:
		from, valid = step(g.Ands(chess.Ray(g, to, b.Empty, x.number^4), b.Occupied), b.Sliders(x.number))
	case x.number < restKing:
		jump := chess.Jumps[x.number-8]
		from, valid = step(back(jump.File, jump.Rank), b.Knights)
	case x.number == restKing:
		from, valid = step(g.Ands(b.Kings, own), b.Kings)
	case x.castles():
		corner, kingTo, rookTo := 7, 6, 5
		if x.number == restLong {
			corner, kingTo, rookTo = 0, 2, 3
		}
		square := func(s int) chess.Set { return aig.Const(1<<s, 64) }
		valid = g.And(g.And(g.And(b.Kings[4], own[4]), g.And(b.Castling[corner], own[corner])), g.And(b.Empty[kingTo], b.Empty[rookTo]))
		after := b.Play(planes, black, square(4), square(kingTo), aig.Const(king, 3))
		add(chess.NewBoard(g, after).Play(after, black, square(corner), square(rookTo), aig.Const(rook, 3)))
		return valid, boards
	default:
		way := map[int]chess.Step{restPush: {File: 0, Rank: 1}, restDouble: {File: 0, Rank: 2}, restEast: {File: 1, Rank: 1}, restWest: {File: -1, Rank: 1},
			restPromotes: {File: 0, Rank: 1}, restPromotes + 1: {File: 1, Rank: 1}, restPromotes + 2: {File: -1, Rank: 1}}[x.number]
		from, valid = step(back(way.File, way.Rank), b.Pawns)
	}
	becomes := []aig.Bits{chess.Code(g, planes, from)}
	if x.promotes() { // to a queen, a rook, a bishop or a knight
		becomes = []aig.Bits{aig.Const(7, 3), aig.Const(rook, 3), aig.Const(3, 3), aig.Const(4, 3)}
	}
	for _, code := range becomes {
		add(b.Play(planes, black, from, to, code))
	}
	return valid, boards
}
