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
	// ModeAuto is the fastest mode that the other options allow.
	ModeAuto Mode = iota
	// ModeSingle plays every move down to the leaves.
	ModeSingle
	// ModeBulk counts the moves in the last ply from target sets, and does not play them.
	ModeBulk
	// ModeBatch gathers positions three plies above the leaves. It plays the moves of many
	// positions with one call of [movegen.AppendChildrenBatch], and counts the last two plies
	// with [movegen.CountTwoPlyBatch]. On the generic path this would be slower, so it also
	// plays these moves and counts the last ply with [movegen.CountLegalBatch].
	ModeBatch
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
	return 0, fmt.Errorf("perft: mode: expected auto, single, bulk or batch, found %q", name)
}

// FastestMode returns the mode that [ModeAuto] selects without Options.Stats. It is [ModeBatch]
// if the kernels are assembly. Otherwise it is [ModeBulk], because [movegen.CountLegalBatch]
// then counts position by position, so gathering positions would only cost time. On the path
// neon the choice is an estimate from instruction counts.
func FastestMode() Mode {
	if simd.Active() == simd.Generic {
		return ModeBulk
	}
	return ModeBatch
}

// resolve returns the selected mode, or an error if an option is out of range or if
// options contradict each other.
func (o *Options) resolve() (Mode, error) {
	switch {
	case int(o.Mode) >= len(modeNames):
		return 0, fmt.Errorf("perft: Mode: expected ModeAuto, ModeSingle, ModeBulk or ModeBatch, found %v", o.Mode)
	case o.Workers < 0 || o.Workers > MaxWorkers:
		return 0, fmt.Errorf("perft: Workers: expected 0 to %d, found %d", MaxWorkers, o.Workers)
	case o.Memory < 0:
		return 0, fmt.Errorf("perft: Memory: expected 0 or more bytes, found %d", o.Memory)
	case o.Stats && o.Merge:
		return 0, errors.New("perft: Merge and Stats: expected at most one of them, found both; merged positions do not tell by which moves they were reached")
	case o.Stats && o.Mode != ModeAuto && o.Mode != ModeSingle:
		return 0, fmt.Errorf("perft: Mode: expected ModeSingle or ModeAuto with Stats, found %v, which counts moves without playing them", o.Mode)
	case o.Stats:
		return ModeSingle, nil
	case o.Mode == ModeAuto:
		return FastestMode(), nil
	}
	return o.Mode, nil
}
