package movegen

import (
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// FuzzAppendMovesBatch compares the lists of any boards and selections on all paths, and the
// lists of valid positions with AppendLegalMoves.
func FuzzAppendMovesBatch(f *testing.F) {
	f.Add(uint64(0xad000000000000ad), uint64(0x3cff00000000ff3c), uint64(0x5a0000000000005a), uint64(0xffff000000000000), false, uint8(7), uint8(7))
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB uint64, black bool, lane, selection uint8) {
		b := turnedBatch(g0, g1, g2, gB, black, lane)
		s := Selection(selection)
		var want MoveLists
		pathtest.On(simd.Generic, func() { AppendMovesBatch(&want, b, s) })
		var buf [256]Move
		for i := range b.Len() {
			p := b.At(i)
			if p.Validate() == nil && !slices.Equal(want.At(i), inListOrder(&p, s, buf[:])) {
				t.Fatalf("%s: %v", p.FEN(), want.At(i))
			}
		}
		for _, path := range simd.Paths() {
			var got MoveLists
			pathtest.On(path, func() { AppendMovesBatch(&got, b, s) })
			sameLists(t, b, &got, &want)
		}
	})
}

// FuzzSelectMoveBatch compares the moves that all paths select with the lists of any
// boards.
func FuzzSelectMoveBatch(f *testing.F) {
	f.Add(uint64(0xad000000000000ad), uint64(0x3cff00000000ff3c), uint64(0x5a0000000000005a), uint64(0xffff000000000000), false, uint8(7), uint16(7))
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB uint64, black bool, lane uint8, k uint16) {
		b := turnedBatch(g0, g1, g2, gB, black, lane)
		var lists MoveLists
		pathtest.On(simd.Generic, func() { AppendLegalMovesBatch(&lists, b) })
		ks, got := make([]uint16, b.Len()), make([]Move, b.Len())
		for i := range ks {
			ks[i] = k
		}
		for _, path := range simd.Paths() {
			pathtest.On(path, func() { SelectMoveBatch(got, b, ks) })
			for i, m := range got {
				want := Move(0)
				if list := lists.At(i); int(k) < len(list) {
					want = list[k]
				}
				if m != want {
					t.Fatalf("path=%v: move %d of board %d is %v, want %v\n%#x, side %d", path, k, i, m, want, b.Boards().At(i).Planes(), b.sides[i])
				}
			}
		}
	})
}
