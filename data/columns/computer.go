package columns

import (
	"fmt"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// MaxBatch is how many positions a Computer accepts at once. It is small so that
// intermediate results stay in a core's cache.
const MaxBatch = 1024

// A Computer computes columns for a batch of positions. If several columns need the same
// value, the first one computes it for all. A Computer reuses its memory for the next batch,
// and it is not safe for concurrent use.
type Computer struct {
	batch    *movegen.Batch
	boards   *quad.Batch
	legality []Validity
	n        int
	done     uint // a bit for each part that has been computed for this batch

	sides [quad.Black + 1][]quad.Color // all white, all black
	us    []quad.Color                 // the sides to move

	countsBuf   []uint16
	targetsBuf  *movegen.LegalTargetsColumns
	threatsBuf  [3]*quad.ThreatsColumns
	attackedBuf [2][]uint64
	movesBuf    []moveFacts
	node        movegen.Node
	list        []movegen.Move

	counts   []uint16
	checkers []uint64 // nil if they are not known
	targets  *movegen.LegalTargetsColumns
	threats  [3]*quad.ThreatsColumns
	attacked [2][]uint64
}

// The parts that a Computer computes at most once for each batch.
const (
	partCounts = 1 << iota
	partTargets
	partThreats // three bits: white to move, black to move, the side to move
	_
	_
	partAttacked // two bits: white, black
	_
	partMoves
)

// theSideToMove is an index of threats, in addition to quad.White and quad.Black.
const theSideToMove = quad.Black + 1

// NewComputer returns a Computer. It has no positions until [Computer.Set] is called.
func NewComputer() *Computer {
	c := &Computer{us: make([]quad.Color, MaxBatch)}
	for side := range c.sides {
		c.sides[side] = make([]quad.Color, MaxBatch)
		for i := range c.sides[side] {
			c.sides[side][i] = quad.Color(side)
		}
	}
	return c
}

// Set makes c compute columns for b. legality[i] says whether position i is valid; nil
// means that all are [Valid]. b and legality must not change until the next call of Set.
// Set panics if b has more than [MaxBatch] positions.
func (c *Computer) Set(b *movegen.Batch, legality []Validity) {
	if c.n = b.Len(); c.n > MaxBatch {
		panic(fmt.Sprintf("columns: expected at most %d positions, found %d", MaxBatch, c.n))
	}
	c.batch, c.boards, c.legality, c.checkers, c.done = b, b.Boards(), legality, nil, 0
}

// SetCheckers sets the pieces that give check to the side to move in each position, if
// the caller already knows them. checkers must not change until the next call of Set.
func (c *Computer) SetCheckers(checkers []uint64) { c.checkers = checkers }

// Len returns the number of positions.
func (c *Computer) Len() int { return c.n }

func (c *Computer) isLegal(i int) bool { return c.legality == nil || c.legality[i] == Valid }

// once reports whether part has not been computed yet, and marks it as done.
func (c *Computer) once(part uint) bool {
	first := c.done&part == 0
	c.done |= part
	return first
}

// legalCounts returns how many legal moves each position has.
func (c *Computer) legalCounts() []uint16 {
	if c.once(partCounts) {
		if c.countsBuf == nil {
			c.countsBuf = make([]uint16, MaxBatch)
		}
		c.counts = c.countsBuf[:c.n]
		movegen.CountLegalBatch(c.counts, c.batch)
	}
	return c.counts
}

// legalTargets returns the target squares of the legal moves.
func (c *Computer) legalTargets() *movegen.LegalTargetsColumns {
	if c.once(partTargets) {
		if c.targetsBuf == nil {
			c.targetsBuf = movegen.NewLegalTargetsColumns(MaxBatch)
		}
		c.targets = c.targetsBuf.Slice(0, c.n)
		movegen.LegalTargetsBatch(c.targets, c.batch)
	}
	return c.targets
}

// threatsTo returns the threats to side as if it were to move, or the threats to the side to
// move.
func (c *Computer) threatsTo(side quad.Color) *quad.ThreatsColumns {
	if c.once(partThreats << side) {
		if c.threatsBuf[side] == nil {
			c.threatsBuf[side] = quad.NewThreatsColumns(MaxBatch)
		}
		c.threats[side] = c.threatsBuf[side].Slice(0, c.n)
		us := c.us[:c.n]
		if side == theSideToMove {
			for i := range us {
				us[i] = c.side(i)
			}
		} else {
			us = c.sides[side][:c.n]
		}
		quad.ThreatsBatch(c.threats[side], c.boards, us)
	}
	return c.threats[side]
}

// checkersOf returns the pieces that give check to the side to move.
func (c *Computer) checkersOf() []uint64 {
	if c.checkers == nil {
		c.checkers = c.threatsTo(theSideToMove).Checkers
	}
	return c.checkers
}

// attackedBy returns the squares that the pieces of side attack or defend.
func (c *Computer) attackedBy(side quad.Color) []uint64 {
	if c.done&(partThreats<<side.Other()) != 0 {
		return c.threats[side.Other()].Attacked
	}
	if c.once(partAttacked << side) {
		if c.attackedBuf[side] == nil {
			c.attackedBuf[side] = make([]uint64, MaxBatch)
		}
		c.attacked[side] = c.attackedBuf[side][:c.n]
		quad.AttacksBatch(c.attacked[side], c.boards, side)
	}
	return c.attacked[side]
}

func (c *Computer) side(i int) quad.Color { return c.batch.Side(i) }

func (c *Computer) board(i int) quad.Board { return c.boards.At(i) }

// moveFacts contains what a loop over a position's moves finds.
type moveFacts struct {
	checks uint16 // moves that give check
	quiet  bool   // not in check, and no capture wins material
}

// moves returns the facts about each position's moves, or zeros if the position is not
// legal.
func (c *Computer) moves() []moveFacts {
	if c.movesBuf == nil {
		c.movesBuf = make([]moveFacts, MaxBatch)
	}
	facts := c.movesBuf[:c.n]
	if c.once(partMoves) {
		for i := range facts {
			facts[i] = c.movesOf(i)
		}
	}
	return facts
}

func (c *Computer) movesOf(i int) (f moveFacts) {
	if !c.isLegal(i) {
		return f
	}
	p := c.batch.At(i)
	c.node.Set(&p)
	c.list = c.node.Append(c.list[:0], movegen.Captures|movegen.Underpromotions)
	f.quiet = !c.node.InCheck()
	for _, m := range c.list {
		if m.IsPromotion() && m.From()&7 == m.To()&7 {
			continue // AppendChecks finds its check, because it does not capture
		}
		if f.quiet && c.node.SEEAtLeast(p.PieceMove(m), 1, nil) {
			f.quiet = false
		}
		if c.node.GivesCheck(m) {
			f.checks++
		}
	}
	c.list = c.node.AppendChecks(c.list[:0])
	f.checks += uint16(len(c.list))
	return f
}
