package quad

import (
	"github.com/koggestone/koggestone/asm/emit"
)

// The sets of quad.Threats, in the order of the struct.
const (
	byPawn = iota
	byKnight
	byBishop
	byRook
	byQueen
	byKing
	attacked
	danger
	checkers
	checkMask
	pinned
	pinners
	pawnChecks
	knightChecks
	bishopChecks
	rookChecks
	discoverers
	threatSets
)

// A sight is what the fills of three planes tell of a direction, or of several
// directions in lanes:
//
//	          them  mark  king
//	our king    0     0     1
//	their king  0     1     1
//	our slider  0     1     0      of the kinds that move along the direction
//	their queen 1     1     0
//	their other 1     0     0      bishop or rook, whichever moves that way
type sight struct {
	v                *emit.ISA
	them, mark, king emit.Vec
}

func (s sight) other() emit.Vec { return s.v.NotAnd(s.mark, s.them) }

func (s sight) queen() emit.Vec { return s.v.And(s.them, s.mark) }

func (s sight) ourKing() emit.Vec { return s.v.NotAnd(s.mark, s.king) }

func (s sight) theirKing() emit.Vec { return s.v.And(s.king, s.mark) }

func (s sight) ours() emit.Vec {
	v := s.v
	return v.Formula(emit.TA&^(emit.TB|emit.TC), s.mark, s.them, s.king, func() emit.Vec {
		return v.NotAnd(s.them, v.NotAnd(s.king, s.mark))
	})
}
