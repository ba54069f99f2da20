// Package koggestone computes the squares that sliding pieces attack, for whole sets of
// pieces and whole batches of chess positions at once. It uses Kogge-Stone parallel-prefix
// fills in AVX2 and AVX-512 assembly, and for batches also in NEON assembly. Every kernel
// has a pure-Go twin that returns the same bits.
//
//	attacked := koggestone.SliderAttacks(bishops|queens, rooks|queens, ^occupied)
//	koggestone.SliderAttacksBatch(dst, diagonal, orthogonal, empty) // slices of thousands of such sets
//
// The other packages of the module build on it. For an engine, begin with package movegen:
//
//	you have                     you want                            package and call
//	an engine in Go              legal moves, checks, exchanges      movegen.Node
//	an engine with bitboards     attacks, checks and pins            quad.Pack, quad.Legality, quad.Threats
//	sets of pieces               the squares that they attack        SliderAttacks; pawns.WhiteAttacks
//	one piece on a square        the squares that it attacks         movegen.RookAttacksFrom, KnightAttacksFrom, ...
//	thousands of positions       counts, lists, moves played         movegen.Batch, CountLegalBatch, ...
//	thousands of bitboards       attacks                             SliderAttacksBatch, RayAttacksBatch, ...
//	a network with threats       its inputs and their changes        pairs.Rules, pairs.Features
//	reinforcement learning       games side by side                  env.New; masks of moves: policy
//	a move generator to test     counts of the tree of moves         perft.Count; a second opinion: movegen/raylist
//	the wish to learn            the method, step by step            NorthOccluded below; package prefix
//
// At one position an engine with its own look-ups seldom needs package quad; its
// documentation says when it is worth a call.
//
// Sliding pieces, or sliders, are bishops, rooks and queens. They attack all squares along
// their lines up to and including the first piece in the way, the blocker.
//
// # Boards
//
// A bitboard is a uint64 with a1 = bit 0, b1 = bit 1, h8 = bit 63. You can convert other
// mappings with [MirrorFiles], [FlipRanks] and [ReverseSquares]. A fill has two arguments:
// it starts at the squares in the generator gen (the sliders), and can pass the squares in
// the propagator pro (the empty squares).
//
//	gen               pro               NorthOccluded     NorthAttacks
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 · 1   · · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   1 1 1 · 1 1 1 1   · · · · · · · ·   · · · 1 · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · · ·   · · · 1 · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · · ·   · · · 1 · · · ·
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · · · ·   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·   · · · · · · · ·
//
// The occluded fill includes the sliders, but not the blockers. If you move it one step
// further, you get the attacks: they include the first blocker of either colour, but a
// slider only if another slider attacks it. Sets can contain any number of sliders. Every
// function accepts any arguments, for example sliders on empty squares.
//
// # Functions of one direction
//
// For each of the eight directions, here north:
//
//   - [NorthStep] shifts every square by one, without squares off the board.
//   - [NorthFill] fills an empty board up to its edge.
//   - [NorthOccluded] fills the squares of a propagator.
//   - [NorthAttacks] is the occluded fill over the empty squares, moved one step further.
//
// These 32 functions are inlined. For all attacks of a side, call [SliderAttacks] instead.
// [Step], [Fill], [Occluded] and [Attacks] take the direction as an argument, but they are
// slower.
//
// # The method
//
// In single steps, a fill north would be gen |= pro & (gen << 8), seven times. The parallel
// prefix takes only three steps, by 1, 2 and 4 squares, because the propagator doubles too:
// after pro &= pro<<8 it contains the squares that are free together with the square before
// them.
//
//	gen |= pro & (gen << 8)
//	pro &= pro << 8
//	gen |= pro & (gen << 16)
//	pro &= pro << 16
//	gen |= pro & (gen << 32)
//
// A step along a rank or a diagonal can wrap around the edge of the board. The wrap mask
// removes the wrapped squares: it contains the squares where a step in that direction can end.
// On an empty board the propagator is constant and only the masks remain.
//
// Opposite directions have the same propagators, because a run of free squares ends where
// it begins if you look from the other end. So the attacks to lower squares use the
// propagators of the fill to higher squares, and if both are inlined together, the compiler
// computes them once. East needs no steps: an addition carries from each slider over the
// free squares to the first blocker.
//
// Steffan Westcott described the method for bitboards, after the adder of Kogge and Stone.
// Gerd Isenberg developed variants, among them the generalised ray (a rotation by a signed
// amount, see [Step]), several generators over one propagator ([MultiAttacks]) and fill by
// subtraction. Package prefix contains the family of algorithms that the method belongs
// to. You can watch it step by step with the command koggestone trace.
//
// # What runs
//
// [Implementation] returns the name of the path, which is chosen once from the CPU's
// features. The path avx512 needs the extensions of Ice Lake and Zen 4 (F, CD, BW, DQ, VL,
// VPOPCNTDQ, VBMI, VBMI2, BITALG, GFNI, VPCLMULQDQ), avx2 needs AVX2, BMI1, BMI2 and
// POPCNT, and generic is Go. Every arm64 CPU uses neon, which has kernels for the batches of
// rooks, bishops, queens and sliders, and for the batches of package movegen that count one or
// two plies, find checkmates, list target squares, select moves and play them without keys.
// Other functions are Go there, because registers of two words are too small to compute one
// position faster. On amd64 the
// environment variable GODEBUG=cpu.avx512f=off forces avx2, and
// GODEBUG=cpu.avx512f=off,cpu.avx2=off forces generic. The build tag purego excludes the
// assembly.
//
// Go never inlines assembly, so a function for one position does much work in one call. For
// one slider, a look-up such as movegen.RookAttacksFrom is faster. The command koggestone bench
// prints the times of every function and path on your CPU, and bench/README.md compares them
// with other methods.
//
// # Batches
//
// Functions with names that end in Batch take slices of the same length. A single output
// may be an input; otherwise no output may overlap another slice. If the slices break these
// rules, the function panics before it writes anything. Batch functions allocate nothing
// and access nothing beyond the slices. They pause every 10 to 50 µs so that the
// scheduler and the garbage collector can run. All functions are safe for concurrent use.
//
// # Sources
//
//   - Peter Kogge and Harold Stone, "A Parallel Algorithm for the Efficient Solution of
//     a General Class of Recurrence Equations", IEEE Transactions on Computers, 1973.
//   - Steffan Westcott, "Re: flood fill attack bitboards", CCC, 15 September 2002.
//   - Gerd Isenberg, "Multiple Kogge-Stone-Fills", 24 August 2004.
package koggestone

//go:generate go run -C asm ./dispatch
//go:generate go run -C asm -tags purego . koggestone
//go:generate go run -C asm ./dispatch
