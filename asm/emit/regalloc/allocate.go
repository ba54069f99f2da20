package regalloc

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// If a function has more than largeFunction vector registers, linearScan allocates them.
// avo's own allocator colours a graph, in time quadratic in the function's size, which
// takes minutes for the largest kernels.
const largeFunction = 4000

// Compile is avo's pass with the same name, but with linearScan as the register
// allocator for large functions and for functions that forward handles.
var Compile = pass.Concat(
	pass.Verify,
	pass.FunctionPass(forward),
	pass.FunctionPass(assignSlots),
	pass.FunctionPass(pass.PruneJumpToFollowingLabel),
	pass.FunctionPass(pass.PruneDanglingLabels),
	pass.FunctionPass(pass.LabelTarget),
	pass.FunctionPass(pass.CFG),
	pass.InstructionPass(pass.ZeroExtend32BitOutputs),
	pass.FunctionPass(pass.Liveness),
	pass.FunctionPass(linearScan),
	pass.FunctionPass(pass.Liveness),
	pass.FunctionPass(pass.AllocateRegisters),
	pass.FunctionPass(pass.BindRegisters),
	pass.FunctionPass(pass.VerifyAllocation),
	pass.FunctionPass(pass.EnsureBasePointerCalleeSaved),
	pass.Func(pass.IncludeTextFlagHeader),
	pass.FunctionPass(pass.PruneSelfMoves),
	pass.FunctionPass(pass.RequiredISAExtensions),
)

// An interval is the live range of a register: the first and the last instruction where
// it holds a value.
type interval struct {
	id          reg.ID
	first, last int
}

// linearScan allocates physical vector registers to a large function (Massimiliano Poletto
// and Vivek Sarkar, "Linear Scan Register Allocation", 1999): each virtual register, in
// the order of first instructions, gets the first free physical register. A register that
// is live at a jump back is live in the whole loop, so intervals include loops. If there
// are too few registers, linearScan leaves the function to avo.
func linearScan(fn *ir.Function) error {
	code := fn.Instructions()
	lives := map[reg.ID]*interval{}
	registers := 16
	note := func(id reg.ID, at int) {
		if !id.IsVirtual() || id.Kind() != reg.KindVector {
			return
		}
		if l, ok := lives[id]; ok {
			l.last = at
		} else {
			lives[id] = &interval{id, at, at}
		}
	}
	for at, i := range code {
		for id := range i.LiveIn {
			note(id, at)
		}
		for _, r := range i.Registers() {
			note(r.ID(), at)
			if r.Size() == 64 {
				registers = 32
			}
		}
		for id := range i.LiveOut {
			note(id, at)
		}
	}
	if len(lives) < largeFunction && !forwarded[fn] {
		return nil
	}
	var order []*interval
	for _, l := range lives {
		order = append(order, l)
	}
	slices.SortFunc(order, func(a, b *interval) int {
		if a.first != b.first {
			return a.first - b.first
		}
		return int(a.id) - int(b.id)
	})
	given := reg.NewEmptyAllocation()
	until := make([]int, registers) // the last instruction that uses each physical register
	for i := range until {
		until[i] = -1
	}
	for _, l := range order {
		// A register that an instruction reads for the last time may also be its
		// destination.
		free := slices.IndexFunc(until, func(last int) bool { return last <= l.first })
		if free < 0 {
			if forwarded[fn] {
				return fmt.Errorf("%s: too few vector registers at instruction %d of %d", fn.Name, l.first, len(code))
			}
			return nil
		}
		until[free] = l.last
		given[l.id] = reg.LookupPhysical(reg.KindVector, reg.Index(free), reg.S128).ID()
	}
	each(fn, func(string) {}, func(_ int, x operand.Op) operand.Op { return operand.ApplyAllocation(x, given) })
	return nil
}
