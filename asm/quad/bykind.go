package quad

import (
	"fmt"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	library "github.com/koggestone/koggestone/quad"
)

// The sets of AttacksByKind by index: the kernels write the struct as an array.
const (
	kindPawn   = int(unsafe.Offsetof(library.AttacksByKind{}.ByPawn) / 8)
	kindKnight = int(unsafe.Offsetof(library.AttacksByKind{}.ByKnight) / 8)
	kindBishop = int(unsafe.Offsetof(library.AttacksByKind{}.ByBishop) / 8) // and ByRook after it
	kindQueen  = int(unsafe.Offsetof(library.AttacksByKind{}.ByQueen) / 8)
	kindKing   = int(unsafe.Offsetof(library.AttacksByKind{}.ByKing) / 8)
	kindAll    = int(unsafe.Offsetof(library.AttacksByKind{}.Attacked) / 8)
)

// byKindAVX512 emits the attacks of one side by kind: lanes are directions. Two fills share a
// chain, one of bishops and rooks alternating, one of queens. Leapers take one step.
func byKindAVX512() {
	v := emit.AVX512
	emit.Kernel("byKindAVX512", fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.ByKindSets))
	Doc("byKindAVX512 sets dst[k] to set k of AttacksByKind, the attacks on side us, which is 0 or 1.", "It works like byKindGeneric.")
	const words = 7
	frame := AllocLocal(8 * words)
	us := Load(Param("us"), GP64()).(reg.GPVirtual)
	s := scalarBoardOf(v, emit.Pointer("board"), us, frame)
	SHLQ(U8(3), us)
	side := sideTableOf(v, us)
	// Occupied, except by our kings.
	others := s.word(scalarWithout(s.occ, scalarAnd(s.kings, s.own)))
	queen := scalarAnd(s.queens(), s.foe)
	bishop := scalarXor(scalarAnd(s.diagonal, s.foe), queen)
	rook := scalarXor(scalarAnd(s.straight, s.foe), queen)
	bishops, rooks, queens := s.word(bishop), s.word(rook), s.word(queen)
	king := s.word(scalarAnd(s.kings, s.foe))
	pawns, knights := s.word(scalarAnd(s.pawns(), s.foe)), s.word(scalarAnd(s.knights(), s.foe))
	if s.words != words {
		panic("byKind: the frame has another size")
	}

	single := s.alternate(bishops, rooks)
	var byPawn, byKnight, bySingle, byQueen, byKing, all emit.Vec
	for b := range v.Bundles {
		chain := b.ChainAround(s.all(others))
		bySingle = b.Onto(b.Fill(single, chain))
		byQueen = b.Onto(b.Fill(s.all(queens), chain))
		byKing = b.Onto(s.all(king))
		// Their pawns are only in the lanes in which they capture.
		byPawn = b.Onto(v.And(s.all(pawns), side.pawnLanes(0)))
		byKnight = jump(b, s.all(knights), leapersOf(b))
		all = v.Or(v.Or(v.Or(bySingle, byQueen), v.Or(byKing, byPawn)), byKnight)
	}
	two := func(a, b emit.Vec) func() emit.Vec { return func() emit.Vec { return twoLanes(v, a, b) } }
	orHalves(v, emit.Pointer("dst"), [4]func() emit.Vec{
		two(byPawn, byKnight), func() emit.Vec { return bySingle }, two(byQueen, byKing), two(byKing, all),
	}, kindPawn, kindBishop, kindQueen, kindKing)
	emit.Finish()
}

// twoLanes returns a register with the union of the lanes of a in its even words and that
// of b in its odd words.
func twoLanes(v *emit.ISA, a, b emit.Vec) emit.Vec {
	return v.Or(v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, a, b), v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, a, b))
}
