package perft

import (
	"testing"
)

// The merged plies depend on the tree, the mode and the memory.
func TestSaves(t *testing.T) {
	start, kiwipete, root := growth{24.9, 0.46}, growth{42, 0.58}, growth{20, 1}
	for _, c := range []struct {
		name   string
		mode   Mode
		twoPly bool
		depth  int // below the current ply
		growth growth
		n      int
		room   int
		want   bool
	}{
		{"far above the leaves", ModeBatch, true, 6, start, 1e6, 1e9, true},
		{"three plies above", ModeBatch, true, 4, start, 1e6, 1e9, true},
		{"three plies above, without two at a time", ModeBatch, false, 4, start, 1e6, 1e9, true},
		{"three plies above, near the root", ModeBatch, true, 4, root, 20, 1e9, true},
		{"two plies above", ModeBatch, true, 3, start, 1e6, 1e9, false},
		{"two plies above, in mode Bulk", ModeBulk, false, 3, start, 1e6, 1e9, true},
		{"two plies above, in mode Single", ModeSingle, false, 3, start, 1e6, 1e9, true},
		{"two plies above, with many moves", ModeBatch, false, 3, kiwipete, 1e6, 1e9, true},
		{"one ply above", ModeSingle, false, 2, kiwipete, 1e6, 1e9, false},
		{"room for few", ModeBatch, true, 4, start, 1e6, 5e5, false},
		{"room for a half", ModeBatch, true, 4, start, 1e6, 6e6, true},
		{"room for few, and most to gain", ModeBatch, true, 5, start, 1e6, 1e6, true},
		{"a billion plies", ModeBatch, true, 1e9, start, 1e6, 1e6, true},
	} {
		m := merger{job: &job{mode: c.mode, twoPly: c.twoPly}, depth: c.depth, growth: c.growth, room: c.room}
		if got := m.saves(c.n); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A ply that fits in memory is merged in one pass. If it saves time, other plies are merged in several
// passes, so that each pass fits.
func TestPassCount(t *testing.T) {
	start := growth{25, 0.4} // 1e7 positions after 1e6
	for _, c := range []struct {
		name  string
		depth int // below the current ply
		room  int
		want  int
	}{
		{"all fit", 6, 1e7 + 1, 1},
		{"a third fits", 6, 3_500_000, 3},
		{"each pass takes a shard", 8, 160_000, 64},
		{"a seventh fits, in shards of a 64th", 6, 1_430_000, 8},
		{"fewer than a shard fit", 8, 100_000, 1},
		{"nothing fits", 8, 0, 1},
		{"two shards do not fit", 8, 9_700_000, 2},
		{"near the leaves", 3, 3_500_000, 1},
		{"one ply above the leaves", 2, 3_500_000, 1},
		{"on the leaves", 1, 3_500_000, 1},
	} {
		m := merger{job: &job{mode: ModeBatch, twoPly: true}, depth: c.depth, growth: start}
		m.mem.left = int64(c.room) * entryBytes
		if got := m.passes(1e6); got != c.want {
			t.Errorf("%s: %d passes, want %d", c.name, got, c.want)
		}
	}
}
