package perft

import (
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
)

// Stats counts the moves of the last ply by kind. The package's comment defines the
// kinds.
type Stats struct {
	Captures, EnPassant, Castles, Promotions      uint64
	Checks, DiscoveredChecks, DoubleChecks, Mates uint64
}

func (s *Stats) add(t *Stats) {
	s.Captures += t.Captures
	s.EnPassant += t.EnPassant
	s.Castles += t.Castles
	s.Promotions += t.Promotions
	s.Checks += t.Checks
	s.DiscoveredChecks += t.DiscoveredChecks
	s.DoubleChecks += t.DoubleChecks
	s.Mates += t.Mates
}

// addMove counts the move m of p. child is the position after m.
func (s *Stats) addMove(p *movegen.Position, m movegen.Move, child *movegen.Position) {
	s.Captures += one(p.IsCapture(m))
	s.EnPassant += one(m.IsEnPassant())
	s.Castles += one(m.IsCastling())
	s.Promotions += one(m.IsPromotion())
	if !child.InCheck() {
		return
	}
	var n movegen.Node
	n.Set(child)
	checkers := n.Checkers()
	moved := uint64(1) << m.To()
	if m.IsCastling() {
		moved |= 1 << m.RookTo()
	}
	s.Checks++
	s.DiscoveredChecks += one(checkers&moved == 0)
	s.DoubleChecks += one(bits.OnesCount64(checkers) > 1)
	s.Mates += one(!n.HasLegalMove())
}

func one(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
