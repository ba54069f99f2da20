//go:build gc && !purego

package pairs

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// fillBoardsAVX2 is like fillBoardsGeneric, but uses kernels. The avx512 path also uses
// it. The kernels write to scratch memory with room for all features, and rows are
// copied from there in whole cache lines.
func fillBoardsAVX2(in *Inputs, rows [2][]int32, length int, boards []quad.Board) (active [2]int) {
	if length > layout.FeatureRow {
		return fillBoardsGeneric(in, rows, length, boards)
	}
	stream := in.Stream && length%16 == 0 &&
		(uintptr(unsafe.Pointer(&rows[0][0]))|uintptr(unsafe.Pointer(&rows[1][0])))%64 == 0
	var w layout.RowWork
	for i := range boards {
		fillRows(&w, in, length, &boards[i])
		storeRowsAVX2(&rows[0][i*length], &rows[1][i*length], (*uint64)(unsafe.Pointer(&w)), length, stream)
		for c := range active {
			active[c] += min(w.N[c], length)
		}
	}
	if stream {
		storeFenceAVX2()
	}
	return active
}

// fillRows writes b's features to w and counts them. There can be more than length.
//
//go:noinline
func fillRows(w *layout.RowWork, in *Inputs, length int, b *quad.Board) {
	work := (*uint64)(unsafe.Pointer(w))
	w.Planes, w.N = b.Planes(), [2]int{}
	white, black := kingsOf(b)
	for i := range in.parts {
		p := &in.parts[i]
		w.N[0], w.N[1] = min(w.N[0], length), min(w.N[1], length)
		switch {
		case p.threats != nil && p.threats.inKernel:
			turnWhite, turnBlack := p.threats.turns(white, black)
			w.Turns = [2]uint64{uint64(turnWhite), uint64(turnBlack)}
			w.Lower = [2]uint64{lowerOffset(turnWhite), lowerOffset(turnBlack)}
			appendThreatsAVX2((*uint64)(unsafe.Pointer(p.threats.order)), work)
		case p.threats != nil:
			p.inScratch(w, length, b)
		case p.pawnPairs:
			pawns, ok := PawnPairsOf(*b).listed()
			if !ok {
				p.inScratch(w, length, b)
				continue
			}
			turnWhite, turnBlack := pawnTurns(white, black)
			w.Pawns, w.Turns = pawns, [2]uint64{uint64(turnWhite), uint64(turnBlack)}
			w.First[0] = uint64(p.first)
			appendPawnsAVX2(work)
		default:
			turns, buckets := p.buckets(white, black)
			w.All = b.Occupied()
			w.Turns = [2]uint64{uint64(turns[0]), uint64(turns[1])}
			w.First = [2]uint64{uint64(buckets[0]), uint64(buckets[1])}
			appendPiecesAVX2(work)
		}
	}
}

// inScratch adds p's features to w by the generic code.
//
//go:noinline
func (p *part) inScratch(w *layout.RowWork, length int, b *quad.Board) {
	var g rowWriter
	g.white, g.black = row{w.Features[0][:length], w.N[0]}, row{w.Features[1][:length], w.N[1]}
	g.add(p, b)
	w.N = [2]int{g.white.n, g.black.n}
}

// lowerOffset returns the offset of a turn's row in layout.FeatureOrder.Lower.
func lowerOffset(turn int) uint64 {
	const row = unsafe.Sizeof(layout.FeatureOrder{}.Lower[0])
	index := turn&1 | turn>>4&2 // in orderTurns
	return uint64(unsafe.Offsetof(layout.FeatureOrder{}.Lower) + uintptr(index)*row)
}

// listed returns the pawns in the form of layout.RowWork.Pawns. If there are too many, ok is false.
func (p PawnPairs) listed() (pawns [2]uint64, ok bool) {
	p = p.onBoard()
	return [2]uint64{p.White, p.Black}, bits.OnesCount64(p.White|p.Black) <= layout.MaxListedPawns
}
