package emit

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The functions in this file emit kernels for NEON alone, instruction by instruction in the
// syntax of Go's assembler. In a format, V%v or F%v is a virtual vector register, and %v is
// a general register or memory.

// Let emits an instruction with its result in the last register, and returns that register.
func Let(format string, operands ...any) Vec {
	f, d := arm64(), Vec(virtual.XMM())
	text, src, pure := f.format(format, operands)
	f.body = append(f.body, arm64Inst{dst: []Vec{d}, src: src, pure: pure,
		text: func(d, s []int) string { return text(append(slices.Clone(s), d[0])) }})
	return d
}

// LetPair is Let for two results.
func LetPair(format string, operands ...any) (a, b Vec) {
	f := arm64()
	text, src, _ := f.format(format, operands)
	a, b = virtual.XMM(), virtual.XMM()
	f.body = append(f.body, arm64Inst{dst: []Vec{a, b}, src: src,
		text: func(d, s []int) string { return text(append(slices.Clone(s), d...)) }})
	return a, b
}

// Do emits an instruction without a vector register as result, or a label.
func Do(format string, operands ...any) {
	f := arm64()
	text, src, _ := f.format(format, operands)
	f.do(func(_, s []int) string { return text(s) }, src...)
}

// format returns a function that prints an instruction for given vector registers, the
// vector registers among its operands, and whether it depends only on them.
func (f *arm64Func) format(format string, operands []any) (text func(vectors []int) string, src []Vec, pure bool) {
	pure = true
	args, at := make([]any, len(operands)), []int{}
	for i, o := range operands {
		switch o := o.(type) {
		case Vec:
			src, at = append(src, o), append(at, i)
		case reg.Register:
			args[i], pure = f.base(o), false
		case Mem:
			args[i], pure = f.address(o), false
		default:
			args[i] = o
		}
	}
	return func(vectors []int) string {
		all := slices.Clone(args)
		for k, i := range at {
			all[i] = vectors[k]
		}
		for _, r := range vectors[len(at):] {
			all = append(all, r)
		}
		return fmt.Sprintf(format, all...)
	}, src, pure
}

// Target emits a label for jumps back to a loop or past it. Such a kernel cannot spill:
// registers that are set before a label and read after it must be kept until the end of the
// loop.
func Target(name string) {
	arm64().labels = true
	Do(name + ":")
}

// Local returns the address, in a general register, of the given number of slots of 16
// bytes in the frame.
func Local(slots int) reg.Register {
	f, r := arm64(), General()
	f.frame = slots
	Do("ADD $16, RSP, %v", r)
	return r
}

// Keep keeps registers live up to this point.
func Keep(x ...Vec) { arm64().do(func(_, _ []int) string { return "" }, x...) }

// General returns an unused general register.
func General() reg.Register { return arm64().generalRegister() }

// Reserve reserves n consecutive vector registers for tables of VTBL, and returns the
// number of the first. Do sets them.
func Reserve(n int) int {
	f := arm64()
	f.vectors -= n
	return f.vectors
}

// Looked returns the bytes of a table in n reserved registers from first at an index, 0 if
// the index is beyond them.
func Looked(first, n int, index Vec) Vec {
	var table []string
	for r := range n {
		table = append(table, fmt.Sprintf("V%d.B16", first+r))
	}
	return Let("VTBL V%v.B16, ["+strings.Join(table, ", ")+"], V%v.B16", index)
}

// ShiftWords returns the words of x shifted left by the lowest bytes of those of n, or right
// where these are negative.
func ShiftWords(x, n Vec) Vec { return neon{}.word(ushl, x, n) }

// SaturatingAdd returns a + b in unsigned words of 16 bits, at most 65535.
func SaturatingAdd(a, b Vec) Vec { return neon{}.word(uqadd, a, b) }

// Data returns the address, in a general register, of bytes in read-only memory. Their
// number must be a multiple of eight.
func Data(name string, bytes []uint8) reg.Register {
	if !slices.ContainsFunc(arm64Data, func(d arm64Table) bool { return d.name == name }) {
		arm64Data = append(arm64Data, arm64Table{name, Words(bytes)})
	}
	r := General()
	Do("MOVD $·"+name+"<>(SB), %v", r)
	return r
}

// An arm64Table is a symbol of read-only memory.
type arm64Table struct {
	name  string
	words []uint64
}

var arm64Data []arm64Table

func (t *arm64Table) print(b *strings.Builder) {
	b.WriteByte('\n')
	for i, x := range t.words {
		fmt.Fprintf(b, "DATA ·%s<>+%d(SB)/8, $0x%016x\n", t.name, 8*i, x)
	}
	fmt.Fprintf(b, "GLOBL ·%s<>(SB), RODATA|NOPTR, $%d\n", t.name, 8*len(t.words))
}

// StoreResult stores a kernel's result, of one byte.
func StoreResult(r reg.Register) {
	f := arm64()
	c, err := f.signature.Results().At(0).Resolve()
	if err != nil {
		panic(err)
	}
	Do(fmt.Sprintf("MOVB %%v, ret+%d(FP)", c.Addr.Disp), r)
}
