// Package search is one small alpha-beta search over two libraries: as a search it is
// poor (material alone, a fixed depth, no hash table), but it is the same, move for
// move, so that the nodes a second tell what the libraries' calls take in a search.
package search

import "slices"

// A position is what the search asks a library for. Methods of a node refer to a ply: 0
// is the root, and play makes the position at ply+1.
type position interface {
	// moves lists the legal moves at ply, or its captures and promotions to a queen
	// alone, each below what orders it: see rate.
	moves(ply int, noisy bool) []uint64
	play(ply int, move uint64)
	inCheck(ply int) bool
	// material is for the side to move.
	material(ply int) int
}

// rate returns a number that orders moves, with the library's own 16 bits for the move at
// its end: the most valuable victim by the least valuable attacker first, ties by
// squares. Kinds count from 1, pawn, to 6, king; 0 is none.
func rate(from, to, attacker, victim, promotion int, move uint16) uint64 {
	return uint64(16*victim+16*promotion-attacker+16)<<32 | uint64(from)<<26 | uint64(to)<<20 | uint64(promotion)<<16 | uint64(move)
}

const (
	maxPly = 64
	mate   = 30000
)

// values are those of the kinds.
var values = [7]int{0, 100, 300, 300, 500, 900, 0}

// A searcher searches by one library.
type searcher[P position] struct {
	at    P
	nodes uint64
}

// negamax returns the score at ply for its side to move, depth plies deep and then
// until no capture wins.
func (s *searcher[P]) negamax(ply, depth, alpha, beta int) int {
	s.nodes++
	quiescent := depth <= 0
	check := s.at.inCheck(ply)
	if quiescent && !check {
		alpha = max(alpha, s.at.material(ply))
		if alpha >= beta || ply >= maxPly-1 {
			return alpha
		}
	}
	moves := s.at.moves(ply, quiescent && !check)
	if len(moves) == 0 {
		switch {
		case check:
			return ply - mate
		case !quiescent:
			return 0
		}
		return alpha
	}
	if ply >= maxPly-1 {
		return alpha
	}
	slices.SortFunc(moves, func(a, b uint64) int { return int(b) - int(a) })
	for _, m := range moves {
		s.at.play(ply, m)
		alpha = max(alpha, -s.negamax(ply+1, depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}
