/* koggestone_generic.c: the generic path, plain C for any CPU. It is written for clarity, and
   defines what the kernels compute. */
#include "koggestone_internal.h"

#include <string.h>

/* == Fills (Steffan Westcott's Kogge-Stone fills, 2002) == */

static const int shifts[8] = {9, 1, -7, -8, -9, -1, 7, 8};
static const uint64_t not_file_a = 0xfefefefefefefefe, not_file_h = 0x7f7f7f7f7f7f7f7f, all = ~(uint64_t)0;

/* The squares that a step in direction d can reach without wrapping around the edge. */
static uint64_t destinations(int d) {
	return d == KS_NORTH || d == KS_SOUTH ? all : d <= KS_SOUTH_EAST ? not_file_a : not_file_h;
}

static uint64_t shifted(uint64_t b, int n) { return n > 0 ? b << n : b >> -n; }

static uint64_t step(uint64_t b, int d) { return shifted(b, shifts[d]) & destinations(d); }

/* The attacks of sliders in direction d: they fill empty squares in steps of 1, 2 and 4, then step
   on. */
static inline uint64_t attacks(uint64_t sliders, uint64_t empty, int d) {
	int n = shifts[d];
	uint64_t gen = sliders, pro = empty & destinations(d);
	gen |= pro & shifted(gen, n);
	pro &= shifted(pro, n);
	gen |= pro & shifted(gen, 2 * n);
	pro &= shifted(pro, 2 * n);
	gen |= pro & shifted(gen, 4 * n);
	return step(gen, d);
}

uint64_t ks_rook_attacks_generic(uint64_t rooks, uint64_t empty) {
	return attacks(rooks, empty, KS_EAST) | attacks(rooks, empty, KS_SOUTH) | attacks(rooks, empty, KS_WEST) | attacks(rooks, empty, KS_NORTH);
}

uint64_t ks_bishop_attacks_generic(uint64_t bishops, uint64_t empty) {
	return attacks(bishops, empty, KS_NORTH_EAST) | attacks(bishops, empty, KS_SOUTH_EAST) | attacks(bishops, empty, KS_SOUTH_WEST) |
	       attacks(bishops, empty, KS_NORTH_WEST);
}

uint64_t ks_slider_attacks_generic(uint64_t diagonal, uint64_t orthogonal, uint64_t empty) {
	return ks_bishop_attacks_generic(diagonal, empty) | ks_rook_attacks_generic(orthogonal, empty);
}

void ks_ray_attacks_generic(uint64_t dst[8], uint64_t sliders, uint64_t empty) {
	for (int d = 0; d < 8; d++)
		dst[d] = attacks(sliders, empty, d);
}

void ks_multi_attacks_generic(uint64_t dst[8][4], const uint64_t gens[4], uint64_t empty) {
	for (int d = 0; d < 8; d++)
		for (int g = 0; g < 4; g++)
			dst[d][g] = attacks(gens[g], empty, d);
}

void ks_rook_attacks_batch_generic(uint64_t *dst, const uint64_t *rooks, const uint64_t *empty, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = ks_rook_attacks_generic(rooks[i], empty[i]);
}

void ks_bishop_attacks_batch_generic(uint64_t *dst, const uint64_t *bishops, const uint64_t *empty, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = ks_bishop_attacks_generic(bishops[i], empty[i]);
}

void ks_slider_attacks_batch_generic(uint64_t *dst, const uint64_t *diagonal, const uint64_t *orthogonal, const uint64_t *empty, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = ks_slider_attacks_generic(diagonal[i], orthogonal[i], empty[i]);
}

void ks_ray_attacks_batch_generic(uint64_t *const dst[8], const uint64_t *sliders, const uint64_t *empty, size_t n) {
	for (int d = 0; d < 8; d++)
		for (size_t i = 0; i < n; i++)
			dst[d][i] = attacks(sliders[i], empty[i], d);
}

void ks_multi_attacks_batch_generic(uint64_t *const dst[8][4], const uint64_t *const gens[4], const uint64_t *empty, size_t n) {
	for (int d = 0; d < 8; d++)
		for (int g = 0; g < 4; g++)
			for (size_t i = 0; i < n; i++)
				dst[d][g][i] = attacks(gens[g][i], empty[i], d);
}

/* == Boards == */

static uint64_t occupied(const ks_board *b) { return b->g0 | b->g1 | b->g2; }
static uint64_t pawns_of(const ks_board *b) { return ~b->g0 & b->g1 & ~b->g2; }
static uint64_t knights_of(const ks_board *b) { return ~b->g0 & ~b->g1 & b->g2; }
static uint64_t kings_of(const ks_board *b) { return ~b->g0 & b->g1 & b->g2; }
static uint64_t queens_of(const ks_board *b) { return b->g0 & b->g1 & b->g2; }
/* Bishops and queens in directions 0, 2, 4 and 6, rooks and queens in the others. */
static uint64_t movers(const ks_board *b, int d) { return d % 2 ? b->g0 & (b->g2 | ~b->g1) : b->g0 & b->g1; }
static uint64_t side_of(const ks_board *b, int us) { return occupied(b) & (us ? b->gb : ~b->gb); }

static uint64_t pawn_attacks(uint64_t pawns, int us) {
	return us ? step(pawns, KS_SOUTH_EAST) | step(pawns, KS_SOUTH_WEST) : step(pawns, KS_NORTH_EAST) | step(pawns, KS_NORTH_WEST);
}

static uint64_t knight_jump(uint64_t knights, int jump) {
	static const uint8_t steps[8][2] = {{0, 7}, {0, 1}, {2, 1}, {2, 3}, {4, 3}, {4, 5}, {6, 5}, {6, 7}};
	return step(step(knights, steps[jump][0]), steps[jump][1]);
}

static uint64_t knight_attacks(uint64_t knights) {
	uint64_t set = 0;
	for (int i = 0; i < 8; i++)
		set |= knight_jump(knights, i);
	return set;
}

static uint64_t king_attacks(uint64_t kings) {
	uint64_t set = 0;
	for (int d = 0; d < 8; d++)
		set |= step(kings, d);
	return set;
}

uint64_t ks_side_attacks(const ks_board *b, bool black) {
	uint64_t own = side_of(b, black), empty = ~occupied(b);
	return ks_slider_attacks_generic(movers(b, 0) & own, movers(b, 1) & own, empty) | pawn_attacks(pawns_of(b) & own, black) |
	       knight_attacks(knights_of(b) & own) | king_attacks(kings_of(b) & own);
}

/* The lines from the king of side us. line[d] is the squares that the king sees in direction d, and
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

void ks_threats_of_generic(ks_threats *t, const ks_board *board, int us) {
	const ks_board copy = *board, *b = &copy;
	us &= 1;
	uint64_t own = side_of(b, us), foe = side_of(b, !us), empty = ~occupied(b);
	uint64_t king = kings_of(b) & own, their_king = kings_of(b) & foe, queens = queens_of(b) & foe;
	king_lines k = lines_of(b, us);
	t->by_pawn = pawn_attacks(pawns_of(b) & foe, !us);
	t->by_knight = knight_attacks(knights_of(b) & foe);
	t->by_bishop = ks_bishop_attacks_generic(movers(b, 0) & foe & ~queens, empty);
	t->by_rook = ks_rook_attacks_generic(movers(b, 1) & foe & ~queens, empty);
	t->by_queen = ks_slider_attacks_generic(queens, queens, empty);
	t->by_king = king_attacks(their_king);
	t->attacked = t->by_pawn | t->by_knight | t->by_bishop | t->by_rook | t->by_queen | t->by_king;
	t->danger = t->attacked;
	for (int d = 0; d < 8; d++)
		if (attacks(movers(b, d) & foe, empty, d) & king)
			t->danger |= attacks(king, empty, d);
	t->checkers = k.checkers;
	t->check_mask = k.checkers == 0 ? all : k.checkers & (k.checkers - 1) ? 0 : k.checkers | (k.lines & empty);
	t->pinned = k.pinned;
	t->pinners = k.pinners;
	t->pawn_checks = pawn_attacks(their_king, !us);
	t->knight_checks = knight_attacks(their_king);
	t->bishop_checks = ks_bishop_attacks_generic(their_king, empty);
	t->rook_checks = ks_rook_attacks_generic(their_king, empty);
	t->discoverers = discoverers_of(b, us);
}

/* Adds a set of attacks, at most one on each square, to the squares attacked once and twice. */
static uint64_t count(ks_side_threats *t, uint64_t set) {
	t->attacked_twice |= t->attacked & set;
	t->attacked |= set;
	return set;
}

void ks_both_threats_generic(ks_side_threats dst[2], const ks_board *board) {
	const ks_board copy = *board, *b = &copy;
	uint64_t empty = ~occupied(b);
	memset(dst, 0, 2 * sizeof *dst);
	for (int us = 0; us < 2; us++) {
		ks_side_threats *t = &dst[us];
		uint64_t own = side_of(b, us), pawns = pawns_of(b) & own, queens = queens_of(b) & own;
		king_lines k = lines_of(b, us);
		for (int d = 0; d < 8; d++) {
			uint64_t others = count(t, attacks(movers(b, d) & own & ~queens, empty, d));
			*(d % 2 ? &t->by_rook : &t->by_bishop) |= others;
			t->by_queen |= count(t, attacks(queens, empty, d));
			t->by_king |= count(t, step(kings_of(b) & own, d));
			t->by_knight |= count(t, knight_jump(knights_of(b) & own, d));
		}
		t->by_pawn = count(t, step(pawns, us ? KS_SOUTH_EAST : KS_NORTH_EAST)) | count(t, step(pawns, us ? KS_SOUTH_WEST : KS_NORTH_WEST));
		t->checkers = k.checkers;
		t->pinned = k.pinned;
		t->pinners = k.pinners;
		t->discoverers = discoverers_of(b, us);
	}
}

void ks_vision_generic(ks_board dst[8], const ks_board *b) {
	uint64_t gens[4] = {b->g0, b->g1, b->g2, b->gb & occupied(b)}, rays[8][4];
	ks_multi_attacks_generic(rays, gens, ~occupied(b));
	memcpy(dst, rays, sizeof rays);
}

static ks_board board_of(const uint64_t *const planes[4], size_t i) {
	ks_board b = {planes[0][i], planes[1][i], planes[2][i], planes[3][i]};
	return b;
}

void ks_threats_batch_generic(uint64_t *const dst[KS_THREAT_SETS], const uint64_t *const planes[4], const uint8_t *us, size_t n) {
	for (size_t i = 0; i < n; i++) {
		ks_threats t;
		uint64_t sets[KS_THREAT_SETS];
		ks_board b = board_of(planes, i);
		ks_threats_of_generic(&t, &b, us[i]);
		memcpy(sets, &t, sizeof sets);
		for (int k = 0; k < KS_THREAT_SETS; k++)
			dst[k][i] = sets[k];
	}
}

void ks_vision_batch_generic(uint64_t *const dst[8][4], const uint64_t *const planes[4], size_t n) {
	for (size_t i = 0; i < n; i++) {
		ks_board b = board_of(planes, i), rays[8];
		ks_vision_generic(rays, &b);
		for (int d = 0; d < 8; d++) {
			dst[d][0][i] = rays[d].g0;
			dst[d][1][i] = rays[d].g1;
			dst[d][2][i] = rays[d].g2;
			dst[d][3][i] = rays[d].gb;
		}
	}
}

void ks_attacks_batch_generic(uint64_t *dst, const uint64_t *const planes[4], bool black, size_t n) {
	for (size_t i = 0; i < n; i++) {
		ks_board b = board_of(planes, i);
		dst[i] = ks_side_attacks(&b, black);
	}
}

/* == Pairs ==
   Codes are stored as the exclusive or with the code of an empty square, as in ks_pair_tables, so
   that 0 is an empty square. */

enum { NOWHERE = 64 };

typedef struct {
	const ks_pair_tables *tables;
	uint8_t codes[NOWHERE + 1];
} mailbox_t;

static void load(mailbox_t *m, const ks_rules *rules, const uint8_t mailbox[64]) {
	m->tables = ks_tables(rules);
	for (int sq = 0; sq < 64; sq++)
		m->codes[sq] = m->tables->rows[mailbox[sq]] >> 4;
	m->codes[NOWHERE] = 0;
}

/* The sixteen places around a square: the squares of its jumps, then of the nearest pieces on its
   rays, as if the squares of a set had pieces too. NOWHERE if there is none. */
typedef struct {
	int squares[16];
	bool adjacent[16];
} view;

static bool contains(uint64_t set, int sq) { return sq < 64 && set >> sq & 1; }

static void look(view *v, const mailbox_t *m, int sq, uint64_t more) {
	for (int i = 0; i < 8; i++) {
		v->squares[i] = ks_jump(sq, i);
		v->adjacent[i] = false;
		int n = 1, to = ks_step(sq, i, 1);
		while (to != NOWHERE && !m->codes[to] && !contains(more, to))
			to = ks_step(sq, i, ++n);
		v->squares[8 + i] = to;
		v->adjacent[8 + i] = n == 1;
	}
}

static uint32_t pair_of(const mailbox_t *m, int from, int to) {
	uint32_t codes = (uint32_t)m->codes[from] << 12 | (uint32_t)m->codes[to] << 18;
	return ((uint32_t)from | (uint32_t)to << 6 | codes) ^ (uint32_t)m->tables->empty;
}

/* Whether the ways by which a piece reaches others include place i of a view. */
static bool by_place(const view *v, int i, unsigned ways) {
	return (ways & (i < 8 ? KS_BY_JUMP : ks_ray_ways(i - 8, v->adjacent[i]))) != 0;
}

/* Lists the pairs in which the piece on sq attacks, then those in which it is attacked if wanted,
   but none with a piece in done. Returns the new length. */
static int64_t list_pairs(uint32_t *list, int64_t n, const view *v, const mailbox_t *m, int sq, bool attacked, uint64_t done) {
	int piece = m->codes[sq];
	for (int turned = 0; turned <= attacked; turned++) {
		const uint8_t *ways = turned ? m->tables->reached[piece] : m->tables->reaches[piece];
		for (int i = 0; i < 16; i++) {
			int other = v->squares[i];
			if (other != NOWHERE && !contains(done, other) && by_place(v, i, ways[m->codes[other]]))
				list[n++] = turned ? pair_of(m, other, sq) : pair_of(m, sq, other);
		}
	}
	return n;
}

/* Lists the pairs of sliders that see a piece across the empty square of the view, but not along
   rays whose nearest piece is in dead. */
static int64_t list_across(uint32_t *list, int64_t n, const view *v, const mailbox_t *m, uint64_t dead) {
	for (int ray = 0; ray < 8; ray++) {
		int from = v->squares[8 + ray], to = v->squares[8 + (ray ^ 4)];
		if (from == NOWHERE || to == NOWHERE || contains(dead, from) || contains(dead, to))
			continue;
		if (m->tables->reaches[m->codes[from]][m->codes[to]] & ks_ray_ways(ray, false))
			list[n++] = pair_of(m, from, to);
	}
	return n;
}

void ks_refresh_generic(ks_pairs *dst, const ks_rules *rules, const uint8_t mailbox[64]) {
	mailbox_t m;
	load(&m, rules, mailbox);
	int64_t n = 0;
	for (int sq = 0; sq < 64; sq++) {
		view v;
		if (!m.codes[sq])
			continue;
		look(&v, &m, sq, 0);
		n = list_pairs(dst->pairs, n, &v, &m, sq, false, 0);
	}
	dst->n = n;
}

void ks_refresh_board_generic(ks_pairs *dst, const ks_rules *rules, const ks_board *board) {
	uint8_t mailbox[64];
	ks_board_mailbox(mailbox, rules, board);
	ks_refresh_generic(dst, rules, mailbox);
}

/* The difference between the boards before and after is the pairs that touch a changed square, and
   the pairs of sliders across a changed square that is empty on one of the boards. */
void ks_deltas_generic(ks_pair_changes *dst, const ks_rules *rules, const uint8_t before[64], uint64_t update) {
	mailbox_t boards[2];
	uint64_t changed = 0, done = 0;
	int64_t n[2] = {0, 0};
	load(&boards[0], rules, before);
	boards[1] = boards[0];
	for (uint64_t u = update; u; u >>= 16)
		boards[1].codes[u & 63] = boards[1].tables->rows[u >> 8 & 255] >> 4;
	for (int sq = 0; sq < 64; sq++)
		changed |= (uint64_t)(boards[0].codes[sq] != boards[1].codes[sq]) << sq;
	for (uint64_t u = update; u; u >>= 16) {
		int sq = (int)(u & 63);
		if (!contains(changed & ~done, sq))
			continue;
		for (int i = 0; i < 2; i++) {
			view v;
			if (boards[i].codes[sq]) {
				look(&v, &boards[i], sq, 0);
				n[i] = list_pairs(dst->pairs[i], n[i], &v, &boards[i], sq, true, done);
			} else {
				look(&v, &boards[i], sq, done);
				n[i] = list_across(dst->pairs[i], n[i], &v, &boards[i], changed);
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
	const uint32_t *to = ks_turned(f, white_king, black_king, &rows);
	*n_white = *n_black = 0;
	for (int64_t i = 0; i < n; i++) {
		uint32_t pieces = pairs[i] >> 12 & 1023;
		uint64_t x = ks_numbers(f)->first[pieces] + rows[pairs[i] ^ to[pieces]];
		/* Bit 0 of a half means that there is no feature. */
		if (!(x & 1))
			white[(*n_white)++] = (uint32_t)x >> 1;
		if (!(x >> 32 & 1))
			black[(*n_black)++] = (uint32_t)(x >> 33);
	}
}

void ks_number_pairs_generic(ks_feature_numbers *dst, const ks_features *f, const ks_pairs *pairs, int white, int black) {
	number(dst->features[0], dst->features[1], &dst->n[0], &dst->n[1], f, pairs->pairs, pairs->n, white, black);
}

void ks_number_changes_generic(ks_feature_changes *dst, const ks_features *f, const ks_pair_changes *changes, int white, int black) {
	for (int i = 0; i < 2; i++)
		number(dst->features[0][i], dst->features[1][i], &dst->n[0][i], &dst->n[1][i], f, changes->pairs[i], changes->n[i], white, black);
}

/* == Pairs of pawns == */

/* The number of a pawn for PP_3Wide: own pawns on a2 to h7 from 0 on, then the opponent's. */
static int32_t pawn_number(int sq, int turn, bool own) { return (sq ^ turn) - 8 + (own ? 0 : 48); }
static int32_t pawn_pair_number(int32_t i, int32_t j) { return i < j ? j * (j - 1) / 2 + i : i * (i - 1) / 2 + j; }

size_t ks_pawn_pairs_touching(uint32_t *dst, uint64_t white, uint64_t black, uint64_t touched, int side, int king) {
	const uint64_t ranks = 0x00ffffffffffff00;
	int turn = (king & 4 ? 7 : 0) ^ (side & 1 ? 56 : 0);
	size_t n = 0;
	white &= ranks;
	black &= ranks & ~white;
	uint64_t own = side & 1 ? black : white, rest = white | black;
	/* Of two touched pawns the lower one lists their pair. */
	for (uint64_t x = rest & touched; x; x &= x - 1) {
		int sq = __builtin_ctzll(x);
		uint64_t file = (uint64_t)0x0101010101010101 << (sq & 7);
		rest &= ~((uint64_t)1 << sq);
		for (uint64_t y = rest & (file | (file << 1 & not_file_a) | (file >> 1 & not_file_h)); y; y &= y - 1) {
			int other = __builtin_ctzll(y);
			dst[n++] = (uint32_t)pawn_pair_number(pawn_number(sq, turn, own >> sq & 1), pawn_number(other, turn, own >> other & 1));
		}
	}
	return n;
}

size_t ks_pawn_pairs(uint32_t *dst, uint64_t white, uint64_t black, int side, int king) {
	return ks_pawn_pairs_touching(dst, white, black, all, side, king);
}

/* == Rows of features == */

static void append(ks_row *r, int32_t feature) {
	if (r->n < r->length)
		r->features[r->n++] = feature;
}

ks_views ks_views_of(const ks_board *b, ks_input_kind kind, const ks_threat_inputs *threats) {
	ks_views v;
	for (int side = 0; side < 2; side++) {
		/* A side without a king counts as having it on a1. */
		uint64_t kings = kings_of(b) & side_of(b, side);
		int king = kings ? __builtin_ctzll(kings) : 0;
		bool mirrored = king & 4;
		if (kind == KS_INPUT_THREATS)
			mirrored = ks_numbers(&threats->features)->mirrored[king];
		else if (kind == KS_INPUT_PIECES)
			mirrored = !mirrored;
		v.kings[side] = king;
		v.turns[side] = (mirrored ? 7 : 0) ^ (side ? 56 : 0);
	}
	return v;
}

int32_t ks_bucket(const ks_input *input, const ks_views *v, int side) {
	int king = v->kings[side] ^ v->turns[side];
	return input->first + 768 * ((7 - (king >> 3)) * 4 + 7 - (king & 7));
}

/* The features of White's attackers and pawns come last in Black's row. */
typedef struct {
	ks_row *rows, later;
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

static void append_pair(side_rows *w, const ks_threat_inputs *t, const ks_board *b, const ks_views *v, int from, int to) {
	const uint64_t *rows;
	const uint32_t *to_row = ks_turned(&t->features, v->kings[0], v->kings[1], &rows);
	uint32_t pieces = (uint32_t)(code_at(b, from) | code_at(b, to) << 6);
	uint64_t x = ks_numbers(&t->features)->first[pieces] + rows[((uint32_t)(from | to << 6) | pieces << 12) ^ to_row[pieces]];
	append_both(w, x & 1 ? -1 : t->first + (int32_t)((uint32_t)x >> 1), x >> 32 & 1 ? -1 : t->first + (int32_t)(x >> 33));
}

/* Appends the pairs of the attackers of a side: pawns, by the direction of their attack, then the
   other kinds, each by the squares of the attackers and of their victims. */
static void append_attackers(side_rows *w, const ks_threat_inputs *t, const ks_board *b, const ks_views *v, int side) {
	uint64_t own = side_of(b, side), empty = ~occupied(b);
	const uint64_t kinds[5] = {knights_of(b), movers(b, 0) & ~queens_of(b), movers(b, 1) & ~queens_of(b), queens_of(b), kings_of(b)};
	for (int west = 0; west < 2; west++) {
		int d = side ? (west ? KS_SOUTH_EAST : KS_SOUTH_WEST) : west ? KS_NORTH_WEST : KS_NORTH_EAST;
		for (uint64_t set = step(pawns_of(b) & own, d) & ~empty; set; set &= set - 1) {
			int to = __builtin_ctzll(set);
			append_pair(w, t, b, v, to - shifts[d], to);
		}
	}
	for (int kind = 0; kind < 5; kind++) {
		for (uint64_t set = kinds[kind] & own; set; set &= set - 1) {
			uint64_t piece = set & -set, victims;
			switch (kind) {
			case 0: victims = knight_attacks(piece); break;
			case 1: victims = ks_bishop_attacks_generic(piece, empty); break;
			case 2: victims = ks_rook_attacks_generic(piece, empty); break;
			case 3: victims = ks_slider_attacks_generic(piece, piece, empty); break;
			default: victims = king_attacks(piece);
			}
			for (victims &= ~empty; victims; victims &= victims - 1)
				append_pair(w, t, b, v, __builtin_ctzll(set), __builtin_ctzll(victims));
		}
	}
}

/* Appends the pairs of each pawn of a side with the pawns on lower squares. */
static void append_pawns(side_rows *w, int32_t first, uint64_t white, uint64_t black, const ks_views *v, int side) {
	for (uint64_t x = side ? black : white; x; x &= x - 1) {
		int sq = __builtin_ctzll(x);
		uint64_t file = (uint64_t)0x0101010101010101 << (sq & 7), files = file | (file << 1 & not_file_a) | (file >> 1 & not_file_h);
		for (uint64_t y = (white | black) & files & ((x & -x) - 1); y; y &= y - 1) {
			int other = __builtin_ctzll(y), number[2];
			for (int c = 0; c < 2; c++)
				number[c] = first + pawn_pair_number(pawn_number(sq, v->turns[c], c == side),
				                                     pawn_number(other, v->turns[c], c == (int)(black >> other & 1)));
			append_both(w, number[0], number[1]);
		}
	}
}

void ks_add_input(ks_row rows[2], const ks_input *input, const ks_board *b) {
	static const int32_t places[8] = {0, 384, 0, 256, 128, 384, 640, 512}; /* by code: rooks, pawns, bishops, ... */
	int32_t later[512];
	side_rows w = {rows, {later, 0, 512}, false};
	ks_views v = ks_views_of(b, input->kind, input->threats);
	if (input->kind == KS_INPUT_PIECES) {
		for (int side = 0; side < 2; side++)
			for (uint64_t set = occupied(b); set; set &= set - 1) {
				int sq = __builtin_ctzll(set), code = code_at(b, sq);
				append(&rows[side], ks_bucket(input, &v, side) + places[code & 7] + ((code >> 3) != side ? 64 : 0) + (sq ^ v.turns[side]));
			}
		return;
	}
	const uint64_t ranks = 0x00ffffffffffff00;
	uint64_t white = pawns_of(b) & ~b->gb & ranks, black = pawns_of(b) & b->gb & ranks;
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

void ks_fill_rows_generic(int32_t *white, int32_t *black, size_t length, const ks_board *boards, size_t n, const ks_input *inputs, size_t n_inputs,
                      bool stream, int64_t active[2]) {
	int64_t count[2] = {0, 0};
	(void)stream;
	for (size_t i = 0; i < n; i++) {
		ks_row rows[2] = {{white + i * length, 0, length}, {black + i * length, 0, length}};
		for (size_t k = 0; k < n_inputs; k++)
			ks_add_input(rows, &inputs[k], &boards[i]);
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
	bool name(int16_t *dst, const int16_t *src, size_t width, const weight *weights, size_t rows, const uint32_t *added, size_t n_added, \
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
ACCUMULATE(ks_accumulate_generic, int16_t)
ACCUMULATE(ks_accumulate_int8_generic, int8_t)
