package main

import (
	"fmt"
	"math"
)

// A score counts the results of the first engine.
type score struct {
	games [3]int // lost, drawn, won
	pairs [5]int // by half points in the two games of a pair
}

// add adds the half points of the two games of a pair.
func (s *score) add(first, second int) {
	s.games[first]++
	s.games[second]++
	s.pairs[first+second]++
}

// n returns the number of games.
func (s *score) n() int { return s.games[0] + s.games[1] + s.games[2] }

// mean returns the mean score of a game and its standard error. The error is that of the
// pentanomial model: the two games of a pair have the same opening and are not independent,
// so that pairs are the samples.
func (s *score) mean() (mean, stderr float64) {
	pairs, sum, squares := 0.0, 0.0, 0.0
	for points, n := range s.pairs {
		x := float64(points) / 4
		pairs, sum, squares = pairs+float64(n), sum+float64(n)*x, squares+float64(n)*x*x
	}
	if pairs == 0 {
		return 0, 0
	}
	mean = sum / pairs
	variance := (squares - pairs*mean*mean) / max(pairs-1, 1)
	return mean, math.Sqrt(max(variance, 0) / pairs)
}

// elo returns the difference in Elo of a mean score, infinite for 0 and 1.
func elo(mean float64) float64 {
	return -400 * math.Log10(1/min(max(mean, 0), 1)-1)
}

// String describes the score and the difference in Elo with its interval of 95 %.
func (s *score) String() string {
	mean, stderr := s.mean()
	const sigmas = 1.959964
	return fmt.Sprintf("%d games: +%d =%d -%d, %.1f %%, pairs %v; Elo %+.0f, 95 %% from %+.0f to %+.0f (pentanomial)",
		s.n(), s.games[2], s.games[1], s.games[0], 100*mean, s.pairs,
		elo(mean), elo(mean-sigmas*stderr), elo(mean+sigmas*stderr))
}
