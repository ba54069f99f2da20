package goasm

import (
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Kernels for arm64 are read from the words that Go's assembler writes, not from the text. The reader translates each word
// to one or two instructions of amd64 with the same effect, so that both architectures share the models of package
// machine. Its test compares the translation with an emulator. The registers x0 to x30 and sp follow those of amd64 in
// Registers.

// V is a vector register of arm64: Reg, 0 to 31.
const V Kind = 'V'

const x0 = 16 // the number of x0 in Registers

func init() {
	for i := range 31 {
		Registers = append(Registers, fmt.Sprintf("x%d", i))
	}
	Registers = append(Registers, "sp")
}

// words lists the known forms of words: the value of the bits under a mask, and the instructions. wordOperand explains
// the names of operands. Each form is in a kernel, because the test runs the words of kernels.
var words = []struct {
	mask, bits uint32
	code       string
}{
	{0xffffffff, 0xd65f03c0, "RET"},
	{0xff000000, 0xb4000000, "TESTQ xd xd; JEQ to"},                                                                                    // CBZ
	{0xff00001f, 0x54000001, "JNE to"},                                                                                                 // B.NE
	{0xffc00000, 0xf1000000, "SUBQ $10:12 same"},                                                                                       // SUBS
	{0xffc00000, 0x91400000, "LEAQ [n+4096] xd"}, {0xffc00000, 0x91000000, "LEAQ [n+1] xd"}, {0xffe0fc00, 0x8b000000, "LEAQ [n+m] xd"}, // ADD
	{0xffc00000, 0x92400000, "ANDQ $mask same"},
	{0xffc00000, 0xd3400000, "SHLQ $left same"}, {0xffc0fc00, 0xd340fc00, "SHRQ $16:6 same"},
	{0xffe0fc00, 0x9b007c00, "IMULQ xm same"},
	{0xffffffe0, 0xaa1f03e0, "MOVQ $0 xd"}, {0xff800000, 0xd2800000, "MOVQ $shifted xd"}, {0xff800000, 0x92800000, "MOVQ $inverted xd"}, // MOVZ, MOVN
	{0xff8003e0, 0xb20003e0, "MOVQ $repeated xd"}, // ORR
	{0xff800000, 0xf2800000, "MOVK $5:16 $21:2 xd"},
	{0xffc00000, 0xf9400000, "MOVQ [n+8] xd"}, {0xffc00000, 0x39000000, "MOVB xd [n+1]"},
	{0xffc00000, 0x3dc00000, "VMOVDQU [n+16] vd"}, {0xffc00000, 0x3d800000, "VMOVDQU vd [n+16]"},
	{0xffe00000, 0xad400000, "VMOVDQU [pair+0] vd; VMOVDQU [pair+16] vt"}, // LDP
	{0xffe00000, 0xad000000, "VMOVDQU vd [pair+0]; VMOVDQU vt [pair+16]"}, // STP
	{0xffeffc00, 0x4e083c00, "VPEXTRQ $20:1 vn xd"},
	{0xfff8fc00, 0x4f00e400, "VPBROADCASTB $byte vd"}, {0xfffffc00, 0x4e080c00, "VPBROADCASTQ xn vd"}, // MOVI, DUP
	{0xffe0fc00, 0x4e201c00, "VPAND vm vn vd"}, {0xffe0fc00, 0x4ea01c00, "VPOR vm vn vd"},
	{0xffe0fc00, 0x6e201c00, "VPXOR vm vn vd"}, {0xffe0fc00, 0x4e601c00, "VPANDN vn vm vd"}, // BIC
	{0xffe0fc00, 0x6e601c00, "VMUX vd vn vm vd"}, // BSL: vd & vn | ^vd & vm
	{0xffe0fc00, 0x6ea01c00, "VMUX vm vn vd vd"}, // BIT: vm & vn | ^vm & vd
	{0xffe0fc00, 0x6ee01c00, "VMUX vm vd vn vd"}, // BIF: ^vm & vn | vm & vd
	{0xffe0fc00, 0x4e208400, "VPADDB vm vn vd"}, {0xffe0fc00, 0x4e608400, "VPADDW vm vn vd"},
	{0xffe0fc00, 0x6e208400, "VPSUBB vm vn vd"}, {0xffe0fc00, 0x6e208c00, "VPCMPEQB vm vn vd"},
	{0xffe0fc00, 0x4e208c00, "VPTESTMB vm vn vd"}, // CMTST
	{0xfffffc00, 0x4e205800, "VPOPCNTB vn vd"}, {0xfffffc00, 0x6e605800, "VRBIT vn vd"},
	{0xfff8fc00, 0x4f085400, "VPSLLB $16:3 vn vd"}, {0xfff8fc00, 0x6f080400, "VPSRLB $down vn vd"},
	{0xffe0fc00, 0x4e001800, "VUZP1 vm vn vd"}, {0xffe0fc00, 0x4e005800, "VUZP2 vm vn vd"},
	{0xffe0fc00, 0x4e003800, "VPUNPCKLBW vm vn vd"}, {0xffe0fc00, 0x4e007800, "VPUNPCKHBW vm vn vd"}, // ZIP
	{0xffe0fc00, 0x4e803800, "VPUNPCKLDQ vm vn vd"}, {0xffe0fc00, 0x4e807800, "VPUNPCKHDQ vm vn vd"},
	{0xfff0fc00, 0x4f105400, "VPSLLW $16:4 vn vd"}, {0xfff0fc00, 0x6f100400, "VPSRLW $down16 vn vd"},
	{0xfff8fc00, 0x4f008400, "VPBROADCASTW $byte vd"}, // MOVI
	{0xffe0fc00, 0x4ea08400, "VPADDD vm vn vd"}, {0xffe0fc00, 0x6e608400, "VPSUBW vm vn vd"},
	{0xfff0fc00, 0x0f10a400, "VSSHLL $16:4 vn vd"}, {0xfff0fc00, 0x4f10a400, "VSSHLL2 $16:4 vn vd"},
	{0xffe0fc00, 0x0e60c000, "VSMULL vm vn vd"}, {0xffe0fc00, 0x4e60c000, "VSMULL2 vm vn vd"},
	{0xffe0fc00, 0x4e203400, "VPCMPGTB vm vn vd"}, {0xfffffc00, 0x4e20a800, "VSIGNB vn vd"}, // CMGT, CMLT
	{0xffe0fc00, 0x4e200c00, "VPADDSB vm vn vd"}, {0xffe0fc00, 0x6e606c00, "VPMINUW vm vn vd"},
	{0xfffffc00, 0x4e181c00, "VPINSRQ $1 xn vd vd"}, {0xffe0fc00, 0x4e000000, "VTBL vm vn vd"}, // INS, TBL
	{0xffe0fc00, 0x4e403800, "VPUNPCKLWD vm vn vd"}, {0xffe0fc00, 0x4e407800, "VPUNPCKHWD vm vn vd"}, // ZIP
	{0xffe0fc00, 0x4ee08c00, "VPTESTMQ vm vn vd"}, {0xffe0fc00, 0x6ee04400, "VUSHLQ vm vn vd"}, // CMTST, USHL
	{0xffc0fc00, 0x4f405400, "VPSLLQ $16:6 vn vd"}, {0xffc0fc00, 0x6f400400, "VPSRLQ $down64 vn vd"},
	{0xffe0fc00, 0x6e600c00, "VPADDUSW vm vn vd"}, // UQADD
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

// wordOperand returns the operand of a word for a name in words. Registers are named by their place in the word, and
// "same" is a destination that is also the first source. [n+8] is memory at xn plus an offset in units of 8 bytes, and
// $10:12 is an immediate of 12 bits that begins at bit 10.
func wordOperand(w uint32, name string) (o Operand, ok bool) {
	field := func(at, n int) int64 { return int64(w >> at & (1<<n - 1)) }
	register := func(letter byte) int { return int(field(map[byte]int{'d': 0, 'n': 5, 't': 10, 'm': 16}[letter], 5)) }
	d, n, m := register('d'), register('n'), register('m')
	at, size := 0, 0
	o = Operand{Kind: Imm, Base: Registers[x0+n], Scale: 1}
	switch {
	case name[0] == 'v':
		o.Kind, o.Reg = V, register(name[1])
		return o, name != "vt" || field(22, 1) == 0 || o.Reg != d // a pair of loads needs two registers
	case name[0] == 'x' || name == "same":
		o.Kind, o.Reg = GPR, x0+d
		switch name {
		case "xm":
			o.Reg = x0 + m
		case "xn":
			o.Reg = x0 + n
		}
		return o, o.Reg < x0+31 && (name != "same" || d == n)
	case name == "to":
		o.Kind, o.Symbol = Label, fmt.Sprintf("%+d", field(5, 19)<<45>>43)
	case name == "[n+m]":
		o.Kind, o.Index = Mem, Registers[x0+m]
		return o, n < 31 && m < 31
	case scan(name, "[n+%d]", &size):
		o.Kind, o.Value = Mem, int64(size)*field(10, 12)
	case scan(name, "[pair+%d]", &size):
		o.Kind, o.Value = Mem, 16*field(15, 6)+int64(size)
	case name == "$mask":
		o.Value = int64(bits.RotateLeft64(1<<(field(10, 6)+1)-1, -int(field(16, 6))))
		return o, field(10, 6) < 63
	case name == "$shifted":
		o.Value = field(5, 16) << (16 * field(21, 2))
	case name == "$inverted":
		o.Value = ^(field(5, 16) << (16 * field(21, 2)))
	case name == "$repeated": // a rotated run of ones, repeated to 64 bits
		size := 1 << (bits.Len64(uint64(field(22, 1)<<6|^field(10, 6)&63)) - 1)
		ones, by := field(10, 6)&int64(size-1)+1, int(field(16, 6))&(size-1)
		run := uint64(1)<<ones - 1
		run = (run>>by | run<<(size-by)) & (1<<size - 1)
		for ; size < 64; size *= 2 {
			run |= run << size
		}
		o.Value = int64(run)
	case name == "$left":
		o.Value = 63 - field(10, 6)
		return o, o.Value > 0 && field(16, 6) == 64-o.Value
	case name == "$byte":
		o.Value = field(16, 3)<<5 | field(5, 5)
	case name == "$down":
		o.Value = 8 - field(16, 3)
	case name == "$down16":
		o.Value = 16 - field(16, 4)
	case name == "$down64":
		o.Value = 64 - field(16, 6)
	case scan(name, "$%d:%d", &at, &size):
		o.Value = field(at, size)
	case !scan(name, "$%v", &o.Value):
		panic(name)
	}
	return o, true
}

func scan(s, format string, values ...any) bool {
	n, err := fmt.Sscanf(s, format, values...)
	return err == nil && n == len(values)
}

var (
	arm64Text = regexp.MustCompile(`^TEXT p\.(\w+)\(SB\)`)
	arm64Word = regexp.MustCompile(`^\S+\.s:(\d+)\s+0x([0-9a-f]+)\s+([0-9a-f]{8})\s`)
)

// Assemble sets the instructions and constants of a file.
func (f *File) Assemble() error {
	if len(f.Funcs) == 0 || f.Funcs[0].Code != nil {
		return nil
	}
	dir, err := os.MkdirTemp("", "prove-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if strings.HasSuffix(f.Path, "_arm64.s") {
		return f.readARM64(dir)
	}
	return f.readAMD64(dir)
}

func (f *File) readARM64(dir string) error {
	object := filepath.Join(dir, "o")
	if _, err := assemble("arm64", f.Path, object); err != nil {
		return err
	}
	listing, err := run("arm64", "go", "tool", "objdump", object)
	if err != nil {
		return err
	}
	var fn *Func
	next := int64(0)
	for _, line := range listing {
		line = strings.TrimSpace(line)
		if m := arm64Text.FindStringSubmatch(line); m != nil {
			if fn = f.Func(m[1]); fn == nil {
				return fmt.Errorf("%s: the assembler writes %s, which has no declaration", f.Path, m[1])
			}
			continue
		}
		if line == "" {
			continue
		}
		m := arm64Word.FindStringSubmatch(line)
		if m == nil || fn == nil || strings.Contains(line, "]R_") {
			return fmt.Errorf("%s: expected a word without relocation, found %q", f.Path, line)
		}
		number, _ := strconv.Atoi(m[1])
		at, _ := strconv.ParseInt(m[2], 16, 64)
		w, _ := strconv.ParseUint(m[3], 16, 32)
		if len(fn.Words) > 0 && at != next {
			return fmt.Errorf("%s: a gap before %q", f.Path, line)
		}
		fn.Words, fn.Lines, next = append(fn.Words, uint32(w)), append(fn.Lines, number), at+4
	}
	for _, fn := range f.Funcs {
		if len(fn.Words) == 0 {
			return fmt.Errorf("%s: the assembler does not write %s", f.Path, fn.Name)
		}
		if err := fn.Decode(); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return nil
}

// Decode sets the instructions and labels of a function from its words.
//
// Instructions for amd64 change flags that those for arm64 keep. Therefore the instruction before a conditional jump must
// set the flags, and nothing may jump between them.
func (fn *Func) Decode() error {
	fn.Code, fn.Labels = nil, map[string]int{}
	targets := map[string]bool{}
	for i, w := range fn.Words {
		fn.Labels[fmt.Sprint(4*i)] = len(fn.Code)
		code, _ := DecodeWord(w)
		for _, in := range code {
			in.Line = fn.Lines[i]
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
