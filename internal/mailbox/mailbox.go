// Package mailbox computes attacks, checks, pins and legal moves slowly: it walks one piece and
// one square after the other over an array of 64 squares, and tries every move. The tests of
// quad, pairs, movegen, env and data/columns and the command koggestone verify compare their
// results with it. It shares nothing with the code that it checks, except for quad's sixteen
// codes.
package mailbox

// A Board is the code of each square, a1 first: the kind, plus 8 if black.
type Board [64]uint8

// The codes.
const (
	Empty = iota
	CastlingRook
	Pawn
	Bishop
	Knight
	Rook
	King
	Queen
	Target // black and nothing: the en-passant target
	Black  = 8
)

// compass is the file and rank steps clockwise from north-east.
var compass = [8][2]int{{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}}

var jumps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

// next returns the square one step away from sq, and whether it is on the board.
func next(sq int, step [2]int) (int, bool) {
	file, rank := sq%8+step[0], sq/8+step[1]
	return 8*rank + file, file >= 0 && file < 8 && rank >= 0 && rank < 8
}

// Kind returns the kind of the piece on sq, Rook for CastlingRook.
func (b *Board) Kind(sq int) int {
	k := int(b[sq] % 8)
	if k == CastlingRook {
		return Rook
	}
	return k
}

// Is reports whether sq has a piece of the colour (0 white, 1 black).
func (b *Board) Is(sq, color int) bool { return b[sq]%8 != 0 && int(b[sq]/8) == color }

// slides reports whether a piece of the kind moves along direction d.
func slides(kind, d int) bool {
	switch kind {
	case Queen:
		return true
	case Bishop:
		return d%2 == 0
	case Rook:
		return d%2 == 1
	}
	return false
}

// Letter returns the letter of the piece on sq as in FEN, or 0 for no piece.
func (b *Board) Letter(sq int) byte {
	if b[sq]%8 == 0 {
		return 0
	}
	return "\x00RPBNRKQ"[b[sq]%8] | b[sq]/8*0x20
}
