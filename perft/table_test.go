package perft

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/quad"
)

// A table contains the entries of a map, ply after ply, and uses the memory that it reports.
func TestTable(t *testing.T) {
	for _, limit := range []int64{0, int64(slabBytes), 1 << 20, 1 << 30} {
		r := rand.New(rand.NewPCG(1, 2))
		mem := memory{left: limit}
		defer mem.unmap()
		var table table
		for _, n := range []int{1, 40_000, 300_000, 5000} {
			want := map[quad.Board]Uint128{}
			for range n {
				e := entry{quad.Board{G0: r.Uint64N(uint64(n))}, Uint128{Lo: 1 << r.UintN(64)}}
				if r.UintN(4) == 0 {
					e.ways.Lo, e.ways.Hi = 0, e.ways.Lo
				}
				sum, fits := want[e.board].add(e.ways)
				switch table.add(&e, quad.White, &mem) {
				case refused:
					if limit == 1<<30 {
						t.Fatalf("refused %v with memory left", e)
					}
					continue
				case tooMany:
					if fits {
						t.Fatalf("%v: the sum of %v fits", e, sum)
					}
					continue
				}
				if !fits {
					t.Fatalf("took %v, whose sum has 129 bits", e)
				}
				want[e.board] = sum
			}
			if kept := table.advance(); kept != len(want) {
				t.Fatalf("limit %d: %d positions, want %d", limit, kept, len(want))
			} else if kept < min(n, 1000) && limit == 1<<20 && n < 10_000 { // the plies before filled all
				t.Errorf("only %d positions of a ply of %d: blocks are not used again", kept, n)
			}
			if held := table.bytes() + mem.bytes(); mem.left < 0 || held > limit-mem.left {
				t.Errorf("limit %d: %d bytes held, %d left", limit, held, mem.left)
			}
			for i := range table.shards {
				s := &table.shards[i]
				for n := range s.nCurrent {
					b, k := s.currentAt(n)
					if board := b.boards[k]; want[board] != b.ways(k) {
						t.Fatalf("%v: %v ways, want %v", board, b.ways(k), want[board])
					}
					delete(want, b.boards[k])
				}
			}
			table.free(&mem)
			if len(want) != 0 {
				t.Fatalf("limit %d: %d positions missing", limit, len(want))
			}
		}
	}
}

// bytes returns the bytes that t holds in blocks, lists and indexes.
func (t *table) bytes() (n int64) {
	for i := range t.shards {
		s := &t.shards[i]
		n += int64(cap(s.blocks)+cap(s.current)) * int64(unsafe.Sizeof(block{}))
		for _, x := range []index{s.index, s.order} {
			for _, piece := range x.pieces {
				n += 4 * int64(len(piece))
			}
		}
		n += blockBytes(s.current)
	}
	return n
}

// bytes returns the bytes that m holds in blocks and their list.
func (m *memory) bytes() int64 {
	return int64(cap(m.free))*int64(unsafe.Sizeof(block{})) + blockBytes(m.free)
}

func blockBytes(blocks []block) (n int64) {
	for _, b := range blocks {
		n += int64(unsafe.Sizeof(*b.entries))
		if b.upper != nil {
			n += int64(unsafe.Sizeof(*b.upper))
		}
	}
	return n
}

// Ways may have up to 128 bits. The upper 96 belong to their entry also after the block is
// reused.
func TestBlockWays(t *testing.T) {
	mem := memory{left: int64(slabBytes)}
	b := mem.getBlock()
	if b.setWays(3, Uint128{Lo: 1 << 32}, &mem) {
		t.Error("33 bits kept without memory")
	}
	mem.left = int64(unsafe.Sizeof(*b.upper))
	for _, n := range []Uint128{{0, 7}, {0, math.MaxUint32}, {0, 1 << 32}, {1 << 31, 0}, {math.MaxUint64, math.MaxUint64}, {0, 5}} {
		if !b.setWays(3, n, &mem) || b.ways(3) != n {
			t.Errorf("%v ways, want %v", b.ways(3), n)
		}
	}
	if mem.left != 0 {
		t.Errorf("%d bytes left", mem.left)
	}
	b.setWays(4, Uint128{math.MaxUint64, math.MaxUint64}, &mem)
	mem.putBlock(b)
	b = mem.getBlock()
	if b.setWays(4, Uint128{Lo: 9}, &mem); b.ways(4) != (Uint128{Lo: 9}) {
		t.Errorf("%v ways, want 9", b.ways(4))
	}
}

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
		want := map[quad.Board]Uint128{}
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
				want[b] = want[b].Add(Uint128{Lo: w})
			}
			if !s.hasRoom() {
				t.Fatalf("no room for more than %d of %d positions", s.n, len(s.children))
			}
			s.add(&planes, ways)
		}
		if c.ways < math.MaxUint64 && s.n != len(want) {
			t.Errorf("%+v: %d positions, want %d", c, s.n, len(want))
		}
		got := map[quad.Board]Uint128{}
		for _, e := range s.children[1 : 1+s.n] {
			got[e.board] = got[e.board].Add(Uint128{Lo: e.ways})
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
