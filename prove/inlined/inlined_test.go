package inlined

import (
	"strings"
	"testing"
)

func TestTranslate(t *testing.T) {
	const head = "inlineRayAttacksAVX512: # @x\n"
	for _, c := range []struct{ source, want string }{
		{"vpbroadcastq %rsi, %zmm1 {%k1} {z}", "VPBROADCASTQ.Z SI, K1, Z1"},
		{"vpandq .LCPI0_1(%rip){1to8}, %zmm0, %zmm2", "VPANDQ.BCST cAVX5120_1<>+0(SB), Z0, Z2"},
		{"vmovdqa64 .LCPI0_0+64(%rip), %zmm1", "VMOVDQU64 cAVX5120_0<>+64(SB), Z1"},
		{"vmovdqu %ymm3, 32(%rdi)", "VMOVDQU Y3, 32(DI)"},
		{"leaq (%rax,%rcx,2), %r10", "LEAQ (AX)(CX*2), R10"},
		{"cmpq $1, %rdx", "CMPQ DX, $1"},
		{"cmovneq %rax, %rcx", "CMOVQNE AX, CX"},
		{"shrq %rax", "SHRQ $1, AX"},
		{"testl %r8d, %r8d", "TESTL R8, R8"},
		{"je .LBB2_1", "JEQ l_LBB2_1"},
		{"\t.p2align 4", ""},
	} {
		text, err := translate(head+c.source, "AVX512")
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
		} else if !strings.HasSuffix(strings.TrimSpace(text), c.want) {
			t.Errorf("%s: found %s, expected %s", c.source, text, c.want)
		}
	}
	for _, source := range []string{"movq %rax, 8(%rsp)", "movq foo(%rip), %rax", "vmovq %rax, %mm0", "other:"} {
		if text, err := translate(head+source, "AVX512"); err == nil {
			t.Errorf("%s: found %s, expected an error", source, text)
		}
	}
}
