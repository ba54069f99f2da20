package perft

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A Weighted is a position with the number of ways that lead to it, which are sequences of
// moves from some root. It has no clocks, because they do not affect a count. Two positions
// are equal if board and side are equal.
type Weighted struct {
	Board quad.Board // pieces, castling rights, en-passant target
	Side  quad.Color // the side to move
	Ways  Uint128
}

// Position returns the position, with the clocks as at the start of a game.
func (w *Weighted) Position() movegen.Position {
	return movegen.Position{Board: w.Board, Side: w.Side, FullMoves: 1}
}

// Compare orders positions by side, and then by the board's words. It returns -1 if w comes before
// v, 0 if the positions are equal, and +1 otherwise. It ignores the ways.
func (w *Weighted) Compare(v *Weighted) int {
	for k := range sortWords {
		if c := cmp.Compare(w.word(k), v.word(k)); c != 0 {
			return c
		}
	}
	return 0
}

// CountWeighted counts the leaves depth plies below each position, multiplies each count by
// the position's ways, and returns the sum. At depth 0 this is the sum of the ways. A
// position can occur several times. CountWeighted returns the same errors as [Count], and an
// error if opts has Stats. Result.Unique is empty.
func CountWeighted(ctx context.Context, positions []Weighted, depth int, opts Options) (Result, error) {
	j, err := newJob(ctx, positions, depth, 0, &opts)
	if err != nil {
		return Result{}, err
	}
	defer j.end(nil)
	if opts.Stats {
		return Result{}, errors.New("perft: Stats: expected false with weighted positions, found true")
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

// Expand plays the given number of plies from positions. It returns each position that can be
// reached once, with the number of ways that lead to it, in the order of [Weighted.Compare].
// If plies is 0, it returns the given positions, sorted and merged.
//
// Expand returns an error if a ply does not fit in opts.Memory, which does not include the
// returned slice. Otherwise it returns the same errors as [Count]. It ignores opts.Merge and
// Stats.
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

// [Weighted.Compare] compares sortWords words.
const sortWords = 5

// word returns word k of the position. Word 0 is the most significant.
func (w *Weighted) word(k int) uint64 {
	switch k {
	case 0:
		return uint64(w.Side)
	case 1:
		return w.Board.G0
	case 2:
		return w.Board.G1
	case 3:
		return w.Board.G2
	}
	return w.Board.GB
}

// A sortKey stands for a position while positions are sorted.
type sortKey struct {
	word  uint64 // one word of the position
	index int    // index of the position
}

// sorted sorts positions in the order of [Weighted.Compare]. It sorts one-word keys, and then
// sorts equal keys by the next word. Sorting the positions themselves would take twice as
// long, because they are large.
func sorted(positions []Weighted) []Weighted {
	keys := make([]sortKey, len(positions))
	for i := range keys {
		keys[i].index = i
	}
	sortByWord(keys, positions, 0)
	out := make([]Weighted, len(positions))
	for i := range keys {
		out[i] = positions[keys[i].index]
	}
	return out
}

// sortByWord sorts keys by word k of their positions. All words before it are equal.
func sortByWord(keys []sortKey, positions []Weighted, k int) {
	for i := range keys {
		keys[i].word = positions[keys[i].index].word(k)
	}
	slices.SortFunc(keys, func(a, b sortKey) int { return cmp.Compare(a.word, b.word) })
	if k == sortWords-1 {
		return
	}
	for i := 0; i < len(keys); {
		n := 1
		for i+n < len(keys) && keys[i+n].word == keys[i].word {
			n++
		}
		if n > 1 {
			sortByWord(keys[i:i+n], positions, k+1)
		}
		i += n
	}
}
