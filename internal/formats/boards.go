package formats

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Engines' training formats store a board and its labels in 32 bytes. First come the occupied
// squares, 64 bits little-endian. Then each piece has four bits, in order from a1: the kind in
// the lower three bits and the colour in the highest bit. viriformat's README (Cosmo Bobak) and
// bulletformat's source (Jamie Whiting) specify the formats.

// BoardSize is how many bytes a board takes, including the fields after it.
const BoardSize = 32

// Kinds are the kinds with the codes 0 to 6.
var Kinds = [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.King, quad.CastlingRook}

// packedPieces maps the codes of four bits to pieces.
var packedPieces = func() (pieces [16]quad.Piece) {
	for code, kind := range Kinds {
		pieces[code] = quad.MakePiece(quad.White, kind)
		pieces[code+8] = quad.MakePiece(quad.Black, kind)
	}
	return pieces
}()

// unpackBoard returns the board at the start of data. Its kinds must be below codes, which must
// be at most 7.
func unpackBoard(data []byte, codes byte) (b quad.Board, err error) {
	occupied := binary.LittleEndian.Uint64(data)
	if n := bits.OnesCount64(occupied); n > 32 {
		return b, fmt.Errorf("expected at most 32 pieces, found %d", n)
	}
	nibbles, next := binary.LittleEndian.Uint64(data[8:]), binary.LittleEndian.Uint64(data[16:])
	var g0, g1, g2, gb uint64
	for i := 0; occupied != 0; i++ {
		if i == 16 {
			nibbles = next
		}
		code := nibbles & 15
		if code&7 >= uint64(codes) {
			return b, fmt.Errorf("piece %d of the board: expected a code with a kind below %d, found %d", i, codes, code)
		}
		piece := uint64(packedPieces[code])
		square := occupied & -occupied
		g0 |= square & -(piece & 1)
		g1 |= square & -(piece >> 1 & 1)
		g2 |= square & -(piece >> 2 & 1)
		gb |= square & -(piece >> 3)
		occupied ^= square
		nibbles >>= 4
	}
	return quad.Board{G0: g0, G1: g1, G2: g2, GB: gb}, nil
}

// UnpackMarlin decodes a marlinformat record. score is White's, and points are twice
// White's points.
func UnpackMarlin(data []byte) (p movegen.Position, score int16, points uint8, err error) {
	if p.Board, err = unpackBoard(data, 7); err != nil {
		return
	}
	p.Side = quad.Color(data[24] >> 7)
	p.HalfMoves, p.FullMoves = uint16(data[25]), binary.LittleEndian.Uint16(data[26:])
	score, points = int16(binary.LittleEndian.Uint16(data[28:])), data[30]
	switch target := int(data[24] & 127); {
	case target > 64:
		err = fmt.Errorf("en-passant target: expected a square or 64, found %d", target)
		return
	case target < 64 && p.Board.EnPassantCapturers(1<<target) != 0:
		p.Board.Set(target, quad.EnPassantTarget)
	}
	if points > 2 {
		err = fmt.Errorf("result: expected 0, 1 or 2, found %d", points)
	}
	return
}

// UnpackBullet decodes a bulletformat record. The side to move is always White, because boards with
// Black to move were flipped when they were written. Therefore score and points, which are doubled,
// are also White's.
func UnpackBullet(data []byte) (p movegen.Position, score int16, points uint8, err error) {
	p.FullMoves = 1
	if p.Board, err = unpackBoard(data, 6); err != nil {
		return
	}
	score, points = int16(binary.LittleEndian.Uint16(data[24:])), data[26]
	if points > 2 {
		err = fmt.Errorf("result: expected 0, 1 or 2, found %d", points)
	}
	return
}
