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
