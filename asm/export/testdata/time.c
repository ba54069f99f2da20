/* time: the time of the calls of one path, of koggestone_inline.h and of three methods of engines, for each position and
   each move of the standard input. times_test.go makes the input and prints the tables of docs/kernels.md. The results
   must be equal. The rivals are those of bench/vectors/c.

   A second argument N limits the input to N positions and moves. The program then repeats them until the branch predictor has
   learnt them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__AVX512VL__) && defined(__GFNI__)
#define WIDE /* with the methods for AVX-512 */
#endif
#include "sliders.h"
#include "threats.h"
#include "koggestone_inline.h"
#include "koggestone_kernels.h"

enum { RING = 64, ROUNDS = 9, LESSONS = 40 };

typedef struct {
	uint64_t pieces[6], sides[2], us;
	uint8_t mailbox[64];
} position;
typedef struct {
	uint8_t before[64];
	uint64_t update, kings[2];
} change;

static struct {
	uint64_t positions, changes;
} count;
static position *positions;
static change *changes;
static const ks_functions *f;
static ks_rules rules;
static ks_features features;
static uint64_t memory[KS_FEATURE_WORDS], room[64 * 2048], sum;

static void *array(size_t n, size_t size) {
	void *p = malloc(n * size);
	if (!p || fread(p, size, n, stdin) != n)
		exit(1);
	return p;
}

static size_t skipped; /* tenths of the positions or moves, at the beginning */

/* A method answers for each position or move, writes to the ring, and returns a word that depends on the answers. */

#define METHOD(name, ...) \
	static uint64_t name(void) { \
		uint64_t h = 0; \
		for (size_t i = COUNT / 10 * skipped; i < COUNT; i++) { \
			uint64_t *out = room + i % RING * 2048; \
			(void)out; \
			__VA_ARGS__ \
		} \
		return h; \
	}
#define POSITION \
	const position *p = &positions[i]; \
	const uint64_t own = p->sides[p->us], their = p->sides[!p->us], occ = own | their; /* without a branch, which would be mispredicted */ \
	const uint64_t diagonal = p->pieces[2] | p->pieces[4], orthogonal = p->pieces[3] | p->pieces[4]; \
	(void)own, (void)their, (void)occ, (void)diagonal, (void)orthogonal;

#define COUNT count.positions
METHOD(side_call, POSITION h += f->slider_attacks(diagonal & their, orthogonal & their, ~occ);)
METHOD(side_inline, POSITION h += ks_inline_slider_attacks(diagonal & their, orthogonal & their, ~occ);)
METHOD(both_inline, POSITION uint64_t a[2]; ks_inline_slider_attacks_of_both(&a[0], &a[1], diagonal, orthogonal, own, ~occ); h += a[0] + 3 * a[1];)
METHOD(both_call, POSITION h += f->slider_attacks(diagonal & own, orthogonal & own, ~occ) + 3 * f->slider_attacks(diagonal & their, orthogonal & their, ~occ);)
METHOD(all_inline, POSITION h += ks_inline_attacks(p->pieces, their, ~occ, !p->us);)
METHOD(rays_call, POSITION f->ray_attacks(out, diagonal & their, ~occ); h += out[i & 7];)
METHOD(rays_inline, POSITION ks_inline_ray_attacks(out, diagonal & their, ~occ); h += out[i & 7];)
METHOD(legality_inline, POSITION ks_inline_legal l; ks_inline_legality(&l, p->pieces, own, their, (int)p->us);
       h += l.attacked + 3 * l.danger + 5 * l.checkers + 7 * l.check_mask + 9 * l.pinned;)
METHOD(threats_call, POSITION ks_board b = ks_board_of(p->pieces, p->sides[1]); ks_threats *t = (ks_threats *)out; f->threats_of(t, &b, (int)p->us);
       h += t->attacked + 3 * t->danger + 5 * t->checkers + 7 * t->check_mask + 9 * t->pinned;)
METHOD(both_threats_call, POSITION ks_board b = ks_board_of(p->pieces, p->sides[1]); ks_side_threats *t = (ks_side_threats *)out; f->both_threats(t, &b);
       h += t[0].attacked + 3 * t[1].attacked;)
METHOD(refresh_call, POSITION ks_pairs *l = (ks_pairs *)out; f->refresh(l, &rules, p->mailbox); h += (uint64_t)l->n;)
METHOD(refresh_numbers_call, POSITION ks_pairs *l = (ks_pairs *)out; static ks_feature_numbers x; f->refresh(l, &rules, p->mailbox);
       f->number_pairs(&x, &features, l, 4, 60); h += (uint64_t)x.n[0];)
METHOD(side_pext, POSITION h += pext_sliders(diagonal & their, orthogonal & their, occ);)
METHOD(side_hyperbola, POSITION h += hyperbola_sliders(diagonal & their, orthogonal & their, occ);)
METHOD(both_pext, POSITION h += pext_sliders(diagonal & own, orthogonal & own, occ) + 3 * pext_sliders(diagonal & their, orthogonal & their, occ);)
METHOD(both_hyperbola,
       POSITION h += hyperbola_sliders(diagonal & own, orthogonal & own, occ) + 3 * hyperbola_sliders(diagonal & their, orthogonal & their, occ);)
INLINE uint64_t others(const position *p, uint64_t set) {
	return pawns_attack(p->pieces[0] & set, !p->us) | knights_attack(p->pieces[1] & set) | king_from[LOWEST(p->pieces[5] & set)];
}
METHOD(all_pext, POSITION h += pext_sliders(diagonal & their, orthogonal & their, occ) | others(p, their);)
METHOD(all_hyperbola, POSITION h += hyperbola_sliders(diagonal & their, orthogonal & their, occ) | others(p, their);)
INLINE uint64_t legality(const position *p, uint64_t own, uint64_t their, uint64_t occ, uint64_t diagonal, uint64_t orthogonal, all_sliders *bishops,
                         all_sliders *rooks, one_slider *bishop, one_slider *rook) {
	int king = (int)LOWEST(p->pieces[5] & own);
	uint64_t on_diagonals = bishop(king, occ), on_lines = rook(king, occ), along = on_diagonals & diagonal & their, across = on_lines & orthogonal & their, pinners;
	uint64_t attacked = bishops(diagonal & their, occ) | rooks(orthogonal & their, occ) | others(p, their), danger = attacked;
	uint64_t checkers = along | across | (((knight_from[king] & p->pieces[1]) | (pawn_from[p->us][king] & p->pieces[0])) & their);
	if (along | across)
		danger |= bishops(along, occ & ~(1ull << king)) | rooks(across, occ & ~(1ull << king));
	uint64_t mask = !checkers ? ~0ull : checkers & (checkers - 1) ? 0 : checkers | between[king][LOWEST(checkers)];
	uint64_t pinned = blockers(&pinners, king, occ, own, diagonal & their, orthogonal & their, on_diagonals, on_lines, bishop, rook);
	return attacked + 3 * danger + 5 * checkers + 7 * mask + 9 * pinned;
}
METHOD(legality_pext, POSITION h += legality(p, own, their, occ, diagonal, orthogonal, pext_bishops, pext_rooks, pext_bishop, pext_rook);)
METHOD(legality_hyperbola,
       POSITION h += legality(p, own, their, occ, diagonal, orthogonal, hyperbola_bishops, hyperbola_rooks, hyperbola_bishop, hyperbola_rook);)
#define BOARD \
	POSITION struct board b = {p->pieces[0], p->pieces[1], p->pieces[2], p->pieces[3], p->pieces[4], p->pieces[5], p->sides[0], p->sides[1], p->us, {0}}; \
	struct threats *t = (struct threats *)out;
#define SETS h += t->attacked + 3 * t->danger + 5 * t->checkers + 7 * t->check_mask + 9 * t->pinned;
METHOD(threats_pext, BOARD make_threats(t, &b, pext_bishop, pext_rook, pext_bishops, pext_rooks); SETS)
METHOD(threats_hyperbola, BOARD make_threats(t, &b, hyperbola_bishop, hyperbola_rook, hyperbola_bishops, hyperbola_rooks); SETS)
#define BOTH_SETS(by, lookup) \
	BOARD struct side_threats *both = (struct side_threats *)out; (void)t; make_both(both, &b, lookup##_bishop, lookup##_rook, by##_side); \
	h += both[0].attacked + 3 * both[1].attacked;
METHOD(both_threats_pext, BOTH_SETS(pext, pext))
METHOD(both_threats_hyperbola, BOTH_SETS(hyperbola, hyperbola))

/* Fills of a set in four lanes. Single sliders by PEXT, as in bench/vectors. */
#ifdef __AVX2__
#ifdef WIDE
#define FILL(name) lanes_##name
#else
#define FILL(name) lanes_avx2_##name
#endif
METHOD(side_lanes, POSITION h += FILL(sliders)(diagonal & their, orthogonal & their, occ);)
METHOD(both_lanes, POSITION h += FILL(sliders)(diagonal & own, orthogonal & own, occ) + 3 * FILL(sliders)(diagonal & their, orthogonal & their, occ);)
METHOD(all_lanes, POSITION h += FILL(sliders)(diagonal & their, orthogonal & their, occ) | others(p, their);)
METHOD(legality_lanes, POSITION h += legality(p, own, their, occ, diagonal, orthogonal, FILL(bishops), FILL(rooks), pext_bishop, pext_rook);)
METHOD(threats_lanes, BOARD make_threats(t, &b, pext_bishop, pext_rook, FILL(bishops), FILL(rooks)); SETS)
#ifdef WIDE
METHOD(both_threats_lanes, BOTH_SETS(lanes, pext))
#else
METHOD(both_threats_lanes, BOTH_SETS(lanes_avx2, pext))
#endif
#endif
#undef COUNT
#define COUNT count.changes
METHOD(deltas_call, const change *c = &changes[i]; ks_pair_changes *d = (ks_pair_changes *)out; f->deltas(d, &rules, c->before, c->update);
       h += (uint64_t)(d->n[0] + 3 * d->n[1]);)
METHOD(numbers_call, const change *c = &changes[i]; ks_pair_changes *d = (ks_pair_changes *)out; static ks_feature_changes x;
       f->deltas(d, &rules, c->before, c->update); f->number_changes(&x, &features, d, (int)c->kings[0], (int)c->kings[1]);
       h += (uint64_t)(x.n[0][0] + 3 * x.n[0][1]);)

static uint32_t lists[2][2][KS_MAX_PAIRS + 1];
METHOD(lists_call, const change *c = &changes[i]; ks_pair_changes *d = (ks_pair_changes *)out;
       ks_lists32 l = {{{lists[0][0], lists[0][1]}, {lists[1][0], lists[1][1]}}, {{0}}};
       f->delta_lists32(&l, d, &features, &rules, c->before, c->update, (int)c->kings[0], (int)c->kings[1]); h += l.n[0][0] + 3 * l.n[0][1];)
METHOD(one_list_call, const change *c = &changes[i]; ks_pair_changes *d = (ks_pair_changes *)out;
       ks_lists16 l = {{{(uint16_t *)lists[0][0], (uint16_t *)lists[0][1]}}, {{0}}};
       f->delta_lists16(&l, d, &features, &rules, c->before, c->update, (int)c->kings[0], (int)c->kings[1]); h += l.n[0][0] + 3 * l.n[0][1];)
#undef COUNT
#define COUNT count.positions
METHOD(refresh_lists_call, POSITION ks_lists32 l = {{{NULL, lists[0][1]}, {NULL, lists[1][1]}}, {{0}}};
       f->refresh_lists32(&l, &features, &rules, p->mailbox, 4, 60); h += l.n[0][1];)
METHOD(refresh_list_call, POSITION ks_lists16 l = {{{NULL, (uint16_t *)lists[0][1]}}, {{0}}};
       f->refresh_lists16(&l, &features, &rules, p->mailbox, 4, 60); h += l.n[0][1];)

static const struct {
	const char *question, *by;
	uint64_t (*run)(void);
	bool moves;
} methods[] = {
#define ROW(question, by) {#question, #by, question##_##by, false}
    ROW(side, call),
    ROW(side, inline),
    ROW(both, call),
    ROW(both, inline),
    ROW(all, inline),
    ROW(rays, call),
    ROW(rays, inline),
    ROW(legality, inline),
    ROW(threats, call),
    ROW(both_threats, call),
    ROW(refresh, call),
    ROW(refresh_numbers, call),
    ROW(side, pext),
    ROW(side, hyperbola),
    ROW(both, pext),
    ROW(both, hyperbola),
    ROW(all, pext),
    ROW(all, hyperbola),
    ROW(legality, pext),
    ROW(legality, hyperbola),
    ROW(threats, pext),
    ROW(threats, hyperbola),
    ROW(both_threats, pext),
    ROW(both_threats, hyperbola),
#ifdef __AVX2__
    ROW(side, lanes),
    ROW(both, lanes),
    ROW(all, lanes),
    ROW(legality, lanes),
    ROW(threats, lanes),
    ROW(both_threats, lanes),
#endif
    {"deltas", "call", deltas_call, true},
    {"numbers", "call", numbers_call, true},
    {"lists", "call", lists_call, true},
    {"one_list", "call", one_list_call, true},
    ROW(refresh_lists, call),
    ROW(refresh_list, call),
};
enum { COUNT_OF_METHODS = sizeof methods / sizeof *methods };

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
	double best[COUNT_OF_METHODS];
	uint64_t results[COUNT_OF_METHODS];
	f = argc == 2 || argc == 3 ? ks_functions_of(argv[1]) : NULL;
	const int repeats = argc == 3 ? LESSONS : 1;
	if (!f || fread(&count, sizeof count, 1, stdin) != 1)
		return 1;
	positions = array(count.positions, sizeof *positions);
	changes = array(count.changes, sizeof *changes);
	if (!ks_rules_init(&rules, KS_STOCKFISH_CODES, &ks_sfnnv16) || ks_features_init(&features, &ks_sfnnv16, KS_STOCKFISH_CODES, memory, KS_FEATURE_WORDS) < 0)
		return 1;
	make_slider_tables();
	if (argc == 3) {
		const uint64_t limit = strtoull(argv[2], NULL, 10);
		count.positions = limit < count.positions ? limit : count.positions;
		count.changes = limit < count.changes ? limit : count.changes;
	}
	/* The methods alternate, so that a change of the clock meets all of them. */
	for (int round = 0; round < ROUNDS; round++) {
		for (int m = 0; m < COUNT_OF_METHODS; m++) {
			/* The last tenth brings the tables to the caches. It is too little to teach the branch predictor the rest. */
			skipped = repeats == 1 ? 9 : 0;
			for (int i = 0; i < repeats; i++)
				methods[m].run();
			skipped = 0;
			double start = now();
			for (int i = 0; i < repeats; i++)
				results[m] = methods[m].run();
			double ns = (now() - start) / (double)repeats / (double)(methods[m].moves ? count.changes : count.positions);
			best[m] = round == 0 || ns < best[m] ? ns : best[m];
		}
	}
	for (int m = 0; m < COUNT_OF_METHODS; m++)
		printf("%s %s %.2f %llx\n", methods[m].question, methods[m].by, best[m], (unsigned long long)results[m]);
	return sum != 0;
}
