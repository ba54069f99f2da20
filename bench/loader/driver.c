/*
 * driver loads a library with the interface of nnue-pytorch's data loader and
 *
 *	driver LIBRARY speed FEATURES WORKERS SIZE WARMUP BATCHES CONFIG FILE...
 *	driver LIBRARY sum FEATURES WORKERS SIZE CONFIG FILE...
 *	driver LIBRARY fens FEATURES FENS
 *	driver LIBRARY histogram FEATURES WORKERS SIZE POSITIONS CONFIG FILE...
 *	driver LIBRARY plies WORKERS SIZE POSITIONS CONFIG FILE...
 *	driver LIBRARY text WORKERS SIZE CONFIG FILE...
 *
 * speed measures the batches after WARMUP, of cyclic files. sum reads files once and prints sums that do not
 * depend on the order of positions. fens prints sums of the positions in FENS, one a line, and
 * one that depends on the order of positions and features. histogram and plies count positions
 * of cyclic files: by pieces, outcome and score, or by ply. text prints the FENs of the files.
 * CONFIG is none, or the parameters of DataloaderSkipConfig separated by commas.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

typedef struct {
	bool filtered;
	int random_fen_skipping;
	bool wld_filtered;
	int early, soft, simple, index;
	double x[13];
} skip_config;

typedef struct {
	int rank, world_size;
} part;

typedef struct {
	int num_inputs, size;
	float *is_white, *outcome, *score;
	int active_white, active_black, max_active;
	int *white, *black, *piece_count;
} batch;

typedef struct {
	int size;
	char *text;
} fen;

typedef struct {
	int size;
	fen *fens;
} fen_batch;

static void *library;

static void *function(const char *name)
{
	void *f = dlsym(library, name);
	if (!f) {
		fprintf(stderr, "driver: %s\n", dlerror());
		exit(2);
	}
	return f;
}

static void die(const char *what)
{
	fprintf(stderr, "driver: %s\n", what);
	exit(2);
}

static int number(const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);
	if (end == text || *end)
		die(text);
	return (int)n;
}

static skip_config config_of(char *text)
{
	skip_config c = {.early = -1, .soft = -1, .simple = -1};
	double x[20];
	int n = 0;

	if (!strcmp(text, "none"))
		return c;
	for (char *word = strtok(text, ","); word; word = strtok(NULL, ",")) {
		if (n == 20)
			die("more than 20 parameters");
		x[n++] = atof(word);
	}
	if (n != 20)
		die("expected 20 parameters");
	c.filtered = x[0] != 0;
	c.random_fen_skipping = (int)x[1];
	c.wld_filtered = x[2] != 0;
	c.early = (int)x[3];
	c.soft = (int)x[4];
	c.simple = (int)x[5];
	c.index = (int)x[6];
	memcpy(c.x, x + 7, sizeof c.x);
	return c;
}

static double seconds(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Mixes the bits of a number: the finalizer of splitmix64. */
static uint64_t mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

typedef struct {
	uint64_t positions, sum, ordered, active;
} sums;

/* Adds the positions of b. Each row must end with -1 only. */
static void add(sums *s, const batch *b)
{
	uint64_t active[2] = {0, 0};
	for (int i = 0; i < b->size; i++) {
		uint64_t h = 0, o = 0, bits = 0;
		for (int side = 0; side < 2; side++) {
			const int *row = (side ? b->black : b->white) + (size_t)i * b->max_active;
			int n = 0;
			while (n < b->max_active && row[n] >= 0) {
				if (row[n] >= b->num_inputs)
					die("a feature is not below num_inputs");
				h += mix((uint64_t)row[n] << 1 | side);
				o = mix(o ^ (uint64_t)row[n] << 1 ^ side);
				n++;
			}
			active[side] += n;
			for (; n < b->max_active; n++)
				if (row[n] != -1)
					die("a feature after -1");
		}
		memcpy(&bits, &b->score[i], 4);
		h = mix(h ^ bits) + mix(b->piece_count[i]) * 3;
		memcpy(&bits, &b->outcome[i], 4);
		h = mix(h ^ bits << 1 ^ (b->is_white[i] != 0));
		s->sum += mix(h);
		s->ordered = mix(s->ordered ^ h ^ o);
	}
	s->positions += b->size;
	s->active += active[0] + active[1];
	if (active[0] != (uint64_t)b->active_white || active[1] != (uint64_t)b->active_black)
		die("the counts of active features are wrong");
}

static batch *(*next)(void *);
static void (*destroy)(batch *);

static void *open_stream(const char *features, int workers, int size, bool cyclic, char *config, int files, char **names)
{
	void *(*create)(const char *, int, int, char **, int, bool, skip_config, part) = function("create_sparse_batch_stream");
	next = function("fetch_next_sparse_batch");
	destroy = function("destroy_sparse_batch");
	void *s = create(features, workers, files, names, size, cyclic, config_of(config), (part){0, 1});
	if (!s)
		die("no stream");
	return s;
}

static void close_stream(void *s)
{
	void (*f)(void *) = function("destroy_sparse_batch_stream");
	f(s);
}

static int speed(char **a, int n)
{
	int size = number(a[2]), warmup = number(a[3]), count = number(a[4]);
	void *s = open_stream(a[0], number(a[1]), size, true, a[5], n - 6, a + 6);
	double wall = 0, cpu = 0, start = seconds(CLOCK_MONOTONIC), first = 0;
	struct rusage usage;
	for (int i = 0; i < warmup + count; i++) {
		if (i == warmup) {
			wall = seconds(CLOCK_MONOTONIC);
			cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
		}
		batch *b = next(s);
		if (!b || b->size != size)
			die("a short batch");
		if (i == 0)
			first = seconds(CLOCK_MONOTONIC) - start;
		destroy(b);
	}
	wall = seconds(CLOCK_MONOTONIC) - wall;
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	getrusage(RUSAGE_SELF, &usage);
	printf("positions %lld wall %.4f cpu %.4f first %.3f rss %ld\n", (long long)size * count, wall, cpu, first, usage.ru_maxrss * 1024);
	close_stream(s);
	return 0;
}

static int sum(char **a, int n)
{
	sums total = {0, 0, 0, 0};
	void *s = open_stream(a[0], number(a[1]), number(a[2]), false, a[3], n - 4, a + 4);
	for (batch *b; (b = next(s)); destroy(b))
		add(&total, b);
	close_stream(s);
	printf("positions %llu active %llu sum %016llx\n", (unsigned long long)total.positions,
		(unsigned long long)total.active, (unsigned long long)total.sum);
	return 0;
}

static int fens(char **a, int n)
{
	batch *(*from)(const char *, int, char **, int *, int *, int *) = function("get_sparse_batch_from_fens");
	void (*free_batch)(batch *) = function("destroy_sparse_batch");
	enum { block = 1000 };
	static char lines[block][128];
	char *list[block];
	int scores[block], plies[block], results[block], k = 0;
	sums total = {0, 0, 0, 0};
	FILE *f = fopen(a[1], "r");
	(void)n;
	if (!f)
		die("cannot open FENS");
	for (bool more = true; more;) {
		more = fgets(lines[k], sizeof lines[k], f) != NULL;
		if (more) {
			lines[k][strcspn(lines[k], "\n")] = 0;
			list[k] = lines[k];
			uint64_t x = mix(total.positions + k);
			scores[k] = (int)(x % 4001) - 2000;
			plies[k] = (int)(x >> 16 & 255);
			results[k] = (int)(x >> 32) % 3;
			results[k] = results[k] < 0 ? -1 : results[k] > 1 ? 0 : results[k];
			k++;
		}
		if (k == block || (!more && k > 0)) {
			batch *b = from(a[0], k, list, scores, plies, results);
			if (!b)
				die("no batch");
			add(&total, b);
			free_batch(b);
			k = 0;
		}
	}
	fclose(f);
	printf("positions %llu active %llu sum %016llx ordered %016llx\n", (unsigned long long)total.positions,
		(unsigned long long)total.active, (unsigned long long)total.sum, (unsigned long long)total.ordered);
	return 0;
}

static int histogram(char **a, int n)
{
	static uint64_t pieces[33], outcomes[3], scores[65];
	long long left = atoll(a[3]);
	void *s = open_stream(a[0], number(a[1]), number(a[2]), true, a[4], n - 5, a + 5);
	while (left > 0) {
		batch *b = next(s);
		if (!b)
			die("the stream ended");
		for (int i = 0; i < b->size && left > 0; i++, left--) {
			int bin = (int)b->score[i] / 50 + 32;
			pieces[b->piece_count[i]]++;
			outcomes[(int)(2 * b->outcome[i])]++;
			scores[bin < 0 ? 0 : bin > 64 ? 64 : bin]++;
		}
		destroy(b);
	}
	close_stream(s);
	for (int i = 0; i <= 32; i++)
		printf("pieces %d %llu\n", i, (unsigned long long)pieces[i]);
	for (int i = 0; i < 3; i++)
		printf("outcome %d %llu\n", i, (unsigned long long)outcomes[i]);
	for (int i = 0; i <= 64; i++)
		printf("score %d %llu\n", 50 * (i - 32), (unsigned long long)scores[i]);
	return 0;
}

static fen_batch *(*next_fens)(void *);
static void (*destroy_fens)(fen_batch *);

static void *open_fens(int workers, int size, bool cyclic, char *config, int files, char **names)
{
	void *(*create)(int, int, char **, int, bool, skip_config, part) = function("create_fen_batch_stream");
	next_fens = function("fetch_next_fen_batch");
	destroy_fens = function("destroy_fen_batch");
	void *s = create(workers, files, names, size, cyclic, config_of(config), (part){0, 1});
	if (!s)
		die("no stream");
	return s;
}

static void close_fens(void *s)
{
	void (*f)(void *) = function("destroy_fen_batch_stream");
	f(s);
}

static int text(char **a, int n)
{
	void *s = open_fens(number(a[0]), number(a[1]), false, a[2], n - 3, a + 3);
	for (fen_batch *b; (b = next_fens(s)); destroy_fens(b))
		for (int i = 0; i < b->size; i++)
			puts(b->fens[i].text);
	close_fens(s);
	return 0;
}

static int plies(char **a, int n)
{
	static uint64_t plies[201];
	long long left = atoll(a[2]);
	void *s = open_fens(number(a[0]), number(a[1]), true, a[3], n - 4, a + 4);
	while (left > 0) {
		fen_batch *b = next_fens(s);
		if (!b)
			die("the stream ended");
		for (int i = 0; i < b->size && left > 0; i++, left--) {
			const char *space = strrchr(b->fens[i].text, ' ');
			const char *side = strchr(b->fens[i].text, ' ');
			if (!space || (size_t)b->fens[i].size != strlen(b->fens[i].text))
				die("a bad FEN");
			int ply = 2 * (atoi(space) - 1) + (side[1] == 'b');
			plies[ply < 0 ? 0 : ply > 200 ? 200 : ply]++;
		}
		destroy_fens(b);
	}
	close_fens(s);
	for (int i = 0; i <= 200; i++)
		printf("ply %d %llu\n", i, (unsigned long long)plies[i]);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int arguments;
		int (*run)(char **, int);
	} modes[] = {{"speed", 7, speed}, {"sum", 5, sum}, {"fens", 2, fens}, {"histogram", 6, histogram}, {"plies", 5, plies}, {"text", 4, text}};
	if (argc < 3)
		die("usage: driver LIBRARY MODE ...");
	library = dlopen(argv[1], RTLD_NOW);
	if (!library)
		die(dlerror());
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (!strcmp(argv[2], modes[i].name) && argc - 3 >= modes[i].arguments)
			return modes[i].run(argv + 3, argc - 3);
	die("usage: driver LIBRARY MODE ...");
}
