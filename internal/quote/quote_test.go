package quote

import (
	"strings"
	"testing"
)

func TestShort(t *testing.T) {
	long := strings.Repeat("x", limit)
	for _, tt := range []struct{ text, want string }{
		{"", `""`},
		{"e4\x1b\xff\né", `"e4\x1b\xff\n\u00e9"`},
		{long, `"` + long + `"`},
		{long + "y", `"` + long + `"... (65 bytes)`},
		{long[1:] + "½x", `"` + long[1:] + `"... (66 bytes)`},
		{long[2:] + "⩲⩲", `"` + long[2:] + `"... (68 bytes)`},
		{long[3:] + "⩲⩲", `"` + long[3:] + `\u2a72"... (67 bytes)`},
		{strings.Repeat("\xbd", 70), `"` + strings.Repeat(`\xbd`, limit) + `"... (70 bytes)`},
		{strings.Repeat("\xff", 60000), `"` + strings.Repeat(`\xff`, limit) + `"... (60000 bytes)`},
	} {
		if got := Short(tt.text); got != tt.want {
			t.Errorf("got %s, expected %s", got, tt.want)
		}
	}
}

func TestClosest(t *testing.T) {
	names := []string{"north", "south", "in_check", "checkmate", "north-east"}
	for word, want := range map[string]string{
		"nroth": "north", "norht": "north", "orth": "north", "incheck": "in_check", "chekcmate": "checkmate", "notrh-east": "north-east", "up": "", "": "", "nrtoh": "",
	} {
		if got := Closest(word, names); got != want {
			t.Errorf("%q resembles %q, want %q", word, got, want)
		}
	}
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "abc", 3}, {"abc", "", 3}, {"ab", "ba", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}, {"abcd", "badc", 2}} {
		if got := edits(tt.a, tt.b); got != tt.want {
			t.Errorf("%q to %q: %d edits, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
