package raylist

import "github.com/koggestone/koggestone/quad"

// A ray is one direction of one piece, four bytes in a word: its step vector,
// the index of its piece, the slot of the next ray in the list, and a mask of
// status bits.
//
//	31      24 23     16 15      8 7       0
//	   step      piece      next     mask
//
// The high nibble of the mask has the bits of what the ray must not land on. The
// low nibble has the flag slides, set if the ray continues past an empty square.
type ray uint32

const (
	nextShift  = 8
	pieceShift = 16
	stepShift  = 24
)

func makeRay(step int8, mask, piece, next uint8) ray {
	return ray(uint8(step))<<stepShift | ray(piece)<<pieceShift | ray(next)<<nextShift | ray(mask)
}

func (r ray) mask() uint8  { return uint8(r) }
func (r ray) next() uint8  { return uint8(r >> nextShift) }
func (r ray) piece() uint8 { return uint8(r >> pieceShift) }

// step returns the step in the low byte of a ray, where it can be added to a
// square.
func (r ray) step() ray { return r >> stepShift }

func (r ray) withNext(next uint8) ray { return r&^(0xff<<nextShift) | ray(next)<<nextShift }

// Masks of White's rays. For Black's rays the two colours are exchanged.
const (
	fullMove    = offBoard | whitePiece              // 0x90
	pawnCapture = offBoard | emptySq | whitePiece    // 0xd0
	pawnPush    = offBoard | blackPiece | whitePiece // 0xb0
	landing     = 0xf0                               // all bits of this kind

	slides = 1
)

// exchanged returns mask for a ray of colour c: unchanged for White, and with the
// bits of the two colours exchanged for Black (0xa0, 0xe0, 0xb0).
func exchanged(mask uint8, c quad.Color) uint8 {
	if c == quad.Black {
		colours := mask & (whitePiece | blackPiece)
		mask = mask&^(whitePiece|blackPiece) | colours<<1&blackPiece | colours>>1&whitePiece
	}
	return mask
}

// The steps of each kind of piece. Those of pawns are White's; the first is the push.
var (
	orthogonalSteps = [4]int8{north, east, south, west}
	diagonalSteps   = [4]int8{north + east, south + east, south + west, north + west}
	royalSteps      = [8]int8{north, east, south, west, north + east, south + east, south + west, north + west}
	knightSteps     = [8]int8{2*north + east, north + 2*east, south + 2*east, 2*south + east,
		2*south + west, south + 2*west, north + 2*west, 2*north + west}
	pawnSteps = [3]int8{north, north + west, north + east}
)

// stepsOf returns the steps of a white piece of kind k, and their common mask. The
// push of a pawn has another mask, pawnPush.
func stepsOf(k quad.Kind) (steps []int8, mask uint8) {
	switch k {
	case quad.Pawn:
		return pawnSteps[:], pawnCapture
	case quad.Knight:
		return knightSteps[:], fullMove
	case quad.Bishop:
		return diagonalSteps[:], fullMove | slides
	case quad.Rook:
		return orthogonalSteps[:], fullMove | slides
	case quad.Queen:
		return royalSteps[:], fullMove | slides
	case quad.King:
		return royalSteps[:], fullMove
	}
	return nil, 0
}
