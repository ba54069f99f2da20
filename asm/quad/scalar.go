package quad

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// A scalarBoard computes the initial sets of the AVX-512 kernels of one position in general
// registers, because the vector instructions do not use their ports. It stores them as words in
// the frame, because a broadcast from memory also needs no vector port.
type scalarBoard struct {
	v                         *emit.ISA
	frame                     Mem
	words                     int
	g                         [4]reg.GPVirtual
	occ, own, foe             reg.GPVirtual
	kings, diagonal, straight reg.GPVirtual // kings kings of both sides
	loaded                    map[int]emit.Vec
}

// scalarBoardOf loads a board of four planes, seen by side us, or by White if us is nil.
// The words are stored in frame.
func scalarBoardOf(v *emit.ISA, board Mem, us reg.GPVirtual, frame Mem) *scalarBoard {
	s := &scalarBoard{v: v, frame: frame, loaded: map[int]emit.Vec{}}
	for i := range s.g {
		s.g[i] = GP64()
		MOVQ(board.Offset(8*i), s.g[i])
	}
	g := &s.g
	s.occ = scalarOr(scalarOr(g[0], g[1]), g[2])
	if us == nil {
		s.foe = scalarAnd(g[3], s.occ)
	} else {
		s.foe = GP64()
		MOVQ(us, s.foe)
		NEGQ(s.foe) // nothing for white, all for black
		XORQ(g[3], s.foe)
		ANDQ(s.occ, s.foe)
	}
	s.own = scalarOp(XORQ, s.occ, s.foe)
	s.kings = scalarWithout(scalarAnd(g[1], g[2]), g[0])
	s.diagonal = scalarAnd(g[0], g[1])
	s.straight = scalarWithout(g[0], s.low())
	return s
}

// low returns pawns and bishops.
func (s *scalarBoard) low() reg.GPVirtual { return scalarWithout(s.g[1], s.g[2]) }

func (s *scalarBoard) pawns() reg.GPVirtual { return scalarWithout(s.low(), s.g[0]) }

func (s *scalarBoard) knights() reg.GPVirtual {
	return scalarWithout(s.g[2], scalarOr(s.g[0], s.g[1]))
}

func (s *scalarBoard) queens() reg.GPVirtual { return scalarAnd(s.diagonal, s.g[2]) }

// word stores x in the frame and returns its number.
func (s *scalarBoard) word(x reg.GPVirtual) int {
	MOVQ(x, s.at(s.words))
	s.words++
	return s.words - 1
}

// at returns the memory of word i.
func (s *scalarBoard) at(i int) Mem { return s.frame.Offset(8 * i) }

// all returns a word in every lane.
func (s *scalarBoard) all(i int) emit.Vec {
	if r, ok := s.loaded[i]; ok {
		return r
	}
	r := s.v.Vec()
	VPBROADCASTQ(s.at(i), r)
	s.loaded[i] = r
	return r
}

// alternate returns the words i and j in even and odd lanes.
func (s *scalarBoard) alternate(i, j int) emit.Vec {
	r := s.v.Vec()
	VPBROADCASTQ(s.at(i), r)
	bits, odd := GP32(), K()
	MOVL(U32(0xaa), bits)
	KMOVB(bits, odd)
	VPBROADCASTQ(s.at(j), odd, r)
	return r
}

func scalarOp(f func(a, b Op), a, b Op) reg.GPVirtual {
	r := GP64()
	MOVQ(a, r)
	f(b, r)
	return r
}

func scalarAnd(a, b Op) reg.GPVirtual { return scalarOp(ANDQ, a, b) }
func scalarOr(a, b Op) reg.GPVirtual  { return scalarOp(ORQ, a, b) }

// scalarWithout returns a &^ b.
func scalarWithout(a, b Op) reg.GPVirtual {
	r := GP64()
	ANDNQ(a, b, r)
	return r
}
