package pairs

// The surroundings of a square are eight rays, clockwise from north. A ray is eight
// bytes: the square of a knight's jump, then the seven steps outwards, farthest
// first, so that the nearest has the highest bits of the ray's word.
//
//	byte 0  jump
//	byte 1  seventh step
//	...
//	byte 7  first step
const (
	rays     = 8
	offBoard = 0xc0 // bit 7: no square; bit 6: none of a table of 64 bytes
)

// steps and jumps are files and ranks of one step along a ray, and of the jump that
// belongs to it.
var (
	steps = [rays][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	jumps = [rays][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// step returns the square n times d away from sq, or offBoard.
func step(sq int, d [2]int, n int) uint8 {
	file, rank := sq&7+n*d[0], sq>>3+n*d[1]
	if uint(file) > 7 || uint(rank) > 7 {
		return offBoard
	}
	return uint8(8*rank + file)
}

// geometry holds the surroundings of all squares.
var geometry = newSurroundings()

type surroundings struct {
	squares [64][8 * rays]uint8 // by byte, offBoard where there is none
	ray     [64][rays]uint64    // the squares of each ray
	jump    [64][rays]uint8     // the square of each jump; 64 if there is none
}

func newSurroundings() *surroundings {
	g := new(surroundings)
	for sq := range 64 {
		for d := range rays {
			g.squares[sq][8*d] = step(sq, jumps[d], 1)
			g.jump[sq][d] = min(g.squares[sq][8*d], 64)
			for n := 1; n < 8; n++ {
				to := step(sq, steps[d], n)
				g.squares[sq][8*d+8-n] = to
				if to != offBoard {
					g.ray[sq][d] |= 1 << to
				}
			}
		}
	}
	return g
}

// How a piece reaches another: over which of the sixteen places around a square, and
// in one step or more. A pawn's two steps are those of its colour.
const (
	byJump = 1 << iota
	orthogonal
	diagonal
	oneStep
	northStep // one diagonal step to the north
	southStep

	ways = byJump | orthogonal | diagonal | oneStep | northStep | southStep
)

// nearWays returns how the nearest piece on ray d is reached, one step away or
// farther.
func nearWays(d int, adjacent bool) (w uint8) {
	w = orthogonal
	if d&1 != 0 {
		w = diagonal
	}
	if adjacent {
		w |= oneStep
		switch d {
		case 1, 7:
			w |= northStep
		case 3, 5:
			w |= southStep
		}
	}
	return w
}
