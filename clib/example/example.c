/*
 * Counts and lists the legal moves of two positions, counts the tree below one, and plays random
 * games. In a clone of the repository, after make lib:
 *
 *     cc -Wall -Werror -Ibuild clib/example/example.c -Lbuild -lkoggestone -Wl,-rpath,$PWD/build
 */
#include "koggestone.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 64, PLIES = 200 };

static koggestone_error error;

/* Ends the program if a call failed. */
static void check(int code)
{
	if (code != KOGGESTONE_OK) {
		fprintf(stderr, "error %d: %s\n", code, error.message);
		exit(1);
	}
}

static void positions(void)
{
	static const char fens[] =
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
		"8/P7/8/8/8/8/k7/2K5 w - - 0 1\n";
	uint16_t counts[2], moves[64], first[2];
	uint32_t offsets[3];
	char text[2 * KOGGESTONE_FEN_SIZE + 1];
	size_t length;
	koggestone_batch batch;

	check(koggestone_batch_new(&batch, &error));
	check(koggestone_batch_append_fens(batch, fens, sizeof fens - 1, &error));
	check(koggestone_batch_legal_counts(batch, counts, 2, &error));
	printf("legal moves: %d and %d\n", counts[0], counts[1]);

	check(koggestone_batch_legal_moves(batch, moves, 64, offsets, 3, &error));
	check(koggestone_uci(&moves[offsets[1]], offsets[2] - offsets[1], text, sizeof text, &length, &error));
	printf("%s", text);

	first[0] = moves[offsets[0]];
	first[1] = moves[offsets[1]];
	check(koggestone_batch_play(batch, first, 2, 1, &error));
	check(koggestone_batch_fens(batch, 0, 2, text, sizeof text, &length, &error));
	printf("%s", text);

	if (koggestone_batch_append_fens(batch, "8/8 w - -", 9, &error) == KOGGESTONE_OK)
		exit(1);
	printf("error: %s\n", error.message);
	check(koggestone_batch_free(batch, &error));
}

/* inputs prints what a trainer asks for about a position and its last move. */
static void inputs(void)
{
	static const char fen[] = "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1\n";
	static const char *name = "Full_Threats+PP_3Wide";
	uint16_t capture, moves[256];
	uint32_t pairs[512], offsets[2], i;
	uint64_t key, keys[256];
	int32_t value, *white, *black;
	size_t all, row, length, active = 0;
	koggestone_batch batch, earlier;

	check(koggestone_batch_new(&batch, &error));
	check(koggestone_batch_append_fens(batch, fen, sizeof fen - 1, &error));
	check(koggestone_batch_parse_uci(batch, "f3e5", 4, &capture, 1, &error));
	check(koggestone_batch_see(batch, &capture, &value, 1, &error));
	printf("f3e5 wins %d\n", (int)value);
	check(koggestone_batch_pairs(batch, pairs, 512, offsets, 2, &error));
	for (i = offsets[0]; i < offsets[1]; i++)
		printf("piece %u on %u attacks or defends piece %u on %u\n", pairs[i] >> 12 & 15, pairs[i] & 63, pairs[i] >> 18 & 15,
			pairs[i] >> 6 & 63);
	check(koggestone_features(name, &all, &row, &error));
	white = malloc(row * sizeof *white);
	black = malloc(row * sizeof *black);
	if (white == NULL || black == NULL)
		exit(1);
	check(koggestone_batch_features(batch, name, white, black, row, &error));
	while (active < row && white[active] >= 0)
		active++;
	printf("%d of %d features are active\n", (int)active, (int)all);
	check(koggestone_batch_unplay(batch, 0, moves, 256, offsets, 2, &earlier, &error));
	check(koggestone_batch_play(earlier, moves, offsets[1], 1, &error));
	check(koggestone_batch_length(earlier, &length, &error));
	check(koggestone_batch_keys(batch, &key, 1, &error));
	check(koggestone_batch_keys(earlier, keys, length, &error));
	for (i = 0; i < length; i++)
		if (keys[i] != key)
			exit(1);
	printf("%d moves can have led here\n", (int)length);
	if (koggestone_batch_unplay(batch, 0, moves, 1, offsets, 2, &earlier, &error) != KOGGESTONE_ERROR_SPACE ||
		koggestone_batch_pairs(batch, pairs, 1, offsets, 2, &error) != KOGGESTONE_ERROR_SPACE ||
		koggestone_batch_features(batch, "none", white, black, row, &error) != KOGGESTONE_ERROR_ARGUMENT)
		exit(1);
	check(koggestone_batch_free(earlier, &error));
	check(koggestone_batch_free(batch, &error));
	free(white);
	free(black);
}

static void perft(void)
{
	uint64_t nodes[2];
	koggestone_job job;

	check(koggestone_perft_start("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 0, 0, &job, &error));
	check(koggestone_perft_wait(job, -1, nodes, &error));
	printf("perft 4: %" PRIu64 "\n", nodes[0]);
	check(koggestone_perft_free(job, &error));
}

static void games(void)
{
	static float rewards[GAMES];
	static int32_t actions[GAMES];
	static uint8_t terminated[GAMES], truncated[GAMES], outcomes[GAMES], illegal[GAMES];
	koggestone_env_options options = {.max_plies = PLIES};
	koggestone_env_turn turn = {.count = GAMES, .sample = 1, .play = 1, .actions = actions, .rewards = rewards,
		.terminated = terminated, .truncated = truncated, .outcomes = outcomes, .illegal = illegal};
	koggestone_env env;
	int i, ply, ended = 0, wrong = 0, mates = 0;

	check(koggestone_env_new(GAMES, &options, &env, &error));
	check(koggestone_env_reset(env, 1, &error));
	for (ply = 0; ply < PLIES; ply++) {
		check(koggestone_env_step(env, &turn, &error));
		for (i = 0; i < GAMES; i++) {
			ended += terminated[i] + truncated[i];
			wrong += illegal[i];
			mates += outcomes[i] == KOGGESTONE_OUTCOME_CHECKMATE;
		}
	}
	printf("random games: %s ended, %s by mate, %d illegal actions\n", ended > 0 ? "some" : "none", mates > 0 ? "some" : "none",
		wrong);
	check(koggestone_env_free(env, &error));
}

int main(void)
{
	if (koggestone_abi() != KOGGESTONE_ABI)
		return 1;
	positions();
	inputs();
	perft();
	games();
	return 0;
}
