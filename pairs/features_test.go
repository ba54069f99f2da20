package pairs_test

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A numbered is a numbering with its rules and tables.
type numbered struct {
	name     string
	n        pairs.Numbering
	v        variant
	features *pairs.Features
}

// stockfish returns Stockfish's numberings by their names.
func stockfish(tb testing.TB) (all []numbered) {
	for _, x := range []struct {
		name string
		n    pairs.Numbering
	}{{"SFNNv10", pairs.SFNNv10()}, {"SFNNv11", pairs.SFNNv11()}, {"SFNNv12", pairs.SFNNv12()}, {"SFNNv16", pairs.SFNNv16()}} {
		all = append(all, number(tb, x.name, x.n, oddCodes))
	}
	return all
}

// numberings returns other numberings: with codes for rooks that may castle, and with
// arbitrary numbers.
func numberings(tb testing.TB) []numbered {
	return append(stockfish(tb),
		number(tb, "quad", pairs.SFNNv12(), pairs.QuadCodes()),
		number(tb, "scattered", pairs.Numbering{Size: 1000, Mirrored: 0x2d, Index: scatteredIndex}, pairs.StockfishCodes()))
}

// scatteredIndex numbers most pairs, with another order of squares for every two pieces.
func scatteredIndex(attacker quad.Piece, from int, victim quad.Piece, to int) int {
	x := uint32(attacker)*0x9e3779b1 ^ uint32(victim)*0x85ebca6b ^ uint32(from)*0xc2b2ae35 ^ uint32(to)*0x27d4eb2f
	x ^= x >> 15
	x *= 0x2c1b3c6d
	return max(-1, int(x>>16%1200)-200)
}

func number(tb testing.TB, name string, n pairs.Numbering, codes pairs.Codes) numbered {
	x := numbered{name: name, n: n, v: variant{name: name, codes: codes, count: n.Counts}}
	var err error
	if x.v.rules, err = pairs.NewRules(codes, n.Counts); err != nil {
		tb.Fatal(err)
	}
	if x.features, err = x.v.rules.Features(n); err != nil {
		tb.Fatal(err)
	}
	return x
}

func kings(b quad.Board) (white, black int) {
	return bits.TrailingZeros64(b.Pieces(quad.White, quad.King)), bits.TrailingZeros64(b.Pieces(quad.Black, quad.King))
}

// list returns the features of a board.
func (x *numbered) list(b quad.Board) *pairs.FeatureList {
	var l pairs.List
	var features pairs.FeatureList
	white, black := kings(b)
	x.v.rules.RefreshBoard(&l, b)
	x.features.List(&features, &l, white, black)
	return &features
}

// hash returns the hash of features in any order.
func hash(features []uint32) string {
	h := fnv.New64a()
	for _, f := range slices.Sorted(slices.Values(features)) {
		h.Write(binary.LittleEndian.AppendUint32(nil, f))
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// eachOfPeer calls f for each position in testdata/stockfish.txt, with hashes of the features
// that Stockfish and nnue-pytorch's data loader find there.
func eachOfPeer(t *testing.T, f func(p movegen.Position, hashes []string)) {
	t.Helper()
	text, err := os.ReadFile("testdata/stockfish.txt")
	if err != nil {
		t.Fatal(err)
	}
	positions := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimRight(line, "\n"), ";")
		p, err := movegen.ParseFEN(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		f(p, fields[1:])
		positions++
	}
	if positions < 300 {
		t.Errorf("%d positions, expected over 300", positions)
	}
}

// TestStockfish compares hashes of features with hashes from Stockfish's own code.
func TestStockfish(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		all := stockfish(t)
		eachOfPeer(t, func(p movegen.Position, hashes []string) {
			for _, x := range all {
				l := x.list(p.Board)
				got := fmt.Sprintf("%s %s %s", x.name, hash(l.Active(quad.White)), hash(l.Active(quad.Black)))
				if !slices.Contains(hashes, got) {
					t.Fatalf("%s: %s is not in %q", p.FEN(), got, hashes)
				}
			}
		})
	})
}

// index returns the feature of a pair for a side by the definition, or -1.
func (x *numbered) index(p pairs.Pair, own quad.Color, king int) int {
	seen := func(c uint8) quad.Piece {
		piece := plain(x.v.codes[c])
		if own == quad.Black {
			piece = quad.MakePiece(piece.Color().Other(), piece.Kind())
		}
		return piece
	}
	turn := 0
	if own == quad.Black {
		turn = 56
	}
	if x.n.Mirrored>>(king%8)&1 != 0 {
		turn ^= 7
	}
	return x.n.Index(seen(p.Attacker()), p.From()^turn, seen(p.Victim()), p.To()^turn)
}

// TestFeatures compares deltas and lists with the definition, and the deltas along games
// with the lists at the end.
func TestFeatures(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, x := range numberings(t) {
			var d pairs.Deltas
			var features pairs.FeatureDeltas
			for p := range positions(t, count(400)) {
				if bits.OnesCount64(p.Board.Kings()) != 2 {
					continue
				}
				var mailbox [64]uint8
				x.v.rules.Mailbox(&mailbox, p.Board)
				for _, m := range p.AppendLegalMoves(nil) {
					x.v.rules.Deltas(&d, &mailbox, x.v.change(stepOf(p, m)))
					after := p.Play(m).Board
					white, black := kings(after)
					x.features.Deltas(&features, &d, white, black)
					before, now := x.list(p.Board), x.list(after)
					oldWhite, oldBlack := kings(p.Board)
					for own, king := range []int{white, black} {
						own := quad.Color(own)
						x.compare(t, d.Removed(), features.Removed(own), own, king)
						x.compare(t, d.Added(), features.Added(own), own, king)
						old := []int{oldWhite, oldBlack}[own]
						mirrors := x.n.Mirrored>>(old%8)&1 != x.n.Mirrored>>(king%8)&1
						if x.features.Mirrors(old, king) != mirrors {
							t.Fatalf("%s: Mirrors(%s, %s) is wrong", x.name, quad.SquareName(old), quad.SquareName(king))
						}
						if !mirrors {
							x.holds(t, before.Active(own), &features, now.Active(own), own)
						}
					}
				}
			}
		}
	})
}

// compare checks got against what the definition makes of a list of pairs.
func (x *numbered) compare(t *testing.T, list []pairs.Pair, got []uint32, own quad.Color, king int) {
	t.Helper()
	var want []uint32
	for _, p := range list {
		if i := x.index(p, own, king); i >= 0 {
			want = append(want, uint32(i))
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: features of %v: %d, want %d", x.name, own, got, want)
	}
}

// holds fails the test unless before with deltas is after.
func (x *numbered) holds(t *testing.T, before []uint32, d *pairs.FeatureDeltas, after []uint32, own quad.Color) {
	t.Helper()
	have := map[uint32]int{}
	for _, i := range before {
		have[i]++
	}
	for _, i := range d.Removed(own) {
		have[i]--
	}
	for _, i := range d.Added(own) {
		have[i]++
	}
	for _, i := range after {
		have[i]--
	}
	for i, n := range have {
		if n != 0 {
			t.Fatalf("%s: feature %d of %v: %+d", x.name, i, own, n)
		}
	}
}

// TestFeatureLists fills lists with as much as they can hold, at the edges of memory.
func TestFeatureLists(t *testing.T) {
	all := numberings(t)
	rng := rand.New(rand.NewPCG(9, 9))
	buffer := guard.New(t, int(unsafe.Sizeof(pairs.FeatureList{})/8)+64)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, x := range all {
			board := anyBoard(rng, &x.v, 1)
			var l pairs.List
			var d pairs.Deltas
			x.v.rules.Refresh(&l, &board)
			x.v.rules.Deltas(&d, &board, anyChange(rng))
			for _, place := range [...]func(int) []uint64{buffer.AtStart, buffer.AtEnd} {
				at := func(size uintptr) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(place(int(size+7) / 8))) }
				kings := [2]int{rng.IntN(64), rng.IntN(64)}
				list := (*pairs.FeatureList)(at(unsafe.Sizeof(pairs.FeatureList{})))
				x.features.List(list, &l, kings[0], kings[1])
				for side, king := range kings {
					x.compare(t, l.Pairs(), list.Active(quad.Color(side)), quad.Color(side), king)
				}
				deltas := (*pairs.FeatureDeltas)(at(unsafe.Sizeof(pairs.FeatureDeltas{})))
				x.features.Deltas(deltas, &d, kings[0], kings[1])
				for side, king := range kings {
					x.compare(t, d.Removed(), deltas.Removed(quad.Color(side)), quad.Color(side), king)
					x.compare(t, d.Added(), deltas.Added(quad.Color(side)), quad.Color(side), king)
				}
			}
		}
	})
}

// TestBadNumberings: numberings that do not fit the tables are errors.
func TestBadNumberings(t *testing.T) {
	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		size int
		want string
	}{
		{100, "pairs: white pawn a1, white pawn b2: expected a feature below 100, found 100"},
		{1<<31 - 1, "pairs: expected at most 1073741824 features, found 2147483647"},
	} {
		n := pairs.Numbering{Size: tt.size, Index: func(quad.Piece, int, quad.Piece, int) int { return tt.size }}
		if _, err := rules.Features(n); err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

// TestA8 finds the features of an engine with a8 as square 0, which exchanges the colours.
func TestA8(t *testing.T) {
	network := pairs.SFNNv16()
	codes := pairs.StockfishCodes()
	exchanged := codes
	for c, p := range codes {
		if p != quad.NoPiece {
			exchanged[c] = quad.MakePiece(p.Color().Other(), p.Kind())
		}
	}
	var features [2]*pairs.Features
	var rules [2]*pairs.Rules
	for i, codes := range [...]pairs.Codes{codes, exchanged} {
		var err error
		if rules[i], err = pairs.NewRules(codes, network.Counts); err != nil {
			t.Fatal(err)
		}
		if features[i], err = rules[i].Features(network); err != nil {
			t.Fatal(err)
		}
	}
	for fen := range corpus.Games().FENs() {
		b, _, err := quad.ParsePlacement(fen)
		if err != nil {
			t.Fatal(err)
		}
		var mailbox, turned [64]uint8
		rules[0].Mailbox(&mailbox, b)
		for sq, code := range mailbox {
			turned[sq^56] = code
		}
		white, black := bits.TrailingZeros64(b.Pieces(quad.White, quad.King)), bits.TrailingZeros64(b.Pieces(quad.Black, quad.King))
		var l [2]pairs.List
		var f [2]pairs.FeatureList
		rules[0].Refresh(&l[0], &mailbox)
		rules[1].Refresh(&l[1], &turned)
		features[0].List(&f[0], &l[0], white, black)
		features[1].List(&f[1], &l[1], black^56, white^56)
		for _, c := range [...]quad.Color{quad.White, quad.Black} {
			want, got := slices.Sorted(slices.Values(f[0].Active(c))), slices.Sorted(slices.Values(f[1].Active(c.Other())))
			if !slices.Equal(got, want) {
				t.Fatalf("%s: features of %v are %v, with a8 as square 0 %v", fen, c, want, got)
			}
		}
	}
}

// TestFeatureSetText: errors name the line or the set, and what was expected. The pairs of pawns may
// begin where the threats end.
func TestFeatureSetText(t *testing.T) {
	const attackers = "P NR\nN PNBRQ\nB PNBR\nR PNBR\nQ PNBRQ\nK -\n"
	sets, err := pairs.ParseFeatureSets("set mine own # a comment\n\n" + attackers)
	if err != nil || len(sets) != 1 || sets[0].PawnPairs != -1 || strings.Join(sets[0].Names, " ") != "mine own" {
		t.Fatalf("%+v, %v", sets, err)
	}
	size := sets[0].Threats.Size
	for _, tt := range []struct{ text, want string }{
		{"set a\n" + attackers + fmt.Sprintf("pawnpairs %d\n", size), ""},
		{"set a\n" + attackers + fmt.Sprintf("pawnpairs %d\n", size-1), fmt.Sprintf("set a: pawnpairs: expected numbers beside the threats 0 to %d, found %d", size-1, size-1)},
		{"set a\n" + attackers + fmt.Sprintf("pawnpairs 0\nthreats %d\n", pairs.PawnPairFeatures), ""},
		{"set a\n" + attackers + fmt.Sprintf("pawnpairs 0\nthreats %d\n", pairs.PawnPairFeatures-1),
			fmt.Sprintf("set a: pawnpairs: expected numbers beside the threats 4559 to %d, found 0", size+4558)},
		{"set\n", "line 1: expected a name after set, found none"},
		{"\nP NR\n", `line 2: expected set and its name first, found "P"`},
		{"set a\nP NR Q\n", "line 2: expected one word after P, found 2"},
		{"set a\nP\n", "line 2: expected one word after P, found 0"},
		{"set a\nP NR\nP NR\n", "line 3: P: expected one line, found two"},
		{"set a\nP -\nP NR\n", "line 3: P: expected one line, found two"},
		{"set a\nX NR\n", `line 2: expected set, threats, pawnpairs or one of PNBRQK, found "X"`},
		{"set a\nPN NR\n", `line 2: expected set, threats, pawnpairs or one of PNBRQK, found "PN"`},
		{"set a\nP NN\n", `line 2: P: expected letters of PNBRQK, each once, or -, found "NN"`},
		{"set a\nP NX\n", `line 2: P: expected letters of PNBRQK, each once, or -, found "NX"`},
		{"set a\nthreats -1\n", `line 2: threats: expected a number, found "-1"`},
		{"set a\npawnpairs x\n", `line 2: pawnpairs: expected a number, found "x"`},
		{"set a\nP NR\nN -\nB -\nR -\nK -\n", "set a: expected a line that begins with Q, found none"},
	} {
		_, err := pairs.ParseFeatureSets(tt.text)
		if got := fmt.Sprint(err); got != tt.want && (err != nil || tt.want != "") {
			t.Errorf("%q: error %q, want %q", tt.text, got, tt.want)
		}
	}
}
