package plan

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/perft"
)

// A Result is the count below one block of a plan.
type Result struct {
	Plan   Hash
	Block  int // from 0
	Blocks int // of the plan
	Nodes  perft.Nodes
}

// A Sum adds up the results of a plan, in any order. The zero Sum has none.
type Sum struct {
	plan   Hash
	nodes  []perft.Nodes // by block
	have   []bool        // by block
	blocks int           // how many of them
}

// Add adds r. A block that was added before counts once, and its two results must agree.
// Add returns an error and leaves s unchanged if they do not agree, if r belongs to
// another plan than the results before, or if the plan has no such block.
func (s *Sum) Add(r Result) error {
	switch {
	case r.Blocks < 1 || r.Blocks > MaxBlocks:
		return fmt.Errorf("plan: result of %d blocks: expected 1 to %d", r.Blocks, MaxBlocks)
	case r.Block < 0 || r.Block >= r.Blocks:
		return fmt.Errorf("plan: result of block %d: expected 0 to %d", r.Block, r.Blocks-1)
	case s.have == nil:
		s.plan = r.Plan
		s.nodes, s.have = make([]perft.Nodes, r.Blocks), make([]bool, r.Blocks)
	case r.Plan != s.plan || r.Blocks != len(s.have):
		return fmt.Errorf("plan: result of plan %v with %d blocks: expected plan %v with %d, as before", r.Plan, r.Blocks, s.plan, len(s.have))
	}
	if s.have[r.Block] {
		if r.Nodes != s.nodes[r.Block] {
			return fmt.Errorf("plan: block %d: %v nodes: expected %v, as in another result of this block", r.Block, r.Nodes, s.nodes[r.Block])
		}
		return nil
	}
	s.nodes[r.Block], s.have[r.Block] = r.Nodes, true
	s.blocks++
	return nil
}

// Plan returns the hash of the plan whose results were added, and the number of its
// blocks, 0 if there are none.
func (s *Sum) Plan() (Hash, int) { return s.plan, len(s.have) }

// Missing returns the blocks without a result.
func (s *Sum) Missing() (blocks []int) {
	for i, have := range s.have {
		if !have {
			blocks = append(blocks, i)
		}
	}
	return blocks
}

// Nodes returns the sum of all results. It returns an error if no result was added,
// if blocks are missing, or if the sum has more than 128 bits.
func (s *Sum) Nodes() (perft.Nodes, error) {
	if s.have == nil {
		return perft.Nodes{}, fmt.Errorf("plan: no results: expected one for each block")
	}
	if s.blocks < len(s.have) {
		return perft.Nodes{}, fmt.Errorf("plan: blocks without a result: %s (of 0 to %d)", listRanges(s.Missing()), len(s.have)-1)
	}
	var sum perft.Nodes
	for _, n := range s.nodes {
		before := sum
		if sum = sum.Add(n); sum.Cmp(before) < 0 {
			return perft.Nodes{}, fmt.Errorf("plan: the sum has more than 128 bits")
		}
	}
	return sum, nil
}

// listRanges returns "0, 3-5, 9" of increasing numbers, the first ones of many.
func listRanges(numbers []int) string {
	const most = 10
	var b strings.Builder
	for ranges := 0; len(numbers) > 0; ranges++ {
		if ranges > 0 {
			b.WriteString(", ")
		}
		if ranges == most {
			fmt.Fprintf(&b, "... (%d more)", len(numbers))
			break
		}
		k := 1
		for k < len(numbers) && numbers[k] == numbers[0]+k {
			k++
		}
		fmt.Fprint(&b, numbers[0])
		if k > 1 {
			fmt.Fprintf(&b, "-%d", numbers[k-1])
		}
		numbers = numbers[k:]
	}
	return b.String()
}
