package count

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
)

func program() cli.Program { c := new(Commands); return cli.Program{Commands: c} }

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
		{"uci.txt", "uci\nisready\nposition startpos moves e2e4 e7e5\nd\ngo perft 2\ngo depth 3\nquit\nd\n", []string{"uci"}},
	})
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	clitest.BadInput(t, program, []clitest.BadInputTest{
		{"perft without depth", "", "missing flags: --depth", []string{"perft"}},
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
		{"negative workers without =", "", "--workers: expected a value, found -1", []string{"perft", "--depth", "1", "--workers", "-1"}},
		{"empty FEN", "", "--fen: expected a value, found none", []string{"perft", "--depth", "1", "--fen", ""}},
		{"empty file name", "", "<file>: expected a value, found none", []string{"count", ""}},
	})
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("files left behind: %v", left)
	}
}

func TestMain(m *testing.M) { clitest.Main(m, program()) }
