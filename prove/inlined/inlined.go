// Package inlined compiles the functions of koggestone_inline.h and reads the compiler's machine code in the form of the
// library's kernels, so that they can be proved in the same way.
package inlined

import (
	"bytes"
	"debug/elf"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/prove/goasm"
)

//go:embed functions.c.txt
var functions string

// Name is the name of the file that Read returns.
const Name = "koggestone_inline.h"

// signatures lists the functions as Go would declare them, with the arguments in functions.c.txt.
var signatures = map[string]string{
	"inlineSliderAttacks":       "(diagonal, orthogonal, empty uint64) uint64",
	"inlineSliderAttacksOfBoth": "(own_attacks, their_attacks *uint64, diagonal, orthogonal, own, empty uint64)",
	"inlineRayAttacks":          "(dst *uint64, sliders, empty uint64)",
	"inlineMultiAttacks":        "(dst, gens *uint64, empty uint64)",
	"inlineAttacks":             "(pieces *uint64, side, empty, black uint64) uint64",
	"inlineLegality":            "(dst, pieces *uint64, own, their, black uint64)",
}

// A Compiler is an installed clang or GCC.
type Compiler struct {
	Path, Name string // Name contains the version
	Tested     bool   // whether the prover is known to follow all instructions that this version chooses
	gcc        bool
}

// tested are the versions whose instructions the prover knows.
var tested = []string{"clang 14", "clang 16", "clang 19", "gcc 12"}

// Compilers returns the installed compilers, each version once, and the preferred one first.
func Compilers() (list []Compiler) {
	names := []string{"clang", "gcc"}
	for i, n := range []string{"clang-", "gcc-"} {
		for v := 40; v > 9; v-- {
			names = slices.Insert(names, len(names)-1+i, n+strconv.Itoa(v)) // all of clang before all of GCC
		}
	}
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		c := Compiler{Path: path, gcc: strings.HasPrefix(name, "gcc")}
		version, err := exec.Command(path, "-dumpversion").Output()
		text, err2 := exec.Command(path, "--version").Output()
		if err != nil || err2 != nil || c.gcc && bytes.Contains(text, []byte("clang")) { // macOS calls clang gcc
			continue
		}
		major, _, _ := strings.Cut(strings.TrimSpace(string(version)), ".")
		kind := "clang"
		if c.gcc {
			kind = "gcc"
		}
		c.Name = kind + " " + major
		c.Tested = slices.Contains(tested, c.Name) && runtime.GOOS+"/"+runtime.GOARCH == "linux/amd64"
		if !slices.ContainsFunc(list, func(o Compiler) bool { return o.Name == c.Name }) {
			list = append(list, c)
		}
	}
	return list
}

var defined = regexp.MustCompile(`(?m)^KSI .*\b(ks_inline_\w+\()`)

// Read compiles the header of the repository for AVX2 and AVX-512, and returns its functions.
func Read(root string, compiler Compiler) (*goasm.File, error) {
	include, err := filepath.Abs(filepath.Join(root, "asm", "export", "c"))
	if err != nil {
		return nil, err
	}
	header, err := os.ReadFile(filepath.Join(include, Name))
	if err != nil {
		return nil, err
	}
	for _, m := range defined.FindAllStringSubmatch(string(header), -1) {
		if !strings.Contains(functions, m[1]) {
			return nil, fmt.Errorf("%s is not proved: expected a call in functions.c.txt", m[1])
		}
	}
	dir, err := os.MkdirTemp("", "prove-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	all := &goasm.File{Path: Name, Data: map[string][]byte{}}
	vectorize := "-fno-vectorize -fno-slp-vectorize"
	common := "-O2 -shared -fPIC -nostdlib -fno-asynchronous-unwind-tables -fno-stack-protector -fcf-protection=none"
	if compiler.gcc { // an aligned stack needs no frame pointer
		vectorize, common = "-fno-tree-vectorize", common+" -mpreferred-stack-boundary=6 -mincoming-stack-boundary=6"
	}
	for path, flags := range map[string]string{
		"AVX2":   "-march=haswell",
		"AVX512": "-march=icelake-server",
		"Plain":  "-DKS_INLINE_PLAIN -march=haswell " + vectorize, // as for a CPU without vectors
	} {
		library := filepath.Join(dir, path)
		c := exec.Command(compiler.Path, append(strings.Fields(flags+" "+common), "-DSUFFIX="+path, "-I", include, "-o", library, "-x", "c", "-")...)
		c.Stdin, c.Dir = strings.NewReader(functions), dir // not the folder of the caller, which may have another header
		if out, err := c.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%w: %s", err, out)
		}
		if err := read(all, library, path); err != nil {
			return nil, fmt.Errorf("%s: %w", flags, err)
		}
	}
	return all, nil
}

// frame is the memory below the stack that a function may use.
const frame = 512

// read adds the functions of a library with their constants, which are one symbol.
func read(all *goasm.File, library, path string) error {
	f, err := elf.Open(library)
	if err != nil {
		return err
	}
	defer f.Close()
	text, constants := f.Section(".text"), f.Section(".rodata")
	if text == nil {
		return errors.New("no code")
	}
	code, err := text.Data()
	if err != nil {
		return err
	}
	symbol := "constants" + path
	if constants != nil {
		if all.Data[symbol], err = constants.Data(); err != nil {
			return err
		}
	}
	list, err := goasm.Decode(code, func(_, end int, displacement int64) (goasm.Operand, bool) {
		o := goasm.Operand{Kind: goasm.Mem, Base: "SB", Symbol: symbol}
		if constants != nil {
			o.Value = int64(text.Addr) + int64(end) + displacement - int64(constants.Addr)
		}
		return o, constants != nil && o.Value >= 0 && o.Value < int64(constants.Size)
	})
	if err != nil {
		return err
	}
	symbols, err := f.DynamicSymbols()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(signatures)) {
		i := slices.IndexFunc(symbols, func(s elf.Symbol) bool { return s.Name == name+path })
		if i < 0 {
			return fmt.Errorf("no function %s", name+path)
		}
		start := int(symbols[i].Value - text.Addr)
		fn, err := function(name+path, signatures[name], list, start, start+int(symbols[i].Size))
		if err != nil {
			return err
		}
		all.Funcs = append(all.Funcs, fn)
	}
	return nil
}

// function returns the function in a part of the code. It first moves the arguments to their registers and the stack pointer
// above the frame.
func function(name, signature string, list []goasm.Decoded, start, end int) (*goasm.Func, error) {
	params, result, _ := strings.Cut(strings.TrimPrefix(signature, "("), ")")
	fn := &goasm.Func{Name: name, Frame: frame, Args: 8 * (1 + strings.Count(params, ",") + len(result)/len(" uint64")), Labels: map[string]int{}}
	if err := fn.Declare(signature); err != nil {
		return nil, err
	}
	operand := func(register string) goasm.Operand {
		return goasm.Operand{Kind: goasm.GPR, Reg: goasm.Register(register)}
	}
	add := func(op string, args ...goasm.Operand) {
		fn.Code = append(fn.Code, goasm.Instr{Op: op, Args: args, Line: len(fn.Code)})
	}
	stack := func(by int64) { add("LEAQ", goasm.Operand{Kind: goasm.Mem, Base: "SP", Value: by}, operand("SP")) }
	for i, p := range fn.Params {
		if o := (goasm.Operand{Kind: goasm.Mem, Base: "FP", Symbol: p.Name, Value: int64(p.Offset)}); !p.Result {
			add("MOVQ", o, operand([]string{"DI", "SI", "DX", "CX", "R8", "R9"}[i]))
		}
	}
	stack(frame)
	for _, d := range list {
		if d.At < start || d.At >= end {
			continue
		}
		fn.Labels[fmt.Sprint(d.At)] = len(fn.Code)
		switch in := d.Instr; {
		case in.Op == "PUSHQ" || in.Op == "POPQ" || in.Op == "NOP": // what the caller keeps
		case in.Op == "RET":
			stack(-frame)
			if result != "" {
				r := fn.Param("ret")
				add("MOVQ", operand("AX"), goasm.Operand{Kind: goasm.Mem, Base: "FP", Symbol: r.Name, Value: int64(r.Offset)})
			}
			add("RET")
		case in.Op[0] == 'J':
			add(in.Op, goasm.Operand{Kind: goasm.Label, Symbol: fmt.Sprint(in.Args[0].Value)})
		case in.Op == "LEAQ" && in.Args[0].Base == "" && in.Args[0].Value == 0: // doubled again and again, which sets no flags
			from := in.Args[0].Index
			for scale := in.Args[0].Scale; scale > 1; scale /= 2 {
				add("LEAQ", goasm.Operand{Kind: goasm.Mem, Base: from, Index: from, Scale: 1}, in.Args[1])
				from = goasm.Registers[in.Args[1].Reg]
			}
		case strings.HasPrefix(in.Op, "VMOVDQA") && slices.ContainsFunc(in.Args, func(a goasm.Operand) bool { return a.Base == "SB" || a.Base == "SP" }):
			add(strings.Replace(in.Op, "VMOVDQA", "VMOVDQU", 1), in.Args...) // the compiler aligns its constants and its frame
		default:
			add(in.Op, in.Args...)
		}
	}
	return fn, nil
}
