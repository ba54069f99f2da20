package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// stored is the sink that brings sets to memory, position by position.
type stored struct {
	c       *legalMoves
	dst     Mem
	ranks   [layout.MoveSets]emit.Ranks
	special emit.Vec // zero in the bytes of positions without special moves
}

func (s *stored) pieces() bool { return true }
func (s *stored) jumps() bool  { return false }

func (s *stored) put(set layout.MoveSet, r int, x emit.Vec) {
	v := s.c.V
	switch {
	case set == layout.CastlingRooks, set == layout.PawnBeside, set >= layout.PawnPushes && r == 7:
		if s.special == nil {
			s.special = v.CopyOf(x)
		} else {
			s.special = v.Or(s.special, x)
		}
	}
	s.ranks[set][r] = s.c.Keep(x)
}

func (s *stored) end(sets ...layout.MoveSet) {
	v := s.c.V
	for _, set := range sets {
		var x [8]emit.Vec
		for r, m := range s.ranks[set] {
			if m != nil {
				x[r] = v.Load(m.(Mem))
				s.c.Free(m.(Mem))
			} else {
				x[r] = v.Broadcast(0)
			}
		}
		v.Unslice(x, s.dst.Offset(int(set)*8*v.Bytes))
	}
}

// moveSets emits the kernel that makes the sets of one block.
func moveSets(v *emit.ISA) {
	name := "moveSets"
	signature := fmt.Sprintf("func(dst *[%d]uint64, flags *[%d]uint64, g0, g1, g2, gb *uint64, black *uint8, room *[%d]uint64)",
		int(layout.MoveSets)*v.Bytes, layout.MoveFlags, len(layout.LegalRoom{}))
	v.Kernel(name+v.Name, signature, fmt.Sprintf("%s%s sets element %d k + i of dst to set k of the legal moves of the board i whose side to move is the lowest bit of black[i], for 0 <= i < %d, and bit i of the flags: rare, special, odd.",
		name, v.Name, v.Bytes, v.Bytes))
	dst, flags, black := v.Param("dst"), v.Param("flags"), v.Param("black")
	planes := emit.Arrays{}
	c := newLegalMoves(v, planes, len(layout.LegalRoom{}))
	out := &stored{c: c, dst: Mem{Base: dst}}
	c.sets(func(name string) Mem { return Mem{Base: planes[name].Base} }, Mem{Base: black}, out)
	flag := func(i int) Mem { return Mem{Base: flags, Disp: 8 * i} }
	x := v.Load(c.rare)
	v.StoreBits(v.Or(out.special, x), flag(layout.SpecialFlag))
	v.StoreBits(x, flag(layout.RareFlag))
	v.StoreBits(v.Load(c.odd), flag(layout.OddFlag))
	v.Finish()
}
