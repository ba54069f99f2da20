package annotate

import (
	"strconv"
	"testing"

	"github.com/koggestone/koggestone/data/records"
)

// Sets with the square h8, whose bit is the sign of an int64, are positive for every
// operator.
func TestUnsigned(t *testing.T) {
	if strconv.IntSize < 64 {
		_, err := NewFilter("checkers > 0", &records.Schema{Unwritten: ColumnsNamed("checkers", nil)})
		if err == nil || err.Error() != "checkers has 64 bits, expected columns of at most 32 on this system" {
			t.Errorf("checkers > 0: %v", err)
		}
		return
	}
	const text = "4k2r/8/8/8/8/8/8/7K w - - 0 1 | 3 | 0.5\n" // a check from h8
	for _, test := range []struct {
		where string
		want  bool
	}{
		{"checkers > 0", true}, {"checkers >= 0", true}, {"checkers < 0", false}, {"checkers <= 0", false}, {"checkers == 0", false}, {"checkers != 0", true},
		{"0 < checkers", true}, {"0 > checkers", false}, {"checkers > 9223372036854775807", true}, {"checkers > score", true}, {"score > checkers", false},
		{"checkers > 0.5", true}, {"checkers >= 9223372036854775808.0", true}, {"checkers > 9223372036854775808.0", false}, {"checkers == -9223372036854775807 - 1", false},
		{"checkers == checkers", true}, {"checkers > checkers", false}, {"checkers > pinned", true}, {"pinned > checkers", false},
		{"checkers % 10 == 8", true}, {"checkers % 1000 == 808", true}, {"score % checkers == 3", true},
		{"checkers / 2 == 4611686018427387904.0", true}, {"checkers / 2 > 0", true}, {"checkers ** 2 > 0", true}, {"2 / checkers > 0", true},
		{"checkers + 1 > checkers", true}, {"checkers - 1 < checkers", true}, {"checkers - 1 > 0", true}, {"pinned * 0 + checkers > 0", true},
		{"-checkers < 0", true}, {"abs(checkers) > 0", true}, {"max(checkers, 0) > 0", true}, {"min(checkers, 0) == 0", true}, {"float(checkers) > 0", true},
		{"(in_check ? checkers : 0) > 0", true}, {"(in_check ? checkers : pinned) > 0", true}, {"popcount(checkers) == 1", true},
		{"bitboards[9] > 0", true}, {"checkers in [checkers, 0]", true}, {"checkers > 0 and not (checkers < 0) or false", true}, {"(checkers) > (0)", true},
	} {
		in := openText(t, text)
		o := newOptions(t, in, "legal_moves")
		o.Schema.Unwritten = ColumnsNamed(test.where, o.Schema.Columns)
		var err error
		if o.Filter, err = NewFilter(test.where, o.Schema); err != nil {
			t.Errorf("%s: %v", test.where, err)
			continue
		}
		_, report, err := runCSV(in, whole(t, in), o)
		if got := report.Rows == 1; err != nil || got != test.want {
			t.Errorf("%s: %v, %v, want %v", test.where, got, err, test.want)
		}
	}
}
