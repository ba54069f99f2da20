/* compare: reads blocks of positions and updates from the standard input, calls every function on
   every path of this CPU, and writes a hash of its results for each block. calls_test.go makes the
   input and computes the same hashes by the Go functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "koggestone_inline.h"
#include "koggestone_kernels.h"

enum { BLOCK = 203, GROUPS = 25, NETWORKS = 6 }; /* a block has whole vectors and a remainder */

typedef struct {
	ks_board board;
	uint64_t update, us, kings[2];
} position;

/* The hash depends on values, not on the order of their bytes in memory. */
static uint64_t hash;
static void add_word(uint32_t x) {
	hash = (hash ^ x) * 0x9e3779b97f4a7c15;
	hash ^= hash >> 29;
}
static void add(const void *p, size_t bytes) { /* words of 64 bits */
	for (const unsigned char *at = p; bytes; bytes -= 8, at += 8) {
		uint64_t x;
		memcpy(&x, at, 8);
		add_word((uint32_t)x);
		add_word((uint32_t)(x >> 32));
	}
}
static void add32(const void *p, size_t bytes) {
	for (const unsigned char *at = p; bytes; bytes -= 4, at += 4) {
		uint32_t x;
		memcpy(&x, at, 4);
		add_word(x);
	}
}
static void add16(const int16_t *p, size_t n) {
	for (; n; n -= 2, p += 2)
		add_word((uint16_t)p[0] | (uint32_t)(uint16_t)p[1] << 16);
}
static void add8(const uint8_t *p, size_t n) {
	for (; n; n -= 4, p += 4)
		add_word(p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
}

/* A word whose bytes in memory begin with the lowest. */
static uint64_t little(uint64_t x) {
	unsigned char b[8];
	uint64_t y = 0;
	memcpy(b, &x, 8);
	for (int i = 7; i >= 0; i--)
		y = y << 8 | b[i];
	return y;
}

static ks_rules rules[NETWORKS];
static ks_features features[NETWORKS];

static ks_threat_inputs threats[NETWORKS];

/* The rows of a network, as large as features, or shorter or longer. */
static const size_t lengths[NETWORKS] = {288, 64, 37, 128, 1100, 256};
static int32_t rows_of[2][BLOCK * 1100];

/* A numbering of its own: every pair without a king has a number. */
static int32_t own_index(const ks_numbering *n, char attacker, int from, char victim, int to) {
	static const char pieces[] = "PNBRQpnbrq";
	const char *a = strchr(pieces, attacker), *v = strchr(pieces, victim);
	return n->size == 409600 && a && v ? (int32_t)((10 * (a - pieces) + (v - pieces)) * 4096 + 64 * from + to) : -1;
}
static const ks_numbering own_numbering = {409600, 0x0f, {0}, own_index};

static void init(void) {
	static const ks_numbering *const numberings[NETWORKS] = {&ks_sfnnv10, &ks_sfnnv11, &ks_sfnnv12, &ks_sfnnv16, &ks_sfnnv10, &own_numbering};
	for (int i = 0; i < NETWORKS; i++) {
		const char *codes = i == 2 ? "RPNBQK..rpnbqk.." : i == 4 ? KS_BOARD_CODES : KS_STOCKFISH_CODES;
		uint64_t *memory = malloc(8 * KS_FEATURE_WORDS);
		int64_t words = ks_features_init(&features[i], numberings[i], codes, memory, KS_FEATURE_WORDS);
		if (!ks_rules_init(&rules[i], codes, i == 4 ? NULL : numberings[i]) || words < 0 || words > KS_FEATURE_WORDS) {
			fprintf(stderr, "network %d: %lld words\n", i, (long long)words);
			exit(2);
		}
		memory = malloc(8 * KS_FEATURE_WORDS);
		if (ks_threat_inputs_init(&threats[i], numberings[i], KS_PIECE_FEATURES, memory, KS_FEATURE_WORDS) != words)
			exit(2);
	}
}

static uint64_t columns[4][BLOCK], diagonal[BLOCK], orthogonal[BLOCK], empty[BLOCK], out[32][BLOCK];
static uint8_t us[BLOCK];

/* Adds the features of the sides that are wanted, 0 or 1 or both (2), by lists of 32 bits and, if they fit, of 16. */
static void add_lists(const ks_functions *f, int network, const uint8_t *box, uint64_t update, const uint64_t *kings, size_t wanted, ks_pair_changes *changes) {
	static uint32_t all[2][2][KS_MAX_PAIRS + 1];
	static uint16_t halves[2][2][KS_MAX_PAIRS + 1];
	const ks_features *x = &features[network];
	ks_lists32 words;
	ks_lists16 shorts;
	for (int c = 0; c < 2; c++)
		for (int i = 0; i < 2; i++) {
			words.list[c][i] = wanted == 2 || wanted == (size_t)c ? all[c][i] : NULL;
			shorts.list[c][i] = words.list[c][i] ? halves[c][i] : NULL;
			words.n[c][i] = shorts.n[c][i] = 0;
		}
	for (int refreshes = 0; refreshes < 2; refreshes++) {
		bool done, fits;
		if (refreshes) {
			for (int c = 0; c < 2; c++)
				words.list[c][0] = NULL, shorts.list[c][0] = NULL, words.n[c][0] = shorts.n[c][0] = 0;
			done = f->refresh_lists32(&words, x, &rules[network], box, (int)kings[0], (int)kings[1]);
			fits = f->refresh_lists16(&shorts, x, &rules[network], box, (int)kings[0], (int)kings[1]);
		} else {
			done = f->delta_lists32(&words, changes, x, &rules[network], box, update, (int)kings[0], (int)kings[1]);
			fits = f->number_lists16(&shorts, x, changes, (int)kings[0], (int)kings[1]);
			if (f->delta_lists16(&shorts, changes, x, &rules[network], box, update, (int)kings[0], (int)kings[1]) != fits)
				done = false;
		}
		if (!done)
			add_word(77);
		for (int c = 0; c < 2; c++)
			for (int i = 0; i < 2; i++) {
				add32(all[c][i], 4 * words.n[c][i]);
				for (size_t k = 0; fits && k < words.n[c][i]; k++)
					if (shorts.n[c][i] != words.n[c][i] || halves[c][i][k] != all[c][i][k])
						add_word(78);
			}
		add_word(fits);
	}
}

/* Adds the results of koggestone_inline.h. */
static void add_inline(const ks_board *b, int black) {
	const uint64_t occupied = b->g0 | b->g1 | b->g2, sides[2] = {occupied & ~b->gb, occupied & b->gb}, diagonal = b->g0 & b->g1;
	const uint64_t pieces[6] = {~b->g0 & b->g1 & ~b->g2, ~b->g0 & ~b->g1 & b->g2, diagonal & ~b->g2, b->g0 & ~b->g1, diagonal & b->g2, ~b->g0 & b->g1 & b->g2};
	uint64_t rays[8], both[2];
	ks_inline_legal l;
	ks_inline_legality(&l, pieces, sides[black], sides[!black], black);
	add(&l, sizeof l);
	for (int c = 0; c < 2; c++) {
		uint64_t x = ks_inline_attacks(pieces, sides[c], ~occupied, c);
		add(&x, 8);
	}
	ks_inline_ray_attacks(rays, diagonal, ~occupied);
	add(rays, sizeof rays);
	ks_inline_slider_attacks_of_both(&both[0], &both[1], diagonal, b->g0 & (b->g2 | ~b->g1), sides[0], ~occupied);
	add(both, sizeof both);
}

/* Writes the hashes of a block. */
static void block(const ks_functions *f, const position *p, size_t n, size_t number) {
	uint64_t hashes[GROUPS], rays[8], multi[8][4], *dst[32];
	uint64_t *rows[8][4];
	const uint64_t *planes[4];
	int group = 0, network = (int)(number % NETWORKS);
	const ks_rules *r = &rules[network];
#define GROUP(...) \
	do { \
		hash = 0; \
		__VA_ARGS__ \
		hashes[group++] = hash; \
	} while (0)
#define EACH(...) GROUP(for (size_t i = 0; i < n; i++) { __VA_ARGS__ })
	for (int k = 0; k < 32; k++)
		dst[k] = rows[k / 4][k % 4] = out[k];
	for (int k = 0; k < 4; k++)
		planes[k] = columns[k];
	for (size_t i = 0; i < n; i++) {
		const ks_board *b = &p[i].board;
		columns[0][i] = b->g0, columns[1][i] = b->g1, columns[2][i] = b->g2, columns[3][i] = b->gb;
		diagonal[i] = b->g0 & b->g1;
		orthogonal[i] = b->g0 & (b->g2 | ~b->g1);
		empty[i] = ~(b->g0 | b->g1 | b->g2);
		us[i] = (uint8_t)p[i].us;
	}
	EACH(uint64_t x = f->rook_attacks(orthogonal[i], empty[i]); add(&x, 8););
	EACH(uint64_t x = f->bishop_attacks(diagonal[i], empty[i]); add(&x, 8););
	EACH(uint64_t x = f->slider_attacks(diagonal[i], orthogonal[i], empty[i]); add(&x, 8););
	EACH(f->ray_attacks(rays, orthogonal[i], empty[i]); add(rays, sizeof rays););
	EACH(f->multi_attacks(multi, (uint64_t *)&p[i].board, empty[i]); add(multi, sizeof multi););
	GROUP(f->rook_attacks_batch(out[0], orthogonal, empty, n); add(out[0], 8 * n););
	GROUP(f->bishop_attacks_batch(out[0], diagonal, empty, n); add(out[0], 8 * n););
	GROUP(memcpy(out[0], empty, sizeof empty); f->slider_attacks_batch(out[0], diagonal, orthogonal, out[0], n); add(out[0], 8 * n););
	GROUP(f->ray_attacks_batch(dst, diagonal, empty, n); for (int k = 0; k < 8; k++) add(out[k], 8 * n););
	GROUP(f->multi_attacks_batch(rows, planes, empty, n); for (int k = 0; k < 32; k++) add(out[k], 8 * n););
	EACH(ks_threats t; f->threats_of(&t, &p[i].board, us[i]); add(&t, sizeof t););
	EACH(ks_side_threats t[2]; f->both_threats(t, &p[i].board); add(t, sizeof t););
	EACH(ks_board v[8]; f->vision(v, &p[i].board); add(v, sizeof v););
	GROUP(f->threats_batch(dst, planes, us, n); for (int k = 0; k < KS_THREAT_SETS; k++) add(out[k], 8 * n););
	GROUP(f->vision_batch(rows, planes, n); for (int k = 0; k < 32; k++) add(out[k], 8 * n););
	GROUP(for (int c = 0; c < 2; c++) { f->attacks_batch(out[0], planes, c, n); add(out[0], 8 * n); });
	EACH(uint8_t box[64]; static ks_pairs l; ks_board_mailbox(box, r, &p[i].board); f->refresh(&l, r, box); add32(l.pairs, 4 * (size_t)l.n););
	EACH(static ks_pairs l; static ks_feature_numbers x; f->refresh_board(&l, r, &p[i].board); add32(l.pairs, 4 * (size_t)l.n);
	     f->number_pairs(&x, &features[network], &l, (int)p[i].kings[0], (int)p[i].kings[1]);
	     for (int c = 0; c < 2; c++) add32(x.features[c], 4 * (size_t)x.n[c]););
	EACH(uint8_t box[64]; static ks_pair_changes d; ks_board_mailbox(box, r, &p[i].board); f->deltas(&d, r, box, p[i].update);
	     for (int k = 0; k < 2; k++) add32(d.pairs[k], 4 * (size_t)d.n[k]););
	EACH(uint8_t box[64]; static ks_pair_changes d; static ks_feature_changes x; ks_board_mailbox(box, r, &p[i].board);
	     f->deltas(&d, r, box, p[i].update); ks_apply(r, box, p[i].update); add8(box, 64);
	     f->number_changes(&x, &features[network], &d, (int)p[i].kings[0], (int)p[i].kings[1]);
	     for (int k = 0; k < 4; k++) add32(x.features[k / 2][k % 2], 4 * (size_t)x.n[k / 2][k % 2]););
	EACH(uint8_t box[64]; static ks_pair_changes d; ks_board_mailbox(box, r, &p[i].board); add_lists(f, network, box, p[i].update, p[i].kings, i % 3, &d););
	EACH(const ks_board *b = &p[i].board; add_inline(b, us[i]););
	EACH(uint32_t x[KS_MAX_PAWN_PAIRS]; ks_board b = p[i].board; uint64_t pawns = ~b.g0 & b.g1 & ~b.g2;
	     for (int c = 0; c < 2; c++) add32(x, 4 * ks_pawn_pairs(x, pawns & ~b.gb, pawns & b.gb, c, (int)p[i].kings[c])););
	GROUP(ks_input inputs[3] = {{KS_INPUT_PIECES, 0, NULL}, {KS_INPUT_THREATS, 0, &threats[network]},
	                            {KS_INPUT_PAWN_PAIRS, KS_PIECE_FEATURES + 409600, NULL}};
	      static ks_board boards[BLOCK]; int64_t active[2]; for (size_t i = 0; i < n; i++) boards[i] = p[i].board;
	      f->fill_rows(rows_of[0], rows_of[1], lengths[network], boards, n, inputs, 3, number % 2, active);
	      add(active, sizeof active); for (int c = 0; c < 2; c++) add32(rows_of[c], 4 * n * lengths[network]););
	static int16_t weights[50 * 32 * 9], sums[32 * 9];
	static int8_t bytes[sizeof weights];
	static uint32_t lists[2][40];
	size_t width = 32 * (1 + number % 9), counts[2] = {number % 40, number * 7 % 40};
	uint64_t state = number;
	for (size_t i = 0; i < sizeof weights / 2; i++)
		weights[i] = (int16_t)((state = state * 6364136223846793005 + 1442695040888963407) >> 48);
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (int8_t)(uint8_t)((uint16_t)weights[i / 2] >> i % 2 * 8);
	for (size_t i = 0; i < 80; i++)
		lists[i / 40][i % 40] = (uint32_t)((uint16_t)weights[i] % 50);
	GROUP(uint32_t ok = f->accumulate(sums, weights + 7, width, weights, 50, lists[0], counts[0], lists[1], counts[1]); add_word(ok);
	      add16(sums, width);
	      ok = f->accumulate_int8(sums, sums, width, bytes, 50, lists[1], counts[1], lists[0], counts[0]); add_word(ok);
	      add16(sums, width); lists[0][7] = 50;
	      ok = f->accumulate(sums, sums, width, weights, 50, lists[1], 40, lists[0], 40); add_word(ok);
	      add16(sums, width););
	for (int i = 0; i < GROUPS; i++)
		hashes[i] = little(hashes[i]);
	fwrite(hashes, sizeof hashes, 1, stdout);
}

int main(void) {
	static position p[BLOCK];
	static const char *const paths[4] = {"generic", "avx2", "avx512", "neon"};
	size_t n, number = 0;
#ifdef _WIN32
	_setmode(_fileno(stdin), _O_BINARY);
	_setmode(_fileno(stdout), _O_BINARY);
#endif
	if (ks_abi() != KS_ABI)
		return 2;
	init();
	while ((n = fread(p, sizeof *p, BLOCK, stdin)) > 0) {
		uint64_t *words = (uint64_t *)p;
		for (size_t i = 0; i < n * sizeof *p / 8; i++)
			words[i] = little(words[i]);
		for (int i = 0; i < 4; i++)
			if (ks_functions_of(paths[i]))
				block(ks_functions_of(paths[i]), p, n, number);
		number++;
	}
	fprintf(stderr, "%s\n", ks_path());
	return 0;
}
