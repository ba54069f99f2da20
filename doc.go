// Package koggestone answers, for whole sets of sliding pieces and whole batches of
// chess positions at once, which squares they attack. It does so by Kogge-Stone
// parallel-prefix fills in AVX2 and AVX-512 assembly, and for batches in NEON. Every
// kernel has a pure-Go twin that gives the same bits.
//
// # Boards
//
// A bitboard is a uint64 with a1 = bit 0, b1 = bit 1, h8 = bit 63. For other
// mappings see [MirrorFiles], [FlipRanks] and [ReverseSquares]. A fill has two
// arguments: the generator, gen, holds the squares that it starts from (the sliders),
// and the propagator, pro, those that it may run over (the empty squares).
//
//	gen               pro               NorthOccluded     NorthAttacks
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 . 1   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   1 1 1 . 1 1 1 1   . . . . . . . .   . . . 1 . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . 1 . . . .   . . . 1 . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . 1 . . . .   . . . 1 . . . .
//	. . . 1 . . . .   1 1 1 . 1 1 1 1   . . . 1 . . . .   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .
//
// The occluded fill holds the sliders, not the blockers. The attacks are the fill one
// step further on: they hold the first blocker, whatever its colour, and a slider only
// where another attacks it. Sets may hold any number of sliders. Every function takes
// any arguments, sliders on empty squares included.
//
// # Functions of one direction
//
// For each of the eight directions, here north:
//
//   - [NorthStep] shifts every square by one, and drops what leaves the board.
//   - [NorthFill] runs over the empty board to its edge.
//   - [NorthOccluded] runs over the squares of a propagator.
//   - [NorthAttacks] is the occluded fill over the empty squares, one step further on.
//
// These 32 are inlined. [Step], [Fill], [Occluded] and [Attacks] take the direction as
// an argument, and are slower.
//
// # The method
//
// In single steps, a fill north would be gen |= pro & gen<<8, seven times. The parallel
// prefix takes three steps, of 1, 2 and 4 squares, because the propagator doubles as
// well: after pro &= pro<<8 it holds the squares that are free together with the one
// before them.
//
//	gen |= pro & gen<<8
//	pro &= pro<<8
//	gen |= pro & gen<<16
//	pro &= pro<<16
//	gen |= pro & gen<<32
//
// A step along a rank or a diagonal may wrap around the edge of the board. The wrap
// mask of a direction drops that: it holds the squares that a step can arrive on. On an
// empty board the propagator is constant, so that these masks are all that is left of
// it.
//
// Two opposite directions have the same propagators. Seen from the far end, a row of
// free squares ends where it began, so the attacks to lower squares use the propagators
// of the fill to higher ones, and the compiler computes them once where both are
// inlined side by side. East needs no steps: an addition carries from each slider over
// the free squares to the first blocker.
//
// Steffan Westcott described the method for bitboards, after the adder of Kogge and
// Stone. Gerd Isenberg worked out its variants, among them the generalised ray (a
// rotation by a signed amount, see [Step]), several generators over one propagator
// ([MultiAttacks]) and fill by subtraction. Package prefix holds the family that the
// method belongs to. The command koggestone trace shows it step by step.
//
// # What runs
//
// [Implementation] names the path, chosen once from the CPU's features. The path avx512
// needs the extensions of Ice Lake and Zen 4 (F, CD, BW, DQ, VL, VPOPCNTDQ, VBMI, VBMI2,
// BITALG, GFNI, VPCLMULQDQ), avx2 needs AVX2, BMI1, BMI2 and POPCNT, generic is Go. Every
// arm64 CPU takes neon. It has the batches whose registers are ranks, there also
// [RayAttacksBatch] and [MultiAttacksBatch], and the pairs of package pairs; the other
// functions are Go there, since two lanes do not pay for one position. On amd64 the
// environment variable GODEBUG=cpu.avx512f=off forces avx2, and
// GODEBUG=cpu.avx512f=off,cpu.avx2=off forces generic. The build tag purego leaves the
// assembly out.
//
// The assembly uses registers in three ways.
//
// Lanes are directions, for one position. The eight lanes of a ZMM register rotate by a
// signed amount each. With AVX2 one register holds the four left shifts and another the
// four right shifts. A call answers for all directions at once.
//
// Lanes are positions, for batches. Diagonals are fills with constant shifts. East is a
// subtraction in bytes, o ^ (o - 2s), in which a borrow runs from each slider to its
// first blocker. With AVX-512 West is the same between two reversals of bits, and South
// and North are the same on the mirrored board; a GFNI instruction does each of these
// turns.
//
// Registers are ranks, for [SliderAttacksBatch], [RookAttacksBatch],
// [BishopAttacksBatch] and [QueenAttacksBatch] in blocks of 16 (NEON), 32 (AVX2) or
// 64 (AVX-512) positions. A block is transposed so that register r holds rank r of every position, a
// byte each. A fill north is then a walk over the registers,
//
//	attacks[r] = sliders[r-1] | empty[r-1] & attacks[r-1]
//
// one ternary operation a rank, with NEON one selection, and along diagonals one more
// shift, in bytes, which have no neighbour to wrap into. The parallel prefix buys a
// shorter chain of dependent steps with more operations. With 64 positions side by side
// the chain does not matter, so the serial prefix wins, since it has the fewest
// operations; it takes half the instructions of positions in lanes, transpositions
// included.
//
// Assembly is never inlined, so functions of one position do much in each call. The
// command koggestone bench prints the times of every function and path on your CPU.
// Recorded times are in bench/README.md, instructions and simulated cycles of every
// kernel in bench/record/mca.txt.
//
// # Batches
//
// Functions named ...Batch take slices of one length. A single output may be exactly one
// of the inputs; otherwise no output may overlap another slice. They panic, before
// anything is written, if this does not hold. They allocate nothing and touch nothing
// beyond the slices. Every few microseconds they let the scheduler and the garbage collector in.
// All functions are safe for concurrent use.
//
// # Sources
//
//   - Peter Kogge and Harold Stone, "A Parallel Algorithm for the Efficient Solution of
//     a General Class of Recurrence Equations", IEEE Transactions on Computers, 1973.
//   - Steffan Westcott, "Re: flood fill attack bitboards", CCC, 15 September 2002.
//   - Gerd Isenberg, "Multiple Kogge-Stone-Fills", 24 August 2004.
package koggestone
