package tree

import (
	"slices"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// batchLen is the number of positions played together. Their children fit in a cache.
const batchLen = 256

// A player plays the moves of many positions together.
type player struct {
	parents, children movegen.Batch
	counts            [batchLen]uint16
	shards            [][]perft.Weighted
}

func newPlayer(shards int) *player { return &player{shards: make([][]perft.Weighted, shards)} }

// play plays all moves of positions and returns their children by shard, one for each
// move. Neighbours in a block share few children, so sorting them is cheaper than
// looking each up.
func (p *player) play(positions []perft.Weighted) [][]perft.Weighted {
	for chunk := range slices.Chunk(positions, batchLen) {
		p.parents.Reset()
		for i := range chunk {
			p.parents.Append(chunk[i].Position())
		}
		p.children.Reset()
		movegen.AppendChildrenBatch(&p.children, &p.parents)
		movegen.CountLegalBatch(p.counts[:len(chunk)], &p.parents)
		child := 0
		for i := range chunk {
			for range p.counts[i] {
				c := p.children.At(child)
				at := &p.shards[shardOf(&c.Board, len(p.shards))]
				*at = append(*at, perft.Weighted{Board: c.Board, Side: c.Side, Ways: chunk[i].Ways})
				child++
			}
		}
	}
	return p.shards
}
