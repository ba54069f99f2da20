#include "textflag.h"

// func avx2(dst *uint64)
// Requires: AVX, AVX2, BMI, CMOV
TEXT ·avx2(SB), NOSPLIT, $0-8
	MOVQ    dst+0(FP), AX
	VPXOR   Y0, Y0, Y15 // Y16 in a comment is no register
loop:
	VMOVDQU Y15, (AX)
	TESTQ   AX, AX
	JE      done
	JMP     loop

done:
	VZEROUPPER
	RET

// func avx512(dst *uint64)
// Requires: AVX512F
TEXT ·avx512(SB), NOSPLIT, $0-8
	MOVQ      dst+0(FP), AX
	VPXORQ    Z31, Z31, Z31
	VMOVDQU64 Z31, K1, (AX)
	VZEROUPPER
	RET

DATA ones<>+0(SB)/8, $0x0000000000000001
GLOBL ones<>(SB), RODATA|NOPTR, $8

// func scalar(x uint64) uint64
TEXT ·scalar(SB), NOSPLIT, $0-16
	MOVQ x+0(FP), AX
	MOVQ AX, ret+8(FP)
	RET
