package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

//asm:kernels statusBlocks

// A Status is a set of conditions: check, conditions that end the game, and conditions that allow
// a player to claim a draw. Several bits can be set; for example, a checkmate is also a check.
type Status uint8

const (
	StatusCheck     Status = layout.StatusCheck     // the king of the side to move is attacked
	StatusCheckmate Status = layout.StatusCheckmate // the side to move is in check and has no legal move
	StatusStalemate Status = layout.StatusStalemate // the side to move is not in check and has no legal move

	// StatusInsufficientMaterial means that neither side can mate: see [Position.HasInsufficientMaterial].
	StatusInsufficientMaterial Status = 8
	// StatusFiftyMoves means that both sides have played fifty moves without a capture or a
	// pawn move, so the player to move can claim a draw.
	StatusFiftyMoves Status = 16
	// StatusSeventyFiveMoves means that both sides have played seventy-five moves without a capture or a
	// pawn move: the game is drawn, unless it is checkmate.
	StatusSeventyFiveMoves Status = 32
)

// The smallest half-move clocks for the last two bits.
const (
	fiftyMoves       = 2 * 50
	seventyFiveMoves = 2 * 75
)

// After statusChunk positions the scheduler may run. They take the kernel about 10
// microseconds.
const statusChunk = 2048

// StatusBatch sets dst[i] to the status of position i. It can only set StatusFiftyMoves and
// StatusSeventyFiveMoves if the batch was made [WithClocks]. It cannot detect repetitions: see
// [Repetitions].
//
// StatusBatch accepts any boards. If a side does not have exactly one king, it finds checks and moves
// by the rules that [CountLegalBatch] describes. "make prove" proves the kernels for amd64 on all
// boards.
//
// StatusBatch panics before it writes anything if dst and the batch have different lengths. It
// allocates nothing.
func StatusBatch(dst []Status, b *Batch) {
	n := b.Len()
	if len(dst) != n {
		badLen("StatusBatch", "dst", len(dst), n)
	}
	for lo := 0; lo < n; lo += statusChunk {
		hi := min(n, lo+statusChunk)
		statusOfChunk(dst[lo:hi], b, lo)
		if b.data&WithClocks != 0 {
			addClockStatus(dst[lo:hi], b.clocks[lo:hi])
		}
	}
}

// addClockStatus sets the bits that depend on the clocks.
func addClockStatus(dst []Status, clocks []Clocks) {
	for i := range clocks[:len(dst)] {
		half := int32(clocks[i].HalfMoves)
		dst[i] |= Status(uint32(fiftyMoves-1-half)>>31)*StatusFiftyMoves |
			Status(uint32(seventyFiveMoves-1-half)>>31)*StatusSeventyFiveMoves
	}
}

// statusOfChunk sets dst[i] to the status of position from+i, except for the bits that
// depend on clocks. It processes whole blocks in place, and copies the remaining
// positions to a block on the stack.
//
//go:noinline
func statusOfChunk(dst []Status, b *Batch, from int) {
	if simd.Active() == simd.Generic || len(dst) <= fewBoards() {
		statusGeneric(dst, b, from)
		return
	}
	var flags statusFlags
	var room layout.LegalRoom
	block := blockLen()
	n := len(dst) &^ (block - 1)
	if n > 0 {
		planes, black := b.pointers(from)
		flags.find(dst[:n], planes, black, &room)
		flags.apply(dst[:n], b, from)
	}
	if rest := len(dst) - n; rest > fewBoards() {
		var w boardBlock
		var status [layout.BlockAVX512]Status
		planes, black := w.take(b, from+n, rest, block)
		flags.find(status[:block], planes, black, &room)
		copy(dst[n:], status[:rest])
		flags.apply(dst[n:], b, from+n)
		n = len(dst)
	}
	statusGeneric(dst[n:], b, from+n)
}

// statusFlags contains two sets, with a bit for each board in a chunk.
type statusFlags struct {
	rare  [statusChunk / 64]uint64 // boards that may have moves that the kernel does not find
	light [statusChunk / 64]uint64 // boards without pawns, rooks and queens
}

// find computes the status for whole blocks, and the flags.
func (f *statusFlags) find(dst []Status, planes [4]*uint64, black *uint8, room *layout.LegalRoom) {
	statusBlocks((*uint8)(&dst[0]), &f.rare[0], &f.light[0], planes[0], planes[1], planes[2], planes[3], black, len(dst), room)
}

// apply corrects the status of positions in b, starting at from, according to the flags.
func (f *statusFlags) apply(dst []Status, b *Batch, from int) {
	for i := 0; i < len(dst); i += 64 {
		there := ^uint64(0)
		if left := len(dst) - i; left < 64 {
			there = 1<<left - 1
		}
		for x := f.rare[i/64] & there; x != 0; x &= x - 1 {
			j := i + bits.TrailingZeros64(x)
			if dst[j]&(StatusCheckmate|StatusStalemate) == 0 {
				continue
			}
			board := b.board(from + j)
			if rareCount(&board, quad.Color(b.sides[from+j]&1)) != 0 {
				dst[j] &^= StatusCheckmate | StatusStalemate
			}
		}
		for x := f.light[i/64] & there; x != 0; x &= x - 1 {
			j := i + bits.TrailingZeros64(x)
			if board := b.board(from + j); isLight(board.Knights(), board.Bishops()) {
				dst[j] |= StatusInsufficientMaterial
			}
		}
	}
}

// statusGeneric sets dst[i] to the status of position from+i, except for the bits that
// depend on clocks.
func statusGeneric(dst []Status, b *Batch, from int) {
	var v view // not in statusOf, where it would be zeroed for each position
	for i := range dst {
		board := b.board(from + i)
		dst[i] = statusOf(&v, &board, quad.Color(b.sides[from+i]&1))
	}
}

func statusOf(v *view, b *quad.Board, side quad.Color) (s Status) {
	check, moves := false, false
	if hasTwoKings(b) {
		v.set(b, side)
		check, moves = v.checkers != 0, v.hasMove()
	} else {
		var all setwise
		all.look(b, side)
		check, moves = all.checkers != 0, setwiseCount(b, side)+rareCount(b, side) != 0
	}
	if check {
		s = StatusCheck
	}
	switch {
	case moves:
	case check:
		s |= StatusCheckmate
	default:
		s |= StatusStalemate
	}
	if isInsufficient(b) {
		s |= StatusInsufficientMaterial
	}
	return s
}
