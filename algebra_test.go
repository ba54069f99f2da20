package koggestone

import (
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// This file states laws of fills and attacks. They need no oracle.

// eachPosition calls check for n random positions of every function, on every
// path; evaluate returns the function's outputs.
func eachPosition(t *testing.T, seed uint64, n int,
	check func(t *testing.T, f *function, in []uint64, evaluate func(in []uint64) []uint64)) {
	t.Helper()
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for i := range functions {
			f := &functions[i]
			columns := randomPositions(newRand(seed), len(f.in), n)
			in := make([]uint64, len(f.in))
			evaluate := func(in []uint64) []uint64 {
				out := make([]uint64, f.outs())
				f.call(out, in)
				return out
			}
			for i := range n {
				for c := range in {
					in[c] = columns[c][i]
				}
				check(t, f, in, evaluate)
			}
		}
	})
}

// TestUnion: f(a|b) = f(a) | f(b) for generators a and b and one propagator.
func TestUnion(t *testing.T) {
	rng := newRand(5)
	eachPosition(t, 6, count(2000), func(t *testing.T, f *function, a []uint64, evaluate func([]uint64) []uint64) {
		b, both := slices.Clone(a), slices.Clone(a)
		gens := len(a)
		if f.pro {
			gens--
		}
		for g := range gens {
			b[g] = randomWord(rng, 9)
			both[g] |= b[g]
		}
		fa, fb := evaluate(a), evaluate(b)
		for k, got := range evaluate(both) {
			if want := fa[k] | fb[k]; got != want {
				t.Fatalf("%s(%#x) = %#016x, but (%#x) and (%#x) give %#016x together", f.outName(k), both, got, a, b, want)
			}
		}
	})
}

// TestGrowth: with a larger propagator, fills and attacks lose no squares.
func TestGrowth(t *testing.T) {
	rng := newRand(7)
	eachPosition(t, 8, count(2000), func(t *testing.T, f *function, in []uint64, evaluate func([]uint64) []uint64) {
		if !f.pro {
			return
		}
		more := slices.Clone(in)
		more[len(more)-1] |= randomWord(rng, 9)
		before := evaluate(in)
		for k, got := range evaluate(more) {
			if lost := before[k] &^ got; lost != 0 {
				t.Fatalf("%s(%#x) loses %#016x with a larger propagator: (%#x)", f.outName(k), in, lost, more)
			}
		}
	})
}

// TestSymmetries: mirroring, flipping or turning the board does the same to the sets and the
// directions.
func TestSymmetries(t *testing.T) {
	for _, s := range symmetries {
		t.Run(s.name, func(t *testing.T) {
			eachPosition(t, 9, count(500), func(t *testing.T, f *function, in []uint64, evaluate func([]uint64) []uint64) {
				image := make([]uint64, len(in))
				for c := range in {
					image[c] = s.board(in[c])
				}
				out, got := evaluate(in), evaluate(image)
				for k := range out {
					to := k
					if f.dirs != nil {
						at := slices.Index(f.dirs, s.direction(f.direction(k)))
						if at < 0 {
							continue // pawns do not move east
						}
						to = at*f.gens + k%f.gens
					}
					if want := s.board(out[k]); got[to] != want {
						t.Fatalf("%s(%#x) = %#016x, but the image of %s(%#x) is %#016x",
							f.outName(to), image, got[to], f.outName(k), in, want)
					}
				}
			})
		})
	}
}

// TestEmptyBoard: Occluded(gen, every square) = Fill(gen), and one further step of
// it is the attacks on an empty board.
func TestEmptyBoard(t *testing.T) {
	const all = ^uint64(0)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		rng := newRand(10)
		for range count(5000) {
			gen := randomWord(rng, 9)
			fills, rays := OccludedFills(gen, all), RayAttacks(gen, all)
			for _, d := range eight {
				fill := named[d].fill(gen)
				for name, got := range map[string]uint64{
					"named Occluded": named[d].occluded(gen, all),
					"Occluded":       Occluded(gen, all, d),
					"OccludedFills":  fills[d],
				} {
					if got != fill {
						t.Fatalf("%s(%#x, all, %s) = %#016x, Fill %#016x", name, gen, d, got, fill)
					}
				}
				if want := named[d].step(fill); rays[d] != want {
					t.Fatalf("RayAttacks(%#x, all)[%s] = %#016x, a step of Fill %#016x", gen, d, rays[d], want)
				}
			}
		}
	})
}

// TestClosure: filling a fill adds nothing, a fill includes its generator, and the attacks
// are the step of the fill.
func TestClosure(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		columns := randomPositions(newRand(11), 2, count(5000))
		for i, gen := range columns[0] {
			pro := columns[1][i]
			fills, rays := OccludedFills(gen, pro), RayAttacks(gen, pro)
			for _, d := range eight {
				fill := fills[d]
				if gen&^fill != 0 || fill&^(gen|pro) != 0 {
					t.Fatalf("OccludedFills(%#x, %#x)[%s] = %#016x, not between gen and gen | pro", gen, pro, d, fill)
				}
				if again := OccludedFills(fill, pro)[d]; again != fill {
					t.Fatalf("the fill of (%#x, %#x, %s), filled again: %#016x, want %#016x", gen, pro, d, again, fill)
				}
				if want := named[d].step(fill); rays[d] != want {
					t.Fatalf("RayAttacks(%#x, %#x)[%s] = %#016x, a step of the fill %#016x", gen, pro, d, rays[d], want)
				}
			}
		}
	})
}

// TestOpposite: a sees b in one direction exactly if b sees a in the opposite one,
// for every two squares on boards of any density.
func TestOpposite(t *testing.T) {
	boards := randomPositions(newRand(12), 1, count(200))[0]
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, empty := range boards {
			var sees [64][8]uint64
			for a := range sees {
				sees[a] = RayAttacks(1<<a, empty)
			}
			for a := range sees {
				for _, d := range eight {
					for b := range sees {
						there, back := sees[a][d]>>b&1, sees[b][d.Opposite()]>>a&1
						if there != back {
							t.Fatalf("empty %#016x: square %d sees square %d going %s: %d, and back: %d", empty, a, b, d, there, back)
						}
					}
				}
			}
		}
	})
}

// TestOneAttacker: in one direction at most one slider attacks a square, so that the attacks of
// single sliders in a direction are disjoint.
func TestOneAttacker(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		columns := randomPositions(newRand(13), 2, count(1000))
		for i, sliders := range columns[0] {
			empty := columns[1][i] &^ sliders
			all := RayAttacks(sliders, empty)
			var sum [8]uint64
			for rest := sliders; rest != 0; rest &= rest - 1 {
				for d, attacks := range RayAttacks(rest&-rest, empty) {
					if twice := sum[d] & attacks; twice != 0 {
						t.Fatalf("(%#x, %#x): %#016x is attacked twice going %s", sliders, empty, twice, Direction(d))
					}
					sum[d] |= attacks
				}
			}
			if sum != all {
				t.Fatalf("(%#x, %#x): one by one %#x, together %#x", sliders, empty, sum, all)
			}
		}
	})
}
