package emit

import . "github.com/mmcloughlin/avo/operand"

// A Propagator holds the squares that a fill may pass, usually the empty squares, in
// the forms that the eight directions need.
type Propagator struct {
	v    *ISA
	pro  Op
	Mask map[uint64]Op  // wrap masks by value
	by   map[uint64]Vec // pro & mask by mask, for the masks that were used
}

// NewPropagator returns the propagator of a set. The masks come from Masks.
func (v *ISA) NewPropagator(pro Op, masks map[uint64]Op) *Propagator {
	return &Propagator{v, pro, masks, map[uint64]Vec{}}
}

func (p *Propagator) first(d Direction) Op {
	f := d.Files()
	if f == ^uint64(0) {
		return p.pro
	}
	if _, ok := p.by[f]; !ok {
		p.by[f] = p.v.And(p.pro, p.Mask[f])
	}
	return p.by[f]
}

// Occluded emits the occluded fills of gens in direction d over one propagator:
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
func (p *Propagator) Occluded(d Direction, gens ...Op) []Vec {
	v, s := p.v, d.Shift()
	p1 := p.first(d)
	p2 := v.And(v.Shift(p1, s), p1)
	p4 := v.And(v.Shift(p2, 2*s), p2)
	var fills []Vec
	for _, g := range gens {
		g1 := v.OrAndInto(v.Shift(g, s), p1, g)
		g2 := v.OrAndInto(v.Shift(g1, 2*s), p2, g1)
		fills = append(fills, v.OrAndInto(v.Shift(g2, 4*s), p4, g2))
	}
	return fills
}

// Attacks emits what gens attack in direction d: their fills, moved one step further.
func (p *Propagator) Attacks(d Direction, gens ...Op) []Vec {
	v := p.v
	fills := p.Occluded(d, gens...)
	for i, f := range fills {
		fills[i] = v.Shift(f, d.Shift())
		if m := d.Files(); m != ^uint64(0) {
			fills[i] = v.And(fills[i], p.Mask[m])
		}
	}
	return fills
}
