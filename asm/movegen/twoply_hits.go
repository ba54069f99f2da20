package movegen

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/squares"
)

// A ray contains the sets for the corrections along one direction. Their elements are ranks, or in the loop over
// directions the steps of a walk along the direction.
type ray struct {
	movers, targets emit.Ranks                         // sliders with simple moves, and these moves
	front, behind   emit.Ranks                         // what their sliders attack against the direction, and along it
	counts          [3]emit.Ranks                      // spans.counts of the direction
	lengths, back   [3]emit.Ranks                      // spans.lengths of the direction, and of the opposite one
	empty           emit.Ranks                         // empty squares
	captures        func(r int) formula                // the targets on one rank that are captures
	follow          func(behind emit.Ranks) emit.Ranks // the targets that a fill from behind attacks along the direction
}

// correctSliders emits the corrections for moves by sliders that an opposing slider attacks along the same axis. On
// AVX2 a loop processes all directions except east and west, because the code for eight directions would be a fifth of
// the kernel, and most of it is skipped.
func (p *twoPly) correctSliders(s *simpleMoves, b *replies, n *spans) {
	if p.rays != nil {
		p.next(twoPlyBlocks, fmt.Sprintf("corrections along %d rays", len(p.rays.directions))) // mca reads the number
		p.rays.loop(p, s, b, n)
	}
	for d := range 8 {
		if d%2 == 0 && !p.endings && p.rays == nil {
			p.next(twoPlyBlocks, fmt.Sprintf("corrections along %v and %v", koggestone.Direction(d), koggestone.Direction(d+1)))
		}
		if !slices.Contains(p.kinds(), d&1) || p.rays.has(d) {
			continue
		}
		p.hits(fmt.Sprintf("hits%d", d), &ray{
			movers: s.movers[d&3], targets: s.sliders[d], front: b.reach[d^4], behind: b.reach[d], empty: p.empty,
			captures: func(r int) formula { return at(p.them, r) },
			counts:   n.counts[d], lengths: n.lengths[d], back: n.lengths[d^4],
			follow: func(behind emit.Ranks) (followed emit.Ranks) {
				p.fills(d&1, []fill{{from: func(e int) emit.Ranks {
					if e == d {
						return behind
					}
					return emit.Ranks{}
				}}}, func(r int, got func(d, i int) formula) {
					followed[r] = p.keepOne(at(s.sliders[d], r).And(got(d, 0)))
				})
				return followed
			},
		})
	}
}

// hits emits the corrections along one direction, in two parts. The kernel skips a part if no move in the block needs it.
func (p *twoPly) hits(skip string, y *ray) {
	inFront := func(r int) formula { return at(y.movers, r).And(at(y.front, r)) }
	p.unless(skip+"front", inFront)
	hit := p.keep(inFront)
	for shift := range 5 {
		sum := p.popcounts(func(r int) (x []formula) {
			for i := range 3 {
				if j := shift - i; j >= 0 && j < 3 {
					x = append(x, at(y.counts[i], r).And(at(y.back[j], r)).And(at(hit, r)))
				}
			}
			return x
		})
		if sum != nil {
			p.addBytes(&p.minus, sum, shift)
		}
	}
	p.label(skip + "front")
	from := func(r int) formula { return at(y.movers, r).And(at(y.behind, r)) }
	p.unless(skip+"behind", from)
	followed := y.follow(p.keep(from))
	p.addBytes(&p.plus, p.popcount(func(r int) formula { return at(followed, r).And(y.captures(r)) }), 0)
	for k := range 3 {
		if sum := p.popcount(func(r int) formula { return at(followed, r).And(at(y.empty, r)).And(at(y.lengths[k], r)) }); sum != nil {
			p.addBytes(&p.minus, sum, k)
		}
	}
	p.label(skip + "behind")
}

// A raySet is a set that the loop over directions reads. Its ranks are stored in the order of a walk along the direction.
type raySet int

const (
	rayMovers raySet = iota
	rayTargets
	rayReach
	rayEmpty
	rayCounts                    // three sets
	rayLengths raySet = iota + 2 // three sets
	raySets    raySet = iota + 4
)

// A rayRoom is the memory of the sets that the loop reads: all directions of the first set, then of the next one.
type rayRoom struct {
	directions []int // to the north, and then the opposite ones in the same order
	first      Mem
	slot       func(i int) Mem
}

func newRayRoom(c *legalMoves) *rayRoom {
	y := new(rayRoom)
	for _, d := range c.directions() {
		if ahead[d] > 0 {
			y.directions = append(y.directions, d)
		}
	}
	for _, d := range y.directions {
		y.directions = append(y.directions, d^4)
	}
	y.first, y.slot = c.Fix(int(raySets) * len(y.directions) * 8)
	return y
}

// has reports whether the loop processes direction d.
func (y *rayRoom) has(d int) bool { return y != nil && slices.Contains(y.directions, d) }

// step returns the step of a walk along d that reaches rank r.
func step(d, r int) int {
	if ahead[d] < 0 {
		return 7 - r
	}
	return r
}

// index returns the slot for a step of a set, along direction number k.
func (y *rayRoom) index(set raySet, k, step int) int {
	return (int(set)*len(y.directions)+k)*8 + step
}

// keepAlong stores rank r of a set where the loop over directions finds it, or in any slot if there is no such loop.
func (p *twoPly) keepAlong(e formula, set raySet, d, r int) Op {
	if !p.rays.has(d) || e.IsNone() {
		return p.keepOne(e)
	}
	m := p.rays.slot(p.rays.index(set, slices.Index(p.rays.directions, d), step(d, r)))
	p.V.Store(p.V.Eval(e), m)
	return m
}

// copyAlong stores rank r of a set for the loop over directions, if there is one.
func (p *twoPly) copyAlong(e formula, set raySet, d, r int) {
	if p.rays.has(d) {
		p.keepAlong(e, set, d, r)
	}
}

// keepReach stores rank r of what their sliders attack along d.
func (p *twoPly) keepReach(d, r int, x emit.Vec) Op {
	return p.keepAlong(emit.Set(x), rayReach, d, r)
}

// loop emits the loop over directions.
func (y *rayRoom) loop(p *twoPly, s *simpleMoves, b *replies, n *spans) {
	v, half, size := p.V, len(y.directions)/2, 8*p.V.Bytes
	own, opposite := emit.Address(y.first), emit.Address(y.first.Offset(half*size)) // where the sets of the current directions are
	walk := emit.Address(y.first)                                                   // the same for sets that all directions to the north share, or to the south
	start, end, aside := emit.Address(y.first), emit.Address(y.first.Offset(2*half*size)), emit.Address(y.asides())
	// along returns a set of direction d, where base points to the first set of direction d in the current
	// iteration. of returns the set outside the loop, which must be empty on the same steps for all directions.
	along := func(set raySet, base reg.Register, d int, of func(d int) emit.Ranks) (x emit.Ranks) {
		for r := range x {
			k := step(d, r)
			if of(d)[r] != nil {
				x[r] = Mem{Base: base, Disp: y.index(set, 0, k) * v.Bytes}
			}
			for _, e := range y.directions {
				if (of(e)[step(e, k)] == nil) != (x[r] == nil) {
					panic(fmt.Sprintf("step %d of set %d: expected the same for directions %d and %d", k, set, d, e))
				}
			}
		}
		return x
	}
	d := y.directions[0] // to the north, so that its steps are ranks
	reach := func(d int) emit.Ranks { return b.reach[d] }
	a := &ray{
		movers:  along(rayMovers, own, d, func(d int) emit.Ranks { return s.movers[d&3] }),
		targets: along(rayTargets, own, d, func(d int) emit.Ranks { return s.sliders[d] }),
		front:   along(rayReach, opposite, d^4, reach),
		behind:  along(rayReach, own, d, reach),
		empty:   along(rayEmpty, walk, d, always(p.empty)),
	}
	for k := range a.counts {
		counts, lengths := func(d int) emit.Ranks { return n.counts[d][k] }, func(d int) emit.Ranks { return n.lengths[d][k] }
		a.counts[k] = along(rayCounts+raySet(k), own, d, counts)
		a.lengths[k] = along(rayLengths+raySet(k), own, d, lengths)
		a.back[k] = along(rayLengths+raySet(k), opposite, d^4, lengths)
	}
	a.captures = func(r int) formula { return at(a.empty, r).Not() } // targets are empty, or theirs
	a.follow = func(behind emit.Ranks) (followed emit.Ranks) {
		fill := emit.None
		for r := range 8 {
			followed[r] = p.keepOne(at(a.targets, r).And(fill))
			fill = emit.Set(y.aside(p, v.Eval(at(a.empty, r).And(fill).Or(at(behind, r))), aside))
		}
		return followed
	}
	Label("ray")
	p.hits("ray", a)
	ADDQ(I32(size), own)
	ADDQ(I32(size), opposite)
	ADDQ(U8(3*8), aside)
	CMPQ(opposite, end)
	CMOVQEQ(own, walk)
	CMOVQEQ(start, opposite)
	CMPQ(own, end)
	JNE(LabelRef("ray"))
}

// asides returns a table that moves a rank aside by one step of a walk: by how many files to the east, to the
// west, and a mask of the files that a step can reach.
func (y *rayRoom) asides() Mem {
	var table []uint64
	for _, d := range y.directions {
		table = append(table, map[int][]uint64{
			+1: {1, 0, squares.NotFileA},
			-1: {0, 1, squares.NotFileH},
			0:  {0, 0, ^uint64(0)},
		}[aside[d]]...)
	}
	return emit.Table("asides", table)
}

// aside moves x aside by an entry of the table.
func (y *rayRoom) aside(p *twoPly, x emit.Vec, entry reg.Register) emit.Vec {
	east, west, moved := XMM(), XMM(), YMM()
	VMOVQ(Mem{Base: entry}, east)
	VMOVQ(Mem{Base: entry, Disp: 8}, west)
	VPSLLW(east, x, moved)
	VPSRLW(west, moved, moved)
	return p.V.And(moved, p.V.BroadcastAt(Mem{Base: entry, Disp: 16}))
}
