/* == Features in an engine's own lists ==
   Numbers in Stockfish's order come from tables for one side, which are a ninth of those for both sides and any numbering. */

/* Adds the feature of a pair in the view of a side to a list of length k, if it has one. */
#define ADD_FEATURE(element, dst, k, pair, t, side, turn) \
	do { \
		list_entry e = (t)->entries[side][(pair) >> 12 & 1023]; \
		uint32_t squares = (t)->squares[e.row + (((pair) ^ (turn)) & 4095)]; \
		(dst)[k] = (element)(e.first + squares); \
		(k) += ~(e.first | squares << 16) >> 31; \
	} while (0)

/* Writes the features of n pairs in the view of the wanted sides to lists of 16 or 32 bits, and the lengths of the lists. The
   lengths of the loops are hard to predict, so that both sides share one. */
#define NUMBER_LISTS(name, element) \
	static void name(element *const list[2], size_t *const length[2], const ks_features *f, const uint32_t *pairs, size_t n, const int kings[2]) { \
		const feature_tables *t = feature_tables_of(f); \
		element *white = list[0], *black = list[1]; \
		size_t w = 0, b = 0; \
		uint32_t turns[2]; \
		for (int side = 0; side < 2; side++) { \
			turns[side] = (t->kernel.mirrored[kings[side] & 63] ? 7 : 0) ^ (side ? 56 : 0); \
			turns[side] |= turns[side] << 6; \
		} \
		if (!t->ordered) { \
			const uint64_t *rows; \
			const uint32_t *to_row = turned(f, kings[0], kings[1], &rows); \
			for (size_t i = 0; i < n; i++) { \
				uint32_t pieces = pairs[i] >> 12 & 1023; \
				uint64_t x = t->kernel.first[pieces] + rows[pairs[i] ^ to_row[pieces]]; /* see number */ \
				if (white && !(x & 1)) \
					white[w++] = (element)((uint32_t)x >> 1); \
				if (black && !(x >> 32 & 1)) \
					black[b++] = (element)(x >> 33); \
			} \
		} else if (white && black) { \
			for (size_t i = 0; i < n; i++) { \
				uint32_t pair = pairs[i]; \
				ADD_FEATURE(element, white, w, pair, t, 0, turns[0]); \
				ADD_FEATURE(element, black, b, pair, t, 1, turns[1]); \
			} \
		} else if (white) { \
			for (size_t i = 0; i < n; i++) \
				ADD_FEATURE(element, white, w, pairs[i], t, 0, turns[0]); \
		} else if (black) { \
			for (size_t i = 0; i < n; i++) \
				ADD_FEATURE(element, black, b, pairs[i], t, 1, turns[1]); \
		} \
		if (white) \
			*length[0] = w; \
		if (black) \
			*length[1] = b; \
	}

/* The calls of a path: deltas and refresh are its functions for pairs. */
#define LIST_CALLS(path, bits, number) \
	static bool number_lists##bits##path(ks_lists##bits *lists, const ks_features *f, const ks_pair_changes *changes, int white, int black) { \
		const int kings[2] = {white, black}; \
		if (feature_tables_of(f)->size > (uint64_t)1 << (bits - 1) << 1) \
			return false; \
		for (int i = 0; i < 2; i++) { \
			uint##bits##_t *const list[2] = {lists->list[0][i], lists->list[1][i]}; \
			size_t *const length[2] = {&lists->n[0][i], &lists->n[1][i]}; \
			number(list, length, f, changes->pairs[i], (size_t)changes->n[i], kings); \
		} \
		return true; \
	} \
	static bool delta_lists##bits##path(ks_lists##bits *lists, ks_pair_changes *changes, const ks_features *f, const ks_rules *rules, \
	                                    const uint8_t before[64], uint64_t update, int white, int black) { \
		deltas##path(changes, rules, before, update); \
		return number_lists##bits##path(lists, f, changes, white, black); \
	} \
	static bool refresh_lists##bits##path(ks_lists##bits *lists, const ks_features *f, const ks_rules *rules, const uint8_t mailbox[64], int white, \
	                                      int black) { \
		const int kings[2] = {white, black}; \
		uint##bits##_t *const list[2] = {lists->list[0][1], lists->list[1][1]}; \
		size_t *const length[2] = {&lists->n[0][1], &lists->n[1][1]}; \
		ks_pairs pairs; \
		if (feature_tables_of(f)->size > (uint64_t)1 << (bits - 1) << 1) \
			return false; \
		refresh##path(&pairs, rules, mailbox); \
		number(list, length, f, pairs.pairs, (size_t)pairs.n, kings); \
		return true; \
	}

NUMBER_LISTS(number16, uint16_t)
NUMBER_LISTS(number32, uint32_t)
LIST_CALLS(_generic, 16, number16)
LIST_CALLS(_generic, 32, number32)
