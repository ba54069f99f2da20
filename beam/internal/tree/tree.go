// Package tree counts a tree of legal moves as a pipeline of Apache Beam.
//
// An element is a [Block]: sorted positions of one ply, each once, with the number of
// ways that lead to it, in 128 bits. A ply is played in three steps:
//
//	play    block -> (shard, block): its children, merged and sorted, cut by shard
//	group   by shard: Beam's GroupByKey
//	merge   (shard, blocks) -> blocks: equal positions of all blocks become one
//
// A hash of the board selects the shard of a position. Positions are equal if their
// boards and sides to move are equal. Below the ply of the cut, the leaves of each block
// are counted, multiplied by the ways, and added up.
//
// The result of each step, by package perft, only depends on its element. If a block is
// retried, it produces the same result, and Beam drops the results of failed attempts,
// so the block counts once.
package tree

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// A Tree describes what to count and how. The workers receive it as JSON.
type Tree struct {
	FEN      string // root of the tree
	Depth    int    // plies
	Ply      int    // ply of the cut, at most Depth; positions are merged down to this ply
	Shards   int    // number of shards of a ply
	BlockLen int    // largest number of positions of a block
	Workers  int    // number of threads that count below a block, at least 1
	Divide   bool   // count below each move of the root; positions are merged below each
	Results  string // directory on any file system to store results of blocks in; empty if they are not stored
}

// Validate returns an error if t is not valid.
func (t *Tree) Validate() error {
	_, err := movegen.ParseFEN(t.FEN)
	switch {
	case err != nil:
		return err
	case t.Depth < 0 || t.Divide && t.Depth < 1:
		return fmt.Errorf("depth: expected at least %d, found %d", one(t.Divide), t.Depth)
	case t.Ply < one(t.Divide) || t.Ply > t.Depth:
		return fmt.Errorf("ply: expected %d to %d, the depth, found %d", one(t.Divide), t.Depth, t.Ply)
	case t.Shards < 1 || t.Shards > 1<<20:
		return fmt.Errorf("shards: expected 1 to %d, found %d", 1<<20, t.Shards)
	case t.BlockLen < 1 || t.BlockLen > 1<<24:
		return fmt.Errorf("blocks: expected 1 to %d positions, found %d", 1<<24, t.BlockLen)
	case t.Workers < 1 || t.Workers > perft.MaxWorkers:
		return fmt.Errorf("workers: expected 1 to %d, found %d", perft.MaxWorkers, t.Workers)
	}
	return nil
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Moves returns the root's moves, in the order of Block.Move.
func (t *Tree) Moves() []movegen.Move {
	p, _ := movegen.ParseFEN(t.FEN)
	return p.AppendLegalMoves(nil)
}

// roots returns the first blocks: the root, or with Divide its children.
func (t *Tree) roots() (blocks []Block) {
	root, _ := movegen.ParseFEN(t.FEN)
	weighted := func(p movegen.Position) []perft.Weighted {
		return []perft.Weighted{{Board: p.Board, Side: p.Side, Ways: perft.Uint128{Lo: 1}}}
	}
	if !t.Divide {
		return []Block{{Positions: weighted(root)}}
	}
	for i, m := range t.Moves() {
		blocks = append(blocks, Block{Move: i + 1, Positions: weighted(root.Play(m))})
	}
	return blocks
}

// Build appends the steps that count t, which must be valid. It returns the counts as KVs of a name
// and [perft.Uint128]. Each name occurs once; it is NodesName, or a result of UniqueName or MoveName.
func (t *Tree) Build(s beam.Scope) beam.PCollection {
	counts := []beam.PCollection{beam.ParDo(s.Scope("begin"), &beginFn{}, beam.Impulse(s))}
	if roots := t.roots(); len(roots) > 0 {
		blocks := beam.CreateList(s.Scope("root"), roots)
		for ply := one(t.Divide) + 1; ply <= t.Ply; ply++ {
			s := s.Scope(fmt.Sprintf("ply %d", ply))
			children := beam.ParDo(s, &playFn{*t}, blocks)
			var count beam.PCollection
			blocks, count = beam.ParDo2(s, &mergeFn{*t, ply}, beam.GroupByKey(s, children))
			counts = append(counts, count)
		}
		counts = append(counts, beam.ParDo(s.Scope("count"), &countFn{*t}, blocks))
	}
	s = s.Scope("sum")
	return beam.CombinePerKey(s, &sumFn{}, beam.Flatten(s, counts...))
}

// NodesName names the count of leaves.
const NodesName = "nodes"

// UniqueName names the count of different positions in a ply. With Divide, a position
// counts once for each move that leads to it.
func UniqueName(ply int) string { return fmt.Sprintf("unique %d", ply) }

// MoveName names the count of leaves below the root's move i, counted from 1.
func MoveName(i int) string { return fmt.Sprintf("move %d", i) }

func init() { register.Function2x1(line) }

// line returns the text of a count.
func line(name string, n perft.Uint128) string { return name + "\t" + n.String() }

// Write appends a step that writes counts to a file.
func Write(s beam.Scope, file string, counts beam.PCollection) {
	s = s.Scope("write")
	textio.Write(s, file, beam.ParDo(s, line, counts))
}

// Read returns the counts that Write wrote, by name.
func Read(r io.Reader) (map[string]perft.Uint128, error) {
	counts := map[string]perft.Uint128{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		name, number, _ := strings.Cut(lines.Text(), "\t")
		n, err := perft.ParseUint128(number)
		if err != nil {
			return nil, fmt.Errorf("line %d: expected a name, a tab and a number, found %q", len(counts)+1, lines.Text())
		}
		counts[name] = n
	}
	return counts, lines.Err()
}
