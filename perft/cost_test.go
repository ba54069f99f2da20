package perft

import (
	"fmt"
	"slices"
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

// Plies that are counted in passes have the right counts and numbers of positions, if none
// is refused, for any memory. Another count after it uses the same memory.
func TestPasses(t *testing.T) {
	for _, c := range mergeCases {
		p := parse(t, c.fen)
		roots := []Weighted{{p.Board, p.Side, Uint128{Lo: 1}}}
		depth := min(len(c.nodes), 4)
		for _, memory := range []int64{4 << 20, 1 << 28} {
			for _, passes := range []int{3, 64} {
				if testing.Short() && passes > 3 {
					continue
				}
				name := fmt.Sprintf("%s depth %d, memory %d, %d passes", c.fen, depth, memory, passes)
				j, err := newJob(t.Context(), roots, depth, 0, &Options{Merge: true, Memory: memory, Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				m := newMerger(j)
				room := 0
				for range 2 {
					m.nodes = Uint128{}
					unique, err := m.descend(roots, depth, func(int) bool { return m.depth > depth-2 })
					if err != nil {
						t.Fatal(err)
					}
					if len(unique) < 3 { // the rest is counted already
						m.table.free(&m.mem)
						continue
					}
					n, err := m.countInPasses(int(unique[2]), passes)
					if err != nil || m.nodes != (Uint128{Lo: c.nodes[depth-1]}) {
						t.Errorf("%s: %v nodes, error %v, want %d", name, m.nodes, err, c.nodes[depth-1])
					}
					if len(m.mem.free) == 0 || memory == 1<<28 && m.incomplete.Load() {
						t.Errorf("%s: memory is not free, or was full", name)
					}
					if !m.incomplete.Load() && slices.Equal(unique, a083276[:3]) && n != a083276[3] {
						t.Errorf("%s: %d positions, want %d", name, n, a083276[3])
					}
					if room == 0 {
						room = m.mem.room()
					} else if room-m.mem.room() > 64<<10/entryBytes { // indexes of a few shards
						t.Errorf("%s: room for %d positions, for %d before", name, m.mem.room(), room)
					}
					indexes := 0 // a pass uses the indexes of the pass before
					for i := range m.part.shards {
						if s := &m.part.shards[i]; len(s.index.pieces)+len(s.order.pieces) > 0 {
							indexes++
						}
					}
					if indexes > len(m.part.shards)/passes+2 { // and what the last pass left
						t.Errorf("%s: indexes for %d shards", name, indexes)
					}
				}
				m.mem.unmap()
				j.end(nil)
			}
		}
	}
}

// TestTimesOverflow: a product is too large if either of its two upper parts overflows.
func TestTimesOverflow(t *testing.T) {
	const top = 1 << 63
	for _, tt := range []struct {
		n  Uint128
		k  uint64
		ok bool
	}{
		{Uint128{top - 1, ^uint64(0)}, 2, true},
		{Uint128{top, 0}, 2, false},                     // the high word overflows
		{Uint128{^uint64(0), ^uint64(0)}, 1, true},      // the largest number
		{Uint128{top - 1, ^uint64(0)}, 3, false},        // the high word
		{Uint128{1<<32 - 1, ^uint64(0)}, 1 << 32, true}, // all bits fit
		{Uint128{^uint64(0) / 3, ^uint64(0)}, 3, false}, // only the carry of the low word
	} {
		if _, ok := tt.n.times(tt.k); ok != tt.ok {
			t.Errorf("%x times %d: %v, want %v", tt.n, tt.k, ok, tt.ok)
		}
	}
}
