package search

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A picker returns the moves of a node in order of promise: the hash move, captures that
// do not lose material, two quiet moves that refuted other positions at this ply
// (killers), other quiet moves by their history, and losing captures. It lists moves only
// when it needs them: a node that the hash move cuts off lists none.
type picker struct {
	node      *movegen.Node
	pos       *movegen.Position
	history   *[1 << 12]int32
	hash      movegen.Move
	killers   [2]movegen.Move
	noisyOnly bool
	stage     int
	moves     [256]movegen.Move // the node's list
	rated     []int64           // moves not yet returned: score<<16 | move
	losing    []int64           // losing captures, likewise
	room      [2][256]int64     // memory of rated and losing
}

// The stages of a picker.
const (
	tryHash = iota
	listNoisy
	pickNoisy
	tryKillers
	listQuiets = tryKillers + 2
	pickQuiets = listQuiets + 1
)

// start makes k the picker of a node: of all moves, or of captures and queen promotions
// that do not lose material.
func (k *picker) start(n *movegen.Node, p *movegen.Position, history *[1 << 12]int32, hash movegen.Move, killers [2]movegen.Move, noisyOnly bool) {
	k.node, k.pos, k.history, k.hash, k.killers, k.noisyOnly = n, p, history, hash, killers, noisyOnly
	k.stage, k.rated, k.losing = tryHash, k.room[0][:0], k.room[1][:0]
}

// pick returns the next move, or 0 after the last.
func (k *picker) pick() movegen.Move {
	if k.stage == tryHash {
		k.stage++
		if k.hash != 0 && k.node.IsLegal(k.hash) { // it may belong to another position
			return k.hash
		}
	}
	if k.stage == listNoisy {
		k.stage++
		for _, m := range k.node.Append(k.moves[:0], movegen.Captures|movegen.QueenPromotions) {
			victim, attacker := k.pos.Captured(m), k.pos.Moved(m)
			k.add(m, int64(16*victim.Order()+16*m.Promotion().Order()-attacker.Order()))
		}
	}
	if k.stage == pickNoisy {
		for r := k.best(); r != 0; r = k.best() {
			m := movegen.Move(r & 0xffff)
			if k.pos.SEEAtLeast(m, 0, &exchanges) {
				return m
			}
			k.losing = append(k.losing, r-1<<40) // below all quiet moves, in the same order
		}
		k.stage++
		if k.noisyOnly {
			k.stage = pickQuiets
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
		for _, m := range k.node.Append(k.moves[:0], movegen.Quiets|movegen.Underpromotions) {
			if m != k.killers[0] && m != k.killers[1] {
				k.add(m, int64(k.history[m&0xfff]))
			}
		}
	}
	return movegen.Move(k.best() & 0xffff)
}

// add lists a move unless it is the hash move.
func (k *picker) add(m movegen.Move, score int64) {
	if m != k.hash {
		k.rated = append(k.rated, score<<16|int64(m))
	}
}

// best removes the listed move with the highest score and returns score<<16 | move, or 0
// if none is left.
func (k *picker) best() int64 {
	if len(k.rated) == 0 {
		return 0
	}
	at := 0
	for i, r := range k.rated {
		if r > k.rated[at] {
			at = i
		}
	}
	best := k.rated[at]
	k.rated[at] = k.rated[len(k.rated)-1]
	k.rated = k.rated[:len(k.rated)-1]
	return best
}

// isNoisy reports whether m is a capture or promotes to a queen.
func (k *picker) isNoisy(m movegen.Move) bool {
	return k.pos.IsCapture(m) || m.Promotion() == quad.Queen
}
