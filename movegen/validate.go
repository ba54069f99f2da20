package movegen

import (
	"math/bits"
	"strconv"

	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// Validate returns nil if p is a valid position: [quad.Board.Validate] accepts the board,
// Side is White or Black, an en-passant target belongs to the side to move, and the side
// not to move is not in check. Otherwise it returns a *[quad.SquareError] for the first of
// these conditions that fails. [ParseFEN] accepts the same positions. Functions that
// generate, play and count moves require a valid position but do not check it.
func (p *Position) Validate() error {
	if err := p.Board.Validate(); err != nil {
		return err
	}
	if p.Side > quad.Black {
		return &quad.SquareError{Problem: fen.Problem("white or black to move", p.Side.String())}
	}
	if target := p.Board.EnPassant(); target&^(squares.Rank6>>(24&blackMask(p.Side))) != 0 {
		return &quad.SquareError{Squares: target, Problem: fen.Problem("an en-passant target on rank "+targetRank(p.Side), "another rank")}
	}
	if attackers := checkers(&p.Board, p.Side.Other()); attackers != 0 {
		return &quad.SquareError{Squares: attackers, Problem: givesCheck(p, attackers)}
	}
	return nil
}

// targetRank names the rank of en-passant targets.
func targetRank(side quad.Color) string {
	return strconv.Itoa(6-3*int(side)) + " with " + side.String() + " to move"
}

// givesCheck says in words that attackers give check while their own side is to move.
func givesCheck(p *Position, attackers uint64) string {
	first := bits.TrailingZeros64(attackers)
	found := "a check by the " + p.Board.At(first).String() + " on " + quad.SquareName(first)
	return fen.Problem(p.Side.Other().String()+" not in check with "+p.Side.String()+" to move", found)
}
