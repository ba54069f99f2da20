/* == Features in an engine's own lists ==
   Numbers in Stockfish's order come from tables for one side, which are a ninth of those for both sides and any numbering. */

/* Adds the feature of a pair in the view of a side to a list of length k, if it has one. */
#define ADD_FEATURE(list, k, pair, side) \
	do { \
		uint32_t pieces = (pair) >> 12, x = t->first[side][pieces] + t->squares[(pair) ^ to[side][pieces]]; \
		(list)[k] = (list_element)(x >> 1); \
		(k) += ~x & 1; \
	} while (0)

/* A move changes few pairs. A branch on their number is often predicted wrongly, and waits until all of them are found, so
   that the first two are taken without a branch. If there is no pair i, it is a pair of a1 with itself, which has no number. */
#define PAIR_OR_NONE(i) (pairs[i] & (uint32_t)-(int32_t)(((uint64_t)(i) - n) >> 63))
#define ADD_FEW(add) \
	do { \
		uint32_t one = PAIR_OR_NONE(0), two = PAIR_OR_NONE(1); \
		add(one); \
		add(two); \
		for (size_t i = 2; i < n; i++) \
			add(pairs[i]); \
	} while (0)
#define ADD_MANY(add) \
	for (size_t i = 0; i < n; i++) \
		add(pairs[i])
#define ADD_WHITE(pair) ADD_FEATURE(white, w, pair, 0)
#define ADD_BLACK(pair) ADD_FEATURE(black, b, pair, 1)
#define ADD_BOTH(pair) \
	do { \
		ADD_WHITE(pair); \
		ADD_BLACK(pair); \
	} while (0)

/* Writes the features of n pairs in the view of the wanted sides to the lists of a kind, and the lengths of the lists. */
#define NUMBER(add_all) \
	do { \
		list_element *white = lists->list[0][kind], *black = lists->list[1][kind]; \
		size_t w = 0, b = 0; \
		if (!t->ordered) { \
			const uint64_t *rows; \
			const uint32_t *to_row = turned(f, white_king, black_king, &rows); \
			for (size_t i = 0; i < n; i++) { \
				uint32_t pieces = pairs[i] >> 12 & 1023; \
				uint64_t x = t->kernel.first[pieces] + rows[pairs[i] ^ to_row[pieces]]; /* see number */ \
				if (white && !(x & 1)) \
					white[w++] = (list_element)((uint32_t)x >> 1); \
				if (black && !(x >> 32 & 1)) \
					black[b++] = (list_element)(x >> 33); \
			} \
		} else if (white && black) { \
			add_all(ADD_BOTH); \
		} else if (white) { \
			add_all(ADD_WHITE); \
		} else if (black) { \
			add_all(ADD_BLACK); \
		} \
		if (white) \
			lists->n[0][kind] = w; \
		if (black) \
			lists->n[1][kind] = b; \
	} while (0)
#define VIEWS \
	const feature_tables *t = feature_tables_of(f); \
	const uint32_t *const to[2] = {t->to[0][t->kernel.mirrored[white_king & 63]], t->to[1][t->kernel.mirrored[black_king & 63]]};

#define NUMBER_LISTS(bits) \
	static bool number_lists##bits(ks_lists##bits *lists, const ks_features *f, const ks_pair_changes *changes, int white_king, int black_king) { \
		typedef uint##bits##_t list_element; \
		VIEWS \
		if (t->size > (uint64_t)1 << (bits - 1) << 1) \
			return false; \
		for (int kind = 0; kind < 2; kind++) { \
			const uint32_t *pairs = changes->pairs[kind]; \
			size_t n = (size_t)changes->n[kind]; \
			NUMBER(ADD_FEW); \
		} \
		return true; \
	} \
	static bool number_all##bits(ks_lists##bits *lists, const ks_features *f, const ks_pairs *all, int white_king, int black_king) { \
		typedef uint##bits##_t list_element; \
		enum { kind = 1 }; \
		const uint32_t *pairs = all->pairs; \
		size_t n = (size_t)all->n; \
		VIEWS \
		NUMBER(ADD_MANY); \
		return true; \
	}

/* The calls of a path: deltas and refresh are its functions for pairs. */
#define LIST_CALLS(path, bits) \
	static bool delta_lists##bits##path(ks_lists##bits *lists, ks_pair_changes *changes, const ks_features *f, const ks_rules *rules, \
	                                    const uint8_t before[64], uint64_t update, int white, int black) { \
		deltas##path(changes, rules, before, update); \
		return number_lists##bits(lists, f, changes, white, black); \
	} \
	static bool refresh_lists##bits##path(ks_lists##bits *lists, const ks_features *f, const ks_rules *rules, const uint8_t mailbox[64], int white, \
	                                      int black) { \
		ks_pairs pairs; \
		if (feature_tables_of(f)->size > (uint64_t)1 << (bits - 1) << 1) \
			return false; \
		refresh##path(&pairs, rules, mailbox); \
		return number_all##bits(lists, f, &pairs, white, black); \
	}

NUMBER_LISTS(16)
NUMBER_LISTS(32)
LIST_CALLS(_generic, 16)
LIST_CALLS(_generic, 32)
