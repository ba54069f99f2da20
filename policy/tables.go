package policy

import (
	"math/bits"

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

// tables describe an encoding. Squares are numbered as White sees them, and plain is indexed by from | to<<6. The
// tables are small, because every program that imports the package fills them when it starts.
type tables struct {
	moves      []movegen.Move // by index: squares, and the piece of a promotion that has an index of its own
	plain      [1 << 12]uint16
	promotions [quad.Queen + 1][1 << 6]uint16 // by piece, and the files from | to<<3
	kingByTwo  bool                           // castling is the king's move by two squares if king and rook are on the usual files
}

var alphaZeroTables, leelaTables = newAlphaZero(), newLeela()

func (e Encoding) tables() *tables {
	switch e {
	case AlphaZero:
		return alphaZeroTables
	case Leela:
		return leelaTables
	}
	panic("policy: expected alphazero or leela, found " + e.String())
}

// index returns the index of a move, or none.
func (t *tables) index(m, flip movegen.Move) uint16 {
	i := (m ^ flip) & squaresOf
	switch {
	case m.IsPromotion():
		return t.promotions[min(m.Promotion(), quad.Queen)][files(i)]
	case m.IsCastling() && t.kingByTwo && usualCastling(i.From(), i.To()):
		return t.plain[byTwo(i)]
	}
	return t.plain[i]
}

// files returns the index of a move in promotions.
func files(m movegen.Move) int { return m.From()&7 | m.To()&7<<3 }

// byTwo converts castling, from king to rook, to the king's move by two squares.
func byTwo(m movegen.Move) movegen.Move {
	king := m.From()
	return squaresMove(king, king-2+m.To()&4)
}

// empty returns tables without moves.
func empty() *tables {
	t := new(tables)
	// The loops avoid assigning a whole array, because Go 1.26 copies past its end on
	// s390x.
	for i := range t.plain {
		t.plain[i] = none
	}
	for k := range t.promotions {
		for i := range t.promotions[k] {
			t.promotions[k][i] = none
		}
	}
	return t
}

// planeOf returns the plane of queen moves by one square in direction d.
func planeOf(d koggestone.Direction) int { return queenPlanes + int(d+1)&7*7 }

// planesFrom returns the plane plus 1 for each target that a queen or knight reaches from a square, and 0 for other
// squares.
func planesFrom(from int) (t [64]uint8) {
	for d := range koggestone.Direction(8) {
		reach := koggestone.Step(1<<from, d)
		for k := 0; reach != 0; k++ {
			t[bits.TrailingZeros64(reach)] = uint8(planeOf(d) + k + 1)
			reach = koggestone.Step(reach, d)
		}
	}
	for j := range 8 {
		if reach := squares.JumpFrom(1<<from, j); reach != 0 {
			t[bits.TrailingZeros64(reach)] = uint8(knightPlanes + j + 1)
		}
	}
	return t
}

// squaresMove returns a Move with the given squares and no special bits.
func squaresMove(from, to int) movegen.Move { return movegen.Move(from) | movegen.Move(to)<<6 }

// promotionSteps calls f with the squares of each way to promote, sorted by the source's
// file and then from west to east.
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
	t.kingByTwo = true
	t.moves = make([]movegen.Move, alphaZeroMoves)
	for from := range 64 {
		for to, plane := range planesFrom(from) {
			if plane == 0 {
				continue
			}
			m, i := squaresMove(from, to), uint16(64*int(plane-1)+from)
			t.moves[i], t.plain[m] = m, i
		}
	}
	promotionSteps(func(from, to, way int) {
		m := squaresMove(from, to)
		t.promotions[quad.Queen][files(m)] = t.plain[m]
		for k, piece := range [...]quad.Kind{quad.Knight, quad.Bishop, quad.Rook} {
			i := uint16(64*(underPlanes+3*way+k) + from)
			t.moves[i] = m | promotion | movegen.Move(piece)<<12
			t.promotions[piece][files(m)] = i
		}
	})
	return t
}

func newLeela() *tables {
	t := empty()
	t.moves = make([]movegen.Move, 0, leelaMoves)
	for from := range 64 {
		for to, plane := range planesFrom(from) {
			if plane != 0 {
				m := squaresMove(from, to)
				t.plain[m] = uint16(len(t.moves))
				t.moves = append(t.moves, m)
			}
		}
	}
	promotionSteps(func(from, to, _ int) {
		m := squaresMove(from, to)
		t.promotions[quad.Knight][files(m)] = t.plain[m]
		for _, piece := range [...]quad.Kind{quad.Queen, quad.Rook, quad.Bishop} {
			t.promotions[piece][files(m)] = uint16(len(t.moves))
			t.moves = append(t.moves, m|promotion|movegen.Move(piece)<<12)
		}
	})
	return t
}
