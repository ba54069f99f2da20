package koggestone

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
)

// newRand returns a generator of the same numbers in every run.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6b6f676765)) }

// positions returns n positions as columns: sliders (generators) first, and the empty squares
// (propagator) last. Some come from games and other boards. The others are sparse, dense,
// full, empty, single squares, edges, and arbitrary words, with sliders on empty squares and
// overlapping generators.
func positions(t testing.TB, rng *rand.Rand, columns, n int) [][]uint64 {
	out := makeWords(columns, n)
	pro := out[columns-1]
	played := games(t)
	for i := range n {
		kind := rng.IntN(11)
		if kind == 10 {
			game := rng.IntN(len(played[0]))
			for c := range columns - 1 {
				out[c][i] = played[c][game]
			}
			pro[i] = played[4][game]
			continue
		}
		for c := range out {
			out[c][i] = randomWord(rng, kind)
		}
		switch kind {
		case 0: // pieces on a board
			occupied := rng.Uint64() & rng.Uint64()
			for c := range columns - 1 {
				out[c][i] &= occupied
			}
			pro[i] = ^occupied
		case 1: // few sliders on a board of few pieces
			occupied := uint64(0)
			for c := range columns - 1 {
				occupied |= out[c][i]
			}
			pro[i] = ^(occupied | randomWord(rng, kind))
		case 2: // nothing but sliders
			occupied := uint64(0)
			for c := range columns - 1 {
				occupied |= out[c][i]
			}
			pro[i] = ^occupied
		}
	}
	return out
}

// randomWord returns a word that is dense, sparse, or has special squares.
func randomWord(rng *rand.Rand, kind int) uint64 {
	const fileA, rank1 = 0x0101010101010101, 0xff
	switch kind {
	case 0, 3: // half of the squares
		return rng.Uint64()
	case 1, 4: // an eighth
		return rng.Uint64() & rng.Uint64() & rng.Uint64()
	case 2, 5: // one square
		return 1 << rng.IntN(64)
	case 6: // seven eighths
		return rng.Uint64() | rng.Uint64() | rng.Uint64()
	case 7: // along the edges
		edges := [...]uint64{fileA, fileA << 7, rank1, rank1 << 56}
		return edges[rng.IntN(4)] & (rng.Uint64() | rng.Uint64())
	case 8: // nothing or everything
		return [...]uint64{0, ^uint64(0)}[rng.IntN(2)]
	}
	return randomWord(rng, rng.IntN(9)) // each word of another kind
}

// games returns positions from games, as columns: White's and then Black's sliders, diagonal ones
// first, and the empty squares.
func games(t testing.TB) (columns [5][]uint64) {
	t.Helper()
	for fen := range corpus.Games().FENs() {
		pieces, _, _ := strings.Cut(fen, " ")
		var sets ['z']uint64
		rank, file := 7, 0
		for _, c := range pieces {
			switch {
			case c == '/':
				rank, file = rank-1, 0
			case c >= '1' && c <= '8':
				file += int(c - '0')
			default:
				square := uint64(1) << (8*rank + file)
				sets[0] |= square
				sets[c] |= square
				file++
			}
		}
		if rank != 0 || file != 8 {
			t.Fatalf("%q does not end on h1", pieces)
		}
		for c, set := range [5]uint64{sets['B'] | sets['Q'], sets['R'] | sets['Q'],
			sets['b'] | sets['q'], sets['r'] | sets['q'], ^sets[0]} {
			columns[c] = append(columns[c], set)
		}
	}
	return columns
}

// compare fails the test at the first element that differs.
func compare(t *testing.T, what string, got, want []uint64, in ...[]uint64) {
	t.Helper()
	for i := range want {
		if got[i] == want[i] {
			continue
		}
		words := make([]uint64, len(in))
		for k := range in {
			words[k] = in[k][i]
		}
		t.Fatalf("%s: element %d of %d, inputs %#x: %#016x, want %#016x", what, i, len(want), words, got[i], want[i])
	}
}

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }

// count returns how many cases a test runs: full, or a tenth of that with -short, for
// emulators and the race detector.
func count(full int) int {
	if testing.Short() {
		return max(1, full/10)
	}
	return full
}
