package perft

import (
	"fmt"
	"slices"
	"testing"
)

// Plies that are counted in passes have the right counts and numbers of positions, if none
// is refused, for any memory. Another count after it uses the same memory.
func TestPasses(t *testing.T) {
	for _, c := range mergeCases {
		p := parse(t, c.fen)
		roots := []Weighted{{p.Board, p.Side, Nodes{Lo: 1}}}
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
					m.nodes = Nodes{}
					unique, err := m.descend(roots, depth, func(int) bool { return m.depth > depth-2 })
					if err != nil {
						t.Fatal(err)
					}
					if len(unique) < 3 { // the rest is counted already
						m.table.free(&m.mem)
						continue
					}
					n, err := m.countInPasses(int(unique[2]), passes)
					if err != nil || m.nodes != (Nodes{Lo: c.nodes[depth-1]}) {
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
