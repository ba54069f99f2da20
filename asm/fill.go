package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
)

// A direction is what the kernels need of one, taken from the library's own
// table: there is no second one.
type direction struct {
	koggestone.Direction
	shift int
	wrap  uint64
}

var directions = func() (t [8]direction) {
	for i := range t {
		d := koggestone.Direction(i)
		t[i] = direction{d, d.Shift(), koggestone.Step(^uint64(0), d)}
	}
	return t
}()

func (d direction) diagonal() bool { return d.Direction%2 == 0 }

// files returns the part of the wrap mask that shifts do not give by
// themselves: ^0 for North and South, else all files but one.
func (d direction) files() uint64 {
	switch d.Direction {
	case koggestone.North, koggestone.South:
		return ^uint64(0)
	case koggestone.NorthEast, koggestone.East, koggestone.SouthEast:
		return notAFile
	default:
		return notHFile
	}
}

const (
	notAFile = 0xfefefefefefefefe
	notHFile = 0x7f7f7f7f7f7f7f7f
)

// A propagator holds one set of empty squares (or whatever a fill runs over) in
// the forms that the eight directions need.
type propagator struct {
	v    *isa
	pro  Op
	mask map[uint64]Op             // constants by value
	by   map[uint64]reg.VecVirtual // pro & mask, once emitted
}

func (v *isa) propagator(pro Op, masks map[uint64]Op) *propagator {
	return &propagator{v, pro, masks, map[uint64]reg.VecVirtual{}}
}

// first returns the propagator of the first step in direction d.
func (p *propagator) first(d direction) Op {
	f := d.files()
	if f == ^uint64(0) {
		return p.pro
	}
	if _, ok := p.by[f]; !ok {
		p.by[f] = p.v.and(p.pro, p.mask[f])
	}
	return p.by[f]
}

// occluded emits the occluded fills of gens in direction d over one propagator:
//
//	p1 := pro & wrap
//	p2 := p1 & p1<<s
//	p4 := p2 & p2<<2s
//	for each gen {
//		gen |= p1 & gen<<s
//		gen |= p2 & gen<<2s
//		gen |= p4 & gen<<4s
//	}
//
// It preserves its operands.
func (p *propagator) occluded(d direction, gens ...Op) []reg.VecVirtual {
	v, s := p.v, d.shift
	p1 := p.first(d)
	p2 := v.and(v.shift(p1, s), p1)
	p4 := v.and(v.shift(p2, 2*s), p2)
	var fills []reg.VecVirtual
	for _, g := range gens {
		g1 := v.orAndInto(v.shift(g, s), p1, g)
		g2 := v.orAndInto(v.shift(g1, 2*s), p2, g1)
		fills = append(fills, v.orAndInto(v.shift(g2, 4*s), p4, g2))
	}
	return fills
}

// attacks emits the attacks of gens in direction d: the fills one step further.
func (p *propagator) attacks(d direction, gens ...Op) []reg.VecVirtual {
	v := p.v
	fills := p.occluded(d, gens...)
	for i, f := range fills {
		fills[i] = v.shift(f, d.shift)
		if m := d.files(); m != ^uint64(0) {
			fills[i] = v.and(fills[i], p.mask[m])
		}
	}
	return fills
}
