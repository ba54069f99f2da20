package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
)

// Legal moves with ranks in registers: the sets of movegen's
// setwiseCount, whose words are the comments here, for 32 or 64 positions at a
// time. Every set is eight registers, rank by rank, kept in memory between the
// passes; a byte is the rank of one position.
type legalMoves struct {
	*rankWalk
	room Mem // slots of a register
	next int
	odd  Mem // bytes that are not nothing where a side has no king or several; for sinks that want pieces
}

// set returns the memory of a set.
func (c *legalMoves) set() (s ranks) {
	for r := range s {
		s[r] = c.slot()
	}
	return s
}

func (c *legalMoves) slot() Mem {
	m := c.room.Offset(c.next * c.v.bytes)
	if c.next++; c.v.words()*c.next+8 > legalRoom {
		panic("legalMoves: the room is too small")
	}
	return m
}

// bytes returns b in every byte.
func (c *legalMoves) bytes(b uint8) Op {
	return c.v.broadcast(uint64(b) * 0x0101010101010101)
}

// sideways returns x moved by n files east, for negative n west.
func (c *legalMoves) sideways(x Op, n int) reg.VecVirtual {
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

// joined returns the union of the sets that are not nil, in a register of its own.
func (v *isa) joined(sets ...Op) reg.VecVirtual {
	var x []Op
	for _, s := range sets {
		if s != nil {
			x = append(x, s)
		}
	}
	if len(x) == 1 {
		return v.copyOf(x[0])
	}
	if len(x)%2 == 0 || !v.wide() {
		// Down to an odd number, or two by two.
		u := v.or(v.inRegister(x[0]), x[1])
		x = x[2:]
		for ; len(x) > 1 && v.wide(); x = x[2:] {
			u = v.or3(u, v.inRegister(x[0]), x[1])
		}
		for _, s := range x {
			u = v.or(u, s)
		}
		return u
	}
	u := v.copyOf(x[0])
	for x = x[1:]; len(x) > 0; x = x[2:] {
		u = v.or3(u, v.inRegister(x[0]), x[1])
	}
	return u
}

// popcount returns the number of bits of every byte.
func (c *legalMoves) popcount(x Op) reg.VecVirtual {
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

// order brings bytes from the order of positions to that of slice, or back: slice
// leaves position (i, lane, q), i the register's number, in byte (lane, q, i).
func (c *legalMoves) order(x reg.VecVirtual, back bool) reg.VecVirtual {
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

// sets hands the sets of target squares of a block to out. It returns the slot of
// bytes that are not nothing in rare positions.
func (c *legalMoves) sets(s *slicer, at func(string) Mem, blackAt Mem, out sink) (rareMem Mem) {
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

	empty, through, own := c.set(), c.set(), c.set()
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
	rareMem = c.slot()
	v.store(rare, rareMem)

	if out.pieces() {
		var odd reg.VecVirtual
		for _, kings := range []ranks{king, theirKing} {
			n := tally{c: c}
			for _, m := range kings {
				n.add(v.load(m.(Mem)))
			}
			join(&odd, v.xor(n.sum, c.bytes(1)))
		}
		c.odd = c.slot()
		v.store(odd, c.odd)
	}

	// Rays of the own king, attacks of their sliders, axis by axis. The walk up
	// goes to memory, the walk down meets it.
	danger, line, checkers := planes[0], planes[1], planes[2] // no longer needed as such
	var axisLine [4]ranks                                     // by the first of an axis's directions: NE, E, SE, S; nil where there is none
	rayUp, theirsUp := [2]ranks{c.set(), c.set()}, [2]ranks{c.set(), c.set()}
	// What meets on a rank along an axis: 1 and 2 are opposite, nil where a walk
	// has not begun.
	type meeting struct {
		axis                           int
		king1, theirs1, king2, theirs2 Op
	}
	// meet joins the axes of a kind of sliders; diagonals come first.
	meet := func(kind, r int, ms ...meeting) {
		var attacks, rays, lines []Op
		for axis := range axisLine {
			lines = append(lines, axisLine[axis][r])
		}
		for _, m := range ms {
			attacks = append(attacks, m.theirs1, m.theirs2)
			rays = append(rays, m.king1, m.king2)
			if m.king1 != nil && m.king2 != nil {
				l := v.accAnd(v.and(v.inRegister(m.king1), m.theirs2), v.inRegister(m.king2), m.theirs1)
				axisLine[m.axis][r] = c.slot()
				v.store(l, axisLine[m.axis][r].(Mem))
				lines = append(lines, l)
			}
		}
		ray := v.joined(rays...)
		if kind == 0 {
			v.store(v.joined(attacks...), danger[r].(Mem))
			v.store(v.and(ray, theirs[kind][r]), checkers[r].(Mem))
			return
		}
		v.store(v.joined(append(attacks, danger[r])...), danger[r].(Mem))
		v.store(v.accAnd(v.load(checkers[r].(Mem)), ray, theirs[kind][r]), checkers[r].(Mem))
		v.store(v.joined(lines...), line[r].(Mem))
	}
	// Both diagonals, then files and ranks, so that many chains of dependent steps
	// run side by side, and every rank is written once for both.
	walk := func(kind int, axes ...int) {
		type chain struct{ king, theirs reg.VecVirtual }
		up, down := make([]chain, len(axes)), make([]chain, len(axes))
		step := func(x *chain, r, df int) {
			x.king = c.step(x.king, king[r], empty[r], df, false)
			x.theirs = c.step(x.theirs, theirs[kind][r], through[r], df, false)
		}
		for r := range 7 {
			for i, axis := range axes {
				step(&up[i], r, upward[axis])
				v.store(up[i].king, rayUp[i][r+1].(Mem))
				v.store(up[i].theirs, theirsUp[i][r+1].(Mem))
			}
		}
		for r := 7; r >= 0; r-- {
			var ms []meeting
			for i, axis := range axes {
				m := meeting{axis: axis}
				if r > 0 {
					m.king1, m.theirs1 = rayUp[i][r], theirsUp[i][r]
				}
				if r < 7 {
					m.king2, m.theirs2 = down[i].king, down[i].theirs
				}
				ms = append(ms, m)
			}
			if kind == 1 {
				ke, kw := c.eastWest(v.load(king[r].(Mem)), empty[r])
				te, tw := c.eastWest(v.load(theirs[1][r].(Mem)), through[r])
				ms = append(ms, meeting{int(koggestone.East), ke, te, kw, tw})
			}
			meet(kind, r, ms...)
			if r > 0 {
				for i, axis := range axes {
					step(&down[i], r, -upward[axis])
				}
			}
		}
	}
	walk(0, 0, 2)
	walk(1, 3)

	// Leapers: what theirs attack, and where they give check. Ranks of a set moved
	// aside are made when they are first needed; on AVX-512 the few that are in use
	// stay in registers.
	lazy := func(f func(r int) reg.VecVirtual) func(int) Op {
		var made [8]Op
		return func(r int) Op {
			if r < 0 || r > 7 {
				return nil
			}
			if made[r] == nil {
				made[r] = f(r)
				if !v.wide() {
					m := c.slot()
					v.store(made[r], m)
					made[r] = m
				}
			}
			return made[r]
		}
	}
	aside := func(s ranks, files int) func(int) Op {
		return lazy(func(r int) reg.VecVirtual {
			x := v.load(s[r].(Mem))
			return v.or(c.sideways(x, files), c.sideways(x, -files))
		})
	}
	row := func(s ranks, sides func(int) Op) func(int) Op {
		return lazy(func(r int) reg.VecVirtual { return v.or(v.load(s[r].(Mem)), sides(r)) })
	}
	{
		kings, knights1, knights2, pawns := aside(theirKing, 1), aside(theirKnights, 1), aside(theirKnights, 2), aside(theirPawns, 1)
		kingRow := row(theirKing, kings)
		for r := range 8 {
			v.store(v.joined(danger[r], kings(r), kingRow(r-1), kingRow(r+1), pawns(r+1),
				knights1(r-2), knights1(r+2), knights2(r-1), knights2(r+1)), danger[r].(Mem))
		}
	}
	{
		one, two := aside(king, 1), aside(king, 2)
		kingRow := row(king, one)
		for r := range 8 {
			step := v.joined(one(r), kingRow(r-1), kingRow(r+1))
			if v.wide() {
				tern(ta&^(tb|tc), step, v.load(own[r].(Mem)), danger[r])
			} else {
				step = v.notAnd(v.or(v.load(own[r].(Mem)), danger[r]), step)
			}
			out.put(kingTargets, r, step)
			jumps := v.joined(one(r-2), one(r+2), two(r-1), two(r+1))
			checks := v.accAnd(v.load(checkers[r].(Mem)), jumps, theirKnights[r])
			if r > 0 {
				checks = v.accAnd(checks, v.inRegister(one(r-1)), theirPawns[r])
			}
			v.store(checks, checkers[r].(Mem))
		}
		out.end(kingTargets)
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
	mask, targets := theirsUp[0], c.set()
	for r := range 8 {
		m := v.accAnd(v.load(checkers[r].(Mem)), v.load(line[r].(Mem)), empty[r])
		m = v.or(v.and(m, single), none)
		v.store(m, mask[r].(Mem))
		v.store(v.notAnd(v.load(own[r].(Mem)), m), targets[r].(Mem))
	}

	hit := func(x reg.VecVirtual, r int) reg.VecVirtual { return v.and(x, targets[r]) }
	// free returns the pieces of rank r that are not pinned, or on this axis: an
	// own piece on a line is pinned.
	free := func(s ranks, r, axis int) reg.VecVirtual {
		x, this := v.load(s[r].(Mem)), axisLine[axis][r]
		if this == nil {
			return v.notAnd(v.load(line[r].(Mem)), x)
		}
		if v.wide() {
			tern(ta&(^tb|tc), x, v.load(line[r].(Mem)), this)
			return x
		}
		return v.notAnd(v.notAnd(v.load(this.(Mem)), line[r]), x)
	}

	// Sliders.
	movers := rayUp
	for kind := range 2 {
		axes := []int{0, 2}
		if kind == 1 {
			axes = []int{3}
			for r := range 8 {
				e, w := c.eastWest(free(ours[1], r, int(koggestone.East)), empty[r])
				out.put(targetSet(koggestone.East), r, hit(e, r))
				out.put(targetSet(koggestone.West), r, hit(w, r))
			}
			out.end(targetSet(koggestone.East), targetSet(koggestone.West))
		}
		var up, down [2]reg.VecVirtual
		var done []targetSet
		for i, axis := range axes {
			for r := range 8 {
				v.store(free(ours[kind], r, axis), movers[i][r].(Mem))
			}
			done = append(done, targetSet(axis), targetSet(axis+4)&7)
		}
		for r := range 7 {
			for i, axis := range axes {
				north, south := targetSet(axis), targetSet(axis+4)&7
				if axis > 1 { // southeast, south
					north, south = south, north
				}
				up[i] = c.step(up[i], movers[i][r], empty[r], upward[axis], false)
				out.put(north, r+1, hit(up[i], r+1))
				down[i] = c.step(down[i], movers[i][7-r], empty[7-r], -upward[axis], false)
				out.put(south, 6-r, hit(down[i], 6-r))
			}
		}
		out.end(done...)
	}

	// Knights and castling.
	for r := range 8 {
		x := v.notAnd(v.load(line[r].(Mem)), knights[r])
		if out.pieces() {
			out.put(freeKnights, r, x)
			out.put(pieceTargets, r, v.load(targets[r].(Mem)))
			continue
		}
		for _, df := range []int{1, -1, 2, -2} {
			y := c.sideways(x, df)
			dr := 3 - max(df, -df)
			for _, q := range []int{r + dr, r - dr} {
				if q >= 0 && q < 8 {
					out.put(knightTargets, q, hit(y, q))
				}
			}
		}
	}
	castle := func(rook, clear, safe uint8) reg.VecVirtual {
		blocked := v.notAnd(v.load(empty[0].(Mem)), c.bytes(clear))
		blocked = v.accAnd(blocked, v.load(danger[0].(Mem)), c.bytes(safe))
		nothing := v.vec()
		v.clear(nothing)
		return v.and(v.and(c.equalBytes(blocked, nothing), usual), c.bytes(rook))
	}
	out.put(castlingRooks, 0, v.or(castle(0x80, 0x60, 0x70), castle(0x01, 0x0e, 0x1c)))
	out.end(freeKnights, pieceTargets, castlingRooks)

	// Pawns.
	for r := range 7 {
		to := r + 1
		push := v.and(free(pawns, r, 3), empty[to])
		out.put(pushTargets, to, v.and(push, mask[to]))
		if to == 2 {
			double := v.and(v.and(push, empty[3]), mask[3])
			if out.pieces() {
				x := v.load(theirPawns[3].(Mem))
				near := v.and(v.or(c.sideways(x, 1), c.sideways(x, -1)), double)
				out.put(besideTargets, 3, near)
				double = v.notAnd(near, double)
			}
			out.put(doubleTargets, 3, double)
		}
		foes := v.load(mask[to].(Mem)) // without the own and the empty squares
		if v.wide() {
			tern(ta&^(tb|tc), foes, v.load(own[to].(Mem)), empty[to])
		} else {
			foes = v.notAnd(v.or(v.load(own[to].(Mem)), empty[to]), foes)
		}
		out.put(eastTargets, to, v.and(c.sideways(free(pawns, r, 0), 1), foes))
		out.put(westTargets, to, v.and(c.sideways(free(pawns, r, 2), -1), foes))
	}
	out.end(pushTargets, doubleTargets, besideTargets, eastTargets, westTargets)
	return rareMem
}

// upward is by how many files the walk up goes aside on each axis: NorthEast,
// none, NorthWest, North.
var upward = [4]int{+1, 0, -1, 0}

// eastWest returns the attacks of s over e to the east and to the west.
func (c *legalMoves) eastWest(s reg.VecVirtual, e Op) (east, west reg.VecVirtual) {
	v := c.v
	if !v.wide() {
		both := c.along(s, e)
		return both[0], both[1]
	}
	f := v.free(s, e)
	return v.xor(v.ripple(f, s), f), c.lines.downward(s, f)
}

// equalBytes returns all bits in the bytes in which a and b are equal.
func (c *legalMoves) equalBytes(a, b reg.VecVirtual) reg.VecVirtual {
	v := c.v
	if !v.wide() {
		return v.pick(VPCMPEQB, VPCMPEQB, a, b)
	}
	k, r := K(), v.vec()
	VPCMPEQB(b, a, k)
	VPMOVM2B(k, r)
	return r
}
