package formats

import (
	"math/bits"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/movechain"
)

// TestWalkTables tests what the proof of the kernel's addresses (prove/kernels/walk.go) assumes about its tables.
func TestWalkTables(t *testing.T) {
	words := (*[movechain.Size / 8]uint64)(unsafe.Pointer(tables))
	start := uint64(uintptr(unsafe.Pointer(tables)))
	for sq := range 65 {
		for l := range 4 {
			at := movechain.Squares/8 + 8*sq + l
			if n := bits.OnesCount64(words[at]); n > 8 {
				t.Errorf("line %d of square %d has %d squares", l, sq, n)
			}
			if row := words[at+4] - start - movechain.Lines; row%256 != 0 || row > 7*256 {
				t.Errorf("the targets of line %d of square %d are at offset %d of the lines", l, sq, row)
			}
		}
		for side := range 2 {
			at := movechain.Pawns/8 + 8*sq + 4*side // the row after the last square is used after a fault
			if n := bits.OnesCount64(words[at] | words[at+1]); n > 4 {
				t.Errorf("a pawn on square %d has %d targets", sq, n)
			}
			for kind := range 8 {
				mask := words[movechain.Kinds/8+8*kind:]
				leaps := words[movechain.Leaps/8+64*kind+sq]
				if mask[movechain.Pawn/8] != 0 && mask[movechain.Orthogonal/8]|mask[movechain.Diagonal/8]|leaps != 0 {
					t.Errorf("kind %d moves as a pawn and as another piece", kind)
				}
			}
		}
	}
	for k := range 8 {
		if n := words[movechain.Lengths/8+k]; n < 5 || n > 20 {
			t.Errorf("a score has %d bits", n)
		}
	}
	if more := words[movechain.More/8]; more != 1<<63|1<<58|1<<53 {
		t.Errorf("the mask of the continuation bits is %#x", more)
	}
}
