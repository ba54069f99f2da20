package goasm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompare plants misreadings: it changes what Parse has read, so that it differs from the bytes.
func TestCompare(t *testing.T) {
	const source = `#include "textflag.h"

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
	MOVQ $0xffffffff, DX
	SUBQ $0x1, CX
	JNE loop
	MOVB AL, ret+16(FP)
	RET

DATA ones<>+0(SB)/8, $0x0000000000000001
DATA ones<>+8(SB)/8, $"12345678"
GLOBL ones<>(SB), RODATA|NOPTR, $16
`
	path := filepath.Join(t.TempDir(), "f_amd64.s")
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ read, misread string }{
		{"", ""},
		{"dst+0(FP), AX", "dst+0(FP), CX"}, {"n+8(FP)", "n+16(FP)"}, {"$64-17", "$0-17"}, {"$64-17", "$56-17"},
		{"VPADDQ.BCST", "VPADDQ"}, {"VPADDQ.BCST 8", "VPADDQ.BCST 16"}, {"(CX*8)", "(CX*4)"}, {"(AX)(CX*8)", "(CX)(AX*8)"}, {"8(AX)(CX*8)", "8(AX)"},
		{"Z1, K2", "Z1, K3"}, {"Z1, K2, Z3", "Z1, Z3"}, {"VPADDQ.BCST", "VPSUBQ.BCST"}, {"K2, Z3", "K2, Z19"},
		{"$0x96", "$0x69"}, {"ones<>+8", "ones<>+0"}, {"Y1, Y2", "Y2, Y1"}, {"Y1, Y2", "X1, X2"}, {"VMOVDQU8.Z", "VMOVDQU8"}, {"VMOVDQU8.Z", "VMOVDQU16.Z"},
		{"$-0x80000000", "$0x80000000"}, {"ANDQ", "ANDL"}, {"SHLQ $1", "SHLQ $2"}, {"AX, $0x7", "AX, $0x17"}, {"CMOVQLT", "CMOVQLE"}, {"CMOVQLT", "CMOVLLT"},
		{"R8, R9", "R9, R8"}, {"MOVBLZX", "MOVBQSX"}, {"MOVBLZX 3", "MOVWLZX 3"}, {"$0xffffffff", "$-1"}, {"JNE loop", "JEQ loop"}, {"JNE loop", "JNE next"}, {"MOVB AL", "MOVQ AX"},
		{"SUBQ $0x1, CX", "SUBQ CX, CX"}, {"\tSUBQ $0x1, CX\n", "\n"}, {"$0x0000000000000001", "$0x0000000000000003"}, {"\"12345678", "\"12345679"},
	} {
		text := strings.Replace(source, test.read, test.misread, 1)
		f, err := Parse(path, text)
		if err != nil {
			t.Fatalf("%q: %v", test.misread, err)
		}
		switch n, err := f.Compare(); {
		case errors.Is(err, ErrObjdump):
			t.Skip(err)
		case test.read == "" && (err != nil || n != 16):
			t.Errorf("%d instructions are compared: %v", n, err)
		case test.read != "" && err == nil:
			t.Errorf("%q is read as %q, which is not found", test.read, test.misread)
		}
	}
}
