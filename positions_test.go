package koggestone

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
)

// newRand returns a generator of the same numbers in every run.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6b6f676765)) }

// randomPositions returns n positions as columns: columns of sets of sliders (generators),
// and the empty squares (propagator) last. A tenth of them are valid. The others are
// sparse, dense, full, empty, single squares, edges, and arbitrary words, with sliders on
// empty squares and overlapping generators.
func randomPositions(rng *rand.Rand, columns, n int) [][]uint64 {
	out := make([][]uint64, columns)
	for c := range out {
		out[c] = make([]uint64, n)
	}
	pro := out[columns-1]
	for i := range n {
		kind := rng.IntN(10)
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

// randomWord returns a word of a kind: dense, sparse, or of special squares.
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

// A gamePosition is sets of one position of a game: White's sliders by kind, Black's
// sliders, and the empty squares.
type gamePosition struct {
	rooks, bishops, queens, black, empty uint64
}

// games returns the positions of testdata from played games.
func games(t testing.TB) (positions []gamePosition) {
	t.Helper()
	for fen := range corpus.Games().FENs() {
		pieces, _, _ := strings.Cut(fen, " ")
		p := gamePosition{empty: ^uint64(0)}
		rank, file := 7, 0
		for _, c := range pieces {
			if c == '/' {
				rank, file = rank-1, 0
				continue
			}
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			square := uint64(1) << (8*rank + file)
			file++
			p.empty &^= square
			switch c {
			case 'R':
				p.rooks |= square
			case 'B':
				p.bishops |= square
			case 'Q':
				p.queens |= square
			case 'r', 'b', 'q':
				p.black |= square
			}
		}
		if rank != 0 || file != 8 {
			t.Fatalf("games.fen: %q does not end on h1", pieces)
		}
		positions = append(positions, p)
	}
	return positions
}

func TestGames(t *testing.T) {
	if n := len(games(t)); n != 600 {
		t.Errorf("%d positions, want 600", n)
	}
}
