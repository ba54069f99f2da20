package env

import (
	"fmt"
	"math/rand/v2"
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
				checkExpanded(t, bytes, src, expandBytes)
				whole := out.AtEnd(32*n + shift%33)
				floats := unsafe.Slice((*float32)(unsafe.Pointer(&whole[0])), 64*n)
				checkExpanded(t, floats, src, expandFloats)
			}
		}
	})
}

func checkExpanded[T uint8 | float32](t *testing.T, dst []T, src []uint64, expand func([]T, []uint64, uint64)) {
	t.Helper()
	whole := dst[:min(cap(dst), len(dst)+8)]
	for stream := range streams(dst, streamLen) + 1 {
		for i := range whole {
			whole[i] = 77
		}
		expand(dst, src, stream)
		for i, got := range whole {
			want := T(77)
			if i < len(dst) {
				want = T(src[i/64] >> (i % 64) & 1)
			}
			if got != want {
				t.Fatalf("%d words: element %d is %v, want %v", len(src), i, got, want)
			}
		}
	}
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
			"expandBytes":  func() { expandBytes(unsafe.Slice((*uint8)(unsafe.Pointer(&memory[0])), 64), make([]uint64, 1), 0) },
			"expandFloats": func() { expandFloats(unsafe.Slice((*float32)(unsafe.Pointer(&memory[0])), 64), make([]uint64, 1), 0) },
		} {
			got := guard.FaultingFunction(call)
			if got == "" || !strings.HasSuffix(got, suffix[p]) || suffix[p] == "" && strings.Contains(got, "AVX") {
				t.Errorf("%s ran %q, want %s", name, got, suffix[p])
			}
		}
	})
}

// BenchmarkExpand compares the expansion of the planes of 4096 games with clearing the same memory.
func BenchmarkExpand(b *testing.B) {
	const words = 4096 * 119
	src := make([]uint64, words)
	for i := range src {
		src[i] = rand.Uint64()
	}
	bytes, floats := make([]uint8, 64*words), make([]float32, 64*words)
	b.Run("bytes/clear", func(b *testing.B) {
		for b.Loop() {
			clear(bytes)
		}
	})
	b.Run("floats/clear", func(b *testing.B) {
		for b.Loop() {
			clear(floats)
		}
	})
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		for stream := range uint64(2) {
			b.Run(fmt.Sprintf("bytes/stream=%d", stream), func(b *testing.B) {
				for b.Loop() {
					for i := 0; i < words; i += 119 {
						expandBytes(bytes[64*i:64*(i+119)], src[i:i+119], stream)
					}
				}
			})
			b.Run(fmt.Sprintf("floats/stream=%d", stream), func(b *testing.B) {
				for b.Loop() {
					for i := 0; i < words; i += 119 {
						expandFloats(floats[64*i:64*(i+119)], src[i:i+119], stream)
					}
				}
			})
		}
	})
}
