/* == Geometry == */

/* The files and ranks of a step in each direction, clockwise from northeast, and of the jumps clockwise from the one
   between north and northeast. */
static const int8_t steps[8][2] = {{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}};
static const int8_t jumps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

enum { ON_BOARD = 0x80, NO_LINE = 64 };

static int moved(int sq, const int8_t by[2], int n) {
	int file = (sq & 7) + n * by[0], rank = (sq >> 3) + n * by[1];
	return file < 0 || file > 7 || rank < 0 || rank > 7 ? NOWHERE : 8 * rank + file;
}

static int step_along(int sq, int ray, int n) { return moved(sq, steps[ray], n); }
static int jump_from(int sq, int jump) { return moved(sq, jumps[jump], 1); }

static bool backward(int ray) { return 2 <= ray && ray <= 5; }
static uint8_t on_board(int sq) { return sq == NOWHERE ? 0 : (uint8_t)(sq | ON_BOARD); }

/* Sets the tables that depend on squares only. ks_pair_tables of the Go library has their
   description. */
static void init_geometry(ks_pair_tables *t) {
	memset(t, 0, sizeof *t);
	for (int sq = 0; sq < 64; sq++) {
		for (int to = 0; to < 64; to++)
			t->lines[sq][to].ray = NO_LINE;
		for (int ray = 0; ray < 8; ray++) {
			int jump = jump_from(sq, ray), first = step_along(sq, ray, 1);
			t->squares[sq][8 * ray] = on_board(jump);
			t->jumps[sq][ray] = (uint8_t)jump;
			t->steps[sq][ray] = (uint8_t)first;
			t->first_steps[sq][ray] = 255;
			t->first_steps[sq][8 + ray] = (uint8_t)(first == NOWHERE ? 255 : first);
			for (int n = 1; n < 8; n++) {
				int to = step_along(sq, ray, n);
				t->squares[sq][8 * ray + 8 - n] = on_board(to);
				if (to == NOWHERE)
					continue;
				int place = backward(ray) ? 63 - to : to; /* the nearest square is the lowest bit */
				t->rays[sq][ray] |= (uint64_t)1 << place;
				t->lines[sq][to].ray = (uint8_t)(8 * ray);
				t->lines[sq][to].place = (uint8_t)place;
			}
		}
	}
}

/* == Pieces == */

/* The kinds in the order of the letters of ks_numbering.victims. */
static const char kinds[] = "PNBRQK";

static char upper(char letter) { return 'a' <= letter && letter <= 'z' ? (char)(letter - 32) : letter; }
static bool is_black(char letter) { return letter != upper(letter); }
static char other_color(char letter) { return (char)(letter ^ 32); }

/* The kind of a piece, from 0 for a pawn, or -1 for another letter. */
static int kind_of(char letter) {
	const char *at = letter ? strchr(kinds, upper(letter)) : NULL;
	return at ? (int)(at - kinds) : -1;
}

/* How a piece attacks, or how it is seen from the squares that it attacks. */
static unsigned reach(char piece, bool turned) {
	switch (kind_of(piece)) {
	case 0: return is_black(piece) == turned ? NORTH_STEP : SOUTH_STEP;
	case 1: return BY_JUMP;
	case 2: return DIAGONAL;
	case 3: return ORTHOGONAL;
	case 4: return ORTHOGONAL | DIAGONAL;
	case 5: return ONE_STEP;
	}
	return 0;
}

/* The squares that a piece attacks on an empty board. */
static uint64_t attacks_on_empty(char piece, int from) {
	unsigned by = reach(piece, false);
	uint64_t set = 0;
	for (int ray = 0; ray < 8; ray++) {
		int jump = jump_from(from, ray);
		if (by & BY_JUMP && jump != NOWHERE)
			set |= (uint64_t)1 << jump;
		for (int n = 1; n < 8 && by & ray_ways(ray, n == 1); n++) {
			int to = step_along(from, ray, n);
			if (to != NOWHERE)
				set |= (uint64_t)1 << to;
		}
	}
	return set;
}

/* == Numberings == */

const ks_numbering ks_sfnnv16 = {59808, 0xf0, {"NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""}, NULL};
const ks_numbering ks_sfnnv12 = {60144, 0xf0, {"PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""}, NULL};
const ks_numbering ks_sfnnv11 = {66864, 0xf0, {"PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "PNBR"}, NULL};
const ks_numbering ks_sfnnv10 = {79856, 0xf0, {"PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"}, NULL};

/* Stockfish's order: own attackers, then the opponent's; for each attacker its own victims, then the
   opponent's; for two pieces the attacker's squares, and for each of these the squares that it
   attacks on an empty board. Pawns on the first and last ranks have no numbers. */
typedef struct {
	int32_t first; /* the first number of the attacker, and of its squares for one victim */
	int32_t begin[64], pairs;
	uint64_t attacks[64]; /* on an empty board, of pawns on the first and last ranks too */
} stockfish_order;

/* The attackers in order: own pieces from pawn to king, then the opponent's. */
static int order_of(char piece) { return kind_of(piece) + (is_black(piece) ? 6 : 0); }

static bool on_edge(char piece, int sq) { return upper(piece) == 'P' && (sq < 8 || sq > 55); }

static void init_orders(stockfish_order orders[12], const ks_numbering *n) {
	int32_t next = 0;
	for (int i = 0; i < 12; i++) {
		stockfish_order *o = &orders[i];
		char piece = i < 6 ? kinds[i] : other_color(kinds[i - 6]);
		o->pairs = 0;
		for (int from = 0; from < 64; from++) {
			o->attacks[from] = attacks_on_empty(piece, from);
			o->begin[from] = o->pairs;
			o->pairs += on_edge(piece, from) ? 0 : ks_count(o->attacks[from]);
		}
		o->first = next;
		if (!n->index)
			next += 2 * (int32_t)strlen(n->victims[i % 6]) * o->pairs;
	}
}

/* The first number of two pieces, or -1 if their pairs have none. */
static int32_t first_number(const ks_numbering *n, const stockfish_order orders[12], char attacker, char victim) {
	const stockfish_order *o = &orders[order_of(attacker)];
	const char *victims = n->victims[kind_of(attacker)], *slot = strchr(victims, upper(victim));
	if (!slot)
		return -1;
	return o->first + (int32_t)((slot - victims) + (is_black(victim) ? (ptrdiff_t)strlen(victims) : 0)) * o->pairs;
}

/* Whether two pieces attack each other. Only the one on the higher square has a number then. */
static bool is_mutual(char attacker, char victim) { return upper(attacker) == upper(victim) && (attacker != victim || upper(attacker) != 'P'); }

/* The number of a pair in which the attacker attacks the victim on an empty board. first is the first
   number of the two pieces. */
static int32_t number_of(const ks_numbering *n, const stockfish_order *o, int32_t first, char attacker, int from, char victim, int to) {
	if (n->index)
		return n->index(n, attacker, from, victim, to);
	if (first < 0 || on_edge(attacker, from) || (is_mutual(attacker, victim) && from < to))
		return -1;
	return first + o->begin[from] + ks_count(o->attacks[from] & (((uint64_t)1 << to) - 1));
}

/* Whether any pair of two pieces has a number, for White or for Black. */
static bool counts(const ks_numbering *n, char attacker, char victim) {
	if (!n->index)
		return strchr(n->victims[kind_of(attacker)], upper(victim)) != NULL;
	for (int side = 0; side < 2; side++) {
		char a = side ? other_color(attacker) : attacker, v = side ? other_color(victim) : victim;
		for (int from = 0; from < 64; from++)
			for (uint64_t set = attacks_on_empty(a, from); set; set &= set - 1)
				if (n->index(n, a, from, v, ks_lowest(set)) >= 0)
					return true;
	}
	return false;
}

/* == Rules == */

/* The code of each piece in the order of ks_board's codes, or -1. A rook that may castle has the
   rook's code unless there are two. */
static bool codes_of(int by_board_code[16], const char codes[16]) {
	for (int p = 0; p < 16; p++)
		by_board_code[p] = -1;
	for (int c = 0; c < 16; c++) {
		const char *at = kind_of(codes[c]) < 0 ? NULL : strchr("PBNRKQ", upper(codes[c]));
		if (!at)
			continue;
		int p = 2 + (int)(at - "PBNRKQ") + (is_black(codes[c]) ? 8 : 0);
		if (by_board_code[p] >= 0) {
			if (upper(codes[c]) != 'R' || by_board_code[p - 4] >= 0)
				return false;
			by_board_code[p - 4] = by_board_code[p];
		}
		by_board_code[p] = c;
	}
	for (int p = 0; p < 16; p++) {
		if (p % 8 == 1 && by_board_code[p] < 0)
			by_board_code[p] = by_board_code[p + 4];
		if (p % 8 && by_board_code[p] < 0)
			return false;
	}
	return true;
}

enum { OCCUPIED = 0x80, SIGHT_JUMPS = 0, SIGHT_STEPS = 8, SIGHT_RAYS = 16 };

/* Returns the ways of a piece that attacks by the given moves: see rule_tables. */
static uint64_t ways_by(unsigned by) {
	uint64_t ways = by & BY_JUMP ? (uint64_t)0xff << 48 : 0;
	for (int ray = 0; ray < 8; ray++)
		ways |= (uint64_t)((by & ray_ways(ray, false)) != 0) << ray | (uint64_t)((by & ray_ways(ray, true)) != 0) << (16 + ray);
	return ways;
}

/* Sets the tables of the generic path that the others do not need. */
static void init_rule_tables(rule_tables *r, const char codes[16], int empty) {
	static const uint8_t masks[16] = {0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15}; /* large cubes first */
	unsigned rest = 0, none = 0;
	int cubes = 0;
	r->empty = (uint64_t)empty;
	for (int c = 0; c < 16; c++) {
		r->pieces[c] = kind_of(codes[c]) >= 0;
		r->reach[c] = (uint8_t)reach(codes[c], false);
		none |= r->pieces[c] ? 0 : 1u << c;
	}
	for (int p = 0; p < 16; p++)
		for (int c = 0; c < 16; c++) {
			for (int ray = 0; ray < 8; ray++)
				r->ways[p][c] |= (uint64_t)(r->victims[ray & 1][c] != 0) << (32 + ray);
			r->ways[p][c] |= r->pieces[c] ? (uint64_t)0xff << 40 : 0;
		}
	rest = none;
	for (int i = 0; i < 16; i++)
		for (unsigned value = 0; value < 16; value++) {
			unsigned set = 0;
			for (unsigned c = 0; c < 16; c++)
				set |= (c & masks[i]) == value ? 1u << c : 0;
			if (!(set & rest) || set & ~none)
				continue;
			rest &= ~set;
			for (int k = cubes++; k < 4; k++) { /* the later ones may be equal */
				r->empties[k].mask = masks[i] * 0x0101010101010101;
				r->empties[k].value = value * 0x0101010101010101;
			}
		}
	r->many = cubes > 2;
}

bool ks_rules_init(ks_rules *rules, const char codes[16], const ks_numbering *n) {
	rule_tables *r = (rule_tables *)rules;
	ks_pair_tables *t = &r->kernel;
	int by_board_code[16], empty = 0;
	if (!codes_of(by_board_code, codes))
		return false;
	memset(r, 0, sizeof *r);
	init_geometry(t);
	while (kind_of(codes[empty]) >= 0)
		empty++; /* twelve to fourteen codes have pieces */
	t->empty = (uint64_t)(empty << 12 | empty << 18);
	for (int a = 0; a < 16; a++) {
		int i = a ^ empty;
		unsigned by = reach(codes[a], false);
		if (kind_of(codes[a]) < 0)
			continue;
		t->board[a] = (uint8_t)(i | OCCUPIED);
		t->sights[i] = by & (ORTHOGONAL | DIAGONAL) ? SIGHT_RAYS : by & BY_JUMP ? SIGHT_JUMPS : SIGHT_STEPS;
		for (int v = 0; v < 16; v++) {
			int j = v ^ empty;
			if (kind_of(codes[v]) < 0 || (n && !counts(n, codes[a], codes[v])))
				continue;
			t->reaches[i][j] = (uint8_t)by;
			t->reached[j][i] = (uint8_t)reach(codes[a], true);
			r->ways[a][v] |= ways_by(by);
			r->ways[v][a] |= ways_by(reach(codes[a], true)) << 8;
			for (int way = 0; way < 2; way++)
				if (by & (way ? ORTHOGONAL : DIAGONAL)) {
					t->victims[way][i] |= (uint16_t)(1 << j);
					r->victims[way][a] |= (uint16_t)(1 << v);
				}
		}
	}
	for (int way = 0; way < 2; way++) {
		for (int i = 0; i < 16; i++) {
			t->victim_bytes[0][way][i] = (uint8_t)t->victims[way][i];
			t->victim_bytes[1][way][i] = (uint8_t)(t->victims[way][i] >> 8);
		}
	}
	for (int b = 0; b < KS_EMPTY; b++)
		t->rows[b] = (uint8_t)(t->board[b & 15] << 4);
	for (int p = 0; p < 16; p++)
		t->quad[p] = p % 8 ? t->board[by_board_code[p]] : 0;
	init_rule_tables(r, codes, empty);
	return true;
}

void ks_board_mailbox(uint8_t mailbox[64], const ks_rules *rules, const ks_board *b) {
	const rule_tables *r = tables_of(rules);
	for (int sq = 0; sq < 64; sq++) {
		int code = (int)((b->g0 >> sq & 1) | (b->g1 >> sq & 1) << 1 | (b->g2 >> sq & 1) << 2 | (b->gb >> sq & 1) << 3);
		mailbox[sq] = (uint8_t)((r->kernel.quad[code] & 15) ^ r->empty);
	}
}

void ks_apply(const ks_rules *rules, uint8_t mailbox[64], uint64_t update) {
	for (; update; update >>= 16) {
		uint8_t code = (uint8_t)(update >> 8);
		mailbox[update & 63] = code & KS_EMPTY ? (uint8_t)tables_of(rules)->empty : code;
	}
}

/* == Features ==
   The number of a pair is the sum of a number for the two pieces and of a number for the squares.
   Rows contain the latter, with White's number in the low half of a word and Black's in the high
   half. Pieces with the same row share it. Numbers are doubled: an odd one means no feature. */

enum { ROW = 4096, MIRROR = 7 | 7 << 6, OVERTURN = 56 | 56 << 6, NO_FEATURE = 1 };

/* Adds the numbers of a side's view of two pieces to half of a row. turn is the exclusive or of the
   squares in the row and in the view. Returns the first number, or -1 if one is too large. */
static int64_t fill_row(uint64_t row[ROW], const ks_numbering *n, const stockfish_order orders[12], char attacker, char victim, int turn, int half) {
	const stockfish_order *order = &orders[order_of(attacker)];
	int32_t start = n->index ? 0 : first_number(n, orders, attacker, victim);
	int64_t first = n->size;
	for (int pass = 0; pass < 2; pass++) { /* the first number, then the numbers */
		for (int from = 0; from < 64; from++) {
			for (uint64_t set = order->attacks[from]; set; set &= set - 1) {
				int to = ks_lowest(set);
				int32_t i = number_of(n, order, start, attacker, from, victim, to);
				uint64_t *x = &row[(from | to << 6) ^ turn];
				if (i >= n->size)
					return -1;
				if (i >= 0 && pass == 0)
					first = i < first ? i : first;
				else if (i >= 0) /* in place of NO_FEATURE */
					*x = (*x & ~((uint64_t)0xffffffff << half)) | (uint64_t)((i - first) << 1) << half;
			}
		}
	}
	return first;
}

/* Sets the tables of lists, for Stockfish's order. */
static void init_lists(feature_tables *t, const ks_numbering *n, const stockfish_order orders[12], const char codes[16]) {
	for (int row = 0; row < LIST_ROWS; row++) {
		/* Rows 1 to 6 are for kinds and 7 for their pawns, 8 to 14 the same for mutual pairs. */
		int part = (row + 6) % 7, kind = part % 6;
		const stockfish_order *o = &orders[part == 6 ? order_of('p') : kind];
		for (int from = 0; from < 64; from++)
			for (int to = 0; to < 64; to++) {
				bool none = row == 0 || from == to || on_edge(kind ? 'N' : 'P', from) || (row > 7 && from < to);
				int below = o->begin[from] + ks_count(o->attacks[from] & (((uint64_t)1 << to) - 1));
				t->squares[row * 4096 + (from | to << 6)] = (uint16_t)(none ? 1 : below << 1);
			}
	}
	for (int side = 0; side < 2; side++)
		for (int pieces = 0; pieces < 1024; pieces++) {
			char attacker = pieces & 0x30 ? '.' : codes[pieces & 15], victim = codes[pieces >> 6 & 15];
			int row = 0;
			if (kind_of(attacker) >= 0 && kind_of(victim) >= 0) {
				if (side) {
					attacker = other_color(attacker);
					victim = other_color(victim);
				}
				int32_t first = first_number(n, orders, attacker, victim);
				if (first >= 0) {
					t->first[side][pieces] = (uint32_t)first << 1;
					row = 1 + (attacker == 'p' ? 6 : kind_of(attacker)) + (is_mutual(attacker, victim) ? 7 : 0);
				}
			}
			for (int mirrored = 0; mirrored < 2; mirrored++)
				t->to[side][mirrored][pieces] = (uint32_t)((pieces << 12) ^ (row << 12) ^ (side ? OVERTURN : 0) ^ (mirrored ? MIRROR : 0));
		}
}

int64_t ks_features_init(ks_features *f, const ks_numbering *n, const char codes[16], uint64_t *memory, size_t words) {
	feature_tables *lists = (feature_tables *)f->private_words;
	ks_feature_tables *t = &lists->kernel;
	int by_board_code[16], rows = 0, room = (int)(words / (2 * ROW) > 145 ? 145 : words / (2 * ROW));
	uint64_t spare[2][ROW];
	stockfish_order orders[12];
	if (n->size > 1 << 30 || !codes_of(by_board_code, codes))
		return -1;
	memset(f, 0, sizeof *f);
	init_orders(orders, n);
	lists->size = (uint64_t)n->size;
	lists->ordered = !n->index;
	if (!n->index)
		init_lists(lists, n, orders, codes);
	for (int i = 0; i < 2; i++)
		f->numbers[i] = memory ? memory + (size_t)i * (size_t)room * ROW : NULL;
	for (int king = 0; king < 64; king++)
		t->mirrored[king] = n->mirrored >> (king & 7) & 1;
	for (int pieces = -1; pieces < 1024; pieces++) {
		/* The codes of a pair start at bits 0 and 6. The first row is for pieces without features. */
		char attacker = pieces < 0 || pieces & 0x30 ? '.' : codes[pieces & 15], victim = pieces < 0 ? '.' : codes[pieces >> 6 & 15];
		bool are_pieces = kind_of(attacker) >= 0 && kind_of(victim) >= 0;
		int row = 0;
		if (pieces < 0 || are_pieces) {
			for (int one = 0; one < 2; one++) {
				for (int i = 0; i < ROW; i++)
					spare[one][i] = NO_FEATURE | (uint64_t)NO_FEATURE << 32;
				if (!are_pieces)
					continue;
				int64_t white = fill_row(spare[one], n, orders, attacker, victim, 0, 0);
				int64_t black = fill_row(spare[one], n, orders, other_color(attacker), other_color(victim), OVERTURN ^ (one ? MIRROR : 0), 32);
				if (white < 0 || black < 0)
					return -1;
				t->first[pieces] = (uint64_t)white << 1 | (uint64_t)black << 33;
			}
			for (row = 0; row < rows && row < room; row++)
				if (!memcmp(&f->numbers[0][row * ROW], spare[0], sizeof spare[0]) && !memcmp(&f->numbers[1][row * ROW], spare[1], sizeof spare[1]))
					break;
			if (row == rows || row == room) {
				row = rows++;
				for (int i = 0; i < 2 && row < room; i++)
					memcpy(memory + ((size_t)(i * room + row)) * ROW, spare[i], sizeof spare[i]);
			}
		}
		for (int mirrored = 0; mirrored < 2 && pieces >= 0; mirrored++)
			t->rows[mirrored][pieces] = (uint32_t)((pieces << 12) ^ (mirrored ? MIRROR : 0) ^ (row << 12));
	}
	return (int64_t)rows * 2 * ROW;
}

bool ks_mirrors(const ks_features *f, int from, int to) { return numbers_of(f)->mirrored[from & 63] != numbers_of(f)->mirrored[to & 63]; }

/* == Threats in rows == */

/* Sets the order of Stockfish's numbers, starting at first. ks_feature_order of the Go library has
   the description. */
static void init_feature_order(ks_feature_order *o, const ks_numbering *n, int32_t first) {
	static const int turns[4] = {0, 7, 56, 63};
	static const char board_codes[] = KS_BOARD_CODES;
	stockfish_order orders[12];
	memset(o, 0, sizeof *o);
	for (int kind = 0; kind < 7; kind++) {
		char piece = kind < 6 ? kinds[kind] : 'p';
		uint64_t next = 0;
		for (int from = 0; from < 64; from++) {
			o->places[kind][from].begin = next;
			o->places[kind][from].attacks = on_edge(piece, from) ? 0 : attacks_on_empty(piece, from);
			next += (uint64_t)ks_count(o->places[kind][from].attacks);
		}
	}
	for (int sq = 0; sq < 64; sq++) {
		o->lines[sq].file = square_lines[sq].file;
		o->lines[sq].diagonal = square_lines[sq].diagonal;
		o->lines[sq].antidiagonal = square_lines[sq].antidiagonal;
		o->lines[sq].square = (uint64_t)1 << sq;
		for (int t = 0; t < 4; t++)
			for (int to = 0; to < 64; to++)
				if ((to ^ turns[t]) < (sq ^ turns[t]))
					o->lower[t][sq] |= (uint64_t)1 << to;
	}
	memcpy(o->ranks, rank_attacks, sizeof o->ranks);
	init_orders(orders, n);
	for (int a = 0; a < 16; a++) {
		for (int v = 0; v < 16; v++) {
			char attacker = board_codes[a], victim = board_codes[v];
			int32_t number = kind_of(attacker) < 0 || kind_of(victim) < 0 ? -1 : first_number(n, orders, attacker, victim);
			if (number < 0)
				continue;
			o->victims[kind_of(victim)][kind_of(attacker)] = ~(uint64_t)0;
			o->base[a][v] |= (uint64_t)(first + number);
			o->base[a ^ 8][v ^ 8] |= (uint64_t)(first + number) << 32;
		}
	}
}

int64_t ks_threat_inputs_init(ks_threat_inputs *t, const ks_numbering *n, int32_t first, uint64_t *memory, size_t words) {
	memset(t, 0, sizeof *t);
	t->first = first;
	/* The kernels know Stockfish's order if kings attack nothing and pawns no pawns. */
	t->in_kernel = !n->index && !*n->victims[5] && !strchr(n->victims[0], 'P');
	if (t->in_kernel)
		init_feature_order((ks_feature_order *)t->private_words, n, first);
	return ks_features_init(&t->features, n, KS_BOARD_CODES, memory, words);
}
