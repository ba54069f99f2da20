package records

import (
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/movegen"
)

// A replay plays a game's moves and adds the selected positions to a block.
type replay struct {
	b      *Block
	r      *Request
	record Span
	p      movegen.Position
	node   movegen.Node // of p
	ply    int
}

// start begins the game of a record at the valid position p.
func (g *replay) start(b *Block, r *Request, record Span, p movegen.Position) {
	g.b, g.r, g.record, g.p, g.ply = b, r, record, p, 0
	g.node.Set(&g.p)
}

// end sets the values that all rows of the game share.
func (g *replay) end() {
	b := g.b
	b.Validity = filled(b.Validity, b.Len(), columns.Valid)
	b.Records = filled(b.Records, b.Len(), g.record)
}

// wanted reports whether the position is selected as a row.
func (g *replay) wanted() bool {
	if g.r.Every > 1 && g.ply%g.r.Every != 0 {
		return false
	}
	if g.r.Share != 0 && !g.r.wants(g.b, int(g.record.Start), uint64(g.ply)) {
		g.b.Sampled++
		return false
	}
	return true
}

// add appends the position as a row, but not its fields.
func (g *replay) add() {
	b := g.b
	b.Batch.Append(g.p)
	b.Clocks = append(b.Clocks, movegen.Clocks{HalfMoves: g.p.HalfMoves, FullMoves: g.p.FullMoves})
	b.Checkers = append(b.Checkers, g.node.Checkers())
	if g.r.FEN {
		b.setFEN(g.r, &g.p, Span{})
	}
}

func (g *replay) play(m movegen.Move) {
	g.p.PlayInto(&g.p, m)
	g.node.Set(&g.p)
	g.ply++
}
