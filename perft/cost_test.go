package perft

import (
	"fmt"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// A fixedPly is a checkpoint that contains only the ply to merge down to.
type fixedPly int

func (p fixedPly) Ply() (int, bool)         { return int(p), true }
func (p fixedPly) Part(int) (Nodes, bool)   { return Nodes{}, false }
func (p fixedPly) SetPly(int) error         { return nil }
func (p fixedPly) SetPart(int, Nodes) error { return nil }

// The merged plies depend on the tree, the mode and the memory.
func TestSaves(t *testing.T) {
	start, kiwipete, root := growth{24.9, 0.46}, growth{42, 0.58}, growth{20, 1}
	for _, c := range []struct {
		name   string
		mode   Mode
		plies  int
		depth  int // below the current ply
		growth growth
		n      int
		room   int
		want   bool
	}{
		{"far above the leaves", ModeBatch, 2, 6, start, 1e6, 1e9, true},
		{"three plies above", ModeBatch, 2, 4, start, 1e6, 1e9, true},
		{"three plies above, without two at a time", ModeBatch, 1, 4, start, 1e6, 1e9, true},
		{"three plies above, near the root", ModeBatch, 2, 4, root, 20, 1e9, true},
		{"two plies above", ModeBatch, 2, 3, start, 1e6, 1e9, false},
		{"two plies above, in mode Bulk", ModeBulk, 1, 3, start, 1e6, 1e9, true},
		{"two plies above, in mode Single", ModeSingle, 1, 3, start, 1e6, 1e9, true},
		{"two plies above, with many moves", ModeBatch, 1, 3, kiwipete, 1e6, 1e9, true},
		{"one ply above", ModeSingle, 1, 2, kiwipete, 1e6, 1e9, false},
		{"room for few", ModeBatch, 2, 4, start, 1e6, 5e5, false},
		{"room for a half", ModeBatch, 2, 4, start, 1e6, 6e6, true},
		{"room for few, and most to gain", ModeBatch, 2, 5, start, 1e6, 1e6, true},
		{"a billion plies", ModeBatch, 2, 1e9, start, 1e6, 1e6, true},
	} {
		m := merger{job: &job{mode: c.mode, plies: c.plies}, depth: c.depth, growth: c.growth, room: c.room}
		if got := m.saves(c.n); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		m.onRefusal = stopPly
		fits := float64(c.n)*c.growth.moves*c.growth.fresh <= float64(c.room)
		if got := m.saves(c.n); got != (c.want && fits) {
			t.Errorf("%s, only whole plies: %v, want %v", c.name, got, c.want && fits)
		}
	}
}

// A ply that fits in memory is merged in one pass. Others are merged in so many passes that
// each fits, if that saves time.
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
		m := merger{job: &job{mode: ModeBatch, plies: 2}, depth: c.depth, growth: start}
		m.mem.left = int64(c.room) * entryBytes
		if got := m.passes(1e6); got != c.want {
			t.Errorf("%s: %d passes, want %d", c.name, got, c.want)
		}
	}
}

// BenchmarkMergePly merges down to different plies, to show whether saves selects the best. With
// -short it skips the largest trees.
func BenchmarkMergePly(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
		nodes     uint64
	}{
		{"start", movegen.Start().FEN(), 7, 3195901860},
		{"start", movegen.Start().FEN(), 8, 84998978956},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6, 8031647685},
		{"position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 8, 3009794393},
		{"position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6, 706045033},
		{"position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 6, 6923051137},
	} {
		if testing.Short() && c.nodes > 5e9 {
			continue
		}
		p, err := movegen.ParseFEN(c.fen)
		if err != nil {
			b.Fatal(err)
		}
		for plies := 1; plies <= 2; plies++ {
			for above := 4; above >= 2; above-- {
				b.Run(fmt.Sprintf("position=%s/depth=%d/plies=%d/ply=%d", c.name, c.depth, plies, c.depth-above), func(b *testing.B) {
					opts := Options{Merge: true, Mode: ModeBatch, Plies: plies, Memory: 4 << 30, Workers: 1, Checkpoint: fixedPly(c.depth - above)}
					for b.Loop() {
						if r, err := Count(b.Context(), p, c.depth, opts); err != nil || r.Nodes != (Nodes{Lo: c.nodes}) {
							b.Fatalf("%v nodes, error %v, want %d", r.Nodes, err, c.nodes)
						}
					}
				})
			}
		}
	}
}
