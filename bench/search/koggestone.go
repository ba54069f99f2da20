package search

import (
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Koggestone searches by this library and returns the nodes and the score.
func Koggestone(fen string, depth int) (nodes uint64, score int, err error) {
	k := new(koggestone)
	if k.plies[0].position, err = movegen.ParseFEN(fen); err != nil {
		return 0, 0, err
	}
	k.set(0)
	s := searcher[*koggestone]{at: k}
	score = s.negamax(0, depth, -mate, mate)
	return s.nodes, score, nil
}

// koggestone looks at each position once: a node lies beside each.
type koggestone struct {
	plies [maxPly + 1]struct {
		position movegen.Position
		node     movegen.Node
		rated    [256]uint64
	}
	list [256]movegen.Move
}

func (k *koggestone) set(ply int) { k.plies[ply].node.Set(&k.plies[ply].position) }

// order is that of the kinds by value.
var order = [8]int{quad.Pawn: 1, quad.Knight: 2, quad.Bishop: 3, quad.CastlingRook: 4, quad.Rook: 4, quad.Queen: 5, quad.King: 6}

func (k *koggestone) moves(ply int, noisy bool) []uint64 {
	p := &k.plies[ply]
	which := movegen.AllMoves
	if noisy {
		which = movegen.Captures | movegen.QueenPromotions
	}
	rated := p.rated[:0]
	b := &p.position.Board
	for _, m := range p.node.Append(k.list[:0], which) {
		if noisy && m.IsPromotion() && m.Promotion() != quad.Queen {
			continue
		}
		to, victim := m.To(), order[b.At(m.To()).Kind()]
		switch {
		case m.IsEnPassant():
			victim = 1
		case m.IsCastling():
			to, _ = m.CastlingSquares()
			victim = 0
		}
		rated = append(rated, rate(m.From(), to, order[b.At(m.From()).Kind()], victim, order[m.Promotion()], uint16(m)))
	}
	return rated
}

func (k *koggestone) play(ply int, move uint64) {
	k.plies[ply].position.PlayInto(&k.plies[ply+1].position, movegen.Move(move))
	k.set(ply + 1)
}

func (k *koggestone) inCheck(ply int) bool { return k.plies[ply].node.InCheck() }

func (k *koggestone) material(ply int) (sum int) {
	p := &k.plies[ply].position
	own := p.Board.ByColor(p.Side)
	for _, kind := range [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen} {
		set := p.Board.ByKind(kind)
		sum += values[order[kind]] * (bits.OnesCount64(set&own) - bits.OnesCount64(set&^own))
	}
	return sum
}
