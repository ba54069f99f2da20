package movegen

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// positions returns those of the suites and of played games, in files of FEN.
func positions(tb testing.TB, files ...string) (all []Position) {
	tb.Helper()
	for _, file := range files {
		f, err := os.Open(filepath.FromSlash(file))
		if err != nil {
			tb.Fatal(err)
		}
		defer f.Close()
		scanner := bufio.NewScanner(f)
		for scanner.Scan() {
			fen, _, _ := strings.Cut(scanner.Text(), ";")
			if fen == "" || fen[0] == '#' {
				continue
			}
			p, err := ParseFEN(fen)
			if err != nil {
				tb.Fatal(err)
			}
			all = append(all, p)
		}
	}
	if len(all) < 100 {
		tb.Fatalf("%d positions in %v, expected over 100", len(all), files)
	}
	return all
}

const (
	standardFile = "../perft/testdata/standard.epd"
	trickyFile   = "../perft/testdata/tricky.epd"
	chess960File = "../perft/testdata/chess960.epd"
	gamesFile    = "testdata/games.fen"
)

// A step is a position of a random game and the move that is played there.
type step struct {
	before, after Position
	move          Move
}

// randomGames calls visit with the steps of games that begin with the positions
// of the suites, every 16th if short: at most plies of each, in a fixed order.
func randomGames(tb testing.TB, plies int, visit func(*testing.T, step)) {
	starts := positions(tb, standardFile, trickyFile, chess960File, gamesFile)
	every := 1
	if testing.Short() {
		every = 16
	}
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

// The moves of every position are those of the oracle, each once, and every way of
// asking for them agrees.
func TestMoves(t *testing.T) {
	n := 0
	randomGames(t, 24, func(t *testing.T, s step) {
		n++
		p := s.before
		moves := p.AppendLegalMoves(nil)
		o := newOracle(p.FEN())
		if got, want := strings.Join(texts(moves), " "), strings.Join(texts(o.legal()), " "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", p.FEN(), got, want)
		}
		if got := p.CountLegal(); got != len(moves) {
			t.Errorf("%s: CountLegal is %d, expected %d", p.FEN(), got, len(moves))
		}
		captures, quiets := p.AppendCaptures(nil), p.AppendQuiets(nil)
		if got := strings.Join(texts(append(captures, quiets...)), " "); got != strings.Join(texts(moves), " ") {
			t.Errorf("%s: captures %v and quiets %v, expected %v", p.FEN(), captures, quiets, moves)
		}
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
		check := o.inCheck(o.black)
		if p.InCheck() != check {
			t.Errorf("%s: InCheck is %v", p.FEN(), !check)
		}
		evasions := p.AppendEvasions(nil)
		if check && len(evasions) != len(moves) || !check && len(evasions) != 0 {
			t.Errorf("%s: evasions %v", p.FEN(), evasions)
		}
		over := len(s.after.AppendLegalMoves(nil)) == 0
		if got := s.after.IsCheckmate(); got != (over && s.after.InCheck()) {
			t.Errorf("%s: IsCheckmate is %v", s.after.FEN(), got)
		}
		if got := s.after.IsStalemate(); got != (over && !s.after.InCheck()) {
			t.Errorf("%s: IsStalemate is %v", s.after.FEN(), got)
		}
	})
	t.Logf("%d positions", n)
}

// Every move leads where the oracle's leads, and its properties are the oracle's.
func TestPlay(t *testing.T) {
	randomGames(t, 6, func(t *testing.T, s step) {
		p := s.before
		replies := 0
		parent := newOracle(p.FEN())
		byText := map[string]Move{}
		for _, m := range p.AppendLegalMoves(nil) {
			byText[m.String()] = m
		}
		for _, om := range parent.legal() {
			m, ok := byText[om.String()]
			if !ok {
				t.Fatalf("%s: no %v", p.FEN(), om)
			}
			child := *parent
			child.play(om)
			child.dropTarget()
			got := p.Play(m)
			if got.FEN() != child.fen() {
				t.Errorf("%s %v: got %s, expected %s", p.FEN(), m, got.FEN(), child.fen())
			}
			if err := got.Board.Validate(); err != nil {
				t.Errorf("%s %v: %v", p.FEN(), m, err)
			}
			if want := child.inCheck(child.black); p.GivesCheck(m) != want {
				t.Errorf("%s %v: GivesCheck is %v", p.FEN(), m, !want)
			}
			if p.IsCapture(m) != om.captures {
				t.Errorf("%s %v: IsCapture is %v", p.FEN(), m, !om.captures)
			}
			replies += got.CountLegal()
		}
		if got := p.CountReplies(); got != replies {
			t.Errorf("%s: CountReplies is %d, expected %d", p.FEN(), got, replies)
		}
	})
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
		if got := UpdateKey(s.before.Key(), s.before, p); got != p.Key() {
			t.Errorf("%s %v: key %x, expected %x", s.before.FEN(), s.move, got, p.Key())
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
	all := positions(t, trickyFile, standardFile, chess960File)
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
		p := Position{Side: quad.Color(rng.IntN(2))}
		for i := range p.Board {
			p.Board[i] = rng.Uint64() & rng.Uint64() & rng.Uint64()
		}
		if n := len(p.AppendLegalMoves(nil)); n != p.CountLegal() {
			t.Fatalf("%v: %d moves, CountLegal %d", p, n, p.CountLegal())
		}
		m := Move(rng.Uint32())
		p.Play(m).CountReplies()
		p.IsLegal(m)
		p.GivesCheck(m)
		p.SEE(m, rng.IntN(2000)-1000)
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
	p, err := ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]Move, 0, 256)
	if n := testing.AllocsPerRun(10, func() {
		moves := p.AppendLegalMoves(dst)
		p.AppendCaptures(dst)
		p.AppendQuiets(dst)
		p.AppendEvasions(dst)
		p.CountLegal()
		p.CountReplies()
		for _, m := range moves {
			child := p.Play(m)
			child.InCheck()
			p.IsLegal(m)
			p.GivesCheck(m)
			p.SEE(m, 0)
			UpdateKey(0, p, child)
		}
	}); n != 0 {
		t.Errorf("%v allocations, expected none", n)
	}
}
