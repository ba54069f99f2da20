/* koggestone_inline.h: attacks, checks and pins of one position, inlined, for C99 and C++. It needs no other file
   and nothing to link.

   The compiler's flags select AVX-512, AVX2 or plain C, for example -march=native. KS_INLINE_PATH names the choice, and a program
   that defines KS_INLINE_AVX2 or KS_INLINE_PLAIN before it includes this file gets a lower one. Results are those of the functions
   of koggestone_kernels.h, for every input. Prefer these functions where the position is in registers; the threat sets of
   ks_threats_of and all batches are faster as calls.

   Squares are numbered from a1 = 0, b1 = 1 to h8 = 63, and bit i of a bitboard is square i. Attacks include the first
   blocker of each line, of either colour, and exclude the sliders themselves unless attacked. */
#ifndef KOGGESTONE_INLINE_H
#define KOGGESTONE_INLINE_H

#include <stdint.h>

#if defined(__AVX512F__) && !defined(KS_INLINE_AVX2) && !defined(KS_INLINE_PLAIN)
#define KS_INLINE_PATH "avx512"
#define KSI_AVX512
#elif defined(__AVX2__) && !defined(KS_INLINE_PLAIN)
#define KS_INLINE_PATH "avx2"
#define KSI_AVX2
#else
#define KS_INLINE_PATH "plain"
#endif
#if defined(KSI_AVX512) || defined(KSI_AVX2)
#include <immintrin.h>
#endif

#if defined(_MSC_VER)
#define KSI static __forceinline
#elif defined(__GNUC__)
#define KSI static inline __attribute__((always_inline, unused))
#else
#define KSI static inline
#endif
#ifdef __cplusplus
#define KSI_AS(type, x) static_cast<type>(x)
#else
#define KSI_AS(type, x) ((type)(x))
#endif

/* What a generator of legal moves needs to know about their pieces. */
typedef struct ks_inline_legal {
	uint64_t attacked;   /* squares that their pieces attack */
	uint64_t danger;     /* squares where our king would be attacked, also behind it */
	uint64_t checkers;   /* their pieces that give check */
	uint64_t check_mask; /* squares where a move of another piece than the king ends the check; all without a check */
	uint64_t pinned;     /* our pieces that may move only on a line with our king */
} ks_inline_legal;

/* The board without file a, and without file h. */
#define KSI_NOT_A 0xfefefefefefefefeu
#define KSI_NOT_H 0x7f7f7f7f7f7f7f7fu

KSI uint64_t ksi_pawns(uint64_t pawns, int black) {
	const uint64_t front = black ? pawns >> 8 : pawns << 8;
	return (front << 1 & KSI_NOT_A) | (front >> 1 & KSI_NOT_H);
}
KSI uint64_t ksi_check_mask(uint64_t checkers, uint64_t between) {
	/* Without conditional expressions, because GCC makes branches of them that are often mispredicted. */
	const uint64_t zero = 0, none = zero - (checkers == 0), one = zero - ((checkers & (checkers - 1)) == 0);
	return none | ((checkers | between) & one);
}

#if defined(KSI_AVX512) || defined(KSI_AVX2)

/* Eight directions in lanes, in the order of koggestone_kernels.h: northeast and clockwise, or with AVX2 the four that
   go up (northeast, east, northwest, north) and the four that go down (southwest, west, southeast, south). Opposite
   directions are four lanes apart, and the even lanes are diagonal. */
KSI long long ksi_signed(uint64_t x) { return KSI_AS(long long, x); }
KSI __m128i ksi_two(uint64_t a, uint64_t b) { return _mm_set_epi64x(ksi_signed(b), ksi_signed(a)); }

#ifdef KSI_AVX512
typedef __m512i ksi_lanes;
/* The steps of a fill are rotations, which the masks of destinations turn into shifts: see the "generalised ray" of Gerd
   Isenberg. pro1, pro2 and pro4 are the squares that steps of 1, 2 and 4 may fill. */
typedef struct ksi_lines {
	ksi_lanes pro1, pro2, pro4;
} ksi_lines;
KSI ksi_lanes ksi_eight(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
	return _mm512_setr_epi64(ksi_signed(a), ksi_signed(b), ksi_signed(c), ksi_signed(d), ksi_signed(e), ksi_signed(f), ksi_signed(g), ksi_signed(h));
}
KSI ksi_lanes ksi_and(ksi_lanes a, ksi_lanes b) { return _mm512_and_si512(a, b); }
KSI ksi_lanes ksi_or(ksi_lanes a, ksi_lanes b) { return _mm512_or_si512(a, b); }
KSI ksi_lanes ksi_all(uint64_t x) { return _mm512_set1_epi64(ksi_signed(x)); }
KSI ksi_lanes ksi_by_kind(uint64_t diagonal, uint64_t orthogonal) { return _mm512_broadcast_i32x4(ksi_two(diagonal, orthogonal)); }
KSI ksi_lanes ksi_capturing(uint64_t pawns, int black) { return _mm512_maskz_set1_epi64(KSI_AS(__mmask8, black ? 0x14 : 0x41), ksi_signed(pawns)); }
KSI ksi_lanes ksi_opposite(ksi_lanes a) { return _mm512_shuffle_i64x2(a, a, 0x4e); }
/* The lanes of x where a and b meet. */
KSI ksi_lanes ksi_where(ksi_lanes x, ksi_lanes a, ksi_lanes b) { return _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(a, b), x); }
KSI ksi_lanes ksi_step(ksi_lanes x) {
	return ksi_and(_mm512_rolv_epi64(x, ksi_eight(9, 1, 57, 56, 55, 63, 7, 8)),
	               ksi_eight(0xfefefefefefefe00u, KSI_NOT_A, 0x00fefefefefefefeu, 0x00ffffffffffffffu, 0x007f7f7f7f7f7f7fu, KSI_NOT_H, 0x7f7f7f7f7f7f7f00u,
	                         0xffffffffffffff00u));
}
KSI ksi_lanes ksi_jump(ksi_lanes x) {
	return ksi_and(_mm512_rolv_epi64(x, ksi_eight(17, 10, 58, 49, 47, 54, 6, 15)),
	               ksi_eight(0xfefefefefefe0000u, 0xfcfcfcfcfcfcfc00u, 0x00fcfcfcfcfcfcfcu, 0x0000fefefefefefeu, 0x00007f7f7f7f7f7fu, 0x003f3f3f3f3f3f3fu,
	                         0x3f3f3f3f3f3f3f00u, 0x7f7f7f7f7f7f0000u));
}
KSI ksi_lines ksi_prepare(uint64_t empty) {
	ksi_lines l;
	l.pro1 = ksi_and(ksi_all(empty), ksi_eight(0xfefefefefefefe00u, KSI_NOT_A, 0x00fefefefefefefeu, 0x00ffffffffffffffu, 0x007f7f7f7f7f7f7fu, KSI_NOT_H,
	                                           0x7f7f7f7f7f7f7f00u, 0xffffffffffffff00u));
	l.pro2 = ksi_and(l.pro1, _mm512_rolv_epi64(l.pro1, ksi_eight(9, 1, 57, 56, 55, 63, 7, 8)));
	l.pro4 = ksi_and(l.pro2, _mm512_rolv_epi64(l.pro2, ksi_eight(18, 2, 50, 48, 46, 62, 14, 16)));
	return l;
}
/* Returns gen and the squares that it reaches over empty squares; a step further are its attacks. */
KSI ksi_lanes ksi_fill(const ksi_lines *l, ksi_lanes gen) {
	enum { OR_AND = 0xf8 }; /* gen | a & b */
	gen = _mm512_ternarylogic_epi64(gen, _mm512_rolv_epi64(gen, ksi_eight(9, 1, 57, 56, 55, 63, 7, 8)), l->pro1, OR_AND);
	gen = _mm512_ternarylogic_epi64(gen, _mm512_rolv_epi64(gen, ksi_eight(18, 2, 50, 48, 46, 62, 14, 16)), l->pro2, OR_AND);
	return _mm512_ternarylogic_epi64(gen, _mm512_rolv_epi64(gen, ksi_eight(36, 4, 36, 32, 28, 60, 28, 32)), l->pro4, OR_AND);
}
KSI void ksi_store(uint64_t dst[8], ksi_lanes x) { _mm512_storeu_si512(dst, x); }
/* The union of opposite directions. */
KSI __m256i ksi_half(ksi_lanes a) { return _mm256_or_si256(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64(a, 1)); }
#else
typedef struct ksi_lanes {
	__m256i up, down;
} ksi_lanes;
typedef struct ksi_lines {
	ksi_lanes pro1, pro2, pro4;
} ksi_lines;
KSI __m256i ksi_words(uint64_t a, uint64_t b, uint64_t c, uint64_t d) { return _mm256_setr_epi64x(ksi_signed(a), ksi_signed(b), ksi_signed(c), ksi_signed(d)); }
KSI ksi_lanes ksi_eight(__m256i up, __m256i down) {
	ksi_lanes r;
	r.up = up;
	r.down = down;
	return r;
}
KSI ksi_lanes ksi_and(ksi_lanes a, ksi_lanes b) { return ksi_eight(_mm256_and_si256(a.up, b.up), _mm256_and_si256(a.down, b.down)); }
KSI ksi_lanes ksi_or(ksi_lanes a, ksi_lanes b) { return ksi_eight(_mm256_or_si256(a.up, b.up), _mm256_or_si256(a.down, b.down)); }
KSI ksi_lanes ksi_all(uint64_t x) {
	const __m256i v = _mm256_set1_epi64x(ksi_signed(x));
	return ksi_eight(v, v);
}
KSI ksi_lanes ksi_by_kind(uint64_t diagonal, uint64_t orthogonal) {
	const __m256i v = _mm256_broadcastsi128_si256(ksi_two(diagonal, orthogonal));
	return ksi_eight(v, v);
}
KSI ksi_lanes ksi_capturing(uint64_t pawns, int black) {
	return ksi_eight(_mm256_broadcastsi128_si256(ksi_two(black ? 0 : pawns, 0)), _mm256_broadcastsi128_si256(ksi_two(black ? pawns : 0, 0)));
}
KSI ksi_lanes ksi_opposite(ksi_lanes a) { return ksi_eight(a.down, a.up); }
/* The lanes of x where a and b meet. */
KSI __m256i ksi_where_four(__m256i x, __m256i a, __m256i b) {
	return _mm256_andnot_si256(_mm256_cmpeq_epi64(_mm256_and_si256(a, b), _mm256_setzero_si256()), x);
}
KSI ksi_lanes ksi_where(ksi_lanes x, ksi_lanes a, ksi_lanes b) { return ksi_eight(ksi_where_four(x.up, a.up, b.up), ksi_where_four(x.down, a.down, b.down)); }
KSI ksi_lanes ksi_shift(ksi_lanes a, __m256i by) { return ksi_eight(_mm256_sllv_epi64(a.up, by), _mm256_srlv_epi64(a.down, by)); }
KSI ksi_lanes ksi_inside(ksi_lanes a) {
	return ksi_and(a, ksi_eight(ksi_words(KSI_NOT_A, KSI_NOT_A, KSI_NOT_H, ~KSI_AS(uint64_t, 0)), ksi_words(KSI_NOT_H, KSI_NOT_H, KSI_NOT_A, ~KSI_AS(uint64_t, 0))));
}
KSI ksi_lanes ksi_step(ksi_lanes x) { return ksi_inside(ksi_shift(x, ksi_words(9, 1, 7, 8))); }
KSI ksi_lanes ksi_jump(ksi_lanes x) {
	return ksi_and(ksi_shift(x, ksi_words(17, 10, 15, 6)),
	               ksi_eight(ksi_words(KSI_NOT_A, 0xfcfcfcfcfcfcfcfcu, KSI_NOT_H, 0x3f3f3f3f3f3f3f3fu), ksi_words(KSI_NOT_H, 0x3f3f3f3f3f3f3f3fu, KSI_NOT_A, 0xfcfcfcfcfcfcfcfcu)));
}
KSI ksi_lines ksi_prepare(uint64_t empty) {
	ksi_lines l;
	l.pro1 = ksi_inside(ksi_all(empty));
	l.pro2 = ksi_and(l.pro1, ksi_shift(l.pro1, ksi_words(9, 1, 7, 8)));
	l.pro4 = ksi_and(l.pro2, ksi_shift(l.pro2, ksi_words(18, 2, 14, 16)));
	return l;
}
/* Returns gen and the squares that it reaches over empty squares; a step further are its attacks. */
KSI ksi_lanes ksi_fill(const ksi_lines *l, ksi_lanes gen) {
	gen = ksi_or(gen, ksi_and(l->pro1, ksi_shift(gen, ksi_words(9, 1, 7, 8))));
	gen = ksi_or(gen, ksi_and(l->pro2, ksi_shift(gen, ksi_words(18, 2, 14, 16))));
	return ksi_or(gen, ksi_and(l->pro4, ksi_shift(gen, ksi_words(36, 4, 28, 32))));
}
KSI void ksi_store_four(uint64_t *dst, __m256i x) {
	void *to = dst;
	_mm256_storeu_si256(KSI_AS(__m256i *, to), x);
}
KSI void ksi_store(uint64_t dst[8], ksi_lanes x) { /* clockwise from northeast */
	ksi_store_four(dst, _mm256_permute2x128_si256(x.up, x.down, 0x30));
	ksi_store_four(dst + 4, _mm256_permute2x128_si256(x.down, x.up, 0x30));
}
/* The union of opposite directions. */
KSI __m256i ksi_half(ksi_lanes a) { return _mm256_or_si256(a.up, a.down); }
#endif

KSI ksi_lanes ksi_attacks(const ksi_lines *l, ksi_lanes gen) { return ksi_step(ksi_fill(l, gen)); }
KSI uint64_t ksi_low(__m128i a) { return KSI_AS(uint64_t, _mm_cvtsi128_si64(a)); }
KSI uint64_t ksi_high(__m128i a) { return KSI_AS(uint64_t, _mm_extract_epi64(a, 1)); }
KSI uint64_t ksi_union(ksi_lanes a) {
	const __m256i half = ksi_half(a);
	const __m128i pair = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
	return ksi_low(pair) | ksi_high(pair);
}
/* Four unions at once: word i is the union of argument i. */
KSI __m256i ksi_unions(ksi_lanes a, ksi_lanes b, ksi_lanes c, ksi_lanes d) {
	const __m256i p = ksi_half(a), q = ksi_half(b), r = ksi_half(c), s = ksi_half(d);
	const __m256i ab = _mm256_or_si256(_mm256_unpacklo_epi64(p, q), _mm256_unpackhi_epi64(p, q));
	const __m256i cd = _mm256_or_si256(_mm256_unpacklo_epi64(r, s), _mm256_unpackhi_epi64(r, s));
	return _mm256_or_si256(_mm256_permute2x128_si256(ab, cd, 0x20), _mm256_permute2x128_si256(ab, cd, 0x31));
}

/* The attacks of all sliders: bishops and queens are diagonal, rooks and queens orthogonal. */
KSI uint64_t ks_inline_slider_attacks(uint64_t diagonal, uint64_t orthogonal, uint64_t empty) {
	const ksi_lines l = ksi_prepare(empty);
	return ksi_union(ksi_attacks(&l, ksi_by_kind(diagonal, orthogonal)));
}

/* The attacks of the sliders in own, and of the others. */
KSI void ks_inline_slider_attacks_of_both(uint64_t *own_attacks, uint64_t *their_attacks, uint64_t diagonal, uint64_t orthogonal, uint64_t own,
                                          uint64_t empty) {
	const ksi_lines l = ksi_prepare(empty);
	*own_attacks = ksi_union(ksi_attacks(&l, ksi_by_kind(diagonal & own, orthogonal & own)));
	*their_attacks = ksi_union(ksi_attacks(&l, ksi_by_kind(diagonal & ~own, orthogonal & ~own)));
}

/* dst[d] is the attacks in direction d, clockwise from northeast as in koggestone_kernels.h. */
KSI void ks_inline_ray_attacks(uint64_t dst[8], uint64_t sliders, uint64_t empty) {
	const ksi_lines l = ksi_prepare(empty);
	ksi_store(dst, ksi_attacks(&l, ksi_all(sliders)));
}

/* rays[i][d] is the attacks of gens[i] in direction d. The n sets of sliders share the steps of the empty squares. */
KSI void ks_inline_multi_attacks(uint64_t (*rays)[8], const uint64_t *gens, int n, uint64_t empty) {
	const ksi_lines l = ksi_prepare(empty);
	for (int i = 0; i < n; i++)
		ksi_store(rays[i], ksi_attacks(&l, ksi_all(gens[i])));
}

/* All squares that the pieces of a side attack. pieces are the pawns, knights, bishops, rooks, queens and kings of both
   sides, and side is the pieces of the side, which is Black's if black is not 0. */
KSI uint64_t ks_inline_attacks(const uint64_t pieces[6], uint64_t side, uint64_t empty, int black) {
	const ksi_lines l = ksi_prepare(empty);
	const ksi_lanes sliders = ksi_by_kind((pieces[2] | pieces[4]) & side, (pieces[3] | pieces[4]) & side);
	/* The last step of the fill is also a king's step, and in two lanes a pawn's capture. */
	const ksi_lanes steppers = ksi_or(ksi_all(pieces[5] & side), ksi_capturing(pieces[0] & side, black));
	return ksi_union(ksi_or(ksi_step(ksi_or(ksi_fill(&l, sliders), steppers)), ksi_jump(ksi_all(pieces[1] & side))));
}

/* Sets out for the side with the pieces in own, which is Black's if black is not 0. */
KSI void ks_inline_legality(ks_inline_legal *out, const uint64_t pieces[6], uint64_t own, uint64_t their, int black) {
	const uint64_t occupied = own | their, king = pieces[5] & own, knights = pieces[1] & their;
	const ksi_lines l = ksi_prepare(~occupied);
	const ksi_lanes foes = ksi_by_kind((pieces[2] | pieces[4]) & their, (pieces[3] | pieces[4]) & their), kings = ksi_all(king);
	const ksi_lanes sees = ksi_attacks(&l, kings), sliders = ksi_attacks(&l, foes), line = ksi_and(sees, ksi_opposite(sliders));
	const ksi_lanes others = ksi_or(ksi_jump(ksi_all(knights)), ksi_step(ksi_all(pieces[5] & their)));
	const ksi_lanes checks = ksi_or(ksi_and(sees, foes), ksi_and(ksi_jump(kings), ksi_all(knights)));
	const __m256i sets = ksi_unions(ksi_or(sliders, others), checks, line, ksi_where(sees, sliders, kings));
	const __m128i low = _mm256_castsi256_si128(sets), high = _mm256_extracti128_si256(sets, 1);
	const uint64_t checkers = ksi_high(low) | (ksi_pawns(king, black) & pieces[0] & their), lines = ksi_low(high);
	out->attacked = ksi_low(low) | ksi_pawns(pieces[0] & their, !black);
	out->danger = out->attacked | ksi_high(high);
	out->checkers = checkers;
	out->check_mask = ksi_check_mask(checkers, lines & ~occupied);
	out->pinned = lines & own;
}

#else

/* The attacks of sliders in steps of k to higher squares and to lower ones, including squares that wrap around the
   edge. pro is the empty squares, of the inner files for other steps than 8. */
KSI uint64_t ksi_up(uint64_t sliders, uint64_t pro, int k) {
	sliders |= pro & sliders << k;
	pro &= pro << k;
	sliders |= pro & sliders << 2 * k;
	pro &= pro << 2 * k;
	return (sliders | (pro & sliders << 4 * k)) << k;
}
KSI uint64_t ksi_down(uint64_t sliders, uint64_t pro, int k) {
	uint64_t set = sliders >> k;
	set |= (pro & set) >> k;
	pro &= pro << k;
	set |= (pro & set) >> 2 * k;
	pro &= pro << 2 * k;
	return set | (pro & set) >> 4 * k;
}
KSI uint64_t ksi_east(uint64_t sliders, uint64_t inner) {
	const uint64_t free = inner & ~sliders;
	return (free + (sliders << 1 & KSI_NOT_A)) ^ free;
}
KSI uint64_t ksi_knights(uint64_t knights) {
	const uint64_t one = (knights << 1 & KSI_NOT_A) | (knights >> 1 & KSI_NOT_H);
	const uint64_t two = (knights << 2 & 0xfcfcfcfcfcfcfcfcu) | (knights >> 2 & 0x3f3f3f3f3f3f3f3fu);
	return one << 16 | one >> 16 | two << 8 | two >> 8;
}
KSI uint64_t ksi_kings(uint64_t kings) {
	const uint64_t beside = (kings << 1 & KSI_NOT_A) | (kings >> 1 & KSI_NOT_H), row = beside | kings;
	return beside | row << 8 | row >> 8;
}

KSI uint64_t ks_inline_slider_attacks(uint64_t diagonal, uint64_t orthogonal, uint64_t empty) {
	const uint64_t inner = empty & KSI_NOT_A & KSI_NOT_H;
	const uint64_t west = ksi_down(orthogonal, inner, 1) | ksi_down(diagonal, inner, 9) | ksi_up(diagonal, inner, 7);
	const uint64_t east = ksi_up(diagonal, inner, 9) | ksi_down(diagonal, inner, 7);
	return ksi_up(orthogonal, empty, 8) | ksi_down(orthogonal, empty, 8) | ksi_east(orthogonal, inner) | (west & KSI_NOT_H) | (east & KSI_NOT_A);
}

KSI void ks_inline_slider_attacks_of_both(uint64_t *own_attacks, uint64_t *their_attacks, uint64_t diagonal, uint64_t orthogonal, uint64_t own,
                                          uint64_t empty) {
	*own_attacks = ks_inline_slider_attacks(diagonal & own, orthogonal & own, empty);
	*their_attacks = ks_inline_slider_attacks(diagonal & ~own, orthogonal & ~own, empty);
}

KSI void ks_inline_ray_attacks(uint64_t dst[8], uint64_t sliders, uint64_t empty) {
	const uint64_t inner = empty & KSI_NOT_A & KSI_NOT_H;
	dst[0] = ksi_up(sliders, inner, 9) & KSI_NOT_A;
	dst[4] = ksi_down(sliders, inner, 9) & KSI_NOT_H;
	dst[6] = ksi_up(sliders, inner, 7) & KSI_NOT_H;
	dst[2] = ksi_down(sliders, inner, 7) & KSI_NOT_A;
	dst[7] = ksi_up(sliders, empty, 8);
	dst[3] = ksi_down(sliders, empty, 8);
	dst[1] = ksi_east(sliders, inner);
	dst[5] = ksi_down(sliders, inner, 1) & KSI_NOT_H;
}

KSI void ks_inline_multi_attacks(uint64_t (*rays)[8], const uint64_t *gens, int n, uint64_t empty) {
	for (int i = 0; i < n; i++)
		ks_inline_ray_attacks(rays[i], gens[i], empty);
}

KSI uint64_t ks_inline_attacks(const uint64_t pieces[6], uint64_t side, uint64_t empty, int black) {
	return ks_inline_slider_attacks((pieces[2] | pieces[4]) & side, (pieces[3] | pieces[4]) & side, empty) | ksi_pawns(pieces[0] & side, black) |
	       ksi_knights(pieces[1] & side) | ksi_kings(pieces[5] & side);
}

KSI void ks_inline_legality(ks_inline_legal *out, const uint64_t pieces[6], uint64_t own, uint64_t their, int black) {
	const uint64_t occupied = own | their, empty = ~occupied, king = pieces[5] & own;
	const uint64_t diagonal = (pieces[2] | pieces[4]) & their, orthogonal = (pieces[3] | pieces[4]) & their;
	uint64_t sees[8], slide[8], seen[8], lines = 0, attacked = 0, behind = 0, checkers;
	ks_inline_ray_attacks(sees, king, empty);
	ks_inline_ray_attacks(slide, diagonal, empty);
	ks_inline_ray_attacks(seen, orthogonal, empty);
	for (int d = 1; d < 8; d += 2)
		slide[d] = seen[d];
	for (int d = 0; d < 8; d++) {
		attacked |= slide[d];
		lines |= sees[d] & slide[d ^ 4];
		behind |= slide[d] & king ? sees[d] : 0;
	}
	checkers = ((sees[0] | sees[2] | sees[4] | sees[6]) & diagonal) | ((sees[1] | sees[3] | sees[5] | sees[7]) & orthogonal) |
	           (ksi_knights(king) & pieces[1] & their) | (ksi_pawns(king, black) & pieces[0] & their);
	out->attacked = attacked | ksi_pawns(pieces[0] & their, !black) | ksi_knights(pieces[1] & their) | ksi_kings(pieces[5] & their);
	out->danger = out->attacked | behind;
	out->checkers = checkers;
	out->check_mask = ksi_check_mask(checkers, lines & empty);
	out->pinned = lines & own;
}

#endif
#endif
