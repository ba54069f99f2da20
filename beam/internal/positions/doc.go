// Package positions annotates files of positions as a pipeline of Apache Beam. An element
// is a share of the inputs, as planned by package records. A worker reads the share,
// computes its columns and writes one file, named after the share. A share that is
// retried writes the same file.
package positions
