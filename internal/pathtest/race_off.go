//go:build !race

package pathtest

// RaceEnabled reports whether the race detector is on.
const RaceEnabled = false
