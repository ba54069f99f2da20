package movegen

import (
	_ "embed"
	"errors"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// The results of another program for thousands of texts. The heads of the files describe
// how they were made.

//go:embed testdata/fens.tsv
var fenFacts string

//go:embed testdata/san.tsv
var sanFacts string

// facts calls f with the columns of every line.
func facts(text string, f func(columns []string)) {
	for line := range strings.Lines(text) {
		if line[0] != '#' {
			f(strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
}

// refused holds by status flag the field of the error.
var refused = map[string]string{
	"no white king":       "piece placement",
	"no black king":       "piece placement",
	"too many kings":      "piece placement",
	"pawns on backrank":   "piece placement",
	"bad castling rights": "castling",
	"opposite check":      "side to move",
	"invalid ep square":   "en passant",
}

func TestFENFacts(t *testing.T) {
	seen := map[string]int{}
	facts(fenFacts, func(c []string) {
		text, status := c[0], c[1]
		p, err := ParseFEN(text)
		fields := strings.Fields(text)
		if status == "legal" {
			switch {
			case len(fields) > 3 && wrongRank(fields):
				// The other program drops targets on any rank.
				status = "en passant on another rank"
			case doubled(fields[2]):
				status = "a right twice"
			default:
				moves, _ := strconv.Atoi(c[3])
				checkers, _ := strconv.Atoi(c[4])
				var n Node
				n.Set(&p)
				if err != nil || p.FEN() != c[2] || p.CountLegal() != moves || bits.OnesCount64(n.Checkers()) != checkers || p.Validate() != nil {
					t.Errorf("%q: %q with %d moves, %v, expected %q, %d moves, %d checkers", text, p.FEN(), p.CountLegal(), err, c[2], moves, checkers)
				}
				seen["legal"]++
				return
			}
		}
		if status == "invalid ep square" && !wrongRank(fields) {
			// No pawn has just gone by: such a target is dropped, not refused.
			if err != nil || p.Board.EnPassant() != 0 {
				t.Errorf("%q: %q, %v", text, p.FEN(), err)
			}
			seen["dropped"]++
			return
		}
		var bad *quad.FENError
		if !errors.As(err, &bad) {
			t.Errorf("%q: got %q, %v, expected an error: %s", text, p.FEN(), err, status)
			return
		}
		flags := strings.Split(status, ",")
		if refused[flags[0]] != "" && !slices.ContainsFunc(flags, func(f string) bool { return refused[f] == bad.Field }) {
			t.Errorf("%q: got %v, expected %s", text, err, status)
		}
		seen[status]++
	})
	for _, status := range []string{"legal", "no FEN", "dropped", "invalid ep square", "bad castling rights", "too many kings", "pawns on backrank", "opposite check"} {
		if seen[status] < 10 {
			t.Errorf("%s: seen %d times", status, seen[status])
		}
	}
	t.Log(seen)
}

// wrongRank reports whether the en-passant field names a square of a rank where
// none can be with that side to move.
func wrongRank(fields []string) bool {
	ep := fields[3]
	return len(ep) == 2 && ep[1] != "63"[strings.Index("wb", fields[1])]
}

// doubled reports whether a castling field has a letter twice.
func doubled(rights string) bool {
	for i := range rights {
		if strings.IndexByte(rights[i+1:], rights[i]) >= 0 {
			return true
		}
	}
	return false
}

func TestSANFacts(t *testing.T) {
	accepted, refused := 0, 0
	facts(sanFacts, func(c []string) {
		p := parse(t, c[0])
		var all []string
		for fact := range strings.FieldsSeq(c[1]) {
			san, uci, _ := strings.Cut(fact, ":")
			m, err := p.ParseMove(uci)
			if err != nil {
				t.Errorf("%s: %v", c[0], err)
				continue
			}
			all = append(all, san)
			if got := p.SAN(m); got != san {
				t.Errorf("%s: %s is %s, expected %s", c[0], uci, got, san)
			}
			if got, err := p.ParseSAN(san); err != nil || got != m {
				t.Errorf("%s: %s is %v, %v, expected %v", c[0], san, got, err, m)
			}
		}
		if len(all) != p.CountLegal() {
			t.Errorf("%s: %d legal moves, expected %d", c[0], p.CountLegal(), len(all))
		}
		for fact := range strings.FieldsSeq(c[2]) {
			san, uci, _ := strings.Cut(fact, ":")
			got, err := p.ParseSAN(san)
			want, _ := p.ParseMove(uci)
			switch {
			case err == nil && (uci == "-" || got != want):
				t.Errorf("%s: %q is %v, expected %s", c[0], san, got, uci)
			case err != nil && uci != "-" && !stricter(&p, san, want):
				t.Errorf("%s: %q is %v, expected %s", c[0], san, err, uci)
			case err == nil:
				accepted++
			default:
				refused++
			}
		}
	})
	if accepted < 300 || refused < 1000 {
		t.Errorf("%d mutations accepted, %d refused: too few to tell anything", accepted, refused)
	}
}

// loose matches SAN that ParseSAN refuses on purpose: dashes, promotion to a small
// letter, a pawn's rank without its file.
var loose = regexp.MustCompile(`-[a-h]|[qrbn][+#]?$|^[1-8]x?[a-h]`)

// stricter reports whether san is m in a form that the other program takes, and
// ParseSAN does not.
func stricter(p *Position, san string, m Move) bool {
	piece := p.Board.Pawns()>>m.From()&1 == 0
	return loose.MatchString(san) || strings.Contains(san, "x") && !m.captures(&p.Board) ||
		san[0] == 'x' && !piece || san[0] >= 'a' && piece || m.IsCastling() && san[0] == 'K'
}
