// Package koggestone answers, for whole sets of sliding pieces and for whole
// batches of chess positions at once, which squares they attack. It does so with
// Kogge-Stone parallel-prefix fills in AVX2 and AVX-512 assembly, with a pure-Go
// twin of every kernel, and picks the path once from the CPU's features.
//
// # Boards
//
// A bitboard is a uint64 with a1 = bit 0, b1 = bit 1, h8 = bit 63. (For other
// mappings see [MirrorFiles], [FlipRanks] and [ReverseSquares].) A fill has two
// arguments: the generator, gen, the squares that it starts from (the sliders),
// and the propagator, pro, the squares that it may run over (the empty ones).
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
// The occluded fill holds the sliders and not the blockers. The attacks are the
// fill one step further: they hold the first blocker, whatever its colour, and a
// slider only where another attacks it. Sets may hold any number of sliders.
// Every function takes any arguments, sliders on empty squares included, and
// gives the same bits on every path.
//
// # The method
//
// A fill north in seven steps of one square would be gen |= pro & gen<<8. The
// parallel prefix takes three, of 1, 2 and 4 squares, because the propagator can
// be doubled as well: after pro &= pro<<8 it holds the squares that are free
// together with the one before.
//
//	gen |= pro & gen<<8
//	pro &= pro<<8
//	gen |= pro & gen<<16
//	pro &= pro<<16
//	gen |= pro & gen<<32
//
// Steffan Westcott described this for bitboards in 2002, after the adder of Peter
// Kogge and Harold Stone (1973); Gerd Isenberg worked out its variants, among them
// the generalised ray ([Attacks] with a direction), fills of several generators
// ([MultiAttacks]) and fill by subtraction. Package prefix holds the family that
// the method belongs to, command koggestone trace shows it step by step.
//
// # What runs
//
// [Implementation] names the path: avx512 needs the extensions of Ice Lake and
// Zen 4 (F, CD, BW, DQ, VL, VPOPCNTDQ, VBMI, VBMI2, BITALG, GFNI, VPCLMULQDQ),
// avx2 needs AVX2, BMI1, BMI2 and POPCNT, generic is Go. The environment variable
// GODEBUG=cpu.avx512f=off forces avx2, cpu.avx512f=off,cpu.avx2=off forces generic;
// the build tag purego leaves the assembly out.
//
// Registers are used in three ways.
//
// One position, lanes are directions. The eight lanes of a ZMM register rotate by
// a signed amount each; AVX2 has four left shifts in one register and four right
// shifts in another. A call answers for all directions at once.
//
// Batches, lanes are positions. Diagonals are unrolled fills with immediate
// shifts. East is a subtraction in bytes (a borrow runs from each slider to its
// first blocker: o ^ (o - 2s)). On AVX-512 West is the same between two reversals
// of bits, South and North on the mirrored board, each of which is one GFNI
// instruction.
//
// Batches of [SliderAttacksBatch], [RookAttacksBatch], [BishopAttacksBatch] and
// [QueenAttacksBatch] in blocks of 32 (AVX2) or 64 (AVX-512) positions: registers
// are ranks. A block is transposed so that register r holds rank r of every
// position, a byte each, and a fill north is a walk over registers,
//
//	attacks[r] = sliders[r-1] | empty[r-1] & attacks[r-1]
//
// one ternary operation a rank, with one shift more along diagonals, where bytes
// have no neighbours to wrap into. The parallel prefix shortens a chain of
// dependent steps at the price of more operations. With 64 positions side by side
// there is always something else to do, so the serial prefix, which has the
// fewest operations, wins, transpositions included: 5.1 instructions a position
// where positions in lanes take 9.6.
//
// # Speed
//
// By kernel: the instructions of a turn of its loop, and cycles a position: the
// simulated throughput of llvm-mca 19 for Zen 4, Ice Lake and Sapphire Rapids
// (make mca prints the table for all kernels), and measured on a shared Sapphire
// Rapids core, data in its caches (BenchmarkCycles, n = 1024, medians).
//
//	                              instructions  Zen 4  Ice Lake  S. Rapids  measured
//	SliderAttacks         generic                                            42.6
//	                      avx2              51   13.8      14.8       14.7    20.9
//	                      avx512            30   12.6       9.3       10.0    14.3
//	RayAttacks            generic                                            40.1
//	                      avx2              47   12.0      12.2       12.3    17.6
//	                      avx512            22    9.1       6.5        7.8    11.3
//	MultiAttacks          generic                                           132.9
//	                      avx2             138   36.3      38.2       37.0    42.6
//	                      avx512            69   27.6      19.7       21.8    25.9
//	SliderAttacksBatch    avx2 /4          120    7.5       9.6        9.6     9.8
//	  lanes = positions   avx512 /8         77    3.8       3.5        4.9     5.1
//	SliderAttacksBatch    avx2 /32         524    5.2       6.0        5.3     5.6
//	  registers = ranks   avx512 /64       327    2.5       2.6        2.7     3.0
//	RookAttacksBatch      avx2 /32         354    3.0       3.4        3.2     3.8
//	                      avx512 /64       221    1.6       1.8        1.8     2.2
//	BishopAttacksBatch    avx2 /32         252    2.9       3.2        2.5     3.8
//	                      avx512 /64       188    1.4       1.8        1.7     2.0
//	QueenAttacksBatch     avx2 /32         476    4.7       5.5        4.9     5.2
//	                      avx512 /64       287    2.2       2.2        2.4     2.7
//	AttacksBatch          avx2 /4           21    1.1       1.4        1.4     1.5
//	  North-east          avx512 /8         18    0.8       0.8        0.9     1.0
//	RayAttacksBatch       avx2 /4          121    7.0       9.3        9.2     9.4
//	                      avx512 /8         85    3.9       3.5        4.9     4.8
//	MultiAttacksBatch     avx2 /4          437   22.8      29.3       29.3    31.7
//	                      avx512 /8        348   14.6      14.3       16.7    19.4
//
// The one-position kernels depend on what surrounds them: a call and the
// reduction to one word are part of their cost.
//
// # Inlining
//
// The 32 named functions ([NorthStep], [NorthFill], [NorthOccluded],
// [NorthAttacks] and so on), [Fill] and the conversions are inlined by the
// compiler; a loop over directions known at compile time should use them. [Step],
// [Occluded], [Attacks] and [PawnAttacks] are calls. Assembly is never inlined,
// so that one-position functions answer much in each call.
//
// # Batches
//
// Functions named ...Batch take slices of one length and panic, before anything
// is written, if the lengths differ or an output overlaps another slice; a single
// output may be exactly one of the inputs. They allocate nothing, touch nothing
// beyond the slices, and let the scheduler and the garbage collector in every few
// microseconds. All functions are safe for concurrent use.
package koggestone
