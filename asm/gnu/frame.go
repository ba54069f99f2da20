package gnu

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A function is a kernel with a C ABI: a prologue, the body, and an epilogue in place of each
// RET. The prologue builds the same frame as Go's assembler would, so that all displacements
// from %rsp in the body are the same as in Go, and stores the arguments in it:
//
//	             callee-saved registers that the body uses
//	fp+args      XMM6 to XMM15 if the body uses them (Windows)
//	fp           arguments and results, as in Go
//	fp-8         unused (in Go the return address)
//	fp-16        unused (in Go the saved BP, if there are locals)
//	0            locals
type function struct {
	fn              *ir.Function
	name            string // in C
	params, results []param
	locals, fp      int
	saved           []string // registers that the function must save, in both ABIs
	savedWindows    []string // registers that it must save only in Windows
	savedXMM        []int    // and XMM registers
}

// A param is a parameter or a result.
type param struct {
	name   string
	typ    types.Type
	offset int // from FP
	bytes  int
	used   bool
}

const word = 8

// newFunction returns the C function name of a kernel.
func newFunction(fn *ir.Function, name string) *function {
	f := &function{fn: fn, name: name, locals: fn.FrameBytes(), fp: word}
	if f.locals > 0 {
		f.fp = f.locals + 2*word
	}
	offsets, general, vector := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for _, i := range fn.Instructions() {
		for _, o := range i.Operands {
			if m, ok := o.(operand.Mem); ok && m.Base == reg.FramePointer {
				offsets[m.Disp] = true
			}
			for _, r := range operand.Registers(o) {
				switch p := reg.ToPhysical(r); {
				case p == nil:
				case p.Kind() == reg.KindGP:
					general[int(p.PhysicalIndex())] = true
				case p.Kind() == reg.KindVector:
					vector[int(p.PhysicalIndex())] = true
				}
			}
		}
	}
	for n, r := range [16]string{3: "%rbx", 5: "%rbp", 12: "%r12", 13: "%r13", 14: "%r14", 15: "%r15"} {
		if r != "" && general[n] {
			f.saved = append(f.saved, r)
		}
	}
	for n, r := range [8]string{6: "%rsi", 7: "%rdi"} {
		if r != "" && general[n] {
			f.savedWindows = append(f.savedWindows, r)
		}
	}
	for n := 6; n <= 15; n++ {
		if vector[n] {
			f.savedXMM = append(f.savedXMM, n)
		}
	}
	// Parse the signature again, because avo's types do not keep the names of the parameters'
	// types.
	signature, err := types.Eval(token.NewFileSet(), nil, token.NoPos, "func"+fn.Signature.String())
	if err != nil {
		panic(err)
	}
	list := func(from *gotypes.Tuple, tuple *types.Tuple) (ps []param) {
		for i := range tuple.Len() {
			v := tuple.At(i)
			c, err := from.At(i).Resolve()
			if err != nil {
				panic(err) // a slice or struct
			}
			ps = append(ps, param{v.Name(), v.Type(), c.Addr.Disp, int(gotypes.Sizes.Sizeof(v.Type())), offsets[c.Addr.Disp]})
		}
		return ps
	}
	s := signature.Type.(*types.Signature)
	f.params, f.results = list(fn.Signature.Params(), s.Params()), list(fn.Signature.Results(), s.Results())
	for _, p := range slices.Concat(f.params, f.results) {
		delete(offsets, p.offset)
	}
	switch {
	case len(offsets) > 0:
		panic(fmt.Sprint("gnu: ", name, " reads a part of an argument: ", offsets))
	case len(f.results) > 1:
		panic("gnu: " + name + " has more than one result")
	}
	return f
}

// An abi is a calling convention.
type abi struct {
	registers []string // registers with the first arguments
	stack     int      // the displacement of the next argument from %rsp on entry
	windows   bool
}

var (
	systemV = abi{[]string{"rdi", "rsi", "rdx", "rcx", "r8", "r9"}, word, false}
	windows = abi{[]string{"rcx", "rdx", "r8", "r9"}, word + 4*word, true}
)

// byteNames maps registers that contain arguments to the names of their lowest bytes.
var byteNames = map[string]string{"rdi": "dil", "rsi": "sil", "rdx": "dl", "rcx": "cl", "r8": "r8b", "r9": "r9b", "rax": "al"}

// maxFrame is less than a page, so that Windows does not need to probe the stack.
const maxFrame = 4000

// frame returns the registers to push, the displacement of the saved XMM registers, and the size of
// the frame without the pushed registers.
func (f *function) frame(a abi) (push []string, xmm, size int) {
	push = slices.Clone(f.saved)
	size = f.fp + (f.fn.ArgumentBytes()+word-1)/word*word
	if a.windows {
		push = append(push, f.savedWindows...)
		size = (size + 15) &^ 15
		xmm = size
		size += 16 * len(f.savedXMM)
	}
	if (size+word+word*len(push))%16 != 0 { // keep %rsp at a multiple of 16
		size += word
	}
	if size > maxFrame {
		panic(fmt.Sprint("gnu: ", f.name, ": a frame of ", size, " bytes"))
	}
	return push, xmm, size
}

// prologue returns the code before the body.
func (f *function) prologue(a abi) string {
	var w strings.Builder
	push, xmm, size := f.frame(a)
	for _, r := range push {
		fmt.Fprintf(&w, "\tpushq %s\n\tPUSHED(%s)\n", r, r)
	}
	fmt.Fprintf(&w, "\tsubq $%d, %%rsp\n\tALLOCATED(%d)\n", size, size)
	if a.windows {
		for i, n := range f.savedXMM {
			fmt.Fprintf(&w, "\tvmovups %%xmm%d, %d(%%rsp)\n\tSAVED_XMM(%%xmm%d, %d)\n", n, xmm+16*i, n, xmm+16*i)
		}
	}
	w.WriteString("\tENTERED\n")
	store := func(r string, p param) {
		switch at := f.fp + p.offset; p.bytes {
		case 8:
			fmt.Fprintf(&w, "\tmovq %%%s, %d(%%rsp)\n", r, at)
		case 1: // in C the other bytes are undefined
			fmt.Fprintf(&w, "\tmovb %%%s, %d(%%rsp)\n", byteNames[r], at)
		default:
			panic(fmt.Sprint("gnu: ", f.name, ": an argument of ", p.bytes, " bytes"))
		}
	}
	for i, p := range f.params {
		if p.used && i < len(a.registers) {
			store(a.registers[i], p)
		}
	}
	for i, p := range f.params { // %rax contains no argument
		if n := i - len(a.registers); p.used && n >= 0 {
			fmt.Fprintf(&w, "\tmovq %d(%%rsp), %%rax\n", size+word*len(push)+a.stack+word*n)
			store("rax", p)
		}
	}
	return w.String()
}

// epilogue returns the code that replaces RET.
func (f *function) epilogue(a abi) string {
	var w strings.Builder
	push, xmm, size := f.frame(a)
	for _, r := range f.results {
		load := map[int]string{8: "movq %d(%%rsp), %%rax", 1: "movzbl %d(%%rsp), %%eax"}[r.bytes]
		fmt.Fprintf(&w, "\t"+load+"\n", f.fp+r.offset)
	}
	if a.windows {
		for i, n := range f.savedXMM {
			fmt.Fprintf(&w, "\tvmovups %d(%%rsp), %%xmm%d\n", xmm+16*i, n)
		}
	}
	fmt.Fprintf(&w, "\tLEAVING\n\taddq $%d, %%rsp\n\tFREED(%d)\n", size, size)
	for _, r := range slices.Backward(push) {
		fmt.Fprintf(&w, "\tpopq %s\n\tPOPPED(%s)\n", r, r)
	}
	w.WriteString("\tret\n\tLEFT\n")
	return w.String()
}

func bothABIs(text func(abi) string) string {
	s, w := text(systemV), text(windows)
	if s == w {
		return s
	}
	return "#ifdef KS_WIN64\n" + w + "#else\n" + s + "#endif\n"
}

// print returns the assembly of f.
func (f *function) print(label func(symbol string) string) string {
	b := &body{name: f.name, fp: f.fp, label: label}
	var w strings.Builder
	fmt.Fprintf(&w, "\n\tFUNCTION(%s)\n%s\tMARK(%s.body)\n", f.name, bothABIs(f.prologue), f.name)
	exits := 0
	for _, node := range f.fn.Nodes {
		switch n := node.(type) {
		case ir.Label:
			fmt.Fprintf(&w, "L(%s_%s):\n", f.name, n)
		case *ir.Comment:
			fmt.Fprintf(&w, "\t/* %s */\n", strings.ReplaceAll(strings.Join(n.Lines, "\n\t   "), "*/", "* /"))
		case *ir.Instruction:
			if n.Opcode != "RET" {
				fmt.Fprintf(&w, "\t%s\n", b.instruction(n))
				continue
			}
			fmt.Fprintf(&w, "\tMARK(%s.exit%d)\n%s\tMARK(%s.end%d)\n", f.name, exits, bothABIs(f.epilogue), f.name, exits)
			exits++
		}
	}
	fmt.Fprintf(&w, "\tEND(%s)\n", f.name)
	return w.String()
}
