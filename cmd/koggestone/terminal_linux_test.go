package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// seconds matches the times in the results.
var seconds = regexp.MustCompile(`[0-9.]+ s\b(, [0-9.]+ million (nodes|positions)/s)?`)

// On a terminal, commands that draw their progress print the same as without one.
func TestTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("the commands must take long enough for progress to be drawn")
	}
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "xterm")
	drawn := 0
	for _, line := range []string{
		"verify --positions 20000",
		"perft --depth 6 --merge --mode bulk",
	} {
		args := strings.Fields(line)
		code, want, _ := command("", args...)
		if code != cli.ExitOK {
			t.Fatalf("%s: exit %d", line, code)
		}
		code, written, shown := clitest.OnTerminal(t, program(), 200, "", args...)
		if code != cli.ExitOK {
			t.Errorf("%s: exit %d on a terminal", line, code)
		}
		if strings.Contains(written, "\r"+args[0]+" ") {
			drawn++
		}
		want, shown = seconds.ReplaceAllString(want, "TIME"), seconds.ReplaceAllString(shown, "TIME")
		if shown != want {
			t.Errorf("%s: the terminal shows\n%.1000s\nwant\n%.1000s", line, shown, want)
		}
	}
	if drawn == 0 {
		t.Error("no progress was drawn")
	}
}

// Text is broken between words, and no table is wider than a terminal of 80 columns.
func TestTerminalOf80Columns(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "xterm")
	for _, line := range []string{"trace", "trace -d south-west", "bench --quick --only SliderAttacks", "perft --help", "pairs --help", "attacks", "info"} {
		_, written, _ := clitest.OnTerminal(t, program(), 80, "", strings.Fields(line)...)
		for _, text := range strings.Split(written[strings.LastIndex(written, "\x1b[K")+1:], "\r\n") {
			if len(text) > 80 && !strings.HasPrefix(text, "  koggestone ") { // an example is one line for a shell
				t.Errorf("%s: %d columns: %s", line, len(text), text)
			}
		}
	}
}

// A command that waits for the keyboard says so.
func TestKeyboard(t *testing.T) {
	for _, line := range []string{"count -"} {
		if _, written, _ := clitest.OnTerminal(t, program(), 80, clitest.EOT, strings.Fields(line)...); !strings.Contains(written, "koggestone: reading standard input\r\n") {
			t.Errorf("%s: %q", line, written)
		}
	}
}

// On narrow terminals boards are printed one below the other.
func TestNarrowTerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "xterm")
	_, written, _ := clitest.OnTerminal(t, program(), 36, "", "attacks", "--fen", "startpos")
	if strings.Count(written, "  a b c d e f g h\r\n") != 9 {
		t.Errorf("boards side by side:\n%s", written)
	}
	for line, want := range map[string]string{
		"": "\r\n  perft\r\n    Count the leaf nodes of the tree of\r\n    legal moves.\r\n",
	} {
		if _, written, _ := clitest.OnTerminal(t, program(), 40, "", strings.Fields(line)...); !strings.Contains(written, want) {
			t.Errorf("%q: %s", line, written)
		}
	}
	// In a pipe COLUMNS is the width, or 80.
	for columns, want := range map[string]int{"": 80, "50": 50} {
		t.Setenv("COLUMNS", columns)
		_, stdout, _ := command("", "trace", "-d", "south-west")
		widest := 0
		for text := range strings.Lines(stdout) {
			widest = max(widest, len(strings.TrimRight(text, "\n")))
		}
		if widest > want || widest < want-10 {
			t.Errorf("COLUMNS=%s: %d columns, want %d", columns, widest, want)
		}
	}
}
