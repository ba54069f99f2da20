package tree

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/koggestone/koggestone/beam/internal/files"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen/raylist"
	"github.com/koggestone/koggestone/perft"
)

var keptResults = beam.NewCounter("perft", "blocks with a result kept before")

// faults are set only by tests, to make blocks fail.
var faults struct {
	before func(b *Block) error                         // a block is counted
	after  func(positions []perft.Weighted) perft.Nodes // to add to their first count
}

// leaves returns the number of leaves below b. With t.Results it first looks for a stored result of the block, and
// otherwise stores the new result. The name of the file is a hash of everything that the result depends on.
func (t *Tree) leaves(ctx context.Context, b *Block) (perft.Nodes, error) {
	if t.Results == "" {
		return t.count(ctx, b)
	}
	positions := encodeBlock(Block{Positions: b.Positions})
	key := fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(positions, " depth %d", t.Depth-t.Ply)))
	file := strings.TrimSuffix(t.Results, "/") + "/" + key
	data, err := files.Read(ctx, file)
	if err != nil {
		return perft.Nodes{}, err
	}
	if data != nil {
		keptResults.Inc(ctx, 1)
		number, _, _ := strings.Cut(strings.TrimPrefix(string(data), "nodes "), "\n")
		n, err := perft.ParseNodes(number)
		if err != nil || string(data) != resultText(key, n) {
			return n, fmt.Errorf("%s: expected the result of this block, found %s; delete the file to count the block again", file, quote.Short(string(data)))
		}
		return n, nil
	}
	n, err := t.count(ctx, b)
	if err != nil {
		return n, err
	}
	return n, files.Write(ctx, file, []byte(resultText(key, n)))
}

// resultText returns the stored result of the block with a key: the number of leaves, and a hash of both.
func resultText(key string, n perft.Nodes) string {
	text := fmt.Sprintf("nodes %v\n", n)
	return fmt.Sprintf("%ssha256 %x\n", text, sha256.Sum256([]byte(key+text)))
}

// count counts the leaves below b, in two ways with t.Twice.
func (t *Tree) count(ctx context.Context, b *Block) (perft.Nodes, error) {
	if faults.before != nil {
		if err := faults.before(b); err != nil {
			return perft.Nodes{}, err
		}
	}
	n, err := t.below(ctx, b.Positions, perft.ModeAuto)
	if err != nil || !t.Twice {
		return n, err
	}
	other := perft.ModeSingle
	if perft.FastestMode() == perft.ModeBatch {
		other = perft.ModeBulk
	}
	again, err := t.below(ctx, b.Positions, other)
	if err != nil {
		return n, err
	}
	if again != n {
		return n, fmt.Errorf("%d positions of ply %d: %v leaves by mode %v, %v by mode %v: %s", len(b.Positions), t.Ply,
			n, perft.FastestMode(), again, other, t.differing(ctx, b.Positions, other))
	}
	return n, t.askRaylist(ctx, &b.Positions[len(b.Positions)/2])
}

// below counts the leaves below positions.
func (t *Tree) below(ctx context.Context, positions []perft.Weighted, mode perft.Mode) (perft.Nodes, error) {
	o := t.options()
	o.Mode = mode
	r, err := perft.CountWeighted(ctx, positions, t.Depth-t.Ply, o)
	if mode == perft.ModeAuto && faults.after != nil {
		r.Nodes = r.Nodes.Add(faults.after(positions))
	}
	return r.Nodes, err
}

// differing names the first positions with different counts, or all positions if the
// counts differ only in sum.
func (t *Tree) differing(ctx context.Context, positions []perft.Weighted, other perft.Mode) string {
	const most = 10
	var names, all []string
	for i := range positions {
		p := positions[i : i+1]
		a, err := t.below(ctx, p, perft.ModeAuto)
		b, otherErr := t.below(ctx, p, other)
		all = append(all, p[0].Position().FEN())
		if a != b || err != nil || otherErr != nil {
			names = append(names, fmt.Sprintf("%s (%v times: %v, %v)", p[0].Position().FEN(), p[0].Ways, a, b))
		}
		if len(names) == most {
			break
		}
	}
	if len(names) == 0 {
		return "no position differs alone; the positions are " + strings.Join(all, ", ")
	}
	return strings.Join(names, ", ")
}

// raylistDepth is the depth to which package raylist counts below one position of each
// block.
const raylistDepth = 3

// askRaylist compares the count below p with the count by package raylist.
func (t *Tree) askRaylist(ctx context.Context, p *perft.Weighted) error {
	depth := min(t.Depth-t.Ply, raylistDepth)
	position := p.Position()
	other, err := raylist.New(position)
	if err != nil {
		return nil // more pieces than it takes
	}
	r, err := perft.Count(ctx, position, depth, t.options())
	if err != nil {
		return err
	}
	if n := other.Perft(depth); r.Nodes != (perft.Nodes{Lo: n}) {
		return fmt.Errorf("%s: %v leaves at depth %d, %d by package raylist", position.FEN(), r.Nodes, depth, n)
	}
	return nil
}
