package trace

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
	"github.com/koggestone/koggestone/internal/raywalk"
)

func program() cli.Program { return cli.Program{Families: []any{new(Commands)}} }

// command runs a command on the given standard input.
func command(stdin string, args ...string) (code int, stdout, stderr string) {
	return clitest.Run(program(), stdin, args...)
}

func TestGolden(t *testing.T) {
	clitest.Golden(t, program, []clitest.GoldenTest{
		{"trace_north.txt", "", []string{"trace", "--fen", "1q3k2/p5p1/2b5/5B1R/3R3p/2P1Q1r1/6P1/6K1", "--direction", "North"}},
		{"trace_north.txt", "", []string{"trace"}}, // the demonstration
		{"../../../../../docs/occluded.svg", "", []string{"trace", "--svg", "-", "--animate"}},
		{"trace_southwest.txt", "", []string{"trace", "--fen", clitest.Castled, "-d", "south-west", "--sliders", "white"}},
		{"trace_squares.json", "", []string{"trace", "--fen", clitest.Castled, "-d", "E", "--sliders", "a8,b1", "--json"}},
		{"network.txt", "", []string{"network", "--n", "8"}},
		{"network_trace.txt", "", []string{"network", "--n", "11", "--network", "brent-kung", "--trace", "Q7"}},
		{"network_trace.json", "", []string{"network", "--n", "5", "--trace", "q4", "--json"}},
		{"network.svg", "", []string{"network", "--n", "8", "--trace", "q5", "--svg", "-"}},
		{"trace_north.svg", "", []string{"trace", "--fen", "1q3k2/p5p1/2b5/5B1R/3R3p/2P1Q1r1/6P1/6K1", "-d", "n", "--svg", "-"}},
	})
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	clitest.BadInput(t, program, []clitest.BadInputTest{
		{"picture and page", "", "can't be used together", []string{"trace", "--svg", "-", "--html", "-"}},
		{"page to no folder", "", "--html: cannot write", []string{"trace", "--html", filepath.Join(dir, "none", "a.html")}},
		{"picture to no folder", "", "--svg: cannot write", []string{"trace", "--svg", filepath.Join(dir, "none", "a.svg")}},
		{"trace of a bad position", "", `--fen: FEN: piece placement, offset 0: expected one of PNBRQKpnbrqk`, []string{"trace", "-d", "n", "--fen", "k/"[1:]}},
		{"unknown direction", "", `--direction: expected a direction: northeast (ne), east (e)`, []string{"trace", "--fen", clitest.Castled, "-d", "up"}},
		{"unknown sliders", "", `--sliders: expected white, black, both or squares such as d4,g3, found "d4,i9"`, []string{"trace", "--fen", clitest.Castled, "-d", "n", "--sliders", "d4,i9"}},
		{"animation of text", "", "--animate: expected --svg", []string{"trace", "--animate"}},
		{"network of no lines", "", "--n: expected 1 to 64, found 0", []string{"network", "--n", "0"}},
		{"network of too many lines", "", "--n: expected 1 to 64, found 65", []string{"network", "--n", "65"}},
		{"unknown network", "", `--network: expected serial, kogge-stone or brent-kung, found "x"`, []string{"network", "--network", "x"}},
		{"no such output", "", `--trace: expected an output from q1 to q8, found "q9"`, []string{"network", "--trace", "q9"}},
		{"no output", "", `--trace: expected an output from q1 to q8, found "5"`, []string{"network", "--trace", "5"}},
	})
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("files left behind: %v", left)
	}
}

// With a picture or a page in a file, only the name of the file is printed.
func TestWrote(t *testing.T) {
	for _, flag := range []string{"--svg", "--html"} {
		path := filepath.Join(t.TempDir(), "out")
		code, stdout, stderr := command("", "trace", flag, path)
		if code != cli.ExitOK || stdout != "wrote "+path+"\n" || stderr != "" {
			t.Errorf("%s: exit %d, %q, %q", flag, code, stdout, stderr)
		}
		_, want, _ := command("", "trace", flag, "-")
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: the file differs from standard output, %v", flag, err)
		}
		_, want, _ = command("", "trace", "--json")
		if code, stdout, _ := command("", "trace", flag, path, "--json"); code != cli.ExitOK || stdout != want {
			t.Errorf("%s --json: exit %d, %q", flag, code, stdout)
		}
	}
}

// The trace gives the same fill and attacks as the library and the ray walk.
func TestTraceFill(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		gen, empty := r.Uint64()&r.Uint64(), r.Uint64()|r.Uint64()
		for d := range koggestone.North + 1 {
			tr := traceFill(gen, empty, d)
			if got, want := uint64(tr.Fill), raywalk.Occluded(gen, empty, int(d)); got != want {
				t.Fatalf("fill of %#x over %#x, %v: got %#x, want %#x", gen, empty, d, got, want)
			}
			if got, want := uint64(tr.Attacks), raywalk.Attacks(gen, empty, int(d)); got != want {
				t.Fatalf("attacks of %#x over %#x, %v: got %#x, want %#x", gen, empty, d, got, want)
			}
			for i := range 2 {
				if tr.Steps[i].Gen != tr.Steps[i+1].GenBefore || tr.Steps[i].Pro != tr.Steps[i+1].ProBefore {
					t.Fatalf("step %d does not begin where step %d ends", i+2, i+1)
				}
			}
		}
	}
}
