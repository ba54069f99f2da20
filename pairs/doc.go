// Package pairs finds threat pairs: for every piece that attacks or defends another,
// the attacker, its square, the victim and its square. Engines feed them to neural
// networks beside the pieces on their squares. A network's first layer is a sum over
// the features that are there; what costs time is to find, after every move, which
// pairs went and which came, those of sliders that were uncovered or covered among
// them.
//
// [Rules] say what an engine's mailbox codes mean and which pairs count.
// [Rules.Deltas] lists what a move removes and adds, [Rules.Refresh] all pairs of a
// board. A [Numbering] tells how a network numbers pairs; [Features] turns lists of
// pairs into lists of numbers, for both sides.
//
// # What a move changes
//
// A pair touches the squares of its two pieces, and those that its line passes over. One
// that touches no changed square is on the board before the move and on the board
// after. One that does is on one of the two alone: either another piece stands
// there, or a square that was empty is no longer. So what a move removes are the pairs of
// the board before that touch a changed square, what it adds are those of the board
// after; none is in both, and nothing need be cancelled. A pair that touches two
// changed squares belongs to the first of them.
//
// # Fills in bytes
//
// What touches a square lies around it: up to eight knights, and the nearest pieces on
// eight rays. A kernel brings the board into the order of the rays, a ray a lane of
// eight bytes, clockwise from north. A byte is the square of a knight's jump, seven are
// the steps outwards, the first step highest:
//
//	. . . . . . . .           jump  7 6 5 4 3 2 1  steps
//	. . . . R . . .     N       .   . . . R . . .  a rook, four steps away
//	. . . . . . . .     NE      .   . . . . . b .  a bishop, two steps away
//	. . . . . . b .     E       .   . . . . . . .
//	. . . . . . . .     ...
//	. . . . x . . .
//
// In each lane the square in the middle is the generator, and the empty bytes are the
// propagator: the fill runs down the lane to the first byte that is occupied. In a rank
// of bits a subtraction does that, o ^ (o - 2s), because its borrow ripples through the
// zeroes up to the first one (see koggestone.EastAttacks); here a byte is a square, and
// what is asked for is not the fill but its end. On AVX-512 a count of leading zeros
// gives the end in all eight lanes at once (VPLZCNTQ), and a shift by it brings code and
// square of the nearest piece to the top. AVX2 has no permutation of 64 bytes: there the
// rays are eight bitboards, those to lower squares with their bits in reverse order,
// and of each the lowest bit is the end, for TZCNT to find. NEON holds two of them in a
// register, and counts the bits below the lowest (VCNT). One fill serves all the
// questions: the pieces met at the ends are the only ones that the square's piece can
// attack, the only sliders that can attack it, and, at opposite ends, the only ones
// that can see one another over it.
//
// From there on the sixteen places, jumps and nearest pieces, are words of 16 bits that
// hold square and code. A shuffle looks up by code how such a piece may be reached and
// may reach, and an and with the ways of the places, all known beforehand but whether the
// nearest is one step away, leaves the pairs. Compression (VPCOMPRESSW; on AVX2 and NEON
// a shuffle looked up by mask) makes lists of them.
//
// In Go the rays are bitboards, too, and the lookups by code collect eight rays as bits
// of a word.
//
// Threat inputs came to engines in 2025; Stockfish has them since SFNNv10.
package pairs
