/* == Features in an engine's own lists ==
   Numbers in Stockfish's order come from tables for one side, which are a ninth of those for both sides and any numbering. */

/* Adds the feature of pairs[i] in the view of a side to a list of length k, if there is a pair i and it has a feature. */
#define ADD_FEATURE(list, k, i, exists, side) \
	do { \
		uint32_t pair = pairs[i] & (uint32_t)-(int32_t)(exists); \
		list_entry e = t->entries[side][pair >> 12]; \
		uint32_t squares = t->squares[e.row + ((pair ^ turns[side]) & 4095)]; \
		(list)[k] = (list_element)(e.first + squares); \
		(k) += ~(e.first | squares << 16) >> 31 & (uint32_t)(exists); \
	} while (0)

/* Adds the features of one side. A branch on the number of pairs is often predicted wrongly, and waits until all of them are
   found. A move changes few pairs, so that they are taken by two and the first two without a branch. */
#define ADD_FEW(list, k, side) \
	for (size_t i = 0; i == 0 || i < n; i += 2) { \
		ADD_FEATURE(list, k, i, i < n, side); \
		ADD_FEATURE(list, k, i + 1, i + 1 < n, side); \
	}
#define ADD_MANY(list, k, side) \
	for (size_t i = 0; i < n; i++) \
		ADD_FEATURE(list, k, i, true, side);

/* Writes the features of n pairs in the view of the wanted sides to the lists of a kind, and the lengths of the lists. */
#define NUMBER(add_side) \
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
			for (size_t i = 0; i < n; i++) { \
				ADD_FEATURE(white, w, i, true, 0); \
				ADD_FEATURE(black, b, i, true, 1); \
			} \
		} else if (white) { \
			add_side(white, w, 0) \
		} else if (black) { \
			add_side(black, b, 1) \
		} \
		if (white) \
			lists->n[0][kind] = w; \
		if (black) \
			lists->n[1][kind] = b; \
	} while (0)
#define VIEWS \
	const feature_tables *t = feature_tables_of(f); \
	const uint32_t turns[2] = {t->kernel.mirrored[white_king & 63] ? MIRROR : 0, OVERTURN ^ (t->kernel.mirrored[black_king & 63] ? MIRROR : 0)};

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
