// Package stats computes statistics of the positions of files, such as the distributions of
// legal moves, checks and material. Its [Tally] is a [records.Writer]: package annotate reads
// the files, computes the columns and passes them to the Tally, with any number of workers.
package stats
