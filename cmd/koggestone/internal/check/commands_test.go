package check

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
	"github.com/koggestone/koggestone/internal/simd"
)

func program() cli.Program { c := new(Commands); return cli.Program{Commands: c} }

// command runs a command on the given standard input.
func command(stdin string, args ...string) (code int, stdout, stderr string) {
	return clitest.Run(program(), stdin, args...)
}

func TestBadInput(t *testing.T) {
	clitest.BadInput(t, program, []clitest.BadInputTest{
		{"no positions to verify", "", "--positions: expected 1 or more, found -1", []string{"verify", "--positions=-1"}},
		{"no time to verify", "", "--duration: expected more than 0, found 0s", []string{"verify", "--duration", "0s"}},
		{"no number", "", `--positions: expected a whole number, found "x"`, []string{"verify", "--positions", "x"}},
		{"no function to bench", "", `--only: expected a pattern of a function's name, as in quad.Vision, found "zzz", which matches none`, []string{"bench", "--only", "zzz"}},
		{"no pattern to bench", "", `--only: expected a regular expression, found "("`, []string{"bench", "--only", "("}},
		{"no time to bench", "", "--duration: expected more than 0, found -1s", []string{"bench", "--duration=-1s"}},
	})
}

func TestInfo(t *testing.T) {
	code, stdout, _ := command("", "info", "--json")
	var r infoJSON
	if err := json.Unmarshal([]byte(stdout), &r); code != cli.ExitOK || err != nil {
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
	if code != cli.ExitOK || !strings.Contains(stdout, "path        "+best+"\n") {
		t.Errorf("exit %d, %q", code, stdout)
	}
}
