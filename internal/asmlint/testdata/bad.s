#include "textflag.h"

// Requires: AVX, AVX2
TEXT ·highRegister(SB), NOSPLIT, $0-0
	VPXOR Y1, Y1, Y16
	VZEROUPPER
	RET
	// want: Y16 needs AVX-512, which is not required

// Requires: AVX
TEXT ·highRegisterX(SB), NOSPLIT, $0-0
	VMOVQ AX, X31
	RET
	// want: X31 needs AVX-512, which is not required

// Requires: AVX, AVX2
TEXT ·mask(SB), NOSPLIT, $0-0
	KMOVQ AX, K1
	RET
	// want: K1 needs AVX-512, which is not required

// Requires: AVX, AVX2, BMI2
TEXT ·notCovered(SB), NOSPLIT, $0-0
	BZHIQ AX, BX, CX
	RET
	// want: requires BMI2, which the guard of its path does not cover

// Requires: AVX, AVX2
TEXT ·dirtyOnOneWay(SB), NOSPLIT, $0-0
	VPXOR Y0, Y0, Y0
	JE    other
	VZEROUPPER
	RET
other:
	RET
	// want: RET without VZEROUPPER before it

// Requires: AVX, AVX2
TEXT ·tooEarly(SB), NOSPLIT, $0-0
	VZEROUPPER
	VPXOR Y0, Y0, Y0
	RET
	// want: RET without VZEROUPPER before it

// Requires: AVX
TEXT ·tail(SB), NOSPLIT, $0-0
	JE  end
	JMP ·highRegister(SB)
end:
	RET
	// want: leaves by a jump to another function

TEXT ·endless(SB), NOSPLIT, $0-0
	NOP
	// want: does not return
