package pairs_test

import (
	"encoding/hex"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// everything returns all lists for a board and an update, in order.
func (v *variant) everything(board *[64]uint8, c pairs.Update, b quad.Board) (all [4][]pairs.Pair) {
	var d pairs.Deltas
	var l pairs.List
	v.rules.Deltas(&d, board, c)
	all[0], all[1] = d.Removed(), d.Added()
	v.rules.Refresh(&l, board)
	all[2] = slices.Clone(l.Pairs())
	v.rules.RefreshBoard(&l, b)
	all[3] = slices.Clone(l.Pairs())
	return all
}

func (v *variant) samePaths(tb testing.TB, board *[64]uint8, c pairs.Update, b quad.Board) {
	tb.Helper()
	var want [4][]pairs.Pair
	for _, path := range simd.Paths() {
		var got [4][]pairs.Pair
		pathtest.On(path, func() { got = v.everything(board, c, b) })
		if path == simd.Generic {
			want = got
		}
		for i := range got {
			if !slices.Equal(got[i], want[i]) {
				tb.Fatalf("path=%v, %s: list %d of change %x is %s, generic %s\n%s", path, v.name, i, uint64(c),
					v.text(got[i]), v.text(want[i]), v.picture(board))
			}
		}
	}
}

// TestPaths: all paths return the same pairs in the same order, for boards and updates of any
// bits.
func TestPaths(t *testing.T) {
	all := variants(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range count(40000) {
		v := &all[i%len(all)]
		board := anyBoard(rng, v, 1+i%7)
		b := quad.Board{G0: rng.Uint64(), G1: rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
		c := anyChange(rng)
		switch i % 3 {
		case 0: // any bits
			c = pairs.Update(rng.Uint64())
		case 1: // moves
			c = pairs.MoveUpdate(rng.IntN(64), rng.IntN(64), uint8(rng.Uint32()))
		}
		v.samePaths(t, &board, c, b)
		if i%3 == 1 {
			v.check(t, &board, c)
		}
	}
}

// FuzzDeltas compares all paths with each other and with the oracle.
func FuzzDeltas(f *testing.F) {
	all := variants(f)
	for _, s := range []struct {
		board  string // codes of the squares from a1, in hexadecimal
		change uint64
		which  uint8
	}{
		{"303132333435363738396162636465666768696a6b6c6d6e6f707172737475767778797a", 0xdeadbeefcafef00d, 5},                                                        // any bits
		{"0000000000000006000000000000000000000000000000000500030000000f000000000000000000000000000000000000000000000a0000000000000000000e", 0x375805a, 1},         // capture
		{"0c0101010301010c010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101060101010a010106", 0xc43034280408044, 4}, // castling
		{"00000000000006040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000e00000000000000", 0x445064680478046, 0}, // castling stays
		{"0101010101030c010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010a01010101010101", 0xc45034680468045, 5}, // castling swaps
		{"", 0x57f8040, 0}, // empty board
		{"060000000000000e000000000000000000000000000000000000000000000000040001090000000d000000000000000000000000000000000000000000000000", 0x16b80638062, 2}, // en passant uncovers
		{"72f580ff15458d0e", 0x75448041, 3}, // flags in codes
		{"0a050a050a050a05050a050a050a050a0a050a050a050a05050a050a050a050a0a050a050a050a05050a050a050a050a0a050a050a050a05050a050a050a050a", 0xa648063055c0a5b, 0}, // full board
		{"0301010101010c01010101010101010101010101010101010101010101010101010101010101010101010101010101010201010101010101010601010101010a", 0x7798070, 3},         // promotion
		{"040000000600000401010103030101010000020000050009000900000100000000000001020000000b0a0000090a0900090009090d090b000c0000000e00000c", 0x361804c, 0},         // quiet
		{"040c050d", 0x441034105408040, 4}, // same square twice
		{"01020304050609", 0x5418040, 2},   // short board
	} {
		board, err := hex.DecodeString(s.board)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(board, s.change, s.which)
	}
	f.Fuzz(func(t *testing.T, board []byte, change uint64, which uint8) {
		var squares [64]uint8
		copy(squares[:], board)
		v := &all[int(which)%len(all)]
		b := quad.Board{G0: change, G1: change * 3, G2: change * 5, GB: change * 7}
		v.samePaths(t, &squares, pairs.Update(change), b)
		v.checkRefresh(t, &squares)
		v.check(t, &squares, pairs.Update(change))
	})
}

// TestRefreshBoard checks that a board has the same pairs as its mailbox.
func TestRefreshBoard(t *testing.T) {
	all := variants(t)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		rng := rand.New(rand.NewPCG(7, 8))
		for i := range count(5000) {
			v := &all[i%len(all)]
			b := quad.Board{G0: rng.Uint64(), G1: rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
			var mailbox [64]uint8
			v.rules.Mailbox(&mailbox, b)
			var l, m pairs.List
			v.rules.RefreshBoard(&l, b)
			v.rules.Refresh(&m, &mailbox)
			if !slices.Equal(l.Pairs(), m.Pairs()) {
				t.Fatalf("%s: %s, of the mailbox %s\n%v", v.name, v.text(l.Pairs()), v.text(m.Pairs()), b)
			}
		}
	})
}

// TestLists fills lists to the last pair that they can hold, at the edges of memory.
func TestLists(t *testing.T) {
	v := variants(t)[0]
	queen, knight := v.rules.Code(quad.WhiteQueen), v.rules.Code(quad.BlackKnight)
	var board [64]uint8
	for sq := range board {
		board[sq] = queen
		if (sq%8+sq/8)%2 == 0 {
			board[sq] = knight
		}
	}
	buffer := guard.New(t, int(unsafe.Sizeof(pairs.List{})+7)/8+64)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, place := range [...]func(int) []uint64{buffer.AtStart, buffer.AtEnd} {
			at := func(size uintptr) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(place(int(size+7) / 8))) }
			l := (*pairs.List)(at(unsafe.Sizeof(pairs.List{})))
			v.rules.Refresh(l, &board)
			v.same(t, "pairs", &board, 0, l.Pairs(), oraclePairs(&board, &v.codes, v.count))
			before := (*[64]uint8)(at(64))
			*before = board
			var d pairs.Deltas
			v.rules.Deltas(&d, before, pairs.Update(0).And(27, knight).And(28, queen).And(35, queen).And(36, knight))
			v.rules.Deltas((*pairs.Deltas)(at(unsafe.Sizeof(d))), &board, pairs.Update(0).And(27, pairs.Empty).And(36, queen))
			*before = board
			if v.rules.Refresh(l, before); len(l.Pairs()) > pairs.MaxPairs {
				t.Fatalf("%d pairs", len(l.Pairs()))
			}
		}
		var all pairs.List
		var changed pairs.Deltas
		v.rules.Refresh(&all, &board)
		v.rules.Deltas(&changed, &board, pairs.Update(0).And(27, pairs.Empty).And(36, queen))
		for _, list := range [...][]pairs.Pair{all.Pairs(), changed.Removed(), changed.Added()} { // an append must not write to the list's memory
			if len(list) == 0 || cap(list) != len(list) {
				t.Errorf("a list of length %d and capacity %d", len(list), cap(list))
			}
		}
		// A knight and a queen that attack as much as possible, and their attackers.
		var d pairs.Deltas
		most := 0
		for a := range 64 {
			for b := range 64 {
				if a != b {
					v.rules.Deltas(&d, &board, pairs.Update(0).And(a, pairs.Empty).And(b, pairs.Empty))
					most = max(most, len(d.Removed()), len(d.Added()))
				}
			}
		}
		if most < 30 || most > pairs.MaxChanged {
			t.Errorf("at most %d pairs change", most)
		}
	})
}

// TestNoAllocations: functions for moves do not allocate.
func TestNoAllocations(t *testing.T) {
	x := numberings(t)[0]
	var board [64]uint8
	b := quad.Pack(0xff00000000ff00, 0x42<<56|0x42, 0, 0, 0, 0x1000000000000010, 0xffff<<48)
	x.v.rules.Mailbox(&board, b)
	var d pairs.Deltas
	var l pairs.List
	var fd pairs.FeatureDeltas
	var fl pairs.FeatureList
	var in pairs.Inputs
	for _, err := range []error{in.AddThreats(pairs.SFNNv16()), in.AddThreats(pairs.SFNNv10()), in.AddPawnPairs(), in.AddHalfKA()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	white, black := make([]int32, 600), make([]int32, 600)
	accumulator, weights := make([]int16, 64), make([]int8, 64*3)
	boards := []quad.Board{b, {G1: ^uint64(0)}}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		if n := testing.AllocsPerRun(10, func() {
			in.FillBatch(white, black, boards)
			x.v.rules.Deltas(&d, &board, pairs.MoveUpdate(1, 18, board[1]))
			x.v.rules.Deltas(&d, &board, pairs.MoveUpdate(1, 18, board[1]).And(20, pairs.Empty))
			x.v.rules.Refresh(&l, &board)
			x.v.rules.RefreshBoard(&l, b)
			x.features.Deltas(&fd, &d, 4, 60)
			x.features.List(&fl, &l, 4, 60)
			pairs.Accumulate(accumulator, accumulator, weights, []uint32{0, 1}, []uint32{2})
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// TestBadCodes: inconsistent codes are an error that names the problem.
func TestBadCodes(t *testing.T) {
	change := func(f func(c *pairs.Codes)) pairs.Codes {
		c := pairs.StockfishCodes()
		f(&c)
		return c
	}
	for _, tt := range []struct {
		codes pairs.Codes
		want  string
	}{
		{change(func(c *pairs.Codes) { c[7] = 16 }), "pairs: code 7: expected one of the pieces of package quad, found Piece(16)"},
		{change(func(c *pairs.Codes) { c[7] = quad.WhiteKing }), "pairs: code 7: expected a piece without a code, found white king, which has code 6"},
		{change(func(c *pairs.Codes) { c[6] = quad.NoPiece }), "pairs: expected a code for a white king, found none"},
		{pairs.Codes{}, "pairs: expected a code for a white pawn, found none"},
	} {
		if _, err := pairs.NewRules(tt.codes, nil); err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	full := pairs.QuadCodes()
	full[0], full[8] = quad.WhiteRook, quad.BlackRook
	full[5], full[13] = quad.NoPiece, quad.NoPiece
	if _, err := pairs.NewRules(full, nil); err != nil {
		t.Error(err)
	}
}

// TestFifthSquare: an update has four squares.
func TestFifthSquare(t *testing.T) {
	defer func() {
		if r, ok := recover().(string); !ok || !strings.Contains(r, "four squares") {
			t.Errorf("panics with %q", r)
		}
	}()
	pairs.CastlingUpdate(4, 6, 1, 7, 5, 2).And(0, 1)
}

// TestDifference: the update of two boards turns one into the other.
func TestDifference(t *testing.T) {
	for _, v := range variants(t) {
		for p := range positions(t, count(300)) {
			var before, after [64]uint8
			v.rules.Mailbox(&before, p.Board)
			for _, m := range p.AppendLegalMoves(nil) {
				v.rules.Mailbox(&after, p.Play(m).Board)
				c, ok := v.rules.Difference(&before, &after)
				got := before
				if v.apply(&got, c); !ok && v.name != "quad" || ok && got != after {
					t.Fatalf("%s: difference of %s and %v is %x, %v", v.name, p.FEN(), m, uint64(c), ok)
				}
			}
		}
	}
}

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }
