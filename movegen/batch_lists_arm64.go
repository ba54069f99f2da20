//go:build gc && !purego

package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// appendMovesChunk appends the lists of positions lo to hi-1.
//
//go:noinline
func appendMovesChunk(dst *MoveLists, b *Batch, lo, hi int, s Selection) {
	if simd.Active() == simd.NEON && hi-lo > fewListed {
		lo = appendMovesNEON(dst, b, lo, hi, s)
	}
	appendMovesGeneric(dst, b, lo, hi, s)
}

// selectMovesChunk sets dst[i] to move k[i] of position lo+i.
//
//go:noinline
func selectMovesChunk(dst []Move, b *Batch, k []uint16, lo int) {
	n := 0
	if simd.Active() == simd.NEON && len(dst) > fewListed {
		n = selectMovesNEON(dst, b, k, lo)
	}
	selectMovesGeneric(dst[n:], b, k[n:], lo+n)
}

// appendMovesNEON appends the lists of positions starting at lo in blocks, and returns the
// next position. It leaves a rest that is too small for a block.
func appendMovesNEON(dst *MoveLists, b *Batch, lo, hi int, s Selection) int {
	var w rowBlock
	for ; hi-lo > fewListed; lo += w.n {
		w.take(b, lo, min(hi-lo, layout.BlockNEON), s)
		for i := 0; i < w.n; {
			// The positions up to one that may have moves without rows.
			last := min(w.n, i+bits.TrailingZeros64(w.rows.Rare>>i)+1)
			first, at := i, len(dst.Moves)
			end := at
			for ; i < last; i++ {
				end += int(w.rows.Counts[i])
				dst.Offsets = append(dst.Offsets, uint32(end))
			}
			dst.reserve(end - at + layout.RowsAhead)
			dst.Moves = dst.Moves[:end]
			dst.end()
			rowMovesNEON((*uint16)(&dst.Moves[:at+1][at]), &w.rows.Rows[0], &w.sides[0], first, last)
			if w.rows.Rare>>(last-1)&1 != 0 {
				dst.appendRare(b, lo+last-1, s)
			}
		}
	}
	return lo
}

// appendRare appends the moves of position i of b that have no rows to the last list.
func (l *MoveLists) appendRare(b *Batch, i int, s Selection) {
	var r rowSets
	r.setRare(b, i, s)
	n := r.countRare()
	if n == 0 {
		return
	}
	l.reserve(n)
	at := len(l.Moves)
	l.Moves = l.Moves[:at+n]
	r.rare(l.Moves[at:])
	l.Offsets[len(l.Offsets)-1] = l.end()
}

// selectMovesNEON sets the first elements of dst in blocks, and returns their number. It
// leaves a rest that is too small for a block.
func selectMovesNEON(dst []Move, b *Batch, k []uint16, lo int) int {
	var w rowBlock
	i := 0
	for ; len(dst)-i > fewListed; i += w.n {
		w.take(b, lo+i, min(len(dst)-i, layout.BlockNEON), AllMoves)
		for j := range w.n {
			m := w.at(j, int(k[i+j]))
			if m == 0 && w.rows.Rare>>j&1 != 0 {
				selectMovesGeneric(dst[i+j:i+j+1], b, k[i+j:i+j+1], lo+i+j)
				continue
			}
			dst[i+j] = m
		}
	}
	return i
}

// A rowBlock is the boards of a block and their rows.
type rowBlock struct {
	planes [4][layout.BlockNEON]uint64
	sides  [layout.BlockNEON]uint8
	rows   layout.RowsNEON
	room   layout.RowRoom
	lo, n  int // the positions of the batch
}

// take sets w to the rows of n positions of b starting at lo. Fewer than a block are copied
// first.
func (w *rowBlock) take(b *Batch, lo, n int, s Selection) {
	w.lo, w.n = lo, n
	var planes [4]*uint64
	for p := range planes {
		planes[p] = &b.planes[p][lo]
	}
	if n < layout.BlockNEON {
		for p := range planes {
			copy(w.planes[p][:n], b.planes[p][lo:])
			planes[p] = &w.planes[p][0]
		}
	}
	copy(w.sides[:n], b.sides[lo:])
	selection := rowSelection(s)
	rowsNEON(&w.rows.Rows[0], planes[0], planes[1], planes[2], planes[3], &w.sides[0], &selection[0], &w.room)
}

// at returns move k of position i of the block, or the zero Move if the position has no more
// than k moves with rows.
func (w *rowBlock) at(i, k int) Move {
	i &= layout.BlockNEON - 1
	flip := Move(blackMask(quad.Color(w.sides[i]&1))) & (56 | 56<<6)
	for d := range 8 {
		x := w.rows.Rows[(layout.LineRows+d)*layout.BlockNEON+i]
		if n := bits.OnesCount64(x); k >= n {
			k -= n
			continue
		}
		r := rowSets{own: w.rows.Own[int(koggestone.West)*layout.BlockNEON+i], flip: flip}
		return r.lineMove(d, nthBit(x, k))
	}
	targets := w.rows.Targets[i]
	for x := w.rows.Knights[i]; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x)
		to := squares.KnightFrom[from] & targets
		if n := bits.OnesCount64(to); k >= n {
			k -= n
			continue
		}
		return Move(from) | Move(nthBit(to, k))<<6
	}
	for p := range pawnMoves {
		x := w.rows.Rows[(layout.PawnRows+p)*layout.BlockNEON+i]
		if n := bits.OnesCount64(x); k >= n {
			k -= n
			continue
		}
		return pawnMoves[p][nthBit(x, k)] ^ flip
	}
	return 0
}

// setRare sets the fields of r for moves that have no rows to those of position i of b that s
// selects.
func (r *rowSets) setRare(b *Batch, i int, s Selection) {
	board, side := b.board(i), quad.Color(b.sides[i]&1)
	r.takers, r.rooks = rareMoves(&board, side)
	r.takers &= -uint64(s & Captures)
	r.rooks &= -uint64(s / Quiets & 1)
	var v view
	v.place(&board, side)
	r.passed, r.king, r.flip = v.target, v.king, v.flip
}
