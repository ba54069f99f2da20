package emit

import (
	"slices"
	"testing"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// forwardOf returns the opcodes of a function after forward.
func forwardOf(t *testing.T, emit func(c *build.Context, board, slot Mem)) (opcodes []string) {
	t.Helper()
	c := build.NewContext()
	c.Function("f")
	symbol := c.GP64()
	slotPlans[symbol] = &slotPlan{}
	defer delete(slotPlans, reg.Register(symbol))
	emit(c, Mem{Base: c.GP64()}, Mem{Base: symbol, Disp: 32})
	file, err := c.Result()
	if err != nil {
		t.Fatal(err)
	}
	fn := file.Functions()[0]
	if err := forward(fn); err != nil {
		t.Fatal(err)
	}
	for _, n := range fn.Nodes {
		if i, ok := n.(*ir.Instruction); ok {
			opcodes = append(opcodes, i.Opcode)
		}
	}
	return opcodes
}

func TestForward(t *testing.T) {
	for _, c := range []struct {
		name string
		emit func(c *build.Context, board, slot Mem)
		want []string
	}{
		{"a set that fits in a register", func(c *build.Context, board, slot Mem) {
			x, y, z := c.YMM(), c.YMM(), c.YMM()
			c.VMOVDQU(board, x)
			c.VMOVDQU(x, slot)
			c.VPSRLW(U8(1), x, x)
			c.VPAND(slot, x, y)
			c.VMOVDQU(slot, z)
			c.VPOR(z, y, y)
			c.VMOVDQU(y, board)
		}, []string{"VMOVDQU", "VPSRLW", "VPAND", "VPOR", "VMOVDQU"}},
		{"a computation that is repeated", func(c *build.Context, board, slot Mem) {
			x, y, z := c.YMM(), c.YMM(), c.YMM()
			c.VMOVDQU(board, x)
			c.VPAND(slot, x, y)
			c.VPAND(slot, x, z)
			c.VMOVDQU(y, board)
			c.VMOVDQU(z, board)
		}, []string{"VMOVDQU", "VPAND", "VMOVDQU", "VMOVDQU"}},
		{"a slot that changes", func(c *build.Context, board, slot Mem) {
			x, y, z := c.YMM(), c.YMM(), c.YMM()
			c.VMOVDQU(board, x)
			c.VPAND(slot, x, y)
			c.VMOVDQU(x, slot)
			c.VPAND(slot, x, z)
			c.VMOVDQU(y, board)
			c.VMOVDQU(z, board)
		}, []string{"VMOVDQU", "VPAND", "VMOVDQU", "VPAND", "VMOVDQU", "VMOVDQU"}},
		{"a slot that is read after a jump", func(c *build.Context, board, slot Mem) {
			x, y := c.YMM(), c.YMM()
			c.VMOVDQU(board, x)
			c.VMOVDQU(x, slot)
			c.VPTEST(x, x)
			c.JZ(LabelRef("end"))
			c.Label("end")
			c.VMOVDQU(slot, y)
			c.VMOVDQU(y, board)
		}, []string{"VMOVDQU", "VMOVDQU", "VPTEST", "JZ", "VMOVDQU", "VMOVDQU"}},
	} {
		if got := forwardOf(t, c.emit); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}
