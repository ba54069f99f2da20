package pairs

import (
	"encoding/binary"
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
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
	done := uint64(0)
	for c := change; c != 0; c >>= 16 {
		sq := int(c & 63)
		if changed&^done>>sq&1 == 0 {
			continue
		}
		for i := range boards {
			if b := &boards[i]; b.occupied>>sq&1 != 0 {
				n[i] = r.direct(&d.deltas.Pairs[i], n[i], b, sq, done)
			} else {
				n[i] = r.over(&d.deltas.Pairs[i], n[i], b, sq, changed, done)
			}
		}
		done |= 1 << sq
	}
	d.deltas.N = n
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
			x := binary.LittleEndian.Uint64(board[i:])
			// Bit 7 of a byte that is not empty, gathered by a multiplication.
			x = (x&low ^ empty + ^uint64(high)) &^ x & high >> 7 * 0x0102040810204080 >> 56
			set |= x << i
		}
		return set
	}
	for sq, code := range board {
		set |= uint64(^r.isEmpty>>(code&15)&1&^uint16(code>>7)) << sq
	}
	return set
}

// direct puts the pairs of the piece on sq into list from n on, and returns their end,
// those with a piece on one of the squares not left out: first its victims, then its
// attackers; of both first those a jump away, then the nearest on the rays.
func (r *Rules) direct(list *changes, n int, b *mailbox, sq int, not uint64) int {
	code := b.squares[sq] & 15
	reaches, reached := &r.reaches[code], &r.reached[code]
	var places [2 * rays]uint8
	var victims, attackers uint32
	for i := range places {
		to, ways := b.place(sq, i)
		if to > 63 || not>>to&1 != 0 {
			continue
		}
		places[i] = to
		other := b.squares[to] & 15
		if reaches[other]&ways != 0 {
			victims |= 1 << i
		}
		if reached[other]&ways != 0 {
			attackers |= 1 << i
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

// place returns the square of the piece in place i around sq, 64 if there is none, and
// how it is reached: a jump's if i is below 8, else the nearest of ray i-8.
func (b *mailbox) place(sq, i int) (to, ways uint8) {
	if i < rays {
		if to = geometry.jump[sq][i]; b.occupied>>to&1 == 0 {
			return 64, 0
		}
		return to, layout.ByJump
	}
	d := i - rays
	to = nearest(b.occupied, sq, d)
	return to, nearWays(d, step(sq, steps[d], 1) == to)
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

// over puts the pairs whose line passes over sq, an empty square, into list from n on,
// and returns their end: those between pieces that did not change, and over no square
// that is done.
func (r *Rules) over(list *changes, n int, b *mailbox, sq int, changed, done uint64) int {
	var places [rays]uint8
	for d := range rays {
		if places[d] = nearest(b.occupied|done, sq, d); changed>>places[d]&1 != 0 {
			places[d] = 64
		}
	}
	for d, from := range places {
		to := places[d^4]
		if from > 63 || to > 63 {
			continue
		}
		slider, victim := b.squares[from]&15, b.squares[to]&15
		if r.victims[d&1][slider]>>victim&1 != 0 {
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
	l.list.N = n
}

// victimsOf puts the pairs whose attacker stands on sq.
func (r *Rules) victimsOf(l *List, n int, b *mailbox, sq int) int {
	code := b.squares[sq] & 15
	for i := range 2 * rays {
		if to, ways := b.place(sq, i); to < 64 && r.reaches[code][b.squares[to]&15]&ways != 0 {
			l.list.Pairs[n] = MakePair(code, sq, b.squares[to], int(to))
			n++
		}
	}
	return n
}

func refreshBoardGeneric(l *List, r *Rules, b quad.Board) {
	var squares [64]uint8
	r.Mailbox(&squares, b)
	refreshGeneric(l, r, &squares)
}
