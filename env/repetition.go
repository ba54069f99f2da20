package env

import (
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A line holds the reversible moves that led to a position, and a key of each position
// between them. A move is reversible if it neither captures nor moves a pawn, leaves the
// castling rights as they are, and there was no en-passant target. An earlier position can
// only recur after reversible moves. They move pieces other than pawns and change nothing
// else, so they can be taken back if you only know the squares.
//
//	position   0    1    2    3    4     the last irreversible move led to position 0
//	moves        1    2    3    4        move k leads to position k
//
// There are at most 100 reversible moves, because the game then ends by the fifty-move
// rule.
type line [maxHalfMoves/8 + 1]octet

// An octet contains eight moves and the keys after them. Most lines are so short that they fit in
// one or two cache lines.
type octet struct {
	moves [8]movegen.Move
	// keys contains four keys with even numbers in the first word, lowest number in the
	// lowest bits, and four keys with odd numbers in the second. Only positions in the
	// same word can be equal.
	keys [2]uint64
}

// keyOf hashes the pieces and their colours.
func keyOf(b *quad.Board) uint64 {
	return (b.Occupied()*0x9e3779b97f4a7c15 ^ b.GB*0xd6e8feb86659fd93) >> 48
}

// start makes b position 0.
func (l *line) start(b *quad.Board) { l[0].keys[0] = keyOf(b) }

// move returns where move n is stored.
func (l *line) move(n uint32) *movegen.Move { return &l[n/8].moves[n%8] }

// setKey stores the key of position n.
func (l *line) setKey(n uint32, key uint64) {
	word, at := &l[n/8].keys[n%2], n/2%4*16
	*word = *word&^(0xffff<<at) | key<<at
}

// rebuild computes the keys from the moves that led to b, which is position n. It reports
// whether the moves can be taken back.
func (l *line) rebuild(n uint32, b *quad.Board) bool {
	p := *b
	for ; ; n-- {
		l.setKey(n, keyOf(&p))
		if n == 0 {
			return true
		}
		from, to := l.move(n).From(), l.move(n).To()
		if occupied := p.Occupied(); occupied>>to&1 == 0 || occupied>>from&1 != 0 {
			return false
		}
		p.G0, p.G1, p.G2, p.GB = back(p.G0, from, to), back(p.G1, from, to), back(p.G2, from, to), back(p.GB, from, to)
	}
}

// lanes has one bit in each key of a word.
const lanes = 0x0001000100010001

// add adds move n, a reversible move that leads to b. It returns how many earlier
// positions equal b.
func (l *line) add(n uint32, m movegen.Move, b *quad.Board) int {
	key := keyOf(b)
	*l.move(n) = m
	l.setKey(n, key)
	// The first position that can be equal is four plies earlier.
	repetitions := 0
	for k, left := uint32(0), int(n/2)-1; left > 0; k, left = k+1, left-4 {
		x := l[k].keys[n%2] ^ key*lanes
		// This sets the top bit in each zero lane. It can also set it in lanes above a zero
		// lane.
		zeros := (x - lanes) &^ x & (lanes << 15)
		if left < 4 {
			zeros &= 1<<(16*left) - 1
		}
		for ; zeros != 0; zeros &= zeros - 1 {
			if l.equal(n, b, 8*k+n%2+uint32(bits.TrailingZeros64(zeros))/16*2) {
				repetitions++
			}
		}
	}
	return repetitions
}

// equal reports whether position k equals b, which is position n.
func (l *line) equal(n uint32, b *quad.Board, k uint32) bool {
	g0, g1, g2, gb := b.G0, b.G1, b.G2, b.GB
	for ; n > k; n-- {
		m := *l.move(n)
		from, to := m.From(), m.To()
		g0, g1, g2, gb = back(g0, from, to), back(g1, from, to), back(g2, from, to), back(gb, from, to)
	}
	return g0 == b.G0 && g1 == b.G1 && g2 == b.G2 && gb == b.GB
}

// back moves a piece back from square to to the empty square from, in the bitboard x.
func back(x uint64, from, to int) uint64 {
	bit := x >> to & 1
	return x&^(1<<to) | bit<<from
}

// rightsOf returns the castling rooks and the en-passant target. A quiet piece move is
// reversible if it does not change them.
func rightsOf(b *quad.Board) uint64 { return b.CastlingRooks() | b.EnPassant() }
