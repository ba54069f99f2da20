package movegen

// Repetitions returns the number of times that key, the key of a position, is in earlier.
// earlier are the keys of the positions before it, the latest last. Only the last halfMoves
// of them are compared, the plies since the last capture or pawn move: see
// [Position.HalfMoves]. A draw by threefold repetition needs 2. [Position.Repetitions] compares positions instead.
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
