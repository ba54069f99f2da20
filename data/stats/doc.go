// Package stats counts what the positions of files are like: how many legal moves they
// have, how many are in check, how much is on the board. Its [Tally] is a
// [records.Writer], so that package annotate reads, computes and counts in any number of
// workers.
package stats
