package uci

import (
	"bytes"
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// answers matches the lines that a session may print.
var answers = regexp.MustCompile(`^(id (name|author) [ -~]+|uciok|readyok|bestmove 0000|info string (error: |option )[ -~]{1,400}|option name (Threads|Hash) [ -~]+|` +
	`[a-h][1-8][a-h][1-8][nbrq]?: \d+|Nodes searched: \d+|Fen: [ -~]+|Key: [0-9A-F]{16}|` +
	`|([KQRBNPkqrbnp.] ){7}[KQRBNPkqrbnp.]|castling rooks: [ -~]+|en passant: [ -~]+|[ -~]{0,40})$`)

// For any input, the answers are lines of the interface, and Run returns.
func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"uci\nisready\nposition startpos moves e2e4\nd\ngo perft 2\nquit\n", "go depth 3\nstop\ngo perft 5\nisready\nd", "go perft 99999\n",
		"position fen 8/8/8/8/8/8/8/8 w - -\nposition startpos moves e2e5\n\xff\x00\x1b[2J\n\r\n", "position moves moves\ngo perft 1 2\nucinewgame x\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if err := Run(t.Context(), strings.NewReader(in), &out, perft.Options{Workers: 1}); err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(out.String()) {
			if !answers.MatchString(strings.TrimSuffix(line, "\n")) {
				t.Errorf("%q gets %q", in, line)
			}
		}
	})
}

// Sessions of random moves and mistakes are compared with package movegen. The answer to a
// mistake is one error. After a bad position, d and go are errors as well until a position is valid.
func TestSessions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var starts []string
	for fen := range corpus.Tricky().FENs() {
		starts = append(starts, fen)
	}
	for fen := range corpus.Chess960().FENs() {
		starts = append(starts, fen)
	}
	for range 300 {
		var in, want strings.Builder
		p, unset := movegen.Start(), false
		for range 1 + r.IntN(8) {
			switch r.IntN(6) {
			case 0:
				in.WriteString([]string{
					"go infinite", "go", "go perft", "go perft -1", "go perft 1e3", "go movetime 1 perft 2",
				}[r.IntN(6)] + "\n")
				want.WriteString("error\nbestmove 0000\n")
			case 1:
				mistake := []string{
					"position startpos moves e2e4 e2e4", "position fen " + starts[0] + " moves a1a1", "position", "position fen", "nonsense \x00", "\x1b[2J",
					"position startpos moves e7e8q", "position startpos moves 0000", "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
				}[r.IntN(9)]
				in.WriteString(mistake + "\n")
				want.WriteString("error\n")
				unset = unset || strings.HasPrefix(mistake, "position")
			case 2:
				in.WriteString("  \t\nsetoption name UCI_Chess960 value true\nstop\n")
			case 3:
				in.WriteString("ucinewgame\r\n")
				p, unset = movegen.Start(), false
			default:
				fen := starts[r.IntN(len(starts))]
				var err error
				if p, err = movegen.ParseFEN(fen); err != nil {
					t.Fatal(err)
				}
				unset = false
				in.WriteString("position  fen " + fen)
				for ply := range r.IntN(40) {
					moves := p.AppendLegalMoves(nil)
					if len(moves) == 0 {
						break
					}
					m := moves[r.IntN(len(moves))]
					if ply == 0 {
						in.WriteString("\tmoves")
					}
					in.WriteString(" " + m.String())
					p = p.Play(m)
				}
				in.WriteString("\n")
			}
			in.WriteString("d\ngo perft 1\n")
			if unset {
				want.WriteString("error\nerror\nbestmove 0000\n")
				continue
			}
			want.WriteString("Fen: " + p.FEN() + "\n")
			for _, m := range p.AppendLegalMoves(nil) {
				want.WriteString(m.String() + ": 1\n")
			}
		}
		var out, got bytes.Buffer
		if err := Run(context.Background(), strings.NewReader(in.String()), &out, perft.Options{Workers: 1}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			switch {
			case !answers.MatchString(strings.TrimSuffix(line, "\n")):
				t.Errorf("a line %q", line)
			case strings.HasPrefix(line, "info string error: "):
				got.WriteString("error\n")
			case strings.HasPrefix(line, "Fen: "), strings.HasPrefix(line, "bestmove"), strings.HasSuffix(line, ": 1\n") && len(line) < 10:
				got.WriteString(line)
			}
		}
		if got.String() != want.String() {
			t.Fatalf("%q gets\n%s\nwant\n%s", in.String(), got.String(), want.String())
		}
	}
}
