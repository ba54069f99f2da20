package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

var update = flag.Bool("update", false, "write the golden files of testdata")

// command runs the command on the given standard input.
func command(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

const (
	castled       = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -"
	pinsAndChecks = "3qr1k1/5ppp/8/1q6/7b/3n4/3RBP1P/4K2R w - - 0 1"
	pairBoard     = "7k/5p2/8/8/R1B3q1/8/8/7K w - - 0 1"
	twoFENs       = "# two positions\n\n" + castled + "\n8/6p1/8/8/3R4/6R1/8/k6K b - - 0 1\n"
)

// times are what differs from run to run.
var times = regexp.MustCompile(`("seconds":[0-9.e-]+|: [0-9.]+ s, [0-9.]+ million nodes/s)`)

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		file, stdin string
		args        []string
	}{
		{"attacks.txt", "", []string{"attacks", "--fen", castled}},
		{"attacks.json", "", []string{"attacks", "--fen", castled, "--json"}},
		{"attacks.svg", "", []string{"attacks", "--fen", castled, "--svg", "-"}},
		{"attacks_checks.svg", "", []string{"attacks", "--fen", pinsAndChecks, "--show", "checkmask,hanging", "--svg", "-"}},
		{"attacks_show.txt", "", []string{"attacks", "--fen", pinsAndChecks, "--show", "attacks,pinned,checkers", "--show", "xrays,threats"}},
		{"attacks_show_many.txt", twoFENs, []string{"attacks", "-", "--show", "hanging,danger"}},
		{"attacks_show.json", twoFENs, []string{"attacks", "-", "--show", "batteries,checkmask", "--json"}},
		{"attacks_many.txt", twoFENs, []string{"attacks", "-"}},
		{"attacks_many.json", twoFENs, []string{"attacks", "-", "--json"}},
		{"trace_north.txt", "", []string{"trace", "--fen", "8/6p1/8/8/3R4/6R1/8/k6K", "--direction", "North"}},
		{"trace_north.txt", "", []string{"trace"}}, // the demonstration
		{"trace_animate.svg", "", []string{"trace", "--svg", "-", "--animate"}},
		{"trace_add.txt", "", []string{"trace", "--add", "11,0x0606"}},
		{"trace_add.svg", "", []string{"trace", "--add", "11,6", "--svg", "-"}},
		{"trace_sub.json", "", []string{"trace", "--sub", "0x0b05,0x0607", "--json"}},
		{"network_fen.txt", "", []string{"network", "--fen", castled, "--file", "d"}},
		{"network_fen.json", "", []string{"network", "--fen", castled, "--diagonal", "h1-a8", "--json"}},
		{"network_fen.svg", "", []string{"network", "--fen", "startpos", "--rank", "4", "--sliders", "c4,g4", "--svg", "-"}},
		{"trace_all.txt", "", []string{"trace", "--fen", castled, "--direction", "all"}},
		{"trace_all.svg", "", []string{"trace", "-d", "ALL", "--svg", "-"}},
		{"trace_southwest.txt", "", []string{"trace", "--fen", castled, "-d", "south-west", "--sliders", "white"}},
		{"trace_squares.json", "", []string{"trace", "--fen", castled, "-d", "E", "--sliders", "a8,b1", "--json"}},
		{"pairs.txt", "", []string{"pairs", "--fen", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"}},
		{"pairs_move.txt", "", []string{"pairs", "--fen", pairBoard, "--move", "c4f7", "--indices", "sfnnv16"}},
		{"pairs_move.json", "", []string{"pairs", "--fen", pairBoard, "--move", "c4f7", "--indices", "sfnnv16", "--json"}},
		{"pairs.json", "", []string{"pairs", "--fen", pairBoard, "--indices", "SFNNv10", "--json"}},
		{"pairs_move.svg", "", []string{"pairs", "--fen", pairBoard, "--move", "c4f7", "--svg", "-"}},
		{"perft_stats.txt", "", []string{"perft", "--fen", "4k2r/8/8/8/5Pp1/8/1p5P/R3K3 b Qk f3", "--depth", "2", "--divide", "--stats", "--workers", "2"}},
		{"perft_divide.json", "", []string{"perft", "--mode", "batch", "--fen", "8/8/8/8/8/1k6/8/K6r w - -", "--depth", "1", "--divide", "--workers", "2", "--json"}},
		{"perft_merge.txt", "", []string{"perft", "--mode", "bulk", "--depth", "5", "--merge", "--memory", "64MiB", "--workers", "2"}},
		{"perft_merge.json", "", []string{"perft", "--depth", "4", "--merge", "--memory", "64MiB", "--workers", "1", "--mode", "bulk", "--json"}},
		{"perft_explain.txt", "", []string{"perft", "--explain", "--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"}},
		{"perft_divide.txt", "", []string{"perft", "--depth", "3", "--divide", "--workers", "1", "--mode", "bulk"}},
		{"uci.txt", "uci\nisready\nposition startpos moves e2e4 e7e5\nd\ngo perft 2\ngo depth 3\nquit\nd\n", []string{"uci"}},
		{"network.txt", "", []string{"network", "--n", "8"}},
		{"network_trace.txt", "", []string{"network", "--n", "11", "--network", "brent-kung", "--trace", "Q7"}},
		{"network_trace.json", "", []string{"network", "--n", "5", "--trace", "q4", "--json"}},
		{"network_trace.svg", "", []string{"network", "--n", "8", "--trace", "q5", "--svg", "-"}},
		{"trace_north.svg", "", []string{"trace", "--fen", "8/6p1/8/8/3R4/6R1/8/k6K", "-d", "n", "--svg", "-"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			code, got, stderr := command(c.stdin, c.args...)
			if code != exitOK || stderr != "" {
				t.Fatalf("exit %d, standard error %q", code, stderr)
			}
			got = times.ReplaceAllString(got, "TIME")
			path := filepath.Join("testdata", c.file)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("differs from %s; got\n%s", path, got)
			}
		})
	}
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("x", 60_000)
	for _, c := range []struct {
		name, stdin, want string // want is a part of the line on standard error
		args              []string
	}{
		{"no command", "", `expected one of "attacks", "trace", "pairs", "perft", "count", ...; see koggestone --help`, nil},
		{"unknown command", "", "unexpected argument attack", []string{"attack"}},
		{"unknown flag", "", "unknown flag --colour; see koggestone info --help", []string{"info", "--colour"}},
		{"no input", "", "attacks: expected one of --fen FEN, a FILE (- for standard input) and --demo, found 0", []string{"attacks"}},
		{"two inputs", "", "and --demo, found 2", []string{"attacks", "--fen", castled, "-"}},
		{"file and demo", "", "and --demo, found 2", []string{"attacks", "--demo", "-"}},
		{"json and demo", "", "can't be used together", []string{"attacks", "--json", "--demo"}},
		{"no such file", "", "no such file", []string{"attacks", filepath.Join(dir, "none.fen")}},
		{"a directory", "", "a folder, expected a file", []string{"attacks", dir}},
		{"empty input", "", "standard input: expected FEN or EPD lines, found none", []string{"attacks", "-"}},
		{"only comments", "# a\n\n#b\n", "standard input: expected FEN or EPD lines, found none", []string{"attacks", "-"}},
		{"malformed line", twoFENs + "8/8/8/9\n", "standard input: line 5: FEN: piece placement, offset 6: \"9\", expected one of PNBRQKpnbrqk or a digit up to 8 (rank 5)", []string{"attacks", "-"}},
		{"all malformed", "x\ny\n", "expected FEN or EPD lines, found only malformed ones: 2", []string{"attacks", "-", "--keep-going"}},
		{"malformed --fen", "", "--fen: line 1: FEN: piece placement, offset 1: the field ends, expected", []string{"attacks", "--fen", "8"}},
		{"unknown set", "", `--show: expected a set, attacks, pawns, knights, bishops, rooks, queens, kings, twice, defended, hanging, batteries, xrays, xrays-own, reach, lesser-minor, lesser-rook, lesser-queen, checkers, checkmask, danger, pinned, pinners, discoverers, pawn-checks, knight-checks, bishop-checks, rook-checks, queen-checks, threats or all, found "pins"`, []string{"attacks", "--fen", castled, "--show", "checkers,pins"}},
		{"show and demo", "", "can't be used together", []string{"attacks", "--show", "all", "--demo"}},
		{"unknown side", "", `--fen: line 1: FEN: side to move, offset 16: "x", expected w or b`, []string{"attacks", "--fen", "8/8/8/8/8/8/8/8 x - -"}},
		{"svg of many", twoFENs, "standard input: --svg draws one position, found more", []string{"attacks", "-", "--svg", filepath.Join(dir, "a.svg")}},
		{"svg to no folder", "", "--svg: cannot write", []string{"attacks", "--fen", castled, "--svg", filepath.Join(dir, "none", "a.svg")}},
		{"picture and page", "", "can't be used together", []string{"trace", "--svg", "-", "--html", "-"}},
		{"page to no folder", "", "--html: cannot write", []string{"trace", "--html", filepath.Join(dir, "none", "a.html")}},
		{"trace of a bad position", "", `--fen: FEN: piece placement, offset 0: "/", expected`, []string{"trace", "-d", "n", "--fen", "k/"[1:]}},
		{"unknown direction", "", `--direction: expected a direction: northeast (ne), east (e)`, []string{"trace", "--fen", castled, "-d", "up"}},
		{"unknown sliders", "", `--sliders: expected white, black, both or squares such as d4,g3, found "d4,i9"`, []string{"trace", "--fen", castled, "-d", "n", "--sliders", "d4,i9"}},
		{"numbers", "", "--add: expected two numbers below 2^64 as in 11,6 or 0x0b,0x06, found \"1;2\"", []string{"trace", "--add", "1;2"}},
		{"animation of text", "", "--animate: expected --svg and one direction beside it, and no --add or --sub", []string{"trace", "--animate"}},
		{"sum and page", "", "--html: expected no --add or --sub beside it", []string{"trace", "--sub", "1,2", "--html", filepath.Join(dir, "a.html")}},
		{"network of no line", "", "--fen: expected one of --file, --rank and --diagonal beside it", []string{"network", "--fen", castled}},
		{"line of no position", "", "--file, --rank, --diagonal: expected --fen beside them", []string{"network", "--file", "d"}},
		{"unknown file", "", `--file: expected a to h, found "i"`, []string{"network", "--fen", castled, "--file", "i"}},
		{"unknown rank", "", `--rank: expected 1 to 8, found "9"`, []string{"network", "--fen", castled, "--rank", "9"}},
		{"no line", "", `--diagonal: expected two squares of a line, such as a1-h8, found "a1-b3"`, []string{"network", "--fen", castled, "--diagonal", "a1-b3"}},
		{"lines of a line", "", "--n, --trace: expected no --fen beside them", []string{"network", "--fen", castled, "--file", "d", "--n", "8"}},
		{"network of no lines", "", "--n: expected 1 to 64, found 0", []string{"network", "--n", "0"}},
		{"network of too many lines", "", "--n: expected 1 to 64, found 65", []string{"network", "--n", "65"}},
		{"unknown network", "", `--network must be one of "serial","kogge-stone","brent-kung" but got "x"`, []string{"network", "--network", "x"}},
		{"no such output", "", `--trace: expected an output from q1 to q8, found "q9"`, []string{"network", "--trace", "q9"}},
		{"no output", "", `--trace: expected an output from q1 to q8, found "5"`, []string{"network", "--trace", "5"}},
		{"perft explained to a depth", "", "--explain: expected --fen or nothing beside it", []string{"perft", "--explain", "--depth", "3"}},
		{"perft explained without a position", "", "--fen: ", []string{"perft", "--explain", "--fen", "x"}},
		{"perft without depth", "", "--depth: expected the number of plies to play", []string{"perft"}},
		{"perft of negative depth", "", "--depth: expected 0 or more, found -1", []string{"perft", "--depth=-1"}},
		{"no depth to divide", "", "--depth: expected 1 or more, found 0", []string{"perft", "--depth", "0", "--divide"}},
		{"negative workers", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "-2"`, []string{"perft", "--depth", "1", "--workers=-2"}},
		{"unknown mode", "", `--mode: expected single, bulk or batch, found "fast"`, []string{"perft", "--depth", "1", "--mode", "fast"}},
		{"no mode of the command", "", `--mode: expected single, bulk or batch, found "auto"`, []string{"perft", "--depth", "1", "--mode", "auto"}},
		{"stats in batches", "", "--stats plays every move: expected --mode single, found batch", []string{"perft", "--depth", "1", "--mode", "batch", "--stats"}},
		{"stats and merge", "", "can't be used together", []string{"perft", "--depth", "1", "--merge", "--stats"}},
		{"memory without merge", "", "--memory: expected --merge or --plan beside it", []string{"perft", "--depth", "1", "--memory", "1GiB"}},
		{"memory without a unit", "", `--memory: expected a number above 0 and its unit, KiB, MiB or GiB, as in 512MiB, found "4096"`, []string{"perft", "--depth", "1", "--merge", "--memory", "4096"}},
		{"stats in bulk", "", "--stats plays every move: expected --mode single, found bulk", []string{"perft", "--depth", "1", "--mode", "bulk", "--stats"}},
		{"perft of a bad position", "", "--fen: FEN: castling, offset", []string{"perft", "--depth", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"}},
		{"no suite", "", "expected \"<file>\"; see koggestone epd --help", []string{"epd"}},
		{"no suite file", "", "no such file", []string{"epd", filepath.Join(dir, "none.epd")}},
		{"empty suite", "# nothing\n", "standard input: expected lines of a FEN and counts, found none", []string{"epd", "-"}},
		{"malformed suite", "\n8/8/8/8/8/8/8/8 w - - ;D1 0\n", "standard input: line 2: FEN: ", []string{"epd", "-"}},
		{"malformed count", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2\n", `standard input: line 1: operation 2: "D2", expected D, a depth and a number of nodes, as in D3 8902`, []string{"epd", "-"}},
		{"negative depth of a suite", "", "--depth: expected 0 (no limit) or more, found -3", []string{"epd", "-", "--depth=-3"}},
		{"negative workers of a suite", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "-1"`, []string{"epd", "-", "--workers=-1"}},
		{"no number of nodes", "", `--max-nodes: "5k": expected a number of nodes`, []string{"epd", "-", "--max-nodes", "5k"}},
		{"negative workers of uci", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "-1"`, []string{"uci", "--workers=-1"}},
		{"far too many workers", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "9223372036854775807"`, []string{"count", "-", "--workers", "9223372036854775807"}},
		{"too many workers", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "4097"`, []string{"uci", "--workers", "4097"}},
		{"negative workers without =", "", `--workers: expected number value but got "-1"`, []string{"perft", "--depth", "1", "--workers", "-1"}},
		{"empty FEN", "", "--fen: expected a value, found none", []string{"perft", "--depth", "1", "--fen", ""}},
		{"empty file name", "", "<file>: expected a value, found none", []string{"count", ""}},
		{"control characters", "", `unexpected argument a\x1b[31mb`, []string{"a\x1b[31mb"}},
		{"no positions to verify", "", "--positions: expected 1 or more, found 0", []string{"verify", "--positions", "0"}},
		{"no number", "", "--positions: expected a valid " + strconv.Itoa(strconv.IntSize) + " bit int", []string{"verify", "--positions", "x"}},
		{"no function to bench", "", `--only: expected a pattern of a function's name, as in quad.Vision, found "zzz", which matches none`, []string{"bench", "--only", "zzz"}},
		{"no pattern to bench", "", `--only: expected a regular expression, found "("`, []string{"bench", "--only", "("}},
		{"no time to bench", "", "--duration: expected more than 0, found -1s", []string{"bench", "--duration=-1s"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, _, stderr := command(c.stdin, c.args...)
			if code != exitBadInput {
				t.Errorf("exit %d, want %d", code, exitBadInput)
			}
			lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, "koggestone: ") || !strings.Contains(last, c.want) {
				t.Errorf("standard error %q, want a line with %q", stderr, c.want)
			}
			if len(lines) > 1 && c.name != "all malformed" {
				t.Errorf("%d lines on standard error: %q", len(lines), stderr)
			}
		})
	}
	// What is echoed is cut.
	for _, args := range [][]string{{long}, {"perft", "--depth", "1", "--fen", long}, {"perft", "--depth", "1", "--mode", long}, {"count", long}} {
		code, _, stderr := command("", args...)
		if code != exitBadInput || len(stderr) > 1200 || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%.20q: exit %d, %d bytes: %.200q", args, code, len(stderr), stderr)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("files left behind: %v", left)
	}
}

func TestKeepGoing(t *testing.T) {
	in := "8/8/8/8/8/8/8/R7\nbad\n\n8/8\n8/8/8/8/8/8/8/B7\n"
	code, stdout, stderr := command(in, "attacks", "-", "--keep-going", "--json")
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	var lines []int
	for dec := json.NewDecoder(strings.NewReader(stdout)); ; {
		var a struct{ Line int }
		if err := dec.Decode(&a); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, a.Line)
	}
	if len(lines) != 2 || lines[0] != 1 || lines[1] != 5 {
		t.Errorf("positions of lines %v, want 1 and 5", lines)
	}
	errs := strings.Split(stderr, "\n")
	if len(errs) != 4 || !strings.Contains(errs[0], "line 2:") || !strings.Contains(errs[1], "line 4:") ||
		errs[2] != "koggestone: standard input: positions: 2, malformed lines skipped: 2" {
		t.Errorf("standard error %q", stderr)
	}
}

// What stands before a malformed line is shown, then the command stops.
func TestStopsAtMalformedLine(t *testing.T) {
	code, stdout, _ := command("8/8/8/8/8/8/8/R7\nbad\n8/8/8/8/8/8/8/B7\n", "attacks", "-", "--json")
	if code != exitBadInput || strings.Count(stdout, "\n") != 1 || !strings.Contains(stdout, `"line":1,`) {
		t.Errorf("exit %d, output %q", code, stdout)
	}
}

// Batches follow one another: line numbers go on, and there is one heading.
func TestManyBatches(t *testing.T) {
	games, err := io.ReadAll(corpus.Games().Reader())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat(string(games), 14) // 8400 positions on 8414 lines
	code, stdout, _ := command(text, "attacks", "-")
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if code != exitOK || len(lines) != 2+8400 {
		t.Fatalf("exit %d, %d lines", code, len(lines))
	}
	if first, last := strings.Fields(lines[2]), strings.Fields(lines[8401]); first[0] != "2" || last[0] != "8414" {
		t.Errorf("first line %q, last line %q", lines[2], lines[8401])
	}
	for i, line := range lines[2+600:] { // the same positions again and again
		if line[8:] != lines[2+i][8:] {
			t.Fatalf("output line %d: %q, want the attacks of %q", 2+600+i, line, lines[2+i])
		}
	}
}

func TestReadError(t *testing.T) {
	var out, errs bytes.Buffer
	code := run([]string{"attacks", "-"}, iotest.ErrReader(errors.New("torn tape")), &out, &errs)
	if code != exitBadInput || errs.String() != "koggestone: standard input: torn tape\n" {
		t.Errorf("exit %d, standard error %q", code, errs.String())
	}
}

// errWriter fails with err after n bytes.
type errWriter struct {
	n   int
	err error
}

func (w *errWriter) Write(p []byte) (int, error) {
	if len(p) > w.n {
		return 0, w.err
	}
	w.n -= len(p)
	return len(p), nil
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
		{&os.PathError{Op: "write", Path: "|1", Err: brokenPipe[0]}, exitOK, ""},
		{errors.New("no space left on device"), exitBadInput, "koggestone: no space left on device\n"},
	} {
		for _, args := range [][]string{{"attacks", "-"}, {"attacks", "-", "--json"}} {
			var errs bytes.Buffer
			code := run(args, endless{}, &errWriter{100_000, c.err}, &errs)
			if code != c.code || errs.String() != c.stderr {
				t.Errorf("%v, %v: exit %d, standard error %q", args, c.err, code, errs.String())
			}
		}
	}
}

func TestSVGFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.svg")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := command("", "attacks", "--fen", castled, "--svg", path); code != exitOK || !strings.Contains(stdout, "white rooks") {
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

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"attacks", "--help"}, {"trace", "--help"}, {"bench", "--help"}} {
		code, stdout, stderr := command("", args...)
		if code != exitOK || stderr != "" || !strings.Contains(stdout, "Usage: koggestone") {
			t.Errorf("%v: exit %d, %q, %q", args, code, stdout, stderr)
		}
	}
}

func TestColour(t *testing.T) {
	b, _, err := quad.ParsePlacement("8/8/8/8/8/8/8/Rk6")
	if err != nil {
		t.Fatal(err)
	}
	var plain, colour bytes.Buffer
	writeBoards(&plain, false, 1, pieceBoard("position", b))
	writeBoards(&colour, true, 1, pieceBoard("position", b))
	if strings.Contains(plain.String(), "\x1b") {
		t.Error("escape sequences without colour")
	}
	if !strings.Contains(colour.String(), "1 \x1b[1mR\x1b[0m \x1b[1;35mk\x1b[0m \x1b[2m.\x1b[0m") {
		t.Errorf("got %q", colour.String())
	}
}

func TestInfo(t *testing.T) {
	code, stdout, _ := command("", "info", "--json")
	var r infoJSON
	if err := json.Unmarshal([]byte(stdout), &r); code != exitOK || err != nil {
		t.Fatalf("exit %d, %v", code, err)
	}
	if len(r.Paths) != len(simd.All()) || r.Paths[0].Path != "generic" || !r.Paths[0].Runs || r.CPU == "" || !strings.HasPrefix(r.Go, "go") {
		t.Errorf("got %+v", r)
	}
	best := ""
	for _, p := range r.Paths {
		if p.Runs {
			best = p.Path
		} else if p.WhyNot == "" {
			t.Errorf("%s cannot run, and nothing says why", p.Path)
		}
	}
	if r.Implementation != best {
		t.Errorf("implementation %s, best path %s", r.Implementation, best)
	}
	code, stdout, _ = command("", "info")
	if code != exitOK || !strings.Contains(stdout, "path        "+best+"\n") {
		t.Errorf("exit %d, %q", code, stdout)
	}
}
