package movegen

import (
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// FEN formats p in Forsyth-Edwards notation with six fields. A castling right is K, Q, k or
// q if its rook is the outermost rook on its side of the king, and otherwise the letter of
// the rook's file (X-FEN).
func (p Position) FEN() string { return string(p.appendFEN(make([]byte, 0, 96))) }

// AppendText appends the FEN of p to dst. The error is always nil.
func (p Position) AppendText(dst []byte) ([]byte, error) { return p.appendFEN(dst), nil }

// MarshalText returns the FEN of p. The error is always nil.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.FEN()), nil }

// UnmarshalText sets p to the position of a FEN, as [ParseFEN] returns it. If there is
// an error, p does not change. It reads text in place, so it allocates only for errors.
func (p *Position) UnmarshalText(text []byte) error {
	// ParseFEN keeps no reference to the text, because its errors copy the quoted part.
	parsed, err := ParseFEN(unsafe.String(unsafe.SliceData(text), len(text)))
	if err == nil {
		*p = parsed
	}
	return err
}

func (p Position) appendFEN(dst []byte) []byte {
	dst = p.Board.AppendPlacement(dst)
	dst = append(dst, ' ', "wb"[p.Side&1], ' ')
	dst = appendRights(dst, &p.Board)
	dst = append(dst, ' ')
	if target := p.Board.EnPassant(); target != 0 {
		dst = append(dst, quad.SquareName(bits.TrailingZeros64(target))...)
	} else {
		dst = append(dst, '-')
	}
	dst = append(dst, ' ')
	dst = strconv.AppendUint(dst, uint64(p.HalfMoves), 10)
	dst = append(dst, ' ')
	return strconv.AppendUint(dst, uint64(p.FullMoves), 10)
}

// The sides of the king where a rook may castle.
const (
	kingside  = iota // to its east
	queenside        // to its west
)

// appendRights appends FEN's castling field: for each colour the rook east of the king,
// then the rook west of it.
func appendRights(dst []byte, b *quad.Board) []byte {
	if b.G0&^(b.G1|b.G2) == 0 {
		return append(dst, '-')
	}
	start := len(dst)
	for _, side := range [...]quad.Color{quad.White, quad.Black} {
		own := b.GB ^ ^blackMask(side)
		rooks := b.G0 &^ b.G1 & own
		rights := rooks &^ b.G2
		if rights == 0 {
			continue
		}
		king := b.G1 & b.G2 &^ b.G0 & own
		lower := byte(side) * ('a' - 'A')
		rooks &= firstRank(side)
		if above := -king &^ king; rights&above != 0 {
			outermost := uint64(1) << 63 >> bits.LeadingZeros64(rooks&above)
			dst = appendWing(dst, rights&above, outermost, 'K', lower)
		}
		if below := king - 1; rights&below != 0 {
			outermost := rooks & below & -(rooks & below)
			dst = appendWing(dst, rights&below, outermost, 'Q', lower)
		}
	}
	if len(dst) == start {
		dst = append(dst, '-')
	}
	return dst
}

// appendWing appends the castling rights on one side of a king: letter for the outermost
// rook, and the file's letter for others.
func appendWing(dst []byte, rights, outermost uint64, letter, lower byte) []byte {
	for x := rights; x != 0; x &= x - 1 {
		c := letter
		if x&-x != outermost {
			c = 'A' + byte(bits.TrailingZeros64(x)&7)
		}
		dst = append(dst, c|lower)
	}
	return dst
}

// beside returns all squares with higher numbers than side's king for kingside, and all
// squares with lower numbers for queenside. On the king's rank these are the squares on that
// side of it.
func beside(b *quad.Board, side quad.Color, wing int) uint64 {
	king := b.Pieces(side, quad.King)
	if wing == queenside {
		return king - 1
	}
	return -king &^ king
}

// outermostRook returns side's rook on its first rank that is farthest from the king in one
// direction, as a set.
func outermostRook(b *quad.Board, side quad.Color, wing int) uint64 {
	rooks := b.Rooks() & b.ByColor(side) & firstRank(side) & beside(b, side, wing)
	if wing == queenside || rooks == 0 {
		return rooks & -rooks
	}
	return 1 << (bits.Len64(rooks) - 1)
}

// firstRank returns the rank where side's pieces start.
func firstRank(side quad.Color) uint64 { return squares.Rank1 << (56 & blackMask(side)) }
