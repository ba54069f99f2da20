package raylist

import "github.com/koggestone/koggestone/quad"

// A Move is packed into 32 bits, with mailbox squares: the source in bits 0 to 7, the
// target in bits 8 to 15 (for castling, the squares of king and rook), and the kind of move
// above them. A Move is valid only in the position that it was generated for.
type Move uint32

// The kinds of moves. The loop writes ordinary ones only.
const (
	ordinary = iota << 16
	doubleStep
	enPassant
	castling
	promotion // plus the quad.Kind in bits 20 to 22

	kindOfMove = 7 << 16
)

func (m Move) from() square          { return square(m) }
func (m Move) to() square            { return square(m >> 8) }
func (m Move) what() Move            { return m & kindOfMove }
func (m Move) promotesTo() quad.Kind { return quad.Kind(m >> 20 & 7) }

func makeMove(from, to square, what Move) Move { return Move(from) | Move(to)<<8 | what }

func makePromotion(from, to square, k quad.Kind) Move {
	return makeMove(from, to, promotion|Move(k)<<20)
}

// String returns the move in the notation of UCI, with castling always as king takes
// rook: "e2e4", "e7e8q", "e1h1".
func (m Move) String() string {
	s := quad.SquareName(toIndex(m.from())) + quad.SquareName(toIndex(m.to()))
	if m.what() == promotion {
		s += string(quad.MakePiece(quad.Black, m.promotesTo()).Letter())
	}
	return s
}

// listSize is enough for any position, and a power of two. The largest number of moves
// is 15*27 + 8 and 2 castlings, with 15 queens and a king, and the loop writes one
// entry past the last.
const listSize = 512

// A List holds the moves of one position. The zero List is empty. Every generator overwrites
// the list, so you can reuse it.
type List struct {
	moves [listSize]Move
	n     uint
}

// Moves returns the moves. They are valid until the list is filled again.
func (l *List) Moves() []Move { return l.moves[:l.n] }

// Len returns the number of moves.
func (l *List) Len() int { return int(l.n) }

func (l *List) push(m Move) {
	l.moves[l.n%listSize] = m
	l.n++
}
