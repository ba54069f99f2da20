package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/corpus"
)

// The examples of the help run unchanged, in their order.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("verifies and measures")
	}
	features, err := os.ReadFile(filepath.Join("internal", "attacks", "testdata", "plentychess.txt"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("features.txt", string(features))
	write("positions.fen", corpus.Games().Text)
	write("suite.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n")
	word := regexp.MustCompile(`'[^']*'|\S+`)
	parser, err := program().Parser(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range parser.Model.Children {
		name := node.Name
		for _, line := range cli.Examples(node) {
			{
				args := word.FindAllString(line, -1)
				if !slices.Equal(args[:2], []string{"koggestone", name}) {
					t.Errorf("%s: an example of another command: %s", name, line)
				}
				stdin, to := "", ""
				var given []string
				for i := 1; i < len(args); i++ {
					switch arg := strings.Trim(args[i], "'"); {
					case arg == ">":
						i, to = i+1, args[i+1]
					case arg == "<":
						text, err := os.ReadFile(args[i+1])
						if err != nil {
							t.Fatal(err)
						}
						i, stdin = i+1, string(text)
					case strings.HasSuffix(arg, ".*"):
						found, _ := filepath.Glob(arg)
						given = append(given, found...)
					default:
						given = append(given, arg)
					}
				}
				code, stdout, stderr := command(stdin, given...)
				if code != cli.ExitOK || stdout == "" && !strings.Contains(line, "--out") {
					t.Errorf("%s: exit %d, %d bytes, %s", line, code, len(stdout), stderr)
				}
				if to != "" {
					write(to, stdout)
				}
			}
		}
	}
}
