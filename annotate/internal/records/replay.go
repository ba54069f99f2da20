package records

import (
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/movegen"
)

// A Replay plays a game's moves and adds the selected positions to a block.
type Replay struct {
	Block    *Block   // where the rows are added
	Request  *Request // selects the positions
	Record   Span
	Position movegen.Position
	Node     movegen.Node // of Position
	Ply      int          // of Position, counted from 0
}

// Start begins the game of a record at the valid position p.
func (g *Replay) Start(b *Block, r *Request, record Span, p movegen.Position) {
	g.Block, g.Request, g.Record, g.Position, g.Ply = b, r, record, p, 0
	g.Node.Set(&g.Position)
}

// End sets the values that all rows of the game share.
func (g *Replay) End() {
	b := g.Block
	b.Validity = filled(b.Validity, b.Len(), columns.Valid)
	b.Records = filled(b.Records, b.Len(), g.Record)
}

// Wanted reports whether the position is selected as a row.
func (g *Replay) Wanted() bool {
	if g.Request.Every > 1 && g.Ply%g.Request.Every != 0 {
		return false
	}
	if g.Request.Share != 0 && !g.Request.Wants(g.Block, int(g.Record.Start), uint64(g.Ply)) {
		g.Block.Sampled++
		return false
	}
	return true
}

// Add appends the position as a row, but not its fields.
func (g *Replay) Add() {
	b := g.Block
	b.Batch.Append(g.Position)
	b.Clocks = append(b.Clocks, movegen.Clocks{HalfMoves: g.Position.HalfMoves, FullMoves: g.Position.FullMoves})
	b.Checkers = append(b.Checkers, g.Node.Checkers())
	if g.Request.FEN {
		b.SetFEN(g.Request, &g.Position, Span{})
	}
}

// Play plays a legal move.
func (g *Replay) Play(m movegen.Move) {
	g.Position.PlayInto(&g.Position, m)
	g.Node.Set(&g.Position)
	g.Ply++
}
