package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// leelaNames returns the names of Leela's moves by index.
func leelaNames() []string {
	var names []string
	for _, m := range leelaTables.moves {
		names = append(names, m.String())
	}
	return names
}

// Lc0's own list of moves, src/neural/encoder.cc at 909a40826db9, a line each, has this
// SHA-256.
func TestLeelaMoves(t *testing.T) {
	const want = "eb2483cf8f53bb000dd6ca437c4ecd383b391bb5fee468b6c30f7f167fb591c5"
	names := leelaNames()
	sum := sha256.Sum256([]byte(strings.Join(names, "\n") + "\n"))
	if got := hex.EncodeToString(sum[:]); len(names) != Leela.Moves() || got != want {
		t.Errorf("%d moves with hash %s, want %d with %s", len(names), got, Leela.Moves(), want)
	}
}

// Each index of AlphaZero that is on the board has one move, and no two have the same.
func TestAlphaZeroMoves(t *testing.T) {
	seen := map[movegen.Move]int{}
	for i, m := range alphaZeroTables.moves {
		if m == 0 {
			continue
		}
		if other, ok := seen[m]; ok {
			t.Errorf("indices %d and %d are %v", other, i, m)
		}
		seen[m] = i
		if m.From() != i%64 {
			t.Errorf("index %d is %v", i, m)
		}
	}
	if len(seen) != leelaMoves { // both have the moves of a queen and a knight, and 22 ways to promote to three pieces
		t.Errorf("%d moves, want %d", len(seen), leelaMoves)
	}
}

// uci calls f with each legal move of the mailbox: its squares, castling as king takes rook, as the side to move
// sees them, and the letter of what a pawn becomes or 0.
func uci(t *testing.T, p movegen.Position, f func(from, to int, promotion byte)) {
	t.Helper()
	m, err := mailbox.FromFEN(p.FEN())
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range m.Legal() {
		f(move.From^56*m.Side, move.To^56*m.Side, "\x00\x00\x00bnr q"[move.Promote])
	}
}

// slowAlphaZero finds the plane of each move by how far it goes over the board.
func slowAlphaZero(t *testing.T, p movegen.Position) []uint64 {
	mask := make([]uint64, 73)
	turned := 0
	if p.Side == quad.Black {
		turned = 56
	}
	jumps := [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	compass := [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	uci(t, p, func(from, to int, promotion byte) {
		if p.Board.At(from^turned).Kind() == quad.King && p.Board.At(to^turned) == quad.MakePiece(p.Side, quad.CastlingRook) &&
			from&7 == 4 && (to&7 == 0 || to&7 == 7) {
			to = from - 2 + to&7/7*4
		}
		way := [2]int{to&7 - from&7, to>>3 - from>>3}
		far := max(way[0], -way[0], way[1], -way[1])
		jump := slices.Index(jumps, way)
		under := strings.IndexByte("nbr", promotion)
		switch {
		case under >= 0:
			mask[64+3*(way[0]+1)+under] |= 1 << from
		case jump >= 0:
			mask[56+jump] |= 1 << from
		default:
			mask[7*slices.Index(compass, [2]int{way[0] / far, way[1] / far})+far-1] |= 1 << from
		}
	})
	return mask
}

// slowLeela finds each move in the list by its name.
func slowLeela(t *testing.T, p movegen.Position, numbers map[string]int) []uint64 {
	mask := make([]uint64, 30)
	uci(t, p, func(from, to int, promotion byte) {
		name := quad.SquareName(from) + quad.SquareName(to)
		if promotion != 0 && promotion != 'n' {
			name += string(promotion)
		}
		n, ok := numbers[name]
		if !ok {
			t.Fatalf("%s is not in the list", name)
		}
		mask[n/64] |= 1 << (n % 64)
	})
	return mask
}

// games returns positions of random games of chess and Chess960.
func games(t testing.TB, n int) *movegen.Batch {
	starts := parsed.Positions(corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Deep(), corpus.Games())
	for _, fen := range []string{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
		"n1n1n1n1/PPPPPPPP/8/8/8/8/6k1/4K3 w - - 0 1", "4k3/8/8/8/7K/8/pppppppp/N1N3N1 b - - 0 1",
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "2r1k1r1/8/8/8/8/8/8/2R1K1R1 b GCgc - 0 1",
		"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", "4k3/8/8/1PpP4/8/8/8/4K3 w - c6 0 1", "4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/4r3/8/8/1b6/8/8/4K3 w - - 0 1",
	} {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, p)
	}
	b := new(movegen.Batch)
	rng := rand.New(rand.NewPCG(15, 16))
	var moves []movegen.Move
	for i := 0; b.Len() < n; i++ {
		p := starts[i%len(starts)]
		for range 1 + rng.IntN(40) {
			b.Append(p)
			if moves = p.AppendLegalMoves(moves[:0]); len(moves) == 0 || b.Len() == n {
				break
			}
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
	return b
}

func number(t testing.TB, n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// The masks of all paths hold the moves of the mailbox and nothing else.
func TestMaskBatch(t *testing.T) {
	b := games(t, number(t, 40_000))
	for fen := range corpus.Composed(1, number(t, 16_000), corpus.AllPieces) {
		if err := b.AppendFEN(fen); err != nil {
			t.Fatal(err)
		}
	}
	numbers := map[string]int{}
	for i, name := range leelaNames() {
		numbers[name] = i
	}
	for _, e := range []Encoding{AlphaZero, Leela} {
		var want [][]uint64
		for i := range b.Len() {
			if e == AlphaZero {
				want = append(want, slowAlphaZero(t, b.At(i)))
			} else {
				want = append(want, slowLeela(t, b.At(i), numbers))
			}
		}
		dst := make([]uint64, e.Words()*b.Len())
		t.Run(e.String(), func(t *testing.T) {
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				for i := range dst {
					dst[i] = 0xdeadbeefdeadbeef
				}
				e.MaskBatch(dst, b)
				for i := range b.Len() {
					if got := dst[e.Words()*i:][:e.Words()]; !slices.Equal(got, want[i]) {
						t.Fatalf("%s:\ngot  %x\nwant %x", b.At(i).FEN(), got, want[i])
					}
				}
			})
		})
	}
}

// Index and Move are the inverse of one another, and agree with the masks.
func TestIndex(t *testing.T) {
	b := games(t, number(t, 3000))
	var moves []movegen.Move
	for _, e := range []Encoding{AlphaZero, Leela} {
		dst := make([]uint64, e.Words()*b.Len())
		e.MaskBatch(dst, b)
		for i := range b.Len() {
			p := b.At(i)
			mask := dst[e.Words()*i:][:e.Words()]
			moves = p.AppendLegalMoves(moves[:0])
			for _, m := range moves {
				index := e.Index(&p, m)
				if index < 0 || index >= e.Moves() || mask[index/64]>>(index%64)&1 == 0 {
					t.Fatalf("%v: %s: %v has index %d, mask %x", e, p.FEN(), m, index, mask)
				}
				if got, ok := e.Move(&p, index); !ok || got != m {
					t.Fatalf("%v: %s: index %d of %v is %v, %v", e, p.FEN(), index, m, got, ok)
				}
			}
			legal := 0
			for index := -1; index <= e.Moves(); index++ {
				m, ok := e.Move(&p, index)
				if ok {
					legal++
				}
				if in := index >= 0 && index < e.Moves() && mask[index/64]>>(index%64)&1 != 0; in != ok || ok != (m != 0) {
					t.Fatalf("%v: %s: index %d is %v, %v, in the mask %v", e, p.FEN(), index, m, ok, in)
				}
			}
			if legal != len(moves) {
				t.Fatalf("%v: %s: %d indices of %d moves", e, p.FEN(), legal, len(moves))
			}
		}
	}
}

// In Chess960 king and rook can be anywhere on their rank. Each castling move has an index, which is unlike
// that of all other moves and leads back to it, for both sides.
func TestIndexCastling(t *testing.T) {
	for king := 1; king < 7; king++ {
		for rook := range 8 {
			for side := range quad.Color(2) {
				var p movegen.Position
				home := 56 * int(side)
				if rook == king {
					continue
				}
				p.Side = side
				p.Board.Set(home+king, quad.MakePiece(side, quad.King))
				p.Board.Set(home+rook, quad.MakePiece(side, quad.CastlingRook))
				p.Board.Set(56-home+(rook+4)%8, quad.MakePiece(side.Other(), quad.King)) // which stops no castling
				for _, e := range []Encoding{AlphaZero, Leela} {
					seen := map[int]movegen.Move{}
					castlings := 0
					for _, m := range p.AppendLegalMoves(nil) {
						i := e.Index(&p, m)
						if other, ok := seen[i]; ok {
							t.Errorf("%v: %s: %v and %v have index %d", e, p.FEN(), m, other, i)
						}
						seen[i] = m
						if got, ok := e.Move(&p, i); !ok || got != m {
							t.Errorf("%v: %s: index %d of %v is %v, %v", e, p.FEN(), i, m, got, ok)
						}
						if m.IsCastling() {
							castlings++
						}
					}
					if castlings != 1 {
						t.Errorf("%s: %d castling moves", p.FEN(), castlings)
					}
				}
			}
		}
	}
}

// Any words are a board: masks of boards that are not valid contain only numbers of moves.
func TestMaskBatchNonsense(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	var b movegen.Batch
	for range 600 {
		var p movegen.Position
		p.Side = quad.Color(rng.IntN(2))
		p.Board = quad.Board{G0: rng.Uint64(), G1: rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
		if rng.IntN(2) == 0 { // fewer pieces
			thin := rng.Uint64() & rng.Uint64()
			p.Board.G0, p.Board.G1, p.Board.G2 = p.Board.G0&thin, p.Board.G1&thin, p.Board.G2&thin
		}
		b.Append(p)
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, e := range []Encoding{AlphaZero, Leela} {
			dst := make([]uint64, e.Words()*b.Len())
			e.MaskBatch(dst, &b)
			for i := range b.Len() {
				if last := dst[e.Words()*i:][e.Words()-1]; e == Leela && last>>(1858%64) != 0 {
					t.Fatalf("%v, position %d: the last word is %#x", e, i, last)
				}
			}
		}
	})
}

// A move that no piece makes has no index.
func TestIndexNone(t *testing.T) {
	p := movegen.Start()
	for _, e := range []Encoding{AlphaZero, Leela} {
		for m := range movegen.Move(0xffff) {
			if i := e.Index(&p, m); i < -1 || i >= e.Moves() {
				t.Fatalf("%v: index of %#x is %d", e, uint16(m), i)
			}
		}
		if i := e.Index(&p, 0); i != -1 {
			t.Errorf("%v: the zero Move has index %d", e, i)
		}
		if i := e.Index(&p, movegen.Move(0|12<<6)); i != -1 { // a1e2
			t.Errorf("%v: a1e2 has index %d", e, i)
		}
	}
}

func TestMaskBatchContract(t *testing.T) {
	b := games(t, 300)
	for _, test := range []struct {
		e    Encoding
		n    int
		want string
	}{
		{AlphaZero, 73 * 299, "policy: alphazero.MaskBatch: expected len(dst) = 21900, 73 words for each position, found 21827"},
		{Leela, 30*300 + 1, "policy: leela.MaskBatch: expected len(dst) = 9000, 30 words for each position, found 9001"},
		{Encoding(7), 0, "policy: expected alphazero or leela, found Encoding(7)"},
	} {
		func() {
			dst := make([]uint64, test.n)
			defer func() {
				if got := recover(); got != test.want {
					t.Errorf("panic %v, want %v", got, test.want)
				}
				if slices.ContainsFunc(dst, func(x uint64) bool { return x != 0 }) {
					t.Error("it wrote before it panicked")
				}
			}()
			test.e.MaskBatch(dst, b)
		}()
	}
	for _, e := range []Encoding{AlphaZero, Leela} {
		e.MaskBatch(nil, new(movegen.Batch)) // nothing to do
		dst := make([]uint64, e.Words()*b.Len())
		if pathtest.RaceEnabled {
			continue // the race detector empties pools
		}
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			if n := testing.AllocsPerRun(10, func() { e.MaskBatch(dst, b) }); n != 0 {
				t.Errorf("%v: %v allocations", e, n)
			}
		})
	}
}

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }

// Batches of every length around the length of a block have the masks of the Go twin. dst
// ends before a page without access.
func TestMaskBatchBounds(t *testing.T) {
	const most = 70
	all := games(t, 2*most)
	for _, e := range []Encoding{AlphaZero, Leela} {
		want := make([]uint64, e.Words()*all.Len())
		pathtest.On(simd.Generic, func() { e.MaskBatch(want, all) })
		room := guard.New(t, e.Words()*most)
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			for n := range most + 1 {
				dst := room.AtEnd(e.Words() * n)
				e.MaskBatch(dst, all.Slice(n, 2*n))
				if !slices.Equal(dst, want[e.Words()*n:][:len(dst)]) {
					t.Fatalf("%v: length %d: other masks than generic", e, n)
				}
			}
		})
	}
}

// The kernels run: an access to forbidden memory faults in their code.
func TestMaskBatchDispatch(t *testing.T) {
	b := games(t, 64)
	b = b.Slice(0, 64)
	for e, kernels := range map[Encoding]map[simd.Path]string{
		AlphaZero: {simd.AVX2: "alphaZeroAVX2", simd.AVX512: "alphaZeroAVX512"},
		Leela:     {simd.AVX512: "leelaAVX512"},
	} {
		room := guard.New(t, e.Words()*64)
		dst := room.AtEnd(e.Words() * 64)
		room.Forbid(t)
		pathtest.Each(t, func(t *testing.T, p simd.Path) {
			want, ok := kernels[p]
			if !ok {
				return
			}
			if got := guard.FaultingFunction(func() { e.MaskBatch(dst, b) }); !strings.HasSuffix(got, want) {
				t.Errorf("%s ran, want %s", got, want)
			}
		})
	}
}
