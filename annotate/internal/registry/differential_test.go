package registry

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

var messyCount = flag.Int("records.messy", 5000, "how many games TestMessyGamesDifferently reads; make exact sets it")

// TestMessyGamesDifferently compares the reader with another one, which works with regular expressions on the whole text, on games that
// are full of signs, commands that are broken over lines, mixed units and odd results.
func TestMessyGamesDifferently(t *testing.T) {
	games := *messyCount
	if testing.Short() {
		games = min(games, 500)
	}
	r := rand.New(rand.NewPCG(61, 1))
	kinds := []string{"evals_unreadable", "evals_out_of_range", "evals_unclear", "evals_in_pawns", "evals_in_hundredths", "clocks_unreadable", "results_unreadable",
		"results_forfeited", "results_both_lost", "results_contradicted", "variations", "commands"}
	sum := map[string]int64{}
	rows := 0
	for games > 0 {
		var text strings.Builder
		var moves []string
		n := min(games, 100)
		for range n {
			moves = append(moves, writeMessyGame(r, &text)...)
		}
		games -= n
		got, messages, counts := messyGames(t, text.String(), "")
		want, wantCounts := readDifferently(t, text.String())
		if got != want {
			a, b := strings.Split(got, "|"), strings.Split(want, "|")
			for i := range a {
				if i >= len(b) || a[i] != b[i] {
					t.Fatalf("game %d is\n%s, want\n%s\n%q\n%s", i, a[i], b[min(i, len(b)-1)], messages, text.String())
				}
			}
		}
		for _, m := range messages {
			if strings.HasPrefix(m, "reject") {
				t.Fatalf("%s\n%s", m, text.String())
			}
		}
		for _, kind := range kinds {
			if counts[kind] != wantCounts[kind] {
				t.Fatalf("%s: %d, want %d\n%s", kind, counts[kind], wantCounts[kind], text.String())
			}
			sum[kind] += counts[kind]
		}
		// The moves must also equal the generated ones.
		var read []string
		for _, row := range strings.Fields(strings.ReplaceAll(got, "|", " ")) {
			if row, _, _ = strings.Cut(row, "="); !strings.Contains(row, ".") || strings.Contains(row, "@") {
				row, _, _ = strings.Cut(row, "@")
				read = append(read, row)
			}
		}
		if !slices.Equal(read, moves) {
			t.Fatalf("%d moves, written %d\n%s", len(read), len(moves), text.String())
		}
		rows += len(read)
	}
	for _, kind := range kinds {
		if sum[kind] == 0 {
			t.Errorf("no game has %s", kind)
		}
	}
	t.Logf("%d rows, %v", rows, sum)
}

func oneOf(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

// writeMessyGame appends a game and returns its moves, and - for the last position.
func writeMessyGame(r *rand.Rand, text *strings.Builder) (moves []string) {
	blank := func() string { return oneOf(r, " ", " ", "\n", "\u00a0", " \t", "\u2009", "\u200b ", "\r\n", "  ") }
	bothLose := r.IntN(12) == 0
	text.WriteString(oneOf(r, "", "", "\ufeff", "\n", "% [Event \"no\"]\n"))
	fmt.Fprintf(text, "[Event \"%d\"]\n", r.IntN(100))
	switch {
	case bothLose:
		fmt.Fprintf(text, "[Result \"%s\"]\n", oneOf(r, "0-0", "0:0", "0 – 0"))
	case r.IntN(4) > 0:
		fmt.Fprintf(text, "[Result%s\"%s\"]\n", oneOf(r, " ", "\t", "\u00a0"), oneOf(r, "1-0", "0-1", "1/2-1/2", "*", "1-0 ", "1–0", "½-½", "0.5-0.5", "1:0", "+:-", "-:+", "1-0F", "White", "?", "1/2", "0−1", "1-1"))
	}
	text.WriteString(oneOf(r, "\n", "\n\n", "", "\ufeff\n"))
	signs := []string{"!", "?", "!?", "=", "+=", "=+", "+/-", "-/+", "+-", "-+", "~", "!=", "±", "∓", "⩲", "⩱", "∞", "□", "⨀", "→", "⇆", "‼", "⁉", "$14", "$6$10", "−+", "N", "TN"}
	unit := r.IntN(4) // the game's unit: pawns, hundredths, both, none
	eval := func() string {
		number := fmt.Sprintf("%.2f", float64(r.IntN(2000)-1000)/100)
		if unit == 1 || unit == 2 && r.IntN(3) == 0 {
			number = strconv.Itoa(r.IntN(4000)-2000) + oneOf(r, "", ",18", "/20", " , 7")
		} else if r.IntN(3) == 0 {
			number += oneOf(r, ",12", "/30", " ,9")
		}
		switch r.IntN(15) {
		case 0:
			number = oneOf(r, "#3", "-#3", "#-2", "M5", "-M1", "mate 4", "#+1", "#0", "−#7")
		case 1:
			number = oneOf(r, "1e2", "NaN", "#", "", "0,05", "x", "1.2.3", "99999999", "60000,3")
		}
		return "[%" + oneOf(r, "eval", "eval", "EVAL") + blank() + number + oneOf(r, "", "", " ", "\n") + "]"
	}
	p := movegen.Start()
	for ply := range r.IntN(60) {
		legal := p.AppendLegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[r.IntN(len(legal))]
		moves = append(moves, m.String())
		if ply%2 == 0 || r.IntN(5) == 0 {
			fmt.Fprintf(text, "%d%s%s", ply/2+1, []string{".", "..."}[ply%2], oneOf(r, "", " ", "\u00a0", "\n"))
			if r.IntN(15) == 0 {
				text.WriteString(oneOf(r, "± ", "⩲", "=\n", "∞ "))
			}
		}
		san := p.SAN(m)
		if r.IntN(10) == 0 {
			san = strings.ReplaceAll(strings.NewReplacer("O", "0", "-", oneOf(r, "-", "–")).Replace(san), "x", oneOf(r, "x", "×"))
		}
		text.WriteString(san)
		isPromotion := m.IsPromotion()
		p = p.Play(m)
		switch sign := oneOf(r, signs...); r.IntN(6) {
		case 0:
			if !isPromotion || sign[0] != 'N' && sign[0] != 'T' {
				text.WriteString(sign)
			}
		case 1:
			text.WriteString(blank() + sign)
			if r.IntN(2) == 0 {
				text.WriteString(blank() + oneOf(r, signs[:20]...))
			}
		}
		text.WriteString(blank())
		for r.IntN(3) == 0 {
			switch r.IntN(8) {
			case 0:
				text.WriteString("(" + oneOf(r, "1. e4 ± (N) e5", "Nf3 {x)} 1-0 $3", "") + ")")
			case 1:
				text.WriteString("; to the end ) } " + oneOf(r, "", "[%eval 9.87]", "[%clk\t0:00:07]") + "\n")
			case 2, 3:
				if unit < 3 {
					text.WriteString("{ " + oneOf(r, "", "text", "[%csl Ra1]") + eval() + blank() + "}")
				}
			case 4, 5:
				clk := oneOf(r, fmt.Sprintf("%d:%02d:%02d", r.IntN(3), r.IntN(60), r.IntN(60)), "0:00:58,5", "0:01:02.25", "1:03.5", "59", "1:30", "soon")
				text.WriteString("{[%" + oneOf(r, "clk", "clk", "Clk") + blank() + clk + oneOf(r, "", "\n", " ") + "]}")
			case 6:
				text.WriteString("{" + oneOf(r, "[%emt 0:01]", "a\n[Event \"b\"]\n", "1-0", "±") + "}")
			}
			text.WriteString(blank())
		}
	}
	if bothLose {
		text.WriteString(oneOf(r, "0-0", "0:0", "0–0"))
	} else {
		text.WriteString(oneOf(r, "1-0", "0-1", "1/2-1/2", "*", "1–0", "1:0", "1 - 0", "½-½", "0.5-0.5", "+:-", "-:+", "0-1F", "½"))
	}
	text.WriteString(oneOf(r, "\n\n", "\n", "\r\n\r\n", " \u200b\n"))
	return append(moves, "-")
}

var (
	otherBlanks = regexp.MustCompile(`[\x{a0}\x{2000}-\x{200f}\x{202f}\x{2060}\x{feff}\t\r]`)
	otherDashes = regexp.MustCompile(`[\x{2010}-\x{2015}\x{2212}]`)
	otherToken  = regexp.MustCompile(`(?m)^%.*$|;.*$|\{[^}]*\}|\[\w+\s*"[^"]*"\]|[()]|\$\d+|` +
		`(?:1/2|½|[01]\.[05]|[01])[ ]?[-:][ ]?(?:1/2|½|[01]\.[05]|[01])F?(?:\s|$)|[-+]:[-+]|½|\*|\d+\.+|[^\s(){};$]+`)
	otherMove  = regexp.MustCompile(`O-O-O|O-O|0-0-0|0-0|[KQRBN]?[a-h]?[1-8]?[x×]?[a-h][1-8](?:=[QRBN])?`)
	otherName  = regexp.MustCompile(`\[%(\w+)\s+([^\]]*?)\s*\]`)
	otherMate  = regexp.MustCompile(`(?i)^([-+]?)(?:#|M|mate )([-+]?)(\d+)(?:$|[,/])`)
	otherPawns = regexp.MustCompile(`^([-+]?\d+\.\d+)\s*(?:$|[,/])`)
	otherWhole = regexp.MustCompile(`^([-+]?\d+)\s*(?:[,/]\s*(?:0|[1-9]\d{0,2}))?$`)
	otherTime  = regexp.MustCompile(`^(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)$`)
)

// otherResults are the results that writeMessyGame writes, without blanks and with hyphens, as White's points or as a kind of skipped text.
var otherResults = map[string]string{"1-0": "1.0", "1:0": "1.0", "0-1": "0.0", "1/2-1/2": "0.5", "½-½": "0.5", "½": "0.5", "1/2": "0.5", "0.5-0.5": "0.5", "*": "*", "?": "*", "": "*",
	"+:-": "results_forfeited", "-:+": "results_forfeited", "1-0F": "results_forfeited", "0-1F": "results_forfeited", "0-0": "results_both_lost", "0:0": "results_both_lost"}

// readDifferently returns the rows of a text like messyGames, and the counts of what is skipped.
func readDifferently(t *testing.T, text string) (rows string, counts map[string]int64) {
	t.Helper()
	text = otherDashes.ReplaceAllString(otherBlanks.ReplaceAllString(text, " "), "-")
	tokens := otherToken.FindAllString(text, -1)
	counts = map[string]int64{}
	type row struct{ move, eval, clock, whole string }
	var list []string
	var game []row
	var next row
	var p movegen.Position
	depth, over, hasPawns := 0, true, false
	tag, end := "*", "*"
	finish := func() {
		if over {
			return
		}
		game = append(game, next)
		winner := map[string]string{"+:-": "1.0", "1-0F": "1.0", "-:+": "0.0", "0-1F": "0.0"}
		result, ok := otherResults[tag]
		final := otherResults[end]
		if !ok {
			result = "results_unreadable"
		}
		won := func(text, result string) string {
			if w := winner[text]; w != "" {
				return w
			}
			return result
		}
		if ok && result != "*" && final != "*" && won(tag, result) != won(end, final) {
			counts["results_contradicted"]++
		}
		if (!ok || result == "*") && final != "*" {
			result = final
		}
		if strings.HasPrefix(result, "results") {
			counts[result]++
			result = ""
		} else if result == "*" {
			result = ""
		}
		for i, r := range game {
			if r.whole != "" {
				n, _ := strconv.Atoi(r.whole)
				r.eval = withPoint(float64(n) / 100)
				switch {
				case n == 0:
				case hasPawns:
					r.eval = ""
					counts["evals_unclear"]++
				default:
					counts["evals_in_hundredths"]++
				}
			}
			text := r.move
			if text == "" {
				text = "-"
			}
			if r.eval != "" {
				text += "=" + r.eval
			}
			if r.clock != "" {
				text += "@" + r.clock
			}
			if i == 0 {
				text = "|" + result + " " + text
			}
			list = append(list, text)
		}
		game, next, over, hasPawns = nil, row{}, true, false
	}
	for i, token := range tokens {
		lost := func() bool { // whether 0-0 is a result
			rest := slices.IndexFunc(tokens[i+1:], func(s string) bool { return s[0] != '{' && s[0] != ';' && s[0] != '%' })
			return (tag == "0-0" || tag == "0:0") && (rest < 0 || tokens[i+1+rest][0] == '[')
		}
		token = strings.TrimRight(token, " \n")
		short := strings.ReplaceAll(token, " ", "")
		_, isResult := otherResults[short]
		isResult = isResult && short != "1/2" && short != "?" && (short != "0-0" || lost())
		switch {
		case token[0] == '%' || token[0] == ';' && depth > 0:
		case token[0] == '[' && !strings.HasPrefix(token, "[%"):
			if over || game != nil {
				finish()
				over, p, tag, end, depth = false, movegen.Start(), "*", "*", 0
			}
			if value, ok := strings.CutPrefix(token, "[Result"); ok {
				tag = strings.ReplaceAll(strings.Trim(value, " \"]"), " ", "")
			}
		case depth > 0 && token != "(" && token != ")":
		case token == "(":
			if depth++; depth == 1 {
				counts["variations"]++
			}
		case token == ")":
			depth--
		case over:
		case token[0] == '{' || token[0] == ';':
			for _, c := range otherName.FindAllStringSubmatch(token, -1) {
				value := c[2]
				switch strings.ToLower(c[1]) {
				case "eval":
					mate, pawns, whole := otherMate.FindStringSubmatch(value), otherPawns.FindStringSubmatch(value), otherWhole.FindStringSubmatch(value)
					has := next.eval != "" || next.whole != ""
					switch {
					case mate != nil:
						n, _ := strconv.Atoi(mate[3])
						x := 1000 - float64(n)
						if mate[1] == "-" || mate[2] == "-" || n == 0 && strings.Contains(p.FEN(), " w ") {
							x = -x
						}
						if !has {
							next.eval = withPoint(x)
						}
					case pawns != nil:
						x, _ := strconv.ParseFloat(pawns[1], 64)
						hasPawns = true
						counts["evals_in_pawns"]++
						if !has {
							next.eval = withPoint(x)
						}
					case whole != nil:
						if n, _ := strconv.ParseFloat(whole[1], 64); math.Abs(n) >= 50000 {
							counts["evals_out_of_range"]++
						} else if !has {
							next.whole = whole[1]
						}
					default:
						counts["evals_unreadable"]++
					}
				case "clk":
					c := otherTime.FindStringSubmatch(value)
					if c == nil || c[1] == "" && !strings.ContainsAny(c[3], ".,") {
						counts["clocks_unreadable"]++
						continue
					}
					h, _ := strconv.ParseFloat("0"+c[1], 64)
					m, _ := strconv.ParseFloat(c[2], 64)
					s, _ := strconv.ParseFloat(strings.Replace(c[3], ",", ".", 1), 64)
					if next.clock == "" {
						next.clock = withPoint(3600*h + 60*m + s)
					}
				default:
					counts["commands"]++
				}
			}
		case isResult:
			end = short
			finish()
		default:
			for _, san := range otherMove.FindAllString(token, -1) {
				m, err := p.ParseSAN(strings.ReplaceAll(san, "×", "x"))
				if err != nil {
					t.Fatalf("token %q: %v", token, err)
				}
				next.move = m.String()
				game = append(game, next)
				next = row{}
				p = p.Play(m)
			}
		}
	}
	finish()
	maps.DeleteFunc(counts, func(_ string, n int64) bool { return n == 0 })
	return strings.Join(list, " "), counts
}
