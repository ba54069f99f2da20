package registry

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
)

// messyGames returns the rows of games, with their rejects, their notes and the counts of what was skipped. A row is its move, or - without
// one, then = and the evaluation, then @ and the clock. | begins a game, with its result.
func messyGames(t *testing.T, text, unit string) (rows string, messages []string, counts map[string]int64) {
	t.Helper()
	in, err := Open("-", strings.NewReader(text), records.InputOptions{Format: "pgn", EvalUnit: unit})
	if err != nil {
		t.Fatal(err)
	}
	r, err := records.Read(in, records.Range{End: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b records.Block
	var list []string
	var notes records.SkippedNotes
	for {
		more, err := r.Next(&b, 1<<16)
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			break
		}
		b.Parse(in.Format, &records.Request{FEN: true})
		table := fieldsOf(&b, in.Format)
		for i := range b.Len() {
			row := textsOf(table, i)[1:]
			if row[fieldMove] == "" {
				row[fieldMove] = "-"
			}
			text := row[fieldMove]
			if row[fieldPly] == "0" {
				text = "|" + row[fieldResult] + " " + text
			}
			if row[fieldEval] != "" {
				text += "=" + row[fieldEval]
			}
			if row[fieldClock] != "" {
				text += "@" + row[fieldClock]
			}
			list = append(list, text)
		}
		for _, n := range b.Notes {
			messages = append(messages, "note "+n.Err.Error())
		}
		for _, n := range b.Rejects {
			messages = append(messages, "reject "+n.Err.Error())
		}
		notes.Add(&b)
	}
	for _, n := range notes.Notes() {
		messages = append(messages, fmt.Sprintf("line %d: %v", n.Line, n.Err))
	}
	return strings.Join(list, " "), messages, notes.Counts.Counts()
}

// Files as other programs and people write them: each label is read, or a note names it with a count.
func TestMessyGames(t *testing.T) {
	const (
		italian = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 "
		moves   = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 "
		scotch  = "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 "
	)
	for _, test := range []struct {
		text, rows string
		messages   []string // their starts
		counts     string   // of stats
	}{
		// Evaluations without a decimal point.
		{"1. e4 {[%eval 35,18]} c5 {[%eval 1250,20]} 2. Nf3 {[%eval -#3,12]} *", "| e2e4 c7c5=0.35 g1f3=12.5 -=-997.0",
			[]string{`line 1: evaluations without a decimal point, read as hundredths of a pawn; Task.EvalUnit pawns reads them as pawns: 2, the first is "[%eval 35,18]"`}, "evals_in_hundredths: 2"},
		{"1. e4 {[%eval 35]} e5 {[%eval 0]}\n1-0\n1. d4 {[%eval 0.5]} 0-1\n", "|1.0 e2e4 e7e5=0.35 -=0.0 |0.0 d2d4 -=0.5",
			[]string{"line 1: evaluations without a decimal point, read as hundredths of a pawn; Task.EvalUnit pawns reads them as pawns: 1, the first is \"[%eval 35]\"; other games have evaluations with a decimal point, in pawns: 1"},
			"evals_in_hundredths: 1, evals_in_pawns: 1"},
		{"1. e4 {[%eval 0.35]} e5 {[%eval 1]}\n2. d4 {[%eval 0]} d5 {[%eval #2]} *", "| e2e4 e7e5=0.35 d2d4 d7d5=0.0 -=998.0",
			[]string{`line 1: evaluations that are left out because they have no decimal point and others of the game do; Task.EvalUnit decides their unit: 1, the first is "[%eval 1]"`}, "evals_in_pawns: 1, evals_unclear: 1"},
		{"1. e4 {[%eval 29996]} e5 {[%eval 50000]} 2. d4 {[%eval -99998,3]} *", "| e2e4 e7e5=299.96 d2d4 -",
			[]string{`line 1: evaluations that are left out because they are out of range: 2, the first is "[%eval 50000]"`, "line 1: evaluations without"}, "evals_in_hundredths: 1, evals_out_of_range: 2"},
		{"1. e4 {[%eval 1000.5]} e5 {[%eval 999.9]} *", "| e2e4 e7e5 -=999.9", []string{"line 1: evaluations that are left out because they are out of range: 1"}, "evals_in_pawns: 2, evals_out_of_range: 1"},
		// Notations of evaluations.
		{"1. f3 {[%eval 0.5/20]} e5 {[%eval +0.74]} 2. g4 {[%eval -M1]} Qh4# {[%eval #-0]} 0-1\n1. f3 {[%eval M5]} e5 {[%eval -M3,20]} 2. g4 {[%eval mate 2]} Qh4 {[%eval −1.5]} 0-1",
			"|0.0 f2f3 e7e5=0.5 g2g4=0.74 d8h4=-999.0 -=-1000.0 |0.0 f2f3 e7e5=995.0 g2g4=-997.0 d8h4=998.0 -=-1.5", nil, "evals_in_pawns: 3"},
		{"1. f3 {[%eval -.5]} e5 {[%eval 1e2]} 2. g4 {[%eval NaN]} Qh4# {[%EVAL  -1.25 , 18 ]} 0-1", "|0.0 f2f3 e7e5=-0.5 g2g4 d8h4 -=-1.25",
			[]string{`line 1: evaluations that cannot be read: 2, the first is "[%eval 1e2]"`}, "evals_in_pawns: 2, evals_unreadable: 2"},
		{"1. e4 {[%eval]} e5 {[%eval #]} 2. d4 {[%eval 0.3} d5 {[%eval:0.3]} 3. c4 {[%eval 0,05]} *", "| e2e4 e7e5 d2d4 d7d5 c2c4 -", []string{`line 1: evaluations that cannot be read: 5, the first is "[%eval]"`}, "evals_unreadable: 5"},
		{"1. e4 {[%eval 0.3]} {[%eval 0.3] [%eval 0.4]} {[%clk 0:00:01][%clk 0:00:02]} *", "| e2e4 -=0.3@1.0",
			[]string{"line 1: evaluations that are left out because the position has an earlier one: 1", "line 1: clocks that are left out because the position has an earlier one: 1"}, "clocks_repeated: 1, evals_in_pawns: 3, evals_repeated: 1"},
		{"1. e4 {+0.31/14 0.4s} e5 {book} 2. d4 {(-0.5)} *", "| e2e4 e7e5 d2d4 -", []string{`line 1: comments with an engine's score, which is not read: 2, the first is "{+0.31/14 0.4s}"`}, "comments: 1, engine_scores: 2"},
		// Line ends, tabs and several blanks in commands.
		{"1. e4 {[%clk 1:30:57]} e5 {\n[%clk 1:30:54]} 2. Nf3 {[%clk \n1:31:16]} Nc6 {[%clk\r\n1:31:18\t]} 3. Bb5 {[%eval\n0.31] [%clk\t1:31:39]} a6 {[%eval  0.25\n] [%emt\n0:01]} *",
			"| e2e4 e7e5@5457.0 g1f3@5454.0 b8c6@5476.0 f1b5@5478.0 a7a6=0.31@5499.0 -=0.25", nil, "commands: 1, evals_in_pawns: 2"},
		{"1. e4 {[%clk\u00a00:01:00]} e5 ; [%clk\t0:00:58,5] [%eval 0.1]\n2. d4 {[% clk 1:03.333]} d5 {[%CLK 26:14:33]} *", "| e2e4 e7e5@60.0 d2d4=0.1@58.5 d7d5@63.333 -@94473.0", nil, "evals_in_pawns: 1"},
		{"1. e4 {[%clk 59]} e5 {[%clk 1:30]} 2. d4 {[%clk 5 days]} d5 {[%clk 0:01:00} *", "| e2e4 e7e5 d2d4 d7d5 -", []string{`line 1: clocks that cannot be read: 4, the first is "[%clk 59]"`}, "clocks_unreadable: 4"},
		// Signs beside moves, and glued to them.
		{"1. e4= e5+= 2. Nf3=+ Nc6+/- 3. Bc4-/+ Bc5+- 4. c3-+ Nf6~ 5. d4!= exd4⩲/= *", "| " + moves + "c2c3 g8f6 d2d4 e5d4 -", nil, "signs: 10"},
		{"1. e4 ± e5 ∓ 2. Nf3 ⩲ Nc6 ⩱ 3. Bc4 ∞ Bc5 ⯹ 4. c3 ⨀ □ Nf6 ⟳ ⇑ 5. d4 → ⇆ exd4 ‼ ⁇ ⁈ ⁉ = ≤ ⌓ Δ ⊙ † *", "| " + moves + "c2c3 g8f6 d2d4 e5d4 -", nil, "signs: 22"},
		{"1.± e4±∓⩲ e5∞!? 2.Nf3!±N Nc6?!□ 3.Bc4→⇆Bc5⨀4.c3 Nf6‼5.d4⁉exd4±1-0", "|1.0 " + moves + "c2c3 g8f6 d2d4 e5d4 -", nil, "signs: 11"},
		{"1. e4 N e5 TN 2. Nf3N Nc6 D 3. Bc4 RR Bc5 N! 4. c3TN Nf6RR 5. d4 [] exd4 {c} N *", "| " + moves + "c2c3 g8f6 d2d4 e5d4 -", nil, "comments: 1, signs: 10"},
		{"1. e4 d5 2. Bb5ch c6 3. Bxc6+ ch bxc6 dbl ch 4. d4 Qd6† *\n1. e4 f6 2. d4 g5 3. Qh5X *\n1. f3 e5 2. g4 Qh4mate 0-1", "| e2e4 d7d5 f1b5 c7c6 b5c6 b7c6 d2d4 d8d6 - | e2e4 f7f6 d2d4 g7g5 d1h5 - |0.0 f2f3 e7e5 g2g4 d8h4 -", nil, "signs: 7"},
		{"1. e4 (1. d4 ± N Nc6⩲ (d5=) +- TN) e5 (=) 2. Nf3 (2. f4!? ∞) Nc6 -+ += *", "| e2e4 e7e5 g1f3 b8c6 -", nil, "signs: 2, variations: 3"},
		{"1. e4 +/+- e5 +-- 2. Nf3 --+ Nc6 -> 3. Bc4 <=> Bc5 ^ 4. c3 ~= Nf6 =~ 5. d4 => exd4 _|_ /\\ *", "| " + moves + "c2c3 g8f6 d2d4 e5d4 -", []string{"reject ply 11: "}, "signs: 10"},
		{"1. e4 e5 2. N f3 *", "| e2e4 e7e5 -", []string{`reject ply 3: movegen: SAN "N": `}, ""},
		{"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8N *\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q=+ *\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8= *", "| a7a8n - | a7a8q - | -",
			[]string{`reject ply 1: in "a8=": movegen: SAN "a8": expected =Q, =R, =B or =N after a pawn's move to a8; did you mean a8=Q+?`}, "signs: 2"},
		{"1. e4 +0.35 e5 *\n1. e4+0.35 e5 *\n1. e4 -- *\n1. e4 –– *\n1. e4 <> *", "| e2e4 - | e2e4 - | e2e4 - | e2e4 -",
			[]string{`reject ply 2: in "+0.35": `, `reject ply 1: in "e4+0.35": `, "reject ply 2: expected a legal move, found the null move --", "reject ply 2: expected a legal move, found the null move --", "reject ply 2: expected a legal move, found the null move <>"}, ""},
		// Results.
		{"[Result \"0-0\"]\n\n" + italian + "0-0\n\n[Result \"0-0\"]\n\n" + italian + "4. 0-0 Nf6 {c} 0-0 ; d\n\n[Result \"1-0\"]\n\n1. d4 1-0", "| " + moves + "- | " + moves + "e1g1 g8f6 - |1.0 d2d4 -",
			[]string{`line 1: results that both players lost, which are no labels: 2, the first is "0-0"`}, "comments: 1, results_both_lost: 2"},
		{"[Result \"1-0\"]\n\n" + italian + "0-0 1-0\n" + italian + "0-0 *", "|1.0 " + moves + "e1g1 - | " + moves + "e1g1 -", nil, ""},
		{"1. e4 e5 0-0 *", "| e2e4 e7e5 -", []string{`reject ply 3: movegen: SAN "0-0": expected a legal move in`}, ""},
		{"1. e4 1 - 0\n1. e4 1–0\n1. e4 1:0\n1. e4 1.0-0.0\n1. e4 0 — 1\n1. e4 ½–½\n1. e4 0.5-0.5\n1. e4 ½\n1. e4 1/2 - 1/2\n1. e4 \xbd-\xbd\n1. e4 1-0.\n1. e4 1-0{c}",
			"|1.0 e2e4 - |1.0 e2e4 - |1.0 e2e4 - |1.0 e2e4 - |0.0 e2e4 - |0.5 e2e4 - |0.5 e2e4 - |0.5 e2e4 - |0.5 e2e4 - |0.5 e2e4 - |1.0 e2e4 - |1.0 e2e4 -", nil, ""},
		{"[Result \"1-0 \"]\ne4\n[Result \"1 - 0\"]\ne4\n[Result \"1–0\"]\ne4\n[Result \"0.5-0.5\"]\ne4\n[Result \"½-½\"]\ne4\n[Result \"1/2\"]\ne4\n[Result \"0:1\"]\ne4\n[Result \"\u200b1-0\"]\ne4",
			"|1.0 e2e4 - |1.0 e2e4 - |1.0 e2e4 - |0.5 e2e4 - |0.5 e2e4 - |0.5 e2e4 - |0.0 e2e4 - |1.0 e2e4 -", nil, ""},
		{"1. e4 +:-\n1. e4 -:+\n[Result \"1-0F\"]\n\n1. e4 1-0\n[A \"\"]\n\n-/+\n[Result \"0-1\"]\n\n-/+\n[A \"\"]\n\n1. e4 +/- e5 *", "| e2e4 - | e2e4 - | e2e4 - | - |0.0 - | e2e4 e7e5 -",
			[]string{`line 1: results by forfeit, which are no labels: 4, the first is "+:-"`}, "results_forfeited: 4, signs: 1"},
		{"[Result \"White\"]\n\n1. e4 *\n[Result \"1-1\"]\n\n1. e4 1-0\n[Result \"?\"]\n\n1. e4", "| e2e4 - |1.0 e2e4 - | e2e4 -", []string{`line 1: results that cannot be read: 1, the first is "White"`}, "results_unreadable: 1"},
		{"[Result \"1-0\"]\n\n1. e4 0-1\n[Result \"1-0\"]\n\n1. e4 1/2-1/2\n[Result \"1-0\"]\n\n1. e4 *\n[Result \"0-0\"]\n\n1. e4 1-0\n[Result \"1-0\"]\n\n1. e4 1-0F", "|1.0 e2e4 - |1.0 e2e4 - |1.0 e2e4 - | e2e4 - |1.0 e2e4 -",
			[]string{"line 10: results that both players lost", `line 3: tags Result that contradict the end of the moves; the tags are used: 3, the first is "0-1"`}, "results_both_lost: 1, results_contradicted: 3"},
		{"1. e4 1-1\n1. e4 1/2-0\n", "| e2e4 -", []string{`reject ply 2: movegen: SAN "1-1"`}, ""},
		// Byte order marks between games and before tags, and blanks that are not ASCII.
		{"\ufeff[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\ufeff[Event \"b\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\ufeff1. c4 c5 1/2-1/2\n\ufeff\ufeff1. f4", "|1.0 e2e4 e7e5 - |0.0 d2d4 d7d5 - |0.5 c2c4 c7c5 - | f2f4 -", nil, ""},
		{"[Result\u00a0\"1-0\"]\n\n1.\u00a0e4\u200b e5\u20092.\u202fNf3\u00a0Nc6\u3000\u200d3.\u2003\u2060Bc4\xa0Bc5\u00a01-0", "|1.0 " + moves + "-", nil, ""},
		{"1. e4 … e5 2… Nf3 2‥ Nc6 *", "| e2e4 e7e5 g1f3 b8c6 -", nil, ""},
		// Typography of moves.
		{italian + "4. O–O Nf6 5. ♘c3 O‑O 6. d2–d4 e×d4 7. ♞×d4 *", "| " + moves + "e1g1 g8f6 b1c3 e8g8 d2d4 e5d4 f3d4 -", nil, ""},
		{"[WhiteElo \"2400\"]\n[BlackElo \"strong\"]\n\n1. e4\n[WhiteElo \"?\"]\n[BlackElo \"\"]\n\n1. e4", "| e2e4 - | e2e4 -", []string{`line 2: ratings that cannot be read: 1, the first is "[BlackElo \"strong\"]"`}, "ratings_unreadable: 1"},
		{scotch + "O-O-O *\n1. e4e5 *\n1. e4 e5 nf3 *\n1. e4 pawn *\n1. e4 O–O *", "| e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 - | e2e4 e7e5 - | e2e4 - | e2e4 -", []string{
			`reject ply 7: movegen: SAN "O-O-O": expected a legal move in`, `reject ply 1: movegen: SAN "e4e5": expected a legal move; did you mean e4 e5?`,
			`reject ply 3: movegen: SAN "nf3": expected a capital letter for the piece, "N", not "n"; did you mean Nf3?`, `reject ply 2: movegen: SAN "pawn": expected a target square`,
			`reject ply 2: in "O\u2013O": movegen: SAN "O-O": expected a legal move in`}, ""},
	} {
		rows, messages, counts := messyGames(t, test.text, "")
		if rows != test.rows {
			t.Errorf("%q:\n%s, want\n%s", test.text, rows, test.rows)
		}
		if !slices.EqualFunc(messages, test.messages, strings.HasPrefix) {
			t.Errorf("%q: messages %q, want %q", test.text, messages, test.messages)
		}
		var stats []string
		for _, kind := range slices.Sorted(maps.Keys(counts)) {
			stats = append(stats, fmt.Sprintf("%s: %d", kind, counts[kind]))
		}
		if got := strings.Join(stats, ", "); got != test.counts {
			t.Errorf("%q: stats %s, want %s", test.text, got, test.counts)
		}
	}
}

// EvalUnit decides the unit of evaluations without a decimal point. Others are in pawns.
func TestEvalUnit(t *testing.T) {
	const text = "1. e4 {[%eval 35,18]} e5 {[%eval 0.5]} 2. d4 {[%eval -2]} d5 {[%eval #1]} *\n1. e4 {[%eval 1250]} e5 {[%eval -7]} *"
	for unit, want := range map[string]string{
		"":           "| e2e4 e7e5 d2d4=0.5 d7d5 -=999.0 | e2e4 e7e5=12.5 -=-0.07",
		"auto":       "| e2e4 e7e5 d2d4=0.5 d7d5 -=999.0 | e2e4 e7e5=12.5 -=-0.07",
		"pawns":      "| e2e4 e7e5=35.0 d2d4=0.5 d7d5=-2.0 -=999.0 | e2e4 e7e5 -=-7.0",
		"centipawns": "| e2e4 e7e5=0.35 d2d4=0.5 d7d5=-0.02 -=999.0 | e2e4 e7e5=12.5 -=-0.07",
	} {
		if rows, messages, _ := messyGames(t, text, unit); rows != want {
			t.Errorf("%s: %s, want %s; %q", unit, rows, want, messages)
		}
	}
	if _, err := Open("-", strings.NewReader(text), records.InputOptions{EvalUnit: "cp"}); err == nil || !strings.Contains(err.Error(), `InputOptions.EvalUnit: expected pawns, centipawns or auto, found "cp"`) {
		t.Error(err)
	}
}

// Signs at every place of a game change no move: alone and glued, before and after moves, numbers and other signs, in variations.
func TestSignsEverywhere(t *testing.T) {
	signs := []string{"±", "∓", "⩲", "⩱", "∞", "⯹", "⨀", "□", "⟳", "⇑", "→", "⇆", "‼", "⁇", "⁈", "⁉", "=", "+=", "=+", "+/-", "-/+", "+-", "-+", "+/=", "=/+", "!=", "~", "!", "?", "!!", "??", "!?", "?!", "#", "++", "+--", "--+",
		"⌓", "△", "▽", "⊕", "○", "⨁", "⟂", "⫽", "⫾", "↑", "∆", "≥", "≤", "−+", "+−", "–+", "±±", "$14", "$1$10", "⩲/⩱", "◻", "✓", "⊥", "┴", "⇔", "\xb1"}
	words := []string{"N", "TN", "D", "RR"}
	moves := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Nf6"}
	const want = "|1.0 e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 g8f6 -"
	for k, sign := range slices.Concat(signs, words) {
		isWord := k >= len(signs)
		for _, form := range []string{"%s %s ", "%s%s ", "%s%s! ", "%s !%s ", "%s {c} %s ", "%s (%[2]s) ", "%s (d4%[2]s %[2]s) ", "%s%[2]s%[2]s ", "%s %[2]s%[2]s ", "%s\n%s\n", "%s%s{c}", "%s %s(c)"} {
			if isWord && strings.Contains(form, "%[2]s%[2]s") || isWord && strings.HasPrefix(form, "%s%s!") && sign != "N" {
				continue
			}
			var text strings.Builder
			for i, m := range moves {
				if i%2 == 0 {
					fmt.Fprintf(&text, "%d.", i/2+1)
					if !isWord && strings.HasPrefix(form, "%s ") {
						fmt.Fprintf(&text, "%s ", sign)
					}
				}
				fmt.Fprintf(&text, form, m, sign)
			}
			rows, messages, counts := messyGames(t, text.String()+"1-0", "")
			if rows != want || messages != nil || counts["signs"]+counts["variations"] == 0 && strings.Trim(sign, "#+") != "" {
				t.Errorf("%q:\n%s, %q, %v", text.String(), rows, messages, counts)
			}
		}
	}
}
