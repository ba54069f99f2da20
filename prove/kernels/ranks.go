package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	register("internal/ranks/ranks_amd64.s", (*Case).rankMoves, "rankMoves")
	register("movegen/batch_lists_amd64.s", (*Case).rowsOfBlock, "rowsAVX2")
	register("movegen/batch_lists_amd64.s", (*Case).rowsAndCounts, "rowsAVX512")
}

// The sets of moves as ranks: register 8*set + rank has one byte for each position. Pawns have
// other rows instead of ranks: targets on ranks 3 to 7, then promotions to a queen, a rook and a
// bishop.
const (
	rankPush, rankEast, rankWest = 8, 9, 10
	rankRest                     = 11 // promotions to a knight, double steps, castling
	rankKnights, rankTargets     = 12, 13
	rankOwn, rankOther           = 14, 15
	rankSets                     = 16
)

// place returns which byte of a register belongs to position i.
func (c *Case) place(i int) int {
	if c.block() == 16 { // arm64 has them in order
		return i
	}
	words := int(c.block()) / 8
	return i%words*8 + i/words
}

// rankMoves proves a block's moves as ranks.
func (c *Case) rankMoves() error {
	block := int(c.block())
	m := c.Machine()
	b := c.batch(m, machine.Int(int64(block)))
	c.bound("n is %s", b.n.Values())
	g := c.G
	selection := m.Memory("selection", 32, machine.Input, -1)
	chosen := g.Vars(4) // captures, quiet moves, promotions to a queen without capture, other promotions
	for i, l := range chosen {
		m.SetInitial(selection, machine.Int(int64(8*i)), g.Gate(l, chess.None().Not()))
	}
	captures, quiets, queens, lesser := chosen[0], chosen[1], chosen[2], chosen[3]
	dst := m.Memory("dst", 1032*8, machine.Scratch, -1)
	m.First(dst)
	if err := c.Run(m); err != nil {
		return err
	}
	at := func(set, rank, i int) aig.Bits {
		return m.Load(dst, c.rowAt(m, dst, set, rank, i), 1)
	}
	for i := range block {
		l, board, black := b.legal(machine.Int(int64(i)))
		var claims []cec.Claim
		want := func(set, row int, w aig.Bits) {
			claims = append(claims, claim(fmt.Sprintf("row %d of set %d", row, set), at(set, row, i), w))
		}
		rank := func(s chess.Set, r int) aig.Bits { return s[8*r : 8*r+8] }
		own := g.Muxes(black, board.Sides[chess.Black], board.Sides[chess.White])
		king := g.Ands(board.Kings, own)
		where := g.Ors(g.Gate(captures, board.Occupied), g.Gate(quiets, board.Empty))
		for r := range 8 {
			for d := range 8 {
				steps := g.Ands(chess.Move(king, chess.Directions[d]), l.King)
				want(d, r, rank(g.Ands(g.Ors(l.Sliders[d], steps), where), r))
			}
			want(rankKnights, r, rank(l.FreeKnights, r))
			want(rankTargets, r, rank(g.Ands(l.Targets, where), r))
			want(rankOwn, r, rank(own, r))
		}
		for way, s := range []chess.Set{l.Push, l.East, l.West} {
			ordinary, queen := captures, captures
			if way == 0 {
				ordinary, queen = quiets, queens
			}
			for r := 2; r < 7; r++ {
				want(rankPush+way, r-2, g.Gate(ordinary, rank(s, r)))
			}
			want(rankPush+way, 5, g.Gate(queen, rank(s, 7)))
			want(rankPush+way, 6, g.Gate(lesser, rank(s, 7)))
			want(rankPush+way, 7, g.Gate(lesser, rank(s, 7)))
			want(rankRest, way, g.Gate(lesser, rank(s, 7)))
		}
		want(rankRest, 3, g.Gate(quiets, rank(l.Double, 3)))
		want(rankRest, 4, aig.Bits{g.And(quiets, l.Castling[0])}.Extend(8))
		want(rankRest, 5, append(make(aig.Bits, 7), g.And(quiets, l.Castling[7])))
		want(rankRest, 6, aig.Const(0, 8))
		want(rankRest, 7, aig.Const(0, 8))
		want(rankOther, 0, g.Gate(black, aig.Const(0xff, 8)))
		claims = append(claims, claim("rare", aig.Bits{g.Any(at(rankOther, 1, i))}, aig.Bits{l.Rare}))
		if err := c.Prove(claims...); err != nil {
			return fmt.Errorf("position %d: %w", i, err)
		}
	}
	return nil
}

// lines returns a set as lines along a direction: a byte for each line, with the farthest square
// lowest. Two diagonals share a byte.
func lines(s chess.Set, d int) aig.Bits {
	v := make(aig.Bits, 64)
	for t, l := range s {
		file, rank := t%8, t/8
		line, place := (file-rank+8)%8, rank // north-east and south-west
		switch d {
		case 2, 6: // south-east and north-west
			line = (file + rank + 1) % 8
		case 3, 7:
			line = file
		case 1, 5:
			line, place = rank, file
		}
		if chess.Directions[d].Rank > 0 || d == 1 {
			place = 7 - place
		}
		v[8*line+place] = l
	}
	return v
}

// rowsOfBlock proves the kernel that turns moves as ranks into rows.
func (c *Case) rowsOfBlock() error {
	const block, pieces, other = 32, 8, 20 // positions, sets of sliders and the king, sets in all
	m := c.Machine()
	c.bound("n is %d", block)
	dst := m.Memory("dst", 8*(2*other*block+2*block)+12*block+64, machine.Scratch, -1)
	ranks := m.Memory("ranks", 1032*8, machine.Input, -1)
	m.Memory("room", 2056*8, machine.Scratch, -1)
	c.bound("moves are as rankMoves writes them")
	for i := range block { // all ones if Black is to move
		side := c.rowAt(m, ranks, rankOther, 0, i)
		m.SetInitial(ranks, side, c.G.Gate(m.Initial(ranks, side, 1)[0], aig.Const(0xff, 8)))
	}
	if err := c.Run(m); err != nil {
		return err
	}
	word := func(k, i int) aig.Bits { return m.Load(dst, machine.Int(int64(8*(block*k+i))), 8) }
	for i := range block {
		r := c.rows(m, ranks, i)
		black := r.sets[rankOther][0]
		var claims []cec.Claim
		for k := range 12 {
			row := r.sets[k]
			if k < pieces {
				row = lines(row, k)
				claims = append(claims, claim(fmt.Sprintf("own pieces %d", k), word(other+k, i), lines(r.sets[rankOwn], k)))
			}
			claims = append(claims, claim(fmt.Sprintf("rows %d", k), word(k, i), row))
		}
		claims = append(claims, claim("knights", word(2*other, i), turn(c.G, black, r.sets[rankKnights])),
			claim("targets", word(2*other+1, i), turn(c.G, black, r.sets[rankTargets])),
			claim("rare", m.Load(dst, machine.Int(8*(2*other*block+2*block)+12*block+int64(i/8)), 1)[i%8:i%8+1], aig.Bits{c.G.Any(r.sets[rankOther][8:16])}))
		if err := c.Prove(claims...); err != nil {
			return fmt.Errorf("position %d: %w", i, err)
		}
	}
	return nil
}

// rowsAndCounts proves the kernel that turns moves as ranks into rows by position, and counts them. A position is odd if it has 17
// knights or more, or 255 moves or more; with fewer knights all sums fit in a byte.
func (c *Case) rowsAndCounts() error {
	const (
		block                                = 64
		pawns, board, knights, targets, rest = 4096, 6144, 6656, 7168, 7680 // offsets in bytes
	)
	g, m := c.G, c.Machine()
	c.bound("n is %d", block)
	dst, ranks := m.Memory("dst", 7808, machine.Scratch, -1), m.Memory("ranks", 1032*8, machine.Input, -1)
	m.Memory("sets", 8*12*block, machine.Scratch, -1)
	m.Memory("room", 2056*8, machine.Scratch, -1)
	c.written(m, ranks)
	for i := range 8 * 8 * block { // no step leads there
		i, d, row := i/64, i/8%8, i%8
		c.limit(m, ranks, c.rowAt(m, ranks, d, row, i), int(chess.Inside(d)>>(8*row)&0xff))
	}
	if err := c.Run(m); err != nil {
		return err
	}
	at := func(offset, n int) aig.Bits { return m.Load(dst, num(int64(offset)), n) }
	sums := c.sums()
	for i := range block {
		r := c.rows(m, ranks, i)
		black := r.sets[rankOther][0]
		var claims []cec.Claim
		for d := range 8 {
			claims = append(claims, claim(fmt.Sprintf("lines %d", d), at(64*i+8*d, 8), lines(r.sets[d], d)))
		}
		unit := i&^7 | i&1<<2 | i>>1&3
		for k := range 4 {
			claims = append(claims, claim(fmt.Sprintf("pawns %d", k), at(pawns+k/2*1024+16*unit+k%2*8, 8), r.sets[rankPush+k]))
		}
		var leaps aig.Bits
		for from, l := range r.sets[rankKnights] {
			for _, s := range chess.Jumps {
				if f, to := from%8+s.File, from/8+s.Rank; f >= 0 && f < 8 && to >= 0 && to < 8 {
					leaps = append(leaps, g.And(l, r.sets[rankTargets][8*to+f]))
				}
			}
		}
		of := func(sets ...int) (all aig.Bits) {
			for _, k := range sets {
				all = append(all, r.sets[k]...)
			}
			return all
		}
		count := make(aig.Bits, 8) // at most 255
		for k, bits := range []aig.Bits{of(0, 2, 4, 6), of(1, 3, 5, 7), leaps, of(8, 9, 10, 11)} {
			word, fits, err := sums.of(bits)
			if err != nil || !fits && k != 2 {
				return fmt.Errorf("count %d: %v", k, err)
			}
			sum, carry := g.AddCarry(count, word, aig.False)
			count = g.Ors(sum, g.Gate(carry, aig.Const(255, 8)))
		}
		pieces, _, err := sums.of(r.sets[rankKnights])
		if err != nil {
			return err
		}
		odd := g.Or(g.Less(aig.Const(16, 8), pieces), g.All(count))
		claims = append(claims, claim("own pieces", at(board+8*i, 8), r.sets[rankOwn]),
			claim("knights", at(knights+8*i, 8), turn(g, black, r.sets[rankKnights])),
			claim("targets", at(targets+8*i, 8), turn(g, black, r.sets[rankTargets])),
			claim("count", at(rest+i, 1), count),
			claim("rare", at(rest+64+i/8, 1)[i%8:i%8+1], aig.Bits{g.Any(r.sets[rankOther][8:16])}),
			claim("odd", at(rest+72+i/8, 1)[i%8:i%8+1], aig.Bits{odd}))
		if err := c.Prove(claims...); err != nil {
			return fmt.Errorf("position %d: %w", i, err)
		}
	}
	return nil
}
