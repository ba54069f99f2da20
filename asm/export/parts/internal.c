/* == Tables and views == */

enum { NOWHERE = 64 };

/* A row of features that is being filled. */
typedef struct {
	int32_t *features;
	size_t n, length;
} feature_row;

/* The ways of attacking a piece at one of the sixteen places around a square: places 0 to 7 are the
   squares of knights' jumps, and 8 to 15 the nearest pieces on the rays by direction, clockwise from northeast. */
enum { BY_JUMP = 1, ORTHOGONAL = 2, DIAGONAL = 4, ONE_STEP = 8, NORTH_STEP = 16, SOUTH_STEP = 32 };
static inline unsigned ray_ways(int ray, bool adjacent) {
	unsigned ways = ray % 2 ? ORTHOGONAL : DIAGONAL;
	if (adjacent)
		ways |= ONE_STEP | (ray == 0 || ray == 6 ? NORTH_STEP : ray == 2 || ray == 4 ? SOUTH_STEP : 0);
	return ways;
}

/* The codes that agree with value in the bits of mask, repeated in every byte. */
typedef struct {
	uint64_t mask, value;
} code_cube;

/* The private contents of ks_rules. What follows the tables of the kernels is indexed by codes and is for the generic
   path. ways[p][q] describes a piece q around a piece p, if they are a pair that counts. If q is the nearest piece
   on a ray, p attacks it on the rays in bits 0 to 7, and q attacks p on the rays in bits 8 to 15. Bits 16 to 31 mean
   the same if q is one step away. Bits 32 to 39 are the rays that q slides along, and bits 40 to 47 are all set for
   every piece. Bits 48 to 55 are all set if p attacks q by a jump, and bits 56 to 63 if q attacks p. */
typedef struct {
	ks_pair_tables kernel;
	uint64_t ways[16][16];
	uint64_t empty, many;       /* a code without a piece; whether more than two cubes are needed */
	code_cube empties[4];       /* whose union is the codes without pieces */
	uint16_t victims[2][16];    /* the codes that a slider may attack along a diagonal, or along a rank or file */
	uint8_t reach[16], pieces[16]; /* how a piece attacks; 1 for a piece */
} KS_MAY_ALIAS rule_tables;

/* The private contents of ks_features. What follows the tables of the kernels is for lists, if the numbers are in
   Stockfish's order. first and to have the same index as the first numbers of kernel, after the side, and to also whether
   its board is mirrored. The exclusive or of a pair and an element of to is an index in squares, where the number for the
   squares is. As in kernel, numbers are doubled, and an odd one means that there is none. */
enum { LIST_ROWS = 15 };
typedef struct {
	ks_feature_tables kernel;
	uint32_t first[2][1024], to[2][2][1024];
	uint16_t squares[LIST_ROWS * 4096]; /* first a row for pairs without numbers */
	uint64_t ordered, size;
} KS_MAY_ALIAS feature_tables;

static inline const feature_tables *feature_tables_of(const ks_features *f) { return (const feature_tables *)f->private_words; }
static inline const rule_tables *tables_of(const ks_rules *r) { return (const rule_tables *)r; }
static inline const ks_feature_tables *numbers_of(const ks_features *f) { return &feature_tables_of(f)->kernel; }

/* The tables for the numbers of both sides, with the kings on the given squares. */
static inline const uint32_t *turned(const ks_features *f, int white, int black, const uint64_t **rows) {
	const ks_feature_tables *t = numbers_of(f);
	int w = t->mirrored[white & 63], b = t->mirrored[black & 63];
	*rows = f->numbers[w ^ b];
	return t->rows[w];
}
