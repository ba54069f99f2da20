package records

import (
	"bytes"
	"math"
	"strconv"

	"github.com/koggestone/koggestone/quad"
)

const (
	LongestMate = 500  // the most moves to mate in an evaluation
	MostPawns   = 1000 // the largest evaluation
)

// evaluation returns White's evaluation in a comment of a game. It is in pawns, or 1000 minus the
// moves to mate, and negative if Black mates. If there are 0 moves to mate, with or without a
// sign, the side to move has been mated. Other text is NaN.
func evaluation(text []byte, side quad.Color) float64 {
	if mate, ok := bytes.CutPrefix(text, []byte("#")); ok {
		n, err := strconv.Atoi(StringOf(mate))
		if err != nil {
			return math.NaN()
		}
		return MateScore(float64(n), side)
	}
	x, err := strconv.ParseFloat(StringOf(text), 64)
	if err != nil || len(bytes.Trim(text, "+-.0123456789")) != 0 || math.Abs(x) > MostPawns {
		return math.NaN()
	}
	return x
}

// MateScore returns the evaluation for n moves until mate, which is negative if White is mated. If n is 0, the side to move is mated.
func MateScore(n float64, side quad.Color) float64 {
	x := MostPawns - min(math.Abs(n), LongestMate)
	if n < 0 || n == 0 && side == quad.White {
		return -x
	}
	return x
}
