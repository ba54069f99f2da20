/* The kernels of koggestone as GNU assembler source with a C ABI, printed by the programs that
   print the Go assembly. Do not edit. Assemble it with the C preprocessor, for example by
   clang -c or gcc -c. Bodies have no ABI: a prologue stores the arguments where Go would.
   KS_WIN64 selects the ABI of Windows, which is the default where the target is Windows. */
#if defined(__ELF__)
	.section .note.GNU-stack,"",%progbits
#endif
#if (defined(__x86_64__) && !defined(__ILP32__)) || (defined(__aarch64__) && !defined(_WIN32))

#if defined(_WIN32) && !defined(KS_WIN64)
#define KS_WIN64 1
#endif

#ifndef KS_PREFIX
#define KS_PREFIX
#endif
#define PASTED(a, b, c) a##b##c
#define PASTE(a, b, c) PASTED(a, b, c)
#ifdef __APPLE__
#define SYMBOL(name) PASTE(_, KS_PREFIX, name)
#define L(name) L##name
#else
#define SYMBOL(name) PASTE(, KS_PREFIX, name)
#define L(name) .L##name
#endif

/* The objects: where functions and constants go. Each has a section of its own on ELF, so that
   a linker with --gc-sections keeps only what a program uses. The symbols are hidden, because
   callers use the functions of koggestone_kernels.h. */
#if defined(_WIN32)
#define CODE(name) .text
#define DATA(name, align) .section .rdata,"dr"; .balign align; L(name):
#define SYMBOL_TYPE(name) .def name; .scl 2; .type 32; .endef
#define SIZE(name)
#elif defined(__APPLE__)
#define CODE(name) .text
#define DATA(name, align) .section __TEXT,__const; .balign align; L(name):
#define SYMBOL_TYPE(name) .private_extern name
#define SIZE(name)
#else
#define CODE(name) .section .text.name,"ax",@progbits
#define DATA(name, align) .section .rodata.name,"a",@progbits; .balign align; L(name):
#define SYMBOL_TYPE(name) .type name, @function; .hidden name
#define SIZE(name) .size name, .-name
#endif

/* Unwind information: structured exception handling on Windows, call frame information elsewhere. */
#if defined(_WIN32)
#define START(name) .seh_proc name
#define PUSHED(r) .seh_pushreg r
#define ALLOCATED(n) .seh_stackalloc n
#define SAVED_XMM(r, at) .seh_savexmm r, at
#define ENTERED .seh_endprologue
#define LEAVING
#define FREED(n)
#define POPPED(r)
#define LEFT
#define STOP .seh_endproc
#else
#define START(name) .cfi_startproc
#define PUSHED(r) .cfi_adjust_cfa_offset 8; .cfi_rel_offset r, 0
#define ALLOCATED(n) .cfi_adjust_cfa_offset n
#define SAVED_XMM(r, at)
#define ENTERED
#define LEAVING .cfi_remember_state
#define FREED(n) .cfi_adjust_cfa_offset -(n)
#define POPPED(r) .cfi_adjust_cfa_offset -8; .cfi_restore r
#define LEFT .cfi_restore_state
#define STOP .cfi_endproc
#endif

/* With -fcf-protection an indirect call must find endbr64, and with -mbranch-protection bti. */
#if defined(__CET__) && (__CET__ & 1)
#define LANDING endbr64
#elif defined(__ARM_FEATURE_BTI_DEFAULT)
#define LANDING hint 34
#else
#define LANDING
#endif

/* Tests need symbols at both ends of bodies and epilogues. */
#ifdef KS_MARKS
#define MARK(name) name:
#else
#define MARK(name)
#endif

#define FUNCTION(name) CODE(name); .balign 32; .globl SYMBOL(name); SYMBOL_TYPE(SYMBOL(name)); SYMBOL(name): START(SYMBOL(name)); LANDING
#define END(name) STOP; SIZE(SYMBOL(name))

#if defined(__ELF__) && defined(__CET__)
	.section .note.gnu.property,"a"
	.balign 8
	.long 4, 16, 5
	.asciz "GNU"
	.long 0xc0000002, 4, __CET__, 0
#endif
