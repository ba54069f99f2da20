/* koggestone_kernels.h: attacks, threats and threat pairs of chess positions, set-wise, for C99 and
   C++. The same kernels as in the Go library koggestone, without Go.

   There are three paths: avx512, avx2 and generic, which is plain C. ks_path names the one that this
   CPU uses. All paths give the same bits for every input, chess positions or not.

   Squares are numbered from a1 = 0, b1 = 1 to h8 = 63, and bit i of a bitboard is square i. All
   functions may be called by several threads at once. They allocate nothing, keep nothing between
   calls, and never call back, except for ks_rules_init and ks_features_init with an index function.
   Pointers may be null only if the number of elements is 0. No alignment is needed, except for
   ks_rules, but arrays at multiples of 64 bytes are faster. An output must not overlap an input unless
   its function says otherwise. */
#ifndef KOGGESTONE_KERNELS_H
#define KOGGESTONE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands before each declaration, for example __declspec(dllexport). */
#ifndef KS_API
#define KS_API
#endif
/* Two copies in one program need different names: KS_PREFIX, for example my_, is put before all of them, also by
   koggestone_kernels.S. */
#ifdef KS_PREFIX
@PREFIXED@
#endif
/* A cast that g++ -Wold-style-cast accepts. */
#ifdef __cplusplus
#define KS_AS(type, x) static_cast<type>(x)
#else
#define KS_AS(type, x) ((type)(x))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, and of the one in the linked library. A program with another
   version than the library's must not call it. */
#define KS_ABI 3
KS_API uint32_t ks_abi(void);

/* The path that the functions below use: "avx512", "avx2" or "generic". It is detected once. The
   avx512 path needs the extensions of Ice Lake and Zen 4, the avx2 path those of Haswell and Zen,
   and both need an operating system that saves the registers. */
KS_API const char *ks_path(void);

/* == Attacks of sliders ==
   Every function takes sets of sliders and the set of empty squares. Attacks include the first
   blocker of each line, of either colour, and exclude the sliders themselves unless attacked. */

/* The directions, as indices of arrays. */
enum { KS_NORTH_EAST, KS_EAST, KS_SOUTH_EAST, KS_SOUTH, KS_SOUTH_WEST, KS_WEST, KS_NORTH_WEST, KS_NORTH };

KS_API uint64_t ks_rook_attacks(uint64_t rooks, uint64_t empty);
KS_API uint64_t ks_bishop_attacks(uint64_t bishops, uint64_t empty);
/* The attacks of all sliders: bishops and queens are diagonal, rooks and queens orthogonal. */
KS_API uint64_t ks_slider_attacks(uint64_t diagonal, uint64_t orthogonal, uint64_t empty);
/* dst[d] is the attacks in direction d. */
KS_API void ks_ray_attacks(uint64_t dst[8], uint64_t sliders, uint64_t empty);
/* dst[d][i] is the attacks of gens[i] in direction d. */
KS_API void ks_multi_attacks(uint64_t dst[8][4], const uint64_t gens[4], uint64_t empty);

/* The same for n boards: dst[i] is the attacks on board i. dst may be one of the inputs. Batches of
   64 boards and more are several times as fast as single boards. */
KS_API void ks_rook_attacks_batch(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n);
KS_API void ks_bishop_attacks_batch(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n);
KS_API void ks_slider_attacks_batch(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n);
/* dst[d][i] is the attacks in direction d on board i. The outputs must not overlap. */
KS_API void ks_ray_attacks_batch(uint64_t *const dst[8], const uint64_t *sliders, const uint64_t *empty, size_t n);
/* dst[d][g][i] is the attacks of gens[g] in direction d on board i. The outputs must not overlap. */
KS_API void ks_multi_attacks_batch(uint64_t *const dst[8][4], const uint64_t *const gens[4], const uint64_t *empty, size_t n);

/* == Boards ==
   A board is four planes, and a square has a code of four bits, g0 being the lowest:

       0 empty   1 rook that may castle   2 pawn   3 bishop   4 knight   5 rook   6 king   7 queen

   and 8 more for black pieces. The code 8 alone is an en passant target, which counts as empty. */
typedef struct ks_board {
	uint64_t g0, g1, g2, gb;
} ks_board;

/* Returns the board of sets of pieces, in the order pawns, knights, bishops, rooks, queens, kings. */
static inline ks_board ks_board_of(const uint64_t pieces[6], uint64_t black) {
	ks_board b;
	b.g0 = pieces[2] | pieces[3] | pieces[4];
	b.g1 = pieces[0] | pieces[2] | pieces[4] | pieces[5];
	b.g2 = pieces[1] | pieces[3] | pieces[4] | pieces[5];
	b.gb = black & (b.g0 | b.g1 | b.g2);
	return b;
}

/* What a node of a search needs to know when side us is to move. "Their" is the opponent's. */
typedef struct ks_threats {
	uint64_t by_pawn, by_knight, by_bishop, by_rook, by_queen, by_king; /* squares that they attack */
	uint64_t attacked;   /* the union of these six */
	uint64_t danger;     /* squares where our king would be attacked, also behind it */
	uint64_t checkers;   /* their pieces that give check */
	uint64_t check_mask; /* squares where a move of another piece than the king ends the check; all without a check */
	uint64_t pinned;     /* our pieces that may move only on a line with our king */
	uint64_t pinners;    /* their sliders that pin one of them */
	uint64_t pawn_checks, knight_checks, bishop_checks, rook_checks; /* squares where ours would give check */
	uint64_t discoverers; /* our pieces that give check by leaving a line */
} ks_threats;
enum { KS_THREAT_SETS = 17 };

/* The same for one side of a board, whoever is to move: what it attacks, and its king's troubles. */
typedef struct ks_side_threats {
	uint64_t by_pawn, by_knight, by_bishop, by_rook, by_queen, by_king, attacked;
	uint64_t attacked_twice; /* squares that at least two pieces attack */
	uint64_t checkers, pinned, pinners, discoverers;
} ks_side_threats;

/* us is 0 for White and 1 for Black. */
KS_API void ks_threats_of(ks_threats *dst, const ks_board *board, int us);
KS_API void ks_both_threats(ks_side_threats dst[2], const ks_board *board);
/* dst[d] is, for each square, the code of the first piece that is seen from it against direction d:
   the only one that can attack it by sliding in direction d. Planes in the order of ks_board. */
KS_API void ks_vision(ks_board dst[8], const ks_board *board);

/* The same for n boards, in planes: plane p of board i is planes[p][i]. dst[k][i] is set k of
   ks_threats, for side us[i], 0 or 1. The outputs must not overlap. */
KS_API void ks_threats_batch(uint64_t *const dst[KS_THREAT_SETS], const uint64_t *const planes[4], const uint8_t *us, size_t n);
KS_API void ks_vision_batch(uint64_t *const dst[8][4], const uint64_t *const planes[4], size_t n);
/* dst[i] is all squares that the pieces of a side attack on board i. */
KS_API void ks_attacks_batch(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n);

/* == Threat pairs ==
   A pair is a piece that attacks or defends another one: the input of threat networks.

   The board is an engine's mailbox of 64 bytes, a1 first, in the engine's own piece codes 0 to 15;
   bits 4 to 6 are ignored. A square is empty if it has KS_EMPTY or any code that no piece has, such as Stockfish's 0.
   codes are sixteen letters, the piece of each code: ".PNBRQK..pnbrqk." are Stockfish's, and other letters mean that no
   piece has the code.
   Each piece has one code; a second R or r is allowed, the first being a rook that may castle. */
#define KS_EMPTY 0x80
#define KS_STOCKFISH_CODES ".PNBRQK..pnbrqk."
#define KS_BOARD_CODES ".RPBNRKQ.rpbnrkq"

/* Feature numbers of a network. They are defined for White; for Black the board is turned upside
   down and the colours are exchanged. A king on the files in mirrored, bit 0 being file a, mirrors
   the board of its side. index returns the number of a pair, below size, or -1. If it is null, the
   numbers are in Stockfish's order, and victims lists the victims of each kind of attacker, from
   pawn to king. Pieces are letters, lower case for black. */
typedef struct ks_numbering {
	int32_t size;
	uint8_t mirrored;
	const char *victims[6];
	int32_t (*index)(const struct ks_numbering *n, char attacker, int from, char victim, int to);
} ks_numbering;
/* The networks of Stockfish. SFNNv13 has the numbers of SFNNv12, and SFNNv14 and v15 have those of
   SFNNv16. */
extern KS_API const ks_numbering ks_sfnnv10, ks_sfnnv11, ks_sfnnv12, ks_sfnnv16;

/* The tables for an engine's codes. Their contents are private. The type is aligned to a cache line,
   because misaligned tables cost up to half of the speed: on the heap use aligned_alloc. */
#if defined(_MSC_VER)
#define KS_ALIGNED __declspec(align(64))
#elif defined(__GNUC__)
#define KS_ALIGNED __attribute__((aligned(64)))
#else
#define KS_ALIGNED
#endif
typedef struct KS_ALIGNED ks_rules {
	uint64_t private_words[2704];
} ks_rules;
/* Sets rules to count the pairs that n numbers, or all pairs if n is null. Returns false if codes
   lack a piece or have it twice. */
KS_API bool ks_rules_init(ks_rules *rules, const char codes[16], const ks_numbering *n);

/* A pair: bits 0-5 are the attacker's square, 6-11 the victim's, 12-15 the attacker's code, 18-21
   the victim's. */
static inline int ks_from(uint32_t pair) { return KS_AS(int, pair & 63); }
static inline int ks_to(uint32_t pair) { return KS_AS(int, pair >> 6 & 63); }
static inline int ks_attacker(uint32_t pair) { return KS_AS(int, pair >> 12 & 15); }
static inline int ks_victim(uint32_t pair) { return KS_AS(int, pair >> 18 & 15); }

enum { KS_MAX_PAIRS = 512, KS_MAX_CHANGED = 96, KS_PAIR_ROOM = 16 };
/* The pairs of a board, and the pairs that a move removes (0) and adds (1). Kernels write up to
   KS_PAIR_ROOM elements after the last one. */
typedef struct ks_pairs {
	uint32_t pairs[KS_MAX_PAIRS + KS_PAIR_ROOM];
	int64_t n;
} ks_pairs;
typedef struct ks_pair_changes {
	uint32_t pairs[2][KS_MAX_CHANGED + KS_PAIR_ROOM];
	int64_t n[2];
} ks_pair_changes;

/* An update is what a move writes to the mailbox: up to four squares, each with its new code or
   KS_EMPTY. An en passant capture is ks_and(ks_move(from, to, pawn), captured, KS_EMPTY), and
   castling four times ks_and: empty both squares, then set both pieces. */
static inline uint64_t ks_square_update(int sq, uint8_t code) { return 0x40u | KS_AS(unsigned, sq & 63) | KS_AS(unsigned, code) << 8; }
static inline uint64_t ks_and(uint64_t update, int sq, uint8_t code) {
	int shift = 0;
	while (shift < 64 && update >> shift)
		shift += 16;
	return shift < 64 ? update | ks_square_update(sq, code) << shift : update;
}
static inline uint64_t ks_move(int from, int to, uint8_t code) {
	return ks_square_update(from, KS_EMPTY) | ks_square_update(to, code) << 16;
}
/* Sets a mailbox to a board, and writes an update to a mailbox. */
KS_API void ks_board_mailbox(uint8_t mailbox[64], const ks_rules *rules, const ks_board *board);
KS_API void ks_apply(const ks_rules *rules, uint8_t mailbox[64], uint64_t update);

/* Sets dst to the pairs of a mailbox or of a board, in the order of the attackers' squares. */
KS_API void ks_refresh(ks_pairs *dst, const ks_rules *rules, const uint8_t mailbox[64]);
KS_API void ks_refresh_board(ks_pairs *dst, const ks_rules *rules, const ks_board *board);
/* Sets dst to the pairs that an update of the mailbox removes and adds, including the pairs of
   sliders on lines that it opens or closes. The mailbox is the one before the move. */
KS_API void ks_deltas(ks_pair_changes *dst, const ks_rules *rules, const uint8_t before[64], uint64_t update);

/* == Feature numbers == */

/* The tables of a numbering for an engine's codes. ks_features_init needs memory for the numbers,
   at most KS_FEATURE_WORDS words for Stockfish's networks. The tables point to it, so that it must
   stay where it is. */
enum { KS_FEATURE_WORDS = 14 * 8192 };
typedef struct ks_features {
	uint64_t private_words[20490];
	const uint64_t *numbers[2];
} ks_features;
/* Sets f, and returns the number of words that it needs. If that is more than words, or negative,
   f cannot be used: codes or a number of n is bad. */
KS_API int64_t ks_features_init(ks_features *f, const ks_numbering *n, const char codes[16], uint64_t *memory, size_t words);

/* The features of both sides, White (0) first, and the features that a move removes and adds:
   features[side][removed, added]. */
typedef struct ks_feature_numbers {
	uint32_t features[2][KS_MAX_PAIRS + KS_PAIR_ROOM];
	int64_t n[2];
} ks_feature_numbers;
typedef struct ks_feature_changes {
	uint32_t features[2][2][KS_MAX_CHANGED + KS_PAIR_ROOM];
	int64_t n[2][2];
} ks_feature_changes;

/* Sets dst to the features of pairs. white and black are the squares of the kings, after the move
   for changes. A king move that mirrors its side's board makes that side's changes meaningless. */
KS_API void ks_number_pairs(ks_feature_numbers *dst, const ks_features *f, const ks_pairs *pairs, int white, int black);
KS_API void ks_number_changes(ks_feature_changes *dst, const ks_features *f, const ks_pair_changes *changes, int white, int black);
/* Whether a king move between two squares mirrors the board of its side. */
KS_API bool ks_mirrors(const ks_features *f, int from, int to);

/* == Features in an engine's own lists ==
   The numbers of one side or of both, as 16 or 32 bits, where the engine wants them. list[side][i] is where the features
   that a move removes (i = 0) and adds (i = 1) are written, and n[side][i] becomes their number. If list[side] has null
   pointers, nothing is computed for the side. A list needs room for KS_MAX_CHANGED + 1 elements, after a refresh for
   KS_MAX_PAIRS + 1. */
typedef struct ks_lists16 {
	uint16_t *list[2][2];
	size_t n[2][2];
} ks_lists16;
typedef struct ks_lists32 {
	uint32_t *list[2][2];
	size_t n[2][2];
} ks_lists32;
/* Sets changes to the pairs that an update of the mailbox removes and adds, and lists to their features: ks_deltas and
   ks_number_lists in one call. An engine that calls it when it makes a move can prefetch the rows of weights. white and
   black are the squares of the kings after the move; the square of a side without lists does not matter if the numbers
   are in Stockfish's order. Functions with lists of 16 bits return false, and write nothing to them, if a number might not
   fit. */
KS_API bool ks_delta_lists16(ks_lists16 *lists, ks_pair_changes *changes, const ks_features *f, const ks_rules *rules, const uint8_t before[64],
                             uint64_t update, int white, int black);
KS_API bool ks_delta_lists32(ks_lists32 *lists, ks_pair_changes *changes, const ks_features *f, const ks_rules *rules, const uint8_t before[64],
                             uint64_t update, int white, int black);
/* The features of changes that ks_deltas has found. */
KS_API bool ks_number_lists16(ks_lists16 *lists, const ks_features *f, const ks_pair_changes *changes, int white, int black);
KS_API bool ks_number_lists32(ks_lists32 *lists, const ks_features *f, const ks_pair_changes *changes, int white, int black);
/* All features of a board, in list[side][1]. */
KS_API bool ks_refresh_lists16(ks_lists16 *lists, const ks_features *f, const ks_rules *rules, const uint8_t mailbox[64], int white, int black);
KS_API bool ks_refresh_lists32(ks_lists32 *lists, const ks_features *f, const ks_rules *rules, const uint8_t mailbox[64], int white, int black);

/* PP_3Wide, the features of every two pawns on the same file or on adjacent files, in SFNNv16: 4,560
   numbers. side is 0 for White, and king the square of its king. Returns how many it wrote to dst;
   the pawns of a legal position have up to 120, any sets up to KS_MAX_PAWN_PAIRS. */
enum { KS_PAWN_PAIR_FEATURES = 4560, KS_MAX_PAWN_PAIRS = 408 };
KS_API size_t ks_pawn_pairs(uint32_t *dst, uint64_t white, uint64_t black, int side, int king);
/* The same for the pairs with a pawn on a square in touched: those of the pawns before a move are
   removed, and those after it added, if touched is where they differ. */
KS_API size_t ks_pawn_pairs_touching(uint32_t *dst, uint64_t white, uint64_t black, uint64_t touched, int side, int king);

/* == Accumulators ==
   Sets dst, an accumulator of width sums, to src plus the rows of weights in added minus the rows in
   removed. dst may be src. Row f is weights[f * width] and the following, and there are rows of them.
   width is a multiple of 32. Sums wrap around. Returns false, and sets nothing, if a row is missing or
   width is wrong. A list may contain a number several times. */
KS_API bool ks_accumulate(int16_t *dst, const int16_t *src, size_t width, const int16_t *weights, size_t rows, const uint32_t *added, size_t n_added,
                   const uint32_t *removed, size_t n_removed);
/* The same for weights of one byte. */
KS_API bool ks_accumulate_int8(int16_t *dst, const int16_t *src, size_t width, const int8_t *weights, size_t rows, const uint32_t *added,
                        size_t n_added, const uint32_t *removed, size_t n_removed);

/* == Rows of features, for trainers ==
   The inputs of a network are sets of features, each numbered from its first number on: threats,
   pairs of pawns (PP_3Wide), or pieces on squares by the square of the own king, which
   nnue-pytorch calls HalfKAv2_hm: KS_PIECE_FEATURES numbers. */
enum { KS_PIECE_FEATURES = 32 * 12 * 64 };
typedef enum ks_input_kind { KS_INPUT_THREATS, KS_INPUT_PAWN_PAIRS, KS_INPUT_PIECES } ks_input_kind;

/* The tables of threats in rows, with private contents. ks_threat_inputs_init sets them as
   ks_features_init does, with the same result. */
typedef struct ks_threat_inputs {
	ks_features features;
	uint64_t private_words[1917];
	int32_t first;
	bool in_kernel;
} ks_threat_inputs;
KS_API int64_t ks_threat_inputs_init(ks_threat_inputs *t, const ks_numbering *n, int32_t first, uint64_t *memory, size_t words);

/* threats is for KS_INPUT_THREATS and has its own first number; first is for the other kinds. */
typedef struct ks_input {
	ks_input_kind kind;
	int32_t first;
	const ks_threat_inputs *threats;
} ks_input;

/* Sets row i of white and black, of length elements each, to the active features of boards[i] in the
   view of each side, and the rest of the row to -1. The sets are in the order of inputs. If a row is
   too short, the features that do not fit are left out. stream writes past the caches, for batches
   that do not fit into them, if the rows start at multiples of 64 bytes and length is a multiple of
   16. active, which may be null, is set to the numbers of features in all rows. */
KS_API void ks_fill_rows(int32_t *white, int32_t *black, size_t length, const ks_board *boards, size_t n, const ks_input *inputs, size_t n_inputs,
                  bool stream, int64_t active[2]);

/* == One path ==
   All functions that have kernels, on one path: NULL if this CPU does not have it, or for an unknown
   name. For tests, and for programs that want to choose. */
typedef struct ks_functions {
	uint64_t (*rook_attacks)(uint64_t rooks, uint64_t empty);
	uint64_t (*bishop_attacks)(uint64_t bishops, uint64_t empty);
	uint64_t (*slider_attacks)(uint64_t diagonal, uint64_t orthogonal, uint64_t empty);
	void (*ray_attacks)(uint64_t dst[8], uint64_t sliders, uint64_t empty);
	void (*multi_attacks)(uint64_t dst[8][4], const uint64_t gens[4], uint64_t empty);
	void (*rook_attacks_batch)(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n);
	void (*bishop_attacks_batch)(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n);
	void (*slider_attacks_batch)(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n);
	void (*ray_attacks_batch)(uint64_t *const dst[8], const uint64_t *sliders, const uint64_t *empty, size_t n);
	void (*multi_attacks_batch)(uint64_t *const dst[8][4], const uint64_t *const gens[4], const uint64_t *empty, size_t n);
	void (*threats_of)(ks_threats *dst, const ks_board *board, int us);
	void (*both_threats)(ks_side_threats dst[2], const ks_board *board);
	void (*vision)(ks_board dst[8], const ks_board *board);
	void (*threats_batch)(uint64_t *const dst[KS_THREAT_SETS], const uint64_t *const planes[4], const uint8_t *us, size_t n);
	void (*vision_batch)(uint64_t *const dst[8][4], const uint64_t *const planes[4], size_t n);
	void (*attacks_batch)(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n);
	void (*refresh)(ks_pairs *dst, const ks_rules *rules, const uint8_t mailbox[64]);
	void (*refresh_board)(ks_pairs *dst, const ks_rules *rules, const ks_board *board);
	void (*deltas)(ks_pair_changes *dst, const ks_rules *rules, const uint8_t before[64], uint64_t update);
	void (*number_pairs)(ks_feature_numbers *dst, const ks_features *f, const ks_pairs *pairs, int white, int black);
	void (*number_changes)(ks_feature_changes *dst, const ks_features *f, const ks_pair_changes *changes, int white, int black);
	void (*fill_rows)(int32_t *white, int32_t *black, size_t length, const ks_board *boards, size_t n, const ks_input *inputs, size_t n_inputs,
	                  bool stream, int64_t active[2]);
	bool (*accumulate)(int16_t *dst, const int16_t *src, size_t width, const int16_t *weights, size_t rows, const uint32_t *added,
	                   size_t n_added, const uint32_t *removed, size_t n_removed);
	bool (*accumulate_int8)(int16_t *dst, const int16_t *src, size_t width, const int8_t *weights, size_t rows, const uint32_t *added,
	                        size_t n_added, const uint32_t *removed, size_t n_removed);
	bool (*delta_lists16)(ks_lists16 *lists, ks_pair_changes *changes, const ks_features *f, const ks_rules *rules, const uint8_t before[64],
	                      uint64_t update, int white, int black);
	bool (*delta_lists32)(ks_lists32 *lists, ks_pair_changes *changes, const ks_features *f, const ks_rules *rules, const uint8_t before[64],
	                      uint64_t update, int white, int black);
	bool (*number_lists16)(ks_lists16 *lists, const ks_features *f, const ks_pair_changes *changes, int white, int black);
	bool (*number_lists32)(ks_lists32 *lists, const ks_features *f, const ks_pair_changes *changes, int white, int black);
	bool (*refresh_lists16)(ks_lists16 *lists, const ks_features *f, const ks_rules *rules, const uint8_t mailbox[64], int white, int black);
	bool (*refresh_lists32)(ks_lists32 *lists, const ks_features *f, const ks_rules *rules, const uint8_t mailbox[64], int white, int black);
} ks_functions;
KS_API const ks_functions *ks_functions_of(const char *path);

#ifdef __cplusplus
}
#endif
#endif
