package movegen

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// moved is a set of squares after a move by files or ranks. Each rank is computed when it is first
// used. On AVX-512 and NEON it then stays in a register, and on AVX2 it is stored to memory. Ranks
// beyond the board are nil.
type moved struct {
	c    *legalMoves
	make func(r int) emit.Vec
	made [8]Op
}

func (m *moved) rank(r int) Op {
	if r < 0 || r > 7 {
		return nil
	}
	if m.made[r] == nil {
		x := m.make(r)
		m.made[r] = x
		if m.c.V == emit.AVX2 {
			m.made[r] = m.c.Keep(x)
		}
	}
	return m.made[r]
}

// aside returns a set moved by a number of files to the east and to the west.
func (c *legalMoves) aside(s emit.RankSlots, files int) *moved {
	return &moved{c: c, make: func(r int) emit.Vec {
		x := c.V.Load(s[r])
		return c.V.Or(c.V.Sideways(x, files), c.V.Sideways(x, -files))
	}}
}

// row returns the union of a set and the set moved aside.
func (c *legalMoves) row(s emit.RankSlots, aside *moved) *moved {
	return &moved{c: c, make: func(r int) emit.Vec { return c.V.Or(c.V.Load(s[r]), aside.rank(r)) }}
}

// leapers adds the attacks of the opponent's king, knights and pawns to danger.
func (c *legalMoves) leapers() {
	v := c.V
	king, knights, pawns := inMemory(c.theirs.king), inMemory(c.theirs.knights), inMemory(c.theirs.pawns)
	for r := range 8 {
		// Join the sets that move by the same number of files first.
		king2 := v.Union(beside(king, r, 1)...)
		by1 := v.Union(append(append(beside(knights, r, 2), king2, king[r]), rankOf(pawns, r+1)...)...)
		attacks := []Op{c.danger[r], king2, v.Sideways(by1, 1), v.Sideways(by1, -1)}
		if !c.endings {
			by2 := v.Union(beside(knights, r, 1)...)
			attacks = append(attacks, v.Sideways(by2, 2), v.Sideways(by2, -2))
		}
		v.Store(v.Union(attacks...), c.danger[r])
	}
}

// rankOf returns rank r of a set, or an empty list if there is no such rank.
func rankOf(s emit.Ranks, r int) []Op {
	if r < 0 || r > 7 || s[r] == nil {
		return nil
	}
	return []Op{s[r]}
}

// beside returns the ranks of a set at distance n from r.
func beside(s emit.Ranks, r, n int) []Op { return append(rankOf(s, r-n), rankOf(s, r+n)...) }

// king emits the king's moves, and adds the knights and pawns that attack the king to
// checkers.
func (c *legalMoves) king(out sink) {
	v := c.V
	one, two := c.aside(c.ours.king, 1), c.aside(c.ours.king, 2)
	row := c.row(c.ours.king, one)
	for r := range 8 {
		steps := v.Union(one.rank(r), row.rank(r-1), row.rank(r+1))
		out.put(layout.KingTargets, r, v.AndNotOr(steps, c.own[r], c.danger[r]))
		checkers := v.Load(c.checkers[r])
		if !c.endings {
			jumps := v.Union(one.rank(r-2), one.rank(r+2), two.rank(r-1), two.rank(r+1))
			checkers = v.AccAnd(checkers, jumps, c.theirs.knights[r])
		}
		if r > 0 {
			checkers = v.AccAnd(checkers, v.InRegister(one.rank(r-1)), c.theirs.pawns[r])
		}
		v.Store(checkers, c.checkers[r])
	}
	if !c.endings {
		c.castling(out)
	}
	out.end(layout.KingTargets, layout.CastlingRooks)
}

// castling emits the rooks on a1 and h1 that the king on e1 may castle with.
func (c *legalMoves) castling(out sink) {
	const a1, bcd, cde = 0x01, 0x0e, 0x1c // the rook, the squares that must be empty, the squares that must be safe
	const h1, fg, efg = 0x80, 0x60, 0x70
	v := c.V
	with := func(rook, empty, safe uint8) emit.Vec {
		blocked := v.NotAnd(v.Load(c.empty[0]), v.BroadcastByte(empty))
		blocked = v.AccAnd(blocked, v.Load(c.danger[0]), v.BroadcastByte(safe))
		zero := v.Broadcast(0)
		return v.And(v.And(v.EqualBytes(blocked, zero), c.castlers), v.BroadcastByte(rook))
	}
	out.put(layout.CastlingRooks, 0, v.Or(with(h1, fg, efg), with(a1, bcd, cde)))
}

// restrict sets mask and targets. Without a checker the mask is every square. With one checker it
// is the checker's square and the squares between it and the king, and with several checkers it
// is empty.
func (c *legalMoves) restrict() {
	v := c.V
	// Several checkers are either on one file, or several bits of the union.
	any, several := v.Load(c.checkers[0]), emit.Vec(nil)
	for _, m := range c.checkers[1:] {
		v.Join(&several, v.And(any, m))
		any = v.Or(any, m)
	}
	several = v.Or(several, v.And(any, v.SubBytes(any, v.BroadcastByte(1))))
	c.noCheck = c.Keep(v.ZeroBytes(any))
	single := c.Keep(v.ZeroBytes(several))
	c.mask, c.targets = c.Ranks(), c.Ranks()
	for r := range 8 {
		block := v.AccAnd(v.Load(c.checkers[r]), v.Load(c.line[r]), c.empty[r])
		mask := v.Or(v.And(block, single), c.noCheck)
		v.Store(mask, c.mask[r])
		v.Store(v.NotAnd(v.Load(c.own[r]), mask), c.targets[r])
	}
}
