package regalloc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// forward removes stores and loads. Kernels with a Plan are written with sets in memory,
// because avo does not spill. Where registers are free, forward keeps such values in vector
// registers instead of storing, loading or recomputing them, and removes the instructions
// that this makes unnecessary.
//
// It works on straight runs of instructions. After renaming, each instruction sets its own
// register. Values are numbered: two instructions with the same operation and operands compute
// the same value, and a load from a slot is the value that was last stored there. A value is in
// a register from the instruction that computes it to its last reader. If a value has two such
// ranges, one after the other, forward joins them, shortest gaps first, as long as registers
// are free.
func forward(fn *ir.Function) error {
	f := &forwarder{local: map[reg.ID]bool{}, removed: map[*ir.Instruction]bool{}}
	if !f.collect(fn) {
		return nil
	}
	if err := f.check(); err != nil {
		return fmt.Errorf("%s: %w", fn.Name, err)
	}
	f.untie()
	forwarded[fn] = true
	for range 2 { // the first pass frees registers for the second
		for _, run := range f.runs {
			f.forwardRun(run)
		}
		for f.removeUnread() {
		}
	}
	copies := f.tie()
	var nodes []ir.Node
	for _, n := range fn.Nodes {
		i, ok := n.(*ir.Instruction)
		if c := copies[i]; ok && c != nil {
			nodes = append(nodes, c)
		}
		if !ok || !f.removed[i] {
			nodes = append(nodes, n)
		}
	}
	fn.Nodes = nodes
	return nil
}

// isTied reports whether i also reads the register that it sets. This is so for ternary
// operations, for moves with a mask, and for VPERMI2B, which overwrites its indices.
func isTied(i *ir.Instruction) bool {
	return i.Opcode == "VPTERNLOGQ" || i.Opcode == "VPERMI2B" || strings.HasPrefix(i.Opcode, "VMOVDQU") && len(i.Operands) > 2
}

// untie adds an operand to tied instructions. After that, no instruction has to read the
// register that it sets.
func (f *forwarder) untie() {
	for _, i := range f.code {
		if isTied(i) {
			i.Operands = append(i.Operands, i.Operands[len(i.Operands)-1])
		}
	}
}

// tie undoes untie. If an instruction overwrites a register that is read again, it returns a copy
// to put before it.
func (f *forwarder) tie() map[*ir.Instruction]*ir.Instruction {
	last := map[reg.ID]*ir.Instruction{}
	for _, i := range f.code {
		for _, r := range sources(i) {
			if !f.removed[i] {
				last[r.ID()] = i
			}
		}
	}
	copies := map[*ir.Instruction]*ir.Instruction{}
	same := map[reg.ID]reg.Index{} // registers that continue other registers
	for _, i := range f.code {
		if f.removed[i] {
			continue
		}
		n := len(i.Operands) - 2
		var dying []bool
		for _, x := range i.Operands {
			r, ok := vectorOf(x)
			dying = append(dying, ok && f.local[r.ID()] && last[r.ID()] == i)
		}
		rename(i, same, same)
		if !isTied(i) {
			continue
		}
		x := i.Operands
		r := x[n+1].(reg.Register)
		if a := x[n].(reg.Register); a.ID() != r.ID() {
			for k := 1; k < n && i.Opcode == "VPTERNLOGQ" && !dying[n]; k++ {
				if dying[k] {
					x[k], x[n], dying[n] = x[n], x[k], true
					x[0] = U8(exchanged(int(x[0].(U8)), n-k))
				}
			}
			a = x[n].(reg.Register)
			if dying[n] && f.local[r.ID()] {
				same[r.ID()] = a.ID().Index()
				r = a
			} else {
				copies[i] = &ir.Instruction{Opcode: "VMOVDQA64", Operands: []Op{a, r}, Inputs: []Op{a}, Outputs: []Op{r}, ISA: []string{"AVX512F"}}
			}
		}
		i.Operands = append(x[:n:n], r)
		i.Outputs = []Op{r}
		i.Inputs = nil
		for _, y := range i.Operands {
			if _, imm := y.(Constant); !imm {
				i.Inputs = append(i.Inputs, y)
			}
		}
	}
	return copies
}

// exchanged returns the truth table after the first operand has been exchanged with the second (by is 1) or
// the third (2).
func exchanged(table, by int) (t int) {
	for k := range 8 {
		first, other := k>>2&1, k>>(2-by)&1
		from := k&^(4|4>>by) | other<<2 | first<<(2-by)
		t |= table >> from & 1 << k
	}
	return t
}

// forwarded are the functions that forward has changed.
var forwarded = map[*ir.Function]bool{}

// A forwarder is the state of forward.
type forwarder struct {
	code    []*ir.Instruction
	runs    [][2]int        // index of the first instruction, and of the first one after the run
	local   map[reg.ID]bool // the registers that are used in only one run
	loops   [][2]int        // index of the first instruction, and of the first one after the jump back
	live    []int           // how many other registers are in use after each instruction
	next    reg.Index       // index of the next new register
	removed map[*ir.Instruction]bool
	width   uint // bytes of a whole register
}

// vectorOf returns x if it is a virtual vector register.
func vectorOf(x Op) (r reg.Register, ok bool) {
	r, ok = x.(reg.Register)
	return r, ok && r.ID().IsVirtual() && r.Kind() == reg.KindVector
}

// isSlot reports whether m is a slot that is assigned later.
func isSlot(m Mem) bool { return plans[m.Base] != nil }

// isFixed reports whether the slot m is fixed.
func isFixed(m Mem) bool { return m.Base == plans[m.Base].Fixed }

// isTable reports whether m is a constant in memory.
func isTable(m Mem) bool { return m.Base == reg.StaticBase && m.Index == nil }

// collect sets the fields. It reports whether fn has slots.
func (f *forwarder) collect(fn *ir.Function) bool {
	labels := map[string]int{}
	slots, begin := false, 0
	end := func() {
		if begin < len(f.code) {
			f.runs = append(f.runs, [2]int{begin, len(f.code)})
		}
		begin = len(f.code)
	}
	for _, n := range fn.Nodes {
		switch n := n.(type) {
		case ir.Label:
			end()
			labels[string(n)] = len(f.code)
		case *ir.Instruction:
			f.code = append(f.code, n)
			for _, x := range n.Operands {
				if m, ok := x.(Mem); ok && isSlot(m) {
					slots, f.width = true, uint(plans[m.Base].bytes)
				}
				if l, ok := x.(LabelRef); ok {
					if at, ok := labels[string(l)]; ok {
						f.loops = append(f.loops, [2]int{at, len(f.code)})
					}
				}
				if r, ok := vectorOf(x); ok {
					f.next = max(f.next, r.ID().Index()+1)
				}
			}
			if n.IsBranch || n.IsTerminal {
				end()
			}
		}
	}
	end()
	first, last, runOf := map[reg.ID]int{}, map[reg.ID]int{}, map[reg.ID]int{}
	for k, run := range f.runs {
		for at := run[0]; at < run[1]; at++ {
			for _, x := range f.code[at].Operands {
				r, ok := vectorOf(x)
				if !ok {
					continue
				}
				id := r.ID()
				if _, seen := first[id]; !seen {
					first[id], runOf[id], f.local[id] = at, k, true
				}
				last[id], f.local[id] = at, f.local[id] && runOf[id] == k
			}
		}
	}
	f.live = make([]int, len(f.code))
	for id, local := range f.local {
		if local {
			continue
		}
		end := last[id]
		for _, l := range f.loops {
			if first[id] < l[0] && end >= l[0] {
				end = max(end, l[1])
			}
		}
		for at := first[id]; at < min(end, len(f.code)); at++ {
			f.live[at]++
		}
	}
	return slots
}

// check returns an error if the code uses slots or registers in a way that forward cannot follow. That
// includes access to a part of a slot other than its start, a store that does not set the whole slot, a
// store with a mask, two results, a larger register, a word that is repeated in all lanes, and an untied
// instruction that reads the register that it sets.
func (f *forwarder) check() error {
	for at, i := range f.code {
		if r, ok := output(i); ok && !isTied(i) && readsResult(i, r) {
			return fmt.Errorf("instruction %d, %s: expected a result that is not read", at, i.Opcode)
		} else if isTied(i) && !ok || slices.Contains(i.Suffixes, "BCST") {
			return fmt.Errorf("instruction %d, %s: expected whole registers", at, i.Opcode)
		}
		for k, x := range i.Operands {
			if r, ok := vectorOf(x); ok && (r.Size() > f.width || len(i.Outputs) > 1) {
				return fmt.Errorf("instruction %d, %s: expected registers of at most %d bytes and one result", at, i.Opcode, f.width)
			}
			m, ok := x.(Mem)
			if !ok || !isSlot(m) {
				continue
			}
			store := k > 0 && k == len(i.Operands)-1
			if store {
				r, ok := vectorOf(i.Operands[0])
				store = isMove(i) && ok && r.Size() == f.width
			}
			if m.Index != nil || m.Disp%int(f.width) != 0 || !store && slices.Contains(i.Outputs, x) {
				return fmt.Errorf("instruction %d, %s: expected a whole slot", at, i.Opcode)
			}
		}
	}
	return nil
}

// readsResult reports whether i reads the register that it sets, for example to keep the lanes
// outside a mask.
func readsResult(i *ir.Instruction, r reg.Register) bool {
	count := func(of []Op) (n int) {
		for _, x := range of {
			if y, ok := vectorOf(x); ok && y.ID() == r.ID() {
				n++
			}
		}
		return n
	}
	return count(i.Inputs) > count(i.Operands[:len(i.Operands)-1])
}

// wholeOperand lists pure operations that can read their first operand from memory of a
// register's size.
var wholeOperand = map[string]bool{
	"VPAND": true, "VPOR": true, "VPXOR": true, "VPANDN": true, "VPADDB": true, "VPADDW": true, "VPADDD": true, "VPADDQ": true,
	"VPSUBB": true, "VPSUBW": true, "VPSUBD": true, "VPSUBQ": true, "VPSHUFB": true, "VPCMPEQB": true, "VPCMPEQQ": true, "VPMADDWD": true,
	"VPMADDUBSW": true, "VPSADBW": true, "VPUNPCKLBW": true, "VPUNPCKHBW": true, "VPUNPCKLWD": true, "VPUNPCKHWD": true, "VPUNPCKLDQ": true,
	"VPANDQ": true, "VPORQ": true, "VPXORQ": true, "VPANDNQ": true, "VPTERNLOGQ": true,
	"VPUNPCKHDQ": true, "VPUNPCKLQDQ": true, "VPUNPCKHQDQ": true, "VPBLENDD": true, "VPTEST": true, "VPMINUB": true,
}

// registersOnly lists the other pure operations.
var registersOnly = map[string]bool{"VPSRLW": true, "VPSLLW": true, "VPSRLQ": true, "VPSLLQ": true, "VPERMQ": true, "VPERMD": true, "VGF2P8AFFINEQB": true, "VPOPCNTB": true}

var commutative = map[string]bool{"VPAND": true, "VPOR": true, "VPXOR": true, "VPADDB": true, "VPADDW": true, "VPANDQ": true, "VPORQ": true, "VPXORQ": true}

// A span is a range of instructions where a value is in a register, from the instruction that sets
// it to its last reader. If memory is true, it is one instruction that reads the value from memory
// instead.
type span struct {
	first, last int
	id          reg.ID
	memory      bool
	operand     int   // index of the operand in memory
	joined      *span // the span that this span has been joined to
}

func (s *span) root() *span {
	for s.joined != nil {
		s = s.joined
	}
	return s
}

// output returns the register that an instruction sets.
func output(i *ir.Instruction) (reg.Register, bool) {
	if len(i.Outputs) != 1 {
		return nil, false
	}
	return vectorOf(i.Outputs[0])
}

// cancels reports whether i returns zero whatever its operands are.
func cancels(i *ir.Instruction) bool {
	if !i.CancellingInputs || len(i.Inputs) < 2 {
		return false
	}
	a, ok := vectorOf(i.Inputs[0])
	b, too := vectorOf(i.Inputs[1])
	return ok && too && a.ID() == b.ID()
}

// vectorRegister returns a virtual register of 16, 32 or 64 bytes.
func vectorRegister(k reg.Index, bytes uint) reg.Register {
	return reg.NewVirtual(k, reg.KindVector, map[uint]reg.Spec{16: reg.S128, 32: reg.S256, 64: reg.S512}[bytes])
}

// isMove reports whether i copies a whole register, from or to memory or another register.
func isMove(i *ir.Instruction) bool {
	switch i.Opcode {
	case "VMOVDQU", "VMOVDQA", "VMOVDQU64", "VMOVDQA64":
		return len(i.Operands) == 2
	}
	return false
}

// rename replaces the registers that i reads according to reads, and the register that it
// sets according to sets.
func rename(i *ir.Instruction, reads, sets map[reg.ID]reg.Index) {
	replace := func(x Op, by map[reg.ID]reg.Index) Op {
		if r, ok := vectorOf(x); ok {
			if k, ok := by[r.ID()]; ok {
				return vectorRegister(k, r.Size())
			}
		}
		return x
	}
	_, has := output(i)
	if has && cancels(i) {
		reads = sets
	}
	for k, x := range i.Operands {
		if has && k == len(i.Operands)-1 {
			i.Operands[k] = replace(x, sets)
		} else {
			i.Operands[k] = replace(x, reads)
		}
	}
	for k, x := range i.Inputs {
		i.Inputs[k] = replace(x, reads)
	}
	for k, x := range i.Outputs {
		i.Outputs[k] = replace(x, sets)
	}
}

// sources returns the vector registers among the operands of i, without its result.
func sources(i *ir.Instruction) (list []reg.Register) {
	_, sets := output(i)
	for k, x := range i.Operands {
		if r, ok := vectorOf(x); ok && !(sets && k == len(i.Operands)-1) {
			list = append(list, r)
		}
	}
	return list
}

// forwardRun forwards values in a run of instructions.
func (f *forwarder) forwardRun(run [2]int) {
	var code []*ir.Instruction
	var live []int // the registers in use after each instruction
	for at := run[0]; at < run[1]; at++ {
		if i := f.code[at]; !f.removed[i] {
			code, live = append(code, i), append(live, f.live[at])
		}
	}
	// Give every instruction its own register.
	names := map[reg.ID]reg.Index{}
	for _, i := range code {
		if r, ok := output(i); ok && f.local[r.ID()] {
			id := r.ID()
			name := id.Index()
			if _, again := names[id]; again {
				name = f.next
				f.next++
				f.local[vectorRegister(name, f.width).ID()] = true
			}
			rename(i, names, map[reg.ID]reg.Index{id: name})
			names[id] = name
			continue
		}
		rename(i, names, names)
	}
	spans, register := f.number(code)
	for _, s := range register {
		for at := s.first; at < max(s.last, s.first+1) && at < len(live); at++ {
			live[at]++
		}
	}
	f.join(spans, live)
	// Rewrite.
	to := map[reg.ID]reg.Index{}
	for _, all := range spans {
		for _, s := range all {
			root := s.root()
			switch {
			case s == root:
			case s.memory:
				i := code[s.first]
				x := i.Operands[s.operand]
				r := vectorRegister(root.id.Index(), f.width)
				i.Operands[s.operand] = r
				for k, y := range i.Inputs {
					if y == x {
						i.Inputs[k] = r
					}
				}
			default:
				to[s.id] = root.id.Index()
				f.removed[code[s.first]] = true
			}
		}
	}
	for _, i := range code {
		rename(i, to, nil)
	}
	f.fold(code)
}

// fold lets an instruction read memory, if it is the only reader of a value, and removes the load.
func (f *forwarder) fold(code []*ir.Instruction) {
	reads, loads := map[reg.ID]int{}, map[reg.ID]int{}
	stored := map[Mem]int{} // the last store to a slot
	for at, i := range code {
		if f.removed[i] {
			continue
		}
		for _, r := range sources(i) {
			reads[r.ID()]++
		}
		r, sets := output(i)
		if !sets || !isMove(i) || r.Size() != f.width || !f.local[r.ID()] {
			continue
		}
		if m, ok := i.Operands[0].(Mem); ok && (isSlot(m) || isTable(m)) {
			loads[r.ID()] = at
		}
	}
	for at, i := range code {
		if f.removed[i] {
			continue
		}
		if isMove(i) {
			if m, ok := i.Operands[1].(Mem); ok {
				stored[m] = at
			}
		}
		if _, sets := output(i); !sets || !wholeOperand[i.Opcode] || len(i.Operands) != 3 {
			continue
		}
		a, ok := vectorOf(i.Operands[0])
		b, too := vectorOf(i.Operands[1])
		if !ok || !too || a.Size() != f.width || a.ID() == b.ID() {
			continue
		}
		load, found := loads[a.ID()]
		if !found || reads[a.ID()] > 1 {
			if load, found = loads[b.ID()]; !found || reads[b.ID()] > 1 || !commutative[i.Opcode] {
				continue
			}
			a, b = b, a
		}
		m := code[load].Operands[0].(Mem)
		if last, ok := stored[m]; ok && last > load {
			continue
		}
		i.Operands[0], i.Operands[1] = m, b
		i.Inputs = []Op{m, b}
		f.removed[code[load]] = true
	}
}

// number returns the spans of each value in a run, in order, and the spans of registers.
func (f *forwarder) number(code []*ir.Instruction) (spans [][]*span, register map[reg.ID]*span) {
	fresh := func() int { spans = append(spans, nil); return len(spans) - 1 }
	values := map[any]int{} // of slots (Mem), registers (reg.ID), and computations (string)
	valueOf := func(key any) int {
		v, ok := values[key]
		if !ok {
			v = fresh()
			values[key] = v
		}
		return v
	}
	register = map[reg.ID]*span{}
	// value returns the number of an operand that is a whole register, a slot or a constant.
	value := func(x Op) (int, bool) {
		if r, ok := vectorOf(x); ok {
			return valueOf(r.ID()), r.Size() == f.width
		}
		switch x := x.(type) {
		case Mem:
			if isSlot(x) {
				return valueOf(x), true
			}
			if isTable(x) {
				return valueOf("table " + x.Asm()), true
			}
		case Constant:
			return valueOf("constant " + x.Asm()), true
		}
		return 0, false
	}
	for at, i := range code {
		for k, x := range i.Operands {
			if r, ok := vectorOf(x); ok {
				if s := register[r.ID()]; s != nil {
					s.last = at
				}
			} else if m, ok := x.(Mem); ok && isSlot(m) && wholeOperand[i.Opcode] && k < len(i.Operands)-1 || ok && isSlot(m) && i.Opcode == "VPTEST" {
				v, _ := value(m)
				spans[v] = append(spans[v], &span{first: at, last: at, memory: true, operand: k})
			}
		}
		if isMove(i) {
			if m, ok := i.Operands[1].(Mem); ok {
				if isSlot(m) {
					values[m], _ = value(i.Operands[0]) // check has made sure that it is whole
				}
				continue
			}
		}
		r, ok := output(i)
		if !ok {
			continue
		}
		v := -1
		switch n := len(i.Operands) - 1; {
		case r.Size() != f.width:
		case isMove(i):
			if x, ok := value(i.Operands[0]); ok {
				v = x
			}
		case i.Opcode == "VPBROADCASTQ":
			if x, ok := value(i.Operands[0]); ok {
				v = valueOf(fmt.Sprint("broadcast ", x))
			}
		case wholeOperand[i.Opcode] || registersOnly[i.Opcode]:
			var of []int
			pure := true
			for _, x := range i.Operands[:n] {
				y, ok := value(x)
				pure = pure && ok
				of = append(of, y)
			}
			if commutative[i.Opcode] {
				slices.Sort(of)
			}
			if pure {
				v = valueOf(fmt.Sprint(i.Opcode, of))
			}
		}
		if v < 0 {
			v = fresh()
		}
		values[r.ID()] = v
		if f.local[r.ID()] && r.Size() == f.width {
			s := &span{first: at, last: at, id: r.ID()}
			register[r.ID()] = s
			spans[v] = append(spans[v], s)
		} else if f.local[r.ID()] {
			register[r.ID()] = &span{first: at, last: at, id: r.ID()} // counts, but is not joined
		}
	}
	return spans, register
}

// join joins spans as long as there are registers.
func (f *forwarder) join(spans [][]*span, live []int) {
	type gap struct {
		before, after *span
		cost          float64
	}
	var gaps []gap
	for _, s := range spans {
		for k := 1; k < len(s); k++ {
			if s[k].memory && s[k].first == s[k-1].first {
				continue
			}
			cost := float64(s[k].first - s[k-1].last)
			if s[k].memory {
				cost = 3*cost + 1
			}
			gaps = append(gaps, gap{s[k-1], s[k], cost})
		}
	}
	registers := 16
	if f.width == 64 {
		registers = 29 // the others are reserved for tied instructions
	}
	slices.SortStableFunc(gaps, func(a, b gap) int { return cmp.Compare(a.cost, b.cost) })
	for joined := true; joined; {
		joined = false
		for _, g := range gaps {
			root := g.before.root()
			if g.after.joined != nil || root.memory {
				continue
			}
			// The register is in use up to root.last, and again starting at g.after.first.
			free := true
			for at := root.last; at < g.after.first; at++ {
				free = free && live[at] < registers
			}
			if !free {
				continue
			}
			for at := root.last; at < g.after.first; at++ {
				live[at]++
			}
			if !g.after.memory {
				for at := g.after.first; at < min(root.last, g.after.last); at++ {
					live[at]-- // both were counted
				}
				if g.after.last == g.after.first && g.after.first < len(live) {
					live[g.after.first]--
				}
			}
			g.after.joined = root
			root.last = max(root.last, g.after.last)
			joined = true
		}
	}
}

// removeUnread removes stores to slots that are not read later, and instructions without a
// reader. It reports whether it removed any.
func (f *forwarder) removeUnread() (any bool) {
	runOf := make([]int, len(f.code))
	for k, run := range f.runs {
		for at := run[0]; at < run[1]; at++ {
			runOf[at] = k
		}
	}
	type access struct {
		at    int
		store bool
	}
	accesses := map[Mem][]access{}
	reads := map[reg.ID]int{}
	for at, i := range f.code {
		if f.removed[i] {
			continue
		}
		for _, r := range sources(i) {
			reads[r.ID()]++
		}
		for k, x := range i.Operands {
			if m, ok := x.(Mem); ok && isSlot(m) {
				accesses[m] = append(accesses[m], access{at, k == len(i.Operands)-1 && isMove(i)})
			}
		}
	}
	for slot, all := range accesses {
		read := !all[0].store || isFixed(slot) // the slot was set before the loop, or is read through a pointer
		for k := len(all) - 1; k >= 0 && (!read || all[0].store); k-- {
			a := all[k]
			again := k+1 < len(all) && all[k+1].store && runOf[all[k+1].at] == runOf[a.at]
			switch {
			case !a.store:
				read = true
			case !read || again:
				f.removed[f.code[a.at]], any = true, true
			}
		}
	}
	for _, i := range f.code {
		r, ok := output(i)
		if !ok || f.removed[i] || !f.local[r.ID()] || reads[r.ID()] > 0 || !strings.HasPrefix(i.Opcode, "V") {
			continue
		}
		f.removed[i], any = true, true
	}
	return any
}
