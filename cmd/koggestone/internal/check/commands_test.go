package check

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
	"github.com/koggestone/koggestone/internal/simd"
)

func program() cli.Program { return cli.Program{Families: []any{new(Commands)}} }

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

func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under emulation")
	}
	code, stdout, stderr := command("", "bench", "--duration", "50ms", "--json")
	if code != cli.ExitOK || stderr != "" {
		t.Fatalf("exit %d, %q, %q", code, stdout, stderr)
	}
	var r benchJSON
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if timed, _ := choose((*selfcheck.Call).Timed, ""); len(timed) < 40 || len(r.Functions) != len(timed) {
		t.Errorf("%d functions of %d", len(r.Functions), len(timed))
	}
	packages := map[string]bool{}
	for _, f := range r.Functions {
		packages[f.Package] = true
		if len(f.Paths) != len(simd.Paths()) || f.Paths[0].Ratio != 1 {
			t.Errorf("%s: paths %v", f.Function, f.Paths)
		}
		for _, p := range f.Paths {
			if p.NS <= 0 || p.Ratio <= 0 {
				t.Errorf("%s: %v", f.Function, p)
			}
		}
	}
	var b bytes.Buffer
	r.write(&b)
	if lines := strings.Count(b.String(), "\n"); lines != 3+2*len(packages)+len(r.Functions) {
		t.Errorf("%d lines:\n%s", lines, b.String())
	}
}

// TestBenchOnly checks that only functions that match are measured.
func TestBenchOnly(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		{"quad[.]vision", []string{"quad.Vision", "quad.VisionBatch"}},
		{"movegen[.]count", []string{"movegen.CountLegalBatch", "movegen.CountTwoPlyBatch"}},
	} {
		calls, err := choose((*selfcheck.Call).Timed, c.pattern)
		var names []string
		for k := range calls {
			names = append(names, calls[k].String())
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: %q, %v", c.pattern, names, err)
		}
	}
	code, stdout, _ := command("", "bench", "--duration", "1ms", "--only", "koggestone.ray|quad.threats$")
	if code != cli.ExitOK || !strings.Contains(stdout, "\nRayAttacks ") || !strings.Contains(stdout, "\nThreats ") || strings.Contains(stdout, "Vision") {
		t.Errorf("exit %d, %q", code, stdout)
	}
}

func TestVerify(t *testing.T) {
	n := "5000"
	if testing.Short() {
		n = "100"
	}
	code, stdout, stderr := command("", "verify", "--positions", n, "--seed", "7")
	summary := regexp.MustCompile(`(?m)^(?:\w+ +\d+ functions, \d+ results compared with .*\n)+` + n + ` positions, paths generic.*: \d{4,} results, no difference \(seed 7, [0-9.]+ s\)\n$`)
	if code != cli.ExitOK || stderr != "" || !summary.MatchString(stdout) {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	code, stdout, stderr = command("", "verify", "--duration", "1ms", "--only", "^quad.vision$")
	if code != cli.ExitOK || stderr != "" || !strings.HasPrefix(stdout, "quad        1 function, ") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

// TestVerifyInterrupted checks that an interrupt ends verify with the summary.
func TestVerifyInterrupted(t *testing.T) {
	var code int
	var stdout, stderr string
	clitest.Interrupt(t, func() { code, stdout, stderr = command("", "verify", "--duration", "1h", "--only", "quad.Legality") })
	if code != cli.ExitOK || stderr != "" || !strings.Contains(stdout, "no difference (stopped, seed 1") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}
