// Byteboard geometry: the squares around one square, gathered from a mailbox by VPERMB in the order of eight
// rays. A ray is eight bytes: a knight's jump, then seven steps outwards. The articles at 87flowers.com
// describe it, and engines with threat inputs use it.
//
// In the mask of occupied bytes o the nearest pieces of all rays, and the knights' jumps, are
// (o' ^ (o' - 0x0303...)) & o with o' = o | 0x8181...: in each ray the borrow runs from the first step to the first
// piece, or to the last byte.

static uint8_t order[64][64];   // squares in the order of the rays
static uint8_t back[64][64];    // the place of each square in that order
static u64 inside[64], near[64]; // places inside the board; squares on the rays
static u64 reach[16];           // places that a piece in the middle attacks, by code
static uint8_t needs[64];       // ways to attack the middle from a place
static const __m128i *ways;     // ways of each code

enum { KNIGHT = 1, DIAGONAL = 2, ORTHOGONAL = 4, KING = 8, WHITE_PAWN = 16, BLACK_PAWN = 32 };

static void make_byteboard_tables(void) {
    static uint8_t by_code[16] __attribute__((aligned(16)));
    static const int jump_file[8] = {1, 2, 2, 1, -1, -2, -2, -1}, jump_rank[8] = {2, 1, -1, -2, -2, -1, 1, 2};
    for (int i = 0; i < 64; i++) {
        int d = i >> 3, k = i & 7;
        for (int sq = 0; sq < 64; sq++) {
            u64 leaps = leap(sq, jump_file[d], jump_rank[d]);
            int to = k ? step(sq, d, k) : leaps ? (int)_tzcnt_u64(leaps) : -1;
            if (to < 0) continue;
            order[sq][i] = to, back[sq][to] = i, inside[sq] |= 1ull << i, near[sq] |= 1ull << to;
        }
        needs[i] = !k ? KNIGHT : (d & 1 ? ORTHOGONAL : DIAGONAL) | (k == 1 ? KING : 0);
        if (k == 1 && (d == 2 || d == 4)) needs[i] |= WHITE_PAWN; // from below
        if (k == 1 && (d == 0 || d == 6)) needs[i] |= BLACK_PAWN;
    }
    static const uint8_t kinds[7] = {0, 0, KNIGHT, DIAGONAL, ORTHOGONAL, DIAGONAL | ORTHOGONAL, KING};
    for (int code = 1; code < 15; code++) {
        if ((code & 7) == 7 || code == 8) continue;
        by_code[code] = (code & 7) == 1 ? (code & 8 ? BLACK_PAWN : WHITE_PAWN) : kinds[code & 7];
        for (int i = 0; i < 64; i++) {
            // Seen from its target, a pawn attacks like a pawn of the other side.
            int way = (code & 7) == 1 ? by_code[code] ^ (WHITE_PAWN | BLACK_PAWN) : by_code[code];
            if (needs[i] & way) reach[code] |= 1ull << i;
        }
    }
    ways = (const void *)by_code;
}

#define JUMPS 0x0101010101010101ull

INLINE u64 nearest(u64 occ) {
    u64 o = occ | 0x8181818181818181;
    return (o ^ (o - 0x0303030303030303)) & occ;
}

struct rays { __m512i squares, codes, ways; u64 occ; };

INLINE struct rays rays_of(__m512i mailbox, int sq) {
    struct rays r;
    r.squares = _mm512_loadu_si512(order[sq]);
    r.codes = _mm512_maskz_permutexvar_epi8(inside[sq], r.squares, mailbox);
    r.ways = _mm512_and_si512(_mm512_shuffle_epi8(_mm512_broadcast_i32x4(*ways), r.codes), _mm512_loadu_si512(needs));
    r.occ = _mm512_test_epi8_mask(r.codes, r.codes);
    return r;
}

INLINE u64 byteboard_attackers(const struct board *b, int sq) {
    struct rays r = rays_of(_mm512_loadu_si512(b->mailbox), sq);
    u64 found = nearest(r.occ) & _mm512_test_epi8_mask(r.ways, r.ways);
    __m512i bytes = _mm512_permutexvar_epi8(_mm512_loadu_si512(back[sq]), _mm512_movm_epi8(found));
    return _mm512_movepi8_mask(bytes) & near[sq];
}

// Threat pairs that a move changes. A pair has the squares of attacker and victim in bits 0 and 6, their
// codes in bits 12 and 18.

// list appends pairs of the masked places: the places are the attackers if shift is 0, the victims if it is 6.
INLINE uint32_t list(uint32_t *pairs, uint32_t n, const struct rays *r, u64 places, int sq, int code, int shift) {
    __m512i squares = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_maskz_compress_epi8(places, r->squares)));
    __m512i codes = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_maskz_compress_epi8(places, r->codes)));
    __m512i all = _mm512_or_si512(_mm512_slli_epi32(squares, shift), _mm512_slli_epi32(codes, 12 + shift));
    _mm512_storeu_si512(pairs + n, _mm512_or_si512(all, _mm512_set1_epi32((uint32_t)sq << (6 - shift) | (uint32_t)code << (18 - shift))));
    return n + _mm_popcnt_u64(places);
}

// touching appends the pairs of the piece in the middle with the given nearest pieces.
INLINE uint32_t touching(uint32_t *pairs, uint32_t n, const struct rays *r, u64 seen, int sq, int code) {
    n = list(pairs, n, r, seen & reach[code], sq, code, 6);
    return list(pairs, n, r, seen & _mm512_test_epi8_mask(r->ways, r->ways), sq, code, 0);
}

// full returns all bits of each byte of x with a bit other than the lowest.
INLINE u64 full(u64 x) { return (((((x & 0x7e7e7e7e7e7e7e7e) + 0x7e7e7e7e7e7e7e7e) | x) & 0x8080808080808080) >> 7) * 255; }

// over appends the pairs of sliders that look through the middle: attacker and victim are nearest pieces of
// opposite rays. Both lists have at most one piece of a ray, so that they have the same order.
INLINE uint32_t over(uint32_t *pairs, uint32_t n, const struct rays *r, u64 seen) {
    u64 pieces = seen & ~JUMPS, opposite = pieces << 32 | pieces >> 32;
    u64 sliders = pieces & _mm512_test_epi8_mask(r->ways, _mm512_set1_epi8(DIAGONAL | ORTHOGONAL));
    u64 attacker = sliders & full(opposite), victim = opposite & full(sliders);
    if (!attacker) return n;
    __m512i squares = _mm512_shuffle_i64x2(r->squares, r->squares, 0x4e), codes = _mm512_shuffle_i64x2(r->codes, r->codes, 0x4e);
#define WORDS(mask, bytes) _mm256_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_maskz_compress_epi8(mask, bytes)))
    __m256i low = _mm256_or_si256(WORDS(attacker, r->squares), _mm256_slli_epi32(WORDS(victim, squares), 6));
    __m256i high = _mm256_or_si256(WORDS(attacker, r->codes), _mm256_slli_epi32(WORDS(victim, codes), 6));
    _mm256_storeu_si256((void *)(pairs + n), _mm256_or_si256(low, _mm256_slli_epi32(high, 12)));
    return n + _mm_popcnt_u64(attacker);
}

// byteboard_changes sets c to the pairs that a move or capture removes and adds. Pairs along the line of the move
// touch the moving piece, so over leaves that line out.
INLINE void byteboard_changes(struct changes *c, const struct move *m) {
    __m512i mailbox = _mm512_loadu_si512(m->mailbox);
    int from = m->from, to = m->to, captured = m->mailbox[to], place = back[from][to];
    u64 line = place & 7 ? 0xffull << (place & 56) : 0;
    struct rays r = rays_of(mailbox, from);
    u64 seen = nearest(r.occ);
    uint32_t removed = touching(c->pairs[0], 0, &r, seen, from, m->mailbox[from]);
    uint32_t added = over(c->pairs[1], 0, &r, seen & ~(line | line << 32 | line >> 32));

    r = rays_of(mailbox, to);
    place = back[to][from], line = place & 7 ? 0xffull << (place & 56) : 0;
    u64 mover = (near[to] >> from & 1) << place;
    seen = nearest(r.occ & ~mover);
    if (captured) removed = touching(c->pairs[0], removed, &r, nearest(r.occ) & ~mover, to, captured);
    else removed = over(c->pairs[0], removed, &r, seen & ~(line | line << 32 | line >> 32));
    c->n[0] = removed, c->n[1] = touching(c->pairs[1], added, &r, seen, to, m->code);
}
