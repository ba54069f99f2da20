package movegen

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// turnedBatch returns 64 + lane%64 boards. Board i is the given board with its planes rotated
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

// addBoards passes boards of games and arbitrary ones, with the side to move and a lane, to
// add, which adds them to the seeds of a fuzz target.
func addBoards(add func(g0, g1, g2, gB uint64, black bool, lane uint8)) {
	add(0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, false, 14) // all bits
	add(0x2200000000000022, 0x1000000000000010, 0x1000000000000010, 0x3200000000000000, true, 16)  // castling rooks inside
	add(0xffffffffffffffff, 0x0, 0x0, 0xff00ff0ff00ff0, false, 12)                                 // castling rooks on every square
	add(0x2881, 0x1000000000000010, 0x1000000000002810, 0x1000000000002800, false, 33)             // castling through attacks
	add(0x12000000a0, 0x10000002000000b0, 0x1000001000000090, 0x1000001200000000, false, 1)        // double check
	add(0x0, 0x0, 0x0, 0x0, true, 15)                                                              // empty
	add(0x8000000000, 0x700000080, 0x8100000080, 0x48400000080, false, 7)                          // en passant pinned on rank
	add(0x0, 0xff0000ff0010, 0x10, 0xffffffffffffffff, true, 13)                                   // every square an en passant target
	add(0x80000100000, 0xff000800001000ff, 0xff000800001000ff, 0xff00080000000000, false, 10)      // kings on end ranks
	add(0x0, 0xffffffffffffffff, 0xffffffffffffffff, 0x5555aaaa5555aaaa, true, 9)                  // kings on every square
	add(0x8150010000201881, 0x107d510812a0ff10, 0x1010221000240010, 0x917d730002800000, false, 63) // kiwipete
	add(0x8150010000201881, 0x107d510812a0ff10, 0x1010221000240010, 0x917d730002800000, true, 31)  // kiwipete black to move
	add(0xff00c185c1410bff, 0x80c105c1410bef, 0x2b814000808100e8, 0xb918a00c916015, false, 3)      // most diagonal targets
	add(0x5080500a0180058a, 0x4580548a158a01aa, 0xfaf7fafdebd5eb7d, 0x55a254aa55aa55aa, false, 6)  // most knight targets
	add(0xa98244811141228c, 0x800000801001200c, 0x198240811041208c, 0x942c9106251e0953, false, 5)  // most orthogonal targets
	add(0xfe007600fe007400, 0xf8fffcff9cffbaff, 0xe6008200d8001600, 0xfe00ff00ff00fe00, false, 2)  // most pawn targets
	add(0x8100004200000081, 0xff00420000ff00, 0x4200000000, 0x81ff000200000000, false, 8)          // no kings
	add(0x0, 0xffff00100800ffff, 0x1008000000, 0x550000100000ffaa, true, 11)                       // pawns on end ranks
	add(0x8900008100008100, 0x81000089000e1c1c, 0x8900008900008900, 0x8900008900008100, false, 40) // pins on every axis
	add(0xad000000000000ad, 0x3cff00000000ff3c, 0x5a0000000000005a, 0xffff000000000000, false, 0)  // start position
	add(0x400008800000000, 0x400000a00008000, 0x400008200008000, 0x200000000, false, 2)            // battery uncovered
	add(0x4200000000000042, 0x10ff00000000ff10, 0x1000000000000010, 0x52ff000000000000, false, 35) // castling from other squares
	add(0x80, 0x200010, 0x200010, 0x200000, false, 13)                                             // castling gives check
	add(0x8000000000004080, 0x1000000000004010, 0x1000000000000010, 0x9000000000000000, false, 24) // castling rook taken
	add(0xffffffffffffffff, 0x0, 0x0, 0xf0f0f0f00f0f0f0f, false, 1)                                // castling rooks on every square
	add(0x1000, 0x1000000000000010, 0x1000200000001010, 0x1000000000000000, true, 46)              // double check
	add(0x0, 0x0, 0x0, 0x0, false, 5)                                                              // empty
	add(0x8002000000, 0x40803a0005000, 0x8182000000, 0x40880a0000000, false, 33)                   // en passant discovers check
	add(0xad000000000000ad, 0x3cd700380000ef3c, 0x5a0000000000005a, 0xffd7202800000000, false, 57) // en passant target
	add(0x0, 0x9000000000000000, 0x9000000000000000, 0x1000000000000000, true, 18)                 // king takes squares
	add(0x0, 0xffffffffffffffff, 0xffffffffffffffff, 0xff00ff00ff00ff00, true, 33)                 // kings on every square
	add(0x0, 0xffffffffffffffff, 0x0, 0xffffffff00000000, false, 63)                               // knights on every square
	add(0x8108421084210842, 0x8421084210b63, 0x810842108421082d, 0x301, false, 29)                 // most moves
	add(0x0, 0x10000000aa005510, 0x1000000000000010, 0x10000000aa000000, false, 4)                 // pawns beside after double steps
	add(0x84100a1000a4008, 0x41022814024088, 0x80028ad000a0088, 0x841008100024088, false, 7)       // pins on every axis
	add(0x0, 0xf00000000f000, 0x5080000000010a0, 0x50800000000e000, true, 55)                      // promoters taken
	add(0x8100420003010029, 0x10ef42021701cb48, 0x1000a00100210069, 0x91ee620100010200, false, 44) // promotions into check
}

// FuzzAppendChildrenBatch compares the children of any boards on all paths, with and without
// clocks and keys, with the moves of their lists played one by one.
func FuzzAppendChildrenBatch(f *testing.F) {
	addBoards(func(g0, g1, g2, gB uint64, black bool, lane uint8) { f.Add(g0, g1, g2, gB, black, lane) })
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB uint64, black bool, lane uint8) {
		b := turnedBatch(g0, g1, g2, gB, black, lane)
		var lists MoveLists
		want := NewBatch(allData)
		pathtest.On(simd.Generic, func() {
			AppendLegalMovesBatch(&lists, b)
			PlayListsBatch(want, b, &lists)
		})
		for _, path := range simd.Paths() {
			var children Batch
			played, some := NewBatch(allData), NewBatch(allData)
			moves := make([]Move, b.Len())
			for i := range moves {
				if l := lists.At(i); len(l) > 0 {
					moves[i] = l[int(lane)%len(l)]
				}
			}
			pathtest.On(path, func() {
				AppendChildrenBatch(&children, b)
				PlayListsBatch(played, b, &lists)
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

// FuzzCountTwoPlyBatch compares all paths on a board of any 256 bits, turned round in
// various ways, with the definition; and this with CountTwoPly if the position is valid.
func FuzzCountTwoPlyBatch(f *testing.F) {
	addBoards(func(g0, g1, g2, gB uint64, black bool, lane uint8) { f.Add(g0, g1, g2, gB, black, lane) })
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
