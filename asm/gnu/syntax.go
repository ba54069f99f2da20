package gnu

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// In AT&T syntax operands have the same order as in Go's, and most mnemonics differ only in
// case. This file contains all exceptions.

// renamed contains the mnemonics with another name in AT&T syntax.
var renamed = map[string]string{
	"MOVBLZX": "movzbl", "MOVBQZX": "movzbq", "MOVWLZX": "movzwl", "MOVWQZX": "movzwq",
	"MOVLQZX": "movl", // with a 32-bit destination
	"MOVBLSX": "movsbl", "MOVBQSX": "movsbq",
	"MOVWLSX": "movswl", "MOVWQSX": "movswq", "MOVLQSX": "movslq",
	"IMUL3L": "imull", "IMUL3Q": "imulq",
}

// conditions contains the conditions of Jcc, SETcc and CMOVcc that have another name in AT&T
// syntax. Go's names come from the 68020. avo also accepts Intel's names, which are the same
// in AT&T syntax.
var conditions = map[string]string{
	"EQ": "e", "NE": "ne",
	"LT": "l", "GE": "ge", "GT": "g", "LE": "le",
	"CS": "b", "LO": "b", "CC": "ae", "HS": "ae", "HI": "a", "LS": "be",
	"MI": "s", "PL": "ns", "OS": "o", "OC": "no", "PS": "p", "PC": "np",
}

func condition(c string) string {
	if s, ok := conditions[c]; ok {
		return s
	}
	return strings.ToLower(c)
}

var (
	compares = regexp.MustCompile(`^CMP[BWLQ]$`)
	moves    = regexp.MustCompile(`^CMOV([WLQ])([A-Z]{2})$`)
	sets     = regexp.MustCompile(`^SET([A-Z]{2})$`)
	elements = regexp.MustCompile(`(Q|PD|D|PS)$`)
)

// A body prints a function's instructions, except for RET.
type body struct {
	name  string              // the C function
	fp    int                 // the displacement of Go's FP from %rsp
	label func(string) string // returns the label of a constant
}

// instruction returns i in AT&T syntax.
func (b *body) instruction(i *ir.Instruction) string {
	op, ops := i.Opcode, slices.Clone(i.Operands)
	if i.IsBranch {
		name := "jmp"
		if op != "JMP" {
			name = "j" + condition(op[1:])
		}
		return fmt.Sprintf("%s L(%s_%s)", name, b.name, ops[0].(operand.LabelRef))
	}
	name, ok := renamed[op]
	switch {
	case op == "MOVLQZX":
		ops[1] = ops[1].(reg.GP).As32()
	case ok:
	case compares.MatchString(op): // the only operands in another order, because Go uses Intel's order here
		ops[0], ops[1] = ops[1], ops[0]
		name = strings.ToLower(op)
	case moves.MatchString(op):
		m := moves.FindStringSubmatch(op)
		name = "cmov" + condition(m[2]) + strings.ToLower(m[1])
	case sets.MatchString(op):
		name = "set" + condition(op[3:])
	case op == "MOVQ" && isConstant(ops[0]) && isRegister(ops[1]):
		switch v := value(ops[0]); {
		case -1<<31 <= v && v < 1<<31:
			name = "movq"
		case 0 <= v && v < 1<<32: // Go's assembler also uses this shorter form
			name, ops[1] = "movl", ops[1].(reg.GP).As32()
		default:
			name = "movabsq"
		}
	default:
		name = strings.ToLower(op)
	}
	// A write mask is the last operand but one in Go's syntax, and a suffix of the last operand in
	// AT&T's. Instructions on opmasks (K...) and instructions with two operands have no write
	// mask.
	suffix := ""
	if n := len(ops); n >= 3 && op[0] != 'K' {
		if k, ok := ops[n-2].(reg.Register); ok && k.Kind() == reg.KindOpmask {
			suffix = "{" + register(k) + "}"
			ops = slices.Delete(ops, n-2, n-1)
		}
	}
	broadcast := ""
	for _, s := range i.Suffixes {
		switch s {
		case "Z":
			suffix += "{z}"
		case "BCST":
			broadcast = fmt.Sprintf("{1to%d}", vectorBytes(ops)/elementBytes(op))
		default:
			panic(fmt.Sprintf("gnu: %s: suffix %s", b.name, s))
		}
	}
	text := make([]string, len(ops))
	for k, o := range ops {
		text[k] = b.operand(o)
		if _, ok := o.(operand.Mem); ok {
			text[k] += broadcast
		}
	}
	if len(ops) == 0 {
		return name
	}
	return name + " " + strings.Join(text, ", ") + suffix
}

// operand returns an operand in AT&T syntax.
func (b *body) operand(o operand.Op) string {
	switch o := o.(type) {
	case reg.Register:
		return register(o)
	case operand.Mem:
		return b.memory(o)
	case operand.Constant:
		return "$" + strconv.FormatInt(value(o), 10)
	}
	panic(fmt.Sprintf("gnu: %s: operand %T", b.name, o))
}

// memory returns a memory operand. Go's pseudo registers are SB for constants, FP for arguments,
// and SP for locals.
func (b *body) memory(m operand.Mem) string {
	index := ""
	if m.Index != nil && m.Scale != 0 {
		index = fmt.Sprintf(",%s,%d", register(m.Index), m.Scale)
	}
	disp := m.Disp
	var base string
	switch {
	case m.Base == reg.StaticBase:
		if index != "" {
			panic("gnu: " + b.name + ": a constant with an index cannot be addressed relative to RIP")
		}
		base = b.label(m.Symbol.Name)
		if disp != 0 {
			base += fmt.Sprintf("%+d", disp)
		}
		return base + "(%rip)"
	case m.Base == reg.FramePointer:
		base, disp = "%rsp", disp+b.fp
	case m.Base == reg.StackPointer:
		base = "%rsp"
	case m.Base != nil:
		base = register(m.Base)
	}
	text := ""
	if disp != 0 {
		text = strconv.Itoa(disp)
	}
	return text + "(" + base + index + ")"
}

var generals = [8]string{"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"}

// register returns a register's name, which depends on its size.
func register(r reg.Register) string {
	p := reg.ToPhysical(r)
	if p == nil {
		panic("gnu: register " + r.Asm() + " is not allocated")
	}
	n, size := int(p.PhysicalIndex()), p.Size()
	switch p.Kind() {
	case reg.KindVector:
		return fmt.Sprintf("%%%cmm%d", map[uint]rune{16: 'x', 32: 'y', 64: 'z'}[size], n)
	case reg.KindOpmask:
		return fmt.Sprintf("%%k%d", n)
	case reg.KindGP:
		if n >= 8 {
			return fmt.Sprintf("%%r%d%s", n, map[uint]string{1: "b", 2: "w", 4: "d", 8: ""}[size])
		}
		name := generals[n]
		switch {
		case p.Mask() == 2: // AH to BH
			return "%" + name[:1] + "h"
		case size == 1 && n < 4:
			return "%" + name[:1] + "l"
		case size == 1:
			return "%" + name + "l"
		}
		return "%" + map[uint]string{2: "", 4: "e", 8: "r"}[size] + name
	}
	panic("gnu: register " + r.Asm())
}

func isRegister(o operand.Op) bool { _, ok := o.(reg.Register); return ok }
func isConstant(o operand.Op) bool { _, ok := o.(operand.Constant); return ok }

// value returns the value of an integer constant. Values above the largest int64 wrap around.
func value(o operand.Op) int64 {
	s := strings.TrimPrefix(o.(operand.Constant).Asm(), "$")
	if v, err := strconv.ParseInt(s, 0, 64); err == nil {
		return v
	}
	v, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		panic("gnu: constant " + s)
	}
	return int64(v)
}

// vectorBytes returns the size of the largest vector register among operands.
func vectorBytes(ops []operand.Op) (n int) {
	for _, o := range ops {
		if r, ok := o.(reg.Register); ok && r.Kind() == reg.KindVector {
			n = max(n, int(r.Size()))
		}
	}
	return n
}

// elementBytes returns the size of the elements that an instruction broadcasts.
func elementBytes(op string) int {
	switch elements.FindString(op) {
	case "Q", "PD":
		return 8
	case "D", "PS":
		return 4
	}
	panic("gnu: elements of " + op)
}
