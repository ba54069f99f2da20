package registry

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/koggestone/koggestone/annotate/internal/records/columnar"
)

// arrow-go reads the output, as a stream and as a file.
func TestArrow(t *testing.T) {
	for _, stream := range []bool{true, false} {
		for _, text := range []string{carried, scored(many())} {
			table := tableOf(t, text)
			var out bytes.Buffer
			w, err := columnar.NewArrowWriter(&out, table.Schema, stream)
			if err != nil {
				t.Fatal(err)
			}
			write(t, w, table)
			schema, batches := readArrow(t, out.Bytes(), stream)
			var got []string
			for _, f := range schema.Fields() {
				got = append(got, f.Name)
			}
			if !slices.Equal(got, names(table.Schema)) || len(batches) != 2 {
				t.Fatalf("fields %v in %d batches, want %v in 2", got, len(batches), names(table.Schema))
			}
			field, _ := schema.FieldsByName("legal_moves")
			if doc, _ := field[0].Metadata.GetValue("koggestone"); doc != "legal moves of the side to move (moves)" {
				t.Errorf("metadata of legal_moves: %q", doc)
			}
			for _, batch := range batches {
				if int(batch.NumRows()) != len(table.Rows) {
					t.Fatalf("%d rows, want %d", batch.NumRows(), len(table.Rows))
				}
				for n, i := range table.Rows {
					want := expected(table, i)
					for k, column := range batch.Columns() {
						if got := arrowText(column, n); got != want[k] {
							t.Fatalf("%s of row %d is %q, want %q", schema.Field(k).Name, n, got, want[k])
						}
					}
				}
			}
		}
	}
}

func readArrow(t *testing.T, data []byte, stream bool) (schema *arrow.Schema, batches []arrow.RecordBatch) {
	t.Helper()
	if stream {
		r, err := ipc.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
			batch := r.RecordBatch()
			batch.Retain()
			batches = append(batches, batch)
		}
		if r.Err() != nil {
			t.Fatal(r.Err())
		}
		return r.Schema(), batches
	}
	f, err := ipc.NewFileReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for k := range f.NumRecords() {
		batch, err := f.RecordBatchAt(k)
		if err != nil {
			t.Fatal(err)
		}
		batches = append(batches, batch)
	}
	return f.Schema(), batches
}

// arrowText returns value n in the form of CSV.
func arrowText(column arrow.Array, n int) string {
	switch c := column.(type) {
	case *array.Boolean:
		if c.Value(n) {
			return "1"
		}
		return "0"
	case *array.Float64:
		if c.IsNull(n) {
			return ""
		}
		return withPoint(c.Value(n))
	case *array.FixedSizeList:
		start, end := c.ValueOffsets(n)
		words := c.ListValues().(*array.Uint64).Uint64Values()[start:end]
		return strings.Trim(fmt.Sprint(words), "[]")
	default:
		if c.IsNull(n) {
			return ""
		}
		return c.ValueStr(n)
	}
}

// An output without rows has its schema.
func TestEmptyArrow(t *testing.T) {
	table := tableOf(t, carried)
	table.Rows = nil
	for _, stream := range []bool{true, false} {
		var out bytes.Buffer
		w, err := columnar.NewArrowWriter(&out, table.Schema, stream)
		if err != nil {
			t.Fatal(err)
		}
		write(t, w, table)
		if schema, batches := readArrow(t, out.Bytes(), stream); schema.NumFields() != len(names(table.Schema)) || batches != nil {
			t.Errorf("%d fields, %d batches", schema.NumFields(), len(batches))
		}
	}
}
