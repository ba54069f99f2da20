// Package readback compares the output of koggestone annotate with what DuckDB reads from
// it, through cgo. `make test-readback` runs it; without cgo and the tag duckdb the package
// is empty.
package readback
