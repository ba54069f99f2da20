package attacks

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
	"github.com/koggestone/koggestone/pairs"
)

func program() cli.Program {
	c := new(Commands)
	return cli.Program{Families: []any{c}, Vars: c.Vars()}
}

// command runs a command on the given standard input.
func command(stdin string, args ...string) (code int, stdout, stderr string) {
	return clitest.Run(program(), stdin, args...)
}

func TestGolden(t *testing.T) {
	clitest.Golden(t, program, []clitest.GoldenTest{
		{"attacks.txt", "", []string{"attacks", "--fen", clitest.Castled}},
		{"demonstration.txt", "", []string{"attacks"}},
		{"attacks.json", "", []string{"attacks", "--fen", clitest.Castled, "--json"}},
		{"attacks.svg", "", []string{"attacks", "--fen", clitest.Castled, "--svg", "-"}},
		{"attacks_checks.svg", "", []string{"attacks", "--fen", pinsAndChecks, "--show", "checkmask,hanging", "--svg", "-"}},
		{"attacks_show.txt", "", []string{"attacks", "--fen", pinsAndChecks, "--show", "attacks,pinned,checkers", "--show", "xrays,threats"}},
		{"pairs.txt", "", []string{"pairs", "--fen", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"}},
		{"pairs_move.txt", "", []string{"pairs", "--fen", pairBoard, "--move", "c4f7", "--indices", "sfnnv16"}},
		{"pairs_move.json", "", []string{"pairs", "--fen", pairBoard, "--move", "c4f7", "--indices", "sfnnv16", "--json"}},
		{"pairs.json", "", []string{"pairs", "--fen", pairBoard, "--indices", "SFNNv10", "--json"}},
		{"pairs_move.svg", "", []string{"pairs", "--fen", pairBoard, "--move", "c4f7", "--svg", "-"}},
	})
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	clitest.BadInput(t, program, []clitest.BadInputTest{
		{"malformed --fen", "", "--fen: FEN: piece placement, offset 1: expected / after the eighth square of rank 8, found the end of the field", []string{"attacks", "--fen", "8"}},
		{"a FEN without its flag", "", "unexpected argument 8/8/8/8/8/8/8/8 w; did you mean --fen '8/8/8/8/8/8/8/8 w'?; see koggestone pairs --help", []string{"pairs", "8/8/8/8/8/8/8/8 w"}},
		{"an illegal move", "", `koggestone: --move: move "e2e5": expected a legal move in `, []string{"pairs", "--fen", "startpos", "--move", "e2e5"}},
		{"misspelt set", "", "--show: unknown set hangin; did you mean hanging?\n", []string{"attacks", "--show", "hangin"}},
		{"no position", "", "expected --fen FEN or --check FILE; see koggestone pairs --help", []string{"pairs"}},
		{"unknown set", "", `--show: expected a set, attacks, pawns, knights, bishops, rooks, queens, kings, twice, defended, hanging, batteries, xrays, xrays-own, reach, lesser-minor, lesser-rook, lesser-queen, checkers, checkmask, danger, pinned, pinners, discoverers, pawn-checks, knight-checks, bishop-checks, rook-checks, queen-checks, threats, all, found "pins"`, []string{"attacks", "--fen", clitest.Castled, "--show", "checkers,pins"}},
		{"unknown side", "", `--fen: FEN: side to move, offset 16: expected w or b, found "x"`, []string{"attacks", "--fen", "8/8/8/8/8/8/8/8 x - -"}},
		{"svg to no folder", "", "--svg: cannot write", []string{"attacks", "--fen", clitest.Castled, "--svg", filepath.Join(dir, "none", "a.svg")}},
	})
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("files left behind: %v", left)
	}
}

func TestSVGFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.svg")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := command("", "attacks", "--fen", clitest.Castled, "--svg", path); code != cli.ExitOK || !strings.Contains(stdout, "white rooks") {
		t.Fatalf("exit %d, standard error %q", code, stderr)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/attacks.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the file differs from what --svg - writes")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("files left behind: %v", files)
	}
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want that of the file before", info.Mode())
	}
}

const (
	pinsAndChecks = "3qr1k1/5ppp/8/1q6/7b/3n4/3RBP1P/4K2R w - - 0 1"
	pairBoard     = "7k/5p2/8/8/R1B3q1/8/8/7K w - - 0 1"
)

// With --flip, everything on a board is where it would be after half a turn.
func TestFlip(t *testing.T) {
	for _, args := range [][]string{
		{"attacks", "--fen", pinsAndChecks, "--svg", "-"}, {"pairs", "--fen", clitest.Castled, "--svg", "-"},
	} {
		_, upright, _ := command("", args...)
		code, flipped, stderr := command("", append(args, "--flip")...)
		if code != cli.ExitOK || stderr != "" {
			t.Fatalf("%v: exit %d, %q", args, code, stderr)
		}
		turn := func(text string) string {
			n, _ := strconv.ParseFloat(text, 64)
			return strconv.FormatFloat(360-n, 'f', -1, 64)
		}
		number := regexp.MustCompile(`[\d.]+`)
		for _, place := range []string{`<use [^>]* x="\d+" y="\d+"`, `d="M[\d.]+ [\d.]+L[\d.]+ [\d.]+"`, `class="ring" cx="[\d.]+" cy="[\d.]+"`} {
			all := regexp.MustCompile(place).FindAllString(upright, -1)
			for _, s := range all {
				want := number.ReplaceAllStringFunc(s, turn)
				if strings.HasPrefix(s, "<use") { // the corner of a square
					at := strings.Index(s, " x=")
					want = s[:at] + number.ReplaceAllStringFunc(s[at:], func(n string) string { i, _ := strconv.Atoi(n); return strconv.Itoa(315 - i) })
				}
				if !strings.Contains(flipped, want) {
					t.Errorf("%v: no %s for %s", args, want, s)
				}
			}
		}
		if !strings.Contains(flipped, `<text x="-13" y="27">1</text>`) || !strings.Contains(flipped, `<text x="22" y="378">h</text>`) {
			t.Errorf("%v: the coordinates are not flipped", args)
		}
	}
}

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
		{"\n" + kings + "; 7", "line 2: expected move, white, black, or one of these two with removed or added, found \"7\""},
		{kings + "; green 7", "black added, found \"green 7\""},
		{kings + "; white 7 x", "line 1: white: expected a feature number, found \"x\""},
		{kings + "; white 4294967296", "line 1: white: expected a feature number, found \"4294967296\""},
		{kings + "; white 7; white 8", "line 1: white: expected one list, found two"},
		{kings + "; white removed 7", "line 1: white removed: expected a move on this line"},
		{kings + "; move e1e3; white", "line 1: move: "},
		{kings + "; move e1e2; move e1e2; white", "black added, found \"move e1e2\""},
		{"4k3/8/8/8/8/8/8/8 w - -; white", "line 1: FEN: expected one white king, found 0"},
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
		{[]string{"--check", "-"}, "--check: expected --indices"},
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
		{"P NR", `line 1: expected set and its name first, found "P"`},
		{"\nset # none", "line 2: expected a name after set, found none"},
		{"set a\nX N", `line 2: expected set, threats, pawnpairs or one of PNBRQK, found "X"`},
		{"set a\nPN N", `line 2: expected set, threats, pawnpairs or one of PNBRQK, found "PN"`},
		{"set a\nP N R", "line 2: expected one word after P, found 2"},
		{"set a\nP nr", `line 2: P: expected letters of PNBRQK, each once, or -, found "nr"`},
		{"set a\nP NN", `line 2: P: expected letters of PNBRQK, each once, or -, found "NN"`},
		{"set a\n" + good + "P N", "line 8: P: expected one line, found two"},
		{"set a\nthreats -1", `line 2: threats: expected a number, found "-1"`},
		{"set a\nP NR\nN P", "set a: expected a line that begins with B, found none"},
		{"set a\npawnpairs 1000\n" + good, "set a: pawnpairs: expected numbers beside the threats 0 to 59807, found 1000"},
	} {
		if _, err := pairs.ParseFeatureSets(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
	if sets, err := pairs.ParseFeatureSets(""); err != nil || len(sets) != 0 {
		t.Errorf("no sets: %v, %v", sets, err)
	}
}
