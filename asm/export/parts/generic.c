/* == The generic path: plain C for any CPU ==
   Fills answer for whole sets (Steffan Westcott's Kogge-Stone fills, 2002). For one position look-ups of
   single pieces take less time, as in the Go library: boards with one king on each side take them. */

static const uint64_t not_file_a = 0xfefefefefefefefe, not_file_h = 0x7f7f7f7f7f7f7f7f, inner_files = 0x7e7e7e7e7e7e7e7e;
static const uint64_t all = ~(uint64_t)0, pawn_ranks = 0x00ffffffffffff00;

/* The attacks of sliders in steps of k to higher squares, including squares that wrap around the edge. pro is the empty
   squares, of the inner files for other steps than 8. */
static inline uint64_t up(uint64_t sliders, uint64_t pro, int k) {
	sliders |= pro & sliders << k;
	pro &= pro << k;
	sliders |= pro & sliders << 2 * k;
	pro &= pro << 2 * k;
	return (sliders | (pro & sliders << 4 * k)) << k;
}

/* The same to lower squares. The step onto the first square comes before the fill, so that up and down share the steps
   of pro. */
static inline uint64_t down(uint64_t sliders, uint64_t pro, int k) {
	uint64_t set = sliders >> k;
	set |= (pro & set) >> k;
	pro &= pro << k;
	set |= (pro & set) >> 2 * k;
	pro &= pro << 2 * k;
	return set | (pro & set) >> 4 * k;
}

/* The attacks of sliders to the east: a bit added one step east of a slider carries over the empty squares to the
   first blocker, and the digits that change are attacked. A slider stops the carry of the one from further west. */
static inline uint64_t east(uint64_t sliders, uint64_t inner) {
	uint64_t free = inner & ~sliders;
	return (free + (sliders << 1 & not_file_a)) ^ free;
}

/* The attacks of sliders in a direction, which is a constant where this is inlined. */
static inline uint64_t attacks(uint64_t sliders, uint64_t empty, int d) {
	uint64_t inner = empty & inner_files;
	switch (d) {
	case KS_NORTH_EAST: return up(sliders, inner, 9) & not_file_a;
	case KS_EAST: return east(sliders, inner);
	case KS_SOUTH_EAST: return down(sliders, inner, 7) & not_file_a;
	case KS_SOUTH: return down(sliders, empty, 8);
	case KS_SOUTH_WEST: return down(sliders, inner, 9) & not_file_h;
	case KS_WEST: return down(sliders, inner, 1) & not_file_h;
	case KS_NORTH_WEST: return up(sliders, inner, 7) & not_file_h;
	}
	return up(sliders, empty, 8);
}

static inline uint64_t step(uint64_t b, int d) {
	static const uint8_t left[8] = {9, 1, 0, 0, 0, 0, 7, 8}, right[8] = {0, 0, 7, 8, 9, 1, 0, 0};
	return b << left[d] >> right[d] & (d == KS_NORTH || d == KS_SOUTH ? all : d <= KS_SOUTH_EAST ? not_file_a : not_file_h);
}

static uint64_t rook_attacks_generic(uint64_t rooks, uint64_t empty) {
	uint64_t inner = empty & inner_files;
	return up(rooks, empty, 8) | down(rooks, empty, 8) | east(rooks, inner) | (down(rooks, inner, 1) & not_file_h);
}

static uint64_t bishop_attacks_generic(uint64_t bishops, uint64_t empty) {
	uint64_t inner = empty & inner_files;
	return ((up(bishops, inner, 9) | down(bishops, inner, 7)) & not_file_a) | ((up(bishops, inner, 7) | down(bishops, inner, 9)) & not_file_h);
}

static uint64_t slider_attacks_generic(uint64_t diagonal, uint64_t orthogonal, uint64_t empty) {
	return bishop_attacks_generic(diagonal, empty) | rook_attacks_generic(orthogonal, empty);
}

static void ray_attacks_generic(uint64_t dst[8], uint64_t sliders, uint64_t empty) {
	dst[KS_NORTH_EAST] = attacks(sliders, empty, KS_NORTH_EAST);
	dst[KS_SOUTH_WEST] = attacks(sliders, empty, KS_SOUTH_WEST);
	dst[KS_NORTH_WEST] = attacks(sliders, empty, KS_NORTH_WEST);
	dst[KS_SOUTH_EAST] = attacks(sliders, empty, KS_SOUTH_EAST);
	dst[KS_NORTH] = attacks(sliders, empty, KS_NORTH);
	dst[KS_SOUTH] = attacks(sliders, empty, KS_SOUTH);
	dst[KS_EAST] = attacks(sliders, empty, KS_EAST);
	dst[KS_WEST] = attacks(sliders, empty, KS_WEST);
}

static void multi_attacks_generic(uint64_t dst[8][4], const uint64_t gens[4], uint64_t empty) {
	for (int g = 0; g < 4; g++) {
		uint64_t rays[8];
		ray_attacks_generic(rays, gens[g], empty);
		for (int d = 0; d < 8; d++)
			dst[d][g] = rays[d];
	}
}

static void rook_attacks_batch_generic(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = rook_attacks_generic(rooks[i], empty[i]);
}

static void bishop_attacks_batch_generic(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = bishop_attacks_generic(bishops[i], empty[i]);
}

static void slider_attacks_batch_generic(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = slider_attacks_generic(diagonal[i], orthogonal[i], empty[i]);
}

static void ray_attacks_batch_generic(uint64_t *const dst[8], const uint64_t *sliders, const uint64_t *empty, size_t n) {
	for (size_t i = 0; i < n; i++) {
		uint64_t rays[8];
		ray_attacks_generic(rays, sliders[i], empty[i]);
		for (int d = 0; d < 8; d++)
			dst[d][i] = rays[d];
	}
}

static void multi_attacks_batch_generic(uint64_t *const dst[8][4], const uint64_t *const gens[4], const uint64_t *empty, size_t n) {
	for (int g = 0; g < 4; g++)
		for (size_t i = 0; i < n; i++) {
			uint64_t rays[8];
			ray_attacks_generic(rays, gens[g][i], empty[i]);
			for (int d = 0; d < 8; d++)
				dst[d][g][i] = rays[d];
		}
}

/* == Boards == */

static uint64_t occupied(const ks_board *b) { return b->g0 | b->g1 | b->g2; }
static uint64_t pawns_of(const ks_board *b) { return ~b->g0 & b->g1 & ~b->g2; }
static uint64_t knights_of(const ks_board *b) { return ~b->g0 & ~b->g1 & b->g2; }
static uint64_t kings_of(const ks_board *b) { return ~b->g0 & b->g1 & b->g2; }
static uint64_t queens_of(const ks_board *b) { return b->g0 & b->g1 & b->g2; }
/* Bishops and queens, and rooks and queens. */
static uint64_t diagonal_of(const ks_board *b) { return b->g0 & b->g1; }
static uint64_t orthogonal_of(const ks_board *b) { return b->g0 & (b->g2 | ~b->g1); }
/* Those that move in direction d. */
static uint64_t movers(const ks_board *b, int d) { return d % 2 ? orthogonal_of(b) : diagonal_of(b); }
static uint64_t side_of(const ks_board *b, int us) { return occupied(b) & (us ? b->gb : ~b->gb); }

static uint64_t pawn_attacks(uint64_t pawns, int us) {
	uint64_t front = us ? pawns >> 8 : pawns << 8;
	return (front << 1 & not_file_a) | (front >> 1 & not_file_h);
}

static uint64_t knight_jump(uint64_t knights, int jump) {
	static const uint8_t steps[8][2] = {{0, 7}, {0, 1}, {2, 1}, {2, 3}, {4, 3}, {4, 5}, {6, 5}, {6, 7}};
	return step(step(knights, steps[jump][0]), steps[jump][1]);
}

static uint64_t knight_attacks(uint64_t knights) {
	uint64_t one = (knights << 1 & not_file_a) | (knights >> 1 & not_file_h);
	uint64_t two = (knights << 2 & 0xfcfcfcfcfcfcfcfc) | (knights >> 2 & 0x3f3f3f3f3f3f3f3f);
	return one << 16 | one >> 16 | two << 8 | two >> 8;
}

static uint64_t king_attacks(uint64_t kings) {
	uint64_t beside = (kings << 1 & not_file_a) | (kings >> 1 & not_file_h), row = beside | kings;
	return beside | row << 8 | row >> 8;
}

static uint64_t side_attacks(const ks_board *b, bool black) {
	uint64_t own = side_of(b, black), empty = ~occupied(b);
	return slider_attacks_generic(diagonal_of(b) & own, orthogonal_of(b) & own, empty) | pawn_attacks(pawns_of(b) & own, black) |
	       knight_attacks(knights_of(b) & own) | king_attacks(kings_of(b) & own);
}

/* The square of the lowest piece of a set, or of the highest. An empty set has square 64, which attacks nothing. Branches on
   the number of pieces would be hard to predict. */
static inline unsigned first_of(uint64_t set) {
#if defined(__BMI__) || defined(__aarch64__)
	return set ? (unsigned)ks_lowest(set) : 64;
#else
	return (unsigned)ks_lowest(set | (uint64_t)1 << 63) + (set == 0);
#endif
}
static inline unsigned last_of(uint64_t set) { return (unsigned)ks_highest(set | 1) | (unsigned)(set == 0) << 6; }

/* The squares that a slider attacks on a line with one square of each rank: the difference of o and o - 2s runs to
   the next piece, and in the reversed board to the one before it (hyperbola quintessence, Gerd Isenberg and Aleks
   Peshkov, 2007). */
static inline uint64_t on_line(const square_line *l, uint64_t line, uint64_t occupied) {
	uint64_t o = occupied & line;
	return ((o - l->twice) ^ ks_swap_bytes(ks_swap_bytes(o) - l->back)) & line;
}

static inline uint64_t bishop_from(unsigned sq, uint64_t occupied) {
	const square_line *l = &square_lines[sq];
	return on_line(l, l->diagonal, occupied) | on_line(l, l->antidiagonal, occupied);
}

static inline uint64_t rook_from(unsigned sq, uint64_t occupied) {
	const square_line *l = &square_lines[sq];
	return on_line(l, l->file, occupied) | ((uint64_t)rank_attacks[sq & 7][occupied >> (sq & 56) >> 1 & 63] << (sq & 56) & l->rank);
}

/* The squares that the pieces of a set attack, by look-ups. */
static uint64_t each_bishop(uint64_t set, uint64_t occupied) {
	uint64_t attacked = 0;
	for (; set; set &= set - 1)
		attacked |= bishop_from(first_of(set), occupied);
	return attacked;
}

static uint64_t each_rook(uint64_t set, uint64_t occupied) {
	uint64_t attacked = 0;
	for (; set; set &= set - 1)
		attacked |= rook_from(first_of(set), occupied);
	return attacked;
}

static bool one_king_each(const ks_board *b) {
	uint64_t white = kings_of(b) & ~b->gb, black = kings_of(b) & b->gb;
	return white && black && !((white & (white - 1)) | (black & (black - 1)));
}

/* What a king sees along the lines to the sliders of the opponent. */
typedef struct {
	uint64_t checkers, between, single, pinners;
} king_sight;

/* Returns the sliders that attack a king, the squares between, the single pieces between king and a slider, and
   the sliders behind such pieces if the piece is in own. */
static inline king_sight look_along(uint64_t king, uint64_t diagonal, uint64_t orthogonal, uint64_t occupied, uint64_t own) {
	king_sight k = {0, 0, 0, 0};
	int from = ks_lowest(king);
	const square_line *l = &square_lines[from];
	uint64_t snipers = ((l->file | l->rank) & orthogonal) | ((l->diagonal | l->antidiagonal) & diagonal);
	for (; snipers; snipers &= snipers - 1) {
		int to = ks_lowest(snipers), ray = ray_to[from][to];
		uint64_t sniper = snipers & -snipers, line = square_rays[from][ray] & square_rays[to][ray ^ 4];
		uint64_t blockers = line & occupied;
		if (!blockers) {
			k.checkers |= sniper;
			k.between |= line;
		} else if (!(blockers & (blockers - 1))) {
			k.single |= blockers;
			if (blockers & own)
				k.pinners |= sniper;
		}
	}
	return k;
}

static uint64_t check_mask(uint64_t checkers, uint64_t between) {
	return checkers == 0 ? all : checkers & (checkers - 1) ? 0 : checkers | between;
}

/* The board is read word by word: a compiler copies it by vectors, which wait for a board that was stored in words. */
static void threats_by_lookups(ks_threats *t, const ks_board *b, int us) {
	uint64_t g0 = b->g0, g1 = b->g1, g2 = b->g2, pieces = g0 | g1 | g2, own = pieces & (us ? b->gb : ~b->gb), foe = pieces ^ own;
	uint64_t diagonal = g0 & g1, orthogonal = g0 & (g2 | ~g1), kings = ~g0 & g1 & g2, king = kings & own, their_king = kings & foe;
	uint64_t bishops = diagonal & foe & ~g2, rooks = g0 & ~g1 & foe, queens = diagonal & g2 & foe;
	uint64_t knights = ~g0 & ~g1 & g2 & foe, pawns = ~g0 & g1 & ~g2 & foe;
	unsigned square = first_of(king), their_square = first_of(their_king), queen = first_of(queens);
	t->by_pawn = pawn_attacks(pawns, !us);
	uint64_t second = knights & (knights - 1), others = second & (second - 1);
	uint64_t knight = square_jumps[first_of(knights)] | square_jumps[first_of(second)];
	t->by_knight = others ? knight | knight_attacks(others) : knight;
	t->by_king = square_neighbors[their_square];
	/* Two bishops, two rooks and a queen have no branch, since branches on the number of pieces are hard to predict. */
	uint64_t bishop = bishop_from(first_of(bishops), pieces), rook = rook_from(first_of(rooks), pieces);
	t->by_queen = bishop_from(queen, pieces) | rook_from(queen, pieces);
	bishops &= bishops - 1, rooks &= rooks - 1, queens &= queens - 1;
	bishop |= bishop_from(first_of(bishops), pieces);
	rook |= rook_from(first_of(rooks), pieces);
	bishops &= bishops - 1, rooks &= rooks - 1;
	if (bishops | rooks | queens) {
		bishop |= each_bishop(bishops, pieces);
		rook |= each_rook(rooks, pieces);
		t->by_queen |= each_bishop(queens, pieces) | each_rook(queens, pieces);
	}
	t->by_bishop = bishop;
	t->by_rook = rook;
	t->attacked = t->by_pawn | t->by_knight | bishop | rook | t->by_queen | t->by_king;
	king_sight k = look_along(king, diagonal & foe, orthogonal & foe, pieces, own);
	t->danger = t->attacked;
	if (k.checkers) {
		const square_line *l = &square_lines[square];
		t->danger |= each_bishop(k.checkers & (l->diagonal | l->antidiagonal), pieces ^ king) | each_rook(k.checkers & (l->file | l->rank), pieces ^ king);
	}
	t->checkers = k.checkers | (square_jumps[square] & knights) | (pawn_attacks(king, us) & pawns);
	t->check_mask = check_mask(t->checkers, k.between);
	t->pinned = k.single & own;
	t->pinners = k.pinners;
	t->pawn_checks = pawn_attacks(their_king, !us);
	t->knight_checks = square_jumps[their_square];
	t->bishop_checks = bishop_from(their_square, pieces);
	t->rook_checks = rook_from(their_square, pieces);
	t->discoverers = look_along(their_king, diagonal & own, orthogonal & own, pieces, own).single & own;
}

/* The lines from the king of side us. lines is the squares that the king sees in a direction, and
   that a slider of the opponent sees in the opposite one: the squares between a checker and the
   king, or a pinned piece. */
typedef struct {
	uint64_t checkers, lines, pinned, pinners;
} king_lines;

static king_lines lines_of(const ks_board *b, int us) {
	uint64_t own = side_of(b, us), foe = side_of(b, !us), empty = ~occupied(b), king = kings_of(b) & own;
	king_lines k = {0, 0, 0, 0};
	for (int d = 0; d < 8; d++) {
		uint64_t sees = attacks(king, empty, d), line = sees & attacks(movers(b, d) & foe, empty, (d + 4) % 8);
		k.checkers |= sees & movers(b, d) & foe;
		k.lines |= line;
		k.pinned |= line & own;
		k.pinners |= attacks(line & own, empty, d) & ~empty;
	}
	k.checkers |= (knight_attacks(king) & knights_of(b) & foe) | (pawn_attacks(king, us) & pawns_of(b) & foe);
	return k;
}

/* Pieces of side us that give check by leaving the line between their slider and the king. */
static uint64_t discoverers_of(const ks_board *b, int us) {
	uint64_t own = side_of(b, us), empty = ~occupied(b), king = kings_of(b) & side_of(b, !us), set = 0;
	for (int d = 0; d < 8; d++)
		set |= attacks(king, empty, d) & attacks(movers(b, d) & own, empty, (d + 4) % 8);
	return set & own;
}

/* The definition of the threats, for any number of kings. */
static void threats_by_fills(ks_threats *t, const ks_board *b, int us) {
	uint64_t own = side_of(b, us), foe = side_of(b, !us), empty = ~occupied(b);
	uint64_t king = kings_of(b) & own, their_king = kings_of(b) & foe, queens = queens_of(b) & foe;
	king_lines k = lines_of(b, us);
	t->by_pawn = pawn_attacks(pawns_of(b) & foe, !us);
	t->by_knight = knight_attacks(knights_of(b) & foe);
	t->by_bishop = bishop_attacks_generic(diagonal_of(b) & foe & ~queens, empty);
	t->by_rook = rook_attacks_generic(orthogonal_of(b) & foe & ~queens, empty);
	t->by_queen = slider_attacks_generic(queens, queens, empty);
	t->by_king = king_attacks(their_king);
	t->attacked = t->by_pawn | t->by_knight | t->by_bishop | t->by_rook | t->by_queen | t->by_king;
	t->danger = t->attacked;
	for (int d = 0; d < 8; d++)
		if (attacks(movers(b, d) & foe, empty, d) & king)
			t->danger |= attacks(king, empty, d);
	t->checkers = k.checkers;
	t->check_mask = check_mask(k.checkers, k.lines & empty);
	t->pinned = k.pinned;
	t->pinners = k.pinners;
	t->pawn_checks = pawn_attacks(their_king, !us);
	t->knight_checks = knight_attacks(their_king);
	t->bishop_checks = bishop_attacks_generic(their_king, empty);
	t->rook_checks = rook_attacks_generic(their_king, empty);
	t->discoverers = discoverers_of(b, us);
}

static void threats_of_generic(ks_threats *t, const ks_board *board, int us) {
	if (one_king_each(board)) {
		threats_by_lookups(t, board, us & 1);
	} else {
		const ks_board copy = *board;
		threats_by_fills(t, &copy, us & 1);
	}
}

/* Squares attacked at least once and at least twice. */
typedef struct {
	uint64_t once, twice;
} tally;

/* Adds a set of attacks, at most one on each square. */
static inline uint64_t count(tally *t, uint64_t set) {
	t->twice |= t->once & set;
	t->once |= set;
	return set;
}

/* Sets t to the threats of side us by look-ups, except for its discoverers, and returns those of the other side. Most
   sides have at most two knights, two bishops, two rooks and a queen: see threats_by_lookups. */
static uint64_t side_by_lookups(ks_side_threats *dst, uint64_t g0, uint64_t g1, uint64_t g2, uint64_t gb, int us) {
	uint64_t pieces = g0 | g1 | g2, own = pieces & (us ? gb : ~gb), foe = pieces ^ own, king = ~g0 & g1 & g2 & own;
	uint64_t diagonal = g0 & g1, orthogonal = g0 & (g2 | ~g1), jumpers = ~g0 & ~g1 & g2, pawns = ~g0 & g1 & ~g2;
	uint64_t knights = jumpers & own, bishops = diagonal & own & ~g2, rooks = g0 & ~g1 & own, queens = diagonal & g2 & own;
	uint64_t front = us ? (pawns & own) >> 8 : (pawns & own) << 8, east = front << 1 & not_file_a, west = front >> 1 & not_file_h;
	tally n = {east | west, east & west};
	unsigned queen = first_of(queens);
	dst->by_pawn = n.once;
	dst->by_king = count(&n, square_neighbors[ks_lowest(king)]);
	uint64_t by_knight = count(&n, square_jumps[first_of(knights)]), by_bishop = count(&n, bishop_from(first_of(bishops), pieces));
	uint64_t by_rook = count(&n, rook_from(first_of(rooks), pieces)), by_queen = count(&n, bishop_from(queen, pieces) | rook_from(queen, pieces));
	knights &= knights - 1, bishops &= bishops - 1, rooks &= rooks - 1, queens &= queens - 1;
	while (knights | bishops | rooks | queens) {
		by_knight |= count(&n, square_jumps[first_of(knights)]);
		by_bishop |= count(&n, bishop_from(first_of(bishops), pieces));
		by_rook |= count(&n, rook_from(first_of(rooks), pieces));
		knights &= knights - 1, bishops &= bishops - 1, rooks &= rooks - 1;
		if (queens) {
			by_queen |= count(&n, bishop_from(first_of(queens), pieces) | rook_from(first_of(queens), pieces));
			queens &= queens - 1;
		}
	}
	king_sight k = look_along(king, diagonal & foe, orthogonal & foe, pieces, own);
	dst->by_knight = by_knight;
	dst->by_bishop = by_bishop;
	dst->by_rook = by_rook;
	dst->by_queen = by_queen;
	dst->attacked = n.once;
	dst->attacked_twice = n.twice;
	dst->checkers = k.checkers | (square_jumps[ks_lowest(king)] & jumpers & foe) | (pawn_attacks(king, us) & pawns & foe);
	dst->pinned = k.single & own;
	dst->pinners = k.pinners;
	return k.single & foe;
}

static void both_threats_generic(ks_side_threats dst[2], const ks_board *board) {
	if (one_king_each(board)) {
		uint64_t g0 = board->g0, g1 = board->g1, g2 = board->g2, gb = board->gb;
		uint64_t black = side_by_lookups(&dst[0], g0, g1, g2, gb, 0), white = side_by_lookups(&dst[1], g0, g1, g2, gb, 1);
		dst[0].discoverers = white;
		dst[1].discoverers = black;
		return;
	}
	const ks_board copy = *board, *b = &copy;
	uint64_t empty = ~occupied(b);
	memset(dst, 0, 2 * sizeof *dst);
	for (int us = 0; us < 2; us++) {
		ks_side_threats *t = &dst[us];
		uint64_t own = side_of(b, us), pawns = pawns_of(b) & own, queens = queens_of(b) & own;
		king_lines k = lines_of(b, us);
		tally n = {0, 0};
		for (int d = 0; d < 8; d++) {
			uint64_t others = count(&n, attacks(movers(b, d) & own & ~queens, empty, d));
			*(d % 2 ? &t->by_rook : &t->by_bishop) |= others;
			t->by_queen |= count(&n, attacks(queens, empty, d));
			t->by_king |= count(&n, step(kings_of(b) & own, d));
			t->by_knight |= count(&n, knight_jump(knights_of(b) & own, d));
		}
		t->by_pawn = count(&n, step(pawns, us ? KS_SOUTH_EAST : KS_NORTH_EAST)) | count(&n, step(pawns, us ? KS_SOUTH_WEST : KS_NORTH_WEST));
		t->attacked = n.once;
		t->attacked_twice = n.twice;
		t->checkers = k.checkers;
		t->pinned = k.pinned;
		t->pinners = k.pinners;
		t->discoverers = discoverers_of(b, us);
	}
}

static void vision_generic(ks_board dst[8], const ks_board *b) {
	uint64_t gens[4] = {b->g0, b->g1, b->g2, b->gb & occupied(b)}, rays[8][4];
	multi_attacks_generic(rays, gens, ~occupied(b));
	memcpy(dst, rays, sizeof rays);
}

static ks_board board_of(const uint64_t *const planes[4], size_t i) {
	ks_board b = {planes[0][i], planes[1][i], planes[2][i], planes[3][i]};
	return b;
}

static void threats_batch_generic(uint64_t *const dst[KS_THREAT_SETS], const uint64_t *const planes[4], const uint8_t *us, size_t n) {
	for (size_t i = 0; i < n; i++) {
		ks_threats t;
		uint64_t sets[KS_THREAT_SETS];
		ks_board b = board_of(planes, i);
		threats_of_generic(&t, &b, us[i]);
		memcpy(sets, &t, sizeof sets);
		for (int k = 0; k < KS_THREAT_SETS; k++)
			dst[k][i] = sets[k];
	}
}

static void vision_batch_generic(uint64_t *const dst[8][4], const uint64_t *const planes[4], size_t n) {
	for (size_t i = 0; i < n; i++) {
		ks_board b = board_of(planes, i), rays[8];
		vision_generic(rays, &b);
		for (int d = 0; d < 8; d++) {
			dst[d][0][i] = rays[d].g0;
			dst[d][1][i] = rays[d].g1;
			dst[d][2][i] = rays[d].g2;
			dst[d][3][i] = rays[d].gb;
		}
	}
}

static void attacks_batch_generic(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n) {
	for (size_t i = 0; i < n; i++) {
		ks_board b = board_of(planes, i);
		dst[i] = side_attacks(&b, black);
	}
}

/* == Pairs == */

/* A mailbox and its occupied squares. Square 64 does not exist and is empty. */
typedef struct {
	uint8_t codes[65];
	uint64_t occupied;
} mailbox_t;

/* Returns the codes in eight bytes of a mailbox, with empty where bit 7 is set. */
static inline uint64_t plain_codes(uint64_t x, uint64_t empty) {
	uint64_t unused = (x >> 7 & 0x0101010101010101) * 15;
	return (x & 0x0f0f0f0f0f0f0f0f & ~unused) | (empty & unused);
}

/* Sets bit 7 in the bytes of x that are not in a cube. */
static inline uint64_t missed(const code_cube *c, uint64_t x) { return ((x & c->mask) ^ c->value) + 0x7f7f7f7f7f7f7f7f; }

static void load(mailbox_t *m, const rule_tables *r, const uint8_t mailbox[64]) {
	uint64_t empty = r->empty * 0x0101010101010101, set = 0;
	for (int i = 0; i < 64; i += 8) {
		uint64_t x = plain_codes(ks_eight(mailbox + i), empty), y = missed(&r->empties[0], x) & missed(&r->empties[1], x);
		if (r->many)
			y &= missed(&r->empties[2], x) & missed(&r->empties[3], x);
		/* Multiplying gathers bit 7 of the bytes with a piece in the highest byte. */
		set |= ((y >> 7 & 0x0101010101010101) * 0x0102040810204080) >> 56 << i;
		x = ks_little(x);
		memcpy(m->codes + i, &x, sizeof x);
	}
	m->codes[NOWHERE] = (uint8_t)r->empty;
	m->occupied = set;
}

/* The sixteen places around a square: the squares of its jumps, then of the nearest pieces on its rays. */
typedef struct {
	int sq;
	uint8_t places[16];
	uint64_t adjacent; /* the rays with the nearest piece one step away */
} view;

static inline void look(view *v, const rule_tables *r, int sq, uint64_t occupied) {
	const uint64_t *ray = square_rays[sq];
	v->sq = sq;
	memcpy(v->places, r->kernel.jumps[sq], 8);
	v->places[8] = (uint8_t)first_of(ray[0] & occupied);
	v->places[9] = (uint8_t)first_of(ray[1] & occupied);
	v->places[10] = (uint8_t)last_of(ray[2] & occupied);
	v->places[11] = (uint8_t)last_of(ray[3] & occupied);
	v->places[12] = (uint8_t)last_of(ray[4] & occupied);
	v->places[13] = (uint8_t)last_of(ray[5] & occupied);
	v->places[14] = (uint8_t)first_of(ray[6] & occupied);
	v->places[15] = (uint8_t)first_of(ray[7] & occupied);
	/* The neighbours, as if the square were b2. */
	uint64_t x = occupied & square_neighbors[sq];
	x = sq >= 9 ? x >> (sq - 9) : x << (9 - sq);
	v->adjacent = adjacent_rays[(x & 7) | (x >> 5 & 0x38) | (x >> 10 & 0x1c0)];
}

/* The pairs around a square: the places of victims (bits 0 to 15) and of attackers (bits 16 to 31), the rays with a
   nearest piece that slides along them (bits 32 to 39), and the rays with any piece (bits 40 to 47). */
static inline uint64_t find(const rule_tables *r, const view *v, const mailbox_t *m, int code) {
	const uint64_t ray = 0x0001010101010101, *w = r->ways[code];
	const uint8_t *p = v->places, *at = m->codes;
	uint64_t jumps = (w[at[p[0]]] >> 48 & 0x0101) | (w[at[p[1]]] >> 48 & 0x0202) | (w[at[p[2]]] >> 48 & 0x0404) | (w[at[p[3]]] >> 48 & 0x0808) |
	                 (w[at[p[4]]] >> 48 & 0x1010) | (w[at[p[5]]] >> 48 & 0x2020) | (w[at[p[6]]] >> 48 & 0x4040) | (w[at[p[7]]] >> 48 & 0x8080);
	uint64_t near = (w[at[p[8]]] & ray) | (w[at[p[9]]] & ray << 1) | (w[at[p[10]]] & ray << 2) | (w[at[p[11]]] & ray << 3) |
	                (w[at[p[12]]] & ray << 4) | (w[at[p[13]]] & ray << 5) | (w[at[p[14]]] & ray << 6) | (w[at[p[15]]] & ray << 7);
	uint64_t direct = near | (near >> 16 & v->adjacent * 0x0101);
	return (jumps & 0xff) | (jumps & 0xff00) << 8 | (direct & 0xff) << 8 | (direct & 0xff00) << 16 | near >> 32 << 32;
}

static inline uint32_t half_pair(int code, int sq) { return (uint32_t)code << 12 | (uint32_t)sq; }

/* Lists the pairs of a find, first the victims of the piece with the given code on v's square, then its attackers. The
   places in without are left out. Returns the new length. */
static inline int64_t list_pairs(uint32_t *list, int64_t n, uint64_t found, const view *v, const mailbox_t *m, int code, uint32_t without) {
	uint32_t own = half_pair(code, v->sq);
	for (uint32_t set = (uint32_t)found & ~without & 0xffff; set; set &= set - 1) {
		int sq = v->places[ks_lowest(set)];
		list[n++] = own | half_pair(m->codes[sq], sq) << 6;
	}
	for (uint32_t set = (uint32_t)found >> 16 & ~without; set; set &= set - 1) {
		int sq = v->places[ks_lowest(set)];
		list[n++] = own << 6 | half_pair(m->codes[sq], sq);
	}
	return n;
}

/* Lists the pairs of sliders that see each other across v's square, but not along dead rays. */
static inline int64_t list_across(uint32_t *list, int64_t n, uint64_t found, const rule_tables *r, const view *v, const mailbox_t *m, uint32_t dead) {
	uint32_t sliders = (uint32_t)(found >> 32) & ~dead, pieces = (uint32_t)(found >> 40 & 0xff) & ~dead;
	for (uint32_t set = sliders & (pieces << 4 | pieces >> 4) & 0xff; set; set &= set - 1) {
		int ray = ks_lowest(set), from = v->places[8 + ray], to = v->places[8 + (ray ^ 4)];
		list[n] = half_pair(m->codes[from], from) | half_pair(m->codes[to], to) << 6;
		n += r->victims[ray & 1][m->codes[from]] >> m->codes[to] & 1;
	}
	return n;
}

/* Lists the pair of a piece, of which own is half, and the piece on a square, if bit way of ways says that it counts. */
static inline int64_t list_victim(uint32_t *list, int64_t n, uint32_t own, const uint64_t *ways, const mailbox_t *m, int to, int way) {
	int victim = m->codes[to];
	list[n] = own | half_pair(victim, to & 63) << 6;
	return n + (int64_t)(ways[victim] >> way & 1);
}

static void refresh_generic(ks_pairs *dst, const ks_rules *rules, const uint8_t mailbox[64]) {
	const rule_tables *r = tables_of(rules);
	mailbox_t m;
	uint32_t *list = dst->pairs;
	int64_t n = 0;
	load(&m, r, mailbox);
	for (uint64_t pieces = m.occupied; pieces; pieces &= pieces - 1) {
		int sq = ks_lowest(pieces), code = m.codes[sq];
		const uint64_t *ways = r->ways[code], *ray = square_rays[sq];
		const uint8_t *jumps = r->kernel.jumps[sq], *steps = r->kernel.steps[sq];
		uint32_t own = half_pair(code, sq);
		unsigned by = r->reach[code];
#define VICTIM(to, way) n = list_victim(list, n, own, ways, &m, (int)(to), way)
		if (by & BY_JUMP) {
			for (int i = 0; i < 8; i++)
				VICTIM(jumps[i], 48 + i);
		} else if (by & NORTH_STEP) {
			VICTIM(steps[0], 16);
			VICTIM(steps[6], 22);
		} else if (by & SOUTH_STEP) {
			VICTIM(steps[2], 18);
			VICTIM(steps[4], 20);
		} else if (by & ONE_STEP) {
			for (int i = 0; i < 8; i++)
				VICTIM(steps[i], 16 + i);
		} else {
			unsigned straight = by & ORTHOGONAL, oblique = by & DIAGONAL;
			if (oblique)
				VICTIM(first_of(ray[0] & m.occupied), 0);
			if (straight)
				VICTIM(first_of(ray[1] & m.occupied), 1);
			if (oblique)
				VICTIM(last_of(ray[2] & m.occupied), 2);
			if (straight)
				VICTIM(last_of(ray[3] & m.occupied), 3);
			if (oblique)
				VICTIM(last_of(ray[4] & m.occupied), 4);
			if (straight)
				VICTIM(last_of(ray[5] & m.occupied), 5);
			if (oblique)
				VICTIM(first_of(ray[6] & m.occupied), 6);
			if (straight)
				VICTIM(first_of(ray[7] & m.occupied), 7);
		}
#undef VICTIM
	}
	dst->n = n;
}

static void refresh_board_generic(ks_pairs *dst, const ks_rules *rules, const ks_board *board) {
	uint8_t mailbox[64];
	ks_board_mailbox(mailbox, rules, board);
	refresh_generic(dst, rules, mailbox);
}

/* Sets dst to the pairs that change if a piece leaves a square and a piece, the same or another, arrives at a second
   one, with no piece between them. For other updates it returns false and does not change m. */
static bool moved_piece(ks_pair_changes *dst, const rule_tables *r, mailbox_t *m, uint64_t update) {
	int from = (int)(update & 63), to = (int)(update >> 16 & 63), line = r->kernel.lines[from][to].ray >> 3; /* 8: none */
	if (update >> 32 || update >> 16 == 0 || from == to || !(update >> 8 & KS_EMPTY) || update >> 24 & KS_EMPTY)
		return false;
	int placed = (int)(update >> 24 & 15), mover = m->codes[from], captured = m->codes[to];
	uint64_t between = line < 8 ? square_rays[from][line] & square_rays[to][line ^ 4] : 0, arrived = (uint64_t)1 << to, left = (uint64_t)1 << from;
	bool captures = m->occupied & arrived;
	if (!r->pieces[placed] || !(m->occupied & left) || (captures && placed == captured) || between & m->occupied)
		return false;
	uint32_t dead = line < 8 ? 1u << line : 0, *removed = dst->pairs[0], *added = dst->pairs[1];
	view v;
	look(&v, r, from, m->occupied);
	uint64_t found = find(r, &v, m, mover);
	int64_t n = list_pairs(removed, 0, found, &v, m, mover, 0), k = list_across(added, 0, found, r, &v, m, dead);
	m->codes[from] = (uint8_t)r->empty;
	m->occupied &= ~left;
	dead = (dead << 4 | dead >> 4) & 0xff;
	look(&v, r, to, m->occupied);
	found = find(r, &v, m, placed);
	k = list_pairs(added, k, found, &v, m, placed, 0);
	if (captures)
		n = list_pairs(removed, n, find(r, &v, m, captured), &v, m, captured, dead << 8);
	else
		n = list_across(removed, n, found, r, &v, m, dead);
	dst->n[0] = n;
	dst->n[1] = k;
	return true;
}

/* The places on the squares of a set. */
static uint32_t places_on(const view *v, uint64_t set) {
	uint32_t places = 0;
	for (int i = 0; i < 16; i++)
		places |= (v->places[i] < 64 ? (uint32_t)(set >> v->places[i] & 1) : 0) << i;
	return places;
}

/* The difference between the boards before and after is the pairs that touch a changed square, and
   the pairs of sliders across a changed square that is empty on one of the boards. */
static void deltas_generic(ks_pair_changes *dst, const ks_rules *rules, const uint8_t before[64], uint64_t update) {
	const rule_tables *r = tables_of(rules);
	mailbox_t boards[2];
	uint64_t changed, done = 0;
	int64_t n[2] = {0, 0};
	load(&boards[0], r, before);
	if (moved_piece(dst, r, &boards[0], update))
		return;
	boards[1] = boards[0];
	for (uint64_t u = update; u; u >>= 16) {
		uint64_t square = (uint64_t)1 << (u & 63);
		int code = u >> 8 & KS_EMPTY ? (int)r->empty : (int)(u >> 8 & 15);
		boards[1].codes[u & 63] = (uint8_t)code;
		boards[1].occupied = (boards[1].occupied & ~square) | (r->pieces[code] ? square : 0);
	}
	changed = boards[0].occupied ^ boards[1].occupied;
	for (uint64_t u = update; u; u >>= 16)
		if (boards[0].codes[u & 63] != boards[1].codes[u & 63])
			changed |= (boards[0].occupied & boards[1].occupied) & (uint64_t)1 << (u & 63);
	for (uint64_t u = update; u; u >>= 16) {
		int sq = (int)(u & 63);
		if (!((changed & ~done) >> sq & 1))
			continue;
		for (int i = 0; i < 2; i++) {
			const mailbox_t *m = &boards[i];
			view v;
			if (m->occupied >> sq & 1) {
				look(&v, r, sq, m->occupied);
				n[i] = list_pairs(dst->pairs[i], n[i], find(r, &v, m, m->codes[sq]), &v, m, m->codes[sq], places_on(&v, done));
			} else {
				look(&v, r, sq, m->occupied | done);
				n[i] = list_across(dst->pairs[i], n[i], find(r, &v, m, (int)r->empty), r, &v, m, places_on(&v, changed) >> 8);
			}
		}
		done |= (uint64_t)1 << sq;
	}
	dst->n[0] = n[0];
	dst->n[1] = n[1];
}

/* == Feature numbers == */

/* Writes the features of pairs for both sides. */
static void number(uint32_t *white, uint32_t *black, int64_t *n_white, int64_t *n_black, const ks_features *f, const uint32_t *pairs, int64_t n,
                   int white_king, int black_king) {
	const uint64_t *rows;
	const uint32_t *to = turned(f, white_king, black_king, &rows);
	*n_white = *n_black = 0;
	for (int64_t i = 0; i < n; i++) {
		uint32_t pieces = pairs[i] >> 12 & 1023;
		uint64_t x = numbers_of(f)->first[pieces] + rows[pairs[i] ^ to[pieces]];
		/* Bit 0 of a half means that there is no feature. */
		if (!(x & 1))
			white[(*n_white)++] = (uint32_t)x >> 1;
		if (!(x >> 32 & 1))
			black[(*n_black)++] = (uint32_t)(x >> 33);
	}
}

static void number_pairs_generic(ks_feature_numbers *dst, const ks_features *f, const ks_pairs *pairs, int white, int black) {
	number(dst->features[0], dst->features[1], &dst->n[0], &dst->n[1], f, pairs->pairs, pairs->n, white, black);
}

static void number_changes_generic(ks_feature_changes *dst, const ks_features *f, const ks_pair_changes *changes, int white, int black) {
	for (int i = 0; i < 2; i++)
		number(dst->features[0][i], dst->features[1][i], &dst->n[0][i], &dst->n[1][i], f, changes->pairs[i], changes->n[i], white, black);
}

/* == Pairs of pawns == */

/* The number of a pawn for PP_3Wide: own pawns on a2 to h7 from 0 on, then the opponent's. */
static int32_t pawn_number(int sq, int turn, bool own) { return (sq ^ turn) - 8 + (own ? 0 : 48); }
static int32_t pawn_pair_number(int32_t i, int32_t j) { return i < j ? j * (j - 1) / 2 + i : i * (i - 1) / 2 + j; }

size_t ks_pawn_pairs_touching(uint32_t *dst, uint64_t white, uint64_t black, uint64_t touched, int side, int king) {
	int turn = (king & 4 ? 7 : 0) ^ (side & 1 ? 56 : 0);
	size_t n = 0;
	white &= pawn_ranks;
	black &= pawn_ranks & ~white;
	uint64_t own = side & 1 ? black : white, rest = white | black;
	/* Of two touched pawns the lower one lists their pair. */
	for (uint64_t x = rest & touched; x; x &= x - 1) {
		int sq = ks_lowest(x);
		uint64_t file = (uint64_t)0x0101010101010101 << (sq & 7);
		rest &= ~((uint64_t)1 << sq);
		for (uint64_t y = rest & (file | (file << 1 & not_file_a) | (file >> 1 & not_file_h)); y; y &= y - 1) {
			int other = ks_lowest(y);
			dst[n++] = (uint32_t)pawn_pair_number(pawn_number(sq, turn, own >> sq & 1), pawn_number(other, turn, own >> other & 1));
		}
	}
	return n;
}

size_t ks_pawn_pairs(uint32_t *dst, uint64_t white, uint64_t black, int side, int king) {
	return ks_pawn_pairs_touching(dst, white, black, all, side, king);
}

/* == Rows of features == */

static void append(feature_row *r, int32_t feature) {
	if (r->n < r->length)
		r->features[r->n++] = feature;
}

/* The squares of both kings, and the exclusive or of a square and of the square in the view of each side. */
typedef struct {
	int kings[2], turns[2];
} feature_views;

static feature_views views_of(const ks_board *b, ks_input_kind kind, const ks_threat_inputs *threats) {
	feature_views v;
	for (int side = 0; side < 2; side++) {
		/* A side without a king counts as having it on a1. */
		uint64_t kings = kings_of(b) & side_of(b, side);
		int king = kings ? ks_lowest(kings) : 0;
		bool mirrored = king & 4;
		if (kind == KS_INPUT_THREATS)
			mirrored = numbers_of(&threats->features)->mirrored[king];
		else if (kind == KS_INPUT_PIECES)
			mirrored = !mirrored;
		v.kings[side] = king;
		v.turns[side] = (mirrored ? 7 : 0) ^ (side ? 56 : 0);
	}
	return v;
}

/* The first number of the pieces of a side: its king selects a bucket of 768. */
static int32_t bucket_of(const ks_input *input, const feature_views *v, int side) {
	int king = v->kings[side] ^ v->turns[side];
	return input->first + 768 * ((7 - (king >> 3)) * 4 + 7 - (king & 7));
}

/* The features of White's attackers and pawns come last in Black's row. */
typedef struct {
	feature_row *rows, later;
	bool is_later;
} side_rows;

static void append_both(side_rows *w, int32_t white, int32_t black) {
	if (white >= 0)
		append(&w->rows[0], white);
	if (black >= 0)
		append(w->is_later ? &w->later : &w->rows[1], black);
}

static int code_at(const ks_board *b, int sq) {
	return (int)((b->g0 >> sq & 1) | (b->g1 >> sq & 1) << 1 | (b->g2 >> sq & 1) << 2 | (b->gb >> sq & 1) << 3);
}

static void append_pair(side_rows *w, const ks_threat_inputs *t, const ks_board *b, const feature_views *v, int from, int to) {
	const uint64_t *rows;
	const uint32_t *to_row = turned(&t->features, v->kings[0], v->kings[1], &rows);
	uint32_t pieces = (uint32_t)(code_at(b, from) | code_at(b, to) << 6);
	uint64_t x = numbers_of(&t->features)->first[pieces] + rows[((uint32_t)(from | to << 6) | pieces << 12) ^ to_row[pieces]];
	append_both(w, x & 1 ? -1 : t->first + (int32_t)((uint32_t)x >> 1), x >> 32 & 1 ? -1 : t->first + (int32_t)(x >> 33));
}

/* Appends the pairs of the attackers of a side: pawns, by the direction of their attack, then the
   other kinds, each by the squares of the attackers and of their victims. */
static void append_attackers(side_rows *w, const ks_threat_inputs *t, const ks_board *b, const feature_views *v, int side) {
	uint64_t own = side_of(b, side), empty = ~occupied(b), pieces = ~empty;
	const uint64_t kinds[5] = {knights_of(b), movers(b, 0) & ~queens_of(b), movers(b, 1) & ~queens_of(b), queens_of(b), kings_of(b)};
	for (int west = 0; west < 2; west++) {
		int d = side ? (west ? KS_SOUTH_EAST : KS_SOUTH_WEST) : west ? KS_NORTH_WEST : KS_NORTH_EAST;
		for (uint64_t set = step(pawns_of(b) & own, d) & ~empty; set; set &= set - 1) {
			int to = ks_lowest(set), distance = west ? 7 : 9;
			append_pair(w, t, b, v, side ? to + distance : to - distance, to);
		}
	}
	for (int kind = 0; kind < 5; kind++) {
		for (uint64_t set = kinds[kind] & own; set; set &= set - 1) {
			uint64_t piece = set & -set, victims;
			switch (kind) {
			case 0: victims = knight_attacks(piece); break;
			case 1: victims = bishop_from(first_of(set), pieces); break;
			case 2: victims = rook_from(first_of(set), pieces); break;
			case 3: victims = bishop_from(first_of(set), pieces) | rook_from(first_of(set), pieces); break;
			default: victims = king_attacks(piece);
			}
			for (victims &= ~empty; victims; victims &= victims - 1)
				append_pair(w, t, b, v, ks_lowest(set), ks_lowest(victims));
		}
	}
}

/* Appends the pairs of each pawn of a side with the pawns on lower squares. */
static void append_pawns(side_rows *w, int32_t first, uint64_t white, uint64_t black, const feature_views *v, int side) {
	for (uint64_t x = side ? black : white; x; x &= x - 1) {
		int sq = ks_lowest(x);
		uint64_t file = (uint64_t)0x0101010101010101 << (sq & 7), files = file | (file << 1 & not_file_a) | (file >> 1 & not_file_h);
		for (uint64_t y = (white | black) & files & ((x & -x) - 1); y; y &= y - 1) {
			int other = ks_lowest(y), number[2];
			for (int c = 0; c < 2; c++)
				number[c] = first + pawn_pair_number(pawn_number(sq, v->turns[c], c == side),
				                                     pawn_number(other, v->turns[c], c == (int)(black >> other & 1)));
			append_both(w, number[0], number[1]);
		}
	}
}

/* Adds the features of one input to the rows of both sides. */
static void add_input(feature_row rows[2], const ks_input *input, const ks_board *b) {
	static const int32_t places[8] = {0, 384, 0, 256, 128, 384, 640, 512}; /* by code: rooks, pawns, bishops, ... */
	int32_t later[512];
	side_rows w = {rows, {later, 0, 512}, false};
	feature_views v = views_of(b, input->kind, input->threats);
	if (input->kind == KS_INPUT_PIECES) {
		for (int side = 0; side < 2; side++)
			for (uint64_t set = occupied(b); set; set &= set - 1) {
				int sq = ks_lowest(set), code = code_at(b, sq);
				append(&rows[side], bucket_of(input, &v, side) + places[code & 7] + ((code >> 3) != side ? 64 : 0) + (sq ^ v.turns[side]));
			}
		return;
	}
	uint64_t white = pawns_of(b) & ~b->gb & pawn_ranks, black = pawns_of(b) & b->gb & pawn_ranks;
	for (int side = 0; side < 2; side++) {
		w.is_later = side == 0;
		if (input->kind == KS_INPUT_THREATS)
			append_attackers(&w, input->threats, b, &v, side);
		else
			append_pawns(&w, input->first, white, black, &v, side);
	}
	for (size_t i = 0; i < w.later.n; i++)
		append(&rows[1], later[i]);
}

static void fill_rows_generic(int32_t *white, int32_t *black, size_t length, const ks_board *boards, size_t n, const ks_input *inputs, size_t n_inputs,
                      bool stream, int64_t active[2]) {
	int64_t count[2] = {0, 0};
	(void)stream;
	for (size_t i = 0; i < n; i++) {
		feature_row rows[2] = {{white + i * length, 0, length}, {black + i * length, 0, length}};
		for (size_t k = 0; k < n_inputs; k++)
			add_input(rows, &inputs[k], &boards[i]);
		for (int side = 0; side < 2; side++) {
			count[side] += (int64_t)rows[side].n;
			while (rows[side].n < length)
				append(&rows[side], -1);
		}
	}
	if (active)
		memcpy(active, count, sizeof count);
}

/* == Accumulators == */

static bool all_below(const uint32_t *list, size_t n, size_t rows) {
	for (size_t i = 0; i < n; i++)
		if (list[i] >= rows)
			return false;
	return true;
}

/* The same function for both sizes of weights. Sums are unsigned, so that they wrap around. */
#define ACCUMULATE(name, weight) \
	static bool name(int16_t *dst, const int16_t *src, size_t width, const weight *weights, size_t rows, const uint32_t *added, size_t n_added, \
	          const uint32_t *removed, size_t n_removed) { \
		if (width % 32 || (width && !(all_below(added, n_added, rows) && all_below(removed, n_removed, rows)))) \
			return false; \
		if (dst != src) \
			memcpy(dst, src, width * sizeof *dst); \
		for (size_t i = 0; i < n_added; i++) \
			for (size_t k = 0; k < width; k++) \
				dst[k] = (int16_t)(uint16_t)((unsigned)dst[k] + (unsigned)weights[added[i] * width + k]); \
		for (size_t i = 0; i < n_removed; i++) \
			for (size_t k = 0; k < width; k++) \
				dst[k] = (int16_t)(uint16_t)((unsigned)dst[k] - (unsigned)weights[removed[i] * width + k]); \
		return true; \
	}
ACCUMULATE(accumulate_generic, int16_t)
ACCUMULATE(accumulate_int8_generic, int8_t)
#undef ACCUMULATE
