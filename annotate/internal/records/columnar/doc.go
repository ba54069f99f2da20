// Package columnar reads and writes tables that are stored by column: Parquet is read and written, Arrow and the arrays of numpy are
// only written.
package columnar
