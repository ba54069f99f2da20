package formats

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// packedCodes is the inverse of Kinds.
var packedCodes = func() (codes [8]byte) {
	for code, kind := range Kinds {
		codes[kind] = byte(code)
	}
	return codes
}()

// packBoard sets the first 24 bytes of dst to board b.
func packBoard(dst *[BoardSize]byte, b quad.Board) error {
	occupied := b.Occupied()
	if n := bits.OnesCount64(occupied); n > 32 {
		return fmt.Errorf("expected at most 32 pieces, found %d", n)
	}
	clear(dst[8:24])
	binary.LittleEndian.PutUint64(dst[:], occupied)
	for i := 0; occupied != 0; i++ {
		piece := b.At(bits.TrailingZeros64(occupied))
		dst[8+i/2] |= (packedCodes[piece.Kind()] | byte(piece.Color())<<3) << (4 * (i % 2))
		occupied &= occupied - 1
	}
	return nil
}

// PackMarlin sets dst to a position in marlinformat. score and twice are White's: a score, and twice the result, 0 to 2. A
// half-move clock above 255 becomes 255.
func PackMarlin(dst *[BoardSize]byte, p *movegen.Position, score int64, twice byte) error {
	stored, err := StoredScore("score", score)
	if err != nil {
		return err
	}
	if err := packBoard(dst, p.Board); err != nil {
		return err
	}
	target := byte(64)
	if set := p.Board.EnPassant(); set != 0 {
		target = byte(bits.TrailingZeros64(set))
	}
	dst[24], dst[25] = byte(p.Side)<<7|target, byte(min(p.HalfMoves, 255))
	binary.LittleEndian.PutUint16(dst[26:], p.FullMoves)
	binary.LittleEndian.PutUint16(dst[28:], uint16(stored))
	dst[30], dst[31] = twice, 0
	return nil
}

// StoredScore returns a score in the form that training formats store.
func StoredScore(name string, score int64) (int16, error) {
	if score != int64(int16(score)) {
		return 0, fmt.Errorf("%s: expected a whole number from -32768 to 32767, found %d", name, score)
	}
	return int16(score), nil
}

// PackBullet encodes a position in bulletformat, from the arguments of PackMarlin. The board, the score and the result are
// stored as the side to move sees them, and each king's square as its own side sees it.
func PackBullet(dst *[BoardSize]byte, p *movegen.Position, score int64, twice byte) error {
	b := p.Board
	b.GB &= b.Occupied()      // no target
	b.G2 |= b.CastlingRooks() // and no rights
	if p.Side == quad.Black {
		b, score, twice = b.FlipColors(), -score, 2-twice
	}
	stored, err := StoredScore("score of the side to move", score)
	if err != nil {
		return err
	}
	if err := packBoard(dst, b); err != nil {
		return err
	}
	white, black := b.Pieces(quad.White, quad.King), b.Pieces(quad.Black, quad.King)
	binary.LittleEndian.PutUint16(dst[24:], uint16(stored))
	dst[26], dst[27], dst[28] = twice, byte(bits.TrailingZeros64(white)), byte(bits.TrailingZeros64(black)^56)
	clear(dst[29:])
	return nil
}

// PackMove converts a move to viriformat.
func PackMove(m movegen.Move) uint16 {
	packed := uint16(m & 0xfff)
	switch {
	case m.IsEnPassant():
		packed |= 1 << 14
	case m.IsCastling():
		packed |= 2 << 14
	case m.IsPromotion():
		packed |= 3<<14 | uint16(packedCodes[m.Promotion()]-1)<<12
	}
	return packed
}
