package training_test

import (
	"encoding/binary"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/koggestone/koggestone/data/training"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

const allFeatures = "Full_Threats+PP_3Wide+HalfKAv2_hm+Full_Threats_SFNNv12+Full_Threats_SFNNv11+Full_Threats_SFNNv10"

// An oracle numbers features by the plain definition: pieces as letters, rays as walks, numbers by
// counting.
type oracle struct {
	board [64]byte // letters, 0 if empty
}

func newOracle(b quad.Board) *oracle {
	o := new(oracle)
	for sq := range o.board {
		if p := b.At(sq); p.Kind() != quad.None {
			letters := "?rpbnrkq" // as the kinds of package quad
			o.board[sq] = letters[p.Kind()]
			if p.Color() == quad.White {
				o.board[sq] -= 0x20
			}
		}
	}
	return o
}

func isWhite(letter byte) bool { return letter < 'a' }

// seen returns o from the view of a side: for Black turned upside down with the colours exchanged.
// If mirrored returns true for the file of the own king, file a becomes h.
func (o *oracle) seen(black bool, mirrored func(file int) bool) (view *oracle, king int) {
	view = new(oracle)
	for sq, letter := range o.board {
		if black {
			sq ^= 56
			if letter != 0 {
				letter ^= 0x20
			}
		}
		view.board[sq] = letter
	}
	king = 0
	if black {
		king = 56
	}
	for sq := 63; sq >= 0; sq-- {
		at := sq
		if black {
			at ^= 56
		}
		if view.board[at] == 'K' {
			king = at
		}
	}
	if mirrored(king % 8) {
		for rank := range 8 {
			slices.Reverse(view.board[8*rank:][:8])
		}
		king ^= 7
	}
	return view, king
}

// attacks calls yield with the squares that the piece on a square of a board of letters attacks, in ascending order.
func attacks(board *[64]byte, from int, yield func(to int)) {
	var m mailbox.Board
	for sq, letter := range board {
		if letter != 0 {
			m[sq] = uint8(strings.IndexByte("..pbnrkq", letter|0x20)) + letter&0x20/4
		}
	}
	for set := m.AttacksFrom(from); set != 0; set &= set - 1 {
		yield(bits.TrailingZeros64(set))
	}
}

type threat struct {
	attacker byte
	from     int
	victim   byte
	to       int
}

// numberThreats numbers all threats by counting. victims lists the kinds that pawns, knights,
// bishops, rooks, queens and kings attack. pawns reports whether pawns that attack own pawns count
// once for each, as in the sets where pawns attack pawns.
func numberThreats(victims [6]string) (numbers map[threat]int32, size int32) {
	numbers = map[threat]int32{}
	for _, attackers := range []string{"PNBRQK", "pnbrqk"} {
		for kind := range attackers {
			attacker := attackers[kind]
			for _, turn := range []byte{0, 0x20} {
				for _, victim := range []byte(victims[kind]) {
					victim |= turn
					for from := range 64 {
						if kind == 0 && (from < 8 || from > 55) {
							continue
						}
						var alone [64]byte
						alone[from] = attacker
						attacks(&alone, from, func(to int) {
							// Two pieces of one kind attack each other: the higher square counts.
							mutual := attacker|0x20 == victim|0x20 && (kind > 0 || isWhite(attacker) != isWhite(victim))
							if !mutual || from > to {
								numbers[threat{attacker, from, victim, to}] = size
							}
							size++
						})
					}
				}
			}
		}
	}
	return numbers, size
}

func (o *oracle) threats(numbers map[threat]int32, black bool) (features []int32) {
	view, _ := o.seen(black, func(file int) bool { return file > 3 })
	for from, attacker := range view.board {
		if attacker != 0 {
			attacks(&view.board, from, func(to int) {
				if n, ok := numbers[threat{attacker, from, view.board[to], to}]; ok {
					features = append(features, n)
				}
			})
		}
	}
	return features
}

func (o *oracle) pawnPairs(black bool) (features []int32) {
	view, _ := o.seen(black, func(file int) bool { return file > 3 })
	var pawns []int // numbers: 0 to 47 for own pawns, a2 first, and 48 to 95 for the opponent's
	for _, own := range []byte("Pp") {
		for sq := 8; sq < 56; sq++ {
			if view.board[sq] == own {
				pawns = append(pawns, sq-8+map[byte]int{'P': 0, 'p': 48}[own])
			}
		}
	}
	for j, second := range pawns {
		for _, first := range pawns[:j] {
			if apart := first%8 - second%8; -1 <= apart && apart <= 1 {
				features = append(features, int32(second*(second-1)/2+first))
			}
		}
	}
	return features
}

func (o *oracle) halfKA(black bool) (features []int32) {
	view, king := o.seen(black, func(file int) bool { return file < 4 })
	bucket := (7-king/8)*4 + 7 - king%8 // as seen on the board, 31 on e1, 0 on h8
	for sq, letter := range view.board {
		if letter != 0 {
			features = append(features, int32(768*bucket+64*strings.IndexByte("PpNnBbRrQqKk", letter)+sq))
		}
	}
	return features
}

// A definition is the features of a board for one side by the oracle, and their number.
type definition struct {
	features func(o *oracle, black bool) []int32
	inputs   int32
	active   int
}

func definitions() map[string]definition {
	threats := func(victims ...string) definition {
		numbers, size := numberThreats([6]string(victims))
		return definition{func(o *oracle, black bool) []int32 { return o.threats(numbers, black) }, size, 128}
	}
	return map[string]definition{
		"HalfKAv2_hm":          {(*oracle).halfKA, 24576, 32},
		"PP_3Wide":             {(*oracle).pawnPairs, 4560, 128},
		"Full_Threats":         threats("NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""),
		"Full_Threats_SFNNv12": threats("PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""),
		"Full_Threats_SFNNv11": threats("PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "PNBR"),
		"Full_Threats_SFNNv10": threats("PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"),
	}
}

// boards returns positions of games and of test suites.
func boards() (entries []training.Entry) {
	for _, p := range parsed.Positions(corpus.Games(), corpus.Tricky(), corpus.Chess960()) {
		entries = append(entries, training.Entry{Position: p})
	}
	return entries
}

// nonsense returns random boards, empty to full, some without kings or with many.
func nonsense(rng *rand.Rand, n int) []training.Entry {
	entries := make([]training.Entry, n)
	for i := range entries {
		b := quad.Board{G0: rng.Uint64(), G1: rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
		for range i % 5 {
			keep := rng.Uint64()
			b.G0, b.G1, b.G2 = b.G0&keep, b.G1&keep, b.G2&keep
		}
		if i%7 == 6 { // only pawns
			b.G0, b.G2 = 0, 0
		}
		entries[i].Position.Board = b
	}
	return entries
}

func fill(tb testing.TB, f *training.FeatureSet, entries []training.Entry) (rows [2][]int32) {
	for side := range rows {
		rows[side] = make([]int32, len(entries)*f.MaxActive())
	}
	activeWhite, activeBlack := f.Fill(rows[0], rows[1], entries)
	for side, n := range []int{activeWhite, activeBlack} {
		if got := len(rows[side]) - strings.Count(string(bytesOf(rows[side])), "x"); got != n {
			tb.Fatalf("side %d: Fill returns %d active features, expected %d", side, n, got)
		}
	}
	return rows
}

// bytesOf returns an x for each -1 of a row, otherwise a dot.
func bytesOf(row []int32) []byte {
	marks := make([]byte, len(row))
	for i, x := range row {
		marks[i] = '.'
		if x == -1 {
			marks[i] = 'x'
		}
	}
	return marks
}

// TestFill compares the rows of every component, and of all of them together, with the definition.
func TestFill(t *testing.T) {
	defs := definitions()
	names := append(strings.Split(allFeatures, "+"), allFeatures, "Full_Threats+PP_3Wide+HalfKAv2_hm",
		"HalfKAv2_hm+Full_Threats", "PP_3Wide+PP_3Wide")
	entries := append(boards(), nonsense(rand.New(rand.NewPCG(27, 1)), 100)...)
	if testing.Short() {
		entries = entries[len(entries)-120:]
	}
	// What every component has on every board, from 0.
	want := map[string][][2][]int32{}
	for name, d := range defs {
		for i := range entries {
			o := newOracle(entries[i].Position.Board)
			want[name] = append(want[name], [2][]int32{d.features(o, false), d.features(o, true)})
		}
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, name := range names {
			f, err := training.ParseFeatures(name)
			if err != nil {
				t.Fatal(err)
			}
			rows := fill(t, f, entries)
			inputs, active := int32(0), 0
			for _, part := range strings.Split(name, "+") {
				inputs += defs[part].inputs
				active += defs[part].active
			}
			if f.Inputs() != int(inputs) || f.MaxActive() != active {
				t.Fatalf("%s: %d inputs, %d active, expected %d, %d", name, f.Inputs(), f.MaxActive(), inputs, active)
			}
			for i := range entries {
				for side := range rows {
					row, first := rows[side][i*active:][:active], int32(0)
					for _, part := range strings.Split(name, "+") {
						have := sortedFrom(want[part][i][side], first)
						first += defs[part].inputs
						n := min(len(have), len(row))
						got := slices.Sorted(slices.Values(row[:n]))
						row = row[n:]
						if n == len(have) && !slices.Equal(got, have) || !isSubset(got, have) {
							t.Fatalf("%s: %s: side %d of\n%v\n%d\nexpected\n%d", name, part, side, entries[i].Position, got, have)
						}
					}
					for _, x := range row {
						if x != -1 {
							t.Fatalf("%s: side %d of\n%v\n%d at the end of the row", name, side, entries[i].Position, x)
						}
					}
				}
			}
		}
	})
}

// The 600 positions of games.fen have the same rows, in the same order, as in nnue-pytorch, commit
// 9f72946. The hashes are FNV-1a of the white and black arrays, as bytes, that its data loader's
// get_sparse_batch_from_fens returns.
func TestFillAsPeer(t *testing.T) {
	entries := boards()[:600]
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for names, want := range map[string]uint64{
			"Full_Threats+PP_3Wide+HalfKAv2_hm": 0x37b0aaeada136fc6,
			"HalfKAv2_hm+PP_3Wide":              0xeb1183c86db6f5c6,
			"Full_Threats":                      0x6adc06993474ecdd,
		} {
			f, err := training.ParseFeatures(names)
			if err != nil {
				t.Fatal(err)
			}
			hash := fnv.New64a()
			for _, rows := range fill(t, f, entries) {
				if err := binary.Write(hash, binary.LittleEndian, rows); err != nil {
					t.Fatal(err)
				}
			}
			if got := hash.Sum64(); got != want {
				t.Errorf("%s: hash %#x, expected %#x", names, got, want)
			}
		}
	})
}

// Fill works on many goroutines with one FeatureSet, and on batches larger than caches.
func TestFillLarge(t *testing.T) {
	f, err := training.ParseFeatures("Full_Threats+PP_3Wide+HalfKAv2_hm")
	if err != nil {
		t.Fatal(err)
	}
	few := boards()[:300]
	want := fill(t, f, few)
	var entries []training.Entry
	for range 4 {
		entries = append(entries, few...)
	}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			rows := [2][]int32{make([]int32, len(entries)*f.MaxActive()), make([]int32, len(entries)*f.MaxActive())}
			f.Fill(rows[0], rows[1], entries)
			for c := range rows {
				for part := range slices.Chunk(rows[c], len(want[c])) {
					if !slices.Equal(part, want[c]) {
						t.Error("rows differ from those of a small batch")
					}
				}
			}
		})
	}
	group.Wait()
}

// sortedFrom returns list in order, with first added to every number.
func sortedFrom(list []int32, first int32) []int32 {
	list = slices.Clone(list)
	for i := range list {
		list[i] += first
	}
	slices.Sort(list)
	return list
}

// isSubset reports whether all numbers of a are in b. Both are sorted, without repetition.
func isSubset(a, b []int32) bool {
	for i, x := range a {
		if _, ok := slices.BinarySearch(b, x); !ok || i > 0 && a[i-1] == x {
			return false
		}
	}
	return true
}

// Unknown names are errors.
func TestParseFeatures(t *testing.T) {
	const known = "expected components of HalfKAv2_hm, Full_Threats, PP_3Wide, Full_Threats_SFNNv12, Full_Threats_SFNNv11, Full_Threats_SFNNv10"
	for _, tt := range []struct{ names, want string }{
		{"", `training: feature set "": ` + known + `, found ""`},
		{"HalfKA", `training: feature set "HalfKA": ` + known + `, found "HalfKA"`},
		{"+", `training: feature set "+": ` + known + `, found ""`},
		{"PP_3Wide++", `training: feature set "PP_3Wide++": ` + known + `, found ""`},
		{"+PP_3Wide", `training: feature set "+PP_3Wide": ` + known + `, found ""`},
		{"PP_3Wide+x+HalfKAv2_hm", `training: feature set "PP_3Wide+x+HalfKAv2_hm": ` + known + `, found "x"`},
	} {
		if _, err := training.ParseFeatures(tt.names); err == nil || err.Error() != tt.want {
			t.Errorf("ParseFeatures(%q): %v, expected %q", tt.names, err, tt.want)
		}
	}
	if f, err := training.ParseFeatures("PP_3Wide+"); err != nil || f.Inputs() != 4560 { // as in nnue-pytorch
		t.Error(err)
	}
}

// Rows of the wrong length are not written to.
func TestFillPanics(t *testing.T) {
	f, err := training.ParseFeatures("HalfKAv2_hm")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		white, black int
		want         string
	}{
		{63, 64, "training: FeatureSet.Fill: len(white): expected 2 rows of 32, found 63 elements"},
		{64, 96, "training: FeatureSet.Fill: len(black): expected 2 rows of 32, found 96 elements"},
	} {
		white, black := make([]int32, tt.white), make([]int32, tt.black)
		func() {
			defer func() {
				if got := recover(); got != tt.want {
					t.Errorf("%v, expected %q", got, tt.want)
				}
			}()
			f.Fill(white, black, make([]training.Entry, 2))
		}()
		if bits.Len32(uint32(slices.Min(white))|uint32(slices.Min(black))) != 0 {
			t.Error("a row was written")
		}
	}
}

func BenchmarkFill(b *testing.B) {
	entries := boards()[:600]
	for _, names := range []string{"Full_Threats+PP_3Wide+HalfKAv2_hm", "Full_Threats", "PP_3Wide", "HalfKAv2_hm"} {
		f, err := training.ParseFeatures(names)
		if err != nil {
			b.Fatal(err)
		}
		white := make([]int32, len(entries)*f.MaxActive())
		black := make([]int32, len(white))
		b.Run("features="+names, func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				for b.Loop() {
					f.Fill(white, black, entries)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(entries)), "ns/position")
			})
		})
	}
}
