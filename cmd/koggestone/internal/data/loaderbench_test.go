package data

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
)

func TestLoaderBench(t *testing.T) {
	const train = "../../../../data/records/testdata/positions.binpack"
	code, stdout, stderr := command("", "loader-bench", train, "--duration", "0", "--features", "HalfKAv2_hm", "--batch-size", "100")
	if code != cli.ExitOK || stderr != "" || !strings.HasPrefix(stdout, "features   HalfKAv2_hm: 24576 inputs, 32 in a row, 25.") ||
		!strings.Contains(stdout, "read       404 positions, ") || !strings.Contains(stdout, "\nply\n       0 to 9           31   7.67% ######################\n") {
		t.Errorf("exit %d, %q, %s", code, stderr, stdout)
	}
	code, stdout, stderr = command("", "loader-bench", train, "--duration", "0", "--json", "--set", "filtered=true", "--set", "early_fen_skipping=20")
	var r loaderReport
	if err := json.Unmarshal([]byte(stdout), &r); code != cli.ExitOK || stderr != "" || err != nil || r.Read != 404 || r.Delivered == 0 ||
		r.Delivered+r.Dropped.EarlyPly+r.Dropped.CaptureOrCheck+r.Dropped.NoScore+r.Dropped.PieceCount != 404 || r.Inputs != 88944 {
		t.Errorf("exit %d, %v, %q, %s", code, err, stderr, stdout)
	}
	for ply, n := range r.Plies {
		if ply <= 20 && n > 0 {
			t.Errorf("%d positions at ply %d", n, ply)
		}
	}
	if code, stdout, _ = command("", "loader-bench", train, "--duration", "0", "--filter", "default", "--workers", "2", "--set", "soft_early_fen_skipping=0"); code != cli.ExitOK || !strings.Contains(stdout, "positions by wld_filtered\n") {
		t.Errorf("exit %d, %s", code, stdout)
	}
	damaged, err := os.ReadFile(train)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "damaged.binpack")
	if err := os.WriteFile(file, append(damaged, "BINP\x10\x00\x00\x00123"...), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, stdout, _ = command("", "loader-bench", file, "--duration", "0"); code != cli.ExitOK || !strings.Contains(stdout, "corrupt    1: ") {
		t.Errorf("exit %d, %s", code, stdout)
	}
	for _, test := range []struct {
		want string
		args []string
	}{
		{"no such file", []string{"missing.binpack"}},
		{"unknown extension", []string{"loaderbench_test.go"}},
		{"--features: ", []string{train, "--features", "HalfKP"}},
		{"--filter: expected none or default, found ", []string{train, "--filter", "all"}},
		{"--set: expected one of early_fen_skipping, filtered, ", []string{train, "--set", "x=1"}},
		{"--set pc_y0: expected a number, or for a switch true or false, found ", []string{train, "--set", "pc_y0=NaN"}},
		{"--duration: expected at least 0s, found -1s", []string{train, "--duration=-1s"}},
		{"batch size: expected 1 to ", []string{train, "--batch-size", "0"}},
		{"none of 404 positions passed the filter", []string{train, "--duration", "0", "--set", "early_fen_skipping=3000"}},
	} {
		code, stdout, stderr := command("", append([]string{"loader-bench"}, test.args...)...)
		if code != cli.ExitBadInput || stdout != "" || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %q, %q, want %q", test.args, code, stdout, stderr, test.want)
		}
	}
}
