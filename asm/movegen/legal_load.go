package movegen

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// load stores the planes in memory, rank by rank, with the own pawns going north: if Black is
// to move, the ranks are mirrored.
func (c *legalMoves) load(planes func(string) Mem, black Mem) {
	v := c.V
	x := v.SliceOrder(v.Load(black))
	var swap Op
	if v.Wide() {
		k := K()
		VPTESTMB(v.BroadcastByte(1), x, k)
		swap = k
		VPMOVM2B(k, x)
	} else {
		x = v.EqualBytes(v.And(x, v.BroadcastByte(1)), v.BroadcastByte(1))
		swap = x
	}
	c.black = c.Keep(x)
	for p, name := range boardParams {
		c.planes[p] = c.Ranks()
		x := c.slicer.Slice(planes(name))
		for r := range 4 {
			low, high := v.Select(swap, x[7-r], x[r]), v.Select(swap, x[r], x[7-r])
			v.Store(low, c.planes[p][r])
			v.Store(high, c.planes[p][7-r])
		}
	}
}

// sort computes the piece sets from the planes.
func (c *legalMoves) sort() {
	v := c.V
	c.empty, c.own, c.through = c.Ranks(), c.Ranks(), c.Ranks()
	for _, p := range []*pieces{&c.ours, &c.theirs} {
		p.king, p.pawns = c.Ranks(), c.Ranks()
		if !c.endings {
			p.knights = c.Ranks()
		}
		for _, kind := range c.kinds() {
			p.sliders[kind] = c.Ranks()
		}
	}
	h, theirHomes := homes{v: v}, homes{v: v, home: 7}
	var targets emit.Vec // of en passant
	var heavy emit.Vec
	for r := range 8 {
		var planes [4]emit.Vec
		for p := range planes {
			planes[p] = v.Load(c.planes[p][r])
		}
		b := v.NewBoard(planes)
		empty := b.Empty()
		v.Store(empty, c.empty[r])
		v.Join(&targets, v.NotAnd(b.Occupied, b.GB))
		if c.material {
			v.Join(&heavy, v.Or(b.Pawns(b.Occupied), b.Orthogonal(b.Occupied)))
		}
		// The black pieces, or the white pieces if Black is to move.
		theirs := v.Xor(b.Black(), v.And(b.Occupied, c.black))
		own := v.Xor(theirs, b.Occupied)
		v.Store(own, c.own[r])
		king, theirKing := c.sortRank(r, b, own, theirs)
		v.Store(v.Or(king, c.empty[r]), c.through[r])
		if c.endings {
			continue
		}
		h.add(r, b.CastlingRooks(own), king)
		if c.theyCastle {
			theirHomes.add(r, b.CastlingRooks(theirs), theirKing)
		}
	}
	if c.endings {
		c.rare = c.Keep(targets)
		return
	}
	castlers, odd := h.sums()
	c.castlers, c.rare = c.Keep(castlers), c.Keep(v.Or(targets, odd))
	if c.material {
		c.heavy = c.Keep(heavy)
	}
	if c.theyCastle {
		castlers, theirOdd := theirHomes.sums()
		c.theirCastlers, c.oddCastlers = c.Keep(castlers), c.Keep(v.Or(odd, theirOdd))
	}
}

// sortRank stores one rank of the pieces, kind by kind, and returns the kings.
func (c *legalMoves) sortRank(r int, b *emit.Board, own, theirs emit.Vec) (king, theirKing emit.Vec) {
	v := c.V
	put := func(kind emit.Vec, ours, theirSet *emit.RankSlots) {
		v.Store(v.And(kind, own), ours[r])
		v.Store(v.And(kind, theirs), theirSet[r])
	}
	// Bit 1 without bit 2 means a pawn or bishop, and bit 2 without bit 0 a knight or king.
	light := v.NotAnd(b.G2, b.G1)
	put(v.NotAnd(b.G0, light), &c.ours.pawns, &c.theirs.pawns)
	put(v.NotAnd(light, b.G0), &c.ours.sliders[orthogonalSliders], &c.theirs.sliders[orthogonalSliders])
	steppers := v.NotAnd(b.G0, b.G2)
	if !c.endings {
		put(v.And(b.G0, b.G1), &c.ours.sliders[diagonalSliders], &c.theirs.sliders[diagonalSliders])
		put(v.NotAnd(b.G1, steppers), &c.ours.knights, &c.theirs.knights)
	}
	kings := v.And(steppers, b.G1)
	king, theirKing = v.And(kings, own), v.And(kings, theirs)
	v.Store(king, c.ours.king[r])
	v.Store(theirKing, c.theirs.king[r])
	return king, theirKing
}

// homes computes, rank by rank, sums that show whether the king and the castling rooks
// are on their usual squares e1, a1 and h1.
type homes struct {
	v             *emit.ISA
	home          int      // the rank
	rooksHome     emit.Vec // the rooks on the home rank that may castle
	rooksOff      emit.Vec // rooks that may castle, but are not on the usual squares
	kingElsewhere emit.Vec // the king if it is elsewhere, and its square if the king is not on it
}

func (h *homes) add(r int, rooks, king emit.Vec) {
	v := h.v
	if r == h.home {
		const fileE, notAH = 0x10, 0x7e
		h.rooksHome = rooks
		rooks, king = v.And(rooks, v.BroadcastByte(notAH)), v.Xor(king, v.BroadcastByte(fileE))
	}
	v.Join(&h.rooksOff, rooks)
	v.Join(&h.kingElsewhere, king)
}

// sums returns the castling rooks on the home rank, in positions where the king is on
// its square, and a byte that is not zero if other rooks may castle.
func (h *homes) sums() (castlers, odd emit.Vec) {
	v := h.v
	atHome := v.ZeroBytes(h.kingElsewhere)
	return v.And(h.rooksHome, atHome), v.Or(h.rooksOff, v.NotAnd(atHome, h.rooksHome))
}

// countKings sets odd.
func (c *legalMoves) countKings() {
	v := c.V
	var odd emit.Vec
	for _, king := range []emit.RankSlots{c.ours.king, c.theirs.king} {
		n := tally{c: c}
		for _, m := range king {
			n.add(v.Load(m))
		}
		v.Join(&odd, v.Xor(n.sum, v.BroadcastByte(1)))
	}
	c.odd = c.Keep(odd)
}
