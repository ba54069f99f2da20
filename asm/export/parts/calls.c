/* == Which path runs, and how the kernels of koggestone_kernels.S are called ==
   Kernels take whole blocks and vectors, the functions above take the rest. */

uint32_t ks_abi(void) { return KS_ABI; }

/* The public structs have the layout that the kernels know. */
#define KS_SAME(name, a, b) typedef char name[sizeof(a) == sizeof(b) ? 1 : -1]
typedef char rules_have_room[sizeof(rule_tables) <= sizeof(ks_rules) ? 1 : -1];
KS_SAME(pairs_size, ks_pairs, ks_pair_list);
KS_SAME(features_size, ((ks_features *)0)->private_words, feature_tables);
KS_SAME(numbers_size, ks_feature_numbers, ks_feature_list);
KS_SAME(number_changes_size, ks_feature_changes, ks_feature_deltas);
KS_SAME(order_size, ((ks_threat_inputs *)0)->private_words, ks_feature_order);
KS_SAME(threats_size, ks_threats, uint64_t[KS_THREAT_SETS]);
KS_SAME(both_threats_size, ks_side_threats[2], uint64_t[24]);

#ifdef KS_X86

/* Kernels do not write to their inputs, but their prototypes have no const. */
#define IN(p) ((void *)(p))

/* The longest row for kernels, and the most pawns whose pairs they list. */
enum { FEATURE_ROW = 1024, MAX_LISTED_PAWNS = 16 };

/* The kernels of batches with several arrays read the address of each from a slice of Go. */
static void slices(ks_slice *dst, uint64_t *const *arrays, int n) {
	for (int i = 0; i < n; i++)
		dst[i].data = arrays[i];
}

/* == avx512: kernels take any number of boards, and whole blocks of 64 in another way. == */

static void rook_attacks_batch_avx512(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n) {
	size_t blocks = n & ~(size_t)63;
	if (blocks)
		ks_rook_attacks_blocks_avx512(dst, IN(rooks), IN(empty), (int64_t)blocks);
	if (n > blocks)
		ks_rook_attacks_batch_avx512(dst + blocks, IN(rooks + blocks), IN(empty + blocks), (int64_t)(n - blocks));
}

static void bishop_attacks_batch_avx512(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n) {
	size_t blocks = n & ~(size_t)63;
	if (blocks)
		ks_bishop_attacks_blocks_avx512(dst, IN(bishops), IN(empty), (int64_t)blocks);
	if (n > blocks)
		ks_bishop_attacks_batch_avx512(dst + blocks, IN(bishops + blocks), IN(empty + blocks), (int64_t)(n - blocks));
}

static void slider_attacks_batch_avx512(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n) {
	size_t blocks = n & ~(size_t)63;
	if (blocks)
		ks_slider_attacks_blocks_avx512(dst, IN(diagonal), IN(orthogonal), IN(empty), (int64_t)blocks);
	if (n > blocks)
		ks_slider_attacks_batch_avx512(dst + blocks, IN(diagonal + blocks), IN(orthogonal + blocks), IN(empty + blocks), (int64_t)(n - blocks));
}

static void ray_attacks_avx512(uint64_t dst[8], uint64_t sliders, uint64_t empty) { ks_ray_attacks_avx512(dst, sliders, empty); }

static void multi_attacks_avx512(uint64_t dst[8][4], const uint64_t gens[4], uint64_t empty) {
	ks_multi_attacks_avx512(dst, IN(gens), empty);
}

static void ray_attacks_batch_avx512(uint64_t *const dst[8], const uint64_t *sliders, const uint64_t *empty, size_t n) {
	ks_slice out[8];
	slices(out, dst, 8);
	if (n)
		ks_ray_attacks_batch_avx512(out, IN(sliders), IN(empty), 0, (int64_t)n);
}

static void multi_attacks_batch_avx512(uint64_t *const dst[8][4], const uint64_t *const gens[4], const uint64_t *empty, size_t n) {
	ks_slice out[32], in[4];
	slices(out, dst[0], 32);
	slices(in, (uint64_t *const *)gens, 4);
	if (n)
		ks_multi_attacks_batch_avx512(out, in, IN(empty), 0, (int64_t)n);
}

static void threats_of_avx512(ks_threats *dst, const ks_board *board, int us) { ks_threats_avx512(dst, IN(board), (uint64_t)(us & 1)); }
static void both_threats_avx512(ks_side_threats dst[2], const ks_board *board) { ks_both_threats_avx512(dst, IN(board)); }
static void vision_avx512(ks_board dst[8], const ks_board *board) { ks_vision_avx512(dst, IN(board)); }

static void threats_batch_avx512(uint64_t *const dst[KS_THREAT_SETS], const uint64_t *const planes[4], const uint8_t *us, size_t n) {
	uint64_t room[248];
	ks_slice out[KS_THREAT_SETS], in[4];
	slices(out, dst, KS_THREAT_SETS);
	slices(in, (uint64_t *const *)planes, 4);
	if (n)
		ks_threats_batch_avx512(out, in, IN(us), 0, (int64_t)n, room);
}

static void vision_batch_avx512(uint64_t *const dst[8][4], const uint64_t *const planes[4], size_t n) {
	ks_slice out[32], in[4];
	slices(out, dst[0], 32);
	slices(in, (uint64_t *const *)planes, 4);
	if (n)
		ks_vision_batch_avx512(out, in, 0, (int64_t)n);
}

/* The boards of attacks_batch go through arrays of this size. */
enum { CHUNK = 256 };

static void attacks_batch_avx512(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n) {
	uint64_t diagonal[CHUNK], orthogonal[CHUNK], empty[CHUNK], side = black ? ~(uint64_t)0 : 0;
	ks_slice in[4];
	slices(in, (uint64_t *const *)planes, 4);
	for (size_t i = 0; i < n; i += CHUNK) {
		int64_t m = (int64_t)(n - i < CHUNK ? n - i : CHUNK);
		ks_sliders_batch_avx512(diagonal, orthogonal, empty, in, side, (int64_t)i, m);
		slider_attacks_batch_avx512(dst + i, diagonal, orthogonal, empty, (size_t)m);
		ks_leaps_batch_avx512(dst + i, in, side, (int64_t)i, m);
	}
}

static void refresh_avx512(ks_pairs *dst, const ks_rules *rules, const uint8_t mailbox[64]) { ks_refresh_avx512(dst, IN(rules), IN(mailbox)); }
static void refresh_board_avx512(ks_pairs *dst, const ks_rules *rules, const ks_board *board) {
	ks_refresh_board_avx512(dst, IN(rules), IN(board));
}
static void deltas_avx512(ks_pair_changes *dst, const ks_rules *rules, const uint8_t before[64], uint64_t update) {
	ks_deltas_avx512(dst, IN(rules), IN(before), update);
}

/* == avx2: kernels take blocks of 32 boards or multiples of 4. == */

static void rook_attacks_batch_avx2(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n) {
	uint64_t ranks[100];
	size_t i = n & ~(size_t)31, m = (n - i) & ~(size_t)3;
	if (i)
		ks_rook_attacks_blocks_avx2(dst, IN(rooks), IN(empty), (int64_t)i, ranks);
	if (m)
		ks_rook_attacks_batch_avx2(dst + i, IN(rooks + i), IN(empty + i), (int64_t)m);
	for (i += m; i < n; i++)
		dst[i] = ks_rook_attacks_avx2(rooks[i], empty[i]);
}

static void bishop_attacks_batch_avx2(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n) {
	uint64_t ranks[100];
	size_t i = n & ~(size_t)31, m = (n - i) & ~(size_t)3;
	if (i)
		ks_bishop_attacks_blocks_avx2(dst, IN(bishops), IN(empty), (int64_t)i, ranks);
	if (m)
		ks_bishop_attacks_batch_avx2(dst + i, IN(bishops + i), IN(empty + i), (int64_t)m);
	for (i += m; i < n; i++)
		dst[i] = ks_bishop_attacks_avx2(bishops[i], empty[i]);
}

static void slider_attacks_batch_avx2(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n) {
	uint64_t ranks[100];
	size_t i = n & ~(size_t)31, m = (n - i) & ~(size_t)3;
	if (i)
		ks_slider_attacks_blocks_avx2(dst, IN(diagonal), IN(orthogonal), IN(empty), (int64_t)i, ranks);
	if (m)
		ks_slider_attacks_batch_avx2(dst + i, IN(diagonal + i), IN(orthogonal + i), IN(empty + i), (int64_t)m);
	for (i += m; i < n; i++)
		dst[i] = ks_slider_attacks_avx2(diagonal[i], orthogonal[i], empty[i]);
}

static void ray_attacks_avx2(uint64_t dst[8], uint64_t sliders, uint64_t empty) { ks_ray_attacks_avx2(dst, sliders, empty); }

static void multi_attacks_avx2(uint64_t dst[8][4], const uint64_t gens[4], uint64_t empty) {
	ks_multi_attacks_avx2(dst, IN(gens), empty);
}

static void ray_attacks_batch_avx2(uint64_t *const dst[8], const uint64_t *sliders, const uint64_t *empty, size_t n) {
	ks_slice out[8];
	size_t m = n & ~(size_t)3;
	slices(out, dst, 8);
	if (m)
		ks_ray_attacks_batch_avx2(out, IN(sliders), IN(empty), 0, (int64_t)m);
	for (size_t i = m; i < n; i++) {
		uint64_t one[8];
		ks_ray_attacks_avx2(one, sliders[i], empty[i]);
		for (int d = 0; d < 8; d++)
			dst[d][i] = one[d];
	}
}

static void multi_attacks_batch_avx2(uint64_t *const dst[8][4], const uint64_t *const gens[4], const uint64_t *empty, size_t n) {
	ks_slice out[32], in[4];
	size_t m = n & ~(size_t)3;
	slices(out, dst[0], 32);
	slices(in, (uint64_t *const *)gens, 4);
	if (m)
		ks_multi_attacks_batch_avx2(out, in, IN(empty), 0, (int64_t)m);
	for (size_t i = m; i < n; i++) {
		uint64_t g[4] = {gens[0][i], gens[1][i], gens[2][i], gens[3][i]}, one[8][4];
		ks_multi_attacks_avx2(one, g, empty[i]);
		for (int k = 0; k < 32; k++)
			dst[k / 4][k % 4][i] = one[k / 4][k % 4];
	}
}

static void threats_of_avx2(ks_threats *dst, const ks_board *board, int us) { ks_threats_avx2(dst, IN(board), (uint64_t)(us & 1)); }
static void both_threats_avx2(ks_side_threats dst[2], const ks_board *board) { ks_both_threats_avx2(dst, IN(board)); }
static void vision_avx2(ks_board dst[8], const ks_board *board) { ks_vision_avx2(dst, IN(board)); }

static void threats_batch_avx2(uint64_t *const dst[KS_THREAT_SETS], const uint64_t *const planes[4], const uint8_t *us, size_t n) {
	uint64_t room[248];
	ks_slice out[KS_THREAT_SETS], in[4];
	size_t m = n & ~(size_t)3;
	slices(out, dst, KS_THREAT_SETS);
	slices(in, (uint64_t *const *)planes, 4);
	if (m)
		ks_threats_batch_avx2(out, in, IN(us), 0, (int64_t)m, room);
	for (size_t i = m; i < n; i++) {
		uint64_t one[KS_THREAT_SETS];
		ks_board b = board_of(planes, i);
		ks_threats_avx2(one, &b, us[i] & 1);
		for (int k = 0; k < KS_THREAT_SETS; k++)
			dst[k][i] = one[k];
	}
}

static void vision_batch_avx2(uint64_t *const dst[8][4], const uint64_t *const planes[4], size_t n) {
	ks_slice out[32], in[4];
	size_t m = n & ~(size_t)3;
	slices(out, dst[0], 32);
	slices(in, (uint64_t *const *)planes, 4);
	if (m)
		ks_vision_batch_avx2(out, in, 0, (int64_t)m);
	for (size_t i = m; i < n; i++) {
		uint64_t one[8][4];
		ks_board b = board_of(planes, i);
		ks_vision_avx2(one, &b);
		for (int k = 0; k < 32; k++)
			dst[k / 4][k % 4][i] = one[k / 4][k % 4];
	}
}

static void attacks_batch_avx2(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n) {
	uint64_t diagonal[CHUNK], orthogonal[CHUNK], empty[CHUNK], side = black ? ~(uint64_t)0 : 0;
	ks_slice in[4];
	size_t whole = n & ~(size_t)3;
	slices(in, (uint64_t *const *)planes, 4);
	for (size_t i = 0; i < whole; i += CHUNK) {
		int64_t m = (int64_t)(whole - i < CHUNK ? whole - i : CHUNK);
		ks_sliders_batch_avx2(diagonal, orthogonal, empty, in, side, (int64_t)i, m);
		slider_attacks_batch_avx2(dst + i, diagonal, orthogonal, empty, (size_t)m);
		ks_leaps_batch_avx2(dst + i, in, side, (int64_t)i, m);
	}
	for (size_t i = whole; i < n; i++) {
		ks_board b = board_of(planes, i);
		dst[i] = side_attacks(&b, black);
	}
}

static void refresh_avx2(ks_pairs *dst, const ks_rules *rules, const uint8_t mailbox[64]) { ks_refresh_avx2(dst, IN(rules), IN(mailbox)); }

/* As in Go, there is no kernel for boards: the mailbox has the engine's codes. */
static void refresh_board_avx2(ks_pairs *dst, const ks_rules *rules, const ks_board *board) {
	uint8_t mailbox[64];
	ks_board_mailbox(mailbox, rules, board);
	ks_refresh_avx2(dst, IN(rules), mailbox);
}

/* The kernel returns false for updates other than a move of one piece. */
static void deltas_avx2(ks_pair_changes *dst, const ks_rules *rules, const uint8_t before[64], uint64_t update) {
	if (!ks_deltas_avx2(dst, IN(rules), IN(before), update))
		deltas_generic(dst, rules, before, update);
}

/* The avx512 path uses these too. */
static void number_pairs_avx2(ks_feature_numbers *dst, const ks_features *f, const ks_pairs *pairs, int white, int black) {
	const uint64_t *rows;
	const uint32_t *to = turned(f, white, black, &rows);
	ks_number_list_avx2(dst, IN(numbers_of(f)->first), IN(to), IN(rows), IN(pairs));
}

static void number_changes_avx2(ks_feature_changes *dst, const ks_features *f, const ks_pair_changes *changes, int white, int black) {
	const uint64_t *rows;
	const uint32_t *to = turned(f, white, black, &rows);
	ks_number_deltas_avx2(dst, IN(numbers_of(f)->first), IN(to), IN(rows), IN(changes));
}

static const ks_feature_order *order_of_inputs(const ks_threat_inputs *t) { return (const ks_feature_order *)t->private_words; }

/* Sets the features of work for a board. There may be more than length of them, which is at most
   FEATURE_ROW. */
static void row_work(ks_row_work *work, size_t length, const ks_board *b, const ks_input *inputs, size_t n_inputs) {
	const uint64_t ranks = 0x00ffffffffffff00, pawns = ~b->g0 & b->g1 & ~b->g2 & ranks;
	memcpy(work->planes, b, sizeof work->planes);
	work->n[0] = work->n[1] = 0;
	for (size_t k = 0; k < n_inputs; k++) {
		const ks_input *input = &inputs[k];
		feature_views v = views_of(b, input->kind, input->threats);
		for (int side = 0; side < 2; side++) {
			work->turns[side] = (uint64_t)v.turns[side];
			if (work->n[side] > (int64_t)length)
				work->n[side] = (int64_t)length;
		}
		if (input->kind == KS_INPUT_THREATS && input->threats->in_kernel) {
			const ks_feature_order *order = order_of_inputs(input->threats);
			for (int side = 0; side < 2; side++) {
				int index = (v.turns[side] & 1) | (v.turns[side] >> 4 & 2);
				work->lower[side] = (uint64_t)((const char *)order->lower[index] - (const char *)order);
			}
			ks_append_threats_avx2(IN(order), work);
		} else if (input->kind == KS_INPUT_PAWN_PAIRS && ks_count(pawns) <= MAX_LISTED_PAWNS) {
			work->pawns[0] = pawns & ~b->gb;
			work->pawns[1] = pawns & b->gb;
			work->first[0] = (uint64_t)input->first;
			ks_append_pawns_avx2(work);
		} else if (input->kind == KS_INPUT_PIECES) {
			work->all = b->g0 | b->g1 | b->g2;
			for (int side = 0; side < 2; side++)
				work->first[side] = (uint64_t)bucket_of(input, &v, side);
			ks_append_pieces_avx2(work);
		} else {
			feature_row rows[2];
			for (int side = 0; side < 2; side++) {
				feature_row r = {work->features[side], (size_t)work->n[side], length};
				rows[side] = r;
			}
			add_input(rows, input, b);
			for (int side = 0; side < 2; side++)
				work->n[side] = (int64_t)rows[side].n;
		}
	}
}

/* The avx512 path uses this too. Kernels write to scratch memory with room for all features. */
static void fill_rows_avx2(int32_t *white, int32_t *black, size_t length, const ks_board *boards, size_t n, const ks_input *inputs,
                           size_t n_inputs, bool stream, int64_t active[2]) {
	ks_row_work work;
	int64_t count[2] = {0, 0};
	if (length == 0 || length > FEATURE_ROW) {
		fill_rows_generic(white, black, length, boards, n, inputs, n_inputs, stream, active);
		return;
	}
	stream = stream && length % 16 == 0 && ((uintptr_t)white | (uintptr_t)black) % 64 == 0;
	memset(&work, 0, sizeof work);
	for (size_t i = 0; i < n; i++) {
		row_work(&work, length, &boards[i], inputs, n_inputs);
		ks_store_rows_avx2(white + i * length, black + i * length, &work, (int64_t)length, stream);
		for (int side = 0; side < 2; side++)
			count[side] += work.n[side] < (int64_t)length ? work.n[side] : (int64_t)length;
	}
	if (stream)
		ks_store_fence_avx2();
	if (active)
		memcpy(active, count, sizeof count);
}

#define ACCUMULATE(name, kernel, weight) \
	static bool name(int16_t *dst, const int16_t *src, size_t width, const weight *weights, size_t rows, const uint32_t *added, size_t n_added, \
	                 const uint32_t *removed, size_t n_removed) { \
		ks_row_sum s = {dst, IN(src), IN(weights), (int64_t)(rows * width), (int64_t)width, IN(added), (int64_t)n_added, IN(removed), (int64_t)n_removed}; \
		return width % 32 == 0 && kernel(&s); \
	}
ACCUMULATE(accumulate_avx512, ks_accumulate_avx512, int16_t)
ACCUMULATE(accumulate_int8_avx512, ks_accumulate_int8_avx512, int8_t)
ACCUMULATE(accumulate_avx2, ks_accumulate_avx2, int16_t)
ACCUMULATE(accumulate_int8_avx2, ks_accumulate_int8_avx2, int8_t)

LIST_CALLS(_avx2, 16)
LIST_CALLS(_avx2, 32)
LIST_CALLS(_avx512, 16)
LIST_CALLS(_avx512, 32)

/* The functions whose kernels can be called directly. */
#define rook_attacks_avx512 ks_rook_attacks_avx512
#define bishop_attacks_avx512 ks_bishop_attacks_avx512
#define slider_attacks_avx512 ks_slider_attacks_avx512
#define rook_attacks_avx2 ks_rook_attacks_avx2
#define bishop_attacks_avx2 ks_bishop_attacks_avx2
#define slider_attacks_avx2 ks_slider_attacks_avx2
/* The functions that both paths share. */
#define number_pairs_avx512 number_pairs_avx2
#define number_changes_avx512 number_changes_avx2
#define fill_rows_avx512 fill_rows_avx2

/* Registers eax to edx of a leaf of CPUID. */
static void cpuid(unsigned leaf, unsigned registers[4]) {
#if defined(__GNUC__) || defined(__clang__)
	__asm__("cpuid" : "=a"(registers[0]), "=b"(registers[1]), "=c"(registers[2]), "=d"(registers[3]) : "0"(leaf), "2"(0));
#else
	__cpuidex((int *)registers, (int)leaf, 0);
#endif
}

/* The registers that the operating system saves, if it has enabled XGETBV. */
static unsigned saved_registers(void) {
#if defined(__GNUC__) || defined(__clang__)
	unsigned low, high;
	__asm__(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0));
	return low;
#else
	return (unsigned)_xgetbv(0);
#endif
}

/* Whether the CPU and the operating system have the given bits of leaf 7, ebx and ecx, and of the saved registers. */
static bool has(unsigned ebx, unsigned ecx, unsigned saved) {
	enum { POPCNT = 1 << 23, OSXSAVE = 1 << 27, AVX = 1 << 28 };
	const unsigned basic = POPCNT | OSXSAVE | AVX;
	unsigned r[4];
	cpuid(0, r);
	if (r[0] < 7)
		return false;
	cpuid(1, r);
	if ((r[2] & basic) != basic || (saved_registers() & saved) != saved)
		return false;
	cpuid(7, r);
	return (r[1] & ebx) == ebx && (r[2] & ecx) == ecx;
}

enum { BMI1_AVX2_BMI2 = 1 << 3 | 1 << 5 | 1 << 8, YMM = 6, ZMM = 0xe6 };

static bool has_avx2(void) { return has(BMI1_AVX2_BMI2, 0, YMM); }

static bool has_avx512(void) {
	const unsigned f_dq_cd_bw_vl = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;
	const unsigned vbmi_vbmi2_gfni_vpclmulqdq_bitalg_vpopcntdq = 1u << 1 | 1u << 6 | 1u << 8 | 1u << 10 | 1u << 12 | 1u << 14;
	return has(BMI1_AVX2_BMI2 | f_dq_cd_bw_vl, vbmi_vbmi2_gfni_vpclmulqdq_bitalg_vpopcntdq, ZMM);
}

/* The active path, or 0 before the first call. Threads that detect it at once write the same. */
enum { GENERIC = 1, AVX2, AVX512 };
#if defined(__GNUC__) || defined(__clang__)
static int selected;
#define LOAD_PATH() __atomic_load_n(&selected, __ATOMIC_RELAXED)
#define STORE_PATH(path) __atomic_store_n(&selected, path, __ATOMIC_RELAXED)
#else
static volatile int selected; /* which cl loads and stores at once */
#define LOAD_PATH() selected
#define STORE_PATH(path) (selected = (path))
#endif

static int detect(void) {
	int path = has_avx512() ? AVX512 : has_avx2() ? AVX2 : GENERIC;
	STORE_PATH(path);
	return path;
}

static inline int active_path(void) {
	int path = LOAD_PATH();
	return path ? path : detect();
}

const char *ks_path(void) {
	static const char *const names[] = {"", "generic", "avx2", "avx512"};
	return names[active_path()];
}

/* Calls a function on the active path, so that a linker can remove the functions that are not called. */
#define ON_PATH(name, ...) \
	(active_path() == AVX512 ? name##_avx512(__VA_ARGS__) : active_path() == AVX2 ? name##_avx2(__VA_ARGS__) : name##_generic(__VA_ARGS__))

#elif defined(KS_NEON)

/* == neon: every AArch64 CPU has it. Its kernels take whole blocks of 16 boards. == */

#define IN(p) ((void *)(p))

static void rook_attacks_batch_neon(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n) {
	size_t blocks = n & ~(size_t)15;
	ks_rook_attacks_blocks_neon(dst, IN(rooks), IN(empty), (int64_t)blocks);
	rook_attacks_batch_generic(dst + blocks, rooks + blocks, empty + blocks, n - blocks);
}

static void bishop_attacks_batch_neon(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n) {
	size_t blocks = n & ~(size_t)15;
	ks_bishop_attacks_blocks_neon(dst, IN(bishops), IN(empty), (int64_t)blocks);
	bishop_attacks_batch_generic(dst + blocks, bishops + blocks, empty + blocks, n - blocks);
}

static void slider_attacks_batch_neon(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n) {
	size_t blocks = n & ~(size_t)15;
	ks_slider_attacks_blocks_neon(dst, IN(diagonal), IN(orthogonal), IN(empty), (int64_t)blocks);
	slider_attacks_batch_generic(dst + blocks, diagonal + blocks, orthogonal + blocks, empty + blocks, n - blocks);
}

static void attacks_batch_neon(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n) {
	uint64_t diagonal[256], orthogonal[256], empty[256];
	for (size_t i = 0; i < n; i += 256) {
		size_t m = n - i < 256 ? n - i : 256;
		for (size_t k = 0; k < m; k++) {
			ks_board b = board_of(planes, i + k);
			uint64_t own = side_of(&b, black);
			diagonal[k] = diagonal_of(&b) & own;
			orthogonal[k] = orthogonal_of(&b) & own;
			empty[k] = ~occupied(&b);
		}
		slider_attacks_batch_neon(dst + i, diagonal, orthogonal, empty, m);
		for (size_t k = 0; k < m; k++) {
			ks_board b = board_of(planes, i + k);
			uint64_t own = side_of(&b, black);
			dst[i + k] |= pawn_attacks(pawns_of(&b) & own, black) | knight_attacks(knights_of(&b) & own) | king_attacks(kings_of(&b) & own);
		}
	}
}

/* The other functions have no kernels. */
#define rook_attacks_neon rook_attacks_generic
#define bishop_attacks_neon bishop_attacks_generic
#define slider_attacks_neon slider_attacks_generic
#define ray_attacks_neon ray_attacks_generic
#define multi_attacks_neon multi_attacks_generic
#define ray_attacks_batch_neon ray_attacks_batch_generic
#define multi_attacks_batch_neon multi_attacks_batch_generic
#define threats_of_neon threats_of_generic
#define both_threats_neon both_threats_generic
#define vision_neon vision_generic
#define threats_batch_neon threats_batch_generic
#define vision_batch_neon vision_batch_generic
#define refresh_neon refresh_generic
#define refresh_board_neon refresh_board_generic
#define deltas_neon deltas_generic
#define number_pairs_neon number_pairs_generic
#define number_changes_neon number_changes_generic
#define fill_rows_neon fill_rows_generic
#define accumulate_neon accumulate_generic
#define accumulate_int8_neon accumulate_int8_generic
#define delta_lists16_neon delta_lists16_generic
#define delta_lists32_neon delta_lists32_generic
#define refresh_lists16_neon refresh_lists16_generic
#define refresh_lists32_neon refresh_lists32_generic

const char *ks_path(void) { return "neon"; }
#define ON_PATH(name, ...) name##_neon(__VA_ARGS__)

#else

const char *ks_path(void) { return "generic"; }
#define ON_PATH(name, ...) name##_generic(__VA_ARGS__)

#endif

uint64_t ks_rook_attacks(uint64_t rooks, uint64_t empty) { return ON_PATH(rook_attacks, rooks, empty); }
uint64_t ks_bishop_attacks(uint64_t bishops, uint64_t empty) { return ON_PATH(bishop_attacks, bishops, empty); }
uint64_t ks_slider_attacks(uint64_t diagonal, uint64_t orthogonal, uint64_t empty) {
	return ON_PATH(slider_attacks, diagonal, orthogonal, empty);
}
void ks_ray_attacks(uint64_t dst[8], uint64_t sliders, uint64_t empty) { ON_PATH(ray_attacks, dst, sliders, empty); }
void ks_multi_attacks(uint64_t dst[8][4], const uint64_t gens[4], uint64_t empty) { ON_PATH(multi_attacks, dst, gens, empty); }
void ks_rook_attacks_batch(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n) {
	ON_PATH(rook_attacks_batch, dst, rooks, empty, n);
}
void ks_bishop_attacks_batch(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n) {
	ON_PATH(bishop_attacks_batch, dst, bishops, empty, n);
}
void ks_slider_attacks_batch(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n) {
	ON_PATH(slider_attacks_batch, dst, diagonal, orthogonal, empty, n);
}
void ks_ray_attacks_batch(uint64_t *const dst[8], const uint64_t *sliders, const uint64_t *empty, size_t n) {
	ON_PATH(ray_attacks_batch, dst, sliders, empty, n);
}
void ks_multi_attacks_batch(uint64_t *const dst[8][4], const uint64_t *const gens[4], const uint64_t *empty, size_t n) {
	ON_PATH(multi_attacks_batch, dst, gens, empty, n);
}
void ks_threats_of(ks_threats *dst, const ks_board *board, int us) { ON_PATH(threats_of, dst, board, us); }
void ks_both_threats(ks_side_threats dst[2], const ks_board *board) { ON_PATH(both_threats, dst, board); }
void ks_vision(ks_board dst[8], const ks_board *board) { ON_PATH(vision, dst, board); }
void ks_threats_batch(uint64_t *const dst[KS_THREAT_SETS], const uint64_t *const planes[4], const uint8_t *us, size_t n) {
	ON_PATH(threats_batch, dst, planes, us, n);
}
void ks_vision_batch(uint64_t *const dst[8][4], const uint64_t *const planes[4], size_t n) { ON_PATH(vision_batch, dst, planes, n); }
void ks_attacks_batch(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n) { ON_PATH(attacks_batch, dst, planes, black, n); }
void ks_refresh(ks_pairs *dst, const ks_rules *rules, const uint8_t mailbox[64]) { ON_PATH(refresh, dst, rules, mailbox); }
void ks_refresh_board(ks_pairs *dst, const ks_rules *rules, const ks_board *board) { ON_PATH(refresh_board, dst, rules, board); }
void ks_deltas(ks_pair_changes *dst, const ks_rules *rules, const uint8_t before[64], uint64_t update) {
	ON_PATH(deltas, dst, rules, before, update);
}
void ks_number_pairs(ks_feature_numbers *dst, const ks_features *f, const ks_pairs *pairs, int white, int black) {
	ON_PATH(number_pairs, dst, f, pairs, white, black);
}
void ks_number_changes(ks_feature_changes *dst, const ks_features *f, const ks_pair_changes *changes, int white, int black) {
	ON_PATH(number_changes, dst, f, changes, white, black);
}
#define LISTS(bits) \
	bool ks_delta_lists##bits(ks_lists##bits *lists, ks_pair_changes *changes, const ks_features *f, const ks_rules *rules, const uint8_t before[64], \
	                          uint64_t update, int white, int black) { \
		return ON_PATH(delta_lists##bits, lists, changes, f, rules, before, update, white, black); \
	} \
	bool ks_number_lists##bits(ks_lists##bits *lists, const ks_features *f, const ks_pair_changes *changes, int white, int black) { \
		return number_lists##bits(lists, f, changes, white, black); \
	} \
	bool ks_refresh_lists##bits(ks_lists##bits *lists, const ks_features *f, const ks_rules *rules, const uint8_t mailbox[64], int white, int black) { \
		return ON_PATH(refresh_lists##bits, lists, f, rules, mailbox, white, black); \
	}
LISTS(16)
LISTS(32)
void ks_fill_rows(int32_t *white, int32_t *black, size_t length, const ks_board *boards, size_t n, const ks_input *inputs, size_t n_inputs,
                  bool stream, int64_t active[2]) {
	ON_PATH(fill_rows, white, black, length, boards, n, inputs, n_inputs, stream, active);
}
bool ks_accumulate(int16_t *dst, const int16_t *src, size_t width, const int16_t *weights, size_t rows, const uint32_t *added, size_t n_added,
                   const uint32_t *removed, size_t n_removed) {
	return ON_PATH(accumulate, dst, src, width, weights, rows, added, n_added, removed, n_removed);
}
bool ks_accumulate_int8(int16_t *dst, const int16_t *src, size_t width, const int8_t *weights, size_t rows, const uint32_t *added,
                        size_t n_added, const uint32_t *removed, size_t n_removed) {
	return ON_PATH(accumulate_int8, dst, src, width, weights, rows, added, n_added, removed, n_removed);
}

/* All functions of a path, in the order of ks_functions. */
#define FUNCTIONS(path) \
	{ \
		rook_attacks##path, \
		bishop_attacks##path, \
		slider_attacks##path, \
		ray_attacks##path, \
		multi_attacks##path, \
		rook_attacks_batch##path, \
		bishop_attacks_batch##path, \
		slider_attacks_batch##path, \
		ray_attacks_batch##path, \
		multi_attacks_batch##path, \
		threats_of##path, \
		both_threats##path, \
		vision##path, \
		threats_batch##path, \
		vision_batch##path, \
		attacks_batch##path, \
		refresh##path, \
		refresh_board##path, \
		deltas##path, \
		number_pairs##path, \
		number_changes##path, \
		fill_rows##path, \
		accumulate##path, \
		accumulate_int8##path, \
		delta_lists16##path, \
		delta_lists32##path, \
		number_lists16, \
		number_lists32, \
		refresh_lists16##path, \
		refresh_lists32##path, \
	}

const ks_functions *ks_functions_of(const char *path) {
	static const ks_functions generic = FUNCTIONS(_generic);
#ifdef KS_X86
	static const ks_functions avx2 = FUNCTIONS(_avx2), avx512 = FUNCTIONS(_avx512);
	if (!strcmp(path, "avx512"))
		return has_avx512() ? &avx512 : NULL;
	if (!strcmp(path, "avx2"))
		return has_avx2() ? &avx2 : NULL;
#elif defined(KS_NEON)
	static const ks_functions neon = FUNCTIONS(_neon);
	if (!strcmp(path, "neon"))
		return &neon;
#endif
	return strcmp(path, "generic") ? NULL : &generic;
}
