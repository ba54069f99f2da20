package perft

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/koggestone/koggestone/internal/simd"
)

// A Mode is a way to count. All modes return the same numbers.
type Mode uint8

const (
	// Auto is the fastest mode that can do what the other options ask for.
	Auto Mode = iota
	// Single plays every move down to the leaves.
	Single
	// Bulk counts the moves of the last ply from sets of target squares, and does
	// not play them.
	Bulk
	// Batch gathers positions three plies above the leaves. It plays the moves of
	// many positions at a time with [movegen.AppendChildrenBatch], and counts the
	// last two plies with [movegen.CountTwoPlyBatch], or, with Options.Plies of 1, the
	// last with [movegen.CountLegalBatch].
	Batch
)

var modeNames = [...]string{"auto", "single", "bulk", "batch"}

// String returns the name of m in lower case, "bulk".
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return "Mode(" + strconv.Itoa(int(m)) + ")"
}

// ParseMode returns the mode with the given name.
func ParseMode(name string) (Mode, error) {
	for m, n := range modeNames {
		if n == name {
			return Mode(m), nil
		}
	}
	return 0, fmt.Errorf("perft: mode %q: expected auto, single, bulk or batch", name)
}

// Fastest returns the mode that Auto stands for without Options.Stats: Batch where
// the kernels are assembly, otherwise Bulk: in Go [movegen.CountLegalBatch] counts
// position by position, so that gathering them only costs time. On the path neon that
// rests on counts of instructions, 159 a position by the kernel and some 700 one by one; no
// time was measured.
func Fastest() Mode {
	if simd.Active() == simd.Generic {
		return Bulk
	}
	return Batch
}

// FastestPlies returns how many plies the mode Batch counts at a time unless
// Options.Plies tells: 2 where that kernel is assembly, on the path neon unmeasured.
func FastestPlies() int {
	if simd.Active() == simd.Generic {
		return 1
	}
	return 2
}

var errCheckpoint = errors.New("perft: Checkpoint: expected Count with Merge, which alone keeps one")

// resolve returns the mode to count with, or an error if an option is out of range
// or the options contradict one another.
func (o *Options) resolve() (Mode, error) {
	switch {
	case int(o.Mode) >= len(modeNames):
		return 0, fmt.Errorf("perft: mode %v: expected Auto, Single, Bulk or Batch", o.Mode)
	case o.Workers < 0 || o.Workers > MaxWorkers:
		return 0, fmt.Errorf("perft: %d workers: expected 0 to %d", o.Workers, MaxWorkers)
	case o.Plies < 0 || o.Plies > 2:
		return 0, fmt.Errorf("perft: %d plies at a time: expected 1 or 2, or 0 for the faster", o.Plies)
	case o.Plies != 0 && (o.Stats || o.Mode == Single || o.Mode == Bulk):
		return 0, fmt.Errorf("perft: %d plies at a time: only the mode Batch, without Stats, counts so", o.Plies)
	case o.Memory < 0:
		return 0, fmt.Errorf("perft: memory of %d bytes: expected at least 0", o.Memory)
	case o.Checkpoint != nil && !o.Merge:
		return 0, errCheckpoint
	case o.Stats && o.Merge:
		return 0, errors.New("perft: Merge and Stats: expected at most one of them, as merged positions do not tell by which moves they were reached")
	case o.Stats && o.Mode != Auto && o.Mode != Single:
		return 0, fmt.Errorf("perft: mode %v counts moves without playing them: expected Single or Auto with Stats", o.Mode)
	case o.Stats:
		return Single, nil
	case o.Mode == Auto && o.Plies != 0:
		return Batch, nil
	case o.Mode == Auto:
		return Fastest(), nil
	}
	return o.Mode, nil
}
