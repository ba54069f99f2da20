// Package ranks computes the legal moves of a block of positions in the form that the kernels of
// packages movegen and policy start from: see [layout.MoveRanks].
package ranks

//go:generate go run -C ../../asm -tags purego . ranks
