package env

import (
	"math"

	"github.com/koggestone/koggestone/movegen"
)

// Sample draws a legal action for each game, with equal probability for each action, or 0
// if the game is over. Each call advances the random streams of all games. Sample panics
// unless len(actions) is Len().
//
// It selects moves by number and never lists them. If you pass these actions to Step,
// Step does not check them again.
func (s selection) Sample(actions []int32) {
	s.checkLen("Sample", len(actions), 1)
	each(s, actions, selection.sample)
}

func (s selection) sample(lo, hi int, actions []int32) {
	e := s.e
	var numbers [blockLen]uint16
	k, moves := numbers[:hi-lo], e.moves[lo:hi]
	over := e.over
	streams, counts := e.sampleStreams[:len(over)], e.counts[:len(over)]
	sampled, sampledMoves := e.sampled[:len(over)], e.sampledMoves[:len(over)]
	for j := range k {
		i := s.index(lo + j)
		k[j] = uint16(below(&streams[i], uint64(counts[i])))
		if over[i] != Running {
			k[j] = math.MaxUint16 // no move
		}
	}
	movegen.SelectMoveBatch(moves, s.part(lo, hi), k)
	actions = actions[lo:hi][:len(moves)]
	for j, m := range moves {
		i := s.index(lo + j)
		action := int32(0)
		if m != 0 {
			action = e.Action(i, m)
		}
		actions[j], sampled[i], sampledMoves[i] = action, action, m
	}
}
