// Package layout holds what the library's Go and the programs in asm/ that write its
// assembly must agree on: the positions of a block, the order of sets, the fields of
// structs that kernels read and write, and the sizes of the memory that they are lent.
// Each is defined here once. The programs take offsets from the structs by
// unsafe.Offsetof.
//
// The programs run before the assembly exists, so this package must not need it.
package layout

// The positions of a block: kernels that keep ranks in registers take as many at a
// time as a register has bytes.
const (
	BlockNEON   = 16
	BlockAVX2   = 32
	BlockAVX512 = 64
)

// aligned is how many words more a room has, so that its use can begin at a multiple of
// 64 bytes.
const aligned = 8

// RanksRoom is the memory of the root package's AVX2 kernels for the ranks of three
// sets of a block.
type RanksRoom = [3*8*BlockAVX2/8 + BlockAVX2/8]uint64

// ThreatSets is the number of sets in a quad.Threats.
const ThreatSets = 17

// LegalitySets is the number of sets in a quad.Legality.
const LegalitySets = 5

// ByKindSets is the number of sets in a quad.AttacksByKind.
const ByKindSets = 7

// SideThreatSets is the number of sets in a quad.SideThreats; a quad.BothThreats has two.
const SideThreatSets = 12

// ThreatsRoom is the memory of the kernels of quad.ThreatsBatch: 30 registers of 64 bytes.
type ThreatsRoom = [8*30 + aligned]uint64

// ThreatBlocksRoom is the memory of the kernel of quad.ThreatsBatch that keeps ranks in
// registers: 192 registers of 16 bytes.
type ThreatBlocksRoom = [2*192 + aligned]uint64
