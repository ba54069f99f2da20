package perft

import (
	"cmp"
	"context"
	"errors"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A Weighted is a position and the number of ways to it, that is, of sequences of moves
// that lead to it from some root. It has no clocks, because they do not matter to a count. Two
// positions are equal if board and side are equal.
type Weighted struct {
	Board quad.Board // pieces, castling rights, en-passant target
	Side  quad.Color // the side to move
	Ways  Nodes
}

// Position returns the position of w, with the clocks at the start of a game.
func (w *Weighted) Position() movegen.Position {
	return movegen.Position{Board: w.Board, Side: w.Side, FullMoves: 1}
}

// Compare compares the positions of w and v by side, and then by the words of the board. It returns
// -1 if w comes before v, 0 if the positions are equal, and +1 otherwise. It ignores the ways.
func (w *Weighted) Compare(v *Weighted) int {
	for k := range sortWords {
		if c := cmp.Compare(w.word(k), v.word(k)); c != 0 {
			return c
		}
	}
	return 0
}

// CountWeighted counts the leaves depth plies below each position, multiplies each count
// by the ways of the position, and returns the sum. At depth 0 this is the sum of the ways. A
// position may occur several times. CountWeighted returns the same errors as [Count], and an
// error if opts has Stats. Result.Unique is empty.
func CountWeighted(ctx context.Context, positions []Weighted, depth int, opts Options) (Result, error) {
	j, err := newJob(ctx, positions, depth, 0, &opts)
	if err != nil {
		return Result{}, err
	}
	defer j.end(nil)
	if opts.Stats {
		return Result{}, errors.New("perft: Stats: expected none with weighted positions")
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
// include the returned slice. Otherwise it returns the same errors as [Count]. It ignores
// opts.Merge and Stats.
func Expand(ctx context.Context, positions []Weighted, plies int, opts Options) ([]Weighted, error) {
	opts.Merge, opts.Stats = true, false
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
	m.mustFit = true
	var all []Weighted
	for _, side := range bySide(positions) {
		if all, err = m.appendPly(all, side, plies); err != nil {
			return nil, err
		}
	}
	return sorted(all), nil
}

// addEqual merges equal neighbours and adds their ways.
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

// bySide separates positions by the side to move.
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
