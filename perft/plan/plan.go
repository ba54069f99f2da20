package plan

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/quad"
)

// MaxBlocks is the largest number of blocks of a plan.
const MaxBlocks = 1 << 20

// A Plan is a tree whose positions of one ply are divided into blocks. It is immutable, and
// several goroutines may use it.
type Plan struct {
	root       movegen.Position
	depth, ply int
	blocks     [][]perft.Weighted
	hash       Hash
}

// A Hash is the SHA-256 of a plan's text. Results contain it, so that results of different
// plans are not mixed up.
type Hash [32]byte

// String returns h in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// New returns a plan of the tree of depth plies below root, with the positions of the given
// ply, at most depth, in 1 to MaxBlocks blocks. Equal arguments give equal plans. It finds
// the positions with [perft.Expand] and opts, and returns its errors.
func New(ctx context.Context, root movegen.Position, depth, ply, blocks int, opts perft.Options) (*Plan, error) {
	if err := checkCut(depth, ply, blocks); err != nil {
		return nil, err
	}
	one := []perft.Weighted{{Board: root.Board, Side: root.Side, Ways: perft.Nodes{Lo: 1}}}
	positions, err := perft.Expand(ctx, one, ply, opts)
	if err != nil {
		return nil, err
	}
	p := &Plan{root: root, depth: depth, ply: ply, blocks: make([][]perft.Weighted, blocks)}
	for i, position := range positions {
		// Neighbours are similar, so dealing them in turn mixes all blocks alike.
		b := &p.blocks[i%blocks]
		*b = append(*b, position)
	}
	p.hash = p.computeHash()
	return p, nil
}

// Of returns the plan of the tree of depth plies below root with the given blocks of the
// positions of a ply. There are 1 to MaxBlocks blocks, and ply is at most depth. Each block
// is sorted by [perft.Weighted.Compare], without duplicates, and each position has at least
// one way. It does not check that moves lead to them from root. The caller must not change
// them afterwards.
func Of(root movegen.Position, depth, ply int, blocks [][]perft.Weighted) (*Plan, error) {
	if err := checkCut(depth, ply, len(blocks)); err != nil {
		return nil, err
	}
	side := root.Side ^ quad.Color(ply&1)
	for i, block := range blocks {
		for k := range block {
			switch {
			case block[k].Side != side:
				return nil, fmt.Errorf("plan: block %d, position %d: expected one with %v to move", i, k, side)
			case block[k].Ways == perft.Nodes{}:
				return nil, fmt.Errorf("plan: block %d, position %d: no ways: expected at least 1", i, k)
			case k > 0 && block[k-1].Compare(&block[k]) >= 0:
				return nil, fmt.Errorf("plan: block %d, position %d: expected one after the position before it", i, k)
			}
		}
	}
	p := &Plan{root: root, depth: depth, ply: ply, blocks: blocks}
	p.hash = p.computeHash()
	return p, nil
}

// checkCut returns an error if there is no plan of such numbers.
func checkCut(depth, ply, blocks int) error {
	switch {
	case depth < 0:
		return fmt.Errorf("plan: depth %d: expected at least 0", depth)
	case ply < 0 || ply > depth:
		return fmt.Errorf("plan: cut at ply %d: expected 0 to the depth, %d", ply, depth)
	case blocks < 1 || blocks > MaxBlocks:
		return fmt.Errorf("plan: %d blocks: expected 1 to %d", blocks, MaxBlocks)
	}
	return nil
}

// Root returns the position below which p counts.
func (p *Plan) Root() movegen.Position { return p.root }

// Depth returns the number of plies of the tree.
func (p *Plan) Depth() int { return p.depth }

// Ply returns the ply of the cut.
func (p *Plan) Ply() int { return p.ply }

// Blocks returns the number of blocks.
func (p *Plan) Blocks() int { return len(p.blocks) }

// Block returns the positions of block i, from 0, in the order of
// [perft.Weighted.Compare]. The caller must not change them. It panics if there is no
// such block.
func (p *Plan) Block(i int) []perft.Weighted { return p.blocks[i] }

// Hash returns the hash of the text of p.
func (p *Plan) Hash() Hash { return p.hash }

// Run counts the leaves below the positions of block i, each times its ways, by
// [perft.CountWeighted] with opts. The result depends on p and i alone.
func (p *Plan) Run(ctx context.Context, i int, opts perft.Options) (Result, error) {
	if i < 0 || i >= len(p.blocks) {
		return Result{}, fmt.Errorf("plan: block %d: expected 0 to %d", i, len(p.blocks)-1)
	}
	r, err := perft.CountWeighted(ctx, p.blocks[i], p.depth-p.ply, opts)
	if err != nil {
		return Result{}, err
	}
	return Result{Plan: p.hash, Block: i, Blocks: len(p.blocks), Nodes: r.Nodes}, nil
}
