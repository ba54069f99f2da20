package gametext

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Commands may have any blanks, and their names any case. A command without a bracket at its end is not well formed.
func TestCommands(t *testing.T) {
	for comment, want := range map[string]string{
		"":             "",
		"[%]":          "= true",
		"no [ % eval":  "",
		"[%eval 0.35]": "eval=0.35 true",
		"a [%clk\n1:30:57] b [%EVAL\t 0.31\r\n] [%emt  0:01]":     "clk=1:30:57 true, EVAL=0.31 true, emt=0:01 true",
		"[% clk 1:00:00][%clk\u00a01:00:01][%clk \ufeff1:00:02 ]": "clk=1:00:00 true, clk=1:00:01 true, clk=1:00:02 true",
		"[%eval]":                   "eval= true",
		"[%eval 0.3":                "eval=0.3 false",
		"[%eval 0.3 [%clk 1:00:00]": "eval=0.3 false, clk=1:00:00 true",
		"[%eval:0.3] [%clk=1]":      "eval=:0.3 false, clk==1 false",
		"[%eval 0.3} [%":            "eval=0.3} false, = false",
	} {
		var got []string
		for at := 0; ; {
			c, ok := NextCommand([]byte(comment), at)
			if !ok {
				break
			}
			if at = c.Stop; c.Stop <= c.Start || !strings.HasPrefix(comment[c.Start:c.Stop], "[%") {
				t.Fatalf("%q: from %d to %d", comment, c.Start, c.Stop)
			}
			got = append(got, fmt.Sprintf("%s=%s %v", c.Name, c.Value, c.WellFormed))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %s, want %s", comment, got, want)
		}
	}
}

// A decimal point makes pawns. Other notations of numbers and mates are read or refused.
func TestParseEval(t *testing.T) {
	for text, want := range map[string]struct {
		x float64
		u Unit
	}{
		"0.35": {0.35, Pawns}, "-0.35": {-0.35, Pawns}, "+0.74": {0.74, Pawns}, "-.5": {-0.5, Pawns}, ".5": {0.5, Pawns}, "1.": {1, Pawns},
		"0.5/20": {0.5, Pawns}, "0.35,18": {0.35, Pawns}, "-1.25 , 18": {-1.25, Pawns}, "0.5,d20": {0.5, Pawns}, "−0.35": {-0.35, Pawns}, "–1.5": {-1.5, Pawns},
		"35,18": {35, Whole}, "1250,20": {1250, Whole}, "-35": {-35, Whole}, "0": {0, Whole}, "+35/9": {35, Whole}, "35 , 18": {35, Whole}, "0,5": {0, Whole}, "−35,18": {-35, Whole},
		"#3": {3, Mate}, "#-3": {-3, Mate}, "-#3": {-3, Mate}, "#+3": {3, Mate}, "+#3": {3, Mate}, "M5": {5, Mate}, "-M1": {-1, Mate}, "m-4": {-4, Mate},
		"mate 3": {3, Mate}, "Mate in 3": {3, Mate}, "-mate 2": {-2, Mate}, "#-3,12": {-3, Mate}, "-M3/20": {-3, Mate}, "#0": {0, Mate}, "#-0": {0, Mate}, "−#3": {-3, Mate},
		"": {}, "#": {}, "M": {}, "-": {}, "+": {}, ".": {}, "1e2": {}, "NaN": {}, "inf": {}, "0x1": {}, "+-1": {}, "-#-3": {}, "#3.5": {}, "1.2.3": {}, "0.35 18": {},
		"0,05": {}, "1,000.5": {}, "35,": {}, "35,x": {}, ",18": {}, "/": {}, "[0.3": {}, "1_000": {}, "½": {},
	} {
		if x, u := ParseEval([]byte(text)); u != want.u || x != want.x {
			t.Errorf("%q is %v in unit %d, want %v in %d", text, x, u, want.x, want.u)
		}
	}
}

// Clocks have three parts, or two with a fraction.
func TestParseClock(t *testing.T) {
	for text, want := range map[string]float64{
		"1:30:57": 5457, "0:00:58,5": 58.5, "0:00:58.5": 58.5, "00:01:00": 60, "26:14:33": 94473, "1:03.333": 63.333, "1:03,5": 63.5, "0:75:00": 4500, "000:00:00": 0,
		"": -1, "59": -1, "1:30": -1, "59.5": -1, "5 days": -1, "1:2:3:4": -1, "0::0": -1, "-1:00:00": -1, "0:00:1e9": -1, "0:0x1:0": -1, "nan:0:0": -1, "0:0:0 ": -1, "1.5:00:00": -1,
		"0:00:1.": -1, "0:00:.5": -1, "0:00:1.5.5": -1, "0:00:1,5,5": -1, "1:30:57,0:01": -1, "1:30:\n57": -1, "0:00:" + strings.Repeat("9", 400): -1,
	} {
		x, ok := ParseClock([]byte(text))
		if ok != (want >= 0) || ok && math.Abs(x-want) > 1e-9 {
			t.Errorf("%.20q is %v, %v, want %v", text, x, ok, want)
		}
	}
}

// Comments that begin with an engine's score are recognized.
func TestIsScore(t *testing.T) {
	for text, want := range map[string]bool{
		"+0.31/14 0.4s": true, "-M5/21 0.1s": true, "+M3/9": true, "0.00/1 0.2s, White mates": true, "(+3.05)": true, " ( -1.5 ) x": true, "+0.31": true, "-0.31 12": true, "(0.15/20)": true,
		"": false, "+": false, "0.35": false, "1-0": false, "12 minutes": false, "+1 for this": false, "-5": false, "3.Nf3": false, "2/3": true, "a +0.31/14": false, "+0.31x": false, "+.": false, "(": false, "#": false,
	} {
		if got := IsScore([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Results have many spellings. Those of forfeits and of two losers are no labels.
func TestParseResult(t *testing.T) {
	for o, texts := range map[Outcome][]string{
		WhiteWins:      {"1-0", "1-0 ", " 1-0", "1 - 0", "1–0", "1—0", "1‑0", "1−0", "1:0", "1.0-0.0", "1", "1.0", "1-0.", "1\x960", "\u200b1-0", "1\u00a0-\u00a00", "1,0:0,0"},
		BlackWins:      {"0-1", "0:1", "0 – 1", "0.0-1.0", "0", "0.0"},
		Draw:           {"1/2-1/2", "1/2", "½-½", "½", "½:½", "½–½", "0.5-0.5", ".5-.5", "0,5-0,5", "0.5", ".5", "1/2 - 1/2", "1/2:1/2", "=", "\xbd-\xbd"},
		BothLose:       {"0-0", "0:0", "0 - 0", "0–0", "0.0-0.0"},
		WhiteByForfeit: {"+:-", "+/-", "+--", "+ - -", "1-0F", "1-0 F", "1-0 (ff)", "1-0 forfeit", "+:−"},
		BlackByForfeit: {"-:+", "-/+", "--+", "0-1f", "–:+"},
		BothForfeit:    {"-:-", "-/-", "0-0F", "---"},
		Unknown:        {"", "*", "?", " * "},
		NoResult:       {"1-1", "1/2-0", "2-0", "White", "1-0 White", "-", "1-0-0", "0-0-0", "1.0-0", "½-½F", "1/2-1/2 ff", "+", "10-0", "0.55-0.5"},
	} {
		for _, text := range texts {
			if got := ParseResult([]byte(text)); got != o {
				t.Errorf("%q is %d, want %d", text, got, o)
			}
		}
	}
	for o := range BothForfeit + 1 {
		if o != NoResult && ParseResult([]byte(o.String())) != o {
			t.Errorf("%s is another result", o)
		}
		if _, ok := o.Halves(); ok != (o >= WhiteWins && o <= Draw) {
			t.Errorf("%s: %v", o, ok)
		}
	}
	if !WhiteWins.Contradicts(Draw) || WhiteWins.Contradicts(WhiteByForfeit) || !BothLose.Contradicts(BlackByForfeit) || Unknown.Contradicts(Draw) || BothForfeit.Contradicts(BothLose) {
		t.Error("contradictions")
	}
}
