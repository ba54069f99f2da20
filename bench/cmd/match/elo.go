package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A pair is the result of two games with one opening, in half points of engine A, which has White in the first.
type pair struct {
	number int
	games  [2]game
	fen    string
}

// String formats a pair as a line of the file of the results.
func (p pair) String() string {
	return fmt.Sprintf("%d\t%d\t%s\t%d\t%s\t%s", p.number, p.games[0].halves, p.games[0].end, p.games[1].halves, p.games[1].end, p.fen)
}

func parsePair(line string) (p pair, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 6 {
		return p, fmt.Errorf("expected 6 fields, found %d", len(fields))
	}
	for i, n := range []*int{&p.number, &p.games[0].halves, &p.games[1].halves} {
		field := fields[[]int{0, 1, 3}[i]]
		if *n, err = strconv.Atoi(field); err != nil || *n < 0 || i > 0 && *n > 2 {
			return p, fmt.Errorf("expected the number of a pair and half points from 0 to 2, found %q", field)
		}
	}
	p.games[0].end, p.games[1].end, p.fen = fields[2], fields[4], fields[5]
	return p, nil
}

// summary describes the results in one line, as A sees them.
func summary(results []pair) string {
	if len(results) == 0 {
		return "0 games"
	}
	var games [3]int // lost, drawn, won
	var pairs [5]int // by half points
	var faults [2]int
	for _, p := range results {
		pairs[p.games[0].halves+p.games[1].halves]++
		for _, g := range p.games {
			games[g.halves]++
			if g.isFault() {
				faults[g.halves/2]++ // B's if A won
			}
		}
	}
	score, low, high := interval(pairs)
	return fmt.Sprintf("%d games: A won %d, drew %d, lost %d (%.1f %%); Elo of A %+.1f, 95 %% from %+.1f to %+.1f; pairs with 0 to 4 half points: %d; games lost by faults: A %d, B %d",
		2*len(results), games[2], games[1], games[0], 100*score, elo(score), elo(low), elo(high), pairs, faults[0], faults[1])
}

// interval returns the mean score of pairs with 0 to 4 half points, and its bounds at 95 %. Both games of a pair have one opening,
// so their results depend on each other, and the variance is computed from pairs (pentanomial). If all pairs have the same result,
// the variance is unknown, and the bounds are 0 and 1.
func interval(pairs [5]int) (mean, low, high float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for halves, count := range pairs {
		n += float64(count)
		sum += float64(count) * float64(halves) / 4
	}
	mean = sum / n
	for halves, count := range pairs {
		squares += float64(count) * math.Pow(float64(halves)/4-mean, 2)
	}
	if squares == 0 {
		return mean, 0, 1
	}
	e := 1.959964 * math.Sqrt(squares/(n-1)/n)
	return mean, max(mean-e, 0), min(mean+e, 1)
}

// elo returns the difference in Elo that a score between 0 and 1 means.
func elo(score float64) float64 {
	return 400 * math.Log10(score/(1-score))
}
