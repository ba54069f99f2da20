// Package pairs emits the kernels of package pairs: threat pairs of a board and of a
// move.
package pairs

import (
	"encoding/binary"
	"unsafe"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// Kernels emits the kernels of package pairs.
func Kernels() {
	numbers()
	appendThreats()
	appendPawns()
	appendPieces()
	storeRows()
	storeFence()
	deltas2()
	refresh2()
	deltas512()
	refresh512()
}

// The offsets in bytes of the fields that the kernels read and write.
var (
	tables       layout.PairTables
	tableSquares = int(unsafe.Offsetof(tables.Squares))
	tableRays    = int(unsafe.Offsetof(tables.Rays))
	tableJumps   = int(unsafe.Offsetof(tables.Jumps))
	tableFirst   = int(unsafe.Offsetof(tables.FirstSteps))
	tableLines   = int(unsafe.Offsetof(tables.Lines))
	tableReaches = int(unsafe.Offsetof(tables.Reaches))
	tableReached = int(unsafe.Offsetof(tables.Reached))
	tableFiles   = int(unsafe.Offsetof(tables.Victims))
	tableDiags   = tableFiles + int(unsafe.Sizeof(tables.Victims[0]))
	tableBytes   = int(unsafe.Offsetof(tables.VictimBytes))
	tableRows    = int(unsafe.Offsetof(tables.Rows))
	tableBoard   = int(unsafe.Offsetof(tables.Board))
	tableQuad    = int(unsafe.Offsetof(tables.Quad))
	tableEmpty   = int(unsafe.Offsetof(tables.Empty))
	tableSights  = int(unsafe.Offsetof(tables.Sights))
	tableSteps   = int(unsafe.Offsetof(tables.Steps))

	allPairs  layout.PairList[uint32]
	listN     = int(unsafe.Offsetof(allPairs.N))
	listPairs = int(unsafe.Offsetof(allPairs.Pairs))

	changes     layout.PairDeltas[uint32]
	changesN    = int(unsafe.Offsetof(changes.N))
	changePairs = int(unsafe.Offsetof(changes.Pairs))
	changeBytes = int(unsafe.Sizeof(changes.Pairs[0]))
)

// The sixteen places around a square are the squares of its eight jumps, then the nearest
// pieces on its eight rays. The kernels have a word of 16 bits for each.

// waysTable returns how the places are reached, in the high byte of each word; the
// nearest pieces one step away or farther.
func waysTable(name string, adjacent bool) Mem {
	return wordTable(name, func(i int) uint16 { return uint16(placeWays(i, adjacent)) << 8 })
}

// placeWays returns how place i is reached.
func placeWays(i int, adjacent bool) uint8 {
	d := i - 8
	if d < 0 {
		return layout.ByJump
	}
	return layout.RayWays(d, adjacent)
}

// wordTable returns a table of sixteen words of 16 bits.
func wordTable(name string, word func(i int) uint16) Mem {
	table := make([]uint8, 32)
	for i := range 16 {
		binary.LittleEndian.PutUint16(table[2*i:], word(i))
	}
	return emit.ByteTable(name, table)
}

// repeated returns eight bytes of memory, each b.
func repeated(name string, b uint64) Mem { return emit.Table(name, []uint64{0x0101010101010101 * b}) }

// The bits of codes and of squares in the words of two places.
const (
	codeBits   = 0x0f00_0f00
	squareBits = 0x003f_003f
)
