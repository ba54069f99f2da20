package formats_test

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/binpacktest"
	"github.com/koggestone/koggestone/internal/corpus"
	. "github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
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

// padded returns a copy of a chunk with the bytes after it that readers may read.
func padded(chunk []byte) []byte {
	return append(chunk[:len(chunk):len(chunk)], make([]byte, Padding)...)
}

// compare checks that unchecked chains are the same rows as checked ones up to the fault of these, if
// any, and that groups read unchecked chains on each path. It returns the number of rows.
func compare(t *testing.T, chunk []byte) int {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(len(chunk)), 5))
	compareGroup(t, nil, r, chunk)
	compareGroup(t, &Gate{MinPly: r.IntN(20), LastScore: NoScore, LastPly: -1}, r, chunk, chunk[:len(chunk)/2], chunk)
	var slow, fast Chains
	slow.Reset(padded(chunk), len(chunk), true)
	fast.Reset(padded(chunk), len(chunk), false)
	for slow.Next() {
		if !fast.Next() {
			if fast.Fault == BadStart && slow.Position.Validate() != nil {
				return slow.N
			}
			t.Fatalf("no position %d: %v, expected %+v", slow.N, fast.Fault, slow.Row)
		}
		if slow.Row != fast.Row || slow.N != fast.N {
			t.Fatalf("position %d is %+v, expected position %d, %+v", fast.N, fast.Row, slow.N, slow.Row)
		}
	}
	for slow.Fault == BadMove && fast.Next() { // a king was left attacked, or later ones
		kings := fast.Position.Board.Kings()
		if white := kings &^ fast.Position.Board.GB; white == 0 || white&(white-1) != 0 {
			t.Fatalf("not one white king: %+v", fast.Row)
		}
		if black := kings & fast.Position.Board.GB; black == 0 || black&(black-1) != 0 {
			t.Fatalf("not one black king: %+v", fast.Row)
		}
	}
	if slow.Fault == None && (fast.Next() || fast.Fault != None) {
		t.Fatalf("%v after %d positions, expected the end", fast.Fault, slow.N)
	}
	if slow.Fault != None && slow.Fault != BadMove && (fast.Next() || fast.Fault != slow.Fault) {
		t.Fatalf("%v after %d positions, expected %v", fast.Fault, slow.N, slow.Fault)
	}
	return slow.N
}

// A reading is what was read from a chunk.
type reading struct {
	found []Found
	n     int
	fault Fault
	gate  Gate
}

// readChains returns the positions of unchecked chains that pass a gate. The gaps between them are
// repeated.
func readChains(chunk []byte, g *Gate, gaps []uint64) (r reading) {
	if g != nil {
		r.gate, g = *g, &r.gate
	}
	var c Chains
	c.Reset(padded(chunk), len(chunk), false)
	for c.Next() {
		if g == nil || g.Passes(c.Score, c.Ply, c.Result) {
			r.gate.Gap = int(gaps[len(r.found)%len(gaps)])
			r.found = append(r.found, Found{c.Row, int64(c.N)})
		}
	}
	r.n, r.fault = c.N, c.Fault
	return r
}

// readGroup returns the results of a group that reads chunks. At each turn it starts one in the first free lane.
// If after is not nil, it is called for each lane after each turn.
func readGroup(chunks [][]byte, g *Gate, gaps [][]uint64, after func(k int, l *Lane)) []reading {
	all := make([]reading, len(chunks))
	group := NewGroup()
	place := map[*Lane]int{}
	for started, running := 0, 1; running > 0; {
		for k := range Lanes {
			l := group.Lane(k)
			if l.Active() || started == len(chunks) {
				continue
			}
			l.Start(padded(chunks[started]), len(chunks[started]))
			if l.Gated = g != nil; l.Gated {
				l.Gate = *g
			}
			place[l] = started
			started++
			break
		}
		for l, k := range place {
			for i := range l.Gaps {
				l.Gaps[i] = gaps[k][(len(all[k].found)+i)%len(gaps[k])]
			}
		}
		group.Turn()
		running = len(chunks) - started
		for l, k := range place {
			if after != nil {
				after(k, l)
			}
			all[k].found = append(all[k].found, l.Found...)
			all[k].n, all[k].fault, all[k].gate = l.Chains.N, l.Chains.Fault, l.Gate
			if l.Active() {
				running++
			} else {
				delete(place, l)
			}
		}
	}
	return all
}

// compareGroup checks on each path that a group reads what Chains reads from each chunk.
func compareGroup(t *testing.T, g *Gate, r *rand.Rand, chunks ...[]byte) {
	t.Helper()
	gaps := make([][]uint64, len(chunks))
	var want []reading
	for k, chunk := range chunks {
		gaps[k] = make([]uint64, 1+r.IntN(50))
		if g != nil {
			for i := range gaps[k] {
				gaps[k][i] = r.Uint64N(1 + uint64(k)*30)
			}
		}
		want = append(want, readChains(chunk, g, gaps[k]))
		if g == nil {
			want[k].gate = Gate{}
		}
	}
	for _, p := range simd.Paths() {
		pathtest.On(p, func() {
			for k, got := range readGroup(chunks, g, gaps, nil) {
				if g == nil {
					got.gate = Gate{}
				}
				if !slices.Equal(got.found, want[k].found) || got.n != want[k].n || got.fault != want[k].fault || got.gate != want[k].gate {
					for i := range min(len(got.found), len(want[k].found)) {
						if got.found[i] != want[k].found[i] {
							t.Errorf("found %+v, expected %+v", got.found[i], want[k].found[i])
							break
						}
					}
					t.Fatalf("path=%v, chunk %d: found %d of %d positions, %v, %+v; expected %d of %d, %v, %+v", p, k,
						len(got.found), got.n, got.fault, got.gate, len(want[k].found), want[k].n, want[k].fault, want[k].gate)
				}
			}
		})
	}
}

// Files of random games contain these games.
func TestRandomGames(t *testing.T) {
	file, want := binpacktest.File(1, 3, 60)
	checkRows(t, file, want)
}

// So do files of games from composed positions, which have more promotions, castling moves and captures en
// passant.
func TestComposedGames(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 15))
	var chains []byte
	var want []Row
	for fen := range corpus.Composed(3, 2000, corpus.AllPieces) {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if p.Side == quad.Black || bits.OnesCount64(p.Board.Occupied()) > 32 { // the format has no more pieces
			continue
		}
		if game := binpacktest.Game(r, p, 1+r.IntN(30)); len(game) > 0 {
			chains = binpacktest.AppendChain(chains, game)
			want = append(want, game...)
		}
	}
	checkRows(t, binpacktest.AppendChunk(nil, chains), want)
}

// checkRows compares all rows of a file with want, on every path.
func checkRows(t *testing.T, file []byte, want []Row) {
	t.Helper()
	for _, chunk := range chunksOf(t, file) {
		var c Chains
		c.Reset(padded(chunk), len(chunk), true)
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

// A zero score after a large one means that the score is missing, but only in the same decisive game.
func TestMissingScores(t *testing.T) {
	for _, test := range []struct {
		last, lastPly int
		score         int16
		ply           uint16
		result        int8
		passes        bool
	}{
		{101, 10, 0, 11, 1, false}, {-101, 10, 0, 11, -1, false}, {100, 10, 0, 11, 1, true}, {-100, 10, 0, 11, 1, true},
		{101, 10, 0, 11, 0, true}, {101, 10, 1, 11, 1, true}, {101, 10, 0, 10, 1, true}, {101, 10, 0, 2, 1, true},
		{NoScore, 10, 0, 11, 1, true}, {0, 10, NoScore, 11, 0, false},
	} {
		g := Gate{LastScore: test.last, LastPly: test.lastPly}
		if got := g.Passes(test.score, test.ply, test.result); got != test.passes {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// The gate drops the positions that its definition drops one by one, in groups of one chunk and of several.
func TestGate(t *testing.T) {
	file, _ := binpacktest.File(6, 1, 80)
	chunk := chunksOf(t, file)[0]
	r := rand.New(rand.NewPCG(7, 8))
	for _, g := range []Gate{{}, {MinPly: 17}, {Gap: 3}, {MinPly: 5, Gap: 7}, {LastScore: NoScore}, {LastScore: 101, LastPly: -1}, {Gap: 1 << 30},
		{MinPly: math.MaxInt, Gap: 2}, {MinPly: math.MinInt, Gap: 2}} {
		compareGroup(t, &g, r, chunk)
		compareGroup(t, &g, r, chunk, chunk, chunk, chunk, chunk, chunk)
	}
}

func TestInCheck(t *testing.T) {
	_, rows := binpacktest.File(10, 1, 100)
	seen := map[bool]int{}
	for _, row := range rows {
		for _, side := range []quad.Color{quad.White, quad.Black} {
			p := row.Position
			p.Side = side
			want := p.InCheck()
			if got := InCheck(&p.Board, side); got != want {
				t.Fatalf("%s: %v, expected %v", p.FEN(), got, want)
			}
			seen[want]++
		}
	}
	if seen[true] < 100 || seen[false] < 100 {
		t.Error(seen)
	}
}

// Readers read at most Padding bytes after a chunk, and none before it.
func TestPadding(t *testing.T) {
	file, _ := binpacktest.File(11, 1, 4)
	whole := chunksOf(t, file)[0]
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		words := (len(whole)+Padding)/8 + 1
		buffer := guard.New(t, words)
		data := unsafe.Slice((*byte)(unsafe.Pointer(&buffer.AtEnd(words)[0])), 8*words)
		r := rand.New(rand.NewPCG(12, 13))
		for n := len(whole); n > 0; n -= 1 + r.IntN(7) {
			buf := data[len(data)-n-Padding:]
			copy(buf, whole[:n])
			clear(buf[n:])
			if r.IntN(2) == 0 {
				buf[r.IntN(n)] ^= 1 << r.IntN(8)
			}
			want := readChains(buf[:n:n], nil, []uint64{0})
			g := NewGroup()
			for k := range Lanes {
				g.Lane(k).Start(buf, n)
			}
			var got []Found
			for g.Lane(0).Active() || g.Lane(1).Active() {
				g.Turn()
				got = append(got, g.Lane(1).Found...)
			}
			if l := g.Lane(1); !slices.Equal(got, want.found) || l.Chains.N != want.n || l.Chains.Fault != want.fault {
				t.Fatalf("%d bytes: %d positions, %v, expected %d, %v", n, l.Chains.N, l.Chains.Fault, want.n, want.fault)
			}
		}
	})
}

// A lane that stops has the numbers of the positions up to the last one.
func TestStop(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		file, _ := binpacktest.File(9, 2, 60)
		r := rand.New(rand.NewPCG(9, 10))
		stops := 0
		for turn := range 8 {
			g := Gate{MinPly: 5, Gap: 3, LastScore: NoScore}
			gaps := [][]uint64{{3, 9, 1}, {2}, {5, 0}}
			chunks := append(chunksOf(t, file), chunksOf(t, file)[0])
			turns := map[int]int{}
			stopped := map[int]int{}
			all := readGroup(chunks, &g, gaps, func(k int, l *Lane) {
				if turns[k]++; turns[k] == turn && len(l.Found) > 0 {
					stopped[k] = int(l.Found[r.IntN(len(l.Found))].N) - r.IntN(2)
					l.Stop(stopped[k])
				}
			})
			for k, n := range stopped {
				stops++
				want := readChains(chunks[k], &g, gaps[k])
				whole := slices.DeleteFunc(want.found, func(f Found) bool { return f.N > int64(n) })
				c := reading{gate: g}
				for _, f := range readChains(chunks[k], nil, []uint64{0}).found[:n] {
					if c.gate.Passes(f.Score, f.Ply, f.Result) {
						c.gate.Gap = int(gaps[k][len(c.found)%len(gaps[k])])
						c.found = append(c.found, f)
					}
				}
				if got := all[k]; got.n != n || got.gate != c.gate || !slices.Equal(got.found, whole) {
					t.Errorf("stopped at %d of %d with %d found, %+v, expected %d, %+v", n, got.n, len(got.found), got.gate, len(whole), c.gate)
				}
			}
		}
		if stops < 4 {
			t.Errorf("%d stops", stops)
		}
	})
}

func TestChains(t *testing.T) {
	data, err := os.ReadFile("../../testdata/positions.binpack")
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
func BenchmarkGroup(b *testing.B) {
	data, err := os.ReadFile(os.Getenv("BINPACK"))
	if err != nil {
		b.Skip(err)
	}
	chunks := chunksOf(b, append(data, make([]byte, Padding)...)[:len(data)])
	for _, lanes := range []int{1, 2} {
		for _, gap := range []uint64{0, 10, 1 << 30} {
			b.Run(fmt.Sprintf("lanes=%d/gap=%d", lanes, gap), func(b *testing.B) {
				g := NewGroup()
				for k := range lanes {
					l := g.Lane(k)
					l.Gated, l.Gate = gap > 0, Gate{LastScore: NoScore, Gap: int(gap) * (k + 1) / lanes}
					for i := range l.Gaps {
						l.Gaps[i] = gap
					}
				}
				n, at := 0, 0
				for range b.N {
					for k := range lanes { // not all at the same position
						g.Lane(k).Start(chunks[at][:len(chunks[at])+Padding], len(chunks[at]))
						at = (at + 1) % len(chunks)
						for range 20 {
							g.Turn()
						}
					}
					for g.Lane(0).Active() {
						g.Turn()
					}
					for k := range lanes {
						n += g.Lane(k).Chains.N
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/position")
			})
		}
	}
}
