package mailbox

import "math/bits"

// walk returns the squares from sq along direction d, up to and including the first
// occupied square.
func (b *Board) walk(sq, d int) (squares []int) {
	for {
		var ok bool
		if sq, ok = next(sq, compass[d]); !ok {
			return squares
		}
		squares = append(squares, sq)
		if b[sq]%8 != 0 {
			return squares
		}
	}
}

// AttacksFrom returns the squares that the piece on sq attacks.
func (b *Board) AttacksFrom(sq int) uint64 { return b.attacks(sq, b.Kind(sq), int(b[sq]/8)) }

// attacks returns the squares that a piece of the kind and colour on square sq would
// attack.
func (b *Board) attacks(sq, kind, color int) (set uint64) {
	put := func(step [2]int) {
		if to, ok := next(sq, step); ok {
			set |= 1 << to
		}
	}
	switch kind {
	case Pawn:
		up := 1 - 2*color
		put([2]int{-1, up})
		put([2]int{1, up})
	case Knight:
		for _, j := range jumps {
			put(j)
		}
	case King:
		for _, s := range compass {
			put(s)
		}
	case Bishop, Rook, Queen:
		for d := range 8 {
			for to, ok := next(sq, compass[d]); ok && slides(kind, d); to, ok = next(to, compass[d]) {
				if set |= 1 << to; b[to]%8 != 0 {
					break
				}
			}
		}
	}
	return set
}

// AttacksBy returns the squares that pieces of this colour and kind attack. Empty means
// every kind, and CastlingRook only castling rooks.
func (b *Board) AttacksBy(color, kind int) (set uint64) {
	for sq := range b {
		if b.Is(sq, color) && (kind == Empty || b.Kind(sq) == kind || int(b[sq]%8) == kind) {
			set |= b.attacks(sq, b.Kind(sq), color)
		}
	}
	return set
}

// Counts returns for each square how many of the colour's pieces attack it.
func (b *Board) Counts(color int) (n [64]int) {
	for sq := range b {
		if b.Is(sq, color) {
			set := b.attacks(sq, b.Kind(sq), color)
			for to := range n {
				n[to] += int(set >> to & 1)
			}
		}
	}
	return n
}

// LookBack returns the code of the first piece met from sq against direction d, or Empty.
func (b *Board) LookBack(sq, d int) (code uint8) {
	if first, ok := b.firstFrom(sq, (d+4)%8); ok {
		return b[first]
	}
	return Empty
}

// Source returns the square of the slider that attacks sq in direction d, and whether there is
// one.
func (b *Board) Source(sq, d int) (int, bool) {
	first, ok := b.firstFrom(sq, (d+4)%8)
	return first, ok && slides(b.Kind(first), d)
}

// Attackers returns the colour's pieces that attack a square in targets.
func (b *Board) Attackers(color int, targets uint64) (set uint64) {
	for sq := range b {
		if b.Is(sq, color) && b.attacks(sq, b.Kind(sq), color)&targets != 0 {
			set |= 1 << sq
		}
	}
	return set
}

// From returns the squares where a piece of this color and kind would attack a square in
// targets.
func (b *Board) From(color, kind int, targets uint64) (set uint64) {
	for sq := range b {
		if b.attacks(sq, kind, color)&targets != 0 {
			set |= 1 << sq
		}
	}
	return set
}

// Reach returns the squares that pieces of this colour and kind can reach in one move.
func (b *Board) Reach(color, kind int) (set uint64) {
	for sq := range b {
		if b.Is(sq, color) && b.Kind(sq) == kind {
			set |= b.reach(sq)
		}
	}
	return set
}

// reach returns the squares that the piece on sq can reach in one move.
func (b *Board) reach(sq int) (set uint64) {
	color, kind := int(b[sq]/8), b.Kind(sq)
	if kind == Pawn {
		return b.reachPawn(sq, color)
	}
	for attacks := b.attacks(sq, kind, color); attacks != 0; attacks &= attacks - 1 {
		if to := bits.TrailingZeros64(attacks); !b.Is(to, color) {
			set |= 1 << to
		}
	}
	return set
}

func (b *Board) reachPawn(sq, color int) (set uint64) {
	attacks, up := b.attacks(sq, Pawn, color), 8-16*color
	for to := range b {
		ep := b[to] == Target && to/8 == 5-3*color
		double := sq/8 == 1+5*color && to == sq+2*up && b[sq+up]%8 == 0
		if attacks>>to&1 != 0 && (b.Is(to, 1-color) || ep) || b[to]%8 == 0 && (to == sq+up || double) {
			set |= 1 << to
		}
	}
	return set
}

// XRays returns the squares behind a first blocker in through that sliders of this colour
// would attack without it, direction by direction.
func (b *Board) XRays(color int, through uint64) (set uint64) {
	for sq := range b {
		for d := range 8 {
			if !b.Is(sq, color) || !slides(b.Kind(sq), d) {
				continue
			}
			blocker, ok := b.firstFrom(sq, d)
			if !ok || through>>blocker&1 == 0 {
				continue
			}
			for _, to := range b.walk(blocker, d) {
				set |= 1 << to
			}
		}
	}
	return set
}

// Batteries returns the colour's sliders that see another of its sliders first on a line
// that both move along.
func (b *Board) Batteries(color int) (set uint64) {
	for sq := range b {
		for d := range 8 {
			if !b.Is(sq, color) || !slides(b.Kind(sq), d) {
				continue
			}
			from, ok := b.firstFrom(sq, (d+4)%8)
			if ok && b.Is(from, color) && slides(b.Kind(from), d) {
				set |= 1 << sq
			}
		}
	}
	return set
}
