package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
)

// movegenPackage writes the kernels of package movegen.
func movegenPackage() {
	for _, v := range []*isa{avx2, avx512} {
		v.countBlocks()
	}
}

// Counting legal moves with ranks in registers: the sets of movegen's
// setwiseCount, whose words are the comments here, for 32 or 64 positions at a
// time. Every set is eight registers, rank by rank, kept in memory between the
// passes; a byte is the rank of one position.
type counter struct {
	*rankWalk
	room Mem // slots of a register
	next int
}

// set returns the memory of a set.
func (c *counter) set() (s ranks) {
	for r := range s {
		s[r] = c.slot()
	}
	return s
}

func (c *counter) slot() Mem {
	m := c.room.Offset(c.next * c.v.bytes)
	if c.next++; 8*c.next+8 > countRoom {
		panic("countBlocks: the room is too small")
	}
	return m
}

// bytes returns b in every byte.
func (c *counter) bytes(b uint8) Op {
	return c.v.broadcast(uint64(b) * 0x0101010101010101)
}

// sideways returns x moved by n files east, for negative n west.
func (c *counter) sideways(x Op, n int) reg.VecVirtual {
	v := c.v
	switch {
	case n == 1:
		return v.addBytes(x, x)
	case v.wide():
		return affine(x, v.broadcast(bitMatrix(func(b uint8) uint8 {
			if n > 0 {
				return b << n
			}
			return b >> -n
		})))
	case n == 2:
		y := v.addBytes(x, x)
		return v.addBytes(y, y)
	}
	r := v.vec()
	VPSRLW(Imm(uint64(-n)), x, r)
	return v.and(r, c.bytes(0xff>>-n))
}

// popcount returns the number of bits of every byte.
func (c *counter) popcount(x Op) reg.VecVirtual {
	v := c.v
	if v.wide() {
		r := v.vec()
		VPOPCNTB(x, r)
		return r
	}
	var digits []uint64
	for range 4 {
		var w uint64
		for i := range 8 {
			w |= uint64(bits.OnesCount(uint(i+8*(len(digits)%2)))) << (8 * i)
		}
		digits = append(digits, w)
	}
	t := v.load(table("bitcounts", digits))
	low := c.bytes(0x0f)
	hi := v.vec()
	VPSRLW(U8(4), x, hi)
	return v.addBytes(v.pick(VPSHUFB, VPSHUFB, t, v.and(low, x)), v.pick(VPSHUFB, VPSHUFB, t, v.and(hi, low)))
}

// A tally adds up popcounts in bytes.
type tally struct {
	c   *counter
	sum reg.VecVirtual
}

func (t *tally) add(x reg.VecVirtual) { t.addCount(t.c.popcount(x)) }

func (t *tally) addCount(n reg.VecVirtual) {
	if t.sum == nil {
		t.sum = n
		return
	}
	t.sum = t.c.v.addBytes(t.sum, n)
}

// order holds the byte permutations between the order of positions and that of
// slice, which leaves position (i, lane, q), i the register's number, in byte
// (lane, q, i).
func (c *counter) order(x reg.VecVirtual, back bool) reg.VecVirtual {
	v := c.v
	lanes := v.bytes / 16
	var to [64]uint8 // to[byte] = position
	for i := range 8 {
		for lane := range lanes {
			for q := range 2 {
				to[lane*16+q*8+i] = uint8(i*2*lanes + lane*2 + q)
			}
		}
	}
	if v.wide() {
		perm, name := to, "sliceorder"
		if back {
			name = "positionorder"
			for b, p := range to {
				perm[p] = uint8(b)
			}
		}
		var w []uint64
		for i := 0; i < 64; i += 8 {
			var x uint64
			for j := range 8 {
				x |= uint64(perm[i+j]) << (8 * j)
			}
			w = append(w, x)
		}
		r := v.vec()
		VPERMB(x, v.load(table(name, w)), r)
		return r
	}
	// Position bits (i2 | i1 i0 lane q): a byte shuffle makes (i2 | lane q i1 i0),
	// a permutation of dwords (lane q i2 | i1 i0).
	bytes := func(name string, f func(k int) int) reg.VecVirtual {
		var w []uint64
		for half := range 4 {
			var x uint64
			for j := range 8 {
				x |= uint64(f(half%2*8+j)) << (8 * j)
			}
			w = append(w, x)
		}
		return v.load(table(name, w))
	}
	dwords := func(name string, f func(k int) int) reg.VecVirtual {
		var w []uint64
		for k := 0; k < 8; k += 2 {
			w = append(w, uint64(f(k))|uint64(f(k+1))<<32)
		}
		return v.load(table(name, w))
	}
	r := v.vec()
	if back {
		VPERMD(x, dwords("dwordsback", func(k int) int { return k&3<<1 | k>>2 }), r)
		return v.pick(VPSHUFB, VPSHUFB, r, bytes("bytesback", func(k int) int { return k&3<<2 | k>>2 }))
	}
	x = v.pick(VPSHUFB, VPSHUFB, x, bytes("bytesforth", func(k int) int { return k&3<<2 | k>>2 }))
	VPERMD(x, dwords("dwordsforth", func(k int) int { return k&1<<2 | k>>1 }), r)
	return r
}

// countRoom is the number of words of memory that the kernel works in.
const countRoom = 8*240 + 8

// countBlocks emits the kernel.
func (v *isa) countBlocks() {
	params := []string{"g0", "g1", "g2", "gb"}
	name := "countBlocks"
	kernel(name+v.name, fmt.Sprintf("func(dst *uint16, rare *uint64, g0, g1, g2, gb *uint64, black *uint8, n int, room *[%d]uint64)", countRoom))
	Doc(fmt.Sprintf("%s%s sets dst[i] to setwiseCount of the board i whose side to move is the lowest bit of black[i], and bit i of rare to isRare, for 0 <= i < n, %d positions at a time. n must be a multiple of %d.",
		name, v.name, v.bytes, v.bytes))
	p := map[string]reg.Register{}
	for _, s := range params {
		p[s] = Load(Param(s), GP64())
	}
	dst, rare, black := Load(Param("dst"), GP64()), Load(Param("rare"), GP64()), Load(Param("black"), GP64())
	base := GP64()
	Load(Param("room"), base)
	ADDQ(I32(63), base)
	ANDQ(I32(-64), base)
	c := &counter{rankWalk: &rankWalk{v: v}, room: Mem{Base: base}}
	if v.wide() {
		c.lines = &byteLines{reverse: v.broadcast(reverseMatrix)}
		c.right = v.broadcast(bitMatrix(func(x uint8) uint8 { return x >> 1 }))
	} else {
		c.notH = v.broadcast(notHFile)
	}
	s := newSlicer(v)
	v.blocks(p, func(at func(string) Mem) {
		i := at("g0").Index
		c.next = 0
		n := c.count(s, at, Mem{Base: black, Index: i, Scale: 1})
		// Bytes to words, in the order of positions.
		var lo, hi reg.VecVirtual
		for _, t := range n.tallies {
			x := c.order(v.load(t), true)
			l, h := v.vec(), v.vec()
			if v.wide() {
				y := YMM()
				VEXTRACTI64X4(U8(1), x, y)
				VPMOVZXBW(x.AsY(), l)
				VPMOVZXBW(y, h)
			} else {
				y := XMM()
				VEXTRACTI128(U8(1), x, y)
				VPMOVZXBW(x.AsX(), l)
				VPMOVZXBW(y, h)
			}
			if lo == nil {
				lo, hi = l, h
			} else {
				lo, hi = v.pick(VPADDW, VPADDW, lo, l), v.pick(VPADDW, VPADDW, hi, h)
			}
		}
		m := Mem{Base: dst, Index: i, Scale: 2}
		v.store(lo, m)
		v.store(hi, m.Offset(v.bytes))
		// The bitmap of rare positions.
		x := c.order(n.rare, true)
		off := GP64()
		MOVQ(i, off)
		SHRQ(U8(3), off)
		r := Mem{Base: rare, Index: off, Scale: 1}
		if v.wide() {
			k := K()
			VPTESTMB(x, x, k)
			KMOVQ(k, r)
		} else {
			zero, bitmap := v.vec(), GP32()
			v.clear(zero)
			VPCMPEQB(zero, x, zero)
			VPMOVMSKB(zero, bitmap)
			NOTL(bitmap)
			MOVL(bitmap, r)
		}
	})
}

// chosen returns a in the bytes of the mask, b elsewhere.
func (v *isa) chosen(mask Op, a, b reg.VecVirtual) reg.VecVirtual {
	if v.wide() {
		// avo takes VPBLENDMB for a reader of its result.
		r := v.copyOf(b)
		VMOVDQU8(a, mask, r)
		return r
	}
	r := v.vec()
	VPBLENDVB(mask, a, b, r)
	return r
}

// counted is what count leaves: four byte counts to add up, in memory, and not
// nothing in the bytes of rare positions.
type counted struct {
	tallies []Mem
	rare    reg.VecVirtual
}

func (c *counter) count(s *slicer, at func(string) Mem, blackAt Mem) counted {
	v := c.v

	// The board, own pawns going north: ranks of lanes with black to move change
	// places.
	black := c.order(v.load(blackAt), false)
	var swap Op
	if v.wide() {
		k := K()
		VPTESTMB(c.bytes(1), black, k)
		swap = k
		VPMOVM2B(k, black)
	} else {
		black = v.pick(VPCMPEQB, VPCMPEQB, v.and(black, c.bytes(1)), c.bytes(1))
		swap = black
	}
	blackMem := c.slot()
	v.store(black, blackMem)
	var planes [4]ranks
	for p, name := range []string{"g0", "g1", "g2", "gb"} {
		planes[p] = c.set()
		x := s.slice(at(name))
		for r := range 4 {
			lo, hi := v.chosen(swap, x[7-r], x[r]), v.chosen(swap, x[r], x[7-r])
			v.store(lo, planes[p][r].(Mem))
			v.store(hi, planes[p][7-r].(Mem))
		}
	}

	empty, through, own, them := c.set(), c.set(), c.set(), c.set()
	king, theirKing := c.set(), c.set()
	var ours, theirs [2]ranks // sliders, diagonal and orthogonal
	for i := range ours {
		ours[i], theirs[i] = c.set(), c.set()
	}
	knights, theirKnights, pawns, theirPawns := c.set(), c.set(), c.set(), c.set()
	var rare, rooks0, kingElsewhere, anyRook, rooksOff reg.VecVirtual
	join := func(acc *reg.VecVirtual, x reg.VecVirtual) {
		if *acc == nil {
			*acc = x
		} else {
			*acc = v.or(*acc, x)
		}
	}
	for r := range 8 {
		b := v.codeBoard([4]reg.VecVirtual{v.load(planes[0][r].(Mem)), v.load(planes[1][r].(Mem)), v.load(planes[2][r].(Mem)), v.load(planes[3][r].(Mem))})
		e := b.empty()
		join(&rare, v.notAnd(b.occ, b.gb))
		put := func(s ranks, x reg.VecVirtual) { v.store(x, s[r].(Mem)) }
		put(empty, e)
		// Black pieces, or with black to move all others.
		foe := v.xor(b.black(), v.and(b.occ, blackMem))
		self := v.xor(foe, b.occ)
		put(own, self)
		put(them, foe)
		k := b.kings(self)
		put(king, k)
		put(theirKing, b.kings(foe))
		put(through, v.or(k, e))
		put(ours[0], b.diagonal(self))
		put(theirs[0], b.diagonal(foe))
		put(ours[1], b.orthogonal(self))
		put(theirs[1], b.orthogonal(foe))
		put(knights, b.knights(self))
		put(theirKnights, b.knights(foe))
		put(pawns, b.pawns(self))
		put(theirPawns, b.pawns(foe))
		// Castling rooks: g0 &^ (g1 | g2).
		rook := v.and(v.formula(ta&^(tb|tc), b.g0, b.g1, b.g2, func() reg.VecVirtual {
			return v.notAnd(b.g1, v.notAnd(b.g2, b.g0))
		}), self)
		join(&anyRook, rook)
		if r == 0 {
			rooks0 = rook
			join(&rooksOff, v.and(rook, c.bytes(0x7e)))
			kingElsewhere = v.xor(k, c.bytes(0x10)) // nothing if it is on e1
		} else {
			join(&rooksOff, rook)
			join(&kingElsewhere, k)
		}
	}
	// isRare, and the rooks that castle from the usual squares.
	zero := v.vec()
	v.clear(zero)
	usual := c.slot()
	atHome := c.equalBytes(kingElsewhere, zero)
	rare = v.or(rare, v.or(rooksOff, v.notAnd(atHome, anyRook)))
	v.store(v.and(rooks0, atHome), usual)
	rareMem := c.slot()
	v.store(rare, rareMem)

	// Rays of the own king, attacks of their sliders, axis by axis. The walk up
	// goes to memory, the walk down meets it.
	danger, line, checkers, anyPinned := planes[0], planes[1], planes[2], planes[3] // no longer needed as such
	var pinned [4]ranks                                                             // by the first of an axis's directions: NE, E, SE, S
	var started [8]bool
	rayUp, theirsUp := c.set(), c.set()
	meet := func(axis, r int, kind int, king1, theirs1, king2, theirs2 Op) {
		// 1 and 2 are opposite; nil where a walk has not begun.
		var d, l, ray reg.VecVirtual
		two := func(a, b Op) reg.VecVirtual {
			if a == nil {
				return v.copyOf(b)
			}
			if b == nil {
				return v.copyOf(a)
			}
			return v.or(v.inRegister(a), b)
		}
		d = two(theirs1, theirs2)
		ray = two(king1, king2)
		if king1 != nil && king2 != nil {
			l = v.and(v.inRegister(king1), theirs2)
			l = v.accAnd(l, v.inRegister(king2), theirs1)
		}
		checks := v.and(ray, theirs[kind][r])
		if started[r] {
			d = v.or(d, danger[r])
			checks = v.or(checks, checkers[r])
		}
		v.store(d, danger[r].(Mem))
		v.store(checks, checkers[r].(Mem))
		if l == nil {
			l = v.vec()
			v.clear(l)
		}
		pin := v.and(l, own[r])
		v.store(pin, pinned[axis][r].(Mem))
		if started[r] {
			l = v.or(l, line[r])
			pin = v.or(pin, anyPinned[r])
		}
		v.store(l, line[r].(Mem))
		v.store(pin, anyPinned[r].(Mem))
		started[r] = true
	}
	for axis := range 4 {
		pinned[axis] = c.set()
		kind := axis % 2
		if axis == int(koggestone.East) {
			for r := range 8 {
				kr, tr := v.load(king[r].(Mem)), v.load(theirs[1][r].(Mem))
				k1, k2 := c.eastWest(kr, empty[r])
				t1, t2 := c.eastWest(tr, through[r])
				meet(axis, r, kind, k1, t1, k2, t2)
			}
			continue
		}
		df := upward[axis]
		var k, t reg.VecVirtual
		for r := 0; r < 7; r++ {
			k = c.step(k, king[r], empty[r], df, false)
			t = c.step(t, theirs[kind][r], through[r], df, false)
			v.store(k, rayUp[r+1].(Mem))
			v.store(t, theirsUp[r+1].(Mem))
		}
		k, t = nil, nil
		for r := 7; r >= 0; r-- {
			var ku, tu, kd, td Op
			if r > 0 {
				ku, tu = rayUp[r], theirsUp[r]
			}
			if k != nil {
				kd, td = k, t
			}
			meet(axis, r, kind, ku, tu, kd, td)
			if r > 0 {
				k = c.step(k, king[r], empty[r], -df, false)
				t = c.step(t, theirs[kind][r], through[r], -df, false)
			}
		}
	}

	// Leapers: what theirs attack, and where they give check.
	neighbours := func(s ranks, r int) (x, sides reg.VecVirtual) {
		x = v.load(s[r].(Mem))
		return x, v.or(c.sideways(x, 1), c.sideways(x, -1))
	}
	ownSteps := c.set()
	{
		// Kings: h is a king with its neighbours on the rank.
		row, side := c.set(), c.set()
		for i, from := range []ranks{theirKing, king} {
			for r := range 8 {
				x, sides := neighbours(from, r)
				v.store(sides, side[r].(Mem))
				v.store(v.or(x, sides), row[r].(Mem))
			}
			for r := range 8 {
				x := v.load(side[r].(Mem))
				if r > 0 {
					x = v.or(x, row[r-1])
				}
				if r < 7 {
					x = v.or(x, row[r+1])
				}
				if i == 0 {
					v.store(v.or(x, danger[r]), danger[r].(Mem))
				} else {
					v.store(x, ownSteps[r].(Mem))
				}
			}
		}
		// side still holds the own king's neighbours: their pawns check from the
		// rank above.
		for r := 1; r < 8; r++ {
			x := v.and(v.load(side[r-1].(Mem)), theirPawns[r])
			v.store(v.or(x, checkers[r]), checkers[r].(Mem))
			_, pawnSides := neighbours(theirPawns, r)
			v.store(v.or(pawnSides, danger[r-1]), danger[r-1].(Mem))
		}
		// Knights: one and two files aside.
		one, two := row, side
		for i, from := range []ranks{theirKnights, king} {
			for r := range 8 {
				x := v.load(from[r].(Mem))
				v.store(v.or(c.sideways(x, 1), c.sideways(x, -1)), one[r].(Mem))
				v.store(v.or(c.sideways(x, 2), c.sideways(x, -2)), two[r].(Mem))
			}
			for r := range 8 {
				var x reg.VecVirtual
				for _, o := range []struct {
					s  ranks
					dr int
				}{{one, 2}, {one, -2}, {two, 1}, {two, -1}} {
					if q := r - o.dr; q >= 0 && q < 8 {
						if x == nil {
							x = v.load(o.s[q].(Mem))
						} else {
							x = v.or(x, o.s[q])
						}
					}
				}
				if i == 0 {
					v.store(v.or(x, danger[r]), danger[r].(Mem))
				} else {
					v.store(v.or(v.and(x, theirKnights[r]), checkers[r]), checkers[r].(Mem))
				}
			}
		}
	}

	// mask and targets.
	checks := &tally{c: c}
	for r := range 8 {
		checks.add(v.load(checkers[r].(Mem)))
	}
	v.clear(zero)
	none, single := c.slot(), c.slot()
	v.store(c.equalBytes(checks.sum, zero), none)
	v.store(c.equalBytes(checks.sum, v.inRegister(c.bytes(1))), single)
	mask, targets := line, c.set()
	for r := range 8 {
		m := v.accAnd(v.load(checkers[r].(Mem)), v.load(line[r].(Mem)), empty[r])
		m = v.or(v.and(m, single), none)
		v.store(m, mask[r].(Mem))
		v.store(v.notAnd(v.load(own[r].(Mem)), m), targets[r].(Mem))
	}

	var n counted
	count := func(emit func(t *tally)) {
		t := &tally{c: c}
		emit(t)
		m := c.slot()
		v.store(t.sum, m)
		n.tallies = append(n.tallies, m)
	}
	hit := func(x reg.VecVirtual, r int) reg.VecVirtual { return v.and(x, targets[r]) }
	// free returns the pieces of rank r that are not pinned, or on this axis.
	free := func(s ranks, r, axis int) reg.VecVirtual {
		x := v.load(s[r].(Mem))
		if v.wide() {
			tern(ta&(^tb|tc), x, v.load(anyPinned[r].(Mem)), pinned[axis][r])
			return x
		}
		return v.notAnd(v.notAnd(v.load(pinned[axis][r].(Mem)), anyPinned[r]), x)
	}

	// Sliders, each kind at most 224 targets.
	movers := rayUp
	for kind := range 2 {
		count(func(t *tally) {
			for axis := kind; axis < 4; axis += 2 {
				for r := range 8 {
					v.store(free(ours[kind], r, axis), movers[r].(Mem))
				}
				if axis == int(koggestone.East) {
					for r := range 8 {
						e, w := c.eastWest(v.load(movers[r].(Mem)), empty[r])
						t.add(hit(e, r))
						t.add(hit(w, r))
					}
					continue
				}
				var up, down reg.VecVirtual
				for i := range 7 {
					up = c.step(up, movers[i], empty[i], upward[axis], false)
					t.add(hit(up, i+1))
					down = c.step(down, movers[7-i], empty[7-i], -upward[axis], false)
					t.add(hit(down, 6-i))
				}
			}
		})
	}

	// Knights and king, at most 168 + 64 + 2.
	count(func(t *tally) {
		for r := range 8 {
			x := v.notAnd(v.load(anyPinned[r].(Mem)), knights[r])
			for _, df := range []int{1, -1, 2, -2} {
				y := c.sideways(x, df)
				dr := 3 - max(df, -df)
				for _, q := range []int{r + dr, r - dr} {
					if q >= 0 && q < 8 {
						t.add(hit(y, q))
					}
				}
			}
			step := v.or(v.load(own[r].(Mem)), danger[r])
			t.add(v.notAnd(step, ownSteps[r]))
		}
		castle := func(rook, clear, safe uint8) reg.VecVirtual {
			blocked := v.notAnd(v.load(empty[0].(Mem)), c.bytes(clear))
			blocked = v.accAnd(blocked, v.load(danger[0].(Mem)), c.bytes(safe))
			nothing := v.vec()
			v.clear(nothing)
			return v.and(v.and(c.equalBytes(blocked, nothing), usual), c.bytes(rook))
		}
		t.add(v.or(castle(0x80, 0x60, 0x70), castle(0x01, 0x0e, 0x1c)))
	})

	// Pawns, at most 64 steps, 98 captures and three more for each of 22 on the
	// eighth rank.
	count(func(t *tally) {
		add := func(x reg.VecVirtual, to int) {
			n := c.popcount(x)
			if to == 7 {
				n = v.addBytes(n, n)
				n = v.addBytes(n, n)
			}
			t.addCount(n)
		}
		for r := range 7 {
			to := r + 1
			push := v.and(free(pawns, r, 3), empty[to])
			add(v.and(push, mask[to]), to)
			if to == 2 {
				add(v.and(v.and(push, empty[3]), mask[3]), 3)
			}
			foes := v.and(v.load(them[to].(Mem)), mask[to])
			add(v.and(c.sideways(free(pawns, r, 0), 1), foes), to)
			add(v.and(c.sideways(free(pawns, r, 2), -1), foes), to)
		}
	})
	n.rare = v.load(rareMem)
	return n
}

// upward is by how many files the walk up goes aside on each axis: NorthEast,
// none, NorthWest, North.
var upward = [4]int{+1, 0, -1, 0}

// eastWest returns the attacks of s over e to the east and to the west.
func (c *counter) eastWest(s reg.VecVirtual, e Op) (east, west reg.VecVirtual) {
	v := c.v
	if !v.wide() {
		both := c.along(s, e)
		return both[0], both[1]
	}
	f := v.free(s, e)
	return v.xor(v.ripple(f, s), f), c.lines.downward(s, f)
}

// equalBytes returns all bits in the bytes in which a and b are equal.
func (c *counter) equalBytes(a, b reg.VecVirtual) reg.VecVirtual {
	v := c.v
	if !v.wide() {
		return v.pick(VPCMPEQB, VPCMPEQB, a, b)
	}
	k, r := K(), v.vec()
	VPCMPEQB(b, a, k)
	VPMOVM2B(k, r)
	return r
}
