package pairs

import (
	"encoding/binary"
	"math/bits"

	"github.com/koggestone/koggestone/quad"
)

// deltasGeneric finds the pairs that touch a changed square, on the board before
// and on the board after. A pair touches the squares of its two pieces and those
// that its line passes over. One that touches no changed square is on both boards;
// one that does is on one alone: either a piece of it is another, or a square that
// was empty is no longer.
func deltasGeneric(d *Deltas, r *Rules, before *[64]uint8, change Change) {
	boards := [2]mailbox{{squares: *before, occupied: r.occupied(before)}}
	boards[1] = boards[0]
	after := &boards[1]
	for c := change; c != 0; c >>= 16 {
		sq, code := c&63, uint8(c>>8)
		if code&Empty != 0 {
			code = r.empty
		}
		after.squares[sq] = code
		after.occupied = after.occupied&^(1<<sq) | uint64(^r.isEmpty>>(code&15)&1)<<sq
	}
	changed := uint64(0)
	for c := change; c != 0; c >>= 16 {
		sq := c & 63
		if old, now := boards[0].occupied>>sq&1, after.occupied>>sq&1; old != now ||
			old != 0 && (before[sq]^after.squares[sq])&15 != 0 {
			changed |= 1 << sq
		}
	}
	var n [2]int
	rest := changed
	for c := change; c != 0; c >>= 16 {
		sq := int(c & 63)
		if rest>>sq&1 == 0 {
			continue
		}
		rest &^= 1 << sq
		for i := range boards {
			n[i] = r.touch(&d.lists[i], n[i], &boards[i], sq, changed)
		}
	}
	d.removed, d.added = n[0], n[1]
}

// A mailbox is a board by squares and the squares where a piece stands.
type mailbox struct {
	squares  [64]uint8
	occupied uint64
}

// occupied returns the squares where a piece stands.
func (r *Rules) occupied(board *[64]uint8) (set uint64) {
	const low, high = 0x0f0f0f0f0f0f0f0f, 0x8080808080808080
	if r.one {
		empty := uint64(r.empty) * 0x0101010101010101
		for i := 0; i < 64; i += 8 {
			x := binary.LittleEndian.Uint64(board[i:])&low ^ empty
			// Bit 7 of a byte that is not zero, gathered by a multiplication.
			x = (x + ^uint64(high)) & high >> 7 * 0x0102040810204080 >> 56
			set |= x << i
		}
		return set
	}
	for sq, code := range board {
		set |= uint64(^r.isEmpty>>(code&15)&1) << sq
	}
	return set
}

// touch puts the pairs of b that touch sq into list from n on, and returns their
// end. Those that touch another of the changed squares, too, are left out unless it
// is their victim's; of the lines over several changed squares, the one nearest to
// the slider puts the pair.
func (r *Rules) touch(list *[MaxChanged + room]Pair, n int, b *mailbox, sq int, changed uint64) int {
	g := geometry
	var places [2 * rays]uint8 // squares of the jumps and of the nearest pieces
	if b.occupied>>sq&1 == 0 {
		return r.over(list, n, b, sq, changed)
	}
	code := b.squares[sq] & 15
	attr := &r.attr[code]
	var victims, attackers uint32
	for d := range rays {
		if to := g.jump[sq][d]; b.occupied>>to&1 != 0 {
			places[2*d] = to
			way := attr[b.squares[to&63]&15] & (byJump | byJump<<8)
			victims |= uint32(way&1) << (2 * d)
			attackers |= uint32(way>>8&^uint16(changed>>to&1)) << (2 * d)
		}
		if to := nearest(b.occupied, sq, d); to < 64 {
			places[2*d+1] = to
			w := uint16(nearWays(d, step(sq, steps[d], 1) == to))
			way := attr[b.squares[to&63]&15] & (w | w<<8)
			if way&ways != 0 {
				victims |= 2 << (2 * d)
			}
			if way>>8 != 0 && changed>>to&1 == 0 {
				attackers |= 2 << (2 * d)
			}
		}
	}
	for ; victims != 0; victims &= victims - 1 {
		to := places[bits.TrailingZeros32(victims)&15]
		list[n] = MakePair(code, sq, b.squares[to&63], int(to))
		n++
	}
	for ; attackers != 0; attackers &= attackers - 1 {
		from := places[bits.TrailingZeros32(attackers)&15]
		list[n] = MakePair(b.squares[from&63], int(from), code, sq)
		n++
	}
	return n
}

// nearest returns the nearest square of set on ray d of sq, or 64.
func nearest(set uint64, sq, d int) uint8 {
	set &= geometry.ray[sq&63][d]
	if set == 0 {
		return 64
	}
	if d < 3 || d == 7 { // to higher squares
		return uint8(bits.TrailingZeros64(set))
	}
	return uint8(63 - bits.LeadingZeros64(set))
}

// over puts the pairs whose line passes over sq, an empty square.
func (r *Rules) over(list *[MaxChanged + room]Pair, n int, b *mailbox, sq int, changed uint64) int {
	var places [rays]uint8
	for d := range rays {
		places[d] = nearest(b.occupied, sq, d)
	}
	for d, from := range places {
		to := places[d^4]
		if from > 63 || to > 63 || changed>>from&1 != 0 || changed>>to&1 != 0 {
			continue
		}
		slider, victim := b.squares[from]&15, b.squares[to]&15
		// The line's changed squares before the slider.
		between := changed &^ b.occupied & geometry.ray[sq][d] &^ geometry.ray[from][d]
		if r.victims[d&1][slider]>>victim&1 != 0 && between == 0 {
			list[n] = MakePair(slider, int(from), victim, int(to))
			n++
		}
	}
	return n
}

func refreshGeneric(l *List, r *Rules, board *[64]uint8) {
	b := mailbox{*board, r.occupied(board)}
	n := 0
	for pieces := b.occupied; pieces != 0; pieces &= pieces - 1 {
		sq := bits.TrailingZeros64(pieces)
		n = r.victimsOf(l, n, &b, sq)
	}
	l.n = n
}

// victimsOf puts the pairs whose attacker stands on sq.
func (r *Rules) victimsOf(l *List, n int, b *mailbox, sq int) int {
	code := b.squares[sq] & 15
	attr := &r.attr[code]
	for d := range rays {
		if to := geometry.jump[sq][d]; b.occupied>>to&1 != 0 && attr[b.squares[to&63]&15]&byJump != 0 {
			l.pairs[n] = MakePair(code, sq, b.squares[to&63], int(to))
			n++
		}
		if to := nearest(b.occupied, sq, d); to < 64 {
			w := uint16(nearWays(d, step(sq, steps[d], 1) == to))
			if attr[b.squares[to&63]&15]&w != 0 {
				l.pairs[n] = MakePair(code, sq, b.squares[to&63], int(to))
				n++
			}
		}
	}
	return n
}

func refreshBoardGeneric(l *List, r *Rules, b quad.Board) {
	var squares [64]uint8
	r.Mailbox(&squares, b)
	refreshGeneric(l, r, &squares)
}
