package check

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
)

func TestVerify(t *testing.T) {
	n := "20000"
	if testing.Short() {
		n = "5000"
	}
	code, stdout, stderr := command("", "verify", "--positions", n, "--seed", "7")
	if code != cli.ExitOK || stderr != "" {
		t.Fatalf("exit %d, %q, %q", code, stdout, stderr)
	}
	sum := 0
	for _, m := range regexp.MustCompile(`(?m)^\w+ +(\d+) functions, \d+ results`).FindAllStringSubmatch(stdout, -1) {
		count, _ := strconv.Atoi(m[1])
		sum += count
	}
	if want := fmt.Sprintf("\n%s positions, %d functions, paths generic", n, sum); sum < 60 || !strings.Contains(stdout, want) || !strings.Contains(stdout, "no difference (seed 7") {
		t.Errorf("%q lacks %q", stdout, want)
	}
}

func TestVerifyCounts(t *testing.T) {
	code, stdout, stderr := command("", "verify", "--counts", "--positions", "12000", "--seed", "3")
	line := regexp.MustCompile(`^12000 positions, (\d+) of (\d+) random games and (\d+) arbitrary boards, (\d+) moves; compared with raylist: (\d+)\n` +
		`CountLegalBatch, paths generic.*: no difference \(seed 3, [0-9.]+ s\)\n$`)
	if code != cli.ExitOK || stderr != "" || !line.MatchString(stdout) {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	code, _, stderr = command("", "verify", "--counts", "--moves")
	if code != cli.ExitBadInput || !strings.Contains(stderr, "can't be used together") {
		t.Errorf("two subjects: exit %d, %q", code, stderr)
	}
}

func TestVerifyMoves(t *testing.T) {
	code, stdout, stderr := command("", "verify", "--moves", "--positions", "5000", "--seed", "3")
	if code != cli.ExitOK || stderr != "" || !strings.HasPrefix(stdout, "5000 positions of ") ||
		!strings.Contains(stdout, "movegen and movegen/raylist agree (seed 3") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

// wrong is a Verifier that finds a difference.
type wrong selfcheck.Difference

func (w *wrong) Verify(int, func(int)) *selfcheck.Difference { return (*selfcheck.Difference)(w) }
func (w *wrong) Verified() string                            { return "" }

// A difference is shown in words, as boards and as a test.
func TestVerifyShowsDifference(t *testing.T) {
	var out bytes.Buffer
	s := &cli.Streams{Out: bufio.NewWriter(&out), Err: &out}
	err := (&verifyCmd{Positions: 1}).verify(s, &wrong{
		Summary: "North on path generic", Detail: "a detail", Given: []selfcheck.Set{{Title: "empty", Squares: 1}},
		Wrong: true, Got: 3, Want: 5, Test: "package x\n",
	}, "verify")
	s.Out.Flush()
	const want = `difference: North on path generic

a detail

  empty               got                 want                wrong
8 . . . . . . . .   8 . . . . . . . .   8 . . . . . . . .   8 . . . . . . . .
7 . . . . . . . .   7 . . . . . . . .   7 . . . . . . . .   7 . . . . . . . .
6 . . . . . . . .   6 . . . . . . . .   6 . . . . . . . .   6 . . . . . . . .
5 . . . . . . . .   5 . . . . . . . .   5 . . . . . . . .   5 . . . . . . . .
4 . . . . . . . .   4 . . . . . . . .   4 . . . . . . . .   4 . . . . . . . .
3 . . . . . . . .   3 . . . . . . . .   3 . . . . . . . .   3 . . . . . . . .
2 . . . . . . . .   2 . . . . . . . .   2 . . . . . . . .   2 . . . . . . . .
1 1 . . . . . . .   1 1 1 . . . . . .   1 1 . 1 . . . . .   1 1 + - . . . . .
  a b c d e f g h     a b c d e f g h     a b c d e f g h     a b c d e f g h

+ got but not wanted, - wanted but not got
got  0x0000000000000003
want 0x0000000000000005

package x
`
	if err != cli.ErrDifference || out.String() != want {
		t.Errorf("%v, got\n%s", err, out.String())
	}
}
