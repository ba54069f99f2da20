package raylist

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// starts returns the start positions of random games: those of the suites and of
// played games.
func starts(t testing.TB) (all []movegen.Position) {
	t.Helper()
	for _, suite := range suites {
		lines, _ := readSuite(t, suite)
		for _, l := range lines {
			_, q := parse(t, l.fen)
			all = append(all, q)
		}
	}
	return append(all, games(t)...)
}

// games returns the positions from played games.
func games(t testing.TB) (all []movegen.Position) {
	t.Helper()
	for fen := range corpus.Games().FENs() {
		_, q := parse(t, fen)
		all = append(all, q)
	}
	return all
}

// TestRandomGames plays random games from every start. In every position it does
// and undoes each pseudo-legal move, and checks the structure after each step. At
// the end it undoes the whole game.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	plies, promotions, captures := 40, 0, 0
	if testing.Short() {
		plies = 8
	}
	for _, q := range starts(t) {
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		type step struct {
			m     Move
			u     Undo
			moves []Move
		}
		var game []step
		for len(game) < plies {
			var l List
			p.Generate(&l)
			before := slices.Clone(l.Moves())
			for _, m := range before {
				u := p.Do(m)
				mustHold(t, p, "after doing %v", m)
				p.Undo(m, u)
				mustHold(t, p, "after undoing %v", m)
			}
			sameMoves(t, p, before)
			p.GenerateLegal(&l)
			if l.Len() == 0 {
				break
			}
			m := l.Moves()[rng.IntN(l.Len())]
			u := p.Do(m)
			if m.what() == promotion {
				promotions++
			}
			if u.captured != 0 {
				captures++
			}
			game = append(game, step{m, u, before})
		}
		for _, s := range slices.Backward(game) {
			p.Undo(s.m, s.u)
			mustHold(t, p, "after undoing %v at the end", s.m)
			sameMoves(t, p, s.moves)
		}
		if got := p.Position(); got != q {
			t.Fatalf("undone to %v, started from %v", got.FEN(), q.FEN())
		}
	}
	if promotions == 0 || captures == 0 {
		t.Errorf("games with %d promotions and %d captures show nothing", promotions, captures)
	}
}

func mustHold(t *testing.T, p *Position, when string, m Move) {
	t.Helper()
	if err := p.check(); err != nil {
		q := p.Position()
		t.Fatalf("%v: "+when+": %v", q.FEN(), m, err)
	}
}

// sameMoves fails unless p generates exactly want, in the same order: then the list
// of rays is unchanged.
func sameMoves(t *testing.T, p *Position, want []Move) {
	t.Helper()
	var l List
	p.Generate(&l)
	if !slices.Equal(l.Moves(), want) {
		t.Fatalf("moves after undoing: %v, before: %v", l.Moves(), want)
	}
}

// numberOfPositions returns the number of random positions to compare the two
// generators on: RAYLIST_POSITIONS, or a small default.
func numberOfPositions(t *testing.T) int {
	if text := os.Getenv("RAYLIST_POSITIONS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("RAYLIST_POSITIONS=%s: expected a number above 0", text)
		}
		return n
	}
	if testing.Short() {
		return 10_000
	}
	return 50_000
}

// TestMovegenAgreesInGames plays random games with both generators: they must find
// the same legal moves in each position, and the same position after each move.
func TestMovegenAgreesInGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	all := starts(t)
	var p Position
	for i, n := 0, numberOfPositions(t)/2; i < n; {
		q := all[rng.IntN(len(all))]
		if err := p.Set(q); err != nil {
			t.Fatal(err)
		}
		for ply := 0; ply < 200 && i < n; ply++ {
			i++
			if err := p.compare(q); err != nil {
				t.Fatal(err)
			}
			if p.InCheck() != q.InCheck() {
				t.Fatalf("%v: in check: %v, movegen says %v", q.FEN(), p.InCheck(), q.InCheck())
			}
			var l List
			p.GenerateLegal(&l)
			if l.Len() == 0 {
				break
			}
			m := l.Moves()[rng.IntN(l.Len())]
			theirs, err := q.ParseMove(m.String())
			if err != nil {
				t.Fatal(err)
			}
			before := q
			p.Do(m)
			q = q.Play(theirs)
			if got := p.Position(); got != q {
				t.Fatalf("%v: %v leads to %v, by movegen to %v", before.FEN(), m, got.FEN(), q.FEN())
			}
		}
	}
}

// TestMovegenAgreesOnScatteredPieces compares the generators on positions that
// games rarely reach: up to sixteen pieces a side of any kind anywhere, with pins,
// double checks, castling rights of chess and Chess960, and en-passant targets.
func TestMovegenAgreesOnScatteredPieces(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	var checks, castles, passing int
	for i, n := 0, numberOfPositions(t)/2; i < n; {
		q, ok := scatter(rng)
		if !ok {
			continue
		}
		i++
		if err := Compare(q); err != nil {
			t.Fatal(err)
		}
		p, _ := New(q)
		if got := p.Position(); got != q {
			t.Fatalf("%v comes back as %v", q.FEN(), got.FEN())
		}
		if p.InCheck() {
			checks++
		}
		if q.Board.CastlingRooks() != 0 {
			castles++
		}
		if q.Board.EnPassant() != 0 {
			passing++
		}
	}
	t.Logf("%d checks, %d positions with rights, %d with en-passant targets", checks, castles, passing)
	if checks == 0 || castles == 0 || passing == 0 {
		t.Error("show nothing")
	}
}

// scatter returns a random position, and whether it is valid.
func scatter(rng *rand.Rand) (q movegen.Position, ok bool) {
	q = movegen.Position{Side: quad.Color(rng.IntN(2)), FullMoves: 1}
	where := rng.Perm(64)
	kinds := []quad.Kind{quad.Pawn, quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.CastlingRook}
	put := func(c quad.Color, k quad.Kind) {
		sq := where[0]
		where = where[1:]
		home := int(c) * 56
		switch {
		case k == quad.Pawn && (sq < 8 || sq >= 56):
			k = quad.Knight
		case k == quad.King && rng.IntN(2) == 0, k == quad.CastlingRook:
			sq = home + rng.IntN(8)
		}
		if q.Board.At(sq) == quad.NoPiece {
			q.Board.Set(sq, quad.MakePiece(c, k))
		}
	}
	for _, c := range [...]quad.Color{quad.White, quad.Black} {
		put(c, quad.King)
	}
	if rng.IntN(4) == 0 {
		pawnsAbreast(&q, rng)
	}
	for _, c := range [...]quad.Color{quad.White, quad.Black} {
		for range rng.IntN(pieceNumbers - 1) {
			put(c, kinds[rng.IntN(len(kinds))])
		}
	}
	offerEnPassant(&q, rng)
	var p Position
	return q, p.Set(q) == nil && !p.leftInCheck()
}

// pawnsAbreast places two adjacent pawns, one of each side, so that one might capture
// the other en passant.
func pawnsAbreast(q *movegen.Position, rng *rand.Rand) {
	sq := 8*(4-int(q.Side)) + rng.IntN(7)
	pawns := [2]quad.Piece{quad.WhitePawn, quad.BlackPawn}
	i := rng.IntN(2)
	if q.Board.At(sq) == quad.NoPiece && q.Board.At(sq+1) == quad.NoPiece {
		q.Board.Set(sq, pawns[i])
		q.Board.Set(sq+1, pawns[1-i])
	}
}

// offerEnPassant stores one of the targets on which q has a legal capture.
func offerEnPassant(q *movegen.Position, rng *rand.Rand) {
	rank := 5 - 3*int(q.Side)
	for _, file := range rng.Perm(8) {
		sq := rank*8 + file
		if q.Board.EnPassantCapturers(1<<sq) != 0 {
			q.Board.Set(sq, quad.EnPassantTarget)
			return
		}
	}
}
