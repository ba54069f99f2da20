package movegen

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// stored is the sink that stores sets in memory, position by position.
type stored struct {
	c     *legalMoves
	dst   Mem
	ranks [layout.MoveSets]emit.Ranks
}

func (s *stored) pieces() bool { return true }
func (s *stored) jumps() bool  { return false }

func (s *stored) put(set layout.MoveSet, r int, x emit.Vec) {
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
