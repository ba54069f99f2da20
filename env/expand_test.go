package env

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// Each path writes the bits of any words to memory at any address, and nothing else.
func TestExpand(t *testing.T) {
	const most = 20
	in, out := guard.New(t, most), guard.New(t, 32*(most+1))
	rng := rand.New(rand.NewPCG(8, 8))
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for n := 1; n <= most; n++ {
			for shift := range 65 {
				src := in.AtEnd(n)
				if shift%2 == 0 {
					src = in.AtStart(n)
				}
				for i := range src {
					src[i] = rng.Uint64()
				}
				bytes := guard.SmallAtEnd[uint8](out, 64*n+shift)[:64*n]
				checkExpanded(t, bytes, src, expandBytes, byteOnes)
				whole := out.AtEnd(32*n + shift%33)
				floats := unsafe.Slice((*float32)(unsafe.Pointer(&whole[0])), 64*n)
				checkExpanded(t, floats, src, expandFloats, floatOnes)
			}
		}
	})
}

func checkExpanded[T uint8 | float32](t *testing.T, dst []T, src []uint64, expand func(dst []T, src []uint64, one, stream uint64), lanes func(one uint64) uint64) {
	t.Helper()
	whole := dst[:min(cap(dst), len(dst)+8)]
	modes := []uint64{0}
	if address := uintptr(unsafe.Pointer(&dst[0])); address%64 == 0 {
		modes = []uint64{0, 1, 2}
	} else if address%16 == 0 {
		modes = []uint64{0, 2}
	}
	for _, mode := range modes {
		for _, one := range [...]uint64{1, 100, 255} {
			for i := range whole {
				whole[i] = 77
			}
			expand(dst, src, lanes(one), mode)
			fence()
			for i, got := range whole {
				want := T(77)
				if i < len(dst) {
					want = T(src[i/64] >> (i % 64) & 1 * one)
				}
				if got != want {
					t.Fatalf("%d words: element %d is %v, want %v", len(src), i, got, want)
				}
			}
		}
	}
}

// Outputs that are written around the caches are the same as at an address where they cannot be.
func TestStreams(t *testing.T) {
	checkStreams(t, 64*alphaZeroPlanes, (*Env).ObserveBytes)
	checkStreams(t, 64*alphaZeroPlanes, (*Env).ObserveFloats)
	checkStreams(t, 4672, (*Env).MaskBytes)
}

func checkStreams[T uint8 | float32](t *testing.T, each int, fill func(e *Env, dst []T)) {
	n := streamLen/(each*int(unsafe.Sizeof(T(0)))) + 1
	e, err := New(n, Options{})
	if err != nil {
		t.Fatal(err)
	}
	actions := make([]int32, n)
	for range 9 {
		e.Sample(actions)
		e.Step(actions)
	}
	room, other := make([]T, n*each+64), make([]T, n*each+64)
	at := func(room []T, shift uintptr) []T {
		for k := range room {
			if (uintptr(unsafe.Pointer(&room[k]))-shift)%64 == 0 {
				return room[k:][:n*each]
			}
		}
		panic("unreachable")
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		want := at(other, unsafe.Sizeof(T(0)))
		fill(e, want)
		for mode, shift := range []uintptr{unsafe.Sizeof(T(0)), 0, 16} {
			got := at(room, shift)
			if streams(got) != uint64(mode) {
				t.Fatalf("at address %d mod 64 streams returns %d, want %d", shift, streams(got), mode)
			}
			clear(room)
			fill(e, got)
			if !slices.Equal(got, want) {
				t.Errorf("stream %d: outputs differ", mode)
			}
		}
	})
}

func TestExpandDispatch(t *testing.T) {
	if !guard.Faults {
		t.Skip("memory cannot be forbidden on this system")
	}
	buffer := guard.New(t, 64)
	memory := buffer.All()
	buffer.Forbid(t)
	suffix := map[simd.Path]string{simd.AVX2: "AVX2", simd.AVX512: "AVX512"}
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		for name, call := range map[string]func(){
			"expandBytes": func() { expandBytes(unsafe.Slice((*uint8)(unsafe.Pointer(&memory[0])), 64), make([]uint64, 1), 0, 0) },
			"expandFloats": func() {
				expandFloats(unsafe.Slice((*float32)(unsafe.Pointer(&memory[0])), 64), make([]uint64, 1), 0, 0)
			},
		} {
			got := guard.FaultingFunction(call)
			if got == "" || !strings.HasSuffix(got, suffix[p]) || suffix[p] == "" && strings.Contains(got, "AVX") {
				t.Errorf("%s ran %q, want %s", name, got, suffix[p])
			}
		}
	})
}
