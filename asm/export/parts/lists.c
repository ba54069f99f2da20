/* == Features in an engine's own lists ==
   Numbers in Stockfish's order are computed from tables of 16 KB, those of other numberings are looked up. */

/* Writes the features of n pairs in the view of the wanted sides to lists of 16 or 32 bits, and the lengths of the lists.
   COUNT counts bits. */
#define NUMBER_LISTS(name, element, COUNT, ATTRIBUTE) \
	ATTRIBUTE static void name(element *const list[2], size_t *const length[2], const ks_features *f, const uint32_t *pairs, size_t n, const int kings[2]) { \
		const feature_tables *t = feature_tables_of(f); \
		const uint64_t *rows; \
		const uint32_t *to_row = turned(f, kings[0], kings[1], &rows); \
		for (int side = 0; side < 2; side++) { \
			element *dst = list[side]; \
			size_t k = 0; \
			unsigned turn = (t->kernel.mirrored[kings[side] & 63] ? 7 : 0) ^ (side ? 56 : 0); \
			const uint32_t *first = t->numbers[side]; \
			const uint16_t *places = t->place[side]; \
			if (!dst) \
				continue; \
			turn |= turn << 6; \
			for (size_t i = 0; t->ordered && i < n; i++) { \
				uint32_t pair = pairs[i], seen = pair ^ turn, from = seen & 63, to = seen >> 6 & 63, start = first[pair >> 12 & 1023]; \
				const ks_feature_place *p = &t->places[0][0] + places[pair >> 12 & 15] + from; \
				uint32_t begin = (uint32_t)p->begin, below = (uint32_t)COUNT(p->attacks & (((uint64_t)1 << to) - 1)); \
				dst[k] = (element)((start & ~(uint32_t)(NO_NUMBER | HIGHER_FIRST)) + begin + below); \
				k += ~((start | begin) >> 31 | (start >> 30 & (from < to))) & 1; \
			} \
			for (size_t i = 0; !t->ordered && i < n; i++) { \
				uint32_t pieces = pairs[i] >> 12 & 1023; \
				uint32_t x = (uint32_t)((t->kernel.first[pieces] + rows[pairs[i] ^ to_row[pieces]]) >> 32 * side); \
				dst[k] = (element)(x >> 1); \
				k += ~x & 1; \
			} \
			*length[side] = k; \
		} \
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

#if defined(__POPCNT__) || defined(__aarch64__)
#define COUNT_BITS __builtin_popcountll
#else
#define COUNT_BITS ks_count
#endif
NUMBER_LISTS(number16, uint16_t, COUNT_BITS, )
NUMBER_LISTS(number32, uint32_t, COUNT_BITS, )
LIST_CALLS(_generic, 16, number16)
LIST_CALLS(_generic, 32, number32)
