// Package readback holds what koggestone annotate writes against what another program
// reads: DuckDB, through cgo. `make test-readback` runs it; without cgo and the tag duckdb
// the package is empty.
package readback
