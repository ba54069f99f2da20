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
		// GCC
		{"vpand\t16+.LC4(%rip), %ymm3, %ymm3", "VPAND cAVX5124<>+16(SB), Y3, Y3"},
		{"salq $2, %rbx", "SHLQ $2, BX"},
		{"salq %rbx", "SHLQ $1, BX"},
		{"andn %r8, %rax, %rcx", "ANDNQ R8, AX, CX"},
		{"blsr %ecx, %r8d", "BLSRL CX, R8"},
		{"cmovne %r9, %r8", "CMOVQNE R9, R8"},
		{"movzbl %al, %eax", "MOVBLZX AX, AX"},
		{"cltq", "MOVLQSX AX, AX"},
		{"leaq 0(,%rax,4), %rbx", "LEAQ (BX)(BX*1), BX"},
		{"movq -120(%rsp,%r10,8), %rcx", "MOVQ 392(SP)(R10*8), CX"},
		{"subq $192, %rsp\nje .L3\naddq $192, %rsp\nret\n.L3:\nmovq 40(%rsp), %rdi", "MOVQ 360(SP), DI"},
	} {
		text, err := translate(head+c.source, "AVX512")
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
		} else if !strings.HasSuffix(strings.TrimSpace(text), c.want) {
			t.Errorf("%s: found %s, expected %s", c.source, text, c.want)
		}
	}
	for _, source := range []string{"movq %rax, 8(%rsp)", "movq foo(%rip), %rax", "vmovq %rax, %mm0", "other:", ".set .LC1, .LC0+8", "cmovfoo %rax, %rbx"} {
		if text, err := translate(head+source, "AVX512"); err == nil {
			t.Errorf("%s: found %s, expected an error", source, text)
		}
	}
}
