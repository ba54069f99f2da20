package regalloc

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// forwardOf returns the opcodes of a function after forward.
func forwardOf(t *testing.T, emit func(c *build.Context, board, slot Mem)) (opcodes []string) {
	t.Helper()
	opcodes, err := tryForward(t, emit)
	if err != nil {
		t.Fatal(err)
	}
	return opcodes
}

func tryForward(t *testing.T, emit func(c *build.Context, board, slot Mem)) (opcodes []string, err error) {
	t.Helper()
	c := build.NewContext()
	c.Function("f")
	symbol := c.GP64()
	plans[symbol] = &Plan{bytes: 32}
	defer delete(plans, reg.Register(symbol))
	emit(c, Mem{Base: c.GP64()}, Mem{Base: symbol, Disp: 32})
	file, err := c.Result()
	if err != nil {
		t.Fatal(err)
	}
	fn := file.Functions()[0]
	if err := forward(fn); err != nil {
		return nil, err
	}
	for _, n := range fn.Nodes {
		if i, ok := n.(*ir.Instruction); ok {
			opcodes = append(opcodes, i.Opcode)
		}
	}
	return opcodes, nil
}

// Code that forward does not follow is an error.
func TestForwardErrors(t *testing.T) {
	for _, c := range []struct {
		want string
		emit func(c *build.Context, board, slot Mem)
	}{
		{"instruction 1, VMOVDQU: expected a whole slot", func(c *build.Context, board, slot Mem) {
			x := c.XMM()
			c.VMOVDQU(board, x)
			c.VMOVDQU(x, slot)
		}},
		{"instruction 0, VPAND: expected a whole slot", func(c *build.Context, board, slot Mem) {
			x := c.YMM()
			c.VPAND(slot.Offset(8), x, x)
		}},
		{"instruction 1, VEXTRACTI128: expected a whole slot", func(c *build.Context, board, slot Mem) {
			x := c.YMM()
			c.VMOVDQU(board, x)
			c.VEXTRACTI128(U8(1), x, slot)
		}},
		{"instruction 0, VPGATHERQQ: expected registers of at most 32 bytes", func(c *build.Context, board, slot Mem) {
			x, y, z := c.YMM(), c.YMM(), c.YMM()
			c.VPGATHERQQ(z, board.Idx(x, 8), y)
			c.VMOVDQU(y, slot)
		}},
		{"instruction 1, VPADDB: expected a result that is not read", func(c *build.Context, board, slot Mem) {
			x := c.YMM()
			c.VMOVDQU(slot, x)
			c.VPADDB(x, x, c.K(), x)
		}},
		{"instruction 1, VPADDQ: expected whole registers", func(c *build.Context, board, slot Mem) {
			x := c.YMM()
			c.VMOVDQU(slot, x)
			c.VPADDQ_BCST(board, x, x)
		}},
		{"instruction 1, VMOVDQU64: expected whole registers", func(c *build.Context, board, slot Mem) {
			x := c.YMM()
			c.VMOVDQU(slot, x)
			c.VMOVDQU64(x, c.K(), board)
		}},
		{"instruction 0, VMOVDQU64: expected registers of at most 32 bytes", func(c *build.Context, board, slot Mem) {
			x := c.ZMM()
			c.VMOVDQU64(slot, x)
		}},
	} {
		if _, err := tryForward(t, c.emit); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
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
		{"a slot that is set again after a jump", func(c *build.Context, board, slot Mem) {
			x, y, z := c.YMM(), c.YMM(), c.YMM()
			c.VMOVDQU(board, x)
			c.VMOVDQU(x, slot)
			c.VMOVDQU(board, y)
			c.VPTEST(y, y)
			c.JZ(LabelRef("end"))
			c.VMOVDQU(y, slot)
			c.Label("end")
			c.VMOVDQU(slot, z)
			c.VMOVDQU(z, board)
		}, []string{"VMOVDQU", "VMOVDQU", "VMOVDQU", "VPTEST", "JZ", "VMOVDQU", "VMOVDQU", "VMOVDQU"}},
		{"the lower half of a slot", func(c *build.Context, board, slot Mem) {
			x, y, z, half := c.YMM(), c.YMM(), c.YMM(), c.XMM()
			c.VMOVDQU(board, x)
			c.VMOVDQU(x, slot)
			c.VMOVDQU(slot, half)
			c.VPSHUFB(x, half.AsY(), y)
			c.VPSHUFB(x, x, z)
			c.VMOVDQU(y, board)
			c.VMOVDQU(z, board)
		}, []string{"VMOVDQU", "VMOVDQU", "VMOVDQU", "VPSHUFB", "VPSHUFB", "VMOVDQU", "VMOVDQU"}},
		{"the first word of a slot", func(c *build.Context, board, slot Mem) {
			x, y := c.YMM(), c.YMM()
			c.VMOVDQU(board, x)
			c.VMOVDQU(x, slot)
			c.VPBROADCASTQ(slot, y)
			c.VMOVDQU(y, board)
		}, []string{"VMOVDQU", "VMOVDQU", "VPBROADCASTQ", "VMOVDQU"}},
	} {
		if got := forwardOf(t, c.emit); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}

// A content is the content of a register.
type content [4]uint64

func (a content) map2(b content, f func(a, b uint64) uint64) (r content) {
	for k := range r {
		r[k] = f(a[k], b[k])
	}
	return r
}

// addBytes adds the bytes of two words.
func addBytes(a, b uint64) uint64 {
	const high = 0x8080808080808080
	return (a&^high + b&^high) ^ (a^b)&high
}

// execute returns what the instructions of fn store outside of slots. All memory that they
// read before they set it contains other words.
func execute(t *testing.T, fn *ir.Function) (stored []string) {
	t.Helper()
	registers, memory := map[reg.ID]content{}, map[Mem]content{}
	value := func(x Op) content {
		if r, ok := x.(reg.Register); ok {
			v, ok := registers[r.ID()]
			if !ok {
				t.Fatalf("register %v is read before it is set", r)
			}
			return v
		}
		m := x.(Mem)
		if _, ok := memory[m]; !ok {
			if isSlot(m) {
				t.Fatalf("slot %d is read before it is set", m.Disp)
			}
			v := uint64(m.Disp+1) * 0x9e3779b97f4a7c15
			memory[m] = content{v, v << 7, v >> 9, ^v}
		}
		return memory[m]
	}
	for _, n := range fn.Nodes {
		i, ok := n.(*ir.Instruction)
		if !ok || i.IsTerminal {
			continue
		}
		last := i.Operands[len(i.Operands)-1]
		var v content
		switch i.Opcode {
		case "VMOVDQU", "VMOVDQA64":
			v = value(i.Operands[0])
		case "VPTERNLOGQ":
			a, b, c := value(i.Operands[3]), value(i.Operands[2]), value(i.Operands[1])
			for k := range 256 {
				bit := a[k/64]>>(k%64)&1<<2 | b[k/64]>>(k%64)&1<<1 | c[k/64]>>(k%64)&1
				v[k/64] |= uint64(i.Operands[0].(U8)) >> bit & 1 << (k % 64)
			}
		case "VPAND":
			v = value(i.Operands[0]).map2(value(i.Operands[1]), func(a, b uint64) uint64 { return a & b })
		case "VPOR":
			v = value(i.Operands[0]).map2(value(i.Operands[1]), func(a, b uint64) uint64 { return a | b })
		case "VPANDN":
			v = value(i.Operands[0]).map2(value(i.Operands[1]), func(a, b uint64) uint64 { return a &^ b })
		case "VPXOR":
			if !i.CancellingInputs || i.Operands[0] != i.Operands[1] {
				v = value(i.Operands[0]).map2(value(i.Operands[1]), func(a, b uint64) uint64 { return a ^ b })
			}
		case "VPADDB":
			v = value(i.Operands[0]).map2(value(i.Operands[1]), addBytes)
		case "VPSRLQ":
			v = value(i.Operands[1]).map2(content{}, func(a, _ uint64) uint64 { return a >> i.Operands[0].(U8) })
		default:
			t.Fatalf("unexpected %s", i.Opcode)
		}
		switch x := last.(type) {
		case reg.Register:
			registers[x.ID()] = v
		case Mem:
			memory[x] = v
			if !isSlot(x) {
				stored = append(stored, fmt.Sprint(x.Disp, v))
			}
		}
	}
	return stored
}

// TestForwardRandom emits random kernels with sets in slots. After forward they store the same, in
// fewer instructions.
func TestForwardRandom(t *testing.T) {
	before, after := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		c := build.NewContext()
		c.Function("random")
		c.SignatureExpr("func(in, out *uint64)")
		in, out := Mem{Base: c.Load(c.Param("in"), c.GP64())}, Mem{Base: c.Load(c.Param("out"), c.GP64())}
		symbol := c.GP64()
		plans[symbol] = &Plan{bytes: 32}
		defer delete(plans, reg.Register(symbol))
		slots := []Mem{{Base: symbol, Disp: 32}}
		waiting := c.YMM()
		c.VMOVDQU(in, waiting)
		c.VMOVDQU(waiting, slots[0])
		for n := range 120 {
			if n%30 == 29 {
				c.Label(fmt.Sprintf("phase%d", n))
			}
			slot := func() Mem { return slots[rng.IntN(len(slots))] }
			from := slot()
			if rng.IntN(6) == 0 {
				from = in.Offset(32 * rng.IntN(4))
			}
			a, r := c.YMM(), c.YMM()
			c.VMOVDQU(slot(), a)
			if rng.IntN(2) == 0 { // a register that was loaded before, and is read once
				a, waiting = waiting, a
			}
			switch rng.IntN(9) {
			case 0:
				c.VPAND(from, a, r)
			case 1:
				c.VPOR(from, a, r)
			case 2:
				c.VPANDN(from, a, r)
			case 3:
				c.VPXOR(from, a, r)
			case 4:
				c.VPADDB(from, a, r)
			case 5:
				c.VPSRLQ(U8(1+rng.IntN(3)), a, r)
			case 6:
				c.VPXOR(a, a, r)
			case 7: // sets a register again
				c.VPAND(from, a, a)
				c.VPOR(slot(), a, a)
				r = a
			case 8:
				b := c.YMM()
				c.VMOVDQU(slot(), b)
				c.VMOVDQU(slot(), r)
				c.VPTERNLOGQ(U8(rng.IntN(256)), b, a, r)
				if rng.IntN(2) == 0 {
					c.VPTERNLOGQ(U8(rng.IntN(256)), from, b, r)
				}
			}
			switch rng.IntN(4) {
			case 0:
				c.VMOVDQU(r, slot())
			case 1:
				c.VMOVDQU(r, out.Offset(32*n))
			default:
				slots = append(slots, Mem{Base: symbol, Disp: 32 * (len(slots) + 1)})
				c.VMOVDQU(r, slots[len(slots)-1])
			}
		}
		c.RET()
		file, err := c.Result()
		if err != nil {
			t.Fatal(err)
		}
		fn := file.Functions()[0]
		fn.Nodes = slices.DeleteFunc(fn.Nodes, func(n ir.Node) bool { // loads of parameters
			i, ok := n.(*ir.Instruction)
			return ok && i.Opcode == "MOVQ"
		})
		want := execute(t, fn)
		before += len(fn.Instructions())
		if err := forward(fn); err != nil {
			t.Fatal(err)
		}
		after += len(fn.Instructions())
		got := execute(t, fn)
		for k := range min(len(got), len(want)) {
			if got[k] != want[k] {
				t.Fatalf("seed %d: store %d is %s, want %s", seed, k, got[k], want[k])
			}
		}
		if len(got) != len(want) {
			t.Fatalf("seed %d: %d stores, want %d", seed, len(got), len(want))
		}
	}
	if after*10 > before*8 {
		t.Errorf("%d of %d instructions remain", after, before)
	}
	t.Logf("%d of %d instructions remain", after, before)
}
