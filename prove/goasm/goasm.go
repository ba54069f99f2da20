// Package goasm reads the library's assembly files, which are Go assembly in the form that avo
// prints. It returns an error for anything that it does not know.
package goasm

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A File contains the functions and constants of a .s file.
type File struct {
	Path  string
	Funcs []*Func
	Data  map[string][]byte // by symbol, without <>
}

// A Func is the function of a TEXT block.
type Func struct {
	Name   string
	Line   int
	Type   string  // as types.ExprString prints it
	Params []Param // parameters, then results
	Frame  int     // bytes of its stack frame
	Args   int     // bytes of its arguments and results
	Code   []Instr
	Labels map[string]int // the index in Code of the instruction after the label
	Words  []uint32       // for arm64, what Code was decoded from
	Lines  []int          // of the words
}

// A Param is a parameter or a result.
type Param struct {
	Name   string
	Type   string
	Offset int
	Size   int
	Result bool
}

// An Instr is an instruction.
type Instr struct {
	Op   string
	Args []Operand
	Line int
}

func (in Instr) String() string {
	s := make([]string, len(in.Args))
	for i, a := range in.Args {
		s[i] = a.String()
	}
	return strings.TrimSpace(in.Op + " " + strings.Join(s, ", "))
}

// A Kind is the kind of an operand.
type Kind byte

// The kinds of operands. Vector registers are X, Y and Z by their width.
const (
	Imm   Kind = 'i' // Value
	GPR   Kind = 'r' // Reg, the general register
	X     Kind = 'X' // Reg, 0 to 31
	Y     Kind = 'Y'
	Z     Kind = 'Z'
	K     Kind = 'K' // Reg, 0 to 7
	Mem   Kind = 'm' // Symbol, Value, Base, Index, Scale
	Label Kind = 'l' // Symbol
)

// An Operand is an operand of an instruction.
type Operand struct {
	Kind   Kind
	Reg    int
	Value  int64  // the immediate or displacement
	Symbol string // label, name of a constant or of a parameter
	Base   string // general register, FP, SP or SB
	Index  string // general register, vector register of a gather, or empty
	Scale  int64
}

// Registers are the general registers by number.
var Registers = []string{"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}

// Vector returns the number of a vector register.
func Vector(name string) int {
	n, _ := strconv.Atoi(name[1:])
	return n
}

// Register returns the number of a general register, or -1.
func Register(name string) int {
	for i, r := range Registers {
		if r == name {
			return i
		}
	}
	return -1
}

// Width returns the bits of a vector register, and 0 for other kinds.
func (k Kind) Width() int {
	switch k {
	case X, V:
		return 128
	case Y:
		return 256
	case Z:
		return 512
	}
	return 0
}

func (o Operand) String() string {
	switch o.Kind {
	case Imm:
		return fmt.Sprintf("$%#x", o.Value)
	case GPR:
		return Registers[o.Reg]
	case X, Y, Z, K, V:
		return fmt.Sprintf("%c%d", o.Kind, o.Reg)
	case Label:
		return o.Symbol
	}
	s := o.Symbol
	switch {
	case o.Base == "SB":
		s += fmt.Sprintf("<>%+d", o.Value)
	case o.Symbol != "" || o.Value != 0:
		s += fmt.Sprintf("%+d", o.Value)
		s = strings.TrimPrefix(s, "+")
	}
	s += "(" + o.Base + ")"
	if o.Index != "" {
		s += fmt.Sprintf("(%s*%d)", o.Index, o.Scale)
	}
	return s
}

var (
	decl    = regexp.MustCompile(`^// func (\w+)(\(.*)$`)
	text    = regexp.MustCompile(`^TEXT ·(\w+)\(SB\), (?:NOSPLIT, )?\$(\d+)(?:-(\d+))?$`)
	data    = regexp.MustCompile(`^DATA (\w+)<>\+(\d+)\(SB\)/(\d+), \$(.+)$`)
	globl   = regexp.MustCompile(`^GLOBL (\w+)<>\(SB\), RODATA\|NOPTR, \$(\d+)$`)
	label   = regexp.MustCompile(`^(\w+):$`)
	opcode  = regexp.MustCompile(`^[A-Z][A-Z0-9]*(\.[A-Z]+)*$`)
	vector  = regexp.MustCompile(`^([XYZK])(\d+)$`)
	memory  = regexp.MustCompile(`^(?:([A-Za-z_]\w*)(<>)?)?([+-]?\d*)\((\w+)\)(?:\((\w+)\*([1248])\))?$`)
	comment = regexp.MustCompile(`^//(?: |$|go:build )`)
)

// Read reads a file. For arm64 it reads only the declarations, and Assemble the instructions.
func Read(path string) (*File, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(raw), "\n")
	for i, line := range lines {
		if strings.HasSuffix(path, arm64Suffix) && !strings.HasPrefix(line, "TEXT ") && !decl.MatchString(line) {
			lines[i] = ""
		}
	}
	return Parse(path, strings.Join(lines, "\n"))
}

// Parse reads the contents of a file.
func Parse(path, source string) (*File, error) {
	f := &File{Path: path, Data: map[string][]byte{}}
	var sig []string
	var fn *Func
	set := map[string]int{}     // how many bytes of each symbol DATA has set
	closed := map[string]bool{} // symbols with GLOBL
	for i, line := range strings.Split(source, "\n") {
		fail := func(expected string) error {
			return fmt.Errorf("%s:%d: expected %s, found %q", path, i+1, expected, line)
		}
		t := strings.TrimSpace(line)
		if m := decl.FindStringSubmatch(t); m != nil {
			sig = m
			continue
		}
		word, _, _ := strings.Cut(t, " ")
		switch {
		case t == "" || comment.MatchString(t) || t == `#include "textflag.h"`:
		case word == "TEXT":
			m := text.FindStringSubmatch(t)
			if m == nil || sig == nil || sig[1] != m[1] {
				return nil, fail("a function declared in the comment above it")
			}
			fn = &Func{Name: m[1], Line: i + 1, Labels: map[string]int{}}
			fn.Frame, _ = strconv.Atoi(m[2])
			fn.Args, _ = strconv.Atoi(m[3])
			if err := fn.params(sig[2]); err != nil {
				return nil, fail(err.Error())
			}
			f.Funcs, sig = append(f.Funcs, fn), nil
		case word == "DATA":
			m := data.FindStringSubmatch(t)
			if m == nil {
				return nil, fail("DATA with a number or a string")
			}
			at, _ := strconv.Atoi(m[2])
			size, _ := strconv.Atoi(m[3])
			if at != set[m[1]] || closed[m[1]] {
				return nil, fail("constants without gaps, before their GLOBL")
			}
			set[m[1]] = at + size
			if m[4][0] == '"' {
				s, err := strconv.Unquote(m[4])
				if err != nil || len(s) != size {
					return nil, fail(fmt.Sprintf("a string of %d bytes", size))
				}
				f.Data[m[1]] = append(f.Data[m[1]], s...)
				break
			}
			v, err := number(m[4])
			if err != nil || size > 8 {
				return nil, fail("a number of up to 8 bytes")
			}
			for b := range size {
				f.Data[m[1]] = append(f.Data[m[1]], byte(v>>(8*b)))
			}
		case word == "GLOBL":
			m := globl.FindStringSubmatch(t)
			if m == nil || strconv.Itoa(set[m[1]]) != m[2] {
				return nil, fail("a read-only constant of the size that DATA has set")
			}
			closed[m[1]] = true
		case label.MatchString(t) && fn != nil:
			name := t[:len(t)-1]
			if _, ok := fn.Labels[name]; ok {
				return nil, fail("a label that is not in use")
			}
			fn.Labels[name] = len(fn.Code)
		case opcode.MatchString(word) && fn != nil:
			in := Instr{Op: word, Line: i + 1}
			rest, _, _ := strings.Cut(t[len(word):], "//")
			if rest = strings.TrimSpace(rest); rest != "" {
				for _, s := range strings.Split(rest, ",") {
					o, ok := operand(strings.TrimSpace(s))
					if !ok {
						return nil, fail("operands")
					}
					in.Args = append(in.Args, o)
				}
			}
			fn.Code = append(fn.Code, in)
		default:
			return nil, fail("an instruction, a label, TEXT, DATA or GLOBL")
		}
	}
	for _, fn := range f.Funcs {
		for _, in := range fn.Code {
			for _, a := range in.Args {
				if to, ok := fn.Labels[a.Symbol]; a.Kind == Label && (!ok || to == len(fn.Code)) {
					return nil, fmt.Errorf("%s:%d: expected a label of %s, found %s", path, in.Line, fn.Name, a.Symbol)
				}
			}
			if jump := in.Op[0] == 'J'; jump && (len(in.Args) != 1 || in.Args[0].Kind != Label) {
				return nil, fmt.Errorf("%s:%d: expected a jump to a label, found %s", path, in.Line, in)
			}
		}
	}
	return f, nil
}

// Func returns a function by name, or nil.
func (f *File) Func(name string) *Func {
	for _, fn := range f.Funcs {
		if fn.Name == name {
			return fn
		}
	}
	return nil
}

// Param returns a parameter or result by name, or nil.
func (fn *Func) Param(name string) *Param {
	for i := range fn.Params {
		if fn.Params[i].Name == name {
			return &fn.Params[i]
		}
	}
	return nil
}

// params sets the parameters and results. Results begin at a multiple of 8.
func (fn *Func) params(signature string) error {
	t, err := types.Eval(token.NewFileSet(), nil, token.NoPos, "func"+signature)
	if err != nil {
		return fmt.Errorf("a signature (%w)", err)
	}
	e, err := parser.ParseExpr("func" + signature)
	if err != nil {
		return fmt.Errorf("a signature (%w)", err)
	}
	fn.Type = types.ExprString(e)
	s, sizes, end := t.Type.(*types.Signature), types.SizesFor("gc", "amd64"), 0
	for i, list := range []*types.Tuple{s.Params(), s.Results()} {
		start := end
		if i == 1 && list.Len() > 0 {
			start = (end + 7) &^ 7
		}
		vars := slices.Collect(list.Variables())
		for k, offset := range sizes.Offsetsof(vars) {
			p := Param{cmp.Or(vars[k].Name(), "ret"), vars[k].Type().String(), start + int(offset), int(sizes.Sizeof(vars[k].Type())), i == 1}
			fn.Params, end = append(fn.Params, p), p.Offset+p.Size
		}
	}
	if end != fn.Args {
		return fmt.Errorf("arguments of %d bytes", end)
	}
	return nil
}

func number(s string) (int64, error) {
	neg := strings.HasPrefix(s, "-")
	v, err := strconv.ParseUint(strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+"), 0, 64)
	if neg {
		return -int64(v), err
	}
	return int64(v), err
}

func operand(s string) (o Operand, ok bool) {
	if strings.HasPrefix(s, "$") {
		v, err := number(s[1:])
		return Operand{Kind: Imm, Value: v}, err == nil
	}
	if m := vector.FindStringSubmatch(s); m != nil {
		n, _ := strconv.Atoi(m[2])
		return Operand{Kind: Kind(m[1][0]), Reg: n}, n < 32 && (m[1] != "K" || n < 8)
	}
	if len(s) == 2 && s[1] == 'L' && strings.Contains("ABCD", s[:1]) {
		s = s[:1] + "X" // the low byte, of instructions on bytes
	}
	if r := Register(s); r >= 0 {
		return Operand{Kind: GPR, Reg: r}, s != "SP"
	}
	if m := memory.FindStringSubmatch(s); m != nil {
		o = Operand{Kind: Mem, Symbol: m[1], Base: m[4], Index: m[5]}
		o.Scale, _ = strconv.ParseInt(m[6], 10, 64)
		if m[3] != "" {
			v, err := number(m[3])
			if err != nil {
				return o, false
			}
			o.Value = v
		}
		switch {
		case o.Index != "" && !vector.MatchString(o.Index) && (Register(o.Index) < 0 || o.Index == "SP"):
			return o, false
		case o.Base == "SB":
			return o, m[2] == "<>" && o.Index == ""
		case o.Base == "FP":
			return o, m[1] != "" && m[2] == ""
		}
		return o, m[2] == "" && m[1] == "" && Register(o.Base) >= 0
	}
	return Operand{Kind: Label, Symbol: s}, label.MatchString(s + ":")
}
