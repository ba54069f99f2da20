// Package records reads positions from files and writes them with computed columns, in blocks
// of records and in bounded memory.
//
// An [Input] is a file, compressed or not, and its format. [Plan] divides inputs into ranges
// of bytes ([Range]). Each record belongs to the range in which it starts, so several
// machines can read one range each; their results, in the order of the ranges, equal those of
// one machine. A [Reader] divides a range into blocks of whole records ([Block]). The format
// parses a block into positions, the fields of the file, and errors for records without a
// position. A [Writer] encodes a [Table], which is the rows of a block with their columns,
// and writes encoded tables in order.
//
// Package [github.com/koggestone/koggestone/data/pgn] reads games for programs that need moves,
// not rows.
package records
