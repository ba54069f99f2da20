package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// anyMove is the sink that joins all target sets. Its tally contains their union instead of
// a sum.
type anyMove struct {
	tally
	check Mem // all bits where the king is in check
}

// restricted remembers which positions are in check.
func (m *anyMove) restricted() {
	m.check = m.c.Keep(m.c.V.ZeroBytes(m.c.V.Load(m.c.noCheck)))
}

func (m *anyMove) put(_ layout.MoveSet, _ int, x emit.Vec) {
	v := m.c.V
	switch {
	case m.sum != nil:
		m.sum = v.Or(m.sum, x)
	case m.mem.Base != nil:
		m.sum = v.Or(x, m.mem)
	default:
		m.sum = v.CopyOf(x)
	}
}

func (m *anyMove) end(...layout.MoveSet) { m.save() }

// statusBlocks emits the kernel that finds checks, mates and stalemates. It only has to
// know whether there is a move, so it needs no popcounts.
func statusBlocks(v *emit.ISA) {
	name := "statusBlocks"
	signature := fmt.Sprintf("func(dst *uint8, rare, light *uint64, g0, g1, g2, gb *uint64, black *uint8, n int, room *[%d]uint64)", len(layout.LegalRoom{}))
	v.Kernel(name+v.Name, signature, fmt.Sprintf("%s%s sets dst[i] to the bits of check, checkmate and stalemate of the board i whose side to move is the lowest bit of black[i], for 0 <= i < n, by the moves that setwiseCount counts. It sets bit i of rare to isRare, and bit i of light if the board has no pawns, rooks and queens. It processes blocks of %d positions; n must be a multiple of %d.",
		name, v.Name, v.Bytes, v.Bytes))
	arrays := emit.Arrays{}
	v.Array(arrays, 1, "rare", "light")
	v.Array(arrays, 8, "dst", "black")
	c := newLegalMoves(v, arrays, len(layout.LegalRoom{}))
	c.material = true
	if v != emit.NEON {
		c.AssignLater(2)
	}
	v.Blocks(arrays, func(at func(string) Mem) {
		moves := anyMove{tally: tally{c: c}}
		c.sets(at, at("black"), &moves)
		check := v.Load(moves.check)
		stuck := v.ZeroBytes(v.Load(moves.mem))
		status := v.And(check, v.BroadcastByte(layout.StatusCheck))
		status = v.Or(status, v.And(v.And(check, stuck), v.BroadcastByte(layout.StatusCheckmate)))
		status = v.Or(status, v.And(v.NotAnd(check, stuck), v.BroadcastByte(layout.StatusStalemate)))
		v.Store(v.PositionOrder(status), at("dst"))
		v.StoreBits(v.Load(c.rare), at("rare"))
		v.StoreBits(v.ZeroBytes(v.Load(c.heavy)), at("light"))
	})
	v.Finish()
}
