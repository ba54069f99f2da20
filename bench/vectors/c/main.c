// The vector rivals as a program. It reads inputs and commands on standard input and writes to standard
// output, all in little-endian binary; package vectors describes them.
#if defined(__AVX512VBMI__) && defined(__AVX512VBMI2__) && defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__GFNI__)
#define WIDE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "sliders.h"
#include "threats.h"
#ifdef WIDE
#include "byteboard.h"
#endif
#ifdef KERNELS
#include "koggestone_kernels.h"
#include "koggestone_inline.h"
#endif

enum { RING = 64, BATCH = 4096 }; // large results that stay in the cache when a method is timed; boards of a batch

static struct { uint32_t boards, moves; } count;
static u64 *diagonal, *orthogonal, *sliders, *occupied, *empty, *square; // sliders of a side, all pieces, no pieces, a queen
static struct board *boards;
static struct move *moves;
static char *results; // of all inputs, or a ring
static size_t mask;   // of an input's place in it
static size_t skipped; // tenths of the inputs, at the beginning

#define AT(type, i) ((type *)results)[(i) & mask]
#define EACH_BOARD(name, ...) \
    static void name(void) { \
        for (size_t i = count.boards / 10 * skipped; i < count.boards; i++) { \
            const struct board *b = &boards[i]; \
            (void)b; \
            __VA_ARGS__; \
        } \
    }
#define WORD(name, value) EACH_BOARD(name, ((u64 *)results)[i] = (value))

#define UNION(name) WORD(name##_union, name##_sliders(diagonal[i], orthogonal[i], occupied[i]))
#define QUEEN(name) WORD(name##_one, name##_queen(square[i], occupied[i]))
struct eight { __m256i diagonal, orthogonal; };
#define RAYS(name) \
    EACH_BOARD(name##_rays, AT(struct eight, i) = ((struct eight){name##_diagonal(sliders[i], occupied[i]), name##_orthogonal(sliders[i], occupied[i])}))
#define OF_BOTH(slider_attacks, v) \
    slider_attacks((v).diagonal & (v).own, (v).orthogonal & (v).own, (v).occ) + 3 * slider_attacks((v).diagonal & (v).foe, (v).orthogonal & (v).foe, (v).occ)
#define FROM(name, lookup) \
    EACH_BOARD(name##_of_both, struct view v = view_of(b); ((u64 *)results)[i] = OF_BOTH(name##_sliders, v)) \
    EACH_BOARD(name##_squares, struct view v = view_of(b); \
        ((u64 *)results)[i] = name##_sliders(v.diagonal & v.foe, v.orthogonal & v.foe, v.occ) | others_attack(b, v.foe, !b->us)) \
    EACH_BOARD(name##_legality, make_legal(&AT(struct legal, i), b, lookup##_bishop, lookup##_rook, name##_bishops, name##_rooks)) \
    EACH_BOARD(name##_threats, make_threats(&AT(struct threats, i), b, lookup##_bishop, lookup##_rook, name##_bishops, name##_rooks)) \
    EACH_BOARD(name##_both, make_both(&AT(struct side_threats, 2 * i), b, lookup##_bishop, lookup##_rook, name##_side))
#define ATTACKERS(name, call) \
    EACH_BOARD(name##_attackers, u64 sum = 0; for (int sq = 0; sq < 64; sq++) sum = (sum << 1 | sum >> 63) + (call); ((u64 *)results)[i] = sum)

UNION(pext) QUEEN(pext) FROM(pext, pext) ATTACKERS(pext, attackers(b, sq, pext_bishop, pext_rook))
UNION(hyperbola) QUEEN(hyperbola) FROM(hyperbola, hyperbola) ATTACKERS(hyperbola, attackers(b, sq, hyperbola_bishop, hyperbola_rook))
UNION(lanes_avx2) RAYS(lanes_avx2) FROM(lanes_avx2, pext)
UNION(kogge_stone)
static void kogge_stone_rays(void) { // an array for each direction, which the compiler vectorizes
    size_t n = count.boards;
    u64 *dst = (u64 *)results;
    kogge_stone_columns(dst, dst + n, dst + 2 * n, dst + 3 * n, dst + 4 * n, dst + 5 * n, dst + 6 * n, dst + 7 * n, sliders, empty, n);
}

static int checking; // lists are digested, and not only made

// digest returns a word for the elements of a list in any order.
static u64 digest(const uint32_t *list, size_t n) {
    u64 h = 0;
    for (size_t i = 0; i < n; i++) {
        u64 x = (list[i] + 1ull) * 0x9e3779b97f4a7c15;
        h += x ^ x >> 32;
    }
    return h;
}
#define DIGEST(i, value) (checking ? (void)(((u64 *)results)[i] = (value)) : (void)0)
#define EACH_MOVE(name, ...) \
    static void name(void) { \
        for (size_t i = count.moves / 10 * skipped; i < count.moves; i++) { \
            const struct move *m = &moves[i]; \
            static struct changes ring[RING]; \
            struct changes *c = &ring[i % RING]; \
            __VA_ARGS__; \
        } \
    }
#define PAIRS_OF(c) digest((c)->pairs[0], (size_t)(c)->n[0]) - 3 * digest((c)->pairs[1], (size_t)(c)->n[1])
#ifdef WIDE
UNION(hyperbola_gfni) QUEEN(hyperbola_gfni) FROM(hyperbola_gfni, hyperbola_gfni)
ATTACKERS(hyperbola_gfni, attackers(b, sq, hyperbola_gfni_bishop, hyperbola_gfni_rook))
UNION(lanes) RAYS(lanes) FROM(lanes, pext)
UNION(lanes_gfni) FROM(lanes_gfni, pext)
ATTACKERS(byteboard_all, byteboard_attackers(b, sq))
EACH_MOVE(byteboard_pairs, byteboard_changes(c, m); DIGEST(i, PAIRS_OF(c)))
#endif

#ifdef KERNELS
static ks_rules rules, counted; // of all pairs, and of those that the network numbers
static ks_features features;
static uint32_t room[2][2][KS_MAX_PAIRS + 1];
#define LISTS {{{room[0][0], room[0][1]}, {room[1][0], room[1][1]}}, {{0}}}
static u64 digest_lists(const ks_lists32 *l) {
    u64 side[2];
    for (int c = 0; c < 2; c++) side[c] = digest(l->list[c][0], l->n[c][0]) - 3 * digest(l->list[c][1], l->n[c][1]);
    return side[0] * 31 + side[1];
}
INLINE ks_board ks_pack(const struct board *b) { // board begins with the sets in this order
    return ks_board_of(&b->pawns, b->black);
}
#define UPDATE(m) ks_move((m)->from, (m)->to, (m)->code)
#define EXPORTED(path) \
    static const ks_functions *path; \
    INLINE u64 path##_sliders(u64 diagonal, u64 orthogonal, u64 occ) { return path->slider_attacks(diagonal, orthogonal, ~occ); } \
    UNION(path) \
    WORD(path##_one, path##_sliders(1ull << square[i], 1ull << square[i], occupied[i])) \
    EACH_BOARD(path##_of_both, struct view v = view_of(b); ((u64 *)results)[i] = OF_BOTH(path##_sliders, v)) \
    EACH_BOARD(path##_rays, path->ray_attacks((u64 *)&AT(struct eight, i), sliders[i], empty[i])) \
    static void path##_sides(void) { path->slider_attacks_batch((u64 *)results, diagonal, orthogonal, empty, count.boards); } \
    EACH_BOARD(path##_threats, ks_board k = ks_pack(b); path->threats_of(&AT(ks_threats, i), &k, b->us)) \
    EACH_BOARD(path##_both, ks_board k = ks_pack(b); path->both_threats(&AT(ks_side_threats, 2 * i), &k)) \
    EACH_MOVE(path##_pairs, path->deltas((ks_pair_changes *)c, &rules, m->mailbox, UPDATE(m)); DIGEST(i, PAIRS_OF(c))) \
    EACH_MOVE(path##_features, ks_lists32 l = LISTS; \
        path->delta_lists32(&l, (ks_pair_changes *)c, &features, &counted, m->mailbox, UPDATE(m), m->kings[0], m->kings[1]); DIGEST(i, digest_lists(&l))) \
    EACH_MOVE(path##_later, ks_lists32 l = LISTS; path->deltas((ks_pair_changes *)c, &counted, m->mailbox, UPDATE(m)); \
        path->number_lists32(&l, &features, (ks_pair_changes *)c, m->kings[0], m->kings[1]); DIGEST(i, digest_lists(&l))) \
    EACH_BOARD(path##_refresh, static ks_pairs p; path->refresh(&p, &counted, b->mailbox); DIGEST(i, digest(p.pairs, (size_t)p.n))) \
    EACH_BOARD(path##_refresh_features, ks_lists32 l = LISTS; \
        path->refresh_lists32(&l, &features, &counted, b->mailbox, LOWEST(b->kings & b->white), LOWEST(b->kings & b->black)); DIGEST(i, digest_lists(&l)))
EXPORTED(generic)
EXPORTED(avx2)
EXPORTED(avx512)
WORD(inline_side, ks_inline_slider_attacks(diagonal[i], orthogonal[i], empty[i]))
EACH_BOARD(inline_of_both, struct view v = view_of(b); u64 own, foe; ks_inline_slider_attacks_of_both(&own, &foe, v.diagonal, v.orthogonal, v.own, ~v.occ);
    ((u64 *)results)[i] = own + 3 * foe)
EACH_BOARD(inline_squares, struct view v = view_of(b); ((u64 *)results)[i] = ks_inline_attacks(&b->pawns, v.foe, ~v.occ, !b->us))
EACH_BOARD(inline_legality, struct view v = view_of(b); ks_inline_legality(&AT(ks_inline_legal, i), &b->pawns, v.own, v.foe, (int)b->us))
EACH_BOARD(inline_rays, ks_inline_ray_attacks((u64 *)&AT(struct eight, i), sliders[i], empty[i]))
#endif

static const struct method { const char *question, *by; void (*run)(void); } methods[] = {
#ifdef KERNELS // first, so that these columns are together
#define ROWS(path) \
    {"queen", "export-" #path, path##_one}, {"side", "export-" #path, path##_union}, {"sides", "export-" #path, path##_sides}, \
    {"of-both", "export-" #path, path##_of_both}, {"rays-ours", "export-" #path, path##_rays}, {"threats", "export-" #path, path##_threats}, \
    {"both", "export-" #path, path##_both}, {"pairs", "export-" #path, path##_pairs}, {"features", "export-" #path, path##_features}, \
    {"features", "export-" #path "-later", path##_later}, {"refresh", "export-" #path, path##_refresh}, \
    {"refresh-features", "export-" #path, path##_refresh_features}
    ROWS(generic),
    ROWS(avx2),
    ROWS(avx512),
    {"side", "export-inline", inline_side},
    {"of-both", "export-inline", inline_of_both},
    {"squares", "export-inline", inline_squares},
    {"legality", "export-inline", inline_legality},
    {"rays-ours", "export-inline", inline_rays},
#endif
#define SETS(name, by) {"of-both", by, name##_of_both}, {"squares", by, name##_squares}, {"legality", by, name##_legality}, {"threats", by, name##_threats}, {"both", by, name##_both}
    SETS(pext, "pext"),
    SETS(hyperbola, "hyperbola"),
    SETS(lanes_avx2, "four-lanes-avx2"),
    {"queen", "pext", pext_one},
    {"queen", "hyperbola", hyperbola_one},
    {"side", "pext", pext_union},
    {"side", "hyperbola", hyperbola_union},
    {"side", "four-lanes-avx2", lanes_avx2_union},
    {"sides", "pext", pext_union},
    {"sides", "kogge-stone", kogge_stone_union},
    {"rays", "four-lanes-avx2", lanes_avx2_rays},
    {"rays-batch", "kogge-stone-vectorized", kogge_stone_rays},
    {"threats-batch", "pext", pext_threats},
    {"threats-batch", "four-lanes-avx2", lanes_avx2_threats},
    {"attackers", "pext", pext_attackers},
    {"attackers", "hyperbola", hyperbola_attackers},
#ifdef WIDE
    {"queen", "hyperbola-gfni", hyperbola_gfni_one},
    {"side", "hyperbola-gfni", hyperbola_gfni_union},
    {"side", "four-lanes", lanes_union},
    {"rays", "four-lanes", lanes_rays},
    {"side", "four-lanes-gfni", lanes_gfni_union},
    {"sides", "four-lanes-gfni", lanes_gfni_union},
    SETS(hyperbola_gfni, "hyperbola-gfni"),
    SETS(lanes, "four-lanes"),
    SETS(lanes_gfni, "four-lanes-gfni"),
    {"threats-batch", "four-lanes", lanes_threats},
    {"threats-batch", "four-lanes-gfni", lanes_gfni_threats},
    {"attackers", "hyperbola-gfni", hyperbola_gfni_attackers},
    {"attackers", "byteboard", byteboard_all_attackers},
    {"pairs", "byteboard", byteboard_pairs},
#endif
};
enum { METHODS = sizeof methods / sizeof *methods };

static int get(void *dst, size_t size) { return fread(dst, size, 1, stdin) == 1; }

static void *array(size_t n, size_t size) {
    void *p = aligned_alloc(64, (n * size + 127) / 64 * 64);
    if (!p || !get(p, n * size)) exit(1);
    return p;
}

static int starts(const char *question, const char *with) { return !strncmp(question, with, strlen(with)); }

// of_moves reports whether a question is about moves. Lists of pairs and features are compared by a digest, which has 8 bytes.
static int of_moves(const char *question) { return starts(question, "pairs") || starts(question, "features"); }

// size returns the bytes of the results of all inputs.
static size_t size(const char *question) {
    return (of_moves(question) ? count.moves : count.boards) *
           (starts(question, "threats") ? sizeof(struct threats) : !strcmp(question, "both") ? 2 * sizeof(struct side_threats)
            : !strcmp(question, "legality") ? sizeof(struct legal) : starts(question, "rays") ? sizeof(struct eight) : 8);
}

int main(void) {
    make_slider_tables();
#ifdef WIDE
    make_byteboard_tables();
#endif
#ifdef KERNELS
    static u64 memory[KS_FEATURE_WORDS];
    generic = ks_functions_of("generic"), avx2 = ks_functions_of("avx2"), avx512 = ks_functions_of("avx512");
    if (!ks_rules_init(&rules, KS_STOCKFISH_CODES, NULL) || !ks_rules_init(&counted, KS_STOCKFISH_CODES, &ks_sfnnv16) ||
        ks_features_init(&features, &ks_sfnnv16, KS_STOCKFISH_CODES, memory, KS_FEATURE_WORDS) < 0) return 1;
#endif
    for (int i = 0; i < METHODS; i++) {
        int missing = 0;
#ifdef KERNELS
        missing = (starts(methods[i].by, "export-avx2") && !avx2) || (starts(methods[i].by, "export-avx512") && !avx512);
#endif
        printf("%s %s\n", methods[i].question, missing ? "" : methods[i].by);
    }
    puts("");
    fflush(stdout);
    if (!get(&count, sizeof count)) return 1;
    diagonal = array(count.boards, 8), orthogonal = array(count.boards, 8), occupied = array(count.boards, 8), empty = array(count.boards, 8);
    sliders = aligned_alloc(64, (count.boards * (size_t)8 + 127) / 64 * 64);
    if (!sliders) return 1;
    for (size_t i = 0; i < count.boards; i++) sliders[i] = diagonal[i] | orthogonal[i];
    square = array(count.boards, 8), boards = array(count.boards, sizeof *boards), moves = array(count.moves, sizeof *moves);
    size_t most = size("both") > size("pairs") ? size("both") : size("pairs");
    results = aligned_alloc(64, (most + RING * sizeof(struct threats) + 127) / 64 * 64);
    struct { uint32_t method, runs; } command;
    uint32_t all = count.boards;
    while (results && get(&command, sizeof command) && command.method < METHODS) {
        const struct method *m = &methods[command.method];
        int batch = strstr(m->question, "-batch") != NULL; // keeps all its results
        count.boards = batch && all > BATCH ? BATCH : all;
        if (command.runs == 0) { // the results of all inputs
            memset(results, 0, most);
            mask = ~(size_t)0, checking = 1;
            m->run();
            checking = 0;
            fwrite(results, size(m->question), 1, stdout);
        } else {
            mask = batch ? ~(size_t)0 : RING - 1;
            struct timespec start, end;
            skipped = 9; // warms the caches and the vector units, but does not teach the branch predictor the rest
            m->run();
            skipped = 0;
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
            for (uint32_t i = 0; i < command.runs; i++) m->run();
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
            u64 ns = (end.tv_sec - start.tv_sec) * 1000000000ull + end.tv_nsec - start.tv_nsec;
            fwrite(&ns, sizeof ns, 1, stdout);
        }
        fflush(stdout);
    }
    return 0;
}
