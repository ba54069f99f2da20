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

// Read compiles the header of the repository for AVX2 and AVX-512, and returns its functions.
func Read(root string, compiler Compiler) (*goasm.File, error) {
	all := &goasm.File{Path: Name, Data: map[string][]byte{}}
	vectorize := "-fno-vectorize -fno-slp-vectorize"
	common := "-O2 -fno-asynchronous-unwind-tables -fno-stack-protector -fcf-protection=none"
	if compiler.gcc { // an aligned stack needs no frame pointer
		vectorize, common = "-fno-tree-vectorize", common+" -mpreferred-stack-boundary=6 -mincoming-stack-boundary=6"
	}
	for path, flags := range map[string]string{
		"AVX2":   "-march=haswell",
		"AVX512": "-march=icelake-server",
		"Plain":  "-DKS_INLINE_PLAIN -march=haswell " + vectorize, // as for a CPU without vectors
	} {
		args := append(strings.Fields(flags+" "+common), "-DSUFFIX="+path, "-I", filepath.Join(root, "asm", "export", "c"), "-S", "-o", "-", "-x", "c", "-")
		c := exec.Command(compiler.Path, args...)
		c.Stdin = strings.NewReader(functions)
		var message bytes.Buffer
		c.Stderr = &message
		out, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, message.Bytes())
		}
		text, err := translate(string(out), path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", flags, err)
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
	constant  = regexp.MustCompile(`^(-?\d*)\+?\.LC(?:PI)?(\w+)\(%rip\)$|^\.LC(?:PI)?(\w+)([+-]\d+)?\(%rip\)$`)
	number    = regexp.MustCompile(`^\.LC(?:PI)?(\w+)$`)
	place     = regexp.MustCompile(`^\.L(?:BB)?\d\w*$`)
	memory    = regexp.MustCompile(`^(-?\d*)\((?:%(\w+))?(?:,\s*%(\w+)(?:,\s*(\d))?)?\)$`)
	multiple  = regexp.MustCompile(`^0?\(,\s*%(\w+),\s*([248])\),\s*%(\w+)$`)
	general   = regexp.MustCompile(`%(r|e)(\w+)$`)
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
	result     string         // what comes before RET
	depth      int            // the stack depth in the function, without the pushed registers
	depths     map[string]int // the depth at labels that earlier jumps lead to
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
		case number.MatchString(name):
			t.symbol = t.constant(number.FindStringSubmatch(name)[1])
		case place.MatchString(name):
			if depth, ok := t.depths[labelOf(name)]; ok {
				t.depth = depth
			}
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
	if strings.HasPrefix(line, ".set") {
		return errors.New("a constant within another")
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
	t.result, t.depth, t.depths = "", 0, map[string]int{}
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
		at := frame - t.depth + n
		if err != nil || at < 0 || at > frame-8 {
			return "", fmt.Errorf("%s is not in the frame", s)
		}
		m[1], m[2] = strconv.Itoa(at), "SP"
	}
	base, err := m[2], error(nil)
	if base != "SP" {
		base, err = register(base)
	}
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

// extensions are the moves with an extension, as GCC writes them.
var extensions = map[string]string{"movzbl": "MOVBLZX", "movzbq": "MOVBQZX", "movzwl": "MOVWLZX", "movslq": "MOVLQSX", "movsbq": "MOVBQSX"}

// bits returns the size of the last operand, which is a general register, or 0.
func bits(operands string) int {
	m := general.FindStringSubmatch(operands)
	switch {
	case m == nil:
		return 0
	case m[1] == "r" && (m[2][0] > '9' || !strings.HasSuffix(m[2], "d")):
		return 64
	}
	return 32
}

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
			t.depths[args[0]] = t.depth
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
		cc := op[4:]
		if conditions[cc] == "" || bits(rest) == 0 {
			cc = cc[:len(cc)-1]
		}
		size := map[int]string{64: "Q", 32: "L"}[bits(rest)]
		if name = "CMOV" + size + conditions[cc]; size == "" || conditions[cc] == "" {
			return errors.New("expected a conditional move")
		}
	case strings.HasPrefix(op, "set"):
		name = "SET" + conditions[op[3:]]
	case strings.HasPrefix(op, "cmp"):
		args[0], args[1] = args[1], args[0]
	case op == "movabsq":
		name = "MOVQ"
	case op == "cltq":
		name, args = "MOVLQSX", []string{"AX", "AX"}
	case extensions[op] != "":
		name = extensions[op]
	case op == "andn" || op == "blsr":
		name += map[int]string{64: "Q", 32: "L"}[bits(rest)]
	case strings.HasPrefix(op, "sal") && len(args) == 2:
		name = "SH" + name[2:]
	case (strings.HasPrefix(op, "sh") || strings.HasPrefix(op, "sal")) && len(args) == 1:
		name = strings.Replace(name, "SA", "SH", 1)
		args = append([]string{"$1"}, args...)
	case strings.HasPrefix(op, "vmovdqa") && (strings.HasSuffix(args[0], "(SB)") || strings.Contains(rest, "(%rsp)")): // the compiler aligns its constants and its frame
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
