package pairs_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/pairs"
)

// accumulated is Accumulate, weight by weight.
func accumulated[W int8 | int16](src []int16, weights []W, added, removed []uint32) []int16 {
	dst := slices.Clone(src)
	for i := range dst {
		for _, f := range added {
			dst[i] += int16(weights[int(f)*len(dst)+i])
		}
		for _, f := range removed {
			dst[i] -= int16(weights[int(f)*len(dst)+i])
		}
	}
	return dst
}

// checkAccumulate compares Accumulate on the active path with the definition, from src to dst and in place.
// It leaves src unchanged.
func checkAccumulate[W int8 | int16](tb testing.TB, dst, src []int16, weights []W, added, removed []uint32) {
	tb.Helper()
	old, want := slices.Clone(src), accumulated(src, weights, added, removed)
	pairs.Accumulate(dst, src, weights, added, removed)
	if !slices.Equal(dst, want) || !slices.Equal(src, old) {
		tb.Fatalf("%T, width %d, added %v, removed %v: got %v, want %v", weights, len(dst), added, removed, dst, want)
	}
	pairs.Accumulate(src, src, weights, added, removed)
	if !slices.Equal(src, want) {
		tb.Fatalf("in place, %T, width %d, added %v, removed %v: got %v, want %v", weights, len(dst), added, removed, src, want)
	}
	copy(src, old)
}

// fillWeights draws weights from all values, many of them extreme.
func fillWeights[W int8 | int16](rng *rand.Rand, w []W) {
	for i := range w {
		switch w[i] = W(rng.Uint32()); rng.IntN(8) {
		case 0: // the lowest value
			w[i] = 1
			for w[i] > 0 {
				w[i] *= 2
			}
		case 1:
			w[i] = -1
		}
	}
}

// TestAccumulate compares every path with the definition, for all widths up to several tiles. The arrays
// begin and end at inaccessible memory.
func TestAccumulate(t *testing.T) {
	const highest, rows = 1056, 9
	rng := rand.New(rand.NewPCG(1, 2))
	arrays := [...]*guard.Buffer{guard.New(t, highest/4), guard.New(t, highest/4), guard.New(t, rows*highest/4), guard.New(t, 512), guard.New(t, 512)}
	numbers := func(b *guard.Buffer, n int) []uint32 {
		list := guard.SmallAtEnd[uint32](b, n)
		for i := range list {
			list[i] = uint32(rng.IntN(rows))
		}
		return list
	}
	test := func(t *testing.T, width, adds, removes int, atEnd bool) {
		added, removed := numbers(arrays[3], adds), numbers(arrays[4], removes)
		words, bytes := guard.SmallAtStart[int16], guard.SmallAtStart[int8]
		if atEnd {
			words, bytes = guard.SmallAtEnd[int16], guard.SmallAtEnd[int8]
		}
		dst, src := words(arrays[0], width), words(arrays[1], width)
		fillWeights(rng, src)
		weights := words(arrays[2], rows*width)
		fillWeights(rng, weights)
		checkAccumulate(t, dst, src, weights, added, removed)
		small := bytes(arrays[2], rows*width)
		fillWeights(rng, small)
		checkAccumulate(t, dst, src, small, added, removed)
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for width := 0; width <= highest; width += 32 {
			for _, atEnd := range [...]bool{false, true} {
				test(t, width, rng.IntN(6), rng.IntN(6), atEnd)
			}
		}
		for i := range count(2000) {
			test(t, 32+32*rng.IntN(6), rng.IntN(12), rng.IntN(12), i%2 == 0)
		}
		for _, lists := range [...][2]int{{0, 0}, {0, 1}, {1, 0}, {128, 129}, {300, 1}, {0, 1000}, {1000, 1000}} {
			test(t, 64, lists[0], lists[1], true)
		}
	})
}

// TestAccumulateRows uses tables of the sizes of real networks, and rows whose numbers need more than 16 bits.
func TestAccumulateRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	words, bytes := make([]int16, 22528*32), make([]int8, 70000*32)
	fillWeights(rng, words)
	fillWeights(rng, bytes)
	dst, src := make([]int16, 32), make([]int16, 32)
	fillWeights(rng, src)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for range count(200) {
			var lists [2][2][]uint32
			for i, rows := range [...]int{22528, 70000} {
				edges := [...]int{0, 255, 256, 257, 32767, 32768, 65535, 65536, 65537, rows - 1, rng.IntN(rows), rng.IntN(rows)}
				for k := range lists[i] {
					for range rng.IntN(6) {
						lists[i][k] = append(lists[i][k], uint32(edges[rng.IntN(len(edges))]%rows))
					}
				}
			}
			checkAccumulate(t, dst, src, words, lists[0][0], lists[0][1])
			checkAccumulate(t, dst, src, bytes, lists[1][0], lists[1][1])
		}
	})
}

// TestAccumulateExtremes adds and subtracts the largest and smallest weights as often as one call of a
// kernel may do so.
func TestAccumulateExtremes(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		checkExtremes[int16](t)
		checkExtremes[int8](t)
	})
}

func checkExtremes[W int8 | int16](t *testing.T) {
	lowest := W(1)
	for lowest > 0 {
		lowest *= 2
	}
	weights := slices.Concat(slices.Repeat([]W{lowest}, 32), slices.Repeat([]W{^lowest}, 32), slices.Repeat([]W{lowest, ^lowest}, 16), slices.Repeat([]W{-1, 0}, 16))
	dst, src := make([]int16, 32), slices.Repeat([]int16{0, -1, 0x7fff, -0x8000}, 8)
	for row := range uint32(4) {
		for _, n := range [...]int{127, 128, 129, 256, 257} {
			list := slices.Repeat([]uint32{row}, n)
			checkAccumulate(t, dst, src, weights, list, nil)
			checkAccumulate(t, dst, src, weights, nil, list)
			checkAccumulate(t, dst, src, weights, list, list)
		}
	}
}

// TestAccumulatePanics: wrong arguments panic before anything is written.
func TestAccumulatePanics(t *testing.T) {
	memory := make([]int16, 512)
	weights := make([]int16, 10*64)
	for name, test := range map[string]struct {
		dst, src, weights []int16
		added, removed    []uint32
		want              string
	}{
		"width":          {memory[:48], memory[:48], weights, nil, nil, "len(dst): expected a multiple of 32, at most 16384, found 48"},
		"wide":           {make([]int16, 16416), make([]int16, 16416), weights, nil, nil, "len(dst): expected a multiple of 32, at most 16384, found 16416"},
		"many rows":      {memory[:64], memory[:64], weights, make([]uint32, 300), append(make([]uint32, 200), 10), "expected rows below 10, of width 64 in 640 weights, found 10"},
		"src":            {memory[:64], memory[:32], weights, nil, nil, "expected len(src) = len(dst) = 64, found 32"},
		"added":          {memory[:64], memory[:64], weights, []uint32{9, 10}, []uint32{3}, "expected rows below 10, of width 64 in 640 weights, found 10"},
		"removed":        {memory[:64], memory[:64], weights[:639], nil, []uint32{9}, "expected rows below 9, of width 64 in 639 weights, found 9"},
		"highest":        {memory[:64], memory[:64], weights, []uint32{0xffffffff}, nil, "expected rows below 10, of width 64 in 640 weights, found 4294967295"},
		"no width":       {memory[:0], memory[:0], nil, []uint32{7}, nil, ""},
		"no weights":     {memory[:32], memory[:32], nil, nil, nil, ""},
		"only one row":   {memory[:32], memory[:32], weights[:32], []uint32{0}, nil, ""},
		"overlap":        {memory[:64], memory[32:96], weights, nil, nil, "src overlaps dst, and is not dst itself"},
		"overlap before": {memory[63:127], memory[:64], weights, nil, nil, "src overlaps dst, and is not dst itself"},
		"neighbours":     {memory[64:128], memory[:64], weights, nil, nil, ""},
		"weights":        {weights[:64], memory[:64], weights, nil, nil, "weights overlaps dst"},
		"last weights":   {weights[576:], weights[576:], weights, nil, nil, "weights overlaps dst"},
	} {
		got := func() (message string) {
			defer func() {
				if r := recover(); r != nil {
					message = r.(string)
				}
			}()
			pairs.Accumulate(test.dst, test.src, test.weights, test.added, test.removed)
			return ""
		}()
		if strings.TrimPrefix(got, "pairs: Accumulate: ") != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// A child's accumulator follows from its parent's: one feature is removed and one is added.
func ExampleAccumulate() {
	const width = 32
	weights := make([]int8, 3*width)
	for i := range weights {
		weights[i] = int8(10 * (1 + i/width)) // 10 in all weights of the first feature, 20 and 30 in the others
	}
	biases := slices.Repeat([]int16{1000}, width)
	parent, child := make([]int16, width), make([]int16, width)
	pairs.Accumulate(parent, biases, weights, []uint32{0, 1}, nil)
	pairs.Accumulate(child, parent, weights, []uint32{2}, []uint32{0})
	fmt.Println(parent[0], child[0])
	// Output: 1030 1050
}
