package goasm

import (
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Kernels for arm64 are read from the words that Go's assembler writes, not from the text. Each word becomes one or two
// instructions for amd64 that do the same, so that both share their models. The registers x0 to x30 and sp follow those
// of amd64 in Registers.

// V is a vector register of arm64: Reg, 0 to 31.
const V Kind = 'V'

const x0 = 16 // the number of x0 in Registers

func init() {
	for i := range 31 {
		Registers = append(Registers, fmt.Sprintf("x%d", i))
	}
	Registers = append(Registers, "sp")
}

// words are the known forms of words: the bits that a mask selects, and the instructions, whose operands operand
// explains.
var words = []struct {
	mask, bits uint32
	code       string
}{
	{0xffffffff, 0xd65f03c0, "RET"},
	{0xff000000, 0xb4000000, "TESTQ xd xd; JEQ to"},                        // CBZ
	{0xff00001f, 0x54000000, "JEQ to"}, {0xff00001f, 0x54000001, "JNE to"}, // B.cond
	{0xff00001f, 0x5400000a, "JGE to"}, {0xff00001f, 0x5400000b, "JLT to"},
	{0xff00001f, 0x5400000c, "JGT to"}, {0xff00001f, 0x5400000d, "JLE to"},
	{0xffc00000, 0xf1000000, "SUBQ $12 same"},                                            // SUBS
	{0xffc00000, 0x91000000, "LEAQ [n+1] xd"}, {0xffe0fc00, 0x8b000000, "LEAQ [n+m] xd"}, // ADD
	{0xffc00000, 0x92400000, "ANDQ $mask same"},
	{0xffc00000, 0xd3400000, "SHLQ $left same"}, {0xffc0fc00, 0xd340fc00, "SHRQ $right same"},
	{0xffe0fc00, 0x9b007c00, "IMULQ xm same"},
	{0xff800000, 0xd2800000, "MOVQ $wide xd"}, {0xff800000, 0xf2800000, "MOVK $16 $place xd"},
	{0xffc00000, 0xf9400000, "MOVQ [n+8] xd"}, {0xffc00000, 0x39000000, "MOVB xd [n+1]"},
	{0xffc00000, 0x3dc00000, "VMOVDQU [n+16] vd"}, {0xffc00000, 0x3d800000, "VMOVDQU vd [n+16]"},
	{0xffe00000, 0xad400000, "VMOVDQU [pair] vd; VMOVDQU [pair+16] v2"}, // LDP
	{0xffe00000, 0xad000000, "VMOVDQU vd [pair]; VMOVDQU v2 [pair+16]"}, // STP
	{0xffeffc00, 0x4e083c00, "VPEXTRQ $lane vn xd"},
	{0xfff8fc00, 0x4f00e400, "VPBROADCASTB $8 vd"}, // MOVI
	{0xffe0fc00, 0x4e201c00, "VPAND vm vn vd"}, {0xffe0fc00, 0x4ea01c00, "VPOR vm vn vd"},
	{0xffe0fc00, 0x6e201c00, "VPXOR vm vn vd"}, {0xffe0fc00, 0x4e601c00, "VPANDN vn vm vd"}, // BIC
	{0xffe0fc00, 0x6e601c00, "VPTERNLOGQ $0xca vm vn vd"}, // BSL: vd & vn | ^vd & vm
	{0xffe0fc00, 0x6ea01c00, "VPTERNLOGQ $0xd8 vm vn vd"}, // BIT: vm & vn | ^vm & vd
	{0xffe0fc00, 0x6ee01c00, "VPTERNLOGQ $0xe4 vm vn vd"}, // BIF: ^vm & vn | vm & vd
	{0xffe0fc00, 0x4e208400, "VPADDB vm vn vd"}, {0xffe0fc00, 0x4e608400, "VPADDW vm vn vd"},
	{0xffe0fc00, 0x6e208400, "VPSUBB vm vn vd"}, {0xffe0fc00, 0x6e208c00, "VPCMPEQB vm vn vd"},
	{0xffe0fc00, 0x4e208c00, "VPTESTMB vm vn vd"}, // CMTST
	{0xfffffc00, 0x4e205800, "VPOPCNTB vn vd"}, {0xfffffc00, 0x6e605800, "VRBIT vn vd"},
	{0xfff8fc00, 0x4f085400, "VPSLLB $up vn vd"}, {0xfff8fc00, 0x6f080400, "VPSRLB $down vn vd"},
	{0xffe0fc00, 0x4e001800, "VUZP1 vm vn vd"}, {0xffe0fc00, 0x4e005800, "VUZP2 vm vn vd"},
	{0xffe0fc00, 0x4e003800, "VPUNPCKLBW vm vn vd"}, {0xffe0fc00, 0x4e007800, "VPUNPCKHBW vm vn vd"}, // ZIP
	{0xffe0fc00, 0x2e200000, "VUADDL vm vn vd"}, {0xffe0fc00, 0x6e200000, "VUADDL2 vm vn vd"},
}

// DecodeWord returns the instructions for a word, and the bits of the word that select its form. If the word is unknown,
// this is an instruction WORD, which has no model. Targets of jumps are labels such as +12, relative to the word in bytes.
func DecodeWord(w uint32) (code []Instr, form uint32) {
	for _, f := range words {
		if w&f.mask != f.bits {
			continue
		}
		known := true
		for text := range strings.SplitSeq(f.code, "; ") {
			in := Instr{}
			for i, s := range strings.Fields(text) {
				if i == 0 {
					in.Op = s
					continue
				}
				o, ok := wordOperand(w, s)
				known = known && ok
				in.Args = append(in.Args, o)
			}
			code = append(code, in)
		}
		if known {
			return code, f.mask
		}
		code = nil
	}
	return []Instr{{Op: "WORD", Args: []Operand{{Kind: Imm, Value: int64(w)}}}}, 0
}

// wordOperand returns the operand of a word that has a name in words.
func wordOperand(w uint32, name string) (o Operand, ok bool) {
	field := func(at, n int) int64 { return int64(w >> at & (1<<n - 1)) }
	d, n, m, x12 := int(field(0, 5)), int(field(5, 5)), int(field(16, 5)), field(10, 12)
	imm := func(v int64, ok bool) (Operand, bool) { return Operand{Kind: Imm, Value: v}, ok }
	gpr := func(r int, ok bool) (Operand, bool) { return Operand{Kind: GPR, Reg: x0 + r}, ok && r < 31 }
	memory := func(offset int64) (Operand, bool) {
		return Operand{Kind: Mem, Base: Registers[x0+n], Value: offset}, true
	}
	switch name {
	case "to":
		return Operand{Kind: Label, Symbol: fmt.Sprintf("%+d", field(5, 19)<<45>>43)}, true
	case "vd":
		return Operand{Kind: V, Reg: d}, true
	case "vn":
		return Operand{Kind: V, Reg: n}, true
	case "vm":
		return Operand{Kind: V, Reg: m}, true
	case "v2": // a pair of loads needs two registers
		return Operand{Kind: V, Reg: int(field(10, 5))}, field(22, 1) == 0 || int(field(10, 5)) != d
	case "xd":
		return gpr(d, true)
	case "xm":
		return gpr(m, true)
	case "same": // both the destination and the first source
		return gpr(d, d == n)
	case "[n+1]":
		return memory(x12)
	case "[n+8]":
		return memory(8 * x12)
	case "[n+16]":
		return memory(16 * x12)
	case "[pair]":
		return memory(16 * field(15, 6))
	case "[pair+16]":
		return memory(16*field(15, 6) + 16)
	case "[n+m]":
		return Operand{Kind: Mem, Base: Registers[x0+n], Index: Registers[x0+m], Scale: 1}, n < 31 && m < 31
	case "$12":
		return imm(x12, true)
	case "$mask":
		ones := field(10, 6) + 1
		return imm(int64(bits.RotateLeft64(1<<ones-1, -int(field(16, 6)))), ones < 64)
	case "$left":
		k := 63 - field(10, 6)
		return imm(k, k > 0 && field(16, 6) == 64-k)
	case "$right":
		return imm(field(16, 6), true)
	case "$16":
		return imm(field(5, 16), true)
	case "$place":
		return imm(16*field(21, 2), true)
	case "$wide":
		return imm(field(5, 16)<<(16*field(21, 2)), true)
	case "$lane":
		return imm(field(20, 1), true)
	case "$8":
		return imm(field(16, 3)<<5|field(5, 5), true)
	case "$up":
		return imm(field(16, 3), true)
	case "$down":
		return imm(8-field(16, 3), true)
	}
	v, err := number(strings.TrimPrefix(name, "$"))
	return Operand{Kind: Imm, Value: v}, err == nil
}

var (
	arm64Text = regexp.MustCompile(`^TEXT x\.(\w+)\(SB\)`)
	arm64Word = regexp.MustCompile(`^\S+\.s:(\d+)\s+0x([0-9a-f]+)\s+([0-9a-f]{8})\s`)
)

// ReadArm64 assembles a file for arm64 and reads its functions.
func ReadArm64(path string) (*File, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	listing, err := assembled(path)
	if err != nil {
		return nil, err
	}
	f := &File{Path: path}
	var sig []string
	for i, line := range strings.Split(string(raw), "\n") {
		if m := decl.FindStringSubmatch(line); m != nil {
			sig = m
		} else if m := text.FindStringSubmatch(line); m != nil {
			fn := &Func{Name: m[1]}
			fn.Args, _ = strconv.Atoi(m[3])
			if sig == nil || sig[1] != m[1] || f.Func(m[1]) != nil {
				return nil, fmt.Errorf("%s:%d: expected a function declared in the comment above it, found %q", path, i+1, line)
			}
			if err := fn.params(sig[2]); err != nil {
				return nil, fmt.Errorf("%s:%d: expected %w, found %q", path, i+1, err, line)
			}
			f.Funcs = append(f.Funcs, fn)
		}
	}
	var fn *Func
	lines, next := map[*Func][]int{}, int64(0)
	for line := range strings.Lines(listing) {
		line = strings.TrimSpace(line)
		if m := arm64Text.FindStringSubmatch(line); m != nil {
			if fn = f.Func(m[1]); fn == nil {
				return nil, fmt.Errorf("%s: the assembler writes %s, which has no declaration", path, m[1])
			}
			continue
		}
		if line == "" {
			continue
		}
		m := arm64Word.FindStringSubmatch(line)
		if m == nil || fn == nil || strings.Contains(line, "]R_") {
			return nil, fmt.Errorf("%s: expected a word without relocation, found %q", path, line)
		}
		number, _ := strconv.Atoi(m[1])
		at, _ := strconv.ParseInt(m[2], 16, 64)
		w, _ := strconv.ParseUint(m[3], 16, 32)
		if len(fn.Words) > 0 && at != next {
			return nil, fmt.Errorf("%s: a gap before %q", path, line)
		}
		fn.Words, lines[fn], next = append(fn.Words, uint32(w)), append(lines[fn], number), at+4
	}
	for _, fn := range f.Funcs {
		if err := fn.Decode(lines[fn]); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return f, nil
}

// assembled returns a listing of the words that Go's assembler makes of a file.
func assembled(path string) (string, error) {
	dir, err := os.MkdirTemp("", "prove-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	run := func(args ...string) (string, error) {
		c := exec.Command("go", args...)
		c.Env = append(os.Environ(), "GOARCH=arm64")
		out, err := c.Output()
		if e, ok := err.(*exec.ExitError); ok {
			err = fmt.Errorf("%s: go %s: %w: %s", path, args[1], err, e.Stderr)
		}
		return strings.TrimSpace(string(out)), err
	}
	root, err := run("env", "GOROOT")
	if err != nil {
		return "", err
	}
	object := filepath.Join(dir, "x.o")
	if _, err := run("tool", "asm", "-p", "x", "-I", filepath.Join(root, "pkg", "include"), "-o", object, path); err != nil {
		return "", err
	}
	return run("tool", "objdump", object)
}

// Decode sets the instructions and labels of a function from its words, whose lines may be nil.
//
// Instructions for amd64 change flags that those for arm64 keep. Therefore the instruction before a conditional jump must
// set the flags, and nothing may jump between them.
func (fn *Func) Decode(lines []int) error {
	fn.Code, fn.Labels = nil, map[string]int{}
	targets := map[string]bool{}
	for i, w := range fn.Words {
		fn.Labels[fmt.Sprint(4*i)] = len(fn.Code)
		code, _ := DecodeWord(w)
		for _, in := range code {
			if lines != nil {
				in.Line = lines[i]
			}
			if in.Op[0] == 'J' {
				to, _ := strconv.Atoi(in.Args[0].Symbol)
				in.Args[0].Symbol = fmt.Sprint(4*i + to)
				targets[in.Args[0].Symbol] = true
				if n := len(fn.Code); n == 0 || fn.Code[n-1].Op != "SUBQ" && fn.Code[n-1].Op != "TESTQ" {
					return fmt.Errorf("line %d: expected a jump after SUBS", in.Line)
				}
			}
			fn.Code = append(fn.Code, in)
		}
	}
	fn.Labels[fmt.Sprint(4*len(fn.Words))] = len(fn.Code)
	for to := range targets {
		if i, ok := fn.Labels[to]; !ok || i < len(fn.Code) && fn.Code[i].Op[0] == 'J' {
			return fmt.Errorf("a jump to byte %s, which is no instruction or a jump that needs flags", to)
		}
	}
	return nil
}
