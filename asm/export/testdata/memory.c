/* memory: calls every function with arrays between pages without access, in eight threads at once,
   and after fork, and compares its results with the generic path's. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "koggestone_kernels.h"

enum { ARRAYS = 42, ROOM = 1 << 16, PAGE = 4096, BOARDS = 71, LENGTH = 64, THREADS = 8 };

/* The arrays of a thread, at the start or at the end of accessible memory. */
typedef struct {
	uint8_t *room[ARRAYS];
	int used;
	bool at_end;
	uint64_t state, hash;
} arena;

static void *take(arena *a, size_t bytes) {
	if (a->used == ARRAYS || bytes > ROOM)
		abort();
	uint8_t *p = a->room[a->used++];
	p = a->at_end ? p + ROOM - bytes : p;
	memset(p, 0, bytes);
	return p;
}

static void *filled(arena *a, size_t bytes) {
	uint8_t *p = take(a, bytes);
	for (size_t i = 0; i < bytes; i++) {
		a->state = a->state * 6364136223846793005 + 1442695040888963407;
		p[i] = (uint8_t)(a->state >> 40 & a->state >> 50);
	}
	return p;
}

static void add(arena *a, const void *p, size_t bytes) {
	for (size_t i = 0; i < bytes; i++)
		a->hash = (a->hash ^ ((const uint8_t *)p)[i]) * 0x100000001b3;
}

static ks_rules rules;
static ks_features features;
static ks_threat_inputs threats;

/* Calls every function on n boards and returns a hash of the results. */
static uint64_t calls(arena *a, const ks_functions *f, size_t n, uint64_t seed) {
	uint64_t *in[5], *dst[32], *rows[8][4];
	const uint64_t *planes[4];
	a->used = 0;
	a->state = seed;
	a->hash = 0;
	for (int i = 0; i < 5; i++)
		in[i] = filled(a, 8 * n);
	for (int i = 0; i < 4; i++)
		planes[i] = in[i];
	uint8_t *us = filled(a, n), *box = filled(a, 64);
	ks_board *boards = filled(a, n * sizeof *boards);
	for (size_t i = 0; i < n; i++)
		us[i] &= 1;
	const int inputs = a->used;
	for (int k = 0; k < 32; k++)
		dst[k] = rows[k / 4][k % 4] = take(a, 8 * n);
#define RESULTS(count) \
	for (int k = 0; k < (count); k++) \
	add(a, dst[k], 8 * n)
	f->rook_attacks_batch(dst[0], in[0], in[1], n);
	f->bishop_attacks_batch(dst[1], in[0], in[1], n);
	f->slider_attacks_batch(dst[2], in[0], in[1], in[2], n);
	f->attacks_batch(dst[3], planes, n % 2, n);
	RESULTS(4);
	f->ray_attacks_batch(dst, in[0], in[1], n);
	RESULTS(8);
	f->multi_attacks_batch((uint64_t *const(*)[4])rows, planes, in[4], n);
	RESULTS(32);
	f->threats_batch(dst, planes, us, n);
	RESULTS(KS_THREAT_SETS);
	f->vision_batch((uint64_t *const(*)[4])rows, planes, n);
	RESULTS(32);
	a->used = inputs;
	int16_t *sums = filled(a, 2 * 32 * (n % 9)), *child = take(a, 2 * 32 * (n % 9)), *weights = filled(a, 2 * 32 * (n % 9) * 8);
	uint32_t *numbers_added = filled(a, 4 * n);
	for (size_t i = 0; i < n; i++)
		numbers_added[i] %= 8;
	f->accumulate(child, sums, 32 * (n % 9), weights, 8, numbers_added, n, NULL, 0);
	f->accumulate_int8(child, child, 32 * (n % 9), (int8_t *)weights, 8, NULL, 0, numbers_added, n);
	add(a, child, 2 * 32 * (n % 9));
	a->used = inputs;
	size_t row = 4 * LENGTH * n;
	int32_t *white = take(a, row < ROOM ? row : 0), *black = take(a, row < ROOM ? row : 0);
	const ks_input sets[2] = {{KS_INPUT_THREATS, 0, &threats}, {KS_INPUT_PIECES, 60000, NULL}};
	f->fill_rows(white, black, LENGTH, boards, n, sets, 2, n % 2, NULL);
	add(a, white, row);
	add(a, black, row);
	for (size_t i = 0; i < n; i++) {
		a->used = inputs;
		void *out = take(a, sizeof(ks_threats));
		f->threats_of(out, &boards[i], us[i]);
		add(a, out, sizeof(ks_threats));
		out = take(a, 2 * sizeof(ks_side_threats));
		f->both_threats(out, &boards[i]);
		add(a, out, 2 * sizeof(ks_side_threats));
		out = take(a, 8 * sizeof(ks_board));
		f->vision(out, &boards[i]);
		add(a, out, 8 * sizeof(ks_board));
		ks_pairs *list = take(a, sizeof *list);
		ks_pair_changes *changes = take(a, sizeof *changes);
		ks_feature_numbers *numbers = take(a, sizeof *numbers);
		ks_feature_changes *number_changes = take(a, sizeof *number_changes);
		f->refresh_board(list, &rules, &boards[i]);
		add(a, list->pairs, 4 * (size_t)list->n);
		f->refresh(list, &rules, box);
		add(a, list->pairs, 4 * (size_t)list->n);
		f->deltas(changes, &rules, box, in[0][i]);
		f->number_pairs(numbers, &features, list, 4, 60);
		f->number_changes(number_changes, &features, changes, 4, 60);
		for (int k = 0; k < 2; k++) {
			add(a, changes->pairs[k], 4 * (size_t)changes->n[k]);
			add(a, numbers->features[k], 4 * (size_t)numbers->n[k]);
			for (int c = 0; c < 2; c++)
				add(a, number_changes->features[c][k], 4 * (size_t)number_changes->n[c][k]);
		}
	}
	return a->hash;
}

/* Compares all paths of this CPU with the generic one. */
static void *compare(void *unused) {
	static const char *const paths[2] = {"avx2", "avx512"};
	intptr_t bad = 0;
	arena a;
	(void)unused;
	for (int i = 0; i < ARRAYS; i++) {
		uint8_t *p = mmap(NULL, ROOM + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED || mprotect(p + PAGE, ROOM, PROT_READ | PROT_WRITE))
			abort();
		a.room[i] = p + PAGE;
	}
	for (size_t n = 0; n < BOARDS; n++) {
		a.at_end = n & 1;
		for (int end = 0; end < 2; end++, a.at_end = !a.at_end) {
			uint64_t want = calls(&a, ks_functions_of("generic"), n, n + 7);
			for (int i = 0; i < 2; i++) {
				const ks_functions *f = ks_functions_of(paths[i]);
				if (f && calls(&a, f, n, n + 7) != want) {
					fprintf(stderr, "%zu boards: path %s differs\n", n, paths[i]);
					bad++;
				}
			}
		}
	}
	return (void *)bad;
}

int main(void) {
	static uint64_t memory[2][KS_FEATURE_WORDS];
	pthread_t threads[THREADS];
	intptr_t bad = 0;
	int status;
	if (!ks_rules_init(&rules, KS_STOCKFISH_CODES, NULL) || ks_rules_init(&rules, ".PNBRQK..pnbrq..", NULL) ||
	    ks_rules_init(&rules, ".PNBRQKP.pnbrqk.", NULL) || !ks_rules_init(&rules, KS_STOCKFISH_CODES, &ks_sfnnv16) ||
	    ks_features_init(&features, &ks_sfnnv16, KS_STOCKFISH_CODES, NULL, 0) <= 0 ||
	    ks_features_init(&features, &ks_sfnnv16, KS_STOCKFISH_CODES, memory[0], KS_FEATURE_WORDS) > KS_FEATURE_WORDS ||
	    ks_threat_inputs_init(&threats, &ks_sfnnv16, 0, memory[1], KS_FEATURE_WORDS) > KS_FEATURE_WORDS || ks_functions_of("sse") != NULL) {
		fprintf(stderr, "tables\n");
		return 1;
	}
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, compare, NULL))
			abort();
	for (int i = 0; i < THREADS; i++) {
		void *result;
		pthread_join(threads[i], &result);
		bad += (intptr_t)result;
	}
	pid_t child = fork();
	if (child == 0)
		_exit(compare(NULL) != NULL);
	waitpid(child, &status, 0);
	printf("path %s: %d threads and a child, %ld differences\n", ks_path(), THREADS, (long)bad);
	return bad != 0 || status != 0;
}
