package count

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
)

// The results of the blocks of a plan, counted in any order, add up to the count of the
// tree. The plan may be on standard input, and the results in one file or several.
func TestPerftPlan(t *testing.T) {
	dir := t.TempDir()
	perft := func(stdin string, args ...string) string {
		t.Helper()
		code, stdout, stderr := command(stdin, append([]string{"perft"}, args...)...)
		if code != cli.ExitOK || stderr != "" {
			t.Fatalf("%v: exit %d, %q", args, code, stderr)
		}
		return stdout
	}
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	plan := perft("", "--depth", "4", "--fen", clitest.Kiwipete, "--plan", "2", "--blocks", "5")
	if again := perft("", "--depth", "4", "--fen", clitest.Kiwipete, "--plan", "2", "--blocks", "5", "--workers", "3", "--memory", "1GiB"); again != plan {
		t.Error("another plan for the same arguments")
	}
	planFile := write("plan", plan)
	var files []string
	all := ""
	for _, block := range []int{3, 0, 4, 1, 2, 3} {
		args := []string{"--run", planFile, "--block", strconv.Itoa(block)}
		stdin := ""
		switch block {
		case 0:
			args[1], stdin = "-", plan
		case 1:
			args = append(args, "--merge", "--memory", "64MiB", "--workers", "2")
		case 2:
			args = append(args, "--mode", "single")
		}
		result := perft(stdin, args...)
		all += result
		files = append(files, write(fmt.Sprint("result", len(files)), result))
	}
	for _, c := range []struct {
		stdin string
		args  []string
	}{
		{"", files},
		{all, []string{"-"}},
		{"", []string{write("all", all)}},
		{"", append([]string{files[2], files[2]}, files...)},
	} {
		if out := perft(c.stdin, append([]string{"--merge-results"}, c.args...)...); !strings.HasSuffix(out, ", 5 blocks\nnodes 4085603\n") {
			t.Errorf("%v: %q", c.args, out)
		}
		if out := perft(c.stdin, append([]string{"--merge-results", "--json"}, c.args...)...); !strings.HasSuffix(out, `,"blocks":5,"nodes":4085603}`+"\n") {
			t.Errorf("%v: %q", c.args, out)
		}
	}
	other := perft(perft("", "--depth", "3", "--plan", "1", "--blocks", "2"), "--run", "-", "--block", "0")
	damaged := strings.Replace(plan, "\nply 2\n", "\nply 1\n", 1)
	for _, c := range []struct {
		args, want string
	}{
		{"--merge-results " + strings.Join(files[1:4], " "), "blocks without a result: 2-3 (of 0 to 4)"},
		{"--merge-results " + files[0] + " " + write("other", other), "other: plan: result of plan"},
		{"--merge-results " + planFile, `plan: line 1: expected koggestone perft result 1, found "koggestone perft plan 1"`},
		{"--merge-results " + write("empty", ""), "empty: line 1: expected koggestone perft result 1, found the end of the text"},
		{"--merge-results " + write("short", all[:len(all)-1-64]), "short: line 30: expected sha256"},
		{"--merge-results " + filepath.Join(dir, "none"), "none: no such file"},
		{"--run " + files[0] + " --block 0", `line 1: expected koggestone perft plan 1, found "koggestone perft result 1"`},
		{"--run " + planFile + " --block 5", "block 5: expected 0 to 4"},
		{"--run " + planFile + " --block=-1", "block -1: expected 0 to 4"},
		{"--run " + planFile + " --block x", "--block"},
		{"--run " + write("damaged", damaged) + " --block 0", "damaged: line 7: expected a position with black to move"},
		{"--run " + write("cut", plan[:1000]) + " --block 0", "cut: line "},
		{"--run " + filepath.Join(dir, "none") + " --block 0", "none: no such file"},
		{"--run " + planFile, "--run: expected --block"},
		{"--block 3 --depth 2", "--block: expected --run"},
		{"--run " + planFile + " --block 0 --depth 4", "--run: expected without --depth"},
		{"--run " + planFile + " --block 0 --json", "--run: expected without --json"},
		{"--plan 2 --blocks 3", "--depth: expected"},
		{"--plan 2 --depth 3", "--plan: expected --blocks"},
		{"--depth 3 --blocks 2", "--blocks: expected --plan"},
		{"--plan 4 --depth 3 --blocks 2", "ply 4: expected 0 to the depth, 3"},
		{"--plan=-1 --depth 3 --blocks 2", "ply -1: expected"},
		{"--plan 2 --depth=-3 --blocks 2", "--depth: expected 0 or more"},
		{"--plan 2 --depth 3 --blocks 0", "0 blocks: expected 1 to 1048576"},
		{"--plan 2 --depth 3 --blocks 2 --divide", "--plan: expected without --divide"},
		{"--plan 2 --depth 3 --blocks 2 --run x --block 1", "--plan: expected without --run"},
		{"--plan 5 --depth 6 --blocks 2 --memory 1MiB", "more memory"},
		{"--merge-results", "--merge-results: expected files"},
		{"--merge-results --depth 3 x", "--merge-results: expected without --depth"},
		{"--depth 3 x", "a file: expected --merge-results"},
		{"", "--depth: expected the number of plies"},
	} {
		code, stdout, stderr := command("", append([]string{"perft"}, strings.Fields(c.args)...)...)
		if code != cli.ExitBadInput || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, %q, %q, want %q", c.args, code, stdout, stderr, c.want)
		}
	}
}
