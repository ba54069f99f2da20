package goasm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const kernel = `#include "textflag.h"

// func f(dst *uint64, n int) (ret uint8)
TEXT ·f(SB), NOSPLIT, $64-17
	MOVQ dst+0(FP), AX
	MOVQ n+8(FP), CX
	XORQ R13, R13
loop:
	VPADDQ.BCST 8(AX)(CX*8), Z1, K2, Z3
	VPTERNLOGQ $0x96, ones<>+8(SB), Y1, Y2
	VMOVDQU8.Z Z4, K1, Z5
	ANDQ $-0x80000000, AX
next:
	SHLQ $1, CX
	CMPQ AX, $0x7
	CMOVQLT R8, R9
	MOVBLZX 3(SP), BX
	MOVL $0xffffffff, DX
	VPCMPUB $5, Z1, Z2, K1, K3
	SUBQ $0x1, CX
	JNE loop
	MOVB AX, ret+16(FP)
	RET

DATA ones<>+0(SB)/8, $0x0000000000000001
DATA ones<>+8(SB)/8, $"12345678"
GLOBL ones<>(SB), RODATA|NOPTR, $16
`

// read reads a file with a kernel.
func read(t *testing.T, source string) (*File, error) {
	path := filepath.Join(t.TempDir(), "f_amd64.s")
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Read(path)
	if err == nil {
		err = f.Assemble()
	}
	if errors.Is(err, ErrObjdump) {
		t.Skip(err)
	}
	return f, err
}

// TestRead reads a kernel in the form in which it is written, and plants misreadings: what was read differs from the bytes.
func TestRead(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("textflag.h", []byte("#define NOSPLIT 4\n#define RODATA 8\n#define NOPTR 16\n#define XORQ ORQ\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := read(t, kernel)
	if err != nil {
		t.Fatal(err)
	}
	o, err := assemble("amd64", f.Path, f.Path+".o")
	if err != nil {
		t.Fatal(err)
	}
	fn := f.Func("f")
	_, text, _ := strings.Cut(kernel, "$64-17\n")
	text, _, _ = strings.Cut(text, "\n\nDATA")
	i := 0
	for _, line := range strings.Split(text, "\n") {
		if name, ok := strings.CutSuffix(line, ":"); ok {
			if fn.Labels[name] != i {
				t.Errorf("%s is before instruction %d, expected %d", name, fn.Labels[name], i)
			}
			continue
		}
		if got, want := fn.Code[i].String(), strings.ReplaceAll(strings.TrimSpace(line), "$1,", "$0x1,"); got != strings.ReplaceAll(want, "$5,", "$0x5,") {
			t.Errorf("%s is read as %s", want, got)
		}
		i++
	}
	for _, test := range []struct{ read, misread string }{
		{"dst+0(FP), AX", "dst+0(FP), CX"}, {"n+8(FP)", "ret+16(FP)"}, {"$64-17", "$0-17"}, {"$64-17", "$56-17"},
		{"VPADDQ.BCST", "VPADDQ"}, {"VPADDQ.BCST 8", "VPADDQ.BCST 16"}, {"(CX*8)", "(CX*4)"}, {"(AX)(CX*8)", "(CX)(AX*8)"}, {"8(AX)(CX*8)", "8(AX)"},
		{"Z1, K2", "Z1, K3"}, {"Z1, K2, Z3", "Z1, Z3"}, {"VPADDQ.BCST", "VPSUBQ.BCST"}, {"K2, Z3", "K2, Z19"},
		{"$0x96", "$0x69"}, {"ones<>+8", "ones<>+0"}, {"Y1, Y2", "Y2, Y1"}, {"Y1, Y2", "X1, X2"}, {"VMOVDQU8.Z", "VMOVDQU8"}, {"VMOVDQU8.Z", "VMOVDQU16.Z"},
		{"$-0x80000000", "$-0x40000000"}, {"ANDQ", "ANDL"}, {"SHLQ $1", "SHLQ $2"}, {"AX, $0x7", "AX, $0x17"}, {"CMOVQLT", "CMOVQLE"}, {"CMOVQLT", "CMOVLLT"},
		{"R8, R9", "R9, R8"}, {"MOVBLZX", "MOVBQSX"}, {"MOVBLZX 3", "MOVWLZX 3"}, {"MOVL $0xffffffff", "MOVQ $-1"}, {"JNE loop", "JEQ loop"}, {"JNE loop", "JNE next"}, {"MOVB AX", "MOVQ AX"},
		{"SUBQ $0x1, CX", "SUBQ CX, CX"}, {"\tSUBQ $0x1, CX\n", "\n"}, {"$0x0000000000000001", "$0x0000000000000003"}, {"\"12345678", "\"12345679"}, {"VPCMPUB $5", "VPCMPUB $2"}, {"VPCMPUB", "VPCMPB"},
	} {
		misread, err := read(t, strings.Replace(kernel, test.read, test.misread, 1))
		if err != nil {
			t.Fatalf("%q: %v", test.misread, err)
		}
		if err := misread.same(o, t.TempDir()); err == nil || !strings.Contains(err.Error(), "other bytes") {
			t.Errorf("%q is read as %q, which is not found: %v", test.read, test.misread, err)
		}
	}
}

// TestUnknown changes one line of a kernel to something that must not be followed.
func TestUnknown(t *testing.T) {
	for _, test := range []struct{ old, new, expected string }{
		{"JNE loop", "JNE end", "undefined"},
		{"JNE loop", "#ifdef GOAMD64_v1\n\tDECQ R13\n#endif\n\tJNE loop", "a directive"},
		{"JNE loop", "/* */ #define VPADDQ VPSUBQ", "a directive"},
		{"RET\n", "RET\n\tJMP end\nend:\n", "asm"},
		{"JNE loop", "JMP AX", "unknown"},
		{"JNE loop", "CALL ·f(SB)", "does not know"},
		{"JNE loop", "LOCK; DECQ (AX)", "unknown"},
		{"JNE loop", "ADDQ $8, SP; RET", "other bytes"},
		{"JNE loop", "MOVQ ·x(SB), AX", "unknown"},
		{"JNE loop", "MOVQ $x<>(SB), AX", "unknown"},
		{"JNE loop", "MOVQ (TLS), AX", "unknown"},
		{"dst+0(FP), AX", "dst+0(FP), SP", "the stack pointer"},
		{"ones<>+8(SB),", "8(SP)(SP*1),", "asm"},
		{"// func f", "// func g", "expected a function declared"},
		{"NOSPLIT", "ABIInternal", "expected a function declared"},
		{"$64-17", "$64-24", "expected arguments of 17 bytes"},
		{"n int", "n number", "expected a signature"},
		{"RODATA|NOPTR", "NOPTR", "unknown"},
		{"TEXT ·f", " TEXT ·g(SB), $0-0\n\tRET\n// func f(dst *uint64, n int) (ret uint8)\nTEXT ·f", "not those that are declared"},
		{"ones<>", "·ones", "unknown"},
	} {
		if !strings.Contains(kernel, test.old) {
			t.Fatalf("%q is not in the kernel", test.old)
		}
		if _, err := read(t, strings.ReplaceAll(kernel, test.old, test.new)); err == nil || !strings.Contains(err.Error(), test.expected) {
			t.Errorf("%q instead of %q: expected an error with %q, found %v", test.new, test.old, test.expected, err)
		}
	}
}
