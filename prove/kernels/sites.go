package kernels

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/machine"
)

// A site is what a kernel has about a square on one board, in registers and as any values. It is proved in three parts: the pieces around each
// square; for any such pieces, which pairs there are; for any such pairs, what is listed.
type site struct {
	codes, pieces, ways, live string   // the view: what is around the square, and the rays that count for pairs over it
	masks, counts             []string // of victims and attackers, on AVX2 in one
	fixed, over, overCount    string

	view          [16]pairPlace
	rays          aig.Bits    // live
	direct        [2]aig.Bits // which places have a victim or an attacker
	sliders       aig.Bits    // which rays have a slider that sees over the square
	words         [3]aig.Bits // how many there are
	square, piece aig.Bits
}

// A finder is the proof of a kernel that finds pairs.
type finder struct {
	*pairRules
	m       *machine.Machine
	lengths []string // the registers with the lengths of lists, which are written at the offset end
	end     int64
	most    int64  // pairs of a list
	stage   string // the last cut
	sq      int    // the square of its case
	written bool   // since then, and not proved yet
}

func (p *pairRules) finder(lengths []string, end int64) *finder {
	f := &finder{pairRules: p, m: p.Machine(), lengths: lengths, end: end, most: end/4/int64(len(lengths)) - 16}
	p.tables(f.m)
	f.m.Frame().Table = true
	f.m.Block = func([]machine.Write) error { f.written = true; return nil }
	return f
}

// any sets any values of a site.
func (f *finder) any(s *site) {
	g := f.G
	half, knight := g.Vars(8), g.Var() // a piece attacks by jumps or along rays
	for i := range s.view {
		s.view[i] = pairPlace{adjacent: aig.False, square: g.Vars(6), code: g.Vars(4)}
		s.view[i].there = g.Any(s.view[i].code)
		if i >= 8 {
			s.view[i].adjacent = g.Var()
		}
	}
	s.rays, s.sliders, s.square, s.piece = g.Vars(8), g.Vars(8), g.Vars(6), g.Vars(4)
	s.direct = [2]aig.Bits{append(g.Gate(knight, half), g.Gate(knight.Not(), half)...), g.Vars(16)}
	s.words = [3]aig.Bits{g.Popcount(s.direct[0], 64), g.Popcount(s.direct[1], 64), g.Popcount(s.sliders, 64)}
	f.m.Limit(s.words[0], 8) // one half is empty
}

// A form is what a register has, and the values of the same form that it may have in the next part. If the register has the number of bits
// of is, any is the word for this number.
type form struct {
	register string
	is, any  aig.Bits
	count    bool
}

// get returns a register or, as F0 and F64, the vectors in the frame.
func (f *finder) get(register string) aig.Bits {
	i, _ := strconv.Atoi(register[1:])
	switch register[0] {
	case 'K':
		return f.m.Mask(i)
	case 'Y', 'Z':
		return f.m.Vector(i)
	case 'F':
		return f.m.Load(f.m.Frame(), num(int64(i)), 64)
	}
	x, b := f.m.Get(register)
	if b == nil {
		b, _ = f.m.Word(x)
	}
	return b
}

func (f *finder) set(register string, b aig.Bits) {
	i, _ := strconv.Atoi(register[1:])
	switch register[0] {
	case 'K':
		f.m.SetMask(i, append(slices.Clone(b), f.upper[len(b):64]...))
	case 'Y', 'Z':
		f.m.SetVector(i, append(slices.Clone(b), f.upper[len(b):]...))
	case 'F':
		f.m.Store(f.m.Frame(), num(int64(i)), b)
	default:
		f.m.Set(register, append(slices.Clone(b), f.upper[len(b):64]...))
	}
}

// become proves what registers have and other claims, and then lets the registers have any values of the same form.
func (f *finder) become(claims []cec.Claim, forms ...form) error {
	if f.written {
		return errors.New("something is written before pairs are found")
	}
	for _, x := range forms {
		if !x.count {
			claims = append(claims, claim(x.register, f.get(x.register)[:len(x.is)], x.is))
		} else if err := f.counts(f.get(x.register), x.is); err != nil {
			return err
		}
	}
	if err := f.given(f.m, claims...); err != nil {
		return err
	}
	for _, x := range forms {
		if x.count {
			f.m.Set(x.register, f.m.Count(x.any))
		} else {
			f.set(x.register, x.any)
		}
	}
	return nil
}

// counts returns an error unless a word is the number of bits in a mask.
func (f *finder) counts(word, mask aig.Bits) error {
	sum, ok := f.G.SumOf(word)
	n := 0
	for _, l := range mask {
		if l != aig.False {
			n, ok = n+1, ok && sum.Terms[l] == 1
		}
	}
	if !ok || len(sum.Terms) != n {
		return errors.New("another number of pairs")
	}
	return nil
}

// follows claims that one of some parts was before.
func (f *finder) follows(stages ...string) cec.Claim {
	if slices.Contains(stages, f.stage) {
		return always("a part", aig.True)
	}
	return always(fmt.Sprintf("what comes after part %q", f.stage), aig.False)
}

// always claims that l is true on the way to the current state.
func always(name string, l aig.Lit) cec.Claim { return claim(name, aig.Bits{l}, aig.Bits{aig.True}) }

// pieceRow returns the place of a piece in the tables.
func pieceRow(code aig.Bits) aig.Bits { return append(make(aig.Bits, 4), code[:4]...).Extend(64) }

func constant6(sq int) aig.Bits { return aig.Const(uint64(sq), 6) }

// boards returns the forms of the registers that have a board.
func boards(registers []string, is, any [64]aig.Bits) (forms []form) {
	n := 64 / len(registers)
	for i, r := range registers {
		forms = append(forms, form{register: r, is: slices.Concat(is[n*i : n*i+n]...), any: slices.Concat(any[n*i : n*i+n]...)})
	}
	return forms
}

// see proves the view of a site, without how places are reached if only sliders over the square count.
func (f *finder) see(s *site, places [16]pairPlace, over bool) error {
	pieces, codes, ways := f.words(places, slices.Repeat(aig.Bits{aig.True}, 16))
	claims := []cec.Claim{claim("the codes", f.get(s.codes)[:256], codes)}
	if !over {
		claims = append(claims, claim("how places are reached", f.get(s.ways)[:256], ways))
	}
	for k, x := range places {
		got, want := f.get(s.pieces)[16*k:16*k+16], pieces[16*k:16*k+16]
		claims = append(claims, claim(fmt.Sprintf("place %d", k), f.G.Gate(x.there, got), f.G.Gate(x.there, want)))
	}
	if err := f.Prove(claims...); err != nil {
		return err
	}
	pieces, codes, ways = f.words(s.view, f.theres(s.view))
	f.set(s.pieces, pieces)
	f.set(s.codes, codes)
	if !over {
		f.set(s.ways, ways)
	}
	return nil
}

// pairs returns what the registers of a site have for the pairs with a piece on a square, given a view.
func (f *finder) pairs(s *site, view [16]pairPlace, sq, code aig.Bits) (forms []form, claims []cec.Claim) {
	g, is, any := f.G, [2]aig.Bits{}, s.direct
	for i, x := range view {
		is[0] = append(is[0], f.attacks(code, x.code, i, x.adjacent))
		is[1] = append(is[1], f.attacks(x.code, code, i^i>>1&4, x.adjacent)) // along rays in the opposite direction
	}
	claims = []cec.Claim{
		claim("victims of both kinds", aig.Bits{g.And(g.Any(is[0][:8]), g.Any(is[0][8:]))}, aig.Bits{aig.False}),
		claim("pairs without a piece", g.AndNots(g.Ors(is[0], is[1]), f.theres(view)), make(aig.Bits, 16)),
	}
	if f.end != pairListN && !f.AVX512 {
		bytes := func(m [2]aig.Bits) aig.Bits { return slices.Concat(m[0][:8], m[1][:8], m[0][8:], m[1][8:]).Extend(64) }
		is[0], any[0] = bytes(is), bytes(any)
	}
	for i, r := range s.masks {
		forms = append(forms, form{register: r, is: is[i], any: any[i]})
		if f.AVX512 {
			forms = append(forms, form{s.counts[i], f.get(r)[:16], s.words[i], true})
		}
	}
	if s.fixed != "" {
		forms = append(forms, form{register: s.fixed, is: fixed(sq, code), any: fixed(s.square, s.piece)})
	}
	return forms, claims
}

// pairsOver returns what the registers of a site have for the sliders that see over the square.
func (f *finder) pairsOver(s *site) []form {
	is := aig.Bits{}
	for i := range 8 {
		both := f.G.And(s.rays[i], s.rays[i^4])
		is = append(is, f.G.And(both, f.attacks(s.view[8+i].code, s.view[8+i^4].code, 8+i^4, aig.False)))
	}
	forms := []form{{register: s.over, is: is, any: s.sliders}}
	if s.overCount != "" {
		forms = append(forms, form{s.overCount, f.get(s.over)[:8], s.words[2], true})
	}
	return forms
}

// used returns the form of the pieces of a site, if only those in pairs matter from here on.
func (f *finder) used(s *site, sets ...aig.Bits) form {
	pieces, _, _ := f.words(s.view, f.theres(s.view))
	used := make(aig.Bits, 16)
	for _, set := range sets {
		if len(set) == 8 {
			set = append(make(aig.Bits, 8), f.G.Ors(set, set.Rol(4))...)
		}
		used = f.G.Ors(used, set)
	}
	any, _, _ := f.words(s.view, used)
	return form{register: s.pieces, is: pieces, any: any}
}

// A put is pairs that are appended to a list at once, and the word for their number if the kernel has it.
type put struct {
	list  int
	mask  aig.Bits
	pairs []aig.Bits
	n     aig.Bits
}

// puts returns the pairs with the piece of a site.
func (f *finder) puts(list int, s *site, view [16]pairPlace) []put {
	var victims, attackers []aig.Bits
	for _, x := range view {
		victims, attackers = append(victims, f.pair(s.square, x.square, s.piece, x.code)), append(attackers, f.pair(x.square, s.square, x.code, s.piece))
	}
	if len(s.masks) == 1 {
		return []put{{list, s.direct[0], victims, nil}, {list, s.direct[1][:8], attackers[:8], nil}, {list, s.direct[1][8:], attackers[8:], nil}}
	}
	return []put{{list, s.direct[0], victims, nil}, {list, s.direct[1], attackers, s.words[1]}}
}

func (f *finder) putsOver(list int, s *site) []put {
	var pairs []aig.Bits
	for i := range 8 {
		x, y := s.view[8+i], s.view[8+i^4]
		pairs = append(pairs, f.pair(x.square, y.square, x.code, y.code))
	}
	return []put{{list, s.sliders, pairs, nil}}
}

// grown proves what is appended to lists of some lengths, and that they have at most these pairs then. At the end of the kernel their new lengths are
// written. Later stores overwrite only what a store has written after its pairs, and each list stays in its own memory.
func (f *finder) grown(at, most []machine.Num, puts []put, end bool) error {
	f.written = false
	stores, last, few := f.m.Stores(), make([]aig.Bits, len(at)), make([]int64, len(at))
	grow := func(list int, to machine.Num) error {
		by := to.Sub(at[list])
		word, ok := f.m.Word(by)
		if !ok {
			return fmt.Errorf("a list grows by %v", by)
		}
		at[list] = to
		f.m.AssumeAtLeast(num(few[list]).Sub(by)) // is proved before
		return f.counts(word, last[list])
	}
	for i, x := range puts {
		if len(stores) == 0 || len(stores[0].Value) != 256 {
			return errors.New("pairs are not written")
		}
		offset, got := stores[0].Offset, stores[0].Value
		stores = stores[1:]
		if err := grow(x.list, offset.Plus(int64(-448*x.list)).Div(4)); err != nil {
			return err
		}
		if last[x.list] = x.mask; len(x.mask) == 16 && len(stores) > 0 && stores[0].Offset.Equal(offset.Plus(32)) {
			got, stores = append(slices.Clip(got), stores[0].Value...), stores[1:]
		}
		if room := num(4*(f.most+16)*int64(x.list+1) - int64(len(got)/8)); !f.m.AtLeast(room.Sub(offset)) {
			return fmt.Errorf("list %d is left at %v", x.list, offset)
		}
		few[x.list] = int64(len(got) / 32)
		want, valid := f.packed(x.mask, x.pairs, len(x.pairs))
		var claims, eight []cec.Claim
		for j := range want {
			switch name := fmt.Sprintf("pair %d of part %d", j, i); {
			case 32*j+32 <= len(got):
				claims = append(claims, claim(name, f.G.Gate(valid[j], got[32*j:32*j+32]), f.G.Gate(valid[j], want[j])))
			case x.n == nil:
				claims = append(claims, claim(name, valid[j:j+1], aig.Bits{aig.False}))
			default:
				eight = []cec.Claim{always("up to eight pairs", f.G.Less(aig.Const(8, 64), x.n).Not())}
			}
		}
		if err := errors.Join(f.Prove(claims...), f.given(f.m, eight...)); err != nil {
			return err
		}
	}
	for i, register := range f.lengths {
		n, b := f.m.Get(register)
		if b != nil {
			n = f.m.Count(b)
		}
		if err := grow(i, n); err != nil {
			return err
		}
		if !f.m.AtLeast(most[i].Sub(n)) {
			return fmt.Errorf("list %d may have more than %v pairs", i, most[i])
		}
		if end && (len(stores) == 0 || !stores[0].Offset.Equal(num(f.end+int64(8*i))) || !slices.Equal(stores[0].Value, f.get(register))) {
			return errors.New("the number of pairs is not written")
		} else if end {
			stores = stores[1:]
		}
	}
	if len(stores) > 0 {
		return errors.New("more is written")
	}
	return nil
}
