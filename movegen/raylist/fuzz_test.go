package raylist

import (
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// FuzzCompare compares the two generators on any position that a text describes,
// and on those one move later.
func FuzzCompare(f *testing.F) {
	for i, q := range starts(f) {
		if i%10 == 0 {
			f.Add(q.FEN())
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
			child := *p
			child.Do(m)
			if err := child.check(); err != nil {
				t.Fatalf("after %v: %v", m, err)
			}
			if err := child.compare(child.Position()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
