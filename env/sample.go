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
func (e *Env) Sample(actions []int32) { Subset{e: e}.Sample(actions) }

// Sample is [Env.Sample] for the games of the subset.
func (s Subset) Sample(actions []int32) {
	s.checkLen("Sample", len(actions), 1)
	each(s, actions, Subset.sample)
}

func (s Subset) sample(lo, hi int, actions []int32) {
	e := s.e
	var numbers [blockLen]uint16
	k, moves := numbers[:hi-lo], e.moves[lo:hi]
	for j := range k {
		i := s.index(lo + j)
		k[j] = uint16(below(&e.sampleStreams[i], uint64(e.counts[i])))
		if e.over[i] != Running {
			k[j] = math.MaxUint16 // no move
		}
	}
	movegen.SelectMoveBatch(moves, s.part(lo, hi), k)
	for j, m := range moves {
		i := s.index(lo + j)
		action := int32(0)
		if m != 0 {
			action = e.Action(i, m)
		}
		actions[lo+j], e.sampled[i], e.sampledMoves[i] = action, action, m
	}
}
