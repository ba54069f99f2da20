package perft

import (
	"cmp"
	"context"
	"errors"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A Weighted is a position and the number of ways that lead to it: of sequences of moves
// from some root. It has no clocks, which do not matter to a count. Two are of the same
// position if board and side are equal.
type Weighted struct {
	Board quad.Board // pieces, castling rights, en-passant target
	Side  quad.Color // the side to move
	Ways  Nodes
}

// Position returns the position of w, with the clocks of a game's start.
func (w *Weighted) Position() movegen.Position {
	return movegen.Position{Board: w.Board, Side: w.Side, FullMoves: 1}
}

// Compare returns -1, 0 or +1 as the position of w comes before that of v in the
// order of side and words of the board, is the same, or comes after it. It does not
// compare the ways.
func (w *Weighted) Compare(v *Weighted) int {
	for k := range sortWords {
		if c := cmp.Compare(w.word(k), v.word(k)); c != 0 {
			return c
		}
	}
	return 0
}

// CountWeighted counts the leaves depth plies below each of positions, multiplies each count
// by the ways of the position, and returns the sum. For depth 0 that is the sum of the ways. A
// position may occur several times. Errors are those of [Count]; Stats or a Checkpoint in
// opts is also an error. Result.Unique is empty.
func CountWeighted(ctx context.Context, positions []Weighted, depth int, opts Options) (Result, error) {
	j, err := newJob(ctx, positions, depth, 0, &opts)
	if err != nil {
		return Result{}, err
	}
	defer j.end(nil)
	switch {
	case opts.Stats:
		return Result{}, errors.New("perft: Stats: expected none with weighted positions")
	case opts.Checkpoint != nil:
		return Result{}, errCheckpoint
	}
	if !opts.Merge || depth < 2 {
		return j.count(positions, depth)
	}
	var results []Result
	m := newMerger(j)
	defer m.mem.unmap()
	for _, side := range bySide(positions) {
		r, err := m.count(side, depth)
		if err != nil {
			return Result{}, err
		}
		results = append(results, r)
	}
	sum := j.sum(results)
	return Result{Nodes: sum.Nodes}, j.err()
}

// Expand plays the given number of plies from positions. It returns each position that is
// reached once, with the number of ways that lead to it, in the order of [Weighted.Compare].
// For 0 plies it returns the given positions, sorted and merged.
//
// Expand returns an error if the positions of a ply do not fit in opts.Memory, which does not
// include the returned slice. Other errors are those of [Count]. opts.Merge, Stats and
// Checkpoint are ignored.
func Expand(ctx context.Context, positions []Weighted, plies int, opts Options) ([]Weighted, error) {
	opts.Merge, opts.Stats, opts.Checkpoint = true, false, nil
	j, err := newJob(ctx, positions, plies, 0, &opts)
	if err != nil {
		return nil, err
	}
	defer j.end(nil)
	if plies == 0 {
		all := j.addEqual(sorted(positions))
		return all, j.err()
	}
	m := newMerger(j)
	defer m.mem.unmap()
	m.onRefusal = endJob
	var all []Weighted
	for _, side := range bySide(positions) {
		if all, err = m.appendPly(all, side, plies); err != nil {
			return nil, err
		}
	}
	return sorted(all), nil
}

// addEqual leaves one of equal neighbours, with the sum of their ways.
func (j *job) addEqual(positions []Weighted) []Weighted {
	n := 0
	for i := range positions {
		if p := &positions[i]; n > 0 && positions[n-1].Compare(p) == 0 {
			j.addNodes(&positions[n-1].Ways, p.Ways)
		} else {
			positions[n] = *p
			n++
		}
	}
	return positions[:n]
}

// bySide returns positions with white to move and those with black to move, as far as
// there are any.
func bySide(positions []Weighted) (sides [][]Weighted) {
	var of [2][]Weighted
	for i := range positions {
		if side := positions[i].Side; side != positions[0].Side {
			for _, p := range positions {
				of[p.Side] = append(of[p.Side], p)
			}
			return of[:]
		}
	}
	if len(positions) > 0 {
		sides = append(sides, positions)
	}
	return sides
}
