package raylist

import "github.com/koggestone/koggestone/quad"

// Every piece owns eight slots for rays, so that a pawn that promotes has room for
// the rays of a queen. The slot after the last is the head.
const (
	slotsPerPiece = 8
	head          = pieceNumbers * slotsPerPiece
	// places is twice the length that a piece list needs: any byte divided by
	// slotsPerPiece is below it, so the compiler omits the bounds check.
	places = 2 * pieceNumbers
)

// A side is the piece list and the ray list of one colour.
//
// The next fields link the rays of the live pieces into one chain that starts and
// ends at the head. The rays of one piece are consecutive, in the order of their
// slots. The head is no ray; it marks the end.
//
//	head -> 0 1 2 3 4 5 6 7 -> 16 17 18 19 -> 24 25 26 -> head
//	        piece 0, king      2, rook        3, pawn         (1 was captured)
//
// The rays of a piece are removed and restored by changing two links, like an item
// of a doubly linked list. A removed piece keeps the links to its neighbours, and
// restoring pieces in reverse order restores the chain exactly (Hitotumatu and
// Noshita 1979, Knuth's dancing links).
type side struct {
	rays [head + 1]ray
	// at[i] is the square of piece i, or the one where it was captured. Entry head/8
	// is read for the head; its value does not matter.
	at [places]square
	// before[i] is the slot linked to the first ray of piece i, and before[head/8]
	// the one linked to the head.
	before [pieceNumbers + 1]uint8
	// last[i] is the slot of the last ray of piece i.
	last [pieceNumbers]uint8
	// kind[i] is the kind of piece i. Rooks that may castle are also quad.Rook.
	kind [pieceNumbers]quad.Kind
	// pawns has bit i set while piece i is a live pawn.
	pawns uint16
	// castle holds the squares of the rooks that may castle, noSquare for none.
	castle [2]square
	color  quad.Color
}

// reset makes s the empty side of colour c.
func (s *side) reset(c quad.Color) {
	*s = side{color: c, castle: [2]square{noSquare, noSquare}}
	s.rays[head] = makeRay(0, 0, head/slotsPerPiece, head)
	s.before[head/slotsPerPiece] = head
}

// king returns the square of the king, which is piece 0.
func (s *side) king() square { return s.at[0] }

// number returns the piece number of piece i.
func (s *side) number(i uint8) uint8 { return whitePiece<<s.color | i }

// write fills the slots of piece i with the rays of kind k, linked among
// themselves. It does not link them into the list.
func (s *side) write(i uint8, k quad.Kind) {
	steps, mask := stepsOf(k)
	mask = exchanged(mask, s.color)
	slot := i * slotsPerPiece
	for j, step := range steps {
		if k == quad.Pawn && s.color == quad.Black {
			step = -step
		}
		s.rays[slot] = makeRay(step, mask, i, slot+1)
		if k == quad.Pawn && j == 0 {
			s.rays[slot] = makeRay(step, pawnPush, i, slot+1)
		}
		slot++
	}
	s.kind[i], s.last[i] = k, slot-1
	s.pawns &^= 1 << i
	if k == quad.Pawn {
		s.pawns |= 1 << i
	}
}

// join links slot b after slot a. Slot a is the last of its piece or the head, and
// slot b is the first of its piece or the head.
func (s *side) join(a, b uint8) {
	s.rays[a] = s.rays[a].withNext(b)
	s.before[b/slotsPerPiece] = a
}

// add appends the new piece i of kind k on square y at the end of the list.
func (s *side) add(i uint8, k quad.Kind, y square) {
	s.at[i] = y
	s.write(i, k)
	s.join(s.before[head/slotsPerPiece], i*slotsPerPiece)
	s.join(s.last[i], head)
}

// unlink removes the rays of piece i, which was captured, from the list. The last of
// them keeps its link to the next ray.
func (s *side) unlink(i uint8) {
	s.join(s.before[i], s.rays[s.last[i]].next())
	s.pawns &^= 1 << i
}

// relink undoes the latest unlink, which must be that of piece i.
func (s *side) relink(i uint8) {
	s.join(s.before[i], i*slotsPerPiece)
	s.join(s.last[i], s.rays[s.last[i]].next())
	if s.kind[i] == quad.Pawn {
		s.pawns |= 1 << i
	}
}

// become replaces the rays of piece i by those of kind k: for a promotion and, with
// quad.Pawn, to undo one.
func (s *side) become(i uint8, k quad.Kind) {
	next := s.rays[s.last[i]].next()
	s.write(i, k)
	s.join(s.last[i], next)
}
