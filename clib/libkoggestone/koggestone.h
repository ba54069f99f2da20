/*
 * koggestone.h - legal moves, attacks and games of chess, for many positions per call.
 *
 * Link with -lkoggestone (libkoggestone.so, or libkoggestone.a with -lpthread -lm).
 *
 * Errors. Every function that can fail returns KOGGESTONE_OK, which is 0, or another
 * koggestone_code. Its last parameter is a koggestone_error of the caller, which receives the
 * code and a message, or NULL. No function ends the process because of its arguments, except
 * that pointers must be valid: an array has the length that the comment states and
 * the alignment of its type. After an error the contents of output arrays are undefined;
 * batches and environments are unchanged unless the comment says otherwise.
 *
 * Memory. A function that makes or extends an object first compares the memory that it needs with the
 * memory that is free, if it needs 16 MiB or more, and returns KOGGESTONE_ERROR_MEMORY. The memory
 * for smaller objects is not checked: like all programs in Go, the library ends the process if there is none.
 *
 * Objects. Batches, environments and perft jobs are numbers, not pointers. 0 is none. Numbers
 * are not reused, so a freed object gives KOGGESTONE_ERROR_HANDLE. The library keeps no
 * pointer to memory of the caller after a call.
 *
 * Threads. All functions may be called from any thread. Calls for one object wait for each
 * other.
 *
 * Processes. The library starts threads, which fork does not copy. In a child process that
 * was forked after the library was loaded, every function returns KOGGESTONE_ERROR_FORKED.
 * Load the library in the child: in Python use the start method "spawn".
 *
 * Squares are numbers from a1 = 0, b1 = 1 to h8 = 63. A set of squares is a uint64_t with bit s
 * for square s. White is 0, Black is 1.
 *
 * A move is a uint16_t: bits 0-5 from, bits 6-11 to (castling: the square of the rook), bits
 * 12-15 the type: 0 ordinary, 1 pawn moves two squares, 2 en passant, 3 castling, promotions 11
 * bishop, 12 knight, 13 rook, 15 queen. 0 is no move.
 */
#ifndef KOGGESTONE_H
#define KOGGESTONE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It changes when a program must be compiled again. */
#define KOGGESTONE_ABI 3

typedef enum koggestone_code {
	KOGGESTONE_OK = 0,
	KOGGESTONE_ERROR_ARGUMENT = 1,  /* an argument has a wrong value; the message names it */
	KOGGESTONE_ERROR_HANDLE = 2,    /* there is no such object, or it was freed */
	KOGGESTONE_ERROR_SPACE = 3,     /* an output array is too short */
	KOGGESTONE_ERROR_CANCELLED = 4, /* koggestone_perft_cancel was called */
	KOGGESTONE_ERROR_FORKED = 5,    /* the library was loaded before this process was forked */
	KOGGESTONE_ERROR_INTERNAL = 6,  /* a bug of the library */
	KOGGESTONE_RUNNING = 7,         /* not an error: the job is not finished yet */
	KOGGESTONE_ERROR_MEMORY = 8     /* there is not enough memory for the result */
} koggestone_code;

typedef struct koggestone_error {
	int32_t code;      /* a koggestone_code */
	char message[508]; /* UTF-8, ends with a zero byte, cut if too long */
} koggestone_error;

typedef uint64_t koggestone_batch;
typedef uint64_t koggestone_job;
typedef uint64_t koggestone_env;

/* A position. Bit s of the four planes is the piece on square s, with the kind in planes 2, 1, 0: 010 pawn, 011 bishop,
 * 100 knight, 101 rook, 001 rook that may still castle, 110 king, 111 queen. Plane 3 is the black pieces and the
 * en passant target. */
typedef struct koggestone_position {
	uint64_t planes[4];
	uint8_t side, zero;
	uint16_t half_moves, full_moves, zeros; /* the clocks */
} koggestone_position;

/* Returns KOGGESTONE_ABI of the library, to compare with that of the header. */
int koggestone_abi(void);

/* Returns the selected path: "avx512", "avx2", "neon" or "generic". Do not free it. In a child process that was
 * forked, it is empty if the parent did not call this function. */
const char *koggestone_implementation(void);

/* ---- Batches of positions ---- */

/* Makes an empty batch. */
int koggestone_batch_new(koggestone_batch *batch, koggestone_error *error);

/* Frees a batch. 0 is ignored. */
int koggestone_batch_free(koggestone_batch batch, koggestone_error *error);

/* Sets *length to the number of positions. */
int koggestone_batch_length(koggestone_batch batch, size_t *length, koggestone_error *error);

/* Removes all positions. */
int koggestone_batch_clear(koggestone_batch batch, koggestone_error *error);

/* Makes a copy of a batch. */
int koggestone_batch_copy(koggestone_batch batch, koggestone_batch *copy, koggestone_error *error);

/* Makes a batch of positions indices[0] to indices[count-1]. A negative index counts from the end. */
int koggestone_batch_take(koggestone_batch batch, const int64_t *indices, size_t count, koggestone_batch *taken,
	koggestone_error *error);

/* Appends the positions of FENs, one a line of text, which is length bytes. The last line may
 * end with a newline. A FEN has four to six fields, castling rights KQkq or files of rooks.
 * On an error, which names the line, nothing is appended. */
int koggestone_batch_append_fens(koggestone_batch batch, const char *text, size_t length, koggestone_error *error);

/* Appends count positions with the clocks of the start of a game. sides[i] is the side to move,
 * sets[10*i] to sets[10*i+9] are the pawns, knights, bishops, rooks, queens, kings, white
 * pieces, black pieces, rooks that may still castle, and the en passant target or 0. An en
 * passant target without a legal capture is dropped. On an error, which names the position,
 * nothing is appended. */
int koggestone_batch_append_bitboards(koggestone_batch batch, const uint64_t *sets, const uint8_t *sides, size_t count,
	koggestone_error *error);

/* Sets the 10 * length words of sets as koggestone_batch_append_bitboards expects them. */
int koggestone_batch_bitboards(koggestone_batch batch, uint64_t *sets, size_t words, koggestone_error *error);

/* Appends positions that koggestone_batch_positions returned. Only the sides to move are checked. */
int koggestone_batch_append_positions(koggestone_batch batch, const koggestone_position *positions, size_t count,
	koggestone_error *error);

/* Sets positions, of which there are count, to all positions. */
int koggestone_batch_positions(koggestone_batch batch, koggestone_position *positions, size_t count, koggestone_error *error);

/* Sets sides[i] to the side to move. length is that of the batch. */
int koggestone_batch_sides(koggestone_batch batch, uint8_t *sides, size_t length, koggestone_error *error);

/* Sets clocks[2*i] to the plies since the last capture or pawn move, and clocks[2*i+1] to the
 * number of the full move. words is twice the length of the batch. */
int koggestone_batch_clocks(koggestone_batch batch, uint16_t *clocks, size_t words, koggestone_error *error);

/* Sets the clocks as koggestone_batch_clocks returns them. */
int koggestone_batch_set_clocks(koggestone_batch batch, const uint16_t *clocks, size_t words, koggestone_error *error);

/* Sets keys[i] to a hash of board, castling rights, en passant target and side to move. */
int koggestone_batch_keys(koggestone_batch batch, uint64_t *keys, size_t length, koggestone_error *error);

/* The maximum size of a FEN that this library writes, with its newline or zero byte. */
#define KOGGESTONE_FEN_SIZE 128

/* Writes the FENs of positions first to first+count-1, each followed by a newline, then a zero
 * byte. capacity is at least KOGGESTONE_FEN_SIZE * count + 1. *length is the number of bytes
 * without the zero byte. */
int koggestone_batch_fens(koggestone_batch batch, size_t first, size_t count, char *text, size_t capacity, size_t *length,
	koggestone_error *error);

/* Sets counts[i] to the number of legal moves. length is that of the batch. */
int koggestone_batch_legal_counts(koggestone_batch batch, uint16_t *counts, size_t length, koggestone_error *error);

/* Sets counts[i] to the number of sequences of two legal moves. */
int koggestone_batch_two_ply_counts(koggestone_batch batch, uint32_t *counts, size_t length, koggestone_error *error);

/* Lists the legal moves: those of position i are moves[offsets[i]] to moves[offsets[i+1]-1].
 * offset_count is one more than the length of the batch. The number of moves is the sum of
 * koggestone_batch_legal_counts. If it is more than capacity, the result is
 * KOGGESTONE_ERROR_SPACE. */
int koggestone_batch_legal_moves(koggestone_batch batch, uint16_t *moves, size_t capacity, uint32_t *offsets,
	size_t offset_count, koggestone_error *error);

/* Sets moves[i] to legal move number numbers[i], from 0, in the order of
 * koggestone_batch_legal_moves, or to 0 if there are fewer. */
int koggestone_batch_select_moves(koggestone_batch batch, const uint16_t *numbers, uint16_t *moves, size_t length,
	koggestone_error *error);

/* Plays moves[i] in position i. The move 0 changes nothing. If check is not 0, a move that is
 * not legal is an error, which names the position, and no move is played. Otherwise moves must
 * be legal: others leave arbitrary positions. */
int koggestone_batch_play(koggestone_batch batch, const uint16_t *moves, size_t length, int check, koggestone_error *error);

/* Makes a batch of the positions after each legal move of each position, in the order of
 * koggestone_batch_legal_moves. */
int koggestone_batch_children(koggestone_batch batch, koggestone_batch *children, koggestone_error *error);

/* The bits of a status. */
enum {
	KOGGESTONE_CHECK = 1,
	KOGGESTONE_CHECKMATE = 2,
	KOGGESTONE_STALEMATE = 4,
	KOGGESTONE_INSUFFICIENT_MATERIAL = 8,
	KOGGESTONE_FIFTY_MOVES = 16,
	KOGGESTONE_SEVENTY_FIVE_MOVES = 32
};

/* Sets statuses[i] to the status of a position. It does not detect repetitions. */
int koggestone_batch_status(koggestone_batch batch, uint8_t *statuses, size_t length, koggestone_error *error);

/* The longest move in UCI's notation and a zero byte. */
#define KOGGESTONE_UCI_SIZE 6

/* Writes moves in UCI's notation, each followed by a newline, then a zero byte. Castling is the king's
 * move, "e1g1", if the king is on the e-file and the rook on the a- or h-file, otherwise king takes rook. To
 * write all castling as king takes rook, set bits 12-15 of the move to 0. capacity is at
 * least KOGGESTONE_UCI_SIZE * count + 1. *length is the number of bytes without the zero byte. */
int koggestone_uci(const uint16_t *moves, size_t count, char *text, size_t capacity, size_t *length, koggestone_error *error);

/* Sets moves[i] to the legal move of position i that line i of text names in UCI's notation.
 * Castling is king takes rook, "e1h1", or in standard chess also "e1g1". "0000" is the move 0. The error names the
 * position. */
int koggestone_batch_parse_uci(koggestone_batch batch, const char *text, size_t text_length, uint16_t *moves, size_t length,
	koggestone_error *error);

/* The longest move in standard algebraic notation and a zero byte. */
#define KOGGESTONE_SAN_SIZE 9

/* Writes moves[i], a legal move of position i or 0, in standard algebraic notation, each followed by a
 * newline, then a zero byte. The move 0 is "--". capacity is at least KOGGESTONE_SAN_SIZE * count + 1. *length is the number of
 * bytes without the zero byte. */
int koggestone_batch_san(koggestone_batch batch, const uint16_t *moves, size_t count, char *text, size_t capacity,
	size_t *length, koggestone_error *error);

/* Sets moves[i] as koggestone_batch_parse_uci does, from standard algebraic notation. */
int koggestone_batch_parse_san(koggestone_batch batch, const char *text, size_t text_length, uint16_t *moves, size_t length,
	koggestone_error *error);

/* Sets values[i] to the static exchange evaluation of moves[i], a legal move of position i: the material that the
 * side to move wins by the captures on the target square. A pawn is worth 100, a knight or bishop 300, a rook 500,
 * a queen 900. Pins are ignored. The value of the move 0 is 0. */
int koggestone_batch_see(koggestone_batch batch, const uint16_t *moves, int32_t *values, size_t length,
	koggestone_error *error);

/* The rules of koggestone_batch_unplay. They may be combined by |. */
enum {
	KOGGESTONE_CHESS960 = 1,    /* castling with a king and a rook on any files */
	KOGGESTONE_ANY_MATERIAL = 2 /* more promoted pieces than there are missing pawns */
};

/* Takes the last move back: makes a batch of the positions in which a legal move leads to a position of batch.
 * The positions before position i have the numbers offsets[i] to offsets[i+1]-1. offset_count is one more than the
 * length of the batch. A position is there once for each set of castling rights and each en passant target
 * that it can have had. If moves is not NULL, moves[k] is the move that position k of the new batch plays; if there are
 * more than capacity, the result is KOGGESTONE_ERROR_SPACE and no batch is made. Positions of batch must be
 * valid. */
int koggestone_batch_unplay(koggestone_batch batch, int rules, uint16_t *moves, size_t capacity, uint32_t *offsets,
	size_t offset_count, koggestone_batch *earlier, koggestone_error *error);

/* ---- Inputs of neural networks ---- */

/* Lists the threat pairs, the pieces that attack or defend another piece: those of position i are pairs[offsets[i]] to
 * pairs[offsets[i+1]-1]. A pair is the square of the attacker in bits 0-5, the square of the victim in bits
 * 6-11, the attacker in bits 12-15 and the victim in bits 18-21. Pawn, knight, bishop, rook, queen and king are 1 to 6 for
 * White, 9 to 14 for Black. offset_count is one more than the length of the batch. If there are more pairs than
 * capacity, the result is KOGGESTONE_ERROR_SPACE. A position has at most 512, and rarely more than 100. */
int koggestone_batch_pairs(koggestone_batch batch, uint32_t *pairs, size_t capacity, uint32_t *offsets,
	size_t offset_count, koggestone_error *error);

/* Sets *inputs to the number of inputs of a feature set for one side, and *row to the length of its rows. features is a
 * name as in nnue-pytorch, such as "Full_Threats+PP_3Wide+HalfKAv2_hm". */
int koggestone_features(const char *features, size_t *inputs, size_t *row, koggestone_error *error);

/* Sets row i of white and of black to the active features of position i in the view of that side, followed by -1 up to the
 * length of a row. words is the length of the batch times the length of a row. */
int koggestone_batch_features(koggestone_batch batch, const char *features, int32_t *white, int32_t *black, size_t words,
	koggestone_error *error);

/* ---- Policy networks ---- */

/* The encodings of moves as outputs of a network. */
enum {
	KOGGESTONE_ALPHAZERO = 0, /* 8 x 8 x 73 = 4672 indices, 73 words of mask */
	KOGGESTONE_LEELA = 1      /* 1858 indices, 30 words of mask */
};

/* Sets bit k % 64 of masks[i * W + k / 64] to 1 if index k is a legal move of position i, where W
 * is the number of words of mask. words is W times the length of the batch. */
int koggestone_batch_policy_mask(koggestone_batch batch, int encoding, uint64_t *masks, size_t words, koggestone_error *error);

/* Sets indices[i] to the index of moves[i] in position i, or to -1 if the move is not legal. */
int koggestone_batch_policy_indices(koggestone_batch batch, int encoding, const uint16_t *moves, int32_t *indices,
	size_t length, koggestone_error *error);

/* Sets moves[i] to the legal move of indices[i] in position i, or to 0 if there is none. */
int koggestone_batch_policy_moves(koggestone_batch batch, int encoding, const int32_t *indices, uint16_t *moves,
	size_t length, koggestone_error *error);

/* ---- Attacks ---- */

/* The sides of koggestone_batch_attacks. */
enum {
	KOGGESTONE_WHITE = 0,
	KOGGESTONE_BLACK = 1,
	KOGGESTONE_TO_MOVE = 2,
	KOGGESTONE_NOT_TO_MOVE = 3
};

/* Sets attacks[i] to the squares that the pieces of a side attack, including those that its own
 * pieces occupy. */
int koggestone_batch_attacks(koggestone_batch batch, int side, uint64_t *attacks, size_t length, koggestone_error *error);

/* The sets of koggestone_batch_threats: what the opponent of the side to move attacks, by kind
 * and together; where the king would be attacked; checkers; squares where a move ends the check;
 * pinned pieces and the pieces that pin them; squares where a piece of the side to move would
 * give check, by kind; pieces that give check by moving away. */
enum {
	KOGGESTONE_BY_PAWN, KOGGESTONE_BY_KNIGHT, KOGGESTONE_BY_BISHOP, KOGGESTONE_BY_ROOK, KOGGESTONE_BY_QUEEN,
	KOGGESTONE_BY_KING, KOGGESTONE_ATTACKED, KOGGESTONE_DANGER, KOGGESTONE_CHECKERS, KOGGESTONE_CHECK_MASK,
	KOGGESTONE_PINNED, KOGGESTONE_PINNERS, KOGGESTONE_PAWN_CHECKS, KOGGESTONE_KNIGHT_CHECKS,
	KOGGESTONE_BISHOP_CHECKS, KOGGESTONE_ROOK_CHECKS, KOGGESTONE_DISCOVERERS,
	KOGGESTONE_THREATS /* the number of sets */
};

/* Sets sets[s * length + i] to set s of position i, where length is the length of the batch.
 * words must be KOGGESTONE_THREATS * length. */
int koggestone_batch_threats(koggestone_batch batch, uint64_t *sets, size_t words, koggestone_error *error);

/* Sets attacks[i] to the squares that the sliders diagonal[i] attack along diagonals, and orthogonal[i]
 * along ranks and files, if exactly the squares of empty[i] are empty. All arrays have count elements. attacks may be the same
 * array as an input; all other overlaps are an error. */
int koggestone_slider_attacks(const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, uint64_t *attacks,
	size_t count, koggestone_error *error);

/* ---- Columns: facts about positions, those of koggestone annotate ---- */

/* The types of the values of a column. */
enum {
	KOGGESTONE_BOOL = 0,   /* uint8_t, 0 or 1 */
	KOGGESTONE_BYTE = 1,   /* uint8_t */
	KOGGESTONE_ENUM = 2,   /* uint8_t, an index of the names */
	KOGGESTONE_COUNT = 3,  /* uint16_t */
	KOGGESTONE_NUMBER = 4, /* uint64_t */
	KOGGESTONE_SET = 5     /* uint64_t, squares */
};

typedef struct koggestone_column {
	const char *name;  /* these texts are constant: do not free them */
	const char *group;
	const char *unit;  /* "moves", "squares"; may be empty */
	const char *doc;
	const char *names; /* names of the values of an enum, separated by commas */
	int32_t type;
	int32_t width;     /* number of values for each position */
} koggestone_column;

/* Sets *count to the number of columns. */
int koggestone_column_count(size_t *count, koggestone_error *error);

/* Describes column number index. */
int koggestone_column_info(size_t index, koggestone_column *column, koggestone_error *error);

/* Computes columns indices[0] to indices[count-1]. outputs[k] receives width values for each
 * position, in sizes[k] bytes. */
int koggestone_batch_columns(koggestone_batch batch, const int32_t *indices, void *const *outputs, const size_t *sizes,
	size_t count, koggestone_error *error);

/* ---- Perft ---- */

/* Starts to count the sequences of depth legal moves from the position of a FEN. workers is the
 * number of threads, 0 one for each CPU. If memory is not 0, equal positions are counted once,
 * in that number of bytes. */
int koggestone_perft_start(const char *fen, int depth, int workers, int64_t memory, koggestone_job *job,
	koggestone_error *error);

/* Waits until a count is finished, but at most for the given number of milliseconds if it is not
 * negative. Returns KOGGESTONE_RUNNING if the count is not finished. Otherwise it returns the result of the
 * count, and sets nodes[0] to the low 64 bits of the number and nodes[1] to the high 64 bits. */
int koggestone_perft_wait(koggestone_job job, int64_t milliseconds, uint64_t nodes[2], koggestone_error *error);

/* Stops a count. koggestone_perft_wait then returns KOGGESTONE_ERROR_CANCELLED. */
int koggestone_perft_cancel(koggestone_job job, koggestone_error *error);

/* Stops a count and frees its job. 0 is ignored. */
int koggestone_perft_free(koggestone_job job, koggestone_error *error);

/* ---- Environments: games side by side, for reinforcement learning ---- */

/* What an action is: KOGGESTONE_ALPHAZERO, KOGGESTONE_LEELA, or a move as a number. */
enum { KOGGESTONE_MOVES = 2 };

/* The planes of an observation. */
enum {
	KOGGESTONE_ALPHAZERO_PLANES = 0, /* 119 */
	KOGGESTONE_LEELA_PLANES = 1,     /* 112 */
	KOGGESTONE_NO_PLANES = 2,
	KOGGESTONE_LEELA_FEN_ONLY_PLANES = 3 /* 112, with the option history_fill=fen_only of lc0, its default */
};

/* When a new game replaces one that is over. The names are those of Gymnasium.
 *
 * A game that is over has no legal actions, also after a draw: its count of moves is 0, its list is
 * empty, and its sample is 0. With KOGGESTONE_NEXT_STEP its mask has action 0 alone, so that an action
 * can be drawn from each mask, and koggestone_env_check accepts action 0 alone. With
 * KOGGESTONE_DISABLED its mask is empty. */
enum {
	KOGGESTONE_NEXT_STEP = 0, /* the next step ignores the action and starts a new game */
	KOGGESTONE_SAME_STEP = 1, /* the last step of a game also starts a new one */
	KOGGESTONE_DISABLED = 2   /* koggestone_env_reset_games starts a new game */
};

/* Why a game is over. */
enum {
	KOGGESTONE_OUTCOME_RUNNING = 0,
	KOGGESTONE_OUTCOME_CHECKMATE = 1,
	KOGGESTONE_OUTCOME_STALEMATE = 2,
	KOGGESTONE_OUTCOME_INSUFFICIENT_MATERIAL = 3,
	KOGGESTONE_OUTCOME_THREEFOLD_REPETITION = 4,
	KOGGESTONE_OUTCOME_FIFTY_MOVES = 5,
	KOGGESTONE_OUTCOME_PLY_LIMIT = 6, /* truncated */
	KOGGESTONE_OUTCOME_ILLEGAL_ACTION = 7
};

/* Zeros are the defaults. */
typedef struct koggestone_env_options {
	int32_t actions;      /* KOGGESTONE_ALPHAZERO, KOGGESTONE_LEELA or KOGGESTONE_MOVES */
	int32_t observation;  /* KOGGESTONE_ALPHAZERO_PLANES, ... */
	int32_t autoreset;    /* KOGGESTONE_NEXT_STEP, ... */
	int32_t max_plies;    /* the number of plies after which a game is truncated; 0: no limit */
	int32_t chess960;     /* not 0: games start at random positions of Chess960 */
	int32_t workers;      /* the number of threads; 0: one for each CPU */
	int32_t illegal;      /* not 0: an illegal action ends the game, with the reward -1 */
	int32_t allow_over;   /* not 0: games may start at positions where they are over; not with KOGGESTONE_SAME_STEP */
	const char *starts;   /* FENs, one a line, drawn at random for each game, or NULL */
	size_t starts_length; /* in bytes */
} koggestone_env_options;

/* Makes n games at their start positions. options may be NULL. */
int koggestone_env_new(size_t n, const koggestone_env_options *options, koggestone_env *env, koggestone_error *error);

/* Frees an environment. 0 is ignored. */
int koggestone_env_free(koggestone_env env, koggestone_error *error);

/* Sets the number of games, of actions, of words of a mask, and of planes. Each may be NULL. */
int koggestone_env_sizes(koggestone_env env, size_t *n, size_t *actions, size_t *mask_words, size_t *planes,
	koggestone_error *error);

/* Sets *options to the options of an environment, except for its starts, which become NULL. */
int koggestone_env_options_of(koggestone_env env, koggestone_env_options *options, koggestone_error *error);

/* Replaces the option starts for new games. text is FENs, one a line, or empty for the position of standard chess. */
int koggestone_env_set_starts(koggestone_env env, const char *text, size_t length, koggestone_error *error);

/* Starts all games. Start positions and samples depend on the seed alone. */
int koggestone_env_reset(koggestone_env env, uint64_t seed, koggestone_error *error);

/* Starts a new game where which[i] is not 0. */
int koggestone_env_reset_games(koggestone_env env, const uint8_t *which, size_t n, koggestone_error *error);

/* Starts a game anew at the position of a FEN. game is its index. */
int koggestone_env_set_fen(koggestone_env env, size_t game, const char *fen, koggestone_error *error);

/* What koggestone_env_step does and where it writes. The arrays are in the order of games, and count is the number of their rows. A pointer
 * that is NULL is not written to. No two arrays may overlap. */
typedef struct koggestone_env_turn {
	const int64_t *games; /* each at most once, negative ones from the end; NULL: all, and count is their number */
	size_t count;
	int32_t sample;       /* not 0: draws actions first, as koggestone_env_sample */
	int32_t play;         /* not 0: plays actions[i] in game i; the results below say what happened */
	int32_t form;         /* KOGGESTONE_PACKED, ...: the form of planes */
	int32_t final;        /* not 0: planes are those of koggestone_env_observe with final */
	int32_t *actions;
	float *rewards;       /* 1 if the move gave checkmate, otherwise 0: the view of the side that moved */
	float *both_rewards;  /* 2 for each game: White's and Black's reward */
	uint8_t *terminated;  /* 1 if the game ended by the rules */
	uint8_t *truncated;   /* 1 if it ended by the ply limit */
	uint8_t *outcomes;    /* why it ended */
	uint8_t *illegal;     /* 1 for an illegal action. It counts as a ply for the limit; otherwise it changes nothing in its game,
	                         unless the option illegal ends the game */
	uint64_t *masks;      /* of the positions after the actions, as koggestone_env_masks */
	uint8_t *mask_bytes;  /* as koggestone_env_mask_bytes */
	void *planes;
	size_t ended;         /* is set to the number of games that ended */
} koggestone_env_turn;

/* Draws actions, plays them, and writes results, masks and planes, as turn says, for all or some games. */
int koggestone_env_step(koggestone_env env, koggestone_env_turn *turn, koggestone_error *error);

/* Sets moves[i] to the move of actions[i] in game i, or to 0 if it is not legal. A game that is over has no legal action. */
int koggestone_env_moves(koggestone_env env, const int32_t *actions, uint16_t *moves, size_t n, koggestone_error *error);

/* Sets actions[i] to the action of moves[i] in game i, or to -1 if it is not legal. */
int koggestone_env_actions(koggestone_env env, const uint16_t *moves, int32_t *actions, size_t n, koggestone_error *error);

/* Returns KOGGESTONE_OK if an action is legal in a game, otherwise KOGGESTONE_ERROR_ARGUMENT
 * with the reason. */
int koggestone_env_check(koggestone_env env, size_t game, int32_t action, koggestone_error *error);

/* Sets actions[i] to a legal action of game i, drawn at random with equal probabilities, or to 0
 * if the game is over. */
int koggestone_env_sample(koggestone_env env, int32_t *actions, size_t n, koggestone_error *error);

/* Sets the masks of legal actions as koggestone_batch_policy_mask does. words is the number of
 * games times the words of a mask. */
int koggestone_env_masks(koggestone_env env, uint64_t *masks, size_t words, koggestone_error *error);

/* Sets masks[i * actions + a] to the bit of action a in the mask of game i. */
int koggestone_env_mask_bytes(koggestone_env env, uint8_t *masks, size_t bytes, koggestone_error *error);

/* Sets counts[i] to the number of legal moves of game i, 0 if it is over. */
int koggestone_env_legal_counts(koggestone_env env, uint16_t *counts, size_t n, koggestone_error *error);

/* Lists the legal moves as koggestone_batch_legal_moves does. The list of a game that is over is empty. */
int koggestone_env_legal_moves(koggestone_env env, uint16_t *moves, size_t capacity, uint32_t *offsets, size_t offset_count,
	koggestone_error *error);

/* The forms of planes. */
enum {
	KOGGESTONE_PACKED = 0, /* uint64_t for each plane, bit 8 * rank + file as the mover sees it; a count is the number itself */
	KOGGESTONE_BYTES = 1,  /* uint8_t for each square, 0 or 1; counts are on all squares, at most 255 */
	KOGGESTONE_FLOATS = 2  /* float for each square; counts are on all squares */
};

/* Sets the planes of all games, one game after the other. bytes is the size of the array. If final
 * is not 0, only the rows of games that ended in the last step are set, to the last observation of the
 * old game: that needs KOGGESTONE_SAME_STEP. */
int koggestone_env_observe(koggestone_env env, int form, int final, void *planes, size_t bytes, koggestone_error *error);

/* Sets the planes of any positions, with the observation KOGGESTONE_ALPHAZERO_PLANES or
 * KOGGESTONE_LEELA_PLANES. In history, positions offsets[i] to offsets[i+1]-1 come before position i, oldest
 * first, and repetitions are counted among them. offset_count is one more than the batch's length. If there
 * is no history, it is 0, and history may be 0. */
int koggestone_batch_planes(koggestone_batch batch, int observation, int form, koggestone_batch history, const uint32_t *offsets,
	size_t offset_count, void *planes, size_t bytes, koggestone_error *error);

/* Sets floats to count packed planes of whole positions, in the form KOGGESTONE_FLOATS: 64 for each. */
int koggestone_expand_planes(int observation, const uint64_t *packed, size_t count, float *floats, koggestone_error *error);

/* Sets outcomes[i] to the reason why game i is over, or to KOGGESTONE_OUTCOME_RUNNING. */
int koggestone_env_outcomes(koggestone_env env, uint8_t *outcomes, size_t n, koggestone_error *error);

/* Sets plies[i] to the number of plies since the start of game i. */
int koggestone_env_plies(koggestone_env env, uint32_t *plies, size_t n, koggestone_error *error);

/* Sets repetitions[i] to the number of earlier positions of game i that equal its position: 0 to 2. */
int koggestone_env_repetitions(koggestone_env env, uint8_t *repetitions, size_t n, koggestone_error *error);

/* Makes a batch of the positions of all games. If final is not 0, these are the last positions of the
 * games that ended most recently: that needs KOGGESTONE_SAME_STEP. */
int koggestone_env_positions(koggestone_env env, int final, koggestone_batch *positions, koggestone_error *error);

/* Makes an environment of copies of games indices[0] to indices[count-1], with their history, repetitions,
 * results and random streams. The indices may be in any order and may be repeated: this is the way to copy an
 * environment, and to branch games for a tree search. Copies of one game draw equal samples until
 * koggestone_env_seed is called. */
int koggestone_env_take(koggestone_env env, const int64_t *indices, size_t count, koggestone_env *taken, koggestone_error *error);

/* Replaces game dst[k] of an environment by a copy of game src[k] of from, which may be the same environment; all games are
 * copied as they were before the call. NULL means 0 to count-1. Both environments must have the same planes, automatic
 * resets, ply limit, illegal and allow_over. */
int koggestone_env_copy_games(koggestone_env env, const int64_t *dst, koggestone_env from, const int64_t *src, size_t count,
	koggestone_error *error);

/* Sets the random streams as koggestone_env_reset does, and changes nothing else. */
int koggestone_env_seed(koggestone_env env, uint64_t seed, koggestone_error *error);

/* Writes the whole state of an environment to data, and its number of bytes to *length. If capacity is 0, it
 * only sets *length. If capacity is otherwise less than *length, the result is KOGGESTONE_ERROR_SPACE. */
int koggestone_env_save(koggestone_env env, uint8_t *data, size_t capacity, size_t *length, koggestone_error *error);

/* Makes an environment from what koggestone_env_save wrote, also on another computer. Damaged data are an error. */
int koggestone_env_restore(const uint8_t *data, size_t length, koggestone_env *env, koggestone_error *error);

/* Replaces game indices[k] by a game at position k of a batch. The game is as if it had started at the oldest of its
 * earlier positions, which are given as for koggestone_batch_planes: plies, clocks and repetitions count from
 * there. A legal move must lead from each position to the next, and no game may be over. On an error, which
 * names the position, nothing changes. */
int koggestone_env_set_positions(koggestone_env env, const int64_t *indices, size_t count, koggestone_batch positions,
	koggestone_batch history, const uint32_t *offsets, size_t offset_count, koggestone_error *error);

#ifdef __cplusplus
}
#endif

#endif
