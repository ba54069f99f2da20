package pairs_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
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

// An inputSet is inputs together with what they are made from.
type inputSet struct {
	name  string
	in    pairs.Inputs
	parts []func(b quad.Board, c quad.Color) []uint32 // features from 0
	sizes []int
}

func (x *inputSet) addThreats(tb testing.TB, n *numbered) {
	if err := x.in.AddThreats(n.n); err != nil {
		tb.Fatal(err)
	}
	x.sizes = append(x.sizes, n.n.Size)
	x.parts = append(x.parts, func(b quad.Board, c quad.Color) []uint32 {
		var l pairs.List
		var features pairs.FeatureList
		n.v.rules.RefreshBoard(&l, b)
		n.features.List(&features, &l, kingOf(b, quad.White), kingOf(b, quad.Black))
		return features.Active(c)
	})
}

func (x *inputSet) addPawnPairs(tb testing.TB) {
	if err := x.in.AddPawnPairs(); err != nil {
		tb.Fatal(err)
	}
	x.sizes = append(x.sizes, pairs.PawnPairFeatures)
	x.parts = append(x.parts, func(b quad.Board, c quad.Color) []uint32 {
		return pairs.PawnPairsOf(b).AppendFeatures(nil, c, kingOf(b, c))
	})
}

func (x *inputSet) addHalfKA(tb testing.TB) {
	if err := x.in.AddHalfKA(); err != nil {
		tb.Fatal(err)
	}
	x.sizes = append(x.sizes, pairs.HalfKAFeatures)
	x.parts = append(x.parts, halfKA)
}

// halfKA lists the features of pieces on squares, from White's view.
func halfKA(b quad.Board, c quad.Color) (features []uint32) {
	king := kingOf(b, c)
	if c == quad.Black {
		b, king = b.FlipRanks(), king^56
		b.GB = b.Occupied() &^ b.GB
	}
	order := ".PpNnBbRrQqKk"
	for sq := range 64 {
		letter := "?RPBNRKQ?rpbnrkq"[b.At(sq)]
		if letter == '?' {
			continue
		}
		file, bucketFile := sq%8, king%8
		if king%8 < 4 {
			file, bucketFile = 7-file, 7-bucketFile
		}
		bucket := (7-king/8)*4 + 7 - bucketFile
		features = append(features, uint32(bucket*768+(strings.IndexByte(order, letter)-1)*64+sq/8*8+file))
	}
	return features
}

// kingOf returns the lowest king of a side, or a1.
func kingOf(b quad.Board, c quad.Color) int {
	return bits.TrailingZeros64(b.Pieces(c, quad.King)) & 63
}

// inputSets returns the parts of networks, alone and together. Tests share them.
func inputSets(tb testing.TB) []*inputSet {
	if allInputs == nil {
		allInputs = newInputSets(tb)
	}
	return allInputs
}

var allInputs []*inputSet

func newInputSets(tb testing.TB) []*inputSet {
	all := numberings(tb)
	var sets []*inputSet
	for i := range all {
		x := &inputSet{name: all[i].name}
		x.addThreats(tb, &all[i])
		sets = append(sets, x)
	}
	pawns, pieces := &inputSet{name: "pawns"}, &inputSet{name: "pieces"}
	pawns.addPawnPairs(tb)
	pieces.addHalfKA(tb)
	network, other := &inputSet{name: "network"}, &inputSet{name: "other"}
	network.addThreats(tb, &all[3])
	network.addPawnPairs(tb)
	network.addHalfKA(tb)
	other.addHalfKA(tb)
	other.addThreats(tb, &all[len(all)-1])
	other.addPawnPairs(tb)
	return append(sets, pawns, pieces, network, other, &inputSet{name: "none"})
}

// features returns the sorted features of b in each part.
func (x *inputSet) features(b quad.Board, c quad.Color) (parts [][]int32) {
	first := 0
	for i, part := range x.parts {
		var list []int32
		for _, f := range part(b, c) {
			list = append(list, int32(first)+int32(f))
		}
		slices.Sort(list)
		parts = append(parts, list)
		first += x.sizes[i]
	}
	return parts
}

// checkRow compares a row with the features in each part. If the row is too short, the last part is
// cut.
func (x *inputSet) checkRow(t *testing.T, b quad.Board, c quad.Color, row []int32) (active int) {
	t.Helper()
	rest := row
	for i, want := range x.features(b, c) {
		n := min(len(want), len(rest))
		got := slices.Sorted(slices.Values(rest[:n]))
		missing := slices.Compact(slices.Clone(got))
		missing = slices.DeleteFunc(missing, func(f int32) bool { _, ok := slices.BinarySearch(want, f); return ok })
		if n == len(want) && !slices.Equal(got, want) || len(missing) != 0 {
			t.Fatalf("%s: part %d of %v, %d elements: %d, expected %d\n%v", x.name, i, c, len(row), got, want, b)
		}
		rest = rest[n:]
	}
	for _, f := range rest {
		if f != -1 {
			t.Fatalf("%s: %v, %d elements: %d after the features\n%v", x.name, c, len(row), f, b)
		}
	}
	return len(row) - len(rest)
}

// inputBoards returns boards from games and random ones, some of them full, empty or with few
// kinds of pieces.
func inputBoards(tb testing.TB, n int) (boards []quad.Board) {
	for p := range positions(tb, n) {
		boards = append(boards, p.Board)
	}
	rng := rand.New(rand.NewPCG(27, 2))
	for i := range n / 2 {
		b := quad.Board{G0: rng.Uint64(), G1: rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
		for range i % 5 {
			keep := rng.Uint64()
			b.G0, b.G1, b.G2 = b.G0&keep, b.G1&keep, b.G2&keep
		}
		switch i % 11 {
		case 3: // pawns
			b.G0, b.G2 = 0, 0
		case 5: // queens and kings
			b.G1, b.G2 = ^uint64(0), ^uint64(0)
		case 7: // knights and rooks
			b.G1, b.G2 = 0, ^uint64(0)
		}
		boards = append(boards, b)
	}
	return append(boards, quad.Board{}, quad.Board{GB: ^uint64(0)})
}

// TestFillBatch compares rows with feature lists, on every path and in rows of many lengths, and the
// paths with one another.
func TestFillBatch(t *testing.T) {
	boards := inputBoards(t, count(200))
	for _, x := range inputSets(t) {
		for _, length := range []int{288, 16, 128, 1, 37, 0, 1024, 1500} {
			if length != 288 && len(boards) > 60 {
				boards = boards[len(boards)-60:]
			}
			fill := func() (rows [2][]int32, active [2]int) {
				for c := range rows {
					rows[c] = make([]int32, len(boards)*length)
				}
				active[0], active[1] = x.in.FillBatch(rows[0], rows[1], boards)
				return rows, active
			}
			var want [2][]int32
			var active, listed [2]int
			pathtest.On(simd.Generic, func() { want, active = fill() })
			for i, b := range boards {
				for c := range want {
					listed[c] += x.checkRow(t, b, quad.Color(c), want[c][i*length:][:length])
				}
			}
			if active != listed {
				t.Errorf("%s: rows of %d: FillBatch returns %d, expected %d", x.name, length, active, listed)
			}
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				for _, stream := range []bool{false, true} {
					x.in.Stream = stream
					if got, n := fill(); n != active || !slices.Equal(got[0], want[0]) || !slices.Equal(got[1], want[1]) {
						t.Fatalf("%s: rows of %d differ from those in Go", x.name, length)
					}
				}
			})
		}
	}
}

// TestFillBatchMemory writes rows at the edges of memory.
func TestFillBatchMemory(t *testing.T) {
	boards := inputBoards(t, 8)
	sets := inputSets(t)
	var buffers [2]*guard.Buffer
	for c := range buffers {
		buffers[c] = guard.New(t, len(boards)*288/2)
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, x := range sets {
			for _, length := range []int{288, 128, 34} {
				for _, stream := range []bool{false, true} {
					x.in.Stream = stream
					words := len(boards) * length / 2
					for _, at := range []func(b *guard.Buffer) []uint64{
						func(b *guard.Buffer) []uint64 { return b.AtStart(words) },
						func(b *guard.Buffer) []uint64 { return b.AtEnd(words) },
					} {
						var rows [2][]int32
						for c := range rows {
							rows[c] = unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(at(buffers[c])))), 2*words)
						}
						x.in.FillBatch(rows[0], rows[1], boards)
						for i, b := range boards {
							for c := range rows {
								x.checkRow(t, b, quad.Color(c), rows[c][i*length:][:length])
							}
						}
					}
				}
			}
		}
	})
}

// TestFillBatchPanics: rows of the wrong length are not written to.
func TestFillBatchPanics(t *testing.T) {
	var in pairs.Inputs
	if err := in.AddHalfKA(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ white, black, boards int }{{63, 64, 2}, {64, 63, 2}, {63, 63, 2}, {1, 1, 0}} {
		white, black := make([]int32, tt.white), make([]int32, tt.black)
		want := fmt.Sprintf("pairs: Inputs.FillBatch: expected len(white) = len(black), a multiple of %d boards, found %d and %d",
			tt.boards, tt.white, tt.black)
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("%v, expected %q", got, want)
				}
			}()
			in.FillBatch(white, black, make([]quad.Board, tt.boards))
		}()
		if slices.Min(white) != 0 || slices.Min(black) != 0 {
			t.Error("a row was written")
		}
	}
	if white, black := in.FillBatch(nil, nil, nil); white != 0 || black != 0 {
		t.Error("features of no board")
	}
}

// TestInputsErrors: bad numberings, and too many inputs, are errors and add nothing.
func TestInputsErrors(t *testing.T) {
	var in pairs.Inputs
	bad := pairs.Numbering{Size: 5, Index: func(quad.Piece, int, quad.Piece, int) int { return 5 }}
	if err := in.AddThreats(bad); err == nil || !strings.Contains(err.Error(), "expected a feature below 5, found 5") {
		t.Errorf("%v", err)
	}
	for in.Size() < 1<<30-pairs.HalfKAFeatures {
		if err := in.AddHalfKA(); err != nil {
			t.Fatal(err)
		}
	}
	size := in.Size()
	if err := in.AddThreats(pairs.SFNNv10()); err == nil || in.Size() != size {
		t.Errorf("%v, size %d after %d", err, in.Size(), size)
	}
}

// FuzzFillBatch compares the paths, and the rows with lists of features.
func FuzzFillBatch(f *testing.F) {
	sets := inputSets(f)
	f.Add(uint64(0xad000000000000ad), uint64(0x3cff00000000ff3c), uint64(0x5a0000000000005a), uint64(0xffff)<<48, uint16(288), uint8(0))
	f.Add(uint64(0), ^uint64(0), uint64(0), uint64(0x5555555555555555), uint16(100), uint8(6))
	f.Add(^uint64(0), ^uint64(0), ^uint64(0), uint64(0xf0f0), uint16(700), uint8(8))
	f.Fuzz(func(t *testing.T, g0, g1, g2, gb uint64, length uint16, set uint8) {
		x := sets[int(set)%len(sets)]
		n := int(length % 1100)
		boards := []quad.Board{{G0: g0, G1: g1, G2: g2, GB: gb}, {G0: g2, G1: g0, G2: g1, GB: gb << 7}}
		for _, p := range simd.Paths() {
			pathtest.On(p, func() {
				rows := [2][]int32{make([]int32, 2*n), make([]int32, 2*n)}
				x.in.FillBatch(rows[0], rows[1], boards)
				for i, b := range boards {
					for c := range rows {
						x.checkRow(t, b, quad.Color(c), rows[c][i*n:][:n])
					}
				}
			})
		}
	})
}
