package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// rankMoves emits the kernel that computes the moves of a block. Other kernels then list or
// select them. Ranks stay in registers, so that each of these kernels can transpose them in its
// own way.
func rankMoves(v *emit.ISA) {
	v.Kernel("rankMoves"+v.Name, fmt.Sprintf("func(dst *[%d]uint64, g0, g1, g2, gb *uint64, black *uint8, selection *uint64, room *[%d]uint64)", len(layout.MoveRanks{}), len(layout.RowRoom{})),
		fmt.Sprintf("rankMoves%s sets dst to the moves of the selection on %d boards whose sides to move are the lowest bits of black. It works like rowSets.set, without the moves of rareMoves.", v.Name, v.Bytes))
	black := v.Param("black")
	selection := Mem{Base: v.Param("selection")}
	planes := emit.Arrays{}
	c := newLegalMoves(v, planes, len(layout.RowRoom{}))
	c.asPieces = true
	if v != emit.NEON {
		c.AssignLater(5)
	}
	s := &ranked{c: c, steps: kingSteps{c: c}, dst: ranksParam(v, "dst")}
	for k, m := range []*Mem{&s.captures, &s.quiets, &s.queens, &s.lesser} {
		*m = c.Keep(v.BroadcastAt(selection.Offset(8 * k)))
	}
	c.sets(func(name string) Mem { return Mem{Base: planes[name].Base} }, Mem{Base: black}, s)
	for r, m := range c.own {
		s.store(layout.RankOwn, r, v.Load(m))
	}
	s.store(layout.RankRest, layout.RankBlack, v.Load(c.black))
	s.store(layout.RankRest, layout.RankRare, v.Load(c.rare))
	v.Finish()
}

// moveRanks is the memory of a layout.MoveRanks.
type moveRanks struct {
	v    *emit.ISA
	base Mem // except for NEON, a register that points to the middle: see emit.Room
}

// ranksParam returns the memory that a parameter points to.
func ranksParam(v *emit.ISA, name string) moveRanks {
	if v == emit.NEON {
		return moveRanks{v, Mem{Base: v.Param(name)}}
	}
	m := emit.AlignedPointer(name, 64)
	half := layout.RankSets * 8 / 2 * v.Bytes
	ADDQ(I32(half), m.Base)
	return moveRanks{v, m.Offset(-half)}
}

func (m moveRanks) at(set, r int) Mem { return m.base.Offset((8*set + r) * m.v.Bytes) }

func (m moveRanks) load(set int) (x [8]emit.Vec) {
	for r := range x {
		x[r] = m.v.Load(m.at(set, r))
	}
	return x
}

// ranked is the sink that stores moves as ranks.
type ranked struct {
	c                *legalMoves
	captures, quiets Mem // the selection
	queens, lesser   Mem
	where            emit.RankSlots
	steps            kingSteps
	rays             [8]emit.Ranks
	king             emit.Ranks
	dst              moveRanks
}

func (s *ranked) store(set, r int, x emit.Vec) { s.c.V.Store(x, s.dst.at(set, r)) }

// selected sets where to the targets of the selection.
func (s *ranked) selected() {
	c, v := s.c, s.c.V
	s.where = c.Ranks()
	for r, empty := range c.empty {
		e := v.Load(empty)
		v.Store(v.Or(v.NotAnd(e, s.captures), v.And(e, s.quiets)), s.where[r])
	}
}

// restricted limits the targets of pieces to the selection.
func (s *ranked) restricted() {
	for r, m := range s.c.targets {
		s.c.V.Store(s.c.V.And(s.c.V.Load(m), s.where[r]), m)
	}
}

func (s *ranked) put(set layout.MoveSet, r int, x emit.Vec) {
	v := s.c.V
	switch {
	case set < 8:
		s.rays[set][r] = s.c.Keep(x)
	case set == layout.KingTargets:
		if r == 0 {
			s.selected()
		}
		s.king[r] = s.c.Keep(v.And(x, s.where[r]))
	case set == layout.FreeKnights:
		s.store(layout.RankKnights, r, x)
	case set == layout.PieceTargets:
		s.store(layout.RankTargets, r, x)
	case set == layout.CastlingRooks:
		x = v.And(x, s.quiets)
		s.store(layout.RankPawns+3, layout.RowCastleA, v.And(x, v.BroadcastByte(0x01)))
		s.store(layout.RankPawns+3, layout.RowCastleH, v.And(x, v.BroadcastByte(0x80)))
	case set == layout.PawnDoubles:
		s.store(layout.RankPawns+3, layout.RowDouble, v.And(x, s.quiets))
	case r > 1:
		s.pawns(map[layout.MoveSet]int{layout.PawnPushes: 0, layout.PawnEast: 1, layout.PawnWest: 2}[set], r, x)
	}
}

// pawns stores the moves of pawns to rank r as rows: pushes, or captures to the east or to the
// west.
func (s *ranked) pawns(way, r int, x emit.Vec) {
	v := s.c.V
	ordinary, queens := s.captures, s.captures
	if way == 0 {
		ordinary, queens = s.quiets, s.queens
	}
	if r < 7 {
		s.store(layout.RankPawns+way, r-2, v.And(x, ordinary))
		return
	}
	lesser := v.And(x, s.lesser)
	s.store(layout.RankPawns+way, 5, v.And(x, queens))
	s.store(layout.RankPawns+way, 6, lesser)
	s.store(layout.RankPawns+way, 7, lesser)
	s.store(layout.RankPawns+3, layout.RowPushKnight+way, lesser)
}

func (s *ranked) end(sets ...layout.MoveSet) {
	v := s.c.V
	for _, set := range sets {
		switch {
		case set == layout.KingTargets:
			s.steps.keep(s.king)
		case set < 8:
			for r, m := range s.rays[set] {
				s.store(int(set), r, s.steps.added(m, emit.Directions[set], r))
			}
		case set == layout.PawnWest:
			for r := layout.RowRare; r < 8; r++ {
				s.store(layout.RankPawns+3, r, v.Broadcast(0))
			}
		}
	}
}

// kingSteps contains the king's moves, which are part of the directions.
type kingSteps struct {
	c       *legalMoves
	targets emit.Ranks
	by      [3]emit.RankSlots // the king, moved one file to the west, not at all, and to the east
}

// keep sets k to the king's targets.
func (k *kingSteps) keep(targets emit.Ranks) {
	c, v := k.c, k.c.V
	k.targets = targets
	for files := range k.by {
		k.by[files] = c.Ranks()
		for r, m := range c.ours.king {
			x := v.Load(m)
			if files != 1 {
				x = v.Sideways(x, files-1)
			}
			v.Store(x, k.by[files][r])
		}
	}
}

// added returns rank r of the sliders' moves in a direction, which may be nil, together with the
// king's moves.
func (k *kingSteps) added(m Op, d emit.Direction, r int) emit.Vec {
	v := k.c.V
	x := v.Broadcast(0)
	if m != nil {
		x = v.Load(m.(Mem))
	}
	if from := r - d.Ranks(); from >= 0 && from < 8 {
		x = v.AccAnd(x, v.Load(k.by[d.Shift()-8*d.Ranks()+1][from]), k.targets[r])
	}
	return x
}
