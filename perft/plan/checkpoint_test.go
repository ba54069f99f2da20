package plan_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/perft/plan"
)

// open opens or creates the checkpoint in file.
func open(t *testing.T, file string, root movegen.Position, depth int) (*plan.Checkpoint, error) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return plan.OpenCheckpoint(f, root, depth)
}

// A count that is stopped repeatedly, also within a line, resumes with the stored ply and
// parts and returns the right number. Stored parts are not counted again.
func TestCheckpoint(t *testing.T) {
	const depth, want = 5, 4865609
	file := filepath.Join(t.TempDir(), "checkpoint")
	seen := map[int]bool{}
	for round := 0; ; round++ {
		if round > 100 {
			t.Fatalf("%d of %d parts after %d rounds", len(seen), perft.CheckpointParts, round)
		}
		cp, err := open(t, file, movegen.Start(), depth)
		if err != nil {
			t.Fatal(err)
		}
		if cp.Parts() != len(seen) {
			t.Fatalf("%d parts are read, %d were written", cp.Parts(), len(seen))
		}
		ctx, stop := context.WithCancel(t.Context())
		opts := perft.Options{Merge: true, Workers: 1 + round%2, Checkpoint: &stopping{cp, seen, 5 + 9*round, stop}}
		r, err := perft.Count(ctx, movegen.Start(), depth, opts)
		stop()
		if err == nil {
			if r.Nodes != (perft.Nodes{Lo: want}) {
				t.Errorf("%v nodes, want %d", r.Nodes, want)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(file)
		// As if killed while a line is written, which has no newline yet.
		if round%3 == 1 {
			text = append(text, "part 3 nodes 1"...)
		}
		os.WriteFile(file, text, 0o666)
	}
	if len(seen) != perft.CheckpointParts {
		t.Errorf("%d parts, want %d", len(seen), perft.CheckpointParts)
	}
	// All parts are stored, so the next run counts none.
	cp, err := open(t, file, movegen.Start(), depth)
	if err != nil {
		t.Fatal(err)
	}
	r, err := perft.Count(t.Context(), movegen.Start(), depth, perft.Options{Merge: true, Checkpoint: &stopping{cp, seen, 0, nil}})
	if err != nil || r.Nodes != (perft.Nodes{Lo: want}) {
		t.Errorf("%v nodes, error %v, want %d", r.Nodes, err, want)
	}
}

// A stopping checkpoint stops the count after some parts.
type stopping struct {
	*plan.Checkpoint
	seen map[int]bool
	left int
	stop func()
}

func (s *stopping) SetPart(i int, n perft.Nodes) error {
	if s.seen[i] {
		return errors.New("a part that was done")
	}
	s.seen[i] = true
	if s.left--; s.left == 0 {
		s.stop()
	}
	return s.Checkpoint.SetPart(i, n)
}

// The count is right for any memory, with a ply that fits.
func TestCheckpointMemory(t *testing.T) {
	for _, memory := range []int64{1, 4 << 20, 8 << 20, 1 << 30} {
		file := filepath.Join(t.TempDir(), "checkpoint")
		cp, err := open(t, file, movegen.Start(), 5)
		if err != nil {
			t.Fatal(err)
		}
		r, err := perft.Count(t.Context(), movegen.Start(), 5, perft.Options{Merge: true, Mode: perft.ModeBulk, Memory: memory, Checkpoint: cp})
		if err != nil || r.Nodes != (perft.Nodes{Lo: 4865609}) {
			t.Errorf("memory %d: %v nodes, error %v", memory, r.Nodes, err)
		}
		if ply, ok := cp.Ply(); !ok || ply < 1 || ply > 3 {
			t.Errorf("memory %d: ply %d, %v", memory, ply, ok)
		}
	}
}

// A checkpoint of another tree, or a damaged one, is an error and is not changed.
func TestCheckpointErrors(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	cp, err := open(t, good, movegen.Start(), 4)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := perft.Count(t.Context(), movegen.Start(), 4, perft.Options{Merge: true, Checkpoint: cp}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	lines := strings.SplitAfter(text, "\n")
	if len(lines) != 5+1+perft.CheckpointParts+1 {
		t.Fatalf("%d lines", len(lines))
	}
	kiwi, _ := movegen.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for _, c := range []struct {
		text  string
		root  movegen.Position
		depth int
		want  string
	}{
		{text, movegen.Start(), 5, "line 3: expected depth 5, found"},
		{text, kiwi, 4, "line 2: expected position r3k2r"},
		{"my diary\n", movegen.Start(), 4, "line 1: expected koggestone perft checkpoint 2, found"},
		{strings.Replace(text, "part 7 nodes ", "part 7 nodes 1", 1), movegen.Start(), 4, "line "},
		{strings.Replace(text, "part 7 ", "part 8 ", 1), movegen.Start(), 4, "line "},
		{strings.Replace(text, "\nply", "\n\nply", 1), movegen.Start(), 4, "line 6: "},
		{text[:len(text)-9] + "\n", movegen.Start(), 4, "line 262: "},
		{strings.Repeat("x", 1<<20+1), movegen.Start(), 4, "at most"},
	} {
		file := filepath.Join(dir, "bad")
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := open(t, file, c.root, c.depth); err == nil || !strings.HasPrefix(err.Error(), c.want) && !strings.Contains(err.Error(), "at most") {
			t.Errorf("%.40q: error %v, want %q", c.text, err, c.want)
		}
		if after, _ := os.ReadFile(file); string(after) != c.text {
			t.Errorf("%.40q was changed", c.text)
		}
	}
	// A truncated header is written again; a truncated line is dropped.
	for _, n := range []int{0, 1, 100, len(strings.Join(lines[:5], "")) - 1} {
		file := filepath.Join(dir, "cut")
		os.WriteFile(file, []byte(text[:n]), 0o666)
		if cp, err := open(t, file, movegen.Start(), 4); err != nil || cp.Parts() != 0 {
			t.Errorf("cut after %d bytes: error %v", n, err)
		}
	}
	for _, n := range []int{len(text) - 1, len(text) - 20} {
		file := filepath.Join(dir, "cut")
		os.WriteFile(file, []byte(text[:n]), 0o666)
		if cp, err := open(t, file, movegen.Start(), 4); err != nil || cp.Parts() != perft.CheckpointParts-1 {
			t.Errorf("cut after %d bytes: error %v", n, err)
		}
	}
	// Duplicate lines, which two counts into one file write, are accepted.
	file := filepath.Join(dir, "twice")
	os.WriteFile(file, []byte(text+strings.Join(lines[5:], "")), 0o666)
	if cp, err := open(t, file, movegen.Start(), 4); err != nil || cp.Parts() != perft.CheckpointParts {
		t.Errorf("lines twice: error %v", err)
	}
	for _, opts := range []perft.Options{{Checkpoint: cp}, {Checkpoint: cp, Merge: true}} {
		if _, err := perft.Divide(t.Context(), movegen.Start(), 4, opts); err == nil {
			t.Errorf("Divide, %+v: no error", opts)
		}
	}
	if _, err := perft.Count(t.Context(), movegen.Start(), 4, perft.Options{Checkpoint: cp}); err == nil {
		t.Error("a checkpoint without Merge: no error")
	}
}

// An error of the checkpoint ends the count.
func TestCheckpointFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	cp, err := open(t, file, movegen.Start(), 5)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for i := range perft.CheckpointParts {
		seen[i] = true
	}
	_, err = perft.Count(t.Context(), movegen.Start(), 5, perft.Options{Merge: true, Checkpoint: &stopping{cp, seen, 0, nil}})
	if err == nil || !strings.Contains(err.Error(), "a part that was done") {
		t.Errorf("error %v", err)
	}
}
