package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// The program works on its own: help, version, completion.
func TestProgram(t *testing.T) {
	code, stdout, stderr := run("", "--help")
	for _, want := range []string{"Usage: koggestone-annotate", "\nInput:\n", "--columns=LIST", "--version", "\nExit codes: ", "\nExamples:\n"} {
		if code != cli.ExitOK || stderr != "" || strings.Count(stdout, want) != 1 {
			t.Errorf("--help: exit %d, %q, %q, want %q once", code, stdout, stderr, want)
		}
	}
	if code, stdout, stderr := run("", "--version"); code != cli.ExitOK || stderr != "" || !strings.HasPrefix(stdout, "koggestone-annotate ") {
		t.Errorf("--version: exit %d, %q, %q", code, stdout, stderr)
	}
	for shell, want := range map[string]string{"bash": "complete ", "zsh": "autoload ", "fish": "function "} {
		if code, stdout, stderr := run("", "--completion", shell); code != cli.ExitOK || !strings.HasPrefix(stdout, want) || strings.Contains(stdout, "NAME") || stderr != "" {
			t.Errorf("%s: exit %d, %q, %q", shell, code, stdout, stderr)
		}
	}
	clitest.BadInput(t, program, []clitest.BadInputTest{
		{"no files", "", "expected a file of positions, or - for standard input", nil},
		{"a letter of many flags", "", "unknown flag -c; see koggestone-annotate --help", []string{"-c", "king"}},
		{"unknown shell", "", `completion: expected bash, zsh or fish, found "powershell"`, []string{"--completion", "powershell"}},
		{"a file that has the name of a command", "", "help: no such file or directory", []string{"help"}},
	})
}

// A shell asks for completions by COMP_LINE.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"koggestone-annotate x --format cs": "csv",
		"koggestone-annotate --from viri x": "",
		"koggestone-annotate --out ":        "", // the shell completes names of files
		"koggestone-annotate --completion ": "bash fish zsh",
		"koggestone-annotate --no-l":        "--no-labels",
	} {
		t.Setenv("COMP_LINE", line)
		code, stdout, stderr := run("")
		if got := strings.Join(strings.Fields(stdout), " "); code != cli.ExitOK || stderr != "" || got != want {
			t.Errorf("%q: exit %d, %q, %q, want %s", line, code, stdout, stderr, want)
		}
	}
}

// A value that has the wrong type is named in plain words, and a flag that another flag, or its absence, leaves without
// an effect is an error.
func TestFlags(t *testing.T) {
	for line, want := range map[string]string{
		"- --strict=maybe":       `--strict: expected true or false, found "maybe"`,
		"- --sample x":           `--sample: expected a share above 0 and at most 1, found "x"`,
		"--list -":               "--list: expected no other flags and arguments, found a file",
		"--list --columns all":   "--list: expected no other flags and arguments, found --columns",
		"- --unique-memory 1MiB": "--unique-memory: expected --unique, without which it has no effect",
		"- --seed 3":             "--seed: expected --sample, without which it has no effect",
		"- --fen-column x":       "--fen-column: expected csv, ndjson or parquet, found standard input in the format fen",
		"- --every 0":            `--every: expected a whole number from 1 to 2147483647, found "0"`,
		"- --max-fields 0":       `--max-fields: expected a whole number from 1 to 2147483647, found "0"`,
		"- --columns - --no-fen": "expected columns, fields or the FEN to write, found none: --columns, --carry and --no-fen leave nothing",
		"- --sample 1 --seed 3":  "",
		"- --list=false":         "",
	} {
		code, stdout, stderr := run("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", strings.Fields(line)...)
		if want == "" {
			if code != cli.ExitOK {
				t.Errorf("%s: exit %d, %q, %q", line, code, stdout, stderr)
			}
		} else if code != cli.ExitBadInput || stdout != "" || stderr != "koggestone: "+want+"\n" {
			t.Errorf("%s: exit %d, %q, %q, want %q", line, code, stdout, stderr, want)
		}
	}
}

// --sample chooses among positions, also within a game, and its help says so.
func TestSample(t *testing.T) {
	const game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *\n"
	code, stdout, stderr := run(game, "-", "--sample", "0.5", "--seed", "3", "--columns", "legal_moves")
	if rows := strings.Count(stdout, "\n") - 1; code != cli.ExitOK || rows < 4 || rows > 17 || !strings.Contains(stderr, fmt.Sprintf("not in the sample: %d", 21-rows)) {
		t.Errorf("exit %d, %d rows of 21, %q", code, rows, stderr)
	}
	_, help, _ := run("", "--help")
	if words := strings.Join(strings.Fields(help), " "); !strings.Contains(words, "Use only this share of the positions, above 0 and at most 1.") || strings.Contains(words, "share of the records") {
		t.Errorf("the help of --sample: %s", words)
	}
}
