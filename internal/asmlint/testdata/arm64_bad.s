#include "textflag.h"

TEXT ·platform(SB), NOSPLIT, $0-0
	MOVD $0, R18
	RET
	// want: R18 is reserved

TEXT ·goroutine(SB), NOSPLIT, $0-0
	FMOVQ 0(R28), F0
	RET
	// want: R28 is reserved

TEXT ·crypto(SB), NOSPLIT, $0-0
	AESE V0.B16, V1.B16
	RET
	// want: AESE is not on every CPU

TEXT ·tail(SB), NOSPLIT, $0-0
	CBZ R0, end
	B ·platform(SB)
end:
	RET
	// want: leaves by a jump to another function

TEXT ·endless(SB), NOSPLIT, $0-0
loop:
	B loop
	// want: does not return
