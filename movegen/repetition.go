package movegen

// Repetitions returns how often key, that of a position, is among earlier, the keys of
// the positions before it with the latest last. It looks back no further than halfMoves
// plies, the moves since the last capture or pawn move: see [Position.HalfMoves]. A
// draw by threefold repetition needs 2. [Position.Repetitions] does it with positions.
func Repetitions(key uint64, earlier []uint64, halfMoves int) int {
	n := 0
	// Only every second position has the same side to move.
	for i := 2; i <= len(earlier) && i <= halfMoves; i += 2 {
		if earlier[len(earlier)-i] == key {
			n++
		}
	}
	return n
}
