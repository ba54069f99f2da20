// Package emit holds what the programs of all packages build their kernels from.
//
// An [ISA] emits one operation on whole vector registers, so that a kernel is written
// once for AVX2, AVX-512 and NEON. A kernel begins with [Kernel] and ends with [Finish]. On this
// stand three ways to lay out positions:
//
//   - one position, directions in lanes: [Bundle];
//   - 4 or 8 positions, one a lane: [ISA.Stream], with fills by [Propagator] and [ByteLines];
//   - 16, 32 or 64 positions, one a byte, a rank a register: [Slicer], [Ranks] and [RankWalk].
//
// NEON has the last of them alone, and kernels of its own, emitted by [Let] and [Do].
// [Board] gives the sets of pieces of boards in four planes, in any of the three.
//
// The programs are pseudo-code of what they emit: v.And(a, b) emits an instruction and
// returns its register. The registers are virtual; avo assigns real ones and fails if there
// are too few, so what lives long goes to memory. What is emitted for NEON gets its
// registers, and spills, in this package.
package emit
