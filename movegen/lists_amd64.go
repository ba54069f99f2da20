//go:build gc && !purego

package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// fewListed is how many positions are listed one by one rather than in a block that is
// mostly empty.
const fewListed = 4

// appendMovesChunk appends the lists of positions lo to hi-1.
//
//go:noinline
func appendMovesChunk(dst *MoveLists, b *Batch, lo, hi int, s Selection) {
	if path := simd.Active(); path == simd.AVX2 && hi-lo > fewListed {
		lo = appendMovesAVX2(dst, b, lo, hi, s)
	}
	appendMovesGeneric(dst, b, lo, hi, s)
}

// selectMovesChunk sets dst[i] to move k[i] of position lo+i.
//
//go:noinline
func selectMovesChunk(dst []Move, b *Batch, k []uint16, lo int) {
	selectMovesGeneric(dst, b, k, lo)
}

// rowSelection returns s for the kernels that make rows.
func rowSelection(s Selection) layout.RowSelection {
	return layout.RowSelection{
		layout.RowCaptures: -uint64(s & Captures),
		layout.RowQuiets:   -uint64(s / Quiets & 1),
		layout.RowQueens:   -uint64(s / QueenPromotions & 1),
	}
}

// A rowBlock is the boards of a block.
type rowBlock struct {
	planes [4][layout.BlockAVX512]uint64
	black  [layout.BlockAVX512]uint8
}

// take returns the planes and sides of n positions from lo: those of b if they fill a
// block of the kernels, otherwise a copy.
func (w *rowBlock) take(b *Batch, lo, n, block int) (planes [4]*uint64, black *uint8) {
	if n == block {
		for p := range planes {
			planes[p] = &b.planes[p][lo]
		}
		return planes, &b.sides[lo]
	}
	for p := range planes {
		copy(w.planes[p][:n], b.planes[p][lo:])
		planes[p] = &w.planes[p][0]
	}
	copy(w.black[:n], b.sides[lo:])
	return planes, &w.black[0]
}

// rareRows are the moves of a block's boards that have no rows.
type rareRows struct {
	boards uint64 // those that may have such moves
	odd    uint64 // and those that have too many
	moves  [layout.BlockAVX512]struct{ rooks, takers uint64 }
}

// find sets r to the moves that s selects of boards, positions of b from lo. rest is the
// last word of the rows of pawns of each board, where it reserves room.
func (r *rareRows) find(b *Batch, lo int, boards uint64, s Selection, rest []uint64) {
	r.boards, r.odd = boards, 0
	for x := boards; x != 0; x &= x - 1 {
		i := bits.TrailingZeros64(x)
		board := b.board(lo + i)
		m := &r.moves[i]
		m.takers, m.rooks = rareMoves(&board, b.Side(lo+i))
		m.takers &= -uint64(s & Captures)
		m.rooks &= -uint64(s / Quiets & 1)
		n := bits.OnesCount64(m.takers) + bits.OnesCount64(m.rooks)
		if n > layout.RareMoves {
			r.odd |= 1 << i
		}
		rest[i] |= (1<<min(n, layout.RareMoves) - 1) << (8 * layout.RowRare)
	}
}

// put sets the last moves of the list of board i, position at of b, where room was
// reserved.
func (r *rareRows) put(list []Move, b *Batch, i, at int) {
	m := &r.moves[i]
	n := bits.OnesCount64(m.takers) + bits.OnesCount64(m.rooks)
	if n == 0 {
		return
	}
	board := b.board(at)
	var v view
	v.place(&board, quad.Color(b.sides[at]&1))
	sets := rowSets{rooks: m.rooks, takers: m.takers, passed: v.target, king: v.king, flip: v.flip}
	sets.rare(list[len(list)-n:])
}

// appendMovesAVX2 appends the lists of positions from lo on as far as blocks of them are
// worth it, and returns the next.
func appendMovesAVX2(dst *MoveLists, b *Batch, lo, hi int, s Selection) int {
	var l struct {
		block  rowBlock
		rows   layout.RowsAVX2
		stream layout.RowStream
		rare   rareRows
		room   layout.RowRoom
	}
	selection := rowSelection(s)
	rows, stream := &l.rows, &l.stream
	for ; hi-lo > fewListed; lo = min(lo+layout.BlockAVX2, hi) {
		n := min(hi-lo, layout.BlockAVX2)
		planes, black := l.block.take(b, lo, n, layout.BlockAVX2)
		rowsAVX2(&rows.Rows[0], planes[0], planes[1], planes[2], planes[3], black, &selection[0], &l.room)
		if rare := rows.Rare & (1<<n - 1); rare != 0 {
			l.rare.find(b, lo, rare, s, rows.Rows[(layout.PawnRows+pawnRest)*layout.BlockAVX2:])
		} else {
			l.rare.boards, l.rare.odd = 0, 0
		}
		for i := 0; i < n; {
			if l.rare.odd>>i&1 != 0 {
				appendMovesGeneric(dst, b, lo+i, lo+i+1, s)
				i++
				continue
			}
			end := min(n, i+bits.TrailingZeros64(l.rare.odd>>i))
			next, entries := rowStreamAVX2(&rows.Rows[0], &stream.Entries[0], black, i, end)
			dst.reserve(8 * entries)
			at, moves := len(dst.Moves), 0
			stream.At[0] = 0
			if entries > 0 {
				moves = rowMovesAVX2((*uint16)(&dst.Moves[:at+1][at]), &rows.Rows[0], &stream.Entries[0], entries)
			}
			dst.Moves = dst.Moves[:at+moves]
			dst.end()
			for ; i < next; i++ {
				dst.Offsets = append(dst.Offsets, uint32(at)+stream.At[stream.Ends[i]])
				if l.rare.boards>>i&1 != 0 {
					l.rare.put(dst.Moves[:dst.Offsets[len(dst.Offsets)-1]], b, i, lo+i)
				}
			}
		}
	}
	return lo
}
