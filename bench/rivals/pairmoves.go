package rivals

import (
	"math/bits"
	"math/rand/v2"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A PairMove is a move of a game with the board before it, as an engine with a mailbox
// has it. It is small, so that caches hold them all.
type PairMove struct {
	Before         [64]uint8
	Change         pairs.Update
	From, To, Code uint8
	Kings          [2]uint8 // after the move
}

// PairMoves returns about four thousand moves, in order, of games that continue at random
// from positions of played games, without castling and en passant. They are more than
// branch predictors learn. The boards are the same for an engine with magics.
func PairMoves(rules *pairs.Rules) (all []PairMove, boards []PairBoard) {
	rng := rand.New(rand.NewPCG(5, 6))
	for fen := range corpus.Games().FENs() {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			panic("rivals: positions of games: " + err.Error()) // the library's tests parse them
		}
		for range 7 {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			after := p.Play(m)
			if !m.IsCastling() && !m.IsEnPassant() {
				x := PairMove{From: uint8(m.From()), To: uint8(m.To())}
				rules.Mailbox(&x.Before, p.Board)
				x.Code = x.Before[x.From]
				if m.IsPromotion() {
					x.Code = rules.Code(quad.MakePiece(p.Side, m.Promotion()))
				}
				x.Change = pairs.MoveUpdate(m.From(), m.To(), x.Code)
				for side := range x.Kings {
					x.Kings[side] = uint8(bits.TrailingZeros64(after.Board.Pieces(quad.Color(side), quad.King)))
				}
				all, boards = append(all, x), append(boards, *MakePairBoard(p.Board, &x.Before))
			}
			p = after
		}
	}
	return all, boards
}
