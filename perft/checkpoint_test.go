package perft

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// openCheckpoint opens or creates the checkpoint in a file.
func openCheckpoint(t *testing.T, file string, root movegen.Position, depth int) (*Checkpoint, error) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return OpenCheckpoint(f, root, depth)
}

// TestCheckpoint stops a count repeatedly, also within a line. It resumes with the stored parts, which are not
// counted again, and returns the right number.
func TestCheckpoint(t *testing.T) {
	const depth, want = 5, 4865609
	file := filepath.Join(t.TempDir(), "checkpoint")
	done := 0
	for round := 0; ; round++ {
		cp, err := openCheckpoint(t, file, movegen.Start(), depth)
		if err != nil {
			t.Fatal(err)
		}
		if cp.Parts() != done || round > 100 {
			t.Fatalf("round %d: %d parts are read, %d were written", round, cp.Parts(), done)
		}
		ctx, stop := context.WithCancel(t.Context())
		counted := 0
		r, err := Count(ctx, movegen.Start(), depth, Options{Merge: true, Workers: 1 + round%2, Checkpoint: cp, Progress: func(p Progress) {
			if p.Parts == CheckpointParts {
				if counted++; counted == 5+9*round {
					stop()
				}
			}
		}})
		stop()
		done = cp.Parts()
		if err == nil {
			if r.Nodes != (Nodes{Lo: want}) || done != CheckpointParts {
				t.Errorf("%v nodes, want %d; %d parts", r.Nodes, want, done)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if round%3 == 1 { // as if killed while a line is written, which has no newline yet
			text, _ := os.ReadFile(file)
			os.WriteFile(file, append(text, "part 3 nodes 1"...), 0o666)
		}
	}
	cp, err := openCheckpoint(t, file, movegen.Start(), depth)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Count(t.Context(), movegen.Start(), depth, Options{Merge: true, Checkpoint: cp, Progress: func(Progress) { t.Error("a part was counted again") }})
	if err != nil || r.Nodes != (Nodes{Lo: want}) {
		t.Errorf("%v nodes, error %v, want %d", r.Nodes, err, want)
	}
	for _, opts := range []Options{{Checkpoint: cp}, {Checkpoint: cp, Merge: true}} {
		if _, err := Divide(t.Context(), movegen.Start(), depth, opts); err == nil {
			t.Errorf("Divide, %+v: no error", opts)
		}
	}
	if _, err := Count(t.Context(), movegen.Start(), depth, Options{Checkpoint: cp}); err == nil {
		t.Error("a checkpoint without Merge: no error")
	}
}

// TestCheckpointMemory checks that the count is right for any memory, with a ply that fits.
func TestCheckpointMemory(t *testing.T) {
	for _, memory := range []int64{1, 4 << 20, 1 << 30} {
		cp, err := openCheckpoint(t, filepath.Join(t.TempDir(), "checkpoint"), movegen.Start(), 5)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Count(t.Context(), movegen.Start(), 5, Options{Merge: true, Mode: ModeBulk, Memory: memory, Checkpoint: cp})
		if err != nil || r.Nodes != (Nodes{Lo: 4865609}) || cp.ply < 1 || cp.ply > 3 {
			t.Errorf("memory %d: %v nodes, ply %d, error %v", memory, r.Nodes, cp.ply, err)
		}
	}
}

// TestCheckpointErrors checks that a checkpoint of another tree and a damaged one are errors, and that the file is
// not changed.
func TestCheckpointErrors(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	cp, err := openCheckpoint(t, good, movegen.Start(), 4)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Count(t.Context(), movegen.Start(), 4, Options{Merge: true, Checkpoint: cp}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	lines := strings.SplitAfter(text, "\n")
	if len(lines) != 5+1+CheckpointParts+1 {
		t.Fatalf("%d lines", len(lines))
	}
	kiwipete, _ := movegen.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	bad := filepath.Join(dir, "bad")
	for _, c := range []struct {
		text  string
		root  movegen.Position
		depth int
		want  string
	}{
		{text, movegen.Start(), 5, "line 3: expected depth 5, found"},
		{text, kiwipete, 4, "line 2: expected position r3k2r"},
		{"my diary\n", movegen.Start(), 4, "line 1: expected koggestone perft checkpoint 2, found"},
		{strings.Replace(text, "part 7 nodes ", "part 7 nodes 1", 1), movegen.Start(), 4, "line "},
		{strings.Replace(text, "part 7 ", "part 8 ", 1), movegen.Start(), 4, "line "},
		{strings.Replace(text, "\nply", "\n\nply", 1), movegen.Start(), 4, "line 6: "},
		{text[:len(text)-9] + "\n", movegen.Start(), 4, "line 262: "},
		{strings.Repeat("x", maxCheckpoint+1), movegen.Start(), 4, "expected a regular file"},
	} {
		if err := os.WriteFile(bad, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := openCheckpoint(t, bad, c.root, c.depth); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want %q", c.text, err, c.want)
		}
		if after, _ := os.ReadFile(bad); string(after) != c.text {
			t.Errorf("%.40q was changed", c.text)
		}
	}
	head := strings.Join(lines[:5], "")
	for _, c := range []struct {
		text  string
		parts int
	}{
		{"", 0}, // unfinished first lines are written again
		{head[:100], 0},
		{head, 0},
		{text[:len(text)-1], CheckpointParts - 1}, // an unfinished line is dropped
		{text[:len(text)-20], CheckpointParts - 1},
		{text + strings.Join(lines[5:], ""), CheckpointParts}, // two counts wrote to one file
	} {
		os.WriteFile(bad, []byte(c.text), 0o666)
		if cp, err := openCheckpoint(t, bad, movegen.Start(), 4); err != nil || cp.Parts() != c.parts {
			t.Errorf("%d bytes: error %v", len(c.text), err)
		}
	}
}

// TestCheckpointFails checks that an error of the file ends the count.
func TestCheckpointFails(t *testing.T) {
	cp, err := openCheckpoint(t, filepath.Join(t.TempDir(), "checkpoint"), movegen.Start(), 5)
	if err != nil {
		t.Fatal(err)
	}
	cp.file.Close()
	if _, err := Count(t.Context(), movegen.Start(), 5, Options{Merge: true, Checkpoint: cp}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v", err)
	}
}
