/*
 * Uses training_data_loader.h as a careless program does. Run by TestStreams:
 *
 *     streams FILE.binpack STREAMS
 *
 * Prints "ok" at the end. Messages on standard error are expected.
 */
#define _GNU_SOURCE
#include "training_data_loader.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const DataloaderSkipConfig everything = {.early_fen_skipping = -1, .soft_early_fen_skipping = -1, .simple_eval_skipping = -1};
/* Keeps about one position in 60,000, so that batches take long. */
static const DataloaderSkipConfig nearly_nothing = {.random_fen_skipping = 60000, .early_fen_skipping = -1, .soft_early_fen_skipping = -1,
	.pc_y0 = 1, .pc_y1 = 1, .pc_y2 = 1, .pc_y3 = 1, .pc_y4 = 1};
static const DataloaderDDPConfig alone = {0, 1};

static const char *file;

#define EXPECT(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

static SparseBatchStream *open_stream(int workers, int size, bool cyclic, DataloaderSkipConfig config)
{
	SparseBatchStream *s = create_sparse_batch_stream("PP_3Wide+HalfKAv2_hm", workers, 1, &file, size, cyclic, config, alone);
	EXPECT(s);
	return s;
}

/* Bytes of memory that the process uses. */
static long resident(void)
{
	long total, used;
	FILE *f = fopen("/proc/self/statm", "r");
	EXPECT(f && fscanf(f, "%ld %ld", &total, &used) == 2);
	fclose(f);
	return used * sysconf(_SC_PAGESIZE);
}

/* Streams and batches are destroyed in any order. Their memory is freed. */
static void many(int streams)
{
	long before = 0;
	for (int i = 0; i < streams; i++) {
		SparseBatchStream *s = open_stream(1 + i % 3, 1000, true, everything);
		FenBatchStream *f = i % 4 ? NULL : create_fen_batch_stream(2, 1, &file, 100, i % 8 == 0, everything, alone);
		SparseBatch *b[3] = {NULL, NULL, NULL};
		for (int k = 0; k < i % 4; k++) {
			EXPECT((b[k] = fetch_next_sparse_batch(s)) && b[k]->size == 1000);
			EXPECT(b[k]->outcome == b[k]->is_white + 1000 && b[k]->piece_count == b[k]->white + 2000 * b[k]->max_active_features);
		}
		destroy_sparse_batch(b[0]);
		destroy_sparse_batch_stream(s);
		for (int k = 1; k < 3; k++) {
			EXPECT(!b[k] || b[k]->white[b[k]->max_active_features * 999] >= 0); /* still readable */
			destroy_sparse_batch(b[k]);
		}
		if (f) {
			FenBatch *batch = fetch_next_fen_batch(f);
			EXPECT(batch && batch->size == 100 && strlen(batch->fens[99].fen) == (size_t)batch->fens[99].size);
			destroy_fen_batch_stream(f);
			destroy_fen_batch(batch);
		}
		if (i == streams / 2)
			before = resident();
	}
	EXPECT(resident() < before + (150 << 20)); /* batches have 1.3 MB; the garbage of Go varies */
}

static void *wait_for_batches(void *s)
{
	SparseBatch *b;
	while ((b = fetch_next_sparse_batch(s)))
		destroy_sparse_batch(b);
	return NULL;
}

/* A thread waits for a batch while another destroys the stream. */
static void destroyed_while_waiting(void)
{
	for (int i = 0; i < 20; i++) {
		SparseBatchStream *s = open_stream(2, 100000, true, nearly_nothing);
		pthread_t thread;
		EXPECT(!pthread_create(&thread, NULL, wait_for_batches, s));
		usleep(1000 * (i % 5));
		destroy_sparse_batch_stream(s);
		pthread_join(thread, NULL);
	}
}

static volatile sig_atomic_t interrupts;

static void count_interrupt(int signal)
{
	(void)signal;
	interrupts++;
}

/* The handlers of the program stay installed while threads of the library run. */
static void signals(void)
{
	SparseBatchStream *s = open_stream(2, 1000, true, everything);
	for (int i = 0; i < 50; i++) {
		raise(SIGINT);
		kill(getpid(), SIGINT);
		destroy_sparse_batch(fetch_next_sparse_batch(s));
	}
	destroy_sparse_batch_stream(s);
	EXPECT(interrupts >= 51);
}

static void errors(void)
{
	const char *missing = "missing.binpack", *fen = "8/8/8/8/8/8/8/K1k w - - 0 1";
	int zero = 0, two = 2;
	SparseBatchStream *s;
	SparseBatch *b;

	EXPECT(!create_sparse_batch_stream("HalfKAv2_hm", 1, 1, &missing, 100, false, everything, alone));
	EXPECT(!create_sparse_batch_stream("HalfKAv3", 1, 1, &file, 100, false, everything, alone));
	EXPECT(!create_sparse_batch_stream(NULL, 1, 1, &file, 100, false, everything, alone));
	EXPECT(!create_sparse_batch_stream("HalfKAv2_hm", 1, 1, &file, 0, false, everything, alone));
	EXPECT(!create_sparse_batch_stream("HalfKAv2_hm", 1, 1, &file, 0x7fffffff, false, everything, alone));
	EXPECT(!create_sparse_batch_stream("HalfKAv2_hm", 1, 0, NULL, 100, false, everything, alone));
	EXPECT(!create_sparse_batch_stream("HalfKAv2_hm", 1, 1, &file, 100, false, everything, (DataloaderDDPConfig){3, 2}));
	EXPECT(!create_fen_batch_stream(1, 1, &missing, 100, false, everything, alone));
	EXPECT(!create_fen_batch_stream(1, 1, &file, -1, false, everything, alone));
	EXPECT(!get_sparse_batch_from_fens("HalfKAv2_hm", 1, &fen, &zero, &zero, &zero));
	fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
	EXPECT(!get_sparse_batch_from_fens("HalfKAv2_hm", 1, &fen, &zero, &zero, &two));
	EXPECT(!get_sparse_batch_from_fens("HalfKAv2_hm", -1, &fen, &zero, &zero, &zero));
	EXPECT((b = get_sparse_batch_from_fens("HalfKAv2_hm", 1, &fen, &zero, &zero, &zero)) && b->size == 1);
	EXPECT(b->num_active_white_features == 2 && b->outcome[0] == 0.5f && b->piece_count[0] == 2);
	destroy_sparse_batch(b);
	destroy_sparse_batch(b); /* reported */
	EXPECT((b = get_sparse_batch_from_fens("HalfKAv2_hm", 0, NULL, NULL, NULL, NULL)) && b->size == 0);
	destroy_sparse_batch(b);
	EXPECT(!fetch_next_sparse_batch(NULL) && !fetch_next_fen_batch(NULL));
	destroy_sparse_batch(NULL);
	destroy_sparse_batch_stream(NULL);
	destroy_fen_batch(NULL);
	destroy_fen_batch_stream(NULL);

	s = open_stream(0, 1000000, false, everything); /* 0 threads means 1 */
	EXPECT((b = fetch_next_sparse_batch(s)) && b->size > 0 && b->size < 1000000);
	EXPECT(b->score == b->is_white + 2 * b->size && b->piece_count == b->white + 2 * b->size * b->max_active_features);
	EXPECT(!fetch_next_sparse_batch(s) && !fetch_next_sparse_batch(s)); /* the end */
	destroy_sparse_batch_stream(s);
	EXPECT(!fetch_next_sparse_batch(s)); /* reported */
	destroy_sparse_batch_stream(s);
	destroy_sparse_batch(b);
}

static void forked(void)
{
	int status;
	pid_t child = fork();
	if (child == 0) {
		int zero = 0;
		const char *fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
		_exit(get_sparse_batch_from_fens("HalfKAv2_hm", 1, &fen, &zero, &zero, &zero) ? 1 : 0);
	}
	EXPECT(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
	unsetenv("KOGGESTONE_LOADER_ERRORS");
	child = fork();
	if (child == 0) {
		create_sparse_batch_stream("HalfKAv2_hm", 1, 1, &file, 100, false, everything, alone);
		_exit(0);
	}
	EXPECT(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 2);
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_handler = count_interrupt, .sa_flags = SA_ONSTACK};
	EXPECT(argc == 3);
	file = argv[1];
	sigaction(SIGINT, &action, NULL);
	setenv("KOGGESTONE_LOADER_ERRORS", "return", 1);
	errors();
	signals();
	destroyed_while_waiting();
	many(atoi(argv[2]));
	forked();
	puts("ok");
	return 0;
}
