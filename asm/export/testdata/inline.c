/* inline: compares the functions of koggestone_inline.h with the calls on boards of arbitrary bits, and on sparser ones. It
   is compiled as C and as C++. */
#include <stdio.h>

#include "koggestone_inline.h"
#include "koggestone_kernels.h"

static uint64_t state = 51;
static uint64_t word(void) {
	uint64_t x = state += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/* Returns a word in which all bits have the same probability, which is lower for larger n. */
static uint64_t sparse(int n) {
	uint64_t x = word();
	while (n-- > 0)
		x &= word();
	return x;
}

static int differences(int density) {
	ks_board b = {sparse(density), sparse(density), sparse(density), word()};
	uint64_t occupied = b.g0 | b.g1 | b.g2, gens[5], rays[5][8], multi[8][4], one[8], direct[8], both[2];
	const uint64_t black = b.gb & occupied, white = occupied & ~black;
	const uint64_t pieces[6] = {~b.g0 & b.g1 & ~b.g2, ~b.g0 & ~b.g1 & b.g2, b.g0 & b.g1 & ~b.g2, b.g0 & ~b.g1, b.g0 & b.g1 & b.g2, ~b.g0 & b.g1 & b.g2};
	const uint64_t diagonal = sparse(density), orthogonal = sparse(density), empty = density == 1 ? word() : ~sparse(density), own = word();
	int bad = 0;
	bad |= ks_inline_slider_attacks(diagonal, orthogonal, empty) != ks_slider_attacks(diagonal, orthogonal, empty);
	ks_inline_slider_attacks_of_both(&both[0], &both[1], diagonal, orthogonal, own, empty);
	bad |= (both[0] != ks_slider_attacks(diagonal & own, orthogonal & own, empty)) << 1;
	bad |= (both[1] != ks_slider_attacks(diagonal & ~own, orthogonal & ~own, empty)) << 1;
	for (int i = 0; i < 5; i++)
		gens[i] = sparse(density);
	ks_inline_multi_attacks(rays, gens, 5, empty);
	ks_inline_ray_attacks(one, gens[4], empty);
	ks_multi_attacks(multi, gens, empty);
	for (int d = 0; d < 8; d++) {
		for (int i = 0; i < 4; i++)
			bad |= (rays[i][d] != multi[d][i]) << 2;
		bad |= (rays[4][d] != one[d]) << 2;
	}
	ks_ray_attacks(direct, gens[4], empty);
	for (int d = 0; d < 8; d++)
		bad |= (one[d] != direct[d]) << 3;
	for (int us = 0; us < 2; us++) {
		ks_threats t;
		ks_inline_legal l;
		ks_threats_of(&t, &b, us);
		ks_inline_legality(&l, pieces, us ? black : white, us ? white : black, us);
		bad |= (l.attacked != t.attacked || l.danger != t.danger || l.checkers != t.checkers || l.check_mask != t.check_mask || l.pinned != t.pinned) << 4;
		bad |= (ks_inline_attacks(pieces, us ? white : black, ~occupied, !us) != t.attacked) << 5;
	}
	return bad;
}

int main(void) {
	static const char *const names[6] = {"slider_attacks", "slider_attacks_of_both", "multi_attacks", "ray_attacks", "legality", "attacks"};
	long counts[6] = {0, 0, 0, 0, 0, 0};
	int found = 0;
	for (long i = 0; i < BOARDS; i++) {
		int bad = differences(KS_AS(int, i & 3));
		for (int k = 0; bad && k < 6; k++)
			counts[k] += bad >> k & 1;
		found |= bad;
	}
	printf("%s %s: %ld boards\n", KS_INLINE_PATH, ks_path(), KS_AS(long, BOARDS));
	for (int k = 0; k < 6; k++)
		if (counts[k])
			printf("%s: %ld differ\n", names[k], counts[k]);
	return found != 0;
}
