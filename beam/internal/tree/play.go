package tree

import (
	"slices"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// batchLen is how many positions are played together. Their children fit in a cache.
const batchLen = 256

// A player plays the moves of many positions together.
type player struct {
	parents, children movegen.Batch
	counts            [batchLen]uint16
	shards            [][]perft.Weighted
}

func newPlayer(shards int) *player { return &player{shards: make([][]perft.Weighted, shards)} }

// play plays all moves from positions and returns the children by shard, one for each move.
// Neighbours in a block share few children, so sorting the children is cheaper than looking
// each up.
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

// merged merges sorted lists. It returns each position once, with the sum of its ways. It
// merges the lists in pairs, so that all memory is read in order.
func merged(lists [][]perft.Weighted) ([]perft.Weighted, error) {
	for len(lists) > 1 {
		half := lists[:0]
		for pair := range slices.Chunk(lists, 2) {
			list := pair[0]
			if len(pair) > 1 {
				var err error
				if list, err = merge(pair[0], pair[1]); err != nil {
					return nil, err
				}
			}
			half = append(half, list)
		}
		lists = half
	}
	if len(lists) == 0 {
		return nil, nil
	}
	return lists[0], nil
}

// merge merges two sorted lists.
func merge(a, b []perft.Weighted) ([]perft.Weighted, error) {
	out := make([]perft.Weighted, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch a[0].Compare(&b[0]) {
		case -1:
			out, a = append(out, a[0]), a[1:]
		case +1:
			out, b = append(out, b[0]), b[1:]
		default:
			ways, err := add(a[0].Ways, b[0].Ways)
			if err != nil {
				return nil, err
			}
			out = append(out, a[0])
			out[len(out)-1].Ways = ways
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...), nil
}
