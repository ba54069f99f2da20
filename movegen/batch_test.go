package movegen

import (
	"flag"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

var gamePositions = flag.Int("positions", 100_000, "how many positions of random games the tests of batches look at")

// gameBatches calls visit with batches of the positions of random games of chess
// and Chess960, -positions of them, in a fixed order. The first batch contains the suites
// and special positions, the second composed positions.
func gameBatches(t *testing.T, visit func(*Batch)) {
	t.Helper()
	starts := positions(t, corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Games())
	for _, fen := range special {
		starts = append(starts, parse(t, fen))
	}
	var b Batch
	for _, p := range starts {
		b.Append(p)
		p.Side = p.Side.Other() // a position too, unless the king could be taken
		if !p.couldTakeKing() {
			b.Append(p)
		}
	}
	visit(&b)
	visit(composed(t, 4000, corpus.AllPieces))
	rng := rand.New(rand.NewPCG(71, 72))
	for left := count(*gamePositions); left > 0; {
		b.Reset()
		for b.Len() < min(left, 10_007) {
			p := starts[rng.IntN(len(starts))]
			for range 60 {
				b.Append(p)
				moves := p.AppendLegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				// Captures empty the board soon; half of them are drawn again.
				if p.IsCapture(m) && rng.IntN(2) == 0 {
					m = moves[rng.IntN(len(moves))]
				}
				p = p.Play(m)
			}
		}
		left -= b.Len()
		if visit(&b); t.Failed() {
			return
		}
	}
}

// couldTakeKing reports whether the side to move attacks the other's king, or an
// en-passant target of the other's remains.
func (p Position) couldTakeKing() bool {
	other := p
	other.Side = p.Side.Other()
	return other.InCheck() || p.Board.GB&^p.Board.Occupied() != 0
}

// Every path counts what CountLegal counts, which is also the length of the list.
func TestCountLegalBatch(t *testing.T) {
	seen := map[string]int{}
	n := 0
	gameBatches(t, func(b *Batch) {
		want := make([]uint16, b.Len())
		for i := range want {
			p := b.At(i)
			moves := p.AppendLegalMoves(nil)
			want[i] = uint16(len(moves))
			if got := p.CountLegal(); got != len(moves) {
				t.Errorf("%s: CountLegal is %d, %d moves in the list", p.FEN(), got, len(moves))
			}
			note(seen, &p, moves)
		}
		n += b.Len()
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			got := make([]uint16, b.Len())
			CountLegalBatch(got, b)
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("position %d of %d: %d moves, want %d: %s", i, b.Len(), got[i], want[i], b.At(i).FEN())
				}
			}
		})
	})
	t.Logf("%d positions: %v", n, seen)
	for _, what := range []string{
		"white", "black", "check", "double check", "pin", "en passant", "promotion", "mate or stalemate",
		"castling a1", "castling h1", "castling a8", "castling h8", "castling of Chess960",
	} {
		if seen[what] == 0 {
			t.Errorf("no %s among the positions", what)
		}
	}
}

// note counts in seen what is special about p.
func note(seen map[string]int, p *Position, moves []Move) {
	add := func(what string, is bool) {
		if is {
			seen[what]++
		}
	}
	v := p.Board.Vision()
	checkers := bits.OnesCount64(v.Checkers(p.Side))
	add("white", p.Side == quad.White)
	add("black", p.Side == quad.Black)
	add("check", checkers == 1)
	add("double check", checkers > 1)
	add("pin", v.Pinned(p.Side) != 0)
	add("mate or stalemate", len(moves) == 0)
	for _, m := range moves {
		add("en passant", m.IsEnPassant())
		add("promotion", m.Promotion() != quad.None)
		if m.IsCastling() {
			rook := quad.SquareName(m.RookFrom())
			if usual := m.From()&7 == 4 && (rook[0] == 'a' || rook[0] == 'h'); usual {
				add("castling "+rook, true)
			} else {
				add("castling of Chess960", true)
			}
		}
	}
}

// On legal positions the set-wise words count the oracle's moves.
func TestSetwiseCountOracle(t *testing.T) {
	randomGames(t, 10, func(t *testing.T, s step) {
		got := setwiseCount(&s.before.Board, s.before.Side) + rareCount(&s.before.Board, s.before.Side)
		if want := len(oracle(t, s.before).Legal()); got != want {
			t.Errorf("%s: %d moves, oracle %d", s.before.FEN(), got, want)
		}
	})
}

// placement returns a valid position with pieces anywhere: more checks and pins
// than games have. Its kings may castle with any rook of their first rank.
func placement(rng *rand.Rand) Position {
	for {
		p := Position{Side: quad.Color(rng.IntN(2)), FullMoves: 1}
		density := 4 + rng.IntN(28)
		for sq := range 64 {
			if rng.IntN(64) < density {
				kind := quad.Pawn + quad.Kind(rng.IntN(4)) // to rook
				switch {
				case rng.IntN(8) == 0:
					kind = quad.Queen
				case kind == quad.Pawn && (sq < 8 || sq >= 56):
					kind = quad.Rook
				}
				p.Board.Set(sq, quad.MakePiece(quad.Color(rng.IntN(2)), kind))
			}
		}
		for _, c := range [...]quad.Color{quad.White, quad.Black} {
			king := rng.IntN(64)
			home := rng.IntN(2) == 0
			if home {
				king = king&7 | int(c)*56
			}
			p.Board.Set(king, quad.MakePiece(c, quad.King))
			for _, side := range [...]int{-1, 1} {
				for f := king&7 + side; home && f >= 0 && f < 8; f += side {
					if sq := king&^7 | f; p.Board.At(sq) == quad.MakePiece(c, quad.Rook) {
						p.Board.Set(sq, quad.MakePiece(c, quad.CastlingRook))
						break
					}
				}
			}
		}
		if p.Board.Validate() == nil && !p.couldTakeKing() {
			return p
		}
	}
}

// Every path counts what CountLegal and the oracle count if pieces are anywhere.
func TestCountLegalBatchPlacements(t *testing.T) {
	rng := rand.New(rand.NewPCG(95, 96))
	var b Batch
	seen := map[string]int{}
	for range count(100_000) {
		p := placement(rng)
		b.Append(p)
		moves := p.AppendLegalMoves(nil)
		if note(seen, &p, moves); b.Len()%16 == 0 {
			if want := len(oracle(t, p).Legal()); len(moves) != want {
				t.Fatalf("%s: %d moves, oracle %d", p.FEN(), len(moves), want)
			}
		}
	}
	t.Log(seen)
	if seen["double check"] == 0 || seen["castling of Chess960"] == 0 || seen["pin"] == 0 {
		t.Errorf("seen %v", seen)
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		got := make([]uint16, b.Len())
		CountLegalBatch(got, &b)
		for i := range got {
			if p := b.At(i); int(got[i]) != p.CountLegal() || int(got[i]) != len(p.AppendLegalMoves(nil)) {
				t.Fatalf("%s: %d moves, CountLegal %d", p.FEN(), got[i], p.CountLegal())
			}
		}
	})
}

// nonsense returns a board of arbitrary bits, made in several ways, and a side.
func nonsense(rng *rand.Rand, games []Position) (b quad.Board, side quad.Color) {
	word := func(and, or int) uint64 {
		w := rng.Uint64()
		for range and {
			w &= rng.Uint64()
		}
		for range or {
			w |= rng.Uint64()
		}
		return w
	}
	game := func() quad.Board { return games[rng.IntN(len(games))].Board }
	side = quad.Color(rng.IntN(2))
	switch rng.IntN(11) {
	case 0: // any bits
		b = quad.Board{G0: word(0, 0), G1: word(0, 0), G2: word(0, 0), GB: word(0, 0)}
	case 1: // sparse
		b = quad.Board{G0: word(3, 0), G1: word(3, 0), G2: word(3, 0), GB: word(1, 0)}
	case 2: // dense
		b = quad.Board{G0: word(0, 2), G1: word(0, 1), G2: word(0, 2), GB: word(0, 0)}
	case 3: // many of one kind, pawns on the end ranks among them
		kind := uint64(1 + rng.IntN(7))
		some := word(0, rng.IntN(2))
		b = quad.Board{G0: some & -(kind & 1), G1: some & -(kind >> 1 & 1), G2: some & -(kind >> 2), GB: word(0, 0)}
	case 4: // a game with a few bits turned
		b = game()
		for range 1 + rng.IntN(6) {
			planes := b.Planes()
			planes[rng.IntN(4)] ^= 1 << rng.IntN(64)
			b = quad.Board{G0: planes[0], G1: planes[1], G2: planes[2], GB: planes[3]}
		}
	case 5: // a game with castling rooks anywhere
		b = game()
		rooks := word(3, 0)
		b.G0, b.G1, b.G2 = b.G0|rooks, b.G1&^rooks, b.G2&^rooks
	case 6: // a game with en-passant targets anywhere
		b = game()
		b.GB |= word(rng.IntN(4), 0) &^ b.Occupied()
	case 7: // a game with further kings, or none
		b = game()
		kings := b.Kings()
		if rng.IntN(2) == 0 {
			b.G1 &^= kings
			b.G2 &^= kings
		} else {
			kings = word(4, 0)
			b.G0, b.G1, b.G2 = b.G0&^kings, b.G1|kings, b.G2|kings
		}
	case 8: // a game seen from the other side
		p := games[rng.IntN(len(games))]
		b, side = p.Board, p.Side.Other()
	case 9: // kings and rooks at home, and little else
		occ := word(3, 0)
		b = quad.Board{G0: word(0, 0) & occ, G1: word(0, 0) & occ, G2: word(0, 0) & occ, GB: word(0, 0) & occ}
		for i, home := range []quad.Board{{G0: 0x81, G1: 0x10, G2: 0x10}, {G0: 0x81 << 56, G1: 0x10 << 56, G2: 0x10 << 56, GB: 0x91 << 56}} {
			if rng.IntN(4) == i {
				continue
			}
			there := uint64(0x91) << (56 * i)
			b = quad.Board{
				G0: b.G0&^there | home.G0, G1: b.G1&^there | home.G1,
				G2: b.G2&^there | home.G2, GB: b.GB&^there | home.GB,
			}
		}
	case 10:
		b = fewPieces(rng)
	}
	return b, side
}

const a8, e8, h8 = a1 << 56, e1 << 56, h1 << 56

// fewPieces returns a board with a king for each side and any pieces on a quarter of the
// squares. Pawns may be on end ranks, and rooks may castle from anywhere. In a third of the
// boards the kings are at home, the rooks in corners, or there are en-passant targets.
func fewPieces(rng *rand.Rand) (b quad.Board) {
	some := rng.Uint64() & rng.Uint64()
	b = quad.Board{G0: rng.Uint64() & some, G1: rng.Uint64() & some, G2: rng.Uint64() & some, GB: rng.Uint64()}
	others := b.Occupied() &^ b.Kings()
	b.G0, b.G1, b.G2 = b.G0&others, b.G1&others, b.G2&others
	if rng.IntN(3) != 0 {
		b.GB &= others
	}
	anywhere := rng.Perm(64)
	for c, home := range [...]uint64{e1, e8} {
		king := uint64(1) << anywhere[c]
		if rng.IntN(3) == 0 {
			king = home
		}
		put(&b, king, quad.King, quad.Color(c))
	}
	if rng.IntN(3) == 0 {
		corners := (a1 | h1 | a8 | h8) & rng.Uint64() &^ b.Kings()
		b.G0, b.G1, b.G2 = b.G0|corners, b.G1&^corners, b.G2&^corners
	}
	return b
}

// nonsenseBatch returns n boards of nonsense.
func nonsenseBatch(tb testing.TB, rng *rand.Rand, n int) *Batch {
	games := positions(tb, corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Games())
	b := new(Batch)
	for range n {
		board, side := nonsense(rng, games)
		b.Append(Position{Board: board, Side: side})
	}
	return b
}

// definitionCounts returns the counts of b by the definition.
func definitionCounts(b *Batch) []uint16 {
	want := make([]uint16, b.Len())
	for i := range want {
		board, side := b.board(i), quad.Color(b.sides[i])
		want[i] = uint16(setwiseCount(&board, side) + rareCount(&board, side))
	}
	return want
}

// sameCounts fails the test unless got is what the definition gives for b.
func sameCounts(tb testing.TB, got, want []uint16, b *Batch) {
	tb.Helper()
	for i := range got {
		if got[i] != want[i] {
			tb.Fatalf("board %d of %d: %d moves, by definition %d\n%#x, side %d", i, len(got), got[i], want[i], b.Boards().At(i).Planes(), b.sides[i])
		}
	}
}

// All paths count the same on any 256 bits.
func TestCountLegalBatchNonsense(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	b := nonsenseBatch(t, rng, count(200_000))
	want := definitionCounts(b)
	rare := 0
	for i := range b.Len() {
		board := b.Boards().At(i)
		rare += min(1, rareCount(&board, quad.Color(b.sides[i])))
	}
	if rare < b.Len()/100 {
		t.Errorf("%d of %d boards with rare moves, expected a hundredth", rare, b.Len())
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		got := make([]uint16, b.Len())
		CountLegalBatch(got, b)
		sameCounts(t, got, want, b)
	})
}

// TestCountLegalBatchDispatch proves that the code of the chosen path runs: the colours of
// its input may not be read, and the stack at the fault names the function.
func TestCountLegalBatchDispatch(t *testing.T) {
	const n = 2 * countChunk
	buffer := guard.New(t, n)
	planes := [4][]uint64{make([]uint64, n), make([]uint64, n), make([]uint64, n), buffer.AtStart(n)}
	b := &Batch{planes: planes, sides: make([]uint8, n)}
	dst := make([]uint16, n)
	buffer.Forbid(t)
	for piece, blocks := range map[quad.Kind]string{quad.Rook: "countEndings", quad.Queen: "countBlocks"} {
		var board quad.Board
		board.Set(0, quad.MakePiece(quad.White, piece))
		planes[0][0], planes[1][0], planes[2][0] = board.G0, board.G1, board.G2
		pathtest.Each(t, func(t *testing.T, p simd.Path) {
			want := map[simd.Path]string{simd.Generic: "boardAt", simd.NEON: "countBlocksNEON", simd.AVX2: blocks + "AVX2", simd.AVX512: blocks + "AVX512"}[p]
			if got := guard.FaultingFunction(func() { CountLegalBatch(dst, b) }); got != want {
				t.Errorf("ran %q, want %q", got, want)
			}
		})
	}
}

// onlyEndings removes castling rights and turns knights into rooks, bishops into pawns, and
// queens into rooks, so that a board is a rook ending.
func onlyEndings(b *quad.Board) {
	b.G1 &^= b.G0 & b.G1 & b.G2
	b.G0 = b.G2 &^ b.G1
}

// endingsBatch returns positions that are rook endings in whole blocks of the kernels, with
// other positions between: games from endings with promotions, and any 256 bits.
func endingsBatch(tb testing.TB, rng *rand.Rand, n int) *Batch {
	var b Batch
	for _, fen := range []string{
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"4k3/P3r2P/8/2pP4/1p3R2/8/p2K3p/8 w - - 0 1",
		"8/k6P/8/1r3pP1/8/5R2/Kp6/8 w - f6 0 1",
		"r3k2r/pp6/8/8/8/8/PP6/R3K2R w KQkq - 0 1",
	} {
		for range n {
			p := parse(tb, fen)
			for range 30 {
				moves := p.AppendLegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[rng.IntN(len(moves))])
				b.Append(p)
			}
		}
	}
	for range n {
		for range 40 + rng.IntN(160) {
			p := placement(rng)
			if rng.IntN(2) == 0 {
				p.Board = quad.Board{G0: rng.Uint64(), G1: rng.Uint64() & rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
			}
			onlyEndings(&p.Board)
			b.Append(p)
		}
		b.Append(placement(rng))
	}
	return &b
}

// Blocks of rook endings, blocks of other positions and blocks of both have the counts of
// the definition.
func TestEndings(t *testing.T) {
	rng := rand.New(rand.NewPCG(301, 302))
	b := endingsBatch(t, rng, count(60))
	counts, leaves := definitionCounts(b), definitionTwoPly(b)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, from := range []int{0, 1, 17, 40} {
			batch := b.Slice(from, b.Len())
			moves := make([]uint16, batch.Len())
			CountLegalBatch(moves, batch)
			sameCounts(t, moves, counts[from:], batch)
			got := make([]uint32, batch.Len())
			CountTwoPlyBatch(got, batch)
			sameTwoPly(t, got, leaves[from:], batch)
		}
	})
}
