// Package inlined compiles the functions of koggestone_inline.h and translates the compiler's assembly to the form
// of the library's kernels, so that they can be proved in the same way. It returns an error for anything that it
// does not know.
package inlined

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
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

// Compiler returns clang, or an error if it is not installed.
func Compiler() (string, error) {
	for _, name := range []string{"clang", "clang-19"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("clang is not installed")
}

// Read compiles the header of the repository for AVX2 and AVX-512, and returns its functions.
func Read(root, compiler string) (*goasm.File, error) {
	all := &goasm.File{Path: Name, Data: map[string][]byte{}}
	for path, flags := range map[string]string{
		"AVX2":   "-march=haswell",
		"AVX512": "-march=icelake-server",
		"Plain":  "-DKS_INLINE_PLAIN -march=haswell -fno-vectorize -fno-slp-vectorize", // as for a CPU without vectors
	} {
		args := []string{"-O2", "-fno-asynchronous-unwind-tables", "-DSUFFIX=" + path, "-I", filepath.Join(root, "asm", "export", "c"), "-S", "-o", "-", "-x", "c", "-"}
		c := exec.Command(compiler, append(strings.Fields(flags), args...)...)
		c.Stdin = strings.NewReader(functions)
		var message bytes.Buffer
		c.Stderr = &message
		out, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w: %s", compiler, err, message.Bytes())
		}
		text, err := translate(string(out), path)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", compiler, flags, err)
		}
		f, err := goasm.Parse(Name, text)
		if err != nil {
			return nil, fmt.Errorf("%w\n%s", err, text)
		}
		all.Funcs = append(all.Funcs, f.Funcs...)
		for symbol, b := range f.Data {
			all.Data[symbol] = b
		}
	}
	return all, nil
}

var (
	label     = regexp.MustCompile(`^([\w.]+):`)
	directive = regexp.MustCompile(`^\.(quad|long|short|byte|zero)\s+(-?\w+)(?:,\s*(-?\w+))?`)
	constant  = regexp.MustCompile(`^(-?\d*)\.LCPI(\w+)\(%rip\)$|^\.LCPI(\w+)([+-]\d+)?\(%rip\)$`)
	memory    = regexp.MustCompile(`^(-?\d*)\((?:%(\w+))?(?:,\s*%(\w+)(?:,\s*(\d))?)?\)$`)
	multiple  = regexp.MustCompile(`^\(,\s*%(\w+),\s*([248])\),\s*%(\w+)$`)
	masked    = regexp.MustCompile(`\s*\{%(k\d)\}`)
)

// arguments are the registers of the calling convention of System V.
var arguments = []string{"DI", "SI", "DX", "CX", "R8", "R9"}

// frame is the memory below the stack that a function may use.
const frame = 512

// A translator is the state of translate. Each path has its own constants.
type translator struct {
	path       string
	data, code strings.Builder
	symbol     string // the constant that is being defined
	size       int
	result     string // what comes before RET
	depth      int    // the stack depth in the function, without the pushed registers
}

// translate returns the functions and constants of a compiler's output, in the form of the library's assembly.
func translate(source, path string) (string, error) {
	t := &translator{path: path}
	for i, line := range strings.Split(source, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if err := t.line(line); err != nil {
			return "", fmt.Errorf("line %d: %q: %w", i+1, line, err)
		}
	}
	t.endData()
	return t.data.String() + t.code.String(), nil
}

func (t *translator) line(line string) error {
	if m := label.FindStringSubmatch(line); m != nil {
		t.endData()
		switch name := m[1]; {
		case strings.HasPrefix(name, ".LCPI"):
			t.symbol = t.constant(strings.TrimPrefix(name, ".LCPI"))
		case strings.HasPrefix(name, ".LBB"):
			fmt.Fprintf(&t.code, "%s:\n", labelOf(name))
		case strings.HasPrefix(name, "."):
		default:
			return t.function(name)
		}
		return nil
	}
	if m := directive.FindStringSubmatch(line); m != nil && t.symbol != "" {
		return t.constantData(m)
	}
	if line == "" || strings.HasPrefix(line, ".") {
		return nil
	}
	return t.instruction(line)
}

func (t *translator) constant(number string) string {
	return "c" + t.path + strings.ReplaceAll(number, ".", "_")
}
func labelOf(name string) string { return "l" + strings.NewReplacer(".", "_").Replace(name) }

// constantData adds numbers to the constant.
func (t *translator) constantData(m []string) error {
	size, n, value := map[string]int{"quad": 8, "long": 4, "short": 2, "byte": 1, "zero": 1}[m[1]], 1, m[2]
	if m[1] == "zero" {
		var err error
		if n, err = strconv.Atoi(m[2]); err != nil {
			return err
		}
		if value = m[3]; value == "" {
			value = "0"
		}
	}
	v, err := strconv.ParseInt(value, 0, 64)
	if err != nil {
		u, err := strconv.ParseUint(value, 0, 64)
		if err != nil {
			return err
		}
		v = int64(u)
	}
	for range n {
		fmt.Fprintf(&t.data, "DATA %s<>+%d(SB)/%d, $%#x\n", t.symbol, t.size, size, uint64(v)&(1<<(8*size-1)<<1-1))
		t.size += size
	}
	return nil
}

func (t *translator) endData() {
	if t.symbol != "" {
		fmt.Fprintf(&t.data, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", t.symbol, t.size)
	}
	t.symbol, t.size = "", 0
}

// function begins a function: the arguments are moved to their registers.
func (t *translator) function(name string) error {
	short := strings.TrimSuffix(name, t.path)
	signature, ok := signatures[short]
	if !ok {
		return fmt.Errorf("expected one of the functions of functions.c.txt")
	}
	list, result, _ := strings.Cut(strings.TrimPrefix(signature, "("), ")")
	params := strings.Split(list, ", ")
	size := 8 * len(params)
	t.result, t.depth = "", 0
	if result != "" {
		t.result = fmt.Sprintf("MOVQ AX, ret+%d(FP)\n", size)
		size += 8
	}
	fmt.Fprintf(&t.code, "// func %s%s\nTEXT ·%s(SB), NOSPLIT, $%d-%d\n", name, signature, name, frame, size)
	for i, p := range params {
		n, _, _ := strings.Cut(p, " ")
		fmt.Fprintf(&t.code, "MOVQ %s+%d(FP), %s\n", n, 8*i, arguments[i])
	}
	return nil
}

// register returns the name of a register in Go.
func register(name string) (string, error) {
	if strings.ContainsRune("xyz", rune(name[0])) && strings.HasPrefix(name[1:], "mm") {
		return strings.ToUpper(name[:1]) + name[3:], nil
	}
	if name[0] == 'k' {
		return strings.ToUpper(name), nil
	}
	wide := name
	switch {
	case name[0] == 'r' && name[1] >= '0' && name[1] <= '9':
		wide = strings.TrimRight(name, "dwb")
	case len(name) == 3 && (name[0] == 'e' || name[0] == 'r'):
		wide = name[1:]
	case strings.HasSuffix(name, "l"):
		if wide = name[:len(name)-1]; len(wide) == 1 {
			wide += "x"
		}
	}
	wide = strings.ToUpper(wide)
	if goasm.Register(wide) < 0 || wide == "SP" {
		return "", fmt.Errorf("the register %s is not followed", name)
	}
	return wide, nil
}

// operand returns an operand in Go.
func (t *translator) operand(s string) (string, error) {
	switch {
	case s[0] == '$':
		return s, nil
	case s[0] == '%':
		return register(s[1:])
	}
	if m := constant.FindStringSubmatch(s); m != nil {
		number, offset := m[2]+m[3], m[1]+m[4]
		n, err := strconv.Atoi("0" + strings.TrimPrefix(offset, "+"))
		return fmt.Sprintf("%s<>+%d(SB)", t.constant(number), n), err
	}
	m := memory.FindStringSubmatch(s)
	if m == nil || m[2] == "" {
		return "", fmt.Errorf("expected an operand, found %q", s)
	}
	if m[2] == "rsp" {
		n, err := strconv.Atoi("0" + strings.TrimPrefix(m[1], "-"))
		if strings.HasPrefix(m[1], "-") {
			n = -n
		}
		if at := frame - t.depth + n; err == nil && m[3] == "" && 0 <= at && at <= frame-8 {
			return fmt.Sprintf("%d(SP)", at), nil
		}
		return "", fmt.Errorf("%s is not in the frame", s)
	}
	base, err := register(m[2])
	text := m[1] + "(" + base + ")"
	if err == nil && m[3] != "" {
		var index string
		index, err = register(m[3])
		scale := m[4]
		if scale == "" {
			scale = "1"
		}
		text += "(" + index + "*" + scale + ")"
	}
	return text, err
}

// conditions contains the conditions that have another name in Go.
var conditions = map[string]string{"e": "EQ", "z": "EQ", "ne": "NE", "nz": "NE", "b": "CS", "c": "CS", "ae": "CC", "nc": "CC", "a": "HI", "be": "LS",
	"l": "LT", "ge": "GE", "g": "GT", "le": "LE", "s": "MI", "ns": "PL"}

// instruction translates an instruction. Operands keep their order, except in comparisons.
func (t *translator) instruction(line string) error {
	op, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	zero, mask := strings.Contains(rest, "{z}"), ""
	if m := masked.FindStringSubmatch(rest); m != nil {
		mask = strings.ToUpper(m[1])
	}
	rest = masked.ReplaceAllString(strings.ReplaceAll(rest, "{z}", ""), "")
	repeated := regexp.MustCompile(`\{1to\d+\}`)
	broadcast := repeated.MatchString(rest)
	rest = repeated.ReplaceAllString(rest, "")
	switch op {
	case "pushq", "popq": // what the caller keeps
		return nil
	case "subq", "addq":
		var n int
		if _, err := fmt.Sscanf(rest, "$%d, %%rsp", &n); err == nil {
			if op == "addq" {
				n = -n
			}
			t.depth += n
			return nil
		}
	case "retq", "ret":
		t.code.WriteString(t.result + "RET\n")
		return nil
	}
	if m := multiple.FindStringSubmatch(rest); m != nil && op == "leaq" { // doubled again and again, which sets no flags
		from, err := register(m[1])
		to, err2 := register(m[3])
		if err != nil || err2 != nil {
			return errors.Join(err, err2)
		}
		for scale, _ := strconv.Atoi(m[2]); scale > 1; scale /= 2 {
			fmt.Fprintf(&t.code, "LEAQ (%s)(%s*1), %s\n", from, from, to)
			from = to
		}
		return nil
	}
	var args []string
	for _, s := range operands(rest) {
		if op[0] == 'j' {
			args = append(args, labelOf(s))
			continue
		}
		a, err := t.operand(s)
		if err != nil {
			return err
		}
		args = append(args, a)
	}
	name := strings.ToUpper(op)
	switch {
	case op == "jmp":
	case op[0] == 'j':
		name = "J" + conditions[op[1:]]
	case strings.HasPrefix(op, "cmov"):
		name = "CMOV" + strings.ToUpper(op[len(op)-1:]) + conditions[op[4:len(op)-1]]
	case strings.HasPrefix(op, "set"):
		name = "SET" + conditions[op[3:]]
	case strings.HasPrefix(op, "cmp"):
		args[0], args[1] = args[1], args[0]
	case op == "movabsq":
		name = "MOVQ"
	case (strings.HasPrefix(op, "sh") || strings.HasPrefix(op, "sal")) && len(args) == 1:
		args = append([]string{"$1"}, args...)
	case strings.HasPrefix(op, "vmovdqa") && strings.HasSuffix(args[0], "(SB)"): // the compiler aligns its constants
		name = strings.Replace(name, "VMOVDQA", "VMOVDQU", 1)
	}
	if mask != "" {
		args = append(args[:len(args)-1:len(args)-1], mask, args[len(args)-1])
	}
	if broadcast {
		name += ".BCST"
	}
	if zero {
		name += ".Z"
	}
	fmt.Fprintf(&t.code, "%s %s\n", name, strings.Join(args, ", "))
	return nil
}

// operands splits operands at the commas outside of parentheses.
func operands(s string) (all []string) {
	depth, start := 0, 0
	for i, r := range s + "," {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			if x := strings.TrimSpace(s[start:i]); x != "" {
				all = append(all, x)
			}
			start = i + 1
		}
	}
	return all
}
