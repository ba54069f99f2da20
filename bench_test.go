package koggestone

import (
	"fmt"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// Benchmarks run on positions of played games, one after another, and check what
// they compute against the pure-Go twin. Names are key=value, so that benchstat
// puts paths side by side:
//
//	benchstat -col /path

// benchBoards is how many positions a benchmark of one position goes round in:
// 512 of the games'.
const benchBoards = 512

// benchOne reports the time of one call. round makes a call for each of the
// boards and returns a sum of the results; it is compared with the twin's.
func benchOne(b *testing.B, round func(boards *[benchBoards]gamePosition) uint64) {
	boards := (*[benchBoards]gamePosition)(games(b))
	var want uint64
	pathtest.On(simd.Generic, func() { want = round(boards) })
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		rounds := 0
		for b.Loop() {
			if got := round(boards); got != want {
				b.Fatal("the results differ from the twin's")
			}
			rounds++
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rounds*benchBoards), "ns/position")
	})
}

func BenchmarkRookAttacks(b *testing.B) {
	benchOne(b, func(boards *[benchBoards]gamePosition) (s uint64) {
		for i := range boards {
			p := &boards[i]
			s ^= RookAttacks(p.rooks|p.queens, p.empty)
		}
		return s
	})
}

func BenchmarkBishopAttacks(b *testing.B) {
	benchOne(b, func(boards *[benchBoards]gamePosition) (s uint64) {
		for i := range boards {
			p := &boards[i]
			s ^= BishopAttacks(p.bishops|p.queens, p.empty)
		}
		return s
	})
}

func BenchmarkQueenAttacks(b *testing.B) {
	benchOne(b, func(boards *[benchBoards]gamePosition) (s uint64) {
		for i := range boards {
			p := &boards[i]
			s ^= QueenAttacks(p.queens, p.empty)
		}
		return s
	})
}

func BenchmarkSliderAttacks(b *testing.B) {
	benchOne(b, func(boards *[benchBoards]gamePosition) (s uint64) {
		for i := range boards {
			p := &boards[i]
			s ^= SliderAttacks(p.bishops|p.queens, p.rooks|p.queens, p.empty)
		}
		return s
	})
}

func BenchmarkRayAttacks(b *testing.B) {
	benchOne(b, func(boards *[benchBoards]gamePosition) (s uint64) {
		for i := range boards {
			p := &boards[i]
			rays := RayAttacks(p.bishops|p.rooks|p.queens, p.empty)
			s ^= rays[NorthEast] ^ rays[North]<<1
		}
		return s
	})
}

func BenchmarkOccludedFills(b *testing.B) {
	benchOne(b, func(boards *[benchBoards]gamePosition) (s uint64) {
		for i := range boards {
			p := &boards[i]
			fills := OccludedFills(p.bishops|p.rooks|p.queens, p.empty)
			s ^= fills[NorthEast] ^ fills[North]<<1
		}
		return s
	})
}

// benchMulti reports the time of a function of four generators.
func benchMulti(b *testing.B, multi func(dst *[8][4]uint64, gens *[4]uint64, pro uint64)) {
	benchOne(b, func(boards *[benchBoards]gamePosition) (s uint64) {
		var dst [8][4]uint64
		for i := range boards {
			p := &boards[i]
			gens := [4]uint64{p.rooks, p.bishops, p.queens, p.black}
			multi(&dst, &gens, p.empty)
			s ^= dst[NorthEast][0] ^ dst[North][3]
		}
		return s
	})
}

func BenchmarkMultiAttacks(b *testing.B) { benchMulti(b, MultiAttacks) }

func BenchmarkMultiOccluded(b *testing.B) { benchMulti(b, MultiOccluded) }

// BenchmarkDirections sets the generalised ray, which takes the direction as a
// parameter, beside the eight functions that have it in their names.
func BenchmarkDirections(b *testing.B) {
	boards := (*[benchBoards]gamePosition)(games(b))
	forms := []struct {
		name  string
		round func() uint64
	}{
		{"named", func() (s uint64) {
			for i := range boards {
				sliders, empty := boards[i].rooks|boards[i].bishops|boards[i].queens, boards[i].empty
				s ^= NorthEastAttacks(sliders, empty) + EastAttacks(sliders, empty) +
					SouthEastAttacks(sliders, empty) + SouthAttacks(sliders, empty) +
					SouthWestAttacks(sliders, empty) + WestAttacks(sliders, empty) +
					NorthWestAttacks(sliders, empty) + NorthAttacks(sliders, empty)
			}
			return s
		}},
		{"parameter", func() (s uint64) {
			for i := range boards {
				sliders, empty := boards[i].rooks|boards[i].bishops|boards[i].queens, boards[i].empty
				sets := uint64(0)
				for d := NorthEast; d <= North; d++ {
					sets += Attacks(sliders, empty, d)
				}
				s ^= sets
			}
			return s
		}},
	}
	want := forms[0].round()
	for _, form := range forms {
		b.Run("direction="+form.name, func(b *testing.B) {
			rounds := 0
			for b.Loop() {
				if got := form.round(); got != want {
					b.Fatal("the two forms differ")
				}
				rounds++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(8*rounds*benchBoards), "ns/direction")
		})
	}
}

// benchBatch reports the times of a short batch, of one that stays in the first caches,
// and of one that does not.
func benchBatch(b *testing.B, name string) {
	i := slices.IndexFunc(batches, func(x batch) bool { return x.name == name })
	x := &batches[i]
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		for _, n := range []int{64, 4096, 65536} {
			b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { x.bench(b, n) })
		}
	})
}

// gameInputs returns n positions of the games as inputs of the batch.
func (x *batch) gameInputs(b *testing.B, n int) [][]uint64 {
	positions := games(b)
	in := makeWords(len(x.inputs()), n)
	for i := range n {
		p := &positions[i%len(positions)]
		diagonal, orthogonal := p.bishops|p.queens, p.rooks|p.queens
		words := map[int][]uint64{
			2: {orthogonal | diagonal, p.empty},
			3: {diagonal, orthogonal, p.empty},
			5: {p.rooks, p.bishops, p.queens, p.black, p.empty},
		}[len(in)]
		for k := range in {
			in[k][i] = words[k]
		}
	}
	return in
}

func (x *batch) bench(b *testing.B, n int) {
	in, dst := x.gameInputs(b, n), makeWords(x.dsts(), n)
	want := x.twin(in)
	b.SetBytes(int64(8 * n * (len(in) + len(dst))))
	for b.Loop() {
		x.call(dst, in)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/position")
	for k := range dst {
		if !slices.Equal(dst[k], want[k]) {
			b.Fatalf("%s differs from the twin's", x.dstName(k))
		}
	}
}

func BenchmarkRookAttacksBatch(b *testing.B) { benchBatch(b, "RookAttacksBatch") }

func BenchmarkBishopAttacksBatch(b *testing.B) { benchBatch(b, "BishopAttacksBatch") }

func BenchmarkQueenAttacksBatch(b *testing.B) { benchBatch(b, "QueenAttacksBatch") }

func BenchmarkSliderAttacksBatch(b *testing.B) { benchBatch(b, "SliderAttacksBatch") }

func BenchmarkRayAttacksBatch(b *testing.B) { benchBatch(b, "RayAttacksBatch") }

func BenchmarkMultiAttacksBatch(b *testing.B) { benchBatch(b, "MultiAttacksBatch") }

func BenchmarkAttacksBatch(b *testing.B) {
	for _, d := range eight {
		b.Run("direction="+d.String(), func(b *testing.B) { benchBatch(b, "AttacksBatch/"+d.String()) })
	}
}

func BenchmarkOccludedBatch(b *testing.B) {
	for _, d := range eight {
		b.Run("direction="+d.String(), func(b *testing.B) { benchBatch(b, "OccludedBatch/"+d.String()) })
	}
}
