//go:build !race

package koggestone

const raceEnabled = false
