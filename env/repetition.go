package env

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A line holds the reversible moves that led to a position, and a key of each position
// between them. A move is reversible if it neither captures nor moves a pawn, castling
// rights stay the same, and there was no en-passant target. An earlier position can only
// recur after reversible moves. They move pieces other than pawns and change nothing else,
// so they can be taken back by their squares.
//
//	position   0    1    2    3    4     the last irreversible move led to position 0
//	moves        1    2    3    4        move k leads to position k
//
// There are at most 100 reversible moves, since the game then ends by the rule of fifty
// moves.
type line struct {
	n     uint32 // the number of reversible moves
	moves [maxHalfMoves + 1]movegen.Move
	// keys holds the positions with an even number in the first row. Only positions of the
	// same row can be equal.
	keys [2][(maxHalfMoves/2 + 4) &^ 3]uint16
}

// keyOf returns a hash of the pieces of a board.
func keyOf(b *quad.Board) uint16 {
	return uint16((b.G0*0x9e3779b97f4a7c15 ^ b.G1*0xbf58476d1ce4e5b9 ^ b.G2*0x94d049bb133111eb ^ b.GB*0xd6e8feb86659fd93) >> 48)
}

// start makes b position 0.
func (l *line) start(b *quad.Board) {
	l.n = 0
	l.keys[0][0] = keyOf(b)
}

// add adds a reversible move to a line, which leads to b. It returns the number of earlier
// positions that equal b.
func (l *line) add(m movegen.Move, b *quad.Board) int {
	l.n++
	n, key := l.n, keyOf(b)
	l.moves[n] = m
	row := &l.keys[n&1]
	row[n/2] = key
	repetitions := 0
	for k := n & 1; k+4 <= n; k += 2 {
		if row[k/2] == key && l.equal(b, k) {
			repetitions++
		}
	}
	return repetitions
}

// equal reports whether position k equals b, the last position.
func (l *line) equal(b *quad.Board, k uint32) bool {
	g0, g1, g2, gb := b.G0, b.G1, b.G2, b.GB
	for n := l.n; n > k; n-- {
		m := l.moves[n]
		from, to := m.From(), m.To()
		g0, g1, g2, gb = back(g0, from, to), back(g1, from, to), back(g2, from, to), back(gb, from, to)
	}
	return g0 == b.G0 && g1 == b.G1 && g2 == b.G2 && gb == b.GB
}

// back moves the bit of square to, to the empty square from.
func back(x uint64, from, to int) uint64 {
	bit := x >> to & 1
	return x&^(1<<to) | bit<<from
}

// rightsOf returns the castling rooks and the en-passant target of a board. A move without
// capture and not of a pawn is reversible if they stay the same.
func rightsOf(b *quad.Board) uint64 { return b.CastlingRooks() | b.EnPassant() }
