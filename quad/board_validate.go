package quad

import (
	"math/bits"
	"strconv"

	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/squares"
)

// A SquareError describes what is wrong with a board, and on which squares.
type SquareError struct {
	Squares uint64 // the squares that it is about, 0 if a king is missing
	Problem string // "expected one kind, found two"
}

// Error returns the squares by name and the problem: "quad: a8: expected no pawn on rank 1 or 8, found 1".
func (e *SquareError) Error() string {
	if e.Squares == 0 {
		return "quad: " + e.Problem
	}
	return "quad: " + squareNames(e.Squares) + ": " + e.Problem
}

// Validate returns nil if you can play on b. Otherwise it returns a *[SquareError] for the
// first rule that b breaks:
//
//   - Each side has exactly one king.
//   - No pawn is on rank 1 or 8.
//   - A rook that may castle is on its side's first rank, with its king. There is at
//     most one on each side of the king.
//   - There is at most one en-passant target, and it has a legal capture.
//
// The number of pieces is not limited. Validate cannot tell whether the side not to move
// is in check, because a Board has no side to move.
func (b Board) Validate() error {
	for c, kings := range [2]uint64{b.Kings() &^ b.GB, b.Kings() & b.GB} {
		if kings == 0 || kings&(kings-1) != 0 {
			return countError(kings, "one "+Color(c).String()+" king")
		}
	}
	if pawns := b.Pawns() & (squares.Rank1 | squares.Rank8); pawns != 0 {
		return countError(pawns, "no pawn on rank 1 or 8")
	}
	if b.CastlingRooks() != 0 {
		for _, c := range [...]Color{White, Black} {
			if err := b.validateRights(c); err != nil {
				return err
			}
		}
	}
	if target := b.EnPassant(); target != 0 && b.EnPassantCapturers(target) == 0 {
		if target&(target-1) != 0 {
			return countError(target, "at most one en-passant target")
		}
		return &SquareError{target, "expected a legal capture of the en-passant target, found none"}
	}
	return nil
}

// countError returns an error about the number of pieces or targets in set.
func countError(set uint64, expected string) error {
	found := "none"
	if set != 0 {
		found = strconv.Itoa(bits.OnesCount64(set))
	}
	return &SquareError{set, fen.Problem(expected, found)}
}

// validateRights returns an error unless c's castling rooks are on its first rank together
// with the king, with at most one on either side.
func (b Board) validateRights(c Color) error {
	rooks := b.Pieces(c, CastlingRook)
	if rooks == 0 {
		return nil
	}
	home := squares.Rank1
	if c == Black {
		home = squares.Rank8
	}
	if away := rooks &^ home; away != 0 {
		return countError(away, "no castling rook of "+c.String()+" beyond its first rank")
	}
	king := b.Pieces(c, King)
	if king&home == 0 {
		return &SquareError{rooks, fen.Problem("the "+c.String()+" king on its first rank, as a rook may castle", squareNames(king))}
	}
	west := rooks & (king - 1)
	for _, side := range [...]uint64{west, rooks &^ west} {
		if side&(side-1) != 0 {
			return countError(side, "at most one castling rook of "+c.String()+" on each side of the king")
		}
	}
	return nil
}
