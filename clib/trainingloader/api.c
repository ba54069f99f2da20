//go:build cgo

/* The functions of training_data_loader.h. Each checks that Go can run, and calls the exported
 * Go function of its name. */
#include "support.h"
#include "training_data_loader.h"
#include "_cgo_export.h"

#include <stdio.h>
#include <stdlib.h>

/* Nonzero in a child process that was forked after the library was loaded. */
static volatile int forked;

#ifndef _WIN32
#include <pthread.h>

static void in_child(void) { forked = 1; }

__attribute__((constructor)) static void watch_fork(void) { pthread_atfork(NULL, NULL, in_child); }
#endif

static int fork_error(const char *function)
{
	if (forked)
		fprintf(stderr, "training_data_loader: %s: not supported in a process that was forked after the library "
			"was loaded: load it in the child, in Python by the start method \"spawn\"\n", function);
	return forked;
}

/* fork_error for the functions that create and read streams, whose errors stop the program. */
static int stream_fork_error(const char *function)
{
	if (fork_error(function))
		stop_program();
	return forked;
}

SparseBatch *get_sparse_batch_from_fens(const char *feature_set, int num_fens, const char *const *fens,
	int *scores, int *plies, int *results)
{
	return fork_error(__func__) ? NULL : kgSparseBatchFromFENs((char *)feature_set, num_fens, (char **)fens, scores, plies, results);
}

void destroy_sparse_batch(SparseBatch *batch)
{
	if (!fork_error(__func__))
		kgDestroySparseBatch(batch);
}

void destroy_fen_batch(FenBatch *batch)
{
	if (!fork_error(__func__))
		kgDestroyFenBatch(batch);
}

FenBatchStream *create_fen_batch_stream(int concurrency, int num_files, const char *const *filenames,
	int batch_size, bool cyclic, DataloaderSkipConfig config, DataloaderDDPConfig ddp_config)
{
	return stream_fork_error(__func__) ? NULL : kgCreateFenBatchStream(concurrency, num_files, (char **)filenames, batch_size, cyclic, config, ddp_config);
}

void destroy_fen_batch_stream(FenBatchStream *stream)
{
	if (!fork_error(__func__))
		kgDestroyFenBatchStream(stream);
}

FenBatch *fetch_next_fen_batch(FenBatchStream *stream)
{
	return stream_fork_error(__func__) ? NULL : kgFetchNextFenBatch(stream);
}

SparseBatchStream *create_sparse_batch_stream(const char *feature_set, int concurrency, int num_files,
	const char *const *filenames, int batch_size, bool cyclic, DataloaderSkipConfig config,
	DataloaderDDPConfig ddp_config)
{
	return stream_fork_error(__func__) ? NULL : kgCreateSparseBatchStream((char *)feature_set, concurrency, num_files, (char **)filenames, batch_size, cyclic, config, ddp_config);
}

void destroy_sparse_batch_stream(SparseBatchStream *stream)
{
	if (!fork_error(__func__))
		kgDestroySparseBatchStream(stream);
}

SparseBatch *fetch_next_sparse_batch(SparseBatchStream *stream)
{
	return stream_fork_error(__func__) ? NULL : kgFetchNextSparseBatch(stream);
}
