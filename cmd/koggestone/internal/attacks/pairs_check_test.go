package attacks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/pairs"
)

// TestCheckPairs checks numbers that the code of another engine computed, for its own set and for a file with the same rules.
func TestCheckPairs(t *testing.T) {
	const file = "testdata/plentychess.txt"
	own := filepath.Join(t.TempDir(), "own.txt")
	rules := "set own\npawnpairs 0\nthreats 4560\nP NR\nN PNBRQ\nB PNBR\nR PNBR\nQ PNBRQ\nK - # none\n"
	if err := os.WriteFile(own, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"plentychess", "Viridithas", own} {
		if code, stdout, stderr := command("", "pairs", "--check", file, "--indices", set); code != cli.ExitOK || stdout != "17 passed, 0 failed\n" {
			t.Errorf("%s: exit %d, %q, %q", set, code, stdout, stderr)
		}
	}
	if code, stdout, _ := command("", "pairs", "--check", file, "--indices", "sfnnv12"); code != 1 || !strings.HasSuffix(stdout, "\n0 passed, 17 failed\n") {
		t.Errorf("another set: exit %d, %q", code, stdout)
	}
}

// TestCheckPairsFindsFaults removes and adds a number in each list of a correct line.
func TestCheckPairsFindsFaults(t *testing.T) {
	text, err := os.ReadFile("testdata/plentychess.txt")
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if i%5 != 1 {
			continue
		}
		parts := strings.Split(line, "; ")
		for i := 2; i < len(parts); i++ {
			name := strings.TrimRight(parts[i], "0123456789 ")
			numbers := strings.Fields(parts[i][len(name):])
			parts := append([]string{}, parts...)
			for _, fault := range []string{
				name + " " + strings.Join(append([]string{"64367"}, numbers...), " "), // the last number of the set
				name + " " + strings.Join(numbers[min(1, len(numbers)):], " "),
			} {
				if fault == name+" " && len(numbers) == 0 {
					continue
				}
				parts[i] = fault
				code, stdout, _ := command(strings.Join(parts, ";")+"\n", "pairs", "--check", "-", "--indices", "plentychess")
				if code != 1 || !strings.HasPrefix(stdout, "line 1: "+name+" differs\n") || !strings.HasSuffix(stdout, "\n0 passed, 1 failed\n") {
					t.Fatalf("%s: exit %d, %q", fault, code, stdout)
				}
				faults++
			}
		}
	}
	if faults < 30 {
		t.Errorf("%d faults", faults)
	}
}

// TestNamed: the pair of each active feature of a board is on the board, and has the number.
func TestNamed(t *testing.T) {
	for _, name := range []string{"plentychess", "sfnnv10"} {
		x, err := newFeatureSet(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, fen := range []string{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", "8/1K6/2p1P3/2q2p2/3PRn2/8/k4P2/8"} {
			before, _, err := boardsOf(fen, "")
			if err != nil {
				t.Fatal(err)
			}
			all, squares := x.of(before), before.Squares()
			for _, c := range sides {
				for _, f := range all[c] {
					p := x.named(f, c, king(before, c))
					if p.From == "" || string(squares[p.pair.From()].Plain().Letter()) != p.Attacker || string(squares[p.pair.To()].Plain().Letter()) != p.Victim {
						t.Fatalf("%s: feature %d of %v is %v", fen, f, c, p)
					}
				}
			}
		}
	}
}

// TestCheckPairsNormalised: a number in both lists changes nothing, the order is any, and lists may be left out.
func TestCheckPairsNormalised(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	_, stdout, _ := command("", "pairs", "--fen", start, "--move", "g1f3", "--indices", "sfnnv16")
	lists := map[string]string{}
	for _, line := range strings.Split(stdout, "\n") {
		if name := strings.TrimRight(line, "0123456789 "); strings.HasPrefix(name, "white") {
			lists[name] = line
		}
	}
	for _, line := range []string{
		start + "; move g1f3;" + lists["white added"],
		start + "; move g1f3;" + lists["white added"] + ", 77 5;" + lists["white removed"] + " 5 77;",
	} {
		if code, stdout, stderr := command("\n# comment\n"+line, "pairs", "--check", "-", "--indices", "sfnnv16"); code != cli.ExitOK {
			t.Errorf("%s: exit %d, %q, %q", line, code, stdout, stderr)
		}
	}
}

// TestCheckPairsErrors: bad input is an error that names the line.
func TestCheckPairsErrors(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	for _, tt := range []struct{ in, want string }{
		{"", "standard input: expected lines of a FEN and feature numbers, found none"},
		{"# only\n\n", "standard input: expected lines of a FEN and feature numbers, found none"},
		{kings, "line 1: expected lists of feature numbers after the FEN, found none"},
		{"\n" + kings + "; 7", "line 2: \" 7\": expected move, white, black, or one of these two with removed or added"},
		{kings + "; green 7", "line 1: \"green 7\": expected one move, white, black, white removed"},
		{kings + "; white 7 x", "line 1: white: \"x\", expected a feature number"},
		{kings + "; white 4294967296", "line 1: white: \"4294967296\", expected a feature number"},
		{kings + "; white 7; white 8", "line 1: white is there twice"},
		{kings + "; white removed 7", "line 1: white removed: expected a move on this line"},
		{kings + "; move e1e3; white", "line 1: move: "},
		{kings + "; move e1e2; move e1e2; white", "line 1: \"move e1e2\": expected one move"},
		{"4k3/8/8/8/8/8/8/8 w - -; white", "line 1: 0 kings of white, expected one"},
		{"8/x; white", "line 1: fen: "},
	} {
		code, stdout, stderr := command(tt.in, "pairs", "--check", "-", "--indices", "sfnnv16")
		if code != cli.ExitBadInput || stdout != "" || !strings.Contains(stderr, tt.want) {
			t.Errorf("%q: exit %d, %q, standard error %q, want %q", tt.in, code, stdout, stderr, tt.want)
		}
	}
	dir := t.TempDir()
	two := filepath.Join(dir, "two.txt")
	text := ""
	for _, s := range []string{"a", "b"} {
		text += "set " + s + "\nP -\nN -\nB -\nR -\nQ N\nK -\n"
	}
	if err := os.WriteFile(two, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--check", "-"}, "--check: expected --indices, and no --move"},
		{[]string{"--check", "-", "--indices", two}, "expected one set, found 2"},
		{[]string{"--check", "-", "--indices", filepath.Join(dir, "none")}, "or a file with rules: open"},
		{[]string{"--check", filepath.Join(dir, "none"), "--indices", "reckless"}, "none"},
		{[]string{"--check", "-", "--fen", kings, "--indices", "reckless"}, "--fen and --check can't be used together"},
	} {
		if code, _, stderr := command("", append([]string{"pairs"}, tt.args...)...); code != cli.ExitBadInput || !strings.Contains(stderr, tt.want) {
			t.Errorf("%v: exit %d, standard error %q, want %q", tt.args, code, stderr, tt.want)
		}
	}
}

// TestParseFeatureSets: the known sets have the sizes of their networks, and bad rules are an error that names the line.
func TestParseFeatureSets(t *testing.T) {
	sizes := map[string]int{"sfnnv16": 59808, "plentychess": 4560 + 59808, "sfnnv12": 60144, "sfnnv11": 66864, "sfnnv10": 79856}
	for _, s := range pairs.FeatureSets() {
		if want := sizes[s.Names[0]]; s.Threats.Size != want || s.PawnPairs >= 0 != (s.Names[0] == "plentychess") {
			t.Errorf("%v: %d features, want %d", s.Names, s.Threats.Size, want)
		}
	}
	const good = "P NR\nN PNBRQ\nB PNBR\nR PNBR\nQ PNBRQ\nK -\n"
	for _, tt := range []struct{ text, want string }{
		{"P NR", `line 1: "P", expected set and its name first`},
		{"\nset # none", "line 2: expected a name after set"},
		{"set a\nX N", `line 2: "X", expected set, threats, pawnpairs or one of PNBRQK`},
		{"set a\nPN N", `line 2: "PN", expected set, threats, pawnpairs or one of PNBRQK`},
		{"set a\nP N R", "line 2: 2 words after P, expected one"},
		{"set a\nP nr", `line 2: P: "nr", expected letters of PNBRQK, each once, or -`},
		{"set a\nP NN", `line 2: P: "NN", expected letters of PNBRQK, each once, or -`},
		{"set a\n" + good + "P N", "line 8: P is there twice"},
		{"set a\nthreats -1", `line 2: threats: "-1", expected a number`},
		{"set a\nP NR\nN P", "set a: expected a line that begins with B"},
		{"set a\npawnpairs 1000\n" + good, "set a: the threats 0 to 59807 overlap the pairs of pawns from 1000"},
	} {
		if _, err := pairs.ParseFeatureSets(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
	if sets, err := pairs.ParseFeatureSets(""); err != nil || len(sets) != 0 {
		t.Errorf("no sets: %v, %v", sets, err)
	}
}
