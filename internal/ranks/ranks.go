// Package ranks computes a block's legal moves in the form from which movegen's and policy's
// kernels start: see [layout.MoveRanks].
package ranks

//go:generate go run -C ../../asm -tags purego . ranks
