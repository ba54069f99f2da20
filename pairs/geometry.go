package pairs

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// rays is how many rays a square has, one for each koggestone.Direction.
const rays = 8

// The directions as indices of rays.
const (
	northEast = int(koggestone.NorthEast)
	east      = int(koggestone.East)
	southEast = int(koggestone.SouthEast)
	south     = int(koggestone.South)
	southWest = int(koggestone.SouthWest)
	west      = int(koggestone.West)
	northWest = int(koggestone.NorthWest)
	north     = int(koggestone.North)
)

// geometry contains the surroundings of all squares.
var geometry = newSurroundings()

type surroundings struct {
	squares [64][64]uint8        // as in layout.PairTables
	ray     [64][rays + 1]uint64 // the squares of each ray; one more ray is empty
	jump    [64][rays]uint8      // the square of each jump in squares.Jumps, or noSquare
	first   [64][rays]uint8      // the square of each first step, or noSquare
	line    [64][64]uint8        // the ray to another square, or 8 if there is none

	// adjacent maps the occupied neighbours of b2 to rays. The index has three bits each
	// for a1 to c1, a2 to c2 and a3 to c3.
	adjacent [512]uint8
}

func newSurroundings() *surroundings {
	g := new(surroundings)
	for sq := range 64 {
		for to := range g.line[sq] {
			g.line[sq][to] = rays
		}
		for d := range rays {
			g.jump[sq][d] = first(squares.JumpFrom(1<<sq, d))
			g.squares[sq][8*d] = onBoard(g.jump[sq][d])
			step := koggestone.Step(1<<sq, koggestone.Direction(d))
			g.first[sq][d] = first(step)
			for n := 1; step != 0; n++ {
				to := first(step)
				g.squares[sq][8*d+8-n] = onBoard(to)
				g.ray[sq][d] |= step
				g.line[sq][to] = uint8(d)
				step = koggestone.Step(step, koggestone.Direction(d))
			}
		}
	}
	const b2 = 9
	for d, to := range g.first[b2] {
		bit := to/8*3 + to%8
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

// attacks returns the squares that p attacks from a square on an empty board.
func attacks(p quad.Piece, from int) (set uint64) {
	by := reach(p, false)
	if by&layout.ByJump != 0 {
		set = squares.KnightFrom[from]
	}
	for d := range rays {
		if by&layout.RayWays(d, false) != 0 {
			set |= geometry.ray[from][d]
		} else if by&layout.RayWays(d, true) != 0 {
			set |= koggestone.Step(1<<from, koggestone.Direction(d))
		}
	}
	return set
}

// fill sets the tables in k that do not depend on the rules.
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
