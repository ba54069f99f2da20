package movegen

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// A formula is a set of squares on one rank that has not been emitted yet.
type formula = *emit.Expr

// at returns rank r of a set, which is empty beyond the board.
func at(s emit.Ranks, r int) formula {
	if r < 0 || r > 7 {
		return emit.None
	}
	return emit.Set(s[r])
}

// keep emits a set to memory. Ranks that are empty on every board use no memory.
func (p *twoPly) keep(f func(r int) formula) (s emit.Ranks) {
	for r := range s {
		if e := f(r); !e.IsNone() {
			s[r] = p.Keep(p.V.Eval(e))
		}
	}
	return s
}

// inMemory returns a set of legalMoves, which is empty if it does not exist.
func inMemory(s emit.RankSlots) (x emit.Ranks) {
	if s[0].Base == nil {
		return x
	}
	for r := range x {
		x[r] = s[r]
	}
	return x
}

// byteOf returns the files of b on every rank.
func (p *twoPly) byteOf(b uint8) formula {
	if b == 0 {
		return emit.None
	}
	return emit.Set(p.V.BroadcastByte(b))
}

// nowhere returns a mask of the positions where the set is empty.
func (p *twoPly) nowhere(f func(r int) formula) formula {
	var acc emit.Vec
	for r := range 8 {
		if e := f(r); !e.IsNone() {
			acc = p.V.Eval(emit.Spent(acc).Or(e))
		}
	}
	return emit.Set(p.V.ZeroBytes(acc))
}

// A fill is the state of a walk along direction d, from the squares of from(d) through
// empty squares. If behind is set, it starts from the pieces that the previous fill meets.
type fill struct {
	from   func(d int) emit.Ranks
	behind bool
	keep   func(d, r int, x emit.Vec) Op // stores a result; if it is nil, in any slot
}

// directions returns the directions that have sliders.
func (c *legalMoves) directions() (d []int) {
	for i := range 8 {
		if slices.Contains(c.kinds(), i&1) {
			d = append(d, i)
		}
	}
	return d
}

// always returns a function with the same squares for every direction.
func always(s emit.Ranks) func(int) emit.Ranks { return func(int) emit.Ranks { return s } }

// The directions of walks by kind of slider, and the files that a step moves by.
var (
	walksUp   = [2][]int{{0, 6}, {7}}
	walksDown = [2][]int{{4, 2}, {3}}
	aside     = [8]int{+1, +1, +1, 0, -1, -1, -1, 0}
	ahead     = [8]int{+1, 0, -1, -1, -1, 0, +1, +1} // ranks
)

// fills emits fills along the four directions of a kind of sliders. It calls visit for
// every rank from the eighth to the first; got(d, i) then returns what fill i attacks
// along d. If visit is nil, it keeps all results.
func (p *twoPly) fills(kind int, sources []fill, visit func(r int, got func(d, i int) formula)) (kept [8][]emit.Ranks) {
	v := p.V
	var state [8][]emit.Vec
	keep := func(d, i, r int, x emit.Vec) {
		if f := sources[i].keep; f != nil {
			kept[d][i][r] = f(d, r, x)
		} else {
			kept[d][i][r] = p.Keep(x)
		}
	}
	for d := kind; d < 8; d += 2 {
		state[d], kept[d] = make([]emit.Vec, len(sources)), make([]emit.Ranks, len(sources))
	}
	// step continues from rank r. A fill that starts behind another comes first, because the
	// other overwrites the state that it reads.
	step := func(d, r int) {
		for i := len(sources) - 1; i >= 0; i-- {
			var next formula
			if sources[i].behind {
				first := emit.None
				if x := state[d][i-1]; x != nil {
					first = emit.Set(x)
				}
				next = at(p.empty, r).Choose(emit.Spent(state[d][i]), first)
			} else {
				next = at(p.empty, r).And(emit.Spent(state[d][i])).Or(at(sources[i].from(d), r))
			}
			if next = next.Moved(aside[d]); next.IsNone() {
				state[d][i] = nil
			} else {
				state[d][i] = v.Eval(next)
			}
		}
	}
	for r := range 7 {
		for _, d := range walksUp[kind] {
			step(d, r)
			for i, x := range state[d] {
				if x != nil {
					keep(d, i, r+1, x)
				}
			}
		}
	}
	for _, d := range walksUp[kind] {
		clear(state[d])
	}
	for r := 7; r >= 0; r-- {
		var along [8][]formula
		if kind == 1 {
			along[1], along[5] = make([]formula, len(sources)), make([]formula, len(sources))
			for i := range sources {
				p.along(sources[i], i, r, &along)
			}
		}
		got := func(d, i int) formula {
			switch {
			case along[d] != nil:
				return along[d][i]
			case kept[d][i][r] != nil:
				return emit.Set(kept[d][i][r])
			case state[d][i] != nil:
				return emit.Set(state[d][i])
			}
			return emit.None
		}
		if visit != nil {
			visit(r, got)
		} else {
			for d := kind; d < 8; d += 2 {
				for i := range sources {
					if along[d] != nil || state[d][i] != nil {
						if e := got(d, i); !e.IsNone() {
							keep(d, i, r, v.Eval(e))
						}
					}
				}
			}
		}
		if r > 0 {
			for _, d := range walksDown[kind] {
				step(d, r)
			}
		}
	}
	return kept
}

// along emits the attacks of fill i to the east and west on rank r.
func (p *twoPly) along(f fill, i, r int, got *[8][]formula) {
	v := p.V
	e := p.empty[r]
	if f.behind {
		got[1][i] = emit.Set(p.East(v.Eval(got[1][i-1].Without(emit.Set(e))), e))
		got[5][i] = emit.Set(p.West(v.Eval(got[5][i-1].Without(emit.Set(e))), e))
		return
	}
	got[1][i], got[5][i] = emit.None, emit.None
	switch toEast, toWest := f.from(1)[r], f.from(5)[r]; {
	case toEast != nil && toEast == toWest:
		east, west := p.EastWest(v.InRegister(toEast), e)
		got[1][i], got[5][i] = emit.Set(east), emit.Set(west)
	default:
		if toEast != nil {
			got[1][i] = emit.Set(p.East(v.InRegister(toEast), e))
		}
		if toWest != nil {
			got[5][i] = emit.Set(p.West(v.InRegister(toWest), e))
		}
	}
}

// A spread is a set together with the squares one file and two files to its east and west.
type spread struct{ set, one, two emit.Ranks }

func (p *twoPly) spread(s emit.Ranks) spread {
	move := func(files int) emit.Ranks {
		return p.keep(func(r int) formula {
			if s[r] == nil {
				return emit.None
			}
			x := emit.Set(p.V.InRegister(s[r]))
			return x.Moved(files).Or(x.Moved(-files))
		})
	}
	return spread{s, move(1), move(2)}
}

// knights, kings and pawns return what the set attacks on rank r if its squares are
// knights, kings, or pawns that go south.
func (s spread) knights(r int) formula {
	return emit.Union(at(s.one, r-2), at(s.one, r+2), at(s.two, r-1), at(s.two, r+1))
}

func (s spread) kings(r int) formula {
	return emit.Union(at(s.one, r), at(s.one, r-1), at(s.one, r+1), at(s.set, r-1), at(s.set, r+1))
}

func (s spread) pawns(r int) formula { return at(s.one, r+1) }

// shifts contains a set moved by one and two files to the east and west.
type shifts map[int]emit.Ranks

func (p *twoPly) moved(s emit.Ranks) shifts {
	m := shifts{}
	for _, files := range []int{-2, -1, 1, 2} {
		m[files] = p.keep(func(r int) formula { return at(s, r).Moved(files) })
	}
	return m
}

// The jumps of a knight as ranks and files, clockwise from north-north-east.
var jumps = [8][2]int{{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}}

// unless jumps to the label name if the set is empty on all boards of the block.
func (p *twoPly) unless(name string, f func(r int) formula) {
	v := p.V
	if v == emit.NEON {
		return
	}
	var any emit.Vec
	for r := range 8 {
		if e := f(r); !e.IsNone() {
			any = v.Eval(emit.Spent(any).Or(e))
		}
	}
	p.unlessAny(name, any)
}

// unlessAny jumps to the label name if any is zero.
func (p *twoPly) unlessAny(name string, any emit.Vec) {
	v := p.V
	if v == emit.NEON {
		return // its register allocation ignores jumps
	}
	if v.Wide() {
		k := K()
		VPTESTMB(any, any, k)
		KORTESTQ(k, k)
	} else {
		VPTEST(any, any)
	}
	JZ(LabelRef(name))
}

// label is where unless jumps to.
func (p *twoPly) label(name string) {
	if p.V != emit.NEON {
		Label(name)
	}
}

// popcounts returns how many bits are set in each set, summed over the ranks.
func (p *twoPly) popcounts(f func(r int) []formula) emit.Vec {
	v := p.V
	var sum emit.Vec
	var count func(emit.Vec) emit.Vec
	for r := range 8 {
		for _, e := range f(r) {
			if e.IsNone() {
				continue
			}
			if count == nil {
				count = v.Popcounter()
			}
			n := count(v.Eval(e))
			if sum != nil {
				n = v.AddBytes(sum, n)
			}
			sum = n
		}
	}
	return sum
}

func (p *twoPly) popcount(f func(r int) formula) emit.Vec {
	return p.popcounts(func(r int) []formula { return []formula{f(r)} })
}

func (p *twoPly) keepOne(e formula) Op {
	if e.IsNone() {
		return nil
	}
	return p.Keep(p.V.Eval(e))
}

// into adds e to rank r of a set.
func (p *twoPly) into(s *emit.Ranks, r int, e formula) {
	switch {
	case e.IsNone():
	case s[r] == nil:
		s[r] = p.Keep(p.V.Eval(e))
	default:
		p.V.Store(p.V.Eval(at(*s, r).Or(e)), s[r].(Mem))
	}
}
