// Package readback compares the Parquet files of koggestone annotate with what DuckDB reads from
// them, through cgo. `make test-readback` runs it.
package readback
