package records

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Numbers of 64 bits keep their value, except the one that stands for none, which is no
// score.
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

// Numbers that were read as text are those that travel as numbers.
func TestPrintedNumbers(t *testing.T) {
	s := &Schema{Fields: []Field{{"n", Int}, {"x", Float}, {"text", Text}}, Carried: []int{2, 0, 1}}
	numbers := &Block{Text: []byte("abc"), Fields: [][]Value{
		{floatValue(0.5), noFloat, floatValue(-2)},
		{textValue(Span{0, 3}), textValue(Span{1, 1}), noText},
		{intValue(-7), intValue(1 << 53), noInt},
	}}
	printed := &Block{Text: []byte("abc0.5-2-79007199254740992"), Printed: true, Fields: [][]Value{
		{textValue(Span{3, 3}), noText, textValue(Span{6, 2})},
		numbers.Fields[1],
		{textValue(Span{8, 2}), textValue(Span{10, 16}), noText},
	}}
	want := []float64{-7, 1 << 53, math.NaN(), 0.5, math.NaN(), -2}
	for _, b := range []*Block{numbers, printed} {
		table := &Table{Schema: s, Block: b, Rows: []int32{0, 1, 2}}
		var raw []byte
		for k := range 2 {
			var err error
			if raw, err = appendFloats(raw, table, k); err != nil {
				t.Fatal(err)
			}
		}
		if got := appendFloatValues(nil, want); string(raw) != string(got) {
			t.Errorf("printed %v: arrays are %x, want %x", b.Printed, raw, got)
		}
		for i, want := range []string{"-7 abc", "9007199254740992 b", " "} {
			if got := string(table.AppendField(append(table.AppendField(nil, int32(i), 0), ' '), int32(i), 2)); got != want {
				t.Errorf("printed %v: row %d is %q, want %q", b.Printed, i, got, want)
			}
		}
		bits, ok, err := table.numberBits(0, 0)
		if int64(bits) != -7 || !ok || err != nil {
			t.Errorf("printed %v: number %d, %v, %v", b.Printed, int64(bits), ok, err)
		}
		if _, ok, err := table.numberBits(1, 1); ok || err != nil {
			t.Errorf("printed %v: no number is one, %v", b.Printed, err)
		}
	}
}

// Floating-point numbers that JSON does not have are null.
func TestNoNumbersInJSON(t *testing.T) {
	b := &Block{Text: []byte("NaN+Inf-Inf1e+07"), Printed: true, Fields: [][]Value{
		{textValue(Span{0, 3}), textValue(Span{3, 4}), textValue(Span{7, 4}), textValue(Span{11, 5}), noText},
	}}
	table := &Table{Schema: &Schema{Fields: []Field{{"x", Float}}, Carried: []int{0}}, Block: b, Rows: []int32{0, 1, 2, 3, 4}}
	var out strings.Builder
	w := NewNDJSONWriter(&out, table.Schema)
	encoded, err := w.Encode(table, nil)
	if err == nil {
		err = w.Write(encoded)
	}
	const none = `{"x":null}` + "\n"
	if want := none + none + none + `{"x":1e+07}` + "\n" + none; err != nil || out.String() != want {
		t.Errorf("%q, %v, want %q", out.String(), err, want)
	}
}

// appendFloatValues appends numbers as arrays hold them.
func appendFloatValues(dst []byte, all []float64) []byte {
	for _, x := range all {
		dst = appendWords(dst, []Value{floatValue(x)}, 1, []int32{0})
	}
	return dst
}
