/* long check_call(f, args, results): calls f with the twelve words of args, with known values in all
   registers that a callee saves, and stores what they contain afterwards: rbx, rbp, r12 to r15, the
   change of rsp, the direction flag, then rsi, rdi and XMM6 to XMM15 on Windows. With KS_WIN64 on
   another system only the call of f has the ABI of Windows. */
#if defined(_WIN32) && !defined(KS_WIN64)
#define KS_WIN64
#endif
	.text
	.globl check_call
check_call:
	push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15; push %rsi; push %rdi
#ifdef _WIN32
	sub $168, %rsp
	.irp n,6,7,8,9,10,11,12,13,14,15
	movups %xmm\n, (\n-6)*16(%rsp)
	.endr
	mov %rcx, %rdi
	mov %rdx, %rsi
	mov %r8, %rdx
#else
	sub $8, %rsp
#endif
	push %rdx
	sub $8, %rsp
	mov %rsp, saved(%rip)
	mov %rdi, %rax
	mov %rsi, %r10
#ifdef KS_WIN64
	push 88(%r10); push 80(%r10); push 72(%r10); push 64(%r10); push 56(%r10); push 48(%r10); push 40(%r10); push 32(%r10)
	sub $32, %rsp
	mov (%r10), %rcx; mov 8(%r10), %rdx; mov 16(%r10), %r8; mov 24(%r10), %r9
	movabs $0x7777777777777777, %rsi
	movabs $0x8888888888888888, %rdi
	.irp n,6,7,8,9,10,11,12,13,14,15
	movups call_patterns+(\n-6)*16(%rip), %xmm\n
	.endr
#else
	push 88(%r10); push 80(%r10); push 72(%r10); push 64(%r10); push 56(%r10); push 48(%r10)
	mov (%r10), %rdi; mov 8(%r10), %rsi; mov 16(%r10), %rdx; mov 24(%r10), %rcx; mov 32(%r10), %r8; mov 40(%r10), %r9
#endif
	mov %rsp, expected(%rip)
	movabs $0x1111111111111111, %rbx
	movabs $0x2222222222222222, %rbp
	movabs $0x3333333333333333, %r12
	movabs $0x4444444444444444, %r13
	movabs $0x5555555555555555, %r14
	movabs $0x6666666666666666, %r15
	call *%rax
	mov %rsp, %r11
	mov saved(%rip), %rsp
	mov 8(%rsp), %rdx
	sub expected(%rip), %r11
	mov %rbx, (%rdx); mov %rbp, 8(%rdx); mov %r12, 16(%rdx); mov %r13, 24(%rdx); mov %r14, 32(%rdx); mov %r15, 40(%rdx)
	mov %r11, 48(%rdx)
	pushfq; pop %r11; and $0x400, %r11; mov %r11, 56(%rdx); cld
	mov %rsi, 64(%rdx); mov %rdi, 72(%rdx)
	.irp n,6,7,8,9,10,11,12,13,14,15
	movups %xmm\n, 80+(\n-6)*16(%rdx)
	.endr
	add $16, %rsp
#ifdef _WIN32
	.irp n,6,7,8,9,10,11,12,13,14,15
	movups (\n-6)*16(%rsp), %xmm\n
	.endr
	add $168, %rsp
#else
	add $8, %rsp
#endif
	pop %rdi; pop %rsi; pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx
	ret
	.data
saved:	.quad 0
expected: .quad 0
	.balign 16
	.globl call_patterns
call_patterns:
	.irp n,1,2,3,4,5,6,7,8,9,10
	.quad 0x0123456789abcde0+\n, 0xfedcba9876543210+\n
	.endr
#ifdef __ELF__
	.section .note.GNU-stack,"",@progbits
#endif
