package records

import (
	"testing"
)

// Numbers have a digit after the point.
func TestPoints(t *testing.T) {
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
		{FloatValue(0.5), NoFloat, FloatValue(-2)},
		{TextValue(Span{0, 3}), TextValue(Span{1, 1}), NoText},
		{IntValue(-7), IntValue(1 << 53), NoInt},
	}}}
	for i, want := range []string{"-7 abc", "9007199254740992 b", " "} {
		if got := string(table.AppendField(append(table.AppendField(nil, int32(i), 0), ' '), int32(i), 2)); got != want {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
	if bits, ok := table.Number(0, 0); int64(bits) != -7 || !ok {
		t.Errorf("number %d, %v", int64(bits), ok)
	}
	if _, ok := table.Number(1, 1); ok {
		t.Error("no number is one")
	}
}

// A whole number may have a fraction of zeros, unless a float64 could not store it exactly.
func TestWholeNumbers(t *testing.T) {
	for text, want := range map[string]int64{"10": 10, " -10.0 ": -10, "1e3": 1000, "9007199254740993": 9007199254740993, "9007199254740992.0": 1 << 53, "-0.0": 0} {
		if n, err := Integer([]byte(text)); n != want || err != nil {
			t.Errorf("%q is %d, %v, want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "10.5", "9007199254740994.0", "Inf", "NaN", "0x10", "1_0.0", "-9223372036854775808"} {
		if n, err := Integer([]byte(text)); err == nil {
			t.Errorf("%q is %d, want an error", text, n)
		}
	}
}
