// Package pairs emits the kernels for package pairs, which find threat pairs on a board and
// for a move.
package pairs

import (
	"encoding/binary"
	"unsafe"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

var (
	tableAt  = emit.Offsets[layout.PairTables]()
	listAt   = emit.Offsets[layout.PairList[uint32]]()
	deltasAt = emit.Offsets[layout.PairDeltas[uint32]]()
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
	accumulate()
}

// The offsets in bytes of the fields that the kernels read and write.
var (
	tables     layout.PairTables
	tableLines = tableAt("Victims") + int(unsafe.Sizeof(tables.Victims[0]))

	changes     layout.PairDeltas[uint32]
	changeBytes = int(unsafe.Sizeof(changes.Pairs[0]))
)

// The sixteen places around a square are the squares of its eight jumps, followed by the
// nearest pieces on its eight rays. The kernels have a 16-bit word for each place.

// waysTable returns a table with the way to reach each place in the high byte of a
// word. The nearest pieces are either one step away (adjacent) or farther.
func waysTable(name string, adjacent bool) Mem {
	return wordTable(name, func(i int) uint16 { return uint16(placeWays(i, adjacent)) << 8 })
}

// placeWays returns how place i can be reached.
func placeWays(i int, adjacent bool) uint8 {
	d := i - 8
	if d < 0 {
		return layout.ByJump
	}
	return layout.RayWays(d, adjacent)
}

// wordTable returns a table with sixteen 16-bit words.
func wordTable(name string, word func(i int) uint16) Mem {
	table := make([]uint8, 32)
	for i := range 16 {
		binary.LittleEndian.PutUint16(table[2*i:], word(i))
	}
	return emit.ByteTable(name, table)
}

// repeated returns eight bytes of memory, each b.
func repeated(name string, b uint64) Mem { return emit.Table(name, []uint64{0x0101010101010101 * b}) }

// Where codes and squares are in the words of two places.
const (
	codeBits   = 0x0f00_0f00
	squareBits = 0x003f_003f
)
