package records

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Numbers of 64 bits keep their value, except the number that means a missing value.
func TestNumbers(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	var text strings.Builder
	for _, score := range []string{"+3", "-0", "9223372036854775807", "-9223372036854775807", "-9223372036854775808"} {
		text.WriteString(fen + " | " + score + " | 1/2\n")
	}
	rows, rejects := rowsOf(t, text.String(), "scored")
	var want []string
	for _, score := range []string{"3", "0", "9223372036854775807", "-9223372036854775807"} {
		want = append(want, fen+","+score+",0.5")
	}
	if !slices.Equal(rows, want) || len(rejects) != 1 || !strings.Contains(rejects[0], "expected a whole number") {
		t.Errorf("rows %q, rejects %q", rows, rejects)
	}
	for x, want := range map[float64]string{0: "0.0", 0.5: "0.5", 1: "1.0", -3: "-3.0", 0.125: "0.125"} {
		if got := string(appendPoints(nil, x)); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
}

// Missing values are empty texts and no numbers.
func TestMissingValues(t *testing.T) {
	s := &Schema{Fields: []Field{{"n", Int}, {"x", Float}, {"text", Text}}, Carried: []int{2, 0, 1}}
	table := &Table{Schema: s, Rows: []int32{0, 1, 2}, Block: &Block{Text: []byte("abc"), Fields: [][]Value{
		{floatValue(0.5), noFloat, floatValue(-2)},
		{textValue(Span{0, 3}), textValue(Span{1, 1}), noText},
		{intValue(-7), intValue(1 << 53), noInt},
	}}}
	for i, want := range []string{"-7 abc", "9007199254740992 b", " "} {
		if got := string(table.AppendField(append(table.AppendField(nil, int32(i), 0), ' '), int32(i), 2)); got != want {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
	if bits, ok := table.number(0, 0); int64(bits) != -7 || !ok {
		t.Errorf("number %d, %v", int64(bits), ok)
	}
	if _, ok := table.number(1, 1); ok {
		t.Error("no number is one")
	}
}

// NaN and infinite numbers are null in JSON.
func TestNoNumbersInJSON(t *testing.T) {
	b := &Block{Fields: [][]Value{{floatValue(math.Inf(1)), floatValue(math.Inf(-1)), floatValue(math.Float64frombits(0x7ff8 << 48)), floatValue(1e7), floatValue(1e300), noFloat}}}
	table := &Table{Schema: &Schema{Fields: []Field{{"x", Float}}, Carried: []int{0}}, Block: b, Rows: []int32{0, 1, 2, 3, 4, 5}}
	var out strings.Builder
	w := newNDJSONWriter(&out, table.Schema)
	encoded, err := w.Encode(table, nil)
	if err == nil {
		err = w.Write(encoded)
	}
	const none = `{"x":null}` + "\n"
	if want := none + none + none + `{"x":10000000.0}` + "\n" + `{"x":1e+300}` + "\n" + none; err != nil || out.String() != want {
		t.Errorf("%q, %v, want %q", out.String(), err, want)
	}
}

// A whole number may have a fraction of zeros, unless a float64 could not store it exactly.
func TestWholeNumbers(t *testing.T) {
	for text, want := range map[string]int64{"10": 10, " -10.0 ": -10, "1e3": 1000, "9007199254740993": 9007199254740993, "9007199254740992.0": 1 << 53, "-0.0": 0} {
		if n, err := integer([]byte(text)); n != want || err != nil {
			t.Errorf("%q is %d, %v, want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "10.5", "9007199254740994.0", "Inf", "NaN", "0x10", "1_0.0", "-9223372036854775808"} {
		if n, err := integer([]byte(text)); err == nil {
			t.Errorf("%q is %d, want an error", text, n)
		}
	}
}

// A first line with commas and tabs has commas.
func TestCommasBeforeTabs(t *testing.T) {
	rows, rejects := rowsOf(t, "fen,a\tb\n4k3/8/8/8/8/8/8/4K2R w K - 0 1,x\ty\n", "csv")
	if len(rows) != 1 || rejects != nil || rows[0] != "4k3/8/8/8/8/8/8/4K2R w K - 0 1,x\ty" {
		t.Errorf("%q, %q", rows, rejects)
	}
}
