package pairs

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// A board is a mailbox and its occupied squares. Squares 64 and 127 do not exist, so
// they are empty.
type board struct {
	codes    [128]uint8
	occupied uint64
}

const noSquare = 64

func (r *Rules) load(b *board, mailbox *[64]uint8) {
	*(*[64]uint8)(b.codes[:]) = *mailbox
	b.codes[noSquare], b.codes[127] = Empty|r.empty, Empty|r.empty
	b.occupied = r.occupied(mailbox)
}

// occupied returns the squares with a piece.
func (r *Rules) occupied(mailbox *[64]uint8) (set uint64) {
	c0, c1 := r.empties[0], r.empties[1]
	for i := 0; i < 64; i += 8 {
		x := binary.LittleEndian.Uint64(mailbox[i:])
		y := c0.missed(x) & c1.missed(x)
		if r.many {
			y &= r.empties[2].missed(x) & r.empties[3].missed(x)
		}
		// A multiplication gathers bit 7 of the bytes that have a piece.
		set |= y &^ x & 0x8080808080808080 >> 7 * 0x0102040810204080 >> 56 << i
	}
	return set
}

// A cube is a set of codes: the codes that agree with value where mask has a bit. Both
// are repeated in every byte.
type cube struct{ mask, value uint64 }

// missed returns a word with bit 7 set in the bytes of x that are not in c.
func (c cube) missed(x uint64) uint64 { return (x&c.mask ^ c.value) + 0x7f7f7f7f7f7f7f7f }

// set puts a code of an [Update] on a square.
func (r *Rules) set(b *board, sq int, code uint8) {
	b.codes[sq&63] = code
	b.occupied = b.occupied&^(1<<(sq&63)) | uint64(r.piece[code])<<(sq&63)
}

// A view contains the sixteen places around a square: the squares of its jumps, and the
// nearest piece on each ray.
type view struct {
	sq       int
	places   [2 * rays]uint8
	adjacent uint64 // rays with the nearest piece one step away
}

func (v *view) look(sq int, occupied uint64) {
	v.sq = sq
	g := &geometry.ray[sq&63]
	*(*[rays]uint8)(v.places[:]) = geometry.jump[sq&63]
	v.places[8+northEast] = first(g[northEast] & occupied)
	v.places[8+east] = first(g[east] & occupied)
	v.places[8+southEast] = last(g[southEast] & occupied)
	v.places[8+south] = last(g[south] & occupied)
	v.places[8+southWest] = last(g[southWest] & occupied)
	v.places[8+west] = last(g[west] & occupied)
	v.places[8+northWest] = first(g[northWest] & occupied)
	v.places[8+north] = first(g[north] & occupied)
	// The neighbours, as if the square were b2.
	x := bits.RotateLeft64(occupied&squares.KingFrom[sq&63], 9-sq)
	v.adjacent = uint64(geometry.adjacent[x&7|x>>5&0x28|x>>10&0x1c0])
}

// first returns the lowest square of set, or noSquare if set is empty.
func first(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }

// last returns the highest square of set, or 127 if set is empty.
func last(set uint64) uint8 { return uint8(63-bits.LeadingZeros64(set)) & 127 }

// on returns the places that are on squares of set.
func (v *view) on(set uint64) (which uint32) {
	for i, sq := range &v.places {
		which |= uint32(set>>sq&1) << i
	}
	return which
}

// A find contains the pairs around a square: the places of victims (bits 0 to 15) and of
// attackers (bits 16 to 31), the rays where the nearest piece slides along the ray (bits
// 32 to 39), and the rays with any piece (bits 40 to 47).
type find uint64

// find finds the pairs with a piece of the given code on v's square.
func (r *Rules) find(v *view, b *board, code uint8) find {
	const ray = 0x0001_0101_0101_0101
	w, p := &r.ways[code&15], &v.places
	jumps := w[b.at(p[0])]>>48&0x0101 | w[b.at(p[1])]>>48&0x0202 |
		w[b.at(p[2])]>>48&0x0404 | w[b.at(p[3])]>>48&0x0808 |
		w[b.at(p[4])]>>48&0x1010 | w[b.at(p[5])]>>48&0x2020 |
		w[b.at(p[6])]>>48&0x4040 | w[b.at(p[7])]>>48&0x8080
	near := w[b.at(p[8])]&ray | w[b.at(p[9])]&(ray<<1) |
		w[b.at(p[10])]&(ray<<2) | w[b.at(p[11])]&(ray<<3) |
		w[b.at(p[12])]&(ray<<4) | w[b.at(p[13])]&(ray<<5) |
		w[b.at(p[14])]&(ray<<6) | w[b.at(p[15])]&(ray<<7)
	direct := near | near>>16&(v.adjacent*0x0101)
	return find(jumps&0xff | jumps&0xff00<<8 | direct&0xff<<8 | direct&0xff00<<16 | near>>32<<32)
}

func (b *board) at(sq uint8) uint8 { return b.codes[sq&127] }

// without returns f without the pairs at some places.
func (f find) without(places uint32) find { return f &^ find(places*0x10001) }

// put writes the pairs of f to list, starting at index n, and returns the index after them.
// The piece on v's square has the given code. First come its victims, then its attackers.
func (f find) put(list *changes, n int, v *view, b *board, code uint8) int {
	// The victim's square and code are the attacker's, shifted.
	const up = layout.PairTo - layout.PairFrom
	this := MakePair(code, v.sq, 0, 0)
	as := [2]Pair{this, this << up}
	for m := uint32(f); m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		sq := v.places[i&15]
		list[n] = as[i>>4] | MakePair(b.at(sq), int(sq), 0, 0)<<(up&^-(i>>4))
		n++
	}
	return n
}

// putOver writes the pairs of sliders that see each other across v's square to list,
// starting at index n, and returns the index after them. It ignores dead rays.
func (f find) putOver(list *changes, n int, r *Rules, v *view, b *board, dead uint32) int {
	sliders, pieces := uint32(f>>32)&^dead, uint32(f>>40&0xff)&^dead
	for m := sliders & (pieces<<4 | pieces>>4) & 0xff; m != 0; m &= m - 1 {
		d := bits.TrailingZeros32(m) & 7
		from, to := v.places[8+d], v.places[8+d^4]
		slider, victim := b.at(from), b.at(to)
		list[n] = MakePair(slider, int(from), victim, int(to))
		n += int(r.victims[d&1][slider] >> (victim & 15) & 1)
	}
	return n
}

// deltasGeneric finds the pairs that touch a changed square, on the board before and on the
// board after. The package comment explains why these are the difference.
//
//asm:dispatch deltas=d.words() tables=r.words() change=uint64(change)
func deltasGeneric(d *Deltas, r *Rules, before *[64]uint8, change Update) {
	var b board
	r.load(&b, before)
	if !r.move(d, &b, change) {
		r.anyChange(d, &b, change)
	}
}

// move sets d to the pairs that change if a piece leaves a square and the same or another
// piece arrives on a second square, with no piece between them. For other updates it
// returns false and does not change b.
func (r *Rules) move(d *Deltas, b *board, change Update) bool {
	from, to := int(change&63), int(change>>16&63)
	if change>>32 != 0 || change>>16 == 0 || from == to {
		return false
	}
	placed := uint8(change >> 24)
	mover, captured := b.codes[from], b.codes[to]
	line := geometry.line[from][to] // 8 if there is none
	between := geometry.ray[from][line] &^ geometry.ray[to][line] &^ (1 << to)
	if uint8(change>>8)&Empty == 0 || r.piece[placed] == 0 || r.piece[mover] == 0 ||
		r.piece[captured] != 0 && (placed^captured)&15 == 0 || between&b.occupied != 0 {
		return false
	}
	dead := uint32(1) << line & 0xff
	removed, added := &d.deltas.Pairs[0], &d.deltas.Pairs[1]
	var v view
	v.look(from, b.occupied)
	f := r.find(&v, b, mover)
	n := f.put(removed, 0, &v, b, mover)
	m := f.putOver(added, 0, r, &v, b, dead)

	b.codes[from], b.occupied = Empty|r.empty, b.occupied&^(1<<from)
	dead = (dead<<4 | dead>>4) & 0xff
	v.look(to, b.occupied)
	f = r.find(&v, b, placed)
	m = f.put(added, m, &v, b, placed)
	if r.piece[captured] == 0 {
		n = f.putOver(removed, n, r, &v, b, dead)
	} else {
		n = r.find(&v, b, captured).without(dead<<8).put(removed, n, &v, b, captured)
	}
	d.deltas.N = [2]int{n, m}
	return true
}

// anyChange sets d for all other updates.
func (r *Rules) anyChange(d *Deltas, before *board, change Update) {
	after := *before
	for c := change; c != 0; c >>= 16 {
		r.set(&after, int(c&63), uint8(c>>8))
	}
	changed := before.occupied ^ after.occupied
	for c := change; c != 0; c >>= 16 {
		if sq := c & 63; before.occupied>>sq&1 != 0 && (before.codes[sq]^after.codes[sq])&15 != 0 {
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
		for i, b := range [...]*board{before, &after} {
			list := &d.deltas.Pairs[i]
			var v view
			if code := b.codes[sq]; b.occupied>>sq&1 != 0 {
				v.look(sq, b.occupied)
				n[i] = r.find(&v, b, code).without(v.on(done)).put(list, n[i], &v, b, code)
			} else {
				v.look(sq, b.occupied|done)
				n[i] = r.find(&v, b, r.empty).putOver(list, n[i], r, &v, b, v.on(changed)>>8)
			}
		}
		done |= 1 << sq
	}
	d.deltas.N = n
}

//asm:dispatch list=l.words() tables=r.words() board=mailbox
func refreshGeneric(l *List, r *Rules, mailbox *[64]uint8) {
	var b board
	r.load(&b, mailbox)
	n := 0
	for pieces := b.occupied; pieces != 0; pieces &= pieces - 1 {
		n = r.putVictims(l, n, &b, bits.TrailingZeros64(pieces))
	}
	l.list.N = n
}

//asm:dispatch list=l.words() tables=r.words() board=(*[4]uint64)(unsafe.Pointer(&b))
func refreshBoardGeneric(l *List, r *Rules, b quad.Board) {
	var mailbox [64]uint8
	r.Mailbox(&mailbox, b)
	refresh(l, r, &mailbox)
}

// words returns the memory of l for the kernels.
func (l *List) words() *uint64 { return (*uint64)(unsafe.Pointer(l)) }

func (d *Deltas) words() *uint64 { return (*uint64)(unsafe.Pointer(d)) }

func (r *Rules) words() *uint64 { return (*uint64)(unsafe.Pointer(&r.kernel)) }

// putVictims writes the pairs where the piece on sq is the attacker to l, starting at index
// n, and returns the index after them. It only checks the places that the piece can reach.
func (r *Rules) putVictims(l *List, n int, b *board, sq int) int {
	code := b.codes[sq&63]
	this, w := MakePair(code, sq, 0, 0), &r.ways[code&15]
	by := r.reach[code&15]
	if by&layout.ByJump != 0 {
		for i, to := range &geometry.jump[sq&63] {
			n += putVictim(&l.list.Pairs[n], this, w, b, to, 48+i)
		}
	}
	steps := &geometry.first[sq&63]
	switch {
	case by&layout.NorthStep != 0:
		n += putVictim(&l.list.Pairs[n], this, w, b, steps[northEast], 16+northEast)
		n += putVictim(&l.list.Pairs[n], this, w, b, steps[northWest], 16+northWest)
	case by&layout.SouthStep != 0:
		n += putVictim(&l.list.Pairs[n], this, w, b, steps[southEast], 16+southEast)
		n += putVictim(&l.list.Pairs[n], this, w, b, steps[southWest], 16+southWest)
	case by&layout.OneStep != 0:
		for d, to := range steps {
			n += putVictim(&l.list.Pairs[n], this, w, b, to, 16+d)
		}
	}
	rays := &geometry.ray[sq&63]
	if by&layout.Orthogonal != 0 && by&layout.Diagonal != 0 {
		n += putVictim(&l.list.Pairs[n], this, w, b, first(rays[northEast]&b.occupied), northEast)
		n += putVictim(&l.list.Pairs[n], this, w, b, first(rays[east]&b.occupied), east)
		n += putVictim(&l.list.Pairs[n], this, w, b, last(rays[southEast]&b.occupied), southEast)
		n += putVictim(&l.list.Pairs[n], this, w, b, last(rays[south]&b.occupied), south)
		n += putVictim(&l.list.Pairs[n], this, w, b, last(rays[southWest]&b.occupied), southWest)
		n += putVictim(&l.list.Pairs[n], this, w, b, last(rays[west]&b.occupied), west)
		n += putVictim(&l.list.Pairs[n], this, w, b, first(rays[northWest]&b.occupied), northWest)
		n += putVictim(&l.list.Pairs[n], this, w, b, first(rays[north]&b.occupied), north)
	} else if by&layout.Diagonal != 0 {
		n += putVictim(&l.list.Pairs[n], this, w, b, first(rays[northEast]&b.occupied), northEast)
		n += putVictim(&l.list.Pairs[n], this, w, b, last(rays[southEast]&b.occupied), southEast)
		n += putVictim(&l.list.Pairs[n], this, w, b, last(rays[southWest]&b.occupied), southWest)
		n += putVictim(&l.list.Pairs[n], this, w, b, first(rays[northWest]&b.occupied), northWest)
	} else if by&layout.Orthogonal != 0 {
		n += putVictim(&l.list.Pairs[n], this, w, b, first(rays[east]&b.occupied), east)
		n += putVictim(&l.list.Pairs[n], this, w, b, last(rays[south]&b.occupied), south)
		n += putVictim(&l.list.Pairs[n], this, w, b, last(rays[west]&b.occupied), west)
		n += putVictim(&l.list.Pairs[n], this, w, b, first(rays[north]&b.occupied), north)
	}
	return n
}

// putVictim writes the pair of this and the piece on square to. If a bit of ways says
// that the pair counts, it returns 1, and otherwise 0.
func putVictim(p *Pair, this Pair, w *[256]ways, b *board, to uint8, bit int) int {
	victim := b.at(to)
	*p = this | MakePair(0, 0, victim, int(to))
	return int(w[victim] >> (bit & 63) & 1)
}
