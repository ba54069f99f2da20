// Package ranks computes a block's legal moves in the form that the kernels of movegen and
// policy start from: see [layout.MoveRanks].
package ranks

//go:generate go run -C ../../asm -tags purego . ranks
