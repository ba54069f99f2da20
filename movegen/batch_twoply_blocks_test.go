package movegen

import (
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// Blocks have the same counts whether one or two plies are counted at once.
func TestTwoPlyEstimate(t *testing.T) {
	rng := rand.New(rand.NewPCG(113, 114))
	b := nonsenseBatch(t, rng, 64*count(300))
	for range 64 * count(300) {
		b.Append(placement(rng))
	}
	want := definitionTwoPly(b)
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		if path == simd.Generic {
			return
		}
		c := new(twoPlyCounter)
		got := make([]uint32, b.Len())
		for _, least := range []int{0, 5 * blockLen(), 20 * blockLen(), 1 << 30} {
			n := c.count(got, b, least)
			sameTwoPly(t, got[:n], want[:n], b)
		}
		if path == simd.NEON {
			return // estimates nothing
		}
		for _, test := range []struct {
			fen   string
			moves int // as estimated
		}{
			{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1 + 3},
			{"4k3/8/8/8/8/8/4P3/QNB1K3 w - - 0 1", 3*5 + 4 + 1 + 3},
			{"4k3/8/8/8/8/8/4r3/QNB1K3 w - - 0 1", 3},
		} {
			p := parse(t, test.fen)
			var b Batch
			for range blockLen() {
				b.Append(p)
			}
			for more, want := range []bool{false, true} { // one move too many
				least := test.moves*blockLen() + more
				c.take(&b, 0, b.Len(), least)
				if got := c.blocks[0].OnePly != 0; got != want {
					t.Errorf("%s: one ply after the other below %d moves of %d boards: %v, want %v", test.fen, least, b.Len(), got, want)
				}
			}
		}
	})
}

// TestCountTwoPlyBatchDispatch proves that the code of the chosen path runs: the stack at a
// fault names the function. For the twin the sides to move are not readable. The kernels work
// on copies in a counter; its scratch space and the memory after it are not accessible.
func TestCountTwoPlyBatchDispatch(t *testing.T) {
	newCounter := twoPlyCounters.New
	usePool := func(f func() any) { twoPlyCounters = sync.Pool{New: f} }
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		n := blockLen()
		var planes [4][]uint64
		for p := range planes {
			planes[p] = make([]uint64, n)
		}
		planes[quad.PlaneG2][0] = a1 // a knight
		b, want := &Batch{planes: planes, sides: make([]uint8, n)}, ""
		if path == simd.Generic {
			want = "countTwoPlyGeneric"
			sides := guard.New(t, n)
			b.sides = guard.SmallAtStart[uint8](sides, n)
			sides.Forbid(t)
		} else {
			want = map[simd.Path]string{simd.NEON: "twoPlyNEON", simd.AVX2: "twoPlyAVX2", simd.AVX512: "twoPlyAVX512"}[path]
			var c *twoPlyCounter
			before := int(unsafe.Offsetof(c.blocks[0].Room) / 8)
			from := (before + guard.Unit - 1) / guard.Unit * guard.Unit
			memory := guard.New(t, from+int(unsafe.Sizeof(*c)/8))
			c = (*twoPlyCounter)(unsafe.Pointer(&memory.All()[from-before]))
			memory.ForbidFrom(t, from)
			usePool(func() any { return c })
			defer usePool(newCounter)
		}
		if got := guard.FaultingFunction(func() { CountTwoPlyBatch(make([]uint32, n), b) }); got != want {
			t.Errorf("ran %q, want %q", got, want)
		}
		if path != simd.AVX2 && path != simd.AVX512 {
			return
		}
		planes[quad.PlaneG0][0] = a1 // a rook
		want = map[simd.Path]string{simd.AVX2: "twoPlyEndingsAVX2", simd.AVX512: "twoPlyEndingsAVX512"}[path]
		if got := guard.FaultingFunction(func() { CountTwoPlyBatch(make([]uint32, n), b) }); got != want {
			t.Errorf("rook endings: ran %q, want %q", got, want)
		}
	})
}
