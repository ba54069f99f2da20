package env

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// Each path writes the bits of words. Module prove proves the kernels, for any address and number of words.
func TestExpand(t *testing.T) {
	src := []uint64{0, ^uint64(0), 1 << 63, 0x8040201008040201, 0x0123456789abcdef}
	bytes, floats := make([]uint8, 64*len(src)), make([]float32, 64*len(src))
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		expandBytes(bytes, src, byteOnes(100), 0)
		expandFloats(floats, src, floatOnes(100), 0)
		for i := range bytes {
			if want := uint8(src[i/64] >> (i % 64) & 1 * 100); bytes[i] != want || floats[i] != float32(want) {
				t.Fatalf("element %d is %d and %v, want %d", i, bytes[i], floats[i], want)
			}
		}
	})
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
