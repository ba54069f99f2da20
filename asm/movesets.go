package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A targetSet is a set of squares that legal moves follow from: targets, but for
// knights, whose targets are made of the two sets of freeKnights and
// pieceTargets where these are asked for. The order is that of movegen's
// moveSets.
type targetSet int

const (
	// 0 to 7 are the targets of sliders by direction.
	kingTargets   targetSet = 8 + iota
	freeKnights             // those that are not pinned
	pieceTargets            // where a piece other than king and pawn may go
	castlingRooks           // rooks on a1 and h1 to castle with
	pushTargets
	doubleTargets // with pieces: but for besideTargets
	eastTargets
	westTargets
	besideTargets // of double steps that arrive beside one of their pawns
	numberOfSets

	knightTargets = pieceTargets // of a sink that counts: several to a square
)

// A sink takes the sets of target squares as they are made.
type sink interface {
	put(set targetSet, r int, x reg.VecVirtual) // rank r of a set
	end(sets ...targetSet)                      // that is all of these for now
	pieces() bool                               // whether it wants freeKnights, pieceTargets and besideTargets
}

// stored is the sink that brings sets to memory, position by position.
type stored struct {
	c       *legalMoves
	dst     Mem
	ranks   [numberOfSets]ranks
	free    []Mem          // slots of sets that have ended
	special reg.VecVirtual // nothing in the bytes of positions without special moves
}

func (s *stored) pieces() bool { return true }

func (s *stored) put(set targetSet, r int, x reg.VecVirtual) {
	v := s.c.v
	switch {
	case set == castlingRooks, set == besideTargets, set >= pushTargets && r == 7:
		if s.special == nil {
			s.special = v.copyOf(x)
		} else {
			s.special = v.or(s.special, x)
		}
	}
	var m Mem
	if n := len(s.free); n > 0 {
		m, s.free = s.free[n-1], s.free[:n-1]
	} else {
		m = s.c.slot()
	}
	v.store(x, m)
	s.ranks[set][r] = m
}

func (s *stored) end(sets ...targetSet) {
	v := s.c.v
	for _, set := range sets {
		var x [8]reg.VecVirtual
		for r, m := range s.ranks[set] {
			if m != nil {
				x[r] = v.load(m.(Mem))
				s.free = append(s.free, m.(Mem))
			} else {
				x[r] = v.vec()
				v.clear(x[r])
			}
		}
		v.unslice(x, s.dst.Offset(int(set)*8*v.bytes))
	}
}

// moveSets emits the kernel that makes the sets of one block.
func (v *isa) moveSets() {
	name := "moveSets"
	kernel(name+v.name, fmt.Sprintf("func(dst *[%d]uint64, flags *[3]uint64, g0, g1, g2, gb *uint64, black *uint8, room *[%d]uint64)",
		int(numberOfSets)*v.bytes, legalRoom))
	Doc(fmt.Sprintf("%s%s sets element %d k + i of dst to set k of the legal moves of the board i whose side to move is the lowest bit of black[i], for 0 <= i < %d, and bit i of the flags: rare, special, odd.",
		name, v.name, v.bytes, v.bytes))
	dst, flags, black := Load(Param("dst"), GP64()), Load(Param("flags"), GP64()), Load(Param("black"), GP64())
	c, planes := v.newLegalMoves()
	s := newSlicer(v)
	out := &stored{c: c, dst: Mem{Base: dst}}
	rare := c.sets(s, func(name string) Mem { return Mem{Base: planes[name]} }, Mem{Base: black}, out)
	at := Mem{Base: flags}
	x := v.load(rare)
	c.bitmap(v.or(out.special, x), at.Offset(8))
	c.bitmap(x, at)
	c.bitmap(v.load(c.odd), at.Offset(16))
	finish()
}
