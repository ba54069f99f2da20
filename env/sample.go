package env

import (
	"math"

	"github.com/koggestone/koggestone/movegen"
)

// Sample sets actions[i] to a legal action of game i, drawn at random with equal
// probabilities, or to 0 if the game is over. Each call draws the next number of the random
// stream of each game. Sample panics unless len(actions) is Len().
//
// It numbers the legal moves and selects one, without a list. If Step then plays these
// actions, it need not check them.
func (e *Env) Sample(actions []int32) {
	e.checkLen("Sample", len(actions), 1)
	each(e, actions, (*Env).sample)
}

func (e *Env) sample(lo, hi int, actions []int32) {
	var k [blockLen]uint16
	for i := lo; i < hi; i++ {
		k[i-lo] = uint16(below(&e.sampleStreams[i], uint64(e.counts[i])))
		if e.over[i] != Running {
			k[i-lo] = math.MaxUint16 // no move
		}
	}
	part := e.games.Slice(lo, hi)
	movegen.SelectMoveBatch(e.sampledMoves[lo:hi], part, k[:hi-lo])
	for i := lo; i < hi; i++ {
		action := int32(0)
		if m := e.sampledMoves[i]; m != 0 {
			action = e.Action(i, m)
		}
		actions[i], e.sampled[i] = action, action
	}
}
