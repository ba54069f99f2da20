// Attacks of sliders by the vector methods of engines in C++ and Rust, and by PEXT. A line or a ray
// does not include the square of the slider. Square 0 is a1, 7 is h1, 63 is h8.
//
// pext              a table a square, indexed by the blockers that PEXT collects (841 KB); without BMI2 by a magic
//                   multiplication (Lasse Hansen, Gerd Isenberg and Pradu Kannan, 2006)
// hyperbola         both lines of a bishop in one register. On a line with blockers o, o - s runs
//                   from the slider s up to the first blocker; the same on reversed bytes runs down.
//                   Ranks have a table of 4 KB, because reversed bytes do not reverse them.
// hyperbola-gfni    the same with reversed bits, so that ranks need no table
// four-lanes        parallel-prefix fills of a whole set, a direction in each lane, by two variable
//                   shifts on AVX2 and by one rotation on AVX-512
// four-lanes-gfni   diagonals as before. GFNI turns the board so that each of the other directions
//                   is a subtraction along bytes, in four lanes.
// kogge-stone       scalar fills, which the compiler vectorizes in loops over arrays
//
// Without AVX2 there are pext, kogge-stone, and hyperbola on scalars.
#include <stdint.h>
#ifdef __AVX2__
#include <immintrin.h>
#define POPCOUNT _mm_popcnt_u64
#define LOWEST _tzcnt_u64
#else
#define POPCOUNT __builtin_popcountll
#define LOWEST (uint64_t)__builtin_ctzll
#endif

typedef uint64_t u64;
#define INLINE static inline __attribute__((always_inline))
#define EACH(sq, set) (u64 rest_##sq = (set), sq; rest_##sq && (sq = LOWEST(rest_##sq), 1); rest_##sq &= rest_##sq - 1)

// Directions clockwise from north-east, as in the library: even ones are diagonal.
static const int file_step[8] = {1, 1, 1, 0, -1, -1, -1, 0}, rank_step[8] = {1, 0, -1, -1, -1, 0, 1, 1};

// step returns the square k steps away in direction d, -1 outside the board.
static int step(int sq, int d, int k) {
    int file = (sq & 7) + k * file_step[d], rank = (sq >> 3) + k * rank_step[d];
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : 8 * rank + file;
}

// walk returns the squares in direction d up to the first one in occ, for building tables.
static u64 walk(int sq, int d, u64 occ) {
    u64 seen = 0;
    for (int k = 1, to; (to = step(sq, d, k)) >= 0; k++) {
        seen |= 1ull << to;
        if (occ >> to & 1) break;
    }
    return seen;
}

struct pext_square { u64 mask; const u64 *attacks; u64 magic; int shift; };
static struct pext_square bishop_pext[64], rook_pext[64];
static u64 pext_attacks[107648];
static struct { u64 diagonal, anti, file, rank; } lines[64];
static uint8_t rank_attacks[64][8]; // by the six inner blockers and the file
static u64 between[64][64], knight_from[64], king_from[64], pawn_from[2][64];

// subset returns the subset of mask with the given number.
static u64 subset(u64 number, u64 mask) {
    u64 set = 0;
    for (; mask; mask &= mask - 1, number >>= 1)
        if (number & 1) set |= mask & -mask;
    return set;
}

INLINE u64 pext_index(const struct pext_square *p, u64 occ) {
#ifdef __BMI2__
    return _pext_u64(occ, p->mask);
#else
    return (occ & p->mask) * p->magic >> p->shift;
#endif
}

// make_pext fills the table of a square. Without BMI2 it tries random factors until no two sets of blockers with other attacks meet.
static u64 *make_pext(struct pext_square *p, int sq, int rook, u64 *table) {
    static u64 random = 0x9e3779b97f4a7c15;
    u64 n = 1ull << POPCOUNT(p->mask), i;
    p->attacks = table;
    p->shift = 64 - POPCOUNT(p->mask);
    do {
        p->magic = ~0ull;
        for (int k = 0; k < 3; k++) random ^= random << 13, random ^= random >> 7, random ^= random << 17, p->magic &= random;
        for (i = 0; i < n; i++) table[i] = 0; // no square attacks nothing
        for (i = 0; i < n; i++) {
            u64 set = subset(i, p->mask), seen = 0, *at = &table[pext_index(p, set)];
            for (int d = rook; d < 8; d += 2) seen |= walk(sq, d, set);
            if (*at && *at != seen) break;
            *at = seen;
        }
    } while (i < n);
    return table + n;
}

static u64 leap(int sq, int file, int rank) {
    file += sq & 7, rank += sq >> 3;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : 1ull << (8 * rank + file);
}

static void make_slider_tables(void) {
    u64 *next = pext_attacks;
    for (int sq = 0; sq < 64; sq++) {
        u64 ray[8];
        for (int d = 0; d < 8; d++) ray[d] = walk(sq, d, 0);
        lines[sq].file = ray[3] | ray[7], lines[sq].diagonal = ray[0] | ray[4];
        lines[sq].rank = ray[1] | ray[5], lines[sq].anti = ray[2] | ray[6];
        for (int rook = 0; rook < 2; rook++) {
            struct pext_square *p = rook ? &rook_pext[sq] : &bishop_pext[sq];
            for (int d = rook; d < 8; d += 2)
                for (int k = 1; step(sq, d, k + 1) >= 0; k++) p->mask |= 1ull << step(sq, d, k);
            next = make_pext(p, sq, rook, next);
        }
        for (int file = 0; file < 8; file++)
            rank_attacks[sq][file] = walk(file, 1, (u64)sq << 1) | walk(file, 5, (u64)sq << 1);
        for (int d = 0; d < 8; d++)
            for EACH(to, ray[d]) between[sq][to] = ray[d] & walk(to, d ^ 4, 0);
        for (int a = -2; a <= 2; a++)
            for (int b = -2; b <= 2; b++) {
                if (a * a + b * b == 5) knight_from[sq] |= leap(sq, a, b);
                if (a * a + b * b == 1 || a * a + b * b == 2) king_from[sq] |= leap(sq, a, b);
            }
        pawn_from[0][sq] = leap(sq, -1, 1) | leap(sq, 1, 1), pawn_from[1][sq] = leap(sq, -1, -1) | leap(sq, 1, -1);
    }
}

// Of one slider.

INLINE u64 pext_bishop(int sq, u64 occ) { return bishop_pext[sq].attacks[pext_index(&bishop_pext[sq], occ)]; }
INLINE u64 pext_rook(int sq, u64 occ) { return rook_pext[sq].attacks[pext_index(&rook_pext[sq], occ)]; }

#ifdef __AVX2__
INLINE u64 fold(__m128i v) { return (u64)_mm_cvtsi128_si64(v) | (u64)_mm_extract_epi64(v, 1); }
INLINE u64 fold4(__m256i v) { return fold(_mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1))); }

INLINE __m128i reverse_bytes(__m128i v) {
    return _mm_shuffle_epi8(v, _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
}

INLINE __m128i hyperbola_lines(int sq, u64 occ) {
    __m128i mask = _mm_loadu_si128((const void *)&lines[sq].diagonal), o = _mm_and_si128(mask, _mm_set1_epi64x(occ));
    __m128i up = _mm_sub_epi64(o, _mm_set1_epi64x(1ull << sq));
    __m128i down = _mm_sub_epi64(reverse_bytes(o), _mm_set1_epi64x(1ull << (sq ^ 56)));
    return _mm_and_si128(_mm_xor_si128(up, reverse_bytes(down)), mask);
}

INLINE u64 hyperbola_bishop(int sq, u64 occ) { return fold(hyperbola_lines(sq, occ)); }
#endif

INLINE u64 hyperbola_line(int sq, u64 mask, u64 occ) {
    u64 o = occ & mask;
    return ((o - (1ull << sq)) ^ __builtin_bswap64(__builtin_bswap64(o) - (1ull << (sq ^ 56)))) & mask;
}
#ifndef __AVX2__
INLINE u64 hyperbola_bishop(int sq, u64 occ) { return hyperbola_line(sq, lines[sq].diagonal, occ) | hyperbola_line(sq, lines[sq].anti, occ); }
#endif

INLINE u64 hyperbola_rook(int sq, u64 occ) {
    int first = sq & 56;
    return hyperbola_line(sq, lines[sq].file, occ) | (u64)rank_attacks[occ >> (first + 1) & 63][sq & 7] << first;
}

INLINE u64 pext_queen(int sq, u64 occ) { return pext_bishop(sq, occ) | pext_rook(sq, occ); }

#ifdef __AVX2__
INLINE __m256i reverse_bytes4(__m256i v) {
    return _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607)));
}
INLINE u64 hyperbola_queen(int sq, u64 occ) {
    __m256i mask = _mm256_loadu_si256((const void *)&lines[sq]), o = _mm256_and_si256(mask, _mm256_set1_epi64x(occ));
    __m256i up = _mm256_sub_epi64(o, _mm256_set1_epi64x(1ull << sq));
    __m256i down = _mm256_sub_epi64(reverse_bytes4(o), _mm256_set1_epi64x(1ull << (sq ^ 56)));
    __m256i seen = _mm256_and_si256(_mm256_xor_si256(up, reverse_bytes4(down)), mask); // on the rank, only the squares above are right
    int first = sq & 56;
    return fold4(_mm256_blend_epi32(seen, _mm256_setzero_si256(), 0xc0)) | (u64)rank_attacks[occ >> (first + 1) & 63][sq & 7] << first;
}

#else
INLINE u64 hyperbola_queen(int sq, u64 occ) { return hyperbola_bishop(sq, occ) | hyperbola_rook(sq, occ); }
#endif

// Of sets of sliders.

#define LOOP(name) \
    INLINE u64 name##_bishops(u64 set, u64 occ) { \
        u64 seen = 0; \
        for EACH(sq, set) seen |= name##_bishop(sq, occ); \
        return seen; \
    } \
    INLINE u64 name##_rooks(u64 set, u64 occ) { \
        u64 seen = 0; \
        for EACH(sq, set) seen |= name##_rook(sq, occ); \
        return seen; \
    } \
    INLINE u64 name##_sliders(u64 diagonal, u64 orthogonal, u64 occ) { \
        return name##_bishops(diagonal, occ) | name##_rooks(orthogonal, occ); \
    }
LOOP(pext)

#ifndef __AVX2__
LOOP(hyperbola)
#else
INLINE u64 hyperbola_bishops(u64 set, u64 occ) {
    __m128i seen = _mm_setzero_si128();
    for EACH(sq, set) seen = _mm_or_si128(seen, hyperbola_lines(sq, occ));
    return fold(seen);
}
INLINE u64 hyperbola_rooks(u64 set, u64 occ) {
    u64 seen = 0;
    for EACH(sq, set) seen |= hyperbola_rook(sq, occ);
    return seen;
}
INLINE u64 hyperbola_sliders(u64 diagonal, u64 orthogonal, u64 occ) {
    return hyperbola_bishops(diagonal, occ) | hyperbola_rooks(orthogonal, occ);
}

#endif

#define NOT_A 0xfefefefefefefefeull
#define NOT_H 0x7f7f7f7f7f7f7f7full

#ifdef __AVX2__
// Four directions in four lanes: two to higher squares, two to lower.

#define UP8 0xffffffffffffff00ull
#define DOWN8 0x00ffffffffffffffull

typedef __m256i shifter(__m256i v, long long a, long long b, long long c, long long d);

// shift_avx2 shifts to the left by positive amounts and to the right by negative ones: the shift with an
// amount out of range gives zero.
INLINE __m256i shift_avx2(__m256i v, long long a, long long b, long long c, long long d) {
    return _mm256_or_si256(_mm256_sllv_epi64(v, _mm256_setr_epi64x(a, b, c, d)), _mm256_srlv_epi64(v, _mm256_setr_epi64x(-a, -b, -c, -d)));
}

INLINE __m256i fill(__m256i gen, u64 occ, __m256i mask, int a, int b, shifter *shift) {
    __m256i pro = _mm256_andnot_si256(_mm256_set1_epi64x(occ), mask);
    gen = _mm256_or_si256(gen, _mm256_and_si256(pro, shift(gen, a, b, -a, -b)));
    pro = _mm256_and_si256(pro, shift(pro, a, b, -a, -b));
    gen = _mm256_or_si256(gen, _mm256_and_si256(pro, shift(gen, 2 * a, 2 * b, -2 * a, -2 * b)));
    pro = _mm256_and_si256(pro, shift(pro, 2 * a, 2 * b, -2 * a, -2 * b));
    gen = _mm256_or_si256(gen, _mm256_and_si256(pro, shift(gen, 4 * a, 4 * b, -4 * a, -4 * b)));
    return _mm256_and_si256(shift(gen, a, b, -a, -b), mask);
}
INLINE __m256i diagonal_lanes(u64 set, u64 occ, shifter *shift) {
    return fill(_mm256_set1_epi64x(set), occ, _mm256_setr_epi64x(NOT_A & UP8, NOT_H & UP8, NOT_H & DOWN8, NOT_A & DOWN8), 9, 7, shift);
}
INLINE __m256i orthogonal_lanes(u64 set, u64 occ, shifter *shift) {
    return fill(_mm256_set1_epi64x(set), occ, _mm256_setr_epi64x(UP8, NOT_A, DOWN8, NOT_H), 8, 1, shift);
}

typedef __m256i lanes(u64 set, u64 occ);
INLINE __m256i lanes_avx2_diagonal(u64 set, u64 occ) { return diagonal_lanes(set, occ, shift_avx2); }
INLINE __m256i lanes_avx2_orthogonal(u64 set, u64 occ) { return orthogonal_lanes(set, occ, shift_avx2); }

#define LANES(name) \
    INLINE u64 name##_bishops(u64 set, u64 occ) { return fold4(name##_diagonal(set, occ)); } \
    INLINE u64 name##_rooks(u64 set, u64 occ) { return fold4(name##_orthogonal(set, occ)); } \
    INLINE u64 name##_sliders(u64 diagonal, u64 orthogonal, u64 occ) { \
        return fold4(_mm256_or_si256(name##_diagonal(diagonal, occ), name##_orthogonal(orthogonal, occ))); \
    }
LANES(lanes_avx2)

#ifdef WIDE
INLINE __m256i shift_rotate(__m256i v, long long a, long long b, long long c, long long d) {
    return _mm256_rolv_epi64(v, _mm256_setr_epi64x(a, b, c, d));
}
INLINE __m256i lanes_diagonal(u64 set, u64 occ) { return diagonal_lanes(set, occ, shift_rotate); }
INLINE __m256i lanes_orthogonal(u64 set, u64 occ) { return orthogonal_lanes(set, occ, shift_rotate); }
LANES(lanes)

// With x as the data and a matrix as the second operand, GF2P8AFFINEQB permutes the bits of each byte;
// with x as the matrix it turns the board.
#define AS_IT_IS 0x0102040810204080ll
#define REVERSED 0x8040201008040201ll
#define TRANSPOSED AS_IT_IS // about the anti-diagonal, so that south becomes east
#define TURNED REVERSED

// The lanes are east, west, south, north, all turned to the east. There o ^ (o - 2s) in bytes is the
// squares from the sliders s to the first blockers.
INLINE __m256i to_east(__m256i x) {
    x = _mm256_blend_epi32(x, _mm256_gf2p8affine_epi64_epi8(_mm256_set1_epi64x(TRANSPOSED), x, 0), 0xf0);
    return _mm256_gf2p8affine_epi64_epi8(x, _mm256_setr_epi64x(AS_IT_IS, REVERSED, AS_IT_IS, REVERSED), 0);
}
INLINE __m256i from_east(__m256i x) {
    __m256i bits = _mm256_gf2p8affine_epi64_epi8(x, _mm256_set1_epi64x(REVERSED), 0);
    __m256i turned = _mm256_gf2p8affine_epi64_epi8(_mm256_setr_epi64x(0, 0, TRANSPOSED, TURNED), x, 0);
    return _mm256_blend_epi32(_mm256_blend_epi32(x, bits, 0x0c), turned, 0xf0);
}
INLINE __m256i lanes_gfni_orthogonal(u64 set, u64 occ) {
    __m256i s = to_east(_mm256_set1_epi64x(set)), o = _mm256_or_si256(to_east(_mm256_set1_epi64x(occ)), s);
    return from_east(_mm256_xor_si256(o, _mm256_sub_epi8(o, _mm256_add_epi8(s, s))));
}
INLINE __m256i lanes_gfni_diagonal(u64 set, u64 occ) { return lanes_diagonal(set, occ); }
LANES(lanes_gfni)

INLINE __m128i reverse_bits(__m128i v) { return _mm_gf2p8affine_epi64_epi8(reverse_bytes(v), _mm_set1_epi64x(REVERSED), 0); }
INLINE __m128i hyperbola_gfni_lines(const u64 *line, int sq, u64 occ) {
    __m128i mask = _mm_loadu_si128((const void *)line), o = _mm_and_si128(mask, _mm_set1_epi64x(occ));
    __m128i up = _mm_sub_epi64(o, _mm_set1_epi64x(1ull << sq));
    __m128i down = _mm_sub_epi64(reverse_bits(o), _mm_set1_epi64x(1ull << (sq ^ 63)));
    return _mm_and_si128(_mm_xor_si128(up, reverse_bits(down)), mask);
}
INLINE u64 hyperbola_gfni_bishop(int sq, u64 occ) { return fold(hyperbola_gfni_lines(&lines[sq].diagonal, sq, occ)); }
INLINE u64 hyperbola_gfni_rook(int sq, u64 occ) { return fold(hyperbola_gfni_lines(&lines[sq].file, sq, occ)); }
INLINE __m256i reverse_bits4(__m256i v) { return _mm256_gf2p8affine_epi64_epi8(reverse_bytes4(v), _mm256_set1_epi64x(REVERSED), 0); }
INLINE u64 hyperbola_gfni_queen(int sq, u64 occ) {
    __m256i mask = _mm256_loadu_si256((const void *)&lines[sq]), o = _mm256_and_si256(mask, _mm256_set1_epi64x(occ));
    __m256i up = _mm256_sub_epi64(o, _mm256_set1_epi64x(1ull << sq));
    __m256i down = _mm256_sub_epi64(reverse_bits4(o), _mm256_set1_epi64x(1ull << (sq ^ 63)));
    return fold4(_mm256_and_si256(_mm256_xor_si256(up, reverse_bits4(down)), mask));
}
INLINE __m128i hyperbola_gfni_set(__m128i seen, const u64 *line, u64 set, u64 occ) {
    for EACH(sq, set) seen = _mm_or_si128(seen, hyperbola_gfni_lines(line + 4 * sq, sq, occ));
    return seen;
}
INLINE u64 hyperbola_gfni_bishops(u64 set, u64 occ) { return fold(hyperbola_gfni_set(_mm_setzero_si128(), &lines->diagonal, set, occ)); }
INLINE u64 hyperbola_gfni_rooks(u64 set, u64 occ) { return fold(hyperbola_gfni_set(_mm_setzero_si128(), &lines->file, set, occ)); }
INLINE u64 hyperbola_gfni_sliders(u64 diagonal, u64 orthogonal, u64 occ) {
    return fold(hyperbola_gfni_set(hyperbola_gfni_set(_mm_setzero_si128(), &lines->diagonal, diagonal, occ), &lines->file, orthogonal, occ));
}
#endif
#endif

INLINE u64 up(u64 gen, u64 empty, int k, u64 edge) {
    u64 pro = empty & edge;
    gen |= pro & gen << k, pro &= pro << k;
    gen |= pro & gen << 2 * k, pro &= pro << 2 * k;
    gen |= pro & gen << 4 * k;
    return gen << k & edge;
}
INLINE u64 down(u64 gen, u64 empty, int k, u64 edge) {
    u64 pro = empty & edge;
    gen |= pro & gen >> k, pro &= pro >> k;
    gen |= pro & gen >> 2 * k, pro &= pro >> 2 * k;
    gen |= pro & gen >> 4 * k;
    return gen >> k & edge;
}
INLINE u64 kogge_stone_sliders(u64 diagonal, u64 orthogonal, u64 occ) {
    return up(diagonal, ~occ, 9, NOT_A) | up(diagonal, ~occ, 7, NOT_H) | down(diagonal, ~occ, 9, NOT_H) | down(diagonal, ~occ, 7, NOT_A) |
           up(orthogonal, ~occ, 8, ~0ull) | up(orthogonal, ~occ, 1, NOT_A) | down(orthogonal, ~occ, 8, ~0ull) | down(orthogonal, ~occ, 1, NOT_H);
}

// kogge_stone_columns fills in the directions of the lanes above, each into an array.
static __attribute__((noinline)) void kogge_stone_columns(u64 *restrict ne, u64 *restrict nw, u64 *restrict sw, u64 *restrict se, u64 *restrict n,
                                                          u64 *restrict e, u64 *restrict s, u64 *restrict w, const u64 *restrict sliders,
                                                          const u64 *restrict empty, size_t count) {
    for (size_t i = 0; i < count; i++) {
        u64 gen = sliders[i], pro = empty[i];
        ne[i] = up(gen, pro, 9, NOT_A), nw[i] = up(gen, pro, 7, NOT_H), sw[i] = down(gen, pro, 9, NOT_H), se[i] = down(gen, pro, 7, NOT_A);
        n[i] = up(gen, pro, 8, ~0ull), e[i] = up(gen, pro, 1, NOT_A), s[i] = down(gen, pro, 8, ~0ull), w[i] = down(gen, pro, 1, NOT_H);
    }
}
