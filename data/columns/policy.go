package columns

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/policy"
	"github.com/koggestone/koggestone/quad"
)

// policyColumns returns the masks for policies.
func policyColumns() []*Column {
	const group = "policy"
	const alphaZero = "legal moves by AlphaZero's 73 planes, each the set of squares that such moves begin on"
	const turned = " seen from the side to move: for Black the ranks are turned over"
	const legalOnly = "; 0 where the position is not legal"
	return []*Column{
		{Name: "policy_alphazero", Group: group, Kind: Set, Width: planes, Unit: "squares", Doc: alphaZero + legalOnly,
			fill: func(c *Computer, d *Data, at int) { fillAlphaZero(c, d.Words[at:], false) }},
		{Name: "policy_alphazero_us", Group: group, Kind: Set, Width: planes, Unit: "squares", Doc: "as policy_alphazero, but" + turned,
			fill: func(c *Computer, d *Data, at int) { fillAlphaZero(c, d.Words[at:], true) }},
		{Name: "policy_leela_us", Group: group, Kind: Number, Width: leelaWords, Unit: "moves",
			Doc:  "legal moves by Leela's list of 1858, a bit each," + turned + legalOnly,
			fill: fillLeela},
	}
}

// The words of a mask, which are AlphaZero's planes: each bit is the square where a move
// begins.
const (
	planes     = 73
	leelaWords = 30
)

// fillAlphaZero sets the masks, either as the side to move sees them or as they are on the
// board.
func fillAlphaZero(c *Computer, dst []uint64, turned bool) {
	dst = dst[:planes*c.n]
	policy.AlphaZero.MaskBatch(dst, c.batch)
	for i := range c.n {
		row := (*[planes]uint64)(dst[planes*i:])
		if !c.isLegal(i) {
			*row = [planes]uint64{}
		} else if !turned && c.side(i) == quad.Black {
			turnPlanes(row)
		}
	}
}

// turnPlanes turns the board upside down: the squares, and the planes with north and south
// exchanged. Promotions to the west stay promotions to the west.
func turnPlanes(row *[planes]uint64) {
	old := *row
	for d := range 8 { // clockwise from north
		for k := range 7 {
			row[7*d+k] = koggestone.FlipRanks(old[7*((4-d)&7)+k])
		}
		row[56+d] = koggestone.FlipRanks(old[56+(3-d)&7])
	}
	for k := 64; k < planes; k++ {
		row[k] = koggestone.FlipRanks(old[k])
	}
}

func fillLeela(c *Computer, d *Data, at int) {
	dst := d.Words[at:][:leelaWords*c.n]
	policy.Leela.MaskBatch(dst, c.batch)
	for i := range c.n {
		if !c.isLegal(i) {
			clear(dst[leelaWords*i:][:leelaWords])
		}
	}
}
