// The sets of quad.Threats and quad.BothThreats by the attacks of sliders that a method has: look-ups and
// lines in a loop over pieces, lanes for all pieces of a kind at once.

struct board {
    u64 pawns, knights, bishops, rooks, queens, kings, white, black;
    u64 us; // 1 is Black
    uint8_t mailbox[64]; // 0 empty, 1 pawn, knight, bishop, rook, queen, 6 king; 8 more is Black
};

struct move {
    uint8_t mailbox[64]; // before the move
    uint8_t from, to, code, kings[2], unused[3]; // code is the piece on its new square; the kings' squares are those after the move
};

struct changes { uint32_t pairs[2][96 + 16]; int64_t n[2]; }; // removed, added; stores write sixteen pairs

struct legal {
    u64 attacked, danger, checkers, check_mask, pinned;
};

struct threats {
    u64 by_pawn, by_knight, by_bishop, by_rook, by_queen, by_king;
    struct legal legal;
    u64 pinners;
    u64 pawn_checks, knight_checks, bishop_checks, rook_checks, discoverers;
};

struct side_threats {
    u64 by_pawn, by_knight, by_bishop, by_rook, by_queen, by_king, attacked, attacked_twice, checkers, pinned, pinners, discoverers;
};

typedef u64 one_slider(int sq, u64 occ);
typedef u64 all_sliders(u64 set, u64 occ);

INLINE u64 pawns_attack(u64 pawns, int black) {
    return black ? (pawns >> 9 & NOT_H) | (pawns >> 7 & NOT_A) : (pawns << 7 & NOT_H) | (pawns << 9 & NOT_A);
}

INLINE u64 knights_attack(u64 knights) {
    u64 one = (knights << 1 & NOT_A) | (knights >> 1 & NOT_H);
    u64 two = (knights << 2 & 0xfcfcfcfcfcfcfcfc) | (knights >> 2 & 0x3f3f3f3f3f3f3f3f);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

// blockers returns the pieces of own that are alone between the king and a slider, and sets *sliders.
INLINE u64 blockers(u64 *sliders, int king, u64 occ, u64 own, u64 diagonal, u64 orthogonal, u64 on_diagonals, u64 on_lines,
                    one_slider *bishop, one_slider *rook) {
    u64 found = 0;
    *sliders = (bishop(king, occ & ~(on_diagonals & own)) & ~on_diagonals & diagonal) | (rook(king, occ & ~(on_lines & own)) & ~on_lines & orthogonal);
    for EACH(sq, *sliders) found |= between[king][sq] & occ;
    return found;
}

// A view is a board for the side to move.
struct view {
    u64 own, foe, occ, diagonal, orthogonal; // the last two are the sliders of both sides
};

INLINE struct view view_of(const struct board *b) {
    struct view v;
    const u64 *side = &b->white; // indexed, because a branch would be mispredicted
    v.own = side[b->us], v.foe = side[!b->us], v.occ = v.own | v.foe, v.diagonal = b->bishops | b->queens, v.orthogonal = b->rooks | b->queens;
    return v;
}

// others_attack returns the attacks of a side's pawns, knights and king.
INLINE u64 others_attack(const struct board *b, u64 side, int black) {
    return pawns_attack(b->pawns & side, black) | knights_attack(b->knights & side) | king_from[LOWEST(b->kings & side)];
}

// make_checks sets *l and *pinners from the squares that the other side attacks.
INLINE void make_checks(struct legal *l, u64 *pinners, u64 attacked, const struct board *b, const struct view *v, one_slider *bishop, one_slider *rook,
                        all_sliders *bishops, all_sliders *rooks) {
    int king = LOWEST(b->kings & v->own);
    u64 on_diagonals = bishop(king, v->occ), on_lines = rook(king, v->occ);
    u64 along_diagonals = on_diagonals & v->diagonal & v->foe, along_lines = on_lines & v->orthogonal & v->foe;
    l->attacked = l->danger = attacked;
    l->checkers = along_diagonals | along_lines | (((knight_from[king] & b->knights) | (pawn_from[b->us][king] & b->pawns)) & v->foe);
    if (along_diagonals | along_lines) {
        u64 without = v->occ & ~(1ull << king);
        l->danger |= bishops(along_diagonals, without) | rooks(along_lines, without);
    }
    l->check_mask = !l->checkers ? ~0ull : l->checkers & (l->checkers - 1) ? 0 : l->checkers | between[king][LOWEST(l->checkers)];
    l->pinned = blockers(pinners, king, v->occ, v->own, v->diagonal & v->foe, v->orthogonal & v->foe, on_diagonals, on_lines, bishop, rook);
}

INLINE void make_legal(struct legal *l, const struct board *b, one_slider *bishop, one_slider *rook, all_sliders *bishops, all_sliders *rooks) {
    struct view v = view_of(b);
    u64 ignored;
    make_checks(l, &ignored, bishops(v.diagonal & v.foe, v.occ) | rooks(v.orthogonal & v.foe, v.occ) | others_attack(b, v.foe, !b->us), b, &v, bishop, rook,
                bishops, rooks);
}

INLINE void make_threats(struct threats *t, const struct board *b, one_slider *bishop, one_slider *rook, all_sliders *bishops, all_sliders *rooks) {
    int black = b->us;
    struct view v = view_of(b);
    u64 own = v.own, foe = v.foe, occ = v.occ;
    int foe_king = LOWEST(b->kings & foe);
    t->by_pawn = pawns_attack(b->pawns & foe, !black);
    t->by_knight = knights_attack(b->knights & foe);
    t->by_bishop = bishops(b->bishops & foe, occ);
    t->by_rook = rooks(b->rooks & foe, occ);
    t->by_queen = bishops(b->queens & foe, occ) | rooks(b->queens & foe, occ);
    t->by_king = king_from[foe_king];
    u64 attacked = t->by_pawn | t->by_knight | t->by_bishop | t->by_rook | t->by_queen | t->by_king;
    make_checks(&t->legal, &t->pinners, attacked, b, &v, bishop, rook, bishops, rooks);
    t->pawn_checks = pawn_from[!black][foe_king], t->knight_checks = knight_from[foe_king];
    t->bishop_checks = bishop(foe_king, occ), t->rook_checks = rook(foe_king, occ);
    u64 ignored;
    t->discoverers = blockers(&ignored, foe_king, occ, own, v.diagonal & own, v.orthogonal & own, t->bishop_checks, t->rook_checks, bishop, rook);
}

// make_both calls sliders, which adds the attacks of the sliders of a side to t.
typedef void side_sliders(struct side_threats *t, const struct board *b, u64 own, u64 occ);

INLINE void add(struct side_threats *t, u64 set) { t->attacked_twice |= t->attacked & set, t->attacked |= set; }

INLINE void make_both(struct side_threats t[2], const struct board *b, one_slider *bishop, one_slider *rook, side_sliders *sliders) {
    u64 occ = b->white | b->black, side[2] = {b->white, b->black};
    u64 diagonal = b->bishops | b->queens, orthogonal = b->rooks | b->queens, ignored;
    for (int c = 0; c < 2; c++) {
        u64 own = side[c], foe = side[!c], pawns = b->pawns & own, front = c ? pawns >> 8 : pawns << 8;
        int king = LOWEST(b->kings & own);
        struct side_threats *x = &t[c];
        x->by_king = x->attacked = king_from[king], x->attacked_twice = 0;
        add(x, front >> 1 & NOT_H), add(x, front << 1 & NOT_A);
        x->by_pawn = (front >> 1 & NOT_H) | (front << 1 & NOT_A);
        x->by_knight = 0;
        for EACH(sq, b->knights & own) add(x, knight_from[sq]), x->by_knight |= knight_from[sq];
        sliders(x, b, own, occ);
        u64 on_diagonals = bishop(king, occ), on_lines = rook(king, occ);
        x->checkers = ((on_diagonals & diagonal) | (on_lines & orthogonal) | (knight_from[king] & b->knights) | (pawn_from[c][king] & b->pawns)) & foe;
        x->pinned = blockers(&x->pinners, king, occ, own, diagonal & foe, orthogonal & foe, on_diagonals, on_lines, bishop, rook);
        t[!c].discoverers = blockers(&ignored, king, occ, foe, diagonal & foe, orthogonal & foe, on_diagonals, on_lines, bishop, rook);
    }
}

#define SIDE_LOOP(name) \
    INLINE void name##_side(struct side_threats *t, const struct board *b, u64 own, u64 occ) { \
        t->by_bishop = t->by_rook = t->by_queen = 0; \
        for EACH(b1, b->bishops & own) { u64 a = name##_bishop(b1, occ); add(t, a), t->by_bishop |= a; } \
        for EACH(r1, b->rooks & own) { u64 a = name##_rook(r1, occ); add(t, a), t->by_rook |= a; } \
        for EACH(q1, b->queens & own) { u64 a = name##_queen(q1, occ); add(t, a), t->by_queen |= a; } \
    }
SIDE_LOOP(pext)
SIDE_LOOP(hyperbola)

// In a lane a square is attacked by at most one slider, so squares that are attacked twice are found
// between lanes and between kinds.
#ifdef __AVX2__
#define SIDE_LANES(name) \
    INLINE void name##_side(struct side_threats *t, const struct board *b, u64 own, u64 occ) { \
        __m256i bishops = name##_diagonal(b->bishops & own, occ), rooks = name##_orthogonal(b->rooks & own, occ); \
        __m256i queens = name##_diagonal(b->queens & own, occ), more = name##_orthogonal(b->queens & own, occ); \
        __m256i diagonal = _mm256_or_si256(bishops, queens), orthogonal = _mm256_or_si256(rooks, more); \
        __m256i once = _mm256_or_si256(diagonal, orthogonal), twice = _mm256_and_si256(diagonal, orthogonal); \
        __m128i low = _mm256_castsi256_si128(once), high = _mm256_extracti128_si256(once, 1), both = _mm_or_si128(low, high); \
        u64 a = _mm_cvtsi128_si64(both), c = _mm_extract_epi64(both, 1); \
        t->attacked_twice |= fold4(twice) | fold(_mm_and_si128(low, high)) | (a & c); \
        add(t, a | c); \
        t->by_bishop = fold4(bishops), t->by_rook = fold4(rooks), t->by_queen = fold4(_mm256_or_si256(queens, more)); \
    }
SIDE_LANES(lanes_avx2)
#ifdef WIDE
SIDE_LOOP(hyperbola_gfni)
SIDE_LANES(lanes)
SIDE_LANES(lanes_gfni)
#endif
#endif

// The pieces of both sides that attack a square.
INLINE u64 attackers(const struct board *b, int sq, one_slider *bishop, one_slider *rook) {
    u64 occ = b->white | b->black;
    return (bishop(sq, occ) & (b->bishops | b->queens)) | (rook(sq, occ) & (b->rooks | b->queens)) | (knight_from[sq] & b->knights) |
           (king_from[sq] & b->kings) | (pawn_from[1][sq] & b->pawns & b->white) | (pawn_from[0][sq] & b->pawns & b->black);
}
