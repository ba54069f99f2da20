#include "textflag.h"

// func neon(dst *uint64, n int)
TEXT ·neon(SB), NOSPLIT, $40-16
	MOVD dst+0(FP), R0
	MOVD n+8(FP), R15

loop:
	FLDPQ 0(R0), (F16, F28)
	WORD $0x4e7c1e10 // BIC V16, V16, V28
	FMOVQ F16, 16(RSP)
	VEOR V28.B16, V16.B16, V18.B16
	SUBS $16, R15
	BNE loop
	RET
