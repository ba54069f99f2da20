package data

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
	"github.com/koggestone/koggestone/data/stats"
)

func TestStats(t *testing.T) {
	page := filepath.Join(t.TempDir(), "<b>.html")
	code, stdout, stderr := command("no\n"+clitest.TwoFENs+clitest.TwoFENs, "stats", "-", "--html", page)
	if code != cli.ExitOK || stderr != "" || !strings.HasPrefix(stdout, "positions  ") || !strings.Contains(stdout, "Legal moves: mean 24.0, quartiles 5 5 43, from 5 to 43 moves\n") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	if data, err := os.ReadFile(page); err != nil || !strings.HasPrefix(string(data), "<!DOCTYPE html>") || !strings.HasSuffix(strings.TrimSpace(string(data)), "</html>") {
		t.Errorf("the page is %.100q, %v", data, err)
	}
	code, stdout, _ = command(clitest.TwoFENs+clitest.TwoFENs, "stats", "-", "--json", "--memory", "1KiB")
	var s stats.Stats
	if err := json.Unmarshal([]byte(stdout), &s); code != cli.ExitOK || err != nil || s.Report.Positions != 4 || s.Report.Duplicates != 2 || len(s.Distributions) != 6 {
		t.Errorf("exit %d, %v, %s", code, err, stdout)
	}
	if code, stdout, _ = command(clitest.TwoFENs, "stats", "-", "--html", "-"); code != cli.ExitOK || !strings.HasPrefix(stdout, "<!DOCTYPE html>") {
		t.Errorf("exit %d, %.100s", code, stdout)
	}
	for _, test := range []struct {
		stdin, want string
		args        []string
	}{
		{"", "found none", []string{"-"}},
		{"no\n", "found none; standard input: line 1", []string{"-"}},
		{clitest.TwoFENs, "--memory: ", []string{"-", "--memory", "much"}},
		{clitest.TwoFENs, "--sample: ", []string{"-", "--sample", "-1"}},
		{clitest.TwoFENs, "no such file", []string{"missing"}},
		{clitest.TwoFENs, "--html: cannot write", []string{"-", "--html", "no/folder"}},
	} {
		code, stdout, stderr := command(test.stdin, append([]string{"stats"}, test.args...)...)
		if code != cli.ExitBadInput || stdout != "" || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %q, %q, want %q", test.args, code, stdout, stderr, test.want)
		}
	}
}
