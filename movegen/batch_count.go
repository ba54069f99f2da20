package movegen

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

//asm:kernels countBlocks countEndings

// Assembly is called for countChunk positions at a time, about 30 microseconds of work;
// see the root package.
const countChunk = 4096

// CountLegalBatch sets dst[i] to the number of legal moves in position i. For a valid
// position this is b.At(i).CountLegal().
//
// CountLegalBatch accepts any boards, even without a king or with several, and counts the sets of
// [LegalTargets] on every path. For amd64, "make prove" proves the kernels, which leave en passant
// and castling from unusual squares to Go code. The counts fit in 16 bits: sliders have at most
// 196 moves along diagonals and 224 along ranks and files, knights 168, kings 64 and 2 + 64
// castlings, and pawns 228 and 64 en passant.
//
// CountLegalBatch panics before it writes anything if dst and the batch have different
// lengths. It allocates nothing.
func CountLegalBatch(dst []uint16, b *Batch) {
	n := b.Len()
	if len(dst) != n {
		badLen("CountLegalBatch", "dst", len(dst), n)
	}
	for lo := 0; lo < n; lo += countChunk {
		hi := min(n, lo+countChunk)
		countLegalChunk(dst[lo:hi], b, lo)
	}
}

// fewBoards returns up to how many boards it is faster to count them one by one. On amd64 a
// block takes as long as about twelve boards (0.6 microseconds). For arm64 it is an
// estimate from LLVM's models of Neoverse N1, V1 and V2.
func fewBoards() int {
	if simd.Active() == simd.NEON {
		return 3
	}
	return 10
}

// countLegalChunk counts the moves on board from+i into dst[i], for at most countChunk
// boards. The kernels count whole blocks in place, and copy the remaining boards into a
// block.
//
// A block is 64 (AVX-512), 32 (AVX2) or 16 (NEON) boards, seen by the side to move with its pawns
// going north. The kernels transpose it, so that each register holds one rank of all boards, with
// one byte for each. Then a walk over eight registers computes fills, the king's rays, pins, the
// check mask, danger, knights and pawns, as setwiseCount defines them. The counts are added in
// bytes. En passant and castling from unusual squares are rare, so they are added separately for
// each board.
//
//go:noinline
func countLegalChunk(dst []uint16, b *Batch, from int) {
	if simd.Active() == simd.Generic || len(dst) <= fewBoards() {
		countLegalGeneric(dst, b, from)
		return
	}
	var rare rareBoards
	var room layout.LegalRoom
	block := blockLen()
	n := len(dst) &^ (block - 1)
	// Consecutive blocks of one kind are counted together.
	for i := 0; i < n; {
		endings := b.areEndings(from+i, block)
		j := i + block
		for j < n && b.areEndings(from+j, block) == endings {
			j += block
		}
		planes, black := b.pointers(from + i)
		rare.count(dst[i:j], i, planes, black, endings, &room)
		i = j
	}
	rare.add(dst[:n], b, from)
	if rest := len(dst) - n; rest > fewBoards() {
		var w boardBlock
		var counts [layout.BlockAVX512]uint16
		planes, black := w.take(b, from+n, rest, block)
		rare.count(counts[:block], 0, planes, black, b.areEndings(from+n, rest), &room)
		copy(dst[n:], counts[:rest])
		rare.add(dst[n:], b, from+n)
		n = len(dst)
	}
	countLegalGeneric(dst[n:], b, from+n)
}

// rareBoards has a bit for each board of a chunk, which is set if the board may have moves
// that the kernels do not count.
type rareBoards [countChunk / 64]uint64

// count counts the moves in whole blocks. Bit at of r is for the first board.
func (r *rareBoards) count(dst []uint16, at int, planes [4]*uint64, black *uint8, endings bool, room *layout.LegalRoom) {
	flags := &(*[8 * len(r)]uint8)(unsafe.Pointer(r))[at/8]
	if endings {
		if ok := countEndings(&dst[0], flags, planes[0], planes[1], planes[2], planes[3], black, len(dst), room); ok {
			return
		}
	}
	countBlocks(&dst[0], flags, planes[0], planes[1], planes[2], planes[3], black, len(dst), room)
}

// add adds the moves that the kernels do not count. Element i of dst is for position
// from+i.
func (r *rareBoards) add(dst []uint16, b *Batch, from int) {
	for i, word := range r[:(len(dst)+63)/64] {
		for ; word != 0; word &= word - 1 {
			j := 64*i + bits.TrailingZeros64(word)
			if j >= len(dst) {
				return
			}
			board := b.board(from + j)
			dst[j] += uint16(rareCount(&board, quad.Color(b.sides[from+j]&1)))
		}
	}
}

// areEndings reports whether n boards starting at i are rook endings, with only kings,
// rooks and pawns and without castling rights. In such boards a code has bit 0 exactly if
// it has bit 2 but not bit 1.
func (b *Batch) areEndings(i, n int) bool {
	return areEndings(b.planes[quad.PlaneG0][i:i+n], b.planes[quad.PlaneG1][i:i+n], b.planes[quad.PlaneG2][i:i+n])
}

func areEndings(g0, g1, g2 []uint64) bool {
	var others uint64
	for len(g0) >= 8 && len(g1) >= 8 && len(g2) >= 8 {
		a, b, c := (*[8]uint64)(g0), (*[8]uint64)(g1), (*[8]uint64)(g2)
		for i := range a {
			others |= a[i] ^ c[i]&^b[i]
		}
		if others != 0 {
			return false
		}
		g0, g1, g2 = g0[8:], g1[8:], g2[8:]
	}
	for i := range g0 {
		others |= g0[i] ^ g2[i]&^g1[i]
	}
	return others == 0
}

// countLegalGeneric counts the moves on board from+i into dst[i].
func countLegalGeneric(dst []uint16, b *Batch, from int) {
	var v view
	for i := range dst {
		board := b.board(from + i)
		dst[i] = uint16(countAny(&v, &board, quad.Color(b.sides[from+i])))
	}
}

// countAny counts the moves on any board. If each side has one king and there is no
// en-passant target, it looks up the moves of each piece, which agrees with the set-wise definition on
// all such boards and takes a fifth of the time. It overwrites v, because a new view would be zeroed for each
// position.
func countAny(v *view, b *quad.Board, side quad.Color) int {
	if hasTwoKings(b) && b.GB&^b.Occupied() == 0 {
		v.look(b, side)
		return v.countMoves()
	}
	return setwiseCount(b, side) + rareCount(b, side)
}

// hasTwoKings reports whether each side has exactly one king.
func hasTwoKings(b *quad.Board) bool {
	kings := b.Kings()
	white, black := kings&^b.GB, kings&b.GB
	return white&(white-1) == 0 && black&(black-1) == 0 && white != 0 && black != 0
}
