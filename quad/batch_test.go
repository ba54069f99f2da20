package quad

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
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
	if got := BatchOf(want...).AppendTo(nil); !slices.Equal(got, want) {
		t.Fatal("BatchOf")
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

// lengths are those around registers and chunks.
var lengths = []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, chunk - 1, chunk, chunk + 1, 2*chunk + 9}

// TestBatchSets compares the three batches with the functions of one board, at every length
// around a register and a chunk. The slices are at the end and then at the start of memory,
// so that an access beyond them faults.
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
	w := newWorkplace(t, slices.Max(lengths))
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, n := range lengths {
			w.check(t, true, boards[n/2:n/2+n], us[n/2:n/2+n])
			w.check(t, false, boards[n/2:n/2+n], us[n/2:n/2+n])
		}
	})
}

// A workplace has a guarded buffer for each slice that the batches read or write.
type workplace struct {
	planes  [4]*guard.Buffer
	rays    [8][4]*guard.Buffer
	threats [threatSets]*guard.Buffer
	attacks [2]*guard.Buffer
	us      *guard.Buffer
}

func newWorkplace(t *testing.T, n int) *workplace {
	w := &workplace{us: guard.New(t, n)}
	fill := func(buffers []*guard.Buffer) {
		for i := range buffers {
			buffers[i] = guard.New(t, n)
		}
	}
	fill(w.planes[:])
	for d := range w.rays {
		fill(w.rays[d][:])
	}
	fill(w.threats[:])
	fill(w.attacks[:])
	return w
}

// canary is the value of outputs before a call, and around them after it.
const canary = 0xdeadbeefdeadbeef

// check calls all three batches and compares the results board by board.
func (w *workplace) check(t *testing.T, atEnd bool, boards []Board, us []Color) {
	t.Helper()
	n := len(boards)
	place := (*guard.Buffer).AtStart
	if atEnd {
		place = (*guard.Buffer).AtEnd
	}
	var written []*guard.Buffer
	column := func(b *guard.Buffer) []uint64 {
		all := b.All()
		for i := range all {
			all[i] = canary
		}
		written = append(written, b)
		return place(b, n)
	}
	batch := BatchOfPlanes([4][]uint64{place(w.planes[G0], n), place(w.planes[G1], n), place(w.planes[G2], n), place(w.planes[GB], n)})
	for i, b := range boards {
		batch.Set(i, b)
	}
	// n colours at the edge of memory are the first or last bytes of n words.
	sides := unsafe.Slice((*Color)(unsafe.Pointer(unsafe.SliceData(place(w.us, n)))), 8*n)
	if atEnd {
		sides = sides[7*n:]
	}
	sides = sides[:n:n]
	copy(sides, us)
	var rays [8][4][]uint64
	for d := range rays {
		for p := range rays[d] {
			rays[d][p] = column(w.rays[d][p])
		}
	}
	var columns ThreatsColumns
	for k, c := range columns.columns() {
		*c = column(w.threats[k])
	}
	attacks := [2][]uint64{column(w.attacks[White]), column(w.attacks[Black])}
	VisionBatch(&rays, batch)
	ThreatsBatch(&columns, batch, sides)
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
		if batch.At(i) != b || sides[i] != us[i] {
			t.Fatalf("n=%d: board or side %d has changed", n, i)
		}
	}
	for _, b := range written {
		outside := b.All()[n:]
		if atEnd {
			outside = b.All()[:len(b.All())-n]
		}
		for _, word := range outside {
			if word != canary {
				t.Fatalf("n=%d: written outside of a slice", n)
			}
		}
	}
}

// TestBatchContracts: lengths that differ and overlap panic with a message that
// names the slices, before anything is written.
func TestBatchContracts(t *testing.T) {
	boards, us := suites(t)
	boards, us = boards[:4], us[:4]
	batch := BatchOf(boards...)
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
