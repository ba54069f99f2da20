package goasm

import (
	"strings"
	"testing"
)

const kernel = `#include "textflag.h"

// func add(dst *uint64, n int) (ret uint8)
TEXT ·add(SB), NOSPLIT, $0-17
	MOVQ dst+0(FP), AX
loop:
	VPADDQ.BCST ones<>+8(SB), Z1, K1, Z2
	VMOVDQU64 Z2, -64(AX)(CX*8) // the last eight
	JNE  loop
	RET

DATA ones<>+0(SB)/8, $0x0000000000000001
DATA ones<>+8(SB)/8, $"12345678"
GLOBL ones<>(SB), RODATA|NOPTR, $16
`

func TestParse(t *testing.T) {
	f, err := Parse("add.s", kernel)
	if err != nil {
		t.Fatal(err)
	}
	fn := f.Func("add")
	if fn == nil || len(fn.Code) != 5 || fn.Labels["loop"] != 1 || len(f.Data["ones"]) != 16 {
		t.Fatalf("read %+v", f)
	}
	if got, want := fn.Code[1].String(), "VPADDQ.BCST ones<>+8(SB), Z1, K1, Z2"; got != want {
		t.Errorf("an instruction is read as %s, expected %s", got, want)
	}
	if p := fn.Param("ret"); p == nil || p.Offset != 16 || !p.Result {
		t.Errorf("the result is read as %+v", p)
	}
}

// TestUnknown changes one line of a kernel to something that the package does not know.
func TestUnknown(t *testing.T) {
	for _, test := range []struct{ old, new, expected string }{
		{"JNE  loop", "JNE  end", "expected a label of add"},
		{"JNE  loop", "JNE  2(PC)", "expected operands"},
		{"JNE  loop", "loop:", "expected a label that is not in use"},
		{"JNE  loop", "a label:", "expected an instruction"},
		{"JNE  loop", "lock; DECQ AX", "expected an instruction"},
		{"JNE  loop", "#define X 1", "expected an instruction"},
		{"JNE  loop", "/* nothing */", "expected an instruction"},
		{"dst+0(FP), AX", "dst+0(FP), (AX", "expected operands"},
		{"dst+0(FP), AX", "$one, AX", "expected operands"},
		{"dst+0(FP), AX", "0(FP), AX", "expected operands"},
		{"dst+0(FP), AX", "dst+0(FP), SP", "expected operands"},
		{"ones<>+8(SB)", "ones+8(SB)", "expected operands"},
		{"Z1, K1, Z2", "Z1, K8, Z2", "expected operands"},
		{"Z1, K1, Z2", "Z1, K1, Z32", "expected operands"},
		{"(CX*8)", "(CX*3)", "expected operands"},
		{"(CX*8)", "(SP*8)", "expected operands"},
		{"// func add", "// func sub", "expected a function declared"},
		{"NOSPLIT", "ABIInternal", "expected a function declared"},
		{"$0-17", "$0-24", "expected arguments of 17 bytes"},
		{"n int", "n number", "expected a signature"},
		{"ones<>+8(SB)/8, $", "ones<>+12(SB)/8, $", "expected constants without gaps"},
		{"GLOBL ones<>(SB), RODATA|NOPTR, $16", "GLOBL ones<>(SB), RODATA|NOPTR, $16\nDATA ones<>+16(SB)/8, $1", "expected constants without gaps"},
		{"JNE  loop", "JNE  loop<>(SB)", "expected a jump to a label"},
		{"JNE  loop", "JNE  AX", "expected a jump to a label"},
		{"RET\n", "RET\n\tJMP end\nend:\n", "expected a label of add"},
		{"dst+0(FP), AX", "$--5, AX", "expected operands"},
		{"\"12345678\"", "\"1234567\"", "expected a string of 8 bytes"},
		{"$0x0000000000000001", "$ones<>(SB)", "expected a number"},
		{"$0x0000000000000001", "", "expected DATA"},
		{"RODATA|NOPTR, $16", "RODATA|NOPTR, $24", "expected a read-only constant"},
		{"RODATA|NOPTR", "NOPTR", "expected a read-only constant"},
		{"GLOBL", "ALIGN", "expected"},
	} {
		if !strings.Contains(kernel, test.old) {
			t.Fatalf("%q is not in the kernel", test.old)
		}
		_, err := Parse("add.s", strings.Replace(kernel, test.old, test.new, 1))
		if err == nil || !strings.Contains(err.Error(), test.expected) || !strings.HasPrefix(err.Error(), "add.s:") {
			t.Errorf("%q instead of %q: expected an error with %q, found %v", test.new, test.old, test.expected, err)
		}
	}
}
