//go:build gc && !purego

package movegen

import (
	"math/bits"
	"sync"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/ranks"
	"github.com/koggestone/koggestone/quad"
)

// rareRows contains the moves of a block's boards that have no rows.
type rareRows struct {
	boards uint64 // boards that may have moves without rows
	odd    uint64 // boards that have too many moves
	moves  [layout.BlockAVX512]struct{ rooks, takers uint64 }
}

// find collects the rare moves that s selects on boards, which are positions in b starting
// at lo, and reserves room for them. rest returns the index in words of a board's last
// word of pawn rows.
func (r *rareRows) find(b *Batch, lo int, boards uint64, s Selection, words []uint64, rest func(i int) int) {
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
		words[rest(i)] |= (1<<min(n, layout.RareMoves) - 1) << (8 * layout.RowRare)
	}
}

// count counts the rare moves on board i.
func (r *rareRows) count(i int) uint32 {
	return uint32(bits.OnesCount64(r.moves[i].takers) + bits.OnesCount64(r.moves[i].rooks))
}

// put appends the rare moves to the list of board i, which is position at in b. find has
// already reserved the room.
func (r *rareRows) put(list []Move, b *Batch, i, at int) {
	m, n := &r.moves[i], int(r.count(i))
	if n == 0 {
		return
	}
	board := b.board(at)
	var v view
	side := quad.Color(b.sides[at] & 1)
	board = northward(&board, side)
	v.look(&board, quad.White)
	sets := rowSets{rooks: m.rooks, takers: m.takers, passed: v.EnPassant, king: v.king, flip: flipOf(side)}
	sets.rare(list[len(list)-n:])
}

// A lister is memory for the kernels that list moves. It is reused, because a batch with only a few
// blocks takes less time than zeroing the memory.
type lister struct {
	block boardBlock
	ranks layout.MoveRanks
	room  layout.RowRoom
}

type listerAVX2 struct {
	lister
	rows   layout.RowsAVX2
	stream layout.RowStream
	rare   rareRows
}

type listerAVX512 struct {
	lister
	sets   layout.RowWords
	blocks [blocksAhead]wideBlock
	bytes  layout.RowBytes
}

var (
	listersAVX2   = sync.Pool{New: func() any { return new(listerAVX2) }}
	listersAVX512 = sync.Pool{New: func() any { return new(listerAVX512) }}
)

// listBlocksAVX2 appends the lists of positions starting at lo in blocks, and returns the
// next position. It stops when too few are left for a block.
func listBlocksAVX2(dst *MoveLists, b *Batch, lo, hi int, s Selection) (next int) {
	l := listersAVX2.Get().(*listerAVX2)
	defer listersAVX2.Put(l)
	selection := rowSelection(s)
	rows, stream := &l.rows, &l.stream
	for ; hi-lo > fewListed; lo = min(lo+layout.BlockAVX2, hi) {
		n := min(hi-lo, layout.BlockAVX2)
		planes, black := l.block.take(b, lo, n, layout.BlockAVX2)
		ranks.Moves(&l.ranks, planes, black, &selection, &l.room)
		rowsAVX2(&rows.Rows[0], &l.ranks, &l.room)
		if rare := rows.Rare & (1<<n - 1); rare != 0 {
			l.rare.find(b, lo, rare, s, rows.Rows[(layout.PawnRows+pawnRest)*layout.BlockAVX2:], func(i int) int { return i })
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

// The first kernel processes blocksAhead blocks before the second kernel runs, because the
// code of both does not fit in the first-level cache.
const blocksAhead = 4

// A wideBlock is a block between the first and the second kernel of the avx512 path.
type wideBlock struct {
	rows  layout.RowsAVX512
	rare  rareRows
	black [layout.BlockAVX512]uint8
	lo, n int // the positions of the batch
}

// listBlocksAVX512 is like listBlocksAVX2, for the avx512 path.
func listBlocksAVX512(dst *MoveLists, b *Batch, lo, hi int, s Selection) (next int) {
	l := listersAVX512.Get().(*listerAVX512)
	defer listersAVX512.Put(l)
	selection := rowSelection(s)
	for hi-lo > fewListed {
		ready := 0
		for ; ready < blocksAhead && hi-lo > fewListed; ready++ {
			w := &l.blocks[ready]
			w.lo, w.n = lo, min(hi-lo, layout.BlockAVX512)
			planes, black := l.block.take(b, lo, w.n, layout.BlockAVX512)
			copy(w.black[:], b.sides[lo:lo+w.n])
			ranks.Moves(&l.ranks, planes, black, &selection, &l.room)
			rowsAVX512(&w.rows.Lines[0][0], &l.ranks, &l.sets[0], &l.room)
			w.rare.boards, w.rare.odd = 0, 0
			if rare := w.rows.Rare & (^uint64(0) >> (64 - w.n)); rare != 0 {
				w.rare.find(b, lo, rare, s, w.rows.Pawns[1][:], func(i int) int { return 2*layout.RowUnit(i) + 1 })
			}
			w.rows.Odd |= w.rare.odd
			lo += w.n
		}
		for k := range ready {
			dst.appendWide(b, &l.blocks[k], &l.bytes, s)
		}
	}
	return lo
}

// appendWide appends the lists of a block.
func (l *MoveLists) appendWide(b *Batch, w *wideBlock, bytes *layout.RowBytes, s Selection) {
	for i := 0; i < w.n; {
		if w.rows.Odd>>i&1 != 0 {
			appendMovesGeneric(l, b, w.lo+i, w.lo+i+1, s)
			i++
			continue
		}
		// Take all positions that fit in the streams.
		first, at, end, rows := i, len(l.Moves), uint32(len(l.Moves)), 0
		for ; i < w.n && w.rows.Odd>>i&1 == 0; i++ {
			n := uint32(w.rows.Counts[i])
			if w.rare.boards>>i&1 != 0 {
				n += w.rare.count(i)
			}
			// Each row has a move, except for those of knights.
			if rows += int(n) + bits.OnesCount64(w.rows.Knights[i]); rows > layout.RowMoves {
				break
			}
			end += n
			l.Offsets = append(l.Offsets, end)
		}
		n := int(end) - at
		l.reserve(n + 64) // the kernel can write 63 words after them
		l.Moves = l.Moves[:at+n]
		l.end()
		listRowsAVX512((*uint16)(&l.Moves[:at+1][at]), &w.rows.Lines[0][0], &bytes.Rows[0][0], &w.black[0], first, i)
		for x := w.rare.boards &^ w.rows.Odd >> first << first; x != 0; x &= x - 1 {
			if k := bits.TrailingZeros64(x); k < i {
				w.rare.put(l.Moves[:l.Offsets[len(l.Offsets)-i+k]], b, k, w.lo+k)
			}
		}
	}
}
