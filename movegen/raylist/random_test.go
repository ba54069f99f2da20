package raylist

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// TestUndo plays a random game from every start. In every position it does and undoes each
// pseudo-legal move, and at the end it undoes the whole game. The position must then be what it
// was, including the order of its rays.
func TestUndo(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	plies, promotions, captures, castlings, passing := 40, 0, 0, 0, 0
	if testing.Short() {
		plies = 8
	}
	for _, q := range starts(t) {
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		type step struct {
			m      Move
			u      Undo
			before Position
		}
		var game []step
		for len(game) < plies {
			before := *p
			var l List
			p.Generate(&l)
			for _, m := range l.Moves() {
				u := p.Do(m)
				p.Undo(m, u)
				same(t, p, &before, m)
			}
			p.GenerateLegal(&l)
			if l.Len() == 0 {
				break
			}
			m := l.Moves()[rng.IntN(l.Len())]
			u := p.Do(m)
			switch m.what() {
			case promotion:
				promotions++
			case castling:
				castlings++
			case enPassant:
				passing++
			}
			if u.captured != 0 {
				captures++
			}
			game = append(game, step{m, u, before})
		}
		for _, s := range slices.Backward(game) {
			p.Undo(s.m, s.u)
			same(t, p, &s.before, s.m)
		}
		if got := p.Position(); got != withoutClocks(q) {
			t.Fatalf("undone to %v, started from %v", got.FEN(), q.FEN())
		}
	}
	if promotions == 0 || captures == 0 || castlings == 0 || passing == 0 {
		t.Errorf("games with %d promotions, %d captures, %d castlings and %d captures en passant show nothing",
			promotions, captures, castlings, passing)
	}
}

// mustHold fails unless the parts of p agree.
func mustHold(t *testing.T, p *Position, when string, m Move) {
	t.Helper()
	if err := p.check(); err != nil {
		q := p.Position()
		t.Fatalf("%v: %s %v: %v", q.FEN(), when, m, err)
	}
}

// same fails unless undoing m restored every byte of p.
func same(t *testing.T, p, before *Position, m Move) {
	t.Helper()
	if *p != *before {
		q := before.Position()
		t.Fatalf("%v: undoing %v does not restore the position", q.FEN(), m)
	}
}

// TestMovegenAgreesInGames plays random games with both generators: they must find
// the same legal moves in each position, and the same position after each move. It checks
// the structure after two pseudo-legal moves of each.
func TestMovegenAgreesInGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	all := starts(t)
	for i, n := 0, numberOfPositions()/2; i < n; {
		q := all[rng.IntN(len(all))]
		p, err := New(q)
		if err != nil {
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
			p.Generate(&l)
			for _, m := range l.Moves()[:min(l.Len(), 2)] {
				u := p.Do(m)
				mustHold(t, p, "after", m)
				p.Undo(m, u)
			}
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
			if got := p.Position(); got != withoutClocks(q) {
				t.Fatalf("%v: %v leads to %v, by movegen to %v", before.FEN(), m, got.FEN(), q.FEN())
			}
		}
	}
}

// numberOfPositions returns the number of random positions for comparing the generators.
func numberOfPositions() int {
	if testing.Short() {
		return 5_000
	}
	return 30_000
}

// TestMovegenAgreesOnScatteredPieces compares the generators on positions that
// games rarely reach: up to sixteen pieces a side of any kind anywhere, with pins,
// double checks, castling rights of chess and Chess960, and en-passant targets.
func TestMovegenAgreesOnScatteredPieces(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	var checks, castles, passing int
	for i, n := 0, numberOfPositions()/2; i < n; {
		q, ok := scatter(rng)
		if !ok {
			continue
		}
		i++
		if err := Compare(q); err != nil {
			t.Fatal(err)
		}
		p, _ := New(q)
		if got := p.Position(); got != withoutClocks(q) {
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
	p, err := New(q)
	return q, err == nil && !p.leftInCheck()
}

// pawnsAbreast places a white and a black pawn side by side, so that en passant might be
// possible.
func pawnsAbreast(q *movegen.Position, rng *rand.Rand) {
	sq := 8*(4-int(q.Side)) + rng.IntN(7)
	pawns := [2]quad.Piece{quad.WhitePawn, quad.BlackPawn}
	i := rng.IntN(2)
	if q.Board.At(sq) == quad.NoPiece && q.Board.At(sq+1) == quad.NoPiece {
		q.Board.Set(sq, pawns[i])
		q.Board.Set(sq+1, pawns[1-i])
	}
}

// offerEnPassant stores a target that q can legally capture on.
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

// FuzzCompare compares the two generators on any position that a text describes,
// and on those one move later.
func FuzzCompare(f *testing.F) {
	for i, q := range starts(f) {
		if i%10 == 0 {
			f.Add(q.FEN())
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := movegen.ParseFEN(text)
		if err != nil {
			return
		}
		p, err := New(q)
		if err != nil {
			return // too many pieces
		}
		if err := p.compare(q); err != nil {
			t.Fatal(err)
		}
		var l List
		p.GenerateLegal(&l)
		for _, m := range l.Moves() {
			u := p.Do(m)
			mustHold(t, p, "after", m)
			if err := p.compare(p.Position()); err != nil {
				t.Fatal(err)
			}
			p.Undo(m, u)
			mustHold(t, p, "after undoing", m)
		}
	})
}
