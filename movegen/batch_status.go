package movegen

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// A Status is a set of conditions that end a game at a position, or allow a player to claim
// a draw, and check. Several bits may be set: a checkmate is also a check.
type Status uint8

const (
	StatusCheck     Status = layout.StatusCheck     // the king of the side to move is attacked
	StatusCheckmate Status = layout.StatusCheckmate // check, and no legal move
	StatusStalemate Status = layout.StatusStalemate // no check, and no legal move

	// Neither side could mate: see [Position.HasInsufficientMaterial].
	StatusInsufficientMaterial Status = 8
	// No capture and no pawn move in the last fifty moves of each side: the player to move
	// may claim a draw.
	StatusFiftyMoves Status = 16
	// The same for seventy-five moves: the game is drawn, except by checkmate.
	StatusSeventyFiveMoves Status = 32
)

// The smallest half-move clocks for the last two bits.
const (
	fiftyMoves       = 2 * 50
	seventyFiveMoves = 2 * 75
)

// statusChunk is the number of positions that the kernel processes before the scheduler may
// run, about 10 microseconds of work.
const statusChunk = 2048

// StatusBatch sets dst[i] to the status of position i of b. StatusFiftyMoves and
// StatusSeventyFiveMoves need the clocks of a batch made [WithClocks]: without them they
// are never set. It does not detect repetitions: see [Repetitions].
//
// StatusBatch accepts any boards. If a side does not have exactly one king, check and moves
// are those of [CountLegalBatch].
//
// StatusBatch panics, before it writes anything, if the length of dst is not that of the
// batch. It allocates nothing.
func StatusBatch(dst []Status, b *Batch) {
	n := b.Len()
	if len(dst) != n {
		badLen("StatusBatch", "dst", len(dst), n)
	}
	for lo := 0; lo < n; lo += statusChunk {
		hi := min(n, lo+statusChunk)
		statusOfChunk(dst[lo:hi], b, lo)
		if b.columns&WithClocks != 0 {
			addClockStatus(dst[lo:hi], b.clocks[lo:hi])
		}
	}
}

// addClockStatus sets the bits that follow from clocks.
func addClockStatus(dst []Status, clocks []Clocks) {
	for i := range clocks[:len(dst)] {
		half := int32(clocks[i].HalfMoves)
		dst[i] |= Status(uint32(fiftyMoves-1-half)>>31)*StatusFiftyMoves |
			Status(uint32(seventyFiveMoves-1-half)>>31)*StatusSeventyFiveMoves
	}
}

// statusGeneric sets dst[i] to the status of position from+i, except the bits of clocks.
func statusGeneric(dst []Status, b *Batch, from int) {
	for i := range dst {
		board := b.board(from + i)
		dst[i] = statusOf(&board, quad.Color(b.sides[from+i]&1))
	}
}

// statusOf returns the status of a board.
func statusOf(b *quad.Board, side quad.Color) (s Status) {
	check, n := false, 0
	kings := b.Kings()
	white, black := kings&^b.GB, kings&b.GB
	if white&(white-1) == 0 && black&(black-1) == 0 && white != 0 && black != 0 {
		var v view
		v.look(b, side)
		if check = v.checkers != 0; check {
			s = StatusCheck
		}
		n = v.countMoves()
	} else {
		var all setwise
		all.look(b, side)
		if all.checkers != 0 {
			s = StatusCheck
		}
		n = setwiseCount(b, side) + rareCount(b, side)
	}
	switch {
	case n != 0:
	case s&StatusCheck != 0:
		s |= StatusCheckmate
	default:
		s |= StatusStalemate
	}
	if isInsufficient(b) {
		s |= StatusInsufficientMaterial
	}
	return s
}
