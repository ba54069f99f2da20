package attacks

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
	"github.com/koggestone/koggestone/internal/corpus"
)

func program() cli.Program { c := new(Commands); return cli.Program{Commands: c, Vars: c.Vars()} }

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
		{"attacks_show_many.txt", clitest.TwoFENs, []string{"attacks", "-", "--show", "hanging,danger"}},
		{"attacks_many.txt", clitest.TwoFENs, []string{"attacks", "-"}},
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
		{"two inputs", "", "found both", []string{"attacks", "--fen", clitest.Castled, "-"}},
		{"no such file", "", "no such file", []string{"attacks", filepath.Join(dir, "none.fen")}},
		{"a directory", "", "a folder, expected a file", []string{"attacks", dir}},
		{"empty input", "", "standard input: expected FEN or EPD lines, found none", []string{"attacks", "-"}},
		{"only comments", "# a\n\n#b\n", "standard input: expected FEN or EPD lines, found none", []string{"attacks", "-"}},
		{"malformed line", clitest.TwoFENs + "8/8/8/9\n", "standard input: line 5: FEN: piece placement, offset 6: \"9\", expected one of PNBRQKpnbrqk or a digit up to 8 (rank 5)", []string{"attacks", "-"}},
		{"malformed --fen", "", "--fen: line 1: FEN: piece placement, offset 1: the field ends, expected", []string{"attacks", "--fen", "8"}},
		{"unknown set", "", `--show: expected a set, attacks, pawns, knights, bishops, rooks, queens, kings, twice, defended, hanging, batteries, xrays, xrays-own, reach, lesser-minor, lesser-rook, lesser-queen, checkers, checkmask, danger, pinned, pinners, discoverers, pawn-checks, knight-checks, bishop-checks, rook-checks, queen-checks, threats or all, found "pins"`, []string{"attacks", "--fen", clitest.Castled, "--show", "checkers,pins"}},
		{"unknown side", "", `--fen: line 1: FEN: side to move, offset 16: "x", expected w or b`, []string{"attacks", "--fen", "8/8/8/8/8/8/8/8 x - -"}},
		{"json of many", clitest.TwoFENs, "standard input: --json writes one position, found more; koggestone annotate writes", []string{"attacks", "-", "--json"}},
		{"svg of many", clitest.TwoFENs, "standard input: --svg draws one position, found more", []string{"attacks", "-", "--svg", filepath.Join(dir, "a.svg")}},
		{"svg to no folder", "", "--svg: cannot write", []string{"attacks", "--fen", clitest.Castled, "--svg", filepath.Join(dir, "none", "a.svg")}},
	})
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("files left behind: %v", left)
	}
}

func TestKeepGoing(t *testing.T) {
	in := "8/8/8/8/8/8/8/R7\nbad\n\n8/8\n8/8/8/8/8/8/8/B7\n"
	code, stdout, stderr := command(in, "attacks", "-", "--keep-going")
	lines := strings.Split(stdout, "\n")
	if code != cli.ExitOK || len(lines) != 5 || !strings.HasPrefix(lines[2], "       1 ") || !strings.HasPrefix(lines[3], "       5 ") {
		t.Errorf("exit %d, %q", code, lines)
	}
	errs := strings.Split(stderr, "\n")
	if len(errs) != 4 || !strings.Contains(errs[0], "line 2:") || !strings.Contains(errs[1], "line 4:") ||
		errs[2] != "koggestone: standard input: positions: 2, malformed lines skipped: 2" {
		t.Errorf("standard error %q", stderr)
	}
}

// The positions before a malformed line are written, then the command stops.
func TestStopsAtMalformedLine(t *testing.T) {
	code, stdout, _ := command("8/8/8/8/8/8/8/R7\nbad\n8/8/8/8/8/8/8/B7\n", "attacks", "-")
	if code != cli.ExitBadInput || strings.Count(stdout, "\n") != 3 || !strings.Contains(stdout, "\n       1 ") {
		t.Errorf("exit %d, output %q", code, stdout)
	}
}

// With several batches the line numbers continue, and there is one heading.
func TestManyBatches(t *testing.T) {
	games, err := io.ReadAll(corpus.Games().Reader())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat(string(games), 14) // 8400 positions on 8414 lines
	code, stdout, _ := command(text, "attacks", "-")
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if code != cli.ExitOK || len(lines) != 2+8400 {
		t.Fatalf("exit %d, %d lines", code, len(lines))
	}
	if first, last := strings.Fields(lines[2]), strings.Fields(lines[8401]); first[0] != "2" || last[0] != "8414" {
		t.Errorf("first line %q, last line %q", lines[2], lines[8401])
	}
	for i, line := range lines[2+600:] { // the same positions, repeated
		if line[8:] != lines[2+i][8:] {
			t.Fatalf("output line %d: %q, want the attacks of %q", 2+600+i, line, lines[2+i])
		}
	}
}

func TestReadError(t *testing.T) {
	var out, errs bytes.Buffer
	code := program().Run([]string{"attacks", "-"}, iotest.ErrReader(errors.New("torn tape")), &out, &errs)
	if code != cli.ExitBadInput || errs.String() != "koggestone: standard input: torn tape\n" {
		t.Errorf("exit %d, standard error %q", code, errs.String())
	}
}

// endless is an input that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, "8/8/8/8/8/8/8/R7\n"), nil
}

func TestWriteErrors(t *testing.T) {
	for _, c := range []struct {
		err    error
		code   int
		stderr string
	}{
		{&os.PathError{Op: "write", Path: "|1", Err: cli.BrokenPipe[0]}, cli.ExitOK, ""},
		{errors.New("no space left on device"), cli.ExitBadInput, "koggestone: no space left on device\n"},
	} {
		var errs bytes.Buffer
		code := program().Run([]string{"attacks", "-"}, endless{}, &clitest.ErrWriter{N: 100_000, Err: c.err}, &errs)
		if code != c.code || errs.String() != c.stderr {
			t.Errorf("%v: exit %d, standard error %q", c.err, code, errs.String())
		}
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

// With --keep-going an input without any position is an error.
func TestAllMalformed(t *testing.T) {
	code, _, stderr := command("x\ny\n", "attacks", "-", "--keep-going")
	if code != cli.ExitBadInput || !strings.HasSuffix(stderr, "koggestone: standard input: expected FEN or EPD lines, found only malformed ones: 2\n") || strings.Count(stderr, "\n") != 3 {
		t.Errorf("exit %d, %q", code, stderr)
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
