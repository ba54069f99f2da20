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

#define AT(type, i) ((type *)results)[(i) & mask]

#define UNION(name) \
    static void name##_union(void) { \
        u64 *dst = (u64 *)results; \
        for (size_t i = 0; i < count.boards; i++) dst[i] = name##_sliders(diagonal[i], orthogonal[i], occupied[i]); \
    }
#define QUEEN(name) \
    static void name##_one(void) { \
        u64 *dst = (u64 *)results; \
        for (size_t i = 0; i < count.boards; i++) dst[i] = name##_queen(square[i], occupied[i]); \
    }
struct eight { __m256i diagonal, orthogonal; };
#define RAYS(name) \
    static void name##_rays(void) { \
        for (size_t i = 0; i < count.boards; i++) \
            AT(struct eight, i) = (struct eight){name##_diagonal(sliders[i], occupied[i]), name##_orthogonal(sliders[i], occupied[i])}; \
    }
#define FROM(name, lookup) \
    static void name##_threats(void) { \
        for (size_t i = 0; i < count.boards; i++) \
            make_threats(&AT(struct threats, i), &boards[i], lookup##_bishop, lookup##_rook, name##_bishops, name##_rooks); \
    } \
    static void name##_both(void) { \
        for (size_t i = 0; i < count.boards; i++) \
            make_both(&AT(struct side_threats, 2 * i), &boards[i], lookup##_bishop, lookup##_rook, name##_side); \
    }
#define ATTACKERS(name, call) \
    static void name##_attackers(void) { \
        u64 *dst = (u64 *)results; \
        for (size_t i = 0; i < count.boards; i++) { \
            const struct board *b = &boards[i]; \
            u64 sum = 0; \
            for (int sq = 0; sq < 64; sq++) sum = (sum << 1 | sum >> 63) + (call); \
            dst[i] = sum; \
        } \
    }

UNION(pext) QUEEN(pext) FROM(pext, pext) ATTACKERS(pext, attackers(b, sq, pext_bishop, pext_rook))
UNION(hyperbola) QUEEN(hyperbola) FROM(hyperbola, hyperbola) ATTACKERS(hyperbola, attackers(b, sq, hyperbola_bishop, hyperbola_rook))
UNION(lanes_avx2) RAYS(lanes_avx2) FROM(lanes_avx2, pext)
UNION(kogge_stone)
static void kogge_stone_rays(void) { // an array for each direction, which the compiler vectorizes
    size_t n = count.boards;
    u64 *dst = (u64 *)results;
    kogge_stone_columns(dst, dst + n, dst + 2 * n, dst + 3 * n, dst + 4 * n, dst + 5 * n, dst + 6 * n, dst + 7 * n, sliders, empty, n);
}
#ifdef WIDE
UNION(hyperbola_gfni) QUEEN(hyperbola_gfni) FROM(hyperbola_gfni, hyperbola_gfni)
ATTACKERS(hyperbola_gfni, attackers(b, sq, hyperbola_gfni_bishop, hyperbola_gfni_rook))
UNION(lanes) RAYS(lanes) FROM(lanes, pext)
UNION(lanes_gfni) FROM(lanes_gfni, pext)
ATTACKERS(byteboard_all, byteboard_attackers(b, sq))
static void byteboard_pairs(void) {
    for (size_t i = 0; i < count.moves; i++) byteboard_changes(&AT(struct changes, i), &moves[i]);
}
#endif

#ifdef KERNELS
static struct ks_rules rules;
INLINE ks_board ks_pack(const struct board *b) { // board begins with the sets in this order
    return ks_board_of(&b->pawns, b->black);
}
#define EXPORTED(path) \
    static const ks_functions *path; \
    static void path##_one(void) { \
        u64 *dst = (u64 *)results; \
        for (size_t i = 0; i < count.boards; i++) dst[i] = path->slider_attacks(1ull << square[i], 1ull << square[i], ~occupied[i]); \
    } \
    static void path##_side(void) { \
        u64 *dst = (u64 *)results; \
        for (size_t i = 0; i < count.boards; i++) dst[i] = path->slider_attacks(diagonal[i], orthogonal[i], ~occupied[i]); \
    } \
    static void path##_rays(void) { \
        for (size_t i = 0; i < count.boards; i++) path->ray_attacks((u64 *)&AT(struct eight, i), sliders[i], empty[i]); \
    } \
    static void path##_sides(void) { path->slider_attacks_batch((u64 *)results, diagonal, orthogonal, empty, count.boards); } \
    static void path##_threats(void) { \
        for (size_t i = 0; i < count.boards; i++) { \
            ks_board b = ks_pack(&boards[i]); \
            path->threats_of(&AT(ks_threats, i), &b, boards[i].us); \
        } \
    } \
    static void path##_both(void) { \
        for (size_t i = 0; i < count.boards; i++) { \
            ks_board b = ks_pack(&boards[i]); \
            path->both_threats(&AT(ks_side_threats, 2 * i), &b); \
        } \
    } \
    static void path##_pairs(void) { \
        for (size_t i = 0; i < count.moves; i++) { \
            const struct move *m = &moves[i]; \
            path->deltas(&AT(ks_pair_changes, i), &rules, m->mailbox, ks_move(m->from, m->to, m->code)); \
        } \
    }
EXPORTED(avx2)
EXPORTED(avx512)
static void inline_side(void) {
    u64 *dst = (u64 *)results;
    for (size_t i = 0; i < count.boards; i++) dst[i] = ks_inline_slider_attacks(diagonal[i], orthogonal[i], empty[i]);
}
static void inline_rays(void) {
    for (size_t i = 0; i < count.boards; i++) ks_inline_ray_attacks((u64 *)&AT(struct eight, i), sliders[i], empty[i]);
}
#endif

static const struct method { const char *question, *by; void (*run)(void); } methods[] = {
#ifdef KERNELS // first, so that these columns are together
#define ROWS(path) \
    {"queen", "export-" #path, path##_one}, {"side", "export-" #path, path##_side}, {"sides", "export-" #path, path##_sides}, \
    {"rays-ours", "export-" #path, path##_rays}, {"threats", "export-" #path, path##_threats}, {"both", "export-" #path, path##_both}, {"pairs", "export-" #path, path##_pairs}
    ROWS(avx2),
    ROWS(avx512),
    {"side", "export-inline", inline_side},
    {"rays-ours", "export-inline", inline_rays},
#endif
    {"queen", "pext", pext_one},
    {"queen", "hyperbola", hyperbola_one},
    {"side", "pext", pext_union},
    {"side", "hyperbola", hyperbola_union},
    {"side", "four-lanes-avx2", lanes_avx2_union},
    {"sides", "pext", pext_union},
    {"sides", "kogge-stone", kogge_stone_union},
    {"rays", "four-lanes-avx2", lanes_avx2_rays},
    {"rays-batch", "kogge-stone-vectorized", kogge_stone_rays},
    {"threats", "pext", pext_threats},
    {"threats-batch", "pext", pext_threats},
    {"threats", "hyperbola", hyperbola_threats},
    {"threats", "four-lanes-avx2", lanes_avx2_threats},
    {"threats-batch", "four-lanes-avx2", lanes_avx2_threats},
    {"both", "pext", pext_both},
    {"both", "hyperbola", hyperbola_both},
    {"both", "four-lanes-avx2", lanes_avx2_both},
    {"attackers", "pext", pext_attackers},
    {"attackers", "hyperbola", hyperbola_attackers},
#ifdef WIDE
    {"queen", "hyperbola-gfni", hyperbola_gfni_one},
    {"side", "hyperbola-gfni", hyperbola_gfni_union},
    {"side", "four-lanes", lanes_union},
    {"rays", "four-lanes", lanes_rays},
    {"side", "four-lanes-gfni", lanes_gfni_union},
    {"sides", "four-lanes-gfni", lanes_gfni_union},
    {"threats", "hyperbola-gfni", hyperbola_gfni_threats},
    {"threats", "four-lanes", lanes_threats},
    {"threats-batch", "four-lanes", lanes_threats},
    {"threats", "four-lanes-gfni", lanes_gfni_threats},
    {"threats-batch", "four-lanes-gfni", lanes_gfni_threats},
    {"both", "hyperbola-gfni", hyperbola_gfni_both},
    {"both", "four-lanes", lanes_both},
    {"both", "four-lanes-gfni", lanes_gfni_both},
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

// size returns the bytes of the results of all inputs.
static size_t size(const char *question) {
    if (!strcmp(question, "pairs")) return count.moves * (size_t)912;
    return count.boards * (!strncmp(question, "threats", 7) ? sizeof(struct threats) : !strcmp(question, "both") ? 2 * sizeof(struct side_threats)
                           : !strncmp(question, "rays", 4) ? sizeof(struct eight) : 8);
}

int main(void) {
    make_slider_tables();
#ifdef WIDE
    make_byteboard_tables();
#endif
#ifdef KERNELS
    avx2 = ks_functions_of("avx2"), avx512 = ks_functions_of("avx512");
    if (!ks_rules_init(&rules, KS_STOCKFISH_CODES, NULL)) return 1;
#endif
    for (int i = 0; i < METHODS; i++) {
        int missing = 0;
#ifdef KERNELS
        missing = (!strcmp(methods[i].by, "export-avx2") && !avx2) || (!strcmp(methods[i].by, "export-avx512") && !avx512);
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
    size_t room = size("pairs") > size("both") ? size("pairs") : size("both");
    results = aligned_alloc(64, (room + 127) / 64 * 64);
    struct { uint32_t method, runs; } command;
    uint32_t all = count.boards;
    while (results && get(&command, sizeof command) && command.method < METHODS) {
        const struct method *m = &methods[command.method];
        int batch = strstr(m->question, "-batch") != NULL; // keeps all its results
        count.boards = batch && all > BATCH ? BATCH : all;
        if (command.runs == 0) { // the results of all inputs
            memset(results, 0, room);
            mask = ~(size_t)0;
            m->run();
            fwrite(results, size(m->question), 1, stdout);
        } else {
            mask = batch ? ~(size_t)0 : RING - 1;
            struct timespec start, end;
            m->run(); // warms the caches and the vector units
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
