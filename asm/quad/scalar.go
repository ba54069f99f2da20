package quad

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// A wordFrame is words in the frame, which are broadcast from there.
type wordFrame struct {
	v      *emit.ISA
	frame  Mem
	loaded map[int]emit.Vec
}

func newWordFrame(v *emit.ISA, frame Mem) wordFrame { return wordFrame{v, frame, map[int]emit.Vec{}} }

func (s *wordFrame) at(i int) Mem { return s.frame.Offset(8 * i) }

// all returns a word in every lane.
func (s *wordFrame) all(i int) emit.Vec {
	if r, ok := s.loaded[i]; ok {
		return r
	}
	r := s.v.BroadcastAt(s.at(i))
	s.loaded[i] = r
	return r
}

// alternate returns the words i and j in even and odd lanes.
func (s *wordFrame) alternate(i, j int) emit.Vec {
	r := s.v.BroadcastAt(s.at(i))
	bits, odd := GP32(), K()
	MOVL(U32(0xaa), bits)
	KMOVB(bits, odd)
	VPBROADCASTQ(s.at(j), odd, r)
	return r
}

// A scalarBoard computes the initial sets of the AVX-512 kernels of one position in general
// registers, because the vector instructions do not use their ports. It stores them as words in
// the frame, because a broadcast from memory also needs no vector port.
type scalarBoard struct {
	wordFrame
	words                     int // stored
	g                         [4]reg.GPVirtual
	occ, own, foe             reg.GPVirtual
	kings, diagonal, straight reg.GPVirtual // kings of both sides
}

// scalarBoardOf loads a board of four planes, seen by side us, or by White if us is nil.
// The words are stored in frame.
func scalarBoardOf(v *emit.ISA, board Mem, us reg.GPVirtual, frame Mem) *scalarBoard {
	s := &scalarBoard{wordFrame: newWordFrame(v, frame)}
	for i := range s.g {
		s.g[i] = emit.Register(board.Offset(8 * i))
	}
	g := &s.g
	s.occ = scalarOr(scalarOr(g[0], g[1]), g[2])
	if us == nil {
		s.foe = scalarAnd(g[3], s.occ)
	} else {
		s.foe = emit.Register(us)
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

func scalarOp(f func(a, b Op), a, b Op) reg.GPVirtual {
	r := emit.Register(a)
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
