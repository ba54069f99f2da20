package movegen

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// turnedBatch returns 64 + lane%64 boards. Board i is the given one with its planes rotated
// by i - lane%64 bits. The side to move alternates.
func turnedBatch(g0, g1, g2, gB uint64, black bool, lane uint8) *Batch {
	b := new(Batch)
	for i := range 64 + int(lane%64) {
		turn := i - int(lane%64)
		turned := func(plane uint64) uint64 { return bits.RotateLeft64(plane, turn&63) }
		board := quad.Board{G0: turned(g0), G1: turned(g1), G2: turned(g2), GB: turned(gB)}
		side := quad.White
		if black != (turn&1 != 0) {
			side = quad.Black
		}
		b.Append(Position{Board: board, Side: side})
	}
	return b
}

// FuzzAppendChildrenBatch compares the children of any boards on all paths, and those with
// clocks and keys, with the moves of their lists played one by one.
func FuzzAppendChildrenBatch(f *testing.F) {
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB uint64, black bool, lane uint8) {
		b := turnedBatch(g0, g1, g2, gB, black, lane)
		var lists MoveLists
		want := NewBatch(allColumns)
		pathtest.On(simd.Generic, func() {
			AppendLegalMovesBatch(&lists, b)
			AppendPlayedBatch(want, b, &lists)
		})
		for _, path := range simd.Paths() {
			var children Batch
			played, some := NewBatch(allColumns), NewBatch(allColumns)
			moves := make([]Move, b.Len())
			for i := range moves {
				if l := lists.At(i); len(l) > 0 {
					moves[i] = l[int(lane)%len(l)]
				}
			}
			pathtest.On(path, func() {
				AppendChildrenBatch(&children, b)
				AppendPlayedBatch(played, b, &lists)
				PlayBatch(some, b, moves)
			})
			sameBatch(t, played, want)
			if children.Len() != want.Len() {
				t.Fatalf("path=%v: %d children, want %d", path, children.Len(), want.Len())
			}
			for i, m := range moves {
				lo, hi := int(lists.Offsets[i]), int(lists.Offsets[i+1])
				if !slices.Equal(sorted(children.Slice(lo, hi).places()), sorted(want.Slice(lo, hi).places())) {
					t.Fatalf("path=%v: board %d: the children are not the moves of its list", path, i)
				}
				if j := lo + int(lane)%max(1, hi-lo); m != 0 && (some.At(i) != want.At(j) || some.keys[i] != want.keys[j]) {
					t.Fatalf("path=%v: board %d after %v: %+v, want %+v", path, i, m, some.At(i), want.At(j))
				}
			}
		}
	})
}

// FuzzCountLegalBatch compares all paths on a board of any 256 bits, turned round
// in various ways; and the target sets with the counts.
func FuzzCountLegalBatch(f *testing.F) {
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB uint64, black bool, lane uint8) {
		b := turnedBatch(g0, g1, g2, gB, black, lane)
		columns := NewLegalTargetsColumns(b.Len())
		want := definitionCounts(b)
		for _, path := range simd.Paths() {
			got := make([]uint16, b.Len())
			pathtest.On(path, func() { CountLegalBatch(got, b); LegalTargetsBatch(columns, b) })
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("path=%v: board %d: %d moves, generic %d\n%#x, side %d", path, i, got[i], want[i],
						b.Boards().At(i).Planes(), b.sides[i])
				}
				if p, targets := b.At(i), columns.At(i); targets != p.LegalTargets() || targets.Count() != int(want[i]) {
					t.Fatalf("path=%v: board %d: %d moves in the target sets %#x, %d counted\n%#x, side %d", path, i,
						targets.Count(), targets, want[i], b.Boards().At(i).Planes(), b.sides[i])
				}
			}
		}
	})
}

// FuzzCountTwoPlyBatch compares all paths on a board of any 256 bits, turned round in
// various ways, with the definition; and this with CountTwoPly if the position is valid.
func FuzzCountTwoPlyBatch(f *testing.F) {
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB uint64, black bool, lane uint8) {
		b := turnedBatch(g0, g1, g2, gB, black, lane)
		want := definitionTwoPly(b)
		for i := range want {
			if p := b.At(i); p.Validate() == nil && p.CountTwoPly() != int(want[i]) {
				t.Fatalf("%s: %d leaves, generic %d", p.FEN(), p.CountTwoPly(), want[i])
			}
		}
		for _, path := range simd.Paths() {
			got := make([]uint32, b.Len())
			pathtest.On(path, func() { CountTwoPlyBatch(got, b) })
			sameTwoPly(t, got, want, b)
		}
	})
}

// FuzzStatusBatch compares all paths on a board of any 256 bits, turned round in various
// ways, and with the calls for one position where it is valid.
func FuzzStatusBatch(f *testing.F) {
	f.Add(uint64(0), uint64(0x8000001000000000), uint64(0x8000001000000000), uint64(0x8000000000000000), true, uint8(3))
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB uint64, black bool, lane uint8) {
		b := turnedBatch(g0, g1, g2, gB, black, lane)
		want := make([]Status, b.Len())
		pathtest.On(simd.Generic, func() { StatusBatch(want, b) })
		for i, s := range want {
			if p := b.At(i); p.Validate() == nil && s != wantStatus(&p, false) {
				t.Fatalf("%s: status %b, want %b", p.FEN(), s, wantStatus(&p, false))
			}
		}
		for _, path := range simd.Paths() {
			got := make([]Status, b.Len())
			pathtest.On(path, func() { StatusBatch(got, b) })
			if !slices.Equal(got, want) {
				t.Fatalf("path=%v: status %b, generic %b", path, got, want)
			}
		}
	})
}
