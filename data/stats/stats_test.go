package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/bits"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/records"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// count returns the stats of a text.
func count(t *testing.T, text string, workers int, names ...string) *Stats {
	t.Helper()
	in, err := records.Open("-", strings.NewReader(text), records.InputOptions{})
	if err != nil {
		t.Fatal(err)
	}
	fields := in.Format.Fields()
	tally, schema := New(fields)
	unique := annotate.NewUnique(1 << 20)
	unique.Count = true
	ranges, err := records.Plan([]*records.Input{in}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	report, err := annotate.Run([]*records.Input{in}, ranges, annotate.Options{
		Schema: schema, Workers: workers, BlockSize: 1 << 16, Unique: unique,
	}, tally)
	if err != nil {
		t.Fatal(err)
	}
	report.Seconds = 0
	return tally.Stats(append(names, "a"), report)
}

// text repeats positions of games with scores and results, some of them not legal.
func text() string {
	var b strings.Builder
	i := 0
	for range 5 {
		for fen := range corpus.Games().FENs() {
			fmt.Fprintf(&b, "%s 0 1 | %d | %s\n", fen, i*7919%6000-3000, []string{"1.0", "0.5", "0-1"}[i*i%3])
			i++
		}
	}
	b.WriteString("8/8/8/8/8/8/8/8 w - - 0 1 | 0 | 0.5\nnonsense | 1 | 1\n4k3/8/8/8/8/8/8/K3R3 w - - 0 1 | 0 | 0.5\n")
	return b.String()
}

// All notations of a result are counted.
func TestResults(t *testing.T) {
	var text strings.Builder
	text.WriteString("fen,result\n")
	for _, result := range []string{"1", "1-0", "1.0", ".5", "1/2-1/2", "0", "2", ""} {
		text.WriteString("4k3/8/8/8/8/8/8/4K2R w K - 0 1," + result + "\n")
	}
	var got []int64
	for _, share := range count(t, text.String(), 1).Results {
		got = append(got, share.N)
	}
	if !slices.Equal(got, []int64{3, 2, 1}) {
		t.Errorf("%v won, drawn and lost, want 3, 2 and 1", got)
	}
}

// The counts are those of package movegen for each position.
func TestStats(t *testing.T) {
	values := map[string][]int{}
	shares := map[string]int64{}
	i := 0
	for range 5 {
		for fen := range corpus.Games().FENs() {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			var white, black, phase int
			for kind, worth := range map[quad.Kind][2]int{quad.Pawn: {1, 0}, quad.Knight: {3, 1}, quad.Bishop: {3, 1}, quad.Rook: {5, 2}, quad.Queen: {9, 4}} {
				w, b := bits.OnesCount64(p.Board.Pieces(quad.White, kind)), bits.OnesCount64(p.Board.Pieces(quad.Black, kind))
				white, black, phase = white+worth[0]*w, black+worth[0]*b, phase+worth[1]*(w+b)
			}
			captures, moves := 0, p.AppendLegalMoves(nil)
			for _, m := range moves {
				if p.IsCapture(m) {
					captures++
				}
			}
			for name, v := range map[string]int{"legal_moves": len(moves), "captures": captures, "phase": min(phase, 24),
				"pieces": bits.OnesCount64(p.Board.Occupied()), "material": white + black, "balance": white - black} {
				values[name] = append(values[name], v)
			}
			for name, is := range map[string]bool{"black_to_move": p.Side == quad.Black, "in_check": p.InCheck(),
				"castling": p.Board.CastlingRooks() != 0, "en_passant": p.Board.EnPassant() != 0, "insufficient_material": p.HasInsufficientMaterial(),
				"checkmate": len(moves) == 0 && p.InCheck(), "stalemate": len(moves) == 0 && !p.InCheck()} {
				if is {
					shares[name]++
				}
			}
			values["score"] = append(values["score"], i*7919%6000-3000)
			i++
		}
	}
	values["score"] = append(values["score"], 0, 0)
	s := count(t, text(), 3)
	if s.Report.Positions != int64(i+2) || s.Report.Rejected != 1 || s.Legality[0].N != int64(i) || s.Distinct() != 602 || s.Report.Forgotten != 0 {
		t.Errorf("report %+v, %d legal, %d distinct", s.Report, s.Legality[0].N, s.Distinct())
	}
	for _, l := range s.Legality[1:] {
		if want := map[string]int64{"white kings": 1, "opponent in check": 1}[l.Name]; l.N != want {
			t.Errorf("%s: %d, want %d", l.Name, l.N, want)
		}
	}
	for _, share := range s.Shares {
		if share.Name != "double_check" && share.N != shares[share.Name] {
			t.Errorf("%s: %d, want %d", share.Name, share.N, shares[share.Name])
		}
	}
	var results int64
	for _, r := range s.Results {
		results += r.N
	}
	if results != s.Report.Positions {
		t.Errorf("%d results, want %d", results, s.Report.Positions)
	}
	for _, d := range s.Distributions {
		v := values[d.Name]
		slices.Sort(v)
		sum := 0
		counts := make([]int64, len(d.Counts))
		for _, x := range v {
			sum += x
			bin := 0
			for bin+1 < len(counts) && x >= d.Low+(bin+1)*d.Step {
				bin++
			}
			counts[bin]++
		}
		if !slices.Equal(counts, d.Counts) || d.N != int64(len(v)) || d.Least != v[0] || d.Most != v[len(v)-1] || d.Mean != float64(sum)/float64(len(v)) {
			t.Errorf("%s: %+v, want %d values, %d to %d, counts %v", d.Name, d, len(v), v[0], v[len(v)-1], counts)
		}
		for q, got := range d.Quartiles {
			want := v[(len(v)*(q+1)+3)/4-1]
			if want = max(d.Low, min(want, d.Low+(len(counts)-1)*d.Step)); got > want || want >= got+d.Step {
				t.Errorf("%s: quartile %d is %d, want %d", d.Name, q, got, want)
			}
		}
	}
	for _, workers := range []int{1, 7} {
		if other := count(t, text(), workers); !reflect.DeepEqual(other, s) {
			t.Errorf("%d workers count something else than 3", workers)
		}
	}
}

// The page loads no other file, has no script, and escapes names.
func TestPage(t *testing.T) {
	const name = `<script>alert(1)</script>"'&.fen`
	var b bytes.Buffer
	if err := count(t, text(), 2, name, `</style><img src=x onerror=alert(1)>`).WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if found := regexp.MustCompile(`(?i)<script|<img|onerror=alert\(1\)>|</style>[^\n]|<[a-z][^>]*src=|<link|@import|url\(|https?:|ZgotmplZ|NaN|Inf\b`).FindString(page); found != "" {
		t.Errorf("the page holds %q", found)
	}
	for _, want := range []string{"&lt;script&gt;alert(1)&lt;/script&gt;", "Legal moves", "Score, as the input gives it", "3,002", "2000 and more", "-1951 and less"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	if n := strings.Count(page, "<svg viewBox=\"0 0 640"); n != 7 {
		t.Errorf("%d charts, want 7", n)
	}
}

// Text, JSON and pages of a single position, of no legal position, and of every kind of
// input.
func TestFew(t *testing.T) {
	for _, text := range []string{"8/8/8/8/8/8/8/8 w - -\n", "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", "fen,score,result\n4k3/8/8/8/8/8/8/4K2R w K -,NaN,x\n",
		"fen,score\n4k3/8/8/8/8/8/8/4K2R w K -,1e300\n4k3/8/8/8/8/8/8/4K2R w K -,99999\n4k3/8/8/8/8/8/8/4K2R b K -,-99999\n"} {
		s := count(t, text, 1)
		var html, plain bytes.Buffer
		data, err := json.Marshal(s)
		if err == nil {
			err = s.WriteHTML(&html)
		}
		if err == nil {
			err = s.WriteText(&plain)
		}
		if err != nil || !json.Valid(data) {
			t.Errorf("%q: %v", text, err)
		}
		if strings.Contains(html.String(), "NaN") || strings.Contains(plain.String(), "NaN") || !strings.HasPrefix(plain.String(), "positions") {
			t.Errorf("%q: %s", text, plain.String())
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -999: "-999", -1000: "-1,000", 1234567: "1,234,567", -123456: "-123,456"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

// A quartile beyond the range is shown as a bound, not as the end of the range.
func TestQuartileBounds(t *testing.T) {
	for _, test := range []struct {
		values []int
		want   string
	}{
		{[]int{-10, 0, 10, 20}, "quartiles -50 0 0, from -10 to 20 centipawns"},
		{[]int{-2000, -2000, 2000, 2000}, "quartiles -2000 -2000 2000, from -2000 to 2000 centipawns"},
		{[]int{-9000, -2001, 5, 2001}, "quartiles < -2000, < -2000, 0, from -9000 to 2001 centipawns"},
		{[]int{30, 2001, 2030, 32000}, "quartiles 0, > 2000, > 2000, from 30 to 32000 centipawns"},
	} {
		d := newDistribution("score", "Scores", "centipawns", -2000, 2000, 50)
		for _, v := range test.values[:2] {
			d.add(v)
		}
		other := newDistribution("score", "Scores", "centipawns", -2000, 2000, 50)
		for _, v := range test.values[2:] {
			other.add(v)
		}
		d.merge(other)
		d.finish()
		if got := d.String(); !strings.HasSuffix(got, test.want) {
			t.Errorf("%v: %q, want %q", test.values, got, test.want)
		}
	}
}
