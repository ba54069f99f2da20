package raylist

import (
	"github.com/koggestone/koggestone/quad"
)

// Every piece owns eight slots for rays, so that a promoting pawn has room for a
// queen's rays. The slot after the last one is the head.
const (
	slotsPerPiece = 8
	head          = pieceNumbers * slotsPerPiece
	places        = 2 * pieceNumbers // more than any byte / slotsPerPiece: no bounds check
)

// A side is the piece list and the ray list of one colour.
//
// The next fields link the rays of the live pieces into one chain that starts and ends
// at the head. The rays of a piece are consecutive, in the order of their slots. The
// head is not a ray; it marks the end.
//
//	head -> 0 1 2 3 4 5 6 7 -> 16 17 18 19 -> 24 25 26 -> head
//	        piece 0, king      2, rook        3, pawn         (1 was captured)
//
// Changing two links removes or restores the rays of a piece, like an item of a doubly
// linked list. A removed piece keeps the links to its neighbours, so restoring pieces in
// reverse order restores the chain exactly (Hitotumatu and Noshita 1979, Knuth's dancing
// links).
type side struct {
	rays   [head + 1]ray
	at     [places]square          // square of each piece, or where it was captured
	before [pieceNumbers + 1]uint8 // slot linked to the first ray of each piece, then to the head
	last   [pieceNumbers]uint8     // slot of the last ray of each piece
	kind   [pieceNumbers]quad.Kind // kind of each piece; all rooks are quad.Rook
	castle [2]square               // squares of the rooks that may castle, or noSquare
	color  quad.Color
}

// reset makes s the empty side of colour c.
func (s *side) reset(c quad.Color) {
	*s = side{color: c, castle: [2]square{noSquare, noSquare}}
	s.rays[head] = makeRay(0, 0, head/slotsPerPiece, head)
	s.before[head/slotsPerPiece] = head
}

// number returns the piece number of piece i. The king is piece 0.
func (s *side) number(i uint8) uint8 { return whitePiece<<s.color | i }

// write fills the slots of piece i with linked rays for kind k, and clears the other
// slots. It does not link the rays into the list.
func (s *side) write(i uint8, k quad.Kind) {
	own := whitePiece << s.color
	slot := i * slotsPerPiece
	clear(s.rays[slot:][:slotsPerPiece])
	for j, step := range steps[k] {
		mask := offBoard | own
		switch {
		case k == quad.Pawn && j == 0: // the push
			mask = offBoard | whitePiece | blackPiece
		case k == quad.Pawn:
			mask |= emptySq
		case k != quad.Knight && k != quad.King:
			mask |= slides
		}
		if k == quad.Pawn && s.color == quad.Black {
			step = -step
		}
		s.rays[slot] = makeRay(step, uint8(mask), i, slot+1)
		slot++
	}
	s.kind[i], s.last[i] = k, slot-1
}

// join links slot b after slot a. Slot a is the head or the last slot of a piece, and
// slot b is the head or the first slot of a piece.
func (s *side) join(a, b uint8) {
	s.rays[a] = s.rays[a].withNext(b)
	s.before[b/slotsPerPiece] = a
}

// add puts a new piece i, of kind k on square y, at the end of the list.
func (s *side) add(i uint8, k quad.Kind, y square) {
	s.at[i] = y
	s.write(i, k)
	s.join(s.before[head/slotsPerPiece], i*slotsPerPiece)
	s.join(s.last[i], head)
}

// unlink removes the rays of piece i, which was captured. The last ray keeps its link to
// the next one.
func (s *side) unlink(i uint8) {
	s.join(s.before[i], s.rays[s.last[i]].next())
}

// relink undoes the latest unlink, which must have removed piece i.
func (s *side) relink(i uint8) {
	s.join(s.before[i], i*slotsPerPiece)
	s.join(s.last[i], s.rays[s.last[i]].next())
}

// become gives piece i the rays for kind k: a pawn promotes or, with quad.Pawn, its
// promotion is undone.
func (s *side) become(i uint8, k quad.Kind) {
	next := s.rays[s.last[i]].next()
	s.write(i, k)
	s.join(s.last[i], next)
}

// A ray is one direction of one piece, packed in a word of four bytes: its step, the
// index of its piece, the slot of the next ray in the list, and a mask of status bits.
//
//	31      24 23     16 15      8 7       0
//	   step      piece      next     mask
//
// The high nibble of the mask contains the bits of squares that the ray must not land
// on. The low nibble contains the flag slides, which is set if the ray continues past
// an empty square.
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

// The steps of each kind of piece. Pawns have White's steps, with the push first. The first
// four steps of a king are orthogonal.
var (
	royalSteps  = [8]int8{north, east, south, west, north + east, south + east, south + west, north + west}
	knightSteps = [8]int8{2*north + east, north + 2*east, south + 2*east, 2*south + east,
		2*south + west, south + 2*west, north + 2*west, 2*north + west}
	steps = [8][]int8{
		quad.Pawn: {north, north + west, north + east}, quad.Knight: knightSteps[:], quad.Bishop: royalSteps[4:],
		quad.Rook: royalSteps[:4], quad.Queen: royalSteps[:], quad.King: royalSteps[:],
	}
)
