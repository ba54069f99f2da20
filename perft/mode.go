package perft

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/koggestone/koggestone/internal/simd"
)

// A Mode is a way to count. All give the same numbers.
type Mode uint8

const (
	// Auto is the fastest mode that can do what the other options ask for.
	Auto Mode = iota
	// Single plays every move down to the leaves.
	Single
	// Bulk does not play the moves of the last ply but counts them from sets of
	// target squares.
	Bulk
	// Batch gathers positions three plies above the leaves, plays their moves and
	// those after them with [movegen.AppendChildrenBatch], and counts the last ply
	// with [movegen.CountLegalBatch]: many positions at a time.
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

// Fastest returns the mode that Auto takes without Options.Stats: Batch where the
// kernels are assembly, else Bulk. The Go twin of movegen.CountLegalBatch takes
// five times as long as counting position by position.
func Fastest() Mode {
	if simd.Active() == simd.Generic {
		return Bulk
	}
	return Batch
}

// resolve returns the mode to run with, or an error if the options contradict
// one another.
func (o *Options) resolve() (Mode, error) {
	switch {
	case int(o.Mode) >= len(modeNames):
		return 0, fmt.Errorf("perft: mode %v: expected Auto, Single, Bulk or Batch", o.Mode)
	case o.Workers < 0:
		return 0, fmt.Errorf("perft: %d workers: expected at least 0", o.Workers)
	case o.Memory < 0:
		return 0, fmt.Errorf("perft: memory of %d bytes: expected at least 0", o.Memory)
	case o.Stats && o.Merge:
		return 0, errors.New("perft: Merge does not keep the moves apart that Stats counts: expected one of the two")
	case o.Stats && o.Mode != Auto && o.Mode != Single:
		return 0, fmt.Errorf("perft: mode %v counts moves without playing them: expected Single or Auto with Stats", o.Mode)
	case o.Stats:
		return Single, nil
	case o.Mode == Auto:
		return Fastest(), nil
	}
	return o.Mode, nil
}
