// Code generated from examples/engine/pick.go by go generate. DO NOT EDIT.

package deltas

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A picker gives the moves of a node, the most promising first: the move from the table,
// captures that lose no material, two quiet moves that refuted other positions at
// this ply (killers), then quiet moves by what they did elsewhere, and captures that
// lose. It lists moves only when those before them did not do: a node that the move
// from the table cuts off lists none.
type picker struct {
	node      *movegen.Node
	pos       *movegen.Position
	history   *[1 << 12]int32
	hash      movegen.Move
	killers   [2]movegen.Move
	noisyOnly bool
	stage     int
	moves     [256]movegen.Move // where the node lists
	rated     []int64           // moves not yet returned, each below its score
	losing    []int64
	room      [2][256]int64 // of the two
}

// The stages of a picker.
const (
	tryHash = iota
	listNoisy
	giveNoisy
	tryKillers
	listQuiets = tryKillers + 2
	giveQuiets = listQuiets + 1
)

// start makes k the picker of a node, for captures and promotions only or for all moves.
func (k *picker) start(n *movegen.Node, p *movegen.Position, history *[1 << 12]int32, hash movegen.Move, killers [2]movegen.Move, noisyOnly bool) {
	k.node, k.pos, k.history, k.hash, k.killers, k.noisyOnly = n, p, history, hash, killers, noisyOnly
	k.stage, k.rated, k.losing = tryHash, k.room[0][:0], k.room[1][:0]
}

// pick returns the next move, 0 at the end.
func (k *picker) pick() movegen.Move {
	if k.stage == tryHash {
		k.stage++
		if k.hash != 0 && k.node.IsLegal(k.hash) { // it may be of another position
			return k.hash
		}
	}
	if k.stage == listNoisy {
		k.stage++
		b := &k.pos.Board
		for _, m := range k.node.Append(k.moves[:0], movegen.Captures|movegen.QueenPromotions) {
			victim, attacker := b.At(m.To()).Kind(), b.At(m.From()).Kind()
			k.add(m, int64(16*victim.Order()+16*m.Promotion().Order()-attacker.Order()))
		}
	}
	if k.stage == giveNoisy {
		for m := k.best(); m != 0; m = k.best() {
			if k.pos.SEEAtLeast(m, 0, &exchanges) {
				return m
			}
			k.losing = append(k.losing, int64(m)-1<<40)
		}
		k.stage++
		if k.noisyOnly {
			k.stage = giveQuiets
		}
	}
	for k.stage < listQuiets {
		m := &k.killers[k.stage-tryKillers]
		again := k.stage > tryKillers && *m == k.killers[0]
		k.stage++
		if !again && *m != k.hash && !k.isNoisy(*m) && k.node.IsLegal(*m) {
			return *m
		}
		*m = 0
	}
	if k.stage == listQuiets {
		k.stage++
		k.rated = append(k.rated[:0], k.losing...)
		for _, m := range k.node.Append(k.moves[:0], movegen.Quiets) {
			if m != k.killers[0] && m != k.killers[1] {
				k.add(m, int64(k.history[m&0xfff]))
			}
		}
	}
	return k.best()
}

// add lists a move, but for the one from the table.
func (k *picker) add(m movegen.Move, score int64) {
	if m != k.hash {
		k.rated = append(k.rated, score<<16|int64(m))
	}
}

// best takes the listed move with the highest score, 0 at the end.
func (k *picker) best() movegen.Move {
	if len(k.rated) == 0 {
		return 0
	}
	at := 0
	for i, r := range k.rated {
		if r > k.rated[at] {
			at = i
		}
	}
	m := movegen.Move(k.rated[at] & 0xffff)
	k.rated[at] = k.rated[len(k.rated)-1]
	k.rated = k.rated[:len(k.rated)-1]
	return m
}

// isNoisy reports whether m is a capture or promotes to a queen.
func (k *picker) isNoisy(m movegen.Move) bool {
	return k.pos.IsCapture(m) || m.Promotion() == quad.Queen
}
