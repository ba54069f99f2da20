package slider

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/internal/squares"
)

// TestAttacks compares the attacks on every square with a walk along the rays, for all sets of occupied
// squares on the slider's lines. The other squares are random.
func TestAttacks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for sq := range 64 {
		s := uint64(1) << sq
		compare := func(name string, lines uint64, attacks func(occ uint64) uint64, walk func(empty uint64) uint64) {
			// Iterate over the subsets of lines.
			for subset, k := uint64(0), 0; k < 1<<bits.OnesCount64(lines); subset, k = (subset-lines)&lines, k+1 {
				occ := subset | rng.Uint64()&^lines // with or without s
				if got, want := attacks(occ), walk(^occ); got != want {
					t.Fatalf("%s on square %d, occupied %#x: %#x, expected %#x", name, sq, occ, got, want)
				}
			}
		}
		compare("Rook", RookLines[sq], func(occ uint64) uint64 { return Rook(sq, occ) }, func(empty uint64) uint64 { return raywalk.Slider(0, s, empty) })
		compare("Bishop", BishopLines[sq], func(occ uint64) uint64 { return Bishop(sq, occ) }, func(empty uint64) uint64 { return raywalk.Slider(s, 0, empty) })
	}
}

// TestFirst has sets of sliders, and the empty set.
func TestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100_000 {
		sliders, occ := rng.Uint64()&rng.Uint64(), rng.Uint64()
		sliders <<= rng.IntN(65)
		first := sliders & -sliders
		if got, want := FirstRook(sliders, occ), raywalk.Slider(0, first, ^occ); got != want {
			t.Fatalf("FirstRook(%#x, %#x): %#x, expected %#x", sliders, occ, got, want)
		}
		if got, want := FirstBishop(sliders, occ), raywalk.Slider(first, 0, ^occ); got != want {
			t.Fatalf("FirstBishop(%#x, %#x): %#x, expected %#x", sliders, occ, got, want)
		}
	}
	if set := FirstRook(0, ^uint64(0)) | FirstBishop(0, ^uint64(0)); set != 0 {
		t.Errorf("no slider attacks %#x", set)
	}
}

// TestLines compares the tables of lines with walks: the squares between two squares are those that both
// see if only they are occupied.
func TestLines(t *testing.T) {
	for a := range 64 {
		s := uint64(1) << a
		if RookLines[a] != raywalk.Slider(0, s, ^uint64(0)) || BishopLines[a] != raywalk.Slider(s, 0, ^uint64(0)) {
			t.Errorf("square %d: lines %#x and %#x", a, RookLines[a], BishopLines[a])
		}
		for b := range 64 {
			want, empty := uint64(0), ^(s | 1<<b)
			for d := range 8 {
				if ray := raywalk.Attacks(s, empty, d); ray>>b&1 != 0 && a != b {
					want = ray &^ (1 << b)
				}
			}
			if Between[a][b] != want {
				t.Errorf("between %d and %d: %#x, expected %#x", a, b, Between[a][b], want)
			}
		}
	}
}

// reversalRook finds the attacks along the rank by a subtraction with all bits in reverse order.
func reversalRook(sq int, occ uint64) uint64 {
	l, rank := &all[sq&63], uint64(squares.Rank1)<<(sq&56)
	o := occ & rank &^ l.square
	beside := (o - l.square ^ bits.Reverse64(bits.Reverse64(o)-1<<(63-sq&63))) & rank &^ l.square
	return l.along(l.file, occ) | beside
}

// BenchmarkRook measures two ways to find the attacks along the rank.
func BenchmarkRook(b *testing.B) {
	for _, way := range []struct {
		name string
		rook func(sq int, occ uint64) uint64
	}{{"lookup", Rook}, {"reversal", reversalRook}} {
		b.Run("rank="+way.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(5, 6))
			var occupied [4096]uint64
			for i := range occupied {
				occupied[i] = rng.Uint64() & rng.Uint64()
				if sq := i & 63; way.rook(sq, occupied[i]) != Rook(sq, occupied[i]) {
					b.Fatalf("square %d, occupied %#x: %#x", sq, occupied[i], way.rook(sq, occupied[i]))
				}
			}
			var sum uint64
			for b.Loop() {
				for i, occ := range occupied {
					sum += way.rook(i&63, occ+sum&1)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(occupied)), "ns/rook")
		})
	}
}
