package movegen

import (
	"math/bits"

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
		return &quad.SquareError{Problem: "neither white nor black to move"}
	}
	if target := p.Board.EnPassant(); target&^(squares.Rank6>>(24&blackMask(p.Side))) != 0 {
		return &quad.SquareError{Squares: target, Problem: "en-passant target with " + p.Side.String() + " to move"}
	}
	if attackers := checkers(&p.Board, p.Side.Other()); attackers != 0 {
		return &quad.SquareError{Squares: attackers, Problem: givesCheck(p, attackers)}
	}
	return nil
}

// givesCheck says in words that attackers give check while their own side is to move.
func givesCheck(p *Position, attackers uint64) string {
	verb := " gives"
	if bits.OnesCount64(attackers) > 1 {
		verb = " and others give"
	}
	first := p.Board.At(bits.TrailingZeros64(attackers))
	return first.String() + verb + " check with " + p.Side.String() + " to move"
}
