package fen

import (
	"slices"
	"strings"
	"testing"
)

// The fields are those of strings.Fields.
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
