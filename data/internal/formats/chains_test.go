package formats_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/data/internal/binpacktest"
	. "github.com/koggestone/koggestone/data/internal/formats"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// chunksOf returns the chunks of a file of .binpack.
func chunksOf(t testing.TB, data []byte) (chunks [][]byte) {
	t.Helper()
	for at := 0; at < len(data); {
		n, err := ChunkSize(data[at:], int64(at))
		if err != nil {
			t.Fatal(err)
		}
		at += HeaderSize
		chunks = append(chunks, data[at:at+int(n)])
		at += int(n)
	}
	return chunks
}

// compare checks on each path that Chains reads the same rows as Checked, up to the fault that
// Checked finds, if any. It returns the number of rows.
func compare(t *testing.T, chunk []byte) (rows int) {
	t.Helper()
	for _, p := range simd.Paths() {
		pathtest.On(p, func() { rows = compareOn(t, chunk) })
	}
	return rows
}

func compareOn(t *testing.T, chunk []byte) int {
	t.Helper()
	var slow Checked
	var fast Chains
	slow.Reset(chunk)
	fast.Reset(append(chunk[:len(chunk):len(chunk)], make([]byte, Padding)...), len(chunk))
	for slow.Next() {
		if !fast.Next(nil) {
			if fast.Fault == BadStart && slow.Position.Validate() != nil {
				return slow.N
			}
			t.Fatalf("no position %d: %v, expected %+v", slow.N, fast.Fault, slow.Row)
		}
		if slow.Row != fast.Row || slow.N != fast.N {
			t.Fatalf("position %d is %+v, expected position %d, %+v", fast.N, fast.Row, slow.N, slow.Row)
		}
	}
	for slow.Fault == BadMove && fast.Next(nil) { // a king was left attacked, or later ones
		kings := fast.Position.Board.Kings()
		if white := kings &^ fast.Position.Board.GB; white == 0 || white&(white-1) != 0 {
			t.Fatalf("not one white king: %+v", fast.Row)
		}
		if black := kings & fast.Position.Board.GB; black == 0 || black&(black-1) != 0 {
			t.Fatalf("not one black king: %+v", fast.Row)
		}
	}
	if slow.Fault == None && (fast.Next(nil) || fast.Fault != None) {
		t.Fatalf("%v after %d positions, expected the end", fast.Fault, slow.N)
	}
	if slow.Fault != None && slow.Fault != BadMove && (fast.Next(nil) || fast.Fault != slow.Fault) {
		t.Fatalf("%v after %d positions, expected %v", fast.Fault, slow.N, slow.Fault)
	}
	return slow.N
}

// Files of random games contain these games.
func TestRandomGames(t *testing.T) {
	file, want := binpacktest.File(1, 3, 60)
	for _, chunk := range chunksOf(t, file) {
		var c Checked
		c.Reset(chunk)
		for c.Next() {
			if c.Row != want[0] {
				t.Fatalf("%+v, expected %+v", c.Row, want[0])
			}
			want = want[1:]
		}
		if c.Fault != None {
			t.Fatal(c.Fault)
		}
		compare(t, chunk)
	}
	if len(want) > 0 {
		t.Errorf("%d rows are missing", len(want))
	}
}

// Mutated chunks are read alike up to the first fault.
func TestMutatedChunks(t *testing.T) {
	file, _ := binpacktest.File(2, 1, 12)
	chunk := chunksOf(t, file)[0]
	r := rand.New(rand.NewPCG(3, 4))
	rows := 0
	for range 600 {
		bad := slices.Clone(chunk)
		for range 1 + r.IntN(3) {
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		}
		rows += compare(t, bad[:len(bad)-r.IntN(2)*r.IntN(len(bad))])
	}
	if rows < 10000 {
		t.Errorf("%d rows", rows)
	}
}

// Any bytes are read without a panic, and alike up to the first fault.
func FuzzChains(f *testing.F) {
	file, _ := binpacktest.File(5, 2, 3)
	for _, chunk := range chunksOf(f, file) {
		f.Add(chunk)
		f.Add(chunk[:len(chunk)/2])
	}
	f.Fuzz(func(t *testing.T, chunk []byte) { compare(t, chunk) })
}

// The gate drops the positions that its definition drops one by one.
func TestGate(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) { testGate(t) })
}

func testGate(t *testing.T) {
	file, rows := binpacktest.File(6, 1, 80)
	chunk := chunksOf(t, file)[0]
	for _, g := range []Gate{{}, {MinPly: 17}, {Gap: 3}, {MinPly: 5, Gap: 7}, {LastScore: NoScore}, {LastScore: 101, LastPly: -1}, {Gap: 1 << 30}} {
		plain := g
		var want []Row
		for _, row := range rows {
			if plain.Passes(row.Score, row.Ply, row.Result) {
				plain.Gap = len(want) % 5
				want = append(want, row)
			}
		}
		var got []Row
		var c Chains
		c.Reset(append(chunk[:len(chunk):len(chunk)], make([]byte, Padding)...), len(chunk))
		for c.Next(&g) {
			g.Gap = len(got) % 5
			got = append(got, c.Row)
		}
		if !slices.Equal(got, want) || g != plain {
			t.Errorf("%d rows, %+v, expected %d, %+v", len(got), g, len(want), plain)
		}
	}
}

func TestChains(t *testing.T) {
	data, err := os.ReadFile("../../records/testdata/positions.binpack")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, chunk := range chunksOf(t, data) {
		rows += compare(t, chunk)
	}
	if rows != 404 {
		t.Errorf("%d rows", rows)
	}
}

// The file of the environment variable BINPACK, for measurements.
func BenchmarkChains(b *testing.B) {
	data, err := os.ReadFile(os.Getenv("BINPACK"))
	if err != nil {
		b.Skip(err)
	}
	chunks := chunksOf(b, append(data, make([]byte, Padding)...)[:len(data)])
	for _, gap := range []int{0, 10, 150, 1 << 30} {
		b.Run(map[int]string{0: "each", 10: "gap=10", 150: "gap=150", 1 << 30: "none"}[gap], func(b *testing.B) {
			n, kept := 0, 0
			for range b.N {
				for _, chunk := range chunks {
					var c Chains
					g := Gate{LastScore: NoScore, Gap: gap}
					gate := &g
					if gap == 0 {
						gate = nil
					}
					c.Reset(chunk[:len(chunk)+Padding], len(chunk))
					for c.Next(gate) {
						g.Gap = gap
						kept++
					}
					if c.Fault != None {
						b.Fatal(c.Fault)
					}
					n += c.N
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/position")
			b.ReportMetric(float64(n)/float64(b.N), "positions")
		})
	}
	b.Run("checked", func(b *testing.B) {
		n := 0
		for range b.N {
			for _, chunk := range chunks {
				var c Checked
				c.Reset(chunk)
				for c.Next() {
				}
				n += c.N
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/position")
	})
}
