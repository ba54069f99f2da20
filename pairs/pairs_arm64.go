//go:build gc && !purego

package pairs

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// One kernel handles moves that capture, another moves that do not. The generic twin
// handles every other update.
func deltas(d *Deltas, r *Rules, before *[64]uint8, change Update) {
	from, to := uint64(change&63), uint64(change>>16&63)
	k := &r.kernel
	mover, captured, placed := k.Rows[before[from]], k.Rows[before[to]], k.Rows[uint8(change>>24)]
	if simd.Active() == simd.NEON && change>>32 == 0 && change>>16 != 0 && from != to && uint8(change>>8)&Empty != 0 &&
		mover != 0 && placed != 0 && placed != captured {
		memory, tables := (*uint64)(unsafe.Pointer(d)), (*uint64)(unsafe.Pointer(k))
		if captured == 0 {
			if quietNEON(memory, tables, before, from, to, uint64(mover), uint64(placed)) {
				return
			}
		} else if captureNEON(memory, tables, before, from, to, uint64(mover), uint64(placed), uint64(captured)) {
			return
		}
	}
	deltasGeneric(d, r, before, change)
}

func refresh(l *List, r *Rules, board *[64]uint8) {
	if simd.Active() == simd.NEON {
		refreshNEON((*uint64)(unsafe.Pointer(l)), (*uint64)(unsafe.Pointer(&r.kernel)), board)
	} else {
		refreshGeneric(l, r, board)
	}
}

func refreshBoard(l *List, r *Rules, b quad.Board) {
	if simd.Active() == simd.NEON {
		planes := b.Planes()
		refreshBoardNEON((*uint64)(unsafe.Pointer(l)), (*uint64)(unsafe.Pointer(&r.kernel)), &planes)
	} else {
		var mailbox [64]uint8
		r.Mailbox(&mailbox, b)
		refreshGeneric(l, r, &mailbox)
	}
}
