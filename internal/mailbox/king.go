package mailbox

func (b *Board) kings(color int) (squares []int) {
	for sq := range b {
		if b.Is(sq, color) && b.Kind(sq) == King {
			squares = append(squares, sq)
		}
	}
	return squares
}

// Checkers returns the pieces other than kings that attack a king of the colour.
func (b *Board) Checkers(color int) (set uint64) {
	for _, king := range b.kings(color) {
		for sq := range b {
			if b.Is(sq, 1-color) && b.Kind(sq) != King && b.attacks(sq, b.Kind(sq), 1-color)>>king&1 != 0 {
				set |= 1 << sq
			}
		}
	}
	return set
}

// CheckMask returns the squares where one more piece would end a check, or all squares if
// there is no check. The colour must have one king.
func (b *Board) CheckMask(color int) (set uint64) {
	if b.Checkers(color) == 0 {
		return ^uint64(0)
	}
	for to := range b {
		if b.Is(to, color) {
			continue
		}
		after := *b
		after[to] = Pawn + uint8(Black*color)
		if after.Checkers(color) == 0 {
			set |= 1 << to
		}
	}
	return set
}

// KingDanger returns the squares that the opponent attacks if the colour's king is
// removed.
func (b *Board) KingDanger(color int) (set uint64) {
	without := *b
	for _, sq := range b.kings(color) {
		without[sq] = Empty
	}
	return without.AttacksBy(1-color, Empty)
}

// Blockers returns own pieces that shield a king from a slider, and these sliders. The arguments
// are the colours of the king, the sliders and the blockers.
func (b *Board) Blockers(king, sliders, own int) (blockers, beyond uint64) {
	for _, k := range b.kings(king) {
		for d := range 8 {
			first, ok := b.firstFrom(k, d)
			if !ok || !b.Is(first, own) {
				continue
			}
			second, ok := b.firstFrom(first, d)
			if ok && b.Is(second, sliders) && slides(b.Kind(second), d) {
				blockers |= 1 << first
				beyond |= 1 << second
			}
		}
	}
	return blockers, beyond
}

// firstFrom returns the first piece from sq along d, and whether there is one.
func (b *Board) firstFrom(sq, d int) (int, bool) {
	for to, ok := next(sq, compass[d]); ok; to, ok = next(to, compass[d]) {
		if b[to]%8 != 0 {
			return to, true
		}
	}
	return 0, false
}

// Attacked reports whether the colour attacks sq. It looks from sq in all directions.
func (b *Board) Attacked(sq, color int) bool {
	for d := range 8 {
		if from, ok := b.firstFrom(sq, d); ok && b.Is(from, color) && b.AttacksFrom(from)>>sq&1 != 0 {
			return true
		}
		if from, ok := next(sq, jumps[d]); ok && b.Is(from, color) && b.Kind(from) == Knight {
			return true
		}
	}
	return false
}

// CheckSquares returns the squares where a piece of this colour and kind would attack the other
// colour's king.
func (b *Board) CheckSquares(color, kind int) (set uint64) {
	var kings uint64
	for _, sq := range b.kings(1 - color) {
		kings |= 1 << sq
	}
	return b.From(color, kind, kings)
}

// Capturers returns the pawns that may capture en passant on square target. It plays each
// capture and checks whether the king is attacked.
func (b *Board) Capturers(target int) (set uint64) {
	var us int
	switch target / 8 {
	case 5:
		us = 0
	case 2:
		us = 1
	default:
		return 0
	}
	up := 8 - 16*us
	victim, origin := target-up, target+up
	if b[target]%8 != 0 || b[origin]%8 != 0 || !b.Is(victim, 1-us) || b.Kind(victim) != Pawn {
		return 0
	}
	for sq := range b {
		if !b.Is(sq, us) || b.Kind(sq) != Pawn || b.attacks(sq, Pawn, us)>>target&1 == 0 {
			continue
		}
		after := *b
		after[sq], after[victim], after[target] = Empty, Empty, b[sq]
		attacked := after.AttacksBy(1-us, Empty)
		safe := true
		for _, king := range after.kings(us) {
			safe = safe && attacked>>king&1 == 0
		}
		if safe {
			set |= 1 << sq
		}
	}
	return set
}

// OneKing reports whether the colour has exactly one king.
func (b *Board) OneKing(color int) bool { return len(b.kings(color)) == 1 }
