package records

import (
	"bytes"
	"math"
	"strconv"

	"github.com/koggestone/koggestone/quad"
)

const (
	longestMate = 500  // the most moves to mate in an evaluation
	mostPawns   = 1000 // the largest evaluation
)

// evaluation returns White's evaluation in a comment of a game. It is in pawns, or 1000 minus the
// moves to mate, and negative if Black mates. If there are 0 moves to mate, with or without a
// sign, the side to move has been mated. Other text is NaN.
func evaluation(text []byte, side quad.Color) float64 {
	if mate, ok := bytes.CutPrefix(text, []byte("#")); ok {
		n, err := strconv.Atoi(stringOf(mate))
		if err != nil {
			return math.NaN()
		}
		return mateScore(float64(n), side)
	}
	x, err := strconv.ParseFloat(stringOf(text), 64)
	if err != nil || len(bytes.Trim(text, "+-.0123456789")) != 0 || math.Abs(x) > mostPawns {
		return math.NaN()
	}
	return x
}

// mateScore returns the evaluation for n moves until mate, which is negative if White is mated. If n is 0, the side to move is mated.
func mateScore(n float64, side quad.Color) float64 {
	x := mostPawns - min(math.Abs(n), longestMate)
	if n < 0 || n == 0 && side == quad.White {
		return -x
	}
	return x
}
