// Package movegen is what the search took from this library before it had nodes: its
// move generator, the way of a move and the key at commit 1a72e0c, cut down to what is
// asked for. Adapter.go puts the calls of the library as it is now on top of them, as a
// user would have written them. Fills, and the kernels of threats, are those of the
// library as it is.
package movegen
