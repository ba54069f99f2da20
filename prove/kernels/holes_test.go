package kernels

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/machine"
	"github.com/koggestone/koggestone/prove/twins"
)

// TestWrongKernels proves kernels that compute dst[i] from src[i] in a way that the model once misread: each of
// these would have been proved, and the CPU computes something else.
func TestWrongKernels(t *testing.T) {
	checker, err := cec.New()
	if err != nil {
		t.Skip(err)
	}
	defer checker.Close()
	same := func(x aig.Bits) aig.Bits { return x }
	low := func(x aig.Bits) aig.Bits { return x[:32].Extend(64) }
	const next = "\nADDQ $8, AX\nADDQ $8, CX\nSUBQ $1, DX\nJNE loop\n"
	const xor = "MOVQ (CX), SI\nMOVQ (BX), DI\nXORQ R9, DI\nXORQ DI, SI\nMOVQ SI, (AX)\n" // SI is (CX) if (BX) is still R9
	for _, test := range []struct {
		name, before, body string
		want               func(x aig.Bits) aig.Bits
		expected           string
	}{
		{"a copy", "", "MOVQ (CX), SI\nMOVQ SI, (AX)", same, ""},
		{"scratch that stays as it is", "MOVQ (BX), R9\n", xor, same, ""},
		{"scratch that the loop changes", "MOVQ (BX), R9\n", xor + "NOTQ DI\nMOVQ DI, (BX)", same, "differs"},
		{"scratch that the loop changes, from its first iteration", "MOVQ (BX), R9\nSUBQ $8, AX\nSUBQ $8, CX\nADDQ $1, DX\nJMP check\n", xor + "NOTQ DI\nMOVQ DI, (BX)\ncheck:", same, "differs"},
		{"scratch that gets a count", "MOVQ (BX), R9\nMOVQ R9, (BX)\n", xor + "MOVQ DX, (BX)", same, "a logical operation"},
		{"a count in scratch that becomes bits", "MOVQ $7, R9\nMOVQ R9, (BX)\n", xor + "MOVQ (CX), SI\nMOVQ SI, (BX)", same, "differs"},
		{"AND with 32 bits", "", "MOVQ (CX), SI\nANDQ $0xffffffff, SI\nMOVQ SI, (AX)", low, "other bytes"},
		{"XOR with bit 31", "", "MOVQ (CX), SI\nXORQ $0x80000000, SI\nMOVQ SI, (AX)", func(x aig.Bits) aig.Bits {
			x = append(aig.Bits{}, x...)
			x[31] = x[31].Not()
			return x
		}, "differs"},
		{"a store of 32 bits", "", "MOVQ $0xffffffff, (AX)", func(aig.Bits) aig.Bits { return aig.Const(1<<32-1, 64) }, "differs"},
		{"a constant of 32 bits in a register", "", "MOVQ $0xffffffff, SI\nANDQ (CX), SI\nMOVQ SI, (AX)", low, ""},
		{"a shift by 258", "", "MOVQ (CX), SI\nSHLQ $258, SI\nMOVQ SI, (AX)", func(x aig.Bits) aig.Bits { return x.Shl(2) }, "asm"},
		{"MOVD, another name of MOVQ", "", "MOVD (CX), SI\nMOVQ SI, (AX)", low, "differs"},
		{"a shift of two registers", "", "MOVQ (CX), SI\nSHLQ $1, SI, SI\nMOVQ SI, (AX)", func(x aig.Bits) aig.Bits { return x.Shl(1) }, "does not know"},
		{"a count that wraps", "MOVQ DX, SI\nSHLQ $60, SI\nCMPQ SI, $0\nJEQ done\n", "MOVQ (CX), SI\nMOVQ SI, (AX)", same, "may wrap"},
		{"a count near 2^63", "MOVQ $0x7fffffffffffffff, SI\nADDQ DX, SI\nCMPQ SI, $0\nJLT done\n", "MOVQ (CX), SI\nMOVQ SI, (AX)", same, "may wrap"},
		{"a negative count, divided without its sign", "NEGQ DX\nSHLQ $3, DX\nSHRQ $3, DX\nNEGQ DX\n", "MOVQ (CX), SI\nMOVQ SI, (AX)", same, "a shift of"},
		{"a part of a count in scratch", "MOVQ (BX), R9\n", "MOVQ DX, (BX)\nMOVL $0, 4(BX)\nMOVL (BX), DI\nXORL R9, DI\nMOVQ (CX), SI\nXORQ DI, SI\nMOVQ SI, (AX)", same, "differs"},
		{"a shift by 128 bits of memory", "", "VMOVQ (CX), X0\nVPXOR X1, X1, X1\nMOVQ $0, (BX)\nVPSLLQ (BX), X0, X0\nMOVQ X0, (AX)", same, "outside of room"},
		{"an input that is read after dst was written", "", "MOVQ (CX), SI\nMOVQ SI, (AX)\nMOVQ (CX), SI\nMOVQ SI, (AX)", same, "may be the same"},
		{"a table that moves", "LEAQ table<>(SB), R8\n", "MOVQ (CX), SI\nANDQ $1, SI\nVMOVQ (R8)(SI*8), X0\nMOVQ X0, (AX)\nADDQ $8, R8",
			func(aig.Bits) aig.Bits { return aig.Const(7, 64) }, "a look-up in something else"},
		{"BP", "", "MOVQ (CX), BP\nMOVQ BP, (AX)", same, "BP is not what it was"},
	} {
		source := "// func f(dst, src *uint64, n int, room *[1]uint64)\nTEXT ·f(SB), NOSPLIT, $0-32\n" +
			"MOVQ dst+0(FP), AX\nMOVQ src+8(FP), CX\nMOVQ n+16(FP), DX\nMOVQ room+24(FP), BX\n" + test.before +
			"CMPQ DX, $0\nJEQ done\nloop:\n" + test.body + next + "done:\nRET\n" +
			"DATA table<>+0(SB)/8, $7\nDATA table<>+8(SB)/8, $7\nDATA table<>+16(SB)/8, $7\nGLOBL table<>(SB), RODATA|NOPTR, $24\n"
		f, err := assembled(t, "amd64", source)
		if err == nil {
			c := NewCase(f, f.Funcs[0], checker)
			m := c.Machine()
			b := c.batch(m, m.NewSym("q").Times(1), "dst")
			b.arrays["dst"].Shared = test.expected == "may be the same"
			b.prove(each(func(b *batch, _ string, i machine.Num) aig.Bits { return test.want(b.in("src", i)) }))
			err = c.Run(m)
		}
		if test.expected == "" && err != nil || test.expected != "" && (err == nil || !strings.Contains(err.Error(), test.expected)) {
			t.Errorf("%s: expected an error with %q, found %v", test.name, test.expected, err)
		}
	}
}

// TestWrongBounds proves that kernels stay inside their slices that read outside of them, in ways that the model once misread.
func TestWrongBounds(t *testing.T) {
	checker, err := cec.New()
	if err != nil {
		t.Skip(err)
	}
	defer checker.Close()
	for _, test := range []struct{ name, body, expected string }{
		{"an element of src", "MOVQ (CX)(DX*8), SI", ""},
		{"flags of VPTEST", "XORL SI, SI\nVPTEST X0, X0\nJEQ done\nMOVQ 8(CX)(DX*8), SI\ndone:", "outside of src"},
		{"a count that is read back", "MOVQ DX, (BX)\nVMOVDQU X0, 8(BX)\nMOVQ (BX), SI\nMOVQ (CX)(SI*8), DI", ""},
		{"a count that is written over", "MOVQ DX, 8(BX)\nVMOVDQU X0, (BX)\nMOVQ 8(BX), SI\nMOVQ (CX)(SI*8), DI", "a number in room is overwritten"},
		{"a count at a symbolic offset", "MOVQ DX, (BX)(DX*8)\nVMOVDQU X0, 8(BX)\nMOVQ (BX)(DX*8), SI\nMOVQ (CX)(SI*8), DI", "a number in room is overwritten"},
	} {
		f, err := assembled(t, "amd64", "// func f(src *uint64, n int, room *[3]uint64)\nTEXT ·f(SB), NOSPLIT, $0-24\n"+
			"MOVQ src+0(FP), CX\nMOVQ n+8(FP), DX\nMOVQ room+16(FP), BX\n"+test.body+"\nRET\n")
		if err != nil {
			t.Fatal(err)
		}
		b := NewCase(f, f.Funcs[0], checker).bounds()
		b.Plain = true
		n := b.NewNumber("n", 1)
		b.SetArg("n", n)
		b.region("src", n.Plus(1).Mul(8), machine.Input)
		b.region("room", num(24), machine.Scratch).Garbage = true
		if err := b.induct(nil); test.expected == "" && err != nil || test.expected != "" && (err == nil || !strings.Contains(err.Error(), test.expected)) {
			t.Errorf("%s: expected an error with %q, found %v", test.name, test.expected, err)
		}
	}
}

// TestWrongTwins proves Go functions that are not what they seem to be.
func TestWrongTwins(t *testing.T) {
	checker, err := cec.New()
	if err != nil {
		t.Skip(err)
	}
	defer checker.Close()
	dir := t.TempDir()
	for name, source := range map[string]string{
		"go.mod": "module github.com/koggestone/koggestone\n\ngo 1.25.0\n",
		"x.go": `package koggestone

var table, changed, passed, listed = [2]uint64{1, 2}, [2]uint64{1, 2}, [2]uint64{1, 2}, []uint64{1, 2}

func init() { changed[1] = 3 }

func set(x *uint64) { *x = 3 }

func Pass() { set(&passed[1]) }

func list() []uint64 { return listed }

const two = here

func Mask(x uint64) uint64    { return x & table[1] }
func Changed(x uint64) uint64 { return x & changed[1] }
func Passed(x uint64) uint64  { return x & passed[1] }
func Narrow(x uint64) uint64  { return uint64(int(x)) & 2 }
func OfConst(x uint64) uint64 { return x & two }
func Listed(x uint64) uint64  { return x & listed[1] }

func Copy(dst, src []uint64) {
	for i := range dst {
		dst[i] = src[i]
	}
}

func Twice(dst, src []uint64) {
	for i := range dst {
		dst[i] = src[i] & 1
		dst[i] = src[i]
	}
}

func Third(dst, src []uint64) {
	Copy(dst, src)
	if len(dst) > 2 {
		dst[2] = 0
	}
}

func Half(dst, src []uint64) {
	for i := range dst[:len(dst)/2] {
		dst[i] = src[i]
	}
}

func Last(dst, src []uint64) {
	for i := 0; i < len(dst)-1; i++ {
		dst[i] = src[i]
	}
}

func Before(dst, src []uint64) {
	for i := range dst {
		dst[i] = src[i]
		if i > 0 {
			dst[i-1] = src[i]
		}
	}
}

func Sum(dst, src []uint64) {
	sum := uint64(0)
	for i := range dst {
		dst[i] = src[i] | sum
		sum ^= src[i] ^ src[i]
	}
}

func State(dst, src []uint64) {
	var last [1]uint64
	for i := range dst {
		x := src[i]
		dst[i] = x | last[0]
		last[0] = x
	}
}

func Nested(dst, src []uint64) {
	for _, x := range src {
		for i := range dst {
			dst[i] = x
		}
	}
}

func Counted(dst, src []uint64) {
	for i := 0; i < len(dst); i++ {
		dst[i] = src[i]
	}
}

func Clears(dst, src []uint64) {
	Copy(dst, src)
	for i := range src {
		src[i] = 0
	}
}
`,
		"tagged.go":  "//go:build !amd64 || purego\n\npackage koggestone\n\nconst here = 2\n\nfunc Tagged(x uint64) uint64 { return x & 2 }\n",
		"v3.go":      "//go:build !amd64.v3\n\npackage koggestone\n\nfunc V3(x uint64) uint64 { return x & 2 }\n",
		"x_noasm.go": "//go:build !amd64 || purego\n\npackage koggestone\n\nfunc Noasm(x uint64) uint64 { return Mask(x) }\nfunc noasm(x uint64) uint64 { return x & 2 }\n",
		"used.go":    "package koggestone\n\nvar Public = [2]uint64{1, 2}\n\nfunc ByNoasm(x uint64) uint64 { return Noasm(x) }\nfunc OfNoasm(x uint64) uint64 { return noasm(x) }\nfunc OfPublic(x uint64) uint64 { return x & Public[1] }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	p, err := twins.Load(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	two := set(func(g *aig.Graph, a aig.Bits) aig.Bits { return g.Ands(a, aig.Const(2, 64)) })
	copied := batchOf(sight{[]string{"src"}, func(_ *aig.Graph, in []aig.Bits) aig.Bits { return in[0] }})
	for _, test := range []struct {
		name     string
		want     definition
		expected string
	}{
		{".Mask", two, ""},
		{".Changed", two, "may change after its initialization"},
		{".Passed", two, "may change after its initialization"},
		{".Listed", two, "may change after its initialization"},
		{".Tagged", two, "not in all builds"},
		{".OfConst", two, "not in all builds"},
		{".Narrow", two, "a number of more than 32 bits"},
		{".V3", two, "not in all builds"},
		{".Noasm", two, "not in all builds"},
		{".OfNoasm", two, "not in all builds"},
		{".ByNoasm", two, ""},
		{".OfPublic", two, "may be changed by a package that uses it"},
		{".Copy", copied, ""},
		{".Counted", copied, ""},
		{".Clears", copied, "an input"},
		{".Twice", copied, "may be the same"},
		{".Nested", copied, "a loop over a slice in another one"},
		{".Third", copied, "> of a length"},
		{".Half", copied, "/ of a length"},
		{".Last", copied, "does not run for 0 to n-1"},
		{".Before", copied, "of a length"},
		{".Sum", copied, "changes two variables"},
		{".State", copied, "changes what later ones can see"},
	} {
		twin := Twin{Name: test.name, want: test.want}
		if _, err := twin.Prove(p, checker); test.expected == "" && err != nil || test.expected != "" && (err == nil || !strings.Contains(err.Error(), test.expected)) {
			t.Errorf("%s: expected an error with %q, found %v", test.name, test.expected, err)
		}
	}
}
