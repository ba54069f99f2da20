// Package positions reads the piece placement of chess positions from FEN and
// EPD lines, and holds some hundred positions from played games for demonstration,
// tests and benchmarks.
//
// It looks at the first field of a line only: who stands where. It knows nothing
// of the side to move, castling or legality.
package positions

import (
	"fmt"
	"math/bits"
	"strings"
)

// A Colour is White or Black, and the first index of a [Placement].
type Colour uint8

// The two colours.
const (
	White Colour = iota
	Black
)

// String returns "white" or "black".
func (c Colour) String() string { return [...]string{"white", "black"}[c] }

// A Piece is a type of piece, and the second index of a [Placement].
type Piece uint8

// The six types of piece.
const (
	Pawn Piece = iota
	Knight
	Bishop
	Rook
	Queen
	King
)

// letters holds the FEN letters of the pieces, by colour and type.
const letters = "PNBRQKpnbrqk"

// A Placement holds the squares of each type of piece of each colour as
// bitboards, a1 = bit 0, h8 = bit 63. The sets are disjoint if it comes from
// [ParsePlacement].
type Placement [2][6]uint64

// Occupied returns the squares with a piece.
func (p *Placement) Occupied() (occ uint64) {
	for c := range p {
		for _, b := range p[c] {
			occ |= b
		}
	}
	return occ
}

// Diagonal returns the pieces of colour c that slide along diagonals: bishops
// and queens.
func (p *Placement) Diagonal(c Colour) uint64 { return p[c][Bishop] | p[c][Queen] }

// Orthogonal returns the pieces of colour c that slide along ranks and files:
// rooks and queens.
func (p *Placement) Orthogonal(c Colour) uint64 { return p[c][Rook] | p[c][Queen] }

// Letters returns for each square the FEN letter of its piece, upper case for
// White, or 0 if it is empty.
func (p *Placement) Letters() (l [64]byte) {
	for i := range letters {
		for b := p[i/6][i%6]; b != 0; b &= b - 1 {
			l[bits.TrailingZeros64(b)] = letters[i]
		}
	}
	return l
}

// AppendText appends the piece-placement field of FEN to b. The error is nil.
func (p *Placement) AppendText(b []byte) ([]byte, error) {
	on := p.Letters()
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for _, l := range on[8*rank : 8*rank+8] {
			if l == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, l)
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return b, nil
}

// String returns the piece-placement field of FEN.
func (p *Placement) String() string {
	b, _ := p.AppendText(make([]byte, 0, 71))
	return string(b)
}

// SquareName returns the name of square sq (0 to 63): "a1", "h8".
func SquareName(sq int) string { return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3)}) }

// SquareNames returns the names of the squares of b, a1 first.
func SquareNames(b uint64) []string {
	names := make([]string, 0, bits.OnesCount64(b))
	for ; b != 0; b &= b - 1 {
		names = append(names, SquareName(bits.TrailingZeros64(b)))
	}
	return names
}

// A PlacementError tells where a piece-placement field is malformed.
type PlacementError struct {
	Offset int    // byte of the field, from 0
	Want   string // what was expected there
	Got    string // what was found
}

// Error returns one line that names the field, the character counted from 1, what
// was expected and what was found.
func (e *PlacementError) Error() string {
	return fmt.Sprintf("piece placement, character %d: expected %s, found %s", e.Offset+1, e.Want, e.Got)
}

// ParsePlacement returns the placement that the piece-placement field of a FEN or
// EPD line describes: eight ranks from the eighth down, divided by slashes, each
// of piece letters (PNBRQK for White, pnbrqk for Black) and counts of empty
// squares, for eight squares from file a to file h. Any number of any pieces is
// fine, kings too. An error is a [*PlacementError].
func ParsePlacement(field string) (Placement, error) {
	var p Placement
	file, rank := 0, 7
	digit := false // the character before was a count
	fail := func(i int, want string) (Placement, error) {
		got := "the end of the field"
		if i < len(field) {
			got = fmt.Sprintf("%q", []rune(field[i:])[0])
		}
		return Placement{}, &PlacementError{i, want, got}
	}
	// next says what may follow on this rank.
	next := func() string {
		switch {
		case file == 8 && rank == 0:
			return "the end of the field after the eighth square of rank 1"
		case file == 8:
			return fmt.Sprintf("a slash after the eighth square of rank %d", rank+1)
		case digit:
			return fmt.Sprintf("a piece letter of %s (after %d squares of rank %d)", letters, file, rank+1)
		case file == 7:
			return fmt.Sprintf("a piece letter of %s or 1 (after 7 squares of rank %d)", letters, rank+1)
		}
		return fmt.Sprintf("a piece letter of %s or a count from 1 to %d (after %d squares of rank %d)", letters, 8-file, file, rank+1)
	}
	for i := range len(field) {
		ch := field[i]
		switch k := strings.IndexByte(letters, ch); {
		case k >= 0 && file < 8:
			p[k/6][k%6] |= 1 << (8*rank + file)
			file++
			digit = false
		case '1' <= ch && ch <= '8' && !digit && file+int(ch-'0') <= 8:
			file += int(ch - '0')
			digit = true
		case ch == '/' && file == 8 && rank > 0:
			file, rank = 0, rank-1
			digit = false
		default:
			return fail(i, next())
		}
	}
	if file < 8 || rank > 0 {
		return fail(len(field), next())
	}
	return p, nil
}
