package pairs

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// The number of rays around a square, clockwise from north (see layout.PairTables).
const rays = 8

// steps and jumps are the files and ranks of one step along a ray, and of the jump next to
// it.
var (
	steps = [rays][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	jumps = [rays][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// step returns the square n times d away from sq, noSquare if there is none.
func step(sq int, d [2]int, n int) uint8 {
	file, rank := sq&7+n*d[0], sq>>3+n*d[1]
	if uint(file) > 7 || uint(rank) > 7 {
		return noSquare
	}
	return uint8(8*rank + file)
}

// geometry is the surroundings of all squares.
var geometry = newSurroundings()

type surroundings struct {
	squares [64][64]uint8        // as in layout.PairTables
	ray     [64][rays + 1]uint64 // the squares of each ray; one more has none
	jump    [64][rays]uint8      // the square of each jump, noSquare if there is none
	first   [64][rays]uint8      // the square of each first step, noSquare if there is none
	line    [64][64]uint8        // the ray to another square, 8 if there is none

	neighbors [64]uint64
	// adjacent maps the occupied neighbours of b2 to rays. The index has three bits for a1
	// to c1, three for a2 to c2, and three for a3 to c3.
	adjacent [512]uint8
}

func newSurroundings() *surroundings {
	g := new(surroundings)
	for sq := range 64 {
		for to := range g.line[sq] {
			g.line[sq][to] = rays
		}
		for d := range rays {
			g.jump[sq][d], g.first[sq][d] = step(sq, jumps[d], 1), step(sq, steps[d], 1)
			g.squares[sq][8*d] = onBoard(g.jump[sq][d])
			for n := 1; n < 8; n++ {
				to := step(sq, steps[d], n)
				g.squares[sq][8*d+8-n] = onBoard(to)
				if to < 64 {
					g.ray[sq][d] |= 1 << to
					g.line[sq][to] = uint8(d)
				}
				if n == 1 && to < noSquare {
					g.neighbors[sq] |= 1 << to
				}
			}
		}
	}
	for d, step := range steps {
		bit := 3*(step[1]+1) + step[0] + 1
		for i := range g.adjacent {
			g.adjacent[i] |= uint8(i>>bit&1) << d
		}
	}
	return g
}

func onBoard(sq uint8) uint8 {
	if sq > 63 {
		return 0
	}
	return sq | layout.OnBoard
}

// attacks returns the squares that p attacks from a square of an empty board.
func attacks(p quad.Piece, from int) (set uint64) {
	by := reach(p, false)
	for d := range rays {
		if by&layout.ByJump != 0 && geometry.jump[from][d] < noSquare {
			set |= 1 << geometry.jump[from][d]
		}
		for n := 1; n < 8 && by&layout.RayWays(d, n == 1) != 0; n++ {
			if to := step(from, steps[d], n); to < noSquare {
				set |= 1 << to
			}
		}
	}
	return set
}

// fill sets the tables of k that do not depend on the rules.
func (g *surroundings) fill(k *layout.PairTables) {
	k.Squares = g.squares
	for sq := range 64 {
		copy(k.Rays[sq][:], g.ray[sq][:])
		k.Jumps[sq], k.Steps[sq] = g.jump[sq], g.first[sq]
		for d := range rays {
			if layout.Backward(d) {
				k.Rays[sq][d] = bits.Reverse64(g.ray[sq][d])
			}
			k.FirstSteps[sq][d], k.FirstSteps[sq][8+d] = 255, g.first[sq][d]
			if g.first[sq][d] == noSquare {
				k.FirstSteps[sq][8+d] = 255
			}
		}
		for to := range 64 {
			d := int(g.line[sq][to])
			line := layout.PairLine{Ray: uint8(8 * d), Place: uint8(to)}
			if layout.Backward(d) {
				line.Place = uint8(63 - to)
			} else if d == rays {
				line = layout.PairLine{Ray: layout.NoLine}
			}
			k.Lines[sq][to] = line
		}
	}
}
