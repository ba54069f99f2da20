package movegen

import (
	"math"
	"strconv"
)

// MoveLists holds move lists for many positions, one after the other in a single slice
// (compressed sparse rows). The moves of position i are Moves[Offsets[i]:Offsets[i+1]].
//
//	Moves    a b c | d e | | f g h i      four positions, one without a move
//	Offsets  0       3     5 5       9
//
// The zero MoveLists is empty and ready to append to. [MoveLists.Reset] keeps its memory
// for reuse. You can also fill the lists yourself, but offsets must not decrease, and the
// last offset must not exceed len(Moves).
type MoveLists struct {
	Moves   []Move
	Offsets []uint32 // one more than the number of lists; empty without lists
}

// check panics unless the lists are ranges of Moves, one after the other.
func (l *MoveLists) check(name string) {
	last := uint32(0)
	for i, offset := range l.Offsets {
		if offset < last {
			panic("movegen: " + name + ": lists.Offsets[" + strconv.Itoa(i) + "]: expected at least " + strconv.Itoa(int(last)) +
				", the offset before it, found " + strconv.Itoa(int(offset)))
		}
		last = offset
	}
	if int(last) > len(l.Moves) {
		panic("movegen: " + name + ": the last of lists.Offsets: expected at most len(lists.Moves) = " + strconv.Itoa(len(l.Moves)) +
			", found " + strconv.Itoa(int(last)))
	}
}

// Len returns the number of lists.
func (l *MoveLists) Len() int { return max(len(l.Offsets)-1, 0) }

// At returns the moves of position i, which share memory with l. Appending to them does
// not overwrite other lists. At panics if i is not in the range from 0 to Len()-1.
func (l *MoveLists) At(i int) []Move {
	from, to := l.Offsets[i], l.Offsets[i+1]
	return l.Moves[from:to:to]
}

// Reset empties l, but keeps its memory for reuse.
func (l *MoveLists) Reset() {
	l.Moves, l.Offsets = l.Moves[:0], l.Offsets[:0]
}

// After listChunk positions the scheduler may run. Listing them takes about 50
// microseconds.
const listChunk = 2048

// AppendLegalMovesBatch lists the legal moves in each position and appends the lists to dst,
// in order. It allocates only if dst has no room, and it can write to dst.Moves up to the
// capacity.
//
// A list contains the same moves as [Position.AppendLegalMoves], but in the order of the
// sets that they are computed from. This order is the same on every path. It refers to a
// board where the pawns of the side to move go north, so the ranks are mirrored for Black,
// except for knights.
//
//  1. Bishops, rooks, queens and the king by the direction of the move, from
//     [koggestone.NorthEast] to [koggestone.North]. Within a direction they are sorted by
//     line, then by target, the farthest first. Lines to the north and to the south
//     are files, the a-file first; lines to the east and west are ranks, the first rank
//     first. Diagonals have numbers: (file-rank)%8 to the north-east and south-west,
//     (file+rank+1)%8 to the north-west and south-east, with file and rank from 0 to 7.
//     Two diagonals may share a number; their moves are then sorted by rank.
//  2. Knights by their square, then by target. Both are squares of the board, a1 first.
//  3. Pawn moves by one square to ranks 3 to 7, by target. Then promotions straight ahead
//     to a queen, then to a rook, then to a bishop, each by file. Then in the same order
//     captures to the east, and captures to the west.
//  4. Promotions to a knight: straight ahead, to the east, to the west. Then moves by two
//     squares.
//  5. Castling from e1 with the rook on a1, then with the rook on h1. Then the other
//     castling moves of Chess960, by the square of the rook. Then captures en passant, by
//     the square of the pawn.
//
// For example, this is how the moves of a queen on d4 are numbered to the north, and to the
// north-east:
//
//	· · · 1 · · · 1
//	· · · 2 · · 2 ·
//	· · · 3 · 3 · ·
//	· · · 4 4 · · ·
//	· · · Q · · · ·
//	· · · · · · · ·
//	· · · · · · · ·
//	· · · · · · · ·
//
// On boards that are not valid positions the lists are arbitrary, but the same on every
// path. AppendLegalMovesBatch panics if dst would contain more than 1<<32 - 1 moves.
func AppendLegalMovesBatch(dst *MoveLists, b *Batch) { AppendMovesBatch(dst, b, AllMoves) }

// AppendMovesBatch is like [AppendLegalMovesBatch], but lists only the legal moves that s
// selects, in the same order.
func AppendMovesBatch(dst *MoveLists, b *Batch, s Selection) {
	if len(dst.Offsets) == 0 {
		dst.Offsets = append(dst.Offsets, dst.end())
	}
	for lo, n := 0, b.Len(); lo < n; lo += listChunk {
		appendMovesChunk(dst, b, lo, min(n, lo+listChunk), s&AllMoves)
	}
}

// end returns the offset of the next list.
func (l *MoveLists) end() uint32 {
	if uint64(len(l.Moves)) > math.MaxUint32 {
		panic("movegen: AppendMovesBatch: expected at most 1<<32 - 1 moves, found " + strconv.Itoa(len(l.Moves)))
	}
	return uint32(len(l.Moves))
}

// fewListed is the largest number of positions that are listed one by one instead of in a block.
const fewListed = 4

// appendMovesChunk appends the lists of positions lo to hi-1.
//
//go:noinline
func appendMovesChunk(dst *MoveLists, b *Batch, lo, hi int, s Selection) {
	if hi-lo > fewListed {
		lo = listBlocks(dst, b, lo, hi, s)
	}
	appendMovesGeneric(dst, b, lo, hi, s)
}

// listBlocksGeneric appends nothing: it is called if there are no kernels for blocks. The kernels
// append the lists of positions starting at lo until too few are left for a block, and return the
// next position.
//
//asm:dispatch
func listBlocksGeneric(dst *MoveLists, b *Batch, lo, hi int, s Selection) (next int) { return lo }

// appendMovesGeneric appends the lists of positions lo to hi-1.
func appendMovesGeneric(dst *MoveLists, b *Batch, lo, hi int, s Selection) {
	var r rowSets
	for i := lo; i < hi; i++ {
		board := b.board(i)
		r.set(&board, b.Side(i), s)
		dst.appendRows(&r)
	}
}

// appendRows appends the list of r.
func (l *MoveLists) appendRows(r *rowSets) {
	const most = 1024 // the most moves of any board
	if cap(l.Moves)-len(l.Moves) < most+rowsAhead {
		l.reserve(r.count() + rowsAhead)
	}
	at := len(l.Moves)
	n := r.list(l.Moves[at:cap(l.Moves)])
	l.Moves = l.Moves[:at+n]
	l.Offsets = append(l.Offsets, l.end())
}

// reserve makes room for n more moves.
func (l *MoveLists) reserve(n int) {
	if cap(l.Moves)-len(l.Moves) >= n {
		return
	}
	moves := make([]Move, len(l.Moves), max(len(l.Moves)+n, 2*cap(l.Moves)))
	copy(moves, l.Moves)
	l.Moves = moves
}
