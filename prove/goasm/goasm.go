// Package goasm reads the library's assembly files. It reads the bytes that Go's assembler writes, not the text, so that
// the prover follows what the CPU runs.
package goasm

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
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

	text  string // the TEXT line
	marks []mark // labels
}

// A mark is a label and its line.
type mark struct {
	name string
	line int
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
	decl   = regexp.MustCompile(`^// func (\w+)(\(.*)$`)
	text   = regexp.MustCompile(`^TEXT ·(\w+)\(SB\), (?:NOSPLIT, )?\$(\d+)(?:-(\d+))?$`)
	label  = regexp.MustCompile(`^(\w+):$`)
	vector = regexp.MustCompile(`^([XYZK])(\d+)$`)
)

// Read reads the declarations and labels of a file. Assemble reads the instructions and constants.
func Read(path string) (*File, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "textflag.h")); err == nil {
		return nil, fmt.Errorf("%s includes another textflag.h than Go's", path)
	}
	f := &File{Path: path}
	var sig []string
	for i, line := range strings.Split(string(raw), "\n") {
		if code, _, _ := strings.Cut(line, "//"); strings.Contains(code, "#") && line != `#include "textflag.h"` {
			return nil, fmt.Errorf("%s:%d: a directive, which can depend on the build: %q", path, i+1, line)
		}
		if m := decl.FindStringSubmatch(line); m != nil {
			sig = m
		} else if m := label.FindStringSubmatch(line); m != nil && len(f.Funcs) > 0 {
			fn := f.Funcs[len(f.Funcs)-1]
			fn.marks = append(fn.marks, mark{m[1], i + 1})
		} else if strings.HasPrefix(line, "TEXT") {
			m := text.FindStringSubmatch(line)
			if m == nil || sig == nil || sig[1] != m[1] {
				return nil, fmt.Errorf("%s:%d: expected a function declared in the comment above it, found %q", path, i+1, line)
			}
			fn := &Func{Name: m[1], Line: i + 1, Labels: map[string]int{}, text: line}
			fn.Frame, _ = strconv.Atoi(m[2])
			fn.Args, _ = strconv.Atoi(m[3])
			if err := fn.Declare(sig[2]); err != nil {
				return nil, fmt.Errorf("%s:%d: expected %w, found %q", path, i+1, err, line)
			}
			f.Funcs, sig = append(f.Funcs, fn), nil
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

// Declare sets the parameters and results of a function with arguments of fn.Args bytes. Results begin at a multiple of 8.
func (fn *Func) Declare(signature string) error {
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
