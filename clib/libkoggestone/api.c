//go:build cgo

/* The functions of koggestone.h. Each checks that Go can run, and calls the exported Go
 * function of its name. */
#include "koggestone.h"
#include "_cgo_export.h"

#include <string.h>

/* Nonzero in a child process that was forked after the library was loaded. */
static volatile int forked;

#ifndef _WIN32
#include <pthread.h>

static void in_child(void) { forked = 1; }

__attribute__((constructor)) static void watch_fork(void) { pthread_atfork(NULL, NULL, in_child); }
#endif

static int fork_error(koggestone_error *error)
{
	if (error) {
		error->code = KOGGESTONE_ERROR_FORKED;
		strcpy(error->message, "koggestone does not work in a process that was forked after the library was loaded: "
			"load it in the child, in Python by the start method \"spawn\"");
	}
	return KOGGESTONE_ERROR_FORKED;
}

#define CALL(call) return forked ? fork_error(error) : (call)

int koggestone_abi(void) { return KOGGESTONE_ABI; }

const char *koggestone_implementation(void) { return forked ? "" : kgImplementation(); }

int koggestone_batch_new(koggestone_batch *batch, koggestone_error *error)
{
	CALL(kgBatchNew(batch, error));
}

int koggestone_batch_free(koggestone_batch batch, koggestone_error *error)
{
	CALL(kgBatchFree(batch, error));
}

int koggestone_batch_length(koggestone_batch batch, size_t *length, koggestone_error *error)
{
	CALL(kgBatchLength(batch, length, error));
}

int koggestone_batch_clear(koggestone_batch batch, koggestone_error *error)
{
	CALL(kgBatchClear(batch, error));
}

int koggestone_batch_copy(koggestone_batch batch, koggestone_batch *copy, koggestone_error *error)
{
	CALL(kgBatchCopy(batch, copy, error));
}

int koggestone_batch_take(koggestone_batch batch, const int64_t *indices, size_t count, koggestone_batch *taken,
	koggestone_error *error)
{
	CALL(kgBatchTake(batch, (int64_t *)indices, count, taken, error));
}

int koggestone_batch_append_fens(koggestone_batch batch, const char *text, size_t length, koggestone_error *error)
{
	CALL(kgBatchAppendFENs(batch, (char *)text, length, error));
}

int koggestone_batch_append_bitboards(koggestone_batch batch, const uint64_t *sets, const uint8_t *sides,
	size_t count, koggestone_error *error)
{
	CALL(kgBatchAppendBitboards(batch, (uint64_t *)sets, (uint8_t *)sides, count, error));
}

int koggestone_batch_bitboards(koggestone_batch batch, uint64_t *sets, size_t words, koggestone_error *error)
{
	CALL(kgBatchBitboards(batch, sets, words, error));
}

int koggestone_batch_sides(koggestone_batch batch, uint8_t *sides, size_t length, koggestone_error *error)
{
	CALL(kgBatchSides(batch, sides, length, error));
}

int koggestone_batch_clocks(koggestone_batch batch, uint16_t *clocks, size_t words, koggestone_error *error)
{
	CALL(kgBatchClocks(batch, clocks, words, error));
}

int koggestone_batch_keys(koggestone_batch batch, uint64_t *keys, size_t length, koggestone_error *error)
{
	CALL(kgBatchKeys(batch, keys, length, error));
}

int koggestone_batch_fens(koggestone_batch batch, size_t first, size_t count, char *text, size_t capacity,
	size_t *length, koggestone_error *error)
{
	CALL(kgBatchFENs(batch, first, count, text, capacity, length, error));
}

int koggestone_batch_legal_counts(koggestone_batch batch, uint16_t *counts, size_t length, koggestone_error *error)
{
	CALL(kgBatchLegalCounts(batch, counts, length, error));
}

int koggestone_batch_two_ply_counts(koggestone_batch batch, uint32_t *counts, size_t length, koggestone_error *error)
{
	CALL(kgBatchTwoPlyCounts(batch, counts, length, error));
}

int koggestone_batch_legal_moves(koggestone_batch batch, uint16_t *moves, size_t capacity, uint32_t *offsets,
	size_t offset_count, koggestone_error *error)
{
	CALL(kgBatchLegalMoves(batch, moves, capacity, offsets, offset_count, error));
}

int koggestone_batch_select_moves(koggestone_batch batch, const uint16_t *numbers, uint16_t *moves, size_t length,
	koggestone_error *error)
{
	CALL(kgBatchSelectMoves(batch, (uint16_t *)numbers, moves, length, error));
}

int koggestone_batch_play(koggestone_batch batch, const uint16_t *moves, size_t length, int check,
	koggestone_error *error)
{
	CALL(kgBatchPlay(batch, (uint16_t *)moves, length, check, error));
}

int koggestone_batch_children(koggestone_batch batch, koggestone_batch *children, koggestone_error *error)
{
	CALL(kgBatchChildren(batch, children, error));
}

int koggestone_batch_status(koggestone_batch batch, uint8_t *statuses, size_t length, koggestone_error *error)
{
	CALL(kgBatchStatus(batch, statuses, length, error));
}

int koggestone_uci(const uint16_t *moves, size_t count, char *text, size_t capacity, size_t *length,
	koggestone_error *error)
{
	CALL(kgUCI((uint16_t *)moves, count, text, capacity, length, error));
}

int koggestone_batch_parse_uci(koggestone_batch batch, const char *text, size_t text_length, uint16_t *moves,
	size_t length, koggestone_error *error)
{
	CALL(kgBatchParseUCI(batch, (char *)text, text_length, moves, length, error));
}

int koggestone_batch_policy_mask(koggestone_batch batch, int encoding, uint64_t *masks, size_t words,
	koggestone_error *error)
{
	CALL(kgBatchPolicyMask(batch, encoding, masks, words, error));
}

int koggestone_batch_policy_indices(koggestone_batch batch, int encoding, const uint16_t *moves, int32_t *indices,
	size_t length, koggestone_error *error)
{
	CALL(kgBatchPolicyIndices(batch, encoding, (uint16_t *)moves, indices, length, error));
}

int koggestone_batch_policy_moves(koggestone_batch batch, int encoding, const int32_t *indices, uint16_t *moves,
	size_t length, koggestone_error *error)
{
	CALL(kgBatchPolicyMoves(batch, encoding, (int32_t *)indices, moves, length, error));
}

int koggestone_batch_attacks(koggestone_batch batch, int side, uint64_t *attacks, size_t length,
	koggestone_error *error)
{
	CALL(kgBatchAttacks(batch, side, attacks, length, error));
}

int koggestone_batch_threats(koggestone_batch batch, uint64_t *sets, size_t words, koggestone_error *error)
{
	CALL(kgBatchThreats(batch, sets, words, error));
}

int koggestone_slider_attacks(const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty,
	uint64_t *attacks, size_t count, koggestone_error *error)
{
	CALL(kgSliderAttacks((uint64_t *)diagonal, (uint64_t *)orthogonal, (uint64_t *)empty, attacks, count, error));
}

int koggestone_column_count(size_t *count, koggestone_error *error)
{
	CALL(kgColumnCount(count, error));
}

int koggestone_column_info(size_t index, koggestone_column *column, koggestone_error *error)
{
	CALL(kgColumnInfo(index, column, error));
}

int koggestone_batch_columns(koggestone_batch batch, const int32_t *indices, void *const *outputs,
	const size_t *sizes, size_t count, koggestone_error *error)
{
	CALL(kgBatchColumns(batch, (int32_t *)indices, (void **)outputs, (size_t *)sizes, count, error));
}

int koggestone_perft_start(const char *fen, int depth, int workers, int64_t memory, koggestone_job *job,
	koggestone_error *error)
{
	CALL(kgPerftStart((char *)fen, depth, workers, memory, job, error));
}

int koggestone_perft_wait(koggestone_job job, int64_t milliseconds, uint64_t nodes[2], koggestone_error *error)
{
	CALL(kgPerftWait(job, milliseconds, nodes, error));
}

int koggestone_perft_cancel(koggestone_job job, koggestone_error *error)
{
	CALL(kgPerftCancel(job, error));
}

int koggestone_perft_free(koggestone_job job, koggestone_error *error)
{
	CALL(kgPerftFree(job, error));
}

int koggestone_env_new(size_t n, const koggestone_env_options *options, koggestone_env *env, koggestone_error *error)
{
	CALL(kgEnvNew(n, (koggestone_env_options *)options, env, error));
}

int koggestone_env_free(koggestone_env env, koggestone_error *error)
{
	CALL(kgEnvFree(env, error));
}

int koggestone_env_sizes(koggestone_env env, size_t *n, size_t *actions, size_t *mask_words, size_t *planes,
	koggestone_error *error)
{
	CALL(kgEnvSizes(env, n, actions, mask_words, planes, error));
}

int koggestone_env_reset(koggestone_env env, uint64_t seed, koggestone_error *error)
{
	CALL(kgEnvReset(env, seed, error));
}

int koggestone_env_reset_games(koggestone_env env, const uint8_t *which, size_t n, koggestone_error *error)
{
	CALL(kgEnvResetGames(env, (uint8_t *)which, n, error));
}

int koggestone_env_set_fen(koggestone_env env, size_t game, const char *fen, koggestone_error *error)
{
	CALL(kgEnvSetFEN(env, game, (char *)fen, error));
}

int koggestone_env_step(koggestone_env env, const int32_t *actions, size_t n, float *rewards, uint8_t *terminated,
	uint8_t *truncated, uint8_t *outcomes, uint8_t *illegal, koggestone_error *error)
{
	CALL(kgEnvStep(env, (int32_t *)actions, n, rewards, terminated, truncated, outcomes, illegal, error));
}

int koggestone_env_check(koggestone_env env, size_t game, int32_t action, koggestone_error *error)
{
	CALL(kgEnvCheck(env, game, action, error));
}

int koggestone_env_sample(koggestone_env env, int32_t *actions, size_t n, koggestone_error *error)
{
	CALL(kgEnvSample(env, actions, n, error));
}

int koggestone_env_masks(koggestone_env env, uint64_t *masks, size_t words, koggestone_error *error)
{
	CALL(kgEnvMasks(env, masks, words, error));
}

int koggestone_env_mask_bytes(koggestone_env env, uint8_t *masks, size_t bytes, koggestone_error *error)
{
	CALL(kgEnvMaskBytes(env, masks, bytes, error));
}

int koggestone_env_legal_counts(koggestone_env env, uint16_t *counts, size_t n, koggestone_error *error)
{
	CALL(kgEnvLegalCounts(env, counts, n, error));
}

int koggestone_env_legal_moves(koggestone_env env, uint16_t *moves, size_t capacity, uint32_t *offsets,
	size_t offset_count, koggestone_error *error)
{
	CALL(kgEnvLegalMoves(env, moves, capacity, offsets, offset_count, error));
}

int koggestone_env_observe(koggestone_env env, int form, int final, void *planes, size_t bytes,
	koggestone_error *error)
{
	CALL(kgEnvObserve(env, form, final, planes, bytes, error));
}

int koggestone_env_plies(koggestone_env env, uint32_t *plies, size_t n, koggestone_error *error)
{
	CALL(kgEnvPlies(env, plies, n, error));
}

int koggestone_env_repetitions(koggestone_env env, uint8_t *repetitions, size_t n, koggestone_error *error)
{
	CALL(kgEnvRepetitions(env, repetitions, n, error));
}

int koggestone_env_positions(koggestone_env env, int final, koggestone_batch *positions, koggestone_error *error)
{
	CALL(kgEnvPositions(env, final, positions, error));
}
