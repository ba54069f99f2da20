package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runOK runs the command and returns its output.
func runOK(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(args, &stdout, &stderr); code != exitOK {
		t.Fatalf("%q: exit code %d, %s", args, code, stderr.String())
	}
	return stdout.String()
}

// The last line is the number of leaves, and the numbers of positions are the known ones.
func TestPerft(t *testing.T) {
	out := runOK(t, "perft", "--depth", "6", "--ply", "4", "--shards=5", "--block", "1000")
	for _, want := range []string{"\n4             72078\n", "\nnodes 119060324\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("missing %q in\n%s", want, out)
		}
	}
	if !strings.HasSuffix(out, "\nnodes 119060324\n") {
		t.Errorf("the last line is no count:\n%s", out)
	}
}

// A run leaves no files in the folder of temporary files.
func TestTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	runOK(t, "perft", "--depth", "3", "--ply", "1", "--shards=2")
	in := filepath.Join(t.TempDir(), "a.fen")
	if err := os.WriteFile(in, []byte("8/8/8/8/8/8/8/K6k w - - 0 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	runOK(t, "annotate", in, "--out", in+".csv", "--shards=2")
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// Help is not an error and needs no other argument.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"perft", "--help"}, {"annotate", "--help"}} {
		if out := runOK(t, args...); !strings.HasPrefix(out, "Usage: koggestone-beam") {
			t.Errorf("%q: %s", args, out)
		}
	}
}

// Bad arguments cause one line of error and exit code 2.
func TestBadArguments(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "expected"},
		{"perft", "missing flags: --depth"},
		{"perft --depth 3 --ply 4", "ply: expected 0 to 3, the depth, found 4"},
		{"perft --depth=-1", "depth: expected at least 0, found -1"},
		{"perft --depth 3 --fen x", "--fen: "},
		{"perft --depth 3 --shards 0", "shards: expected 1 to"},
		{"perft --depth 3 --async=maybe", "invalid boolean value"},
		{"perft --depth 3 --unheard 3", "unknown flag --unheard"},
		{"annotate main.go", "missing flags: --out"},
		{"annotate missing.fen --out x.csv", "missing.fen: expected files, found none"},
		{"annotate main.go --out x.npy", "--out: expected an extension of .csv, "},
		{"annotate main.go --out x.csv --shards 0", "shards: expected 1 to"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(strings.Fields(c.args), &stdout, &stderr); code != exitBadInput {
			t.Errorf("%s: exit code %d", c.args, code)
		}
		if text := stderr.String(); !strings.Contains(text, c.want) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: %q, want one line with %q", c.args, text, c.want)
		}
	}
}

// The concatenated shards of annotate equal the output of the command koggestone.
func TestAnnotate(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	dir := t.TempDir()
	command := filepath.Join(dir, "koggestone")
	if out, err := exec.Command("go", "build", "-C", "../../..", "-o", dir, "./cmd/koggestone", "./annotate/cmd/koggestone-annotate").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v, %s", err, out)
	}
	games, err := filepath.Abs("../../../internal/corpus/games.fen")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"annotate", games, games, "--columns", "moves,king,legality", "--where", "phase > 3", "--format", "csv"}
	want, err := exec.Command(command, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	report := filepath.Join(dir, "report")
	out := runOK(t, append(args, "--out", filepath.Join(dir, "out"), "--shards", "64", "--report", report)...)
	header := string(want[:bytes.IndexByte(want, '\n')+1])
	got := header
	for i := range 64 {
		data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("out-%05d-of-00064", i)))
		if err != nil {
			t.Fatal(err)
		}
		got += strings.TrimPrefix(string(data), header)
	}
	if got != string(want) {
		t.Errorf("%d bytes in 64 shards, want %d", len(got), len(want))
	}
	if rows := fmt.Sprintf("\nrows %d\n", strings.Count(got, "\n")-1); !strings.Contains(out, rows) {
		t.Errorf("missing %q in\n%s", rows, out)
	}
	if data, err := os.ReadFile(report); err != nil || !strings.HasPrefix(string(data), `{"positions":1200,`) {
		t.Errorf("report %s, %v", data, err)
	}
}

// The report counts what games have that is not read, in all shards together.
func TestAnnotateSkipped(t *testing.T) {
	games := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(games, []byte(strings.Repeat("[Result \"1-0\"]\n\n1. e4 {[%eval 35]} e5 $1 1-0\n\n", 90)), 0o666); err != nil {
		t.Fatal(err)
	}
	out := runOK(t, "annotate", games, "--out", games+".csv", "--shards", "3")
	if want := "\nrejected 0\nevals_in_hundredths 90\nsigns 90\nbytes "; !strings.Contains(out, want) {
		t.Errorf("missing %q in\n%s", want, out)
	}
}
