package regalloc

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A Plan describes a room where slots are assigned after the kernel has been emitted. A
// kernel that processes several blocks in phases has a room for each block. Sets that live in
// only one phase share scratch memory, so that it stays in the first-level cache.
//
// Fixed slots are at the start of the room, in their order, so that loops can also read them through a pointer.
type Plan struct {
	Symbol  reg.GPVirtual   // a placeholder for the slots' base until they are assigned
	Fixed   reg.GPVirtual   // the same for fixed slots
	fixed   int             // number of fixed slots
	room    Mem             // the first slot of the block
	scratch []reg.GPVirtual // pointers to scratch memory, each eight slots before the previous one
	bytes   int             // size of a slot
	slots   int             // number of slots in the room of the first block; the last ones are scratch memory
}

// plans are the plans by symbol.
var plans = map[reg.Register]*Plan{}

// NewPlan returns the plan of a room with the given number of slots of some bytes, which scratch pointers reach.
// Kernels address slot i of the block as displacement i*bytes from the plan's symbol.
func NewPlan(room Mem, bytes, slots int, scratch []reg.GPVirtual) *Plan {
	p := &Plan{Symbol: GP64(), Fixed: GP64(), room: room, scratch: scratch, bytes: bytes, slots: slots}
	plans[p.Symbol], plans[p.Fixed] = p, p
	return p
}

// Fix makes n slots fixed, and returns the memory of the first one, whose address a kernel can load.
func (p *Plan) Fix(n int) Mem {
	p.fixed = n
	return p.room
}

// A slotLife is the range of instructions that use a slot, and whether they are all in one
// phase.
type slotLife struct {
	first, last int
	phase       int
	local       bool
	uses        int
	place       Mem
}

// assignSlots assigns the slots of rooms that have a plan, by linear scan. If a slot is only used in
// one phase, it is in scratch memory, which grows down. Other slots are in the block's room.
func assignSlots(fn *ir.Function) error {
	lives := map[Mem]*slotLife{}
	fixed := map[int]int{} // the instruction after the first one that uses each fixed slot
	var plan *Plan
	phase := 0
	each(fn, func(label string) {
		if strings.HasPrefix(label, "phase") {
			phase++
		}
	}, func(at int, x Op) Op {
		m, _ := x.(Mem)
		p, ok := plans[m.Base]
		if !ok {
			return x
		}
		plan = p
		if m.Base == p.Fixed {
			if k := m.Disp / p.bytes; fixed[k] == 0 {
				fixed[k] = at + 1
			}
			return p.room.Offset(m.Disp)
		}
		l, ok := lives[m]
		if !ok {
			l = &slotLife{first: at, phase: phase, local: true}
			lives[m] = l
		}
		l.uses++
		l.last, l.local = at, l.local && l.phase == phase
		return x
	})
	if plan == nil {
		return nil
	}
	var ordered []*slotLife
	for _, l := range lives {
		ordered = append(ordered, l)
	}
	slices.SortFunc(ordered, func(a, b *slotLife) int { return a.first - b.first })
	used := map[bool]int{}
	numbers := map[*slotLife]int{}
	uses := map[int]int{}
	busy := map[bool][]int{false: slices.Repeat([]int{-1}, plan.fixed)} // the last instruction that uses each slot
	for _, l := range ordered {
		ends := busy[l.local]
		k := 0 // until a fixed slot is set, other slots can be in its place
		for k < len(ends) && (ends[k] >= l.first || !l.local && fixed[k] > 0 && fixed[k] <= l.last+1) {
			k++
		}
		if k == len(ends) {
			ends = append(ends, 0)
		}
		ends[k] = l.last
		busy[l.local] = ends
		used[l.local] = len(ends)
		l.place = plan.room.Offset(k * plan.bytes)
		if l.local {
			numbers[l] = k
			uses[k] += l.uses
		}
	}
	// The scratch slots that are used most often come first.
	rank := slices.Sorted(maps.Keys(uses))
	if len(plan.scratch) > 1 {
		slices.SortStableFunc(rank, func(a, b int) int { return uses[b] - uses[a] })
	}
	for l, n := range numbers {
		k := slices.Index(rank, n)
		w := min(k/8, len(plan.scratch)-1)
		l.place = Mem{Base: plan.scratch[w], Disp: 128 - (k-8*w+1)*plan.bytes}
	}
	if used[true]+used[false] > plan.slots {
		return fmt.Errorf("%s: %d slots and %d of scratch memory, the room has %d", fn.Name, used[false], used[true], plan.slots)
	}
	each(fn, func(string) {}, func(_ int, x Op) Op {
		if m, ok := x.(Mem); ok && lives[m] != nil {
			return lives[m].place
		}
		return x
	})
	return nil
}

// each calls visit with a function's labels, and replaces the operands of each instruction.
func each(fn *ir.Function, visit func(label string), replace func(at int, x Op) Op) {
	at := 0
	for _, n := range fn.Nodes {
		switch n := n.(type) {
		case ir.Label:
			visit(string(n))
		case *ir.Instruction:
			for _, ops := range [][]Op{n.Operands, n.Inputs, n.Outputs} {
				for k, x := range ops {
					ops[k] = replace(at, x)
				}
			}
			at++
		}
	}
}
