// Package positions annotates files of positions as a pipeline of Apache Beam. An element
// is a share of the inputs, as package records plans them; a worker reads it, computes
// its columns and writes one file, whose name tells the share. A share that is tried again
// writes the same file again.
package positions
