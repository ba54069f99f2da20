package main

import (
	"bytes"
	"strings"
	"testing"
)

// runOK runs the command and returns what it writes.
func runOK(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(args, &stdout, &stderr); code != exitOK {
		t.Fatalf("%q: exit code %d, %s", args, code, stderr.String())
	}
	return stdout.String()
}

// The last line is the number of leaves; plies have their known numbers of positions.
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

// Bad arguments give one line, and exit code 2.
func TestBadArguments(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "expected"},
		{"perft", "missing flags: --depth"},
		{"perft --depth 3 --ply 4", "cut at ply 4: expected 0 to the depth, 3"},
		{"perft --depth=-1", "depth -1: expected at least 0"},
		{"perft --depth 3 --fen x", "--fen: "},
		{"perft --depth 3 --shards 0", "0 shards: expected 1 to"},
		{"perft --depth 3 --async=maybe", "invalid boolean value"},
		{"perft --depth 3 --unheard 3", "unknown flag --unheard"},
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
