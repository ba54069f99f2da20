// Package records reads positions from files and writes them with columns of facts, in
// bounded memory, many records at a time.
//
// An [Input] is a file, compressed or not, with its format. A [Plan] cuts inputs into
// [Range]s of bytes: each record belongs to the range in which it starts, so that any
// number of machines may read a range each, and their results in the order of the ranges
// are those of one machine. A [Reader] cuts a range into [Block]s of whole records, and
// the format parses a block: positions, what the file says of them, and what was wrong
// with the records that hold none. A [Writer] encodes a [Table], the rows of a block with
// their columns, and takes encoded tables in order.
package records
