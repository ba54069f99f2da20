/* registers: calls every kernel by its ABI, and checks the registers that it must keep, %rsp and the
   direction flag. kernels.inc has a row for each kernel: its name, its path, and a letter for each
   argument: b a buffer, s slices of buffers, n a number of boards, v a value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "koggestone_kernels.h"

/* Slices and kernels as koggestone_kernels.c declares them. */
typedef struct {
	void *data;
	int64_t len, cap;
} ks_slice;
#define KERNEL(name, path, args) void name(void);
#include "kernels.inc"
#undef KERNEL

void check_call(void (*f)(void), uint64_t *args, uint64_t *results);
extern uint64_t call_patterns[20];

static const struct {
	const char *name, *path, *args;
	void (*f)(void);
} kernels[] = {
#define KERNEL(name, path, args) {#name, #path, #args, name},
#include "kernels.inc"
};

static _Alignas(64) uint8_t buffers[12][1 << 16];

int main(void) {
	int bad = 0, n = (int)(sizeof kernels / sizeof *kernels), called = 0;
	ks_slice lists[12][32];
	for (int i = 0; i < 12; i++)
		for (int k = 0; k < 32; k++)
			lists[i][k].data = buffers[i] + 1024 * k;
	for (int i = 0; i < n; i++) {
		uint64_t args[12], results[30] = {0};
		if (!ks_functions_of(kernels[i].path))
			continue;
		memset(buffers, 0, sizeof buffers);
		for (int k = 0; k < 12; k++) {
			args[k] = 0xdeadbeefdeadbeef;
			switch (k < (int)strlen(kernels[i].args) ? kernels[i].args[k] : 0) {
			case 'b': args[k] = (uint64_t)(uintptr_t)buffers[k]; break;
			case 's': args[k] = (uint64_t)(uintptr_t)lists[k]; break;
			case 'n': args[k] = 64; break;
			case 'v': args[k] = 0; break;
			}
		}
		check_call(kernels[i].f, args, results);
		bool wrong = results[6] != 0 || results[7] != 0;
		for (int k = 0; k < 6; k++)
			wrong |= results[k] != 0x1111111111111111 * (uint64_t)(k + 1);
#if defined(_WIN32) || defined(KS_WIN64)
		wrong |= results[8] != 0x7777777777777777 || results[9] != 0x8888888888888888 || memcmp(results + 10, call_patterns, 160);
#endif
		if (wrong)
			fprintf(stderr, "%s does not keep its registers\n", kernels[i].name);
		bad += wrong;
		called++;
	}
	printf("%d of %d kernels\n", called, n);
	return bad != 0;
}
