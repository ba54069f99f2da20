package fen

import (
	"slices"
	"strings"
	"testing"
)

// Next finds the same fields as strings.Fields.
func TestNext(t *testing.T) {
	for _, text := range []string{"", " ", "a", " a\tb  c\r\n", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"} {
		var got []string
		for start, end := Next(text, 0); start < end; start, end = Next(text, end) {
			got = append(got, text[start:end])
		}
		if want := strings.Fields(text); !slices.Equal(got, want) {
			t.Errorf("%q has the fields %q, want %q", text, got, want)
		}
	}
	if start, end := Next("a ", 1); start != 2 || end != 2 {
		t.Errorf("%d, %d, want the end", start, end)
	}
}

func TestFields(t *testing.T) {
	for _, test := range []struct {
		field     string
		black, ok bool
	}{{"w", false, true}, {"b", true, true}, {"", false, false}, {"B", false, false}, {"wb", false, false}} {
		if black, ok := Black(test.field); black != test.black || ok != test.ok {
			t.Errorf("side %q: %v, %v", test.field, black, ok)
		}
	}
	for _, test := range []struct {
		field string
		n     uint16
		ok    bool
	}{{"0", 0, true}, {"007", 7, true}, {"65535", 65535, true}, {"65536", 0, false}, {"99999999999999999999", 0, false},
		{"", 0, false}, {"-1", 0, false}, {"1x", 0, false}} {
		if n, ok := Clock(test.field); n != test.n || ok != test.ok {
			t.Errorf("clock %q: %d, %v", test.field, n, ok)
		}
	}
}
