// Package regalloc turns the virtual registers and slots of large kernels into physical ones.
//
// [Compile] is avo's list of passes with three of our own: forward keeps values of slots in free vector
// registers, assignSlots gives the remaining slots places in memory, and linearScan allocates vector registers where
// avo's colouring of graphs would take minutes. A kernel asks for the first two by a [Plan].
package regalloc
