package raylist

import (
	"cmp"
	"fmt"
	"slices"
)

// check returns an error unless the redundant parts of p agree: the mailbox, the piece lists
// and the linked rays. It compares them with a position that was converted, not played.
func (p *Position) check() error {
	fresh := convert(p.Position())
	for i, n := range p.board {
		y := square(i)
		if n == emptySq || n == offBoard {
			if n != fresh.board[y] {
				return fmt.Errorf("%02x holds %02x", y, n)
			}
			continue
		}
		if at := p.sides[n>>5&1].at[n&indexMask]; at != y {
			return fmt.Errorf("piece %02x is on %02x, the piece list says %02x", n, y, at)
		}
	}
	for c := range p.sides {
		got, err := p.sides[c].linked()
		want, _ := fresh.sides[c].linked()
		if err != nil || !slices.Equal(got, want) {
			return fmt.Errorf("%v: rays %v, %v, want %v", p.sides[c].color, got, err, want)
		}
	}
	return nil
}

// A start is the source square of a ray, with its step and mask.
type start struct {
	from square
	step ray
	mask uint8
}

// linked returns the rays in the list, sorted. It returns an error if the list does not end
// or if the links back differ from those forward.
func (s *side) linked() (all []start, err error) {
	prev := uint8(head)
	for slot := s.rays[head].next(); ; slot = s.rays[slot].next() {
		if len(all) > head {
			return nil, fmt.Errorf("the list does not end")
		}
		if slot%slotsPerPiece == 0 && s.before[slot/slotsPerPiece] != prev {
			return nil, fmt.Errorf("slot %d is linked after %d, not %d", slot, prev, s.before[slot/slotsPerPiece])
		}
		if slot == head {
			break
		}
		r := s.rays[slot]
		all = append(all, start{s.at[r.piece()], r.step(), r.mask()})
		prev = slot
	}
	slices.SortFunc(all, func(a, b start) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.step, b.step), cmp.Compare(a.mask, b.mask))
	})
	return all, nil
}
