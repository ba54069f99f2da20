package cli_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// slow is a command that takes long enough for a Progress to be drawn.
type slow struct {
	Work workCmd `cmd:""`
}

type workCmd struct {
	T *testing.T `kong:"-"`
}

// Run works in a time that does not depend on the speed of the machine.
func (c *workCmd) Run(s *cli.Streams) (err error) {
	synctest.Test(c.T, func(*testing.T) { err = work(s) })
	return err
}

func work(s *cli.Streams) error {
	bar := s.NewProgress("start")
	defer bar.Stop()
	step := func(what string, done, total int64) {
		time.Sleep(120 * time.Millisecond)
		bar.Show(what, done, total)
	}
	step("first", 1, 4)
	bar.Show("first", 2, 4) // too early to be drawn
	cli.WriteMessage(s.Err, "a message")
	fmt.Fprintln(s.Out, "a result")
	s.Out.Flush()
	step("first", 3, 4)
	step("second", 1, 0)
	time.Sleep(time.Second)
	step("second", 5, 4)
	step("third", 1, 4)
	time.Sleep(2 * time.Second)
	step("third", 2, 4)
	bar.Stop()
	step("second", 6, 6)
	_, err := fmt.Fprintln(s.Out, "the end")
	return err
}

// Neither messages nor results share a line with the progress, for any width.
func TestProgress(t *testing.T) {
	for _, width := range []uint16{200, 80, 40, 10, 1} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			code, written, shown := clitest.OnTerminal(t, cli.Program{Families: []any{&slow{workCmd{t}}}}, width, "", "work")
			if code != cli.ExitOK {
				t.Errorf("exit %d", code)
			}
			if got, want := strings.ReplaceAll(shown, "\n", ""), "koggestone: a messagea resultthe end"; got != want {
				t.Errorf("the terminal shows\n%s\nwant %q", shown, want)
			}
			if width < 80 {
				return
			}
			if want := "koggestone: a message\na result\nthe end\n"; shown != want {
				t.Errorf("the terminal shows\n%s\nwant\n%s", shown, want)
			}
			for want, times := range map[string]int{"\rfirst  25%  0s\x1b": 1, "first  50%": 0, "\rfirst  75%  0s\x1b": 1, "\rsecond  0s\x1b": 2, "\rsecond  1s\x1b": 1, "\rsecond  100%  1s\x1b": 2, "\rthird  50%  3s, about 5s left\x1b": 1} {
				if n := strings.Count(written, want); n != times {
					t.Errorf("%q is drawn %d times, want %d: %q", want, n, times, written)
				}
			}
		})
	}
}

// Without a terminal nothing is drawn.
func TestProgressToFile(t *testing.T) {
	code, stdout, stderr := clitest.Run(cli.Program{Families: []any{&slow{workCmd{t}}}}, "", "work")
	if code != cli.ExitOK || stdout != "a result\nthe end\n" || stderr != "koggestone: a message\n" {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}
