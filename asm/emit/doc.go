// Package emit contains the building blocks of kernels.
//
// An [ISA] emits one operation on whole vector registers, so that one program writes a
// kernel for AVX2, AVX-512 and NEON. A kernel begins with [Kernel] and ends with [Finish].
// Positions can have three layouts:
//
//   - one position, directions in lanes: [Compass];
//   - 4 or 8 positions, one a lane: [ISA.Stream], with fills by [Propagator] and [ByteLines];
//   - 16, 32 or 64 positions, one a byte, a rank a register: [Slicer], [Ranks] and [RankWalk].
//
// NEON has only the last layout, and also a few kernels of its own, emitted by [Let]
// and [Do]. [Board] computes piece sets from four planes, in any of the three layouts.
//
// You can read the programs as pseudo-code of the kernels: v.And(a, b) emits an instruction and
// returns its register. The registers are virtual. avo allocates physical registers and fails
// if there are too few, so values with long live ranges are kept in memory. Package regalloc assigns
// that memory and the registers of large kernels. For NEON, this package allocates registers and
// spills.
package emit
