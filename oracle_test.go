package koggestone

import (
	"math/bits"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/internal/simd"
)

// TestOracle compares every function on every path with the ray walk, on valid boards and
// arbitrary words.
func TestOracle(t *testing.T) {
	n := count(20000)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, f := range functions {
			t.Run(f.name, func(t *testing.T) {
				columns := randomPositions(newRand(1), len(f.in), n)
				in, out := make([]uint64, len(f.in)), make([]uint64, f.outs())
				for i := range n {
					for c := range in {
						in[c] = columns[c][i]
					}
					f.call(out, in)
					for k, want := range f.oracle(in) {
						if out[k] != want {
							t.Fatalf("%s(%#x) = %#016x, want %#016x", f.outName(k), in, out[k], want)
						}
					}
				}
			})
		}
	})
}

// relevant returns the squares that can block a slider on sq in the given directions: its
// rays without their last squares, which it attacks whether they are occupied or not.
func relevant(sq int, directions []Direction) (mask uint64) {
	for _, d := range directions {
		ray := raywalk.Attacks(1<<sq, ^uint64(0), int(d))
		for rest := ray; rest != 0; rest &= rest - 1 {
			if s := rest & -rest; raywalk.Attacks(s, 0, int(d)) != 0 {
				mask |= s
			}
		}
	}
	return mask
}

// everyOccupancy returns for every square every subset of its relevant squares
// as occupied squares (Marcel van Kervinck's enumeration, "carry-rippler").
func everyOccupancy(directions []Direction) (sliders, empty []uint64) {
	for sq := range 64 {
		mask := relevant(sq, directions)
		for subset := uint64(0); ; {
			sliders = append(sliders, 1<<sq)
			empty = append(empty, ^(subset | 1<<sq))
			subset = (subset - mask) & mask
			if subset == 0 {
				break
			}
		}
	}
	return sliders, empty
}

// TestEveryOccupancy compares every function of sliders and empty squares with the oracle,
// for every square and every relevant occupancy of rooks and bishops.
func TestEveryOccupancy(t *testing.T) {
	for _, test := range []struct {
		kind       string
		directions []Direction
		count      int
		batch      func(dst, sliders, empty []uint64)
		one, mixed func(sliders, empty uint64) uint64
	}{
		{"rook", []Direction{North, East, South, West}, 102400, RookAttacksBatch, RookAttacks,
			func(sliders, empty uint64) uint64 { return SliderAttacks(0, sliders, empty) }},
		{"bishop", []Direction{NorthEast, SouthEast, SouthWest, NorthWest}, 5248, BishopAttacksBatch, BishopAttacks,
			func(sliders, empty uint64) uint64 { return SliderAttacks(sliders, 0, empty) }},
	} {
		sliders, empty := everyOccupancy(test.directions)
		if len(sliders) != test.count {
			t.Fatalf("%s: %d occupancies, want %d", test.kind, len(sliders), test.count)
		}
		// The oracle once, for all functions and paths.
		rays := makeWords(8, len(sliders))
		fills := makeWords(8, len(sliders))
		for d := range eight {
			for i := range sliders {
				rays[d][i] = raywalk.Attacks(sliders[i], empty[i], d)
				fills[d][i] = raywalk.Occluded(sliders[i], empty[i], d)
			}
		}
		want := make([]uint64, len(sliders))
		for _, d := range test.directions {
			for i := range want {
				want[i] |= rays[d][i]
			}
		}
		t.Run(test.kind, func(t *testing.T) {
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				got := make([]uint64, len(sliders))
				test.batch(got, sliders, empty)
				compare(t, test.kind+"s, batch", got, want, sliders, empty)
				for i := range got {
					got[i] = test.one(sliders[i], empty[i])
				}
				compare(t, test.kind+"s, one by one", got, want, sliders, empty)
				for i := range got {
					got[i] = test.mixed(sliders[i], empty[i])
				}
				compare(t, test.kind+"s by SliderAttacks", got, want, sliders, empty)
				all := makeWords(8, len(sliders))
				RayAttacksBatch((*[8][]uint64)(all), sliders, empty)
				for _, d := range test.directions {
					compare(t, "RayAttacksBatch, "+d.String(), all[d], rays[d], sliders, empty)
					AttacksBatch(got, sliders, empty, d)
					compare(t, "AttacksBatch, "+d.String(), got, rays[d], sliders, empty)
					OccludedBatch(got, sliders, empty, d)
					compare(t, "OccludedBatch, "+d.String(), got, fills[d], sliders, empty)
				}
				for i := range sliders {
					ray, fill := RayAttacks(sliders[i], empty[i]), OccludedFills(sliders[i], empty[i])
					for _, d := range test.directions {
						if ray[d] != rays[d][i] || fill[d] != fills[d][i] {
							t.Fatalf("%s: RayAttacks and OccludedFills of (%#x, %#x) are %#x and %#x, want %#x and %#x",
								d, sliders[i], empty[i], ray[d], fill[d], rays[d][i], fills[d][i])
						}
					}
				}
			})
		})
	}
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

// TestRayTable compares the table, and the squares between two squares, with the oracle.
func TestRayTable(t *testing.T) {
	table := RayTable()
	for _, d := range eight {
		for a := range 64 {
			want := raywalk.Attacks(1<<a, ^uint64(0), int(d))
			if table[d][a] != want {
				t.Errorf("RayTable[%s][%d] = %#016x, want %#016x", d, a, table[d][a], want)
			}
			for rest := want; rest != 0; rest &= rest - 1 {
				b := bits.TrailingZeros64(rest)
				// Up to the blocker on b, without it.
				between := raywalk.Attacks(1<<a, ^uint64(1<<b), int(d)) &^ (1 << b)
				if got := table[d][a] & table[d.Opposite()][b]; got != between {
					t.Errorf("between squares %d and %d: %#016x, want %#016x", a, b, got, between)
				}
			}
		}
	}
}
