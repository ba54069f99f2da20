package prefix

import (
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
)

// turns lists every function that moves squares, with its map of files and ranks and its
// inverse.
var turns = []struct {
	name    string
	turn    func(b uint64) uint64
	to      func(f, r int) (int, int)
	inverse func(b uint64) uint64
}{
	{"Transpose", Transpose, func(f, r int) (int, int) { return r, f }, Transpose},
	{"AntiTranspose", AntiTranspose, func(f, r int) (int, int) { return 7 - r, 7 - f }, AntiTranspose},
	{"Rotate90", Rotate90, func(f, r int) (int, int) { return r, 7 - f }, Rotate270},
	{"Rotate270", Rotate270, func(f, r int) (int, int) { return 7 - r, f }, Rotate90},
}

func checkBoards(t *testing.T, b uint64) {
	t.Helper()
	for _, c := range turns {
		want := uint64(0)
		for sq := range 64 {
			if boardtest.Has(b, sq) {
				f, r := c.to(sq%8, sq/8)
				want |= 1 << (8*r + f)
			}
		}
		boardtest.Equal(t, c.turn(b), want, "%s(%#x)", c.name, b)
		boardtest.Equal(t, c.inverse(c.turn(b)), b, "inverse of %s(%#x)", c.name, b)
		boardtest.Equal(t, c.turn(c.inverse(b)), b, "%s of its inverse of %#x", c.name, b)
	}
}

func TestBoards(t *testing.T) {
	for sq := range 64 { // all are linear, so that single squares tell everything
		checkBoards(t, 1<<sq)
	}
}

func TestPictures(t *testing.T) {
	functions := map[string]func(uint64) uint64{}
	for _, c := range turns {
		functions[c.name] = c.turn
	}
	boardtest.Pictures(t, "board.go", functions)
}
