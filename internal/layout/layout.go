// Package layout defines the constants and structs that the library's Go code and the
// programs in asm/ share: how many positions a block has, the order of sets, the fields of
// structs that kernels read and write, and the sizes of scratch memory. The programs get
// offsets from these structs by emit.Offsets.
//
// This package must not depend on the assembly, because the programs run before the assembly
// exists.
package layout

// How many positions a block has. A kernel with ranks in registers processes one position
// for each byte of a register.
const (
	BlockNEON   = 16
	BlockAVX2   = 32
	BlockAVX512 = 64
)

// With aligned additional words, a kernel can start its scratch memory at a multiple of 64
// bytes.
const aligned = 8

// RanksRoom is scratch memory for the root package's AVX2 kernels: the ranks of a block in
// three sets.
type RanksRoom = [3*8*BlockAVX2/8 + BlockAVX2/8]uint64

// ThreatSets is the number of sets in a quad.Threats.
const ThreatSets = 17

// LegalitySets is the number of sets in a quad.Legality.
const LegalitySets = 5

// SideThreatSets is the number of sets in a quad.SideThreats; a quad.BothThreats has two.
const SideThreatSets = 12

// ThreatsRoom is scratch memory for the kernels behind quad.ThreatsBatch: 30 registers of
// 64 bytes.
type ThreatsRoom = [8*30 + aligned]uint64
