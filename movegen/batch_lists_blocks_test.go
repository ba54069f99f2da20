package movegen

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// guardedMoves returns n moves at the end of memory before a page without access.
func guardedMoves(b *guard.Buffer, n int) []Move {
	words := b.AtEnd((n + 3) / 4)
	if n == 0 {
		return nil
	}
	all := unsafe.Slice((*Move)(unsafe.Pointer(&words[0])), 4*len(words))
	return all[len(all)-n : len(all) : len(all)]
}

// TestListsBounds lists and selects moves of batches of every length around the length of a
// block. Planes and destinations end before a page without access.
func TestListsBounds(t *testing.T) {
	const most = 70
	all := extremeBatch(t)
	for i, more := 0, nonsenseBatch(t, rand.New(rand.NewPCG(141, 142)), most); i < most; i++ {
		all.Append(more.At(i))
	}
	all = all.Slice(all.Len()-2*most, all.Len())
	var planes [4]*guard.Buffer
	for i := range planes {
		planes[i] = guard.New(t, most)
	}
	sides, room, ks, out := guard.New(t, most), guard.New(t, most*256), guard.New(t, most), guard.New(t, most)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for n := range most + 1 {
			part := all.Slice(n, 2*n)
			b := &Batch{}
			for p, plane := range part.planes {
				b.planes[p] = planes[p].AtEnd(n)
				copy(b.planes[p], plane)
			}
			if n > 0 {
				words := sides.AtEnd((n + 7) / 8)
				bytes := unsafe.Slice((*uint8)(unsafe.Pointer(&words[0])), 8*len(words))
				b.sides = bytes[len(bytes)-n:]
				copy(b.sides, part.sides)
			}
			var want MoveLists
			appendMovesGeneric(&want, part, 0, n, AllMoves)
			// Memory for exactly all moves, and for fewer.
			for _, capacity := range []int{len(want.Moves), len(want.Moves) + 5, len(want.Moves) / 2} {
				got := MoveLists{Moves: guardedMoves(room, capacity)[:0]}
				AppendLegalMovesBatch(&got, b)
				got.Offsets = got.Offsets[1:]
				sameMoves(t, n, got.Moves, want.Moves)
				for i, end := range want.Offsets {
					if got.Offsets[i] != end {
						t.Fatalf("length %d: list %d ends at %d, want %d", n, i, got.Offsets[i], end)
					}
				}
			}
			k, dst := guardedMoves(ks, n), guardedMoves(out, n)
			from := 0
			for i := range k {
				k[i] = Move((want.Offsets[i] - uint32(from)) / 2)
				from = int(want.Offsets[i])
			}
			SelectMoveBatch(dst, b, unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(k))), n))
			from = 0
			for i := range dst {
				list := want.Moves[from:want.Offsets[i]]
				from = int(want.Offsets[i])
				if m := Move(0); len(list) > 0 && dst[i] != list[len(list)/2] || len(list) == 0 && dst[i] != m {
					t.Fatalf("length %d: move %d of position %d is %v, want it of %v", n, k[i], i, dst[i], list)
				}
			}
		}
	})
}

func sameMoves(t *testing.T, n int, got, want []Move) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("length %d: %d moves, want %d", n, len(got), len(want))
	}
	for i, m := range want {
		if got[i] != m {
			t.Fatalf("length %d: move %d is %v, want %v", n, i, got[i], m)
		}
	}
}

// The kernels run: an access to forbidden memory faults in their code.
func TestListsDispatch(t *testing.T) {
	b := batchOf(stream(t, 64))
	planes := guard.New(t, 64)
	copy(planes.AtEnd(64), b.planes[0])
	b.planes[0] = planes.AtEnd(64)
	planes.Forbid(t)
	k, dst := make([]uint16, 64), make([]Move, 64)
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		want, ok := map[simd.Path]string{simd.NEON: "rankMovesNEON", simd.AVX2: "rankMovesAVX2", simd.AVX512: "rankMovesAVX512"}[p]
		if !ok {
			return
		}
		if p != simd.NEON { // which has no kernels for lists
			var lists MoveLists
			if got := guard.FaultingFunction(func() { AppendLegalMovesBatch(&lists, b) }); !strings.HasSuffix(got, want) {
				t.Errorf("lists: %s ran, want %s", got, want)
			}
		}
		if got := guard.FaultingFunction(func() { SelectMoveBatch(dst, b, k) }); !strings.HasSuffix(got, want) {
			t.Errorf("select: %s ran, want %s", got, want)
		}
	})
}
