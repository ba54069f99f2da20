package columns

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
)

// A mailbox is a position with a letter for each square, as in FEN, and without sets. The
// slow definitions of the columns use it.
type mailbox struct {
	t       *testing.T
	p       movegen.Position
	squares [64]byte // a letter of FEN, or 0
	black   bool     // to move
	list    raylist.Position
}

func newMailbox(t *testing.T, p movegen.Position) *mailbox {
	fen := strings.Fields(p.FEN())
	m := &mailbox{t: t, p: p, black: fen[1] == "b"}
	sq := 56
	for _, c := range []byte(fen[0]) {
		switch {
		case c == '/':
			sq -= 16
		case c >= '1' && c <= '8':
			sq += int(c - '0')
		default:
			m.squares[sq] = c
			sq++
		}
	}
	list, err := raylist.New(p)
	if err != nil {
		t.Fatal(err)
	}
	m.list = *list
	return m
}

func isBlack(letter byte) bool { return letter >= 'a' }

func lower(letter byte) byte { return letter | 0x20 }

// has reports whether sq has a piece of the given side with a letter in kinds.
func (m *mailbox) has(sq int, black bool, kinds string) bool {
	c := m.squares[sq]
	return c != 0 && isBlack(c) == black && strings.IndexByte(kinds, lower(c)) >= 0
}

const anyKind = "pnbrqk"

var steps = map[byte][][2]int{
	'n': {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
	'b': {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	'r': {{1, 0}, {0, -1}, {-1, 0}, {0, 1}},
	'k': {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 1}},
}

// attacks calls f for the squares that the piece on from attacks, step by step.
func (m *mailbox) attacks(from int, f func(to int)) {
	c := m.squares[from]
	kind := lower(c)
	moves, slides := steps[kind], false
	switch kind {
	case 'p':
		forward := 1
		if isBlack(c) {
			forward = -1
		}
		moves = [][2]int{{-1, forward}, {1, forward}}
	case 'q':
		moves, slides = steps['k'], true
	case 'b', 'r':
		slides = true
	}
	for _, d := range moves {
		file, rank := from&7, from>>3
		for {
			file, rank = file+d[0], rank+d[1]
			if file < 0 || file > 7 || rank < 0 || rank > 7 {
				break
			}
			f(8*rank + file)
			if !slides || m.squares[8*rank+file] != 0 {
				break
			}
		}
	}
}

// attackedBy returns the squares that the pieces of a side of the kinds attack.
func (m *mailbox) attackedBy(black bool, kinds string) (set uint64) {
	for sq := range 64 {
		if m.has(sq, black, kinds) {
			m.attacks(sq, func(to int) { set |= 1 << to })
		}
	}
	return set
}

// pieces returns the pieces of a side of the kinds.
func (m *mailbox) pieces(black bool, kinds string) (set uint64) {
	for sq := range 64 {
		if m.has(sq, black, kinds) {
			set |= 1 << sq
		}
	}
	return set
}

// king returns the square of a side's king.
func (m *mailbox) king(black bool) int {
	for sq := range 64 {
		if m.has(sq, black, "k") {
			return sq
		}
	}
	m.t.Fatal("no king")
	return 0
}

// checkers returns the pieces of the other side that attack the king of one.
func (m *mailbox) checkers(black bool) (set uint64) {
	king := m.king(black)
	for sq := range 64 {
		if m.has(sq, !black, anyKind) {
			m.attacks(sq, func(to int) {
				if to == king {
					set |= 1 << sq
				}
			})
		}
	}
	return set
}

// without calls f with the piece on sq off the board.
func (m *mailbox) without(sq int, f func()) {
	c := m.squares[sq]
	m.squares[sq] = 0
	f()
	m.squares[sq] = c
}

// pins returns the pieces of the side to move that must not leave their line, and the
// pieces that see the king without them.
func (m *mailbox) pins() (pinned, pinners uint64) {
	before := m.checkers(m.black)
	for sq := range 64 {
		if !m.has(sq, m.black, "pnbrq") {
			continue
		}
		m.without(sq, func() {
			if more := m.checkers(m.black) &^ before; more != 0 {
				pinned |= 1 << sq
				pinners |= more
			}
		})
	}
	return pinned, pinners
}

// danger returns the squares that the opponent attacks without the king of the side to
// move.
func (m *mailbox) danger() (set uint64) {
	m.without(m.king(m.black), func() { set = m.attackedBy(!m.black, anyKind) })
	return set
}

// legal returns the legal moves, how many of them capture, and how many give check.
func (m *mailbox) legal() (moves, captures, checks int) {
	var l raylist.List
	m.list.GenerateLegal(&l)
	before := m.list.Position()
	for _, move := range l.Moves() {
		child := m.list
		child.Do(move)
		after := child.Position()
		if count(after.Board.Occupied()) < count(before.Board.Occupied()) {
			captures++
		}
		if child.InCheck() {
			checks++
		}
	}
	return l.Len(), captures, checks
}

// value returns the value of the pieces of some letters.
func (m *mailbox) value(black bool, values map[byte]int) (sum int) {
	for sq := range 64 {
		if m.has(sq, black, anyKind) {
			sum += values[lower(m.squares[sq])]
		}
	}
	return sum
}

// pawns returns the pawns of a side for which want is true.
func (m *mailbox) pawns(black bool, want func(file, rank int) bool) (set uint64) {
	for sq := range 64 {
		if m.has(sq, black, "p") && want(sq&7, sq>>3) {
			set |= 1 << sq
		}
	}
	return set
}

// pawnAt reports whether a side has a pawn on a file for which want is true of its rank.
func (m *mailbox) pawnAt(black bool, file int, want func(rank int) bool) bool {
	for rank := range 8 {
		if file >= 0 && file <= 7 && m.has(8*rank+file, black, "p") && want(rank) {
			return true
		}
	}
	return false
}
