package columns

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/movegen"
)

// A slow is a position on a mailbox. The slow definitions of the columns use it.
type slow struct {
	mailbox.Position
	t *testing.T
	p movegen.Position
}

func newSlow(t *testing.T, p movegen.Position) *slow {
	m, err := mailbox.FromFEN(p.FEN())
	if err != nil {
		t.Fatal(err)
	}
	return &slow{m, t, p}
}

// color returns the number of a side.
func color(black bool) int {
	if black {
		return 1
	}
	return 0
}

// has reports whether sq has a piece of the given side with a letter in kinds.
func (m *slow) has(sq int, black bool, kinds string) bool {
	return m.Is(sq, color(black)) && strings.IndexByte(kinds, m.Letter(sq)|0x20) >= 0
}

const anyKind = "pnbrqk"

// attackedBy returns the squares that the pieces of a side of the kinds attack.
func (m *slow) attackedBy(black bool, kinds string) (set uint64) {
	for sq := range 64 {
		if m.has(sq, black, kinds) {
			set |= m.AttacksFrom(sq)
		}
	}
	return set
}

// pieces returns the pieces of a side of the kinds.
func (m *slow) pieces(black bool, kinds string) (set uint64) {
	for sq := range 64 {
		if m.has(sq, black, kinds) {
			set |= 1 << sq
		}
	}
	return set
}

// legal returns the legal moves, how many of them capture, and how many give check.
func (m *slow) legal() (moves, captures, checks int) {
	for _, move := range m.Legal() {
		moves++
		if m.Captures(move) {
			captures++
		}
		if after := m.Play(move); after.InCheck(1 - m.Side) {
			checks++
		}
	}
	return moves, captures, checks
}

// worth returns the value of the pieces of some letters.
func (m *slow) worth(black bool, values map[byte]int) (sum int) {
	for sq := range 64 {
		if m.has(sq, black, anyKind) {
			sum += values[m.Letter(sq)|0x20]
		}
	}
	return sum
}

// pawns returns the pawns of a side for which want is true.
func (m *slow) pawns(black bool, want func(file, rank int) bool) (set uint64) {
	for sq := range 64 {
		if m.has(sq, black, "p") && want(sq&7, sq>>3) {
			set |= 1 << sq
		}
	}
	return set
}

// pawnAt reports whether a side has a pawn on a file for which want is true of its rank.
func (m *slow) pawnAt(black bool, file int, want func(rank int) bool) bool {
	for rank := range 8 {
		if file >= 0 && file <= 7 && m.has(8*rank+file, black, "p") && want(rank) {
			return true
		}
	}
	return false
}
