package raylist

import (
	"fmt"

	"github.com/koggestone/koggestone/quad"
)

// check returns an error unless the redundant parts of p agree: the mailbox and the
// piece lists; the linked rays and the live pieces; the rays of a piece and its
// kind; the links forward and back.
func (p *Position) check() error {
	live := [2]uint16{}
	for i, n := range p.board {
		y := square(i)
		if y&0x88 != 0 {
			if n != offBoard {
				return fmt.Errorf("guard %02x holds %02x", y, n)
			}
			continue
		}
		if n == emptySq {
			continue
		}
		c := n>>4 - 1
		if n&^indexMask != whitePiece && n&^indexMask != blackPiece {
			return fmt.Errorf("%02x holds %02x", y, n)
		}
		if live[c]>>(n&indexMask)&1 != 0 {
			return fmt.Errorf("piece %02x stands twice", n)
		}
		live[c] |= 1 << (n & indexMask)
		if at := p.sides[c].at[n&indexMask]; at != y {
			return fmt.Errorf("piece %02x stands on %02x, the piece list says %02x", n, y, at)
		}
	}
	for c := range p.sides {
		if err := p.sides[c].check(live[c]); err != nil {
			return fmt.Errorf("%v: %w", quad.Color(c), err)
		}
		for _, y := range p.sides[c].castle {
			if y != noSquare && p.pieceOn(y) != quad.MakePiece(quad.Color(c), quad.CastlingRook) {
				return fmt.Errorf("%v may castle with %02x, where there is no rook of its own", quad.Color(c), y)
			}
		}
	}
	return nil
}

// check returns an error unless the list holds all rays of the pieces in live,
// each once, and no others.
func (s *side) check(live uint16) error {
	if live&1 == 0 || s.kind[0] != quad.King {
		return fmt.Errorf("piece 0 is not a king on the board")
	}
	var linked [head]bool
	turns := 0
	for prev, slot := uint8(head), s.rays[head].next(); slot != head; slot = s.rays[slot].next() {
		if slot > head {
			return fmt.Errorf("link to slot %d", slot)
		}
		i := slot / slotsPerPiece
		if linked[slot] {
			return fmt.Errorf("slot %d linked twice", slot)
		}
		if live>>i&1 == 0 {
			return fmt.Errorf("slot %d linked, piece %d is not on the board", slot, i)
		}
		if first := slot%slotsPerPiece == 0; first && s.before[i] != prev || !first && prev != slot-1 {
			return fmt.Errorf("slot %d linked after %d", slot, prev)
		}
		linked[slot] = true
		prev = slot
		if turns++; turns > head {
			return fmt.Errorf("the list does not end")
		}
		if next := s.rays[slot].next(); next == head && s.before[head/slotsPerPiece] != slot {
			return fmt.Errorf("slot %d is last, the head says %d", slot, s.before[head/slotsPerPiece])
		}
	}
	for i := uint8(0); i < pieceNumbers; i++ {
		if live>>i&1 == 0 {
			if s.pawns>>i&1 != 0 {
				return fmt.Errorf("piece %d is not on the board and a pawn", i)
			}
			continue
		}
		if err := s.checkRays(i, linked[i*slotsPerPiece:][:slotsPerPiece]); err != nil {
			return err
		}
	}
	return nil
}

// raysOf describes the rays of each kind independently of the code under test: their
// number, and the sum of the squares of their steps.
var raysOf = map[quad.Kind]struct{ n, sum int }{
	quad.King:   {8, 2*1 + 2*16*16 + 2*17*17 + 2*15*15},
	quad.Queen:  {8, 2*1 + 2*16*16 + 2*17*17 + 2*15*15},
	quad.Rook:   {4, 2*1 + 2*16*16},
	quad.Bishop: {4, 2*17*17 + 2*15*15},
	quad.Knight: {8, 2*33*33 + 2*31*31 + 2*18*18 + 2*14*14},
	quad.Pawn:   {3, 16*16 + 17*17 + 15*15},
}

// checkRays returns an error unless the live piece i has the rays of its kind,
// all linked.
func (s *side) checkRays(i uint8, linked []bool) error {
	want := raysOf[s.kind[i]]
	n, sum := 0, 0
	for j, is := range linked {
		if !is {
			continue
		}
		r := s.rays[int(i)*slotsPerPiece+j]
		step := int(int8(r.step()))
		n, sum = n+1, sum+step*step
		mask := [2]uint8{0x90, 0xa0}[s.color]
		switch s.kind[i] {
		case quad.Bishop, quad.Rook, quad.Queen:
			mask |= 0x01
		case quad.Pawn:
			mask = [2]uint8{0xd0, 0xe0}[s.color]
			if step == 16 || step == -16 {
				mask = 0xb0
			}
			if step > 0 != (s.color == quad.White) {
				return fmt.Errorf("pawn %d steps back", i)
			}
		}
		if r.mask() != mask || r.piece() != i {
			return fmt.Errorf("ray %d of piece %d, a %v, has mask %02x and piece %d", j, i, s.kind[i], r.mask(), r.piece())
		}
	}
	if n != want.n || sum != want.sum || int(s.last[i]) != int(i)*slotsPerPiece+n-1 {
		return fmt.Errorf("piece %d, a %v, has %d rays linked, last %d, sum of squares %d", i, s.kind[i], n, s.last[i], sum)
	}
	if s.pawns>>i&1 != 0 != (s.kind[i] == quad.Pawn) {
		return fmt.Errorf("piece %d, a %v, and the set of pawns is %016b", i, s.kind[i], s.pawns)
	}
	return nil
}
