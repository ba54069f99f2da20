package perft

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// A set contains each board once, with the sum of its ways. A board may occur several times if the sum
// has more than 64 bits. Among 100,000 boards some have the same slot and tag.
func TestChildSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s := newChildSet(1 << 17)
	for _, c := range []struct {
		boards, n int
		ways      uint64 // at most
	}{
		{1, 1000, 9},
		{50, 1000, 9},
		{20_000, 60_000, 9},
		{1 << 20, len(s.children) - addLen - 1, 9},
		{100, 1000, math.MaxUint64},
		{1, 1000, math.MaxUint64},
		{0, 0, 0},
	} {
		want := map[quad.Board]Nodes{}
		for left := c.n; left > 0; {
			n := min(left, 1+rng.IntN(addLen))
			left -= n
			var planes [4][]uint64
			var ways []uint64
			for range n {
				b := quad.Board{G0: 1 << rng.IntN(64), GB: rng.Uint64N(uint64(c.boards))}
				for p, word := range []uint64{b.G0, b.G1, b.G2, b.GB} {
					planes[p] = append(planes[p], word)
				}
				w := 1 + rng.Uint64N(c.ways)
				ways = append(ways, w)
				want[b] = want[b].Add(Nodes{Lo: w})
			}
			if !s.hasRoom() {
				t.Fatalf("no room for more than %d of %d positions", s.n, len(s.children))
			}
			s.add(&planes, ways)
		}
		if c.ways < math.MaxUint64 && s.n != len(want) {
			t.Errorf("%+v: %d positions, want %d", c, s.n, len(want))
		}
		got := map[quad.Board]Nodes{}
		for _, e := range s.children[1 : 1+s.n] {
			got[e.board] = got[e.board].Add(Nodes{Lo: e.ways})
		}
		for b, n := range want {
			if got[b] != n {
				t.Fatalf("%+v: %v ways to %v, want %v", c, got[b], b, n)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%+v: %d positions, want %d", c, len(got), len(want))
		}
		s.reset()
	}
	for range len(s.children) / addLen {
		var planes [4][]uint64
		for p := range planes {
			for range addLen {
				planes[p] = append(planes[p], rng.Uint64())
			}
		}
		if s.hasRoom() {
			s.add(&planes, make([]uint64, addLen))
		}
	}
	if s.hasRoom() || s.n >= len(s.children) {
		t.Errorf("%d of %d positions: expected a set without room", s.n, len(s.children))
	}
}
