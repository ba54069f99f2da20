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

	slides  = 1    // the flag
	landing = 0xf0 // the bits of squares
)

func makeRay(step int8, mask, piece, next uint8) ray {
	return ray(uint8(step))<<stepShift | ray(piece)<<pieceShift | ray(next)<<nextShift | ray(mask)
}

func (r ray) mask() uint8  { return uint8(r) }
func (r ray) next() uint8  { return uint8(r >> nextShift) }
func (r ray) piece() uint8 { return uint8(r >> pieceShift) }

func (r ray) step() ray { return r >> stepShift }

func (r ray) withNext(next uint8) ray { return r&^(0xff<<nextShift) | ray(next)<<nextShift }

// The steps of pieces, by kind. Pawns have White's steps, with the push first. The first four
// steps of a king are orthogonal.
var (
	royalSteps  = [8]int8{north, east, south, west, north + east, south + east, south + west, north + west}
	knightSteps = [8]int8{2*north + east, north + 2*east, south + 2*east, 2*south + east,
		2*south + west, south + 2*west, north + 2*west, 2*north + west}
	steps = [8][]int8{
		quad.Pawn: {north, north + west, north + east}, quad.Knight: knightSteps[:], quad.Bishop: royalSteps[4:],
		quad.Rook: royalSteps[:4], quad.Queen: royalSteps[:], quad.King: royalSteps[:],
	}
)
