package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/asm/emit"
	library "github.com/koggestone/koggestone/quad"
)

// The sets of Threats by their index: the kernels write the struct as an array.
const (
	byPawn       = int(unsafe.Offsetof(library.Threats{}.ByPawn) / 8)
	byKnight     = int(unsafe.Offsetof(library.Threats{}.ByKnight) / 8)
	byBishop     = int(unsafe.Offsetof(library.Threats{}.ByBishop) / 8)
	byRook       = int(unsafe.Offsetof(library.Threats{}.ByRook) / 8)
	byQueen      = int(unsafe.Offsetof(library.Threats{}.ByQueen) / 8)
	byKing       = int(unsafe.Offsetof(library.Threats{}.ByKing) / 8)
	attacked     = int(unsafe.Offsetof(library.Threats{}.Attacked) / 8)
	danger       = int(unsafe.Offsetof(library.Threats{}.Danger) / 8)
	checkers     = int(unsafe.Offsetof(library.Threats{}.Checkers) / 8)
	checkMask    = int(unsafe.Offsetof(library.Threats{}.CheckMask) / 8)
	pinned       = int(unsafe.Offsetof(library.Threats{}.Pinned) / 8)
	pinners      = int(unsafe.Offsetof(library.Threats{}.Pinners) / 8)
	pawnChecks   = int(unsafe.Offsetof(library.Threats{}.PawnChecks) / 8)
	knightChecks = int(unsafe.Offsetof(library.Threats{}.KnightChecks) / 8)
	bishopChecks = int(unsafe.Offsetof(library.Threats{}.BishopChecks) / 8)
	rookChecks   = int(unsafe.Offsetof(library.Threats{}.RookChecks) / 8)
	discoverers  = int(unsafe.Offsetof(library.Threats{}.Discoverers) / 8)
)

// A sight is the result of the fills of three planes in one direction, or in several
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
