package text

import (
	"encoding/csv"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
)

// Every text that contains a separator, a quotation mark or a line end is quoted, so that any reader of CSV
// finds the same fields.
func TestQuotes(t *testing.T) {
	for _, text := range []string{"", "a", ",", "\"", "\r", "\n", "\r\n", "a\rb", "\ra", "a\"\"b", "a,b\r", " a ", "\ta", ";", "'a'"} {
		field := string(appendCSV(nil, []byte(text)))
		line := field + "," + field + ",end\n"
		got, err := csv.NewReader(strings.NewReader(line)).ReadAll()
		want := strings.ReplaceAll(text, "\r\n", "\n") // encoding/csv does so in quoted fields
		if err != nil || len(got) != 1 || !slices.Equal(got[0], []string{want, want, "end"}) {
			t.Errorf("%q: %q is %q, %v", text, line, got, err)
		}
		if quoted := strings.HasPrefix(field, `"`); quoted != strings.ContainsAny(text, ",\"\r\n") {
			t.Errorf("%q becomes %s", text, field)
		}
	}
}

// NaN and infinite numbers are null in JSON.
func TestNoNumbersInJSON(t *testing.T) {
	b := &records.Block{Fields: [][]records.Value{{records.FloatValue(math.Inf(1)), records.FloatValue(math.Inf(-1)), records.FloatValue(math.Float64frombits(0x7ff8 << 48)), records.FloatValue(1e7), records.FloatValue(1e300), records.NoFloat}}}
	table := &records.Table{Schema: &records.Schema{Fields: []records.Field{{Name: "x", Kind: records.Float}}, Carried: []int{0}}, Block: b, Rows: []int32{0, 1, 2, 3, 4, 5}}
	var out strings.Builder
	w := NewNDJSONWriter(&out, table.Schema)
	encoded, err := w.Encode(table, nil)
	if err == nil {
		err = w.Write(encoded)
	}
	const none = `{"x":null}` + "\n"
	if want := none + none + none + `{"x":10000000.0}` + "\n" + `{"x":1e+300}` + "\n" + none; err != nil || out.String() != want {
		t.Errorf("%q, %v, want %q", out.String(), err, want)
	}
}
