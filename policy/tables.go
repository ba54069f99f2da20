package policy

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

const (
	queenPlanes  = 0       // by direction clockwise from north, then by 1 to 7 squares
	knightPlanes = 7 * 8   // by jump clockwise from NNE
	underPlanes  = 7*8 + 8 // to the west, straight, to the east; then knight, bishop, rook
	planes       = 7*8 + 8 + 9

	alphaZeroMoves = 64 * planes
	leelaMoves     = 1858
)

// none marks moves in a table that no piece makes.
const none = 0xffff

// tables hold an encoding. Squares are numbered as White sees them, and from | to<<6 is an
// index of plain.
type tables struct {
	moves      []movegen.Move // by index: squares, and the piece of a promotion that has an index of its own
	plain      [1 << 12]uint16
	castling   [1 << 12]uint16
	promotions [quad.Queen + 1][1 << 12]uint16
}

var alphaZeroTables, leelaTables = newAlphaZero(), newLeela()

func (e Encoding) tables() *tables {
	switch e {
	case AlphaZero:
		return alphaZeroTables
	case Leela:
		return leelaTables
	}
	panic("policy: " + e.String() + " is not an encoding")
}

// index returns the index of a move, or none.
func (t *tables) index(m, flip movegen.Move) uint16 {
	i := (m ^ flip) & squaresOf
	switch {
	case m.IsPromotion():
		return t.promotions[min(m.Promotion(), quad.Queen)][i]
	case m.IsCastling():
		return t.castling[i]
	}
	return t.plain[i]
}

// empty returns tables without moves.
func empty() *tables {
	t := new(tables)
	// The loop avoids an assignment of the whole array, because Go 1.26 copies past its end
	// on s390x.
	for i := range t.plain {
		t.plain[i], t.castling[i] = none, none
		for k := range t.promotions {
			t.promotions[k][i] = none
		}
	}
	return t
}

// planeOf returns the plane of queen's moves of one square in a direction.
func planeOf(d koggestone.Direction) int { return queenPlanes + int(d+1)&7*7 }

// planeBetween returns the plane of a queen or knight that goes from one square to
// another, or -1.
func planeBetween(from, to int) int {
	for d := range koggestone.Direction(8) {
		reach := uint64(1) << from
		for k := range 7 {
			if reach = koggestone.Step(reach, d); reach>>to&1 != 0 {
				return planeOf(d) + k
			}
		}
	}
	for j, jump := range squares.Jumps {
		if jump.From(1<<from)>>to&1 != 0 {
			return knightPlanes + j
		}
	}
	return -1
}

// squaresMove returns a Move with the given squares and no special bits.
func squaresMove(from, to int) movegen.Move { return movegen.Move(from) | movegen.Move(to)<<6 }

// promotionSteps calls f with the squares of each way to promote: by file from, then from
// west to east.
func promotionSteps(f func(from, to, way int)) {
	for from := 48; from < 56; from++ {
		for way := range 3 {
			if file := from&7 + way - 1; 0 <= file && file < 8 {
				f(from, 56+file, way)
			}
		}
	}
}

func newAlphaZero() *tables {
	t := empty()
	t.moves = make([]movegen.Move, alphaZeroMoves)
	for from := range 64 {
		for to := range 64 {
			plane := planeBetween(from, to)
			if plane < 0 {
				continue
			}
			m, i := squaresMove(from, to), uint16(64*plane+from)
			t.moves[i], t.plain[m], t.castling[m] = m, i, i
			t.promotions[quad.Queen][m] = i
		}
	}
	// The king's move by two squares.
	for rank := 0; rank < 64; rank += 8 {
		t.castling[squaresMove(rank+4, rank)] = t.plain[squaresMove(rank+4, rank+2)]
		t.castling[squaresMove(rank+4, rank+7)] = t.plain[squaresMove(rank+4, rank+6)]
	}
	promotionSteps(func(from, to, way int) {
		for k, piece := range [...]quad.Kind{quad.Knight, quad.Bishop, quad.Rook} {
			m, i := squaresMove(from, to), uint16(64*(underPlanes+3*way+k)+from)
			t.moves[i] = m | promotion | movegen.Move(piece)<<12
			t.promotions[piece][m] = i
		}
	})
	return t
}

func newLeela() *tables {
	t := empty()
	for from := range 64 {
		for to := range 64 {
			if planeBetween(from, to) >= 0 {
				m := squaresMove(from, to)
				i := uint16(len(t.moves))
				t.plain[m], t.castling[m], t.promotions[quad.Knight][m] = i, i, i
				t.moves = append(t.moves, m)
			}
		}
	}
	promotionSteps(func(from, to, _ int) {
		for _, piece := range [...]quad.Kind{quad.Queen, quad.Rook, quad.Bishop} {
			m := squaresMove(from, to)
			t.promotions[piece][m] = uint16(len(t.moves))
			t.moves = append(t.moves, m|promotion|movegen.Move(piece)<<12)
		}
	})
	return t
}
