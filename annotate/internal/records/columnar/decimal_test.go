package columnar

import (
	"math/big"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
)

// Numbers in two's complement have their sign in the highest bit, for every length.
func TestSetSigned(t *testing.T) {
	for text, want := range map[string]string{
		"\x00": "0", "\x7f": "127", "\x80": "-128", "\xff": "-1", "\x00\xff": "255", "\xff\x00": "-256",
		"\x80" + strings.Repeat("\x00", 31): "-57896044618658097711785492504343953926634992332820282019728792003956564819968",
		"":                                  "", strings.Repeat("\x00", 33): "",
	} {
		n := big.NewInt(5)
		if err := setSigned(n, []byte(text)); (err != nil) != (want == "") || err == nil && n.String() != want {
			t.Errorf("%x is %v, %v, want %s", text, n, err, want)
		}
	}
}

// No number has more digits than its type allows.
func TestDecimalDigits(t *testing.T) {
	for _, test := range []struct {
		precision, scale int
		number, want     string // want is empty for an error
	}{
		{3, 1, "999", "99.9"}, {3, 1, "-999", "-99.9"}, {3, 1, "1000", ""}, {3, 1, "-1000", ""}, {3, 3, "7", "0.007"},
		{15, 15, "999999999999999", "0.999999999999999"}, {16, 16, "1", "0.0000000000000001"}, {16, 1, "-5", "-0.5"},
		{18, 0, "-999999999999999999", "-999999999999999999"}, {18, 0, "1000000000000000000", ""},
		{19, 0, "9999999999999999999", "9999999999999999999"}, {19, 0, "10000000000000000000", ""}, {20, 1, "0", "0.0"},
	} {
		d := decimal{precision: test.precision, scale: test.scale}
		d.end = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(test.precision)), nil)
		n, _ := new(big.Int).SetString(test.number, 10)
		rows := new(decodedRows)
		v, err := d.value(rows, 0, n)
		got := ""
		if err == nil {
			b := &records.Block{Text: rows.text, Fields: [][]records.Value{{v}}}
			got = string((&records.Table{Schema: &records.Schema{Fields: []records.Field{{Name: "x", Kind: d.kind()}}, Carried: []int{0}}, Block: b}).AppendField(nil, 0, 0))
		}
		if got != test.want {
			t.Errorf("%s with %d digits, %d after the point: %q, %v, want %q", test.number, test.precision, test.scale, got, err, test.want)
		}
	}
}
