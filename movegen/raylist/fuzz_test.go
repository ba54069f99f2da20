package raylist

import (
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// FuzzCompare compares the two generators on any position that a text describes,
// and on those one move later.
func FuzzCompare(f *testing.F) {
	for _, suite := range suites {
		lines, _ := readSuite(f, suite)
		for _, l := range lines[:min(len(lines), 30)] {
			f.Add(l.fen)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := movegen.ParseFEN(text)
		if err != nil {
			return
		}
		p, err := New(q)
		if err != nil {
			return // too many pieces
		}
		if err := p.compare(q); err != nil {
			t.Fatal(err)
		}
		var l List
		p.GenerateLegal(&l)
		for _, m := range l.Moves() {
			u := p.Do(m)
			if err := p.check(); err != nil {
				t.Fatalf("after %v: %v", m, err)
			}
			if err := p.compare(p.Position()); err != nil {
				t.Fatal(err)
			}
			p.Undo(m, u)
			if err := p.check(); err != nil {
				t.Fatalf("after undoing %v: %v", m, err)
			}
		}
	})
}
