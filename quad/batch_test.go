package quad

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

func TestBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	var want []Board
	var b Batch
	for i := range 50 {
		one := nonsense(rng)
		want = append(want, one)
		b.Append(one)
		if b.Len() != i+1 || b.At(i) != one {
			t.Fatalf("board %d of %d: %x, want %x", i, b.Len(), b.At(i), one)
		}
	}
	if got := b.AppendTo(nil); !slices.Equal(got, want) {
		t.Fatal("AppendTo")
	}
	if got := BatchOfPlanes(b.Planes()).AppendTo(nil); !slices.Equal(got, want) {
		t.Fatal("BatchOfPlanes")
	}
	part := b.Slice(10, 20)
	if got := part.AppendTo(nil); !slices.Equal(got, want[10:20]) {
		t.Fatal("Slice")
	}
	part.Append(Board{}) // must leave board 20 alone
	if b.At(20) != want[20] {
		t.Fatal("appending to a slice wrote into the batch")
	}
	b.Slice(10, 20).Set(3, Board{1, 2, 3, 4})
	if b.At(13) != (Board{1, 2, 3, 4}) {
		t.Fatal("a slice does not share its memory")
	}
	b.Set(13, want[13])
	b.AppendBatch(&b)
	if got := b.AppendTo(nil); !slices.Equal(got, append(slices.Clone(want), want...)) {
		t.Fatal("AppendBatch")
	}
	b.Reset()
	if b.Len() != 0 {
		t.Fatal("Reset")
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for a slice beyond the length")
		}
	}()
	b.Slice(0, 1)
}

// TestBatchSets compares the batches with the functions of one board, at lengths around a register and a chunk. Module
// prove shows for all lengths that the kernels neither read nor write beyond their slices.
func TestBatchSets(t *testing.T) {
	boards, us := suites(t)
	rng := rand.New(rand.NewPCG(15, 16))
	for len(boards) < 4*chunk {
		boards = append(boards, nonsense(rng))
		us = append(us, Color(rng.Uint32())) // its lowest bit counts
	}
	rng.Shuffle(len(boards), func(i, j int) {
		boards[i], boards[j] = boards[j], boards[i]
		us[i], us[j] = us[j], us[i]
	})
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 17, chunk - 1, chunk, chunk + 1, 2*chunk + 9} {
			checkBatch(t, boards[n/2:n/2+n], us[n/2:n/2+n])
		}
	})
}

func checkBatch(t *testing.T, boards []Board, us []Color) {
	t.Helper()
	n := len(boards)
	var rays [8][4][]uint64
	for d := range rays {
		for p := range rays[d] {
			rays[d][p] = make([]uint64, n)
		}
	}
	batch, columns, attacks := batchOf(boards...), NewThreatsColumns(n), [2][]uint64{make([]uint64, n), make([]uint64, n)}
	VisionBatch(&rays, batch)
	ThreatsBatch(columns, batch, us)
	AttacksBatch(attacks[White], batch, White)
	AttacksBatch(attacks[Black], batch, Black)
	for i, b := range boards {
		v := b.Vision()
		for d := range rays {
			for p := range rays[d] {
				if rays[d][p][i] != v.Rays[d].Planes()[p] {
					t.Fatalf("n=%d: VisionBatch[%d][%d][%d] = %x, want %x\n%x", n, d, p, i, rays[d][p][i], v.Rays[d].Planes()[p], b)
				}
			}
		}
		if got, want := columns.At(i), b.Threats(us[i]); got != want {
			t.Fatalf("n=%d: ThreatsBatch[%d] = %x, want %x\n%x", n, i, got, want, b)
		}
		for _, c := range [...]Color{White, Black} {
			if attacks[c][i] != v.Attacks(c) {
				t.Fatalf("n=%d: AttacksBatch[%d] %v = %x, want %x\n%x", n, i, c, attacks[c][i], v.Attacks(c), b)
			}
		}
	}
}

// TestBatchContracts: lengths that differ and overlap panic with a message that
// names the slices, before anything is written.
func TestBatchContracts(t *testing.T) {
	boards, us := suites(t)
	boards, us = boards[:4], us[:4]
	batch := batchOf(boards...)
	newRays := func() (rays [8][4][]uint64) {
		for d := range rays {
			for p := range rays[d] {
				rays[d][p] = make([]uint64, 4)
			}
		}
		return rays
	}
	planes := batch.Planes()
	for _, c := range []struct {
		name, want string
		call       func(rays *[8][4][]uint64, columns *ThreatsColumns)
	}{
		{"short rays", "quad: VisionBatch: expected len(dst[East][2]) = len(dst) = 4, found 3",
			func(r *[8][4][]uint64, _ *ThreatsColumns) { r[1][2] = r[1][2][:3]; VisionBatch(r, batch) }},
		{"rays overlap", "quad: VisionBatch: dst[",
			func(r *[8][4][]uint64, _ *ThreatsColumns) { r[1][2] = r[7][3]; VisionBatch(r, batch) }},
		{"rays on a plane", "quad: VisionBatch: plane 2 of the batch overlaps dst[North][0]",
			func(r *[8][4][]uint64, _ *ThreatsColumns) { r[7][0] = planes[2]; VisionBatch(r, batch) }},
		{"short column", "quad: ThreatsBatch: expected len(dst.Pinned) = len(dst) = 4, found 0",
			func(_ *[8][4][]uint64, c *ThreatsColumns) { c.Pinned = nil; ThreatsBatch(c, batch, us) }},
		{"short colours", "quad: ThreatsBatch: expected len(us) = 4, the length of the batch, found 3",
			func(_ *[8][4][]uint64, c *ThreatsColumns) { ThreatsBatch(c, batch, us[:3]) }},
		{"columns overlap", "overlaps dst.",
			func(_ *[8][4][]uint64, c *ThreatsColumns) { c.Pinned = c.Pinners; ThreatsBatch(c, batch, us) }},
		{"column on a plane", "quad: ThreatsBatch: plane 0 of the batch overlaps dst.Danger",
			func(_ *[8][4][]uint64, c *ThreatsColumns) { c.Danger = planes[0]; ThreatsBatch(c, batch, us) }},
		{"attacks on a plane", "quad: AttacksBatch: plane 3 of the batch overlaps dst",
			func(*[8][4][]uint64, *ThreatsColumns) { AttacksBatch(planes[3], batch, White) }},
		{"long attacks", "quad: AttacksBatch: expected len(plane 0 of the batch) = len(dst) = 5, found 4",
			func(*[8][4][]uint64, *ThreatsColumns) { AttacksBatch(make([]uint64, 5), batch, White) }},
		{"planes of two lengths", "quad: BatchOfPlanes: expected len(planes[1]) = 4, the length of the batch, found 3",
			func(*[8][4][]uint64, *ThreatsColumns) {
				BatchOfPlanes([4][]uint64{planes[0], planes[1][:3], planes[2], planes[3]})
			}},
	} {
		rays, columns := newRays(), NewThreatsColumns(4)
		untouched := columns.Attacked
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, c.want) {
					t.Errorf("%s: panic %q, want %q", c.name, text, c.want)
				}
			}()
			c.call(&rays, columns)
		}()
		for i, b := range boards {
			if batch.At(i) != b || untouched[i] != 0 || rays[0][0][i] != 0 {
				t.Errorf("%s: something was written", c.name)
			}
		}
	}
}

// batchOf returns a batch with the boards.
func batchOf(boards ...Board) *Batch {
	b := new(Batch)
	b.Append(boards...)
	return b
}
