package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "internal/movechain/movechain_amd64.s"
	registerBounds(file, (*Case).walk, "walkAVX2")
	slow[file] = []string{"walkAVX2"}
}

// Where the words of a chain's state are, and the parts of the tables: see package movechain.
const (
	walkSide, walkKind, walkText, walkAt, walkEnd, walkPlies, walkGaps            = 80, 88, 104, 112, 120, 136, 216
	walkRows, walkRowsEnd, walkFault, walkMiddle, walkRow, walkTargets, walkState = 224, 232, 280, 288, 320, 336, 384

	walkSquares, walkPlaces, walkPawns, walkLeaps, walkLines, walkLengths, walkMore, walkTables = 1024, 1056, 5184, 9280, 13376, 16576, 16704, 16720
)

// A walker is the proof of the kernel that follows chains of moves in text of any contents: it stays inside its slices, and ends, because each
// iteration reads one of the moves that are left.
type walker struct {
	*bounds
	tables *machine.Region
	chains []*walked
}

// A walked is a chain with its text, which has 8 bytes more than the bits that may be read, and with room for 256 rows.
type walked struct {
	state, text, rows, gaps *machine.Region
	entered                 machine.Num // the kind in the first state
	bits, plies             machine.Num // of the text, and moves that are left
	left                    machine.Num // rows after the next
}

// walk proves the kernel for one chain and for two.
func (c *Case) walk() error {
	c.bound("tables and states as the caller makes them")
	for n := range 2 {
		if err := c.walkChains(n + 1); err != nil {
			return fmt.Errorf("chains %d: %w", n+1, err)
		}
	}
	return nil
}

func (c *Case) walkChains(n int) error {
	c.G = aig.New()
	w := &walker{bounds: c.bounds()}
	w.tables = w.region("tables", num(walkTables), machine.Input)
	w.tables.Content = w.content
	w.SetInitial(w.tables, num(walkMore), aig.Const(1<<63|1<<58|1<<53, 64))
	w.SetArg("fresh", num(0))
	for _, name := range []string{"state", "fresh"}[:n] {
		x := &walked{state: w.region(name, num(walkState), machine.Scratch)}
		x.text, x.gaps = w.NewRegion(name+".text", num(0), machine.Input, -1), w.NewRegion(name+".gaps", num(256*8), machine.Input, -1)
		x.left = w.NewNumber("left", 255)
		x.rows = w.NewRegion(name+".rows", num(256*56), machine.Output, -1)
		x.rows.Sparse, x.text.Garbage, x.gaps.Garbage = true, true, true
		w.chains = append(w.chains, x)
	}
	w.Lemmas = map[string]func() error{"one_promotion": w.promotion, "two_promotion": w.promotion}
	w.Returned = w.leave
	cuts := map[string]*machine.Cut{"": {Cases: 4, State: func(i int) {
		for k, x := range w.chains {
			w.state(x, false, i>>k&1, false)
			x.entered = w.At(x.state, num(walkKind))
		}
	}}}
	if n == 1 {
		x := w.chains[0]
		for label, middle := range map[string]bool{"first": false, "second": true} {
			cuts[label] = &machine.Cut{Cases: 4, State: func(i int) { w.state(x, middle, i&1, i>>1 != 0) }, Check: func(bool) error { return w.check(x, middle, false) }}
		}
		return w.induct(cuts)
	}
	cuts["two"] = &machine.Cut{Cases: 16, State: func(i int) {
		for k, register := range []string{"DX", "CX"} {
			x := w.chains[i&1^k]
			w.Set(register, x.state.Pointer(num(0)))
			w.state(x, k == 0, i>>(k+1)&1, k == 0 && i>>3 != 0)
		}
	}, Check: func(bool) error {
		state, _ := w.Get("DX")
		other, _ := w.Get("CX")
		for k, x := range w.chains {
			if y := w.chains[1-k]; state.Equal(x.state.Pointer(num(0))) && other.Equal(y.state.Pointer(num(0))) {
				if err := w.check(x, true, false); err != nil {
					return err
				}
				return w.check(y, false, false)
			}
		}
		return fmt.Errorf("the chains are at %v and %v", state, other)
	}}
	return w.induct(cuts)
}

// content returns what is known about the tables: a line has at most 8 squares, its targets are in one of 8 rows of 256 bytes, and a score has 5
// to 20 bits.
func (w *walker) content(offset machine.Num) any {
	switch at := offset.Least(); {
	case at >= walkSquares && at < walkPlaces:
		line := w.Case.G.Vars(64)
		w.AtMost(line, 8)
		return line
	case at >= walkPlaces && at < walkPlaces+32:
		return w.tables.Pointer(w.NewNumber("place", 7).Mul(256).Plus(walkLines))
	case at == walkLengths:
		return w.NewNumber("bits", 15).Plus(5)
	}
	return nil
}

// state sets a chain to any state before a move, or to any state in the middle of a move. The text has ended if there was a fault before.
func (w *walker) state(x *walked, middle bool, side int, ended bool) {
	number := func(name string) machine.Num { return w.NewSym(name).Times(1) }
	read, rest, kinds := number("read"), number("rest"), int64(15)
	at := read.Mul(8).Add(w.NewNumber("bit", 7))
	if middle {
		at, kinds = number("at"), 7
	}
	x.bits, x.plies = read.Add(rest).Mul(8), number("moves").Plus(1)
	x.text.Size = read.Add(rest).Plus(8)
	left, end := x.left, x.bits
	if ended {
		end = num(0)
	}
	for word, v := range map[int64]machine.Num{
		walkSide: num(int64(32 * side)), walkAt: at, walkEnd: end, walkPlies: x.plies,
		walkKind: w.tables.Pointer(w.NewNumber("kind", kinds).Mul(64)), walkRow: w.NewNumber("square", 64).Mul(64),
		walkText: x.text.Pointer(num(0)), walkGaps: x.gaps.Pointer(num(255 * 8).Sub(left.Mul(8))),
		walkRows: x.rows.Pointer(num(255 * 56).Sub(left.Mul(56))), walkRowsEnd: x.rows.Pointer(num(256 * 56)),
	} {
		w.Put(x.state, num(word), v)
	}
	if middle {
		w.Assume(w.jumps(x))
	}
}

// kind returns a part of the tables for the kind and the square of a chain.
func (w *walker) kind(x *walked) (mask func(k int64) aig.Bits, leaps aig.Bits) {
	kind := w.At(x.state, num(walkKind)).Sub(w.tables.Pointer(num(0)))
	leaps = w.Initial(w.tables, kind.Mul(8).Add(w.At(x.state, num(walkRow)).Div(8)).Plus(walkLeaps), 8)
	return func(k int64) aig.Bits { return w.Initial(w.tables, kind.Plus(8*k), 8) }, leaps
}

// jumps reports whether a chain in the middle of a move has no targets yet if the piece is a pawn.
func (w *walker) jumps(x *walked) aig.Lit {
	mask, _ := w.kind(x)
	return w.pawns(mask, mask(1), w.Load(x.state, num(walkTargets), 8))
}

func (w *walker) pawns(mask func(k int64) aig.Bits, none ...aig.Bits) aig.Lit {
	var all aig.Bits
	for _, b := range none {
		all = append(all, b...)
	}
	return w.Case.G.And(w.Case.G.Any(mask(2)), w.Case.G.Any(all)).Not()
}

// promotion proves that a pawn has only targets that are attacks or pushes, of which a row of the tables has at most 4.
func (w *walker) promotion() error {
	g := w.Case.G
	state, _ := w.Get("DX")
	row, _ := w.Get("BX")
	_, targets := w.Get("R8")
	table := func(k int64) aig.Bits { return w.Initial(w.tables, row.Plus(walkPawns+8*k), 8) }
	w.AtMost(targets, 4)
	for _, x := range w.chains {
		if !state.Equal(x.state.Pointer(num(0))) {
			continue
		}
		mask, _ := w.kind(x)
		known := [2]aig.Lit{w.jumps(x), g.Any(g.Ands(mask(2), table(3)))}
		if !w.Holds(known[0]) || !w.Holds(known[1]) {
			return fmt.Errorf("a promotion of something else than a pawn")
		}
		other := g.AndNots(targets, g.Ors(table(0), table(1)))
		return w.Prove(claim("targets of a pawn", g.Gate(g.And(known[0], known[1]), other), make(aig.Bits, 64)))
	}
	return fmt.Errorf("the chain is at %v", state)
}

// check checks that a chain is before a move or in the middle of one. A chain that has returned may have no move and no room left, and after a
// fault its text does not matter.
func (w *walker) check(x *walked, middle, returned bool) error {
	get := func(word int64) machine.Num { return w.At(x.state, num(word)) }
	kind, plies, end, before := get(walkKind), get(walkPlies), get(walkEnd), w.Now(x.plies)
	entered := kind.Equal(x.entered)
	if middle && entered { // as the kernel left it before
		return nil
	}
	left, kinds := get(walkRowsEnd).Sub(get(walkRows)).Plus(-56), int64(15)
	read, rest := get(walkAt), w.Now(x.bits).Sub(get(walkAt)).Plus(7)
	least := []machine.Num{read, num(255 * 56).Sub(left)}
	if middle {
		kinds = 7
		least = append(least, plies.Sub(before), before.Sub(plies), left)
		mask, leaps := w.kind(x)
		tables := w.pawns(mask, mask(0), mask(1), leaps) // pawns do not slide or leap
		if err := w.Prove(claim("targets", aig.Bits{w.Case.G.And(tables, w.jumps(x).Not())}, aig.Bits{aig.False})); err != nil {
			return err
		}
	} else if returned {
		least = append(least, plies, left.Plus(56))
		if !w.Holds(w.Case.G.Any(w.Load(x.state, num(walkFault), 8))) {
			least = append(least, rest)
		}
	} else {
		least = append(least, plies.Plus(-1), left, rest)
		if !entered {
			least = append(least, before.Sub(plies).Plus(-1))
		}
	}
	kind = kind.Sub(w.tables.Pointer(num(0)))
	for i, n := range append(least, kind, num(64*kinds).Sub(kind)) {
		if !w.AtLeast(n) {
			return fmt.Errorf("number %d of a chain, %v, may be negative", i, n)
		}
	}
	side, constant := get(walkSide).Const()
	ended := end.Equal(num(0)) && (middle || returned)
	if !constant || side != 0 && side != 32 || !get(walkText).Equal(x.text.Pointer(num(0))) || !get(walkRowsEnd).Equal(x.rows.Pointer(num(256*56))) ||
		!end.Equal(w.Now(x.bits)) && !ended || !get(walkGaps).Equal(x.gaps.Pointer(num(255*8).Sub(left.Div(56).Mul(8)))) {
		return fmt.Errorf("a chain differs from what the next move needs")
	}
	return nil
}

// leave checks how the kernel returns: the other chain is in the middle of a move.
func (w *walker) leave() error {
	state, _ := w.Get("DX")
	if !w.At(w.Args(), num(24)).Equal(state) {
		return fmt.Errorf("the result is not the chain")
	}
	for _, x := range w.chains {
		middle := !state.Equal(x.state.Pointer(num(0)))
		if got, ok := w.At(x.state, num(walkMiddle)).Const(); !ok || middle != (got != 0) {
			return fmt.Errorf("a chain has %d as mark of the middle", got)
		}
		if err := w.check(x, middle, true); err != nil {
			return err
		}
	}
	return nil
}
