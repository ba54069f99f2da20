package count

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/movegen"
)

// Published numbers of moves of the six standard positions, and of a position with 218.
const countLines6 = `# the six usual positions

rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm Qxf6; id "second; of six";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - ;D1 14 ;D2 191
r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 ;D1 6
rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1	w	-	-	0	10
R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -
`

// summary matches what count writes to standard error at the end.
var summary = regexp.MustCompile(`^koggestone: standard input: positions: (\d+), moves: (\d+), malformed lines skipped: (\d+)(, [0-9.]+ s, [0-9.]+ million positions/s)?\n$`)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		name, in string
		args     []string
		want     string
	}{
		{"numbers", countLines6, nil, "20\n48\n14\n6\n44\n46\n218\n"},
		{"one worker", countLines6, []string{"--workers", "1"}, "20\n48\n14\n6\n44\n46\n218\n"},
		{"returns and a mark", "\ufeff" + strings.ReplaceAll(strings.TrimSuffix(countLines6, "\n"), "\n", "\r\n"), nil, "20\n48\n14\n6\n44\n46\n218\n"},
		{"mark before a position", "\ufeff8/8/8/8/8/8/k7/2K5 w - -", nil, "3\n"},
		{"echo", "8/8/8/8/8/k7/8/K6r w - - id \"mate\";\n", []string{"--echo"}, "0\t8/8/8/8/8/k7/8/K6r w - - id \"mate\";\n"},
		{"json", "\n4k2r/8/8/8/8/8/8/4K3 b k - bm O-O; \n", []string{"--json"}, `{"line":2,"fen":"4k2r/8/8/8/8/8/8/4K3 b k -","moves":15}` + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := command(c.in, append([]string{"count", "-"}, c.args...)...)
			if code != cli.ExitOK || stdout != c.want || !summary.MatchString(stderr) {
				t.Errorf("exit %d, %q, %q, want %q", code, stdout, stderr, c.want)
			}
		})
	}
	code, stdout, stderr := command(countLines6, "count", "-", "--total")
	if code != cli.ExitOK || stdout != "positions 7\nmoves 396\n" || stderr != "" {
		t.Errorf("--total: exit %d, %q, %q", code, stdout, stderr)
	}
	code, stdout, stderr = command("x\n"+countLines6+"y\n", "count", "-", "--total", "--keep-going")
	if code != cli.ExitOK || stdout != "positions 7\nmoves 396\n" || strings.Count(stderr, "\n") != 3 ||
		!strings.Contains(stderr, "\nkoggestone: standard input: positions: 7, moves: 396, malformed lines skipped: 2") {
		t.Errorf("--total --keep-going: exit %d, %q, %q", code, stdout, stderr)
	}
	code, stdout, _ = command("x\n"+countLines6, "count", "-", "--total", "--json", "--keep-going")
	var r countTotals
	if err := json.Unmarshal([]byte(stdout), &r); code != cli.ExitOK || err != nil || r.Positions != 7 || r.Moves != 396 || r.Skipped != 1 || r.Seconds <= 0 {
		t.Errorf("--total --json: exit %d, %q", code, stdout)
	}
}

// With any number of workers, the results of many blocks are in order, with their line
// numbers, and equal the counts of single positions.
func TestCountManyBlocks(t *testing.T) {
	games, err := io.ReadAll(corpus.Games().Reader())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(games), "\n")
	var in, want strings.Builder
	number := 0
	for round := range 40 {
		for i := range lines {
			text := lines[(i*7+round)%len(lines)]
			if text == "" {
				continue
			}
			in.WriteString(text)
			number++
			if text[0] == '#' {
				continue
			}
			p, err := movegen.ParseFEN(strings.TrimSpace(text))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&want, `{"line":%d,"fen":"%s","moves":%d}`+"\n", number, strings.TrimSpace(text), len(p.AppendLegalMoves(nil)))
		}
	}
	if in.Len() < 4*blockSize {
		t.Fatalf("%d bytes are less than four blocks", in.Len())
	}
	for _, workers := range []string{"1", "2", "5"} {
		code, stdout, _ := command(in.String(), "count", "-", "--json", "--workers", workers)
		if code != cli.ExitOK || stdout != want.String() {
			t.Errorf("%s workers: exit %d, %d bytes, want %d", workers, code, len(stdout), want.Len())
		}
	}
}

func TestCountKeepGoing(t *testing.T) {
	long := strings.Repeat("x", lines.Longest+1)
	in := countLines6 + "4k3/8/8/8/8/8/8/8 w - -\n\n8/8/8/8/8/8/k7/2K5 w - -\n" + long + "\nbad\n8/8/8/8/8/8/k7/2K5 w - - 0 x\n8/8/8/8/8/8/k7/2K5 b - -"
	code, stdout, stderr := command(in, "count", "-", "--keep-going", "--json")
	if code != cli.ExitOK || strings.Count(stdout, "\n") != 9 || !strings.HasSuffix(stdout, `{"line":16,"fen":"8/8/8/8/8/8/k7/2K5 b - -","moves":3}`+"\n") {
		t.Errorf("exit %d, %q", code, stdout)
	}
	errs := strings.SplitAfter(stderr, "\n")
	for i, want := range []string{
		"line 10: FEN: piece placement, offset 0: expected one white king, found none\n",
		fmt.Sprintf("line 13: expected at most %d bytes, found more\n", lines.Longest),
		"line 14: FEN: piece placement, offset 1: ",
		"line 15: FEN: full-move number, offset 27: ",
	} {
		if !strings.HasPrefix(errs[i], "koggestone: standard input: "+want) {
			t.Errorf("%q, want %q", errs[i], want)
		}
	}
	if m := summary.FindStringSubmatch(errs[len(errs)-2]); m == nil || m[1] != "9" || m[2] != "402" || m[3] != "4" || len(errs) != 6 {
		t.Errorf("standard error %q", stderr)
	}
}

// The results before a malformed line are written, then the command stops.
func TestCountStops(t *testing.T) {
	in := countLines6 + "4k3/8/8/8/8/8/8/4K3 w K -\n8/8/8/8/8/8/k7/2K5 b - -\n"
	code, stdout, stderr := command(in, "count", "-")
	if code != cli.ExitBadInput || stdout != "20\n48\n14\n6\n44\n46\n218\n" ||
		!strings.HasPrefix(stderr, "koggestone: standard input: line 10: FEN: castling, offset 22: ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	// The malformed line is far from the start, and more lines follow than all blocks
	// contain.
	many := strings.Repeat(countLines6, 20_000)
	code, stdout, stderr = command(many+"x\n"+many, "count", "-", "--workers", "2")
	if code != cli.ExitBadInput || strings.Count(stdout, "\n") != 7*20_000 || !strings.HasPrefix(stderr, "koggestone: standard input: line 180001: ") {
		t.Errorf("exit %d, %d lines, %q", code, strings.Count(stdout, "\n"), stderr)
	}
}

// An error of the reader is reported after the results of the lines before it.
func TestCountReadError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("8/8/8/8/8/8/k7/2K5 w - -\n"), iotest.ErrReader(errors.New("unplugged")))
	var out, errs strings.Builder
	if code := program().Run([]string{"count", "-", "--keep-going"}, broken, &out, &errs); code != cli.ExitBadInput || out.String() != "3\n" || errs.String() != "koggestone: standard input: unplugged\n" {
		t.Errorf("exit %d, %q, %q", code, out.String(), errs.String())
	}
}

// A slow writer receives a result before it writes the next line.
func TestCountAnswersAtOnce(t *testing.T) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	code := make(chan int)
	go func() {
		var errs strings.Builder
		c := program().Run([]string{"count", "-"}, inRead, outWrite, &errs)
		outWrite.Close()
		code <- c
	}()
	answers := bufio.NewScanner(outRead)
	for i, line := range strings.SplitAfter("8/8/8/8/8/8/k7/2K5 w - -\n8/8/8/8/8/k7/8/K6r w - -\n", "\n")[:2] {
		io.WriteString(inWrite, line)
		if !answers.Scan() || answers.Text() != []string{"3", "0"}[i] {
			t.Errorf("line %d: %q", i+1, answers.Text())
		}
	}
	inWrite.Close()
	if c := <-code; c != cli.ExitOK {
		t.Errorf("exit %d", c)
	}
}

func TestCountErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, stdin, want string
		args              []string
	}{
		{"no file", "", "count needs a file, or - for standard input, as in koggestone count FILE; see koggestone count --help", []string{"count"}},
		{"no such file", "", "no such file", []string{"count", filepath.Join(dir, "none.fen")}},
		{"a directory", "", "expected a file, found a folder", []string{"count", dir}},
		{"empty", "", "standard input: expected FEN or EPD lines, found none", []string{"count", "-"}},
		{"three fields", "8/8/8/8/8/8/k7/2K5 w -\n", "standard input: line 1: FEN: en passant, offset 22: expected - or a square on rank 6 with white to move, found nothing", []string{"count", "-"}},
		{"seven fields", "8/8/8/8/8/8/k7/2K5 w - - 0 1 2\n", "expected nothing after six fields", []string{"count", "-"}},
		{"in check", "8/8/8/8/8/8/k7/K7 w - -\n", "standard input: line 1: FEN: ", []string{"count", "-"}},
		{"negative workers", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "-1"`, []string{"count", "-", "--workers=-1"}},
		{"echo and json", "", "can't be used together", []string{"count", "-", "--json", "--echo"}},
		{"echo and total", "", "can't be used together", []string{"count", "-", "--total", "--echo"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, _, stderr := command(c.stdin, c.args...)
			if code != cli.ExitBadInput || !strings.HasPrefix(stderr, "koggestone: ") || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("exit %d, standard error %q, want a line with %q", code, stderr, c.want)
			}
		})
	}
	code, _, stderr := command("x\ny\n", "count", "-", "--keep-going")
	if code != cli.ExitBadInput || !strings.HasSuffix(stderr, "koggestone: standard input: expected FEN or EPD lines, found only malformed ones: 2\n") {
		t.Errorf("all malformed: exit %d, %q", code, stderr)
	}
	// Messages contain the name of the file.
	path := filepath.Join(dir, "a.fen")
	if err := os.WriteFile(path, []byte(countLines6), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := command("", "count", path)
	if code != cli.ExitOK || !strings.HasPrefix(stdout, "20\n48\n") || !strings.HasPrefix(stderr, "koggestone: "+path+": positions: 7, moves: 396, ") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

// Compressed lines are decompressed. Truncated or damaged data is an error.
func TestCountCompressed(t *testing.T) {
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	io.WriteString(w, countLines6)
	w.Close()
	var zst bytes.Buffer
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(z, countLines6)
	z.Close()
	for name, text := range map[string]string{"gzip": gz.String(), "zstd": zst.String()} {
		file := filepath.Join(t.TempDir(), "lines")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{"-", file} {
			code, stdout, stderr := command(text, "count", "--total", from)
			if code != cli.ExitOK || stdout != "positions 7\nmoves 396\n" || stderr != "" {
				t.Errorf("%s, %s: exit %d, %q, %q", name, from, code, stdout, stderr)
			}
		}
	}
	for _, c := range []struct{ in, want string }{
		{gz.String()[:gz.Len()-20], "koggestone: standard input: gzip, after N decompressed bytes: the data end early: the file is cut off\n"},
		{zst.String()[:zst.Len()-20], "koggestone: standard input: zstd, after N decompressed bytes: the data end early: the file is cut off\n"},
		{"\x1f\x8b\x08", "koggestone: standard input: gzip, after N decompressed bytes: the data end early: the file is cut off\n"},
	} {
		code, stdout, stderr := command(c.in, "count", "--total", "-")
		if stderr = regexp.MustCompile(`\d+ decompressed`).ReplaceAllString(stderr, "N decompressed"); code != cli.ExitBadInput || stdout != "" || stderr != c.want {
			t.Errorf("%.4q: exit %d, %q, %q, want %q", c.in, code, stdout, stderr, c.want)
		}
	}
}

func program() cli.Program { return cli.Program{Families: []any{new(Commands)}} }

// command runs a command on the given standard input.
func command(stdin string, args ...string) (code int, stdout, stderr string) {
	return clitest.Run(program(), stdin, args...)
}

func TestGolden(t *testing.T) {
	clitest.Golden(t, program, []clitest.GoldenTest{
		{"perft_stats.txt", "", []string{"perft", "--fen", "4k2r/8/8/8/5Pp1/8/1p5P/R3K3 b Qk f3", "--depth", "2", "--divide", "--stats", "--workers", "2"}},
		{"perft_divide.json", "", []string{"perft", "--mode", "batch", "--fen", "8/8/8/8/8/1k6/8/K6r w - -", "--depth", "1", "--divide", "--workers", "2", "--json"}},
		{"perft_merge.txt", "", []string{"perft", "--mode", "bulk", "--depth", "5", "--merge", "--memory", "64MiB", "--workers", "2"}},
		{"perft_merge.json", "", []string{"perft", "--depth", "4", "--merge", "--memory", "64MiB", "--workers", "1", "--mode", "bulk", "--json"}},
		{"perft_divide.txt", "", []string{"perft", "--depth", "3", "--divide", "--workers", "1", "--mode", "bulk"}},
		{"uci.txt", "uci\nisready\nposition startpos moves e2e4 e7e5\nd\ngo perft 2\ngo depth 3\nquit\nd\n", []string{"uci", "--workers", "2"}},
	})
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	clitest.BadInput(t, program, []clitest.BadInputTest{
		{"perft without depth", "", "perft needs a depth, as in koggestone perft --depth 5", []string{"perft"}},
		{"perft of negative depth", "", "--depth: expected 0 or more, found -1", []string{"perft", "--depth=-1"}},
		{"no depth to divide", "", "--depth: expected 1 or more, found 0", []string{"perft", "--depth", "0", "--divide"}},
		{"negative workers", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "-2"`, []string{"perft", "--depth", "1", "--workers=-2"}},
		{"unknown mode", "", `--mode: expected single, bulk or batch, found "fast"`, []string{"perft", "--depth", "1", "--mode", "fast"}},
		{"no mode of the command", "", `--mode: expected single, bulk or batch, found "auto"`, []string{"perft", "--depth", "1", "--mode", "auto"}},
		{"stats in batches", "", "--stats plays every move: expected --mode single, found batch", []string{"perft", "--depth", "1", "--mode", "batch", "--stats"}},
		{"stats and merge", "", "can't be used together", []string{"perft", "--depth", "1", "--merge", "--stats"}},
		{"memory without merge", "", "--memory: expected --merge", []string{"perft", "--depth", "1", "--memory", "1GiB"}},
		{"memory without a unit", "", `--memory: expected a number above 0 and its unit, KiB, MiB or GiB, as in 512MiB, found "4096"`, []string{"perft", "--depth", "1", "--merge", "--memory", "4096"}},
		{"stats in bulk", "", "--stats plays every move: expected --mode single, found bulk", []string{"perft", "--depth", "1", "--mode", "bulk", "--stats"}},
		{"perft of a bad position", "", "--fen: FEN: castling, offset", []string{"perft", "--depth", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"}},
		{"no suite", "", "epd needs a file, or - for standard input, as in koggestone epd FILE; see koggestone epd --help", []string{"epd"}},
		{"no suite file", "", "no such file", []string{"epd", filepath.Join(dir, "none.epd")}},
		{"empty suite", "# nothing\n", "standard input: expected lines of a FEN and counts, found none", []string{"epd", "-"}},
		{"a suite without counts", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n", "standard input: expected counts such as ;D3 8902, found none: nothing was compared", []string{"epd", "-"}},
		{"a suite without counts within the limits", "4k3/8/8/8/8/8/8/4K3 w - - ;D2 25\n4k3/8/8/8/8/8/8/4K3 w - -\n", "found none within them: nothing was compared", []string{"epd", "-", "--depth", "1"}},
		{"lines that end in CR", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\r4k3/8/8/8/8/8/8/4K3 b - - ;D1 5\r", `standard input: line 1: expected lines that end in LF or CR LF, found CR alone: tr '\r' '\n' converts them`, []string{"epd", "-"}},
		{"malformed suite", "\n8/8/8/8/8/8/8/8 w - - ;D1 0\n", "standard input: line 2: FEN: ", []string{"epd", "-"}},
		{"a PGN to count", "[Event \"a\"]\n", `found "["; koggestone annotate reads games in PGN`, []string{"count", "-"}},
		{"UTF-16", "\xff\xfer\x00n\x00", "found UTF-16: convert it with iconv -f UTF-16 -t UTF-8", []string{"count", "-"}},
		{"a PGN as a suite", "[Event \"a\"]\n", `found "["; koggestone annotate reads games in PGN`, []string{"epd", "-"}},
		{"malformed count", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2\n", `standard input: line 1: operation 2: expected D, a depth and a number of nodes, as in D3 8902, found "D2"`, []string{"epd", "-"}},
		{"negative depth of a suite", "", "--depth: expected 0 (no limit) or more, found -3", []string{"epd", "-", "--depth=-3"}},
		{"negative workers of a suite", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "-1"`, []string{"epd", "-", "--workers=-1"}},
		{"no number of nodes", "", `--max-nodes: expected a decimal number of nodes below 2 to the 128, found "5k"`, []string{"epd", "-", "--max-nodes", "5k"}},
		{"negative workers of uci", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "-1"`, []string{"uci", "--workers=-1"}},
		{"far too many workers", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "9223372036854775807"`, []string{"count", "-", "--workers", "9223372036854775807"}},
		{"too many workers", "", `--workers: expected 1 to 4096, or 0 for one for each CPU, found "4097"`, []string{"uci", "--workers", "4097"}},
		{"negative workers without =", "", "--workers: expected a value, found -1", []string{"perft", "--depth", "1", "--workers", "-1"}},
		{"empty FEN", "", "--fen: expected a value, found none", []string{"perft", "--depth", "1", "--fen", ""}},
		{"empty file name", "", "<file>: expected a value, found none", []string{"count", ""}},
	})
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("files left behind: %v", left)
	}
}

func TestMain(m *testing.M) { clitest.Main(m, program()) }

// endless is an input that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, "8/8/8/8/8/8/k7/2K5 w - -\n"), nil
}

func TestWriteErrors(t *testing.T) {
	for _, c := range []struct {
		err    error
		code   int
		stderr string
	}{
		{&os.PathError{Op: "write", Path: "|1", Err: cli.BrokenPipe[0]}, cli.ExitOK, ""},
		{errors.New("no space left on device"), cli.ExitBadInput, "koggestone: cannot write: no space left on device\n"},
	} {
		var errs bytes.Buffer
		code := program().Run([]string{"count", "-"}, endless{}, &clitest.ErrWriter{N: 100_000, Err: c.err}, &errs)
		if code != c.code || errs.String() != c.stderr {
			t.Errorf("%v: exit %d, standard error %q", c.err, code, errs.String())
		}
	}
}

// Files that are not lines of positions have the same names for count and epd, which say what reads or converts them. A zip archive
// with one file is read.
func TestKnownFiles(t *testing.T) {
	const plain = "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmove e1e2\nscore 0\nply 0\nresult 0\ne\n"
	for head, want := range map[string]string{
		"PAR1\x15\x04": "Parquet: koggestone annotate reads it", "BINP\x00\x01\x00\x00": "Stockfish's .binpack: koggestone annotate reads it",
		"\xfd7zXZ\x00\x00\x04": "data compressed by xz: decompress it with xz -dc", "PK\x03\x04\x14": "a zip archive: extract it with unzip -p",
		"7z\xbc\xaf\x27\x1c": "a 7z archive: extract it with 7z x -so", "\xff\xfer\x00": "UTF-16: convert it with iconv -f UTF-16 -t UTF-8",
		plain: "Stockfish's .plain: the tools branch of Stockfish converts it, stockfish convert FILE.plain FILE.binpack",
	} {
		for _, name := range []string{"count", "epd"} {
			code, stdout, stderr := command(head, name, "-")
			if code != cli.ExitBadInput || stdout != "" || !strings.HasPrefix(stderr, "koggestone: standard input: expected text, ") || !strings.HasSuffix(stderr, "found "+want+"\n") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s of %q: exit %d, %q, %q, want %s", name, head, code, stdout, stderr, want)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "suite.epd.zip")
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	w, err := z.Create("suite.epd")
	if err == nil {
		_, err = io.WriteString(w, "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15\n")
	}
	if err != nil || z.Close() != nil || os.WriteFile(path, archive.Bytes(), 0o666) != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"count": "15\n", "epd": "1 passed, 0 failed\n"} {
		if code, stdout, stderr := command("", name, path); code != cli.ExitOK || stdout != want {
			t.Errorf("%s: exit %d, %q, %q", name, code, stdout, stderr)
		}
	}
}
