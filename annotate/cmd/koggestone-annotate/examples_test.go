package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/corpus"
)

// The examples of the help run unchanged.
func TestExamples(t *testing.T) {
	games, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "games.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"games.pgn": string(games), "positions.fen": corpus.Games().Text} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range new(command).Examples() {
		var args []string
		for _, word := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(line, -1) {
			args = append(args, strings.Trim(word, "'"))
		}
		if strings.Join(args[:2], " ") != "koggestone annotate" {
			t.Errorf("an example of another command: %s", line)
		}
		if code, stdout, stderr := run("", args[2:]...); code != cli.ExitOK || stdout == "" && !strings.Contains(line, "--out") {
			t.Errorf("%s: exit %d, %d bytes, %s", line, code, len(stdout), stderr)
		}
	}
}
