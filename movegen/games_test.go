package movegen

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// positions returns the positions of the suites.
func positions(tb testing.TB, suites ...corpus.Suite) (all []Position) {
	tb.Helper()
	for _, suite := range suites {
		for fen := range suite.FENs() {
			p, err := ParseFEN(fen)
			if err != nil {
				tb.Fatal(err)
			}
			all = append(all, p)
		}
	}
	if len(all) < 100 {
		tb.Fatalf("%d positions, expected over 100", len(all))
	}
	return all
}

// A step is a position of a random game and the move that is played there.
type step struct {
	before, after Position
	move          Move
}

// randomGames calls visit with the steps of games in a fixed order. A game starts from every
// third position of the suites, or every 16th with -short, and has at most plies moves.
func randomGames(tb testing.TB, plies int, visit func(*testing.T, step)) {
	starts := positions(tb, corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Games())
	every := part(16)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < len(starts); i += every {
		p := starts[i]
		for range plies {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			// Captures empty the board soon; half of them are drawn again.
			if p.IsCapture(m) && rng.IntN(2) == 0 {
				m = moves[rng.IntN(len(moves))]
			}
			child := p.Play(m)
			visit(tb.(*testing.T), step{p, child, m})
			if tb.Failed() {
				return
			}
			p = child
		}
	}
}

// special contains positions with rare rules.
var special = []string{
	"8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1",   // en passant would open the rank
	"8/8/8/8/8/8/1k1p3Q/3K4 w - - 0 1",   // a checking pawn to take
	"3k4/8/8/8/K2pP2q/8/3P4/8 w - - 0 1", // d2 may not step for the same reason as above
	"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",  // dropped by ParseFEN
	"8/8/8/1KPpP2r/8/8/8/4k3 w - d6 0 1", // two pawns beside it shield the king
	"7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1",   // and one does not
	"k7/2p5/8/K2P3r/8/8/8/8 b - - 0 1",   // c7c5 leaves no target
	"k7/2p5/8/K2P4/8/8/8/8 b - - 0 1",    // and here it does
	"4k3/8/8/2KpP3/8/8/8/8 w - d6 0 1",   // takes the checking pawn
	"b3k3/8/8/3pP3/8/8/6K1/8 w - d6 0 1", // opens the diagonal behind the pawn
	"4k3/8/8/8/8/8/8/qR2K3 w B - 0 1",    // a pinned rook may not castle
	"4k3/8/8/8/8/8/8/1RK4q w B - 0 1",    // the king stays, in check
	"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",    // castling uncovers the king
	"4k3/8/8/8/8/8/8/1rR1K3 w C - 0 1",
	"1r2k3/8/8/8/8/8/8/1R2K3 w Q - 0 1",                    // the rook may pass an attacked square
	"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",                     //
	"4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",                   // attacked on the way
	"4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1",                   // and at the end
	"2k5/8/8/8/8/8/8/RK5R w KQ - 0 1",                      // long ways
	"4k3/8/8/8/8/8/8/5RKR w KF - 0 1",                      // king and rook change places
	"3r4/8/8/8/8/2k5/8/rR1K4 w B - 0 1",                    // in check
	"r3k2r/P6P/8/8/8/8/p6p/R3K2R w KQkq - 0 1",             // promotions that take rights
	"4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1",                    // a pinned knight
	"4k3/4r3/8/b7/4P3/8/3P1P2/4K3 w - - 0 1",               // pinned pawns, one on a file
	"4k3/8/8/8/1b5b/2P3P1/8/4K3 w - - 0 1",                 // pinned pawns that may not take
	"4k3/8/8/8/8/2b3b1/3P1P2/4K3 w - - 0 1",                // and that may
	"4k3/8/8/8/8/5n2/8/4K2r w - - 0 1",                     // double check
	"4k3/8/8/q7/8/8/3R4/r3K3 w - - 0 1",                    // pinned and in check
	"1k1r4/3P4/8/8/8/8/8/3K4 w - - 0 1",                    //
	"1kr5/3P4/8/8/8/8/8/2K5 w - - 0 1",                     // a promotion that ends the check
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves
}

// TestSpecial looks at each of them, and from the other side of the board.
func TestSpecial(t *testing.T) {
	for _, fen := range special {
		p := parse(t, fen)
		checkMoves(t, p)
		checkPlay(t, p)
		p.Board, p.Side = p.Board.FlipColors(), p.Side.Other()
		checkMoves(t, p)
		checkPlay(t, p)
	}
}

// A double step that discovers a check along a line through its first square leaves no target, because a
// capture would not end the check.
func TestTargetAfterDiscoveredCheck(t *testing.T) {
	for _, c := range []struct{ before, move, after string }{
		{"8/8/7k/8/4p3/8/3P4/2B1K3 w - - 0 1", "d2d4", "8/8/7k/8/3Pp3/8/8/2B1K3 b - - 0 1"}, // c1 to h6
		{"8/8/8/k7/2p5/8/3P4/4B1K1 w - - 0 1", "d2d4", "8/8/8/k7/2pP4/8/8/4B1K1 b - - 0 1"}, // e1 to a5
		{"8/8/8/8/4p3/8/k2P3R/6K1 w - - 0 1", "d2d4", "8/8/8/8/3Pp3/8/k6R/6K1 b - - 0 1"},   // h2 to a2
		// No check: the king is not on the line.
		{"8/8/8/8/k1p5/8/3P4/4B1K1 w - - 0 1", "d2d4", "8/8/8/8/k1pP4/8/8/4B1K1 b - d3 0 1"},
		{"8/8/8/8/4p3/k7/3P3R/6K1 w - - 0 1", "d2d4", "8/8/8/8/3Pp3/k7/7R/6K1 b - d3 0 1"},
	} {
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			p, want := parse(t, c.before), parse(t, c.after)
			m, err := p.ParseMove(c.move)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // and for Black
				var change Change
				var changed Position
				p.PlayChange(&changed, m, &change)
				if got := p.Play(m); got != want || changed != want {
					t.Errorf("%s %v: %s, with changes %s, want %s", p.FEN(), m, got.FEN(), changed.FEN(), want.FEN())
				}
				var parents, children, all Batch
				for range 9 { // more than a register
					parents.Append(p)
				}
				PlayBatch(&children, &parents, slices.Repeat([]Move{m}, parents.Len()))
				AppendChildrenBatch(&all, &parents)
				found := 0
				for i := range all.Len() {
					if child := all.At(i); child.Same(want) {
						found++
					}
				}
				for i := range children.Len() {
					if got := children.At(i); !got.Same(want) || found != parents.Len() {
						t.Errorf("%s %v, position %d: %s, %d children, want %s, %d", p.FEN(), m, i, got.FEN(), found, want.FEN(), parents.Len())
					}
				}
				p.Board, p.Side, m = p.Board.FlipColors(), p.Side.Other(), m^(56|56<<6)
				want.Board, want.Side, want.FullMoves = want.Board.FlipColors(), want.Side.Other(), 2
			}
		})
	}
}

// An en-passant target that no capture can use, set by hand, adds no move.
func TestUselessTarget(t *testing.T) {
	for _, c := range []struct{ fen, target string }{
		{"4k3/8/8/3pP3/1K6/3n4/8/8 w - - 0 1", "d6"}, // in check by a knight
		{"4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1", "d6"},
		{"4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", "d6"},
	} {
		p := parse(t, c.fen)
		want := p.CountLegal()
		sq, _ := quad.ParseSquare(c.target)
		p.Board.Set(sq, quad.EnPassantTarget)
		if got := p.CountLegal(); got != want || len(p.AppendLegalMoves(nil)) != want {
			t.Errorf("%s with target %s: %d moves, expected %d", c.fen, c.target, got, want)
		}
	}
}

// oracle returns p as a mailbox, which reads the FEN itself and tries every move.
func oracle(t testing.TB, p Position) *mailbox.Position {
	t.Helper()
	o, err := mailbox.FromFEN(p.FEN())
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

// texts returns moves in UCI's notation, sorted.
func texts(moves []Move) string {
	var all []string
	for _, m := range moves {
		all = append(all, m.String())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// TestMoves and TestPlay look at random games.
func TestMoves(t *testing.T) {
	randomGames(t, 24, func(t *testing.T, s step) { checkMoves(t, s.before) })
}

func TestPlay(t *testing.T) {
	randomGames(t, 6, func(t *testing.T, s step) { checkPlay(t, s.before) })
}

// checkMoves checks that p has the moves of the oracle, each once, and that every way of
// asking for them agrees.
func checkMoves(t *testing.T, p Position) {
	t.Helper()
	moves := p.AppendLegalMoves(nil)
	o := oracle(t, p)
	list := texts(moves)
	var legal []string
	for _, m := range o.Legal() {
		legal = append(legal, o.UCI(m))
	}
	slices.Sort(legal)
	if want := strings.Join(legal, " "); list != want {
		t.Errorf("%s:\ngot  %s\nwant %s", p.FEN(), list, want)
	}
	if got := p.CountLegal(); got != len(moves) {
		t.Errorf("%s: CountLegal is %d, expected %d", p.FEN(), got, len(moves))
	}
	var n Node
	n.Set(&p)
	captures := filter(n.Append(nil, Captures|Underpromotions), p.IsCapture)
	quiets := n.Append(nil, QueenPromotions|Quiets)
	quiets = append(quiets, filter(n.Append(nil, Underpromotions), func(m Move) bool { return !p.IsCapture(m) })...)
	for _, m := range captures {
		if !p.IsCapture(m) {
			t.Errorf("%s: %v among the captures", p.FEN(), m)
		}
	}
	for _, m := range quiets {
		if p.IsCapture(m) {
			t.Errorf("%s: %v among the quiets", p.FEN(), m)
		}
	}
	if got := texts(append(captures, quiets...)); got != list {
		t.Errorf("%s: captures and quiets %s, expected %s", p.FEN(), got, list)
	}
	check := o.InCheck(o.Side)
	if p.InCheck() != check {
		t.Errorf("%s: InCheck is %v", p.FEN(), !check)
	}
	if got := p.IsCheckmate(); got != (check && len(moves) == 0) {
		t.Errorf("%s: IsCheckmate is %v", p.FEN(), got)
	}
	if got := p.IsStalemate(); got != (!check && len(moves) == 0) {
		t.Errorf("%s: IsStalemate is %v", p.FEN(), got)
	}
}

// checkPlay checks that every move of p leads where the oracle's leads, and that
// what p says about it is what the oracle says.
func checkPlay(t *testing.T, p Position) {
	t.Helper()
	parent := oracle(t, p)
	byText := map[string]Move{}
	for _, m := range p.AppendLegalMoves(nil) {
		byText[m.String()] = m
	}
	leaves := 0
	for _, om := range parent.Legal() {
		m, ok := byText[parent.UCI(om)]
		if !ok {
			t.Fatalf("%s: no %s", p.FEN(), parent.UCI(om))
		}
		child := parent.After(om)
		got := p.Play(m)
		if got.FEN() != child.FEN() {
			t.Errorf("%s %v: got %s, expected %s", p.FEN(), m, got.FEN(), child.FEN())
		}
		if err := got.Board.Validate(); err != nil {
			t.Errorf("%s %v: %v", p.FEN(), m, err)
		}
		if want := child.InCheck(child.Side); p.GivesCheck(m) != want {
			t.Errorf("%s %v: GivesCheck is %v", p.FEN(), m, !want)
		}
		if want := parent.Captures(om); p.IsCapture(m) != want {
			t.Errorf("%s %v: IsCapture is %v", p.FEN(), m, !want)
		}
		leaves += got.CountLegal()
	}
	if got := p.CountTwoPly(); got != leaves {
		t.Errorf("%s: CountTwoPly is %d, expected %d", p.FEN(), got, leaves)
	}
}

// A FEN gives back its position, and the key that was kept along the game is the
// one from scratch.
func TestRoundTrips(t *testing.T) {
	randomGames(t, 40, func(t *testing.T, s step) {
		p := s.after
		if got, err := ParseFEN(p.FEN()); err != nil || got != p {
			t.Errorf("%s: got %v, %v", p.FEN(), got.FEN(), err)
		}
		text, _ := p.MarshalText()
		var q Position
		if err := q.UnmarshalText(text); err != nil || q != p {
			t.Errorf("%s: got %v, %v from its text", p.FEN(), q.FEN(), err)
		}
		want := sideKey * uint64(p.Side)
		for sq := range 64 {
			want ^= keys[p.Board.At(sq)][sq]
		}
		if got := p.Key(); got != want {
			t.Errorf("%s: key %x, by definition %x", p.FEN(), got, want)
		}
		for _, m := range p.AppendLegalMoves(nil) {
			if got, err := p.ParseMove(m.String()); err != nil || got != m {
				t.Errorf("%s: %v parses as %v, %v", p.FEN(), m, got, err)
			}
		}
	})
}

// Whatever the 16 bits of a Move, it is legal if and only if it is in the list.
func TestIsLegal(t *testing.T) {
	all := positions(t, corpus.Tricky(), corpus.Standard(), corpus.Chess960())
	step := 9
	if testing.Short() {
		step = 90
	}
	for i := 0; i < len(all); i += step {
		legal := map[Move]bool{}
		for _, m := range all[i].AppendLegalMoves(nil) {
			legal[m] = true
		}
		for m := range Move(1<<16 - 1) {
			if all[i].IsLegal(m) != legal[m] {
				t.Fatalf("%s: IsLegal(%#x) is %v", all[i].FEN(), uint16(m), !legal[m])
			}
		}
	}
}

// Functions do not panic on boards that are no chess.
func TestNonsense(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		word := func() uint64 { return rng.Uint64() & rng.Uint64() & rng.Uint64() }
		p := Position{Side: quad.Color(rng.IntN(2)), Board: quad.Board{G0: word(), G1: word(), G2: word(), GB: word()}}
		if n := len(p.AppendLegalMoves(nil)); n != p.CountLegal() {
			t.Fatalf("%v: %d moves, CountLegal %d", p, n, p.CountLegal())
		}
		m := Move(rng.Uint32())
		child := p.Play(m)
		child.CountTwoPly()
		p.PlayChange(&child, m, new(Change))
		var n Node
		n.Set(&p)
		n.AppendChecks(nil)
		n.GivesCheck(m)
		p.IsLegal(m)
		p.GivesCheck(m)
		p.SEE(m, nil)
		n.SEEAtLeast(p.PieceMove(m), rng.IntN(2000)-1000, &ExchangeRules{Pins: true})
		p.Key()
		p.IsCheckmate()
		p.IsStalemate()
		p.HasInsufficientMaterial()
		_ = p.SAN(m)
		_, _ = p.ParseMove(m.String())
		_, _ = p.ParseSAN("Nf3")
		_, _ = ParseFEN(p.FEN())
	}
}

func TestAllocations(t *testing.T) {
	p := parse(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	pinned := parse(t, "rnbqk1nr/pppp1ppp/8/4p3/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 0 1")
	exchange, err := pinned.ParseMove("d4e5")
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]Move, 0, 256)
	pins := standardExchange
	pins.Pins = true
	var n Node
	var change Change
	if n := testing.AllocsPerRun(10, func() {
		moves := p.AppendLegalMoves(dst)
		p.CountLegal()
		p.CountTwoPly()
		pinned.SEE(exchange, &pins)
		for _, m := range moves {
			child := p.Play(m)
			child.InCheck()
			p.IsLegal(m)
			p.GivesCheck(m)
			p.PlayChange(&child, m, &change)
			n.Set(&p)
			n.SEEAtLeast(p.PieceMove(m), 0, nil)
			n.GivesCheck(m)
		}
	}); n != 0 {
		t.Errorf("%v allocations, expected none", n)
	}
}

// Positions have the same key if and only if they are the same.
func TestKeys(t *testing.T) {
	type same struct {
		board quad.Board
		side  quad.Color
	}
	seen := map[uint64]same{}
	randomGames(t, 40, func(t *testing.T, s step) {
		for _, side := range [...]quad.Color{quad.White, quad.Black} {
			p := s.after
			p.Side = side
			is := same{p.Board, p.Side}
			if was, ok := seen[p.Key()]; ok && was != is {
				t.Errorf("key %x is that of %v and of %v", p.Key(), was, is)
			}
			seen[p.Key()] = is
		}
	})
	if len(seen) < 1000 {
		t.Errorf("%d keys, expected over 1000", len(seen))
	}
}

// stream returns n positions of random games, one after another.
func stream(tb testing.TB, n int) []Position {
	starts := positions(tb, corpus.Games())
	rng := rand.New(rand.NewPCG(3, 4))
	all := make([]Position, 0, n)
	var buf [256]Move
	for i := 0; len(all) < n; i++ {
		p := starts[i%len(starts)]
		for range 20 {
			moves := p.AppendLegalMoves(buf[:0])
			if len(moves) == 0 {
				break
			}
			all = append(all, p)
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
	return all[:n]
}
