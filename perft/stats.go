package perft

import (
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
)

// Stats counts the moves of the last ply by kind; the package's comment says what
// these mean.
type Stats struct {
	Captures, EnPassant, Castles, Promotions uint64
	Checks, Discovered, Double, Mates        uint64
}

// add adds the counts of t.
func (s *Stats) add(t *Stats) {
	s.Captures += t.Captures
	s.EnPassant += t.EnPassant
	s.Castles += t.Castles
	s.Promotions += t.Promotions
	s.Checks += t.Checks
	s.Discovered += t.Discovered
	s.Double += t.Double
	s.Mates += t.Mates
}

// count counts the move m of p that leads to child.
func (s *Stats) count(p *movegen.Position, m movegen.Move, child *movegen.Position) {
	s.Captures += one(p.IsCapture(m))
	s.EnPassant += one(m.IsEnPassant())
	s.Castles += one(m.IsCastling())
	s.Promotions += one(m.IsPromotion())
	checkers := child.Checkers()
	if checkers == 0 {
		return
	}
	moved := uint64(1) << m.To()
	if m.IsCastling() {
		king, rook := m.CastlingSquares()
		moved = 1<<king | 1<<rook
	}
	s.Checks++
	s.Discovered += one(checkers&moved == 0)
	s.Double += one(bits.OnesCount64(checkers) > 1)
	s.Mates += one(child.CountLegal() == 0)
}

func one(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
