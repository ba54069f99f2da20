package corpus

import (
	"iter"
	"math/rand/v2"
	"strings"
)

// Pieces restricts the pieces of composed positions.
type Pieces int

const (
	AllPieces  Pieces = iota
	RooksPawns        // kings, rooks and pawns without castling rights, for the kernels of rook endings
)

// Composed yields n positions that are built around the rules of movegen/TWOPLY.md and around other rare
// cases. In games and in random placements most of them do not occur: pins, shields and discovered checks
// along every direction, sliders that hit each other from the front and from behind, pieces between a
// slider and a square beside a king, unmoved pawns and pieces in front of them, castling in every state,
// captures en passant, promotions, and squares that many pieces attack. Each position combines a few of these
// cases at random squares. The sequence depends only on the arguments.
//
// The positions are legal in the sense that the side to move cannot take the king. A side may have more than
// 16 pieces.
//
// Sixteen successive positions are siblings: the same position, moved to the east or west, seen by White or
// Black. The kernels keep the same rank of many boards in one register, and some instructions only matter if
// boards that are neighbours there have pieces on the same rank. With siblings they have.
func Composed(seed uint64, n int, pieces Pieces) iter.Seq[string] {
	return func(yield func(string) bool) {
		rng := rand.New(rand.NewPCG(seed, uint64(pieces)))
		for n > 0 {
			c := composition{rng: rng, pieces: pieces, target: -1}
			if !c.compose() {
				continue
			}
			for range min(n, composedSiblings) {
				if n--; !yield(c.sibling().fen()) {
					return
				}
			}
		}
	}
}

const composedSiblings = 16

// A composition is a position in the making. White is the side to move; the finished position is turned
// for Black.
type composition struct {
	rng    *rand.Rand
	pieces Pieces
	board  [64]byte // letters of FEN, 0 for no piece
	free   [64]bool // squares that stay empty
	kings  [2]int   // White's and Black's
	target int      // of en passant, or -1
}

// The lines that positions are built from: squares along a direction, with the letters
//
//	K k  the king of the side to move, the other king
//	S s  a slider that attacks along the line
//	P p  a pawn
//	X x  any piece except the king
//	-    up to four empty squares
//	@    a square beside k; most often empty
//	#    the same for K
//	^    a square of the first rank of k between the a-file and the h-file; most often empty
//
// Lines with a king or one of the last three signs start there. All other lines start anywhere.
var composedLines = []string{
	"k-X-S", "k-S-S", "k-P-S", // discovered checks
	"k-x-S", "k-p-S", "k-s-S", "k-x-S", // pins
	"k-X-x-S", "k-x-X-S", "k-s-X-S", "k-X-s-S", "k-p-X-S", "k-X-p-S", "k-x-K-S", "k-P-p-S", // shields
	"k-x-x-S", "k-X-X-S", "k-X", "k-x",
	"@-X-S", "@-P-S", "@-S", "@-S-S", "@-x-S", "@-p-S", "@-K-S", "@-S-X", "@S", // guards of squares beside the king
	"^-X-S", "^-S", "^-x-S", "^-P", // castling
	"K-X-s", "K-x-s", "K-s", "K-X-X-s", "K-P-s", "K-S-s", "K-S-s", // own pins and checks
	"#-s", "#-x-s", "#-X-s",
	"S-S-s", "S-X-s", "s-S-S", "x-S-S",
	"s-P", "s-p", "P-s", "s-X", "s-x", "X-s-X", "X-S-X", "x-S-x", "x-s-x", "S", "s",
	"S-p-X", "S-P-x", "S-p", "p-S", "S-x-x",
}

// Sliders that hit each other: from the front and from behind. One position in two has such a line, and half
// of these lines start at the edge, because long distances matter too.
var composedHits = []string{
	"S-s", "S-s-x", "S-s-X", "X-S-s-x",
	"s-S", "s-S-x", "s-S-X", "s-S-s",
}

var (
	composedSteps = [8][2]int{{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}}
	composedJumps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// compose makes a position, and reports whether it is legal.
func (c *composition) compose() bool {
	rng := c.rng
	for i := range c.kings {
		c.kings[i] = rng.IntN(64)
		if c.pieces == AllPieces && rng.IntN(4) == 0 {
			c.kings[i] = 4 + 56*i
		}
	}
	if c.kings[0] == c.kings[1] {
		return false
	}
	c.board[c.kings[0]], c.board[c.kings[1]] = 'K', 'k'
	for i, king := range c.kings { // rooks that may castle
		if king == 4+56*i && c.pieces == AllPieces && rng.IntN(4) != 0 {
			for _, corner := range []int{56 * i, 56*i + 7} {
				if rng.IntN(3) != 0 {
					c.put(corner, "Rr"[i])
				}
			}
		}
	}
	if rng.IntN(2) == 0 {
		c.hit(composedHits[rng.IntN(len(composedHits))])
	}
	for range 1 + rng.IntN(4) {
		c.line(composedLines[rng.IntN(len(composedLines))])
	}
	for range rng.IntN(4) {
		c.pawns()
	}
	switch rng.IntN(12) {
	case 0:
		c.star(rng.IntN(64), rng.IntN(2))
	case 1:
		c.scatter(20 + rng.IntN(44))
	}
	c.scatter(rng.IntN(1 + rng.IntN(8)))
	return !c.attacked(c.kings[1])
}

// sibling returns the position moved to the east or west by as many files as the kings allow, or fewer.
// Pieces that leave the board are lost.
func (c *composition) sibling() *composition {
	west := min(c.kings[0]%8, c.kings[1]%8)
	east := 7 - max(c.kings[0]%8, c.kings[1]%8)
	files := 0
	if c.rng.IntN(4) != 0 {
		files = c.rng.IntN(west+east+1) - west
	}
	moved := &composition{rng: c.rng, pieces: c.pieces, target: -1}
	for sq, letter := range c.board {
		if to, ok := c.next(sq, [2]int{files, 0}); ok {
			moved.board[to] = letter
			if sq == c.target {
				moved.target = to
			}
		}
	}
	for i, king := range c.kings {
		moved.kings[i] = king + files
	}
	return moved
}

// next returns the square one step from sq, and whether there is one.
func (c *composition) next(sq int, step [2]int) (int, bool) {
	file, rank := sq%8+step[0], sq/8+step[1]
	return 8*rank + file, file >= 0 && file < 8 && rank >= 0 && rank < 8
}

// put puts a piece on an empty square, and reports whether it could.
func (c *composition) put(sq int, letter byte) bool {
	if c.board[sq] != 0 || c.free[sq] || letter|0x20 == 'p' && (sq < 8 || sq >= 56) {
		return false
	}
	c.board[sq] = letter
	return true
}

// direction returns a direction of the sliders.
func (c *composition) direction() int {
	if c.pieces == RooksPawns {
		return c.rng.IntN(8) | 1
	}
	return c.rng.IntN(8)
}

// hit puts a line of composedHits on the board. Often all squares after it are empty.
func (c *composition) hit(line string) {
	d, sq := c.direction(), c.rng.IntN(64)
	for back, ok := sq, c.rng.IntN(2) == 0; ok; back, ok = c.next(sq, composedSteps[d^4]) {
		sq = back
	}
	if !c.put(sq, c.letter(line[0], d)) {
		return
	}
	if sq = c.pieceLine(sq, d, line[1:]); c.rng.IntN(2) == 0 {
		for to, ok := c.next(sq, composedSteps[d]); ok; to, ok = c.next(to, composedSteps[d]) {
			c.free[to] = true
		}
	}
}

// line puts the pieces of a line on the board, as far as there is room.
func (c *composition) line(line string) {
	rng := c.rng
	d := c.direction()
	sq, signs := rng.IntN(64), line
	switch line[0] {
	case 'k':
		sq, signs = c.kings[1], line[1:]
	case 'K':
		sq, signs = c.kings[0], line[1:]
	case '@', '#', '^':
		signs = line[1:]
		from := c.kings[1]
		if line[0] == '#' {
			from = c.kings[0]
		}
		ok := true
		if sq, ok = c.next(from, composedSteps[rng.IntN(8)]); line[0] == '^' {
			sq = 57 + rng.IntN(6)
		} else if !ok {
			return
		}
		if c.board[sq] == 0 && rng.IntN(4) != 0 {
			c.free[sq] = true
		}
	default:
		if !c.put(sq, c.letter(line[0], d)) {
			return
		}
		signs = line[1:]
	}
	c.pieceLine(sq, d, signs)
}

// pieceLine puts pieces on the board along d, starting after sq, and returns the square of the last one.
func (c *composition) pieceLine(sq, d int, signs string) int {
	rng, last := c.rng, sq
	for i := range len(signs) {
		if signs[i] == '-' {
			for gap := min(rng.IntN(5), rng.IntN(7)); gap > 0; gap-- {
				to, ok := c.next(sq, composedSteps[d])
				if !ok || c.board[to] != 0 {
					break
				}
				sq = to
				c.free[sq] = true
			}
			continue
		}
		to, ok := c.next(sq, composedSteps[d])
		if !ok || !c.put(to, c.letter(signs[i], d)) {
			break
		}
		if signs[i] == 'K' { // it moves here
			c.board[c.kings[0]], c.kings[0] = 0, to
		}
		sq, last = to, to
	}
	return last
}

// letter returns a piece for a sign of a line along d.
func (c *composition) letter(sign byte, d int) byte {
	rng := c.rng
	all := "PBNRQPNR"
	switch {
	case sign|0x20 == 'p', sign|0x20 == 'k':
		return sign
	case c.pieces == RooksPawns && sign|0x20 == 's':
		all = "R"
	case c.pieces == RooksPawns:
		all = "RP"
	case sign|0x20 == 's' && d%2 == 0:
		all = "BQB"
	case sign|0x20 == 's':
		all = "RQR"
	}
	return all[rng.IntN(len(all))] | sign&0x20
}

// any returns a piece of a side.
func (c *composition) any(color int) byte { return c.letter("Xx"[color], 0) }

// pawns puts a group of pawns on the board.
func (c *composition) pawns() {
	rng := c.rng
	file := rng.IntN(8)
	at := func(file, rank int, letter byte) bool {
		return file >= 0 && file < 8 && rank >= 0 && rank < 8 && c.put(8*rank+file, letter)
	}
	aside := file + 1 - 2*rng.IntN(2)
	switch rng.IntN(9) {
	case 0: // their unmoved pawn, and a piece on the way of its double step
		at(file, 6, 'p')
		at(file, 4+rng.IntN(2), c.any(rng.IntN(3)/2))
	case 1: // a double step beside a pawn
		at(file, 1, 'P')
		at(aside, 3, 'p')
		if rng.IntN(2) == 0 {
			at(2*file-aside, 3, 'p')
		}
	case 2: // captures on a diagonal, in both directions
		rank := 1 + rng.IntN(5)
		at(file, rank, 'P')
		at(aside, rank+1, c.any(1))
		at(2*file-aside, rank+1, 'p')
	case 3: // a pawn of theirs that captures
		rank := 2 + rng.IntN(5)
		at(file, rank, 'p')
		at(aside, rank-1, c.any(0))
	case 4: // before promotion
		at(file, 1, 'p')
		at(aside, 0, c.any(0))
		if rng.IntN(2) == 0 {
			at(file, 0, c.any(rng.IntN(2)))
		}
	case 5:
		at(file, 6, 'P')
		at(aside, 7, c.any(1))
		if rng.IntN(3) == 0 {
			at(file, 7, c.any(rng.IntN(2)))
		}
	case 6: // en passant
		if c.target < 0 && c.board[48+file] == 0 && c.board[40+file] == 0 && at(file, 4, 'p') {
			at(aside, 4, 'P')
			c.free[48+file], c.free[40+file] = true, true
			c.target = 40 + file
		}
	case 7: // one stops the other
		rank := 1 + rng.IntN(5)
		at(file, rank, 'P')
		at(file, rank+1+rng.IntN(2), 'p')
	case 8: // a pawn that blocks or frees one of theirs that is pinned
		rank := 1 + rng.IntN(5)
		at(file, rank, c.any(rng.IntN(2)))
		at(file, rank+1, 'p')
		at(aside, rank, c.any(rng.IntN(2)))
	}
}

// star surrounds a square with pieces of one side that attack it, and puts a piece of the other side or
// nothing on it.
func (c *composition) star(sq, color int) {
	rng := c.rng
	if rng.IntN(2) == 0 {
		c.put(sq, c.any(1-color))
	} else if c.board[sq] == 0 {
		c.free[sq] = true
	}
	for d, step := range composedSteps {
		if c.pieces == RooksPawns && d%2 == 0 {
			continue
		}
		to, ok := c.next(sq, step)
		for ok && rng.IntN(2) == 0 && c.board[to] == 0 {
			c.free[to] = true
			to, ok = c.next(to, step)
		}
		if ok && rng.IntN(8) != 0 {
			c.put(to, c.letter("Ss"[color], d))
		}
		if to, ok = c.next(sq, composedJumps[d]); ok && rng.IntN(8) != 0 && c.pieces == AllPieces {
			c.put(to, "Nn"[color])
		}
	}
}

// scatter puts up to n pieces anywhere.
func (c *composition) scatter(n int) {
	for range n {
		c.put(c.rng.IntN(64), c.any(c.rng.IntN(2)))
	}
}

// attacked reports whether White attacks a square.
func (c *composition) attacked(sq int) bool {
	for d, step := range composedSteps {
		near := true
		for to, ok := c.next(sq, step); ok; to, ok = c.next(to, step) {
			switch p := c.board[to]; {
			case p == 'Q', p == 'R' && d%2 == 1, p == 'B' && d%2 == 0, near && p == 'K', near && p == 'P' && (d == 2 || d == 4):
				return true
			}
			if c.board[to] != 0 {
				break
			}
			near = false
		}
		if to, ok := c.next(sq, composedJumps[d]); ok && c.board[to] == 'N' {
			return true
		}
	}
	return false
}

// fen returns the position, turned in half of the cases so that Black is to move.
func (c *composition) fen() string {
	side, turn := "w", 0
	if c.rng.IntN(2) == 0 {
		side, turn = "b", 56
	}
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			letter := c.board[(8*rank+file)^turn]
			if letter == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + empty)
				empty = 0
			}
			if turn != 0 {
				letter ^= 0x20
			}
			b.WriteByte(letter)
		}
		if empty > 0 {
			b.WriteByte('0' + empty)
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	castling := ""
	for _, right := range []struct {
		color, rook int
		letter      byte
	}{{0, 7, 'K'}, {0, 0, 'Q'}, {1, 63, 'k'}, {1, 56, 'q'}} {
		if c.pieces == AllPieces && c.kings[right.color] == 4+56*right.color && c.board[right.rook] == "Rr"[right.color] && c.rng.IntN(8) != 0 {
			if turn != 0 {
				right.letter ^= 0x20
			}
			castling += string(right.letter)
		}
	}
	if turn != 0 { // White's rights first
		upper := strings.TrimLeft(castling, "kq")
		castling = upper + castling[:len(castling)-len(upper)]
	}
	if castling == "" {
		castling = "-"
	}
	target := "-"
	if c.target >= 0 {
		target = string([]byte{'a' + byte(c.target%8), '1' + byte((c.target^turn)/8)})
	}
	return b.String() + " " + side + " " + castling + " " + target
}
