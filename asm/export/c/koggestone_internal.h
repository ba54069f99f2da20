/* koggestone_internal.h: what the C files of the library share. */
#ifndef KOGGESTONE_INTERNAL_H
#define KOGGESTONE_INTERNAL_H

#include "koggestone_kernels.h"
#include "koggestone_asm.h"

#if defined(__GNUC__) && !defined(_WIN32)
#define KS_HIDDEN __attribute__((visibility("hidden")))
#else
#define KS_HIDDEN
#endif

/* The generic path. */
KS_HIDDEN uint64_t ks_rook_attacks_generic(uint64_t rooks, uint64_t empty);
KS_HIDDEN uint64_t ks_bishop_attacks_generic(uint64_t bishops, uint64_t empty);
KS_HIDDEN uint64_t ks_slider_attacks_generic(uint64_t diagonal, uint64_t orthogonal, uint64_t empty);
KS_HIDDEN void ks_ray_attacks_generic(uint64_t dst[8], uint64_t sliders, uint64_t empty);
KS_HIDDEN void ks_multi_attacks_generic(uint64_t dst[8][4], const uint64_t gens[4], uint64_t empty);
KS_HIDDEN void ks_rook_attacks_batch_generic(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n);
KS_HIDDEN void ks_bishop_attacks_batch_generic(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n);
KS_HIDDEN void ks_slider_attacks_batch_generic(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n);
KS_HIDDEN void ks_ray_attacks_batch_generic(uint64_t *const dst[8], const uint64_t *sliders, const uint64_t *empty, size_t n);
KS_HIDDEN void ks_multi_attacks_batch_generic(uint64_t *const dst[8][4], const uint64_t *const gens[4], const uint64_t *empty, size_t n);
KS_HIDDEN void ks_threats_of_generic(ks_threats *dst, const ks_board *board, int us);
KS_HIDDEN void ks_both_threats_generic(ks_side_threats dst[2], const ks_board *board);
KS_HIDDEN void ks_vision_generic(ks_board dst[8], const ks_board *board);
KS_HIDDEN void ks_threats_batch_generic(uint64_t *const dst[KS_THREAT_SETS], const uint64_t *const planes[4], const uint8_t *us, size_t n);
KS_HIDDEN void ks_vision_batch_generic(uint64_t *const dst[8][4], const uint64_t *const planes[4], size_t n);
KS_HIDDEN void ks_attacks_batch_generic(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n);
KS_HIDDEN void ks_refresh_generic(ks_pairs *dst, const ks_rules *rules, const uint8_t mailbox[64]);
KS_HIDDEN void ks_refresh_board_generic(ks_pairs *dst, const ks_rules *rules, const ks_board *board);
KS_HIDDEN void ks_deltas_generic(ks_pair_changes *dst, const ks_rules *rules, const uint8_t before[64], uint64_t update);
KS_HIDDEN void ks_number_pairs_generic(ks_feature_numbers *dst, const ks_features *f, const ks_pairs *pairs, int white, int black);
KS_HIDDEN void ks_number_changes_generic(ks_feature_changes *dst, const ks_features *f, const ks_pair_changes *changes, int white, int black);
KS_HIDDEN void ks_fill_rows_generic(int32_t *white, int32_t *black, size_t length, const ks_board *boards, size_t n, const ks_input *inputs, size_t n_inputs,
          bool stream, int64_t active[2]);
KS_HIDDEN bool ks_accumulate_generic(int16_t *dst, const int16_t *src, size_t width, const int16_t *weights, size_t rows, const uint32_t *added,
          size_t n_added, const uint32_t *removed, size_t n_removed);
KS_HIDDEN bool ks_accumulate_int8_generic(int16_t *dst, const int16_t *src, size_t width, const int8_t *weights, size_t rows, const uint32_t *added,
          size_t n_added, const uint32_t *removed, size_t n_removed);

/* All squares that the pieces of a side attack. */
KS_HIDDEN uint64_t ks_side_attacks(const ks_board *board, bool black);

/* A row of features that is being filled. */
typedef struct {
	int32_t *features;
	size_t n, length;
} ks_row;
/* Adds the features of one input to the rows of both sides. */
KS_HIDDEN void ks_add_input(ks_row rows[2], const ks_input *input, const ks_board *board);
/* The exclusive or of a square and of the square in the view of each side, for pawns and pieces. */
typedef struct {
	int kings[2], turns[2];
} ks_views;
KS_HIDDEN ks_views ks_views_of(const ks_board *board, ks_input_kind kind, const ks_threat_inputs *threats);
/* The first number of the pieces of a side: its king selects a bucket of 768. */
KS_HIDDEN int32_t ks_bucket(const ks_input *input, const ks_views *v, int side);

/* The ways of attacking a piece at one of the sixteen places around a square: places 0 to 7 are the
   squares of knights' jumps, and 8 to 15 the nearest pieces on the rays, clockwise from north. */
enum { KS_BY_JUMP = 1, KS_ORTHOGONAL = 2, KS_DIAGONAL = 4, KS_ONE_STEP = 8, KS_NORTH_STEP = 16, KS_SOUTH_STEP = 32 };
static inline unsigned ks_ray_ways(int ray, bool adjacent) {
	unsigned ways = ray % 2 ? KS_DIAGONAL : KS_ORTHOGONAL;
	if (adjacent)
		ways |= KS_ONE_STEP | (ray == 1 || ray == 7 ? KS_NORTH_STEP : ray == 3 || ray == 5 ? KS_SOUTH_STEP : 0);
	return ways;
}

/* The square n steps along a ray, or 64; the square of a jump, or 64. */
KS_HIDDEN int ks_step(int sq, int ray, int n);
KS_HIDDEN int ks_jump(int sq, int jump);

/* The private contents of ks_rules and ks_features. */
static inline const ks_pair_tables *ks_tables(const ks_rules *r) { return (const ks_pair_tables *)r; }
static inline const ks_feature_tables *ks_numbers(const ks_features *f) { return (const ks_feature_tables *)f; }

static inline const ks_feature_order *ks_order(const ks_threat_inputs *t) { return (const ks_feature_order *)t->private_words; }

/* The tables for the numbers of both sides, with the kings on the given squares. */
static inline const uint32_t *ks_turned(const ks_features *f, int white, int black, const uint64_t **rows) {
	const ks_feature_tables *t = ks_numbers(f);
	int w = t->mirrored[white & 63], b = t->mirrored[black & 63];
	*rows = f->numbers[w ^ b];
	return t->rows[w];
}

#endif
