package quad

import (
	"github.com/koggestone/koggestone/asm/emit"
	library "github.com/koggestone/koggestone/quad"
)

// The sets of Threats by index: the kernels write the struct as an array.
var (
	threatSet = inWords(emit.Offsets[library.Threats]())

	byPawn, byKnight, byBishop              = threatSet("ByPawn"), threatSet("ByKnight"), threatSet("ByBishop")
	byQueen, byKing, attacked               = threatSet("ByQueen"), threatSet("ByKing"), threatSet("Attacked")
	danger, checkers, checkMask             = threatSet("Danger"), threatSet("Checkers"), threatSet("CheckMask")
	pinned, pinners, pawnChecks             = threatSet("Pinned"), threatSet("Pinners"), threatSet("PawnChecks")
	knightChecks, bishopChecks, discoverers = threatSet("KnightChecks"), threatSet("BishopChecks"), threatSet("Discoverers")
)

// inWords returns offsets in eight-byte words.
func inWords(offset func(field string) int) func(field string) int {
	return func(field string) int { return offset(field) / 8 }
}

// A sight is the result of filling three planes in one direction, or in several
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
