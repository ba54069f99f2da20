/*
 * training_data_loader.h - batches of training data for nnue-pytorch.
 *
 * The functions and structures have the names that nnue-pytorch calls in its own library, so that its
 * Python code uses this library unchanged.
 *
 * Errors. A function that fails prints one line on standard error. If it creates or reads a stream, it
 * then ends the program with status 2, because nnue-pytorch would take NULL for the end of the data.
 * Set the environment variable KOGGESTONE_LOADER_ERRORS to "return" to get NULL instead. A file that
 * cannot be opened, has another format or contains no position is an error of the create functions.
 *
 * A stream shuffles 1,048,576 positions for each of its threads, as nnue-pytorch's library does, at 48 bytes each.
 * The environment variable KOGGESTONE_LOADER_SHUFFLE sets another number for all threads together. Set it before
 * the library is loaded. With 0 and one thread, the order is that of the files.
 *
 * Corrupt chunks and records are skipped. The first five are printed when they are found, and their
 * number at the end. If the end of a .binpack is missing, the complete positions of its last chunk are used.
 *
 * Objects. A stream or batch belongs to the caller until the caller destroys it, and its memory
 * stays at its address. They can be destroyed in any order. Destroying NULL does nothing; an
 * unknown pointer is reported on standard error, for example if the object was destroyed before.
 *
 * The arrays of a batch belong to the caller until it destroys the batch, and it may write to them.
 *
 * Threads. All functions may be called from any thread. A stream may be destroyed while another
 * thread waits in fetch_next: that call returns NULL.
 *
 * Processes. The library starts threads, which fork does not copy. In a child process that was
 * forked after the library was loaded, every function fails. Load the library in the child instead:
 * in Python use the start method "spawn".
 */
#ifndef TRAINING_DATA_LOADER_H
#define TRAINING_DATA_LOADER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which positions a stream skips: the parameters of nnue-pytorch. All zeros, with early_fen_skipping
 * -1, skip none. */
typedef struct DataloaderSkipConfig {
	bool filtered;               /* skip if the move captures or the side to move is in check */
	int random_fen_skipping;     /* keep one in n+1 at random */
	bool wld_filtered;           /* skip more often if score and result disagree */
	int early_fen_skipping;      /* skip up to this ply; -1 skips none */
	int soft_early_fen_skipping; /* skip some before this ply, by the ply_ parameters */
	int simple_eval_skipping;    /* skip if the material is nearly even */
	int param_index;             /* not used */
	double pc_y0, pc_y1, pc_y2, pc_y3, pc_y4; /* wanted shares of 0, 8, 16, 24 and 32 pieces */
	double ply_x1, ply_y1, ply_x2, ply_y2;    /* kept share ply_y at ply ply_x */
	double ply_x3, ply_y3, ply_x4, ply_y4;
} DataloaderSkipConfig;

/* The part of the data that this process reads: chunks rank, rank + world_size, ... */
typedef struct DataloaderDDPConfig {
	int rank;
	int world_size;
} DataloaderDDPConfig;

/* A batch of positions. The features of position i are white[i * max_active_features] and the
 * following, with -1 after the last one; black holds the features from Black's view. is_white, outcome
 * and score are next to each other in one block of 3 * size floats; white, black and
 * piece_count in one block of size * (2 * max_active_features + 1) ints. */
typedef struct SparseBatch {
	int num_inputs;                /* inputs of the feature set */
	int size;                      /* positions */
	float *is_white;               /* 1 if White is to move, else 0 */
	float *outcome;                /* 1 if the side to move won, 0.5 for a draw, 0 if it lost */
	float *score;                  /* for the side to move */
	int num_active_white_features; /* features of all positions in white, without the -1 */
	int num_active_black_features;
	int max_active_features;       /* length of a row */
	int *white;
	int *black;
	int *piece_count;
} SparseBatch;

typedef struct Fen {
	int size;  /* bytes, without the zero byte at the end */
	char *fen;
} Fen;

typedef struct FenBatch {
	int size;
	Fen *fens;
} FenBatch;

typedef struct SparseBatchStream SparseBatchStream;
typedef struct FenBatchStream FenBatchStream;

/* Returns a batch of the positions in fens, in their order. feature_set is a component or several
 * joined by +, as in "Full_Threats+PP_3Wide+HalfKAv2_hm". A result is 1, 0 or -1 for the side to
 * move. plies are not used. Bad FENs are printed with their indices, and there is no batch. */
SparseBatch *get_sparse_batch_from_fens(const char *feature_set, int num_fens, const char *const *fens,
	int *scores, int *plies, int *results);

/* Frees a batch, whose stream may be destroyed already. */
void destroy_sparse_batch(SparseBatch *batch);

/* Frees a batch of FENs. */
void destroy_fen_batch(FenBatch *batch);

/* Returns a stream of batches of FENs, which are made by concurrency threads. It has the same
 * parameters as create_sparse_batch_stream. */
FenBatchStream *create_fen_batch_stream(int concurrency, int num_files, const char *const *filenames,
	int batch_size, bool cyclic, DataloaderSkipConfig config, DataloaderDDPConfig ddp_config);

/* Ends a stream. Its batches stay valid. */
void destroy_fen_batch_stream(FenBatchStream *stream);

/* Returns the next batch, or NULL at the end. The last batches may have fewer positions. */
FenBatch *fetch_next_fen_batch(FenBatchStream *stream);

/* Returns a stream of batches of the positions in files, which concurrency threads in all read,
 * shuffle and fill. A cyclic stream starts again at the end of the files and never ends. Files are
 * .binpack by their contents, or in another format of data/training by their extensions. */
SparseBatchStream *create_sparse_batch_stream(const char *feature_set, int concurrency, int num_files,
	const char *const *filenames, int batch_size, bool cyclic, DataloaderSkipConfig config,
	DataloaderDDPConfig ddp_config);

/* Ends a stream. Its batches stay valid. */
void destroy_sparse_batch_stream(SparseBatchStream *stream);

/* Returns the next batch, or NULL at the end. The last batch may have fewer positions. */
SparseBatch *fetch_next_sparse_batch(SparseBatchStream *stream);

#ifdef __cplusplus
}
#endif

#endif
